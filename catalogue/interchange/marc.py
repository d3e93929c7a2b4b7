"""A MARC record as all its forms share it, and the faults that keep one from being read."""

from dataclasses import dataclass, field

from catalogue.interchange.texts import cleaned

Subfields = list[tuple[str, str]]


@dataclass(slots=True)
class Marc:
    """A control field has text; any other has its subfields in their order."""

    leader: str = ""
    controls: list[tuple[str, str]] = field(default_factory=list)
    fields: list[tuple[str, str, Subfields]] = field(default_factory=list)  # tag, indicators, subfields

    def first(self, tag: str, code: str) -> str:
        for known, _, subfields in self.fields:
            if known == tag:
                for name, text in subfields:
                    if name == code and text:
                        return text
        return ""

    def add(self, tag: str, *subfields: tuple[str, str], indicators: str = "  ") -> None:
        """A field of those subfields that say something; none at all where none does.

        Without the signs that would end it, or that XML may not hold."""
        kept = [(code, said) for code, text in subfields if (said := cleaned(text))]
        if kept:
            self.fields.append((tag, indicators, kept))


@dataclass(frozen=True, slots=True)
class Broken:
    """A record of a file that cannot be read, and why."""

    value: str
    reason: str
