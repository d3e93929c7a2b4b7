"""Inputs that many forms of the staff share."""

from django import forms

DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
