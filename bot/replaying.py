"""Replaying: a game is played onto a tape, or from it, by the same player."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

from bot.beliefs import Beliefs
from bot.buttons import Button, Role, Spot
from bot.errors import InputError, LinkupError
from bot.foreground import NO_WINDOWS, Foreground
from bot.frame import Frame
from bot.geometry import ScreenPoint
from bot.hand import Hand
from bot.lacking import Completing
from bot.patience import Patience
from bot.pointer import Pointer
from bot.policy import search
from bot.position import Gravity
from bot.reader import read
from bot.reading import Reading
from bot.recording import (
    TapedHand,
    TapedScreen,
    TapedWitness,
    rules_of,
    taped_clock,
    taped_foreground,
    taped_pointer,
    taped_solver,
    was_told,
    with_rules,
)
from bot.runner import Player
from bot.screen import Screen
from bot.sighting import Sight
from bot.skinfile import find_skin, folders_of_skins, read_skin
from bot.tally import Ending, Tally
from bot.tape import TAPE, BlankTape, RecordedTape, Tape, TapeDiffersError, TapeEndedError
from bot.unwritten import not_written

_SKIN = "skin"
"""Folder of the skin in that of the recording."""
_FORMAT = 2
_BELIEFS, _PATIENCE = Beliefs(), Patience()


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player is told before a game.

    Parameters
    ----------
    beliefs : about the rules, to start from
    skin : name or folder of the game's skin, if it is known
    time_limit : for the whole game, s
    patience : how long to wait for what
    tour_seconds : to think about one order of links, s
    shuffle_at : where the game has a button that lays its tiles anew, pt
    awaits : how long to wait for the board of the next game, s; None if this is the first
    home : where the window's corner was when `shuffle_at` was told; None where it is now
    """

    beliefs: Beliefs = _BELIEFS
    skin: str | None = None
    time_limit: float = float("inf")
    patience: Patience = _PATIENCE
    tour_seconds: float = 0.3
    shuffle_at: ScreenPoint | None = None
    awaits: float | None = None
    home: ScreenPoint | None = None


@dataclass(frozen=True, slots=True)
class World:
    """What a player looks at, clicks on and waits in.

    Parameters
    ----------
    screen, hand : of the game
    clock, sleep : its time, s
    front : tells of the windows in front of the game
    """

    screen: Screen
    hand: Hand
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    front: Foreground = NO_WINDOWS


def player_in(world: World, settings: Settings, say: Callable[[str], None]) -> Player:
    """A player whose game is not recorded.

    Raises
    ------
    InputError
        if there is no such skin
    """
    return Player(
        world.screen,
        world.hand,
        beliefs=settings.beliefs,
        pointer=Pointer(settings.tour_seconds),
        eye=_eye(settings.skin, world.hand, say),
        clock=world.clock,
        sleep=world.sleep,
        time_limit=settings.time_limit,
        patience=settings.patience,
        buttons=buttons_of(settings),
        awaits=settings.awaits,
        front=world.front,
        home=settings.home,
        say=say,
    )


