"""Labels: decoded by a reader, measured on the paper, cut well, chosen by search and by scanning."""

import datetime
import subprocess
from io import BytesIO
from itertools import islice

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from PIL import Image
from pypdf import PdfReader

from catalogue.labels import bars, sheets
from catalogue.labels.grids import USUAL, Grid
from catalogue.models import Copy, JournalEntry, LabelGrid, LabelSheet
from catalogue.policy import Refused
from catalogue.services import labels
from catalogue.tasks import draw_labels, housekeeping
from games import registry
from tests.filling import filled
from tests.make import make_copy, make_grid, make_library, make_record, make_sheet

MM = 300 / 25.4  # pixels


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def drawn(pdf: bytes, folder) -> Image.Image:
    """The first page at 300 dots an inch."""
    (folder / "sheet.pdf").write_bytes(pdf)
    subprocess.run(
        ["pdftoppm", "-r", "300", "-gray", "-png", "-singlefile", folder / "sheet.pdf", folder / "sheet"],
        check=True,
    )
    return Image.open(folder / "sheet.png")


def decoded(image: Image.Image, folder) -> list[str]:
    """What a reader sees on the picture: `CODE-128:000123`."""
    image.save(folder / "read.png")
    read = subprocess.run(
        ["zbarimg", "--quiet", "--nodbus", folder / "read.png"], capture_output=True, text=True, check=False
    )
    return read.stdout.split("\n")[:-1]


def cell(image: Image.Image, grid: Grid, place: int) -> Image.Image:
    """The part of the page on which the label in that place lies."""
    _, left, top = next(islice(grid.places(place, 1), place - 1, None))
    box = (left * MM, top * MM, (left + grid.width) * MM, (top + grid.height) * MM)
    return image.crop(tuple(round(edge) for edge in box))


# --- drawing


CODES = ["000123", "00004711", "007", "LUD000123", "X-12/A", "0", "1234567890123", "A.B+C%7"]


@pytest.mark.parametrize(("size", "symbology", "start"), [("65", "code128", 58), ("24", "code39", 3)])
def test_every_code_is_read_from_its_own_label_as_it_is(size, symbology, start, tmp_path):
    grid, name = USUAL[size], {"code128": "CODE-128", "code39": "CODE-39"}[symbology]
    boxes = [sheets.Box(f"Le jeu {code}", code) for code in CODES]
    pdf = sheets.render(
        sheets.BARCODES, boxes, grid, start=start, symbology=symbology, house="Ludothèque du Moulin"
    )
    page = drawn(pdf, tmp_path)
    read = [decoded(cell(page, grid, start + n), tmp_path) for n in range(len(boxes))]
    assert read == [[f"{name}:{box.barcode}"] for box in boxes]
    if start > 1:
        assert decoded(cell(page, grid, start - 1), tmp_path) == []


@pytest.mark.parametrize("size", ["24", "65"])
def test_each_label_lies_where_it_should_to_half_a_millimetre(size, tmp_path):
    grid = USUAL[size]
    boxes = [sheets.Box("Uno", "1", "J")] * grid.count
    page = drawn(sheets.render(sheets.SPINES, boxes, grid, outline=True), tmp_path)
    assert abs(page.width - 210 * MM) < 2
    assert abs(page.height - 297 * MM) < 2
    black = page.point(lambda tone: 255 if tone < 128 else 0)
    half = MM / 2
    for column in range(grid.columns):
        for row in range(grid.rows):
            left = (grid.left + column * (grid.width + grid.gap_x)) * MM
            top = (grid.top + row * (grid.height + grid.gap_y)) * MM
            # the outline of the label, and nothing else, within half a millimetre of its edges
            right, bottom = left + grid.width * MM, top + grid.height * MM
            strip = black.crop(
                (max(0, round(left - half)), round(top + half), round(left + half), round(bottom - half))
            )
            assert _has_line(strip, upright=True), (column, row, "left")
            strip = black.crop(
                (round(left + half), max(0, round(top - half)), round(right - half), round(top + half))
            )
            assert _has_line(strip, upright=False), (column, row, "top")


def _has_line(strip: Image.Image, *, upright: bool) -> bool:
    """Whether a line goes through the whole strip."""
    width, height = strip.size
    data = strip.load()
    if upright:
        return any(all(data[x, y] for y in range(height)) for x in range(width))
    return any(all(data[x, y] for x in range(width)) for y in range(height))


