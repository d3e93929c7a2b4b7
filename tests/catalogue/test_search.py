"""What search promises, the same on both databases."""

import datetime
import threading
from itertools import product

import pytest
from django.db import connection, transaction
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalogue.models import Record, SearchCounter
from catalogue.search import Query, index, search
from catalogue.services import loans, returns, summaries
from tests.make import (
    make_category,
    make_copy,
    make_loan,
    make_member,
    make_person,
    make_publisher,
    make_record,
    make_section,
    make_site,
    make_summary,
)

pytestmark = pytest.mark.django_db


def find(text="", **params):
    return search(Query.from_params({"q": text, **params}))


def titles(results):
    return [record.title for record in results.records]


def counts(facets):
    return {facet.value: facet.count for facet in facets}


class TestWords:
    @pytest.fixture(autouse=True)
    def _catalogue(self):
        make_record(
            "Café International", publisher="Matel", categories=["A 407 jeu de hasard (jeu de règles)"]
        )
        make_record("L'Œuf de Pâques", description="Des lapins très pressés.")
        make_record("Jungle-Speed")

    @pytest.mark.parametrize(
        "text",
        [
            "cafe international",
            "CAFÉ INTERNATIONAL",
            "Cafe\u0301 international",
            "international café",
            "café-international",
            "  café,international! ",
            "café inter",
            "cafeinternational",
            "le café international",
            "cafés internationals",
        ],
    )
    def test_accents_case_hyphens_order_and_plural_make_no_difference(self, text):
        results = find(text)
        assert titles(results) == ["Café International"]
        assert results.did_you_mean is None

    @pytest.mark.parametrize(
        "text", ["œuf", "oeuf", "l'œuf", "L’ŒUF", "l oeuf", "oeufs", "paques", "lapin presse"]
    )
    def test_ligatures_and_apostrophes_make_no_difference(self, text):
        assert titles(find(text)) == ["L'Œuf de Pâques"]

    @pytest.mark.parametrize("text", ["jungle speed", "jungle-speed", "junglespeed", "jungle sp"])
    def test_the_last_word_may_be_a_beginning_and_titles_may_be_run_together(self, text):
        assert titles(find(text)) == ["Jungle-Speed"]

    def test_every_word_must_be_there(self):
        assert find("café lapins").total == 0

    def test_no_text_gives_every_record_by_title_without_article(self):
        make_record("Le Zoo")
        make_record("Âne et bât")
        assert titles(find()) == [
            "Âne et bât",
            "Café International",
            "Jungle-Speed",
            "L'Œuf de Pâques",
            "Le Zoo",
        ]


class TestEveryField:
    """Whatever the record says finds it."""

    @pytest.mark.parametrize(
        "text",
        [
            "boursicocotte",
            "die boersengackeln",
            "adapte du tarot",
            "asmodee",
            "asmodée",
            "rudiger kolze",
            "koltze",
            "R refl AD",
            "r-refl-ad",
            "bourse",
            "3558380012345",
            "0090473",
            "KOL 12",
            "jeux de bluff",
            "rez-de-chaussée",
            "poulailler",
            "argent",
            "canasson",
            "surenchère",
            "notice reprise",
            "Francfort",
            "juillet 2003",
            "français",
            "jeu en boîte",
            "regle_boursicocotte.pdf",
            "asmodee.example",
        ],
    )
    def test_it_is_found_by(self, text):
        record = make_record(
            "Boursicocotte",
            parallel_title="Die Börsengackeln",
            responsibility="adapté du tarot",
            publisher=make_publisher("Asmodee", forms=("Asmodée",)),
            people=[(make_person("Rudiger Kolze", forms=("Koltze",)), "auteur")],
            categories=["[INDICE] R refl AD", "[COL] 12 bourse"],
            ean="3558380012345",
            place="Francfort",
            date_text="15 juillet 2003",
            document_type="jeu en boîte",
            languages=["Français (fre)"],
            description="Un poulailler.",
            contents="55 cartes d'argent",
            rules_text="La surenchère est libre.",
            notes="Un canasson s'y cache.",
            source="Notice reprise d'un autre catalogue.",
        )
        record.documents.create(name="règle_boursicocotte.pdf")
        record.links.create(label="Site", url="https://asmodee.example/")
        make_copy(
            record,
            barcode="0090473",
            call_number="KOL 12",
            section=make_section("Jeux de bluff"),
            site=make_site("Rez-de-chaussée"),
        )
        make_record("Autre chose")
        assert titles(find(text)) == ["Boursicocotte"]


