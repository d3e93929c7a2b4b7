"""What the page /style/ shows: invented boxes and a form, so that every part can be seen at once."""

import re
from dataclasses import dataclass

from django import forms
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

TOKENS = ["paper", "card", "ink", "soft", "line", "edge", "brick", "sea", "leaf", "honey", "plum"]


@dataclass(frozen=True, slots=True)
class Box:
    """As much of a record as a shelf shows."""

    slug: str
    title: str
    family: str
    call_number: str
    min_players: int | None
    max_players: int | None
    min_age: int | None
    max_age: int | None
    duration: int | None
    copy_count: int
    available_count: int

    def get_absolute_url(self) -> str:
        return "#etagere"


# the slugs are those that show each drawing of a family once
BOXES = [
    Box("m-mes-mousta-6", "Mêmes moustaches", "association", "MEM", 2, 8, 4, None, 15, 3, 2),
    Box("trio-111", "Trio", "association", "TRI", 3, 6, 7, None, 15, 1, 1),
    Box("le-grand-tri-2", "Le Grand Tricot", "association", "GRA", 2, 4, 8, None, 45, 1, 0),
    Box("cap-ou-pas-c-20", "Cap ou pas Cap", "hasard", "CAP", 2, 6, 6, None, 20, 2, 2),
    Box("le-marchand--25", "Le Marchand de vent", "hasard", "MAR", 2, 5, 10, None, 60, 1, 1),
    Box("pile-81", "Pile", "hasard", "PIL", 2, 2, 5, None, 10, 1, 1),
    Box("les-quatre-t-22", "Les Quatre Tours", "strategie", "QUA", 2, 2, 9, None, 40, 1, 1),
    Box("ruche-49", "Ruche", "strategie", "RUC", 2, None, 9, None, None, 2, 0),
    Box(
        "la-longue-ba-45",
        "La Longue Bataille du marais de Sainte-Opportune",
        "strategie",
        "LON",
        3,
        5,
        14,
        None,
        180,
        1,
        1,
    ),
    Box("tout-droit-18", "Tout droit", "circuit", "TOU", 2, 6, 5, 10, 25, 1, 1),
    Box("escargots-12", "Escargots", "circuit", "ESC", 2, 4, 4, None, 15, 4, 1),
    Box("le-tour-du-l-132", "Le Tour du lac", "circuit", "TOU", 2, 6, 8, None, 75, 1, 0),
    Box("patatras-20", "Patatras", "adresse", "PAT", 1, 12, 6, None, 15, 2, 1),
    Box("quilibre-41", "Équilibre", "adresse", "EQU", 2, 4, 5, None, 30, 1, 1),
    Box("anneaux-22", "Anneaux", "adresse", "ANN", 1, None, 3, 6, None, 1, 1),
    Box("mot-mot-11", "Mot à mot", "langue", "MOT", 2, 6, 8, None, 30, 1, 1),
    Box("dis-le-autre-16", "Dis-le autrement", "langue", "DIS", 4, 10, 12, None, 30, 1, 1),
    Box("ufs-et-ab-c--7", "Œufs et abécédaires", "langue", "OEU", 2, 4, 6, None, 20, 1, 0),
    Box("boussole-10", "Boussole", "savoir", "BOU", 2, 6, 10, None, 20, 1, 1),
    Box("d-un-bout-du-8", "D’un bout du monde à l’autre", "savoir", "DUN", 2, 6, 8, None, 60, 1, 1),
    Box("plan-te-100", "Planète", "savoir", "PLA", 1, 4, 7, None, 45, 2, 2),
    Box("toupies-8", "Toupies", "autre", "TOP", 1, None, None, None, None, 0, 0),
    Box("kermesse-24", "Kermesse", "autre", "KER", None, None, None, None, None, 1, 1),
    Box("anticonstitu-55", "Anticonstitutionnellement", "autre", "0012", 2, 4, None, None, None, 1, 1),
]


class SampleForm(forms.Form):
    """Every kind of control, one of them filled in wrongly."""

    name = forms.CharField(label="Nom du foyer", max_length=60)
    barcode = forms.CharField(
        label="Carte",
        required=False,
        help_text="Sous les barres de la carte ; les zéros de tête comptent.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    email = forms.EmailField(label="Courriel", required=False)
    since = forms.DateField(
        label="Adhérent depuis le", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    people = forms.IntegerField(label="Joueurs", required=False, min_value=1)
    state = forms.ChoiceField(label="État", choices=[("service", "En service"), ("compter", "À compter")])
    on_site = forms.BooleanField(label="À jouer sur place", required=False)
    role = forms.ChoiceField(
        label="Rôle",
        widget=forms.RadioSelect,
        choices=[("volunteer", "Bénévole"), ("librarian", "Ludothécaire"), ("manager", "Responsable")],
    )
    notes = forms.CharField(
        label="Remarques",
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Pour l’équipe.",
    )


def page(request: HttpRequest) -> HttpResponse:
    """Every part of the look on one page; served in debug only."""
    form = SampleForm(
        {"name": "", "barcode": "0012", "email": "famille@", "since": "2026-03-12", "state": "service"}
    )
    return render(
        request,
        "style.html",
        {
            "tokens": TOKENS,
            "boxes": BOXES,
            "box": BOXES[4],
            "form": form,
            "icons": re.findall(
                r'<symbol id="([\w-]+)"', (settings.BASE_DIR / "static/icons.svg").read_text(encoding="utf-8")
            ),
            "page": Paginator(range(60), 20).page(2),
            "messages": [
                Message(constants.SUCCESS, "Le foyer Nguyen-Lefèvre est enregistré."),
                Message(constants.INFO, "La ludothèque est fermée samedi 4 avril 2026."),
                Message(constants.WARNING, "L’adhésion se termine le 31 mars : pensez à la renouveler."),
                Message(
                    constants.ERROR,
                    "La carte 0012 n’est pas enregistrée. Elle a peut-être été remplacée. "
                    "Cherchez la famille par son nom.",
                ),
            ],
        },
    )
