"""The games this site can explain: slug → Game, in display order. Importable without Django."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Game:
    """A game known here. `playable` is true once it has an engine and lessons."""

    slug: str
    name: str
    playable: bool = False


GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        Game("uno", "Uno"),
        Game("odin", "Odin"),
        Game("cafe-international", "Café International"),
        Game("boursicocotte", "Boursicocotte"),
        Game("oucedonc", "Oùcédonc"),
    )
}


def playable() -> tuple[Game, ...]:
    """The games one can learn here now."""
    return tuple(game for game in GAMES.values() if game.playable)


def is_playable(slug: str) -> bool:
    """Whether `slug` names a game one can learn here now."""
    return slug in GAMES and GAMES[slug].playable