class TestOrder:
    def test_a_call_number_comes_first_then_titles_then_names_then_texts(self):
        make_record("Un texte", rules_text="Criez « uno » très fort.")
        make_record("Un nom", publisher="Uno Éditions")
        make_record("Grand Uno de voyage")
        make_record("Uno")
        make_copy(make_record("Une cote"), call_number="UNO")
        results = find("uno")
        assert titles(results) == ["Une cote", "Uno", "Grand Uno de voyage", "Un nom", "Un texte"]

    def test_it_sorts_by_title_arrival_duration_and_age(self):
        make_record("Arbre", min_age=12)
        make_record("Cerf", duration=15)
        make_record("Brume", duration=60, min_age=7)
        assert titles(find(tri="titre")) == ["Arbre", "Brume", "Cerf"]
        assert titles(find(tri="nouveautes")) == ["Brume", "Cerf", "Arbre"]
        assert titles(find(tri="duree")) == ["Cerf", "Brume", "Arbre"]
        assert titles(find(tri="age")) == ["Brume", "Arbre", "Cerf"]

    def test_pages_show_every_record_once(self):
        for number in range(45):
            make_record(f"Boîte {number}", min_age=number % 3 or None, duration=number % 4 or None)
        for text, sort in product(("", "boite"), ("", "titre", "nouveautes", "duree", "age")):
            pages = [find(text, tri=sort, page=str(page)) for page in (1, 2, 3)]
            shown = [record.pk for page in pages for record in page.records]
            assert [len(page.records) for page in pages] == [20, 20, 5], (text, sort)
            assert len(set(shown)) == 45, (text, sort)
            assert [(page.page, page.pages, page.total, page.first) for page in pages] == [
                (1, 3, 45, 1),
                (2, 3, 45, 21),
                (3, 3, 45, 41),
            ], (text, sort)

    def test_a_page_too_far_is_the_last_one(self):
        make_record("Uno")
        assert (find(page="9999").page, titles(find(page="9999"))) == (1, ["Uno"])


class TestIdentifiers:
    def test_a_barcode_with_its_zeros_is_exact(self):
        record = make_copy("Uno", barcode="0090199").record
        make_record("90199 raisons de jouer")
        assert find("0090199").exact == record
        assert find(" 0090199 ").exact == record
        assert find("90199").exact is None

    def test_an_ean_is_exact_when_one_record_bears_it(self):
        record = make_record("Uno", ean="3558380012345")
        assert find("3 558380 012345").exact == record
        make_record("Uno encore", ean="3558380012345")
        results = find("3558380012345")
        assert results.exact is None
        assert results.total == 2

    def test_a_box_that_left_the_library_is_not_found(self):
        copy = make_copy("Uno", barcode="90199", state="retire")
        assert find("90199").exact is None
        assert find("90199").total == 0
        assert find("uno").records[0].copy_count == 0
        assert copy.record.title == "Uno"

    @pytest.mark.parametrize("text", ["A 407", "a407", "A407", "r refl ad", "RREFLAD", "caf 2"])
    def test_call_numbers_and_categories_are_found_in_any_spelling(self, text):
        record = make_record("Café", categories=["A 407 jeu de hasard", "[INDICE] R refl AD"])
        make_copy(record, call_number="CAF 2")
        make_record("Autre", rules_text="407 rrefl")
        assert titles(find(text))[0] == "Café"


