"""Checks that every HTML answer must pass: valid, with nothing inline and nothing from another host."""

import json
from collections import Counter
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from tinyhtml5.parser import HTMLParser

# attributes that hold addresses a browser loads by itself
LOADED = {"src", "srcset", "poster", "data", "background"}
LOADING_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest", "apple-touch-icon"}
REFERENCES = {"for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "list", "form"}
OPTIONAL_REFERENCES = {"aria-controls", "aria-owns"}  # may name what is not shown yet


def assert_valid_html(answer) -> None:
    """Fails with all that is wrong in `answer`: a response, or its text. A text without doctype is a part."""
    text = answer if isinstance(answer, str) else answer.content.decode()
    faults = html_faults(text)
    assert not faults, "invalid HTML:\n" + "\n".join(f"  {fault}" for fault in faults)


def html_faults(text: str) -> list[str]:
    """All faults of a document, or of a part of one."""
    parser = HTMLParser(namespace_html_elements=False)
    whole = text.lstrip().lower().startswith("<!doctype")
    root = parser.parse(text) if whole else _parse_part(parser, text)
    lines = text.splitlines()
    faults = []
    for (line, column), code, facts in parser.errors:
        excerpt = lines[line - 1][max(0, column - 60) : column + 20].strip() if line <= len(lines) else ""
        faults.append(f"line {line}: {code} {facts or ''} near {excerpt!r}")
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    for element in elements:
        faults += _inline_faults(element)
        faults += _loading_faults(element)
    ids = Counter(element.get("id") for element in elements if element.get("id") is not None)
    faults += [f"id {name!r} is given {count} times" for name, count in ids.items() if count > 1]
    if whole:
        faults += _document_faults(root, elements, set(ids))
    return faults


def _parse_part(parser: HTMLParser, text: str) -> Element:
    first = text.lstrip()[:4].lower()
    container = {"<tr ": "tbody", "<tr>": "tbody", "<li ": "ul", "<li>": "ul"}.get(first, "div")
    return parser.parse_fragment(text, container=container)


def _name(element: Element) -> str:
    words = [element.tag, *(f'{key}="{value[:60]}"' for key, value in element.attrib.items())]
    return "<" + " ".join(words) + ">"


def _inline_faults(element: Element) -> list[str]:
    faults = []
    for key, value in element.attrib.items():
        name = key.lower()
        if name == "style" or name.startswith(("on", "hx-on", "data-hx-on")):
            faults.append(f"inline {name}: {_name(element)}")
        if name == "hx-trigger" and "[" in value:
            faults.append(f"trigger filter needs eval: {_name(element)}")
        if value.strip().lower().startswith("javascript:"):
            faults.append(f"script address: {_name(element)}")
    tag = element.tag.rpartition("}")[2]
    if tag == "style":
        faults.append("inline <style>")
    if tag == "script" and element.get("type") == "application/ld+json":
        faults += _data_faults(element.text or "")
    elif tag == "script" and not element.get("src") and (element.text or "").strip():
        faults.append("inline <script>")
    return faults


def _data_faults(text: str) -> list[str]:
    """Data is no script: browsers run nothing of it, if it is data."""
    try:
        return [] if isinstance(json.loads(text), dict) else ["JSON-LD that says nothing"]
    except ValueError as error:
        return [f"JSON-LD that is no JSON: {error}"]


def _loading_faults(element: Element) -> list[str]:
    tag = element.tag.rpartition("}")[2]
    addresses = [value for key, value in element.attrib.items() if key in LOADED]
    if tag == "link" and LOADING_LINKS & set(element.get("rel", "").lower().split()):
        addresses.append(element.get("href", ""))
    if tag in {"use", "image", "feImage"}:
        addresses += [value for key, value in element.attrib.items() if key.rpartition("}")[2] == "href"]
    if tag in {"iframe", "object", "embed"}:
        return [f"embedded content: {_name(element)}"]
    outside = [one for one in addresses if urlsplit(one.strip()).netloc]
    return [f"loads from another host: {_name(element)}" for _ in outside]


def _document_faults(root: Element, elements: list[Element], ids: set[str]) -> list[str]:
    faults = []
    if not root.get("lang"):
        faults.append("<html> has no lang")
    title = root.find("head/title")
    if title is None or not (title.text or "").strip():
        faults.append("<title> is missing or empty")
    if sum(element.tag == "h1" for element in elements) > 1:
        faults.append("more than one <h1>")
    for element in elements:
        for key in (REFERENCES - OPTIONAL_REFERENCES) & set(element.attrib):
            faults += [
                f"{key} names no id: {_name(element)}"
                for name in element.attrib[key].split()
                if name not in ids
            ]
        if element.tag == "img" and "alt" not in element.attrib:
            faults.append(f"no alt: {_name(element)}")
        href = element.get("href", "")
        if element.tag == "a" and href.startswith("#") and len(href) > 1 and href[1:] not in ids:
            faults.append(f"link to nowhere on the page: {_name(element)}")
    return faults
