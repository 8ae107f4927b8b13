"""A recorded game is played again bit for bit, and what differs is told."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.beliefs import Beliefs
from bot.board import Board
from bot.deal import deal
from bot.errors import (
    BoardNotFoundError,
    FrameError,
    InputError,
    MachineError,
    StoppedError,
    WindowError,
)
from bot.frame import Frame, load, save
from bot.game import Game
from bot.geometry import Rect, ScreenPoint
from bot.hand import FreeHand
from bot.position import Gravity
from bot.replaying import Recorder, Settings, World, replay
from bot.simulator import SimulatedClock, SimulatedMouse, SimulatedScreen
from bot.tally import Ending
from bot.tape import TAPE
from bot.telling import tell
from bot.window import Window, WindowCoveredError, WindowMovedError

QUICK = Settings(tour_seconds=0.01)


class Hand(FreeHand):
    """A hand with which something happens at some of its clicks."""

    def __init__(self, hand: FreeHand, happens: Callable[[int], bool]) -> None:
        self._hand, self._happens, self._asked = hand, happens, 0

    def click(self, point: ScreenPoint, press: float = 0.03) -> None:
        """Click, if nothing else happens."""
        self._asked += 1
        if self._happens(self._asked):
            self._hand.click(point, press)


def recorder(
    folder: Path,
    board: Board,
    settings: Settings = QUICK,
    happens: Callable[[int], bool] = lambda _: True,
    say: Callable[[str], None] = lambda _: None,
    **rules: object,
) -> Recorder:
    """A player of a simulated game that is recorded."""
    game, clock = Game(board, **rules), SimulatedClock()  # type: ignore[arg-type]
    hand = Hand(FreeHand(SimulatedMouse(game, clock)), happens)
    world = World(SimulatedScreen(game, clock), hand, clock.now, clock.sleep)
    return Recorder(folder, world, settings, say)


def small(gravity: Gravity = Gravity.NONE) -> Board:
    """A deal that can be cleared."""
    return deal(6, 8, kinds=12, seed=4, solvable=True, gravity=gravity)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game."""
    folder = tmp_path_factory.mktemp("recordings") / "game"
    assert recorder(folder, small()).play() is Ending.CLEARED
    return folder


@pytest.fixture
def game(played: Path, tmp_path: Path) -> Path:
    """A copy of it that may be changed."""
    return Path(shutil.copytree(played, tmp_path / "copy"))


def change(
    folder: Path, what: str, how: Callable[[dict[str, object]], object], nth: int = 0
) -> int:
    """Change the nth line of a kind; its number, from 1."""
    lines = (folder / TAPE).read_text(encoding="utf-8").splitlines()
    at = [number for number, line in enumerate(lines) if json.loads(line)["what"] == what][nth]
    line = json.loads(lines[at])
    how(line)
    lines[at] = json.dumps(line)
    (folder / TAPE).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return at + 1


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.LEFT, Gravity.CENTER_VERTICAL])
def test_a_recorded_game_is_played_again(tmp_path: Path, gravity: Gravity) -> None:
    """To its end, with the same clicks, without screen and mouse; twice comes to the same."""
    kept = recorder(tmp_path / "game", small(gravity), gravity=gravity)
    assert kept.play() is Ending.CLEARED
    for _ in range(2):
        again = replay(tmp_path / "game")
        assert again.differs is None
        assert again.whole
        assert again.tally == kept.tally
    beliefs = kept.tally.beliefs
    told = tell(tmp_path / "game").rules
    assert told["gravity"] == gravity.value == beliefs.gravity.value
    assert told["margin"] == {(0,): "no", (1,): "yes"}.get(beliefs.margins, "auto")
    assert told["max_turns"] == beliefs.max_turns


def test_a_tape_of_before_rules_were_told_is_played_again(game: Path) -> None:
    """What is believed of them stood nowhere on it."""
    tape = game / TAPE
    lines = tape.read_text(encoding="utf-8").splitlines(keepends=True)
    older = [line for line in lines if json.loads(line)["what"] != "rules"]
    assert len(older) < len(lines)
    tape.write_text("".join(older), encoding="utf-8")
    again = replay(game)
    assert again.differs is None
    assert again.whole


