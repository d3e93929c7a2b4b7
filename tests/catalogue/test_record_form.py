"""Cataloguing by the form: rows, lists of parts, codes, duplicates, drafts, what is undone."""

import pytest

from catalogue.models import Category, JournalEntry, Person, Publisher, Record
from catalogue.queries import duplicates, suggestions
from catalogue.services import record_undo, records
from catalogue.services.versions import Changed
from ludotheque import ean
from tests.filling import filled
from tests.make import make_category, make_person, make_publisher, make_record

pytestmark = pytest.mark.django_db

ADD = "/gestion/notices/ajouter/"
RIGHT, WRONG = "4006381333931", "4006381333932"


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def send(staff, address=ADD, *, htmx=False, **typed):
    """Sends the form of that address as it stands there, with this typed anew."""
    headers = {"HX-Request": "true"} if htmx else {}
    return staff.post(address, filled(staff.get(address), **typed), headers=headers)


def rows(answer, name):
    return [{field.name: field.value() for field in row} for row in answer.context[name]]


# --- rows and lists


def test_a_button_adds_an_empty_row_and_keeps_all_that_was_typed_without_judging_it(staff):
    typed = {"ean": WRONG, "people-0-name": "Zoé", "people-1-name": "Bob", "people-1-role": "illustrateur"}
    answer = send(staff, faire="personne", warnings=["aimants"], draft="on", **typed)
    assert answer.status_code == 200
    assert "field-bad" not in answer.text
    assert [row["name"] for row in rows(answer, "people")] == ["Zoé", "Bob", None]
    assert rows(answer, "people")[1]["role"] == "illustrateur"
    assert answer.context["form"]["ean"].value() == WRONG
    assert answer.context["form"]["warnings"].value() == ["aimants"]
    assert answer.context["form"]["draft"].value()
    assert 'name="people-2-name" data-suggest="/gestion/notices/proposer/personne/"' in answer.text
    assert answer.text.count("autofocus") == 1
    assert not Record.objects.exists()


def test_a_script_gets_only_the_rows_that_changed(staff):
    part = send(staff, htmx=True, faire="lien", **{"links-0-url": "https://example.org/"})
    assert part.text.lstrip().startswith('<div id="rows-links"')
    assert part.text.count("autofocus") == 1
    assert "https://example.org/" in part.text


def test_a_typed_list_becomes_rows_and_the_rows_become_parts(staff):
    answer = send(staff, title="Petits chevaux", components_text="16 chevaux, 2 dés\n1 plateau", faire="lire")
    assert [(row["quantity"], row["name"]) for row in rows(answer, "parts")] == [
        (16, "cheval"),
        (2, "dé"),
        (1, "plateau"),
    ]
    assert not answer.context["form"]["components_text"].value()
    values = filled(answer)
    values["parts-1-spare"] = "4"
    del values["parts-2-important"]
    assert staff.post(ADD, values).status_code == 302
    parts = Record.objects.get().components.values_list("name", "quantity", "important", "spare")
    assert list(parts) == [("cheval", 16, True, 0), ("dé", 2, True, 4), ("plateau", 1, False, 0)]


def test_one_click_takes_the_parts_from_the_contents_but_those_that_are_there(staff):
    record = make_record(
        "Uno", contents="Contenu : 108 cartes dont 4 jokers et une règle.", components=[("règle", 1)]
    )
    answer = send(staff, f"/gestion/notices/{record.pk}/", faire="contenu")
    assert [(row["quantity"], row["name"]) for row in rows(answer, "parts")] == [
        ("1", "règle"),
        (108, "carte dont 4 jokers"),
    ]


def test_a_text_without_parts_says_so(staff):
    assert "Rien de nouveau" in send(staff, htmx=True, faire="contenu").text
    assert "1 pièce ajoutée" in send(staff, htmx=True, faire="lire", components_text="2 dés").text


def test_a_list_not_read_yet_is_saved_with_the_rest_and_never_twice(staff):
    record = make_record("Uno", components=[("carte", 108)])
    address = f"/gestion/notices/{record.pk}/"
    answer = send(staff, address, components_text="2 cartes")
    assert answer.status_code == 422
    assert "déjà dans la liste" in answer.text
    assert send(staff, address, components_text="2 dés").status_code == 302
    assert [str(part) for part in record.components.all()] == ["108 cartes", "2 dés"]


