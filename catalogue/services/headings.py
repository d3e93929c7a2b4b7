"""Names that many share: renamed, given other forms, deleted. The form a name had stays one of its forms."""

from collections.abc import Iterable

from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError, Q

from catalogue.kinds import Kind, touched
from catalogue.models import Category, Section, Site, User
from catalogue.models.authority import Authority
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import journal, place_rules, versions
from ludotheque.text import fold
from ludotheque.writing import writing

AT_ONCE = 500  # records whose index is written while one waits; more are a task


def rename(
    *,
    kind: Kind,
    pk: int,
    name: str,
    forms: Iterable[str] | None = None,
    actor: User | None,
    seen: str | None = None,
) -> models.Model:
    """The name becomes `name`; the old one stays a form. `forms`: all the other forms there shall be."""
    name = " ".join(name.split())
    with writing():
        row = kind.model._default_manager.select_for_update().get(pk=pk)
        versions.check(row, seen)
        before = facts(row)
        if forms is not None:
            _set_forms(kind, row, forms, but=name)
        if name != row.name:
            _check_free(kind, row, name)
            old = row.name
            row.name = name
            if isinstance(row, Authority):
                row.sort_key = fold(name) or name[:200]
            _save(kind, row)
            row.variants.filter(folded=fold(name)).delete()
            if fold(old) != fold(name):
                _keep_form(row, old)
        _note(kind, row, before, actor)
    return row


def change_category(
    *,
    pk: int,
    notation: str,
    label: str,
    facet: str,
    family: str,
    actor: User | None,
    seen: str | None = None,
) -> Category:
    """Another notation keeps the old one as a form: the address and imports find it by both."""
    from catalogue.kinds import KINDS

    kind, code = KINDS["categories"], Category.code_of(notation)
    with writing():
        row = Category.objects.select_for_update().get(pk=pk)
        versions.check(row, seen)
        before, old = facts(row), (row.code, row.notation)
        other = (
            Category.objects.filter(Q(code=code) | Q(variants__scheme=row.scheme, variants__code=code))
            .filter(scheme=row.scheme)
            .exclude(pk=pk)
            .first()
        )
        if other:
            raise Refused(_taken(kind, notation, other))
        row.notation, row.code, row.label, row.facet, row.family = notation, code, label, facet, family
        row.save()
        row.variants.filter(scheme=row.scheme, code=code).delete()
        if old[0] != code:
            row.variants.get_or_create(scheme=row.scheme, code=old[0], defaults={"form": old[1]})
        _note(kind, row, before, actor)
    return row


def delete(*, kind: Kind, pk: int, actor: User | None) -> None:
    """Removes a name that nothing bears."""
    with writing():
        row = kind.model._default_manager.select_for_update().get(pk=pk)
        used = kind.uses(row).count()
        try:
            if used:
                raise Refused(_used(kind, row, used))
            other = place_rules.refusal(row) if isinstance(row, Site | Section) else None
            if other is not None:
                raise Refused(other)
            journal.write(actor=actor, verb="delete", subject=row, before=facts(row))
            with transaction.atomic():
                row.delete()
        except ProtectedError as error:  # given to a record a moment ago
            raise Refused(_used(kind, row, 1)) from error


def reindex(kind: Kind, row: models.Model) -> None:
    """Writes the index of all that bear the name: now, or as a task where they are thousands."""
    ids = list(touched(kind, row)[: AT_ONCE + 1])
    if len(ids) > AT_ONCE:
        from catalogue.tasks import index_uses

        index_uses.enqueue(kind.slug, row.pk)
    else:
        index.update(ids)


def facts(row) -> dict:
    """What a name says of itself, with its other forms."""
    said = journal.facts(row, but=("id", "sort_key"))
    return {**said, "forms": sorted(row.variants.values_list("form", flat=True))}


def _note(kind: Kind, row, before: dict, actor: User | None) -> None:
    if journal.write_change(actor=actor, subject=row, before=before, after=facts(row)):
        reindex(kind, row)


def _set_forms(kind: Kind, row, forms: Iterable[str], *, but: str) -> None:
    """The other forms become exactly these."""
    wanted = {fold(form): " ".join(form.split())[:200] for form in forms if fold(form)}
    wanted.pop(fold(but), None)
    have = dict(row.variants.values_list("folded", "form"))
    for folded in wanted.keys() - have.keys():
        other = _bearer(kind, row, wanted[folded])
        if other:
            raise Refused(_taken(kind, wanted[folded], other))
        row.variants.create(form=wanted[folded], folded=folded)
    for folded, form in wanted.items():
        if have.get(folded, form) != form:
            row.variants.filter(folded=folded).update(form=form)
    row.variants.filter(folded__in=have.keys() - wanted.keys()).delete()


def _keep_form(row, form: str) -> None:
    folded = fold(form)
    if folded and not type(row).variants.rel.related_model.objects.filter(folded=folded).exists():
        row.variants.create(form=form[:200], folded=folded)


def _check_free(kind: Kind, row, name: str) -> None:
    other = _bearer(kind, row, name)
    if other:
        raise Refused(_taken(kind, name, other))


def _bearer(kind: Kind, row, name: str):
    """Who else is called so, in any of its forms."""
    folded, others = fold(name), kind.model._default_manager.exclude(pk=row.pk)
    found = others.filter(Q(name=name) | Q(variants__folded=folded)).first()
    if found or not folded:
        return found
    if issubclass(kind.model, Authority):
        return others.filter(sort_key=folded).first()
    return next((other for other in others if fold(other.name) == folded), None)  # a few dozen


def _save(kind: Kind, row) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:  # taken a moment ago
        raise Refused(_taken(kind, row.name, None)) from error


def _taken(kind: Kind, name: str, other) -> Refusal:
    return Refusal(
        "name-taken",
        f"« {name} » n’est pas pris.",
        f"C’est déjà « {other} »." if other else "Ce nom est déjà pris.",
        "Si c’est la même chose, fusionnez les deux.",
        {"other": other.pk if other else None},
    )


def _used(kind: Kind, row, used: int) -> Refusal:
    what = "exemplaire" if kind.of_copies else "notice"
    bear = f"1 {what} le porte." if used == 1 else f"{used} {what}s le portent."
    return Refusal("used", f"« {row} » n’est pas supprimé.", bear, "Fusionnez plutôt.", {"uses": used})
