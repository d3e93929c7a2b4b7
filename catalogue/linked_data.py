"""A record for machines that read pages, in the words of schema.org."""

from collections.abc import Callable
from typing import Any

from catalogue.models import Record
from catalogue.models.record import ContributionRole

# schema.org wants languages by their two letters
_LANGUAGES = {
    "fre": "fr",
    "eng": "en",
    "ger": "de",
    "spa": "es",
    "ita": "it",
    "dut": "nl",
    "por": "pt",
    "bre": "br",
    "oci": "oc",
    "baq": "eu",
    "cat": "ca",
    "cos": "co",
    "ara": "ar",
}


def game(record: Record, *, address: str, image: str, whole: Callable[[str], str]) -> dict[str, Any]:
    """What the record says, as a `Game`; the rest is left out. `whole` makes an address whole."""
    people: dict[bool, list[dict]] = {True: [], False: []}
    for contribution in record.contributions.all():
        person = {
            "@type": "Person",
            "name": contribution.person.name,
            "url": whole(contribution.person.get_absolute_url()),
        }
        people[contribution.role == ContributionRole.AUTHOR].append(person)
    low, high = record.min_players, record.max_players
    said: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Game",
        "@id": address,
        "url": address,
        "name": record.title,
        "alternateName": record.parallel_title,
        "image": image,
        "description": record.description.strip(),
        "author": people[True],
        "contributor": people[False],
        "publisher": record.publisher
        and {"@type": "Organization", "name": record.publisher.name}
        | {"url": whole(record.publisher.get_absolute_url())},
        "datePublished": str(record.year) if record.year else "",
        "inLanguage": [_LANGUAGES[code] for code in record.languages if code in _LANGUAGES],
        "genre": [category.label for category in record.categories.all() if category.label],
        "numberOfPlayers": (low or high)
        and {"@type": "QuantitativeValue"}
        | ({"minValue": low} if low else {})
        | ({"maxValue": high} if high else {}),
        "typicalAgeRange": f"{record.min_age}-{record.max_age or ''}" if record.min_age is not None else "",
        "timeRequired": f"PT{record.duration}M" if record.duration else "",
        "identifier": record.ean and {"@type": "PropertyValue", "propertyID": "EAN", "value": record.ean},
    }
    return {name: value for name, value in said.items() if value}
