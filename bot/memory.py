"""What is remembered of a board, held against what is seen of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.beliefs import Beliefs
from bot.board import EMPTY, UNKNOWN, Board
from bot.geometry import Cell
from bot.matcher import Link
from bot.plural import counted
from bot.policy import as_expected
from bot.position import Gravity, lanes, remove

POINTED = 2
"""Tiles that the pointer can hide at a time."""
_FEW, _FEWER = 4, 10
"""Tiles, or of how many one, that may be gone for good without anybody knowing how: what hides a
board hides more."""


def named(board: Board) -> int:
    """How many tiles of a board are known.

    >>> named(Board.from_text("a ? . a"))
    2
    """
    return board.tiles - board.kinds.count(UNKNOWN)


def merged(board: Board, seen: Board) -> Board:
    """A board, with cells that could not be told taken from what is seen.

    >>> print(merged(Board.from_text("a ? ?"), Board.from_text("b b ?")))
    a b ?
    """
    kinds = tuple(
        now if kind == UNKNOWN else kind for kind, now in zip(board.kinds, seen.kinds, strict=True)
    )
    return Board(board.rows, board.cols, kinds)


def unaccounted(board: Board, seen: Board) -> Board | None:
    """A board with tiles where something is seen in cells that were thought to be empty, if any.

    >>> print(unaccounted(Board.from_text("a . ."), Board.from_text("a . ?")))
    a . ?
    """
    if not board.is_sized_as(seen):
        return None
    kinds = tuple(
        now if was == EMPTY else was for was, now in zip(board.kinds, seen.kinds, strict=True)
    )
    return Board(board.rows, board.cols, kinds) if kinds != board.kinds else None


def still_bare(board: Board, seen: Board, but: Collection[Cell] = ()) -> Board:
    """What is seen, with cells empty that cannot be told and were known to be empty, but for some.

    Unless a tile is seen where there was none: then the game has laid its tiles anew.

    >>> print(still_bare(Board.from_text("a b . ."), Board.from_text("? b ? .")))
    ? b . .
    >>> print(still_bare(Board.from_text("a b . ."), Board.from_text(". b ? a")))
    . b ? a
    """
    if not board.is_sized_as(seen):
        return seen
    if any(was == EMPTY < now for was, now in zip(board.kinds, seen.kinds, strict=True)):
        return seen
    bare = [
        cell
        for cell in board.cells()
        if board[cell] == EMPTY and seen[cell] == UNKNOWN and cell not in but
    ]
    return seen.without(bare)


def supported(board: Board, gravity: Gravity) -> Board:
    r"""A board that stands still without the cells that cannot be told and that nothing holds up.

    Where tiles fall, none stays above an empty cell: what is seen there is ground. A tile that is
    known above it tells that tiles still fall, or do not.

    >>> print(supported(Board.from_text("? .\n. ?\na a"), Gravity.DOWN))
    . .
    . ?
    a a
    """
    kinds = list(board.kinds)
    for lane in lanes(board, gravity):
        told = [place for place in lane if kinds[place] not in (EMPTY, UNKNOWN)]
        top = lane.index(told[-1]) if told else -1
        gap = next((at for at in range(top + 1, len(lane)) if kinds[lane[at]] == EMPTY), len(lane))
        for place in lane[gap:]:
            kinds[place] = EMPTY
    return Board(board.rows, board.cols, tuple(kinds))


def missing_links(board: Board, seen: Board) -> int | None:
    """By how many links fewer tiles are seen than a board holds; None if too little can be told.

    >>> board = Board.from_text("a b a c b c")
    >>> missing_links(board, Board.from_text(". b c b c ."))
    1
    >>> missing_links(board, Board.from_text(". b ? b c .")), missing_links(board, board)
    (1, 0)
    >>> missing_links(board, Board.from_text("? b ? b c a")) is None
    True
    """
    if not seen.tiles and not board.is_sized_as(seen):
        return None
    fewest, most = -((seen.tiles - named(board)) // 2), (board.tiles - named(seen)) // 2
    return most if fewest == most else None


def hides(seen: Board, board: Board) -> bool:
    """Whether something lies over more cells than the pointer can hide.

    >>> hides(Board.from_text("? ? . ."), Board.from_text("a b a b"))
    False
    >>> hides(Board.from_text("? ? ? ."), Board.from_text("a . a b"))
    True
    """
    return seen.is_sized_as(board) and (
        sum(now == UNKNOWN != kind for kind, now in zip(board.kinds, seen.kinds, strict=True))
        > POINTED
    )


def are_few(board: Board, seen: Board) -> bool:
    """Whether so few tiles are missing, and none hidden, that they may be gone for good.

    >>> board = Board.from_text("a b a b c c")
    >>> [are_few(board, Board.from_text(seen)) for seen in ("a . a . . .", "a ? a . . .")]
    [True, False]
    """
    few = named(board) - seen.tiles <= max(_FEW, board.tiles // _FEWER)
    return few and bool(named(seen)) and UNKNOWN not in seen.kinds


def shows(seen: Board, board: Board, cells: Iterable[Cell]) -> bool:
    """Whether some tiles are seen as they are known."""
    same = seen.is_sized_as(board)
    return same and all(seen[cell] == board[cell] for cell in cells)


def shows_marked(seen: Board, board: Board, link: Link, cells: Iterable[Cell]) -> bool:
    """Whether some tiles are seen as known, and those of a link, too, unless a mark hides them.

    >>> board, a, b = Board.from_text("a b a c"), Cell(0, 0), Cell(0, 2)
    >>> link = Link(a, b, (a, b))
    >>> shown = [Board.from_text(seen) for seen in ("? b a ?", "? b . c", "? ? a c")]
    >>> [shows_marked(seen, board, link, [Cell(0, 1)]) for seen in shown]
    [True, False, False]
    """
    told = [cell for cell in (link.a, link.b) if cell in seen and seen[cell] != UNKNOWN]
    return shows(seen, board, (*told, *cells))


def shows_rest(seen: Board, board: Board, link: Link) -> bool:
    """Whether all but the tiles of a link is seen as known.

    >>> board, a, b = Board.from_text("a b a ."), Cell(0, 0), Cell(0, 2)
    >>> shows_rest(Board.from_text("? b ? ."), board, Link(a, b, (a, b)))
    True
    """
    return shows(seen, board, (cell for cell in board.cells() if cell not in {link.a, link.b}))


def filled(seen: Board, before: Board, link: Link, beliefs: Beliefs) -> Board:
    """What is seen after a link went, with cells that could not be told as they must be now."""
    return merged(seen, remove(before, link.a, link.b, beliefs.gravity))


def has_fallen(board: Board, link: Link, seen: Board, beliefs: Beliefs) -> Beliefs | None:
    """The beliefs if tiles fell as they do after a link; None if they did not.

    Other tiles than those of the link must be seen to have moved, for a message may look like bare
    ground; and no more may be hidden than the pointer can hide.

    >>> board, a, b = Board.from_text("a a b c"), Cell(0, 0), Cell(0, 1)
    >>> link, left = Link(a, b, (a, b)), Beliefs(gravities=(Gravity.LEFT, Gravity.RIGHT))
    >>> has_fallen(board, link, Board.from_text("b ? . ."), left).gravities
    (<Gravity.LEFT: 'left'>,)
    >>> [has_fallen(board, link, Board.from_text(seen), left) for seen in ("a ? b c", ". ? b c")]
    [None, None]
    """
    expected = as_expected(board, link, seen, beliefs)
    if expected is None:
        return None
    after = remove(board, link.a, link.b, expected.gravity)
    others = (cell for cell in board.cells() if cell not in {link.a, link.b})
    fell = any(board[cell] != after[cell] == seen[cell] for cell in others)
    return expected if fell and not hides(seen, after) else None


def has_moved(board: Board, link: Link, seen: Board) -> bool:
    """Whether all tiles but those of a link are seen, some of them in other places.

    As they are if they fell in a way that is not known, or if the game shuffled them.

    >>> board, a, b = Board.from_text("a a b c"), Cell(0, 0), Cell(0, 1)
    >>> link = Link(a, b, (a, b))
    >>> shown = [Board.from_text(seen) for seen in ("c . . b", ". . b c", "? . . b")]
    >>> [has_moved(board, link, seen) for seen in shown]
    [True, False, False]
    """
    after = board.without([link.a, link.b])
    return seen.kinds != after.kinds and sorted(seen.kinds) == sorted(after.kinds)


def veiled(board: Board, link: Link, seen: Board) -> Cell | None:
    """The one tile of a link that can no longer be told, where all else is as it was; else None.

    Right after it was clicked it is most likely drawn as selected, in a way that cannot be read.

    >>> board, a, b = Board.from_text("a b a"), Cell(0, 0), Cell(0, 2)
    >>> veiled(board, Link(a, b, (a, b)), Board.from_text("a b ?"))
    Cell(row=0, col=2)
    >>> veiled(board, Link(a, b, (a, b)), Board.from_text("a ? ?"))
    """
    if not seen.is_sized_as(board):
        return None
    changed = [cell for cell in board.cells() if UNKNOWN != board[cell] != seen[cell]]
    if len(changed) != 1 or seen[changed[0]] != UNKNOWN or changed[0] not in {link.a, link.b}:
        return None
    return changed[0]


def out_of_sight(tiles: int) -> str:
    """What to say where so many tiles are hidden for good.

    >>> out_of_sight(2)
    '2 tiles can no longer be seen: something covers the board, or the game has ended by itself'
    """
    return (
        f"{counted(tiles, 'tile')} can no longer be seen: something covers the board, or the game "
        f"has ended by itself"
    )
