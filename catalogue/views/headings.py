"""Names that many share: publishers, people, categories, sections, sites."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.headings import CategoryForm, NameForm, NewForm
from catalogue.kinds import KINDS, Kind
from catalogue.models import Category, Role
from catalogue.policy import Refused
from catalogue.queries import headings as reading
from catalogue.services import authorities, headings, merging, places, versions
from catalogue.views import conflicts
from ludotheque.numbers import digits

PER_PAGE = 50
NAMED = 20  # of what a merge moves, on the page that asks


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    return render(request, "catalogue/stock/headings.html", {"counts": reading.counts()})


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def listed(request, kind):
    """The names of a kind, each with how often it is used; and a new one."""
    kind = _kind(kind)
    form = NewForm(request.POST if request.method == "POST" else None, kind=kind)
    if request.method == "POST" and form.is_valid():
        row = _made(kind, form.cleaned_data["name"], request.user)
        messages.success(request, f"« {row} » est dans la liste.")
        return redirect("heading", kind.slug, row.pk)
    text, order = request.GET.get("q", "")[:200], request.GET.get("tri", "")
    order = order if order in reading.ORDERS else ""
    page = Paginator(reading.found(kind, text, order), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "kind": kind,
        "page": page,
        "text": text,
        "order": order,
        "orders": reading.ORDERS.items(),
        "query": urlencode({"q": text, "tri": order}),
        "search": urlencode({"q": text}),
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "catalogue/stock/heading_list.html", context, status=status)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def one(request, kind, pk):
    """A name with its other forms, to change, and what bears it."""
    kind = _kind(kind)
    row = get_object_or_404(kind.model, pk=pk)
    form = _form(kind, row, request.POST if request.method == "POST" else None)
    other, differing = None, None
    if request.method == "POST" and form.is_valid():
        try:
            _save(kind, row, form, request.user)
        except versions.Changed:
            row = get_object_or_404(kind.model, pk=pk)
            differing = conflicts.differing(form, _form(kind, row))
            conflicts.meant(form, versions.version(row))
        except Refused as refused:
            other = refused.refusals[0].facts.get("other")
            form.add_error("notation" if kind.model is Category else "name", str(refused))
        else:
            messages.success(request, "C’est enregistré.")
            return redirect("heading", kind.slug, pk)
    row = get_object_or_404(kind.model, pk=pk)  # a form that is refused has set the new one
    page = Paginator(reading.uses(kind, row), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "kind": kind,
        "row": row,
        "form": form,
        "page": page,
        "other": other,
        "differing": differing,
        "former": row.variants.all() if kind.model is Category else (),
    }
    status = 409 if differing is not None else 422 if form.errors else 200
    return render(request, "catalogue/stock/heading.html", context, status=status)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request, kind, pk):
    """Asks with whom, then says what moves, then merges: `avec` is the one that stays."""
    kind = _kind(kind)
    source = get_object_or_404(kind.model, pk=pk)
    number = digits((request.POST if request.method == "POST" else request.GET).get("avec"))
    target = None
    if number is not None and number != pk:
        target = get_object_or_404(kind.model, pk=number)
    if request.method == "POST" and target is not None:
        return _merged(request, kind, source, target)
    text = request.GET.get("q", "")[:200]
    context: dict = {"kind": kind, "source": source, "target": target, "text": text}
    if target is None:
        others = [row for row in reading.found(kind, text)[: PER_PAGE + 1] if row.pk != pk][:PER_PAGE]
        context |= {"others": others, "most": PER_PAGE}
    else:
        uses = reading.uses(kind, source)
        count = uses.count()
        context |= {
            "count": count,
            "uses": uses[:NAMED],
            "rest": max(0, count - NAMED),
            "target_count": kind.uses(target).count(),
        }
    return render(request, "catalogue/stock/heading_merge.html", context)


@access.staff(Role.LIBRARIAN)
@require_POST
def delete(request, kind, pk):
    """Removes a name that nothing bears."""
    kind = _kind(kind)
    row = get_object_or_404(kind.model, pk=pk)
    try:
        headings.delete(kind=kind, pk=pk, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("heading", kind.slug, pk)
    messages.success(request, f"« {row} » est supprimé{'e' * kind.feminine}.")
    return redirect("headings_of", kind.slug)


def _merged(request, kind: Kind, source, target):
    try:
        done = merging.merge(kind=kind, source_id=source.pk, target_id=target.pk, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("headings_of", kind.slug)
    if done:
        messages.success(request, f"« {source} » est maintenant une forme de « {target} ».")
    else:
        said = f"« {source} » rejoint « {target} » : beaucoup y est à changer, cela continue sans vous."
        messages.success(request, said)
    return redirect("heading", kind.slug, target.pk)


def _kind(slug: str) -> Kind:
    if slug not in KINDS:
        raise Http404
    return KINDS[slug]


def _form(kind: Kind, row, data=None):
    seen = {"seen": versions.version(row)}
    if kind.model is Category:
        return CategoryForm(data, instance=row, initial=seen)
    lines = "\n".join(row.variants.values_list("form", flat=True))
    return NameForm(data, kind=kind, initial=seen | {"name": row.name, "forms_text": lines})


def _save(kind: Kind, row, form, actor) -> None:
    values = dict(form.cleaned_data)
    seen = values.pop("seen")
    if kind.model is Category:
        headings.change_category(pk=row.pk, actor=actor, seen=seen, **values)
    else:
        headings.rename(kind=kind, pk=row.pk, name=values["name"], forms=form.lines, actor=actor, seen=seen)


def _made(kind: Kind, name: str, actor):
    makers = {
        "editeurs": lambda: authorities.publisher(form=name, actor=actor),
        "personnes": lambda: authorities.person(form=name, actor=actor),
        "categories": lambda: authorities.category_of_line(text=name, actor=actor),
        "sections": lambda: places.section(name=name, actor=actor),
        "sites": lambda: places.site(name=name, actor=actor),
    }
    return makers[kind.slug]()
