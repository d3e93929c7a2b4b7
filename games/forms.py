"""The form that starts a game."""

import uuid
from typing import Any

from django import forms

from games import tables
from games.models import PERSON
from games.registry import Game

BOT_NAMES = ("Nino", "Zélie", "Malo", "Inès", "Basile", "Lou", "Youri", "Agathe", "Timéo", "Fatou", "Gabin")
LEVELS = {
    "novice": "débutants : ils jouent un peu au hasard",
    "familier": "habitués : ils jouent bien",
    "expert": "experts : ils réfléchissent avant de jouer",
}
LONGEST_NAME = 20


class StartForm(forms.Form):
    """Who plays, against whom, by which rules. What it makes is `setup()`."""

    id = forms.UUIDField(widget=forms.HiddenInput, required=False)
    names = forms.CharField(
        label="Qui joue sur cet écran ?",
        required=False,
        max_length=240,
        help_text="Un prénom, ou plusieurs séparés par des virgules : vous vous passerez l’écran.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    bots = forms.TypedChoiceField(label="Joueurs tenus par l’ordinateur", coerce=int)
    level = forms.ChoiceField(label="Ces joueurs sont", widget=forms.RadioSelect)

    def __init__(self, game: Game, data: Any = None, preset: Any = None) -> None:
        assert game.rules is not None
        table = tables.of(game.slug)
        super().__init__(data, prefix=None, auto_id="start_%s")
        self.game = game
        fewest, most = game.rules.seats[0] - 1, game.rules.seats[-1] - 1
        self.initial = {"id": uuid.uuid4(), "bots": max(fewest, min(2, most))}
        bots, level = self.fields["bots"], self.fields["level"]
        assert isinstance(bots, forms.ChoiceField)
        assert isinstance(level, forms.ChoiceField)
        bots.choices = [(n, "aucun" if not n else str(n)) for n in range(most + 1)]
        levels = [(bot, LEVELS.get(bot, bot)) for bot in game.bots]
        level.choices = levels
        self.initial["level"] = levels[0][0]
        self.option_names = []
        for name, (label, choices) in table.options.items():
            values = {str(value).lower(): value for value in choices}
            field = forms.TypedChoiceField(
                label=label,
                choices=[(str(value).lower(), said) for value, said in choices.items()],
                coerce=values.__getitem__,
                widget=forms.RadioSelect if len(choices) < 3 else forms.Select,
                # what the form leaves out is played as proposed
                required=False,
                empty_value=table.start[name],
            )
            field.widget.is_required = True
            self.fields[f"option_{name}"] = field
            self.option_names.append(name)
            proposed = (preset or {}).get(name, "")
            self.initial[f"option_{name}"] = (
                proposed if proposed in values else str(table.start[name]).lower()
            )

    @property
    def has_own_rules(self) -> bool:
        """Whether another rule than the proposed one is set, so that it must be seen."""
        proposed = tables.of(self.game.slug).start
        return any(
            str(self[f"option_{name}"].value() or "") not in ("", str(proposed[name]).lower())
            for name in self.option_names
        )

    @property
    def option_fields(self) -> list[Any]:
        return [self[f"option_{name}"] for name in self.option_names]

    def clean_names(self) -> list[str]:
        names = [" ".join(name.split()) for name in self.cleaned_data["names"].split(",")]
        names = [name for name in names if name]
        for name in names:
            if len(name) > LONGEST_NAME:
                raise forms.ValidationError(
                    f"« {name} » est trop long : {LONGEST_NAME} lettres au plus. Un prénom suffit."
                )
        if len({name.casefold() for name in names}) < len(names):
            raise forms.ValidationError(
                "Deux prénoms sont les mêmes : ajoutez une lettre, pour ne pas les confondre."
            )
        return names or ["Joueur 1"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        assert self.game.rules is not None
        if "names" in data and "bots" in data:
            count, allowed = len(data["names"]) + data["bots"], self.game.rules.seats
            if count not in allowed:
                more = "Ajoutez un prénom ou un joueur." if count < allowed[0] else "Enlevez-en."
                self.add_error(
                    "bots",
                    f"{self.game.name} se joue de {allowed[0]} à {allowed[-1]}, "
                    f"et vous seriez {count}. {more}",
                )
            elif not self.errors and (unfit := tables.of(self.game.slug).unfit(count, self._options(data))):
                self.add_error(f"option_{unfit[0]}", unfit[1])
        return data

    def _options(self, data: dict[str, Any]) -> dict[str, Any]:
        return {name: data[f"option_{name}"] for name in self.option_names}

    def setup(self) -> dict[str, Any]:
        """What services.start asks for."""
        data = self.cleaned_data
        people = data["names"]
        taken = {name.casefold() for name in people}
        bots = [name for name in BOT_NAMES if name.casefold() not in taken]
        seats = [{"name": name, "kind": PERSON} for name in people]
        seats += [{"name": bots[n], "kind": data["level"]} for n in range(data["bots"])]
        return {
            "game": self.game.slug,
            "seats": seats,
            "options": self._options(data),
            "id": data["id"],
        }
