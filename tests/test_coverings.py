"""What lies over a game is listed, and nothing lies there unasked."""

from __future__ import annotations

from random import Random

from bot.board import Board
from bot.boardview import draw
from bot.coverings import covered_game
from bot.deal import deal
from bot.style import Style

BOARD = deal(5, 6, kinds=15, seed=2)
ORDER = tuple(BOARD.cells())


def test_without_lots_the_game_is_drawn_as_it_is() -> None:
    """No lot, no covering; and most lots draw none either."""
    plain = draw(BOARD, Style.default())
    picture, shown = covered_game(BOARD, Style.default(), ORDER, None)
    assert (picture == plain).all()
    assert shown == ((), (), ())
    bare = [covered_game(BOARD, Style.default(), ORDER, Random(seed)) for seed in range(40)]
    untouched = sum((picture == plain).all() for picture, _ in bare)
    assert 15 < untouched < 32
    assert all((drawn != plain).any() for drawn, shown in bare if any(shown))


def test_a_hint_shows_two_tiles_that_stay_longest() -> None:
    """The last two tiles of the order glow together."""
    drawn = [covered_game(BOARD, Style.default(), ORDER, Random(seed))[1] for seed in range(60)]
    assert {hinted for _, hinted, _ in drawn} == {(), ORDER[-2:]}


def test_a_game_without_tiles_has_nothing_over_it() -> None:
    """There is no tile to mark on an empty board."""
    empty = Board(3, 4, (0,) * 12)
    for seed in range(10):
        assert covered_game(empty, Style.default(), (), Random(seed))[1] == ((), (), ())
