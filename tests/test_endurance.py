"""When a player has tried for long enough in vain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.endurance import Endurance
from bot.errors import StoppedError
from bot.tally import Tally

_TALLY = Tally(rows=2, cols=3, tiles=6, links=1)


def _spent(endurance: Endurance, tally: Tally = _TALLY, **what: bool) -> int:
    """How often that can be done before it is enough; what comes first may be a gain."""
    for times in range(1000):
        try:
            endurance.spend(tally, **what)
        except StoppedError:
            return times
    raise AssertionError("it never ends")


def test_few_refused_links_are_enough() -> None:
    """A game that takes no clicks is told from one that refuses some."""
    assert 3 <= _spent(Endurance(), clicked=True) < 10


def test_a_game_that_has_linked_nothing_yet_is_given_up_sooner() -> None:
    """It may not be dealt, or is paused."""
    nothing = replace(_TALLY, links=0)
    assert 2 <= _spent(Endurance(), nothing, clicked=True) < _spent(Endurance(), clicked=True)


def test_tests_are_many_but_not_endless() -> None:
    """More of them are made on a larger board."""
    few = _spent(Endurance(), clicked=True, is_test=True)
    many = _spent(Endurance(), replace(_TALLY, tiles=60), clicked=True, is_test=True)
    assert 6 < few < many < 60**2


def test_what_is_never_clicked_ends_too() -> None:
    """Tiles that are hidden again and again, boards that change again and again."""
    assert _spent(Endurance()) < 50


def test_it_says_whether_tiles_were_hidden_or_changed() -> None:
    """The one is a message over the board, the other an animation or another player."""
    with pytest.raises(StoppedError, match="hidden"):
        _spend_all(is_hidden=True)
    with pytest.raises(StoppedError, match="does not stay"):
        _spend_all()


def _spend_all(**what: bool) -> None:
    endurance = Endurance()
    while True:
        endurance.spend(_TALLY, **what)


@pytest.mark.parametrize("gain", [{"links": 2}, {"shuffles": 1}])
def test_a_gain_begins_anew(gain: dict[str, int]) -> None:
    """Then the same number of things may be done again."""
    endurance = Endurance()
    first = _spent(endurance, clicked=True)
    again = _spent(endurance, replace(_TALLY, **gain), clicked=True)  # type: ignore[arg-type]
    assert again == first
