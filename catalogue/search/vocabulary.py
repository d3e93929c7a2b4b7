"""The words of the catalogue, and what a misspelt word may have meant.

A search reads a few hundred words that share the beginning or the end of the misspelt one, never all:
the time does not grow with the catalogue.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from catalogue.models import SearchWord
from catalogue.search import words
from catalogue.search.document import Text
from ludotheque import bulk

# so many letters at the ends of words that have at least so many: one slip leaves one of the ends whole
ENDS = {4: 9, 3: 7, 2: 5, 1: 0}
CLOSEST = 40  # words of which the weight is asked


def learn(texts: Iterable[Text], remembered: dict[str, int] | None = None) -> None:
    """Adds the words that are not known yet, as these texts write them; `remembered`: of earlier calls."""
    past = {} if remembered is None else remembered
    weights: dict[str, int] = {}
    found_in: dict[str, str] = {}
    for said in texts:
        for weight, found in said.words.items():
            for word in found:
                if past.get(word, 0) < weight and weights.get(word, 0) < weight and _worth_knowing(word):
                    weights[word], found_in[word] = weight, said.texts[weight]
    known: dict[str, int] = {}
    asked = sorted(weights)
    for start in range(0, len(asked), 500):
        known.update(
            SearchWord.objects.filter(word__in=asked[start : start + 500]).values_list("word", "weight")
        )
    if remembered is not None:
        remembered.update((word, max(weight, known.get(word, 0))) for word, weight in weights.items())
    new = {word: weight for word, weight in weights.items() if known.get(word, 0) < weight}
    if not new:
        return
    forms = _forms(new, found_in)
    # in order, so that two writers of the same words do not wait for each other crosswise
    bulk.upsert(
        SearchWord,
        [
            {
                "word": word,
                "form": forms[word],
                "weight": weight,
                "length": len(word),
                "head": word[: _end(word)],
                "tail": word[-_end(word) :],
            }
            for word, weight in sorted(new.items())
        ],
        key="word",
        changes=("weight", "form"),
    )


@dataclass(frozen=True, slots=True)
class Near:
    """A known word not far from one that was typed."""

    word: str
    form: str
    distance: int


def near(word: str, *, most: int = 5) -> list[Near]:
    """Known words that differ from `word` by a few letters, the nearest first."""
    allowed = 1 if len(word) < 5 else 2 if len(word) < 9 else 3
    lengths = Q(length__range=(len(word) - allowed, len(word) + allowed))
    heads = SearchWord.objects.filter(lengths, head__in=[word[:count] for count in ENDS])
    tails = SearchWord.objects.filter(lengths, tail__in=[word[-count:] for count in ENDS])
    # words alone, which the indexes have, and each index for itself
    candidates = heads.values_list("word", flat=True).union(tails.values_list("word", flat=True))
    found = process.extract(word, list(candidates), scorer=OSA.distance, score_cutoff=allowed, limit=CLOSEST)
    distances = {candidate: distance for candidate, distance, _ in found if distance}
    known = SearchWord.objects.filter(word__in=distances).values_list("word", "form", "weight")
    ordered = sorted(
        known,
        # among equals the one that begins alike: slips are rarer there
        key=lambda row: (distances[row[0]], -row[2], -JaroWinkler.similarity(word, row[0]), row[0]),
    )
    return [Near(one, form, distances[one]) for one, form, _ in ordered[:most]]


def _end(word: str) -> int:
    """How many letters of a word's ends are looked up: one slip spoils much of a short word."""
    return next(count for count, least in ENDS.items() if len(word) >= least)


def _worth_knowing(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word not in words.SMALL


def _forms(new: dict[str, int], found_in: dict[str, str]) -> dict[str, str]:
    """How the heaviest text that has a word writes it; plain texts in small letters."""
    read = {text: words.forms_in(text) for text in {found_in[word] for word in new}}
    forms = {}
    for word, weight in new.items():
        form = read[found_in[word]].get(word, word)
        forms[word] = form if weight > 1 else form.lower()
    return forms
