"""Grounds to lay a board on: photographs that nobody took, felt, wood and the like."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter


def save_ground(name: str, size: tuple[int, int], seed: int, path: Path) -> None:
    """Write a ground of that width and height, px, as a PNG: one of the names in `GROUNDS`."""
    width, height = size
    GROUNDS[name](np.random.default_rng(seed), height, width).save(path)


def _noise(
    lot: np.random.Generator, height: int, width: int, octaves: int, keep: float = 0.5
) -> NDArray[np.float64]:
    """Fractal noise in [0, 1], shape (height, width): grids of numbers blown up and added."""
    total = np.zeros((height, width))
    weight = 1.0
    for octave in range(octaves):
        grid = lot.random((3 * 2**octave, 4 * 2**octave)).astype(np.float32)
        blown = Image.fromarray(grid).resize((width, height), Image.Resampling.BICUBIC)
        total += weight * np.asarray(blown)
        weight *= keep
    low, high = total.min(), total.max()
    return (total - low) / (high - low)


def _mix(
    share: NDArray[np.float64], low: tuple[int, ...], high: tuple[int, ...]
) -> NDArray[np.float64]:
    return (1 - share[..., None]) * np.array(low) + share[..., None] * np.array(high)


def _image(colours: NDArray[np.float64]) -> Image.Image:
    return Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8))


def meadow(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Sky with clouds, hills one behind another, grass in front."""
    down = np.linspace(0, 1, height)[:, None] * np.ones((1, width))
    sky = _mix(down, (70, 130, 210), (210, 230, 245))
    clouds = np.clip(_noise(lot, height, width, 6) * 2.2 - 1.1, 0, 1)[..., None]
    scene = sky * (1 - clouds) + 250 * clouds
    for step, (base, colour) in enumerate(
        ((0.45, (120, 150, 170)), (0.58, (80, 130, 90)), (0.72, (70, 120, 40)))
    ):
        ridge = base + (_noise(lot, 4, width, 5 + step)[0] - 0.5) * 0.25
        below = (down > ridge[None, :])[..., None]
        grain = 0.6 + 0.7 * _noise(lot, height, width, 8, 0.75)[..., None]
        scene = np.where(below, np.array(colour) * grain, scene)
    return _image(scene)


def bokeh(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Lights out of focus on a dark ground."""
    scene = _mix(_noise(lot, height, width, 3), (20, 10, 40), (110, 50, 90))
    rows, cols = np.mgrid[0:height, 0:width]
    for _ in range(60):
        x, y, reach = lot.random() * width, lot.random() * height, 15 + lot.random() * 70
        light = lot.random(3) * 120 + 40
        far = np.hypot(cols - x, rows - y)
        scene += np.clip(reach - far, 0, 3)[..., None] / 3 * light * 0.4
    return _image(scene).filter(ImageFilter.GaussianBlur(1.5))


def leaves(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Foliage seen from near: many light and dark patches."""
    shade = _noise(lot, height, width, 8, 0.8)
    tint = _noise(lot, height, width, 4)
    scene = _mix(shade, (10, 40, 15), (130, 190, 70)) + (tint[..., None] - 0.5) * (80, 20, -20)
    return _image(scene)


def sea(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Water with bright crests, a beach at the bottom."""
    waves = _noise(lot, height, max(width // 6, 4), 7, 0.7)
    stretched = np.asarray(
        Image.fromarray(waves.astype(np.float32)).resize((width, height), Image.Resampling.BICUBIC)
    ).astype(np.float64)
    down = np.linspace(0, 1, height)[:, None]
    water = _mix(stretched, (10, 70, 120), (120, 200, 215)) * (0.75 + 0.4 * down[..., None])
    sand = _mix(_noise(lot, height, width, 8, 0.9), (190, 160, 110), (245, 225, 180))
    shore = 0.85 + 0.06 * (_noise(lot, 4, width, 4)[0] - 0.5)
    return _image(np.where((down > shore[None, :])[..., None], sand, water))


def wood(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Boards of wood with grain along them."""
    grain = _noise(lot, height, max(width // 40, 4), 8, 0.8)
    long = np.asarray(
        Image.fromarray(grain.astype(np.float32)).resize((width, height), Image.Resampling.BICUBIC)
    ).astype(np.float64)
    scene = _mix(long, (95, 55, 25), (190, 130, 75))
    scene[:: max(height // 7, 1)] *= 0.4
    return _image(scene)


def felt(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Green cloth, darker to the corners."""
    rows, cols = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    light = 1.1 - 0.35 * np.hypot(rows, cols)
    fibres = 0.9 + 0.2 * lot.random((height, width))
    return _image(np.array((25, 110, 60)) * (light * fibres)[..., None])


def marble(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Pale stone with dark veins."""
    veins = np.abs(np.sin(_noise(lot, height, width, 6, 0.6) * 18)) ** 0.4
    return _image(_mix(veins, (150, 150, 160), (238, 236, 232)))


def night(lot: np.random.Generator, height: int, width: int) -> Image.Image:
    """Stars and a nebula."""
    scene = _mix(_noise(lot, height, width, 6) ** 2, (5, 6, 20), (90, 40, 120))
    stars = lot.random((height, width)) > 0.998
    scene[stars] = 200 + 55 * lot.random((int(stars.sum()), 1))
    return _image(scene)


GROUNDS = {
    ground.__name__: ground for ground in (meadow, bokeh, leaves, sea, wood, felt, marble, night)
}
