"""A board whose tiles are not in their places: whether that is so, and where it lies now.

It is sought by the faces that are known, wherever it is and of whatever size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.channels import worst_channel
from bot.cutting import smoothed
from bot.errors import BoardNotFoundError
from bot.extent import moved
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.ground import agreement
from bot.lens import through
from bot.reading import Reading, board_of, cells_of
from bot.refaced import refaced
from bot.sampling import cut_all
from bot.sighting import Sight
from bot.sureness import sureness

_INSIDE = 0.16
"""Share of a face at each side that is left out where it is looked for."""
_AROUND = 1.1
"""Pitches from its place, to each side, in which the middle of a tile is looked for."""
_ALIKE, _DETAIL = 0.85, 6.0
"""Correlation with a face of what is the same, and grey levels by which a face must vary."""
BESIDE = 0.15
"""Pitches beside the middle of a cell from which on a tile does not lie in it."""
_MOST, LEAST = 12, 3
"""Tiles that are looked for, and that must be found at least."""
FEW = 8
"""Tiles up to which each is sought in the whole picture."""
PAIR, GONE = 2, 4
"""Tiles of a link, and of two, which may have gone meanwhile."""
_SCALES = tuple(1.05**step for step in range(-14, 20))
"""Sizes in which they are sought, of the size that they had: from a half to two and a half."""
_FINELY = (0.98, 0.99, 1.01, 1.02)
"""And of the best of these."""
_SMALL = 24
"""px; tiles are made so small before they are sought."""
_SURELY = 0.9
"""Correlation of a tile found so: nothing near its place tells for it."""
_STRETCHES, _ON_LINES = tuple(1.01**step for step in range(-50, 51)), 0.1
"""Pitches that are tried, as shares of the known one, and how far, in pitches, tiles may lie off
lines at equal distances in all."""
_OFF = 0.2
"""Pitches by which tiles found so may lie beside one lattice."""
_BODY = 0.5
"""Share of the tiles' body that they show: a message may be adorned with the same drawings."""
_OWN_COLOUR = 24.0
"""Grey levels by which what a tile hides differs from its face at most, in the worst channel."""
SAME = 0.02
"""Share by which a pitch may be measured otherwise where tiles have the size that they had."""


def has_shifted(frame: Frame, known: Reading, board: Board, least: int = LEAST) -> bool:
    """Whether most tiles that are not seen in their places, or most of all, are seen off the cells.

    Parameters
    ----------
    frame
        what is shown now
    known
        what was read of it, by lattice and faces of the board
    board
        as it should be
    least
        tiles that are seen so, at least
    """
    lattice, skin = known.lattice, known.skin
    if (board.rows, board.cols) != (lattice.rows, lattice.cols):
        return False
    lost = [cell for cell in board.cells() if board[cell] > 0 and known.board[cell] != board[cell]]
    picked = np.unique(np.linspace(0, len(lost) - 1, _MOST).astype(int)) if lost else ()
    found = looked = 0
    for cell in (lost[at] for at in picked):
        faces = skin.faces[skin.kinds == board[cell]]
        face = _inside(faces[0]) if len(faces) else None
        if face is None or face.std() < _DETAIL:
            continue
        looked += 1
        found += _is_off(frame, face, lattice, lattice.center(cell))
    return found >= least and 2 * found > looked


def _inside(face: NDArray[np.float32]) -> NDArray[np.float32]:
    y, x = (round(_INSIDE * size) for size in face.shape[:2])
    return np.ascontiguousarray(face[y : face.shape[0] - y, x : face.shape[1] - x])


