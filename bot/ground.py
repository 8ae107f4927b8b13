"""Tiles told from ground: by the body that tiles share, by contrast, by what they are made of.

None of the three is enough. Icons without a frame share no body; a painted ground has contrast;
a blank tile has none, but the colour of the paper that other faces are drawn on.
"""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bot import distances
from bot.board import EMPTY, UNKNOWN
from bot.channels import worst_channel
from bot.classify import best_faces
from bot.cutting import core, cut, middle, usual_look
from bot.drawn import shape_likeness
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.skin import Body, Skin

_Value = TypeVar("_Value", np.float32, np.uint8)

HAS_BODY, LACKS_BODY = 0.6, 0.35
"""Share of the body in which a tile has its colours at least, and ground at most."""

_SHARED = (0.9, 0.8, 0.7)
"""Share of the tiles that must have a colour in one place for it to be the tiles' own; tried in
turn, for what was taken for tiles may hold some ground."""
_CLEAR, _MOST = 0.95, 0.6
"""Share of the cells that must either have the body or lack it, and share that must have it: what
was taken for tiles may be walls and shadows on the ground."""
_FOREIGN = 0.25
"""Share of the ground that may have that colour there."""
_ALIKE = 14.0
"""Grey levels, in the worst channel, within which two colours are one."""
_LIKEWISE, _DRAWN = 0.8, 0.5
"""Share of the places in which a tile outside has the colours that all tiles have there, and its
contrast, as a share of what the faintest tenth of these have."""
_BODY_AREA = 0.04
"""Share of a cell that the tiles must have in common before it tells tiles from ground."""
_SHOWN = 0.8
"""Correlation with its face that a tile surely has, unless the face is blank."""
_DETAIL = 6.0
"""Grey levels, as a standard deviation, from which a quarter of a look is drawn on."""
_INSIDE = 0.4
"""Share of a cell, from its middle to each side, that must lie in the frame."""
_PAPER = 0.15
"""Share of the tiles that show their material in a place, in most places."""
_OTHER_COLOUR, _STEPS = 20.0, 20
"""Grey levels, in the worst channel, by which a picture differs from the paper of tiles; and steps
from black to white in which the commonest colour is looked for."""
_ALONG, _STRAIGHT = 0.1, 0.85
"""Share of what stripes differ by that they may differ by along their way, and share of that way
along which they do not differ by more."""
_AS_BOLD = 0.4
"""Contrast in its middle, as a share of what faces usually have, from which a face is no ground.
Walls drawn by lot have 0.38 to 1.2, and ground that looks alike in many cells up to 0.3."""
_LINES, _FEW_LINES, _LEFT_FREE = 0.95, 4, 0.9
"""Share of the tiles that show paper along a line that is free of pictures; such lines on all sides
together, at least; and share of them that a picture leaves free, too."""


def body_of(tiles: NDArray[np.float32], ground: NDArray[np.float32]) -> Body | None:
    """What all tiles share and the ground around the board lacks; None if that is too little.

    Parameters
    ----------
    tiles, ground : float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB
    """
    colour = usual_look(tiles)
    alike = _alike(tiles, colour)
    shared = alike.mean(axis=0)
    foreign = _alike(ground, colour).mean(axis=0) if len(ground) else np.zeros(shared.shape)
    for share in _SHARED:
        mask = (shared > share) & (foreign < _FOREIGN)
        if mask.mean() <= _BODY_AREA:
            continue
        agreed = _share(alike, mask)
        clear = (agreed > HAS_BODY) | (agreed < LACKS_BODY)
        if clear.mean() >= _CLEAR and (agreed > HAS_BODY).mean() > _MOST:
            return Body(colour, mask)
    return None


