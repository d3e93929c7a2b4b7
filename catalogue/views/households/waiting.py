"""Coming from the desk, where a family waits, and going back there."""

from django.http import HttpRequest
from django.urls import reverse

from catalogue.models import Household


def at_the_desk(request: HttpRequest, family: Household) -> int | None:
    """The member who waits at the desk (`adherent`), if one of this family does."""
    text = (request.POST if request.method == "POST" else request.GET).get("adherent", "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        return None
    return family.members.filter(pk=int(text)).values_list("pk", flat=True).first()


def lending(member_id: int) -> str:
    """The desk with that member's family."""
    return f"{reverse('checkout')}?adherent={member_id}"
