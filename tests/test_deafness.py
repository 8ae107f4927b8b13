"""What a game refused while it heard nothing teaches nothing of its rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import board

from bot.beliefs import Beliefs, doubt
from bot.board import Board
from bot.deafness import Deafness
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_path
from bot.position import Gravity

TILES = board("a c d a / b b e e / c d f f / g b b g")
OUTSIDE = (Cell(0, 0), Cell(0, 3))
BESIDE, OTHERS, FOURTH = (
    (Cell(1, 0), Cell(1, 1)),
    (Cell(1, 2), Cell(1, 3)),
    (Cell(3, 1), Cell(3, 2)),
)
STAYS = Beliefs(gravities=(Gravity.NONE,))


def link(two: tuple[Cell, Cell], tiles: Board = TILES) -> Link:
    """The link of two tiles."""
    path = find_path(tiles, *two, LinkRule(2, 1))
    assert path is not None
    return Link(*two, tuple(path))


def refused(deaf: Deafness, beliefs: Beliefs, *links: tuple[Cell, Cell]) -> Beliefs:
    """What is believed after these were refused, one after the other."""
    for each in links:
        deaf.refused(TILES, link(each), beliefs)
        beliefs = doubt(TILES, link(each), beliefs)
    return beliefs


def test_a_link_that_goes_after_all_takes_back_what_was_learned_with_it() -> None:
    """A message lay beside the tiles: paths may run outside, and nothing is set aside."""
    deaf = Deafness()
    after = refused(deaf, STAYS, OUTSIDE, BESIDE)
    assert after.margins == (0, 1)
    assert after.evidence.refused
    assert deaf.over(link(OTHERS), after) == after  # it may have been those tiles
    found = deaf.over(link(BESIDE), after)
    assert found.margins == (1, 0)
    assert not found.evidence.refused
    assert deaf.over(link(BESIDE), after) == after  # it was told once


def test_a_kind_that_went_before_tells_it_at_once() -> None:
    """Two of its tiles side by side are refused by no rule."""
    known = replace(STAYS, evidence=replace(STAYS.evidence, gone=(TILES[BESIDE[0]],)))
    deaf = Deafness()
    after = refused(deaf, known, OUTSIDE, BESIDE)
    assert deaf.over(link(OTHERS), after).margins == (1, 0)


def test_what_links_that_went_have_taught_stays() -> None:
    """One ran outside, with more turns than one; so may others, whatever was refused."""
    deaf = Deafness()
    after = refused(deaf, replace(STAYS, turns=(2, 1)), OUTSIDE, BESIDE)
    told = deaf.over(link(BESIDE), replace(after, margins=(1,), turns=(2,)))
    assert told.margins == (1,)
    assert told.turns == (2,)


@pytest.mark.parametrize("links", [(OUTSIDE,), (OUTSIDE, OTHERS)])
def test_a_rule_that_forbids_a_link_is_learned(links: tuple[tuple[Cell, Cell], ...]) -> None:
    """A link outside is refused, and goes later on another way; or tiles of a kind never go."""
    deaf = Deafness()
    after = refused(deaf, STAYS, *links)
    assert deaf.over(link(BESIDE), after) == after
    assert deaf.over(link(OUTSIDE), after) == after


def test_where_tiles_fall_a_place_is_no_tile() -> None:
    """Others lie there by then."""
    deaf = Deafness()
    falls = replace(STAYS, gravities=(Gravity.DOWN,))
    after = refused(deaf, falls, OUTSIDE, BESIDE)
    assert deaf.over(link(OTHERS), after) == after
    assert deaf.over(link(BESIDE), after) == after
    # Nor does an earlier spell tell of a later one.
    known = replace(falls, evidence=replace(falls.evidence, gone=(TILES[FOURTH[0]],)))
    after = refused(deaf, known, FOURTH)
    assert deaf.over(link(OTHERS), after).evidence.refused == frozenset()


def test_a_link_that_is_refused_again_is_not_tried_for_ever() -> None:
    """A tile that was not read lies in its way; others go in between, again and again."""
    known = replace(STAYS, evidence=replace(STAYS.evidence, gone=(TILES[BESIDE[0]],)))
    deaf = Deafness()
    after = refused(deaf, known, BESIDE)
    again = deaf.over(link(OTHERS), after)
    assert not again.evidence.refused  # the game may have heard nothing
    after = refused(deaf, again, BESIDE)
    assert deaf.over(link(FOURTH), after).evidence.refused == after.evidence.refused
    # Nor does it hide what deafness teaches later.
    later = refused(deaf, deaf.over(link(FOURTH), after), OUTSIDE)
    assert later.margins == (0, 1)
