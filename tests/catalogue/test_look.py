"""The look: tags and filters, colours that can be read, templates that keep to the house's rules."""

import datetime
import re
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection
from django.template import Context, Template
from django.test.utils import CaptureQueriesContext
from django.utils.safestring import SafeString

from catalogue.models import Category
from catalogue.models.copy import Status
from catalogue.templatetags.look import dressed, french, nbsp
from tests import make

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
CSS = {
    path.name: Path(finders.find(f"css/{path.name}")).read_text(encoding="utf-8")
    for path in (ROOT / "static/css").glob("*.css")
}


def render(template: str, **context) -> str:
    return Template("{% load look %}" + template).render(Context(context))


# ---- typography


@pytest.mark.parametrize(
    ("plain", "set_"),
    [
        ("Que faire ?", "Que faire\u202f?"),
        ("Que faire?", "Que faire\u202f?"),
        ("Cote : UNO ; section : A", "Cote\u202f: UNO\u202f; section\u202f: A"),
        ("« Pioche ! » dit-il", "«\u00a0Pioche\u202f!\u00a0» dit-il"),
        ('Le "talon" est vide', "Le «\u00a0talon\u00a0» est vide"),
        ("10:30, https://exemple.fr/?q=a:b", "10:30, https://exemple.fr/?q=a:b"),
        ("Vraiment ?!", "Vraiment\u202f?!"),
        ("Rien à changer.", "Rien à changer."),
    ],
)
def test_french_spaces_and_quotes(plain, set_):
    assert french(plain) == set_
    assert french(set_) == set_


def test_french_leaves_tags_and_entities_alone_and_does_not_make_text_safe():
    markup = SafeString('<a href="?a=b;c">d&#x27;ici</a> &amp; là ?')
    assert french(markup) == '<a href="?a=b;c">d&#x27;ici</a> &amp; là\u202f?'
    assert render('{{ "<b>Où ?</b>"|french }}') == "<b>Où\u202f?</b>"
    assert render("{{ text|french }}", text="<b> ?") == "&lt;b&gt;\u202f?"


def test_nbsp_keeps_words_together():
    assert nbsp("12 mars 2026") == "12\u00a0mars\u00a02026"


# ---- icons and navigation


def test_an_icon_is_hidden_from_screen_readers():
    assert 'aria-hidden="true"' in render('{% icon "search" %}')


def test_every_icon_that_a_template_asks_for_is_in_the_sprite():
    sprite = set(
        re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/icons.svg").read_text(encoding="utf-8"))
    )
    asked = {
        (path.name, name)
        for path in TEMPLATES
        for name in re.findall(r'{% icon "([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    assert asked
    assert {pair for pair in asked if pair[1] not in sprite} == set()


def test_every_icon_in_the_sprite_is_asked_for_somewhere():
    sprite = set(
        re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/icons.svg").read_text(encoding="utf-8"))
    )
    sources = [*TEMPLATES, *ROOT.glob("catalogue/**/*.py"), *ROOT.glob("static/js/*.js")]
    asked = " ".join(path.read_text(encoding="utf-8") for path in sources)
    assert {name for name in sprite if f'"{name}"' not in asked} == set()


def test_navigation_marks_where_one_is(rf):
    here = render('{% nav_link "games:index" "Jouer" %}', request=rf.get("/jouer/"))
    below = render('{% nav_link "games:index" "Jouer" %}', request=rf.get("/jouer/uno/"))
    beside = render('{% nav_link "games:index" "Jouer" also="/jeux/" %}', request=rf.get("/jeux/uno/"))
    elsewhere = render('{% nav_link "games:index" "Jouer" %}', request=rf.get("/infos/"))
    assert 'aria-current="page"' in here
    assert 'aria-current="true"' in below
    assert 'aria-current="true"' in beside
    assert "aria-current" not in elsewhere


def test_navigation_leaves_out_a_page_that_does_not_exist():
    assert render('{% nav_link "no-such-page" "Rien" %}') == ""


# ---- shelves


@pytest.mark.django_db
def test_a_shelf_of_two_and_of_twenty_costs_the_same():
    category = Category.objects.create(scheme="esar", code="a407", notation="A 407", family="hasard")
    records = [make.make_record(title=f"Jeu {n}") for n in range(20)]
    for record in records:
        record.categories.add(category)
        make.make_copy(record=record, call_number="CAF")

    def cost(count):
        fresh = [type(record).objects.get(pk=record.pk) for record in records[:count]]
        with CaptureQueriesContext(connection) as captured:
            shelf = render("{% shelf records %}", records=fresh)
        assert shelf.count("family-hasard") == count
        assert shelf.count("CAF") == count
        return len(captured)

    assert cost(2) == cost(20)


def test_a_shelf_asks_nothing_for_what_the_records_already_carry(django_assert_num_queries):
    record = SimpleNamespace(family="hasard", call_number="CAF", copy_count=0)
    assert dressed([record]) == [record]


def box(**values) -> SimpleNamespace:
    named = {"slug": "uno", "title": "Uno", "family": "hasard", "call_number": "UNO"}
    facts = dict.fromkeys(("min_players", "max_players", "min_age", "max_age", "duration"))
    return SimpleNamespace(**named | facts | values)


def test_a_shelf_says_how_many_are_there():
    def said(available, count, **values):
        return render(
            "{% shelf records %}", records=[box(available_count=available, copy_count=count, **values)]
        )

    back = datetime.date(2226, 12, 12)
    assert "status-ok" in said(1, 1)
    assert "Disponible" in said(1, 1)
    assert "2 sur 3 disponibles" in said(2, 3, next_due_on=back)
    assert "status-out" in said(0, 1)
    assert "Retour prévu le 12\u00a0décembre\u00a02226" in said(0, 1, next_due_on=back)
    assert "Pas d’exemplaire" in said(0, 0)
    assert "1\u00a0exemplaire, en réparation" in said(0, 1, why_not=Status.REPAIR)
    assert "2\u00a0exemplaires, à jouer sur place" in said(0, 2, why_not=Status.ON_SITE)
    assert "3\u00a0exemplaires, aucun disponible" in said(0, 3)
    assert "shelf-status" not in render("{% shelf records %}", records=[box()])


def test_a_shelf_says_what_is_known_and_nothing_else():
    known = box(min_players=2, max_players=4, min_age=10, duration=45)
    text = render("{% shelf records %}", records=[known, box(title="<b>Quoi")]).replace("\u00a0", " ")
    for fact in ("2 à 4 joueurs", "dès 10 ans", "45 min"):
        assert f"</svg>{fact}</span>" in text
    assert text.count('class="fact"') == 3
    assert "<b>" not in text


def test_a_motif_chosen_for_the_record_goes_before_its_category():
    assert "family-savoir" in render("{% cover record %}", record=box(motif="savoir"))
    assert "family-hasard" in render("{% cover record %}", record=box(motif=""))


# ---- colours: WCAG contrast of the tokens, on both grounds


def tokens(dark: bool) -> dict[str, str]:
    blocks = re.findall(r":root \{(.*?)\}", CSS["house.css"], re.S)
    found = dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6});", blocks[0]))
    if dark:
        found |= dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6});", blocks[1]))
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