class TestTypos:
    @pytest.fixture(autouse=True)
    def _catalogue(self):
        make_record("Café International")
        make_record("Boursicocotte", people=["Rudiger Kolze"])
        make_record("Uno")

    @pytest.mark.parametrize(
        ("typed", "title"),
        [
            ("boursicote", "Boursicocotte"),
            ("boursicocote", "Boursicocotte"),
            ("cafe internationnal", "Café International"),
            ("cafe intrenational", "Café International"),
            ("koltze", "Boursicocotte"),
            ("unno", "Uno"),
            ("nuo", "Uno"),
        ],
    )
    def test_it_shows_what_was_meant_and_says_so(self, typed, title):
        results = find(typed)
        assert titles(results) == [title]
        assert results.did_you_mean

    def test_the_correction_is_written_as_the_catalogue_writes_it(self):
        assert find("caffé").did_you_mean == "Café"

    def test_words_that_each_exist_but_never_together_are_corrected_too(self):
        make_record("Autre", rules_text="Un internationnal, écrit ainsi par la source.")
        assert find("internationnal").did_you_mean is None
        assert titles(find("cafe internationnal")) == ["Café International"]

    def test_a_correction_keeps_the_filters_and_never_shows_nothing(self):
        make_record("Boursicotine", min_players=2, max_players=2)
        assert titles(find("boursicotin", joueurs="2")) == ["Boursicotine"]
        results = find("xylophonez")
        assert (results.total, results.did_you_mean) == (0, None)

    def test_what_is_right_is_left_alone(self):
        assert find("uno").did_you_mean is None
        assert find().did_you_mean is None


class TestFilters:
    def test_known_fits_come_first_then_those_that_do_not_say(self):
        make_record("Deux à quatre", min_players=2, max_players=4)
        make_record("Au moins deux", min_players=2)
        make_record("Ne dit rien")
        make_record("Six et plus", min_players=6)
        make_record("Seul", min_players=1, max_players=1)
        results = find(joueurs="4")
        assert titles(results) == ["Deux à quatre", "Au moins deux", "Ne dit rien"]
        assert (results.total, results.unsaid) == (3, 2)
        assert [record.unsaid for record in results.records] == [0, 1, 1]

    def test_age_and_duration_work_alike(self):
        make_record("Dès 7 ans", min_age=7, duration=20)
        make_record("De 3 à 6 ans", min_age=3, max_age=6, duration=45)
        make_record("Sans âge")
        assert titles(find(age="8")) == ["Dès 7 ans", "Sans âge"]
        assert titles(find(age="3")) == ["De 3 à 6 ans", "Sans âge"]
        assert titles(find(duree="30")) == ["Dès 7 ans", "Sans âge"]
        assert find(age="8", duree="30").unsaid == 1

    def test_an_unsaid_title_hit_still_comes_after_a_known_text_hit(self):
        make_record("Dragon")
        make_record("Château", rules_text="Un dragon le garde.", min_players=2, max_players=4)
        assert titles(find("dragon")) == ["Dragon", "Château"]
        assert titles(find("dragon", joueurs="3")) == ["Château", "Dragon"]

    def test_publisher_category_and_section_are_exact(self):
        record = make_record("Uno", publisher="Matel", categories=["A 401 jeu d'association"])
        make_copy(record, section=make_section("Jeux de règles"))
        make_record("Odin")
        for params in (
            {"editeur": "matel"},
            {"categorie": "esar:a401"},
            {"section": "jeux-de-regles"},
        ):
            assert titles(find(**params)) == ["Uno"], params
        for params in ({"editeur": "personne"}, {"categorie": "esar:z9"}, {"section": "nulle-part"}):
            assert find(**params).total == 0, params

    def test_trainer_keeps_the_games_one_can_learn_here(self, monkeypatch):
        from games import registry

        make_record("Uno", game="uno")
        make_record("Odin", game="odin")
        make_record("Autre")
        monkeypatch.setattr(registry, "playable", lambda: ())
        assert find(trainer="1").total == 0
        assert find().facets.trainer[0].count == 0
        monkeypatch.setattr(registry, "playable", lambda: (registry.GAMES["uno"],))
        assert titles(find(trainer="1")) == ["Uno"]
        assert find().facets.trainer[0].count == 1

    def test_trainer_keeps_the_games_with_a_quiz_of_the_house_too(self):
        quiz = make_summary("Dobble").record
        make_summary(make_record("Uno", game="uno"))
        make_summary("Mastermind", questions=0)
        assert titles(find(trainer="1")) == ["Dobble", "Uno"]
        assert find().facets.trainer[0].count == 2
        summaries.delete(record_id=quiz.pk, actor=None)
        assert titles(find(trainer="1")) == ["Uno"]
        assert find().facets.trainer[0].count == 1

    def test_availability_follows_the_loans(self):
        copy = make_copy("Uno")
        make_copy(copy.record, on_site_only=True)
        assert titles(find(dispo="1")) == ["Uno"]
        assert (find().records[0].available_count, find().records[0].copy_count) == (1, 2)
        loan = make_loan(copy)
        assert find(dispo="1").total == 0
        assert find("uno").records[0].available_count == 0
        returns.checkin(copy_id=copy.pk, actor=None, now=loan.lent_at)
        assert titles(find("uno", dispo="1")) == ["Uno"]


