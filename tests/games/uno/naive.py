"""Uno once more, written from the articles alone, slow and plain, on the JSON positions themselves.

It shares nothing with the engine. Its tables are spelled out, its moves are found by trying every text."""

import copy
from itertools import product

COLOURS = "RYGB"
COLOURED = [c + s for c in COLOURS for s in "0123456789STD"]
DECK = [c for c in COLOURED for _ in range(1 if c[1] == "0" else 2)] + ["W"] * 4 + ["W4"] * 4

LAYS = [*COLOURED, *(f"{w} {c}" for w in ("W", "W4") for c in COLOURS)]
LAYS += [f"{a}{n} {b}{n}" for n in "0123456789" for a, b in product(COLOURS, COLOURS)]
TEXTS = [*LAYS, *(text + " !" for text in LAYS), "draw", "pass", *COLOURS, "accept", "challenge"]
TEXTS += [f"uno {seat}" for seat in range(10)]


def option(d, name):
    defaults = {"doublet": True, "bluff": True, "forced_play": True, "target": 500}
    return d["options"].get(name, defaults[name])


def value(card):
    if card in ("W", "W4"):
        return 50
    return int(card[1]) if card[1].isdigit() else 20


def covers(d, card):
    """Articles 3, 5, 6 for one card alone."""
    top = d["discard"][-1]
    if card in ("W", "W4"):
        return True
    if card[0] == d["colour"]:
        return True
    return top not in ("W", "W4") and top[1] == card[1]


def lawful_four(d, seat, colour):
    return not any(card[0] == colour for card in d["hands"][seat] if card not in ("W", "W4"))


def layable(d, seat, card):
    """A card that may be laid as things are; a +4 needs to be lawful only without bluff."""
    if card == "W4" and not option(d, "bluff"):
        return lawful_four(d, seat, d["colour"])
    return covers(d, card)


def left_to_draw(d):
    return len(d["pile"]) + len(d["discard"]) - 1


def legal(d, seat, text):
    """Whether that seat may make that move now."""
    hand = d["hands"][seat]
    if d["phase"] == "over":
        return False
    if text.startswith("uno "):
        whom = int(text[4:])
        return d["phase"] == "play" and d["forgot"] is not None and d["forgot"] == whom != seat
    if d["turn"] != seat:
        return False
    if d["phase"] == "colour":
        return text in list(COLOURS)
    if d["phase"] == "challenge":
        return text in ("accept", "challenge")
    if d["phase"] not in ("play", "drawn"):
        return False
    if text == "draw":
        return d["phase"] == "play" and left_to_draw(d) > 0
    if text == "pass":
        if d["phase"] == "drawn":
            must = d["forced"] and option(d, "forced_play") and layable(d, seat, d["drawn"])
            circles = d["drawn"][1:] in ("S", "T") and left_to_draw(d) <= 6
            return circles or not must
        return left_to_draw(d) == 0 and not any(layable(d, seat, card) for card in hand)
    if text in ("accept", "challenge", *COLOURS):
        return False
    announced = text.endswith(" !")
    parts = text.removesuffix(" !").split()
    cards = [part for part in parts if len(part) > 1 or part == "W"]
    for card in set(cards):
        if hand.count(card) < cards.count(card):
            return False
    if not layable(d, seat, cards[0]):
        return False
    if len(cards) == 2 and not option(d, "doublet"):
        return False
    if d["phase"] == "drawn" and cards != [d["drawn"]]:
        return False
    return not announced or len(hand) - len(cards) == 1


def all_legal(d, seat):
    return {text for text in TEXTS if legal(d, seat, text)}


def shift(d, seat, steps=1):
    return (seat + steps * d["direction"]) % d["seats"]


def play(old, seat, text):
    """The position after a legal move."""
    d = copy.deepcopy(old)
    if seat == "~":
        return chance(d, text[1:].split())
    if text.startswith("uno "):
        d["forgot"] = None
        return owe(d, int(text[4:]), 2, "uno", d["turn"])
    if d["phase"] == "colour":
        d.update(phase="play", colour=text)
        return d
    if d["phase"] == "challenge":
        layer, before = d["challenged"]["layer"], d["challenged"]["colour"]
        d["challenged"] = None
        if text == "accept":
            return owe(d, seat, 4, "+4", shift(d, seat))
        if lawful_four(d, layer, before):
            return owe(d, seat, 6, "innocent", shift(d, seat))
        return owe(d, layer, 4, "guilty", seat)
    d["forgot"] = None
    d["drawn"] = d["forced"] = None
    if text == "draw":
        return owe(d, seat, 1, "turn", seat)
    if text == "pass":
        d.update(phase="play", turn=shift(d, seat))
        return d
    return lay(d, seat, text)


