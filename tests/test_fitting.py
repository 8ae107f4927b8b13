"""What a picture can be read by that a skin does not fit."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from terminal import Linkup

from bot.board import Board
from bot.errors import BoardNotFoundError, LinkupError, OtherSkinError
from bot.fitting import Fitting
from bot.frame import Frame, load, save
from bot.game import Game
from bot.reading import Reading
from bot.sighting import Sight
from bot.skinfile import load_skin

ROOT = Path(__file__).parent.parent
GAME = ROOT / "docs" / "images" / "game.png"
KSHISEN = ROOT / "fixtures" / "screenshots" / "kshisen"
OTHER = ROOT / "fixtures" / "screenshots" / "web-ivory" / "a_fresh.png"
WRONG = BoardNotFoundError("the skin x does not fit; leave --skin out, or learn the game")


class _Counted:
    """A sight that notes how many searches it has made."""

    def __init__(self, sight: Sight, searches: list[int]) -> None:
        self._sight, self.skin, self._searches = sight, sight.skin, searches

    def read(self, frame: Frame, *, between: Callable[[int], object]) -> Reading:
        """Read a frame, and count."""

        def note(searches: int) -> None:
            self._searches.append(searches)
            between(searches)

        return self._sight.read(frame, between=note)


def ever(step: float) -> Callable[[], float]:
    """A clock that goes on by so much whenever it is read, s."""
    times = count()
    return lambda: next(times) * step


@pytest.mark.parametrize("command", ["read", "hint"])
def test_a_skin_that_fits_is_named(linkup: Linkup, command: str, tmp_path: Path) -> None:
    """In the place of the general advice; with exit code 3, as always."""
    answer = linkup(command, GAME, "--skin", "kshisen-jade", "--overlay", tmp_path)
    assert answer.code == 3
    assert "does not fit" in answer.complaint
    assert "`--skin linkup` fits" in answer.complaint
    assert "leave --skin out" not in answer.complaint
    assert answer.complaint.endswith("fits")


def test_a_skin_of_the_same_game_is_found_before_all_scales_are_tried() -> None:
    """What takes longest is to seek faces that resemble those of the picture at other scales."""
    sight = Sight.of(load_skin("kshisen-jade"))
    frame, searches = load(KSHISEN / "default-18x8-860x640-fresh.png"), []
    with pytest.raises(OtherSkinError, match="`--skin kshisen-default` fits"):
        Fitting("kshisen-jade").read(_Counted(sight, searches), frame)
    assert max(searches) == 3


def test_the_skins_of_the_same_game_are_tried_first() -> None:
    """The others are never looked at, where one of these fits."""
    frame = load(KSHISEN / "egypt-18x8-1010x730-fresh.png")
    tried = []
    fitting = Fitting("kshisen-jade", seconds=60)
    readers = fitting._siblings(frame, 1e9)
    for name, reader in readers:
        tried.append(name)
        with suppress(LinkupError):
            reader(frame)
            break
    assert tried == [f"kshisen-{name}" for name in ("alphabet", "classic", "default", "egypt")]


def test_a_skin_of_somebodys_own_is_sought_to_the_end(tmp_path: Path) -> None:
    """A copy of one that comes along may fit as that one does, so it is not ruled out by it."""
    mine = copytree(ROOT / "templates" / "kshisen-jade", tmp_path / "kshisen-jade")
    frame = load(KSHISEN / "default-14x6-853x600-fresh.png")
    fitting, searches = Fitting(str(mine), seconds=60), []
    with pytest.raises(BoardNotFoundError) as raised:
        fitting.read(_Counted(Sight.of(load_skin(str(mine))), searches), frame)
    assert not isinstance(raised.value, OtherSkinError)
    assert max(searches) > 3
    told = fitting.explain(raised.value, frame)
    assert str(told).endswith("; `--skin kshisen-default` fits")


def test_the_right_skin_reads_what_it_read() -> None:
    """Board and place are those that the skin sees by itself."""
    sight, frame = Sight.of(load_skin("linkup")), load(GAME)
    assert Fitting("linkup").read(sight, frame).board == sight.read(frame).board


def test_the_time_that_others_take_of_the_machine_does_not_count() -> None:
    """A second in which this process does nothing is none of those that advice may take."""
    fitting = Fitting("kshisen-jade")
    before = fitting._clock()
    time.sleep(0.3)
    assert fitting._clock() - before < 0.2


def test_that_a_picture_is_read_without_a_skin_is_told() -> None:
    """Where no skin is of its game."""
    told = Fitting("linkup", seconds=60).explain(WRONG, load(OTHER))
    assert str(told) == "the skin x does not fit; it is read without a skin"


def test_where_nothing_fits_nothing_is_promised() -> None:
    """The error is as it was."""
    empty = Frame(np.full((300, 400, 3), 90, np.uint8))
    assert Fitting("linkup").explain(WRONG, empty) is WRONG


@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_it_is_not_sought_for_long(seconds: float) -> None:
    """A reader that may take longer than the time that is left is not begun."""
    slow = Fitting("kshisen-jade", seconds=seconds, clock=ever(1.0))
    assert slow.explain(WRONG, load(GAME)) is WRONG


def test_the_time_is_that_of_all_pictures() -> None:
    """A hundred pictures with the wrong skin take no longer than one."""
    fitting = Fitting("kshisen-jade", seconds=30.0, clock=ever(1.0))
    frame = load(OTHER)
    told = [fitting.explain(WRONG, frame) for _ in range(12)]
    assert told[-1] is WRONG


def test_the_skin_that_was_named_is_not_advised() -> None:
    """By its name or by its folder."""
    frame = load(GAME)
    for name in ("linkup", str(ROOT / "templates" / "linkup")):
        told = Fitting(name, seconds=60).explain(WRONG, frame)
        assert str(told).endswith("it is read without a skin")


def half_played(folder: Path) -> Path:
    """A picture of the bundled game with four kinds left, too few to tell a board by."""
    board = Board.from_text("a a b . b a\n. c . a d b\nc a . d b .")
    picture = folder / "half.png"
    save(picture, Game(board).picture(0.0))
    return picture


@pytest.mark.parametrize("command", ["read", "hint"])
def test_where_none_was_named_one_that_fits_is(
    linkup: Linkup, command: str, tmp_path: Path
) -> None:
    """A board that cannot be told without a skin is read with that of its game."""
    picture = half_played(tmp_path)
    answer = linkup(command, picture, "--overlay", tmp_path / "over.png")
    assert answer.code == 3
    assert "no board" in answer.complaint
    assert answer.complaint.endswith("`--skin linkup` fits")
    assert linkup("read", picture, "--skin", "linkup").code == 0


def test_a_picture_without_a_board_fits_no_skin() -> None:
    """So what was said of it is said, and time for that is taken only once."""
    frame = Frame(np.full((300, 400, 3), 90, np.uint8))
    error = BoardNotFoundError("no board")
    assert Fitting(None).explain(error, frame) is error
    assert Fitting(None, seconds=0).explain(error, load(GAME)) is error
