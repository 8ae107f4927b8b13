"""A game that takes no clicks for some time after those on a link."""

from __future__ import annotations

from random import Random

import pytest

from bot.haste import Heard, Try
from bot.locked import Locked
from bot.pace import Pace
from bot.patience import Patience


@pytest.mark.parametrize("lock", [0.1, 0.3, 0.8])
def test_a_lock_is_found_from_the_clicks_that_are_lost_to_it(lock: float) -> None:
    """Tiles seem to be gone up to a third of it too early; few clicks are lost till it is known."""
    lot, game, lost = Random(1), Locked(), 0
    for _ in range(100):
        after = max(lot.uniform(0.66, 1.3) * lock, game.seconds)
        game.saw(after, is_heard=after >= lock)
        lost += after < lock
    assert lock <= game.seconds < 1.15 * lock + 0.05
    assert lost < 10


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_clicks_that_are_lost_anyhow_tell_of_no_lock(share: float) -> None:
    """They are lost as soon and as late as others are heard."""
    waits = 0.0
    for seed in range(20):
        lot, game = Random(seed), Locked()
        for _ in range(100):
            soonest = lot.uniform(0.2, 0.4)
            waits += max(0.0, game.seconds - soonest) / 2000
            game.saw(max(soonest, game.seconds), is_heard=lot.random() > share)
    assert waits < 0.02


def test_the_next_link_waits_for_the_lock_and_its_losses_tell_nothing_of_haste() -> None:
    """Else the button would be held down for longer for it."""
    pace = Pace(Patience())
    for _ in range(6):
        pace.removed(0.2, (Try(pace.touch, Heard.BOTH, 0.4),))
    for _ in range(3):
        lost = Try(pace.touch, Heard.UNKNOWN, 0.25)
        pace.removed(0.2, (lost, Try(pace.again(1), Heard.BOTH)))
    pace.paired = 10.0
    assert pace.due(9.9) == pytest.approx(10.29)
    touch = pace.touch
    lost = Try(pace.touch, Heard.UNKNOWN, 0.26)
    pace.removed(0.2, (lost, Try(pace.again(1), Heard.BOTH)))
    assert pace.touch == touch
    assert pace.due(9.9) == pytest.approx(10.3, abs=0.02)


def test_two_losses_at_first_are_no_lock() -> None:
    """Nothing is known yet of how soon clicks are heard; and what was lost once is forgotten."""
    game = Locked()
    for _ in range(2):
        game.saw(2.6, is_heard=False)
    assert game.seconds == 0
    for _ in range(3):
        game.saw(2.7, is_heard=True)
    assert game.seconds > 2.6
    for _ in range(40):
        game.saw(game.seconds, is_heard=True)
    assert game.seconds == 0


def test_what_nobody_timed_tells_nothing() -> None:
    """As of a link that was presumed to be gone."""
    pace = Pace(Patience())
    for _ in range(4):
        pace.removed(0.2, (Try(pace.touch, Heard.UNKNOWN), Try(pace.again(1), Heard.BOTH)))
    assert pace.due(5.0) == 5.0 + pace.touch.rest


def test_what_a_lock_explains_is_forgotten_once_it_is_known() -> None:
    """It runs from the clicks on; where tiles fall meanwhile the next click comes once they lie."""
    lock, pace, now, lot = 0.6, Pace(Patience()), 0.0, Random(2)
    late: list[float] = []
    for _ in range(60):
        pace.paired = now
        gone = now + (0.63 if lot.random() < 0.5 else 0.03)
        due = pace.due(gone)
        touch, after = pace.touch._replace(rest=due - gone), due - now
        if after >= lock:
            pace.removed(0.03, (Try(touch, Heard.BOTH, after),))
            late.append(due - max(gone, now + lock))
        else:
            pace.removed(0.03, (Try(touch, Heard.UNKNOWN, after), Try(pace.again(1), Heard.BOTH)))
        now = due
    assert len(late) > 50
    assert max(late[-20:]) < 0.1


def test_a_lock_that_is_known_too_short_grows_until_clicks_are_heard() -> None:
    """A game whose lock lasts longer where tiles slide: what waited for the rest came too soon."""
    game = Locked()
    for after in (1.7, 1.4, 1.6, 1.77, 1.6, 2.5, 2.5):
        game.saw(after, is_heard=after > 2.4 or after == 1.77)
    assert 1.6 < game.seconds < 2.0
    lost = 0
    for _ in range(20):
        game.saw(game.seconds + 0.02, is_heard=game.seconds + 0.02 > 2.4)
        lost += game.seconds < 2.4
    assert game.seconds >= 2.38
    assert lost < 7


def test_a_lock_that_proved_too_short_lasts_nearly_until_the_soonest_that_was_heard() -> None:
    """A game that is deaf for 0.6 s: each step of some hundredths would cost a lost click."""
    game, lost = Locked(), 0
    for after in (0.1, 0.39, 0.65, 0.63, 0.64):
        game.saw(after, is_heard=after > 0.6)
    assert 0.4 < game.seconds < 0.5
    for _ in range(20):
        lost += game.seconds < 0.6
        game.saw(game.seconds, is_heard=game.seconds >= 0.6)
    assert lost <= 2
    assert 0.6 <= game.seconds < 0.67


def test_a_lock_that_proved_too_short_lasts_no_more_than_twice_as_long() -> None:
    """What was heard long after says nothing of when it ends."""
    game = Locked()
    for after, is_heard in ((0.1, False), (0.2, False), (2.0, True), (2.1, True), (2.2, True)):
        game.saw(after, is_heard=is_heard)
    game.saw(game.seconds, is_heard=False)
    assert game.seconds < 0.5


@pytest.mark.parametrize(("lost", "heard"), [(2, 3), (3, 2)])
def test_as_many_lost_and_later_ones_tell_of_a_lock(lost: int, heard: int) -> None:
    """One less of either may be chance."""
    game = Locked()
    for after in [0.3] * lost + [0.5] * (heard - 1):
        game.saw(after, is_heard=after > 0.4)
    assert not game.seconds
    game.saw(0.5, is_heard=True)
    assert game.seconds


def test_a_click_that_is_lost_long_after_says_nothing_of_the_lock() -> None:
    game = Locked()
    for after in (0.1, 0.39, 1.2, 1.25, 1.3):
        game.saw(after, is_heard=after > 0.6)
    before = game.seconds
    game.saw(9.0, is_heard=False)
    game.saw(0.3, is_heard=False)
    assert game.seconds == before
