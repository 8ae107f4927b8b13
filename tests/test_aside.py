"""Where a pointer is out of the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.aside import beside
from bot.geometry import Rect, ScreenPoint

BOARD = Rect(-500, 100, 300, 200)
AT = ScreenPoint(-400.5, 150.25)


def window(left: int, top: int, right: int, bottom: int) -> Rect:
    """A window with so much room on each side of the board, pt."""
    return Rect(
        BOARD.left - left,
        BOARD.top - top,
        BOARD.width + left + right,
        BOARD.height + top + bottom,
    )


@pytest.mark.parametrize(
    ("rooms", "place"),
    [
        ((50, 50, 50, 50), (-184, 150.25)),
        ((50, 50, 8, 50), (-400.5, 316)),
        ((50, 50, 0, 18), (-524, 150.25)),
        ((20, 50, 0, 18), (-400.5, 68)),
        ((20, 20, 12, 18), (-191, 150.25)),
        ((20, 20, 7, 18), (-400.5, 315)),
        ((8, 9, 7, 7), (-505, 150.25)),
        ((7, 9, 7, 7), (-400.5, 94)),
    ],
)
def test_the_pointer_goes_where_it_hides_least(
    rooms: tuple[int, int, int, int], place: tuple[float, float]
) -> None:
    """Right, below, left, above: first where all of an arrow has room, then where its tip has."""
    assert beside(AT, BOARD, window(*rooms))[0] == place


@pytest.mark.parametrize("rooms", [(0, 0, 0, 0), (7, 7, 7, 7), (-20, -20, -20, -20)])
def test_where_there_is_no_room_there_is_no_place(rooms: tuple[int, int, int, int]) -> None:
    """A board that fills its window, or reaches over it."""
    assert beside(AT, BOARD, window(*rooms)) == ()


@given(
    rooms=st.tuples(*[st.integers(-50, 90)] * 4),
    x=st.floats(BOARD.left, BOARD.right - 1),
    y=st.floats(BOARD.top, BOARD.bottom - 1),
)
def test_every_place_is_in_the_window_and_off_the_board(
    rooms: tuple[int, int, int, int], x: float, y: float
) -> None:
    """With some distance to either, and one for each side that has room."""
    around = window(*rooms)
    inner = Rect(around.left + 3, around.top + 3, around.width - 5, around.height - 5)
    places = beside(ScreenPoint(x, y), BOARD, around)
    assert len(places) == sum(room >= 8 for room in rooms)
    for place in places:
        off = max(
            BOARD.left - place.x,
            place.x - BOARD.right,
            BOARD.top - place.y,
            place.y - BOARD.bottom,
        )
        assert off >= 5
        if min(rooms) >= 3:
            assert inner.holds(*place)
