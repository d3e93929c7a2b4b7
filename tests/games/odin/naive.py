"""Odin once more, written from the articles alone, slow and plain, on the JSON positions themselves.

It shares nothing with the engine. Its sets are found by trying every part of a hand."""

import copy
from itertools import combinations

COLOURS = "BRPGNO"
DECK = [f"{number}{colour}" for number in "123456789" for colour in COLOURS]


def option(d, name):
    return d["options"].get(name, {"colours": 6, "limit": 15}[name])


def text(cards):
    """Descending number, then the order of the colours."""
    return " ".join(sorted(cards, key=lambda card: (-int(card[0]), COLOURS.index(card[1]))))


def value(cards):
    return int("".join(sorted((card[0] for card in cards), reverse=True)))


def together(cards):
    return len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1


def legal(d, seat):
    """All that seat may do now."""
    if d["turn"] != seat or d["phase"] not in ("lead", "follow", "take"):
        return set()
    hand = d["hands"][seat]
    if d["phase"] == "take":
        return {f"take {card}" for card in d["beaten"]}
    if d["phase"] == "lead":
        found = set(hand)
        if together(hand):
            found.add(text(hand))
        return found
    found = {"pass"}
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            if not together(cards):
                continue
            if size - len(d["middle"]) not in (0, 1):
                continue
            if value(cards) > value(d["middle"]):
                found.add(text(cards))
    return found


def play(old, seat, move):
    """The position after a legal move."""
    d = copy.deepcopy(old)
    following = None if seat == "~" else (seat + 1) % d["seats"]
    if seat == "~":
        cards = move[1:].split()
        for card in cards:
            d["aside"].remove(card)
        d["hands"][d["hands"].index([])] = sorted(cards)
        if [] not in d["hands"]:
            d.update(phase="lead", turn=d["next"], next=None)
    elif move == "pass":
        d["turn"] = following
        if following == d["owner"]:
            d["discard"] = sorted(d["discard"] + d["middle"])
            d.update(phase="lead", middle=[], owner=None)
    elif move.startswith("take "):
        card = move[5:]
        d["beaten"].remove(card)
        d["hands"][seat] = sorted([*d["hands"][seat], card])
        d["discard"] = sorted(d["discard"] + d["beaten"])
        d.update(phase="follow", turn=following, beaten=[])
    else:
        before, d["middle"] = d["middle"], sorted(move.split())
        for card in d["middle"]:
            d["hands"][seat].remove(card)
        d["owner"] = seat
        if not d["hands"][seat]:
            d["discard"] = sorted(d["discard"] + before)
            return count(d)
        if before:
            d.update(phase="take", beaten=before)
        else:
            d.update(phase="follow", turn=following)
    return d


def count(d):
    d["scores"] = [score + len(hand) for score, hand in zip(d["scores"], d["hands"], strict=True)]
    limit = option(d, "limit")
    if limit == 0 or any(score >= limit for score in d["scores"]):
        d.update(phase="over", turn=None)
        return d
    starter = (d["starter"] + 1) % d["seats"]
    left_out = "" if option(d, "colours") == 6 else "NO"
    d.update(
        phase="deal", turn="~", next=starter, starter=starter, hand=d["hand"] + 1, owner=None,
        hands=[[] for _ in d["hands"]], middle=[], discard=[],
        aside=[card for card in sorted(DECK) if card[1] not in left_out],
    )  # fmt: skip
    return d
