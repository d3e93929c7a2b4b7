"""Forms of the calendar: the week of a site, days on which it closes, days on which it opens besides."""

import datetime
from itertools import pairwise

from django import forms

from catalogue.forms import sense
from catalogue.forms.inputs import DATE
from catalogue.models import Closure, ExceptionalOpening, OpeningPeriod
from catalogue.policy import french_date

LONG = datetime.timedelta(days=92)
TIME = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def days_of(first: datetime.date, last: datetime.date) -> str:
    """« le 1er mai 2026 », « du 1er au… »: the days of a closure."""
    if first == last:
        return f"le {french_date(first)}"
    return f"du {french_date(first)} au {french_date(last)}"


class SeenForm(forms.Form):
    """Which version its writer had before her."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)


class OpeningForm(forms.ModelForm):
    class Meta:
        model = OpeningPeriod
        fields = ["weekday", "opens_at", "closes_at"]
        widgets = {"opens_at": TIME, "closes_at": TIME}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["weekday"].choices = [("", "choisir un jour"), *self.fields["weekday"].choices[1:]]

    def clean(self):
        values = super().clean() or self.cleaned_data
        opens, closes = values.get("opens_at"), values.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", "On fermerait avant d’ouvrir. Corrigez une des heures.")
        return values


class OpeningFormSet(forms.BaseFormSet):
    """The week as it is to be: rows by what they say, for in a second tab they may be others by now."""

    def clean(self):
        """No two periods of a day overlap."""
        super().clean()
        periods: list[tuple] = []
        for form in self.forms:
            values = getattr(form, "cleaned_data", None)
            if (
                not values
                or values.get("DELETE")
                or not {"weekday", "opens_at", "closes_at"} <= values.keys()
            ):
                continue
            periods.append((values["weekday"], values["opens_at"], values["closes_at"], form))
        periods.sort(key=lambda period: period[:3])
        for before, after in pairwise(periods):
            if before[0] == after[0] and after[1] < before[2]:
                after[3].add_error("opens_at", "Cette plage en recouvre une autre du même jour.")

    @property
    def periods(self) -> list[tuple]:
        """(weekday, opens at, closes at) of each row that stays."""
        return [
            (values["weekday"], values["opens_at"], values["closes_at"])
            for values in self.cleaned_data
            if values and not values.get("DELETE")
        ]


Openings = forms.formset_factory(OpeningForm, formset=OpeningFormSet, extra=2, max_num=40, can_delete=True)


class _SpanForm(forms.ModelForm):
    """Days at one site or at all."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        site = self.fields["site"]
        site.empty_label = "tous les sites"
        if not site.queryset.exists():
            del self.fields["site"]


class ClosureForm(_SpanForm):
    """One that covers another's days is refused; a long one is asked about, for its year may be a slip."""

    sure = forms.BooleanField(label="Oui, fermé tout ce temps", required=False, widget=forms.HiddenInput)

    class Meta:
        model = Closure
        fields = ["site", "starts_on", "ends_on", "reason"]
        widgets = {"starts_on": DATE, "ends_on": DATE}
        help_texts = {
            "ends_on": "Dernier jour fermé. Le même que le premier pour un seul jour.",
            "reason": "Les familles le lisent : « Inventaire », « Congés d’été ».",
        }

    def clean_starts_on(self):
        return sense.near(self.cleaned_data["starts_on"])

    def clean_ends_on(self):
        return sense.near(self.cleaned_data["ends_on"])

    def clean(self):
        values = super().clean() or self.cleaned_data
        first, last = values.get("starts_on"), values.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", "La fermeture finirait avant de commencer. Corrigez une des dates.")
        elif first and last:
            self._check_covers(first, last, values.get("site"))
            if last - first > LONG and not values.get("sure"):
                self.fields["sure"].widget = forms.CheckboxInput()
                self.add_error("sure", "Plus de trois mois. Vérifiez les dates, ou cochez pour confirmer.")
        return values

    def _check_covers(self, first, last, site) -> None:
        """Of one site the days are told once; a site may close longer than all do, not within."""
        others = Closure.objects.exclude(pk=self.instance.pk)
        there = others.filter(site=site, starts_on__lte=last, ends_on__gte=first).first()
        if site is not None and there is None:
            there = others.filter(site=None, starts_on__lte=first, ends_on__gte=last).first()
        if there is None:
            return
        if (there.starts_on, there.ends_on, there.site) == (first, last, site):
            self.add_error("starts_on", "Cette fermeture est déjà notée, aux mêmes jours.")
        else:
            days = days_of(there.starts_on, there.ends_on)
            why = f" ({there.reason})" if there.reason else ""
            then = "Changez celle-là, ou choisissez d’autres jours."
            self.add_error("starts_on", f"Il y a déjà une fermeture {days}{why}. {then}")


class ExceptionalOpeningForm(_SpanForm):
    class Meta:
        model = ExceptionalOpening
        fields = ["site", "on", "opens_at", "closes_at", "reason"]
        widgets = {"on": DATE, "opens_at": TIME, "closes_at": TIME}
        help_texts = {"reason": "Les familles le lisent : « Fête du jeu »."}

    def clean_on(self):
        return sense.near(self.cleaned_data["on"])

    def clean(self):
        values = super().clean() or self.cleaned_data
        opens, closes = values.get("opens_at"), values.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", "On fermerait avant d’ouvrir. Corrigez une des heures.")
        elif opens and closes and values.get("on"):
            self._check_covers(values["on"], opens, closes, values.get("site"))
        return values

    def _check_covers(self, day, opens, closes, site) -> None:
        others = ExceptionalOpening.objects.exclude(pk=self.instance.pk)
        there = others.filter(site=site, on=day, opens_at__lt=closes, closes_at__gt=opens).first()
        if there:
            hours = f"de {there.opens_at:%H:%M} à {there.closes_at:%H:%M}"
            self.add_error(
                "opens_at",
                f"Il y a déjà une ouverture ce jour-là, {hours}. Changez-la, ou choisissez d’autres heures.",
            )
