"""What a benchmark measures and how: rows of numbers, the best of several runs in CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    """One number that was measured.

    Parameters
    ----------
    what
        what was measured, and on what
    value, unit
        the number, and what it counts
    at_most, at_least
        the goal for it, where there is one; both, if just one number is right
    more
        further numbers by name, which have no goal
    part
        the part of the suite that it belongs to, which is a table of its own
    failed
        the cases that went wrong: their names, by which they can be looked at again, and why
    """

    what: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None
    more: Mapping[str, float] = field(default_factory=dict)
    part: str = ""
    failed: Mapping[str, str] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        """Whether the number is as good as its goal, or has none."""
        return (self.at_most is None or self.value <= self.at_most) and (
            self.at_least is None or self.value >= self.at_least
        )

    @property
    def goal(self) -> str:
        """The goal as people write it, and that it was missed; empty without one.

        >>> Row("all links", 130.0, "us", at_most=120).goal
        '<= 120 missed'
        """
        if self.at_most is None and self.at_least is None:
            return ""
        if self.at_most == self.at_least:
            goal = f"= {self.at_most:g}"
        else:
            goal = f">= {self.at_least:g}" if self.at_most is None else f"<= {self.at_most:g}"
        return goal if self.met else f"{goal} missed"

    def document(self) -> dict[str, object]:
        """The row as JSON carries it: what there is of it, and whether a goal is met."""
        found = {name: getattr(self, name) for name in ("what", "value", "unit")} | dict(self.more)
        found |= {name: told for name in ("part", "failed") if (told := getattr(self, name))}
        goals = {name: getattr(self, name) for name in ("at_most", "at_least")}
        found |= {name: goal for name, goal in goals.items() if goal is not None}
        return found | {"met": self.met} if self.goal else found


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure, and on what.

    Parameters
    ----------
    quick
        whether all of it shall end within seconds: suites take fewer and smaller cases
    seed
        of the boards and games; the same seed gives the same ones everywhere
    deals
        how many for each row that counts what becomes of them
    boards
        how many are drawn to be read, and how many pictures without one
    games
        how many are played in a faulty world, of as many seeds from `seed` on
    screens, none
        folders of saved screens, with labels and without a board; what comes with the sources
        unless told
    clock
        seconds, monotonic; of the processor, so that other programs do not count
    say
        told the story of a game that is played alone, a line at a time
    """

    quick: bool = False
    seed: int = 0
    deals: int = 100
    boards: int = 100
    screens: Path | None = None
    none: Path | None = None
    games: int = 50
    clock: Callable[[], float] = time.process_time
    say: Callable[[str], None] = field(default=lambda _: None, compare=False)

    @property
    def runs(self) -> int:
        """How many runs the best is taken of."""
        return 2 if self.quick else 5

    @property
    def least(self) -> float:
        """Seconds that one run takes at least, for clocks tick: on Windows 64 times a second."""
        return 0.005 if self.quick else 0.1

    def seconds(self, work: Callable[[], object]) -> float:
        """CPU seconds that the work takes once: the best of several runs.

        A run does the work as often as it fits into `least`. The best one is that with the least
        disturbance; what is slower comes from elsewhere (Python's `timeit` says why).
        """
        times, best = 1, self._run(work, 1)
        while best * times < self.least:
            times = max(2 * times, int(self.least / max(best, 1e-9) / 4))
            best = self._run(work, times)
        return min(best, *(self._run(work, times) for _ in range(self.runs - 1)))

    def _run(self, work: Callable[[], object], times: int) -> float:
        began = self.clock()
        for _ in range(times):
            work()
        return (self.clock() - began) / times


Suite = Callable[[Effort], Iterable[Row]]
"""A set of measurements that belong together."""


def tables(name: str, rows: Iterable[Row]) -> str:
    """The rows of a suite for people: a table of each part."""
    parts = groupby(rows, key=lambda row: row.part)
    return "\n\n".join(table(f"{name}: {part}" if part else name, some) for part, some in parts)


_NAMED = 20
"""Cases that went wrong, of one suite, that people are told of."""


def failures(rows: Iterable[Row]) -> str:
    """The cases that went wrong for people, a line each; empty without one.

    >>> print(failures([Row("games", 0.5, "", failed={"seed 3": "deadlock"})]))
    seed 3: deadlock
    """
    failed = [f"{case}: {why}" for row in rows for case, why in row.failed.items()]
    more = len(failed) - _NAMED
    return "\n".join(failed[:_NAMED] + ([f"and {more} more, with --json"] if more > 0 else []))


def table(name: str, rows: Iterable[Row]) -> str:
    """The rows of one part for people, in aligned columns.

    >>> print(table("links", [Row("a link", 12.345, "us", at_most=20), Row("boards", 3, "")]))
    links   value  unit  goal
    a link   12.3  us    <= 20
    boards      3
    """
    rows = list(rows)
    extra = list(dict.fromkeys(key for row in rows for key in row.more))
    lines = [[name, "value", "unit", "goal", *extra]]
    for row in rows:
        more = [_number(row.more[key]) if key in row.more else "" for key in extra]
        lines.append([row.what, _number(row.value), row.unit, row.goal, *more])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    to_the_right = {1, *range(4, 4 + len(extra))}
    return "\n".join(
        "  ".join(
            word.rjust(width) if place in to_the_right else word.ljust(width)
            for place, (word, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _number(value: float) -> str:
    """A number with three figures or more; a whole one as it is."""
    if isinstance(value, int) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
