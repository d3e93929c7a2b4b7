"""What of an account is paid: a payment settles what it was made for, then the oldest."""

from hypothesis import given
from hypothesis import strategies as st

from catalogue.policy import Line, left_to_pay


def left(*lines: tuple) -> list[int]:
    return list(left_to_pay(Line(key, *line) for key, line in enumerate(lines)).values())


def test_money_pays_what_it_was_for_and_what_remains_the_oldest():
    assert left((200,), (2500, "sold"), (-2500, "sold")) == [200, 0]
    assert left((200,), (300,), (-250,)) == [0, 250]
    assert left((200,), (300, "sold"), (-450, "sold")) == [50, 0]
    assert left((-500,), (200,)) == [0]  # paid in advance
    assert left((-500, "sold"), (200,), (100, "sold")) == [0, 0]
    assert left() == []


LINE = st.tuples(st.integers(-500, 500).filter(bool), st.sampled_from([None, "a", "b"]))


@given(st.lists(LINE, max_size=12))
def test_what_is_left_is_what_the_account_owes(lines):
    owed = left(*lines)
    assert sum(owed) == max(0, sum(cents for cents, _ in lines))
    assert all(
        0 <= rest <= cents for rest, cents in zip(owed, (one for one, _ in lines if one > 0), strict=True)
    )
