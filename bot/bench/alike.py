"""Which tiles show the same face: what the eye says, beside plainer ways, on the same pictures.

Two boards of 18 x 8 tiles of 60 x 60 px, four of each of 36 kinds, on one bevelled tile. On one all
faces are distinct; on the other they are twelve shapes in three colours of the same lightness. Each
is shown exactly and in six worse ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.metrics import structural_similarity

from bot.bench.measure import Effort, Row
from bot.board import UNKNOWN, Board
from bot.classify import group
from bot.cutting import cut
from bot.deal import deal
from bot.drawing import Colour, Fill, box, disc, paint, polygon
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.simulator import Style, draw, lattice_of

Way = Callable[[Frame, Lattice], NDArray[np.int64]]
"""From a picture to the group of each cell, int (N,)."""
Same = Callable[[NDArray[np.uint8], NDArray[np.uint8]], bool]
"""Whether two tiles, uint8 (h, w, 3), RGB, are taken to show the same face."""
Damage = Callable[[Frame, Lattice, np.random.Generator], tuple[Frame, Lattice]]
"""From a picture to a worse one, and where its cells lie."""

_ROWS, _COLS, _KINDS = 8, 18, 36
_PLAIN = Style.default()
_STYLE = replace(
    _PLAIN,
    tile=(60, 60),
    gap=(1.0, 1.0),
    body=_PLAIN.body and replace(_PLAIN.body, depth=(0, 0), bevel=3),
    ground=replace(_PLAIN.ground, colours=(_PLAIN.ground.colours[0],) * 2),
    shadow=0.0,
)
_COLOURS: tuple[Colour, ...] = ((204, 58, 62), (44, 134, 48), (72, 96, 214))
"""Red, green and blue of luminance 97 to 103 (Rec. 601)."""


_Part = Callable[[Colour], Fill]


def _of(*corners: str) -> tuple[_Part, ...]:
    """A shape of polygons that all have its colour."""
    return tuple(lambda colour, outline=outline: polygon(colour, outline) for outline in corners)


_SHAPES: tuple[tuple[_Part, ...], ...] = (
    (lambda colour: disc(colour, 50, 50, 44),),
    (lambda colour: disc(colour, 50, 50, 44), lambda _: disc(None, 50, 50, 22)),
    (lambda colour: disc(colour, 50, 50, 44), lambda _: disc(None, 66, 42, 34)),
    (lambda colour: box(colour, 10, 10, 90, 90),),
    (lambda colour: box(colour, 10, 10, 90, 90), lambda _: box(None, 32, 32, 68, 68)),
    _of("50,4 92,50 50,96 8,50"),
    _of("50,8 94,88 6,88"),
    _of("6,12 94,12 50,92"),
    _of("36,6 64,6 64,94 36,94", "6,36 94,36 94,64 6,64"),
    _of("50,4 61,36 96,36 68,57 78,91 50,70 22,91 32,57 4,36 39,36"),
    _of("4,34 54,34 54,10 96,50 54,90 54,66 4,66"),
    _of("8,8 48,50 8,92 92,92 92,8"),
)
"""Twelve shapes that nobody takes for each other, in hundredths of a square; None cuts a hole."""


def measured(effort: Effort) -> Iterator[Row]:
    """Precision and recall of "these two tiles show the same face", over all pairs of tiles."""
    board = deal(_ROWS, _COLS, _KINDS, effort.seed, copies=4)
    kinds = np.asarray(board.kinds, np.int64)
    lattice = lattice_of(board, _STYLE)
    for faces, picture in _drawn(board, lattice).items():
        for damage in list(DAMAGES)[: 1 if effort.quick else None]:
            lot = np.random.default_rng(effort.seed)
            frame, places = DAMAGES[damage](picture, lattice, lot)
            precision: dict[str, float] = {}
            recall: dict[str, float] = {}
            spent: dict[str, float] = {}
            for name, way in WAYS.items():
                began = effort.clock()
                groups = way(frame, places)
                spent[name] = (effort.clock() - began) * 1000
                precision[name], recall[name] = precision_and_recall(groups, kinds)
            what = f"{faces}, {damage}"
            yield _row(f"{what}: precision", precision, "", at_least=1.0)
            yield _row(f"{what}: recall", recall, "", at_least=0.99)
            yield _row(f"{what}: time", spent, "ms")


def _row(what: str, found: dict[str, float], unit: str, at_least: float | None = None) -> Row:
    more = {name: value for name, value in found.items() if name != "ours"}
    return Row(what, found["ours"], unit, at_least=at_least, more=more, part="same face")


def precision_and_recall(
    groups: NDArray[np.int64], kinds: NDArray[np.int64]
) -> tuple[float, float]:
    """How many of the pairs told alike are so, and how many of those alike are told.

    >>> precision_and_recall(np.array([0, 0, 0, 1]), np.array([1, 1, 2, 2]))
    (0.3333333333333333, 0.5)
    """
    upper = np.triu_indices(len(kinds), 1)
    said = (groups[:, None] == groups)[upper]
    true = (kinds[:, None] == kinds)[upper]
    both = int((said & true).sum())
    return both / max(int(said.sum()), 1), both / max(int(true.sum()), 1)


def _drawn(board: Board, lattice: Lattice) -> dict[str, Frame]:
    """The two boards as pictures."""
    blank = Board(_ROWS, _COLS, (UNKNOWN,) * len(board.kinds))
    pixels = draw(blank, _STYLE).copy()
    for cell in board.cells():
        shape, colour = divmod(board[cell] - 1, len(_COLOURS))
        icon = paint(tuple(fill(_COLOURS[colour]) for fill in _SHAPES[shape]), 40, 40)
        x, y = (round(middle) - 20 for middle in lattice.center(cell))
        place = pixels[y : y + 40, x : x + 40]
        alpha = icon[..., 3:] / 255
        place[:] = np.rint(icon[..., :3] * alpha + place * (1 - alpha))
    return {"distinct": Frame(draw(board, _STYLE)), "recoloured": Frame(pixels)}


def _noise(frame: Frame, lattice: Lattice, lot: np.random.Generator) -> tuple[Frame, Lattice]:
    pixels = frame.pixels + lot.normal(0, 3, frame.pixels.shape)
    return Frame(np.clip(np.rint(pixels), 0, 255).astype(np.uint8)), lattice


def _jpeg(frame: Frame, lattice: Lattice, _: np.random.Generator) -> tuple[Frame, Lattice]:
    bgr = np.ascontiguousarray(frame.pixels[..., ::-1])
    data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    decoded = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return Frame(np.ascontiguousarray(decoded[..., ::-1])), lattice


def _jitter(frame: Frame, lattice: Lattice, lot: np.random.Generator) -> tuple[Frame, Lattice]:
    """Each tile up to a pixel beside its place, both ways."""
    pixels, pitch = frame.pixels.copy(), round(lattice.pitch[0])
    left, top = (round(edge) for edge in lattice.bounds()[:2])
    for y in range(top, top + pitch * lattice.rows, pitch):
        for x in range(left, left + pitch * lattice.cols, pitch):
            place = pixels[y : y + pitch, x : x + pitch]
            place[:] = np.roll(place, lot.integers(-1, 2, 2), axis=(0, 1))
    return Frame(pixels), lattice


def _scaled(
    frame: Frame, lattice: Lattice, _: np.random.Generator, factor: float
) -> tuple[Frame, Lattice]:
    """The whole picture at another scale, as a browser shows it."""
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    size = round(frame.width * factor), round(frame.height * factor)
    x, y = size[0] / frame.width, size[1] / frame.height
    pixels = np.asarray(cv2.resize(frame.pixels, size, interpolation=how), np.uint8)
    origin = Pixel(lattice.origin.x * x, lattice.origin.y * y)
    pitch = lattice.pitch[0] * x, lattice.pitch[1] * y
    return Frame(pixels), Lattice(origin, pitch, lattice.rows, lattice.cols)


def _warm(frame: Frame, lattice: Lattice, _: np.random.Generator) -> tuple[Frame, Lattice]:
    """Less green and much less blue, as screens are made in the evening."""
    return Frame(np.rint(frame.pixels * np.array([1.0, 0.88, 0.7])).astype(np.uint8)), lattice


DAMAGES: dict[str, Damage] = {
    "exact": lambda frame, lattice, _: (frame, lattice),
    "noise of 3": _noise,
    "JPEG 85": _jpeg,
    "1 px beside": _jitter,
    "at 0.75": partial(_scaled, factor=0.75),
    "at 1.5": partial(_scaled, factor=1.5),
    "warm": _warm,
}
"""Ways in which a screen is worse than the game drew it."""


def _ours(frame: Frame, lattice: Lattice) -> NDArray[np.int64]:
    """The groups that a reading of an unknown game starts from."""
    return group(cut(frame, lattice)).groups


def _greedy(same: Same, frame: Frame, lattice: Lattice) -> NDArray[np.int64]:
    """Groups as most players of such games make them: by the first tile of each group so far."""
    firsts: list[NDArray[np.uint8]] = []
    groups = []
    for tile in _crops(frame, lattice):
        at = next((at for at, first in enumerate(firsts) if same(tile, first)), len(firsts))
        firsts += [tile] * (at == len(firsts))
        groups.append(at)
    return np.asarray(groups, np.int64)


def _crops(frame: Frame, lattice: Lattice) -> Iterator[NDArray[np.uint8]]:
    """The cells cut out at the nearest whole pixels, a gap's width less at each side."""
    width, height = (int(pitch) - 4 for pitch in lattice.pitch)
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            # Not round(), which puts every other half to the left and the others to the right.
            x = int(lattice.origin.x + col * lattice.pitch[0] - width / 2 + 0.5)
            y = int(lattice.origin.y + row * lattice.pitch[1] - height / 2 + 0.5)
            yield frame.pixels[y : y + height, x : x + width]


