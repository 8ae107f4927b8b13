"""When a player has tried for long enough in vain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.endurance import Endurance
from bot.errors import StoppedError
from bot.geometry import Cell
from bot.matcher import Link
from bot.tally import Tally

_TALLY = Tally(rows=2, cols=3, tiles=6, links=1)


def _spent(
    endurance: Endurance,
    tally: Tally = _TALLY,
    tests: Callable[[int], Link | None] = lambda _: None,
    **what: bool,
) -> int:
    """How often that can be done before it is enough; what comes first may be a gain."""
    for times in range(1000):
        try:
            endurance.spend(tally, test=tests(times), **what)
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
    few = _spent(Endurance(), tests=_test, clicked=True)
    many = _spent(Endurance(), replace(_TALLY, tiles=60), _test, clicked=True)
    assert 6 < few < many < 60**2


def test_a_test_that_is_made_again_tells_nothing() -> None:
    """Two tests by turns, for what is read changes each time, are no more than refused links."""
    refused = _spent(Endurance(), clicked=True)
    again = _spent(Endurance(), tests=lambda times: _test(times % 2), clicked=True)
    assert refused < again <= refused + 2


def _test(number: int) -> Link:
    a, b = Cell(0, 0), Cell(1, number)
    return Link(a, b, (a, b))


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
