"""What a constraint of the database forbids is said in the house's words, and with what to do."""

import importlib
import pkgutil

from django.apps import apps
from django.db.models import BaseConstraint
from django.forms import ModelForm

from catalogue import forms

# what an import writes without a form
BROUGHT_IN = ("record", "copy", "category", "contribution", "component", "document", "link", "identifier")


def spoken_of() -> set:
    """Models that a form or an import writes."""
    for module in pkgutil.iter_modules(forms.__path__):
        importlib.import_module(f"{forms.__name__}.{module.name}")
    edited = {
        form._meta.model
        for form in ModelForm.__subclasses__()
        if form.__module__.startswith("catalogue.") and form._meta.model
    }
    return edited | {apps.get_model("catalogue", name) for name in BROUGHT_IN}


def test_each_constraint_that_a_form_or_an_import_may_meet_has_words_of_its_own():
    constraints = [one for model in spoken_of() for one in model._meta.constraints]
    assert len(constraints) > 20
    silent = {
        one.name
        for one in constraints
        if one.violation_error_message == BaseConstraint.default_violation_error_message
    }
    assert not silent
