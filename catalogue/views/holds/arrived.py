"""What the desk says of a box that has come in: set aside for whom, sent where, or back to its shelf."""

from dataclasses import dataclass

from django.urls import reverse

from catalogue.models import Copy
from catalogue.policy import IN_SERVICE, french_date
from catalogue.queries.counter import others_on_shelf
from catalogue.services.holds import Arrival
from catalogue.views.desk.answers import Act, Answer


@dataclass(frozen=True, slots=True)
class Said:
    """`word` in a word, `lines` in full; `slip`: the address of what is to be printed."""

    word: str = ""
    lines: tuple[str, ...] = ()
    slip: str = ""


def told(arrival: Arrival, copy: Copy) -> Said:
    """Nothing for a box that simply goes to its shelf."""
    lines: list[str] = []
    if arrival.received:
        lines.append(f"Reçue : elle était en route vers {arrival.received.to_site}.")
    if hold := arrival.hold:
        assert hold.household is not None
        until = f", jusqu’au {french_date(hold.expires_on)}" if hold.expires_on else ""
        begins = "Déjà mise de côté" if arrival.again else "Mettez-la de côté"
        lines.append(f"{begins} pour {hold.household.name}{until}.")
        if not arrival.again and not hold.household.email and hold.household.phone:
            lines.append(f"Sans courriel : appelez le {hold.household.phone}.")
        return Said("Réservé", tuple(lines), reverse("hold_slip", args=[hold.pk]))
    if transit := arrival.transit:
        who = transit.hold.household if transit.hold else None
        lines.append(f"À envoyer vers {transit.to_site}{f', pour {who.name}' if who else ''}.")
        return Said(f"Vers {transit.to_site}", tuple(lines), reverse("transit_slip", args=[transit.pk]))
    if arrival.received and copy.state != IN_SERVICE:
        lines.append(f"Elle est notée « {copy.get_state_display()} ».")
    elif arrival.received and copy.call_number:
        lines.append(f"À ranger : {copy.call_number}.")
    elif arrival.received:
        lines.append("À ranger en rayon, ici.")
    return Said("Reçue" if arrival.received else "", tuple(lines))


def who_waits_again(arrival: Arrival, copy: Copy) -> list[str]:
    """For whom a box lay aside that can no longer be had, and where that family's next one may be."""
    if arrival.left is None or arrival.left.household is None:
        return []
    family = arrival.left.household.name
    lines = [f"Elle était de côté pour {family} : sa réservation attend de nouveau, à sa place."]
    other = others_on_shelf(copy).first()
    if other:
        place = f" ({other.call_number})" if other.call_number else ""
        lines.append(
            f"Une autre boîte est en rayon, {other.barcode}{place} : scannez-la sous « Rendre » pour elle."
        )
    return lines


def with_slip(answer: Answer, said: Said) -> Answer:
    """With the way to the slip, if there is one."""
    if said.slip:
        answer.acts.append(Act("Imprimer l’étiquette", href=said.slip, icon="printer"))
    return answer


def where_now(copy: Copy) -> Arrival:
    """What the last scan made of a box, for a page that is asked for again."""
    return Arrival(hold=copy.ready_hold, transit=copy.open_transit)
