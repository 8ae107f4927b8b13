"""What a board should be, held against what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.board import EMPTY, UNKNOWN, Board
from bot.geometry import Cell
from bot.matcher import Link

_LIT = 2
"""Tiles that a hint lights at a time."""


def agrees(expected: Board, seen: Board) -> bool:
    """Whether every cell that could be told is as expected, but for a pair in another light.

    Such a pair was a kind by itself and shows the tiles of another one now, or the other way round,
    as where it was first seen while a hint lit it.

    >>> lit, plain = Board.from_text("a a b b c"), Board.from_text("b b b b c")
    >>> agrees(lit, plain), agrees(plain, lit), agrees(lit, Board.from_text("b a b b c"))
    (True, True, False)
    """
    if not expected.is_sized_as(seen):
        return False
    both = zip(expected.kinds, seen.kinds, strict=True)
    differ = [(want, kind) for want, kind in both if want != kind and UNKNOWN not in (want, kind)]
    if not differ:
        return True
    (want, kind), *others = differ
    alike = len(differ) == _LIT and others == [(want, kind)] and EMPTY not in (want, kind)
    return alike and _LIT in (expected.kinds.count(want), seen.kinds.count(kind))


def is_told(seen: Board, cells: Iterable[Cell]) -> bool:
    """Whether every one of these cells could be told."""
    return all(seen[cell] != UNKNOWN for cell in cells)


def freed(before: Board, link: Link, seen: Board) -> bool:
    """Whether both tiles of a link have given way to something else."""
    if not before.is_sized_as(seen):
        return False
    return all(seen[cell] != before[cell] for cell in (link.a, link.b))