def test_a_part_renamed_in_its_row_stays_the_same_part(staff):
    record = make_record("Uno", components=[("carte", 108), ("règle", 1)])
    kept = record.components.get(name="carte").pk
    address = f"/gestion/notices/{record.pk}/"
    send(staff, address, **{"parts-0-name": "carte à jouer", "parts-1-name": ""})
    assert [(part.pk, part.name) for part in record.components.all()] == [(kept, "carte à jouer")]


def test_the_same_part_twice_and_numbers_that_cannot_be_are_refused_in_their_row(staff):
    record = make_record("Uno", components=[("carte", 108), ("règle", 1)])
    address = f"/gestion/notices/{record.pk}/"
    twice = send(staff, address, **{"parts-1-name": " carte "})
    assert twice.status_code == 422
    assert "écrit deux fois" in twice.text
    assert "commence à 1" in send(staff, address, **{"parts-0-quantity": "0"}).text
    assert send(staff, address, **{"parts-0-spare": "-1"}).status_code == 422


def test_after_an_error_added_rows_are_still_there(staff):
    more = {"people-TOTAL_FORMS": "3", "people-2-name": "Troisième", "people-2-role": "auteur"}
    answer = send(staff, title="", **more, **{"links-0-url": "pas une adresse"})
    assert answer.status_code == 422
    assert 'value="Troisième"' in answer.text
    assert 'value="pas une adresse"' in answer.text
    assert "n’est pas une adresse" in answer.text
    assert answer.context["wrong"] == [("Titre", "id_title"), ("Liens", "rows-links")]
    assert 'data-touched="true"' in answer.text


def test_links_are_pages_or_videos_and_an_emptied_one_goes(staff):
    record = make_record("Uno", links=[("Page", "https://example.org/")])
    address = f"/gestion/notices/{record.pk}/"
    video = {"links-1-url": "https://videos.example/v", "links-1-label": "", "links-1-kind": "video"}
    send(staff, address, **{"links-0-url": ""}, **video)
    assert [(link.label, link.kind) for link in record.links.all()] == [("https://videos.example/v", "video")]


# --- the code of the box


@pytest.mark.parametrize("code", [RIGHT, "73513537", "036000291452", "5901234123457"])
def test_a_right_code_has_the_digit_that_the_others_ask_for(code):
    assert ean.is_right(code)
    slips = [
        code[:place] + str((int(code[place]) + 1) % 10) + code[place + 1 :] for place in range(len(code))
    ]
    assert not any(ean.is_right(slip) for slip in slips)


def test_a_wrong_code_is_refused_clearly_and_kept_by_who_means_it(staff):
    answer = send(staff, title="Uno", ean=WRONG)
    assert answer.status_code == 422
    assert f"après {WRONG[:-1]} viendrait 1" in answer.text
    assert "ean_kept" in answer.text
    assert staff.post(ADD, filled(answer, ean_kept="on")).status_code == 302
    record = Record.objects.get()
    assert record.ean == WRONG
    address = f"/gestion/notices/{record.pk}/"
    assert "ean_kept" not in staff.get(address).text
    assert send(staff, address, notes="vu").status_code == 302  # asked once


@pytest.mark.parametrize(
    "typed", ["4 006381 333931", "4006-381-333931", '\'àà-"_&"""ç"&', " 4006381333931\n"]
)
def test_a_code_is_understood_as_scanners_and_people_write_it(staff, typed):
    assert send(staff, title="Uno", ean=typed).status_code == 302
    assert Record.objects.get().ean == RIGHT


def test_the_key_enter_saves_nothing_even_without_a_script(staff):
    """The first button of a form answers Enter; ours is disabled, and then browsers do nothing."""
    page = staff.get(ADD).text
    form = page[page.index('<form class="notice-form"') :]
    assert form[form.index("<button") :].startswith('<button type="submit" disabled hidden>')


# --- duplicates


