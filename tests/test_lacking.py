"""What a skin lacks is read as in a game never seen, and keeps the skin's kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from bot import lacking
from bot.board import EMPTY, UNKNOWN, Board
from bot.deal import deal
from bot.errors import BoardNotFoundError, StoppedError
from bot.frame import Frame
from bot.lacking import Completing, strange
from bot.reader import read
from bot.reading import Reading
from bot.sighting import Sight
from bot.simulator import Style, draw
from bot.skin import Rules, Skin

FRESH = deal(6, 8, kinds=12, seed=1)
FRAME = Frame(draw(FRESH, Style.default()))
SEEN = read(FRAME)
CELLS = range(len(FRESH.kinds))


def skin_without(*lacks: int, joined: tuple[int, ...] = ()) -> Skin:
    """The skin of the game without the faces of some kinds of the deal, and with some joined.

    Its own kinds have other numbers than those of the deal, in another order.
    """
    kind_of = dict(zip(SEEN.kinds.tolist(), FRESH.kinds, strict=True))
    kinds = np.array([kind_of[kind] for kind in SEEN.skin.kinds.tolist()], np.int64)
    stay = ~np.isin(kinds, lacks)
    part = SEEN.skin.with_faces(stay, SEEN.skin.faces[:0], SEEN.skin.kinds[:0])
    names = np.array([min(joined) if kind in joined else kind for kind in kinds[stay].tolist()])
    return replace(part, kinds=50 - names, name="gems", rules=Rules(max_turns=3))


def eye_of(skin: Skin) -> Callable[[Frame], Reading]:
    """What reads with a skin."""
    return Sight.of(skin).read


def test_a_skin_that_lacks_nothing_is_all_that_is_looked_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And one tile that cannot be told, as under the pointer, is no kind that it lacks."""
    monkeypatch.setattr(lacking, "read", None)
    told = list[str]()
    reading = Completing(eye_of(skin_without()), say=told.append)(FRAME)
    assert reading.board.kinds == tuple(50 - kind for kind in FRESH.kinds)
    one = [UNKNOWN, *reading.board.kinds[1:]]
    hidden = replace(reading, board=replace(reading.board, kinds=tuple(one)))
    assert Completing(lambda _: hidden, say=told.append)(FRAME) is hidden
    assert not told


def test_kinds_that_a_skin_lacks_are_kinds_beside_its_own() -> None:
    """They have numbers past those of the skin, which keeps all it knows besides."""
    told = list[str]()
    eye = Completing(eye_of(skin_without(2, 5, 9)), say=told.append)
    reading = eye(FRAME)
    own = {kind: 50 - kind for kind in FRESH.kinds if kind not in {2, 5, 9}}
    named = dict(zip(FRESH.kinds, reading.board.kinds, strict=True))
    assert own.items() <= named.items()
    assert sorted(named[kind] for kind in (2, 5, 9)) == [50, 51, 52]
    assert reading.board.kinds == tuple(named[kind] for kind in FRESH.kinds)
    assert set(reading.skin.kinds.tolist()) == set(named.values())
    assert (reading.skin.name, reading.skin.rules.max_turns) == ("gems", 3)
    assert reading.confidence.min() > 0
    eye(FRAME)
    assert len(told) == 1
    assert told[0].startswith("12 of 48 tiles show no face of the skin gems: ")


def test_kinds_that_are_one_to_the_skin_stay_one() -> None:
    """As flowers do. It is not seen in a picture."""
    reading = Completing(eye_of(skin_without(2, 5, joined=(3, 4))))(FRAME)
    kinds = dict(zip(FRESH.kinds, reading.board.kinds, strict=True))
    assert kinds[3] == kinds[4] == 47
    assert len(set(kinds.values())) == 11
    assert len(reading.skin.faces) == 12


def test_a_kind_that_the_skin_takes_for_another_is_one_of_its_own() -> None:
    """Its one face of a kind is that of one kind only: the one that most tiles tell."""
    known = Sight.of(skin_without(2, 5)).read(FRAME)
    kinds = [50 - 3 if FRESH.kinds[cell] == 5 else known.board.kinds[cell] for cell in CELLS]
    one = next(cell for cell in CELLS if FRESH.kinds[cell] == 5)
    kinds[one] = UNKNOWN
    known = replace(known, board=replace(known.board, kinds=tuple(kinds)))
    named = dict(zip(FRESH.kinds, Completing(lambda _: known)(FRAME).board.kinds, strict=True))
    assert named[3] == 47
    assert {named[2], named[5]} == {50, 51}


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        pytest.param(lambda cell: FRESH.kinds[cell] == 3, 46, id="one kind is two to the skin"),
        pytest.param(None, None, id="the skin sees its board elsewhere"),
    ],
)
def test_where_they_disagree_the_skin_is_believed(
    cell: Callable[[int], bool] | None, kind: int | None
) -> None:
    """It was made for the game, and what it does not know stays unknown."""
    known = Sight.of(skin_without(2, 5)).read(FRAME)
    if cell is None:
        origin, pitch = known.lattice.origin, known.lattice.pitch
        beside = origin._replace(x=origin.x + pitch[0] / 2)
        known = replace(known, lattice=replace(known.lattice, origin=beside))
    else:
        assert kind is not None
        kinds = list(known.board.kinds)
        kinds[next(filter(cell, CELLS))] = kind
        known = replace(known, board=replace(known.board, kinds=tuple(kinds)))
    assert Completing(lambda _: known)(FRAME) is known


def test_what_is_not_read_without_the_skin_is_read_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In vain it is not sought for long, and a stop is heard."""

    def refuse(frame: Frame, in_vain: Callable[[int], bool]) -> Reading:
        assert not in_vain(1)
        assert in_vain(10_000)
        raise BoardNotFoundError("nothing")

    monkeypatch.setattr(lacking, "read", refuse)
    checked = list[bool]()
    eye = eye_of(skin_without(2, 5))
    reading = Completing(eye, lambda: checked.append(True))(FRAME)
    assert reading.board == eye(FRAME).board
    assert strange(reading.board) == 8
    assert len(checked) == 2

    def stop() -> None:
        raise StoppedError("the stop key")

    with pytest.raises(StoppedError):
        Completing(eye, stop)(FRAME)


def test_few_tiles_in_doubt_are_not_said_to_lack_faces() -> None:
    """The pointer hides two; of many tiles one kind more is enough to be told."""
    kinds = [UNKNOWN] * 4 + [1, 2] * 70
    assert strange(Board(8, 18, tuple(kinds))) == 4
    assert strange(Board(8, 18, (EMPTY, EMPTY, *kinds[2:]))) == 0
    assert strange(Board(2, 2, (UNKNOWN, UNKNOWN, 1, 1))) == 0
    assert strange(Board(16, 18, (*kinds, *[3] * 144))) == 0
