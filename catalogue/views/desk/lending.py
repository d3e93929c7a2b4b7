"""Lending: a card, then boxes."""

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from catalogue import access, policy
from catalogue.forms.desk import ScanForm
from catalogue.models import Loan, Member, Role
from catalogue.queries import desk as reading
from catalogue.queries import loans as loan_lists
from catalogue.services import loans
from catalogue.views.desk import answers
from catalogue.views.desk.answers import Answer
from catalogue.views.desk.parts import digits, member_of, page


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def checkout(request):
    """A card, then boxes; a plain form, or the same by parts."""
    if request.method != "POST":
        member = member_of(digits(request.GET.get("adherent")))
        answer = answers.welcome(member) if member else None
        lent = digits(request.GET.get("pret"))
        if member and lent:
            theirs = Loan.objects.open().filter(pk=lent, member__household=member.household)
            loan = theirs.select_related("copy__record").first()
            answer = answers.lent(loan) if loan else answer
        return _counter(request, member, answer)
    member_id = digits(request.POST.get("adherent"))
    if "annuler" in request.POST:
        return _undo_checkout(request, member_of(member_id))
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _counter(request, member_of(member_id), answers.unread())
    code = form.cleaned_data["code"]
    found = reading.anything(code, box_first=member_id is not None)
    if found.member_id:
        member = member_of(found.member_id)
        return _next(request, member, answers.welcome(member), adherent=member.pk)
    if found.copy and member_id:
        try:
            loan = loans.checkout(
                copy=found.copy, member_id=member_id, actor=request.user, today=timezone.localdate()
            )
        except policy.Refused as refused:
            return _counter(request, member_of(member_id), answers.refusal(refused))
        except ObjectDoesNotExist:  # removed by somebody in the meantime
            return _counter(request, None, answers.gone())
        return _next(request, loan.member, answers.lent(loan), adherent=member_id, pret=loan.pk)
    if found.copy:
        return _counter(request, None, answers.card_first(found.copy))
    here = member_of(member_id)
    if found.certain and here is None:
        member = member_of(found.households[0].members.all()[0].pk)
        return _next(request, member, answers.welcome(member), adherent=member.pk)
    if found.households:
        return _counter(request, here, answers.which_family(found, here))
    return _counter(request, here, answers.unknown(code, "Vérifiez le code, ou tapez le nom de la famille."))


def _undo_checkout(request, member: Member | None) -> HttpResponse:
    try:
        loan = loans.undo_checkout(
            loan_id=digits(request.POST["annuler"]) or 0, actor=request.user, today=timezone.localdate()
        )
    except policy.Refused as refused:
        return _counter(request, member, answers.refusal(refused))
    answer = Answer(
        "ok", f"Prêt annulé : « {loan.copy.record.title} »", ["La boîte est de nouveau en rayon."]
    )
    if not request.htmx:
        messages.success(request, answer.what)
        return redirect(
            f"{reverse('checkout')}?{urlencode({'adherent': member.pk})}" if member else "checkout"
        )
    return _counter(request, member, answer)


def _counter(request, member: Member | None, answer: Answer | None) -> HttpResponse:
    today = timezone.localdate()
    context: dict = {"member": member, "answer": answer, "today": today}
    if member:
        theirs = loan_lists.of_household(member.household_id)
        context["loans"] = sorted(theirs, key=lambda loan: -loan.pk)  # what has just passed, first
        context["undoable"] = [
            loan.pk for loan in context["loans"] if timezone.localdate(loan.lent_at) == today
        ]
        context["membership"] = member.household.membership(today)
    return page(request, "catalogue/desk/checkout.html", context, answer)


def _next(request, member: Member | None, answer: Answer, **shown: int) -> HttpResponse:
    """After an act: the page that shows it, by its address or, for a part, at once."""
    if not request.htmx:
        return redirect(f"{reverse('checkout')}?{urlencode(shown)}")
    response = _counter(request, member, answer)
    # the family lives in the address; the last box need not
    response["HX-Replace-Url"] = f"{reverse('checkout')}?{urlencode({'adherent': shown['adherent']})}"
    return response
