"""Lenses: colours seen so that the papers of all tiles look alike.

Some games tint the tiles: a gradient runs over the board, a vignette darkens its corners, or each
tile has a colour of its own. Equal faces then differ more than others do on one paper. So colours
near to that of any paper are moved to that of one, the more the nearer they are: what is drawn
keeps its colours, and its edges, which are blends of both, lie between them as before. Where all is
drawn in one ink it can be told of which paper each blend is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

from bot.channels import worst_channel
from bot.cutting import core, middle
from bot.errors import InputError
from bot.frame import Frame

_EVEN, _PAPER, _MOST = 12.0, 0.35, 0.8
"""Grey levels, in the worst channel, within which a tile shows its paper; share of a tile that must
be paper; and share of the tiles that must show as much."""
_RIM = 0.2
"""Share of a tile, without its edges, that lies around its middle on each side."""
_VARIED, _SOME = 10.0, 90
"""Grey levels by which papers lie apart from the usual one, and percentile of them that do."""
_DRAWN, _LEAST = 98, 32.0
"""Percentile of the colours of a tile, in the order of how far from paper they are, from which on
they surely are of what is drawn on it; and grey levels that they are from paper at least."""
_FEWEST = 8
"""Tiles that tell how papers vary."""
_SHIFT, _PLACES, _EACH = 4, np.asarray((256, 16, 1)), 2
"""Colours of a tile are counted in steps of this power of two, grey levels; what the steps of each
channel count for; and every which pixel is counted."""
_FINE, _NO_NEWS = 2, 3.0
"""Colours are mapped in steps of this power of two, grey levels; and grey levels from another paper
up to which one makes no difference."""
MOST_PAPERS = 64
"""Papers that a lens knows at most; each of them is compared with all colours."""
_INKY = 8.0
"""Grey levels that count against a blend of nothing but ink, for of two papers the one of which a
colour has more is as good."""
LONGEST = 0.2
"""Share of the shorter side of a picture that a sign is long at most."""
_LETTER, _WIDE = 9, 41
"""px between the strokes of letters on a bar, at most; and px that a bar is wide at least."""

Colour = tuple[int, int, int]


def _none() -> NDArray[np.uint8]:
    return np.empty((0, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """How colours are to be seen.

    Parameters
    ----------
    papers : uint8 array of shape (P, 3), RGB; the colours of the papers, all different
    paper : the one as which all are seen
    reach : distance from all papers, in grey levels, from which on colours stay as they are; with
        ink, from all its blends with them
    ink : the colour of all that is drawn, RGB; None if that has several
    inks : uint8 array of shape (I, 3), RGB; where there are any, nothing else is shown, and what is
        as far from them as the lens reaches is seen as paper; then there are no `papers`

    Raises
    ------
    InputError
        if there are neither papers nor inks, or both, or it reaches nowhere
    """

    papers: NDArray[np.uint8]
    paper: Colour
    reach: float
    ink: Colour | None = None
    inks: NDArray[np.uint8] = field(default_factory=_none)
    _ways: list[NDArray[np.uint32]] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        if bool(len(self.papers)) == bool(len(self.inks)) or self.reach <= 0:
            raise InputError(
                f"a lens needs papers or inks and a reach, but got {len(self.papers)}, "
                f"{len(self.inks)} and {self.reach}"
            )
        self.papers.setflags(write=False)
        self.inks.setflags(write=False)

    @classmethod
    def of_inks(cls, inks: NDArray[np.uint8], reach: float) -> Lens:
        """The lens that shows nothing but inks, (I, 3), RGB, on a paper that is unlike them all.

        Colours are shown as far as they `reach` from an ink, grey levels, ever less.
        """
        corners = np.stack(np.meshgrid(*[(0, 255)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
        apart = np.linalg.norm(corners[:, None] - inks[None].astype(np.float64), axis=-1).min(
            axis=1
        )
        return cls(_none(), _colour(corners[apart.argmax()].astype(np.float64)), reach, inks=inks)

    @classmethod
    def over(cls, tiles: NDArray[np.float32]) -> Lens | None:
        """The lens through which the papers of tiles, (N, h, w, 3), RGB, look alike.

        None where they are alike, or most tiles show hardly any.
        """
        for inside in (True, False):
            papers, inks = _papers_of(tiles, inside=inside)
            if len(papers) < max(_FEWEST, _MOST * len(tiles)):
                continue
            off = np.abs(papers - np.median(papers, axis=0)).max(axis=1)
            reach = float(np.median(np.linalg.norm(inks - papers, axis=1)))
            if np.percentile(off, _SOME) >= _VARIED and reach >= _LEAST:
                colours = _thinned(np.unique(papers.round().clip(0, 255), axis=0))
                paper = _colour(papers[off.argmin()])
                return cls(colours, paper, reach, _one_ink(papers, inks))
        return None

    def through(self, frame: Frame) -> Frame:
        """The frame as it is seen through the lens; one that is seen so already is itself."""
        if isinstance(frame, _Seen) and frame.lens is self:
            return frame
        frame = plain(frame)
        pixels = self._seen(frame.pixels)
        if len(self.inks):
            pixels = _without_bars(pixels, self.paper)
        return _Seen(pixels, frame.origin, frame.scale, frame.time, lens=self, plain=frame)

    def _seen(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The colours of a picture, (H, W, 3), as they are seen."""
        if not self._ways:
            self._ways.append(self._mapped())
        bits = 8 - _FINE
        steps = pixels >> _FINE
        at = steps[..., 0].astype(np.int32)
        for channel in (1, 2):
            at <<= bits
            at |= steps[..., channel]
        seen = self._ways[0].take(at).view(np.uint8).reshape(*at.shape, 4)
        return np.ascontiguousarray(seen[..., :3])

    def _mapped(self) -> NDArray[np.uint32]:
        """What each step of colour is seen as: RGB in the bytes of a number."""
        count, size = 1 << (8 - _FINE), 1 << _FINE
        step = np.arange(count) * size + (size - 1) / 2
        colours = np.stack(np.meshgrid(step, step, step, indexing="ij"), axis=-1).reshape(-1, 3)
        if len(self.inks):
            seen = self._in_inks(colours)
        elif self.ink is None:
            seen = colours + self._by_nearest(colours)
        else:
            seen = colours + self._by_blends(colours, self.ink)
        mapped = np.zeros((len(colours), 4), np.uint8)
        mapped[:, :3] = seen.round().clip(0, 255)
        return mapped.view(np.uint32)[:, 0]

    def _in_inks(self, colours: NDArray[np.float64]) -> NDArray[np.float64]:
        """Colours, (N, 3), as blends of the nearest ink and of paper: (N, 3)."""
        apart, nearest = KDTree(self.inks.astype(np.float64)).query(colours)
        share = (1 - apart / self.reach).clip(0, 1)[:, None]
        return np.asarray(share * self.inks[nearest] + (1 - share) * np.asarray(self.paper))

    def _by_nearest(self, colours: NDArray[np.float64]) -> NDArray[np.float64]:
        """The ways that colours, (N, 3), are moved by the paper that is nearest to each: (N, 3)."""
        apart, nearest = KDTree(self.papers.astype(np.float64)).query(colours)
        share = (1 - apart / self.reach).clip(0, 1)
        way = share[:, None] * (np.asarray(self.paper) - self.papers[nearest])
        return np.asarray(way, np.float64)

    def _by_blends(self, colours: NDArray[np.float64], ink: Colour) -> NDArray[np.float64]:
        """The same by the paper of which each is a blend with ink, rather than of any other."""
        off = colours - np.asarray(ink)
        square = (off * off).sum(axis=1)
        least, way = np.full(len(colours), np.inf), np.zeros_like(colours)
        for paper in self.papers.astype(np.float64):
            full = paper - ink
            along = off @ full
            blend = (along / max(1.0, float(full @ full))).clip(0, 1)
            apart = (square - 2 * blend * along + blend * blend * (full @ full)).clip(0)
            apart += (_INKY * (1 - blend)) ** 2
            nearer = apart < least
            least[nearer] = apart[nearer]
            way[nearer] = blend[nearer, None] * (np.asarray(self.paper) - paper)
        share = (1 - np.sqrt(least) / self.reach).clip(0, 1)
        return np.asarray(share[:, None] * way, np.float64)


