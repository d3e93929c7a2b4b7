"""Forms as a browser fills them."""


def filled(page, **changes) -> dict:
    """What a browser would send back from the form on `page`, with some of it typed anew."""
    values = {}
    forms = [page.context["form"]]
    for rows in map(page.context.get, ("people", "categories", "parts", "links", "hours")):
        if rows is not None:
            forms += [rows.management_form, *rows]
    for form in forms:
        for field in form:
            value = field.value()
            if value is not None and value is not False:
                values[field.html_name] = value
    return values | changes
