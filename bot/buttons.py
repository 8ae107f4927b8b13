"""Buttons of a game that a person has pointed out: what they are for, and finding them again.

A button is known by its picture, cut out of a screenshot, or by its place on the screen alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.errors import InputError
from bot.frame import Frame
from bot.geometry import Pixel, ScreenPoint

SIDES = (6, 512)
"""px; the smallest and the largest side of a picture: less shows nothing, more is a window."""

_WINDOW = 7
"""px; side of the patches that must look alike: smaller than a letter, larger than the blocks in
which noise gathers. Two captions differ by much in a few of them, a soft picture by little in
all."""
_NOISE = 8.0
"""Grey levels by which a patch may differ anywhere; two looks with noise of 3 differ by 4."""
_SOFT = 0.2
"""Share of the contrast in a picture by which a patch may differ besides. Of 640 pieces of games
99 in 100 differ by less than 0.85 of both together after JPEG of quality 85. Of 124 000 pairs of
captions those that differ by less than all of it are l and I; next come O and Q in letters of 9 px,
and 99 in 100 differ by thrice as much."""
_SEEN = np.float32(np.sqrt(3)) * np.array(
    [
        (0.299, 0.587, 0.114),
        (-0.169 / 2, -0.331 / 2, 0.5 / 2),
        (0.5 / 2, -0.419 / 2, -0.081 / 2),
    ],
    np.float32,
)
"""From red, green and blue to brightness and two colours, which count half: compression spares
them. A difference in brightness alone keeps its grey levels."""
_TRIES = 40
"""Places that are looked at closely, the likeliest first."""
_EQUAL = 1.0
"""Grey levels; matches that differ by less are equally good: noise does as much."""


class Role(StrEnum):
    """What a button is for, in the words of the command line and of skins."""

    POPUP = "popup"
    """It takes a message away that hides the board; clicked whenever it is seen."""
    NEXT = "next"
    """It leads on to the next level or deal; clicked between games only."""
    SHUFFLE = "shuffle"
    """It has the tiles laid anew; clicked where no link is left."""
    HINT = "hint"
    """It has the game show a link."""


@dataclass(frozen=True, slots=True, eq=False)
class Button:
    """A button that is known by its picture.

    Parameters
    ----------
    role
        what it is for
    name
        what it is called
    picture
        uint8 array of shape (H, W, 3), RGB; the button as the screen shows it, or a part of it;
        made read-only
    click
        where to click, px from the picture's top left corner; it may lie outside, as where a
        message is known by its words. By default the middle

    Raises
    ------
    InputError
        if the array is no such picture, or the place no place
    """

    role: Role
    name: str
    picture: NDArray[np.uint8]
    click: Pixel | None = None

    def __post_init__(self) -> None:
        picture = self.picture
        if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
            raise InputError(
                f"a button's picture must be uint8 of shape (H, W, 3), but got "
                f"{picture.dtype} {picture.shape}"
            )
        height, width = picture.shape[:2]
        if not all(SIDES[0] <= side <= SIDES[1] for side in (width, height)):
            raise InputError(
                f"a button's picture has sides of {SIDES[0]} to {SIDES[1]} px, but got "
                f"{width} x {height}"
            )
        if self.click is not None and not all(isfinite(value) for value in self.click):
            raise InputError(f"a button is clicked at a place, but got {self.click}")
        picture.setflags(write=False)

    @property
    def target(self) -> Pixel:
        """Where to click, px from the picture's top left corner."""
        height, width = self.picture.shape[:2]
        return self.click if self.click is not None else Pixel(width / 2, height / 2)


@dataclass(frozen=True, slots=True)
class Spot:
    """A button that is known by its place on the screen alone; whether it is there is not seen.

    Parameters
    ----------
    role
        what it is for
    at
        where to click, pt
    """

    role: Role
    at: ScreenPoint


def place_of(frame: Frame, button: Button | Spot) -> ScreenPoint | None:
    """Where to click a button on the screen, pt; None if a frame does not show it."""
    if isinstance(button, Spot):
        return button.at
    found = find_button(frame.pixels, button)
    return None if found is None else frame.to_screen(found)