def _without_bars(pixels: NDArray[np.uint8], paper: Colour) -> NDArray[np.uint8]:
    """The picture, (H, W, 3), with paper for what is too long for a sign and wide: a bar, a page.

    Letters on it go with it; what is narrow stays, be it a sign that touches a rim of the same
    colour.
    """
    shown = (pixels != np.asarray(paper, np.uint8)).any(axis=-1).astype(np.uint8)
    _, pieces, found, _ = cv2.connectedComponentsWithStats(shown, connectivity=8)
    sides = found[:, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].max(axis=1)
    long = sides > LONGEST * min(shown.shape)
    long[0] = False
    if not long.any():
        return pixels
    letters, wide = (np.ones((side, side), np.uint8) for side in (_LETTER, _WIDE))
    bars = cv2.morphologyEx(long.astype(np.uint8)[pieces], cv2.MORPH_CLOSE, letters)
    bars = cv2.dilate(cv2.morphologyEx(bars, cv2.MORPH_OPEN, wide), letters, iterations=2)
    pixels[bars.view(np.bool_)] = paper
    return pixels


def _thinned(papers: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Some of the papers, (P, 3), from which no other one is far: (Q, 3)."""
    apart = _NO_NEWS
    while True:
        some: list[NDArray[np.float64]] = []
        for paper in papers:
            if not some or np.abs(np.asarray(some) - paper).max(axis=1).min() > apart:
                some.append(paper)
        if len(some) <= MOST_PAPERS:
            return np.asarray(some, np.uint8)
        apart *= 1.5


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Seen(Frame):
    """A frame seen through a lens, and the same without it."""

    lens: Lens
    plain: Frame


def plain(frame: Frame) -> Frame:
    """The frame as the screen showed it."""
    return frame.plain if isinstance(frame, _Seen) else frame


def lens_of(frame: Frame) -> Lens | None:
    """The lens through which a frame is seen, if any."""
    return frame.lens if isinstance(frame, _Seen) else None


def through(lens: Lens | None, frame: Frame) -> Frame:
    """The frame as it is seen through a lens, or as the screen showed it if there is none."""
    return plain(frame) if lens is None else lens.through(frame)


def _papers_of(
    tiles: NDArray[np.float32], *, inside: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The papers of those tiles, (N, h, w, 3), RGB, that show much of it, and the inks on them.

    A tile's paper is what most of it shows, around its commonest colour: the commonest of all, or
    of what lies around the middle alone, where that is not looked for `inside`.

    Returns
    -------
    papers, inks : float64 arrays of shape (M, 3), RGB; ink is what lies farthest from paper in
        the middle of a tile
    """
    papers, inks = [], []
    cells = core(tiles)[:, ::_EACH, ::_EACH]
    height, width = cells.shape[1:3]
    rim = np.ones((height, width), np.bool_)
    if not inside:
        y, x = round(_RIM * height), round(_RIM * width)
        rim[y : height - y, x : width - x] = False
    for drawn, inner in zip(middle(tiles)[:, ::_EACH, ::_EACH], cells[:, rim], strict=True):
        steps = (inner.clip(0, 255).astype(np.int64) >> _SHIFT) @ _PLACES
        common = np.median(inner[steps == np.bincount(steps).argmax()], axis=0)
        shown = worst_channel(np.abs(inner - common)) <= _EVEN
        if shown.mean() >= _PAPER:
            papers.append(np.median(inner[shown], axis=0))
            apart = np.linalg.norm(drawn - papers[-1], axis=-1)
            far = apart >= np.percentile(apart, _DRAWN)
            inks.append(np.median(drawn[far], axis=0))
    papers_and_inks = np.asarray([papers, inks], np.float64).reshape(2, -1, 3)
    return papers_and_inks[0], papers_and_inks[1]


def _one_ink(papers: NDArray[np.float64], inks: NDArray[np.float64]) -> Colour | None:
    """The ink of which all those on papers, (N, 3), are nearly blends; None if there is none.

    It lies where the ways from papers to what is drawn on them meet: the point that is nearest to
    all of these lines, in the sense of least squares.
    """
    ways = inks - papers
    ways /= np.maximum(1.0, np.linalg.norm(ways, axis=1, keepdims=True))
    across = np.eye(3) - ways[:, :, None] * ways[:, None, :]  # what is left of a way to a line
    ink = np.linalg.lstsq(across.sum(axis=0), np.einsum("nij,nj->i", across, papers))[0]
    ink = ink.clip(0, 255)
    off = np.linalg.norm(np.einsum("nij,nj->ni", across, ink - papers), axis=1)
    beyond = ((ink - inks) * ways).sum(axis=1)
    meet = (off <= _EVEN) & (beyond >= -_EVEN)
    return _colour(ink) if meet.mean() >= _MOST else None


def _colour(value: NDArray[np.float64]) -> Colour:
    red, green, blue = value.round().clip(0, 255).astype(int).tolist()
    return red, green, blue
