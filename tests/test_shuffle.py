"""Shuffles of the tiles that are left."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, gravities, paired_boards, rules

from bot.board import Board
from bot.deal import deal
from bot.errors import InputError
from bot.matcher import LinkRule
from bot.position import Gravity, Position
from bot.shuffle import shuffle
from bot.solver import Verdict, solve


@settings(max_examples=150, deadline=None)
@given(boards(), st.integers(0, 9))
def test_a_shuffle_moves_tiles_among_their_cells(before: Board, seed: int) -> None:
    """The same tiles lie in the same cells; holes, walls and unknown cells stay."""
    after = shuffle(before, seed, solvable=False)
    assert Counter(after.kinds) == Counter(before.kinds)
    for was, now in zip(before.kinds, after.kinds, strict=True):
        assert now == was if was < 1 else now >= 1


@settings(max_examples=150, deadline=None)
@given(paired_boards(), st.integers(0, 9), st.booleans())
def test_a_shuffle_changes_the_board(before: Board, seed: int, solvable: bool) -> None:
    """Two kinds can always be laid another way, also if the board must be solvable."""
    after = shuffle(before, seed, solvable=solvable)
    assert (after == before) == (len(before.by_kind()) < 2)


@settings(max_examples=100, deadline=None)
@given(paired_boards(), st.integers(0, 9), rules, gravities)
def test_a_solvable_shuffle_is_solved(
    before: Board, seed: int, rule: LinkRule, gravity: Gravity
) -> None:
    """Whatever was left and however it fell, the search clears what is laid or none was found."""
    try:
        after = shuffle(before, seed, rule=rule, gravity=gravity)
    except InputError:
        return
    assert solve(Position(after, rule, gravity), budget=2).verdict is Verdict.SOLVED


@pytest.mark.parametrize("gravity", list(Gravity))
def test_a_game_in_deadlock_goes_on_after_a_shuffle(gravity: Gravity) -> None:
    """With turns and no walls a solvable shuffle is always found, in the middle of a game too."""
    now = Position(deal(6, 8, 12, seed=4), gravity=gravity)
    for _ in range(12):
        now = now.after(next(iter(now.legal_links)))
        after = shuffle(now.board, 1, gravity=gravity)
        assert Position(after, gravity=gravity).legal_links


def test_unknown_cells_stay_and_the_others_go() -> None:
    """What is known can be cleared around a cell that is not."""
    after = shuffle(board("a b c / ? . . / c b a"), 3)
    assert after.kinds[3] == -1
    assert 2 * len(solve(Position(after)).links) == 6


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a a a b", "odd number of tiles, but kind 1"),
        ("a # # # a / # # b # # / b # # # .", "walls close in 1 tile from"),
    ],
)
def test_what_no_shuffle_can_clear_is_refused_in_one_line(text: str, why: str) -> None:
    """An odd kind, and a tile that is walled in; at random both are shuffled all the same."""
    with pytest.raises(InputError, match=why) as refusal:
        shuffle(board(text), 1)
    assert "\n" not in str(refusal.value)
    assert shuffle(board(text), 1, solvable=False) != board(text)


def test_a_seed_shuffles_the_same_way_everywhere() -> None:
    """These digests were taken once; another Python or machine must give the same."""
    before = deal(8, 18, 36, seed=1)
    shuffles = [shuffle(before, 7, solvable=solvable) for solvable in (False, True)]
    digests = [hashlib.sha256(str(after).encode()).hexdigest()[:12] for after in shuffles]
    assert digests == ["9768e153a005", "c0e57a1c74b8"]


def test_a_board_without_tiles_stays() -> None:
    """Nothing to shuffle is no mistake."""
    assert shuffle(board(". # ?")) == board(". # ?")


def test_random_shuffles_favour_no_order() -> None:
    """Of 600 shuffles of four tiles of two kinds, each of the five other orders has about 120."""
    start = board("a a b b")
    seen = Counter(shuffle(start, seed, solvable=False).kinds for seed in range(600))
    assert len(seen) == 5  # never as it was
    assert max(seen.values()) < 170
