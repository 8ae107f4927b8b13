"""Whether the cells of a board may be several cells of a finer lattice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.board import Board
from bot.geometry import Lattice, Pixel, is_spanned
from bot.planes import BLOCKS
from bot.proposal import Proposal, is_of_more_kinds, may_lie_on
from bot.reading import Reading
from bot.skin import Body, Skin

WHOLE = Lattice(Pixel(0, 0), (40, 20), 3, 4)


def proposed(wide: int | None) -> Proposal:
    """A board whose tiles share a body so many px wide, in cells of 40 x 20 px; or share none."""
    body = None
    if wide is not None:
        mask = np.zeros((20, 40), np.bool_)
        mask[8:12, 20 - wide // 2 : 20 + wide // 2] = True
        body = Body(np.zeros((20, 40, 3), np.float32), mask)
    tolerance = np.full((BLOCKS - 1, BLOCKS - 1), 4, np.float32)
    skin = Skin(np.zeros((1, 20, 40, 3), np.float32), np.ones(1, np.int64), tolerance, 1.0, body)
    board, cells = Board(3, 4, (1,) * 12), np.zeros((12, 20, 40, 3), np.uint8)
    pixels = np.zeros((60, 160, 3), np.uint8)
    return Proposal(
        Reading(board, WHOLE, skin, (), pixels, cells, np.ones(12, np.float32)), 20.0, 0
    )


@pytest.mark.parametrize(("wide", "may"), [(None, True), (18, True), (36, False)])
def test_tiles_that_reach_farther_than_finer_cells_do_not_lie_there(
    wide: int | None, *, may: bool
) -> None:
    """Nor does anything on a lattice of which theirs is no multiple."""
    found = proposed(wide)
    assert may_lie_on(found, Lattice(Pixel(0, 0), (20, 20), 3, 8)) == may
    assert not may_lie_on(found, Lattice(Pixel(0, 0), (33, 20), 3, 8))


@pytest.mark.parametrize(
    ("tiles", "across", "slender"), [(8, 48, True), (8, 40, False), (10, 48, False)]
)
def test_so_few_tiles_in_slender_cells_may_be_parts(
    tiles: int, across: int, *, slender: bool
) -> None:
    """Three pairs of marbles have parts enough to seem a board, however sure that is."""
    plain = proposed(None).reading
    kinds = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0, 0)[:tiles] + (0,) * (12 - tiles)
    lattice = replace(WHOLE, pitch=(across, 20))
    found = Proposal(replace(plain, board=Board(3, 4, kinds), lattice=lattice), 20.0, 0)
    assert found.sure
    assert found.slender == slender


@given(
    st.lists(st.integers(1, 60), min_size=2, max_size=2),
    st.lists(
        st.tuples(st.sampled_from([10, 20, 40, 80]), st.sampled_from([20, 40])),
        min_size=2,
        max_size=2,
    ),
    st.lists(st.sampled_from([0, 50]), min_size=2, max_size=2),
)
def test_of_two_boards_one_at_most_is_the_likelier(
    worths: list[int], pitches: list[tuple[int, int]], guesses: list[int]
) -> None:
    """Whichever was seen first, whether one is made of the other or of its halves."""
    plain = proposed(None)
    one, other = (
        replace(
            plain,
            reading=replace(plain.reading, lattice=replace(WHOLE, pitch=pitch)),
            worth=worth,
            guessed=guessed,
        )
        for worth, pitch, guessed in zip(worths, pitches, guesses, strict=True)
    )
    assert not (one.beats(other) and other.beats(one))
    if worths[0] != worths[1]:
        assert one.beats(other) or other.beats(one)


@pytest.mark.parametrize(
    ("kinds", "worth", "right"),
    [
        ((1, 1, 3, 3, 1, 1, 0, 0, 2, 2, 2, 2), 20.0, True),
        ((1, 1, 3, 3, 1, 2, 0, 0, 2, 2, 2, 1), 20.0, True),
        ((1, 1, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2), 20.0, False),
        ((1, 1, 3, 3, 1, 1, 0, 0, 2, 2, 2, 2), 18.0, False),
        ((1, 1, 3, 3, 1, 1, 0, 0, 2, 2, 2, 2), 1.0, False),
    ],
    ids=["more", "across", "as many", "worth less", "not sure"],
)
def test_of_two_boards_in_one_place_one_is_of_more_kinds(
    kinds: tuple[int, ...], worth: float, *, right: bool
) -> None:
    """It is the right one if it is sure, and worth more."""
    plain = proposed(None)
    few = Board(3, 4, (1,) * 6 + (0, 0) + (2,) * 4)
    other = replace(plain, reading=replace(plain.reading, board=few), worth=19.0)
    one = replace(plain, reading=replace(plain.reading, board=Board(3, 4, kinds)), worth=worth)
    assert is_of_more_kinds(one, other) == right
    aside = replace(one, reading=replace(one.reading, lattice=replace(WHOLE, origin=Pixel(15, 0))))
    assert not is_of_more_kinds(aside, other)


@pytest.mark.parametrize(
    ("kinds", "right"),
    [([3, 3], True), ([1, 1], False), ([3] * 4, False)],
    ids=["blank", "of a known kind", "many"],
)
def test_a_board_may_have_a_few_blank_tiles_more(kinds: list[int], *, right: bool) -> None:
    """Nothing is drawn on them, so that inks show none; they are of a kind of their own."""
    plain, lattice = proposed(None), Lattice(Pixel(0, 0), (20, 20), 4, 7)
    rest = [2, 4] * 8 + [5] * 4 + [1, 1]
    bare = [0] * (6 - len(kinds))

    def boards(*shown: int, joins: bool = False) -> Proposal:
        named = [4 if joins and kind == 5 else kind for kind in rest]
        board = Board(4, 7, (*named, *shown, *bare))
        cells = np.zeros((28, 20, 20, 3), np.uint8)
        sure = np.ones(28, np.float32)
        changes = {"board": board, "lattice": lattice, "looks": cells, "confidence": sure}
        return replace(plain, reading=replace(plain.reading, **changes))

    fewer = replace(boards(*[0] * len(kinds), joins=True), worth=19.0)
    assert is_of_more_kinds(boards(*kinds), fewer) == right


def test_a_board_is_spanned_by_cells_that_reach_as_far() -> None:
    """Up to half of one of them; elsewhere on the screen they tell nothing of it."""
    parts = Lattice(Pixel(-10, 0), (20, 20), 3, 8)
    assert is_spanned(WHOLE, parts)
    assert not is_spanned(WHOLE, replace(parts, cols=6))
    assert not is_spanned(WHOLE, replace(parts, origin=Pixel(90, 0)))
