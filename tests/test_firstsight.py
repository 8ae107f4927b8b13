"""Pictures are read briefly at first, and thoroughly where nothing has changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from bot import firstsight
from bot.board import UNKNOWN
from bot.boardless import boardless
from bot.deal import deal
from bot.errors import BoardNotFoundError
from bot.firstsight import FirstSight, found, middle_of
from bot.frame import Frame
from bot.geometry import Cell, ScreenPoint
from bot.likely import Sighting
from bot.looks import Eye
from bot.objections import Objection
from bot.reader import read
from bot.reading import Reading
from bot.simulator import Style, draw

BOARD = Frame(draw(deal(6, 8, kinds=12, seed=1), Style.default()))
COVERED = Frame(np.full((9, 9, 3), 40, np.uint8))
FOUND = read(BOARD)


class Looks:
    """An eye that finds the board in one picture only, and what is seen on the screen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *shown: Frame | None) -> None:
        self.shown, self.read_in_full = list(shown), list[bool]()
        self.eye = self.look
        monkeypatch.setattr(firstsight, "read", self.eye)

    def look(
        self,
        frame: Frame,
        in_vain: Callable[[int], bool] = lambda _: False,
        enough: Callable[[], bool] = lambda: False,
    ) -> Reading:
        """See `bot.reader.read`."""
        self.read_in_full.append(not in_vain(10**6))
        if frame is COVERED:
            raise BoardNotFoundError("nothing")
        return FOUND

    def newer(self, frame: Frame) -> Frame | None:
        """What is seen next."""
        return self.shown.pop(0) if self.shown else None


def tried_in_vain(monkeypatch: pytest.MonkeyPatch) -> list[Sighting]:
    """The lattices that are tried from now on, none of which is any board's."""
    tried = list[Sighting]()

    def in_vain(eye: Eye, seen: Sighting, read_near: object) -> Objection:
        tried.append(seen)
        eye.named += seen.tiles.size
        return Objection("it is none")

    monkeypatch.setattr("bot.reader.in_any_light", in_vain)
    return tried


@pytest.mark.parametrize(
    ("shown", "in_full"),
    [
        ([BOARD], [False, True]),
        ([COVERED, BOARD], [False, False, True]),
        ([COVERED, COVERED, BOARD], [False, False, False, True]),
    ],
)
def test_what_has_changed_meanwhile_is_read_instead(
    monkeypatch: pytest.MonkeyPatch, shown: list[Frame], in_full: list[bool]
) -> None:
    """A countdown is over long before it would have been read to the end."""
    looks = Looks(monkeypatch, *shown)
    assert FirstSight(looks.eye).read(COVERED, looks.newer) == (BOARD, FOUND)
    assert looks.read_in_full == in_full


def test_a_game_that_begins_while_its_menu_is_read_is_not_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long it takes to refuse the menu: the screen is looked at after every lattice."""
    looks = Looks(monkeypatch, None, None, None, BOARD)
    asked = list[int]()

    def look(frame: Frame, in_vain: Callable[[int], bool], _: Callable[[], bool]) -> Reading:
        if frame is BOARD:
            return FOUND
        asked.extend(named for named in range(600, 6000, 100) if not in_vain(named))
        raise BoardNotFoundError("nothing")

    monkeypatch.setattr(firstsight, "read", look)
    assert FirstSight(look).read(COVERED, looks.newer) == (BOARD, FOUND)
    assert len(asked) == 3


def test_each_brief_look_takes_longer_than_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a clock goes on all the time, the right lattice may come after one that takes long."""
    looks, least = Looks(monkeypatch, *[COVERED] * 9), list[int]()

    def look(frame: Frame, in_vain: Callable[[int], bool], _: Callable[[], bool]) -> Reading:
        least.append(next(named for named in range(0, 20000, 100) if in_vain(named)))
        raise BoardNotFoundError("nothing")

    monkeypatch.setattr(firstsight, "read", look)
    with pytest.raises(StopIteration):
        FirstSight(look).read(COVERED, looks.newer)
    assert least[0] < 1000 < least[1] < 4000 < least[2]


