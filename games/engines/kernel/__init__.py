"""What all engines share: the protocol of rules, records, rulebooks, bots, and the checks they all pass."""

from .protocol import (
    CHANCE,
    SPECTATOR,
    Event,
    Fault,
    IllegalMove,
    Line,
    NotationError,
    Option,
    Outcome,
    Rules,
    Seat,
    Step,
)

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Event",
    "Fault",
    "IllegalMove",
    "Line",
    "NotationError",
    "Option",
    "Outcome",
    "Rules",
    "Seat",
    "Step",
]
