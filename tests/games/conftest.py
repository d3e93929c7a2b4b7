"""What tests of the games share."""

from dataclasses import replace

import pytest

from games.engines.kernel import expert

QUICK = 24


@pytest.fixture(autouse=True)
def experts_think_little(monkeypatch):
    """An expert's way of playing does not depend on how long it thinks, and tests should not wait for it."""
    plans = {slug: replace(plan, playouts=QUICK) for slug, plan in expert.plans().items()}
    monkeypatch.setattr(expert, "plans", lambda: plans)