def test_what_stays_is_read_thoroughly_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one go, and no second time as long as nothing changes."""
    looks = Looks(monkeypatch)
    sight = FirstSight(looks.eye)
    for _ in range(5):
        with pytest.raises(BoardNotFoundError, match="nothing"):
            sight.read(COVERED, looks.newer)
    assert looks.read_in_full == [True]
    assert sight.read(BOARD, looks.newer) == (BOARD, FOUND)


def test_what_was_not_read_to_its_end_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The likeliest lattice alone shows no board, and another one may."""
    tried = tried_in_vain(monkeypatch)
    sight = FirstSight()
    with pytest.raises(BoardNotFoundError):
        sight.brief(BOARD, 0)
    assert len(tried) == 1
    with pytest.raises(BoardNotFoundError):
        sight.read(BOARD, lambda _: None)
    assert len(tried) > 2
    tried.clear()
    with pytest.raises(BoardNotFoundError):
        sight.read(BOARD, lambda _: None)
    assert not tried


def petal(moment: int) -> Frame:
    """The board, and what drifts over it at a moment."""
    pixels = cv2.circle(BOARD.pixels.copy(), (120, 90 + 25 * moment), 9, (220, 90, 110), -1)
    return replace(BOARD, pixels=pixels)


def test_what_drifts_over_a_board_is_seen_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the middle of several pictures shows the board."""
    seen = list[Frame]()

    def look(frame: Frame, in_vain: Callable[[int], bool], enough: Callable[[], bool]) -> Reading:
        seen.append(frame)
        if not np.array_equal(frame.pixels, BOARD.pixels):
            in_vain(10**6)
            raise BoardNotFoundError("something lies over it")
        return FOUND

    monkeypatch.setattr(firstsight, "read", look)
    shown = [petal(moment) for moment in range(4)]
    sight = FirstSight(look)
    frame, reading = sight.read(shown[0], lambda _: shown[len(seen)])
    assert reading is FOUND
    assert np.array_equal(frame.pixels, BOARD.pixels)
    assert len(seen) == len(shown) - 1  # the third was not read by itself
    with pytest.raises(BoardNotFoundError):  # nor is it looked for any more where it was found
        sight.read(petal(4), lambda _: None)


@pytest.mark.parametrize("moves", ["petals", "all", "nothing"])
def test_a_board_that_is_not_sure_is_looked_for_past_what_moves(
    monkeypatch: pytest.MonkeyPatch, moves: str
) -> None:
    """It is asked after each lattice; if the middle of the pictures shows none it is believed."""
    unsure = replace(FOUND, selected=(Cell(0, 0),))
    seen, lattices = list[Frame](), 9

    def look(frame: Frame, in_vain: Callable[[int], bool], enough: Callable[[], bool]) -> Reading:
        seen.append(frame)
        if np.array_equal(frame.pixels, BOARD.pixels):
            return FOUND
        if frame is not shown[0]:
            raise BoardNotFoundError("something lies over it")
        asked.append(next((at for at in range(lattices) if enough()), lattices))
        return unsure

    monkeypatch.setattr(firstsight, "read", look)
    shown, asked = [petal(moment) for moment in range(9)], list[int]()
    if moves == "all":
        shown = [replace(each, pixels=np.roll(each.pixels, at)) for at, each in enumerate(shown)]
    coming = iter(shown[1:] if moves != "nothing" else [])
    frame, reading = FirstSight(look).read(shown[0], lambda _: next(coming, None))
    assert asked == [lattices if moves == "nothing" else 1]
    if moves == "petals":
        assert (reading, len(seen)) == (FOUND, 2)
        assert np.array_equal(frame.pixels, BOARD.pixels)
    else:
        assert reading is unsure
        assert frame is shown[0]


@pytest.mark.parametrize("veiled", ["a board that is not sure", "no board"])
def test_a_countdown_that_is_over_is_read_no_further(
    monkeypatch: pytest.MonkeyPatch, veiled: str
) -> None:
    """What comes after it stands still, and is read instead: no board in the old picture is told.

    Nor is the middle of pictures read, of which one still shows it.
    """
    seen, asked = list[Frame](), list[Frame]()

    def look(frame: Frame, in_vain: Callable[[int], bool], enough: Callable[[], bool]) -> Reading:
        seen.append(frame)
        if frame is BOARD:
            return FOUND
        assert any(enough() for _ in range(9))
        if veiled == "no board":
            raise BoardNotFoundError("something lies over it")
        return replace(FOUND, selected=(Cell(0, 0),))

    def newer(frame: Frame) -> Frame | None:
        asked.append(frame)
        return BOARD if frame is COVERED else None

    monkeypatch.setattr(firstsight, "read", look)
    assert FirstSight(look).read(COVERED, newer) == (BOARD, FOUND)
    assert [each is BOARD for each in seen] == [False, True]
    assert [each is BOARD for each in asked] == [False, True, True]


def test_the_middle_of_pictures_is_of_those_in_one_place() -> None:
    """Two say nothing; where nothing moves there is none, nor where the window does."""
    some = [petal(moment) for moment in range(4)]
    middle = middle_of(some)
    assert middle is not None
    assert (middle.pixels == np.median([each.pixels for each in some[1:]], axis=0)).all()
    assert middle_of(some[:2]) is None
    assert middle_of([COVERED, *some[:2]]) is None
    assert middle_of([replace(some[0], origin=ScreenPoint(1, 0)), *some[1:3]]) is None
    assert middle_of([*some[:2], BOARD, BOARD, BOARD]) is None


def test_a_known_skin_is_quick_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another eye is asked once."""
    looks = Looks(monkeypatch, BOARD)
    with pytest.raises(BoardNotFoundError):
        FirstSight(partial(looks.look)).read(COVERED, looks.newer)
    assert looks.read_in_full == [True]


