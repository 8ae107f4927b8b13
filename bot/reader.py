"""Reading a frame: from pixels to a board, and how sure we are of each cell.

A lattice is a guess until the board on it makes sense: every kind of tile occurs an even number
of times. So the lattices that explain the picture are tried in turn, and the outer rows and
columns are taken in or left out by the tiles found there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import inf

import numpy as np

from bot.anylight import Answer, in_any_light
from bot.board import EMPTY, UNKNOWN
from bot.byinks import told_by_inks
from bot.clearer import clarity, clearly_centred, clearly_seamed, nudged
from bot.couples import are_couples
from bot.errors import BoardNotFoundError
from bot.extent import FULL, beside, farther, lines_of_tiles, moved, widened
from bot.frame import Frame
from bot.geometry import Lattice, is_spanned
from bot.glance import read_again
from bot.ground import drawn_commonest
from bot.inhalves import in_halves
from bot.inked import in_inks
from bot.largest import larger_beside
from bot.lens import lens_of, plain
from bot.likely import Sighting
from bot.locate import sightings
from bot.looks import Eye, Look, affordable, lonely
from bot.lost import without_lost
from bot.objections import Amiss, Objection
from bot.overlaid import overlaid
from bot.overlooked import open_hole
from bot.proposal import (
    Proposal,
    is_multiple,
    is_of_more_kinds,
    made_of,
    may_lie_on,
    shows_more,
)
from bot.reading import Reading, board_of, cells_of
from bot.sense import COPIES, FEW, MIN_TILES, evidence, misfit, objection, odd_kinds, of_parts
from bot.signs import may_be_signs
from bot.sureness import sureness
from bot.trimming import without_lines, without_odd_line
from bot.wholes import doubled, thinned, wholes
from bot.wider import has_twins, is_more

__all__ = ["Reading", "read", "read_again"]

_OF_ONE = 2400
"""Cells named after which one lattice is not widened any more."""
_CLEARER, _SURER = 4, 16
"""Lattices among which a clearer one is looked for where few tiles and guesses tell of a board; and
a surer one, where there are many tiles but no board is sure."""
_HARDLY = Objection("hardly a tile is left, and not all of them have twins")
_MAY_BE_PARTS = Objection("its cells may be parts of tiles")
_NO_TILES = Objection("no tiles in rows")
_TOO_ALIKE = Objection("its tiles can hardly be told apart")
_NEARLY, _NUDGES = 0.3, (-0.03, 0.03)
"""Lonely tiles per kind up to which a board is nearly one, and pitches its cells then move by."""
_GROWINGS, _FEW_SEEN, _LARGEST = 3, 12, 720
"""How often a lattice that shows too few tiles is widened to what looks as these do; which are so
few; and the cells that it has then at most."""
_EVEN = 0.1
"""Share of the tiles that lack a twin, at most, where a board is nearly even."""
_WIDENINGS = 12
"""How often lines are added to a lattice."""


def read(
    frame: Frame,
    in_vain: Callable[[int], bool] = lambda _: False,
    enough: Callable[[], bool] = lambda: False,
) -> Reading:
    """Read a game not seen before, or give it up.

    Before each lattice but the first it is asked whether what was found by then is `enough`, or, if
    nothing was, whether so many cells were named `in_vain`.

    Raises
    ------
    BoardNotFoundError
        if there is no board to be seen
    """
    best: Proposal | None = None
    why: Objection | None = None
    eye = Eye(plain(frame))
    few, odd, answers = list[Lattice](), list[Lattice](), _answers(eye)
    left, sure = inf, False
    while left and not (eye.named and ((best is None and in_vain(eye.named)) or enough())):
        seen, found = next(answers, (None, None))
        if found is None:
            break
        left -= 1
        if isinstance(found, Objection):
            why = why or found
            few += [seen.lattice] if seen and found.amiss is Amiss.TOO_FEW_TILES else []
            odd += [seen.lattice] if seen and found.amiss is Amiss.ODD_COPIES else []
        elif _lies_elsewhere(found, few, odd):
            continue
        elif found.guesswork:
            why = why or _TOO_ALIKE
        else:
            if best is None or found.beats(best):
                best, left = found, min(left, _SURER) if found.many else left
            if found.sure:
                sure, left = True, min(left, _CLEARER) if best.thin else 0
    if best is not None and sure:
        best = _whole(eye.through(best.reading.skin.lens), best)
        best = larger_beside(eye, best, _read_near) or best
    if best is not None and (best.doubtful or best.slender):
        why = _HARDLY if best.doubtful else _MAY_BE_PARTS
        best = None
    if best is None:
        told = "nothing repeats as tiles do" if why is None else f"something repeats, but {why}"
        raise BoardNotFoundError(f"no board in the {frame.width} x {frame.height} picture: {told}")
    return told_by_inks(eye.frame, best.reading)


def _lies_elsewhere(found: Proposal, few: list[Lattice], odd: list[Lattice]) -> bool:
    """Whether a finer lattice, of few tiles or of copies that are odd, explains a board as well.

    Of copies, where nothing of them had to be guessed, on the same place.
    """
    if found.reading.board.tiles < FEW and any(may_lie_on(found, each) for each in few):
        return True
    lattice = found.reading.lattice
    return found.guessed > 0 and any(
        is_multiple(lattice, each) and is_spanned(lattice, each) for each in odd
    )


def _answers(eye: Eye) -> Iterator[tuple[Sighting | None, Answer]]:
    """What lattices come to, each with the one that was seen, as they are asked for.

    Signs straight on a photograph are looked for by their inks: at once where the first lattice
    does not look even, or shows a ground that varies between tiles that hide little of it, for that
    is not seen through a lens of inks; else if it was not sure.
    """
    first, inked = None, False
    for number, seen in enumerate(affordable(eye, sightings(eye.frame))):
        first = first or seen
        if not inked and (number or not _looks_even(eye, seen)):
            inked = True
            yield from _by_inks(eye, first)
        yield seen, in_any_light(eye, seen, _read_near)
    if not inked:
        yield from _by_inks(eye, first)


def _by_inks(eye: Eye, first: Sighting | None) -> Iterator[tuple[Sighting | None, Answer]]:
    """What is seen by inks alone, after what the first lattice comes to if that is more."""
    if (signs := in_inks(eye.frame, _read_near, first)) is None:
        return
    some = first is not None and np.count_nonzero(first.tiles) >= MIN_TILES
    if first and some and shows_more(eye.look(first.lattice, first.tiles), signs):
        plainly = in_any_light(eye, first, _read_near)
        if isinstance(plainly, Proposal) and is_of_more_kinds(plainly, signs):
            yield first, plainly
    yield None, signs


def _looks_even(eye: Eye, seen: Sighting) -> bool:
    """Whether what a lattice shows is nearly even at first sight, and no signs but clear ones."""
    if np.count_nonzero(seen.tiles) < MIN_TILES:
        return False
    before = eye.named
    look = eye.look(seen.lattice, seen.tiles)
    eye.named = before  # it is looked at once more, and counted
    named, few = look.named, lonely(look.board) <= _EVEN * look.board.tiles
    clear = named.gap > COPIES or not may_be_signs(named.skin)
    return few and clear and not named.hopeless and not objection(look.board, part=True)


def _whole(eye: Eye, best: Proposal) -> Proposal:
    """The board, or that of the whole tiles of which its cells are halves."""
    for seen in wholes(best.reading.board, best.reading.lattice):
        found = _read_at(eye, seen)
        if isinstance(found, Proposal) and found.sure and made_of(found, best):
            return found
    return best


def _read_near(eye: Eye, seen: Sighting, times: int = 2) -> Answer:
    """The board on a lattice, on every second line of it, or on cells of two of its own.

    On every second line where the others are empty; on larger cells where parts of tiles are seen,
    and so many times where these are parts again.
    """
    found = _read_at(eye, seen)
    amiss = found.amiss if isinstance(found, Objection) else Amiss.ELSE
    if amiss is Amiss.EVERY_OTHER_EMPTY:
        larger = thinned(seen)
    elif amiss in {Amiss.PARTS_ACROSS, Amiss.PARTS_DOWN}:
        larger = doubled(seen, across=amiss is Amiss.PARTS_ACROSS)
    else:
        return found
    read = partial(_read_near, times=times - 1) if times > 1 else _read_at
    others = (read(eye, each) for each in larger)
    return next((each for each in others if isinstance(each, Proposal)), found)


def _read_at(eye: Eye, seen: Sighting) -> Answer:
    """The board on a lattice, widened or trimmed to the tiles found; or why it is none.

    What is nearly a board may be one where cells lie a little more to one side: ground and faces
    are told apart by what is seen between them, and that may be little. And so may one be of which
    too much was guessed.
    """
    if np.count_nonzero(seen.tiles) < MIN_TILES:
        return _NO_TILES
    most = eye.named + _OF_ONE
    look = _grown(eye, eye.look(seen.lattice, seen.tiles))
    if not look.named.hopeless:
        look = clearly_seamed(eye, clearly_centred(eye, look))
    if look.named.hopeless:
        return objection(look.board, look.named.gap) or _TOO_ALIKE
    if finer := in_halves(look.lattice, look.cells, look.named.kinds):
        found = _read_at(eye, finer)
        if isinstance(found, Proposal) or found.amiss is Amiss.TOO_FEW_TILES:
            return found
    reading = _read_look(eye, look, most)
    nearly = lonely(look.board) <= _NEARLY * len(look.board.by_kind()) and not misfit(look.board)
    if isinstance(reading, Objection) and nearly:
        for nudge in _NUDGES if eye.named < most else ():
            again = _read_look(eye, eye.nudged(look, (nudge, nudge)), most)
            if isinstance(again, Proposal):
                return again
    if isinstance(reading, Proposal) and reading.guesswork and eye.named < most:
        return _less_guessed(eye, look, reading)
    return reading


def _less_guessed(eye: Eye, look: Look, found: Proposal) -> Proposal:
    """What the clearest cells a little aside show, or what was found where too much was guessed."""
    clearest = max(nudged(eye, look), key=clarity)
    if clearest is look:
        return found
    again = _read_look(eye, clearest, eye.named + _OF_ONE)
    if isinstance(again, Objection):
        return found
    # Where both show the same it lies as it was found.
    same = again.reading.board == found.reading.board
    return replace(again, reading=found.reading) if same else again


def _grown(eye: Eye, look: Look) -> Look:
    """The same with what looks as its few tiles do around, where these alone are no board."""
    for _ in range(_GROWINGS):
        few = np.count_nonzero(look.tiles) < _FEW_SEEN and look.named.skin.body is not None
        if not (look.named.hopeless and few):
            break
        wider = list(farther(eye.frame, look.lattice, look.cells, look.named))
        if not wider or max(each.rows * each.cols for each in wider) > _LARGEST:
            break
        lattice = max(wider, key=lambda each: each.rows * each.cols)
        look = eye.look(lattice, moved(look.tiles, look.lattice, lattice))
    return look


def _read_look(eye: Eye, look: Look, most: int) -> Answer:
    """The board seen in a look at a lattice, widened or trimmed; or why it is none.

    Once so many cells in all were named it is not widened any more.
    """
    look = _widest(eye, look, most)
    trimmed = without_lines(eye, look)
    if trimmed is None:
        return _NO_TILES
    # Where most tiles are gone, a line may be empty, and the rest even by itself.
    for _ in range(_WIDENINGS):
        before = eye.named
        if eye.named >= most or (fuller := _fuller(eye, trimmed)) is None:
            break
        most += eye.named - before  # fewer tiles lack a twin: that was not in vain
        # What lies beyond is known by now to be of the board.
        wide = _widest(eye, fuller, most + _OF_ONE) if fuller.beyond else fuller
        trimmed = without_lines(eye, wide) or fuller
    trimmed = without_odd_line(eye, trimmed)
    if trimmed is not look:
        trimmed = clearly_centred(eye, trimmed)
    reading = _reading(trimmed, eye.frame)
    if (
        isinstance(reading, Objection)
        and trimmed is not look
        and reading.amiss is not Amiss.TOO_FEW_TILES
    ):
        # Of sprites that are scattered over a photograph some may be even by themselves.
        scattered = trimmed.named.skin.hides is not None
        if scattered and trimmed.board.tiles > look.board.tiles:
            return reading
        # Small boards may fall into parts, by lot or by hand, none of which is a board.
        whole = without_lines(eye, look, several=False)
        if whole is not None and whole.lattice != trimmed.lattice:
            again = _reading(whole, eye.frame)
            return reading if isinstance(again, Objection) else again
    if isinstance(reading, Proposal) and trimmed is not look and of_parts(look.board):
        return replace(reading, parts=True)
    return reading


def _fuller(eye: Eye, look: Look) -> Look | None:
    """The same with what more of the board is seen farther off, if anything is."""
    full = (look.named.kinds > EMPTY).mean() > FULL and not lonely(look.board)
    if np.count_nonzero(look.tiles) < MIN_TILES or objection(look.board, part=True):
        return None
    dense = (look.named.kinds != EMPTY).mean() > FULL
    if dense and eye.is_whole(look):
        return None
    strangers = None
    wider_still = lines_of_tiles if full else farther
    for lattice in wider_still(eye.frame, look.lattice, look.cells, look.named):
        far = eye.look(lattice, moved(look.tiles, look.lattice, lattice))
        # What an even board does not lack is no part of it, if it lacks a twin there, too.
        still = _wider(eye, far) if far.beyond or lonely(look.board) else None
        wider = without_lines(eye, still or far)
        if wider is not None and is_more(wider, look, eye.frame):
            if has_twins(wider, look):
                return wider
            strangers = strangers or wider
    if dense and strangers is None:
        eye.keep_whole(look)
    return strangers


def _widest(eye: Eye, look: Look, most: int) -> Look:
    """The same with all lines more, until so many cells in all were named, without losing tiles.

    Or some more, while tiles are seen beyond. Of what is odd some may be lost, and what was in
    doubt may be told to be empty, where everything else is even then.
    """
    first = look
    for _ in range(_WIDENINGS):
        enough = eye.named >= most + _OF_ONE * bool(look.beyond)
        if enough or (wider := _wider(eye, look)) is None:
            break
        look = wider
    held = moved(first.named.kinds > EMPTY, first.lattice, look.lattice)
    if not lonely(first.board) and (look.named.kinds[held] == EMPTY).any():
        return first
    return _with_doubts(look, first) if lonely(look.board) else look


def _with_doubts(wider: Look, look: Look) -> Look:
    """The wider one of two looks, where what was in doubt and is empty now stays in doubt."""
    kinds = wider.named.kinds.copy()
    doubts = moved(look.named.kinds == UNKNOWN, look.lattice, wider.lattice)
    kinds[doubts & (kinds == EMPTY)] = UNKNOWN
    return replace(wider, named=replace(wider.named, kinds=kinds))


def _wider(eye: Eye, look: Look) -> Look | None:
    """The same with lines more, where tiles were seen or the twins of lonely ones are found."""
    board = look.board
    alone = lonely(board)
    if objection(board, part=True):
        return None
    places = list(look.beyond)
    if alone and not places:
        places = beside(eye.frame, look.lattice, look.cells, look.named)
    if not places:
        return None
    lattice = widened(look.lattice, places)
    wider = eye.look(lattice, moved(look.tiles, look.lattice, lattice))
    return wider if look.beyond or lonely(wider.board) < alone else None


def _reading(look: Look, frame: Frame) -> Answer:
    """The reading, or what speaks against its board."""
    lattice, cells = look.lattice, look.cells
    named = overlaid(frame, lattice, cells, look.named)
    named = replace(named, kinds=without_lost(frame, lattice, named.kinds))
    board = board_of(named.kinds, lattice)
    drawn = drawn_commonest(named.kinds, named.skin)
    if against := objection(board, named.gap, guessed=named.guessed, drawn=drawn):
        return against
    if are_couples(named.skin.faces):
        return Objection("each of its cells holds two tiles")
    kinds = open_hole(named.kinds)
    reading = Reading(
        board_of(kinds, lattice),
        lattice,
        replace(named.skin, lens=lens_of(frame)),
        cells_of(named.selected, lattice),
        frame.pixels,
        cells.astype(np.uint8),
        sureness(kinds, cells, named.skin),
    )
    odd = odd_kinds(board, named.gap, named.guessed)
    return Proposal(reading, evidence(board, named.gap, named.guessed), named.guessed, odd=odd)
