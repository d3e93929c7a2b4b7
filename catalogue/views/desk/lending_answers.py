"""What lending answers: who is here, what went out, and why something did not."""

import datetime
from collections.abc import Sequence

from django.urls import reverse
from django.utils.http import urlencode

from catalogue import policy
from catalogue.models import Copy, CopyState, Loan, Member, Site, User
from catalogue.queries import desk as reading
from catalogue.queries.counter import Aside, Counter, others_on_shelf, returned_just_before
from catalogue.views.desk import answers
from catalogue.views.desk.answers import Act, Answer
from ludotheque import scanner
from ludotheque.money import euros

ASIDE = 4  # boxes set aside that the welcome names
# states that whoever is at the desk may change, and what the way there is called
_CHANGES_STATE = {
    "state-nettoyer": "Changer son état",
    "state-reparation": "Changer son état",
    "state-incomplet": "Voir ce qui manque",
    "state-perdu": "Changer son état",
}
# refusals that another box of the same game would not meet
_OF_THE_BOX = ("already-lent", "on-site", "state-", "kept", "in-transit")

_STAYS_HERE = {"kept", "on-site"}


def welcome(member: Member, counter: Counter, also: str, today: datetime.date, actor: User) -> Answer:
    """The family is here; `also` names the box whose code the card bears too; `actor` is at the desk."""
    household = member.household
    membership = household.membership(today)
    tone = "warn"
    if membership.state == "ended" and membership.ends_on:
        details = [f"L’adhésion a pris fin le {policy.french_date(membership.ends_on)}."]
    elif membership.state == "coming" and membership.starts_on:
        details = [f"L’adhésion commence le {policy.french_date(membership.starts_on)}."]
    else:
        tone, details = "ok", [f"{member} est à l’accueil : scannez les boîtes."]
        if membership.ends_soon and membership.ends_on:
            details.append(f"L’adhésion finit le {policy.french_date(membership.ends_on)}.")
        elif membership.state == "none":
            details.append("Pas encore d’adhésion.")
    if tone == "warn":
        details.append("Rien ne peut sortir avant qu’elle soit renouvelée.")
    if counter.ready:
        tone = "warn"
        details += _aside(counter.ready)
    if counter.grown:
        details.append(_grown(counter.grown, actor))
    if also:
        details.append(f"Ce code est aussi celui de la boîte « {also} ».")
    acts = (
        [] if membership.is_current and not membership.ends_soon else [_subscribing(member, membership.state)]
    )
    if counter.grown and actor.is_librarian:
        acts.append(Act("Fiche du foyer", href=household.get_absolute_url()))
    return Answer(tone, household.name, details, word="Bonjour", acts=acts)


def _grown(names: Sequence[str], actor: User) -> str:
    """Who came of age; what follows from it is settled on the family's page, which not everybody opens."""
    who = " et ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    has = "a" if len(names) == 1 else "ont"
    then = "voyez la fiche du foyer" if actor.is_librarian else "dites-le à un bibliothécaire"
    return f"{who} {has} eu 18 ans depuis l’inscription : {then}."


def _aside(boxes: Sequence[Aside]) -> list[str]:
    """The boxes that wait for the family at the desk, the first to expire first."""
    lines = []
    for box in boxes[:ASIDE]:
        until = f", jusqu’au {policy.french_date(box.until)}" if box.until else ""
        lines.append(f"De côté pour ce foyer : « {box.title} » ({box.barcode}){until}.")
    more = len(boxes) - ASIDE
    if more > 0:
        lines.append("Et 1 autre boîte de côté." if more == 1 else f"Et {more} autres boîtes de côté.")
    return lines


def lent(loan: Loan, household: str, counter: Counter, today: datetime.date) -> Answer:
    """The box is out."""
    record = loan.copy.record
    details = [f"Pour {household}, à rendre le {policy.french_date(loan.due_on)}."]
    careful = []
    if record.warns_under_36_months and counter.has_baby(today):
        careful.append("Attention : ce jeu n’est pas pour les moins de 3 ans, et il y en a dans ce foyer.")
    row = counter.loan(loan.pk)
    if row is not None and row.lacks:
        careful.append(f"À dire à la famille : il manque déjà {row.lacks}.")
    if loan.override_note:
        details.append(f"Prêté malgré la règle : {loan.override_note}.")
    tone = "warn" if careful else "ok"
    return Answer(tone, f"Prêté : « {record.title} »", careful + details, loan.pk, word="Prêté")


