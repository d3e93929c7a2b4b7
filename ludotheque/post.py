"""Whether and in whose name mail goes out, and in French why it did not."""

import smtplib
import socket
import ssl
from email.utils import quote

from django.conf import settings

# these take a mail and send nothing
_SILENT = {
    "django.core.mail.backends.console.EmailBackend",
    "django.core.mail.backends.dummy.EmailBackend",
}


class Failure(Exception):
    """A mail did not go; `final`: it never will."""

    def __init__(self, why: str, *, final: bool = False):
        super().__init__(why)
        self.final = final


def why_off() -> str:
    """Why this installation sends no mail, in a sentence; empty where it does."""
    if settings.EMAIL_BACKEND in _SILENT:
        return "L’envoi de courriels n’est pas configuré (EMAIL_URL)."
    if not settings.SITE_URL:
        return "L’adresse publique du site n’est pas configurée (SITE_URL)."
    return ""


def sender(name: str, address: str) -> str:
    """`From`: the address that the installation gives, else the library's own, under the library's name."""
    address = settings.MAIL_FROM or address
    if not address:
        raise Failure("Aucune adresse d’expéditeur : donnez le courriel de la ludothèque dans les réglages.")
    name = quote(" ".join(name.split()))
    # Django writes it as headers want it, names of domains with accents too
    return f'"{name}" <{address}>' if name and "<" not in address else address


def failure(error: Exception) -> Failure:
    """What went wrong between us and the mail server."""
    match error:
        case Failure():
            return error
        case smtplib.SMTPAuthenticationError():
            return Failure("Le serveur de courrier refuse notre mot de passe (EMAIL_URL).")
        case smtplib.SMTPRecipientsRefused():
            code, said = next(iter(error.recipients.values()), (0, b""))
            return Failure(f"L’adresse est refusée : {_reply(code, said)}", final=code >= 500)
        case smtplib.SMTPSenderRefused():
            return Failure(
                f"Notre adresse d’expéditeur est refusée : {_reply(error.smtp_code, error.smtp_error)}"
            )
        case smtplib.SMTPDataError():
            reply = _reply(error.smtp_code, error.smtp_error)
            return Failure(f"Le message est refusé : {reply}", final=error.smtp_code >= 500)
        case ssl.SSLError():
            return Failure("La connexion chiffrée au serveur de courrier a échoué.")
        case smtplib.SMTPServerDisconnected() | TimeoutError() | ConnectionError():
            return Failure("Le serveur de courrier ne répond pas.")
        case socket.gaierror():
            return Failure("Le serveur de courrier est introuvable (EMAIL_URL), ou le réseau est coupé.")
        case smtplib.SMTPException():
            return Failure(f"Le serveur de courrier a refusé : {error}")
        case OSError():
            return Failure(f"Le serveur de courrier n’est pas joignable : {error.strerror or error}")
    return Failure(f"Ce courriel ne peut pas partir : {error}", final=True)


def _reply(code: int, said: bytes | str) -> str:
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join(f"{code} {words}".split())
