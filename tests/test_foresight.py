"""Foresight: what a board should be once a link has gone, and where its tiles come from."""

from __future__ import annotations

import pytest
from builders import board
from hypothesis import given
from hypothesis import strategies as st

from bot.board import EMPTY
from bot.deal import deal
from bot.foresight import foresee
from bot.geometry import Cell
from bot.matcher import Link, LinkRule
from bot.position import Gravity, Position, remove

RULE = LinkRule()


def link(a: tuple[int, int], b: tuple[int, int]) -> Link:
    """A link whose path does not matter."""
    return Link(Cell(*a), Cell(*b), ())


@given(
    st.sampled_from(list(Gravity)),
    st.integers(0, 50),
    st.integers(0, 1000),
    st.integers(0, 1000),
)
def test_every_tile_is_where_it_falls(gravity: Gravity, seed: int, one: int, other: int) -> None:
    """The board is what `remove` makes of it, and each tile of it is told from where it came."""
    dealt = deal(4, 5, 5, seed=seed)
    links = list(Position(dealt).legal_links)
    if not links:
        return
    first = links[one % len(links)]
    after = remove(dealt, first.a, first.b, gravity)
    following = list(Position(after).legal_links)
    if not following:
        return
    upcoming = following[other % len(following)]
    foreseen = foresee(dealt, first, upcoming, RULE, gravity)
    assert foreseen is not None
    assert foreseen.after == after
    assert {cell for cell in dealt.cells() if after[cell] == EMPTY != dealt[cell]} == {
        *foreseen.freed
    }
    assert len(foreseen.freed) == 2
    sources = dict(foreseen.stays)
    assert {upcoming.a, upcoming.b} <= sources.keys()
    assert all(after[cell] == dealt[source] for cell, source in sources.items())
    assert len(set(sources.values())) == len(sources)
    assert not {first.a, first.b} & set(sources.values())
    unmoved = set(dealt.cells()) - sources.keys() - set(foreseen.freed)
    assert all(after[cell] == dealt[cell] for cell in unmoved)


@pytest.mark.parametrize(
    ("upcoming", "why"),
    [
        (link((2, 0), (2, 2)), "no path"),
        (link((0, 0), (0, 1)), "empty by then"),
        (link((0, 0), (9, 9)), "outside"),
    ],
)
def test_what_will_not_link_is_not_foreseen(upcoming: Link, why: str) -> None:
    """For whatever reason."""
    dealt = board("a a b / c d e / f g f / e h d")
    first = link((0, 0), (0, 1))
    assert foresee(dealt, first, upcoming, LinkRule(margin=0), Gravity.DOWN) is None, why
