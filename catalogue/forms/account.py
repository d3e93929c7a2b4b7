"""The forms of one's own account."""

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from catalogue.forms import sense
from catalogue.models import Role


class LoginForm(forms.Form):
    username = forms.CharField(
        label="Identifiant ou courriel",
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label="Mot de passe",
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NewPasswordForm(forms.Form):
    """A password, twice: for who comes by a link."""

    new = forms.CharField(
        label="Nouveau mot de passe",
        strip=False,
        max_length=4096,
        help_text="Dix caractères au moins, pas seulement des chiffres. Une courte phrase convient bien.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label="Le nouveau, encore une fois",
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args, user, **kwargs):
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_new(self):
        password_validation.validate_password(self.cleaned_data["new"], self.user)
        return self.cleaned_data["new"]

    def clean(self):
        values = super().clean() or self.cleaned_data
        if values.get("new") and values.get("again") and values["new"] != values["again"]:
            self.add_error("again", "Les deux nouveaux mots de passe diffèrent. Tapez le même deux fois.")
        return values


class _KnownPassword(forms.Form):
    """The password of today, before something is changed that it guards."""

    old = forms.CharField(
        label="Mot de passe actuel",
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_old(self):
        if not self.user.check_password(self.cleaned_data["old"]):
            raise ValidationError(
                "Ce n’est pas le mot de passe actuel. Tapez celui qui vous sert aujourd’hui."
            )
        return self.cleaned_data["old"]


class PasswordForm(_KnownPassword, NewPasswordForm):
    """The old password, and twice the new one."""

    field_order = ("old", "new", "again")


class ForgottenForm(forms.Form):
    identifier = forms.CharField(
        label="Identifiant ou courriel",
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class AddressForm(_KnownPassword):
    """Another address for one's own account."""

    email = forms.EmailField(
        label="Nouvelle adresse",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "old")

    def __init__(self, *args, user, **kwargs):
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_email(self):
        email = self.cleaned_data["email"]
        if email.lower() == self.user.email.lower():
            raise ValidationError("C’est déjà l’adresse de ce compte. Tapez-en une autre.")
        return email


def _text(label: str, help_text: str = "", **attrs) -> dict:
    return {
        "label": label,
        "help_text": help_text,
        "max_length": 150,
        "widget": forms.TextInput(attrs={"autocomplete": "off", **attrs}),
    }


_ROLES = [(role.value, role.label) for role in Role if role != Role.MEMBER]


class RoleForm(forms.Form):
    role = forms.ChoiceField(label="Rôle", choices=_ROLES)


class EmailForm(forms.Form):
    """The address of somebody else's account."""

    email = forms.EmailField(
        label="Courriel",
        required=False,
        max_length=254,
        help_text="L’ancienne adresse est prévenue.",
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class InvitationForm(forms.Form):
    """Who is invited to have an account; a family's has no role to choose."""

    first_name = forms.CharField(**_text("Prénom"))
    last_name = forms.CharField(**_text("Nom"))
    username = forms.CharField(
        **_text(
            "Identifiant",
            "Pour se connecter. Vide : prénom.nom, et l’adresse de courriel sert aussi bien.",
            autocapitalize="none",
            spellcheck="false",
        ),
        required=False,
        validators=[
            UnicodeUsernameValidator(
                message="Un identifiant ne contient que des lettres, des chiffres, et . @ + - _"
            )
        ],
    )
    email = forms.EmailField(
        label="Courriel",
        required=False,
        max_length=254,
        help_text="L’invitation y part. Vide : la page suivante montre un lien à transmettre.",
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label="Rôle",
        choices=_ROLES,
        help_text=(
            "Bénévole : prêter et rendre. Ludothécaire : aussi le catalogue et les foyers. "
            "Responsable : aussi les réglages et les comptes."
        ),
    )

    def __init__(self, *args, of_family: bool, **kwargs):
        super().__init__(*args, **kwargs)
        if of_family:
            del self.fields["role"]

    def clean_first_name(self):
        return sense.visible(self.cleaned_data["first_name"])

    def clean_last_name(self):
        return sense.visible(self.cleaned_data["last_name"])

    def values(self) -> dict:
        """What the service takes."""
        return self.cleaned_data | {"role": Role(self.cleaned_data.get("role", Role.MEMBER))}
