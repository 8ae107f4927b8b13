"""A tree of joins is cut into kinds where gaps are wide and numbers of items even."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot import treecut
from bot.linkage import Join, linked
from bot.treecut import Cut, cut_tree


def alike(pairs: NDArray[np.intp]) -> NDArray[np.bool_]:
    """No pair is surely unlike."""
    return np.zeros(len(pairs), np.bool_)


def joins_of(places: list[float]) -> list[Join]:
    """The joins of items that lie on a line."""
    line = np.asarray(places, np.float32)
    pairs = np.stack(np.triu_indices(len(line), 1), axis=1)

    def apart(some: NDArray[np.intp]) -> NDArray[np.float32]:
        return np.asarray(np.abs(line[some[:, 0]] - line[some[:, 1]]), np.float32)

    return linked(len(line), pairs, apart(pairs), apart, np.zeros((len(line),) * 2, np.float32))


def cut(places: list[float]) -> Cut:
    """The groups of items that lie on a line."""
    return cut_tree(len(places), joins_of(places), alike)


def pairs_at(*places: float, within: float = 0.5) -> list[float]:
    """Two items near each of these places."""
    return [place + side for place in places for side in (0.0, within)]


def test_a_wide_gap_parts_kinds() -> None:
    """Five pairs far from each other are five kinds, and nothing was guessed."""
    found = cut(pairs_at(0, 20, 45, 75, 110))
    assert found.groups.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert found.guessed == 0
    assert 0.5 < found.limit < 20
    assert found.gap > 10


SIX = pairs_at(0, 20, 45, 75, 110, 150, within=0.1)


def test_two_that_are_alone_are_a_kind_though_they_differ_more() -> None:
    """They lie beyond the limit, and both would be odd: a guess."""
    found = cut([*SIX, 200.0, 204.5])
    assert found.limit < 4.5
    assert found.groups[-2] == found.groups[-1]
    assert len(set(found.groups.tolist())) == 7
    assert found.guessed == 1


def test_three_and_one_are_four() -> None:
    """A tile that differs from its three equals is taken in; three and two are not joined."""
    four = cut([*SIX, 200.0, 200.1, 200.2, 203.5])
    assert four.limit < 3.3
    assert len(set(four.groups[-4:].tolist())) == 1
    assert four.guessed == 1
    even = cut([*SIX, 200.0, 200.1, 203.5, 203.6])
    assert even.groups[-1] == even.groups[-2] != even.groups[-3]
    assert even.guessed == 0


def test_what_is_surely_unlike_is_not_joined_beyond_the_limit() -> None:
    """However odd it is."""
    places = [*SIX, 200.0, 204.5]
    found = cut_tree(len(places), joins_of(places), lambda some: np.ones(len(some), np.bool_))
    assert found.groups[-2] != found.groups[-1]
    assert found.guessed == 0


def test_far_ones_are_not_joined_to_be_even() -> None:
    """Two lone items on opposite sides of all others stay alone."""
    found = cut([*SIX, 900.0, -700.0])
    assert np.bincount(found.groups).tolist().count(1) == 2


@pytest.mark.parametrize("count", [14, 20, 30])
def test_a_kind_is_not_far_commoner_than_others(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two large groups a little below the limit stay two where other kinds have four tiles."""
    fours = [place + 1.2 * step for place in range(0, 480, 40) for step in range(4)]
    large = [place + step / 100 for place in (900.0, 903.0) for step in range(count)]
    places = [*fours, *large]
    assert cut(places).limit > 3

    def parted() -> bool:
        found = cut(places).groups
        return bool(found[-1] != found[-1 - count])

    assert parted()
    monkeypatch.setattr(treecut, "_COMMON", 1e9)
    assert not parted()


def test_the_smallest_trees() -> None:
    """Two pairs, and one."""
    assert cut([0.0, 0.1]).groups.tolist() == [0, 0]
    assert cut([0.0, 0.1, 50.0, 50.1]).groups.tolist() == [0, 0, 1, 1]


def test_no_kind_is_larger_than_several_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two kinds of four hardly differ, but all others are of four: these are not one of eight."""
    fours = [place + at / 30 for place in (0, 20, 45, 75, 110, 150) for at in range(4)]
    alike_two = [place + at / 30 for place in (200, 201.3) for at in range(4)]
    found = cut([*fours, *alike_two])
    assert found.groups[-8:].tolist() == [6] * 4 + [7] * 4
    monkeypatch.setattr(treecut, "_LARGER", 0.0)
    monkeypatch.setattr(treecut, "even_handed", lambda _: 0.0)
    assert cut([*fours, *alike_two]).groups[-8:].tolist() == [6] * 8


def test_copies_are_one_kind_however_many_there_are() -> None:
    """Twenty and six, joined last, that differ by no grey level, among a dozen pairs."""
    pairs = [(at, at + 1, 0.0) for at in range(0, 24, 2)]
    many = [(at, at + 1, 0.0) for at in range(24, 49) if at != 43]
    others = [(at, at + 2, 1.3) for at in range(0, 24, 2)]
    found = cut_tree(50, [*pairs, *many, (43, 44, 0.0), *others], alike)
    assert len(set(found.groups[24:].tolist())) == 1
    assert len(set(found.groups.tolist())) == 13
    # Where they differ, be it little, they are two kinds that are not too common.
    found = cut_tree(50, [*pairs, *many, (43, 44, 0.1), *others], alike)
    assert len(set(found.groups[24:].tolist())) == 2


def test_what_is_dealt_in_one_number_is_not_parted_into_others() -> None:
    """Ten and two lie a little beyond the limit from each other, and all other kinds are twelve."""
    places = [20.0 * place + aside for place in range(5) for aside in (0, 2)]
    twelve = [place + at / 100 for place in places for at in range(12)]
    parts = [200 + at / 100 for at in range(10)] + [201.5, 201.51]
    groups = cut([*twelve, *parts]).groups[-12:].tolist()
    assert len(set(groups)) == 1
    # Where kinds have ten they are of their own.
    ten = [place for at, place in enumerate(twelve) if at % 12 < 10]
    groups = cut([*ten, *parts]).groups[-12:].tolist()
    assert len(set(groups)) == 2


def test_items_without_joins_are_alone() -> None:
    """Where nothing was worth comparing."""
    assert cut_tree(3, [], alike).groups.tolist() == [0, 1, 2]


def test_one_of_each_kind_that_moves_is_of_its_kind() -> None:
    """Tilted tiles are far from the copies of their kind: all kinds have as many with them."""
    places = [11.0 * at for at in range(10)]
    copies = [place + side for place in places for side in (0, 0.1, 0.2, 0.3)]
    tilted = [place + side for place in places for side in (4.0, 4.4)]
    found = cut([*copies, *tilted])
    assert np.bincount(found.groups).tolist() == [6] * 10
    assert found.groups[40:].tolist() == [kind for kind in range(10) for _ in range(2)]