class TestSeveralValues:
    """One value of a filter is enough, every filter must be met; a count is what its link gives."""

    @pytest.fixture(autouse=True)
    def _catalogue(self):
        here, there = make_site("Centre"), make_site("Quais")
        rules, skill = make_section("Règles"), make_section("Adresse")
        uno = make_record(
            "Uno",
            publisher="Matel",
            categories=["A 401 jeu d'association (jeu de règles)", "A 407 jeu de hasard"],
            languages=["fre", "eng"],
            min_players=2,
            max_players=10,
            min_age=7,
            duration=20,
        )
        odin = make_record(
            "Odin",
            publisher="Asmodee",
            categories=["A 407 jeu de hasard (jeu de règles)"],
            languages=["ger"],
            min_players=2,
            max_players=4,
            min_age=9,
            duration=15,
        )
        make_record("Dada", publisher="Goula", categories=["A 101 jeu sensoriel (jeu d'exercice)"])
        make_copy(uno, section=rules, site=here)
        make_copy(uno, section=skill, site=here)
        make_copy(odin, section=rules, site=there)

    def test_one_of_them_is_enough(self):
        for address, found in {
            "editeur=matel&editeur=asmodee": {"Uno", "Odin"},
            "editeur=matel&editeur=asmodee&joueurs=8&joueurs=9": {"Uno"},
            "joueurs=4&joueurs=6": {"Uno", "Odin", "Dada"},
            "joueurs=4,6&editeur=asmodee": {"Odin"},
            "joueurs=4-6&editeur=matel,asmodee": {"Uno"},
            "joueurs=6-4&langue=ger": set(),
            "age=7&age=8&duree=20": {"Uno", "Dada"},
            "categorie=esar:a4": {"Uno", "Odin"},
            "categorie=esar:a4&categorie=esar:a101": {"Uno", "Odin", "Dada"},
            "categorie=esar:a401&categorie=esar:a101": {"Uno", "Dada"},
            "langue=ger&langue=eng": {"Uno", "Odin"},
            "section=adresse&section=regles": {"Uno", "Odin"},
            "nouveau=1": {"Uno", "Odin", "Dada"},
        }.items():
            assert set(titles(search(Query.from_params(QueryDict(address))))) == found, address

    def test_a_site_is_known_by_its_key(self):
        sites = {facet.label: facet for facet in find().facets.sites}
        assert {label: facet.count for label, facet in sites.items()} == {"Centre": 1, "Quais": 1}
        assert titles(find(site=sites["Quais"].value)) == ["Odin"]

    def test_categories_stand_as_a_tree_whose_counts_agree(self):
        assert [(f.label, f.count, f.within) for f in find().facets.categories] == [
            ("A\u00a04 jeu de règles", 2, ""),
            ("A 407 jeu de hasard", 2, "esar:a4"),
            ("A 401 jeu d'association", 1, "esar:a4"),
            ("A\u00a01 jeu d'exercice", 1, ""),
            ("A 101 jeu sensoriel", 1, "esar:a1"),
        ]

    def test_new_is_what_came_within_some_weeks(self):
        old = Record.objects.get(title="Dada")
        Record.objects.filter(pk=old.pk).update(created_at=timezone.now() - datetime.timedelta(days=200))
        index.update([old.pk])
        assert counts(find().facets.new) == counts(find("").facets.new) == {"1": 2}
        assert "Dada" not in titles(find(nouveau="1"))

    @pytest.mark.parametrize("text", ["", "jeu"])
    def test_every_count_is_what_choosing_the_value_finds(self, text):
        facets = find(text).facets
        of = {
            "joueurs": facets.players,
            "age": facets.age,
            "duree": facets.duration,
            "categorie": facets.categories,
            "editeur": facets.publishers,
            "langue": facets.languages,
            "section": facets.sections,
            "site": facets.sites,
            "dispo": facets.available,
            "nouveau": facets.new,
        }
        for name, values in of.items():
            for facet in values:
                results = find(text, **{name: facet.value})
                assert facet.count == results.total - results.unsaid, (name, facet)

    def test_the_address_says_the_whole_search(self):
        query = Query.from_params(QueryDict("q=uno&joueurs=4&joueurs=6&editeur=matel&editeur=x&tri=titre"))
        assert query.params() == "q=uno&joueurs=4&joueurs=6&editeur=matel&editeur=x&tri=titre"