def lay(d, seat, text):
    announced = text.endswith(" !")
    parts = text.removesuffix(" !").split()
    named = parts.pop() if parts[0] in ("W", "W4") else None
    before = d["colour"]
    for card in parts:
        d["hands"][seat].remove(card)
        d["discard"].append(card)
    top = parts[-1]
    d["colour"] = named or top[0]
    d["phase"] = "play"
    out = not d["hands"][seat]
    if len(d["hands"][seat]) == 1 and not announced:
        d["forgot"] = seat
    kind = top if top in ("W", "W4") else top[1]
    if kind == "T":
        d["direction"] = -d["direction"]
    following = shift(d, seat)
    if out:
        if kind == "D":
            return owe(d, following, 2, "last", None)
        if kind == "W4":
            return owe(d, following, 4, "last", None)
        return count(d)
    if kind == "S" or (kind == "T" and d["seats"] == 2):
        d["turn"] = shift(d, following)
    elif kind == "D":
        return owe(d, following, 2, "+2", shift(d, following))
    elif kind == "W4":
        if not option(d, "bluff"):
            return owe(d, following, 4, "+4", shift(d, following))
        d.update(phase="challenge", turn=following, challenged={"layer": seat, "colour": before})
    else:
        d["turn"] = following
    return d


def owe(d, seat, number, why, following):
    number = min(number, left_to_draw(d))
    d.update(phase="draw", turn="~", next=following, owed={"seat": seat, "number": number, "why": why})
    return after_drawing(d) if number == 0 else d


def chance(d, cards):
    if d["phase"] == "deal":
        for card in cards:
            d["pile"].remove(card)
        for hand in d["hands"]:
            if not hand:
                hand.extend(sorted(cards))
                return d
        return first_card(d, cards[0])
    owed = d["owed"]
    hand = d["hands"][owed["seat"]]
    could = any(layable(d, owed["seat"], card) for card in hand)
    for card in cards:
        if not d["pile"]:
            d["pile"], d["discard"] = sorted(d["discard"][:-1]), d["discard"][-1:]
        d["pile"].remove(card)
        hand.append(card)
    hand.sort()
    if d["forgot"] == owed["seat"]:
        d["forgot"] = None
    if owed["why"] == "turn":
        d.update(phase="drawn", turn=owed["seat"], next=None, owed=None, drawn=cards[0], forced=not could)
        return d
    return after_drawing(d)


def after_drawing(d):
    why, following = d["owed"]["why"], d["next"]
    d.update(owed=None, next=None)
    if why == "last":
        return count(d)
    d.update(phase="play", turn=following)
    return d


def first_card(d, card):
    first = d["next"]
    if card == "W4":
        d["pile"] = sorted([*d["pile"], card])
        return d
    d.update(phase="play", turn=first, next=None, discard=[card], colour=card[0])
    if card == "W":
        d.update(phase="colour", colour=None)
    elif card[1] == "S":
        d["turn"] = shift(d, first)
    elif card[1] == "T":
        d.update(direction=-1, turn=d["dealer"])
    elif card[1] == "D":
        return owe(d, first, 2, "+2", shift(d, first))
    return d


def count(d):
    winner = d["hands"].index([])
    d["scores"][winner] += sum(value(card) for hand in d["hands"] for card in hand)
    d["forgot"] = None
    if d["scores"][winner] >= option(d, "target"):
        d.update(phase="over", turn=None, next=None)
        return d
    dealer = (d["dealer"] + 1) % d["seats"]
    d.update(
        phase="deal", turn="~", next=(dealer + 1) % d["seats"], dealer=dealer, round=d["round"] + 1,
        hands=[[] for _ in d["hands"]], pile=sorted(DECK), discard=[], colour=None, direction=1,
    )  # fmt: skip
    return d
