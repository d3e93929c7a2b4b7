"""Café International once more, written from the articles alone, slow and plain, on the JSON positions.

It shares nothing with the engine but the drawing of the board. Its judge of a turn looks at the whole turn:
who sits where at the end, and whether the articles allow that; it knows of no order between two cards."""

import copy
import json
from itertools import combinations, product
from pathlib import Path

import games.engines.cafe_international as cafe

BOARD = json.loads(Path(cafe.__file__).with_name("board.json").read_text(encoding="utf-8"))
TABLES = {table["id"]: (table["nation"], table["chairs"]) for table in BOARD["tables"]}
CHAIRS = {chair["id"]: (chair["tables"], chair["nations"]) for chair in BOARD["chairs"]}
BAR = [1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -4, -6, -8, -10, -12, -6, -8, -10, -12, -14]
JOKERS = ("JK-F", "JK-M")
CARDS = [f"{nation}-{sex}" for nation in BOARD["nations"] for sex in "FM"] + list(JOKERS)


def jokers_are_guests(d):
    return d["options"].get("jokers") == "guest"


def sex(guest):
    return guest[3]


def nation(chair, guest):
    """Of which nation somebody on a chair is; a joker is what the chair or its name says."""
    if not guest.startswith("JK"):
        return guest[:2]
    return guest[5:] or CHAIRS[chair][1][0]


def people(chairs, table):
    return [chairs[chair] for chair in TABLES[table][1] if chair in chairs]


def company(chairs, chair):
    """Whether somebody is in a group of two or more at one of the tables."""
    return any(len(people(chairs, table)) > 1 for table in CHAIRS[chair][0])


def good_mix(chairs, table):
    """Article 4, and a single person."""
    women = sum(sex(guest) == "F" for guest in people(chairs, table))
    men = len(people(chairs, table)) - women
    return women + men < 2 or (women, men) in [(1, 1), (2, 1), (1, 2), (2, 2)]


def points(chairs, chair):
    """Article 8, for whoever has just sat down on that chair."""
    total = 0
    for table in CHAIRS[chair][0]:
        number = len(people(chairs, table))
        if compatriots(chairs, table):
            total += 8
        elif number > 1:
            total += number
    return total


def compatriots(chairs, table):
    of, around = TABLES[table]
    return all(chair in chairs and nation(chair, chairs[chair]) == of for chair in around)


def sittings(card):
    """Where a card may sit by its nation, as (chair, guest)."""
    found = []
    for chair, (_, nations) in CHAIRS.items():
        if card not in JOKERS:
            if card[:2] in nations:
                found.append((chair, card))
        elif len(nations) == 1:
            found.append((chair, card))
        else:
            found += [(chair, f"{card}={of}") for of in nations]
    return found


# --- whole turns


def right(d, laid):
    """Whether guests who all sat down in this turn may stay: (chair, guest) pairs, in no order."""
    before = d["chairs"]
    if any(chair in before for chair, _ in laid) or len({chair for chair, _ in laid}) < len(laid):
        return False
    after = {**before, **dict(laid)}
    if not all(good_mix(after, table) for chair, _ in laid for table in CHAIRS[chair][0]):
        return False
    if len(laid) == 1 and d["opening"]:
        return True
    return all(company(after, chair) for chair, _ in laid)


def whole_turns(d, seat):
    """Every action (a) there is: who may sit where at its end."""
    hand = [card for card in d["hands"][seat] if card not in JOKERS or jokers_are_guests(d)]
    found = set()
    for number in (1, 2):
        for cards in set(combinations(hand, number)):
            for laid in lays(cards):
                if right(d, laid):
                    found.add(frozenset(laid))
    return found


def lays(cards):
    return product(*(sittings(card) for card in cards))


# --- single moves


def text(chair, guest):
    card, _, of = guest.partition("=")
    return f"{card}@{chair}" + (f"={of}" if of else "")


def all_legal(d, seat):
    """Every legal move of that seat."""
    if d["turn"] != seat or d["phase"] not in ("turn", "second"):
        return set()
    hand = d["hands"][seat]
    if d["phase"] == "second":
        return second(d, hand)
    found = {f"bar {card}" for card in hand if card not in JOKERS}
    for chair, guest in d["chairs"].items():
        if guest.startswith("JK"):
            wanted = f"{nation(chair, guest)}-{sex(guest)}"
            if wanted in hand:
                found.add(f"swap {chair} {wanted}")
    found |= first_cards(d, seat)
    return found or {"pass"}


def fits(d, chair, guest):
    after = {**d["chairs"], chair: guest}
    return chair not in d["chairs"] and all(good_mix(after, table) for table in CHAIRS[chair][0])


