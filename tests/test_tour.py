"""Orders that are quick to click."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise, product
from math import hypot

import pytest
from builders import played, position, shuffled_board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import paired_boards, positions

from bot.backwards import numbered
from bot.board import Board
from bot.errors import IllegalLinkError, InputError
from bot.matcher import Link
from bot.position import Gravity, Position, remove
from bot.solver import solve
from bot.tour import Tour, tour


def ticks(step: float = 0.0001) -> Callable[[], float]:
    """A clock that goes on by as much whenever it is looked at."""
    ticking = count()
    return lambda: next(ticking) * step


def quick(game: Position, links: tuple[Link, ...], seconds: float = 0.02, **rest: object) -> Tour:
    """A tour that is the same on every machine."""
    return tour(game, links, seconds=seconds, clock=ticks(), **rest)  # type: ignore[arg-type]


def some_line(start: Position, seed: int) -> tuple[Link, ...]:
    """The line of a game that takes some link, and another, until there is none."""
    links = []
    while found := list(start.legal_links):
        links.append(found[seed % len(found)])
        start = start.after(links[-1])
    return tuple(links)


def length(found: Tour, start: tuple[float, float]) -> float:
    """The way over all clicks, in cells."""
    way = 0.0
    for click in (click for clicks in found.clicks for click in clicks):
        way += hypot(click.row - start[0], click.col - start[1])
        start = click
    return way


@settings(max_examples=100, deadline=None)
@given(positions, st.integers(0, 30), st.sampled_from([0.0, 0.005]), st.sampled_from([0.0, 3.0]))
def test_every_tour_is_a_game_as_long_as_the_line(
    start: Position, seed: int, seconds: float, wait: float
) -> None:
    """Under any rule it is legal link by link, and takes as many tiles, each with two clicks."""
    line = some_line(start, seed)
    found = quick(start, line, seconds, start=(0.5, -2.0), wait=wait)
    assert played(start, found.links).board.tiles == played(start, line).board.tiles
    for link, clicks in zip(found.links, found.clicks, strict=True):
        assert {link.a, link.b} == set(clicks)
        assert (link.path[0], link.path[-1]) == (link.a, link.b)
    assert found.length == pytest.approx(length(found, (0.5, -2.0)))


@settings(max_examples=60, deadline=None)
@given(positions, st.integers(0, 30))
def test_waits_are_links_that_the_last_removal_made(start: Position, seed: int) -> None:
    """A link waits unless its two tiles lay there, joined, before the last two tiles went."""
    found = quick(start, some_line(start, seed), 0.0)
    now, tiles = start, numbered(start.board)
    before, tiles_before, waits = now, tiles, -1
    for link in found.links:
        same = all(tiles[cell] == tiles_before[cell] for cell in (link.a, link.b))
        waits += not (same and before is not now and before.link(link.a, link.b))
        before, tiles_before = now, tiles
        now, tiles = now.after(link), remove(tiles, link.a, link.b, start.gravity)
    assert found.waits == max(waits, 0)


def test_a_longer_thought_gives_a_shorter_way() -> None:
    """On random 18 x 8 deals the way is 0.62 of that of the line as it was found, or less."""
    before = after = 0.0
    for seed in (1, 2):
        start = Position(shuffled_board(8, 18, 36, seed))
        line = solve(start).links
        as_found = [click for link in line for click in (link.a, link.b)]
        before += sum(hypot(a.row - b.row, a.col - b.col) for a, b in pairwise(as_found))
        after += quick(start, line, 0.3).length
    assert after < 0.62 * before


@settings(max_examples=30, deadline=None)
@given(paired_boards(most_pairs=3), st.sampled_from([0.0, 2.5]))
def test_small_boards_get_the_shortest_way_of_all(one: Board, wait: float) -> None:
    """With three links no order, direction or choice of partners that clears is quicker."""
    start = Position(one)
    line = some_line(start, 0)
    if 2 * len(line) != one.tiles:
        return

    def shortest(now: Position, links: list[Link]) -> float:
        if not now.board.tiles:
            ways = [
                Tour(tuple(links), tuple(clicks), 0.0, 0)
                for clicks in product(*(((k.a, k.b), (k.b, k.a)) for k in links))
            ]
            return min(length(way, (0, 0)) for way in ways) + wait * _waits(start, links)
        return min(
            (shortest(now.after(link), [*links, link]) for link in now.legal_links),
            default=float("inf"),
        )

    found = quick(start, line, 0.05, start=(0, 0), wait=wait)
    assert found.length + wait * found.waits == pytest.approx(shortest(start, []))


def _waits(now: Position, links: list[Link]) -> int:
    """How many links are not there before the last two tiles go, where nothing falls."""
    waits, before = 0, None
    for link in links:
        waits += before is not None and link not in before.legal_links
        before, now = now, now.after(link)
    return waits


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_a_costly_wait_is_made_less_often(gravity: Gravity) -> None:
    """With a weight on waits there are fewer of them, for a longer way."""
    start = Position(shuffled_board(6, 10, 10, 3), gravity=gravity)
    line = solve(start).links
    free, dear = (quick(start, line, 0.2, wait=wait) for wait in (0.0, 6.0))
    assert dear.waits < free.waits
    assert dear.length > free.length


def test_a_wide_pitch_is_crossed_less_often() -> None:
    """Where columns are far apart and rows are not, the pointer keeps to the columns."""
    start = Position(shuffled_board(6, 10, 10, 3))
    line = solve(start).links

    def across(pitch: tuple[float, float]) -> float:
        clicks = [c for pair in quick(start, line, 0.2, pitch=pitch).clicks for c in pair]
        return sum(abs(a.col - b.col) for a, b in pairwise(clicks))

    assert across((10.0, 1.0)) < across((1.0, 10.0))


def test_where_tiles_fall_links_change_places() -> None:
    """Under gravity a thought gives a way that directions alone do not."""
    start = Position(shuffled_board(6, 10, 10, 3), gravity=Gravity.DOWN)
    line = solve(start).links
    assert quick(start, line, 0.1).length < 0.95 * quick(start, line, 0.0).length


def test_no_link_is_no_way() -> None:
    """An empty line gives an empty tour."""
    assert tour(position("a b"), []) == Tour((), (), 0.0, 0)


def test_what_cannot_be_played_is_refused() -> None:
    """A line that is not legal, and a pitch or wait that cannot be, are named."""
    start = position("a a / b b")
    first, second = start.legal_links
    with pytest.raises(IllegalLinkError, match="do not link here"):
        tour(start, [first, first])
    with pytest.raises(IllegalLinkError, match=r"\(0, 0\) and \(1, 0\)"):
        tour(start, [Link(first.a, second.a, ())])
    with pytest.raises(InputError, match="pitch"):
        tour(start, [first], pitch=(0.0, 1.0))
    with pytest.raises(InputError, match="wait"):
        tour(start, [first], wait=-1.0)
