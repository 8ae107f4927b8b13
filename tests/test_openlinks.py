"""Links kept up through games at random, held against the plain rule after every removal."""

from __future__ import annotations

import tracemalloc
from itertools import permutations
from random import Random

import pytest
from builders import board, shuffled_board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, rules

from bot.board import Board
from bot.deal import deal
from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.matcher import LinkRule, find_links
from bot.openlinks import OpenLinks

A, B = Cell(0, 0), Cell(0, 2)


def by_the_plain_rule(one: Board, rule: LinkRule) -> list[tuple[Cell, Cell]]:
    """The two ends of every link, in reading order."""
    return sorted((link.a, link.b) for link in find_links(one, rule))


def play(one: Board, rule: LinkRule, seed: int) -> None:
    """Play at random to the end; after every link both ways to all links are those of the rule."""
    links, rng = OpenLinks(one, rule), Random(seed)
    while True:
        expected = by_the_plain_rule(one, rule)
        assert sorted(links) == expected
        assert links.recompute() == set(expected)
        assert len(links) == len(expected)
        if not expected:
            return
        a, b = rng.choice(expected)
        links.take(*rng.choice([(a, b), (b, a)]))
        one = one.without([a, b])


@settings(max_examples=200, deadline=None)
@given(boards(most_kinds=3), rules, st.integers(0, 99))
def test_links_are_those_of_the_plain_rule_after_every_removal(
    one: Board, rule: LinkRule, seed: int
) -> None:
    """On small boards with holes, walls and unknown cells, under every rule."""
    play(one, rule, seed)


@pytest.mark.parametrize("margin", [0, 1])
@pytest.mark.parametrize(("rows", "cols", "kinds"), [(8, 18, 36), (10, 14, 20), (7, 12, 5)])
def test_links_of_whole_games_are_those_of_the_plain_rule(
    rows: int, cols: int, kinds: int, margin: int
) -> None:
    """The same on boards of real sizes, on which segments are long."""
    play(shuffled_board(rows, cols, kinds, seed=margin), LinkRule(margin=margin), seed=1)


@settings(max_examples=50, deadline=None)
@given(boards(4, 6, most_kinds=2), rules, st.integers(0, 99))
def test_a_restored_game_stands_as_it_did(one: Board, rule: LinkRule, seed: int) -> None:
    """After a game to the end, and whatever is played on from there the second time."""
    links = OpenLinks(one, rule)
    saved, before, key = links.snapshot(), list(links), links.key
    for _ in range(2):
        rng = Random(seed)
        while links:
            links.take(*rng.choice(list(links)))
        assert links.recompute() == set()
        links.restore(saved)
        assert (list(links), links.key) == (before, key)


def test_the_key_tells_what_is_left_and_not_how_it_came() -> None:
    """The same tiles taken in any order give one key, other tiles another, and no tile gives 0."""
    keys = []
    for order in permutations([(0, 1), (2, 3), (4, 5)]):
        links = OpenLinks(board("a a b b c c"), LinkRule())
        keys.append([links.key])
        for a, b in order:
            links.take(Cell(0, a), Cell(0, b))
            keys[-1].append(links.key)
    assert {line[0] for line in keys} == {keys[0][0]}
    assert len({line[1] for line in keys}) == 3
    assert len({line[2] for line in keys}) == 3
    assert {line[3] for line in keys} == {0}
    assert len({key for line in keys for key in line}) == 8


def test_keys_are_made_from_the_seed() -> None:
    """One seed gives one key, another seed another, and it has 64 bits at most."""
    one, same, other = (OpenLinks(board("a b a"), LinkRule(), seed).key for seed in (1, 1, 2))
    assert one == same != other
    assert 0 < one < 2**64


@pytest.mark.parametrize(
    ("a", "b"),
    [(A, Cell(0, 1)), (A, A), (A, Cell(5, 5)), (Cell(1, 0), Cell(1, 2))],
    ids=["unlike", "one cell", "off the board", "blocked"],
)
def test_what_does_not_link_is_not_taken(a: Cell, b: Cell) -> None:
    """It is refused, and all stays as it was."""
    links = OpenLinks(board("a b a / c b c / a b a"), LinkRule())
    before = list(links), links.key
    assert (a, b) not in links
    with pytest.raises(IllegalLinkError, match="do not link here"):
        links.take(a, b)
    assert (list(links), links.key) == before


def test_a_link_is_taken_once() -> None:
    """In either order it links; taken, it links no more."""
    links = OpenLinks(board("a b a"), LinkRule())
    assert (A, B) in links
    assert (B, A) in links
    links.take(B, A)
    assert (A, B) not in links
    assert "a" not in links
    with pytest.raises(IllegalLinkError):
        links.take(A, B)


def test_many_equal_tiles_cost_little_memory() -> None:
    """For 18336 pairs of one kind some megabytes, and not a bit of its own for each in each."""
    tracemalloc.start()
    try:
        OpenLinks(deal(12, 16, 1, seed=1), LinkRule())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20e6
