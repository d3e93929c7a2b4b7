"""The words of a mail."""

from django import forms

from catalogue.letters import Letter, fault
from catalogue.models import MailText
from catalogue.templatetags.look import french

SUBJECT = MailText._meta.get_field("subject").max_length or 0


class MailTextForm(forms.Form):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    subject = forms.CharField(label="Objet", max_length=SUBJECT)
    body = forms.CharField(
        label="Texte",
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 16}),
        help_text="La signature de la ludothèque (nom, adresse, téléphone, courriel) vient seule à la fin.",
    )

    def __init__(self, *args, letter: Letter, **kwargs):
        super().__init__(*args, **kwargs)
        self.letter = letter

    def clean_subject(self):
        subject = french(self.cleaned_data["subject"])
        if len(subject) > SUBJECT:  # with the spaces that French wants
            raise forms.ValidationError(f"Trop long : {SUBJECT} signes au plus, espaces comprises.")
        return subject

    def clean_body(self):
        return french(self.cleaned_data["body"].replace("\r\n", "\n"))

    def clean(self):
        values = super().clean() or self.cleaned_data
        if "subject" in values and "body" in values:
            found = fault(self.letter, values["subject"], values["body"])
            if found:
                self.add_error(*found)
        return values
