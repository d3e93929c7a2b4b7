"""The herds: what each player has of each family, what can be traded, and what complete families count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.boursicocotte.animals import FAMILY, SPECIES, VALUE
from games.engines.boursicocotte.moves import TRADE, Move
from games.engines.boursicocotte.view import View
from games.engines.boursicocotte.words import several, the_animal
from games.engines.kernel.rulebook import french


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player has of a family. With `move` it can be pressed for a trade, legal (`goes`) or not."""

    number: int
    told: str
    you: bool
    move: str = ""
    label: str = ""
    goes: bool = False

    @property
    def heads(self) -> range:
        return range(self.number)

    @property
    def complete(self) -> bool:
        return self.number == FAMILY


@dataclass(frozen=True, slots=True)
class Family:
    species: str
    name: str
    value: int
    cells: tuple[Cell, ...]
    here: bool  # what is being sold or traded


@dataclass(frozen=True, slots=True)
class Total:
    """The points of one player's complete families: what is added up, and how often it counts."""

    sum: int
    times: int
    you: bool

    @property
    def points(self) -> int:
        return self.sum * self.times


def families_of(
    view: View, moves: Sequence[Move], names: Sequence[str], trading: bool, blind: bool
) -> tuple[Family, ...]:
    legal = {(move.seat, move.animal): move for move in moves if move.kind == TRADE} if trading else {}
    here = view.auction.animal if view.auction else view.trade.animal if view.trade else None
    return tuple(
        Family(
            species,
            _title(species),
            VALUE[species],
            tuple(
                _cell(view, seat, name, species, (seat, species) in legal, trading, blind)
                for seat, name in enumerate(names)
            ),
            species == here,
        )
        for species in SPECIES
    )


def _cell(view: View, seat: int, name: str, species: str, legal: bool, trading: bool, blind: bool) -> Cell:
    number = view.animals[seat].get(species, 0)
    told = several(species, number) if number else "aucun"
    you = seat == view.seat
    # a lesson lets one press what is no trade, too
    if not trading or not number or you or not (legal or blind):
        return Cell(number, told, you)
    label = french(f"Marchander {the_animal(species)} avec {name}, qui a {told}")
    return Cell(number, told, you, f"trade {seat} {species}", label, legal and not blind)


def _title(species: str) -> str:
    name = the_animal(species).removeprefix("l’").removeprefix("le ").removeprefix("la ")
    return name[0].upper() + name[1:]


def total_of(view: View, seat: int) -> Total:
    done = [VALUE[species] for species, number in view.animals[seat].items() if number == FAMILY]
    return Total(sum(done), len(done), seat == view.seat)