def test_a_brief_look_finds_what_a_thorough_one_does() -> None:
    """The first lattice is tried in any case."""
    assert read(BOARD, lambda _: True).board == FOUND.board


def test_a_picture_is_read_no_longer_than_there_is_time() -> None:
    """It is asked after each lattice; what was found before is still told."""
    in_full, asked = list[bool](), list[bool]()

    def never() -> bool:
        in_full.append(False)
        return False

    def enough() -> bool:
        asked.append(True)
        return len(asked) > 1

    nothing = Frame(boardless(5056))
    with pytest.raises(BoardNotFoundError):
        read(nothing, enough=never)
    with pytest.raises(BoardNotFoundError):
        FirstSight(read, enough).read(nothing, lambda _: None)
    assert len(asked) == 2 < len(in_full)
    assert FirstSight(read, lambda: True).brief(BOARD).board == FOUND.board


def test_a_look_may_be_at_the_likeliest_lattice_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something covers a window there is no point in trying more."""
    tried = tried_in_vain(monkeypatch)
    with pytest.raises(BoardNotFoundError):
        FirstSight().brief(BOARD)
    assert len(tried) > 1
    tried.clear()
    with pytest.raises(BoardNotFoundError):
        FirstSight().brief(BOARD, 0)
    assert len(tried) == 1


@pytest.mark.parametrize(("name", "strange", "told"), [("gems", 6, True), ("gems", 1, False)])
def test_it_is_said_that_a_skin_lacks_faces(name: str, strange: int, *, told: bool) -> None:
    """As on a later level; a tile under the pointer is none."""
    kinds = np.array(FOUND.board.kinds)
    kinds[:strange] = UNKNOWN
    board = replace(FOUND.board, kinds=tuple(kinds.tolist()))
    line = found(replace(FOUND, board=board, skin=replace(FOUND.skin, name=name)))
    assert line.startswith("found 6 x 8 cells, 48 tiles")
    assert (f"{strange} of which show no face of the skin {name}" in line) is told
    assert found(replace(FOUND, board=board)) == "found 6 x 8 cells, 48 tiles"