class TestFacets:
    def test_a_facet_counts_what_choosing_it_instead_would_give(self):
        make_record("Un", publisher="Matel", min_players=2, max_players=4)
        make_record("Deux", publisher="Matel", min_players=2, max_players=6)
        make_record("Trois", publisher="Asmodee", min_players=2, max_players=6)
        facets = find(editeur="matel", joueurs="6").facets
        assert counts(facets.publishers) == {"matel": 1, "asmodee": 1}
        assert counts(facets.players)["4"] == 2
        assert [facet.value for facet in facets.publishers if facet.selected] == ["matel"]
        assert [facet.label for facet in facets.players if facet.selected] == ["6\u00a0joueurs"]

    def test_a_chosen_value_stays_in_the_list_even_without_hits(self):
        make_publisher("Matel")
        facets = find("rien de tel", editeur="matel", joueurs="37").facets
        assert [(facet.label, facet.count, facet.selected) for facet in facets.publishers] == [
            ("Matel", 0, True)
        ]
        assert [(facet.value, facet.count) for facet in facets.players if facet.selected] == [("37", 0)]

    def test_each_category_of_a_record_counts(self):
        make_record("Uno", categories=["A 401 jeu d'association", "[COL] 12"])
        assert counts(find().facets.categories) == counts(find("uno").facets.categories)
        assert counts(find().facets.categories) == {"esar:a4": 1, "esar:a401": 1, "col:12": 1}


class TestIndex:
    def test_deleting_a_record_leaves_nothing_behind(self):
        record = make_record("Uno", publisher="Matel")
        make_record("Odin")
        record.delete()
        assert find("uno").total == 0
        assert find().total == 1
        assert counts(find().facets.publishers) == {}

    def test_a_change_takes_effect_and_forgets_the_old_words(self):
        record = make_record("Uno", publisher="Matel")
        Record.objects.filter(pk=record.pk).update(title="Skip-Bo", sort_key="skip bo", publisher=None)
        index.update([record.pk])
        assert find("skip bo").total == 1
        assert find("matel").total == 0
        assert find("uno").total == 0
        assert counts(find().facets.publishers) == {}

    def test_compacting_counters_changes_no_count(self):
        for number in range(8):
            make_copy(make_record(f"Jeu {number}", publisher="Matel", min_players=2, max_players=number + 2))
        before = find().facets
        index.compact()
        assert find().facets == before
        rows = SearchCounter.objects.count()
        index.compact()
        assert SearchCounter.objects.count() == rows
        index.rebuild_counters()
        assert find().facets == before

    def test_rebuilding_keeps_what_is_written_meanwhile(self, monkeypatch):
        first, second = make_record("Uno"), make_record("Odin")

        def edit_once(done, total):
            Record.objects.filter(pk=first.pk).update(title="Skip-Bo", sort_key="skip bo")
            index.update([first.pk])
            second.delete()

        assert index.rebuild(progress=edit_once) == 2
        assert titles(find("skip bo")) == ["Skip-Bo"]
        assert find("uno").total == find("odin").total == 0
        assert find().total == 1

    def test_a_record_that_changes_very_often_is_still_found_by_its_words_alone(self):
        record = make_record("Uno")
        for number in range(70):
            Record.objects.filter(pk=record.pk).update(notes=f"remarque{number}")
            index.update([record.pk])
        assert find("remarque69").total == 1
        assert find("remarque50").total == 0

    def test_an_index_lost_altogether_comes_back(self):
        from django.core.management import call_command

        make_copy(make_record("Uno", publisher="Matel"))
        before = find("uno").facets
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM catalogue_searchentry")
            cursor.execute("DELETE FROM catalogue_searchcounter")
        assert find().total == 0
        call_command("reindex", verbosity=0)
        assert find("uno").facets == before
        assert find().total == 1


