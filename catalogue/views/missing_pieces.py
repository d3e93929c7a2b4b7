"""Missing pieces: the list of them, and the page of a box with all one can do about each."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access, desk_site
from catalogue.forms.counting import AmountForm, MissingForm, StateForm
from catalogue.models import Copy, CopyState, Loan, MissingPiece, Role
from catalogue.policy import Refused
from catalogue.queries import counting, missing
from catalogue.queries import ledger as accounts
from catalogue.services import counts, piece_charges, states
from catalogue.services import missing as life
from catalogue.services.holds import Arrival
from catalogue.templatetags.said import day
from catalogue.views.desk import returned_answers
from catalogue.views.holds import arrived
from ludotheque.money import euros
from ludotheque.numbers import digits

PER_PAGE = 50


@access.staff(Role.VOLUNTEER)
@require_safe
def index(request):
    """What boxes lack, by game; searched, and by what can be done about it."""
    text = request.GET.get("q", "")[:200]
    shown = request.GET.get("liste", "")
    shown = shown if shown in missing.SHOWN else ""
    page = Paginator(missing.listed(text, shown), PER_PAGE).get_page(request.GET.get("page"))
    numbers = missing.counts()
    context = {
        "page": page,
        "text": text,
        "shown": shown,
        "lists": [(slug, label, numbers[slug]) for slug, label in missing.SHOWN.items()],
        "query": urlencode({"q": text, "liste": shown}),
    }
    return render(request, "catalogue/pieces/index.html", context)


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def of_copy(request, copy_id):
    """What a box lacks and lacked; something more is noted by the form."""
    copy = _copy(copy_id)
    if request.method != "POST":
        return _page(request, copy)
    form = _form(request, copy)
    if not form.is_valid():
        return _page(request, copy, form, status=422)
    try:
        piece = life.note(copy_id=copy.pk, actor=request.user, now=timezone.now(), **form.values())
    except Refused as refused:
        form.add_error("nombre", str(refused))
        return _page(request, copy, form, status=422)
    messages.success(request, f"Noté : il manque {piece}.")
    _say_where(request, copy.pk, piece.arrival)
    return redirect("copy_pieces", copy.pk)


@access.staff(Role.VOLUNTEER)
@require_POST
def act(request, piece_id):
    """Found, replaced, done without, needed or not, missing again, or noted by mistake."""
    piece = get_object_or_404(MissingPiece, pk=piece_id)
    todo = request.POST.get("suite")
    number = digits(request.POST.get("nombre")) if request.POST.get("nombre") else None
    who = {"piece_id": piece_id, "actor": request.user, "now": timezone.now()}
    acts = {
        "retrouvee": lambda: life.found(quantity=number, **who),
        "remplacee": lambda: life.replace(quantity=number, **who),
        "abandonnee": lambda: life.write_off(**who),
        "indispensable": lambda: life.playable(important=True, **who),
        "accessoire": lambda: life.playable(important=False, **who),
        "manque": lambda: life.reopen(**who),
        "oubliee": lambda: life.forget(**who),
        "depuis": lambda: life.since(
            piece_id=piece_id, loan_id=digits(request.POST.get("depuis")), actor=request.user
        ),
    }
    if todo not in acts:
        messages.error(request, "Rien n’est changé. Choisissez ce qu’est devenue la pièce.")
        return redirect("copy_pieces", piece.copy_id)
    try:
        after = acts[todo]()
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _SAID[todo].format(piece.name))
        if todo == "retrouvee" and life.is_charged(after):
            _say_paid(request, after)
        _say_where(request, piece.copy_id, getattr(after, "arrival", None))
    return redirect("copy_pieces", piece.copy_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def charge(request, piece_id):
    """The family that lost it is asked for it, or is no longer."""
    piece = get_object_or_404(MissingPiece, pk=piece_id)
    try:
        if "annuler" in request.POST:
            piece_charges.uncharge(piece_id=piece_id, actor=request.user)
            messages.success(request, f"Ce n’est plus demandé à la famille : {piece.name}.")
            return redirect("copy_pieces", piece.copy_id)
        form = AmountForm(request.POST)
        if form.is_valid():
            amount = form.cleaned_data["montant"]
            piece_charges.charge(piece_id=piece_id, amount_cents=amount, actor=request.user)
            messages.success(request, f"Au compte de la famille : {piece.name}.")
        else:
            messages.error(request, f"Rien n’est demandé. {form.errors['montant'][0]}")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("copy_pieces", piece.copy_id)


@access.staff(Role.VOLUNTEER)
@require_POST
def state(request, copy_id):
    """The state of a box, from its page of pieces or from the shelves to care for."""
    copy, form = _copy(copy_id), StateForm(request.POST)
    if not form.is_valid():
        messages.error(request, "L’état n’est pas noté. Choisissez-le parmi ceux de la liste.")
        return redirect("copy_pieces", copy.pk)
    try:
        copy, arrival = states.put(
            copy_id=copy.pk,
            state=form.state(),
            reason=form.cleaned_data["motif"],
            actor=request.user,
            now=timezone.now(),
            site=desk_site.of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        answer = returned_answers.noted(copy, arrival, here=False)
        messages.success(request, " ".join([answer.what, *answer.details]))
    if request.POST.get("rayons") and request.user.is_librarian:
        return redirect(f"{reverse('shelves')}?{urlencode({'liste': request.POST['rayons'][:40]})}")
    return redirect("copy_pieces", copy.pk)


@access.staff(Role.VOLUNTEER)
@require_POST
def ask(request, copy_id):
    """The box is to be counted, for whatever reason."""
    copy = _copy(copy_id)
    try:
        counts.later(copy_id=copy.pk, actor=request.user, now=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"« {copy.record.title} » est dans la liste des boîtes à compter.")
    return redirect("copy_pieces", copy.pk)


_SAID = {
    "retrouvee": "Retrouvé : {}.",
    "remplacee": "Remplacé : {}. La réserve a diminué.",
    "abandonnee": "La boîte fait sans : {}.",
    "indispensable": "Indispensable pour jouer : {}.",
    "accessoire": "On peut jouer sans « {} ».",
    "manque": "Manque de nouveau : {}.",
    "oubliee": "Ce n’est plus noté : {}. C’était une erreur.",
    "depuis": "Noté : depuis quel prêt manque « {} ».",
}


def _say_paid(request, piece: MissingPiece) -> None:
    """What the family was asked for a piece that is back may be given back."""
    if piece.charge is None or piece.charge.household_id is None:
        return  # the family is gone
    owed = accounts.balance(piece.charge.household_id) > 0
    amount = euros(piece.charge.amount_cents)
    what = f"La famille a {amount} à son compte" if owed else f"La famille a payé {amount}"
    then = "pour ne pas les lui demander" if owed else "pour les lui rendre"
    who = "" if request.user.is_librarian else "un bibliothécaire choisit "
    button = "« Ne plus le demander à la famille », sous « Réglé »"
    messages.warning(request, f"{what} pour cette pièce. {then.capitalize()} : {who}{button}.")


def _say_where(request, copy_id: int, arrival: Arrival | None = None) -> None:
    """A box that may go out again is to be put back, or goes to whoever waits for it."""
    copy = _copy(copy_id)
    if copy.open_loan:
        return
    arrival = arrival or Arrival()
    if copy.state == CopyState.INCOMPLETE:
        again = arrived.who_waits_again(arrival, copy)
        messages.warning(request, " ".join([f"La boîte reste à part. {copy.state_reason}", *again]))
    elif said := arrived.told(arrival, copy).lines:
        messages.success(request, " ".join(said))


def _page(request, copy: Copy, form: MissingForm | None = None, status: int = 200) -> HttpResponse:
    pieces, closed = missing.of_copy(copy)
    for piece in (*pieces, *closed):
        piece.family = missing.whose(piece.since_loan)
        piece.charged = life.is_charged(piece)
        piece.spare = piece.component.spare if piece.component else 0
    loans = _loans(copy)
    lent = copy.loans.open().select_related("member__household").first()
    last_back = loans[0][0] if loans else None
    known = {loan.pk for loan, _ in loans}
    for piece in pieces:
        older = piece.since_loan if piece.since_loan_id and piece.since_loan_id not in known else None
        piece.choices = [*loans, *([(older, _said(older))] if older else [])]
    parts = counting.parts_of(copy)
    context = {
        "copy": copy,
        "pieces": pieces,
        "closed": closed,
        "parts": parts,
        "form": form or _form(request, copy, parts=parts, loans=loans),
        "state_form": StateForm(initial={"etat": copy.state, "motif": copy.state_reason}),
        "last": counting.last_done(copy),
        "waits": copy.counts.filter(done_at=None).exists(),
        "lent": lent,
        "closed_today": last_back if _given_back_today(copy, last_back, lent) else None,
    }
    return render(request, "catalogue/pieces/copy.html", context, status=status)


def _given_back_today(copy: Copy, last: Loan | None, lent: Loan | None) -> bool:
    """Whether the loan of a lost box was ended today, which may be taken back."""
    if copy.state != CopyState.LOST or lent or last is None or last.member is None:
        return False
    return timezone.localdate(last.returned_at) == timezone.localdate()


def _loans(copy: Copy) -> list[tuple[Loan, str]]:
    return [(loan, _said(loan)) for loan in missing.latest_loans(copy)]


def _said(loan: Loan) -> str:
    family = missing.whose(loan)
    back = f"rendu le {day(loan.returned_at)}" if loan.returned_at else "en cours"
    return f"{family}, {back}" if family else f"Prêt {back}"


def _form(request, copy: Copy, parts=None, loans=None) -> MissingForm:
    return MissingForm(
        request.POST if request.method == "POST" else None,
        copy=copy,
        parts=counting.parts_of(copy) if parts is None else parts,
        loans=_loans(copy) if loans is None else loans,
    )


def _copy(copy_id: int) -> Copy:
    return get_object_or_404(Copy.objects.select_related("record", "section", "site"), pk=copy_id)
