"""What the tests of the table share: tables to sit at, and ways to play them to their end."""

import re
from html import unescape
from html.parser import HTMLParser

from games import services, tables
from games.models import PERSON, Match
from games.positions import position_of, rules_of

ONE_ROUND = {"target": 0}


def make_match(people=("Léa",), bots=1, level="novice", game="uno", **options) -> Match:
    """A table, dealt; of Uno, a single round."""
    seats = [{"name": name, "kind": PERSON} for name in people]
    seats += [{"name": f"Robot {n}", "kind": level} for n in range(1, bots + 1)]
    first = ONE_ROUND if game == "uno" else dict(tables.of(game).start)
    return services.start(game=game, seats=seats, options=first | options)


def put(match: Match, **changes) -> Match:
    """The table with its position changed by hand, as a lesson would put it up."""
    match.position = match.position | changes
    match.save()
    return match


def acting(match: Match):
    actors = rules_of(match).actors(position_of(match))
    return actors[0] if actors else None


class _Page(HTMLParser):
    """The forms of a page as a browser without scripts sees them, and the buttons in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.forms, self.buttons, self.within = {}, [], []

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        if tag == "form":
            key = facts.get("id", f"form-{len(self.forms)}")
            self.forms[key] = {
                "action": facts.get("action", ""),
                "method": facts.get("method", "get"),
                "fields": {},
            }
            self.within.append(key)
        elif tag == "input" and facts.get("type") == "hidden":
            self.forms[facts.get("form") or self.within[-1]]["fields"][facts["name"]] = facts["value"]
        elif (
            tag == "button"
            and "disabled" not in facts
            and facts.get("type") != "button"
            and (facts.get("form") or self.within)
        ):
            self.buttons.append((facts.get("form") or self.within[-1], facts))

    def handle_endtag(self, tag):
        if tag == "form":
            self.within.pop()


def buttons(response) -> list[tuple[dict, dict]]:
    """(form, button) of every button of an answer that sends something, in the order of the page."""
    page = _Page()
    page.feed(response.content.decode())
    return [(page.forms[key], button) for key, button in page.buttons]


def press(client, form, button, **more):
    """Presses a button, and follows to the page it leads to."""
    data = dict(form["fields"], **more)
    if button.get("name"):
        data[button["name"]] = button["value"]
    action = button.get("formaction", form["action"])
    if form["method"] == "post":
        return client.post(action, data, follow=True)
    return client.get(action, data)


def click_first_offered(client, response):
    """What a child does who always takes the first thing offered: a card, a button, « continuer »."""
    there = buttons(response)
    wanted = [pair for pair in there if "data-offered" in pair[1] and pair[1].get("id") != "draw"]
    wanted += [pair for pair in there if pair[1].get("id") in ("draw", "go-on")]
    if not wanted:
        onwards = re.search(r'<a [^>]*id="(?:go-on|uncover)" href="([^"]+)"', response.content.decode())
        assert onwards, "nothing is offered"
        return client.get(unescape(onwards[1]))
    page = response.content.decode()
    said = 'name="along"' in page and page.count('class="in-hand"') == 2 and wanted[0][1].get("id") != "draw"
    return press(client, *wanted[0], **({"along": " !"} if said else {}))


def play_to_the_end(client, match: Match, most: int = 3000):
    """The last page of a game in which always the first thing offered is taken; every page is looked at."""
    response = client.get(f"/jouer/parties/{match.pk}/")
    for _ in range(most):
        assert response.status_code == 200
        yield response
        if 'id="again"' in response.content.decode():
            return
        response = click_first_offered(client, response)
    raise AssertionError("the game does not end")
