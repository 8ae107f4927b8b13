"""Reading a game whose skin is known: from a picture to a board, or a refusal.

The skin's own scale is tried first, then all others. Wherever its tiles may lie, the cells that
may hold any are looked at closely; a board is accepted only if most of its tiles show a face of
the skin beyond doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import blur_of, size_of
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Lattice
from bot.laying import Bed, Layer
from bot.lens import through
from bot.likeness import Likeness
from bot.locate import sightings
from bot.lost import without_lost
from bot.newfaces import leave_scenery
from bot.reading import Reading, board_of, cells_of
from bot.recognition import recognise, shows_any
from bot.ringed import ringed
from bot.sampling import coarse_cells, cut_all, part_of
from bot.seeking import (
    LARGER,
    SMALL,
    SMALLER,
    Guess,
    Seeker,
    Seeks,
    in_reach,
    over,
    pitches,
    seek,
    unlike,
)
from bot.skin import Skin
from bot.spriteseeker import SpriteSeeker
from bot.tone import Tone
from bot.veils import see_through
from bot.worth import (
    box_around,
    evened_box,
    extent_of,
    with_missing,
    without_lone,
    worth_cutting,
)

_KNOWN, _GUESSED = 0.0, 0.01
"""Share by which the pitch may differ at the scale of the skin, and at another one."""
_SOUGHT = 0.003
"""Share by which pitches that the picture tells differ if faces are sought at both."""
_PAIR, _FEWEST = 2, 3
"""Tiles of one kind that are a board at the skin's own scale, where there are no others; and tiles
that must show a face anywhere else."""
_SLACK = 1.5
"""How many times more than usual looks of a face may differ in a game that was scaled."""
_SHARPER = 1.1
"""How many times less blurred faces may be than the cells they are compared with."""
_BLANK = 2.0
"""How many times more unlike a blank face a cell counts."""
_ROUNDS = 3
"""How often tiles are laid upon their faces at a scale that was guessed."""
_BESIDE = 0.02
"""Pitches by which cells may lie beside where they were looked at from afar."""
_PLENTY = 8
"""Tiles recognised with which a scale is right; with fewer the others are tried as well."""
_SIGHTED, _PROPORTIONS = 12, 0.06
"""Lattices told by the picture itself that are looked at, and share by which their cells may be of
other proportions than the skin's."""
_AGAIN = 2
"""Guesses at each other scale, then."""
_FEW = 4
"""Tiles that must show a face at a scale that was guessed."""
_CLOSELY, _MORE_CLOSELY = 12, 60
"""Tiles that are laid upon their faces once it is known which they show: few where only their
place is sought, more where the pitch is."""
_NAMED = 0.6
"""Share of the tiles that must."""
_MANY, _SAMPLE, _EACH = 240, 40, 8
"""Cells beyond which some are looked at before all are: those that look most like a face from
afar, and every eighth of those that look at all like one."""
_SIZES = 24
"""Other sizes in which faces are kept: a game has one, and a search in vain tries some."""
_MARKED, _OTHERWISE = 4, 0.25
"""Tiles that may have other colours than their faces, and the share of all that may: more are not
marked, but the picture is not in the colours of the skin."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A skin prepared for reading; worth keeping where more than one picture is read.

    Parameters
    ----------
    skin : how the game looks
    fast, careful, close : its faces, made small, less so, and hardly
    plain : its faces as the mean of their colours is all around them, if they are sprites: the
        colours of the picture may be others
    layer : its faces, to be laid upon
    own : its faces at the scale of the skin
    sizes : its faces at other sizes, by width, height and blur, px, as they were needed
    toned : whether its colours were mapped to those of a picture
    """

    skin: Skin
    fast: Seeks
    careful: Seeks
    close: Seeks
    plain: Seeker | None
    layer: Layer
    own: Likeness
    sizes: dict[tuple[int, int, float], Likeness] = field(default_factory=dict)
    toned: bool = False

    @classmethod
    def of(cls, skin: Skin) -> Sight:
        """The sight of a skin."""
        if skin.pitch is None:
            height, width = skin.faces.shape[1:3]
            skin = replace(skin, pitch=(float(width), float(height)))
        kind = SpriteSeeker if skin.of_sprites else Seeker
        fast, careful, close = (kind.of(skin, size) for size in (SMALLER, SMALL, LARGER))
        plain = Seeker.of(skin, SMALL) if skin.of_sprites else None
        return cls(skin, fast, careful, close, plain, Layer.of(skin), Likeness.of(skin))

    def read(self, frame: Frame, *, between: Callable[[int], object] = lambda _: None) -> Reading:
        """Read a frame of the game.

        Parameters
        ----------
        frame
            of the game
        between
            called after each search in vain, with how many there were; what it raises ends the rest

        Raises
        ------
        BoardNotFoundError
            if the skin does not fit the picture
        """
        frame = through(self.skin.lens, frame)
        grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
        most, few = 0, None
        for number, (guesses, pitch, freedom) in enumerate(self._searches(frame, grey)):
            if number and few is None:
                between(number)
            bed = self.layer.on(grey, pitch)
            for guess in guesses if few is None else islice(guesses, _AGAIN):
                reading, shown = _tried(self, frame, guess, bed, freedom)
                if reading is None:
                    tone = self._tone(frame, guess, bed, freedom)
                    if tone is not None:
                        reading, shown = _tried(self._toned(tone), frame, guess, bed, freedom)
                        # In some tone one face or two look like anything.
                        if reading is not None and len(reading.board.by_kind()) < _FEWEST:
                            reading = None
                most = max(most, shown)
                if reading is not None and shown >= _PLENTY:
                    return reading
                if few is None and reading is not None:
                    few = reading  # the rest of a game, or a part of one at another scale
                    break
        if few is not None:
            return few
        raise BoardNotFoundError(
            f"the skin {self.skin.name or 'given'} does not fit the {frame.width} x "
            f"{frame.height} picture: {most} of its tiles were recognised, too few for a board; "
            f"leave --skin out, or learn the game as it looks now by `linkup calibrate`"
        )

    def _searches(
        self, frame: Frame, grey: NDArray[np.uint8]
    ) -> Iterator[tuple[Iterator[Guess], tuple[float, float], float]]:
        """Guesses at a pitch, and how free it is; the skin's own scale first."""
        picture = grey if self.plain is None else frame.pixels
        yield seek(picture, self.fast, self.fast.pitch), self.fast.pitch, _KNOWN
        yield seek(picture, self.close, self.fast.pitch), self.fast.pitch, _KNOWN
        for pitch in pitches(picture, self.fast.some()):
            yield seek(picture, self.fast, pitch), pitch, _GUESSED
        if self.plain is not None:
            yield seek(grey, self.plain, self.fast.pitch), self.fast.pitch, _KNOWN
        # Few tiles are left: take more trouble.
        yield seek(picture, self.careful, self.fast.pitch), self.fast.pitch, _KNOWN
        told = list[tuple[float, float]]()
        for guess in self._told(frame):
            told.append(guess.lattice.pitch)
            yield iter((guess,)), guess.lattice.pitch, _GUESSED
        # Equal tiles tell how far apart cells are; where they lie is a mere guess if tiles are few,
        # and faces are sought at that pitch.
        for pitch in unlike(told, _SOUGHT):
            yield seek(picture, self.fast, pitch), pitch, _GUESSED
        for pitch in pitches(picture, self.careful):
            yield seek(picture, self.careful, pitch), pitch, _GUESSED

    def _told(self, frame: Frame) -> Iterator[Guess]:
        """Where the picture itself tells cells of the skin's proportions: equal tiles do so."""
        for seen in islice(sightings(frame), _SIGHTED):
            scale = np.divide(seen.lattice.pitch, self.fast.pitch)
            if not (np.ptp(scale) < _PROPORTIONS * scale.mean() and in_reach(scale.mean())):
                continue
            likeness = self.likeness(seen.lattice.pitch)
            cells = coarse_cells(frame.pixels, seen.lattice, likeness.far_size)
            face, apart = likeness.from_afar(cells)
            likely = np.argsort(np.where(seen.tiles, apart, np.inf))
            likely = likely[: min(_CLOSELY, np.count_nonzero(seen.tiles))]
            yield Guess(seen.lattice, *np.divmod(likely, seen.lattice.cols), face[likely])

    def _tone(self, frame: Frame, guess: Guess, bed: Bed, freedom: float) -> Tone | None:
        """The tone of the whole picture, if the cells of a guess show the faces in another one."""
        lattice = bed.laid(guess.lattice, guess.row, guess.col, guess.face, freedom)
        if lattice is None:
            return None
        likeness = self.likeness(lattice.pitch)
        cells = coarse_cells(frame.pixels, lattice, likeness.far_size)
        return likeness.tone(cells[guess.row * lattice.cols + guess.col], guess.face)

    def _toned(self, tone: Tone) -> Sight:
        """The sight of the skin in another tone."""
        skin = tone.skin(self.skin)
        own = Likeness.of(skin, toned=True)
        return replace(self, skin=skin, own=own, sizes={}, toned=True)

    def likeness(self, pitch: tuple[float, float]) -> Likeness:
        """The faces at the size that cells of a pitch are cut to."""
        width, height = size_of(pitch)
        own = self.fast.pitch[0]
        if self.skin.faces.shape[1:3] == (height, width):
            return self.own
        # Cells are blurred a little before they are compared, small ones relatively more.
        less = blur_of(self.fast.pitch) * width / own
        more = blur_of(pitch) * width / pitch[0]
        blur = round(float(np.sqrt(more**2 - less**2)), 1) if more > less * _SHARPER else 0.0
        key = width, height, blur
        if key not in self.sizes:
            if len(self.sizes) >= _SIZES:  # the oldest gives way
                del self.sizes[next(iter(self.sizes))]
            skin = self.skin.resized(width, height)
            skin = skin.smoothed(blur) if blur else skin
            self.sizes[key] = Likeness.of(skin, _SLACK, toned=self.toned)
        return self.sizes[key]


