"""A game that looks otherwise all at once is gone on with in its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_runner import Table

from bot.board import Board
from bot.boardview import Painter
from bot.deal import deal
from bot.frame import Frame
from bot.reader import read
from bot.reading import Reading
from bot.redrawn import redrawn, told_anew
from bot.simulator import Style, draw
from bot.tally import Ending

BOARD = deal(6, 8, 12, seed=4, solvable=True)
STYLE = Style.default()
OTHER = replace(STYLE, first_face=40)


def reading(board: Board, style: Style = STYLE) -> Reading:
    """What is read of a board that was never seen."""
    return read(Frame(draw(board, style)))


def relabelled(board: Board, by: Reading) -> Board:
    """A board with the numbers that a reading of `BOARD` has for its kinds."""
    numbers = dict(zip(BOARD.kinds, by.board.kinds, strict=True))
    return Board(
        board.rows, board.cols, tuple(numbers[kind] if kind else 0 for kind in board.kinds)
    )


def test_tiles_with_other_faces_keep_their_kinds() -> None:
    """In the same cells; the faces are the new ones, and so it is read from then on."""
    known = reading(BOARD)
    found = reading(BOARD, OTHER)
    again = redrawn(found, known, known.board)
    assert again is not None
    assert again.board == known.board
    assert sorted(set(again.skin.kinds.tolist())) == sorted(set(known.board.kinds))
    assert told_anew(found, known, known.board, 2) is not None


def test_outer_lines_that_are_empty_are_kept() -> None:
    """What is read anew ends with the tiles; the board does not."""
    known = reading(BOARD)
    outer = [cell for cell in BOARD.cells() if cell.row == 0 or cell.col == 7]
    left = BOARD.without(outer)
    even = {kind for kind, cells in left.by_kind().items() if len(cells) % 2 == 0}
    left = left.without([cell for cell in left.cells() if left[cell] not in even])
    found = reading(left, OTHER)
    again = redrawn(found, known, relabelled(left, known))
    assert again is not None
    assert again.board == relabelled(left, known)


def test_other_tiles_are_another_deal() -> None:
    """As are the same ones in other cells, and more than there were."""
    known = reading(BOARD)
    other = reading(deal(6, 8, 12, seed=5, solvable=True), OTHER)
    assert redrawn(other, known, known.board) is None
    fewer = relabelled(BOARD.without([cell for cell in BOARD.cells() if cell.row == 0]), known)
    assert redrawn(reading(BOARD, OTHER), known, fewer) is None


def test_a_link_may_have_gone_meanwhile() -> None:
    """Two of its tiles are seen no more."""
    known = reading(BOARD)
    pair = BOARD.by_kind()[1][:2]
    again = redrawn(reading(BOARD.without(pair), OTHER), known, known.board)
    assert again is not None
    assert again.board == known.board.without(pair)


class Themed:
    """The screen of a game that has other tiles once so many are left."""

    def __init__(self, table: Table, tiles: int) -> None:
        self.table, self.tiles = table, tiles

    def grab(self) -> Frame:
        """What is seen."""
        game = self.table.game
        if game.board.tiles <= self.tiles and game.style is not OTHER:
            game.style, game._painter, game._picture = OTHER, Painter(BOARD, OTHER), None
        return self.table.screen.grab()


@pytest.mark.parametrize("tiles", [44, 20])
def test_a_game_with_another_theme_is_cleared(tiles: int) -> None:
    """With no more clicks than it takes, and nothing learned is lost."""
    table = Table(BOARD)
    player = table.player(screen=Themed(table, tiles))
    assert player.play() is Ending.CLEARED
    assert (player.tally.links, player.tally.clicks) == (24, 48)
    assert sum("another look" in line for line in table.said) == 1
    assert table.clock.now() < 40
