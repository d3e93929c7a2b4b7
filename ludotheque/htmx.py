"""What a whole page needs to take the place of the one that asked for a part."""

from django.http import HttpRequest, HttpResponse


def take_whole_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Where htmx asked for a part of a page, lets this answer take the whole page's place."""
    if request.headers.get("HX-Request") == "true":
        response["HX-Retarget"] = "body"
        response["HX-Reswap"] = "innerHTML show:window:top"
        # the part asked for is not in it: all of it is shown
        response["HX-Reselect"] = "unset"
    return response