class Recorder:
    """A player whose game is recorded.

    Parameters
    ----------
    folder : for the recording; new, or without one
    world, settings, say : as for `player_in`

    Raises
    ------
    InputError
        if nothing can be recorded there, or there is no such skin
    """

    def __init__(
        self, folder: Path, world: World, settings: Settings, say: Callable[[str], None]
    ) -> None:
        # By its own name, which "." and ".." are not.
        kept = settings.skin and find_skin(settings.skin, folders_of_skins()).resolve()
        self._tape, self._folder, self._say = BlankTape(folder), folder, say
        self._skin: Path | None = None
        try:
            if kept:
                self._skin = _place_for(kept, folder)
                _copy(kept, self._skin)
                settings = replace(settings, skin=str(kept))
            self._tape.tell("start", _as_said(settings))
            self._player = _taped(self._tape, settings, world, say)
        except BaseException:
            self._end_early()
            raise

    @property
    def tally(self) -> Tally:
        """See `Player.tally`."""
        return self._player.tally

    @property
    def home(self) -> ScreenPoint | None:
        """See `Player.home`."""
        return self._player.home

    def play(self) -> Ending:
        """See `Player.play`; how it ended is recorded, too."""
        try:
            return _play(self._tape, self._player)
        except KeyboardInterrupt:
            # Not "end": no player can say that again at the same moment.
            said = {"why": "Ctrl-C, or a request to end", "links": self.tally.links}
            self._tape.tell("interrupted", said)
            self._end_early()
            raise
        except BaseException:
            self._end_early()
            raise
        finally:
            self._tape.close()
            if self._tape.broken:
                self._say(f"linkup: {self._folder} holds not all of the game: {self._tape.broken}")

    def _end_early(self) -> None:
        """Leave nothing of a game that ended before anything was seen: it is in the next one's way.

        Nobody could learn from it, and the same command may be given again.
        """
        self._tape.close()
        if self._skin is not None and not self._tape.has_pictures:
            shutil.rmtree(self._skin, ignore_errors=True)
            with suppress(OSError):
                self._skin.parent.rmdir()
        self._tape.discard()


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of a recording that was played back.

    Parameters
    ----------
    folder : of the recording
    lines : of the tape that came again as they were
    differs : what did not, or None
    whole : whether the game was played to its end; False where it was broken off
    tally : of the game, as far as it came again
    """

    folder: Path
    lines: int
    differs: TapeDiffersError | None
    whole: bool
    tally: Tally


def replay(folder: Path) -> Replay:
    """Play a recorded game again, without any screen, and tell the first difference.

    Raises
    ------
    InputError
        if there is no recording, or it is broken
    """
    tape = RecordedTape(folder)
    settings = _from_said(tape.first(), folder)
    player = None
    differs, whole = None, True
    try:
        tape.tell("start", _as_said(settings))
        player = _taped(tape, settings, None, lambda _: None)
        _play(tape, player)
    except TapeDiffersError as error:
        differs = error
    except TapeEndedError:
        whole = False
    except LinkupError as error:
        if isinstance(error, InputError) and not was_told(error):
            raise  # of the recording
        # So it ended when it was recorded, too, or the tape would differ.
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InputError(
            f"{folder / TAPE}: line {tape.looked_at} is broken{_why(error)}"
        ) from error
    return Replay(folder, tape.line - 1, differs, whole, player.tally if player else Tally())


def _why(error: Exception) -> str:
    """What a person can make of it that a line of a tape is broken; empty where that is nothing."""
    if isinstance(error, KeyError):
        return f": {error} is missing"
    return f": {error}" if type(error) is ValueError else ""


def _taped(
    tape: Tape, settings: Settings, world: World | None, say: Callable[[str], None]
) -> Player:
    """A player in a world, or in what a tape knows of one."""
    witness = TapedWitness(tape, say)
    hand = TapedHand(tape, world.hand if world else None)
    return Player(
        TapedScreen(tape, world.screen if world else None),
        hand,
        beliefs=settings.beliefs,
        solver=taped_solver(tape, search),
        pointer=taped_pointer(tape, settings.tour_seconds),
        eye=_eye(settings.skin, hand, witness.said),
        witness=witness,
        clock=taped_clock(tape, world.clock if world else lambda: 0.0),
        sleep=world.sleep if world else lambda _: None,
        time_limit=settings.time_limit,
        patience=settings.patience,
        buttons=buttons_of(settings),
        awaits=settings.awaits,
        front=taped_foreground(tape, world.front if world else NO_WINDOWS),
        home=settings.home,
        say=witness.said,
    )


def _place_for(skin: Path, folder: Path) -> Path:
    """Where a skin is kept beside a tape: nothing of a person's may lie there, or around it."""
    to = folder / _SKIN / skin.name
    if to.exists():
        raise InputError(f"{to}: is there already; record elsewhere")
    if to.resolve().is_relative_to(skin):
        raise InputError(f"{folder}: lies in the skin's own folder; record elsewhere")
    return to


