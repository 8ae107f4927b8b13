"""Games played at random."""

from __future__ import annotations

import tracemalloc
from itertools import islice
from random import Random

from builders import position
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from bot.deal import deal
from bot.playout import after_line, play_outs
from bot.position import Gravity, Position


@settings(max_examples=150, deadline=None)
@given(positions, st.integers(0, 9))
def test_a_game_is_legal_and_ends_where_nothing_links(start: Position, seed: int) -> None:
    """By the plain rule, under every gravity, each link is legal, and after the last is none."""
    for line in islice(play_outs(start, Random(seed)), 2):
        now = start
        for a, b in line:
            link = now.link(a, b)
            assert link is not None
            now = now.after(link)
        assert not now.legal_links
        assert after_line(start, line) == now


def test_games_differ_and_a_seed_plays_the_same_ones() -> None:
    """Of twenty games no two are alike, and twice the same twenty come."""
    for gravity in (Gravity.NONE, Gravity.LEFT):
        start = Position(deal(6, 8, 12, seed=1), gravity=gravity)
        games = [list(islice(play_outs(start, Random(3)), 20)) for _ in range(2)]
        assert games[0] == games[1]
        assert len({tuple(line) for line in games[0]}) == 20


def test_any_link_may_come_first() -> None:
    """Of three links each is played first at times, tiles falling or not."""
    for gravity in (Gravity.NONE, Gravity.DOWN):
        start = position("a a b b / c c d e", gravity=gravity)
        firsts = {min(line[0]) for line in islice(play_outs(start, Random(1)), 100)}
        assert firsts == {link.a for link in start.legal_links}


def test_many_equal_tiles_cost_little_memory() -> None:
    """For 18336 pairs of one kind some megabytes, and not a bit of its own for each in each."""
    start = Position(deal(12, 16, 1, seed=1))
    tracemalloc.start()
    try:
        next(play_outs(start, Random(1)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12e6
