"""The ground behind the tiles: plain, patterned, or like a photograph."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour, mixed
from bot.parts import Ground, GroundKind

_Plane = NDArray[np.float32]


def paint_ground(width: int, height: int, ground: Ground) -> NDArray[np.uint8]:
    """Paint the ground of a whole window.

    Returns
    -------
    pixels : uint8 array of shape (height, width, 3), RGB
    """
    if ground.kind is GroundKind.PHOTO:
        return _paint_photo(width, height, ground)
    if ground.kind in {GroundKind.GRADIENT, GroundKind.SCENE}:
        pixels = _faded(_slope(width, height), ground.colours)
        if ground.kind is GroundKind.SCENE:
            _paint_hills(pixels, ground)
        return pixels
    # The mixture is looked up: a window has a million pixels, a share 256 steps.
    steps = np.arange(256, dtype=np.float32)[:, np.newaxis] / np.float32(255)
    share = cv2.convertScaleAbs(np.maximum(_share(width, height, ground), 0), alpha=255)
    return np.asarray(cv2.applyColorMap(share, _faded(steps, ground.colours)), np.uint8)


def _faded(share: _Plane, colours: tuple[Colour, Colour]) -> NDArray[np.uint8]:
    """The first colour with a share of the second, uint8 of shape (height, width, 3)."""
    rest = 1 - share
    planes = [
        np.rint(np.float32(first) * rest + np.float32(second) * share).astype(np.uint8)
        for first, second in zip(*colours, strict=True)
    ]
    return np.asarray(cv2.merge(planes), np.uint8)


def _slope(width: int, height: int) -> _Plane:
    x = np.arange(width, dtype=np.float32)
    y = np.arange(height, dtype=np.float32)[:, np.newaxis]
    return np.asarray(0.15 * x / width + 0.85 * y / height, np.float32)


def _share(width: int, height: int, ground: Ground) -> _Plane:
    """How much of the second colour each pixel has, of shape (height, width)."""
    random = np.random.default_rng(ground.seed)
    x = np.arange(width, dtype=np.float32)
    y = np.arange(height, dtype=np.float32)[:, np.newaxis]
    size = ground.period or int(random.integers(8, 60))
    return _PATTERNS[ground.kind](x, y, size, random)


def _plain(x: _Plane, y: _Plane, _size: int, _random: np.random.Generator) -> _Plane:
    return 0 * (x + y)


def _checks(x: _Plane, y: _Plane, size: int, _random: np.random.Generator) -> _Plane:
    return np.asarray((x // size + y // size) % 2, np.float32)


def _stripes(x: _Plane, y: _Plane, size: int, random: np.random.Generator) -> _Plane:
    return np.asarray((x + random.uniform(-1, 1) * y) // size % 2, np.float32)


def _grain(x: _Plane, y: _Plane, _size: int, random: np.random.Generator) -> _Plane:
    return _blurred(random.random((y.size, x.size), dtype=np.float32), 0.8)


def _blobs(x: _Plane, y: _Plane, size: int, random: np.random.Generator) -> _Plane:
    return _waves(x.size, y.size, size, random)


def _wood(x: _Plane, y: _Plane, size: int, random: np.random.Generator) -> _Plane:
    """Rings of a tree cut along the grain, in planks that lie one below the other."""
    short = _waves(x.size // 8 + 1, y.size, max(6, size // 3), random)
    rings = cv2.resize(np.sin(short * 22), (x.size, y.size), interpolation=cv2.INTER_LINEAR)
    planks = y // size * 0.11 % 0.3 + (y % size < 2) * 0.5
    return np.asarray(rings * 0.22 + 0.3 + planks, np.float32)


def _felt(x: _Plane, y: _Plane, _size: int, random: np.random.Generator) -> _Plane:
    grain = _blurred(random.random((y.size, x.size), dtype=np.float32), 1.2)
    across, down = 2 * x / x.size - 1, 2 * y / y.size - 1
    return np.asarray((grain - 0.5) * 1.2 + 0.375 * (across**2 + down**2), np.float32)


def _bricks(x: _Plane, y: _Plane, size: int, _random: np.random.Generator) -> _Plane:
    row = y // (size / 2)
    along = x + row % 2 * size / 2
    joint = (along % size < 2) | (y % (size / 2) < 2)
    tint = np.sin(row * 12.9 + along // size * 78.2) * 0.2 + 0.2
    return np.asarray(np.where(joint, 1, tint), np.float32)


def _dots(x: _Plane, y: _Plane, size: int, _random: np.random.Generator) -> _Plane:
    off = (x % size - size / 2) ** 2 + (y % size - size / 2) ** 2
    return np.asarray(np.clip(size * size / 20 - off, 0, 1), np.float32)


def _weave(x: _Plane, y: _Plane, size: int, _random: np.random.Generator) -> _Plane:
    thread = max(4, size // 3)
    over = (x // thread + y // thread) % 2
    round_x, round_y = np.sin(x * np.pi / thread) ** 2, np.sin(y * np.pi / thread) ** 2
    return np.asarray(np.where(over, round_x, 1 - round_y) * 0.8 + 0.1, np.float32)


def _carpet(x: _Plane, y: _Plane, size: int, random: np.random.Generator) -> _Plane:
    turn = 2 * np.pi / size
    knots = np.sin(x * turn) * np.sin(y * turn) + 0.5 * np.sin((x + y) * 2 * turn)
    return np.asarray(knots > random.uniform(-0.4, 0.6), np.float32)


_PATTERNS: dict[GroundKind, Callable[[_Plane, _Plane, int, np.random.Generator], _Plane]] = {
    GroundKind.PLAIN: _plain,
    GroundKind.CHECKS: _checks,
    GroundKind.STRIPES: _stripes,
    GroundKind.GRAIN: _grain,
    GroundKind.BLOBS: _blobs,
    GroundKind.WOOD: _wood,
    GroundKind.FELT: _felt,
    GroundKind.BRICKS: _bricks,
    GroundKind.DOTS: _dots,
    GroundKind.WEAVE: _weave,
    GroundKind.CARPET: _carpet,
}
"""From columns x (width,), rows y (height, 1), a size in px and chance to a share per pixel."""


def _waves(width: int, height: int, size: int, random: np.random.Generator) -> _Plane:
    """Smooth hills and hollows of a size, px; 0 to 1 but for some overshoot."""
    coarse = random.random((height // size + 3, width // size + 3), dtype=np.float32)
    return np.asarray(
        cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _blurred(plane: _Plane, sigma: float) -> _Plane:
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma), np.float32)


def _paint_photo(width: int, height: int, ground: Ground) -> NDArray[np.uint8]:
    """What a photograph has: light from one side, large things out of focus, small ones in it."""
    random, lot = np.random.default_rng(ground.seed), Random(ground.seed)
    half = (max(2, width // 2), max(2, height // 2))
    light = _slope(*half)[:: lot.choice((1, -1)), :: lot.choice((1, -1)), np.newaxis]
    first, second = (np.array(colour, np.float32) for colour in ground.colours)
    picture = np.asarray(first * (1 - light) + second * light, np.float32)
    for _ in range(lot.randint(4, 18)):
        middle = (lot.randrange(half[0]), lot.randrange(half[1]))
        axes = (lot.randint(6, half[0] // 3 + 7), lot.randint(6, half[1] // 3 + 7))
        colour = [lot.randint(0, 255) for _ in range(3)]
        cv2.ellipse(picture, middle, axes, lot.randrange(180), 0, 360, colour, -1)
    picture = _blurred(picture, lot.choice((1.0, 3.0, 8.0)))
    strength, size = lot.uniform(60, 190), max(half) // 3 + 2
    waves = np.zeros((half[1], half[0]), np.float32)
    while size > 1:
        waves += (_waves(*half, size, random) - 0.5) * strength
        size, strength = size // 2, strength * lot.uniform(0.45, 0.72)
    across = np.linspace(-1, 1, half[0], dtype=np.float32)
    down = np.linspace(-1, 1, half[1], dtype=np.float32)[:, np.newaxis]
    picture += waves[:, :, np.newaxis]
    picture *= (1 - lot.uniform(0, 0.35) * (across**2 + down**2))[:, :, np.newaxis]
    rough = cv2.convertScaleAbs(np.maximum(picture, 0))
    return np.asarray(cv2.resize(rough, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _paint_hills(pixels: NDArray[np.uint8], ground: Ground) -> None:
    """Paint a landscape: a sun, and hills that grow darker towards the front."""
    height, width = pixels.shape[:2]
    lot = Random(ground.seed)
    sun = (round(width * lot.uniform(0.1, 0.9)), round(height * lot.uniform(0.1, 0.35)))
    cv2.circle(pixels, sun, max(8, min(width, height) // 9), (255, 238, 190), -1, cv2.LINE_AA)
    x = np.arange(0, width + 8, 8)
    for level in (0.45, 0.6, 0.78):
        waves = [
            lot.uniform(0.02, 0.07) * np.sin(x / width * lot.uniform(4, 14) + lot.uniform(0, 6))
            for _ in range(3)
        ]
        ridge = (level + sum(waves)) * height
        corners = np.vstack([np.stack([x, ridge], axis=1), [(width + 8, height), (0, height)]])
        colour = mixed(ground.colours[1], (20, 40, 30), level)
        cv2.fillPoly(pixels, [np.rint(corners).astype(np.int32)], colour, cv2.LINE_AA)
