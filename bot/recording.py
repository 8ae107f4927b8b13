"""Games on disk: what was seen, decided and clicked, and playing it back.

Everything that a loop asks of the world goes through a `tape.Tape`: its pictures, its clock, its
clicks, and the searches, for how far these come depends on the machine. What follows from that,
boards, decisions and verdicts, is noted too. Played back, the same eye and the same mind come to
the same, or the first difference is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from bot import errors
from bot.beliefs import Beliefs
from bot.board import Board
from bot.errors import InputError, LinkupError
from bot.foreground import Foreground
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Rect, ScreenPoint
from bot.guess import Search
from bot.hand import Hand
from bot.matcher import Link
from bot.mouse import PRESS
from bot.patches import changes, patched
from bot.playing import as_links
from bot.pointer import Pointer
from bot.policy import Decision, Play
from bot.position import Gravity, Position
from bot.reading import Reading
from bot.screen import Screen
from bot.solver import Solution, Verdict, Why
from bot.tape import Said, Tape
from bot.window import Window, WindowCoveredError, WindowMovedError
from bot.witness import Outcome

_ERRORS: dict[str, type[LinkupError]] = {
    error.__name__: error
    for error in (*vars(errors).values(), WindowCoveredError)
    if isinstance(error, type) and issubclass(error, LinkupError)
}
_TOLD = "as the recording tells"


class TapedScreen:
    """A screen whose pictures are on a tape.

    Parameters
    ----------
    tape : written or played back
    screen : where the pictures come from; not needed to play back
    """

    def __init__(self, tape: Tape, screen: Screen | None = None) -> None:
        self._tape, self._screen = tape, screen
        self._last: NDArray[np.uint8] | None = None
        self._frame: Frame | None = None
        self._looks = 0

    def grab(self) -> Frame:
        """See `bot.screen.Screen.grab`."""
        self._frame = None
        said = _answered(self._tape.ask("look", {}, self._look))
        # Mypy does not see that asking may look.
        frame: Frame | None = self._frame
        if frame is None:
            patches = [((x, y), self._tape.kept(name)) for x, y, name in said["patches"]]
            width, height = said["size"]
            try:
                pixels = patched(self._last, (width, height), patches)
            except InputError as error:
                raise ValueError(error) from None  # of the line, which is told where it is read
            frame = Frame(pixels, ScreenPoint(*said["origin"]), said["scale"], said["time"])
        self._last = frame.pixels
        return frame

    def _look(self) -> Said:
        assert self._screen is not None
        try:
            frame = self._screen.grab()
        except LinkupError as error:
            return _as_error(error)
        self._frame, self._looks = frame, self._looks + 1
        return {
            "time": frame.time,
            "origin": list(frame.origin),
            "scale": frame.scale,
            "size": [frame.width, frame.height],
            "patches": partial(self._patches, self._looks, self._last, frame.pixels),
        }

    def _patches(
        self, look: int, before: NDArray[np.uint8] | None, now: NDArray[np.uint8]
    ) -> list[list[int | str]]:
        """Left, top and name of each part of a picture that has changed; all of them are kept."""
        patches: list[list[int | str]] = []
        for number, rect in enumerate(changes(before, now)):
            name = f"{look:06}-{number}.png"
            self._tape.keep(name, now[rect.top : rect.bottom, rect.left : rect.right])
            patches.append([rect.left, rect.top, name])
        return patches


class TapedHand:
    """A hand whose clicks are on a tape; as `TapedScreen`."""

    def __init__(self, tape: Tape, hand: Hand | None = None) -> None:
        self._tape, self._hand = tape, hand

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """See `bot.hand.Hand.click`."""
        asked = {"at": list(point), "press": press}
        _answered(self._tape.ask("click", asked, lambda: self._do("click", point, press)))

    def press_button(self, point: ScreenPoint) -> None:
        """See `bot.hand.Hand.press_button`."""
        asked = {"at": list(point)}
        _answered(self._tape.ask("button", asked, lambda: self._do("press_button", point)))

    def park(self) -> None:
        """See `bot.hand.Hand.park`."""
        _answered(self._tape.ask("park", {}, lambda: self._do("park")))

    def check(self) -> None:
        """See `bot.hand.Hand.check`; on the tape only if the game was stopped."""
        said = self._tape.may("stop", lambda: self._do("check") or None)
        if said is not None:
            _answered(said)

    def aim(self, frame: Frame, lattice: Lattice) -> None:
        """See `bot.hand.Hand.aim`."""
        said = {
            "origin": list(lattice.origin),
            "pitch": list(lattice.pitch),
            "rows": lattice.rows,
            "cols": lattice.cols,
        }
        self._tape.tell("aim", said)
        self._do("aim", frame, lattice)

    def bring_to_front(self) -> None:
        """See `bot.hand.Hand.bring_to_front`."""
        _answered(self._tape.ask("front", {}, lambda: self._do("bring_to_front")))

    def _do(self, name: str, *what: object) -> Said:
        """Let the hand do something; what went wrong, or nothing."""
        if self._hand is not None:
            try:
                getattr(self._hand, name)(*what)
            except LinkupError as error:
                return _as_error(error)
        return {}


def taped_foreground(tape: Tape, front: Foreground) -> Foreground:
    """A foreground whose answers are on a tape."""

    def covering(point: ScreenPoint) -> str:
        asked, answer = {"at": list(point)}, partial(_named, partial(front.covering, point))
        return str(tape.ask("cover", asked, lambda: {"by": answer()})["by"])

    def message() -> str:
        # Nothing is written where there is none: older tapes, too, are played again.
        name = partial(_named, front.message)
        said = tape.may("front", lambda: {"by": by} if (by := name()) else None)
        return str(said["by"]) if said else ""

    return Foreground(covering, message)


def _named(name: Callable[[], str]) -> str:
    """What a window is called; what ails the desktop comes to light where more hangs on it."""
    try:
        return name()
    except LinkupError:
        return ""


class TapedPointer(Pointer):
    """A pointer whose orders of links are on a tape."""

    tape: Tape

    def order(
        self, position: Position, links: tuple[Link, ...], seconds: float = inf
    ) -> tuple[Link, ...]:
        """See `Pointer.order`."""
        start = None if self.cell is None else list(self.cell)
        said = self.tape.ask(
            "order",
            {"links": _flat(links), "start": start, "pitch": list(self.pitch)},
            lambda: {"links": _flat(Pointer.order(self, position, links, seconds))},
        )
        return _links(position, said["links"])


def taped_pointer(tape: Tape, seconds: float) -> Pointer:
    """A pointer that thinks so long about an order, s, with its orders on a tape."""
    pointer = TapedPointer(seconds)
    pointer.tape = tape
    return pointer


def taped_clock(tape: Tape, clock: Callable[[], float]) -> Callable[[], float]:
    """A clock whose moments are on a tape."""
    return lambda: tape.moment(clock)


def taped_solver(tape: Tape, solver: Search) -> Search:
    """A search whose answers are on a tape: how far it comes depends on the machine."""

    def solve(position: Position, budget: float) -> Solution:
        def answer() -> Said:
            found = solver(position, budget)
            return {
                "verdict": found.verdict.value,
                "links": _flat(found.links),
                "nodes": found.nodes,
                "seconds": found.seconds,
                "why": found.why.value,
                "most": found.most,
            }

        asked = {
            "board": position.board.to_rows(),
            "gravity": position.gravity.value,
            "max_turns": position.rule.max_turns,
            "margin": position.rule.margin,
            "budget": budget,
        }
        said = tape.ask("solve", asked, answer)
        return Solution(
            Verdict(said["verdict"]),
            _links(position, said["links"]),
            said["nodes"],
            said["seconds"],
            Why(said["why"]),
            said["most"],
        )

    return solve


@dataclass(slots=True)
class TapedWitness:
    """A witness that notes on a tape what it is told.

    Parameters
    ----------
    tape : written or played back
    say : told what a person is told, line by line
    """

    tape: Tape
    say: Callable[[str], None]
    board: Board | None = None
    rules: Said | None = None

    def saw(self, reading: Reading) -> None:
        """See `bot.witness.Witness.saw`; on the tape only where the board has changed."""
        if reading.board != self.board:
            self.board = reading.board
            selected = [list(cell) for cell in reading.selected]
            self.tape.tell("saw", {"board": reading.board.to_rows(), "selected": selected})

    def decided(self, decision: Decision) -> None:
        """See `bot.witness.Witness.decided`."""
        if isinstance(decision, Play):
            said: Said = {"play": _flat([decision.link])[0], "then": len(decision.plan)}
        else:
            said = {type(decision).__name__.lower(): decision.why}
        self.tape.tell("decided", said)

    def judged(self, link: Link, outcome: Outcome) -> None:
        """See `bot.witness.Witness.judged`."""
        self.tape.tell("judged", {"link": _flat([link])[0], "outcome": outcome.value})

    def believed(self, beliefs: Beliefs) -> None:
        """See `bot.witness.Witness.believed`; on the tape only where something else is."""
        if (rules := rules_of(beliefs)) != self.rules:
            self.rules = rules
            self.tape.tell("rules", rules)

    def said(self, line: str) -> None:
        """A person is told something."""
        self.tape.tell("say", {"line": line})
        self.say(line)


def rules_of(beliefs: Beliefs) -> Said:
    """What is believed of the rules, the likeliest first, as it stands on a tape."""
    return {
        "gravities": [gravity.value for gravity in beliefs.gravities],
        "margins": list(beliefs.margins),
        "turns": list(beliefs.turns),
    }


def with_rules(beliefs: Beliefs, said: Said) -> Beliefs:
    """Beliefs with other rules, as `rules_of` tells them.

    Raises
    ------
    KeyError, TypeError, ValueError
        if that is none
    """
    gravities = tuple(Gravity(name) for name in said["gravities"])
    margins, turns = (tuple(int(each) for each in said[name]) for name in ("margins", "turns"))
    if not (gravities and margins and turns):
        raise ValueError("nothing is believed of a rule")
    return replace(beliefs, gravities=gravities, margins=margins, turns=turns)


def _flat(links: Any) -> list[list[int]]:
    return [[*link.a, *link.b] for link in links]


def _links(position: Position, flat: list[list[int]]) -> tuple[Link, ...]:
    """Links from their cells; also while they are recorded, so that both ways come to the same."""
    return as_links(position, [(Cell(*four[:2]), Cell(*four[2:])) for four in flat])


def _as_error(error: LinkupError) -> Said:
    if isinstance(error, WindowMovedError):
        before, after = error.before, error.window
        rects = [list(before.rect), list(after.rect)]
        return {"moved": {"id": before.id, "title": before.title, "rects": rects}}
    name = next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _ERRORS)
    return {"error": [name, str(error)]}


def _answered(said: Said) -> Said:
    """An answer, unless it is an error, which is raised."""
    if "moved" in said:
        moved = said["moved"]
        before, after = (Rect(*rect) for rect in moved["rects"])
        raise WindowMovedError(Window(moved["id"], moved["title"], before), after)
    if "error" in said:
        _raise(*said["error"])
    return said


def _raise(name: str, message: str) -> NoReturn:
    if name not in _ERRORS:
        raise InputError(f"a recording names an error that there is not: {name!r}")
    error = _ERRORS[name](message)
    error.add_note(_TOLD)
    raise error


def was_told(error: LinkupError) -> bool:
    """Whether an error is one of the game, as its recording tells it; not one of the recording."""
    return _TOLD in getattr(error, "__notes__", ())