def tiles_among(ring: NDArray[np.float32], tiles: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cells around a board are tiles as well, of a board that reaches farther: (G,).

    They have what all tiles have in the same places, and something is drawn in their middle.
    """
    if not len(ring) or not len(tiles):
        return np.zeros(len(ring), np.bool_)
    found = contrast(middle(ring)) > _DRAWN * np.percentile(contrast(middle(tiles)), 10)
    if found.any():
        colour = usual_look(tiles)
        mask = _alike(tiles, colour).mean(axis=0) > _SHARED[0]
        enough = mask.mean() > _BODY_AREA
        found &= enough and _share(_alike(ring, colour), mask) > _LIKEWISE
    return np.asarray(found & (not found.all()), np.bool_)


def _alike(cells: NDArray[np.float32], colour: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where cells, (N, h, w, 3), have nearly the colours given, (h, w, 3): bool (N, h, w)."""
    # OpenCV counts the ends of a range in.
    low = np.nextafter(colour - np.float32(_ALIKE), np.float32(np.inf))
    high = np.nextafter(colour + np.float32(_ALIKE), np.float32(-np.inf))
    near = np.empty(cells.shape[:3], np.uint8)
    for cell, there in zip(cells, near, strict=True):
        cv2.inRange(np.asarray(cell, np.float32), low, high, dst=there)
    near &= 1
    return near.view(np.bool_)


def around(frame: Frame, lattice: Lattice) -> tuple[NDArray[np.float32], list[Cell]]:
    """The cells of the ring around a board that lie in the frame, and their places.

    Returns
    -------
    cells : float32 array of shape (N, h, w, 3), RGB
    places : N cells, with row -1 or `rows`, or col -1 or `cols`
    """
    wider = Lattice(lattice.center(Cell(-1, -1)), lattice.pitch, lattice.rows + 2, lattice.cols + 2)
    x, y = (_INSIDE * pitch for pitch in lattice.pitch)
    ring = [
        Cell(row - 1, col - 1)
        for row in range(wider.rows)
        for col in range(wider.cols)
        if row in (0, wider.rows - 1) or col in (0, wider.cols - 1)
        if x <= wider.center(Cell(row, col)).x <= frame.width - x
        if y <= wider.center(Cell(row, col)).y <= frame.height - y
    ]
    places = np.asarray(ring, np.intp).reshape(len(ring), 2)
    numbers = (places[:, 0] + 1) * wider.cols + places[:, 1] + 1
    # A side at a time, for the board between them need not be smoothed again.
    row, col = places.T
    above, below = row < 0, row == lattice.rows
    sides = [np.flatnonzero(side) for side in (above, below, ~above & ~below & (col < 0))]
    sides.append(np.flatnonzero(~above & ~below & (col >= 0)))
    cells = np.concatenate([cut(frame, wider, numbers[side]) for side in sides])
    return cells[np.argsort(np.concatenate(sides))], ring


def agreement(cells: NDArray[np.float32], body: Body) -> NDArray[np.float64]:
    """Share of the body in which each cell has the body's colour: (N,), in [0, 1]."""
    return _share(_alike(cells, body.colour), body.mask)


def body_by_quarters(cell: NDArray[np.float32], body: Body) -> NDArray[np.float64]:
    """Share of what tiles share that each quarter of a cell shows: (4,), in [0, 1].

    What lies over the middle of a tile, and is larger than a tile, hides a whole quarter at least.
    The edges of the cell do not count: they change where a neighbour goes.

    Parameters
    ----------
    cell : float32 array of shape (h, w, 3), RGB
    body : what tiles share
    """
    return _by_quarters(_alike(cell[None], body.colour)[0], body.mask)


def alike_by_quarters(cell: NDArray[np.float32], look: NDArray[np.float32]) -> NDArray[np.float64]:
    """Share of each quarter of a cell, (h, w, 3), that has the colours of a look: (4,), in [0, 1].

    Its edges do not count: they change where a neighbour goes.
    """
    alike = _alike(cell[None], look)[0]
    return _by_quarters(alike, np.ones_like(alike))


def drawn_by_quarters(cell: NDArray[np.float32], look: NDArray[np.float32]) -> NDArray[np.float64]:
    """How much each quarter of a cell, (h, w, 3), is drawn as that of a look: (4,), in [-1, 1].

    Correlation, for which neither a tint nor another light counts; 1 where the look has no detail.
    """
    parts = [_quarters(core(each[None])[0]) for each in (cell, look)]
    found = np.ones(4)
    for number, pair in enumerate(zip(*parts, strict=True)):
        a, b = (part - part.mean(axis=(0, 1)) for part in pair)
        if b.std() >= _DETAIL:
            found[number] = (a * b).sum() / max(1.0, float(np.sqrt((a * a).sum() * (b * b).sum())))
    return found


def are_detailed(look: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether anything is drawn in each quarter of a look, (h, w, 3), to be compared: (4,)."""
    parts = _quarters(core(look[None])[0])
    return np.asarray(
        [(part - part.mean(axis=(0, 1))).std() >= _DETAIL for part in parts], np.bool_
    )


def _by_quarters(alike: NDArray[np.bool_], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Share of the pixels of a mask, (h, w), without its edges, that count: (4,), in [0, 1]."""
    counted, there = core(np.stack([alike & mask, mask]).view(np.uint8))
    seen, most = (
        np.asarray([np.count_nonzero(part) for part in _quarters(each)])
        for each in (counted, there)
    )
    return np.asarray((seen + (most == 0)) / np.maximum(most, 1), np.float64)


def _quarters(picture: NDArray[_Value]) -> list[NDArray[_Value]]:
    """The quarters of a picture, (h, w, ...): top left, top right, bottom left, bottom right."""
    down, across = (size // 2 for size in picture.shape[:2])
    halves = picture[:down], picture[down:]
    return [part for half in halves for part in (half[:, :across], half[:, across:])]


def _share(alike: NDArray[np.bool_], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Share of the pixels of a mask, (h, w), that count, of cells (N, h, w): (N,)."""
    count = np.count_nonzero(alike & mask, axis=(1, 2))
    return np.asarray(count / max(1, np.count_nonzero(mask)), np.float64)


def drawn_commonest(kinds: NDArray[np.int64], skin: Skin) -> int:
    """The commonest kind of tiles, if its face is drawn too boldly for ground; else `UNKNOWN`.

    Ground that was taken for tiles is not, nor are the frames of empty slots.

    Parameters
    ----------
    kinds : int array of shape (N,); of the cells
    skin : of the tiles
    """
    tiles, counts = np.unique(kinds[kinds > EMPTY], return_counts=True)
    if not tiles.size:
        return UNKNOWN
    commonest = int(tiles[counts.argmax()])
    own, strength = skin.kinds == commonest, contrast(middle(skin.faces))
    if not own.any() or own.all():
        return UNKNOWN
    return commonest if strength[own].min() > _AS_BOLD * np.median(strength[~own]) else UNKNOWN


def contrast(cells: NDArray[np.float32]) -> NDArray[np.float64]:
    """Standard deviation of the colours of each cell without its edges, grey levels: (N,)."""
    return distances.contrast(core(cells)).astype(np.float64)


def inner_colours(cells: NDArray[np.float32]) -> NDArray[np.float64]:
    """Mean and spread of the colours in the middle of each cell, grey levels: (N, 6)."""
    told = [cv2.meanStdDev(cell) for cell in middle(cells)]
    return np.asarray(told, np.float64).reshape(len(cells), 6)


def nearest_colours(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the colours of each of a lie from the nearest of b: (N,), infinite without any."""
    if not len(b):
        return np.full(len(a), np.inf)
    return np.asarray(worst_channel(np.abs(a[:, None] - b[None])).min(axis=1), dtype=np.float64)


def lie_on_stripes(cells: NDArray[np.float32], numbers: NDArray[np.intp], cols: int) -> bool:
    """Whether some cells lie in one line of a board and show nothing but stripes along it.

    As where the ground changes its colour, from edge to edge of each of them, or a border or a rail
    runs over it. Tiles in the cells beside may reach a little way in. The stripes of a tile are as
    likely across, or elsewhere.

    Parameters
    ----------
    cells : float32 array of shape (M, h, w, 3), RGB, M 1 and more
    numbers : int array of shape (M,); where they lie, row by row
    cols : columns of the board
    """
    ways = (numbers % cols, cells), (numbers // cols, cells.swapaxes(1, 2))
    return any((line == line[0]).all() and _run_down(each).all() for line, each in ways)


def _run_down(cells: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether nearly all rows of each of some cells, (N, h, w, 3), show the same stripes: (N,)."""
    usual = np.median(cells, axis=1)
    over = np.ptp(usual, axis=1).max(axis=-1)
    apart = worst_channel(np.abs(cells - usual[:, None])).mean(axis=-1)
    straight = (apart < _ALONG * over[:, None]).mean(axis=1)
    return np.asarray((over > _OTHER_COLOUR) & (straight > _STRAIGHT), np.bool_)


def is_nearer_ground(
    cells: NDArray[np.float32],
    body: Body,
    ground: NDArray[np.float32],
    *,
    to_one: bool = False,
) -> NDArray[np.bool_]:
    """Whether the colours where the body should be are nearer to the ground around: bool (N,).

    A highlight takes a tile's colours away from its body, but seldom as far as to the ground. Taken
    `to_one` cell of the ground, or each pixel to whichever is nearest.
    """
    if not len(ground) or not len(cells):
        return np.ones(len(cells), np.bool_)
    here = cells[:, body.mask]
    to_body = worst_channel(np.abs(here - body.colour[body.mask]))
    to_ground = [worst_channel(np.abs(here - colours)) for colours in ground[:, body.mask]]
    if to_one:
        nearer = np.max([(each < to_body).mean(axis=1) for each in to_ground], axis=0)
    else:
        nearer = (np.min(to_ground, axis=0) < to_body).mean(axis=1)
    return np.asarray(nearer > 0.5, dtype=np.bool_)


def is_paper(blank: NDArray[np.float32], tiles: NDArray[np.float32], skin: Skin) -> bool:
    """Whether flat cells are blank tiles: of the stuff that faces are drawn on.

    An empty slot in the same frame has a colour that the tiles do not show.
    """
    look = usual_look(core(blank))
    apart = np.linalg.norm(core(tiles) - look, axis=-1)
    shown = (apart < skin.limit * float(np.median(skin.tolerance))).mean(axis=0)
    return bool(np.median(shown) > _PAPER)


def lies_on_paper(flat: NDArray[np.float32], tiles: NDArray[np.float32]) -> bool:
    """Whether what is seen in flat cells is a picture on tiles, and no empty place.

    It lies where other tiles show their paper between the lines of their pictures, and leaves paper
    free along the edges of the tile where these do, inside the rim or gap where a tile ends. Ground
    lies under tiles, never on them: a place in the same frame takes all of it.

    Parameters
    ----------
    flat, tiles : float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB; flat cells that look
        alike, one at least, and tiles of other kinds
    """
    if not len(tiles):
        return False
    own = usual_look(flat)
    paper = np.broadcast_to(_commonest(core(tiles)), own.shape)
    picture = worst_channel(np.abs(own - paper)) > _OTHER_COLOUR
    if middle(picture[None].view(np.uint8)).mean() < _MOST:
        return False
    shown = _alike(tiles, paper)
    inner = core(picture[None].view(np.uint8))[0].view(np.bool_)
    if np.median(core(shown.view(np.uint8))[:, inner].mean(axis=1)) <= _PAPER:
        return False
    often, here = shown.mean(axis=0), _alike(own[None], paper)[0].astype(np.float64)
    sides = [_along(each) for each in (often, here)]
    free, left = 0, 0.0
    for usual, seen in zip(*sides, strict=True):
        # What is free between the pictures and the rim: stripes of paper in pictures are not.
        rim = np.flatnonzero(usual < 1 - _LINES).max(initial=0)
        lines = np.flatnonzero(usual[:rim] > _LINES)
        drawn = np.flatnonzero(usual[: lines.max(initial=0)] <= _LINES).max(initial=-1)
        lines = lines[lines > drawn]
        ends = seen[rim] < _PAPER  # the tile does, where the others do
        free, left = free + len(lines), left + ends * float(seen[lines].sum())
    return free >= _FEW_LINES and left > _LEFT_FREE * free


def _along(shown: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """How much is shown along each side of a cell, (h, w), line by line from the middle outwards.

    In the middle of the sides alone, for pictures that are round leave the corners free.
    """
    lines = []
    for turned in (shown, shown.T):
        size, across = turned.shape
        line = turned[:, across // 4 : across - across // 4].mean(axis=1)
        lines += [line[size // 2 :], line[: size - size // 2][::-1]]
    return lines


def _commonest(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colour that most of the pixels of cells, (N, h, w, 3), have, nearly: (3,)."""
    colours = cells.reshape(-1, 3)
    steps = (colours / _ALIKE).astype(np.int64) @ np.asarray([1, _STEPS, _STEPS**2])
    return np.asarray(np.median(colours[steps == np.bincount(steps).argmax()], axis=0), np.float32)


def shows_face(cells: NDArray[np.float32], skin: Skin) -> NDArray[np.bool_]:
    """Whether each cell shows a face of the skin beyond doubt, blank faces left out: (N,)."""
    if not len(cells):
        return np.zeros(0, np.bool_)
    face, difference = best_faces(cells, skin.faces, skin.tolerance, skin.limit)
    shows = difference <= skin.limit
    shows[shows] = shape_likeness(cells[shows], skin.faces[face[shows]]) > _SHOWN
    return np.asarray(shows, np.bool_)
