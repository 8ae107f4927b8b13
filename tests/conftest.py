"""Displays and games that live tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from live import Display, KShisen, XShisen, missing


def _need(*programs: str) -> None:
    if why := missing(*programs):
        pytest.skip(why)


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    """A display with a window manager, one for all tests of a module."""
    _need("Xvfb", "openbox", "xdotool")
    with Display() as opened:
        yield opened


@pytest.fixture
def bare_display() -> Iterator[Display]:
    """A display without a window manager."""
    _need("Xvfb", "xdotool")
    with Display((640, 480), manager=None) as opened:
        yield opened


@pytest.fixture
def kshisen(display: Display) -> Iterator[KShisen]:
    """KShisen with its smallest board and the tiles standing still."""
    _need(*KShisen.needs)
    game = KShisen(display)
    yield game
    game.close()


@pytest.fixture
def xshisen(display: Display) -> Iterator[XShisen]:
    """XShisen with a board dealt."""
    _need(*XShisen.needs)
    game = XShisen(display)
    yield game
    game.close()
