"""The pace of a game: what is learned from how its removals go."""

from __future__ import annotations

import pytest
from builders import heard
from hypothesis import given
from hypothesis import strategies as st

from bot.haste import Heard, Try
from bot.mouse import PRESS
from bot.pace import Pace
from bot.patience import Patience

PATIENCE = Patience()


def steady(seconds: float = 0.125) -> Pace:
    """The pace of a game that took all clicks so far."""
    pace = Pace(PATIENCE)
    while not pace.is_steady:
        pace.removed(seconds, (heard(pace),))
    return pace


def test_clicks_begin_slowly_and_get_faster_while_none_is_lost() -> None:
    """The button is held for a shorter time each time, and at last for none."""
    pace, presses = Pace(PATIENCE), []
    while not pace.is_steady:
        presses.append(pace.touch.press)
        pace.removed(0.2, (heard(pace),))
    assert presses == sorted(presses, reverse=True)
    assert presses[0] == PRESS
    assert pace.touch == (0.0, 0.0, 0.0)


def test_a_lost_click_makes_it_slower() -> None:
    """And one that was taken to have gone does, too."""
    pace = steady()
    pace.removed(0.125, (Try(pace.touch, Heard.UNKNOWN), Try(pace.again(1), Heard.BOTH)))
    assert not pace.is_steady
    pace = steady()
    pace.misjudged()
    assert not pace.is_steady


def test_a_slow_game_that_marks_its_links_is_clicked_as_fast_as_a_quick_one() -> None:
    """A lost click is told by the marks then, however long removals take: to try costs little."""
    pace = Pace(PATIENCE)
    for _ in range(9):
        pace.saw(marked=True)
        rested = pace.touch._replace(rest=pace.touch.rest + 0.003)
        pace.removed(0.5, (Try(rested, Heard.BOTH),))
    assert pace.touch == (0.0, 0.0, 0.0)


def test_no_picture_is_taken_while_nothing_can_have_gone() -> None:
    """But the person's hand is looked for often; later pictures come fast, then more seldom."""
    pace = Pace(PATIENCE)
    assert pace.pause(0.0) == PATIENCE.quick
    assert pace.pause(0.1) == PATIENCE.look
    for seconds in (0.5, 0.4, 0.6):
        pace.removed(seconds, (heard(pace),))
    assert pace.spare(0.0) == pace.pause(0.0) == PATIENCE.slow
    assert 0.35 + pace.pause(0.35) == pytest.approx(0.36)
    assert pace.spare(0.361) == 0
    assert pace.pause(0.37) < PATIENCE.look
    assert pace.pause(60.0) == PATIENCE.look


def test_waits_are_as_long_as_the_removals_of_late_ask() -> None:
    """A first link is waited for long; later ones a few times as long as usual."""
    pace = Pace(PATIENCE)
    assert pace.limit == PATIENCE.first
    pace.removed(0.1, (heard(pace),))
    assert pace.limit == PATIENCE.least
    pace.removed(1.0, (heard(pace),))
    assert pace.limit == PATIENCE.ratio
    for _ in range(9):
        pace.removed(0.3, (heard(pace),))
    pace.removed(9.0, (heard(pace),))
    assert pace.limit == pytest.approx(0.3 * PATIENCE.ratio)
    pace.removed(9.0, (heard(pace),))
    assert pace.limit == PATIENCE.cover


@given(st.lists(st.tuples(st.floats(0, 5), st.sampled_from(Heard)), max_size=60), st.floats(0, 60))
def test_whatever_happens_pauses_and_presses_stay_in_bounds(
    removals: list[tuple[float, Heard]], elapsed: float
) -> None:
    """No pause is longer than the person can wait, no press longer than the safe one."""
    pace = Pace(PATIENCE)
    for seconds, each in removals:
        pace.removed(seconds, (Try(pace.touch, each),))
        if each is not Heard.BOTH:
            pace.misjudged()
    assert 0 <= pace.touch.press <= 4 * PRESS
    assert PATIENCE.quick <= pace.pause(elapsed) <= PATIENCE.slow
    assert PATIENCE.least <= pace.limit <= PATIENCE.cover


def test_marks_are_believed_later_once_they_misled() -> None:
    """Sure of one link, else only of two in a row: the first may have gone for a later click."""
    pace = Pace(Patience(refusal=0.4))
    pace.misled(0.8, sure=False)
    assert pace.refusal == 0.4
    pace.heard()
    pace.misled(0.8, sure=False)
    assert pace.refusal == 0.4
    pace.misled(0.8, sure=False)
    assert pace.refusal == pytest.approx(1.2)
    pace.misled(2.0, sure=True)
    assert pace.refusal == pytest.approx(3.0)
    pace.misled(4.0, sure=False)  # it was waited for, and clicked again: that one was lost
    assert pace.refusal == 0.4
    pace.misled(4.0, sure=False)
    assert pace.refusal == 0.4


def test_marks_that_all_links_have_until_they_go_do_not_mislead() -> None:
    """What was clicked again because it had none was lost; unless it goes without being clicked."""
    pace = Pace(Patience(refusal=0.4))
    for _ in range(3):
        pace.saw(marked=True)
    for _ in range(2):
        pace.misled(0.8, sure=False)
        assert pace.refusal == 0.4
    pace.misled(0.8, sure=True)
    assert pace.refusal == pytest.approx(1.2)