def why(**typed):
    return [
        (twin.record.title, twin.why)
        for twin in duplicates.of(**{"title": "", "publisher": "", "ean": "", **typed})
    ]


def test_the_same_code_or_the_same_folded_title_of_one_publisher_is_a_duplicate():
    make_publisher("Matel", forms=("Mattel",))
    make_record("L’Œuf de Pâques", publisher="Matel", ean=RIGHT)
    make_record("Œuf de Pâques", publisher="Autre")
    both = "même titre, même éditeur"
    assert why(ean=RIGHT) == [("L’Œuf de Pâques", "même EAN")]
    assert why(title="oeuf de paques", publisher="MATTEL") == [("L’Œuf de Pâques", both)]
    assert len(why(title="OEUF de pâques")) == 2  # the publisher is not said yet
    assert why(title="Œuf", publisher="Matel") == why() == []
    assert why(title="oeuf de paques", publisher="Inconnu") == []
    mine = Record.objects.get(ean=RIGHT).pk
    assert why(ean=RIGHT, but=mine) == []


def test_duplicates_are_said_while_typing_and_at_saving_and_block_nothing(staff, budget):
    there = make_record("Uno", publisher="Mattel", ean=RIGHT)
    with budget("record_check"):
        said = staff.get(
            "/gestion/notices/verifier/", {"title": "UNO", "publisher_name": "mattel", "ean": WRONG}
        )
    assert f'href="/gestion/notices/{there.pk}/"' in said.text
    assert "même titre, même éditeur" in said.text
    assert "ne peut pas être juste" in said.text
    answer = send(staff, title="Uno", ean=RIGHT)
    assert Record.objects.count() == 2
    page = staff.get(answer.url).text
    assert "Peut-être en double" in page
    assert f'href="/gestion/notices/{there.pk}/"' in page
    nothing = staff.get("/gestion/notices/verifier/", {"title": "Odin", "ean": "", "notice": "x"})
    assert not nothing.text.strip()


# --- names that complete


def offered(found):
    return [(one.value, one.new) for one in found]


def test_names_are_proposed_by_words_of_any_form_and_a_new_one_may_be_made():
    make_publisher("Matel", forms=("Mattel",))
    make_publisher("Jeux Matagot")
    assert offered(suggestions.publishers("mat")) == [
        ("Matel", False),
        ("Jeux Matagot", False),
        ("mat", True),
    ]
    (matel,) = suggestions.publishers("mattel")
    assert (matel.value, matel.hint) == ("Matel", "aussi : Mattel")
    make_person("Zoé Œuvrard")
    assert offered(suggestions.people("oeuvr zoe")) == [("Zoé Œuvrard", False), ("oeuvr zoe", True)]
    assert suggestions.people("  ") == []


def test_categories_are_proposed_by_code_or_label_as_the_field_reads_them():
    game, rules = make_category("A 407 jeu de hasard (jeu de règles)"), make_category("[COL] Ambiance")
    assert (
        offered(suggestions.categories("a4"))
        == offered(suggestions.categories("hasard"))
        == [(game.line, False)]
    )
    assert offered(suggestions.categories("ambi")) == [(rules.line, False)]
    assert suggestions.categories("?") == []


def test_proposals_are_as_many_as_one_can_read(staff, budget):
    Publisher.objects.bulk_create(
        Publisher(name=f"Éditions {n}", slug=f"e{n}", sort_key=f"editions {n}") for n in range(200)
    )
    with budget("record_suggest"):
        page = staff.get("/gestion/notices/proposer/editeur/", {"q": "édit"}).text
    assert page.count("<li") == 9
    assert staff.get("/gestion/notices/proposer/rien/").status_code == 404


def test_a_name_made_in_place_is_told_so_that_a_slip_is_seen(staff):
    make_publisher("Matel", forms=("Mattel",))
    names = {"people-0-name": "Zoé Œuvrard", "people-0-role": "auteur"}
    page = staff.get(send(staff, title="Uno", publisher_name="mattel", **names).url).text
    assert "Nouveau au catalogue\u202f: «\xa0Zoé Œuvrard\xa0»." in page
    again = staff.get(send(staff, title="Deux", publisher_name="Mattel", **names).url).text
    assert "Nouveau au catalogue" not in again


