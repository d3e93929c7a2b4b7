"""Coming from the desk, where a family waits, and going back there."""

from django.http import HttpRequest
from django.urls import reverse

from catalogue.models import Household
from ludotheque.numbers import digits


def at_the_desk(request: HttpRequest, family: Household) -> int | None:
    """The member who waits at the desk (`adherent`), if one of this family does."""
    member_id = digits((request.POST if request.method == "POST" else request.GET).get("adherent"))
    return family.members.filter(pk=member_id or 0).values_list("pk", flat=True).first()


def lending(member_id: int) -> str:
    """The desk with that member's family."""
    return f"{reverse('checkout')}?adherent={member_id}"
