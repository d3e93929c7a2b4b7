"""The forms of one's own account."""

from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError


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


class PasswordForm(forms.Form):
    """The old password, and twice the new one."""

    old = forms.CharField(
        label="Mot de passe actuel",
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
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

    def clean_old(self):
        if not self.user.check_password(self.cleaned_data["old"]):
            raise ValidationError(
                "Ce n'est pas le mot de passe actuel. Tapez celui qui vous sert aujourd'hui."
            )
        return self.cleaned_data["old"]

    def clean_new(self):
        password_validation.validate_password(self.cleaned_data["new"], self.user)
        return self.cleaned_data["new"]

    def clean(self):
        values = super().clean() or self.cleaned_data
        if values.get("new") and values.get("again") and values["new"] != values["again"]:
            self.add_error("again", "Les deux nouveaux mots de passe diffèrent. Tapez le même deux fois.")
        return values