def _is_off(frame: Frame, face: NDArray[np.float32], lattice: Lattice, middle: Pixel) -> bool:
    """Whether a face, (h, w, 3), is seen near a place, best where no cell of the lattice has it."""
    pitch = lattice.pitch
    height, width = face.shape[:2]
    left, top = (
        max(0, round(middle[axis] - size / 2 - _AROUND * pitch[axis]))
        for axis, size in ((0, width), (1, height))
    )
    right, bottom = (
        round(middle[axis] + size / 2 + _AROUND * pitch[axis])
        for axis, size in ((0, width), (1, height))
    )
    around = frame.pixels[top:bottom, left:right].astype(np.float32)
    if around.shape[0] < height or around.shape[1] < width:
        return False
    scores = cv2.matchTemplate(around, face, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    if best <= _ALIKE:
        return False
    seen = Pixel(left + x + width / 2, top + y + height / 2)
    cell = lattice.cell_at(seen)
    # Tiles that fall lie in other cells of the same lattice.
    return cell is None or np.abs(np.subtract(seen, lattice.center(cell)) / pitch).max() > BESIDE


def read_shifted(frame: Frame, known: Reading, board: Board) -> Reading:
    """Read a board that lies elsewhere; its kinds keep their numbers.

    Where tiles have the size that they had, cells that lay in the board before are part of it,
    though they are empty: paths may run there.

    Parameters
    ----------
    frame
        what is shown now
    known
        what was read of it, by lattice and faces of the board
    board
        as it should be

    Raises
    ------
    BoardNotFoundError
        if too few of its tiles are seen
    """
    frame = through(known.skin.lens, frame)
    if board.tiles <= FEW and UNKNOWN not in board.kinds:
        reading = _one_by_one(frame, known, board, _SCALES)
    else:
        reading = _by_skin(frame, known, board)
    lattice = _widened(frame, reading.lattice, known.lattice)
    if lattice == reading.lattice:
        lattice = _completed(frame, reading, board)
    if lattice == reading.lattice:
        return refaced(reading, board)
    inside = moved(np.ones(len(reading.looks), np.bool_), reading.lattice, lattice)
    kinds = np.full(len(inside), EMPTY, np.int64)
    kinds[inside] = reading.kinds
    cells = cut_all(frame.pixels, lattice)
    reading = replace(
        reading,
        board=board_of(kinds, lattice),
        lattice=lattice,
        selected=cells_of(np.flatnonzero(inside)[reading.marks], lattice),
        looks=cells.astype(np.uint8),
        confidence=sureness(kinds, cells.astype(np.float32), reading.skin),
    )
    return refaced(reading, board)


def read_resized(frame: Frame, known: Reading) -> Reading | None:
    """The board in a window of another size, by its faces; None if most tiles are not seen.

    A window may be fitted to what it shows, and shrink as tiles go. Of a board that is half empty
    more cannot be told without the faces.
    """
    board, frame = known.board, through(known.skin.lens, frame)
    try:
        reading = read_shifted(frame, known, board)
    except BoardNotFoundError:
        if board.tiles > PAIR:
            return None
        # The last two were seen a moment ago: they have gone.
        gone = board.without(board.cells())
        reading = replace(known, board=gone, selected=(), pixels=frame.pixels)
    named = board.tiles - board.kinds.count(UNKNOWN)
    return reading if reading.board.tiles >= named - GONE else None


def _by_skin(frame: Frame, known: Reading, board: Board) -> Reading:
    """A board in another place or size, or one whose cells became narrower about the same faces."""

    def seek(frame: Frame) -> Reading:
        return _one_by_one(frame, known, board)

    def shown(reading: Reading) -> int:
        return int(np.count_nonzero(reading.kinds > EMPTY))

    found: list[Reading] = []
    refused = BoardNotFoundError("hardly a tile of the board is seen")
    for eye in (Sight.of(replace(known.skin, pitch=known.lattice.pitch)).read, seek):
        try:
            found.append(eye(frame))
        except BoardNotFoundError as error:
            refused = error
        if found and shown(found[-1]) == board.tiles - board.kinds.count(UNKNOWN):
            break
    if not found:
        raise refused
    return max(found, key=shown)


def _one_by_one(
    frame: Frame, known: Reading, board: Board, scales: tuple[float, ...] = ()
) -> Reading:
    """A board of which about all tiles are plainly seen on one lattice in one size."""
    # A board may still be known by the names of an earlier skin.
    faces = set(known.skin.kinds.tolist())
    kinds = {kind: len(cells) for kind, cells in board.by_kind().items() if kind in faces}
    most = sum(kinds.values())
    best = _sought(frame, known, kinds, 1.0)
    if scales and len(best.kinds) < most:
        coarse = max((best, *(_sought(frame, known, kinds, by) for by in scales)), key=_worth)
        fine = (_sought(frame, known, kinds, by * coarse.scale) for by in _FINELY)
        best = max((coarse, *fine), key=_worth)
    counts = np.unique(best.kinds, return_counts=True)[1]
    if len(best.kinds) < max(2, most - GONE) or (counts % 2).any():
        raise BoardNotFoundError("hardly a tile of the board is seen")
    pitch = np.multiply(known.lattice.pitch, best.scale)
    pitch = np.asarray([_pitch_of(best.places[:, axis], float(pitch[axis])) for axis in (0, 1)])
    cells = (best.places - best.places.min(axis=0)) / pitch
    at = np.rint(cells).astype(int)
    if np.abs(cells - at).max() > _OFF or len(np.unique(at, axis=0)) < len(at):
        raise BoardNotFoundError("its tiles lie on no lattice")
    cols, rows = (at.max(axis=0) + 1).tolist()
    x, y = (best.places - at * pitch).mean(axis=0).tolist()
    lattice = Lattice(Pixel(x, y), (float(pitch[0]), float(pitch[1])), rows, cols)
    found = np.full(rows * cols, EMPTY, np.int64)
    found[at[:, 1] * cols + at[:, 0]] = best.kinds
    cut = cut_all(frame.pixels, lattice)
    skin = known.skin.resized(cut.shape[2], cut.shape[1])
    if _body_seen(frame, known, best) < _BODY:
        raise BoardNotFoundError("drawings as on its tiles are seen, but no tiles")
    sure = sureness(found, cut.astype(np.float32), skin)
    return Reading(
        board_of(found, lattice), lattice, skin, (), frame.pixels, cut.astype(np.uint8), sure
    )


def _body_seen(frame: Frame, known: Reading, found: _Found) -> float:
    """Share of the tiles' body that is seen where they were found, in their size; 1 if none has.

    Cells may be wider than they were about tiles that are not. Where it is told what faces hide it
    is that: ground which shines past all tiles alike may be taken for body, and change.
    """
    size = known.lattice.pitch[0] * found.scale, known.lattice.pitch[1] * found.scale
    cells = [Lattice(Pixel(x, y), size, 1, 1) for x, y in found.places.tolist()]
    tiles = np.concatenate([cut_all(frame.pixels, cell) for cell in cells]).astype(np.float32)
    skin = known.skin.resized(tiles.shape[2], tiles.shape[1])
    if skin.hides is not None:
        face = [skin.kinds.tolist().index(kind) for kind in found.kinds.tolist()]
        own, apart = skin.hides[face], worst_channel(np.abs(tiles - skin.faces[face]))
        if own.any():
            return float((apart[own] <= _OWN_COLOUR).mean())
    return 1.0 if skin.body is None else float(agreement(tiles, skin.body).mean())


def _pitch_of(places: NDArray[np.float64], pitch: float) -> float:
    """The pitch, px, nearest to one given at which all places, (N,), lie whole pitches apart.

    Cells of a window that is fitted to them may grow or shrink, and what is drawn on them not. If
    there is none, the one given.
    """
    for times in sorted(_STRETCHES, key=lambda each: abs(np.log(each))):
        steps = (places - places.min()) / (pitch * times)
        lines = np.rint(steps)
        if np.ptp(steps - lines) < _ON_LINES:
            return float(np.polyfit(lines, places, 1)[0]) if lines.any() else pitch
    return pitch


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """Tiles of one size that are surely seen.

    Parameters
    ----------
    scale : their size, of what it was
    score : the mean of their correlations; 0 if there are none
    places : float64 array of shape (N, 2), x and y of their middles, px
    kinds : int array of shape (N,)
    """

    scale: float
    score: float
    places: NDArray[np.float64]
    kinds: NDArray[np.int64]


def _worth(found: _Found) -> tuple[int, float]:
    return len(found.kinds), found.score


def _sought(frame: Frame, known: Reading, kinds: Mapping[int, int], scale: float) -> _Found:
    """Up to so many tiles of some kinds in one size, where they are surely seen."""
    skin = known.skin
    less = 1.0 if scale == 1 else min(1.0, _SMALL / (scale * min(skin.faces.shape[1:3])))
    if scale == 1:  # as they are: what is thin is lost in small pictures
        whole = (0.0, 0.0, float(frame.width), float(frame.height))
        picture = smoothed(frame.pixels, whole, known.lattice.pitch)[0].astype(np.float32)
    else:
        size = max(1, round(frame.width * less)), max(1, round(frame.height * less))
        small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA)
        picture = small.astype(np.float32)
    scores, places, named = [], [], []
    for kind, count in kinds.items():
        face = _inside(skin.faces[skin.kinds == kind][0])
        height, width = (max(2, round(side * scale * less)) for side in face.shape[:2])
        if height > picture.shape[0] or width > picture.shape[1]:
            continue
        small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
        alike = cv2.matchTemplate(picture, small, cv2.TM_CCOEFF_NORMED)
        for _ in range(count):
            _, score, _, (x, y) = cv2.minMaxLoc(alike)
            if score < _SURELY:
                break
            named.append(kind)
            scores.append(score)
            places.append(((x + width / 2) / less, (y + height / 2) / less))
            alike[
                max(0, y - height // 2) : y + height // 2, max(0, x - width // 2) : x + width // 2
            ] = -1
    found = np.asarray(places, np.float64).reshape(-1, 2), np.asarray(named, np.int64)
    return _Found(scale, float(np.mean(scores)) if scores else 0.0, *found)


def _widened(frame: Frame, lattice: Lattice, before: Lattice) -> Lattice:
    """The lattice with what cells of a frame lie within the bounds of one of about its pitch."""
    off = np.abs(np.divide(lattice.pitch, before.pitch) - 1)
    if off.max() > SAME:
        return lattice
    here, there = np.reshape(lattice.bounds(), (2, 2)), np.reshape(before.bounds(), (2, 2))
    there = there.clip(0, (frame.width, frame.height))
    more = (here - there) / lattice.pitch * [[1], [-1]]
    left, top, right, bottom = np.floor(more + BESIDE).astype(int).clip(0).ravel().tolist()
    return Lattice(
        lattice.center(Cell(-top, -left)),
        lattice.pitch,
        lattice.rows + top + bottom,
        lattice.cols + left + right,
    )


def _completed(frame: Frame, reading: Reading, board: Board) -> Lattice:
    """The lattice with all lines of a board that was read on other cells, if its tiles tell them.

    They do if they lie as some of the board's do in one way alone; lines that would lie outside the
    frame are no more.
    """
    lattice, grid = reading.lattice, np.asarray(board.kinds).reshape(board.rows, board.cols)
    seen = np.asarray(reading.board.kinds).reshape(lattice.rows, lattice.cols)
    ways = [
        Cell(top, left)
        for top in range(board.rows - lattice.rows + 1)
        for left in range(board.cols - lattice.cols + 1)
        if (grid[top : top + lattice.rows, left : left + lattice.cols] == seen)[seen > 0].all()
    ]
    if len(ways) != 1:
        return lattice
    top, left = ways[0]
    whole = Lattice(lattice.center(Cell(-top, -left)), lattice.pitch, board.rows, board.cols)
    x, y, right, bottom = whole.bounds()
    inside = x >= 0 and y >= 0 and right <= frame.width and bottom <= frame.height
    return whole if inside else lattice