def test_a_game_with_mishaps_is_played_again(tmp_path: Path) -> None:
    """Lost clicks, a window that moves and one that is covered for a while."""
    window = Window(7, "连连看", Rect(0, 0, 600, 500))

    def happens(number: int) -> bool:
        if number == 9:
            raise WindowMovedError(window, window.rect)
        if number == 13:
            raise WindowCoveredError("something covers it")
        return number % 7 != 0

    kept = recorder(tmp_path / "game", small(), happens=happens)
    assert kept.play() is Ending.CLEARED
    assert kept.tally.missed
    again = replay(tmp_path / "game")
    assert again.differs is None
    assert again.tally == kept.tally


@pytest.mark.parametrize("error", [MachineError("no display"), KeyboardInterrupt()])
def test_nothing_is_left_of_a_game_that_ended_before_a_look(
    tmp_path: Path, error: BaseException
) -> None:
    """The same command can be given again; what lay there stays."""
    folder = tmp_path / "new" / "game"
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "note.txt").touch()
    for place in (folder, tmp_path / "old"):
        broken = World(Mock(grab=Mock(side_effect=error)), Mock())
        kept = Recorder(place, broken, Settings(skin="linkup"), lambda _: None)
        with pytest.raises(type(error)):
            kept.play()
    assert [path.name for path in sorted(tmp_path.rglob("*"))] == ["old", "note.txt"]
    assert recorder(folder, small()).play() is Ending.CLEARED


def test_what_was_seen_of_a_game_without_a_board_is_kept(tmp_path: Path) -> None:
    """It tells why none was found."""
    empty = Frame(np.full((200, 300, 3), 90, np.uint8))
    world = World(Mock(grab=Mock(return_value=empty)), Mock())
    kept = Recorder(tmp_path / "game", world, Settings(time_limit=0.0), lambda _: None)
    with pytest.raises(BoardNotFoundError):
        kept.play()
    assert (tmp_path / "game" / TAPE).exists()


def test_a_recording_that_breaks_off_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is played on to its end; who looks for the recording later knows what it lacks."""
    full = MachineError("the disk is full")
    shots = count()

    def kept(path: Path, pixels: NDArray[np.uint8], *, lasting: bool = True) -> None:
        if next(shots) == 3:
            raise full
        save(path, pixels, lasting=lasting)

    monkeypatch.setattr("bot.tape.save", kept)
    said: list[str] = []
    assert recorder(tmp_path / "game", small(), say=said.append).play() is Ending.CLEARED
    told = [line for line in said if "not all of the game" in line]
    assert told == [f"linkup: {tmp_path / 'game'} holds not all of the game: {full}"]
    assert not replay(tmp_path / "game").whole


def test_a_skin_that_cannot_be_kept_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one line says why."""
    monkeypatch.setattr("shutil.copytree", Mock(side_effect=OSError(errno.EACCES, "not yours")))
    with pytest.raises(InputError, match="cannot be written: not yours; name another place"):
        Recorder(tmp_path / "x" / "y", World(Mock(), Mock()), Settings(skin="linkup"), print)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "error", [StoppedError("a corner"), WindowError("closed"), FrameError("a broken picture")]
)
def test_a_game_that_was_broken_off_is_played_again(tmp_path: Path, error: Exception) -> None:
    """Up to what ended it, which ends it again."""

    def happens(number: int) -> bool:
        if number == 5:
            raise error
        return True

    kept = recorder(tmp_path / "game", small(), happens=happens)
    with pytest.raises(type(error)):
        kept.play()
    again = replay(tmp_path / "game")
    assert again.differs is None
    assert again.whole
    assert again.tally.clicks == kept.tally.clicks == 4


