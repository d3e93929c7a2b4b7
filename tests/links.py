"""What tests do with the links of accounts: find them, open them, choose a password."""

import re

from django.core import mail as outbox

from catalogue.services import posting

_SHOWN = re.compile(r'link-words">(http\S+?)<')
_MAILED = re.compile(r"https://ludo\.example\.org(/compte/\S+)")


def shown(answer) -> str:
    """The path of the link on a page of the staff."""
    address = _SHOWN.search(answer.text)[1]
    return "/" + address.split("/", 3)[3]


def mailed() -> str:
    """The path of the link in the last mail, which the worker sends now."""
    posting.send_waiting()
    return _MAILED.search(outbox.outbox[-1].body)[1]


def choose(client, path: str, password: str):
    return client.post(path, {"new": password, "again": password})
