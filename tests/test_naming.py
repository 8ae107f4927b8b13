"""The cells of a lattice never seen before are named: faces, empty cells, marked tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bot import naming_open
from bot.board import EMPTY, UNKNOWN, Board
from bot.classify import Grouping
from bot.cutting import cut
from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Cell
from bot.ground import around
from bot.marked import in_question
from bot.naming import Named, name_cells
from bot.parts import Highlight
from bot.simulator import Style, draw, lattice_of
from bot.strays import find_tinted

BOARD = deal(6, 8, kinds=12, seed=2)
USUAL = Style.default()
LOOKS = {
    "usual": USUAL,
    "touching": replace(USUAL, gap=(0.0, 0.0), shadow=0.0),
    "bare": replace(USUAL, body=None, shadow=0.0),
}


def named(board: Board, look: Style, selected: tuple[Cell, ...] = (), told: float = 1.0) -> Named:
    """The names of the cells of a drawn board, of whose tiles a share is known for sure."""
    frame, lattice = Frame(draw(board, look, selected=selected)), lattice_of(board, look)
    tiles = np.flatnonzero(np.asarray(board.kinds) > 0)
    sure = np.sort(np.random.default_rng(1).permutation(tiles)[: round(told * len(tiles))])
    shape = lattice.rows, lattice.cols
    return name_cells(cut(frame, lattice), sure, around(frame, lattice)[0], shape)


def fits(kinds: list[int], board: Board) -> bool:
    """Whether names say the same as a board, but for the numbers of the kinds."""
    pairs = set(zip(kinds, board.kinds, strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}) and all(
        (a > EMPTY) == (b > EMPTY) for a, b in pairs
    )


def holed(pairs: int) -> Board:
    """The board without two tiles of each of some kinds."""
    gone = [cells[:2] for cells in list(BOARD.by_kind().values())[:pairs]]
    return BOARD.without([cell for pair in gone for cell in pair])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("pairs", [0, 5, 11])
def test_faces_and_empty_cells_are_named(look: str, pairs: int) -> None:
    """Equal tiles get one name, empty cells none, and nothing stays unknown."""
    board = holed(pairs)
    answer = named(board, LOOKS[look])
    assert fits(answer.kinds.tolist(), board)
    assert not answer.selected.size


@pytest.mark.parametrize("look", ["usual", "touching"])
def test_tiles_that_nobody_told_of_are_found(look: str) -> None:
    """Of a third that is surely tiles the others follow, though some kinds were not among them."""
    board = holed(5)
    assert fits(named(board, LOOKS[look], told=0.35).kinds.tolist(), board)


def test_names_count_in_reading_order() -> None:
    """The first tile is of kind 1, and each kind that comes new has the next number."""
    kinds = [kind for kind in named(holed(5), USUAL).kinds.tolist() if kind > 0]
    news = list(dict.fromkeys(kinds))
    assert news == list(range(1, len(news) + 1))


@pytest.mark.parametrize(
    "highlight", [Highlight.TINT, Highlight.LIGHT, Highlight.DARKENED, Highlight.FRAME]
)
def test_a_marked_tile_is_named_and_told(highlight: Highlight) -> None:
    """A tile in other colours gets the name of its kind, and is called selected."""
    look = replace(USUAL, highlight=highlight)
    marked = Cell(2, 3)
    answer = named(BOARD, look, (marked,))
    assert fits(answer.kinds.tolist(), BOARD)
    assert answer.selected.tolist() == [2 * 8 + 3]


def test_faces_are_what_tiles_look_like_unmarked() -> None:
    """There is one face for each kind, as near to its plain tiles as these are to each other."""
    answer = named(BOARD, USUAL, (Cell(2, 3),))
    cells = cut(Frame(draw(BOARD, USUAL)), lattice_of(BOARD, USUAL))
    assert answer.skin.kinds.tolist() == list(range(1, 13))
    apart = np.abs(cells - answer.skin.faces[answer.kinds - 1])[:, 8:-8, 8:-8].mean(axis=(1, 2, 3))
    assert apart.max() < 2


def test_a_tile_that_was_painted_over_is_not_made_up() -> None:
    """A tile under a blot is unknown, or of its own kind, but of no other."""
    frame, lattice = Frame(draw(BOARD, USUAL)), lattice_of(BOARD, USUAL)
    cells = cut(frame, lattice)
    cells[20, 12:-12, 12:-12] = np.random.default_rng(1).integers(0, 255, 3)
    shape = lattice.rows, lattice.cols
    answer = name_cells(cells, np.delete(np.arange(48), 20), around(frame, lattice)[0], shape)
    same = np.flatnonzero(np.asarray(BOARD.kinds) == BOARD.kinds[20])
    twins = same[same != 20]
    assert answer.kinds[20] in {UNKNOWN, answer.kinds[twins[0]]}


@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_a_tinted_tile_is_found_beside_cells_that_cannot_be_told(others: int) -> None:
    """However many there are."""
    cells = cut(Frame(draw(BOARD, USUAL)), lattice_of(BOARD, USUAL))
    cells[20] = cells[20] * 0.6 + np.asarray([250, 220, 60]) * 0.4
    kinds = np.asarray(BOARD.kinds, np.int64)
    kinds[20] = UNKNOWN
    lot = np.random.default_rng(2)
    blots = [at for at in range(48) if kinds[at] == kinds[0] or kinds[at] == kinds[1]][:others]
    for at in blots:
        cells[at, 12:-12, 12:-12] = lot.integers(0, 255, (cells[at, 12:-12, 12:-12].shape))
        kinds[at] = UNKNOWN
    assert find_tinted(kinds, cells, None).tolist() == [20]
    assert kinds[20] == BOARD.kinds[20]


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ([3, 4], [5, 5]),
        ([3, UNKNOWN], [4, 4]),
        ([UNKNOWN, UNKNOWN], [3, 3]),
        ([3], [UNKNOWN]),
        ([3, UNKNOWN, UNKNOWN], [UNKNOWN] * 3),
        ([3, 4, 1], [UNKNOWN, UNKNOWN, 1]),
        ([3, 4, 5], [3, 4, 5]),
        ([3, 4, *[EMPTY] * 7], [3, 4, *[EMPTY] * 7]),
    ],
    ids=str,
)
def test_two_tiles_without_twins_among_copies_are_a_pair_or_in_question(
    left: list[int], expected: list[int]
) -> None:
    """A path or a mark may hide them; three may not be so, nor two of a sparse board."""
    first = [1, 1, 2, 2, *left]
    full = EMPTY not in first
    below = [full * np.resize(each, len(first)) for each in ([1, 1, 2, 2], [2, 2, 1, 1])]
    kinds = np.concatenate([first, *below])
    found = in_question(kinds, kinds != EMPTY, len(first))
    assert found[: len(first)].tolist() == [1, 1, 2, 2, *expected]


def test_two_buttons_beside_the_board_are_no_pair() -> None:
    """One of them lies in a column without tiles, or with such as no other column has."""
    for beside in (EMPTY, 7):
        rows = [[1, 1, 2, 3, 4], [5, 2, 5, 2, beside], [6, 6, 2, 0, beside]]
        kinds = np.asarray(rows).ravel()
        assert (in_question(kinds, kinds != EMPTY, 5)[3:5] == UNKNOWN).all()


def test_ground_that_is_unknown_is_the_twin_of_no_tile() -> None:
    """A pointer may lie over a cell that is empty."""
    kinds = np.asarray([1, 1, 2, 2, 3, UNKNOWN])
    assert in_question(kinds, kinds > 0, 2).tolist() == [1, 1, 2, 2, UNKNOWN, UNKNOWN]


def test_where_all_that_repeats_is_places_there_is_no_hope(monkeypatch: pytest.MonkeyPatch) -> None:
    """No kind is left then, and no face."""
    monkeypatch.setattr("bot.naming.leave_slots", lambda kinds, *_, **__: kinds.fill(EMPTY))
    answer = named(BOARD, USUAL)
    assert answer.hopeless
    assert not len(answer.skin.faces)


def test_tiles_in_a_dark_corner_are_of_the_kind_they_show() -> None:
    """Two of a kind of four, which are like no other there; or one of it."""
    dealt = deal(8, 10, kinds=20, seed=4)
    four = next(cells for cells in dealt.by_kind().values() if len(cells) == 4)
    for dark in (four[:2], four[:1]):
        pixels = draw(dealt, USUAL).astype(np.float32)
        lattice = lattice_of(dealt, USUAL)
        for number, cell in enumerate(dark):
            x, y = lattice.center(cell)
            w, h = (side / 2 for side in lattice.pitch)
            tile = np.s_[round(y - h) : round(y + h), round(x - w) : round(x + w)]
            pixels[tile] *= 0.72 - 0.06 * number
        frame = Frame(pixels.astype(np.uint8))
        sure = np.arange(80)
        found = name_cells(cut(frame, lattice), sure, around(frame, lattice)[0], (8, 10))
        assert fits(found.kinds.tolist(), dealt)


def test_tiles_that_are_all_like_no_other_are_named_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What all tiles share is asked of none."""

    def name_open(cells: NDArray[np.float32], *told: Any) -> tuple[NDArray[np.int64], Grouping]:
        kinds, found = naming_open.name_open(cells, *told)
        return np.where(kinds > 0, UNKNOWN, kinds), found

    monkeypatch.setattr("bot.naming.name_open", name_open)
    answer = named(holed(11), replace(USUAL, gap=(8.0, 8.0)))
    assert answer.hopeless
