"""How right screens are read, and how fast: saved ones, drawn ones, and those without a board.

A board is exact when every tile is where it is, equal tiles have equal kinds and unequal ones not,
empty cells are empty, and nothing is left open that can be seen. What is refused is no lie, and a
cell left open is none; a wrong cell is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.bench import alike
from bot.bench.measure import Effort, Row
from bot.bench.screens import FILLS, FIXTURES, Shown, drawn, saved, without_board, without_tiles
from bot.bench.verdict import Grade, Verdict, judged, not_found
from bot.calibrate import learn
from bot.deal import deal
from bot.errors import BoardNotFoundError, LinkupError
from bot.frame import Frame
from bot.glance import read_again
from bot.reader import read
from bot.reading import Reading
from bot.sighting import Sight
from bot.simulator import Style, draw

Reader = Callable[[Frame], Reading]
"""Reads a picture, or raises `BoardNotFoundError`."""


def _same_place(fresh: Frame) -> Reader:
    """Reads further pictures of a game that stays in its place."""
    return partial(read_again, known=read(fresh))


def _skin(fresh: Frame) -> Reader:
    """Reads further pictures of a game wherever it stands, by its look."""
    return Sight.of(learn([fresh], "learned").skin).read


TAUGHT: dict[str, Callable[[Frame], Reader]] = {"known lattice": _same_place, "known skin": _skin}
"""What can be learned from a fresh picture of a game, to read later ones."""


@dataclass(slots=True)
class Tally:
    """What became of the pictures of one row of the table."""

    grades: Counter[Grade] = field(default_factory=Counter)
    wrong: int = 0
    unknown: int = 0
    mismarked: int = 0
    failed: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, verdict: Verdict) -> None:
        """Count one picture."""
        self.grades[verdict.grade] += 1
        self.wrong += verdict.wrong
        self.unknown += verdict.unknown
        seen = verdict.grade not in {Grade.NOT_FOUND, Grade.WRONG_PLACE}
        self.mismarked += seen and not verdict.marked
        if verdict.why:
            self.failed[name] = f"{verdict.grade}: {verdict.why}"

    def row(self, what: str, part: str) -> Row:
        """The share of exact pictures, and how the others fell short."""
        exact, pictures = self.grades[Grade.EXACT], self.grades.total()
        more: dict[str, float] = {
            "pictures": pictures,
            "exact": exact,
            "not found": self.grades[Grade.NOT_FOUND],
            "wrong place": self.grades[Grade.WRONG_PLACE],
            "wrong cells": self.wrong,
            "unknown": self.unknown,
            "mismarked": self.mismarked,
        }
        return Row(what, 100 * exact / pictures, "%", None, 100, more, part, self.failed)


def measured(effort: Effort) -> Iterator[Row]:
    """Read everything; then tell tiles apart; then take the time."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        screens = effort.screens or (FIXTURES if FIXTURES.is_dir() else None)
        if screens is not None:
            deals = saved(screens)
            yield from _tallied("saved screens", islice(deals, 2) if effort.quick else deals)
        seeds = range(effort.seed, effort.seed + effort.boards)
        yield from _tallied("drawn boards", map(drawn, seeds))
        yield from _false_boards(effort)
        yield from alike.measured(effort)
        yield from _times(effort)
    finally:
        cv2.setNumThreads(threads)


def _tallied(part: str, deals: Iterable[Iterable[Shown]]) -> Iterator[Row]:
    """Read each picture as one never seen, and the later ones by what the fullest one taught."""
    tallies: dict[tuple[str, str], Tally] = {}
    for pictures in deals:
        readers: dict[str, Reader] = {"": read}
        for shown in pictures:
            frame = shown.frame()
            for way, reader in readers.items():
                verdict = _read(reader, frame, shown)
                tallies.setdefault((way, shown.fill), Tally()).add(_case(shown), verdict)
            if len(readers) == 1:
                readers |= {name: _teach(way, frame) for name, way in TAUGHT.items()}
    for way in ("", *TAUGHT):
        for fill in FILLS:
            if (way, fill) in tallies:
                yield tallies[way, fill].row(f"{way}, {fill}" if way else fill, part)


def _case(shown: Shown) -> str:
    return f"{shown.name}, {shown.fill}"


def _read(reader: Reader, frame: Frame, shown: Shown) -> Verdict:
    try:
        return judged(reader(frame), shown.truth)
    except BoardNotFoundError as error:
        return not_found(str(error))


def _teach(way: Callable[[Frame], Reader], fresh: Frame) -> Reader:
    """What is learned from a picture; if nothing, a reader that finds nothing."""
    try:
        return way(fresh)
    except LinkupError as error:
        why = f"nothing learned: {error}"

    def refuse(_: Frame) -> Reading:
        raise BoardNotFoundError(why)

    return refuse


def _false_boards(effort: Effort) -> Iterator[Row]:
    """How many boards are seen where there is none."""
    seeds = range(effort.seed, effort.seed + effort.boards)
    sources: dict[str, Iterable[tuple[str, Callable[[], Frame]]]] = {
        "drawn": ((f"seed {seed}", partial(without_tiles, seed)) for seed in seeds)
    }
    folder = effort.none or (FIXTURES / "none" if (FIXTURES / "none").is_dir() else None)
    if folder is not None:
        pictures = without_board(folder)
        sources["saved"] = islice(pictures, 2) if effort.quick else pictures
    for source, shown in sources.items():
        found, number = {}, 0
        for name, frame in shown:
            number += 1
            with suppress(BoardNotFoundError):
                board = read(frame()).board
                found[name] = f"a board of {board.rows} x {board.cols}, {board.tiles} tiles"
        what, more = f"{source}: boards seen", {"pictures": number}
        yield Row(what, len(found), "", 0, None, more, "screens without a board", found)


def _times(effort: Effort) -> Iterator[Row]:
    """CPU time for a decoded picture of 1280 x 900 px with 18 x 8 tiles."""
    board, style = deal(8, 18, 36, effort.seed, copies=4), Style.default()
    fresh = _framed(draw(board, style))
    known, sight = read(fresh), Sight.of(learn([fresh], "learned").skin)
    a, b, *_ = board.by_kind().values()
    later = {
        "unchanged": fresh,
        "a tile selected": _framed(draw(board, style, selected=a[:1])),
        "a link gone": _framed(draw(board.without(a[:2]), style)),
        "a path drawn": _framed(draw(board, style, selected=b[:2], path=(b[0], b[1]))),
    }
    works: dict[str, tuple[Callable[[], object], float]] = {
        "never seen": (lambda: read(fresh), 250.0),
        "known skin": (lambda: sight.read(later["a link gone"]), 15.0),
        **{
            f"known lattice, {what}": (partial(read_again, frame, known), 3.0)
            for what, frame in later.items()
        },
    }
    for what, (work, goal) in works.items():
        milliseconds = effort.seconds(work) * 1000
        yield Row(what, milliseconds, "ms", goal, part="1280 x 900 px, 18 x 8 tiles")


def _framed(pixels: NDArray[np.uint8]) -> Frame:
    """The picture in the middle of a screen of 1280 x 900 px."""
    height, width = pixels.shape[:2]
    screen = np.full((900, 1280, 3), (58, 62, 70), np.uint8)
    x, y = (1280 - width) // 2, (900 - height) // 2
    screen[y : y + height, x : x + width] = pixels
    return Frame(screen)