def test_the_code_to_flash_leads_to_the_trainer(tmp_path):
    grid, address = USUAL["24"], "https://ludo.example.org/jouer/oucedonc/?edition=france"
    box = sheets.Box("Oùcédonc en France, la grande édition de voyage", "1", address=address)
    page = drawn(sheets.render(sheets.TRAINERS, [box], grid), tmp_path)
    assert decoded(cell(page, grid, 1), tmp_path) == [f"QR-Code:{address}"]


def test_a_sheet_that_is_full_goes_on_with_the_next():
    places = list(USUAL["24"].places(30, start=20))
    assert [page for page, _, _ in places] == [0] * 5 + [1] * 24 + [2]
    assert places[0][1:] == (70, 222.5)
    assert places[5][1:] == (0, 0.5)


def test_titles_are_cut_after_a_whole_word():
    assert sheets.cut("Uno", 30, 7.5) == "Uno"
    cut = sheets.cut("Les Aventuriers du Rail, édition anniversaire", 35, 7.5)
    assert cut.endswith("…")
    assert "Les Aventuriers du Rail, édition".startswith(cut[:-1])
    assert not cut[:-1].endswith((" ", ","))
    assert len(sheets.cut("Anticonstitutionnellement" * 3, 20, 7.5)) < 20


@pytest.mark.parametrize(
    ("call_number", "lines"),
    [("UNO", ("UNO",)), ("R refl AD BOU", ("R refl", "AD BOU"))],
)
def test_a_call_number_stands_as_large_as_it_can(call_number, lines):
    size, found = sheets.spine(call_number, 35, 13)
    assert found == lines
    assert size > 12
    assert sheets.spine(call_number, 67, 23)[0] > size


@pytest.mark.parametrize(
    ("symbology", "code", "why"),
    [
        ("code128", "ŒUF-01", "lettre accentuée"),
        ("code39", "abc", "capitales"),
        ("code39", "A_1", "capitales"),
        ("code39", "LUD0001234567", "trop fines"),
    ],
)
def test_what_has_no_such_barcode_is_left_out_and_says_why(symbology, code, why):
    boxes = [sheets.Box("Uno", code), sheets.Box("Odin", "007")]
    good, bad = sheets.judged(sheets.BARCODES, boxes, USUAL["65"], symbology)
    assert good == boxes[1:]
    assert bad[0][0] == f"Uno ({code})"
    assert why in bad[0][1]


def test_bars_keep_their_quiet_zones():
    modules = bars.pattern("code128", "000123")
    width, _ = bars.path(modules, room=38.1, height=9)
    assert width <= 38.1 - 2 * 10 * width / len(modules) + 1e-6


def test_a_grid_that_leaves_the_page_does_not_fit():
    assert all(grid.fits() for grid in USUAL.values())
    assert not Grid("x", 3, 8, 70, 37, 1, 0.5).fits()
    assert not Grid("x", 3, 8, 70, 37, 0, 2).fits()


# --- services


@pytest.mark.django_db
def test_printed_labels_are_noted_on_their_boxes_and_a_sheet_is_drawn_once(librarian, monkeypatch):
    make_library()
    first, second, odd = make_copy("Uno"), make_copy("Odin"), make_copy("Œuf", barcode="ŒUF-01")
    sheet = labels.make(
        kind=sheets.BARCODES,
        ids=[second.pk, odd.pk, first.pk],
        grid=USUAL["24"],
        start=1,
        symbology="code128",
        actor=librarian,
    )
    assert sheet.state == "prete"
    assert sheet.copy_ids == [second.pk, first.pk]
    assert sheet.left_out[0][0] == "Œuf (ŒUF-01)"
    assert labels.file(sheet).startswith(b"%PDF")
    printed = Copy.objects.exclude(label_printed_at=None)
    assert set(printed) == {first, second}
    assert JournalEntry.objects.get(verb="print-labels").actor == librarian
    monkeypatch.setattr(sheets, "render", lambda *args, **kwargs: pytest.fail("drawn twice"))
    labels.draw(sheet_id=sheet.pk)


