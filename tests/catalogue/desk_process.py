"""A desk in a process of its own. It imports nothing of Django before it has set Django up."""


def desk(database, number, act, arguments, start, answers):
    """One process: sets up, waits for all others, acts once, tells what came of it."""
    import django
    from django.conf import settings

    settings.DATABASES["default"] = database
    django.setup()
    from django.db import connection

    from catalogue import policy
    from catalogue.services import loans, returns

    connection.ensure_connection()
    start.wait(240)
    try:
        {"checkout": loans.checkout, "checkin": returns.checkin}[act](**arguments)
        answers.put((number, "done", ""))
    except policy.Refused as refused:
        answers.put((number, *refused.codes, str(refused)))
    except Exception as error:
        answers.put((number, "error", repr(error)))