def test_a_game_that_was_interrupted_is_played_as_far_as_it_went(tmp_path: Path) -> None:
    """Its tape says so, and by that it is told from one that was killed."""

    def happens(number: int) -> bool:
        if number == 5:
            raise KeyboardInterrupt
        return True

    kept = recorder(tmp_path / "game", small(), happens=happens)
    with pytest.raises(KeyboardInterrupt):
        kept.play()
    again = replay(tmp_path / "game")
    assert again.differs is None
    assert not again.whole
    assert again.tally.links == kept.tally.links > 0
    story = tell(tmp_path / "game")
    assert (story.outcome, story.links, story.faults) == ("stopped", kept.tally.links, [])


def test_a_deadlock_is_played_again(tmp_path: Path) -> None:
    """A game need not be won."""
    kept = recorder(tmp_path / "game", deal(6, 8, 24, seed=3))
    assert kept.play() is Ending.DEADLOCK
    assert replay(tmp_path / "game").differs is None


def test_what_was_told_before_is_told_again(tmp_path: Path) -> None:
    """Rules, time limit and skin are kept in the recording."""
    settings = Settings(
        Beliefs((Gravity.NONE,), (1,), (2,), (Gravity.NONE,)), "linkup", 50.0, tour_seconds=0.01
    )
    kept = recorder(tmp_path / "game", small(), settings)
    assert kept.play() is Ending.CLEARED
    assert (tmp_path / "game" / "skin" / "linkup" / "skin.toml").exists()
    again = replay(tmp_path / "game")
    assert again.differs is None
    assert again.tally.beliefs == kept.tally.beliefs


def test_a_picture_that_was_changed_is_read_otherwise(game: Path) -> None:
    """A tile painted over in the first picture: from there on the game is another."""
    pixels = load(game / "000001-0.png").pixels.copy()
    pixels[60:120, 60:110] = pixels[5, 5]
    save(game / "000001-0.png", pixels)
    differs = replay(game).differs
    assert differs is not None
    assert differs.recorded.startswith("saw")


def test_the_first_difference_is_told(game: Path) -> None:
    """Another click, another answer of the game, another time, another verdict."""

    def aside(line: dict[str, object]) -> None:
        line["asked"] = {"at": [1.0, 2.0]}

    at = change(game, "click", aside, nth=6)
    differs = replay(game).differs
    assert differs is not None
    assert differs.line == at
    assert "[1.0, 2.0]" in differs.recorded


def test_a_game_that_was_killed_is_played_as_far_as_it_went(game: Path) -> None:
    """Whatever line it was cut off in, or just before the end of one."""
    text = (game / TAPE).read_bytes()
    end = text.index(b"\n", len(text) // 2)
    for size in (len(text) // 3, end, end - 1, end + 1, len(text) - 1):
        (game / TAPE).write_bytes(text[:size])
        again = replay(game)
        assert again.differs is None
        assert again.whole is (size == len(text) - 1)
        complete = text[size : size + 1] == b"\n"
        assert again.lines == text[:size].count(b"\n") + complete


@pytest.mark.parametrize(
    ("what", "key", "value"),
    [
        ("start", "said", {"format": 99}),
        ("start", "said", {"format": 1}),
        ("start", "said", None),
        ("look", "answer", {}),
        ("look", "moments", [10**400]),
        ("look", "moments", [-1e400] * 4),
        ("look", "moments", [float("nan")] * 4),
        ("look", "answer", {"patches": [[0, 0, "nowhere.png"]], "size": [3, 3]}),
        ("look", "answer", {"patches": [[0, 0, "../tape.jsonl"]], "size": [3, 3]}),
        ("look", "answer", {"error": ["SystemExit", "no"]}),
        ("solve", "answer", {"links": [[0, 0, 0, 99]]}),
    ],
)
def test_a_broken_recording_is_told(game: Path, what: str, key: str, value: object) -> None:
    """In one line that an exit code can be given to."""
    change(game, what, lambda line: line.update({key: value}))
    with pytest.raises(InputError):
        replay(game)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"patches": [], "size": [3, 3]}, "a picture of 3 x 3 begins with a patch"),
        ({"patches": [[0, 0]], "size": [3, 3]}, "not enough values"),
        ({"size": [3, 3]}, "'patches' is missing"),
        ({"patches": 7, "size": [3, 3]}, ""),
    ],
)
def test_the_line_that_is_broken_is_named(game: Path, answer: dict[str, object], why: str) -> None:
    """The one that was read, not the next; and no words of our own workings."""
    number = change(game, "look", lambda line: line.update({"answer": answer}))
    with pytest.raises(InputError) as told:
        replay(game)
    found = str(told.value)
    assert found.startswith(f"{game / TAPE}: line {number} is broken")
    assert why in found
    assert bool(why) is not found.endswith("is broken")


