"""Which full boards a doubtful one may truly be."""

from __future__ import annotations

from random import Random

import pytest
from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.board import UNKNOWN
from bot.clues import NOTHING, Evidence
from bot.deal import deal
from bot.geometry import Cell
from bot.suspects import MOST, hypotheses, in_doubt
from bot.trial import hidden, misread

seeds = st.integers(0, 10_000)


@settings(max_examples=60)
@given(seeds, st.integers(1, 7))
def test_a_hypothesis_is_a_full_board_of_pairs_that_keeps_what_was_read(
    seed: int, count: int
) -> None:
    """Hidden cells are filled so that every count is even, and nothing else changes."""
    seen = hidden(deal(4, 6, 6, seed, copies=4), count, Random(seed))
    found = hypotheses(seen)
    assert 1 <= len(found) <= MOST
    assert sum(weight for _, weight in found) == pytest.approx(1)
    for full, _ in found:
        assert UNKNOWN not in full.kinds
        assert not full.odd_kinds
        assert all(a in (b, UNKNOWN) for a, b in zip(seen.kinds, full.kinds, strict=True))


@given(seeds)
def test_one_hidden_tile_follows_from_the_counts(seed: int) -> None:
    """Only the truth is left."""
    truth = deal(4, 6, 6, seed, copies=4)
    assert [full for full, _ in hypotheses(hidden(truth, 1, Random(seed)))] == [truth]


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_one_misread_tile_is_found_among_five(seed: int) -> None:
    """The truth is one of the five likeliest boards, for five tiles seem to be of one kind."""
    truth = deal(8, 18, 36, seed, copies=4)
    found = hypotheses(misread(truth, 1, Random(seed)))
    assert truth in [full for full, _ in found[:5]]
    assert sum(weight for _, weight in found[:5]) > 0.99


def test_a_board_that_nothing_speaks_against_is_its_own_hypothesis() -> None:
    """Even where its counts are unusual."""
    seen = board("a a a a / b b c c")
    assert not in_doubt(seen)
    assert hypotheses(seen) == [(seen, 1.0)]


def test_tiles_that_did_not_match_are_not_given_one_kind() -> None:
    """With two hidden tiles, one refusal tells both."""
    seen = board("a ? b ?")
    known = NOTHING.failed(Cell(0, 0), Cell(0, 1))
    assert len(hypotheses(seen)) == 2
    assert [str(full) for full, _ in hypotheses(seen, known)] == ["a b b a"]


def test_two_tiles_read_as_one_kind_that_did_not_match_put_both_in_doubt() -> None:
    """One of the two is taken for something else in every hypothesis."""
    seen = board("a a b b a a b b")
    found = hypotheses(seen, NOTHING.failed(Cell(0, 0), Cell(0, 1)))
    assert found
    assert all(full[Cell(0, 0)] != full[Cell(0, 1)] for full, _ in found)


def test_pairs_taken_count_when_hidden_tiles_are_guessed() -> None:
    """Two tiles left of each kind and two hidden: they are of the kind of which no pair went."""
    seen = board("a a b b c c ? ?")
    found = hypotheses(seen, Evidence(gone=(1, 3)))
    assert str(found[0].board) == "a a b b c c b b"
