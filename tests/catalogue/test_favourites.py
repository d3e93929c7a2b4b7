"""The list of games that somebody keeps: without an account in the session, else in the account."""

import pytest

from catalogue import liked
from catalogue.models import Favourite, Record
from catalogue.policy import Refused
from catalogue.services import favourites, records
from catalogue.views import favourites as views
from tests import make
from tests.html import assert_valid_html

pytestmark = pytest.mark.django_db

PAGE = "/ma-liste/"
MOST = 5  # where a test fills a list


@pytest.fixture
def game():
    return make.make_record("Œuf & Cie")


def send(visitor, *, htmx=False, follow=False, origin="http://testserver", **values):
    """By a heart, as a browser does."""
    headers = {"Origin": origin, **({"HX-Request": "true"} if htmx else {})}
    return visitor.post(PAGE, values, headers=headers, follow=follow)


def like(visitor, record):
    return send(visitor, ajouter=record.pk, suite="/catalogue/?q=oeuf")


def titles(visitor) -> list[str]:
    return [record.title for record in visitor.get(PAGE).context["records"]]


def log_in(visitor, user):
    return visitor.post("/connexion/", {"username": user.username, "password": make.PASSWORD})


def test_it_is_kept_without_an_account_and_the_navigation_counts_it(client, game):
    assert "Votre liste est vide" in client.get(PAGE).text
    answer = like(client, game)
    assert (answer.status_code, answer.url) == (302, f"/catalogue/?q=oeuf#coeur-{game.pk}")
    like(client, make.make_record("Uno"))
    like(client, game)
    assert titles(client) == ["Œuf & Cie", "Uno"]
    for path in ("/", "/catalogue/", game.get_absolute_url(), "/jouer/"):
        assert '<span id="list-count" class="nav-count">2</span>' in client.get(path).text
    assert f'name="retirer" value="{game.pk}"' in client.get("/catalogue/").text
    assert "Dans ma liste" in client.get(game.get_absolute_url()).text
    send(client, retirer=game.pk)
    assert titles(client) == ["Uno"]
    assert not Favourite.objects.exists()


def test_it_joins_the_list_of_the_account_at_login_and_is_there_on_another_device(
    client, family, login, game
):
    other = make.make_record("Uno")
    favourites.add(user=family, record_id=other.pk)
    like(client, game)
    log_in(client, family)
    assert titles(client) == ["Œuf & Cie", "Uno"]
    elsewhere = login(family)
    assert titles(elsewhere) == ["Œuf & Cie", "Uno"]
    send(elsewhere, retirer=other.pk)
    client.post("/deconnexion/")
    assert titles(client) == []  # whoever comes next sees nothing of it
    log_in(client, family)
    assert titles(client) == ["Œuf & Cie"]


def test_what_leaves_the_catalogue_leaves_the_list_quietly(client, family, login, game):
    gone, hidden = make.make_record("Parti"), make.make_record("Caché")
    visitors = [client, login(family)]
    for visitor in visitors:
        for record in (game, gone, hidden):
            like(visitor, record)
    records.delete(record_id=gone.pk, actor=None)
    records.update(record_id=hidden.pk, actor=None, draft=True)
    for visitor in visitors:
        page = visitor.get(PAGE)
        assert [record.title for record in page.context["records"]] == ["Œuf & Cie"]
        assert 'class="nav-count">1<' in page.text
        assert send(visitor, ajouter=hidden.pk).status_code == 302
        assert titles(visitor) == ["Œuf & Cie"]


def test_a_list_is_full_at_some_point_and_says_so(client, family, login, game, monkeypatch):
    assert favourites.MOST == 200
    for place in (favourites, views):
        monkeypatch.setattr(place, "MOST", MOST)
    Record.objects.bulk_create(
        Record(slug=f"jeu-{n}", title=f"Jeu {n}", sort_key=f"jeu {n:03}") for n in range(MOST)
    )
    many = list(Record.objects.filter(slug__startswith="jeu-").values_list("pk", flat=True))
    session = client.session
    session["ma-liste"] = many
    session.save()
    Favourite.objects.bulk_create(Favourite(user=family, record_id=key) for key in many)
    for visitor in (client, login(family)):
        assert f"{MOST} jeux" in send(visitor, follow=True, ajouter=game.pk).text
        answer = send(visitor, htmx=True, ajouter=game.pk)
        assert answer.status_code == 409
        assert "Retirez-en un" in answer.text
        assert len(titles(visitor)) == MOST
    session["ma-liste"] = [game.pk]
    session.save()
    log_in(client, family)
    assert "un jeu n’y trouve pas de place" in client.get("/compte/").text
    assert favourites.of(family)[0] != game.pk


def test_a_heart_alone_is_changed_where_there_is_a_script(client, game):
    answer = send(client, htmx=True, ajouter=game.pk, grand="1")
    assert answer.status_code == 200
    assert_valid_html(answer)
    assert "Dans ma liste" in answer.text
    assert 'hx-swap-oob="true">1</span>' in answer.text


@pytest.mark.parametrize("key", ["", "x", "-1", "0", "9" * 40, "1\x00"])
def test_nonsense_changes_nothing(client, family, login, key):
    for visitor in (client, login(family)):
        assert send(visitor, ajouter=key).status_code == 302
        assert send(visitor, retirer=key).status_code == 302
        assert send(visitor, htmx=True, ajouter=key).status_code == 302
        assert titles(visitor) == []


def test_a_heart_leads_back_to_pages_of_ours_only(client, game):
    assert send(client, ajouter=game.pk, suite="https://ailleurs.example/").url == PAGE


def test_another_site_puts_nothing_into_a_list_and_looking_at_hearts_leaves_no_cookie(client, game):
    for origin in ("https://ailleurs.example", "null", ""):
        assert send(client, ajouter=game.pk, origin=origin).status_code == 403
    assert titles(client) == []
    assert not client.get("/catalogue/").cookies


def test_hearts_cost_no_query_and_the_list_only_a_few(client, family, login, game, budget):
    visitor = login(family)
    for number in range(5):
        like(visitor, make.make_record(f"Jeu {number}"))
    like(client, game)
    with budget("results"):
        client.get("/catalogue/")
    with budget("favourites"):
        visitor.get(PAGE)


def test_a_page_without_a_visitor_has_an_empty_list(rf):
    assert liked.of(rf.get("/")) == []


def test_a_game_deleted_between_two_clicks_is_refused_kindly(family, game):
    key = game.pk
    records.delete(record_id=key, actor=None)
    with pytest.raises(Refused) as refused:
        favourites.add(user=family, record_id=key)
    assert refused.value.codes == ("record-gone",)
