"""A game out of sight for a while: what is said of it, and for how long it is waited for."""

from __future__ import annotations

import pytest

from bot.absence import Absence
from bot.errors import WindowHiddenError
from bot.patience import Patience

MINIMISED = WindowHiddenError("the window is minimised: bring it back")
BEYOND = WindowHiddenError("the window reaches over the edge: move it wholly on the screen")


def test_each_reason_is_told_once_and_anew_when_it_goes_again() -> None:
    """Whoever brings a window back over an edge of the screen is told why it is not played."""
    said: list[str] = []
    absence = Absence(Patience(), said.append)
    for now, why in enumerate((MINIMISED, MINIMISED, BEYOND, MINIMISED, BEYOND)):
        absence.goes_on(why, float(now))
    assert said == [
        "the window is minimised: waiting for it to come back",
        "the window reaches over the edge: waiting for it to come back",
    ]
    absence.is_over(5.0)
    absence.goes_on(BEYOND, 6.0)
    assert said[2:] == ["the window reaches over the edge: waiting for it to come back"]


def test_another_reason_does_not_make_the_wait_longer() -> None:
    """It counts from when the game went, for whatever reason it stays away."""
    patience = Patience(away=10.0)
    absence = Absence(patience, lambda _: None)
    absence.goes_on(MINIMISED, 1.0)
    absence.goes_on(BEYOND, 11.0)
    with pytest.raises(WindowHiddenError, match="over the edge"):
        absence.goes_on(BEYOND, 11.5)


def test_the_time_out_of_sight_is_counted() -> None:
    """Over two absences, up to the look at which something was seen again."""
    absence = Absence(Patience(), lambda _: None)
    absence.goes_on(MINIMISED, 1.0)
    absence.goes_on(MINIMISED, 2.5)
    absence.is_over(3.0)
    absence.is_over(4.0)
    assert (absence.seconds, absence.ended) == (2.0, 1.0)
    absence.goes_on(BEYOND, 5.0)
    absence.is_over(6.0)
    assert absence.seconds == 3.0
