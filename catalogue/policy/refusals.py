"""Why something is not done: every refusal says what, why, and what next."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is not done: what, why, what next, in that order.

    `overridable`: a rule of the house, which staff with the right may set aside with a note; not a fact.
    """

    code: str
    what: str
    why: str
    next: str
    facts: Mapping[str, object] = field(default_factory=dict)
    overridable: bool = False

    @property
    def sentence(self) -> str:
        return " ".join(part for part in (self.what, self.why, self.next) if part)


class Refused(Exception):
    """An act that was not done; nothing has changed. Carries every reason."""

    def __init__(self, *refusals: Refusal):
        super().__init__(" ".join(refusal.sentence for refusal in refusals))
        self.refusals = refusals

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(refusal.code for refusal in self.refusals)

    @property
    def overridable(self) -> bool:
        """Whether nothing but rules of the house stands against the act."""
        return all(refusal.overridable for refusal in self.refusals)
