"""What marked tiles tell of clicks that were lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.geometry import Cell, Lattice, Pixel
from bot.glimpse import inside
from bot.hearing import Hearing
from bot.matcher import Link
from bot.pace import Pace
from bot.patience import Patience
from bot.pointer import Pointer
from bot.reading import Reading

A, B, OTHER = Cell(0, 0), Cell(0, 3), Cell(2, 2)
LINK = Link(A, B, (A, B))


def _pace(*marked: bool) -> Pace:
    """The pace of a game whose last links were marked, or not."""
    pace = Pace(Patience())
    for each in marked:
        pace.saw(marked=each)
    return pace


def _hearing(pace: Pace, *marked: Cell) -> Hearing:
    """What is heard of a link; those tiles were marked before it was clicked."""
    pointer = Pointer(cell=B)
    pointer.selection.among(marked, anew=True)
    return Hearing(pace, LINK, pointer, 10.0)


def test_where_only_the_last_tile_is_selected_no_tile_will_go() -> None:
    """The first click was lost, or the game refused the link; not before it may be shown."""
    hearing = _hearing(_pace())
    assert not hearing.is_vain((B,), 10.3)
    assert hearing.is_vain((B,), 10.5)
    assert not hearing.is_vain((A, B), 10.5)
    assert not hearing.is_vain((OTHER,), 10.5)


def test_tiles_that_were_marked_before_tell_nothing() -> None:
    """A tile elsewhere is left out; where one of the link is marked nobody knows what was heard."""
    hearing = _hearing(_pace(), OTHER)
    assert hearing.is_vain((B, OTHER), 10.5)
    assert not hearing.is_vain((A, B, OTHER), 10.5)
    for before in (A, B):
        hearing = _hearing(_pace(True, True, True), before)
        assert not hearing.is_vain((A, B), 11.5)


@pytest.mark.parametrize(
    ("links", "vain"),
    [
        ((True, True, True), True),
        ((True, True), False),
        ((True, False, True, True), False),
        ((False, False, False), False),
    ],
)
def test_an_unmarked_link_was_not_heard_where_all_are_marked(
    links: tuple[bool, ...], vain: bool
) -> None:
    """That takes some links that were marked, and none that was not."""
    assert _hearing(_pace(*links)).is_vain((), 10.5) is vain


def test_a_marked_link_is_waited_for_as_long_as_it_is_marked() -> None:
    """However long it takes; and a little longer, for pictures may be late."""
    hearing = _hearing(_pace(True, True, True))
    assert not hearing.is_vain((A, B), 19.0)
    assert not hearing.is_vain((), 19.3)
    assert hearing.is_vain((), 19.5)


def test_how_a_link_was_marked_is_remembered_once_it_is_gone() -> None:
    """If it was looked at before it went."""
    for selected, marks in (((A, B), True), ((A,), False)):
        pace = _pace(True, True)
        hearing = _hearing(pace)
        hearing.gone()
        assert not pace.marks_links  # nothing was seen of that link
        hearing.is_vain(selected, 10.5)
        hearing.gone()
        assert pace.marks_links is marks


def test_a_link_that_goes_before_it_may_be_marked_tells_nothing() -> None:
    """A late picture of it shows no mark yet, and the next one neither tiles nor marks."""
    pace = _pace(True, True, True)
    hearing = _hearing(pace)
    assert not hearing.is_vain((), 10.1)
    hearing.gone()
    assert pace.marks_links


def test_a_slow_game_has_more_time_to_mark_its_tiles() -> None:
    """Four times as long as the latest mark of late took."""
    pace = Pace(Patience())
    for after in (0.1, 0.3, 0.1):
        pace.saw(marked=True, after=after)
    assert not _hearing(pace).is_vain((), 11.1)
    assert _hearing(pace).is_vain((), 11.3)


def test_tiles_that_lose_their_marks_one_before_the_other_may_go() -> None:
    """A link of which both were marked is waited for from then on, however long that was."""
    hearing = _hearing(_pace())
    assert not hearing.is_vain((A, B), 11.0)
    assert not hearing.is_vain((B,), 11.3)
    assert hearing.is_vain((B,), 11.5)


def _seen(*changed: Cell) -> tuple[SimpleNamespace, NDArray[np.uint8]]:
    """A reading in which some cells look otherwise, and the picture before."""
    before = np.full((40, 60, 3), 90, np.uint8)
    lattice, now = Lattice(Pixel(5, 5), (10.0, 10.0), 4, 6), before.copy()
    for cell in changed:
        now[inside(lattice, cell)] = 140
    return SimpleNamespace(pixels=now, lattice=lattice), before


@pytest.mark.parametrize(
    ("looks", "refused"),
    [
        ([(A, B), ()], True),
        ([(A, B), (B,)], True),
        ([(A, B), (A,)], False),
        ([(A,), ()], False),
        ([(B,), ()], False),
        ([(), ()], False),
        ([(A, B)], False),
    ],
    ids=["shaken", "hovered", "marked", "first", "last", "lost", "still"],
)
def test_a_link_whose_tiles_are_shaken_is_refused(
    looks: list[tuple[Cell, ...]], refused: bool
) -> None:
    """Both change, and the one that is not under the pointer is as it was after that."""
    hearing = _hearing(_pace())
    for changed in looks:
        reading, before = _seen(*changed)
        hearing.look(cast("Reading", reading), before)
    assert hearing.is_refused is refused
    hearing.look(cast("Reading", reading), None)
    hearing.look(cast("Reading", reading), before[1:])
    assert hearing.is_refused is refused
