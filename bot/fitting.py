"""Fitting: where a skin does not fit a picture, or none was named, what it can be read by."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.errors import BoardNotFoundError, LinkupError, OtherSkinError
from bot.frame import Frame, reduced
from bot.reader import Reading, read
from bot.sighting import Sight
from bot.skin import Skin
from bot.skinfile import find_skin, read_skin
from bot.skinfolders import SHIPPED, folders_of_skins, known_skins

_SECONDS = 4.0
"""Of the processor that may be spent on advice, in one run of a command."""
_SOON = 3
"""Searches in which a skin that fits is nearly always found; one that does not makes ten, and the
longer the more alike the faces are."""
_LOADING = 0.25
"""Share of them in which skins are loaded, 30 ms each."""
_LEVELS = 6
"""Of each colour, in which pictures and faces are compared."""
_FIRST = 2
"""Skins that are tried before it is tried without any."""
_WITHOUT = "without a skin"
_ADVICE = "; leave --skin out"
"""What the error advises where nothing better is known."""

_OF = "-"
"""In the name of a skin what stands before it is the game."""

_Reader = Callable[[Frame], object]
_Readers = Callable[[Frame, float], Iterator[tuple[str, _Reader]]]


class Fitting:
    """Finds what reads pictures that one skin does not fit, or that cannot be read without any.

    Parameters
    ----------
    skin
        name or folder of that skin; None where they were read without one
    seconds
        to spend at most, as far as can be foreseen
    clock
        time that this thread took of the processor, s: a busy machine takes none away
    """

    def __init__(
        self,
        skin: str | None,
        *,
        seconds: float = _SECONDS,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self.skin, self._left, self._clock = skin, seconds, clock
        self._fits = ""

    def read(self, sight: Sight, frame: Frame) -> Reading:
        """What a frame shows by that skin.

        No two of the skins that come along fit one picture. So where one of them is named, and has
        not been found soon, it is not sought any further if another one is.

        Parameters
        ----------
        sight
            of the skin
        frame
            of the game, or of another one

        Raises
        ------
        BoardNotFoundError
            if there is no board to be seen; `OtherSkinError` if another skin fits
        """

        def others(searches: int) -> None:
            if searches == _SOON and self._left > 0 and self._is_shipped():
                self._fits = self._found(frame, self._siblings)
                if self._fits:
                    skin, size = sight.skin.name, f"{frame.width} x {frame.height}"
                    raise OtherSkinError(
                        f"the skin {skin} does not fit the {size} picture; "
                        f"`--skin {self._fits}` fits"
                    )

        return sight.read(frame, between=others)

    def explain(self, error: BoardNotFoundError, frame: Frame) -> BoardNotFoundError:
        """The same error, with what the picture can be read by, if that is found in time."""
        if isinstance(error, OtherSkinError):
            return error
        small = reduced(frame)[0]
        if self.skin is not None:
            self._fits = self._found(small, self._siblings)
        self._fits = self._fits or self._found(small, self._readers)
        if not self._fits:
            return error
        fits = self._fits
        instead = f"it is read {_WITHOUT}" if fits == _WITHOUT else f"`--skin {fits}` fits"
        return OtherSkinError(f"{str(error).partition(_ADVICE)[0]}; {instead}")

    def _found(self, frame: Frame, readers: _Readers) -> str:
        """The first thing that reads a frame; empty if none does in the time left."""
        if self._left <= 0:
            return ""
        began, longest, left = self._clock(), 0.0, self._left
        found = ""
        for name, reader in readers(frame, began + _LOADING * left):
            since = self._clock()
            # The next one may take as long as those before it.
            if since + longest > began + left:
                break
            with suppress(LinkupError):
                reader(frame)
                found = name
                break
            longest = max(longest, self._clock() - since)
        self._left = began + left - self._clock()
        return found

    def _is_shipped(self) -> bool:
        # In a checkout those that come along lie in a person's own folder.
        folder = self._given
        shipped = folders_of_skins()[1].resolve()
        return folder is not None and folder.name in SHIPPED and folder.parent == shipped

    @property
    def _given(self) -> Path | None:
        """The folder of the skin that was named, if one was."""
        return find_skin(self.skin, folders_of_skins()).resolve() if self.skin else None

    def _siblings(self, _: Frame, __: float) -> Iterator[tuple[str, _Reader]]:
        """What reads soon what skins fit that come along, and those of the same game.

        That is, those whose names begin alike, and these first.
        """
        folders, given = folders_of_skins(), self._given
        family = given.name.partition(_OF)[0] + _OF if given else _OF
        names = [name for name in known_skins(folders) if name.startswith(family)]
        names.sort(key=lambda name: name != self._fits)
        for name in [*names, *sorted(name for name in SHIPPED if name not in names)]:
            folder = find_skin(name, folders)
            if folder.resolve() != given:
                with suppress(LinkupError):
                    yield name, _in_short(Sight.of(read_skin(folder)))

    def _readers(self, frame: Frame, until: float) -> Iterator[tuple[str, _Reader]]:
        """What may read it: what did so last, the skins with the most like colours, and none.

        Without one it was tried in vain where none was named; then each is tried in short.
        """
        folders, given = folders_of_skins(), self._given
        colours = _colours(frame.pixels)
        skins: list[tuple[float, str, Skin]] = []
        for name in known_skins(folders):
            folder = find_skin(name, folders)
            if folder.resolve() == given or self._clock() > until:
                continue
            with suppress(LinkupError):  # one that is broken is no advice
                skin = read_skin(folder)
                shared = np.minimum(colours, _colours(skin.faces)).sum()
                skins.append((inf if name == self._fits else float(shared), name, skin))
        skins.sort(key=lambda one: -one[0])
        if given is None:
            yield from ((name, _in_short(Sight.of(skin))) for _, name, skin in skins)
            return
        if self._fits == _WITHOUT:
            yield _WITHOUT, read
        for number, (_, name, skin) in enumerate(skins):
            if number == _FIRST:
                yield _WITHOUT, read
            yield name, Sight.of(skin).read
        if len(skins) <= _FIRST:
            yield _WITHOUT, read


def _in_short(sight: Sight) -> _Reader:
    """What reads with a skin, if it fits as nearly all do that fit."""

    def stop(searches: int) -> None:
        if searches == _SOON:
            raise BoardNotFoundError("not found soon")

    return lambda frame: sight.read(frame, between=stop)


def _colours(pixels: NDArray[np.uint8] | NDArray[np.float32]) -> NDArray[np.float64]:
    """How much of some pixels has each colour, coarsely: their shares, of sum 1."""
    levels = np.clip(pixels.reshape(-1, 3), 0, 255).astype(np.int64) * _LEVELS // 256
    numbers = levels @ (_LEVELS**2, _LEVELS, 1)
    return np.bincount(numbers, minlength=_LEVELS**3) / len(numbers)