def _copy(skin: Path, to: Path) -> None:
    """Keep a skin beside a tape."""
    try:
        shutil.copytree(skin, to)
    except OSError as error:
        raise not_written(to, error, instead="--record") from None


def _play(tape: Tape, player: Player) -> Ending:
    try:
        ending = player.play()
    except (TapeDiffersError, TapeEndedError):
        raise
    except LinkupError as error:
        if isinstance(error, InputError) and not was_told(error):
            raise
        tape.tell("end", {"error": type(error).__name__, "why": str(error)})
        raise
    tally = player.tally
    tape.tell("end", {"outcome": ending.value, "links": tally.links, "clicks": tally.clicks})
    return ending


def buttons_of(settings: Settings) -> tuple[Button | Spot, ...]:
    """The buttons that a player is told of.

    Raises
    ------
    InputError
        if there is no such skin
    """
    known: tuple[Button | Spot, ...] = ()
    if settings.skin is not None:
        known = read_skin(find_skin(settings.skin, folders_of_skins())).buttons
    if settings.shuffle_at is not None:
        known = (*known, Spot(Role.SHUFFLE, settings.shuffle_at))
    return known


def _eye(skin: str | None, hand: Hand, say: Callable[[str], object]) -> Callable[[Frame], Reading]:
    """Reads a frame; where a board is sought in vain, which takes long, a stop is heard."""
    if skin is None:
        return read
    sight = Sight.of(read_skin(find_skin(skin, folders_of_skins())))
    return Completing(partial(sight.read, between=lambda _: hand.check()), hand.check, say)


def _as_said(settings: Settings) -> dict[str, Any]:
    beliefs, home = settings.beliefs, settings.home
    return {
        "format": _FORMAT,
        **rules_of(beliefs),
        "possible": [gravity.value for gravity in beliefs.possible],
        "skin": None if settings.skin is None else Path(settings.skin).name,
        "time_limit": None if settings.time_limit == float("inf") else settings.time_limit,
        "patience": asdict(settings.patience),
        "tour_seconds": settings.tour_seconds,
        "shuffle_at": None if settings.shuffle_at is None else list(settings.shuffle_at),
        "awaits": settings.awaits,
    } | ({} if home is None else {"home": list(home)})


def _name(skin: object) -> str:
    """The name of a skin in a recording, which leads to no other folder."""
    if not isinstance(skin, str) or Path(skin).name != skin or skin == "..":
        raise ValueError(f"{skin!r} is no name of a skin")
    return skin


def _finite(number: Any) -> float:
    if not isfinite(float(number)):
        raise ValueError(f"{number} is no finite number")
    return float(number)


def _from_said(said: dict[str, Any], folder: Path) -> Settings:
    try:
        if said["format"] != _FORMAT:
            raise InputError(
                f"{folder / TAPE}: format {said['format']!r}; this version reads {_FORMAT}"
            )
        limit = said["time_limit"]
        for wait in said["patience"].values():
            _finite(wait)
        return Settings(
            with_rules(Beliefs(possible=tuple(map(Gravity, said["possible"]))), said),
            str(folder / _SKIN / _name(said["skin"])) if said["skin"] else None,
            float("inf") if limit is None else _finite(limit),
            Patience(**said["patience"]),
            _finite(said["tour_seconds"]),
            None if said["shuffle_at"] is None else ScreenPoint(*map(_finite, said["shuffle_at"])),
            None if said["awaits"] is None else _finite(said["awaits"]),
            ScreenPoint(*map(_finite, said["home"])) if "home" in said else None,
        )
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{folder / TAPE}: the first line is no beginning: {error}") from error