def find_button(pixels: NDArray[np.uint8], button: Button) -> Pixel | None:
    """Where to click a button in a picture.

    It is found in its own size alone: its picture was cut out of a screenshot of the same screen,
    so it has as many pixels there, however many make a point. Noise and a soft picture are borne;
    the same button with another caption, greyed out or dimmed under a message, is another one.
    Where several are seen the one most alike is taken, and among equals the first in reading order.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    button : what is looked for

    Returns
    -------
    place : px in that picture; None if the button is not there, or is clicked outside of it
    """
    corners = find_corners(pixels, button.picture)
    if not corners:
        return None
    place = Pixel(corners[0].x + button.target.x, corners[0].y + button.target.y)
    height, width = pixels.shape[:2]
    return place if 0 <= place.x < width and 0 <= place.y < height else None


def find_corners(pixels: NDArray[np.uint8], picture: NDArray[np.uint8]) -> tuple[Pixel, ...]:
    """The places where a picture shows a smaller one.

    It is slid over all places in grey (`cv2.matchTemplate`, squared differences, which stand flat
    pictures), and the likeliest places are compared in colour, patch by patch.

    Parameters
    ----------
    pixels, picture : uint8 arrays of shape (H, W, 3) and (h, w, 3), RGB

    Returns
    -------
    corners : the top left corners, px; those most alike first, in reading order, then the others.
        Of places that overlap by three quarters there is one
    """
    height, width = picture.shape[:2]
    if pixels.shape[0] < height or pixels.shape[1] < width:
        return ()
    limit = _limit(picture)
    apart = _apart_in_grey(pixels, picture, limit)
    found: list[tuple[float, int, int]] = []
    for _ in range(_TRIES):
        y, x = divmod(int(apart.argmin()), apart.shape[1])
        if not np.isfinite(apart[y, x]):
            break
        differs = _differs(pixels[y : y + height, x : x + width], picture, limit)
        if differs is not None:
            found.append((differs, y, x))
        # What lies so near shows the same; the true place is the best of those around it.
        apart[
            max(0, y - height // 4) : y + height // 4 + 1,
            max(0, x - width // 4) : x + width // 4 + 1,
        ] = np.inf
    least = min((differs for differs, _, _ in found), default=0.0)
    found.sort(key=lambda match: (max(match[0], least + _EQUAL), *match[1:]))
    return tuple(Pixel(x, y) for _, y, x in found)


def _limit(picture: NDArray[np.uint8]) -> float:
    """Grey levels by which a patch of a picture may differ where it is the same."""
    exact = _seen(picture.astype(np.float32))
    spread = _patches(exact**2) - _patches(exact) ** 2
    contrast = float(np.sqrt(max(0.0, spread.mean(axis=2).max())))
    return _NOISE + _SOFT * contrast


def _apart_in_grey(
    pixels: NDArray[np.uint8], picture: NDArray[np.uint8], limit: float
) -> NDArray[np.float32]:
    """How much each place differs in grey, a sum of squares; infinite where it is too much.

    In grey it takes a tenth of the time that it takes in colour, and differs less.
    """
    height, width = picture.shape[:2]
    grey, wanted = (cv2.cvtColor(each, cv2.COLOR_RGB2GRAY) for each in (pixels, picture))
    apart = np.asarray(cv2.matchTemplate(grey, wanted, cv2.TM_SQDIFF), np.float32)
    apart[apart > limit**2 * height * width] = np.inf
    near = np.isfinite(apart)
    if near.sum() > _TRIES:
        # Flat ground of the same grey must not crowd out the button: its colour tells them apart.
        means = cv2.blur(pixels, (width, height), anchor=(0, 0))
        means = means[: apart.shape[0], : apart.shape[1]][near]
        colour = picture.mean(axis=(0, 1), dtype=np.float32)
        squares = ((means - colour) @ _SEEN.T) ** 2
        apart[near] += height * width * squares.sum(axis=1)
    return apart


def _differs(pixels: NDArray[np.uint8], picture: NDArray[np.uint8], limit: float) -> float | None:
    """Grey levels by which two pictures differ on the whole; None if a patch differs too much."""
    change = pixels.astype(np.float32) - picture
    squares = (_seen(change) ** 2).mean(axis=2)
    # Noise and compression leave the colour of the whole as it is.
    tinted = np.abs(change.mean(axis=(0, 1))).max() > _NOISE
    if tinted or _patches(squares).max() > limit**2:
        return None
    return float(np.sqrt(squares.mean()))


def _seen(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Brightness and colours of shape (H, W, 3), from RGB or differences of it."""
    return np.asarray(cv2.transform(colours, _SEEN), np.float32)


def _patches(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Means of patches around each pixel."""
    means = cv2.blur(values, (_WINDOW, _WINDOW), borderType=cv2.BORDER_REFLECT)
    return np.asarray(means, np.float32)