def lent_now(
    loan: Loan, copy: Copy, site: Site | None, also: str, before: str
) -> tuple[list[str], list[str]]:
    """What only the act itself knows: what to heed of the subscription's end; then what the loan costs
    and where the box lives. `also` names the family whose card bears its code too; `before`: what was done
    already."""
    heed = [loan.term.sentence] if loan.term.sentence else []
    told = [before] if before else []
    if loan.charge is not None:
        told.append(f"{euros(loan.charge.amount_cents)} de plus au compte de la famille.")
    if also:
        told.append(f"Ce code est aussi celui d’une carte : {also}.")
    return heed, told + elsewhere(copy, site)


def cancelled(loan: Loan) -> Answer:
    """The loan is undone: where the box goes, and what was done just before it and stays."""
    answer = Answer("ok", f"Prêt annulé : « {loan.copy.record.title} »", where_it_goes(loan.copy_id))
    answer.word = "Annulé"
    back = returned_just_before(loan)
    if back:
        # who had it is not said: the family at the desk reads along
        answer.details.append(
            "Le retour noté juste avant reste noté ; il s’annule aussi, ici ou dans « Dernières opérations »."
        )
        answer.acts.append(Act("Annuler aussi ce retour", "annuler-retour", back.pk, icon="undo-2"))
    return answer


def where_it_goes(copy_id: int) -> list[str]:
    """Where a box goes whose loan has just been undone."""
    copy = Copy.objects.at_desk(pk=copy_id)
    if copy is None:
        return []
    if copy.state != CopyState.IN_SERVICE:
        return [f"La boîte est notée « {copy.get_state_display()} » : mettez-la à part."]
    if copy.ready_hold:
        until = copy.ready_hold.expires_on
        day = f", jusqu’au {policy.french_date(until)}" if until else ""
        return [f"La boîte est de nouveau de côté pour {copy.ready_hold.household.name}{day}."]
    return ["La boîte est de nouveau en rayon."]


def elsewhere(copy: Copy, site: Site | None) -> list[str]:
    """That the box lives at another site than the one where this desk stands."""
    if site is None or copy.site is None or copy.site_id == site.pk:
        return []
    return [f"Cette boîte est de {copy.site} : elle y repartira à son retour."]


def refused(why: policy.Refused, copy: Copy, member: Member, actor: User) -> Answer:
    """Why the box did not go out, and what can be done about it here and now."""
    answer = answers.refusal(why)
    codes = why.codes
    if "already-theirs" in codes:
        return answer
    loan = copy.open_loan
    if "already-lent" in codes and loan and loan.member:
        # who has it is not said: the family at the desk reads along
        answer.acts.append(Act("Rendre d’abord, puis prêter", "rendre", loan.pk, icon="package-check"))
    if any(code.startswith(_OF_THE_BOX) for code in codes):
        others = other_boxes(copy)
        if not others and not _STAYS_HERE.isdisjoint(codes):
            others = ["Aucun autre exemplaire n’est en rayon : proposez un autre jeu."]
        answer.details += others
    if why.overridable and actor.is_librarian:
        answer.acts.append(Act("Prêter quand même", "outrepasser", copy.pk, note="Pourquoi passer outre ?"))
    if any("subscription" in code for code in codes):
        never = "no-subscription" in codes
        answer.acts.append(_subscribing(member, "none" if never else "ended"))
    if "state-compter" in codes:
        answer.acts.append(Act("Compter les pièces", href=reverse("count", args=[copy.pk]), icon="list"))
    for code, label in _CHANGES_STATE.items():
        if code in codes:
            answer.acts.append(Act(label, href=reverse("copy_pieces", args=[copy.pk]), icon="list"))
    if any(code.startswith("state-") for code in codes) and actor.is_librarian:
        answer.acts.append(Act("Fiche de l’exemplaire", href=reverse("copy_edit", args=[copy.pk])))
    return answer


