"""The pages of a PDF as pictures, to be looked at where a PDF cannot be."""

import threading
from io import BytesIO

import pypdfium2
from PIL import Image

_ONE_AT_A_TIME = threading.Lock()  # the library beneath knows no threads


def of_pages(pdf: bytes, *, at_most: int, scale: float = 1.3) -> tuple[int, list[bytes]]:
    """How many pages there are, and the first ones as PNG; at a scale of 1 a point is a pixel."""
    with _ONE_AT_A_TIME:
        document = pypdfium2.PdfDocument(pdf)
        try:
            count = len(document)
            drawn = [document[page].render(scale=scale).to_pil() for page in range(min(count, at_most))]
        finally:
            document.close()
    return count, [_png(picture) for picture in drawn]


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    # a sheet has few colours: a third of the bytes
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(file, "PNG")
    return file.getvalue()
