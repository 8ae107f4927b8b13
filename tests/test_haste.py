"""How hastily a game may be clicked: learned from clicks that it did not hear."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.haste import Haste, Heard, Touch, Try
from bot.mouse import PRESS

PRICE, VAIN, REMOVAL = 1.5, 0.5, 0.3
_WAY, SLACK = 0.002, 0.01
"""s; what pressing the button, and moving the pointer, takes besides."""


@dataclass
class Deaf:
    """A game that does not hear all clicks, and marks the first tile of a link.

    Parameters
    ----------
    press, rest, pause
        that it asks for, s; the pause between any two clicks that it hears, on two links, too,
        between which a removal lies
    loses
        share of links that it does not hear whatever is done
    frame
        how often it looks where it was clicked last, s
    polls
        how often it asks whether the button is down, s
    """

    press: float = 0.0
    rest: float = 0.0
    pause: float = 0.0
    loses: float = 0.0
    frame: float = 0.0
    polls: float = 0.0

    def hears(self, touch: Touch, rng: random.Random) -> Heard:
        """What it hears of two clicks."""
        chance = 1 - (1 - self.loses) ** 0.5
        lucky = [rng.random() >= chance for _ in range(2)]
        first = lucky[0] and touch.press >= self.press and touch.rest + SLACK >= self.rest
        first &= touch.rest + REMOVAL + SLACK >= self.pause
        late = touch.rest + touch.pause + SLACK >= self.rest
        second = lucky[1] and touch.press >= self.press and (first or late)
        second &= touch.pause + SLACK >= self.pause or not first
        if first and second and rng.random() * self.frame > touch.press + touch.pause + SLACK:
            first = False
        if self.polls:
            first &= rng.random() * self.polls <= touch.press + _WAY
            second &= rng.random() * self.polls <= min(touch.press, touch.pause) + _WAY
        heard = {(True, True): Heard.BOTH, (True, False): Heard.FIRST, (False, True): Heard.SECOND}
        return heard.get((first, second), Heard.UNKNOWN)

    def played(self, links: int, seed: int = 0) -> tuple[Haste, int, float]:
        """What was learned from so many links, the tries in vain, and the last tenth's wait, s."""
        rng, haste, lost, waits = random.Random(seed), Haste(), 0, []
        for _ in range(links):
            tries: list[Try] = []
            waits.append(2 * haste.touch.press + haste.touch.rest + haste.touch.pause)
            while not tries or tries[-1].heard is not Heard.BOTH:
                touch = haste.touch
                if tries:
                    touch = haste.again(len(tries))._replace(rest=touch.rest + VAIN * len(tries))
                    if tries[-1].heard in {Heard.FIRST, Heard.SECOND}:
                        touch = touch._replace(pause=inf)
                tries.append(Try(touch, self.hears(touch, rng)))
            lost += len(tries) - 1
            haste.learn(tries, PRICE)
        late = waits[-links // 10 :]
        return haste, lost, sum(late) / len(late)


def test_the_first_click_is_slow_and_the_others_get_faster() -> None:
    """Where all are heard, the fastest is reached after two links, and kept."""
    assert Haste().touch == (PRESS, PRESS, PRESS)
    assert Deaf().played(2)[0].is_greatest
    assert Deaf().played(72)[0].is_greatest


@pytest.mark.parametrize("rest", [0.05, 0.1, 0.25, 0.5, 1.0])
def test_a_game_that_rests_after_a_removal_is_left_alone_so_long(rest: float) -> None:
    """It takes a few lost links to find out, and not much more time is lost than must be."""
    haste, lost, wait = Deaf(rest=rest).played(72)
    assert lost <= 7
    assert haste.touch.rest >= rest - SLACK
    assert wait <= 2.5 * rest + 2 * PRESS


@pytest.mark.parametrize("press", [0.002, 0.016, 0.03, 0.05, 0.1])
def test_a_game_that_needs_long_presses_gets_them_nearly_always(press: float) -> None:
    """Of two hundred links few are tried with a press that the game does not hear."""
    _, lost, wait = Deaf(press=press).played(200)
    assert lost <= 8
    assert wait <= 2 * max(PRESS, 2.4 * press) + PRESS


@pytest.mark.parametrize("pause", [0.02, 0.1, 0.2, 0.5])
def test_a_game_that_hears_no_second_click_so_soon_gets_it_later(pause: float) -> None:
    """Its marks tell that the first was heard, so few lost links are enough."""
    haste, lost, wait = Deaf(pause=pause).played(72)
    assert lost <= 5
    assert haste.touch.pause >= pause - SLACK
    assert wait <= 2.5 * pause + 2 * PRESS


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("frame", [0.066, 0.1, 0.2])
def test_of_two_clicks_in_a_frame_the_last_alone_may_be_heard(frame: float, seed: int) -> None:
    """It is the pause between them that is too short, and not the rest before."""
    haste, lost, wait = Deaf(frame=frame).played(72, seed)
    assert lost <= (26 if frame < 0.1 else 16)
    # Frames shorter than that are often straddled by a pair of clicks anyway.
    assert frame < 0.1 or haste.touch.press + haste.touch.pause + SLACK >= frame
    assert wait <= 0.45


@pytest.mark.parametrize("polls", [0.016, 0.033, 0.05, 0.06, 0.1])
def test_a_game_that_asks_for_the_button_now_and_then_sees_it(polls: float) -> None:
    """Down for so long, and up between two clicks for so long, that few are lost in the end."""
    all_lost, late, waits = list[int](), list[int](), list[float]()
    for seed in range(16):
        _, lost, wait = Deaf(polls=polls).played(72, seed)
        all_lost.append(lost)
        late.append(lost - Deaf(polls=polls).played(48, seed)[1])
        waits.append(wait)
    assert sum(all_lost) / 16 <= 8
    assert sum(late) / 16 <= 1.5
    assert max(waits) <= 0.5


@pytest.mark.parametrize("part", range(3))
def test_more_time_is_never_held_to_be_worse(part: int) -> None:
    """By no hypothesis is a click on both tiles less likely to be heard after a longer wait."""
    haste = Haste()
    both = haste._told[Heard.BOTH.value].reshape(*haste._shape, -1)
    slower, faster = (
        both.take(range(both.shape[part] - 1), part),
        both.take(range(1, both.shape[part]), part),
    )
    assert (slower >= faster - 1e-12).all()


def test_all_may_be_asked_for() -> None:
    """A long press, a rest and a pause."""
    haste, lost, _ = Deaf(press=0.016, rest=0.25, pause=0.1).played(144)
    assert lost <= 16
    assert haste.touch.press >= 0.016
    assert haste.touch.rest >= 0.25
    assert haste.touch.pause >= 0.1


@pytest.mark.parametrize("seed", range(5))
def test_clicks_that_are_lost_anyway_do_not_make_it_slow(seed: int) -> None:
    """Nothing is gained by waiting where links are lost whatever is done."""
    _, _, wait = Deaf(loses=0.2).played(200, seed)
    assert wait <= 0.13


def test_tries_after_others_in_vain_are_slower() -> None:
    """Each as slow as the one before, or slower, and never faster than the haste of the game."""
    haste, _, _ = Deaf().played(10)
    first, *later = (haste.again(tries) for tries in (1, 2, 3, 9))
    assert first.press == PRESS
    assert later[1] == later[2] == Haste().again(9)
    for before, after in zip([first, *later], later, strict=False):
        assert after.press >= before.press
        assert after.pause >= before.pause
    slow, _, _ = Deaf(press=0.1, pause=0.5).played(72)
    assert slow.again(1).press == slow.touch.press > PRESS
    assert slow.again(1).pause == slow.touch.pause


def test_a_game_that_changes_its_pace_is_followed() -> None:
    """A level with faster removals is played faster again, one with slower ones slower."""

    def play(haste: Haste, links: int, rest: float) -> None:
        for _ in range(links):
            heard = Heard.BOTH if haste.touch.rest >= rest else Heard.UNKNOWN
            haste.learn([Try(haste.touch, heard)], PRICE)

    haste = Haste()
    play(haste, 40, 0.25)
    assert haste.touch.rest >= 0.25
    play(haste, 400, 0.0)
    assert haste.is_greatest
    play(haste, 12, 0.25)
    assert haste.touch.rest >= 0.25


@given(st.lists(st.sampled_from(Heard), max_size=100), st.floats(0.1, 60))
def test_whatever_is_heard_it_stays_in_bounds(heard: list[Heard], price: float) -> None:
    """No press is too long, no step faster is skipped, a link that went makes nothing slower."""
    haste = Haste()
    for each in heard:
        before = haste.touch
        haste.learn([Try(before, each)], price)
        after = haste.touch
        assert 0 <= after.press <= 4 * PRESS
        assert 0 <= after.rest <= 1.2
        assert 0 <= after.pause <= 0.6
        if before.press >= PRESS:
            assert after.press >= PRESS / 8
        slower = any(now > then for now, then in zip(after, before, strict=True))
        faster = any(now < then for now, then in zip(after, before, strict=True))
        assert not (slower if each is Heard.BOTH else faster)
