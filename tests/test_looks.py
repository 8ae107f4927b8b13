"""Which lattices are tried, and for how long."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.likely import Sighting
from bot.looks import Eye, affordable
from bot.simulator import Style, draw, lattice_of


def sighting(rows: int, cols: int) -> Sighting:
    """A lattice of so many cells, all of which show something."""
    return Sighting(Lattice(Pixel(0, 0), (9, 9), rows, cols), np.ones(rows * cols, np.bool_))


def tried(eye: Eye, *seen: Sighting) -> list[int]:
    """How many cells each lattice has that is tried."""
    return [each.tiles.size for each in affordable(eye, seen)]


def test_small_lattices_are_tried_after_large_ones_were_too_many() -> None:
    """Large ones are passed over then, also where one alone would be too much."""
    eye = Eye(Frame(np.zeros((9, 9, 3), np.uint8)))
    large, small = sighting(30, 30), sighting(8, 10)
    assert tried(eye, large, large, large, small, large, small) == [900, 900, 80, 80]


def test_an_end_is_made_of_small_ones_too() -> None:
    """A page of tables has lattices without end, and looks at them are many."""
    eye = Eye(Frame(np.zeros((9, 9, 3), np.uint8)))
    small = sighting(10, 10)
    assert len(tried(eye, *[small] * 100)) == 26
    eye.named = 7400
    assert tried(eye, small, sighting(30, 30)) == [100]
    eye.named = 7600
    assert tried(eye, small) == []


def test_what_was_looked_at_before_is_not_named_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are added and left out by turns, so that the same look comes again; it is counted."""
    board, style = deal(6, 8, 12, 3), Style.default()
    eye, true = Eye(Frame(draw(board, style))), lattice_of(board, style)
    part = replace(true, rows=5)
    seen = [eye.look(each, np.ones(each.rows * 8, np.bool_)) for each in (true, part)]
    monkeypatch.setattr("bot.looks.name_cells", None)
    again = [eye.look(each, np.ones(each.rows * 8, np.bool_)) for each in (true, part)]
    assert [one is other for one, other in zip(seen, again, strict=True)] == [True, True]
    assert eye.last is again[1]
    assert eye.named == 2 * (48 + 40)


def test_only_so_many_bytes_of_looks_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest goes first."""
    monkeypatch.setattr("bot.looks._KEPT", 1_000_000)
    board, style = deal(6, 8, 12, 3), Style.default()
    eye, true = Eye(Frame(draw(board, style))), lattice_of(board, style)
    first = eye.look(true, np.ones(48, np.bool_))
    eye.look(replace(true, rows=5), np.ones(40, np.bool_))
    assert eye.look(true, np.ones(48, np.bool_)) is not first
