"""Games played backwards: couples that clear a shape in their order."""

from __future__ import annotations

from random import Random

import pytest
from builders import board
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import boards, gravities, rules

from bot.backwards import below, couples_of_a_game, numbered, odd_pocket, shuffled
from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.position import Gravity, Position, remove


def clears(shape: Board, rule: LinkRule, gravity: Gravity) -> bool:
    """Whether some game takes every tile, any two of which may go: by trying all of them."""
    seen: set[Board] = set()
    waiting = [Board(shape.rows, shape.cols, tuple(min(kind, 1) for kind in shape.kinds))]
    while waiting:
        now = waiting.pop()
        if 1 not in now.kinds:
            return True
        for link in Position(now, rule).legal_links:
            after = remove(now, link.a, link.b, gravity)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


@settings(max_examples=150, deadline=None)
@given(boards(), st.integers(), st.booleans(), rules, gravities)
def test_the_couples_of_a_game_clear_the_shape(
    shape: Board, seed: int, far: bool, rule: LinkRule, gravity: Gravity
) -> None:
    """Given a kind to each couple, every couple links when its turn comes, to the last tile."""
    couples = couples_of_a_game(shape, rule, gravity, Random(seed), far=far)
    if couples is None:
        return
    kinds = dict(zip(shape.cells(), shape.kinds, strict=True))
    for kind, couple in enumerate(couples, start=1):
        kinds.update(dict.fromkeys(couple, kind))
    now = Position(Board(shape.rows, shape.cols, tuple(kinds.values())), rule, gravity)
    for kind in range(1, len(couples) + 1):
        link = now.link(*now.board.by_kind()[kind])
        assert link is not None
        now = now.after(link)
    assert not now.board.by_kind()


@settings(max_examples=150, deadline=None)
@given(boards(4, 4), st.integers(0, 9), st.integers(2, 3), st.integers(0, 1), gravities)
@example(Board.from_text("? . . .\na . a a\na ? . ."), 0, 2, 0, Gravity.DOWN)
def test_a_game_is_found_on_every_small_shape_that_has_one(
    shape: Board, seed: int, turns: int, margin: int, gravity: Gravity
) -> None:
    """With walls and holes too; a game is never missed where paths turn twice on a small shape."""
    if sum(kind > EMPTY for kind in shape.kinds) > 10:
        shape = shape.without(list(shape.cells())[::2])
    rule = LinkRule(turns, margin)
    found = couples_of_a_game(shape, rule, gravity, Random(seed)) is not None
    assert found == clears(shape, rule, gravity)


@settings(max_examples=200, deadline=None)
@given(boards(), st.integers(0, 9), st.integers(1, 3), gravities)
def test_without_walls_there_is_always_a_game(
    shape: Board, seed: int, turns: int, gravity: Gravity
) -> None:
    """Holes never strand a tile where a path may turn, and the first game is the one."""
    kinds = [kind if kind not in {WALL, UNKNOWN} else EMPTY for kind in shape.kinds]
    if sum(kind > EMPTY for kind in kinds) % 2:
        kinds[next(place for place, kind in enumerate(kinds) if kind > EMPTY)] = EMPTY
    shape = Board(shape.rows, shape.cols, tuple(kinds))
    assert couples_of_a_game(shape, LinkRule(turns, 0), gravity, Random(seed)) is not None


@settings(max_examples=150, deadline=None)
@given(boards(4, 4), rules, gravities)
def test_an_odd_pocket_proves_that_there_is_no_game(
    shape: Board, rule: LinkRule, gravity: Gravity
) -> None:
    """Where one is named, trying all games clears nothing."""
    if odd_pocket(shape, rule, gravity):
        assert couples_of_a_game(shape, rule, gravity, Random(0)) is None


@pytest.mark.parametrize(
    ("text", "margin", "pocket"),
    [
        ("a # b b a", 0, [Cell(0, 0)]),
        ("a # b b a", 1, []),
        ("a a / # # / b b", 0, []),
        ("a a a / # # # / b b b", 0, [Cell(0, 0), Cell(0, 1), Cell(0, 2)]),
        ("a # # # a / # # c # # / a # # # a", 1, [Cell(1, 2)]),
    ],
)
def test_a_pocket_is_what_walls_close_off(text: str, margin: int, pocket: list[Cell]) -> None:
    """The margin opens pockets at the edge, and even ones are no trouble."""
    assert odd_pocket(board(text), LinkRule(margin=margin), Gravity.NONE) == pocket


def test_it_can_be_ended_at_each_tile_that_is_tried() -> None:
    """Inside a full board without a margin all of them may be, for a single take."""
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1

    shape = Board(20, 20, (1,) * 400)
    couples_of_a_game(shape, LinkRule(margin=0), Gravity.NONE, Random(1), check=check)
    assert calls > 2 * 200 + 399


def test_a_dead_end_is_backed_out_of() -> None:
    """Half the first takes strand two tiles behind a wall here, and still every seed ends well."""
    shape = board("a a # / # a a")
    for seed in range(20):
        couples = couples_of_a_game(shape, LinkRule(0, 0), Gravity.NONE, Random(seed))
        assert couples is not None


def test_numbers_are_drawn_alike_everywhere() -> None:
    """Two draws by the one source that every Python keeps: written down once."""
    rng = Random(7)
    assert [below(100, rng) for _ in range(5)] == [32, 15, 65, 7, 53]
    assert shuffled("abcdef", rng) == list("bdefac")


def test_every_tile_is_numbered_and_nothing_else() -> None:
    """Holes, walls and unknown cells stay."""
    assert numbered(board("b . ? / # b a")) == board("a . ? / # b c")
