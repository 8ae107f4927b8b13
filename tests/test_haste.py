"""How hastily a game may be clicked: learned from clicks that it did not hear."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.haste import Haste
from bot.mouse import PRESS

PRICE = 1.5


@dataclass
class Deaf:
    """A game that does not hear all clicks.

    Parameters
    ----------
    press, rest
        that it asks for, s
    loses
        share of links that it does not hear whatever is done
    """

    press: float = 0.0
    rest: float = 0.0
    loses: float = 0.0

    def played(self, links: int, seed: int = 0) -> tuple[Haste, int, float]:
        """What was learned from so many links, how many were lost, and the last tenth's wait, s."""
        rng, haste, lost, waits = random.Random(seed), Haste(), 0, []
        for _ in range(links):
            heard = (
                haste.press >= self.press
                and haste.rest + 0.005 >= self.rest
                and rng.random() >= self.loses
            )
            waits.append(2 * haste.press + haste.rest)
            haste.learn(heard=heard, price=PRICE)
            lost += not heard
        late = waits[-links // 10 :]
        return haste, lost, sum(late) / len(late)


def test_the_first_click_is_slow_and_the_others_get_faster() -> None:
    """Where all are heard, the fastest is reached after two links, and kept."""
    haste = Haste()
    assert (haste.press, haste.rest) == (PRESS, PRESS)
    assert Deaf().played(2)[0].is_greatest
    assert Deaf().played(72)[0].is_greatest


@pytest.mark.parametrize("rest", [0.05, 0.1, 0.25, 0.5, 1.0])
def test_a_game_that_rests_after_a_removal_is_left_alone_so_long(rest: float) -> None:
    """It takes a few lost links to find out, and not much more time is lost than must be."""
    haste, lost, wait = Deaf(rest=rest).played(72)
    assert lost <= 6
    assert haste.rest >= rest - 0.005
    assert wait <= 2.5 * rest + 2 * PRESS


@pytest.mark.parametrize("press", [0.002, 0.016, 0.03])
def test_a_game_that_needs_long_presses_gets_them_nearly_always(press: float) -> None:
    """Of two hundred links few are tried with a press that the game does not hear."""
    _, lost, wait = Deaf(press=press).played(200)
    assert lost <= 8
    assert wait <= 2 * PRESS + PRESS


def test_both_may_be_asked_for() -> None:
    """A long press, and a rest."""
    haste, lost, _ = Deaf(press=0.016, rest=0.25).played(144)
    assert lost <= 12
    assert haste.press >= 0.016
    assert haste.rest >= 0.25


@pytest.mark.parametrize("seed", range(5))
def test_clicks_that_are_lost_anyway_do_not_make_it_slow(seed: int) -> None:
    """Nothing is gained by waiting where links are lost whatever is done."""
    _, _, wait = Deaf(loses=0.2).played(200, seed)
    assert wait <= 0.13


def test_a_game_that_changes_its_pace_is_followed() -> None:
    """A level with faster removals is played faster again, one with slower ones slower."""
    haste = Haste()
    for _ in range(40):
        haste.learn(heard=haste.rest >= 0.25, price=PRICE)
    assert haste.rest >= 0.25
    for _ in range(400):
        haste.learn(heard=True, price=PRICE)
    assert haste.is_greatest
    for _ in range(12):
        haste.learn(heard=haste.rest >= 0.25, price=PRICE)
    assert haste.rest >= 0.25


@given(st.lists(st.booleans(), max_size=200), st.floats(0.1, 60))
def test_whatever_is_heard_it_stays_in_bounds(heard: list[bool], price: float) -> None:
    """No press is too long, no step faster is skipped, a link that went makes nothing slower."""
    haste = Haste()
    for each in heard:
        before = haste.press, haste.rest
        haste.learn(heard=each, price=price)
        assert 0 <= haste.press <= PRESS
        assert 0 <= haste.rest <= 1.2
        if before[0] == PRESS:
            assert haste.press >= PRESS / 8
        slower = haste.press > before[0] or haste.rest > before[1]
        assert not (each and slower)
