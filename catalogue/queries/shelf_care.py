"""What asks for care on the shelves: each a list of records or of boxes, counted."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from catalogue.models import Copy, CopyState, Loan, Question
from catalogue.queries import lists
from games import registry


@dataclass(frozen=True)
class Care:
    """`rows(since)` are its records or boxes; `since`: the first moment at which one is new."""

    slug: str
    label: str
    of_copies: bool
    rows: Callable[[datetime.datetime], QuerySet]
    why: str
    act: str
    nothing: str
    # of boxes that stay in: the state they bear
    state: str = ""


def _records() -> QuerySet:
    return lists.records("")


def _new(since: datetime.datetime) -> QuerySet:
    return _records().filter(created_at__gte=since).order_by("-created_at", "-id")


def _to_complete(since: datetime.datetime) -> QuerySet:
    """Drafts, as those made at the desk for a box that nobody knew; the last one first."""
    return _records().filter(draft=True).order_by("-created_at", "-id")


def _never_lent(since: datetime.datetime) -> QuerySet:
    """Boxes that may go out and never did; the oldest have waited longest."""
    lent = Loan.objects.filter(copy=OuterRef("pk"))
    rows = _copies().filter(~Exists(lent), state=CopyState.IN_SERVICE, on_site_only=False)
    return rows.order_by("created_at", "pk")


def _in_state(state: CopyState) -> Callable[[datetime.datetime], QuerySet]:
    """Boxes in that state; who has been in it longest comes first."""

    def rows(since: datetime.datetime) -> QuerySet:
        return _copies().filter(state=state).order_by(F("state_since").asc(nulls_first=True), "pk")

    return rows


def _of_state(state: CopyState, slug: str, label: str, why: str, nothing: str) -> Care:
    return Care(slug, label, True, _in_state(state), why, "Pièces et état", nothing, state)


def _without_rules(since: datetime.datetime) -> QuerySet:
    return lists.records("", without="regle")


def _without_trainer(since: datetime.datetime) -> QuerySet:
    playable = [game.slug for game in registry.playable()]
    asked = Question.objects.filter(summary__record=OuterRef("pk"))
    return _records().exclude(game__in=playable).filter(~Exists(asked))


def _copies() -> QuerySet:
    rows = Copy.objects.select_related("record", "section", "site")
    return rows.defer("record__rules_text", "record__description", "record__contents", "record__source")


CARES = {
    care.slug: care
    for care in (
        Care(
            "nouveautes",
            "Nouveautés",
            False,
            _new,
            "Les notices entrées depuis peu ; combien de jours elles restent nouvelles se règle.",
            "Relire",
            "Aucune notice n’est entrée depuis peu.",
        ),
        Care(
            "a-completer",
            "À compléter",
            False,
            _to_complete,
            "Des brouillons que le public ne voit pas, dont les notices faites à l’accueil pour une boîte "
            "inconnue : complétez-les, puis publiez-les.",
            "Compléter",
            "Aucune notice n’attend d’être complétée.",
        ),
        Care(
            "jamais-pretes",
            "Jamais prêtés",
            True,
            _never_lent,
            "Des boîtes en rayon que personne n’a encore empruntées, la plus ancienne d’abord : "
            "à mettre en avant, à changer de section, ou à retirer.",
            "Changer",
            "Chaque boîte en rayon est déjà sortie.",
        ),
        _of_state(
            CopyState.INCOMPLETE,
            "incomplets",
            "Incomplets",
            "Des boîtes où il manque une pièce indispensable : "
            "retrouvée ou remplacée, la boîte est de nouveau en service.",
            "Aucune boîte n’est notée incomplète.",
        ),
        _of_state(
            CopyState.TO_CLEAN,
            "a-nettoyer",
            "À nettoyer",
            "Des boîtes revenues sales : une fois propres, remettez-les en service.",
            "Aucune boîte n’est à nettoyer.",
        ),
        _of_state(
            CopyState.REPAIR,
            "en-reparation",
            "En réparation",
            "Des boîtes abîmées : une fois réparées, remettez-les en service.",
            "Aucune boîte n’est en réparation.",
        ),
        _of_state(
            CopyState.TO_COUNT,
            "a-compter",
            "À compter",
            "Des boîtes qui restent ici jusqu’à ce que leurs pièces soient comptées.",
            "Aucune boîte n’est retenue pour être comptée.",
        ),
        _of_state(
            CopyState.LOST,
            "perdus",
            "Perdus",
            "Des boîtes que personne ne trouve : retrouvées, remettez-les en service ; sinon, retirez-les.",
            "Aucune boîte n’est notée perdue.",
        ),
        Care(
            "sans-resume",
            "Sans règles",
            False,
            _without_rules,
            "Le public n’y voit ni règles à lire, ni feuille à imprimer.",
            "Écrire",
            "Chaque notice a ses règles.",
        ),
        Care(
            "sans-entraineur",
            "Sans entraîneur",
            False,
            _without_trainer,
            "On ne peut pas y apprendre à jouer en ligne : reliez la notice à un jeu qui s’apprend ici, "
            "ou écrivez un résumé avec un quiz.",
            "Relier",
            "Chaque notice mène à un entraîneur.",
        ),
    )
}


def counts(since: datetime.datetime) -> dict[str, int]:
    """How many each list has; those of states by one query together."""
    states = Copy.objects.order_by().values_list("state").annotate(n=Count("pk"))
    by_state = dict(states.exclude(state=CopyState.IN_SERVICE))
    return {
        slug: by_state.get(care.state, 0) if care.state else care.rows(since).count()
        for slug, care in CARES.items()
    }