GROUNDS = ["paper", "card", "table"]
TEXTS = ["ink", "soft", "brick", "sea", "leaf", "honey-text", "plum"]
FACES = ["brick", "sea", "leaf", "plum"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
class TestContrast:
    @pytest.mark.parametrize(("text", "ground"), list(product(TEXTS, GROUNDS)))
    def test_text_on_the_ground(self, dark, text, ground):
        colours = tokens(dark)
        assert contrast(colours[text], colours[ground]) >= 4.5

    @pytest.mark.parametrize("face", FACES)
    def test_text_on_a_colour(self, dark, face):
        colours = tokens(dark)
        assert contrast(colours["on-colour"], colours[face]) >= 4.5

    def test_text_on_honey(self, dark):
        colours = tokens(dark)
        assert contrast(colours["on-honey"], colours["honey"]) >= 4.5

    @pytest.mark.parametrize(("edge", "ground"), list(product(["edge", "sea", "brick"], GROUNDS)))
    def test_edges_of_controls_and_focus(self, dark, edge, ground):
        colours = tokens(dark)
        assert contrast(colours[edge], colours[ground]) >= 3


@pytest.mark.parametrize("ground", re.findall(r"--ground: (#[0-9A-F]{6});", CSS["shelf.css"]))
def test_the_call_number_can_be_read_on_every_spine(ground):
    spine = "#" + "".join(f"{round(int(ground[i : i + 2], 16) * 0.7):02X}" for i in (1, 3, 5))
    assert contrast("#FBF7EF", spine) >= 3


# ---- the rules of the house


def test_no_template_has_anything_inline():
    inline = re.compile(r"\sstyle=|<style|\son\w+=|\shx-on|<script(?![^>]*\ssrc=)", re.I)
    # what is only drawn on paper is never sent to a browser: a label's place in millimetres may stand in it
    pages = [path for path in TEMPLATES if "print" not in path.parts]
    assert [path.name for path in pages if inline.search(path.read_text(encoding="utf-8"))] == []


def test_style_sheets_load_nothing_from_elsewhere():
    for name, text in CSS.items():
        assert "@import" not in text, name
        for address in re.findall(r"url\(\"?([^)\"]+)", text):
            assert (ROOT / "static/css" / address).resolve().is_file(), (name, address)


def test_style_sheets_use_only_known_tokens():
    known = {name for text in CSS.values() for name in re.findall(r"(--[\w-]+):", text)}
    used = {name for text in CSS.values() for name in re.findall(r"var\((--[\w-]+)", text)}
    assert used <= known