@pytest.mark.django_db
def test_hundreds_of_labels_are_drawn_by_a_task(monkeypatch):
    monkeypatch.setattr(labels, "AT_ONCE", 1)
    boxes = [make_copy("Uno"), make_copy("Odin")]
    sheet = make_sheet(boxes)
    assert (sheet.state, labels.file(sheet)) == ("attend", None)
    assert DBTaskResult.objects.filter(task_path=draw_labels.module_path).count() == 1
    draw_labels.call(sheet.pk)
    sheet.refresh_from_db()
    assert sheet.state == "prete"


@pytest.mark.django_db
def test_old_sheets_are_thrown_away_with_their_files():
    old, new = (make_sheet([make_copy("Uno")]) for _ in range(2))
    for sheet in (old, new):
        labels.draw(sheet_id=sheet.pk)
    LabelSheet.objects.filter(pk=old.pk).update(created_at=timezone.now() - datetime.timedelta(days=40))
    housekeeping.call()
    assert list(LabelSheet.objects.all()) == [new]
    assert labels.file(old) is None
    assert labels.file(new)


@pytest.mark.django_db
def test_none_too_many_and_none_printable_are_refused(monkeypatch):
    boxes = [make_copy("Uno"), make_copy("Odin")]
    monkeypatch.setattr(labels, "MOST", 1)
    for chosen, kind, words in (
        ([], "codes", "Aucune boîte n’est choisie"),
        (boxes, "codes", "c’est trop à la fois"),
        (boxes[:1], "cotes", "pas de cote"),
        (boxes[:1], "apprendre", "ne s’apprend pas ici"),
    ):
        with pytest.raises(Refused, match=words):
            make_sheet(chosen, kind=kind)
    assert not LabelSheet.objects.exists()


# --- pages