def _tried(
    sight: Sight, frame: Frame, guess: Guess, bed: Bed, freedom: float
) -> tuple[Reading | None, int]:
    """The reading at a guess, if there is a board, and how many tiles were recognised."""
    placed = _placed(frame, guess, sight.likeness(guess.lattice.pitch), bed, freedom)
    if placed is None:
        return None, 0
    lattice, apart = placed
    reading, shown = _at(frame, lattice, apart, sight.likeness(lattice.pitch))
    sure = reading is not None and (not freedom or _is_sure(reading, shown))
    return reading if sure else None, shown


def _placed(
    frame: Frame, guess: Guess, likeness: Likeness, bed: Bed, freedom: float
) -> tuple[Lattice, NDArray[np.float32]] | None:
    """Where the cells lie exactly, over the whole picture, and how unlike a tile each is.

    Blank faces are like any plain ground, so they count as somewhat unlike. None if there are
    hardly any tiles.
    """
    lattice = bed.laid(guess.lattice, guess.row, guess.col, guess.face, freedom)
    closely = _MORE_CLOSELY if freedom else _CLOSELY
    # Each time more is known of which tiles there are, and the pitch is better known.
    for _ in range(_ROUNDS if freedom else 2):
        if lattice is None:
            return None
        lattice = over(frame.width, frame.height, lattice.pitch, *lattice.origin)
        face, apart = likeness.from_afar(coarse_cells(frame.pixels, lattice, likeness.far_size))
        apart[likeness.blank[face]] *= _BLANK
        sure = np.flatnonzero(apart < 1)
        if len(sure) < (_FEWEST if freedom else _PAIR):
            return None
        before, unlike = lattice, apart.reshape(lattice.rows, lattice.cols)
        # The better half of them, from all over the board.
        better = np.sort(apart[sure])[max(len(sure) // 2, min(len(sure), closely) - 1)]
        sure = sure[apart[sure] <= better]
        sure = sure[np.linspace(0, len(sure) - 1, min(len(sure), closely)).astype(int)]
        row, col = np.divmod(sure, lattice.cols)
        lattice = bed.laid(before, row, col, face[sure], freedom) or before
        if not freedom and _is_beside(lattice, before):
            break
    return None if lattice is None else (lattice, unlike)


def _is_beside(lattice: Lattice, other: Lattice) -> bool:
    """Whether the cells of two lattices are the same but for what is not seen from afar."""
    off = np.subtract(lattice.origin, other.origin) / other.pitch
    return bool(np.abs(off - np.rint(off)).max() < _BESIDE)


def _at(
    frame: Frame, lattice: Lattice, apart: NDArray[np.float32], likeness: Likeness
) -> tuple[Reading | None, int]:
    """The reading on a lattice, if there is a board, and how many tiles were recognised."""
    worth = worth_cutting(apart)
    part = part_of(lattice, *worth)
    maybe = apart[worth[0] : worth[1], worth[2] : worth[3]] < 1
    cells = cut_all(frame.pixels, part)
    if len(cells) > _MANY:
        likely = np.argsort(apart[worth[0] : worth[1], worth[2] : worth[3]], axis=None)
        some = likely[: np.count_nonzero(maybe) : _EACH]
        sample = np.union1d(likely[:_SAMPLE], some)
        if shows_any(cells[sample], likeness) < _FEWEST:
            return None, 0
    names = recognise(cells, likeness)
    wider = with_missing(frame, lattice, worth, names.kinds, likeness)
    if wider != worth:
        worth, part = wider, part_of(lattice, *wider)
        cells = cut_all(frame.pixels, part)
        names = recognise(cells, likeness)
        maybe = apart[worth[0] : worth[1], worth[2] : worth[3]] < 1
    box = extent_of(names, part)
    if box is None:
        return None, 0
    box = evened_box(names.kinds.reshape(part.rows, part.cols), box)
    box = without_lone(names.kinds.reshape(part.rows, part.cols), box)
    numbers = np.arange(len(cells)).reshape(part.rows, part.cols)
    kept = numbers[box[0] : box[1], box[2] : box[3]].ravel()
    kinds = names.kinds[kept]
    confidence = names.confidence[kept]
    shown = int(names.firm[kept].sum())
    # A tone was measured in this picture: tiles in other colours tell that it is another one.
    otherwise = 0.0 if likeness.toned else _OTHERWISE
    if names.recoloured.sum() > max(_MARKED, otherwise * names.firm.sum()):
        return None, shown
    # Tiles right beside the board that cannot be read: the lattice does not fit them.
    outer = box_around(box, (part.rows, part.cols))
    lost = maybe & (names.kinds.reshape(maybe.shape) == UNKNOWN)
    beside = lost[outer[0] : outer[1], outer[2] : outer[3]].sum()
    if beside - lost[box[0] : box[1], box[2] : box[3]].sum() >= _FEWEST:
        return None, shown
    see_through(kinds, confidence, cells[kept])  # what is empty is no tile without a name
    if shown < _NAMED * np.count_nonzero(kinds != EMPTY) or not (
        shown >= _FEWEST or _is_pair(kinds)
    ):
        return None, shown
    trimmed = part_of(part, *box)
    kinds = without_lost(frame, trimmed, kinds)
    if likeness.skin.of_sprites:
        leave_scenery(kinds, cells[kept], likeness)
    sure = np.where(kinds == UNKNOWN, np.float32(0), confidence)
    marks = np.flatnonzero(np.isin(kept, names.selected))
    if not marks.size:
        marks = ringed(frame.pixels, trimmed, kinds)
    reading = Reading(
        board_of(kinds, trimmed),
        trimmed,
        likeness.skin,
        cells_of(marks, trimmed),
        frame.pixels,
        cells[kept],
        sure,
    )
    return reading, shown


def _is_pair(kinds: NDArray[np.int64]) -> bool:
    """Whether cells hold two tiles of one kind and nothing else."""
    tiles = kinds[kinds != EMPTY]
    return bool(len(tiles) == _PAIR and tiles[0] == tiles[1] > EMPTY)


def _is_sure(reading: Reading, shown: int) -> bool:
    """Whether a reading at a guessed scale holds enough that the guess was right."""
    return shown >= _FEW and min(reading.board.rows, reading.board.cols) > 1
