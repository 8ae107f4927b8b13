"""Levels of the bundled game, from easy to expert: how a board of each is dealt.

More kinds on the same cells, fewer links to begin with, few equal neighbours, and fewer orders that
clear the board make it harder. The last is the grade of `bot.difficulty`; `won` is how many of 100
games at random clear it. Means of 12 seeded deals of 8 x 12 cells, all of which can be cleared:

              nothing falls                      tiles fall down
    level     kinds  equal  links  won  grade    equal  links  won  grade
    easy          9   17.4   38.0   99    0.0     20.3   43.2   94    0.1
    normal       19    6.4   21.0   86    0.2      7.2   20.7   68    0.7
    hard         24    0.1    5.5   41    2.2      0.5    7.0   27    2.4
    expert       24    1.8    4.0    1    7.5      1.5    3.7    0    8.0
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from bot.board import Board
from bot.deal import deal_on, full
from bot.dealer import deal_hardest
from bot.difficulty import luck
from bot.errors import InputError
from bot.matcher import LinkRule
from bot.position import Gravity, Position

_USUAL = LinkRule()
MOST_RATED = 400
"""Tiles on a board above which no deals are compared: rating one takes seconds there."""


class GameLevel(StrEnum):
    """How hard a game is to be."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How boards of a level are dealt.

    Parameters
    ----------
    rows, cols
        size where none is asked for
    share
        how many tiles of a kind there are where no number of kinds is asked for
    parted
        whether equal tiles are kept from lying side by side
    drawn
        deals of which the hardest is kept
    sought
        whether deals are drawn that only the search can vouch for: they hold more dead ends
    """

    rows: int
    cols: int
    share: int
    parted: bool = False
    drawn: int = 1
    sought: bool = False


RECIPES = {
    GameLevel.EASY: Recipe(6, 10, 10),
    GameLevel.NORMAL: Recipe(8, 12, 5, drawn=6),
    GameLevel.HARD: Recipe(8, 14, 4, parted=True, drawn=8),
    GameLevel.EXPERT: Recipe(9, 16, 4, parted=True, sought=True),
}


@dataclass(frozen=True, slots=True)
class DealWish:
    """What a person asks of a board.

    Parameters
    ----------
    level
        how hard
    rows, cols, kinds
        its size, and how many kinds of tiles; None for what the level has
    solvable
        whether it must be one that can be cleared
    rule, gravity
        the rules that will be played
    faces
        kinds that there are pictures for
    """

    level: GameLevel = GameLevel.NORMAL
    rows: int | None = None
    cols: int | None = None
    kinds: int | None = None
    solvable: bool = True
    rule: LinkRule = _USUAL
    gravity: Gravity = Gravity.NONE
    faces: int = 70

    def check(self) -> None:
        """Refuse what cannot be dealt.

        Raises
        ------
        InputError
            as for `dealt_kinds`, or if the cells are odd or too many
        """
        assert self.dealt_kinds

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        recipe = RECIPES[self.level]
        return self.rows or recipe.rows, self.cols or recipe.cols

    @property
    def is_custom(self) -> bool:
        """Whether the board is of another size than the level's, or has another number of kinds."""
        usual = replace(self, rows=None, cols=None, kinds=None)
        if self.size != usual.size:
            return True
        return self.kinds is not None and self.kinds != usual.dealt_kinds

    @property
    def name(self) -> str:
        """The level, or what is dealt in its place.

        >>> DealWish().name, DealWish(rows=4, cols=4).name, DealWish(kinds=5).name
        ('Normal', '4x4', 'Custom')
        """
        if not self.is_custom:
            return self.level.value.capitalize()
        usual = replace(self, rows=None, cols=None)
        return "Custom" if self.size == usual.size else "{}x{}".format(*self.size)

    @property
    def most_kinds(self) -> int:
        """How many kinds are dealt at most, if the level is changed from game to game."""
        found = self.dealt_kinds
        for level in GameLevel:
            # With the rows or columns that were asked for another level may have odd cells.
            with suppress(InputError):
                found = max(found, replace(self, level=level).dealt_kinds)
        return found

    @property
    def dealt_kinds(self) -> int:
        """How many kinds are dealt.

        Raises
        ------
        InputError
            if more are asked for than there are pictures or couples of cells
        """
        cells = full(*self.size).tiles
        if self.kinds is None:
            usual = max(2, cells // RECIPES[self.level].share)
            return min(usual, self.faces, cells // 2)
        if self.kinds > self.faces:
            raise InputError(f"{self.kinds} kinds need as many pictures, but got {self.faces}")
        if self.kinds > cells // 2:
            raise InputError(
                f"{self.kinds} kinds need {2 * self.kinds} tiles, but {self.size[0]} x "
                f"{self.size[1]} is {cells}"
            )
        return self.kinds


def _never_mind(share: float) -> bool:
    del share
    return True


def deal_level(
    wish: DealWish,
    seed: int | None = None,
    *,
    go_on: Callable[[float], bool] = _never_mind,
) -> Board:
    """Deal a board of a level.

    Parameters
    ----------
    wish
        what is asked of it
    seed
        the same seed deals the same board everywhere, unless it was cut short
    go_on
        is told from time to time what share of the work is done, 0 to 1; where it answers False
        the hardest deal so far is taken

    Raises
    ------
    InputError
        if there is no such deal: an odd number of cells, too many kinds

    Examples
    --------
    >>> wish = DealWish(GameLevel.EASY, rows=2, cols=4)
    >>> print(deal_level(wish, seed=3))
    a a a a
    b b b b
    """
    recipe, kinds = RECIPES[wish.level], wish.dealt_kinds
    layout = full(*wish.size)
    copies = 4 if 4 * kinds <= layout.tiles else 2
    rule, gravity = wish.rule, wish.gravity
    rated = layout.tiles <= MOST_RATED
    if recipe.sought and rated:
        return deal_hardest(
            layout,
            kinds,
            seed,
            copies=copies,
            solvable=wish.solvable,
            rule=rule,
            gravity=gravity,
            go_on=go_on,
        )

    def draw(number: int | None) -> Board:
        return deal_on(
            layout,
            kinds,
            number,
            copies=copies,
            solvable=wish.solvable,
            hard=recipe.parted,
            rule=rule,
            gravity=gravity,
        )

    best, lot = draw(seed), Random(seed)
    if recipe.drawn == 1 or not rated:
        return best
    grade = _grade(best, rule, gravity)
    for number in range(1, recipe.drawn):
        if not go_on(number / recipe.drawn):
            break
        board = draw(lot.getrandbits(53))
        its = _grade(board, rule, gravity)
        if its > grade:
            best, grade = board, its
    return best


def _grade(board: Board, rule: LinkRule, gravity: Gravity) -> float:
    return luck(Position(board, rule, gravity), games=40).grade
