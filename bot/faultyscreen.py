"""A simulated screen that shows a faulty game on its desktop, and shows it late, torn or spoilt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.damage import paint_pointer, tinted
from bot.faults import Faults, Spell
from bot.faultydesktop import GAME, FaultyDesktop
from bot.faultygame import FaultyGame
from bot.frame import Frame
from bot.geometry import Rect, ScreenPoint
from bot.simulator import SimulatedClock
from bot.widgets import edge, fill, random_theme

_GROUND = (52, 60, 74)
"""The colour of the bare desktop."""
_TAKEN = 0.016
"""s; how long a picture takes: one refresh of a usual screen."""
_SPARE = 64
"""Places, px both ways, that the field of noise may be laid at: a few thousand patterns."""


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A picture as it was handed out, and where popups are seen in it."""

    pixels: NDArray[np.uint8]
    popups: tuple[Rect, ...]


class FaultyScreen:
    """What can be seen of a region of the desktop.

    Half of the time a picture takes passes between asking where the region is and looking there:
    a window that moves is then seen somewhere else.

    Parameters
    ----------
    game, desktop, clock
        what is shown, and when it is
    faults
        what goes wrong
    region
        what to look at, pt; asked for before each look
    pointer
        where the pointer is
    """

    def __init__(
        self,
        game: FaultyGame,
        desktop: FaultyDesktop,
        clock: SimulatedClock,
        faults: Faults,
        *,
        region: Callable[[], Rect],
        pointer: Callable[[], ScreenPoint],
    ) -> None:
        self._game, self._desktop, self._clock = game, desktop, clock
        self._faults, self._region, self._pointer = faults, region, pointer
        self._tints, self._lot = faults.spells("tints"), faults.lot("pictures")
        self._noise: NDArray[np.int16] | None = None
        self._last: _Shown | None = None
        self._glass: tuple[NDArray[np.uint8], Spell, NDArray[np.uint8]] | None = None
        self._origin = ScreenPoint(0.0, 0.0)
        self.monitors = (desktop.screen(),)

    def grab(self) -> Frame:
        """See `bot.screen.Screen.grab`."""
        asked = self._clock.now()
        region = self._region()
        self._clock.sleep(_TAKEN / 2)
        shown = self._late(self._seen(region))
        self._last, self._origin = shown, ScreenPoint(region.left, region.top)
        self._clock.sleep(_TAKEN / 2)
        return Frame(self._noisy(shown.pixels), self._origin, 1.0, asked)

    def close(self) -> None:
        """Nothing is held open."""

    def shows_popup(self, point: ScreenPoint) -> bool:
        """Whether a popup was seen in the last picture, right where the point lies in it."""
        x, y = point.x - self._origin.x, point.y - self._origin.y
        return self._last is not None and any(popup.holds(x, y) for popup in self._last.popups)

    def _seen(self, region: Rect) -> _Shown:
        """What the region shows now."""
        time, place = self._clock.now(), self._desktop.place()
        popup = self._game.popup(time)
        pixels = self._game.picture(time)
        windows = self._desktop.windows()
        if place != region or len(windows) > 1 or self._faults.pointer:
            pixels = self._composed(region, pixels)
        spell = self._tints.at(time)
        if spell is not None:
            pixels = self._through(pixels, spell)
        popups = () if popup is None else (_moved(popup, place, region),)
        return _Shown(pixels, popups)

    def _composed(self, region: Rect, game: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The windows in the region, the farthest painted first, and the pointer."""
        pixels = np.full((region.height, region.width, 3), _GROUND, np.uint8)
        for window in reversed(self._desktop.windows()):
            left, top = window.rect.left - region.left, window.rect.top - region.top
            if window.id == GAME:
                _lay(pixels, game, left, top)
            else:
                theme = random_theme(self._faults.lot(f"window {window.id}"))
                place = Rect(left, top, window.rect.width, window.rect.height)
                fill(pixels, place, theme.paper)
                edge(pixels, place, theme.line)
        if self._faults.pointer:
            x, y = self._pointer()
            paint_pointer(pixels, (round(x) - region.left, round(y) - region.top), 1.0)
        return pixels

    def _through(self, pixels: NDArray[np.uint8], spell: Spell) -> NDArray[np.uint8]:
        """The picture through the coloured glass of a spell; the same one for the same picture."""
        if self._glass is None or self._glass[0] is not pixels or self._glass[1] != spell:
            lot = spell.lot("glass")
            colour = (lot.randint(80, 255), lot.randint(80, 255), lot.randint(80, 255))
            self._glass = pixels, spell, tinted(pixels, colour, lot.uniform(0.2, 0.9))
        return self._glass[2]

    def _late(self, new: _Shown) -> _Shown:
        """The picture as it is handed out: new, or partly or wholly what the last one showed."""
        # Both are drawn each time, so that one fault does not change when the other one comes.
        stale, torn, part = (self._lot.random() for _ in range(3))
        old = self._last
        if old is None or old.pixels.shape != new.pixels.shape:
            return new
        if stale < self._faults.stale:
            return old
        if torn >= self._faults.torn:
            return new
        height, width = new.pixels.shape[:2]
        cut = 1 + round(part * (height - 2))
        upper, lower = Rect(0, 0, width, cut), Rect(0, cut, width, height - cut)
        popups = [popup.intersection(upper) for popup in new.popups]
        popups += [popup.intersection(lower) for popup in old.popups]
        return _Shown(np.concatenate([new.pixels[:cut], old.pixels[cut:]]), tuple(popups))

    def _noisy(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if not self._faults.noise:
            return pixels
        height, width = pixels.shape[:2]
        if self._noise is None or self._noise.shape[:2] != (height + _SPARE, width + _SPARE):
            source = np.random.default_rng(self._faults.seed)
            field = source.standard_normal((height + _SPARE, width + _SPARE, 3), np.float32)
            self._noise = np.rint(field * self._faults.noise).astype(np.int16)
        # Laid at another place each time: drawing all of it anew takes longer than reading it.
        x, y = self._lot.randrange(_SPARE), self._lot.randrange(_SPARE)
        noise = np.ascontiguousarray(self._noise[y : y + height, x : x + width])
        return np.asarray(cv2.add(pixels, noise, dtype=cv2.CV_8U), np.uint8)


def _moved(place: Rect, window: Rect, region: Rect) -> Rect:
    """A place in a window as it lies in a region."""
    left, top = window.left - region.left, window.top - region.top
    return Rect(place.left + left, place.top + top, place.width, place.height)


def _lay(pixels: NDArray[np.uint8], picture: NDArray[np.uint8], left: int, top: int) -> None:
    """Lay a picture on another; what lies outside is left out."""
    height, width = picture.shape[:2]
    place = Rect(left, top, width, height)
    part = place.intersection(Rect(0, 0, pixels.shape[1], pixels.shape[0]))
    if part.width < 1 or part.height < 1:
        return
    x, y = part.left - left, part.top - top
    pixels[part.top : part.bottom, part.left : part.right] = picture[
        y : y + part.height, x : x + part.width
    ]
