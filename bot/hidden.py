"""Tiles that cannot be seen: what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from bot.beliefs import Beliefs
from bot.board import EMPTY, UNKNOWN, Board
from bot.elsewhere import Elsewhere
from bot.errors import StoppedError
from bot.geometry import Cell, ScreenPoint
from bot.lookout import Lookout
from bot.matcher import Link
from bot.memory import hides, named, out_of_sight
from bot.position import Position

_WHOLE, _WINDOW, _OTHERWISE = 10.0, 30.0, 60.0
"""s; how long all tiles may be hidden; and some of them, under another window, and under anything
else, while no other tile is left to click. After the first a lone one is clicked all the same."""
_ASKED = 6
"""Hidden tiles of which it is asked what lies over them."""
_MESSAGE = "a message of the game"
_NEVER = -1
"""Clicks that were made when tiles could not be seen, before any could not."""


class Hidden:
    """The tiles of one game that were to be clicked and could not be seen.

    Parameters
    ----------
    out
        what was seen last
    elsewhere
        tells of a board that has left its place
    place
        where a cell is on the screen
    covering
        as in `bot.foreground.Foreground`
    say
        told what happens, a line at a time
    """

    def __init__(
        self,
        out: Lookout,
        elsewhere: Elsewhere,
        place: Callable[[Cell], ScreenPoint],
        covering: Callable[[ScreenPoint], str],
        say: Callable[[str], None],
    ) -> None:
        self._out, self._place, self._covering, self._say = out, place, covering, say
        self._elsewhere = elsewhere
        self._cells: set[Cell] = set()
        self._unheard: set[tuple[Cell, Cell]] = set()
        self._since, self._clicks = 0.0, _NEVER
        self.times = 0
        """How often in a row tiles could not be seen, any of which has not been seen since."""

    def tell(self, board: Board, link: Link, beliefs: Beliefs, clicks: int) -> None:
        """Say once, as long as any of them stays so, that tiles cannot be seen, and what for.

        Parameters
        ----------
        board, link
            the tiles that are left, and two that were to be clicked
        beliefs
            by which it is known what else may be clicked
        clicks
            that were made so far

        Raises
        ------
        StoppedError
            if nothing could be clicked for long, and nothing that is seen can be
        """
        hidden = [cell for cell in (link.a, link.b) if not self._out.shows(board, (cell,))]
        known = {cell for cell in self._cells if cell in board and board[cell] != EMPTY}
        known = {cell for cell in known if not self._out.shows(board, (cell,))}
        self._cells = known | set(hidden)
        self.times = (self.times if known else 0) + bool(self._cells)
        self._since = self._since if clicks == self._clicks else self._out.looked_at
        self._clicks, waited = clicks, self._out.looked_at - self._since
        if waited > _WHOLE and hides(self._out.seen, board) and not named(self._out.seen):
            raise StoppedError(out_of_sight(board.tiles))
        if not hidden or (known and waited <= _WINDOW):
            return
        by = next(filter(None, (self._covering(self._place(cell)) for cell in hidden)), "")
        cells = " and ".join(f"({cell.row}, {cell.col})" for cell in hidden)
        told = f"{cells} cannot be seen, {'' if by else 'maybe '}under {by or _MESSAGE}"
        if waited > (_WINDOW if by else _OTHERWISE) and not self._is_any_open(board, beliefs):
            raise StoppedError(f"{told}, for {waited:.0f} s, and nothing else is left to click")
        if not known:
            self._say(f"{told}: nothing is clicked there")

    def sees(
        self,
        board: Board,
        cells: Sequence[Cell],
        meanwhile: Callable[[], object],
        gone: Callable[[Board], bool] | None,
    ) -> bool:
        """As `bot.lookout.Lookout.sees`; what is seen is not hidden any longer.

        Tiles that lie elsewhere by now are not waited for.
        """
        left = partial(self._elsewhere.has_left, board)
        is_seen = self._out.sees(board, cells, meanwhile, gone or left)
        if is_seen:
            self._cells.difference_update(cells)
            self.times = self.times if self._cells else 0
        return is_seen

    def is_dared(self, board: Board, link: Link, beliefs: Beliefs, clicks: int) -> bool:
        """Whether a link is clicked whose tiles cannot be seen: it is all that is left, for long.

        And what is around them is seen as it should be, so that no message lies over them: a
        tile may look otherwise than it did, on ground that it fell to. Where any of the `clicks`
        made so far came after it was told that they are hidden, they are waited for anew.
        """
        seen = self._out.seen
        if not seen.is_sized_as(board) or clicks != self._clicks:
            return False
        cells = {cell for cell in (link.a, link.b) if not self._out.shows(board, (cell,))}
        if not cells or not cells <= self._cells or self._out.looked_at - self._since <= _WHOLE:
            return False
        around = {
            Cell(cell.row + down, cell.col + right)
            for cell in cells
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        as_known = all(seen[cell] == board[cell] for cell in around - cells if cell in board)
        if not as_known or self._is_any_open(board, beliefs):
            return False
        return not any(self._covering(self._place(cell)) for cell in sorted(cells))

    def _is_any_open(self, board: Board, beliefs: Beliefs) -> bool:
        """Whether two tiles that are seen can be linked, and were not refused."""
        links = Position(board, beliefs.rule, beliefs.gravity).legal_links
        refused = beliefs.evidence.refused
        return any(
            (link.a, link.b) not in refused and self._out.shows(board, (link.a, link.b))
            for link in links
        )

    def is_unheard(self, board: Board, link: Link) -> bool:
        """Whether a link may not have been heard: tiles are hidden under a window, once per link.

        As long as a message box of the game is open it may hear no click, wherever it goes. Other
        windows change nothing, so that a link which is refused again is believed to be.
        """
        seen = self._out.seen
        if (link.a, link.b) in self._unheard or not hides(seen, board):
            return False
        cells = (cell for cell in board.cells() if seen[cell] == UNKNOWN != board[cell])
        is_under = any(self._covering(self._place(cell)) for cell in islice(cells, _ASKED))
        if is_under:
            self._unheard.add((link.a, link.b))
        return is_under
