"""What the pages of the desk share: a page or its part, and who stands there."""

from django.http import HttpResponse
from django.shortcuts import render

from catalogue import desk_site
from catalogue.models import Member
from catalogue.views.desk.answers import Answer


def page(request, template: str, context: dict, answer: Answer | None) -> HttpResponse:
    part = f"{template}#scanned" if request.htmx else template
    if not request.htmx:
        context |= {"site": desk_site.choice(request), "here": request.path}
    return render(request, part, context, status=answer.status if answer else 200)


def member_of(member_id: int | None) -> Member | None:
    return Member.objects.select_related("household").filter(pk=member_id).first() if member_id else None
