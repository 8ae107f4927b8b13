"""What a picture can be read by that a skin does not fit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from terminal import Linkup

from bot.errors import BoardNotFoundError
from bot.fitting import Fitting
from bot.frame import Frame, load

ROOT = Path(__file__).parent.parent
GAME = ROOT / "docs" / "images" / "game.png"
OTHER = ROOT / "fixtures" / "screenshots" / "web-ivory" / "a_fresh.png"
WRONG = BoardNotFoundError("the skin x does not fit; leave --skin out, or learn the game")


def ever(step: float) -> Callable[[], float]:
    """A clock that goes on by so much whenever it is read, s."""
    times = count()
    return lambda: next(times) * step


@pytest.mark.parametrize("command", ["read", "hint"])
def test_a_skin_that_fits_is_named(linkup: Linkup, command: str, tmp_path: Path) -> None:
    """In the place of the general advice; with exit code 3, as always."""
    answer = linkup(command, GAME, "--skin", "kshisen-jade", "--overlay", tmp_path)
    assert answer.code == 3
    assert "does not fit" in answer.complaint
    assert "`--skin linkup` fits" in answer.complaint
    assert "leave --skin out" not in answer.complaint


def test_that_a_picture_is_read_without_a_skin_is_told() -> None:
    """Where no skin is of its game."""
    told = Fitting("linkup", seconds=60).explain(WRONG, load(OTHER))
    assert str(told) == "the skin x does not fit; it is read without a skin"


def test_where_nothing_fits_nothing_is_promised() -> None:
    """The error is as it was."""
    empty = Frame(np.full((300, 400, 3), 90, np.uint8))
    assert Fitting("linkup").explain(WRONG, empty) is WRONG


@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_it_is_not_sought_for_long(seconds: float) -> None:
    """A reader that may take longer than the time that is left is not begun."""
    slow = Fitting("kshisen-jade", seconds=seconds, clock=ever(1.0))
    assert slow.explain(WRONG, load(GAME)) is WRONG


def test_the_time_is_that_of_all_pictures() -> None:
    """A hundred pictures with the wrong skin take no longer than one."""
    fitting = Fitting("kshisen-jade", seconds=30.0, clock=ever(1.0))
    frame = load(OTHER)
    told = [fitting.explain(WRONG, frame) for _ in range(12)]
    assert told[-1] is WRONG


def test_the_skin_that_was_named_is_not_advised() -> None:
    """By its name or by its folder."""
    frame = load(GAME)
    for name in ("linkup", str(ROOT / "templates" / "linkup")):
        told = Fitting(name, seconds=60).explain(WRONG, frame)
        assert str(told).endswith("it is read without a skin")
