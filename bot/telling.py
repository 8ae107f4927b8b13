"""Telling: from what stands on a tape to the story of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.beliefs import Beliefs, doubt, surprised
from bot.board import EMPTY, UNKNOWN, Board
from bot.chronicle import Chronicle, Entry
from bot.errors import LinkupError
from bot.expectation import agrees
from bot.findings import Findings
from bot.geometry import Cell, Lattice, Pixel
from bot.matcher import Link, LinkRule, find_path
from bot.mishaps import Mishaps
from bot.plural import counted
from bot.policy import Removed, as_expected, judge
from bot.position import Gravity, remove
from bot.recording import with_rules
from bot.story import Click, Fault, Seen, Step, Story, Trouble, Verdict
from bot.tally import HOPELESS, RESIZED, SURPRISED
from bot.witness import Outcome
from bot.wording import learned, named, reason

_MOST_STEPS, _MOST_OF_ONE = 2000, 60
"""Steps that are told, and clicks, verdicts and notes of one; a game of 900 tiles has 450 links."""
_MOST_CELLS = 10_000
_LONGEST = 500
"""Characters of what a player says that are kept."""
_BROKEN = (LinkupError, KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)
_LOST = ("BoardNotFoundError", *(f"Window{how}Error" for how in ("", "Hidden", "Moved", "Covered")))
"""Errors of a game that is lost, as `linkup play` calls it; by any other it is stopped."""
_TROUBLES = {
    Outcome.LOST: Trouble.LOST,
    Outcome.REFUSED: Trouble.REFUSED,
    Outcome.UNSEEN: Trouble.HIDDEN,
    Outcome.ELSE: Trouble.SURPRISE,
}


def tell(folder: Path, progress: Callable[[float], object] = lambda _: None) -> Story:
    """The story of a recorded game, as far as its tape can be read.

    Parameters
    ----------
    folder : of the recording
    progress : told now and then how much of the tape was read, 0 to 1

    Raises
    ------
    InputError
        if there is no tape
    """
    chronicle = Chronicle(folder)
    teller = _Teller(folder)
    for entry in chronicle:
        try:
            teller.hear(entry)
        except _BROKEN:
            chronicle.damage = f"line {entry.line} is broken"
            break
        if entry.line % 256 == 0:
            progress(chronicle.share)
    return teller.end(chronicle.damage)


class _Teller:
    """Hears a tape, line by line, and makes a story of it."""

    def __init__(self, folder: Path) -> None:
        self.story = Story(folder)
        self._mishaps = Mishaps(self.story)
        self._beliefs = Beliefs()
        self._seen: Board | None = None
        self._selected: tuple[Cell, ...] = ()
        self._known: Board | None = None
        self._lattice: Lattice | None = None
        self._findings = Findings()
        self._has_rules, self._unread, self._line = False, False, 0
        self._corner, self._scale = (0.0, 0.0), 1.0
        self._step = self._begin(Step(0, 0.0, 1, 0, "found the board"))
        self._pending: Step | None = None
        self._hears: dict[str, Callable[[Entry], None]] = {
            "start": self._start,
            "look": self._look,
            "saw": self._saw,
            "aim": self._aim,
            "solve": self._solve,
            "decided": self._decided,
            "click": self._click,
            "button": self._button,
            "judged": self._judged,
            "rules": self._rules,
            "say": self._say,
            "front": self._other,
            "park": self._other,
            "stop": self._other,
            "full": self._full,
            "end": self._end,
            "interrupted": self._interrupted,
        }

    def hear(self, entry: Entry) -> None:
        """Take in the next line."""
        self.story.seconds = self._step.until = entry.time
        if entry.what in self._hears:
            self._hears[entry.what](entry)

    def end(self, damage: str) -> Story:
        """The story, once all was heard."""
        story = self.story
        story.note_damage(damage)
        beliefs = self._beliefs
        margins = beliefs.margins
        story.rules = {
            "gravity": beliefs.gravity.value if len(beliefs.gravities) == 1 else "auto",
            "margin": "no" if not margins[0] else "auto" if len(margins) > 1 else "yes",
            "max_turns": beliefs.max_turns,
        }
        self._mishaps.end()
        story.mend()
        return story

    def _start(self, entry: Entry) -> None:
        said = entry.said
        possible = tuple(map(Gravity, said["possible"]))
        self._beliefs = with_rules(Beliefs(possible=possible), said)
        self.story.skin = str(said["skin"] or "")[:_LONGEST]

    def _look(self, entry: Entry) -> None:
        self.story.looks.append(entry.time)
        self._step.looks += 1
        if entry.error:
            self._wrong(Trouble.SCREEN, entry.error, entry)
            return
        self._line = entry.line
        left, top = entry.answer["origin"]
        self._corner, self._scale = (float(left), float(top)), float(entry.answer["scale"])
        if entry.answer["patches"]:
            self.story.changes.append(entry.time)

    def _saw(self, entry: Entry) -> None:
        rows = entry.said["board"]
        if sum(map(len, rows)) > _MOST_CELLS:
            raise ValueError
        if not all(isinstance(kind, int) for row in rows for kind in row):
            raise TypeError
        self._seen = Board.from_rows(rows)
        self._selected = tuple(_cell(*cell) for cell in entry.said["selected"])
        if self._pending is not None:
            self._pending.saw(self._seen, self._line)
        if not self.story.tiles:
            story, board = self.story, self._seen
            story.rows, story.cols, story.tiles = board.rows, board.cols, board.tiles
            self._step.look, self._step.seen = entry.look, self._now()

    def _aim(self, entry: Entry) -> None:
        said = entry.said
        (x, y), (wide, high) = said["origin"], said["pitch"]
        self._lattice = Lattice(
            Pixel(float(x), float(y)),
            (float(wide), float(high)),
            int(said["rows"]),
            int(said["cols"]),
        )
        first = self.story.steps[0]
        if first.seen.lattice is None:
            first.seen = replace(first.seen, lattice=self._lattice)

    def _solve(self, entry: Entry) -> None:
        self._findings.hear(entry.said, entry.answer)

    def _decided(self, entry: Entry) -> None:
        said, number = entry.said, len(self.story.steps)
        step = Step(number, entry.time, entry.line, entry.look, "", until=entry.time)
        if "play" in said:
            link = _two(said["play"])
            step.decided = f"link {named(link)}"
            step.link = link
            self._reason(step, int(said["then"]), entry)
        else:
            (name, why), *_ = said.items()
            step.decided = "shuffle" if name == "shuffle" else "stop"
            step.why = str(why)[:_LONGEST]
            self._know()
        step.seen = self._now()
        self._findings.forget()
        self._step = self._begin(step)

    def _reason(self, step: Step, then: int, entry: Entry) -> None:
        """Tell why a link was chosen, and where its path runs."""
        board = self._know()
        assert step.link is not None
        if board is None or not all(cell in board for cell in step.link):
            raise ValueError
        a, b = step.link
        for rule in (self._beliefs.rule, LinkRule(max(self._beliefs.turns), 1)):
            path = find_path(board, a, b, rule)
            if path:
                break
        step.path = path or (a, b)
        found = self._findings.told(board, then, self._beliefs)
        step.why = reason(board, Link(a, b, step.path), then, self._beliefs, found)
        self._count_unread(board, entry)

    def _count_unread(self, board: Board, entry: Entry) -> None:
        """Tell of cells that could not be told when something was decided."""
        unread = board.kinds.count(UNKNOWN)
        if unread and not self._unread:
            told = f"{counted(unread, 'cell')} could not be read"
            self._wrong(Trouble.UNREAD, told, entry, len(self.story.steps))
        self._unread = bool(unread)

    def _know(self) -> Board | None:
        """The board that a decision rests on."""
        pending = self._pending
        if pending is not None and pending.link is not None and self._known is not None:
            return self._known.without(pending.link)
        if self._seen is not None and (self._known is None or not agrees(self._known, self._seen)):
            self._known = self._seen
        return self._known

    def _now(self) -> Seen:
        """What was read, without the tiles that are taken to be gone.

        What could not be read, under the pointer say, but is known from before is known.
        """
        board, pending, known = self._seen, self._pending, self._known
        if board is not None and known is not None and agrees(known, board):
            kinds = zip(known.kinds, board.kinds, strict=True)
            filled = tuple(old if new == UNKNOWN else new for old, new in kinds)
            board = Board(board.rows, board.cols, filled)
        if board is not None and pending is not None and pending.link is not None:
            board = board.without(cell for cell in pending.link if cell in board)
        return Seen(board, self._lattice, self._selected)

    def _click(self, entry: Entry) -> None:
        x, y = entry.said["at"]
        if len(self._step.clicks) < _MOST_OF_ONE:
            (left, top), scale = self._corner, self._scale
            place = Pixel((float(x) - left) * scale, (float(y) - top) * scale)
            self._step.clicks.append(Click(entry.time, entry.line, place, entry.error[:_LONGEST]))
        self._mishaps.clicked(self._step.number)
        if self._step.link is not None:
            self._pending = self._step
        if entry.error:
            self._wrong(Trouble.WINDOW, entry.error, entry)

    def _button(self, entry: Entry) -> None:
        x, y = entry.said["at"]
        self._note(entry, f"pressed a button of the game at {float(x):.0f}, {float(y):.0f}")
        if entry.error:
            self._wrong(Trouble.WINDOW, entry.error, entry)

    def _judged(self, entry: Entry) -> None:
        link, outcome = _two(entry.said["link"]), Outcome(entry.said["outcome"])
        step = next(
            (step for step in reversed(self.story.steps[-3:]) if step.link == link), self._step
        )
        if len(step.verdicts) < _MOST_OF_ONE:
            step.verdicts.append(Verdict(entry.time, entry.look, outcome))
        before = self._known
        self._mishaps.judged()
        # The next link may have been clicked before it was known what became of this one.
        if self._pending is not None and self._pending.link == link:
            self._pending = None
        if outcome is Outcome.REMOVED:
            self.story.links += 1
            self._gone(link, entry, step)
        elif outcome in _TROUBLES:
            what = f"{named(link)}: {outcome.value}"
            fault = self._fault(_TROUBLES[outcome], what, entry, step.number, link)
            (self._mishaps.in_vain if outcome is Outcome.LOST else self._mishaps.add)(fault)
        if outcome is Outcome.REFUSED and before is not None and all(c in before for c in link):
            self._believe(doubt(before, Link(*link, link), self._beliefs), entry)

    def _gone(self, link: tuple[Cell, Cell], entry: Entry, step: Step) -> None:
        """Learn from a link that went."""
        before, seen = self._known, self._seen
        if before is None or seen is None or not all(cell in before for cell in link):
            return
        taken = Link(*link, step.path or link)
        verdict = judge(before, taken, seen, self._beliefs)
        if isinstance(verdict, Removed):
            self._believe(verdict.beliefs, entry)
        elif beliefs := as_expected(before, taken, seen, self._beliefs):
            self._believe(beliefs, entry)
        self._known = seen
        if len(self._beliefs.gravities) == 1:
            expected = remove(before, *link, self._beliefs.gravity)
            if agrees(expected, seen):
                self._known = expected
            elif expected.is_sized_as(seen):
                self._compare(expected, seen, entry, step)

    def _compare(self, expected: Board, seen: Board, entry: Entry, step: Step) -> None:
        """Tell of tiles that were read otherwise before, if they are few: more are another deal."""
        other = [
            cell
            for cell in seen.cells()
            if min(expected[cell], seen[cell]) > EMPTY and expected[cell] != seen[cell]
        ]
        if 0 < len(other) <= max(2, seen.tiles // 8):
            cells = ", ".join(
                f"{tuple(cell)} was read as {expected[cell]} and is {seen[cell]} now"
                for cell in other[:8]
            )
            self._wrong(Trouble.MISREAD, cells, entry, step.number, tuple(other))

    def _believe(self, beliefs: Beliefs, entry: Entry, *, is_told: bool = False) -> None:
        """Believe something else, of rules only what the tape tells, and tell what was learned."""
        old = self._beliefs
        rules = beliefs if is_told or not self._has_rules else old
        self._beliefs = replace(rules, evidence=beliefs.evidence)
        for what in learned(old, rules):
            self.story.learned.append((entry.time, self._step.number, what))

    def _rules(self, entry: Entry) -> None:
        """The player believes something else; older tapes leave that to be found out here."""
        self._has_rules = True
        self._believe(with_rules(self._beliefs, entry.said), entry, is_told=True)

    def _say(self, entry: Entry) -> None:
        line = str(entry.said["line"])[:_LONGEST]
        self._note(entry, line)
        if line.startswith(HOPELESS):
            self.story.is_hopeless = True
        elif line.startswith(SURPRISED):
            self._wrong(Trouble.SURPRISE, line, entry)
            self._believe(surprised(self._beliefs, again=False), entry)
            self._known, self._pending = None, None
        elif line.startswith(RESIZED):
            self._wrong(Trouble.WINDOW, line, entry)
            self._known, self._pending, self._lattice = None, None, None

    def _other(self, entry: Entry) -> None:
        if entry.error:
            self._wrong(Trouble.WINDOW, entry.error, entry)

    def _full(self, _: Entry) -> None:
        self.story.damage = "the recording had reached its greatest size, and ends there"

    def _end(self, entry: Entry) -> None:
        said: dict[str, Any] = entry.said
        self.story.links = int(said.get("links", self.story.links))
        broken = "lost" if said.get("error") in _LOST else "stopped"
        self.story.outcome = str(said.get("outcome", broken))[:_LONGEST]
        if "error" in said:
            self.story.why = str(said["why"])[:_LONGEST]
            self._mishaps.broke_off(self._fault(Trouble.END, self.story.why, entry))

    def _interrupted(self, entry: Entry) -> None:
        """Who stops a game knows that nothing went wrong."""
        self.story.links = int(entry.said["links"])
        self.story.outcome, self.story.why = "stopped", str(entry.said["why"])[:_LONGEST]

    def _begin(self, step: Step) -> Step:
        if len(self.story.steps) < _MOST_STEPS:
            self.story.steps.append(step)
        else:
            step = replace(step, number=len(self.story.steps) - 1)
            self.story.left_out += 1
        return step

    def _note(self, entry: Entry, text: str) -> None:
        if len(self._step.notes) < _MOST_OF_ONE:
            self._step.notes.append((entry.time, text))

    def _wrong(self, *what: Any) -> None:
        """Something went wrong; parameters as for `_fault`."""
        self._mishaps.add(self._fault(*what))

    def _fault(
        self,
        trouble: Trouble,
        what: str,
        entry: Entry,
        step: int | None = None,
        cells: tuple[Cell, ...] = (),
    ) -> Fault:
        number = min(self._step.number if step is None else step, _MOST_STEPS - 1)
        seen = Seen(self._seen, self._lattice, self._selected)
        what, time = what[:_LONGEST], entry.time
        return Fault(trouble, what, time, entry.line, entry.look, number, seen, cells=cells)


def _cell(row: object, col: object) -> Cell:
    if not isinstance(row, int) or not isinstance(col, int):
        raise TypeError
    return Cell(row, col)


def _two(flat: list[object]) -> tuple[Cell, Cell]:
    row, col, other_row, other_col = flat
    return _cell(row, col), _cell(other_row, other_col)
