"""Making PDFs: our static files and nothing else, tagged, each content once."""

import threading
from io import BytesIO

import pytest
from pypdf import PdfReader

from ludotheque import folding, pdf

PAGE = """<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Essai</title>{head}</head>
<body><h1>Café</h1><p>Œuf, naïve, « été ».</p>{body}</body></html>"""


def page(head: str = "", body: str = "") -> str:
    return PAGE.format(head=head, body=body)


@pytest.fixture
def no_network(monkeypatch):
    """Every connection fails, and is told of."""
    tried = []

    def refuse(self, address):
        tried.append(address)
        raise AssertionError(f"connects to {address}")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **kwargs: refuse(None, args))
    return tried


def test_it_is_tagged_and_says_its_language_and_title():
    reader = PdfReader(BytesIO(pdf.render(page())))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "fr"
    assert root["/MarkInfo"]["/Marked"].value
    assert "/StructTreeRoot" in root
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value
    assert reader.metadata.title == "Essai"
    assert "Œuf, naïve, « été »." in reader.pages[0].extract_text()


def test_it_loads_static_files():
    reader = PdfReader(BytesIO(pdf.render(page('<link rel="stylesheet" href="/static/css/print.css">'))))
    assert all("Sheet" in font["/BaseFont"] for font in fonts(reader))


def fonts(reader: PdfReader) -> list:
    """The fonts of the first page; the sheet's own is named so in its style sheet."""
    return [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]


@pytest.mark.parametrize(
    "body",
    [
        '<img alt="" src="https://example.org/a.png">',
        '<img alt="" src="http://127.0.0.1:8000/static/icons.svg">',
        '<img alt="" src="file:///etc/hostname">',
        '<img alt="" src="/media/documents/secret.png">',
        '<img alt="" src="/static/../manage.py">',
        '<img alt="" src="/static/%2e%2e/%2e%2e/etc/hostname">',
        '<img alt="" src="/static/absent.png">',
        '<img alt="" src="data:image/png;base64,AAAA">',
    ],
)
def test_it_refuses_whatever_is_no_static_file(body, no_network):
    with pytest.raises(pdf.PdfError):
        pdf.render(page(body=body))
    assert no_network == []


def test_a_content_is_made_once(tmp_path):
    made = []

    def make() -> bytes:
        made.append(1)
        return b"%PDF one"

    assert [pdf.kept(tmp_path, "a", make) for _ in range(3)] == [b"%PDF one"] * 3
    assert made == [1]


def test_the_file_of_an_older_content_goes(tmp_path):
    pdf.kept(tmp_path / "uno", "a", lambda: b"old")
    pdf.kept(tmp_path / "uno-junior", "z", lambda: b"other")
    pdf.kept(tmp_path / "uno", "b", lambda: b"new")
    names = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.pdf"))
    assert names == ["uno-junior/z.pdf", "uno/b.pdf"]


def test_a_failure_leaves_no_file(tmp_path):
    def fail() -> bytes:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        pdf.kept(tmp_path, "a", fail)
    assert list(tmp_path.iterdir()) == []
    assert pdf.kept(tmp_path, "a", lambda: b"then") == b"then"


def test_two_makers_at_once_do_no_harm(tmp_path):
    both_making = threading.Barrier(2)
    got = []

    def make() -> bytes:
        both_making.wait(timeout=300)
        return b"%PDF the same"

    makers = [threading.Thread(target=lambda: got.append(pdf.kept(tmp_path, "a", make))) for _ in range(2)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert got == [b"%PDF the same"] * 2
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


# --- fitted, folded


def many(count: int) -> str:
    style = "<style>@page { size: A5 } section { break-before: page }</style>"
    return page(style, "".join(f"<section><h2>Feuillet {n}</h2></section>" for n in range(2, count + 1)))


def test_the_first_document_that_fits_is_taken_and_the_last_if_none_does():
    made = pdf.fit(map(many, [5, 3, 2]), pages=3)
    assert len(PdfReader(BytesIO(made)).pages) == 3
    made = pdf.fit(map(many, [5, 4]), pages=3)
    assert len(PdfReader(BytesIO(made)).pages) == 4


@pytest.mark.parametrize(
    ("count", "sides"), [(4, ["Feuillet 4 Café", "Feuillet 2 Feuillet 3"]), (1, ["Café", ""])]
)
def test_a_folded_sheet_has_the_pages_where_folding_brings_them(count, sides):
    reader = PdfReader(BytesIO(pdf.fit([many(count)], pages=4, finisher=folding.fold)))
    read = [" ".join(side.extract_text().split()) for side in reader.pages]
    assert len(read) == 2
    assert all(text.startswith(wanted) for text, wanted in zip(read, sides, strict=True))


def test_what_has_more_pages_than_a_sheet_stays_a_row_of_pages():
    reader = PdfReader(BytesIO(pdf.fit([many(5)], pages=4, finisher=folding.fold)))
    assert len(reader.pages) == 5
