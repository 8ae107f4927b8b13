"""Whether clicks are heard while tiles go: when it is tried, and what follows from it."""

from __future__ import annotations

import pytest

from bot.meanwhile import Meanwhile


@pytest.mark.parametrize(
    ("elapsed", "soonest", "tried"),
    [(0.01, 0.8, True), (0.4, 0.8, True), (0.5, 0.8, False), (0.01, 0.3, False)],
)
def test_it_is_tried_in_good_time_where_tiles_take_theirs(
    elapsed: float, soonest: float, *, tried: bool
) -> None:
    """A late click could be heard after the removal; a short one is not worth it."""
    assert Meanwhile().may_try(elapsed, soonest) is tried


def test_it_is_given_up_after_a_click_that_was_not_heard() -> None:
    """Each further one would be in vain, too."""
    meanwhile = Meanwhile()
    meanwhile.tried(heard=False)
    assert not meanwhile.may_try(0.0, 1.0)
    assert not meanwhile.is_heard


def test_one_click_that_was_heard_is_enough() -> None:
    """Then whole links are clicked meanwhile, until one is lost for it."""
    meanwhile = Meanwhile()
    meanwhile.tried(heard=True)
    assert meanwhile.is_heard
    assert not meanwhile.may_try(0.0, 1.0)
    meanwhile.failed()
    assert not meanwhile.is_heard
    assert not meanwhile.may_try(0.0, 1.0)
