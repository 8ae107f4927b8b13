"""Drawn screens show the game that they say they show, where they say it lies."""

from __future__ import annotations

import numpy as np
import pytest

from bot.board import EMPTY
from bot.boardview import draw, lattice_of, size_of
from bot.deal import deal
from bot.errors import InputError
from bot.faces import FACES
from bot.geometry import Rect
from bot.scenes import drawn_screen, thinned

SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_game_lies_where_the_lattice_says(seed: int) -> None:
    """Without marks and spoils, the screen holds the board's own picture at the lattice."""
    screen = drawn_screen(seed, marks=False, spoils=False)
    own = lattice_of(screen.board, screen.style)
    left = screen.lattice.origin.x - own.origin.x
    top = screen.lattice.origin.y - own.origin.y
    assert left == int(left) >= 0
    assert top == int(top) >= 0
    place = Rect(int(left), int(top), *size_of(screen.board, screen.style))
    shown = screen.pixels[place.top : place.bottom, place.left : place.right]
    assert (shown == draw(screen.board, screen.style)).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_person_can_tell_the_tiles(seed: int) -> None:
    """Tiles are 20 px or more, large enough for their faces, and no two kinds share a face."""
    screen = drawn_screen(seed)
    assert min(screen.style.tile) * screen.scale >= 20
    assert screen.style.plain
    assert max(screen.board.kinds) <= len(FACES[screen.style.family])
    assert 4 <= screen.board.rows <= 16
    assert 4 <= screen.board.cols <= 30


def test_a_stretched_game_has_a_stretched_lattice() -> None:
    """A game that was made smaller shows its middle cell in the middle of the lattice's cell."""
    stretched = [screen for screen in map(drawn_screen, range(40)) if screen.scale != 1]
    assert stretched
    for screen in stretched:
        own = lattice_of(screen.board, screen.style)
        assert screen.lattice.pitch[0] == pytest.approx(own.pitch[0] * screen.scale)
        assert screen.lattice.pitch[1] == pytest.approx(own.pitch[1] * screen.scale)


def test_a_seed_gives_one_screen() -> None:
    """The same seed draws the same pixels, which cannot be written to."""
    one, other = drawn_screen(11, 0.3), drawn_screen(11, 0.3)
    assert (one.pixels == other.pixels).all()
    assert (one.board, one.lattice, one.style) == (other.board, other.lattice, other.style)
    assert not one.pixels.flags.writeable


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_game_is_seen_at_any_stage(seed: int) -> None:
    """More cleared is the same game on the same screen with fewer tiles."""
    early, late = (drawn_screen(seed, share, marks=False, spoils=False) for share in (0.2, 0.9))
    assert (early.lattice, early.style) == (late.lattice, late.style)
    assert early.pixels.shape == late.pixels.shape
    pairs = list(zip(early.board.kinds, late.board.kinds, strict=True))
    assert all(after in {EMPTY, before} for before, after in pairs)
    assert late.board.kinds.count(EMPTY) > early.board.kinds.count(EMPTY)


def test_thinning_takes_pairs_of_equal_tiles() -> None:
    """Every kind stays even, and what is left is listed."""
    board = deal(6, 8, kinds=12, seed=3, copies=4)
    left, cells = thinned(board, 0.5, 7)
    assert all(len(found) % 2 == 0 for found in left.by_kind().values())
    assert sorted(cells) == [cell for cell in left.cells() if left[cell] != EMPTY]
    assert len(cells) == 24


def test_marks_of_all_kinds_occur_and_can_be_switched_off() -> None:
    """Some screens have a selected tile, a hint or a hidden cell; with marks off none has."""
    screens = [drawn_screen(seed, spoils=False) for seed in range(40)]
    assert any(screen.selected for screen in screens)
    assert any(screen.hinted for screen in screens)
    assert any(screen.hidden for screen in screens)
    unmarked = sum(not (s.selected or s.hinted or s.hidden) for s in screens)
    assert unmarked > 20
    bare = drawn_screen(next(s for s, x in enumerate(screens) if x.selected), marks=False)
    assert (bare.selected, bare.hinted, bare.hidden) == ((), (), ())


def test_selected_and_hinted_cells_hold_tiles() -> None:
    """No mark lies on an empty cell."""
    for seed in range(30):
        screen = drawn_screen(seed, 0.6, spoils=False)
        for cell in (*screen.selected, *screen.hinted):
            assert screen.board[cell] != EMPTY


def test_a_hidden_cell_looks_otherwise_than_without_marks() -> None:
    """What is listed as hidden has changed, and what is neither listed nor marked has hardly."""
    for seed in range(40):
        marked = drawn_screen(seed, spoils=False)
        if not marked.hidden:
            continue
        plain = drawn_screen(seed, marks=False, spoils=False)
        changed = (marked.pixels != plain.pixels).any(axis=2)
        width, height = marked.style.tile
        for cell in marked.board.cells():
            x, y = (int(v) for v in marked.lattice.center(cell))
            part = changed[y - height // 3 : y + height // 3, x - width // 3 : x + width // 3]
            if cell in marked.hidden:
                assert changed[y - height : y + height, x - width : x + width].any()
            elif cell not in marked.selected:
                assert part.mean() < 0.1


def test_an_empty_board_is_drawn() -> None:
    """With everything cleared a screen is still drawn, and nothing on it is marked."""
    screen = drawn_screen(3, 1.0)
    assert set(screen.board.kinds) == {EMPTY}
    assert screen.selected == ()
    assert np.ptp(screen.pixels) > 0


@pytest.mark.parametrize("cleared", [-0.1, 1.5])
def test_a_share_outside_is_refused(cleared: float) -> None:
    """The error names what was got."""
    with pytest.raises(InputError, match=f"but got {cleared}"):
        drawn_screen(1, cleared)
