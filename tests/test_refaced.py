"""A board in another size is read by the faces that the game shows there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.board import EMPTY, UNKNOWN
from bot.deal import deal
from bot.frame import Frame
from bot.reader import read
from bot.reading import Reading, board_of
from bot.refaced import refaced
from bot.simulator import Style, draw

BOARD = deal(6, 8, kinds=12, seed=5)


@pytest.fixture
def known() -> Reading:
    """A board with two empty cells, read by the faces of another size: darker and softer."""
    first = BOARD.by_kind()[1][:2]
    reading = read(Frame(draw(BOARD.without(first), Style.default())))
    skin = reading.skin
    faces = np.asarray([cv2.GaussianBlur(0.85 * face, (0, 0), 1.5) for face in skin.faces])
    assert skin.body is not None
    body = replace(skin.body, colour=0.7 * skin.body.colour)
    return replace(reading, skin=replace(skin, faces=faces.astype(np.float32), body=body))


def with_doubts(reading: Reading, *at: int) -> Reading:
    """The same, some cells of which were not told."""
    kinds = reading.kinds.copy()
    kinds[list(at)] = UNKNOWN
    return replace(reading, board=board_of(kinds, reading.lattice))


def test_what_could_not_be_told_is_what_it_was(known: Reading) -> None:
    """Where all else is; and the faces are those of this picture from now on."""
    wanted = known.board
    some = [cell.row * wanted.cols + cell.col for cell in wanted.by_kind()[2]]
    found = refaced(with_doubts(known, *some), wanted)
    assert found.board == wanted
    looks = found.looks[some].astype(np.float32)
    (face,) = found.skin.faces[found.skin.kinds == 2]
    assert np.abs(face - looks).mean() < 3
    assert np.abs(known.skin.faces[known.skin.kinds == 2][0] - looks).mean() > 10
    assert found.skin.body is not None
    assert known.skin.body is not None
    assert np.abs(found.skin.body.colour - face)[found.skin.body.mask].mean() < 5
    assert np.abs(known.skin.body.colour - face)[known.skin.body.mask].mean() > 20


def test_what_something_lies_over_is_not_told(known: Reading) -> None:
    """It is not drawn as the tile that should be there, and gives its kind no face."""
    looks, at = known.looks.copy(), int(np.flatnonzero(known.kinds > 0)[0])
    looks[at] = (240, 240, 230)
    found = refaced(with_doubts(replace(known, looks=looks), at), known.board)
    assert found.kinds[at] == UNKNOWN


def test_nothing_is_told_where_a_tile_is_another_than_it_should_be(known: Reading) -> None:
    """It may have been dealt anew meanwhile."""
    kinds = known.kinds.copy()
    one, other = (int(np.flatnonzero(kinds == kind)[0]) for kind in (3, 4))
    kinds[[one, other]] = kinds[[other, one]]
    doubtful = with_doubts(known, int(np.flatnonzero(kinds == 5)[0]))
    assert refaced(doubtful, board_of(kinds, known.lattice)) is doubtful


def test_tiles_that_went_meanwhile_are_gone(known: Reading) -> None:
    """They are empty, and the others are told all the same."""
    at = int(np.flatnonzero(known.kinds == 2)[0])
    before = np.where(known.kinds == EMPTY, 3, known.kinds)
    assert refaced(with_doubts(known, at), board_of(before, known.lattice)).board == known.board
