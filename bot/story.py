"""A story: what happened in a recorded game, step by step, for people.

A step is a decision and what became of it. What went wrong is told with how it was mended; what was
learned of the rules follows from the boards, by the same reasoning as in the game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from bot.board import UNKNOWN, Board
from bot.geometry import Cell, Lattice, Pixel
from bot.tally import Ending
from bot.witness import Outcome

Two = tuple[Cell, Cell]


class Trouble(StrEnum):
    """What can go wrong in a game."""

    LOST = "lost click"
    REFUSED = "refused link"
    HIDDEN = "hidden tile"
    SURPRISE = "surprise"
    MISREAD = "misread tile"
    UNREAD = "cells not read"
    WINDOW = "window"
    SCREEN = "screen"
    END = "broken off"


@dataclass(frozen=True, slots=True)
class Seen:
    """What was read last: a board, where it lies in the picture, and which tiles are selected."""

    board: Board | None = None
    lattice: Lattice | None = None
    selected: tuple[Cell, ...] = ()


_NOTHING = Seen()


@dataclass(slots=True)
class Fault:
    """Something that went wrong.

    Parameters
    ----------
    trouble, what : of what sort, and what exactly
    time, line, look : when, s; where on the tape; and the picture seen last
    step : number of the step in which it happened
    seen : what was read then
    mended : how it went on; empty where the recording ends with it
    times : that it happened in a row
    cells : in which
    """

    trouble: Trouble
    what: str
    time: float
    line: int
    look: int
    step: int
    seen: Seen = _NOTHING
    mended: str = ""
    times: int = 1
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Click:
    """A click.

    Parameters
    ----------
    time, line : when, s; and where on the tape
    at : in the picture seen last, px
    why : it was refused, if it was
    """

    time: float
    line: int
    at: Pixel
    why: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a link: when that was known, s, by which picture, and what."""

    time: float
    look: int
    outcome: Outcome


@dataclass(slots=True)
class Step:
    """A decision, and what became of it.

    Parameters
    ----------
    number : from 0
    time, line, look : when it was made, s; where on the tape; and the picture seen last
    decided : what, for a person
    why : the reason
    link, path : what is to be linked, and along which corners; None where nothing is
    seen : what was read then, without tiles that were taken to be gone
    clicks, verdicts, notes : what came of it, and what the player said, with the time, s
    looks, until : pictures taken in it, and when the next began, s
    fell : line of the tape with the first picture in which other tiles than its own had moved; 0 if
        there is none
    """

    number: int
    time: float
    line: int
    look: int
    decided: str
    why: str = ""
    link: Two | None = None
    path: tuple[Cell, ...] = ()
    seen: Seen = _NOTHING
    clicks: list[Click] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    notes: list[tuple[float, str]] = field(default_factory=list)
    looks: int = 0
    until: float = 0.0
    fell: int = 0

    def saw(self, board: Board, line: int) -> None:
        """What was read after its clicks, in the picture on a line of the tape."""
        before = self.seen.board
        if self.fell or before is None or not before.is_sized_as(board):
            return
        others = (cell for cell in board.cells() if cell not in (self.link or ()))
        if any(UNKNOWN not in {before[c], board[c]} and before[c] != board[c] for c in others):
            self.fell = line

    @property
    def waits(self) -> list[tuple[float, Verdict]]:
        """For each verdict when the last click before it was, s."""
        clicks = [click.time for click in self.clicks]
        found = []
        for verdict in self.verdicts:
            since = max((time for time in clicks if time <= verdict.time), default=None)
            if since is not None:
                found.append((since, verdict))
        return found

    @property
    def waited(self) -> float:
        """From clicks until it was known what became of them, s."""
        return sum(verdict.time - since for since, verdict in self.waits)

    @property
    def is_settled(self) -> bool:
        """Whether it is known what became of its link in the end."""
        return any(each.outcome is not Outcome.LOST for each in self.verdicts)

    @property
    def removed(self) -> float | None:
        """When its tiles were known to be gone, s."""
        gone = (each.time for each in self.verdicts if each.outcome is Outcome.REMOVED)
        return next(gone, None)


