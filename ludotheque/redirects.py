"""After what somebody sent has been done: where to read what became of it."""

from django.http import HttpResponseRedirect


def see_other(address: str) -> HttpResponseRedirect:
    """303: the page is to be asked for anew, so that no reload and no « back » sends the same again."""
    return HttpResponseRedirect(address, status=303)
