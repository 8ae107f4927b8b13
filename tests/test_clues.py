"""What clicks tell of tiles, and how it is kept while they move."""

from __future__ import annotations

from collections import Counter

from builders import board
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards, gravities

from bot.board import UNKNOWN, Board
from bot.clues import NOTHING, Evidence, moves
from bot.geometry import Cell
from bot.position import Gravity, remove


def test_a_refusal_outlives_the_tile_it_was_learnt_from() -> None:
    """What did not match a tile does not match its kind either, after that tile is gone."""
    seen = board("a ? b ? a a b b")
    known = NOTHING.failed(Cell(0, 0), Cell(0, 1)).removed(
        seen, Cell(0, 0), Cell(0, 4), Gravity.NONE
    )
    assert known.never == {(Cell(0, 1), 1)}
    assert known.gone == (1,)


def test_a_pair_read_as_two_kinds_counts_as_the_one_that_lacked_a_tile() -> None:
    """The other kind had a tile too many, and that one is gone now."""
    seen = board("a a a a a b b b")
    assert Evidence().removed(seen, Cell(0, 0), Cell(0, 7), Gravity.NONE).gone == (2,)


def test_pairs_taken_before_count_when_a_pair_read_as_two_kinds_is_named() -> None:
    """Three tiles of each are left, but a pair of the first kind went before."""
    seen = board("a a a b b b")
    for kinds, true in (((1,), 2), ((2,), 1), ((), UNKNOWN)):
        told = Evidence(gone=kinds).removed(seen, Cell(0, 0), Cell(0, 5), Gravity.NONE).gone
        assert told == ((*kinds, true) if true != UNKNOWN else kinds)


@given(st.data(), boards(), gravities)
def test_evidence_moves_with_the_tiles_as_they_fall(
    data: st.DataObject, full: Board, gravity: Gravity
) -> None:
    """Every tile that stays is found, of the same kind, where it is said to lie."""
    tiles = [cell for cell in full.cells() if full[cell] not in (0, -2)]
    if len(tiles) < 2:
        return
    a, b = data.draw(st.permutations(tiles))[:2]
    after, now = remove(full, a, b, gravity), moves(full, a, b, gravity)
    assert sorted(now) == sorted(set(tiles) - {a, b})
    assert all(after[now[cell]] == full[cell] for cell in now)
    assert Counter(now.values()) == Counter(set(now.values()))
    known = NOTHING.failed(*tiles[:2]).refusing(*tiles[:2]).removed(full, a, b, gravity)
    if {a, b}.isdisjoint(tiles[:2]):
        assert known.differ == {tuple(sorted(now[cell] for cell in tiles[:2]))}
        stays = all(now[cell] == cell for cell in tiles[:2])
        assert known.refused == ({tuple(sorted(tiles[:2]))} if stays else set())
    else:
        assert not known.differ