@dataclass(slots=True)
class Story:
    """What happened in a game.

    Parameters
    ----------
    folder : of the recording
    steps, faults : in order
    learned : what was found out about the rules: when, s, the step, and what
    rules : in the end, by the words of the command line: gravity, margin, max_turns
    looks, changes : when pictures were taken, and which of them showed something new, s
    outcome, why : how it ended; empty where the recording does not tell
    damage : why the tape could not be read to its end, and the like; empty if it could
    rows, cols, tiles : of the board as it was found
    links : that went, by the player's own count where the recording tells it
    seconds : from the first look to the end
    skin : its name, if one was used
    left_out : steps that are not told, for there are too many
    is_hopeless : whether the player proved that no order of links clears the deal
    missed, pending : pairs that were clicked again, and those of which it was not seen what became;
        as in `bot.tally.Tally`
    """

    folder: Path
    steps: list[Step] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    learned: list[tuple[float, int, str]] = field(default_factory=list)
    rules: dict[str, str | int] = field(default_factory=dict)
    looks: array[float] = field(default_factory=lambda: array("d"))
    changes: array[float] = field(default_factory=lambda: array("d"))
    outcome: str = ""
    why: str = ""
    damage: str = ""
    rows: int = 0
    cols: int = 0
    tiles: int = 0
    links: int = 0
    seconds: float = 0.0
    skin: str = ""
    left_out: int = 0
    is_hopeless: bool = False
    missed: int = 0
    pending: int = 0

    @property
    def whole(self) -> bool:
        """Whether the recording tells how the game ended."""
        return bool(self.outcome)

    @property
    def cleared(self) -> bool:
        """Whether the board was cleared."""
        return self.outcome == Ending.CLEARED

    @property
    def clicks(self) -> list[Click]:
        """Clicks made."""
        return [click for step in self.steps for click in step.clicks if not click.why]

    @property
    def waited(self) -> float:
        """From clicks until it was known what became of them, s; no moment counts twice."""
        waits = sorted(
            (since, verdict.time) for step in self.steps for since, verdict in step.waits
        )
        seconds = until = 0.0
        for since, end in waits:
            seconds += max(0.0, end - max(since, until))
            until = max(until, end)
        return seconds

    def paces(self) -> list[tuple[Step, float]]:
        """Each link that went, and the time since the one before, s, or the first click."""
        clicks = self.clicks
        last, found = clicks[0].time if clicks else 0.0, []
        for step in self.steps:
            if step.removed is not None:
                found.append((step, max(0.0, step.removed - last)))
                last = max(last, step.removed)
        return found

    def note_damage(self, what: str) -> None:
        """Keep in mind that something of the recording cannot be read; nothing if it is empty."""
        if what not in self.damage:
            self.damage = "; ".join(filter(None, [self.damage, what]))

    def mend(self) -> None:
        """Tell for each fault how it went on."""
        for fault in self.faults:
            fault.mended = _MENDED.get(fault.trouble, _went_on)(self, fault)


def _went_on(story: Story, fault: Fault) -> str:
    gone = [step for step in story.steps[fault.step :] if (step.removed or 0.0) > fault.time]
    after = [step for step in gone if step.removed is not None]
    if not after:
        return ""
    first = min(after, key=lambda step: step.removed or 0.0)
    return f"the next link went {(first.removed or 0.0) - fault.time:.1f} s later"


def _clicked_again(story: Story, fault: Fault) -> str:
    step = story.steps[fault.step]
    later = [each for each in step.verdicts if each.time > fault.time]
    if any(each.outcome is Outcome.REMOVED for each in later):
        return f"clicked again, and gone {(step.removed or 0.0) - fault.time:.1f} s later"
    if later:
        return f"clicked again, in vain: {later[-1].outcome.value}"
    return _went_on(story, fault)


def _set_aside(story: Story, fault: Fault) -> str:
    on = _went_on(story, fault)
    return f"set aside; {on}" if on else "set aside"


_MENDED: dict[Trouble, Callable[[Story, Fault], str]] = {
    Trouble.LOST: _clicked_again,
    Trouble.REFUSED: _set_aside,
    Trouble.END: lambda _story, _fault: "",
}
