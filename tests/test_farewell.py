"""What a game says at its end, before it has painted its last tiles away."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.beliefs import Beliefs
from bot.board import Board
from bot.course import Course
from bot.farewell import Farewell, messages
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.lookout import Lookout
from bot.matcher import Link
from bot.pace import Pace
from bot.patience import Patience
from bot.position import Gravity
from bot.witness import Nobody

LATTICE = Lattice(Pixel(60, 60), (40.0, 40.0), 4, 6)
LAST = Board.from_text("a . . . . .\n. . . . . .\n. . . . . .\n. . . . . a")
ENDS = Cell(0, 0), Cell(3, 5)
LINK = Link(*ENDS, (ENDS[0], Cell(0, 5), ENDS[1]))
STILL = 5.0
GROUND = 230


def picture(*draw: Callable[[NDArray[np.uint8]], object]) -> NDArray[np.uint8]:
    """Two tiles on plain ground, and whatever is drawn over them."""
    pixels = np.full((260, 320, 3), GROUND, np.uint8)
    for cell in ENDS:
        x, y = (round(way) for way in LATTICE.center(cell))
        cv2.circle(pixels, (x, y), 15, (200, 30, 30), -1)
    for each in draw:
        each(pixels)
    return pixels


def box(pixels: NDArray[np.uint8]) -> None:
    """A message as a dialog: in the colour of the ground, with a line around and some words."""
    cv2.rectangle(pixels, (100, 80), (230, 150), (90, 90, 90), 2)
    cv2.putText(pixels, "You win!", (112, 110), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 2)
    cv2.rectangle(pixels, (150, 122), (190, 142), (120, 120, 120), 1)


def banner(pixels: NDArray[np.uint8]) -> None:
    """A message over a tile as well."""
    cv2.rectangle(pixels, (20, 40), (250, 120), (40, 80, 160), -1)


def dim(pixels: NDArray[np.uint8]) -> None:
    """All darker, as a browser shows a page below a message."""
    pixels[:] = pixels * 0.4


def dim_half(pixels: NDArray[np.uint8]) -> None:
    """The same of the left half."""
    dim(pixels[:, :160])


def mark(pixels: NDArray[np.uint8]) -> None:
    """A tile drawn as selected."""
    cv2.rectangle(pixels, (42, 42), (78, 78), (250, 200, 0), 3)


def clock(pixels: NDArray[np.uint8]) -> None:
    """Some words beside the board."""
    cv2.putText(pixels, "01:13", (10, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1)


def advert(pixels: NDArray[np.uint8]) -> None:
    """Something large that changes below the board."""
    cv2.rectangle(pixels, (10, 222), (310, 256), (20, 160, 60), -1)


@pytest.mark.parametrize(
    ("drawn", "is_one"),
    [
        ((box,), True),
        ((banner,), True),
        ((box, mark, clock), True),
        ((mark, clock), False),
        ((advert,), False),
    ],
    ids=["a dialog", "a banner", "more", "a mark and a clock", "beside the board"],
)
def test_a_message_is_large_and_of_one_piece(
    drawn: tuple[Callable[[NDArray[np.uint8]], object], ...], is_one: bool
) -> None:
    """It may have the colour of the ground."""
    assert bool(messages(picture(), picture(*drawn), LATTICE, ENDS)) is is_one


class Seen:
    """A lookout at one picture after another."""

    def __init__(self, *pictures: NDArray[np.uint8], hides: bool = False) -> None:
        self.pictures, self.hides = list(pictures), hides
        self.looked_at = 0.0

    def current(self) -> tuple[Frame, Frame]:
        """A frame, and a reading of which only lattice and board are asked for."""
        self.lattice, self.board = LATTICE, LAST
        frame = Frame(self.pictures[0])
        return frame, cast("Frame", self)

    def look(self) -> None:
        """The next picture, while there is one."""
        self.looked_at += 0.1
        del self.pictures[: len(self.pictures) > 1]

    def wait(self) -> None:
        """See `Lookout.wait`."""

    def shows(self, board: Board, cells: tuple[Cell, ...]) -> bool:
        """Both tiles, if no message hides one."""
        return not self.hides


def farewell(out: Seen, beliefs: Beliefs, board: Board = LAST) -> Farewell:
    """Of a game whose last link was clicked."""
    course = Course(beliefs, Pace(Patience()), Nobody(), lambda _: None)
    found = Farewell(course, cast("Lookout", out), STILL, 2 * STILL)
    found.clicked(board, LINK, picture())
    return found


KNOWN = Beliefs(gravities=(Gravity.NONE,))


def test_what_has_gone_since_the_last_click_is_no_message() -> None:
    """Tiles of the pair before flew across others when it was clicked: a banner, say."""
    flying, now = picture(banner), picture()
    assert messages(flying, now, LATTICE, ENDS)
    assert not messages(flying, now, LATTICE, ENDS, [now, flying])
    assert messages(flying, picture(box), LATTICE, ENDS, [now[:-8], now, flying])


def test_a_pair_that_flew_across_the_board_as_the_last_was_clicked_is_no_message() -> None:
    """Neither what it hid, nor its own two cells, which are empty by now."""
    pair = Link(Cell(1, 2), Cell(1, 3), ())

    def there(pixels: NDArray[np.uint8]) -> None:
        for cell in (pair.a, pair.b):
            x, y = (round(way) for way in LATTICE.center(cell))
            pixels[y - 18 : y + 18, x - 20 : x + 20] = (40, 80, 160)

    for shown, is_said in ((picture(), False), (picture(box), True)):
        course = Course(KNOWN, Pace(Patience()), Nobody(), lambda _: None)
        found = Farewell(course, cast("Lookout", Seen(shown)), STILL, 2 * STILL)
        found.clicked(LAST, pair, picture(there))
        found.clicked(LAST, LINK, picture(there, banner))
        assert found.is_said(LAST, 2) is is_said


@pytest.mark.parametrize(
    ("out", "tries", "is_said"),
    [
        (Seen(picture(box)), 2, True),
        (Seen(picture(box)), 1, False),
        (Seen(picture(banner), hides=True), 0, True),
        (Seen(picture(box), picture(box), picture()), 2, False),
        (Seen(picture(mark)), 2, False),
        (Seen(picture(mark, box), hides=True), 1, False),
        (Seen(np.zeros((40, 40, 3), np.uint8)), 2, False),
        (Seen(picture(box, dim)), 0, True),
        (Seen(picture(box, dim), picture(box, dim), picture()), 0, False),
        (Seen(picture(dim_half)), 0, False),
    ],
    ids=[
        *("stands", "one try", "over a tile", "goes", "none", "a mark", "another size"),
        *("dims the board", "dims it for a moment", "dims a part"),
    ],
)
def test_a_message_that_comes_with_the_last_click_and_stays_is_believed(
    out: Seen, tries: int, *, is_said: bool
) -> None:
    """Beside tiles that are still seen only if they are clicked in vain once more."""
    assert farewell(out, KNOWN).is_said(LAST, tries) is is_said


def test_a_message_is_no_farewell_where_more_is_left_or_the_link_may_be_refused() -> None:
    """It may say that the two do not link."""
    more = Board.from_text("a . . . . .\n. b b . . .\n. . . . . .\n. . . . . a")
    assert not farewell(Seen(picture(box)), KNOWN, more).is_said(more, 2)
    wall = Board.from_text("a . . . . .\n. . . . . .\n. . . . . .\n. . . . . b")
    assert not farewell(Seen(picture(box)), KNOWN, wall).is_said(wall, 2)