def first_cards(d, seat):
    """The first cards from which a whole turn can be made right, one card after the other."""
    hand = d["hands"][seat]
    found = set()
    for card in set(hand):
        for chair, guest in sittings(card):
            if not fits(d, chair, guest):
                continue
            action = card in JOKERS and not jokers_are_guests(d)
            if action or right(d, [(chair, guest)]):
                found.add(text(chair, guest))
            else:
                rest = list(hand)
                rest.remove(card)
                then = {**d, "chairs": {**d["chairs"], chair: guest}}
                for other in set(rest):
                    if other in JOKERS and not jokers_are_guests(d):
                        continue
                    if any(
                        fits(then, *where) and right(d, [(chair, guest), where]) for where in sittings(other)
                    ):
                        found.add(text(chair, guest))
                        break
    return found


def second(d, hand):
    chair, scored = d["laid"]["chair"], d["laid"]["points"]
    found = {"end"} if scored or d["opening"] else set()
    for card in set(hand):
        if card in JOKERS and not jokers_are_guests(d):
            continue
        for where, guest in sittings(card):
            if not fits(d, where, guest):
                continue
            after = {**d["chairs"], where: guest}
            if company(after, where) and company(after, chair):
                found.add(text(where, guest))
    return found


# --- what moves do


def play(old, seat, move):
    """The position after a legal move."""
    d = copy.deepcopy(old)
    if seat == "~":
        return draw(d, move[1:].split())
    if move == "pass":
        return after_drawing(d, seat)
    if move == "end":
        return over_action(d, seat)
    verb, *parts = move.split()
    hand = d["hands"][seat]
    if verb == "bar":
        return to_bar(d, seat, parts[0])
    if verb == "swap":
        chair, card = parts
        hand.remove(card)
        hand.append(d["chairs"][chair][:4])
        hand.sort()
        d["chairs"][chair] = card
        return after_drawing(d, seat)
    card, _, where = move.partition("@")
    chair, _, of = where.partition("=")
    hand.remove(card)
    d["chairs"][chair] = f"{card}={of}" if of else card
    scored = points(d["chairs"], chair)
    d["scores"][seat] += scored
    d["compatriots"][seat] += sum(compatriots(d["chairs"], table) for table in CHAIRS[chair][0])
    action = card in JOKERS and not jokers_are_guests(d)
    if d["phase"] == "second" or action or not hand or len(d["chairs"]) == 68:
        return over_action(d, seat)
    d.update(phase="second", laid={"chair": chair, "points": scored})
    return d


def to_bar(d, seat, card):
    d["hands"][seat].remove(card)
    d["bar"].append(card)
    d["scores"][seat] += BAR[len(d["bar"]) - 1]
    if d["scores"][seat] >= 0:
        return over_action(d, seat)
    d["scores"][seat] = 0
    d["out"].append(seat)
    d["opening"] = False
    if len(d["out"]) == d["seats"] - 1 or len(d["bar"]) == 20:
        return over(d)
    return next_turn(d, seat)


def over_action(d, seat):
    d.update(phase="turn", laid=None, opening=False)
    if len(d["bar"]) == 20 or len(d["chairs"]) == 68 or d["compatriots"][seat] >= 5:
        return over(d)
    lacking = 5 - d["compatriots"][seat] - len(d["hands"][seat])
    number = min(lacking, len(d["bag"]) - 4)
    if number < 1:
        return after_drawing(d, seat)
    following = None if len(d["bag"]) - number <= 4 else after(d, seat)
    d.update(phase="refill", turn="~", owed={"seat": seat, "number": number}, next=following)
    return d


def draw(d, cards):
    seat = d["owed"]["seat"]
    for card in cards:
        d["bag"].remove(card)
    d["hands"][seat] = sorted(d["hands"][seat] + cards)
    if d["phase"] == "refill":
        d.update(owed=None, next=None)
        return after_drawing(d, seat)
    if seat + 1 < d["seats"]:
        d["owed"]["seat"] += 1
        return d
    d.update(phase="turn", turn=d["next"], next=None, owed=None)
    return d


def after_drawing(d, seat):
    if len(d["bag"]) <= 4 or any(not d["hands"][other] for other in still_in(d)):
        return over(d)
    return next_turn(d, seat)


def still_in(d):
    return [seat for seat in range(d["seats"]) if seat not in d["out"]]


def after(d, seat):
    order = [(seat + step) % d["seats"] for step in range(1, d["seats"])]
    return next(other for other in order if other not in d["out"])


def next_turn(d, seat):
    d.update(phase="turn", turn=after(d, seat))
    if all(all_legal({**d, "turn": other}, other) == {"pass"} for other in still_in(d)):
        return over(d)
    return d


def over(d):
    d.update(phase="over", turn=None, next=None, laid=None, owed=None, opening=False)
    return d
