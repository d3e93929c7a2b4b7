"""The pages of an import and of an export, as a librarian walks them."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from catalogue.models import Copy, Import, JournalEntry, Record
from catalogue.services.imports import steps
from tests import make
from tests.catalogue.files import PMB_ISO, PMB_XML, brought_in, tried, undone, upload, worked

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def deposit(staff, content: bytes, name: str = "jeux.csv"):
    return staff.post("/gestion/import/", {"file": SimpleUploadedFile(name, content)})


def address(run: Import, verb: str = "") -> str:
    return f"/gestion/import/{run.pk}/{verb}"


def filled(page, **changes) -> dict:
    """What a browser sends back from the form of the reading."""
    return {field.html_name: field.value() for field in page.context["form"]} | changes


def test_games_that_can_be_learnt_here_are_led_to_their_trainer_and_taken_back_with_the_import(staff, client):
    there = make.make_record("Odin")
    other = make.make_record("Grande boîte", ean="0746775036744", game="uno", game_options={"target": 200})
    make.make_record("Uno renversé", ean="0746775036744")
    table = (
        "Titre;Éditeur;EAN;Code-barres\nOdin;Helvetiq;;000001\nUno;Matel;;000002\nOùcédonc en France;;;\n"
        "Uno renversé;;0746775036744;\nDobble;Asmodee;;000003\nUno Flip;;;\n"
    )
    run = brought_in(table.encode())
    page = staff.get(address(run)).text
    assert "4 de ces jeux s’apprennent sur ce site" in page
    assert "Lier « Uno Flip »" not in page
    uno = Record.objects.get(title="Uno")
    assert staff.post(address(run, "apprendre/"), {"notice": "x"}).url == address(run)
    assert not Record.objects.exclude(pk=other.pk).exclude(game="").exists()
    answer = staff.post(address(run, "apprendre/"), {"notice": uno.pk}, follow=True)
    assert "Lié à l’apprentissage : « Uno »" in answer.text.replace("\u202f", " ").replace("\xa0", " ")
    assert "3 de ces jeux s’apprennent" in answer.text
    assert client.get("/jeux/uno/").context["trainer"] == "/jouer/uno/"
    assert "Apprendre à jouer" not in staff.post(address(run, "apprendre/"), follow=True).text
    linked = dict(Record.objects.exclude(pk=other.pk).exclude(game="").values_list("title", "game"))
    assert linked == {"Odin": "odin", "Uno": "uno", "Oùcédonc en France": "oucedonc", "Uno renversé": "uno"}
    assert Record.objects.get(title="Oùcédonc en France").game_options == {"edition": "france"}
    assert Record.objects.get(title="Uno renversé").game_options == {"target": 200}
    entry = JournalEntry.objects.get(verb="update", subject_id=uno.pk)
    assert (entry.actor_name, entry.before["game"], entry.after["game"]) == ("Nadia Benali", "", "uno")
    assert "Rien n’est changé" in staff.post(address(run, "apprendre/"), follow=True).text
    outlook = staff.get(address(run, "annuler/")).context["outlook"]
    assert (outlook.going, outlook.staying) == (4, 0)
    undone(run)
    left = {("Odin", ""), ("Uno renversé", ""), ("Grande boîte", "uno")}
    assert set(Record.objects.values_list("title", "game")) == left
    there.refresh_from_db()
    assert (there.game_options, there.copies.count()) == ({}, 0)
    assert staff.post(address(run, "apprendre/"), follow=True).status_code == 200


def test_a_table_whose_boxes_have_nothing_to_count_says_so(staff):
    for heading, said in (("Contenu", True), ("Pièces", False)):
        run = upload(f"Titre;{heading}\nOdin;54 cartes\n".encode())
        assert ("liste à compter" in staff.get(address(run)).text) is said
        assert ("liste à compter" in staff.get(address(tried(run))).text) is said


def test_a_file_is_deposited_read_tried_brought_in_and_taken_back(staff, librarian):
    answer = deposit(staff, PMB_ISO.read_bytes(), "pmb.mrc")
    run = Import.objects.get()
    assert answer.url == address(run)
    assert run.actor == librarian
    page = staff.get(address(run))
    assert "UNIMARC (ISO 2709)" in page.content.decode()
    assert page.context["form"].unmapped == ["champ 319", "champ 896"]
    assert staff.post(address(run, "lecture/"), filled(page)).url == address(run)
    page = staff.get(address(run))
    assert "Essai en cours" in page.content.decode()
    part = staff.get(address(run), headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith("<section")
    run = worked(run)
    assert staff.get(address(run), headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    page = staff.get(address(run))
    assert "Importer 5 nouvelles notices" in page.content.decode()
    assert not Record.objects.exists()
    staff.post(address(run, "lancer/"))
    run = worked(run)
    assert run.state == "fait"
    assert Record.objects.count() == 5
    page = staff.get(address(run))
    assert "Café International" in page.content.decode()
    assert "redevient comme avant" in staff.get(address(run, "annuler/")).content.decode()
    staff.post(address(run, "annuler/"))
    run = worked(run)
    assert not Record.objects.exists()
    assert "Rien n’est resté" in staff.get(address(run) + "?reste=1").content.decode()
    assert "Annulée" in staff.get(address(run)).content.decode()
    assert "déjà annulé" in staff.get(address(run, "annuler/")).content.decode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "vide"),
        (b"%PDF-1.4", "PDF"),
        (b"\xd0\xcf\x11\xe0old", "ancien classeur Excel"),
        (b"<html><table></table></html>", "page web"),
    ],
)
def test_what_is_no_catalogue_is_refused_in_words_and_not_kept(staff, content, said):
    page = deposit(staff, content)
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not Import.objects.exists()
    assert not list(steps.folder().iterdir())


def test_the_mapping_is_changed_and_columns_left_aside_are_named(staff):
    run = upload(b"Titre;Bidule;Code;Truc\nUno;2-4;0007;x\n")
    page = staff.get(address(run))
    assert page.context["form"].unmapped == ["Bidule", "Code", "Truc"]
    assert "Bidule, Code, Truc." in page.content.decode()
    staff.post(address(run, "lecture/"), filled(page, **{"colonne-1": "players", "colonne-2": "barcode"}))
    run = worked(run)
    run = brought_in(run)
    record = Record.objects.get()
    assert (record.min_players, record.max_players, Copy.objects.get().barcode) == (2, 4, "0007")


def test_with_another_separator_the_columns_are_read_anew(staff):
    run = upload(b"Titre;Note,Cote\nUno;a,b\n")
    page = staff.get(address(run))
    staff.post(address(run, "lecture/"), filled(page, separator=","))
    run.refresh_from_db()
    assert (run.separator, run.state, run.mapping) == (",", "depose", {"Cote": "call_number"})


def test_an_answer_that_is_none_of_those_offered_changes_nothing(staff):
    run = upload(b"Titre;Cote\nUno;a\n")
    page = staff.get(address(run))
    answer = staff.post(address(run, "lecture/"), filled(page, policy="tout-effacer", **{"colonne-0": "id"}))
    assert answer.status_code == 422
    run.refresh_from_db()
    assert run.state == "depose"


def test_the_report_is_paged_and_filtered_with_the_same_queries(staff, budget):
    lines = [b"Jeu %d;%s\n" % (number, b"x" if number % 2 else b"7") for number in range(130)]
    run = tried(upload(b"Titre;Age\n" + b"".join(lines)))
    with budget("import"):
        page = staff.get(address(run))
    assert len(page.context["page"]) == 50
    with budget("import"):
        page = staff.get(address(run) + "?sort=refuse&page=2")
    assert len(page.context["page"]) == 15
    with budget("imports"):
        staff.get("/gestion/import/")
    assert staff.get(address(run) + "?sort=bidon&page=xx").status_code == 200


def test_work_that_stands_still_can_be_resumed(staff):
    run = upload(PMB_XML)
    steps.run_it(import_id=run.pk, actor=None, by_worker=False)
    Import.objects.update(moved_at="2020-01-01T00:00Z")
    page = staff.get(address(run)).content.decode()
    assert "n’avance plus" in page
    assert staff.post(address(run, "reprendre/")).url == address(run)
    assert steps.resume_all() == 1, "as a server does when it starts"
    assert "n’avance plus" not in staff.get(address(run)).content.decode()
    assert worked(run).state == "fait"


def test_a_file_that_has_gone_is_said_so(staff):
    run = upload(PMB_XML)
    (steps.folder() / run.path).unlink()
    assert "Déposez-le de nouveau" in staff.get(address(run)).content.decode()
    answer = staff.post(address(run, "lecture/"), {"policy": "corriger"}, follow=True)
    assert "Déposez-le de nouveau" in answer.content.decode()
    steps.run_it(import_id=run.pk, actor=None, by_worker=False)
    with pytest.raises(AssertionError, match="ne se lit plus"):
        worked(run)


def test_an_import_whose_file_was_swept_is_thrown_away_all_the_same(staff):
    run = tried(upload(PMB_XML))
    Import.objects.update(path="")
    assert "est jeté" in staff.post(address(run, "jeter/"), follow=True).content.decode()
    assert not Import.objects.exists()


def test_steps_out_of_their_order_are_refused_in_words(staff):
    run = undone(brought_in(PMB_XML))
    for verb in ("lancer/", "reprendre/", "arreter/", "jeter/", "annuler/", "lecture/"):
        answer = staff.post(address(run, verb), follow=True)
        assert answer.status_code == 200
        assert verb == "lecture/" or "déjà plus loin" in answer.content.decode()
    run.refresh_from_db()
    assert run.state == "annule"


def test_a_run_that_is_stopped_keeps_what_it_wrote_and_can_be_undone(staff):
    run = upload(PMB_XML)
    steps.run_it(import_id=run.pk, actor=None, by_worker=False)
    staff.post(address(run, "arreter/"))
    run.refresh_from_db()
    assert (run.state, run.total) == ("fait", 0)
    assert undone(run).state == "annule"


def test_old_files_are_thrown_away_and_reports_stay(staff):
    run = brought_in(PMB_XML)
    assert steps.throw_old_files_away() == 0
    Import.objects.update(moved_at="2020-01-01T00:00Z")
    assert steps.throw_old_files_away() == 1
    assert not list(steps.folder().iterdir())
    assert "Banana Matcho" in staff.get(address(run)).content.decode()


def test_the_catalogue_or_a_search_goes_out(staff, budget):
    assert "Le catalogue est vide" in staff.get("/gestion/export/").content.decode()
    make.make_copy(make.make_record("Uno"), barcode="0001")
    make.make_record("Dobble", draft=True)
    with budget("export"):
        page = staff.get("/gestion/export/")
    assert "2 notices" in page.content.decode()
    whole = b"".join(staff.get("/gestion/export/csv/")).decode()
    assert "Uno" in whole
    assert "Dobble" in whole
    found = b"".join(staff.get("/gestion/export/marcxml/?q=uno")).decode()
    assert found.count("<record>") == 1
    listed = b"".join(staff.get("/gestion/export/unimarc/?liste=1&q=dobble&sans=exemplaire"))
    assert listed.count(b"\x1d") == 1
    book = staff.get("/gestion/export/xlsx/")
    assert io.BytesIO(b"".join(book)).read(2) == b"PK"
    assert "aucune notice" in staff.get("/gestion/export/?q=introuvable").content.decode()
    assert staff.get("/gestion/export/pdf/").status_code == 404
    assert reverse("export") in staff.get("/catalogue/?q=uno").content.decode()
