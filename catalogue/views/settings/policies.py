"""The rules of lending: what holds in general, and what for some families, shelves or places."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.loan_policies import LoanPolicyForm
from catalogue.forms.settings import LendingForm
from catalogue.models import LoanPolicy, Role
from catalogue.policy import Refused
from catalogue.queries import loan_policies as reading
from catalogue.services import loan_policies as service
from catalogue.services import versions
from catalogue.views import conflicts
from catalogue.views.settings.library import subject


@access.staff(Role.MANAGER)
@require_safe
def lending(request):
    """What holds in each case, as one reads it aloud at the desk."""
    usual, by_rule, meeting = reading.cases(timezone.localdate())
    context = {"usual": usual, "by_rule": by_rule, "meeting": meeting, "most": reading.MOST}
    return render(request, "catalogue/settings/lending.html", context)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def usual(request):
    """What holds where no rule says otherwise."""
    return subject(
        request,
        LendingForm,
        "settings_lending_usual",
        "Partout ailleurs",
        template="catalogue/settings/lending_usual.html",
        done="settings_lending",
    )


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request, rule_id: int | None = None):
    """One rule; a new one without `rule_id`."""
    row = get_object_or_404(LoanPolicy, pk=rule_id) if rule_id else LoanPolicy()
    seen = versions.version(row) if rule_id else ""
    form = LoanPolicyForm(
        request.POST if request.method == "POST" else None, instance=row, initial={"seen": seen}
    )
    differing, status = None, 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                service.keep(rule=form.instance, actor=request.user, seen=form.cleaned_data["seen"])
            except versions.Changed:
                theirs = LoanPolicy.objects.get(pk=row.pk)
                differing, status = conflicts.differing(form, LoanPolicyForm(instance=theirs)), 409
                conflicts.meant(form, versions.version(theirs))
            except Refused as refused:
                form.add_error(None, refused.refusals[0].sentence)
                status = 409
            else:
                messages.success(request, "La règle est enregistrée ; elle vaut dès le prochain prêt.")
                return redirect("settings_lending")
    context = {"form": form, "rule_id": rule_id, "differing": differing}
    return render(request, "catalogue/settings/rule.html", context, status=status)


@access.staff(Role.MANAGER)
@require_POST
def remove(request, rule_id: int) -> HttpResponse:
    try:
        gone = service.remove(rule_id=rule_id, actor=request.user)
    except LoanPolicy.DoesNotExist as error:
        raise Http404 from error
    messages.success(request, f"La règle « {gone} » est supprimée. Les prêts déjà faits gardent leur date.")
    return redirect("settings_lending")
