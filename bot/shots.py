"""Shots: the pictures of a recorded game that matter, drawn over and packed small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.chronicle import Chronicle, pictures
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel, Rect
from bot.overlay import board_over
from bot.story import Click, Fault, Seen, Step, Story
from bot.strokes import draw_link, thickness

_WIDEST, _HIGHEST = 720, 640
"""px; a larger picture is made smaller before it is drawn over, so that numbers stay legible."""
_AROUND = 1.3
"""Pitches around the board that are shown: the margin, with a path in it."""
_QUALITY = 62
"""Of WebP, 0 to 100: a tile of 40 px looks as it should."""
_PATH = (255, 225, 0)
_FIRST, _AGAIN = (255, 255, 255), (255, 140, 140)
_WRONG = (235, 30, 20)
_FAR = 20_000
"""px; a board that reaches further is in no picture."""
_MOST_CLICKS = 12
_FAULTS_OF_ONE = 3
"""Pictures of what went wrong in one step."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: of which step, of what, its width and height, px, and its file, WebP."""

    step: int
    what: str
    width: int
    height: int
    data: bytes


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A picture that is to be drawn."""

    step: Step
    look: int
    fault: Fault | None = None


def shots(
    story: Story, most: int, progress: Callable[[float], object] = lambda _: None
) -> list[Shot]:
    """The pictures of a game that matter most, in order.

    Parameters
    ----------
    story
        of the game
    most
        pictures; what went wrong comes first, then decisions all over the game
    progress
        told now and then how far this has come, 0 to 1
    """
    wanted: dict[int, list[_Wanted]] = {}
    for each in _chosen(story, most):
        wanted.setdefault(each.look, []).append(each)
    found: list[tuple[tuple[int, int], Shot]] = []
    chronicle = Chronicle(story.folder)
    for entry, frame in pictures(chronicle, wanted.keys()):
        if frame is None:
            continue
        progress(chronicle.share)
        due = wanted.pop(entry.look)
        found += [((each.step.number, each.look), _shot(frame, each)) for each in due]
        if not wanted:
            break
    story.note_damage(chronicle.lacks())
    return [shot for _, shot in sorted(found, key=lambda one: one[0])]


def _chosen(story: Story, most: int) -> list[_Wanted]:
    faulty: list[_Wanted] = []
    counts: dict[int, int] = {}
    for fault in story.faults:
        step = story.steps[fault.step]
        counts[fault.step] = counts.get(fault.step, 0) + 1
        if counts[fault.step] <= _FAULTS_OF_ONE and fault.look > step.look:
            faulty.append(_Wanted(step, fault.look, fault))
    of_faults = {fault.step for fault in story.faults}
    plain = [_Wanted(step, max(1, step.look)) for step in story.steps if step.number in of_faults]
    calm = [
        _Wanted(step, max(1, step.look)) for step in story.steps if step.number not in of_faults
    ]
    urgent = (_spread(faulty, most // 2) + _spread(plain, most // 2))[:most]
    return urgent + _spread(calm, most - len(urgent))


def _spread(every: list[_Wanted], most: int) -> list[_Wanted]:
    """As many as wanted, from the first to the last and evenly between."""
    if len(every) <= most:
        return every
    places = np.linspace(0, len(every) - 1, max(0, most)).round().astype(int)
    return [every[place] for place in sorted(set(places.tolist()))]


def _shot(frame: Frame, wanted: _Wanted) -> Shot:
    step, fault = wanted.step, wanted.fault
    seen = fault.seen if fault else step.seen
    # Of what went wrong all is shown, for the reason may lie beside the board.
    rect = _around(frame, None if fault else seen.lattice)
    times = min(1.0, _WIDEST / rect.width, _HIGHEST / rect.height)
    size = max(1, round(rect.width * times)), max(1, round(rect.height * times))
    part = frame.pixels[rect.top : rect.bottom, rect.left : rect.right]
    pixels = cv2.resize(part, size, interpolation=cv2.INTER_AREA) if times < 1 else part.copy()
    moved = _moved(seen, rect, times)
    drawn = _drawn(np.asarray(pixels, np.uint8), moved, step, told=not fault)
    if fault is not None and moved.lattice is not None:
        _draw_wrong(drawn, moved.lattice, fault.cells)
    before = [click for click in step.clicks if fault is None or click.time <= fault.time]
    _draw_clicks(drawn, before, rect, times)
    _, data = cv2.imencode(
        ".webp",
        np.ascontiguousarray(drawn[:, :, ::-1]),
        [cv2.IMWRITE_WEBP_QUALITY, _QUALITY],
    )
    what = f"{fault.trouble}: {fault.what}" if fault else step.decided
    return Shot(step.number, what, *size, data.tobytes())


def _around(frame: Frame, lattice: Lattice | None) -> Rect:
    """The part of a picture that shows a board."""
    whole = Rect(0, 0, frame.width, frame.height)
    if lattice is None or max(map(abs, lattice.bounds())) > _FAR:
        return whole
    wide, high = (_AROUND * pitch for pitch in lattice.pitch)
    bounds = lattice.bounds()
    left, top = int(bounds[0] - wide), int(bounds[1] - high)
    right, bottom = int(bounds[2] + wide), int(bounds[3] + high)
    part = Rect(left, top, max(1, right - left), max(1, bottom - top)).intersection(whole)
    return part if part.width and part.height else whole


def _moved(seen: Seen, rect: Rect, times: float) -> Seen:
    """What was seen, in the pixels of a part that was made smaller."""
    lattice = seen.lattice
    if lattice is None:
        return seen
    (x, y), (wide, high) = lattice.origin, lattice.pitch
    origin = Pixel((x - rect.left) * times, (y - rect.top) * times)
    pitch = (wide * times, high * times)
    return replace(seen, lattice=replace(lattice, origin=origin, pitch=pitch))


def _drawn(pixels: NDArray[np.uint8], seen: Seen, step: Step, *, told: bool) -> NDArray[np.uint8]:
    """What was read and, where it was just decided on, the link."""
    board, lattice = seen.board, seen.lattice
    if board is None or lattice is None:
        return pixels
    is_its = (board.rows, board.cols) == (lattice.rows, lattice.cols)
    if not is_its or max(map(abs, lattice.bounds())) > _FAR:
        return pixels
    drawn = board_over(pixels, lattice, board, selected=seen.selected)
    if told and len(step.path) > 1 and all(_is_near(cell, lattice) for cell in step.path):
        thick = max(2, thickness(lattice) - 1)
        draw_link(drawn, lattice, step.path, _PATH, thick, inset=thick + 2)
    return drawn


def _draw_wrong(picture: NDArray[np.uint8], lattice: Lattice, cells: Sequence[Cell]) -> None:
    """Frame the cells in which something went wrong, outside of what shows their kind."""
    if max(map(abs, lattice.bounds())) > _FAR:
        return
    for cell in cells:
        if _is_near(cell, lattice):
            (x, y), (wide, high) = lattice.center(cell), lattice.pitch
            corner = round(x - wide / 2) - 2, round(y - high / 2) - 2
            opposite = round(x + wide / 2) + 2, round(y + high / 2) + 2
            cv2.rectangle(picture, corner, opposite, _WRONG, 3)


def _is_near(cell: Cell, lattice: Lattice) -> bool:
    return -1 <= cell.row <= lattice.rows and -1 <= cell.col <= lattice.cols


def _draw_clicks(
    picture: NDArray[np.uint8], clicks: Sequence[Click], rect: Rect, times: float
) -> None:
    """Where it was clicked, in which order; the third and later ones, which came again, in red."""
    for number, click in list(enumerate(clicks, start=1))[-_MOST_CLICKS:]:
        x, y = (click.at.x - rect.left) * times, (click.at.y - rect.top) * times
        if not (-30 < x < picture.shape[1] + 30 and -30 < y < picture.shape[0] + 30):
            continue
        # Later clicks on the same place stand beside the first ones.
        middle = (round(x) + 9 * ((number - 1) // 2 % 3), round(y) + 9 * ((number - 1) // 2 % 3))
        text, colour = str(number), _FIRST if number <= 2 else _AGAIN
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 0.42, 1)
        cv2.circle(picture, middle, 10, (0, 0, 0), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, 9, colour, -1, cv2.LINE_AA)
        place = (middle[0] - wide // 2, middle[1] + high // 2)
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_DUPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