@pytest.mark.django_db(transaction=True)
def test_two_desks_lending_two_boxes_of_one_game_at_once_leave_none_on_the_shelf():
    record = make_record("Uno")
    boxes = [make_copy(record), make_copy(record)]
    member = make_member()
    started = threading.Event()
    problems = []

    def other_desk():
        try:
            started.set()
            loans.checkout(copy_id=boxes[1].pk, member_id=member.pk, actor=None, today=timezone.localdate())
        except Exception as problem:
            problems.append(problem)
        finally:
            connection.close()

    desk = threading.Thread(target=other_desk)
    with transaction.atomic():
        make_loan(boxes[0], member)
        desk.start()
        started.wait()
    desk.join()
    assert problems == []
    assert find("uno").records[0].available_count == 0
    assert find(dispo="1").total == 0
    assert counts(find().facets.available) == {"1": 0}


class TestQueries:
    def test_three_queries_and_one_for_what_a_text_names(self):
        filters = {"joueurs": "3", "editeur": "matel", "categorie": "esar:a401"}
        for rows in (2, 60):
            for number in range(rows):
                record = make_record(
                    f"Boîte {rows} {number}", publisher="Matel", categories=["A 401 jeu d'association"]
                )
                make_copy(record)
            for text, params in product(("", "boite"), ({}, filters)):
                with CaptureQueriesContext(connection) as captured:
                    results = find(text, **params)
                    for record in results.records:
                        assert (record.family, record.motif) == ("association", "")
                        assert (record.title[:5], record.min_players, record.duration) == (
                            "Boîte",
                            None,
                            None,
                        )
                        assert (record.available_count, record.copy_count) == (1, 1)
                assert len(captured) == (4 if text else 3), (rows, text, params)


@pytest.fixture
def small_catalogue():
    make_copy(make_record("Uno", publisher="Matel", categories=[make_category()]), barcode="90199")
    make_record("Café International", min_players=2, max_players=4)


HOSTILE = st.one_of(
    st.text(max_size=300),
    st.text(alphabet="\"'*();:-_^{}[]|&!<>~\\%,. \x00\n\té©œ🃏aA1", max_size=60),
    st.sampled_from(
        [
            "'; DROP TABLE catalogue_record; --",
            '"',
            "* OR *",
            "NEAR(a b, 2)",
            "title:uno",
            "%s %(x)s {0}",
            "\x00",
            "\ud800",
            "a" * 10_000,
            "mot " * 2_500,
            "🃏🎲",
            "AND OR NOT",
            "t_uno i_uno",
        ]
    ),
)


class TestHostileInput:
    @given(
        text=HOSTILE,
        others=st.dictionaries(
            st.sampled_from(
                [
                    "joueurs",
                    "age",
                    "duree",
                    "categorie",
                    "editeur",
                    "section",
                    "dispo",
                    "langue",
                    "site",
                    "nouveau",
                    "trainer",
                    "tri",
                    "page",
                ]
            ),
            st.one_of(HOSTILE, st.integers(-10, 10**30).map(str)),
            max_size=4,
        ),
    )
    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_anything_is_just_words(self, small_catalogue, text, others):
        query = Query.from_params({"q": text, **others})
        with CaptureQueriesContext(connection) as captured:
            results = search(query)
        assert 0 <= results.total <= 2
        assert len(captured) <= 30
        assert {name for name, _ in query.ignored} <= others.keys()
        assert Query.from_params(dict(_pairs(query.params()))) == Query.from_params(
            dict(_pairs(Query.from_params(dict(_pairs(query.params()))).params()))
        )

    def test_a_database_with_a_nul_or_quotes_in_the_query_answers(self, small_catalogue):
        assert titles(find("café\x00inter")) == ["Café International"]
        assert titles(find('"uno"')) == ["Uno"]
        assert titles(find("uno*")) == ["Uno"]
        assert find("_").total == 0  # no word: nothing answers


def _pairs(query_string):
    from urllib.parse import parse_qsl

    return parse_qsl(query_string)