# --- extensions


def test_the_base_game_is_understood_by_its_title_or_its_address(staff):
    base = make_record("Carcassonne")
    record = make_record("Auberges et Cathédrales")
    address = f"/gestion/notices/{record.pk}/"
    assert send(staff, address, base_title="carcassonne").status_code == 302
    assert Record.objects.get(pk=record.pk).base_game == base
    assert 'value="Carcassonne"' in staff.get(address).text
    other = make_record("Carcassonne")
    assert f'value="Carcassonne [{base.slug}]"' in staff.get(address).text  # now it needs saying which
    assert "Plusieurs notices" in send(staff, address, base_title="Carcassonne").text
    send(staff, address, base_title=f"Carcassonne [{other.slug}]")
    assert Record.objects.get(pk=record.pk).base_game == other
    assert [one.value for one in suggestions.games("carca")] == [
        "Carcassonne [carcassonne]",
        f"Carcassonne [{other.slug}]",
    ]


def test_a_base_game_that_cannot_be_is_refused_beside_its_field(staff):
    base = make_record("Un")
    record = make_record("Deux", base_game=base)
    for address, typed, said in (
        (f"/gestion/notices/{record.pk}/", "Trois", "Aucune notice"),
        (f"/gestion/notices/{record.pk}/", "deux", "cette notice même"),
        (f"/gestion/notices/{base.pk}/", "Deux", "extension et son jeu de base"),
    ):
        answer = send(staff, address, base_title=typed)
        assert answer.status_code == 422
        assert said in answer.context["form"].errors["base_title"][0]


# --- drafts, two tabs, undo


def test_a_draft_is_marked_and_found_among_the_drafts(staff):
    send(staff, title="Plus tard", draft="on")
    record = Record.objects.get()
    assert record.draft
    make_record("Uno")
    assert list(staff.get("/gestion/notices/", {"sans": "publication"}).context["page"]) == [record]
    assert "brouillon" in staff.get(f"/gestion/notices/{record.pk}/").text


def test_two_tabs_lose_neither_rows_nor_parts(staff):
    record = make_record("Uno", components=[("carte", 108)])
    address = f"/gestion/notices/{record.pk}/"
    page = staff.get(address)
    records.update(
        record_id=record.pk, actor=None, components=[("carte", 112)], links=[("Page", "https://a.example/")]
    )
    typed = {"people-0-name": "Merle", "people-0-role": "auteur", "components_text": "2 dés"}
    typed |= {"publisher_name": "Gigamix", "categories-0-line": "A 499 jeu de rien"}
    answer = staff.post(address, filled(page, **typed))
    assert answer.status_code == 409
    made = [model.objects.count() for model in (Publisher, Person, Category)]
    assert made == [0, 0, 0], "names that nothing has been saved with are not made"
    assert "112 × carte" in answer.text
    assert "https://a.example/" in answer.text
    assert 'value="Merle"' in answer.text
    assert "2 dés" in answer.text
    assert staff.post(address, filled(answer)).status_code == 302
    assert [str(part) for part in record.components.all()] == ["108 cartes", "2 dés"]


def test_the_last_change_is_undone_whole_and_undone_again(staff, librarian):
    base = make_record("Base")
    record = make_record(
        "Uno", publisher="Mattel", people=["Merle"], categories=["[COL] Ambiance"], base_game=base
    )
    before = records.facts(record)
    assert "Annuler cette modification" not in staff.get(f"/gestion/notices/{record.pk}/").text
    records.update(
        record_id=record.pk,
        actor=librarian,
        title="Deux",
        publisher=None,
        people=[],
        categories=[],
        base_game=None,
        warnings=["aimants"],
        components=[("carte", 1)],
        links=[("Page", "https://a.example/")],
    )
    after = records.facts(Record.objects.get(pk=record.pk))
    address = f"/gestion/notices/{record.pk}/annuler/"
    for expected in (before, after):
        entry = staff.get(f"/gestion/notices/{record.pk}/").context["change"].entry
        staff.post(address, {"ligne": entry.pk})
        assert records.facts(Record.objects.get(pk=record.pk)) == expected