@pytest.mark.django_db
def test_from_a_search_to_the_pdf(staff):
    make_library()
    make_copy("Uno", barcode="00047")
    make_copy("Odin")
    found = staff.get("/gestion/etiquettes/", {"q": "uno", "etiquette": "sans"})
    assert "planche/?q=uno&amp;etiquette=sans" in found.text
    address = "/gestion/etiquettes/planche/?q=uno&etiquette=sans"
    page = staff.get(address)
    assert "Une étiquette" in page.text
    ready = staff.post(address, filled(page, kind="codes", grid="65", start="65"), follow=True)
    assert "à partir de la place 65" in ready.text
    sheet = LabelSheet.objects.get()
    answer = staff.get(f"/gestion/etiquettes/{sheet.pk}/planche.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert "00047" in PdfReader(BytesIO(answer.content)).pages[0].extract_text()
    assert (
        staff.get("/gestion/etiquettes/", {"q": "uno", "etiquette": "sans"}).context["page"].paginator.count
        == 0
    )
    assert "Dernières planches" in staff.get("/gestion/etiquettes/").text


@pytest.mark.django_db
def test_scanned_boxes_come_in_their_order_and_unknown_codes_are_named(staff):
    second, first = make_copy("Uno", barcode="0047"), make_copy("Odin", barcode="90199")
    address = "/gestion/etiquettes/planche/?codes=%C3%A7%C3%A0%26%C3%A7%C3%A7%0A0047%0A777%0A0047"
    page = staff.get(address)
    assert "777" in page.text
    staff.post(address, filled(page, kind="codes", grid="24"))
    assert LabelSheet.objects.get().copy_ids == [first.pk, second.pk]


@pytest.mark.django_db
def test_codes_to_flash_want_the_address_of_the_site(staff, settings):
    make_copy(make_record("Uno", game=registry.playable()[0].slug))
    address = "/gestion/etiquettes/planche/"
    settings.SITE_URL = ""
    page = staff.get(address)
    assert "SITE_URL" in page.text
    assert staff.post(address, filled(page, kind="apprendre", grid="24")).status_code == 422
    settings.SITE_URL = "https://ludo.example.org"
    assert "SITE_URL" not in staff.get(address).text
    assert staff.post(address, filled(page, kind="apprendre", grid="24")).status_code == 302


@pytest.mark.django_db
def test_a_start_beyond_the_sheet_is_refused(staff):
    make_copy("Uno")
    address = "/gestion/etiquettes/planche/"
    for start in ("25", "0", "x"):
        answer = staff.post(address, filled(staff.get(address), kind="codes", grid="24", start=start))
        assert answer.status_code == 422
    assert not LabelSheet.objects.exists()


@pytest.mark.django_db
def test_a_sheet_in_the_making_says_so_and_then_shows_itself(staff):
    sheet = make_sheet([make_copy("Uno")])
    address = f"/gestion/etiquettes/{sheet.pk}/"
    assert "se prépare" in staff.get(address).text
    assert staff.get(f"{address}planche.pdf").status_code == 404
    assert "<html" not in staff.get(address, headers={"HX-Request": "true"}).text
    labels.draw(sheet_id=sheet.pk)
    assert staff.get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "Ouvrir la planche" in staff.get(address).text


@pytest.mark.django_db
def test_a_grid_of_ones_own_is_kept_used_and_forgotten(staff):
    make_copy("Uno")
    address = "/gestion/etiquettes/feuilles/"
    sizes = {"columns": "2", "rows": "4", "width": "99", "height": "67.5", "left": "4.5", "top": "13.5"}
    values = {"name": "Grande", "gap_x": "3", "gap_y": "0", **sizes}
    for wrong in ({"width": "150"}, {"columns": "0"}, {"height": "1"}, {"left": "-1"}, {"name": "\u3164"}):
        assert staff.post(address, values | wrong).status_code == 422
    assert staff.post(address, values).status_code == 302
    assert staff.post(address, values).status_code == 422
    row = LabelGrid.objects.get()
    page = staff.get("/gestion/etiquettes/planche/")
    assert "Grande" in page.text
    answer = staff.post(
        "/gestion/etiquettes/planche/", filled(page, kind="codes", grid=f"g{row.pk}"), follow=True
    )
    assert "Grande" in answer.text
    staff.post(f"{address}{row.pk}/oublier/")
    assert not LabelGrid.objects.exists()
    assert LabelSheet.objects.get().grid["height"] == 67.5


@pytest.mark.django_db
def test_the_page_of_labels_costs_the_same_for_two_and_for_many(staff, django_assert_max_num_queries):
    record = make_record("Uno")
    make_grid()
    for _ in range(2):
        make_copy(record)
    with django_assert_max_num_queries(10) as few:
        staff.get("/gestion/etiquettes/")
    for _ in range(30):
        make_copy(record)
    with django_assert_max_num_queries(len(few)):
        staff.get("/gestion/etiquettes/")


@pytest.mark.parametrize("said", ["coches=1", "ids=abc"])
def test_with_nothing_ticked_no_box_gets_a_label(staff, said):
    make_copy("Uno")
    stayed = staff.get(f"/gestion/etiquettes/planche/?{said}", follow=True)
    assert "Rien n’est coché" in stayed.text
    assert '<input type="hidden" name="coches" value="1">' in stayed.text


@pytest.mark.django_db
def test_a_grid_that_cannot_be_says_in_plain_words_what_to_change(staff):
    address = "/gestion/etiquettes/feuilles/"
    page = staff.get(address)
    good = {"name": "Les miennes", "columns": 2, "rows": 5, "width": 90, "height": 50, "left": 10, "top": 10}
    good |= {"gap_x": 0, "gap_y": 0}
    for wrong, words in (
        ({"width": 1}, "Entre 10 et 210 mm"),
        ({"left": -2}, "Entre 0 et 200 mm"),
        ({"rows": 99}, "Entre 1 et 50."),
    ):
        answer = staff.post(address, filled(page, **good | wrong))
        assert answer.status_code == 422
        assert words in answer.text
        assert "contrainte" not in answer.text
    assert staff.post(address, filled(page, **good)).status_code == 302
    twice = staff.post(address, filled(page, **good))
    assert twice.status_code == 422
    assert "Une autre feuille porte déjà ce nom" in twice.text


@pytest.mark.django_db
def test_a_sheet_whose_worker_died_is_put_on_the_list_again():
    sheet = make_sheet([make_copy("Uno")])
    now = timezone.now()
    assert labels.take_up(before=now - datetime.timedelta(hours=1)) == 0, "it may be at work"
    assert labels.take_up(before=now + datetime.timedelta(hours=1)) == 1
    assert DBTaskResult.objects.get().args_kwargs["args"] == [sheet.pk]
