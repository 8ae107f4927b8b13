"""Filming: from a recorded game to the pictures of a short film, with pointer, clicks and paths.

A film does not run as fast as the game did. Each click gets the time in which an eye can follow the
pointer there, and waits are cut short; a long game is told faster as a whole. The seconds in the
caption are those of the game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, WALL
from bot.chronicle import Chronicle, Entry, pictures
from bot.closing import closing
from bot.errors import InputError
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.lettering import write
from bot.story import Step, Story
from bot.strokes import draw_link, thickness

FPS = 12.0
"""Pictures of a film per second: a pointer that moves is seen to move."""
_BEGIN, _MOVE, _END = 0.7, 0.14, 1.6
"""s; a film shows the first board, a pointer on its way to a tile, and the last board so long."""
_WAITS = (0.3, 0.9)
"""s; the shortest and the longest wait for what becomes of clicks."""
_BURST = 0.3
"""s; clicks nearer together are waited for together."""
_RING = 0.3
"""s; a click is shown so long."""
_BAR, _LETTERS = 30, 11
"""px; height of the caption, and of its capital letters."""
_LINE, _INK, _GROUND = (255, 225, 0), (236, 236, 230), (28, 30, 33)
_ARROW = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
"""px; corners of the pointer, its tip first."""
_PASSING, _WIPED = 0.5, 10.0
"""s that pictures last at most which are no states of the game, and grey levels in the mean by
which the first differs from the one before: a game that draws itself anew may wipe its window."""
_FALLEN = 0.5
"""Share of the wait for what becomes of clicks in which tiles are not shown to have fallen: a path
leads from where they lay."""
_FAR = 20_000
_NEVER = 1 << 62
"""More lines than a tape has."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """A part of a film.

    Parameters
    ----------
    length : of it, s
    began, ended : the part of the game that it shows, s
    before : line of the tape before which that is; a click and what it does may have one time
    way : where the pointer is in the beginning and in the end; None where that is not known
    clicked : whether it was clicked when this began
    step : that is shown
    is_path : whether the path of its link is drawn
    """

    length: float
    began: float
    ended: float
    before: int
    way: tuple[Pixel, Pixel] | None
    step: Step
    clicked: bool = False
    is_path: bool = False


@dataclass(frozen=True, slots=True)
class Film:
    """The pictures of a film, and how they are to be shown.

    Parameters
    ----------
    width, height : px; even numbers, as codecs want them
    fps : pictures per second
    count : number of pictures
    pictures : each uint8 of shape (height, width, 3), RGB
    """

    width: int
    height: int
    fps: float
    count: int
    pictures: Iterator[NDArray[np.uint8]]


def film(
    story: Story,
    width: int,
    seconds: float,
    most: int,
    progress: Callable[[float], object] = lambda _: None,
) -> Film:
    """A film of a game.

    Parameters
    ----------
    story
        of the game
    width
        of the film at most, px, and so its height; pictures are not made larger than they are
    seconds
        that it takes at most
    most
        pixels of all of its pictures; beyond that there are fewer of them
    progress
        told now and then how far this has come, 0 to 1

    Raises
    ------
    InputError
        if the recording holds no picture
    """
    first = next((frame for _, frame in pictures(Chronicle(story.folder)) if frame), None)
    if first is None:
        why = f": {story.damage}" if story.damage else ""
        raise InputError(f"{story.folder}: no picture of the game can be read{why}")
    times = min(1.0, width / max(first.width, first.height))
    across, down = (2 * max(8, round(side * times / 2)) for side in (first.width, first.height))
    scenes = _within(_scenes(story), seconds)
    length = sum(scene.length for scene in scenes)
    fps = min(FPS, max(1.0, most / (across * (down + _BAR) * length)))
    count = max(2, round(length * fps))
    studio = _Studio(story, (across, down))
    return Film(across, down + _BAR, fps, count, studio.pictures(scenes, fps, count, progress))


def _scenes(story: Story) -> list[_Scene]:
    """All parts of a film, in the order of the game."""
    first, *steps = story.steps
    begun = steps[0] if steps else None
    until, before = (begun.time, begun.line) if begun else (story.seconds, _NEVER)
    scenes = [_Scene(_BEGIN, 0.0, until, before, None, first)]
    last: Pixel | None = None
    for step, after in zip(steps, [*steps[1:], None], strict=False):
        until, before = (after.time, after.line) if after else (step.until, _NEVER)
        clicks = [click for click in step.clicks if not click.why]
        for click, later in zip(clicks, [*clicks[1:], None], strict=False):
            way = (last or click.at, click.at)
            again = click is not clicks[0]
            began, last = scenes[-1].ended, click.at
            scenes.append(_Scene(_MOVE, began, click.time, click.line, way, step, clicked=again))
            if later and later.time <= click.time + _BURST:
                continue
            ended, line = (later.time, later.line) if later else (max(until, click.time), before)
            wait = min(max(ended - click.time, _WAITS[0]), _WAITS[1])
            way = (click.at, click.at)
            scenes.append(
                _Scene(wait, click.time, ended, line, way, step, clicked=True, is_path=True)
            )
    began, rests = scenes[-1].ended, None if last is None else (last, last)
    scenes.append(_Scene(_END, began, max(began, story.seconds), _NEVER, rests, story.steps[-1]))
    end = _end(story)
    return [replace(scene, before=min(scene.before, end)) for scene in scenes]


def _end(story: Story) -> int:
    """The line of the tape before which its pictures are shown as they are; then see `closing`."""
    if not story.cleared:
        return _NEVER
    return max((click.line for click in story.clicks), default=0) + 1


def _within(scenes: Sequence[_Scene], seconds: float) -> list[_Scene]:
    """The same, faster where they take too long."""
    faster = min(1.0, seconds / sum(scene.length for scene in scenes))
    return [replace(scene, length=scene.length * faster) for scene in scenes]


def settled(
    entries: Iterable[tuple[Entry, Frame | None]],
) -> Iterator[tuple[Entry, Frame | None]]:
    """The same entries, without pictures of a wiped window, after which all is as before."""
    shown: Frame | None = None
    held: list[tuple[Entry, Frame | None]] = []
    wiped = 0.0
    for entry, frame in entries:
        if frame is not None:
            apart = 0.0 if shown is None else _apart(shown, frame)
            if held and (entry.time > held[0][0].time + _PASSING or 4 * apart < wiped):
                passed = entry.time <= held[0][0].time + _PASSING
                yield from ((each, None if passed else seen) for each, seen in held)
                if not passed:
                    shown = next(seen for _, seen in reversed(held) if seen is not None)
                    apart = _apart(shown, frame)
                held = []
            if not held and apart > _WIPED:
                wiped = apart
                held.append((entry, frame))
                continue
        if held:
            held.append((entry, frame))
        else:
            yield entry, frame
            shown = frame or shown
    yield from held


def _apart(one: Frame, other: Frame) -> float:
    """Grey levels between two pictures, in the mean; 0 where they have not one size."""
    if one.pixels.shape != other.pixels.shape:
        return 0.0
    return float(cv2.norm(one.pixels, other.pixels, cv2.NORM_L1)) / one.pixels.size


class _Studio:
    """Draws the pictures of a film, whose game is shown in this size, px."""

    def __init__(self, story: Story, size: tuple[int, int]) -> None:
        self._story, self._size = story, size
        removed = (step.removed for step in story.steps)
        self._removed = sorted(time for time in removed if time is not None)
        self._seen: tuple[Frame, NDArray[np.uint8], float] | None = None
        self._shown, self._line = 0.0, 0
        self._is_closed = False
        self._chronicle = Chronicle(story.folder)
        self._frames = settled(pictures(self._chronicle))
        self._next: Frame | None = None

    def pictures(
        self,
        scenes: Sequence[_Scene],
        fps: float,
        count: int,
        progress: Callable[[float], object],
    ) -> Iterator[NDArray[np.uint8]]:
        """Every picture, in order."""
        starts = [0.0]
        for scene in scenes:
            starts.append(starts[-1] + scene.length)
        looks = self._looks()
        next(looks)
        for number in range(count):
            now = number / fps
            place = min(bisect_right(starts, now), len(scenes)) - 1
            scene = scenes[place]
            share = min(1.0, (now - starts[place]) / scene.length)
            before = scene.before
            if scene.is_path and share < _FALLEN and scene.step.fell:
                before = min(before, scene.step.fell)
            looks.send((scene.began + share * (scene.ended - scene.began), before))
            since = now - starts[place] if scene.clicked else None
            yield self._picture(scene, share, since, is_last=place == len(scenes) - 1)
            progress((number + 1) / count)
        self._story.note_damage(self._chronicle.lacks())

    def _looks(self) -> Generator[None, tuple[float, int], None]:
        """Sent times of the game, s, and lines, it finds what the screen showed then, before them.

        Both only grow.
        """
        time, before = yield
        for entry, frame in self._frames:
            self._next = frame
            while self._seen and (entry.time > time or entry.line >= before):
                time, before = yield
            if frame is not None:
                self._seen, self._shown = (frame, *self._fitted(frame)), entry.time
                self._line = entry.line
        while True:
            yield

    def _fitted(self, frame: Frame) -> tuple[NDArray[np.uint8], float]:
        """A picture in the size of the film, from its upper left corner, and how often as large."""
        (across, down), pixels = self._size, frame.pixels
        times = min(across / frame.width, down / frame.height)
        size = min(across, round(frame.width * times)), min(down, round(frame.height * times))
        small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        if size == self._size:
            return np.asarray(small, np.uint8), times
        whole = np.full((down, across, 3), _GROUND, np.uint8)
        whole[: size[1], : size[0]] = small
        return whole, times

    def _picture(
        self, scene: _Scene, share: float, since: float | None, *, is_last: bool
    ) -> NDArray[np.uint8]:
        width, height = self._size
        picture = np.full((height + _BAR, width, 3), _GROUND, np.uint8)
        now = scene.began + share * (scene.ended - scene.began)
        if is_last:
            self._close()
        if self._seen is not None:
            _, pixels, times = self._seen
            game = pixels.copy()
            if scene.is_path and not 0 < scene.step.fell <= self._line:
                _draw_path(game, scene.step, times)
            if scene.way is not None:
                start, end = scene.way
                eased = share * share * (3 - 2 * share)
                x = (start.x + (end.x - start.x) * eased) * times
                y = (start.y + (end.y - start.y) * eased) * times
                if since is not None and since < _RING:
                    _draw_ring(game, (start.x * times, start.y * times), since / _RING)
                _draw_pointer(game, x, y)
            picture[:height] = game
        self._write(picture, now, is_last=is_last)
        return picture

    def _close(self) -> None:
        """Show a board that was cleared without its last tiles, and with nothing over it."""
        story = self._story
        if self._is_closed or self._seen is None or not story.cleared:
            return
        self._is_closed = True
        linked = [step for step in story.steps if step.link is not None]
        going = [step for step in linked if (step.removed or 0.0) > self._shown]
        lattice, tiles = None, set[Cell]()
        for step in [*going, *linked[-1:]]:
            lattice, board = step.seen.lattice, step.seen.board
            tiles.update(step.link or ())
            if board is not None:
                tiles.update(cell for cell in board.cells() if board[cell] not in {EMPTY, WALL})
        if lattice is None or max(map(abs, lattice.bounds())) > _FAR:
            return
        frame = self._seen[0]
        later = chain([self._next], (each for _, each in self._frames))
        pixels = closing(frame.pixels, (each.pixels for each in later if each), lattice, tiles)
        self._seen = frame, *self._fitted(replace(frame, pixels=pixels))

    def _write(self, picture: NDArray[np.uint8], now: float, *, is_last: bool) -> None:
        """The caption: how many links, and after how many seconds of the game."""
        story, top = self._story, self._size[1] + (_BAR - _LETTERS) // 2
        links = bisect_right(self._removed, now)
        said = f"{links} of {story.tiles // 2} links"
        if is_last and story.whole:
            said = f"{_ascii(story.outcome)}: {story.links} of {story.tiles // 2} links"
        write(picture, said, (12, top), _LETTERS, _INK)
        seconds = f"{now:.1f} s"
        wide = write(np.zeros((1, 1, 3), np.uint8), seconds, (0, 0), _LETTERS, _INK)
        write(picture, seconds, (self._size[0] - wide - 12, top), _LETTERS, _INK)


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode("ascii")[:40]


def _draw_path(picture: NDArray[np.uint8], step: Step, times: float) -> None:
    """The path of a link, if it lies on the board that was read."""
    lattice = step.seen.lattice
    if lattice is None or len(step.path) < 2 or max(map(abs, lattice.bounds())) > _FAR:
        return
    if not all(_is_near(cell, lattice) for cell in step.path):
        return
    (x, y), (wide, high) = lattice.origin, lattice.pitch
    small = replace(lattice, origin=Pixel(x * times, y * times), pitch=(wide * times, high * times))
    thick = thickness(small)
    draw_link(picture, small, step.path, _LINE, thick, inset=thick)


def _is_near(cell: Cell, lattice: Lattice) -> bool:
    return -1 <= cell.row <= lattice.rows and -1 <= cell.col <= lattice.cols


def _draw_ring(picture: NDArray[np.uint8], at: tuple[float, float], share: float) -> None:
    """A click, a ring that grows."""
    if not all(abs(side) < _FAR for side in at):  # nor what is no number
        return
    middle, radius = (round(at[0]), round(at[1])), round(7 + 15 * share)
    cv2.circle(picture, middle, radius, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.circle(picture, middle, radius, (255, 255, 255), 2, cv2.LINE_AA)


def _draw_pointer(picture: NDArray[np.uint8], x: float, y: float) -> None:
    if not (abs(x) < _FAR and abs(y) < _FAR):
        return
    corners = np.round(np.add(_ARROW, (x, y))).astype(np.int32)
    cv2.fillPoly(picture, [corners], (255, 255, 255), cv2.LINE_AA)
    cv2.polylines(picture, [corners], isClosed=True, color=(0, 0, 0), lineType=cv2.LINE_AA)