def test_nothing_is_undone_once_the_record_has_changed_again(staff):
    record = make_record("Uno")
    records.update(record_id=record.pk, actor=None, notes="un")
    entry = JournalEntry.objects.latest("pk")
    records.update(record_id=record.pk, actor=None, notes="deux")
    with pytest.raises(Changed):
        record_undo.undo(record_id=record.pk, entry_id=entry.pk, actor=None)
    Record.objects.filter(pk=record.pk).update(notes="trois")  # past the journal
    with pytest.raises(Changed):
        record_undo.undo(record_id=record.pk, entry_id=JournalEntry.objects.latest("pk").pk, actor=None)
    answer = staff.post(f"/gestion/notices/{record.pk}/annuler/", {"ligne": "x"}, follow=True)
    assert "Rien n’est annulé" in answer.text
    assert Record.objects.get().notes == "trois"


def test_what_a_rule_forbids_by_now_is_not_undone_and_says_why(staff):
    base = make_record("Base")
    record = make_record("Uno", base_game=base)
    records.update(record_id=record.pk, actor=None, base_game=None)
    records.update(record_id=base.pk, actor=None, base_game=record)
    entry = JournalEntry.objects.filter(subject_id=record.pk).latest("pk")
    answer = staff.post(f"/gestion/notices/{record.pk}/annuler/", {"ligne": entry.pk}, follow=True)
    assert "son extension et son jeu de base à la fois" in answer.text
    assert Record.objects.get(pk=record.pk).base_game is None


def test_the_form_costs_the_same_for_two_parts_and_two_hundred(staff, budget):
    for parts in (2, 200):
        record = make_record(
            "Uno",
            people=["Merle", "Zoé"],
            categories=["A 407 jeu de hasard"],
            components=[(f"pièce {n}", n) for n in range(1, parts + 1)],
        )
        with budget("record_form"):
            staff.get(f"/gestion/notices/{record.pk}/")


def test_a_form_sent_twice_makes_one_record_and_another_title_is_asked_about(staff):
    values = filled(staff.get(ADD), title="Odin")
    first, second = staff.post(ADD, values), staff.post(ADD, values)
    assert first["Location"] == second["Location"]
    assert "vient d’être ajouté" in staff.get(second["Location"]).text
    other = staff.post(ADD, values | {"title": "Odin, l’extension"})
    assert other.status_code == 409
    assert first["Location"] in other.text
    assert Record.objects.count() == 1
    assert staff.post(ADD, filled(other)).status_code == 302
    assert Record.objects.count() == 2
    records.delete(record_id=Record.objects.get(title="Odin").pk, actor=None)
    assert staff.post(ADD, values).status_code == 302, "what is deleted may be made again"


def test_a_record_deleted_meanwhile_keeps_what_was_typed_for_a_new_one(staff):
    record = make_record("Odin")
    address = f"/gestion/notices/{record.pk}/"
    values = filled(staff.get(address), description="Un long texte", components_text="3 dés")
    records.delete(record_id=record.pk, actor=None)
    assert staff.get(address).status_code == 404
    answer = staff.post(address, values)
    assert answer.status_code == 410
    assert "Un long texte" in answer.text
    assert f'action="{ADD}"' in answer.text
    assert staff.post(address, values | {"faire": "personne"}).status_code == 200
    assert staff.post(ADD, filled(answer)).status_code == 302
    assert Record.objects.get().description == "Un long texte"
    assert Record.objects.get().components.get().quantity == 3


def test_a_draft_is_said_to_be_one_when_it_is_made(staff):
    answer = send(staff, title="Odin", draft="on")
    text = staff.get(answer["Location"]).text
    assert "est en brouillon" in text
    assert "est au catalogue" not in text


def test_signs_that_nobody_sees_are_not_kept(staff):
    """U+000B comes from a word processor, U+001D from a scanner, U+000C from a PDF."""
    text = "Un\x0cdeux\r\n\ttrois"
    assert send(staff, title="Odin\x0bfils\x1dde Bor\x7f", description=text).status_code == 302
    record = Record.objects.get()
    assert record.title == "Odin fils de Bor"
    assert record.description == "Un deux\n\ttrois"
