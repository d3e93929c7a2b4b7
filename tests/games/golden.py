"""Writes the golden playthroughs anew from the records they hold: python -m tests.games.golden

Look at the difference before committing it: it is what changed in the rules."""

from pathlib import Path

from games.engines.kernel.playthroughs import playthrough
from games.engines.kernel.records import read_record
from games.registry import get_game

FILES = sorted(Path(__file__).parent.glob("*/playthroughs/*.txt"))


def written_anew(path: Path) -> str:
    record = read_record(path.read_text(encoding="utf-8"))
    return playthrough(get_game(record.game).rules, record)


if __name__ == "__main__":
    for file in FILES:
        file.write_text(written_anew(file), encoding="utf-8")
        print(file)
