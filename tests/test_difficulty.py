"""How hard boards are found."""

from __future__ import annotations

from math import log2

import pytest
from builders import position
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from bot.deal import deal
from bot.difficulty import Difficulty, Level, Luck, difficulty, is_rated, luck, search_in_steps
from bot.errors import InputError
from bot.neighbours import equal_neighbours
from bot.position import Gravity, Position
from bot.solver import Verdict


def correlation(ones: list[float], others: list[float]) -> float:
    """How well two orders agree, by Spearman's rank correlation; equals get their mean rank."""

    def ranks(values: list[float]) -> list[float]:
        return [
            sum(other < value for other in values) + sum(other == value for other in values) / 2
            for value in values
        ]

    first, second = ranks(ones), ranks(others)
    middle = len(ones) / 2
    products = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    squares = [sum((a - middle) ** 2 for a in rank) for rank in (first, second)]
    return float(products / (squares[0] * squares[1]) ** 0.5)


def mixed_deals(count: int) -> list[Position]:
    """Small deals of three sorts, from those that win themselves to hopeless ones."""
    return [
        Position(deal(6, 10, 15, seed, copies=4, solvable=seed % 3 == 1, hard=seed % 3 == 2))
        for seed in range(count)
    ]


def test_the_grade_orders_boards_as_other_games_do() -> None:
    """The more of 300 other games win a board, the lower is its grade."""
    starts = mixed_deals(60)
    grades = [luck(start, games=100, seed=1).grade for start in starts]
    shares = [luck(start, games=300, seed=2).won / 300 for start in starts]
    assert correlation(grades, shares) < -0.9


def test_unsolvable_is_said_of_boards_that_are() -> None:
    """The smallest deadlock is no grade of hard."""
    found = difficulty(position("a b / b a"))
    assert (found.verdict, found.level) == (Verdict.UNSOLVABLE, Level.UNSOLVABLE)
    assert (found.openings, found.equal_neighbours, found.luck.won) == (0, 0, 0)


def test_a_board_that_wins_itself_is_easy() -> None:
    """Every game clears four pairs side by side; the grade is next to nothing."""
    found = difficulty(position("a a b b / c c d d"))
    assert found.level is Level.EASY
    assert found.luck == Luck(200, 200, 0.0)
    assert found.grade == pytest.approx(log2(201 / 200.5))


@pytest.mark.parametrize(
    ("won", "left", "level"),
    [
        (190, 0.01, Level.EASY),
        (100, 0.2, Level.MEDIUM),
        (20, 0.5, Level.HARD),
        (0, 0.6, Level.EXPERT),
    ],
)
def test_levels_follow_the_share_of_games_won(won: int, left: float, level: Level) -> None:
    """Nine of ten is easy, one of two medium, one of ten hard, none at all expert."""
    assert Difficulty(Verdict.SOLVED, 5, 2, 1, Luck(200, won, left)).level is level


@settings(max_examples=60, deadline=None)
@given(positions, st.integers(0, 9))
def test_what_is_measured_is_what_is_there(start: Position, seed: int) -> None:
    """Links and neighbours are counted by the plain rule, shares are shares, and games repeat."""
    found = difficulty(start, games=5, seed=seed)
    assert found.openings == len(start.legal_links)
    assert found.equal_neighbours == equal_neighbours(start.board)
    assert 0 <= found.luck.left <= 1
    assert 0 <= found.grade <= log2(12) + 1
    assert found == difficulty(start, games=5, seed=seed)
    if found.luck.won:
        assert found.verdict is not Verdict.UNSOLVABLE


def test_steps_end_a_search_that_seconds_would_not() -> None:
    """A large board along whose long lines tiles fall is given up, not searched for ever."""
    start = Position(deal(8, 18, 36, 5, copies=4, hard=True), gravity=Gravity.LEFT)
    assert search_in_steps(start).seconds < 1000  # steps, not seconds


@pytest.mark.parametrize(
    ("rows", "games", "why"), [(2, 0, "1 game or more, but got 0"), (80, 5, "at most 5000 tiles")]
)
def test_what_is_not_rated_is_refused_in_one_line(rows: int, games: int, why: str) -> None:
    """No game says nothing, and a huge board would fill the memory."""
    with pytest.raises(InputError, match=why) as refusal:
        difficulty(Position(deal(rows, 80, 10, 1)), games=games)
    assert "\n" not in str(refusal.value)


def test_more_pairs_than_can_be_played_are_refused_at_once() -> None:
    """Of 800 tiles of one kind each game would look at 319600 pairs."""
    start = Position(deal(20, 40, 1, 1))
    assert not is_rated(start.board)
    with pytest.raises(InputError, match="pairs of equal tiles"):
        luck(start, games=1)


def test_games_are_ended_from_outside() -> None:
    """What is asked after every game may end them all: a deal keeps its budget."""
    asked: list[int] = []

    def check() -> None:
        asked.append(1)
        if len(asked) == 3:
            raise InputError("enough")

    with pytest.raises(InputError, match="enough"):
        luck(position("a a b b"), games=100, check=check)
    assert len(asked) == 3
