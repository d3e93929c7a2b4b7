"""Pictures and documents of a record: what is taken, what becomes of it, who sees it, how it comes back."""

import os
import time
from io import BytesIO

import pytest
from PIL import Image

from catalogue import media
from catalogue.models import JournalEntry, Picture, Record
from catalogue.search import Query, search
from catalogue.services import documents, pictures, record_undo, records, sweeping
from catalogue.templatetags.look import cover
from ludotheque import images
from tests import make
from tests.catalogue.uploads import PDF, add_picture, claiming, drawing, sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def record():
    return make.make_record("Œuf volant", components=[("pion rouge", 4), ("dé", 1)])


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def page_of(record) -> str:
    return f"/gestion/notices/{record.pk}/photos/"


def send(staff, record, *files, usage="boite"):
    return staff.post(page_of(record), {"usage": usage, "chosen": list(files)})


def names(record) -> list[str]:
    return [one.name for one in record.pictures.filter(component=None)]


def act(staff, record, picture, faire, **more):
    seen = pictures.mark(record.pictures.all())
    return staff.post(f"{page_of(record)}{picture.pk}/", {"faire": faire, "vu": seen, **more})


def test_a_photo_is_upright_without_metadata_and_no_larger_than_the_pages_need(record, staff):
    turned = Image.Exif()
    turned[0x0112] = 6  # a telephone held upright
    turned[0x010F] = "Appareil de Nadia"
    content = drawing(size=(1800, 900), kind="JPEG", exif=turned, comment="chez Nadia")
    assert b"Nadia" in content
    assert send(staff, record, sent("IMG 1.jpg", content)).status_code == 302
    picture = record.pictures.get()
    for size, form in media.SIZES.items():
        file = media.picture(picture.name, size)
        assert b"Nadia" not in file.read_bytes()
        with Image.open(file) as drawn:
            assert (drawn.width, drawn.height) == (form.side // 2, form.side)
            assert not drawn.getexif()
            assert not {"exif", "icc_profile", "comment", "xmp"} & drawn.info.keys()
    assert "IMG" not in picture.name
    record.refresh_from_db()
    assert record.cover == picture.name


@pytest.mark.parametrize("kind", ["PNG", "GIF", "WEBP", "JPEG"])
def test_it_takes_each_kind_by_its_content_whatever_its_name_says(kind, record):
    picture = pictures.add(
        record_id=record.pk, file=BytesIO(drawing(kind=kind)), file_name="a.txt", actor=None
    )
    assert media.picture(picture.name, "l").read_bytes()[:3] == b"\xff\xd8\xff"


@pytest.mark.parametrize(("mode", "colour"), [("RGBA", (0, 0, 0, 0)), ("LA", (0, 0)), ("I;16", 65535)])
def test_what_is_clear_or_very_fine_comes_out_white(mode, colour):
    image = images.read(BytesIO(drawing(colour, mode=mode)))
    assert image.mode == "RGB"
    assert image.getpixel((5, 5)) == (255, 255, 255)


def test_it_refuses_what_is_no_picture_and_says_why_while_the_others_come_in(record, staff):
    files = [
        sent("page.jpg", b"<script>alert(1)</script>", "image/jpeg"),
        sent("dessin.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        sent("coupe.jpg", drawing(kind="JPEG", size=(300, 300))[:400]),
        sent("bombe.png", claiming(8_100, 8_000)),
        sent("monstre.png", claiming(2**31 - 1, 2**31 - 1)),
        sent("bonne.png", drawing()),
    ]
    response = send(staff, record, *files)
    text = response.content.decode()
    assert response.status_code == 422
    for name in ("page.jpg", "dessin.svg", "coupe.jpg", "bombe.png", "monstre.png"):
        assert f"«\u00a0{name}\u00a0» n’est pas ajouté" in text
    assert "8100 × 8000 points" in text
    assert "trop de points" in text
    assert "Un fichier est ajouté" in text
    assert record.pictures.count() == 1


def test_it_refuses_too_large_files_and_an_empty_form(record, staff, settings):
    settings.UPLOAD_MAX_MB = 1
    heavy = PDF + b" " * 1024**2
    assert "plus de 1 Mo" in send(staff, record, sent("a.pdf", heavy)).content.decode()
    assert "au moins un fichier" in send(staff, record).content.decode()
    assert (
        staff.post(page_of(record), {"usage": "piece-999", "chosen": [sent("a", drawing())]}).status_code
        == 422
    )
    assert not record.documents.exists()
    assert not record.pictures.exists()


def test_the_first_is_the_cover_on_shelf_record_and_results_and_a_drawn_one_stands_where_there_is_none(
    record, staff, client, budget
):
    assert "box-photo" not in client.get("/catalogue/").content.decode()
    first, second = add_picture(record), add_picture(record, "blue", alt="Les pions")
    address = media.address(first.name, "s")
    for path in ("/catalogue/", "/nouveautes/"):
        assert f'src="{address}"' in client.get(path).content.decode()
    with budget("record"):
        page = client.get(record.get_absolute_url()).content.decode()
    assert media.address(first.name, "m") in page
    assert 'alt="Les pions"' in page
    assert act(staff, record, second, "monter").status_code == 302
    record.refresh_from_db()
    assert names(record) == [second.name, first.name]
    assert second.name in cover(record)
    for picture in (first, second):
        act(staff, record, picture, "enlever")
    record.refresh_from_db()
    assert record.cover == ""
    assert "box-art" in client.get("/catalogue/").content.decode()


def test_many_pictures_cost_no_more_queries(record, staff, client, budget):
    for number in range(6):
        add_picture(record, component_id=record.components.first().pk if number == 5 else None)
    documents.add(record_id=record.pk, file=BytesIO(PDF), file_name="a.pdf", actor=None)
    with budget("record"):
        client.get(record.get_absolute_url())
    with budget("results"):
        client.get("/catalogue/")
    with budget("record_pictures"):
        staff.get(page_of(record))
    address = media.address(record.pictures.first().name, "s")
    with budget("image"):
        client.get(address)


def test_two_tabs_do_not_undo_each_other(record, staff):
    first, second = add_picture(record), add_picture(record, "blue")
    old = pictures.mark(record.pictures.all())
    act(staff, record, second, "monter")
    stale = staff.post(f"{page_of(record)}{first.pk}/", {"faire": "descendre", "vu": old})
    assert stale.status_code == 409
    assert names(record) == [second.name, first.name]
    act(staff, record, first, "enlever")
    assert act(staff, record, first, "enlever").status_code == 409
    # and adding a photo in one tab does not stop the form of the record in another
    before = Record.objects.get(pk=record.pk).updated_at
    add_picture(record)
    assert Record.objects.get(pk=record.pk).updated_at == before


def test_what_is_taken_out_comes_back_where_it_was_until_it_is_swept(record, staff):
    kept = [add_picture(record, alt=name) for name in ("un", "deux", "trois")]
    order = names(record)
    act(staff, record, kept[1], "enlever")
    documents.add(record_id=record.pk, file=BytesIO(PDF), file_name="règle.pdf", actor=None)
    document = record.documents.get()
    assert staff.post(f"/gestion/notices/{record.pk}/documents/{document.pk}/").status_code == 302
    assert not record.documents.exists()
    entries = JournalEntry.objects.filter(subject_type="record", subject_id=record.pk)
    photo, sheet = entries.get(verb="remove-picture"), entries.get(verb="remove-document")
    assert photo.actor_name == "Nadia Benali"
    assert sweeping.sweep() == 0  # not yet
    back = f"{page_of(record)}remettre/"
    assert staff.post(back, {"ligne": photo.pk, "quoi": "photo"}).status_code == 302
    assert staff.post(back, {"ligne": sheet.pk, "quoi": "document"}).status_code == 302
    assert names(record) == order
    assert record.pictures.get(name=kept[1].name).alt == "deux"
    assert record.documents.get().name == "règle.pdf"
    assert staff.post(back, {"ligne": photo.pk, "quoi": "photo"}).status_code == 409

    act(staff, record, record.pictures.get(name=kept[1].name), "enlever")
    later = time.time() + (sweeping.KEPT_DAYS + 1) * 86400
    assert sweeping.sweep(now=later) == len(media.SIZES)
    assert media.picture(kept[0].name, "s").exists()
    assert "Enlevés récemment" not in staff.get(page_of(record)).content.decode()
    line = entries.filter(verb="remove-picture").latest("pk")
    assert staff.post(back, {"ligne": line.pk, "quoi": "photo"}).status_code == 409
    assert staff.post(back, {"ligne": "9" * 30}).status_code == 409


def test_what_comes_back_finds_no_more_room_than_what_is_new(record, staff, monkeypatch):
    monkeypatch.setattr(pictures, "MOST", 1)
    monkeypatch.setattr(documents, "MOST", 1)
    act(staff, record, add_picture(record), "enlever")
    add_picture(record)
    for name in ("un.pdf", "deux.pdf"):
        documents.add(record_id=record.pk, file=BytesIO(PDF), file_name=name, actor=None)
        if name == "un.pdf":
            documents.remove(record_id=record.pk, document_id=record.documents.get().pk, actor=None)
    entries = JournalEntry.objects.filter(subject_type="record", subject_id=record.pk)
    for what, verb in (("photo", "remove-picture"), ("document", "remove-document")):
        line = entries.get(verb=verb).pk
        answer = staff.post(f"{page_of(record)}remettre/", {"ligne": line, "quoi": what})
        assert answer.status_code == 422
        assert f"La notice a déjà 1 {what}" in answer.text
    assert (record.pictures.count(), record.documents.count()) == (1, 1)


def test_a_file_long_unused_counts_from_the_day_it_was_taken_out(record):
    picture = add_picture(record)
    for size in media.SIZES:
        os.utime(media.picture(picture.name, size), (1, 1))
    pictures.remove(record_id=record.pk, picture_id=picture.pk, actor=None)
    assert sweeping.sweep() == 0


def test_a_picture_is_served_under_a_name_that_never_means_another(record, client):
    picture = add_picture(record)
    response = client.get(media.address(picture.name, "m"))
    assert response["Content-Type"] == "image/webp"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in response.get("Vary", "")
    for wrong in (f"{picture.name}-m.jpg", f"{picture.name}-x.webp", f"{'0' * 32}-m.webp", "a.webp"):
        assert client.get(f"/images/{wrong}").status_code == 404
    media.picture(picture.name, "m").unlink()
    assert client.get(media.address(picture.name, "m")).status_code == 404


def test_the_public_sees_neither_pictures_nor_documents_of_a_draft(record, client, staff):
    picture = add_picture(record)
    document = documents.add(record_id=record.pk, file=BytesIO(PDF), file_name="a.pdf", actor=None)
    records.update(record_id=record.pk, actor=None, draft=True)
    sheet = f"/jeux/{record.slug}/documents/{document.pk}/"
    for path in (media.address(picture.name, "l"), sheet):
        assert client.get(path).status_code == 404
        response = staff.get(path)
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]


def test_a_document_keeps_its_name_and_runs_nothing(record, staff, client):
    send(staff, record, sent("La règle (été).PDF", PDF))
    send(staff, record, sent("scan.png", drawing()), usage="document")
    sheet, scan = record.documents.order_by("name")
    assert (sheet.name, sheet.media_type) == ("La règle (été).PDF", "PDF")
    assert (scan.name, scan.media_type) == ("scan.jpg", "JPEG")
    for document, kind in ((sheet, "application/pdf"), (scan, "image/jpeg")):
        response = client.get(f"/jeux/{record.slug}/documents/{document.pk}/")
        assert response["Content-Type"] == kind
        assert "sandbox" in response["Content-Security-Policy"]
        assert response["Content-Disposition"].startswith("attachment;")
    # found by its name, and kept when the form of the record lists others
    assert [one.title for one in search(Query.from_params({"q": "règle été"})).records] == ["Œuf volant"]
    records.update(record_id=record.pk, actor=None, documents=[("autre.pdf", "")])
    assert record.documents.count() == 3


def test_a_document_takes_the_place_that_waits_for_it_or_a_number(record):
    records.update(record_id=record.pk, actor=None, documents=[("règle.pdf", "Adobe Acrobat PDF")])
    for _ in range(2):
        documents.add(record_id=record.pk, file=BytesIO(PDF), file_name="C:\\jeux\\règle.pdf", actor=None)
    assert [one.name for one in record.documents.all()] == ["règle (2).pdf", "règle.pdf"]
    assert record.documents.get(name="règle.pdf").media_type == "Adobe Acrobat PDF"


def test_a_part_has_one_photo_which_is_never_the_cover(record, staff, client):
    part = record.components.get(name="pion rouge")
    for colour in ("red", "green"):
        send(staff, record, sent("a.png", drawing(colour)), usage=f"piece-{part.pk}")
    picture = Picture.objects.get()
    assert picture.component == part
    record.refresh_from_db()
    assert record.cover == ""
    page = client.get(record.get_absolute_url()).content.decode()
    assert media.address(picture.name, "s") in page
    # it follows its part, and comes back with it
    act(staff, record, picture, "enlever")
    line = JournalEntry.objects.filter(verb="remove-picture").latest("pk")
    back = pictures.restore(record_id=record.pk, entry_id=line.pk, actor=None)
    assert back.component == part


def test_the_photo_of_a_part_that_goes_comes_back_with_the_part(record, staff):
    records.update(record_id=record.pk, actor=None, components=[("dé", 2), ("pion", 4)])
    photo = add_picture(record, component_id=record.components.get(name="dé").pk)
    records.update(record_id=record.pk, actor=None, components=[("pion", 4)])
    assert not Picture.objects.exists()
    entry = JournalEntry.objects.get(verb="remove-picture")
    record_undo.undo(record_id=record.pk, entry_id=JournalEntry.objects.latest("pk").pk, actor=None)
    staff.post(page_of(record) + "remettre/", {"ligne": entry.pk, "quoi": "photo"})
    assert record.components.get(name="dé").picture.name == photo.name


def test_of_three_photos_the_empty_one_is_named_and_the_good_ones_are_kept(record, staff):
    answer = send(
        staff, record, sent("a.png", drawing()), sent("vide.png", b""), sent("b.png", drawing("blue"))
    )
    assert answer.status_code == 422
    assert "«\u00a0vide.png\u00a0» n’est pas ajouté" in answer.text
    assert "2 fichiers sont ajoutés" in answer.text
    assert record.pictures.count() == 2


def test_an_unknown_button_empties_no_words_of_a_photo(record, staff):
    photo = add_picture(record, alt="Les pions")
    assert act(staff, record, photo, "autre").status_code == 400
    assert act(staff, record, photo, "autre", alt="x").status_code == 400
    assert act(staff, record, photo, "decrire").status_code == 400
    photo.refresh_from_db()
    assert photo.alt == "Les pions"
