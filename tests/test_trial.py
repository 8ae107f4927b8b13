"""Games in doubt, played to their end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.board import UNKNOWN, Board
from bot.deal import deal
from bot.position import Gravity, Position
from bot.solver import Verdict, solve
from bot.trial import hidden, misread, play_in_doubt


@given(st.integers(0, 10_000), st.sampled_from([Gravity.NONE, Gravity.DOWN]))
@settings(max_examples=20, deadline=None)
def test_one_hidden_tile_costs_neither_the_game_nor_a_click(seed: int, gravity: Gravity) -> None:
    """Every deal that can be cleared is cleared, and nothing fails."""
    truth = Position(deal(4, 6, 6, seed, copies=4), gravity=gravity)
    trial = play_in_doubt(truth, hidden(truth.board, 1, Random(seed)))
    assert trial.won == (solve(truth).verdict is Verdict.SOLVED)
    assert trial.failed == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_four_hidden_tiles_are_found_in_few_clicks(seed: int) -> None:
    """At worst each hidden tile is tried with every kind that is left but one."""
    truth = Position(deal(6, 12, 18, seed, copies=4, solvable=True))
    trial = play_in_doubt(truth, hidden(truth.board, 4, Random(seed)))
    assert trial.won
    assert trial.links == 36
    assert trial.failed <= 3 + 2 + 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_one_misread_tile_is_found_in_few_clicks(seed: int) -> None:
    """At worst every tile but one of a kind of five is tried in vain."""
    truth = Position(deal(6, 12, 18, seed, copies=4, solvable=True))
    trial = play_in_doubt(truth, misread(truth.board, 1, Random(seed)))
    assert trial.won
    assert trial.failed <= 4


def test_a_game_that_only_fails_is_given_up() -> None:
    """An eye that swaps two kinds everywhere it looks does not keep us clicking for ever."""
    truth = Position(Board.from_text("a b c d / d c b a".replace(" / ", "\n")))
    seen = Board.from_text("a b c d\na b c d")
    trial = play_in_doubt(truth, seen, most_failed=5)
    assert not trial.won
    assert trial.failed <= 5


def test_eyes_are_as_blind_as_asked() -> None:
    """So many tiles are hidden, or read as another kind."""
    truth = deal(4, 6, 6, 1, copies=4)
    assert hidden(truth, 5, Random(1)).kinds.count(UNKNOWN) == 5
    pairs = zip(truth.kinds, misread(truth, 5, Random(1)).kinds, strict=True)
    assert sum(true != read for true, read in pairs) == 5