def _equal(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
    return np.array_equal(a, b)


def _ssim(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
    """Structural similarity of grey tiles above 0.93 (Wang and others, 2004)."""
    score: float = structural_similarity(_grey(a), _grey(b))  # type: ignore[no-untyped-call]
    return score > 0.93


def _ncc(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
    """Zero-mean normalised cross-correlation of grey tiles above 0.95."""
    return float(cv2.matchTemplate(_grey(a), _grey(b), cv2.TM_CCOEFF_NORMED)[0, 0]) > 0.95


def _phash(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
    """Perceptual hashes that differ in 6 of 64 bits at most (Zauner, 2010)."""
    return int(np.count_nonzero(_hash(a) != _hash(b))) <= 6


def _hash(tile: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of the 8 x 8 lowest frequencies of a grey 32 x 32 tile are above their median."""
    small = cv2.resize(_grey(tile), (32, 32), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = np.asarray(cv2.dct(small)[:8, :8], np.float32)
    return np.asarray(low > np.median(low), np.bool_)


def _grey(tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(tile, cv2.COLOR_RGB2GRAY), np.uint8)


WAYS: dict[str, Way] = {
    "ours": _ours,
    "equal": partial(_greedy, _equal),
    "SSIM": partial(_greedy, _ssim),
    "NCC": partial(_greedy, _ncc),
    "pHash": partial(_greedy, _phash),
}
"""Ways of telling which tiles are alike."""
