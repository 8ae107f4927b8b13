"""Tiles that slide."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, gravities, paired_boards

from bot.board import EMPTY, WALL, Board
from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.matcher import LinkRule, find_links
from bot.position import Gravity, settled
from bot.slide import SlideLink, Sliding, after_slide, slide_links


def pushes_by_hand(one: Board) -> dict[tuple[Cell, ...], Board]:
    """Every push, found by moving a tile and its block cell by cell: its path, the board after."""
    found: dict[tuple[Cell, ...], Board] = {}
    for a in one.cells():
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if one[a] <= EMPTY:
                continue
            block = [a]
            while (end := Cell(block[-1].row + down, block[-1].col + right)) in one and one[end]:
                block.append(end)
            now = one
            while len(block) > 1 and now.is_empty(end) and WALL not in map(one.__getitem__, block):
                kinds = [now[cell] for cell in block]
                now = now.without(block)
                block = [Cell(cell.row + down, cell.col + right) for cell in block]
                filled = list(now.kinds)
                for cell, kind in zip(block, kinds, strict=True):
                    filled[cell.row * now.cols + cell.col] = kind
                now = Board(now.rows, now.cols, tuple(filled))
                end = Cell(end.row + down, end.col + right)
                for link in find_links(now, LinkRule(0, 0)):
                    if block[0] in {link.a, link.b}:
                        b = link.b if link.a == block[0] else link.a
                        if (b.row == a.row) if down == 0 else (b.col == a.col):
                            continue  # along the line itself KShisen pushes nothing
                        found[a, block[0], b] = now.without([block[0], b])
    return found


@settings(max_examples=150, deadline=None)
@given(boards(5, 6), gravities)
def test_pushes_are_those_made_by_hand(one: Board, gravity: Gravity) -> None:
    """A tile that pushes cell by cell reaches the same partners, and leaves the same board."""
    by_hand = pushes_by_hand(one)
    pushes = {link.path: link for link in slide_links(one) if link.pushed}
    assert pushes.keys() == by_hand.keys()
    for path, link in pushes.items():
        assert after_slide(one, link, gravity) == settled(by_hand[path], gravity)


@settings(max_examples=100, deadline=None)
@given(boards())
def test_without_a_push_there_is_one_turn_at_most(one: Board) -> None:
    """The pairs that link without a push are those of the plain rule with one turn."""
    pairs = {(link.first, link.second) for link in slide_links(one) if not link.pushed}
    assert pairs == {(link.a, link.b) for link in find_links(one, LinkRule(1, 0))}


@settings(max_examples=60, deadline=None)
@given(paired_boards(most_pairs=4), gravities, st.integers(0, 9))
def test_the_search_finds_what_trying_everything_finds(
    one: Board, gravity: Gravity, seed: int
) -> None:
    """A small board is cleared exactly if some order clears it, and the line can be played."""

    @cache
    def clears(now: Board) -> bool:
        return not now.tiles or any(
            clears(after_slide(now, link, gravity)) for link in slide_links(now)
        )

    game = Sliding(one, gravity, Random(seed), lambda: None)
    won = game.play_out() or game.search()
    assert won == clears(one)
    for link in game.best:
        one = after_slide(one, link, gravity)
    assert not won or one.tiles == 0


def test_a_push_needs_room_on_the_board() -> None:
    """Two cells to go, but room for one: the tile stays."""
    assert not list(slide_links(board("a b . / c d a")))
    (push,) = slide_links(board("a b . . / c d a e"))
    assert push == SlideLink(Cell(0, 0), Cell(1, 2), (Cell(0, 0), Cell(0, 2), Cell(1, 2)), 1)
    with pytest.raises(IllegalLinkError, match="do not link here"):
        after_slide(board("a b . / c d a"), push, Gravity.NONE)
