"""Levels: that each is harder than the one before, as the solver measures it."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

import pytest

from bot.board import Board
from bot.difficulty import difficulty, luck
from bot.errors import InputError
from bot.levels import MOST_RATED, RECIPES, DealWish, GameLevel, deal_level
from bot.neighbours import equal_neighbours
from bot.position import Gravity, Position
from bot.solver import Verdict


def dealt(level: GameLevel, gravity: Gravity, count: int = 4) -> list[Board]:
    """Some deals of one size."""
    return [deal_level(DealWish(level, 6, 10, gravity=gravity), seed) for seed in range(count)]


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_each_level_is_harder_than_the_one_before(gravity: Gravity) -> None:
    """On cells of one size: no fewer kinds, fewer links to begin with, fewer games won by luck."""
    openings, grades, kinds = [], [], []
    for level in GameLevel:
        positions = [Position(board, gravity=gravity) for board in dealt(level, gravity)]
        kinds.append(max(positions[0].board.kinds))
        openings.append(fmean(len(position.legal_links) for position in positions))
        grades.append(fmean(luck(position, games=60, seed=9).grade for position in positions))
    assert kinds == [6, 12, 15, 15]
    assert all(many > few for many, few in pairwise(openings)), openings
    assert all(low < high for low, high in pairwise(grades)), grades
    assert grades[-1] > grades[0] + 2


def test_hard_levels_have_hardly_any_equal_neighbours() -> None:
    """An easy board has many: pairs that are seen at a glance."""
    seen = {
        level: fmean(map(equal_neighbours, dealt(level, Gravity.NONE, 3))) for level in GameLevel
    }
    assert seen[GameLevel.EASY] > 1.5 * seen[GameLevel.NORMAL]
    assert seen[GameLevel.NORMAL] > 5 * seen[GameLevel.HARD]
    assert seen[GameLevel.EXPERT] < seen[GameLevel.NORMAL] - 2


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.LEFT])
@pytest.mark.parametrize("level", list(GameLevel))
def test_every_level_can_be_cleared(level: GameLevel, gravity: Gravity) -> None:
    """The search clears what was dealt."""
    board = deal_level(DealWish(level, 4, 8, gravity=gravity), 5)
    assert difficulty(Position(board, gravity=gravity), games=5).verdict is Verdict.SOLVED


@pytest.mark.parametrize("level", list(GameLevel))
def test_a_seed_deals_the_same_board_again(level: GameLevel) -> None:
    """And another seed another one."""
    wish = DealWish(level, 4, 8)
    assert deal_level(wish, 5) == deal_level(wish, 5)
    assert deal_level(wish, 5) != deal_level(wish, 6)


def test_a_level_has_a_size_and_kinds_of_its_own() -> None:
    """Where none are asked for; the sizes grow with the level."""
    boards = [deal_level(DealWish(level), 1) for level in (GameLevel.EASY, GameLevel.NORMAL)]
    assert [(board.rows, board.cols, max(board.kinds)) for board in boards] == [
        (6, 10, 6),
        (8, 12, 19),
    ]
    cells = [recipe.rows * recipe.cols for recipe in RECIPES.values()]
    assert cells == sorted(cells)
    assert all(number % 2 == 0 for number in cells)


def test_the_most_kinds_are_those_of_any_level() -> None:
    """For one that is asked for, or of the level that has the most."""
    assert DealWish(GameLevel.EASY).most_kinds == deal_kinds(GameLevel.EXPERT) == 36
    assert DealWish(GameLevel.EASY, kinds=5).most_kinds == 5
    # Of 11 columns expert level has 99 cells, which are odd; hard has 88.
    assert DealWish(GameLevel.EASY, cols=11).most_kinds == 22


def deal_kinds(level: GameLevel) -> int:
    """How many kinds a level has."""
    return DealWish(level).dealt_kinds


def test_kinds_are_as_many_as_there_are_pictures() -> None:
    """With few pictures there are more tiles of each; fewer than asked for are an error."""
    assert max(deal_level(DealWish(rows=6, cols=10, faces=3), 1).kinds) == 3
    assert max(deal_level(DealWish(rows=6, cols=10, kinds=30), 1).kinds) == 30
    with pytest.raises(InputError, match="20 kinds need as many pictures, but got 3"):
        deal_level(DealWish(rows=6, cols=10, kinds=20, faces=3), 1)


@pytest.mark.parametrize(
    ("rows", "cols", "kinds", "what"),
    [(3, 3, None, "even number of cells"), (2, 2, 3, "3 kinds need 6 tiles, but 2 x 2 is 4")],
)
def test_a_board_that_cannot_be_is_refused(
    rows: int, cols: int, kinds: int | None, what: str
) -> None:
    """One line says what fits."""
    with pytest.raises(InputError, match=what):
        deal_level(DealWish(rows=rows, cols=cols, kinds=kinds), 1)


@pytest.mark.parametrize("level", [GameLevel.HARD, GameLevel.EXPERT])
def test_dealing_can_be_cut_short(level: GameLevel) -> None:
    """It tells how far it is, and takes what it has when it is told to stop."""
    told: list[float] = []

    def stop(share: float) -> bool:
        told.append(share)
        return False

    board = deal_level(DealWish(level, 4, 8), 1, go_on=stop)
    assert board.tiles == 32
    assert 1 <= len(told) <= 2
    assert all(0 < share <= 1 for share in told)


@pytest.mark.parametrize("level", [GameLevel.HARD, GameLevel.EXPERT])
def test_the_share_that_is_done_grows_to_the_end(level: GameLevel) -> None:
    """Each time more than before."""
    told: list[float] = []

    def note(share: float) -> bool:
        told.append(share)
        return True

    deal_level(DealWish(level, 4, 8), 1, go_on=note)
    assert len(told) > 5
    assert told == sorted(told)
    assert told[-1] > 0.8


def test_a_huge_board_is_dealt_once() -> None:
    """Nothing is compared, so nothing is told."""
    told: list[float] = []
    wish = DealWish(GameLevel.EXPERT, 18, 24)
    assert MOST_RATED < 18 * 24
    board = deal_level(wish, 1, go_on=lambda share: told.append(share) is None)
    assert board.tiles == 432
    assert not told
    assert equal_neighbours(board) < 5


def test_a_board_need_not_be_solvable() -> None:
    """Asked for, deals come that no order clears."""
    wish = DealWish(GameLevel.NORMAL, 4, 4, kinds=8, solvable=False)
    verdicts = {difficulty(Position(deal_level(wish, seed)), games=5).verdict for seed in range(20)}
    assert Verdict.UNSOLVABLE in verdicts
