"""The form of the first visit."""

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from catalogue.forms.sense import visible
from catalogue.models import Library, User


class SetupForm(forms.Form):
    """The library's name, and who answers for it."""

    library_name = forms.CharField(
        label="Nom de la ludothèque",
        max_length=Library._meta.get_field("name").max_length,
        help_text="Il paraîtra en haut de chaque page.",
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    first_name = forms.CharField(
        label="Votre prénom", max_length=150, widget=forms.TextInput(attrs={"autocomplete": "given-name"})
    )
    last_name = forms.CharField(
        label="Votre nom", max_length=150, widget=forms.TextInput(attrs={"autocomplete": "family-name"})
    )
    username = forms.CharField(
        label="Identifiant",
        max_length=150,
        validators=[
            UnicodeUsernameValidator(
                message="Un identifiant ne contient que des lettres, des chiffres, et . @ + - _"
            )
        ],
        help_text="Pour vous connecter : des lettres, des chiffres, et . @ + - _",
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label="Mot de passe",
        strip=False,
        help_text="Dix caractères au moins, pas seulement des chiffres. Une courte phrase convient bien.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password_again = forms.CharField(
        label="Le même mot de passe, encore une fois",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_library_name(self):
        return visible(self.cleaned_data["library_name"])

    def clean_username(self):
        username = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError("Un compte porte déjà cet identifiant : choisissez-en un autre.")
        return username

    def clean(self):
        values = super().clean() or self.cleaned_data
        password, again = values.get("password"), values.get("password_again")
        if password and again and password != again:
            self.add_error("password_again", "Les deux mots de passe diffèrent : tapez le même deux fois.")
        if password:
            account = User(
                username=values.get("username", ""),
                first_name=values.get("first_name", ""),
                last_name=values.get("last_name", ""),
            )
            try:
                password_validation.validate_password(password, account)
            except ValidationError as error:
                self.add_error("password", error)
        return values
