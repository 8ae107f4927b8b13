"""Reckoning: which of the last links have gone, where a board is not as it was expected.

The number of tiles that are left tells how many, however these lie now. But some games bring tiles
while they are played, for a wrong link or for each that goes; there it tells nothing, and what is
seen in place of the tiles that were linked does.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from bot.board import EMPTY, UNKNOWN, Board
from bot.expectation import freed, is_told
from bot.geometry import Cell
from bot.matcher import Link
from bot.memory import missing_links
from bot.position import Gravity, remove

Tiles = tuple[tuple[Cell, int], ...]
"""Cells, and the kinds of the tiles that lie there, or lay."""

_FALLS = tuple(gravity for gravity in Gravity if gravity is not Gravity.NONE)
"""Ways in which tiles may fall."""
_CHANGED = 2
"""Cells, at least, that are seen to be others where some have fallen."""
_AT_ONCE = 2
"""Kinds, at most, of which a game that lets tiles fall brings a pair at once; more are a deal."""


class Reckoned(NamedTuple):
    """What has become of the last links.

    Parameters
    ----------
    first, last
        whether the link that was presumed to be gone has gone, and the one clicked last
    undone
        whether one that was counted before has not gone
    brought
        tiles that the game has brought
    """

    first: bool
    last: bool
    undone: bool = False
    brought: int = 0


def reckoned(
    board: Board, seen: Board, presumed: Tiles | None, link: Link | None, before: Tiles | None
) -> Reckoned:
    """What has become of the last links.

    Parameters
    ----------
    board
        as it was before the last click, if what was presumed is true
    seen
        as it is now
    presumed
        the tiles that should have gone with a link that nobody saw go; None if there is none
    link
        that was clicked last; None if nothing was since it was known what became of all
    before
        the tiles of the last links that were counted, which may prove not to have gone; None if
        they are not known, and then no tiles are taken to be brought
    """
    first = presumed is not None and all(
        cell in seen and seen[cell] not in {kind, UNKNOWN} for cell, kind in presumed
    )
    last = link is not None and freed(board, link, seen) and is_told(seen, (link.a, link.b))
    links = missing_links(board, seen)
    if links is None:
        return Reckoned(first, last)
    linked = (*(presumed or ()), *((cell, board[cell]) for cell in _cells(link)))
    if before is not None and (brought := tiles_brought(board, seen, linked, before)):
        return Reckoned(first, last, brought=brought)
    if before is not None and link is not None and (brought := _pairs_brought(board, seen, link)):
        return Reckoned(first, last=True, brought=brought)
    gone = links + (presumed is not None)
    if 0 < gone < (presumed is not None) + (link is not None):
        return Reckoned(first, not first)
    # With more tiles than of one link the game has dealt anew.
    undone = gone == -1 and (not before or any(_more(board, seen, kind) for _, kind in before))
    return Reckoned(presumed is not None and gone > 0, link is not None and gone > 0, undone)


def tiles_brought(board: Board, seen: Board, linked: Tiles = (), before: Tiles = ()) -> int:
    """How many tiles have come where none lay, or lies now that it was linked; 0 if others moved.

    A tile that was linked, of late or before, and is seen in its place again did not come.

    >>> board = Board.from_text("a b a . . b")
    >>> tiles_brought(board, Board.from_text("a b a c c b"))
    2
    >>> tiles_brought(board, Board.from_text("c b c . . b"), ((Cell(0, 0), 1), (Cell(0, 2), 1)))
    2
    >>> tiles_brought(board, Board.from_text("b a c c a b"))
    0
    """
    if not board.is_sized_as(seen) or UNKNOWN in seen.kinds:
        return 0
    free, there = {cell for cell, _ in linked}, {*linked, *before}
    changed = [cell for cell in board.cells() if seen[cell] != board[cell]]
    if any(board[cell] != EMPTY and cell not in free for cell in changed):
        return 0
    return sum(seen[cell] > EMPTY and (cell, seen[cell]) not in there for cell in changed)


def _pairs_brought(board: Board, seen: Board, link: Link) -> int:
    """How many tiles have come where tiles fall, if two of the kind of a link have gone.

    A pair or two of other kinds; or, of whatever kind, one for each that went.
    """
    if board[link.a] != board[link.b]:
        return 0
    if _has_filled_up(board, seen, link):
        return 2
    if UNKNOWN in seen.kinds:
        return 0
    was, now = (Counter(kind for kind in each.kinds if kind > EMPTY) for each in (board, seen))
    came = now - was
    is_gone = was - now == Counter({board[link.a]: 2})
    pairs = 0 < len(came) <= _AT_ONCE and set(came.values()) == {2}
    return 2 * len(came) if is_gone and pairs else 0


def _has_filled_up(board: Board, seen: Board, link: Link) -> bool:
    """Whether tiles have fallen into the place of a link, and others lie where they fell from.

    So that the board is full again. What cannot be seen may be anything, as what lies below a
    pointer.
    """
    if not board.is_sized_as(seen) or EMPTY in seen.kinds:
        return False
    cells = [cell for cell in board.cells() if UNKNOWN not in {board[cell], seen[cell]}]
    if sum(board[cell] != seen[cell] for cell in cells) < _CHANGED:
        return False
    for gravity in _FALLS:
        after = remove(board, link.a, link.b, gravity)
        came = {cell for cell in cells if after[cell] == EMPTY != board[cell]}
        fell = any(EMPTY != after[cell] != board[cell] for cell in cells)
        if fell and all(
            seen[cell] > EMPTY if cell in came else seen[cell] == after[cell] for cell in cells
        ):
            return True
    return False


def _cells(link: Link | None) -> tuple[Cell, ...]:
    return () if link is None else (link.a, link.b)


def _more(board: Board, seen: Board, kind: int) -> bool:
    """Whether more tiles of a kind are seen than there were."""
    return seen.kinds.count(kind) > board.kinds.count(kind)
