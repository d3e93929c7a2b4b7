"""The one input of the desk."""

from django import forms


class ScanForm(forms.Form):
    """A code from the scanner or the keyboard, or a name."""

    code = forms.CharField(max_length=200, error_messages={"required": "Rien n’a été lu."})
    adherent = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
