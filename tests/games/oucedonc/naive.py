"""Oùcédonc once more, written from the articles alone, slow and plain, on the JSON positions themselves.

It shares nothing with the engine: it reads the places itself, and finds moves by trying every text."""

import copy
import csv
from pathlib import Path

import games.engines

FOLDER = Path(games.engines.__file__).parent / "oucedonc"


def places(edition):
    rows = csv.reader((FOLDER / f"places_{edition}.csv").open(encoding="utf-8"))
    next(rows)
    return {row[0]: {"NS": float(row[3]), "EW": float(row[4])} for row in rows}


PLACES = {edition: places(edition) for edition in ("europe", "france")}

TEXTS = [f"{line} {index}" for line in ("NS", "EW") for index in range(25)]
TEXTS += ["doubt N", "doubt S", "doubt W", "doubt E", "trust", *(f"estimate {n}" for n in range(25))]


def where(d, name, line):
    return PLACES[d["options"].get("edition", "europe")][name][line]


def in_order(d, line, before, after):
    """Whether `before` may stand before `after` in the list: north before south, west before east."""
    one, two = where(d, before, line), where(d, after, line)
    return one >= two if line == "NS" else one <= two


def neighbour(d, letter):
    """The index in its line of the newest card's neighbour on that side, or None."""
    line, index = d["laid"]
    if letter not in ("NS" if line == "NS" else "WE"):
        return None
    index += -1 if letter in "NW" else 1
    return index if 0 <= index < len(d[line.lower()]) else None


def legal(d, seat, text):
    """Whether that seat may make that move now."""
    phase, turn = d["phase"], d["turn"]
    word, _, rest = text.partition(" ")
    if phase == "place" and turn == seat:
        return word in ("NS", "EW") and int(rest) <= len(d[word.lower()])
    if phase == "doubt" and turn == seat:
        return text == "trust" or (word == "doubt" and neighbour(d, rest) is not None)
    if phase == "estimate" and seat in turn:
        lying = len(d["ns"]) - 1 + len(d["ew"]) - 1
        return word == "estimate" and int(rest) <= lying
    return False


def all_legal(d, seat):
    return {text for text in TEXTS if legal(d, seat, text)}


def play(old, seat, text):
    """The position after a legal move."""
    d = copy.deepcopy(old)
    after = act(d, seat, text)
    after["scores"] = list(after["tokens"])
    return after


def act(d, seat, text):
    if d["phase"] == "start":
        d.update(phase="drawn", start=text[1:], ns=[text[1:]], ew=[text[1:]])
    elif d["phase"] == "drawn":
        d.update(phase="place", turn=d["next"], next=None, card=text[1:], played=d["played"] + 1)
    elif d["phase"] == "place":
        line, index = text.split()
        d[line.lower()].insert(int(index), d["card"])
        d.update(phase="doubt", card=None, laid=[line, int(index)], placer=seat)
        ask(d, seat)
    elif text == "trust":
        ask(d, seat)
    elif d["phase"] == "doubt":
        check(d, seat, text[-1])
    else:
        d["estimates"][seat] = int(text.split()[1])
        d["turn"].remove(seat)
        if not d["turn"]:
            estimates(d)
    return d


def ask(d, seat):
    for step in range(1, d["seats"]):
        other = (seat + step) % d["seats"]
        if other == d["placer"]:
            break
        if d["tokens"][other] > 0:
            d["turn"] = other
            return
    done(d)


def check(d, seat, letter):
    line, index = d["laid"]
    cards, placer = d[line.lower()], d["placer"]
    at = neighbour(d, letter)
    first, second = sorted((index, at))
    if in_order(d, line, cards[first], cards[second]):
        d["tokens"][seat] -= 1
        d["tokens"][placer] += 1
    else:
        d["tokens"][seat] += 1
        d["tokens"][placer] = max(0, d["tokens"][placer] - 1)
        d["gone"] = sorted([*d["gone"], cards.pop(index)])
    done(d)


def done(d):
    following = (d["placer"] + 1) % d["seats"]
    d.update(laid=None, placer=None)
    if d["played"] not in (15, 30, 45):
        d.update(phase="drawn", turn="~", next=following)
        return
    d.update(phase="estimate", turn=list(range(d["seats"])), next=following, estimates=[None] * d["seats"])
    if d["played"] == 45:
        d["next"] = None


def wrong_cards(d):
    found = 0
    for line in ("NS", "EW"):
        cards = d[line.lower()]
        middle = cards.index(d["start"])
        kept = d["start"]
        for card in reversed(cards[:middle]):
            if in_order(d, line, card, kept):
                kept = card
            else:
                found += 1
        kept = d["start"]
        for card in cards[middle + 1 :]:
            if in_order(d, line, kept, card):
                kept = card
            else:
                found += 1
    return found


def estimates(d):
    wrong = wrong_cards(d)
    away = [abs(estimate - wrong) for estimate in d["estimates"]]
    for seat, far in enumerate(away):
        if far == 0:
            d["tokens"][seat] += 2
        elif 0 not in away and far == min(away):
            d["tokens"][seat] += 1
    d["estimates"] = None
    if d["played"] == 45:
        d.update(phase="over", turn=None)
        return
    on_the_table = set(d["ns"]) | set(d["ew"])
    d.update(phase="start", turn="~", ns=[], ew=[], start=None, gone=sorted([*d["gone"], *on_the_table]))
