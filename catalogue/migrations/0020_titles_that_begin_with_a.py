"""« À 2 on est mieux » stood under 2: its « À » was taken for an English article."""

import re
import unicodedata

from django.db import migrations

# how keys were made then: a migration does the same whatever becomes of them later
_LIGATURES = str.maketrans(
    {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l"}
)
_ARTICLE = re.compile(r"^(?:(?:le|la|les|un|une|des|the|der|die|das) |an? (?=[a-z])|[ld] (?=[a-z0-9]))")
_PREPOSITION = re.compile(
    r"^a (?:l|la|le|les|un|une|deux|trois|quatre|cinq|six|plusieurs|tous|toute|toutes|chacun|chaque|qui|quoi"
    r"|moi|toi|nous|vous|mon|ma|mes|ton|ta|tes|son|sa|ses|nos|vos|notre|votre|table|vol|pied|cheval) "
)
_WITH_ACCENT = re.compile(r"\W*[àÀ]\b")


def fold(text):
    bare = unicodedata.normalize("NFKD", text.translate(_LIGATURES).casefold()).translate(_LIGATURES)
    bare = "".join(sign for sign in bare if sign.isascii() or not unicodedata.combining(sign))
    return re.sub(r"[^0-9a-z]+", " ", bare).strip()


def sort_key(title):
    folded = fold(title)
    is_french = _WITH_ACCENT.match(unicodedata.normalize("NFC", title)) or _PREPOSITION.match(f"{folded} ")
    return folded if is_french else _ARTICLE.sub("", folded, count=1) or folded


def order(apps, schema_editor):
    record, entry = apps.get_model("catalogue", "Record"), apps.get_model("catalogue", "SearchEntry")
    titles = record.objects.values_list("pk", "title", "sort_key")
    for pk, title, before in list(titles.iterator()):
        key = sort_key(title)[:300]
        if key != before:
            record.objects.filter(pk=pk).update(sort_key=key)
            entry.objects.filter(record_id=pk).update(title_key=key.encode())


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0019_favourites")]
    operations = [migrations.RunPython(order, migrations.RunPython.noop)]
