"""Words and names for invented games: French enough to search, never a real game, person or firm."""

import itertools
import random
import tomllib
from pathlib import Path

WORDS = Path(__file__).with_name("words.toml")


class Inventor:
    """The same seed invents the same games."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        lists = tomllib.loads(WORDS.read_text(encoding="utf-8"))
        self._lists = {name: text.split() for name, text in lists.items()}
        rest = [
            stem + ending for stem, ending in itertools.product(self._lists["stems"], self._lists["endings"])
        ]
        random.Random(0).shuffle(rest)
        self.words = self._lists["common"] + rest
        # as in real texts, the word of rank r comes about 1/r as often as the first
        weights = [1 / (rank + 8) for rank in range(len(self.words))]
        self._cumulated = list(itertools.accumulate(weights))

    def some_words(self, count: int) -> list[str]:
        return self.random.choices(self.words, cum_weights=self._cumulated, k=count)

    def text(self, least: int, most: int) -> str:
        """Sentences of so many words in all."""
        words = self.some_words(self.random.randint(least, most))
        sentences = []
        while words:
            length = self.random.randint(6, 16)
            sentence, words = words[:length], words[length:]
            sentences.append(" ".join(sentence).capitalize() + ".")
        return " ".join(sentences)

    def name(self) -> str:
        """A word that is nowhere else: « Krozila »."""
        return "".join(
            self.random.choices(self._lists["syllables"], k=self.random.randint(2, 4))
        ).capitalize()

    def title(self) -> str:
        first, second = self.random.sample(self.words, 2)
        form = self.random.random()
        if form < 0.25:
            return f"{self.name()}"
        if form < 0.5:
            return f"{self.name()} : {first} {second}"
        if form < 0.75:
            return f"{self.random.choice(('Le', 'La', 'Les', 'Un', 'À'))} {first} {second}"
        return f"{first.capitalize()} et {second} de {self.name()}"

    def person(self) -> str:
        return f"{self.random.choice(self._lists['first_names'])} {self.name()}"

    def publisher(self, number: int) -> str:
        kind = self.random.choice(("Éditions", "Jeux", "Ludo", "Atelier", "Maison"))
        return f"{kind} {self.name()} {number}"

    def ean(self) -> str:
        digits = [3, 7, *(self.random.randrange(10) for _ in range(10))]
        check = -sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10
        return "".join(map(str, [*digits, check]))