def _subscribing(member: Member, state: str) -> Act:
    """The way to a new subscription, and back here."""
    there = f"{reverse('subscribe', args=[member.household_id])}?{urlencode({'adherent': member.pk})}"
    label = "Faire adhérer" if state == "none" else "Renouveler l’adhésion"
    return Act(label, href=there, icon="repeat")


def renewed(loan: Loan) -> Answer:
    details = [f"À rendre le {policy.french_date(loan.due_on)}."]
    if loan.charge:
        paid = f"{euros(loan.charge.amount_cents)} de retard au compte de la famille"
        details.append(f"{paid} (seuls les jours d’ouverture comptent).")
    sentence = loan.term.sentence
    if sentence:
        details.append(sentence)
    what = f"Prolongé : « {loan.copy.record.title} »"
    undo = Act("Annuler cette prolongation", "annuler-prolongation", loan.pk, icon="undo-2")
    return Answer("warn" if sentence else "ok", what, details, word="Prolongé", acts=[undo])


def not_renewed(why: policy.Refused, loan_id: int, actor: User) -> Answer:
    answer = answers.refusal(why)
    if why.overridable and actor.is_librarian:
        note = "Pourquoi passer outre ?"
        answer.acts.append(Act("Prolonger quand même", "prolonger", loan_id, note=note))
    return answer


def all_renewed(done: list[Loan], refused: list[policy.Refused]) -> Answer:
    """What came of renewing all that a family has: how many go on, and why the others do not."""
    details = [f"{one.refusals[0].what} {one.refusals[0].why}" for one in refused]
    if not done:
        return Answer("no", "Rien n’est prolongé.", details, status=409)
    what = "1 prêt prolongé" if len(done) == 1 else f"{len(done)} prêts prolongés"
    return Answer("warn" if refused else "ok", what, details, word="Prolongé")


def other_boxes(copy: Copy) -> list[str]:
    """Where another box of the game can be had, if one is on the shelf."""
    others = list(others_on_shelf(copy)[:3])
    if not others:
        return []
    places = ", ".join(
        f"{one.barcode} ({one.call_number})" if one.call_number else one.barcode for one in others
    )
    return [f"En rayon, le même jeu : {places}."]


def which_family(found: reading.Found, here: Member | None) -> Answer:
    """Families to choose from; the one at the desk stays until somebody chooses."""
    choices: dict = {"households": found.households, "more": found.more, "word": "À choisir"}
    if here is None:
        return Answer("warn", "Quelle famille ?", **choices)
    return Answer("warn", "Changer de famille ?", [f"{here.household.name} reste à l’accueil."], **choices)


def unknown(code: str, here: Member | None) -> Answer:
    """A name that nobody has, or a code that may be that of a box the catalogue does not know."""
    acts = answers.meant(reading.zeros_apart(code))
    kept = scanner.code(scanner.unprefixed(code))
    if any(character.isdigit() for character in kept) and scanner.can_be_code(kept):
        values = {"code": kept} | ({"adherent": here.pk} if here else {})
        address = f"{reverse('unknown_box')}?{urlencode(values)}"
        acts.append(
            Act(
                "C’est une autre boîte : la noter" if acts else "C’est une boîte : la noter",
                href=address,
                icon="plus",
            )
        )
    return answers.unknown(code, "Vérifiez le code, ou tapez le nom de la famille.", acts)


def gone() -> Answer:
    return Answer("no", "Cette fiche n’existe plus.", ["Scannez la carte de nouveau."], status=409)


def box_elsewhere() -> Answer:
    return Answer("no", "Cette boîte n’est plus là où elle était.", ["Scannez-la de nouveau."], status=409)


def card_first(copy: Copy) -> Answer:
    details = ["Scannez la carte de la famille, puis la boîte."]
    if copy.open_loan:
        details.append("La boîte est prêtée : si elle revient, passez par « Rendre ».")
    what = f"« {copy.record.title} » : pour quelle famille ?"
    return Answer("warn", what, details, status=422, word="Carte d’abord")
