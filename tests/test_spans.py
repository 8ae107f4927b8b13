"""Tables: the fast one held against the one that asks the plain rule."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards

from bot.board import Board
from bot.matcher import LinkRule
from bot.spans import Pair, PlainTable, SpanTable, Table, run_around, table_for

tables = st.tuples(boards(), st.integers(0, 2))
randoms = st.randoms(use_true_random=False)


def both(one: Board, margin: int) -> tuple[SpanTable, PlainTable]:
    """The two tables of a board."""
    return SpanTable(one, margin), PlainTable(one, LinkRule(margin=margin))


def pairs_of(one: Board, table: Table) -> list[Pair]:
    """Every two tiles of one kind."""
    kinds = [one[cell] for cell in table.cells]
    every = ((a, b) for b in range(len(kinds)) for a in range(b) if kinds[a] == kinds[b])
    return [table.pair(number, a, b) for number, (a, b) in enumerate(every)]


@settings(max_examples=200, deadline=None)
@given(tables, randoms)
def test_spans_join_what_the_plain_rule_joins(made: tuple[Board, int], rng: Random) -> None:
    """While tiles go one by one, both tables join the same tiles, gone ones too."""
    spans, plain = both(*made)
    pairs = pairs_of(made[0], spans)
    order = list(range(len(spans.cells)))
    rng.shuffle(order)
    for tile in order:
        assert [spans.joined(pair) for pair in pairs] == [plain.joined(pair) for pair in pairs]
        spans.take(tile)
        plain.take(tile)


@settings(max_examples=100, deadline=None)
@given(tables, randoms)
def test_a_sweep_takes_the_same_pairs(made: tuple[Board, int], rng: Random) -> None:
    """Both tables play a random order alike, and leave the same pairs for later."""
    spans, plain = both(*made)
    pairs = pairs_of(made[0], spans)
    rng.shuffle(pairs)
    lines: tuple[list[Pair], list[Pair]] = [], []
    assert spans.sweep(pairs, lines[0]) == plain.sweep(pairs, lines[1])
    assert lines[0] == lines[1]
    assert spans.gone[: len(plain.gone)] == plain.gone


@settings(max_examples=100, deadline=None)
@given(tables, randoms)
def test_a_flood_leaves_the_same_tiles(made: tuple[Board, int], rng: Random) -> None:
    """Whatever pairs are allowed, and in whatever order tiles are looked at."""
    spans, plain = both(*made)
    pairs = pairs_of(made[0], spans)
    allowed = sum(pair.bit for pair in pairs if rng.random() < 0.6)
    left = []
    for table in (spans, plain):
        partners = [[p for p in pairs if tile in {p.a, p.b}] for tile in range(len(table.cells))]
        tiles = list(range(len(partners)))
        rng.shuffle(tiles)
        fired: list[Pair] = []
        left.append(set(table.flood(tiles, partners, allowed, fired)))
        assert all(pair.bit & allowed for pair in fired)
        assert {tile for pair in fired for tile in (pair.a, pair.b)} == set(tiles) - left[-1]
    assert left[0] == left[1]


@settings(max_examples=50, deadline=None)
@given(tables, st.integers(0, 3), randoms)
def test_a_restored_table_stands_as_it_stood(
    made: tuple[Board, int], turns: int, rng: Random
) -> None:
    """Taking tiles after a snapshot leaves no trace once it is restored, nor after a reset."""
    table = table_for(made[0], LinkRule(turns, made[1]))
    pairs = pairs_of(made[0], table)
    fresh = [table.joined(pair) for pair in pairs]
    order = list(range(len(table.cells)))
    rng.shuffle(order)
    half = len(order) // 2
    for tile in order[:half]:
        table.take(tile)
    saved, joined = table.snapshot(), [table.joined(pair) for pair in pairs]
    for tile in order[half:]:
        table.take(tile)
    table.restore(saved)
    assert [table.joined(pair) for pair in pairs] == joined
    table.reset()
    assert [table.joined(pair) for pair in pairs] == fresh
    assert not any(table.gone)


@pytest.mark.parametrize(
    ("free", "bit", "run"),
    [(0b0, 0b1, 0b1), (0b1110, 0b1000, 0b1110), (0b1011, 0b100, 0b1111), (0b1000, 0b1, 0b1)],
)
def test_a_run_ends_where_a_bit_is_not_free(free: int, bit: int, run: int) -> None:
    """The run holds its own bit and the free bits that touch it."""
    assert run_around(free, bit) == run
