"""What goes wrong in the game's own window is drawn there, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.deal import deal
from bot.faults import Faults
from bot.faultygame import FaultyGame
from bot.game import EventKind, Game
from bot.geometry import Rect
from bot.position import Gravity, Position, remove
from bot.solver import Verdict, solve


def windows(faults: Faults, **rules: object) -> tuple[FaultyGame, Game]:
    """The same game twice: with faults, and as it is."""
    board = deal(6, 8, 12, seed=3, solvable=True)
    return FaultyGame(Game(board, **rules), faults), Game(board, **rules)  # type: ignore[arg-type]


def changed(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which pixels differ, shape (H, W)."""
    return np.asarray((one != other).any(axis=2))


def times(seconds: float) -> list[float]:
    """Moments four times a second."""
    return [step * 0.25 for step in range(round(seconds * 4))]


def test_without_faults_it_shows_the_game_itself() -> None:
    """No copy is made where nothing lies over the game."""
    faulty, _ = windows(Faults.none())
    assert all(faulty.picture(time) is faulty.game.picture(time) for time in times(60))


def test_a_popup_lies_over_a_part_of_the_board_for_a_while() -> None:
    """Inside its place all is covered, outside nothing; it comes, and goes by itself."""
    faulty, plain = windows(Faults(seed=1, popups=10))
    left, top, right, bottom = plain.lattice.bounds()
    seen = set()
    for time in times(60):
        place = faulty.popup(time)
        differs = changed(faulty.picture(time), plain.picture(time))
        seen.add(place)
        if place is None:
            assert not differs.any()
            continue
        assert left - 1 <= place.left < place.right <= right + 1
        assert top - 1 <= place.top < place.bottom <= bottom + 1
        under = differs[place.top : place.bottom, place.left : place.right]
        assert under.mean() > 0.8
        assert differs.sum() == under.sum()
    assert None in seen
    assert len(seen) > 3


def test_a_hint_makes_two_tiles_of_a_link_glow() -> None:
    """Only around them the picture differs, and they do link."""
    faulty, plain = windows(Faults(seed=2, hints=10))
    pictures = [faulty.picture(time) for time in times(30)]
    glowing = [picture for picture in pictures if picture is not faulty.game.picture(30.0)]
    assert 0 < len(glowing) < len(pictures)
    differs = changed(glowing[0], plain.picture(0.0))
    shares = {}
    for cell in plain.board.cells():
        x, y = map(int, plain.lattice.center(cell))
        shares[cell] = differs[y - 32 : y + 32, x - 28 : x + 28].mean()
    one, two, *others = sorted(shares, key=lambda cell: -shares[cell])
    assert shares[two] > 2 * shares[others[0]]
    assert plain.position.link(one, two) is not None


def test_a_changed_tile_is_one_tile_and_changes_back() -> None:
    """The picture differs inside one cell, for a while."""
    faulty, plain = windows(Faults(seed=4, changes=10))
    cells = set()
    for time in times(60):
        rows, cols = np.nonzero(changed(faulty.picture(time), plain.picture(time)))
        if not rows.size:
            cells.add(None)
            continue
        corners = [(cols.min(), rows.min()), (cols.max(), rows.max())]
        lattice = plain.lattice
        assert np.ptp(cols) < lattice.pitch[0]
        assert np.ptp(rows) < lattice.pitch[1]
        cells.add(lattice.cell_at(type(lattice.origin)(*np.mean(corners, axis=0))))
    assert None in cells
    assert len(cells) > 3


def test_a_mark_goes_with_its_tile() -> None:
    """When the changed tile is taken, nothing differs any more while the spell goes on."""
    faulty, plain = windows(Faults(seed=4, changes=10, stay=(60, 60)), removal=0)
    start = next(t for t in times(60) if changed(faulty.picture(t), plain.picture(t)).any())
    for window in (faulty.game, plain):
        time = start
        while window.outcome is None:
            link = next(iter(window.position.legal_links))
            for cell in (link.a, link.b):
                window.click(window.lattice.center(cell), time)
    assert not changed(faulty.picture(start + 1), plain.picture(start + 1)).any()


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_a_shuffle_lays_the_same_tiles_anew(gravity: Gravity) -> None:
    """The board is another one of the same tiles in the same cells, and it can be cleared."""
    faulty, plain = windows(Faults(seed=5, shuffles=6), gravity=gravity)
    for time in times(60):
        faulty.picture(time)
    shuffles = [event for event in faulty.game.events if event.kind is EventKind.SHUFFLED]
    assert len(shuffles) >= 3
    boards = [event.board for event in shuffles]
    assert len({plain.board, *boards}) == len(boards) + 1
    for board in boards:
        assert board is not None
        assert sorted(board.kinds) == sorted(plain.board.kinds)
        assert solve(Position(board, gravity=gravity)).verdict is Verdict.SOLVED


def test_no_shuffle_comes_while_a_link_is_removed() -> None:
    """It waits until both tiles are gone."""
    faulty, _ = windows(Faults(seed=5, shuffles=60), removal=30.0)
    link = next(iter(faulty.game.position.legal_links))
    for cell in (link.a, link.b):
        faulty.click(faulty.game.lattice.center(cell), 0.0)
    assert faulty.game.due == 30.0
    for time in times(40):
        faulty.picture(time)
    kinds = [event.kind for event in faulty.game.events]
    assert kinds.index(EventKind.SHUFFLED) > kinds.index(EventKind.REMOVED)


def test_a_click_reaches_the_game() -> None:
    """A click on a tile selects it, whatever is drawn."""
    faulty, _ = windows(Faults(seed=4, changes=10, hints=10))
    cell = next(cell for cell in faulty.game.board.cells() if faulty.game.board[cell] != EMPTY)
    faulty.click(faulty.game.lattice.center(cell), 1.0)
    assert faulty.game.selected == cell
    assert isinstance(faulty.popup(1.0), Rect | None)


def test_tiles_fall_in_so_many_seconds() -> None:
    """On the way they are nowhere else, and at the end they lie as they do without the fault."""
    faulty, plain = windows(Faults(fall=0.4), gravity=Gravity.DOWN)
    board = plain.board
    link = next(
        link
        for link in plain.position.legal_links
        if remove(board, link.a, link.b, Gravity.DOWN) != board.without([link.a, link.b])
    )
    for game in (faulty, plain):
        for cell in (link.a, link.b):
            game.click(plain.lattice.center(cell), 0.0)
    removed = plain.due
    assert removed is not None
    standing = Game(board.without([link.a, link.b])).picture(0.0)
    late = [faulty.picture(removed + share * 0.4) for share in (0.0, 0.5, 0.9, 1.01)]
    assert changed(late[0], standing).mean() < 0.01  # a shadow, here and there
    assert not changed(late[-1], plain.picture(removed + 0.5)).any()
    ways = [changed(picture, late[-1]).sum() for picture in late]
    assert ways == sorted(ways, reverse=True)
    assert changed(late[1], late[0]).any()
