"""The form of a record with its rows, as one thing to show, to judge and to save."""

import datetime
from typing import Any

from catalogue import partlist
from catalogue.forms.record import RecordForm
from catalogue.forms.record_rows import CategoryRows, LinkRows, PartRows, PeopleRows
from catalogue.models import Record, User
from catalogue.services import authorities, records
from catalogue.services.parts import Part
from ludotheque.writing import writing

ROWS: dict[str, Any] = {
    "people": PeopleRows,
    "categories": CategoryRows,
    "parts": PartRows,
    "links": LinkRows,
}
SAID = {"people": "Personnes", "categories": "Catégories", "parts": "Pièces", "links": "Liens"}
# what a button of the form may ask for besides saving: an empty row more, or the parts that a text names
MORE = {"personne": "people", "categorie": "categories", "lien": "links", "piece": "parts"}
READ = {"lire": "components_text", "contenu": "contents"}


class RecordWhole:
    """`record`: the one to change, or a new one; `data`: what was sent, judged by `is_valid`."""

    def __init__(self, record: Record, data=None):
        self.record = record
        self.form = RecordForm(data, instance=record)
        said = rows_of(record)
        self.made: list[str] = []  # names that saving brought into the catalogue
        self.read: int | None = None  # parts that a text has just given
        self.rows = {name: made(data, initial=said[name], prefix=name) for name, made in ROWS.items()}

    def is_valid(self) -> bool:
        faulty = [one for one in (self.form, *self.rows.values()) if not one.is_valid()]  # each shows its own
        if not faulty:
            there = {part.name for part in self.rows["parts"].parts}
            for part in self.form.cleaned_data["components_text"]:
                if part.name in there:
                    self.form.add_error(
                        "components_text",
                        f"« {part.name} » est déjà dans la liste. Changez plutôt son nombre.",
                    )
        return not faulty and not self.form.errors

    @property
    def faults(self) -> list[tuple[str, str]]:
        """What was judged and refused: (label, where it is on the page), the fields first."""
        if not self.form.is_bound:
            return []
        fields = [(str(field.label), field.auto_id) for field in self.form if field.errors]
        rows = [(SAID[name], f"rows-{name}") for name, rows in self.rows.items() if rows.total_error_count()]
        return fields + rows

    def create(self, *, actor: User, sent: str) -> Record:
        """A new record; names that are new are made with it, or not at all."""
        with writing():
            return records.create(actor=actor, sent=sent, **self._values(actor))

    def update(self, *, actor: User, seen: datetime.datetime) -> Record:
        """Changes the record; names that are new are made with it, or not at all."""
        with writing():
            return records.update(record_id=self.record.pk, actor=actor, seen=seen, **self._values(actor))

    def _values(self, actor: User) -> dict:
        """What the services take; names that are new are made on the way."""
        publisher = self.form.cleaned_data["publisher_name"].strip()
        people = [row for row in self.rows["people"].cleaned_data if row.get("name", "").strip()]
        lines = [row["line"] for row in self.rows["categories"].cleaned_data if row.get("line")]
        kinds = dict(self.record.documents.values_list("name", "media_type")) if self.record.pk else {}
        if publisher and not authorities.known_publisher(publisher):
            self.made.append(f"l’éditeur « {publisher} »")
        for row in people:
            if not authorities.known_person(row["name"]):
                self.made.append(f"« {row['name'].strip()} »")
        more = [Part(part.name, part.quantity) for part in self.form.cleaned_data["components_text"]]
        return self.form.values() | {
            "publisher": authorities.publisher(form=publisher, actor=actor) if publisher else None,
            "people": [(authorities.person(form=row["name"], actor=actor), row["role"]) for row in people],
            "categories": [authorities.category_of_line(text=line, actor=actor) for line in lines],
            "components": [*self.rows["parts"].parts, *more],
            "links": self.rows["links"].links,
            "documents": [(name, kinds.get(name, "")) for name in self.form.cleaned_data["documents_text"]],
        }

    def retyped(self, act: str) -> "RecordWhole":
        """The same as it was typed, not judged, after what a button asked for: see `MORE` and `READ`."""
        typed: dict[str, Any] = {name: self.form[name].data for name in self.form.fields}
        rows = {
            name: [{field: row[field].data for field in row.fields} for row in all_rows.forms]
            for name, all_rows in self.rows.items()
        }
        first_new = len(rows[MORE.get(act, "parts")])
        if act in READ:
            there = {row["name"] for row in rows["parts"]}
            read = partlist.read(typed[READ[act]] or "")
            rows["parts"] += [
                {"name": part.name, "quantity": part.quantity, "important": True}
                for part in read
                if part.name not in there
            ]
            if act == "lire":
                typed["components_text"] = ""
        again = RecordWhole(self.record)
        again.read = len(rows["parts"]) - first_new if act in READ else None
        again.form = RecordForm(instance=self.record, typed=typed)
        for name, made in ROWS.items():
            again.rows[name] = made(initial=rows[name], prefix=name)
            again.rows[name].extra = 1 if MORE.get(act) == name else 0
        changed = again.rows[MORE.get(act, "parts")].forms
        if first_new < len(changed):  # where the typing goes on
            first = next(field for field in changed[first_new].visible_fields())
            first.field.widget.attrs["autofocus"] = True
        return again


def rows_of(record: Record) -> dict[str, list[dict]]:
    """What the record says in rows."""
    if not record.pk:
        return {name: [] for name in ROWS}
    people = record.contributions.select_related("person")
    return {
        "people": [{"name": row.person.name, "role": row.role} for row in people],
        "categories": [{"line": category.line} for category in record.categories.all()],
        "parts": [
            {
                "pk": part.pk,
                "quantity": part.quantity,
                "name": part.name,
                "important": part.important,
                "spare": part.spare or None,
            }
            for part in record.components.all()
        ],
        "links": [{"url": link.url, "label": link.label, "kind": link.kind} for link in record.links.all()],
    }