def test_a_first_line_with_a_number_that_cannot_be_is_told(game: Path) -> None:
    """As any other that is no beginning."""
    for said in (
        {"turns": [1e400]},
        {"time_limit": 1e400},
        {"tour_seconds": -1e400},
        {"awaits": float("nan")},
        {"patience": {"look": 1e400}},
    ):
        change(game, "start", lambda line: line["said"].update(said))  # type: ignore[attr-defined] # noqa: B023
        with pytest.raises(InputError, match="no beginning"):
            replay(game)


RECORDINGS = sorted((Path(__file__).parent.parent / "fixtures" / "recordings").glob("*/"))


@pytest.mark.parametrize("folder", RECORDINGS, ids=lambda folder: folder.name)
def test_a_game_that_once_went_wrong_goes_well(folder: Path) -> None:
    """It comes again line by line, and is cleared; tests/makers/recordings.py makes it anew."""
    again = replay(folder)
    assert again.differs is None
    assert again.whole
    assert 2 * again.tally.links == again.tally.tiles > 0


def test_a_game_is_not_recorded_in_the_folder_of_its_skin(tmp_path: Path) -> None:
    """The skin is kept with the recording, and would hold itself."""
    ours = Path(__file__).parent.parent / "templates" / "linkup"
    skin = Path(shutil.copytree(ours, tmp_path / "skin"))
    with pytest.raises(InputError, match="own folder"):
        recorder(skin / "game", small(), Settings(skin=str(skin)))
    assert not (skin / "game").exists()


@pytest.mark.parametrize("named", [".", "skin.toml", ".."])
def test_a_skin_is_kept_by_the_name_of_its_folder(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it was given: the same skin reads the game when it is played again."""
    ours = Path(__file__).parent.parent / "templates" / "linkup"
    skin = Path(shutil.copytree(ours, tmp_path / "mine"))
    (skin / "below").mkdir()
    monkeypatch.chdir(skin / "below" if named == ".." else skin)
    kept = recorder(tmp_path / "game", small(), Settings(skin=named))
    assert kept.play() is Ending.CLEARED
    assert sorted(path.name for path in (tmp_path / "game" / "skin").iterdir()) == ["mine"]
    assert replay(tmp_path / "game").differs is None


def test_what_lies_where_a_skin_would_be_kept_stays(tmp_path: Path) -> None:
    """Of a game that ends before a picture nothing is kept, but nothing else is lost."""
    mine = tmp_path / "game" / "skin" / "linkup" / "notes.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("of mine")
    with pytest.raises(InputError, match="is there already; record elsewhere"):
        recorder(tmp_path / "game", small(), Settings(skin="linkup"))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [mine]


def test_escape_is_heard_while_a_skin_is_sought_in_vain(tmp_path: Path) -> None:
    """To try all scales takes seconds; the game is stopped between two of them."""
    shown, clock = Game(small()), SimulatedClock()
    frame = SimulatedScreen(shown, clock).grab()
    blank = np.random.default_rng(1).integers(0, 256, frame.pixels.shape, np.uint8)
    hand = Mock(spec=FreeHand)
    hand.check.side_effect = StoppedError("the stop key was pressed")
    screen = Mock(grab=lambda: Frame(blank))
    world = World(screen, hand, clock.now, clock.sleep)
    ours = Path(__file__).parent.parent / "templates" / "linkup"
    kept = Recorder(tmp_path / "game", world, Settings(skin=str(ours)), lambda _: None)
    with pytest.raises(StoppedError):
        kept.play()
    assert clock.now() == 0
    assert hand.check.call_count == 1
