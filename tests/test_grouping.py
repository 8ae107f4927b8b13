"""How clearly cells were grouped, and which of two groupings is to be believed."""

from __future__ import annotations

import numpy as np

from bot.grouping import Grouping


def grouping(sizes: list[int], gap: float) -> Grouping:
    """Groups of some sizes."""
    groups = np.repeat(np.arange(len(sizes)), sizes)
    return Grouping(groups, np.full((8, 8), 4, np.float32), 1.0, gap, 0)


def test_clear_and_even_groups_are_believed() -> None:
    """Rather than many of one tile each."""
    assert grouping([4] * 10, 3.0).is_clearer_than(grouping([1, 3] * 10, 1.2))


def test_one_group_of_nearly_all_is_never_believed() -> None:
    """What explains every difference of tiles tells nothing of them."""
    doubtful = grouping([1, 2, 2, 4, 1, 3] * 5, 1.1)
    lump = grouping([76, 1], 1.5)
    assert lump.clarity > doubtful.clarity
    assert not lump.is_clearer_than(doubtful)
    assert lump.largest == 76 / 77


def test_kinds_of_one_size_are_believed_though_their_gap_is_small() -> None:
    """As they were dealt; rather than fewer of two sizes that are clearly apart."""
    dealt = grouping([6] * 21, 1.5)
    assert not grouping([6] * 11 + [12] * 5, 4.0).is_clearer_than(dealt)
    several = grouping([6] * 15 + [4] * 9, 1.5)
    assert grouping([6] * 11 + [12] * 5, 4.0).is_clearer_than(several)
