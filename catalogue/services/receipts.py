"""A receipt that goes by mail."""

from catalogue.models import Household, Mail, MailKind, User
from catalogue.policy import Refusal, Refused, french_date
from catalogue.receipts import Line, Receipt
from catalogue.services import journal, mails
from ludotheque import post
from ludotheque.writing import writing

_WHAT = "Le reçu n’est pas envoyé."


def send(*, receipt: Receipt, actor: User) -> Mail:
    """Writes the receipt to the family, or `Refused`: no mail goes from here, or there is no address."""
    if off := post.why_off():
        raise Refused(Refusal("mail-off", _WHAT, off, "Imprimez-le, ou montrez l’écran."))
    if not receipt.lent:
        raise Refused(
            Refusal("nothing-lent", _WHAT, "Rien n’a été prêté ce jour-là.", "Il n’y a rien à dire.")
        )
    others = ["", "Vous aviez déjà :", *map(_said, receipt.others)] if receipt.others else []
    facts = {
        "date": french_date(receipt.day),
        "jeux": "\n".join([*map(_said, receipt.lent), *others]),
    }
    with writing():
        mail = mails.queue(kind=MailKind.RECEIPT, household_id=receipt.household_id, facts=facts)
        if mail is None:
            why = f"{receipt.family} n’a pas d’adresse de courriel."
            raise Refused(
                Refusal("no-address", _WHAT, why, "Notez-la dans la fiche du foyer, ou imprimez-le.")
            )
        household = Household.objects.get(pk=receipt.household_id)
        journal.write(actor=actor, verb="mail-receipt", subject=household, after={"to": mail.to})
    return mail


def _said(line: Line) -> str:
    return f"- {line.text}"
