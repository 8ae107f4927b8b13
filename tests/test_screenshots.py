"""Screens of games are read cell by cell as they are, and other screens are refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from bot.board import Board
from bot.errors import BoardNotFoundError
from bot.frame import load
from bot.reader import Reading, read, read_again
from bot.truth import Truth

SCREENSHOTS = Path(__file__).parent.parent / "fixtures" / "screenshots"


# What is not read yet, and why; a test that begins to pass must be taken off the list.
NOT_YET: dict[str, str] = {}


def _names(*, known: bool) -> list[ParameterSet]:
    names = [
        f"{path.parent.name}/{path.stem}"
        for path in sorted(SCREENSHOTS.glob("*/*.board"))
        if (Truth.of(path).known is not None) is known
    ]
    return [
        pytest.param(
            name,
            marks=[pytest.mark.xfail(reason=NOT_YET[name], strict=True)] if name in NOT_YET else [],
        )
        for name in names
    ]


@cache
def _read(name: str) -> Reading:
    return read(load(SCREENSHOTS / f"{name}.png"))


def _pairing(seen: Board, true: Board) -> set[tuple[int, int]]:
    assert (seen.rows, seen.cols) == (true.rows, true.cols)
    return set(zip(seen.kinds, true.kinds, strict=True))


def _is_one_to_one(pairs: set[tuple[int, int]]) -> bool:
    return (
        len(pairs) == len({seen for seen, _ in pairs}) == len({true for _, true in pairs})
        and all((seen == 0) is (true == 0) for seen, true in pairs)
        and all(seen >= 0 for seen, _ in pairs)
    )


@pytest.mark.parametrize("name", _names(known=False))
def test_a_screen_never_seen_is_read_exactly(name: str) -> None:
    """Equal tiles have equal kinds, unequal ones not; empty cells are empty, none is unknown."""
    truth = Truth.of(SCREENSHOTS / f"{name}.board")
    reading = _read(name)
    assert _is_one_to_one(_pairing(reading.board, truth.board))
    assert reading.lattice.pitch == pytest.approx(truth.pitch, rel=0.003)
    assert reading.lattice.origin.x == pytest.approx(truth.origin[0], abs=0.15 * truth.pitch[0])
    assert reading.lattice.origin.y == pytest.approx(truth.origin[1], abs=0.15 * truth.pitch[1])


@pytest.mark.parametrize("name", _names(known=True))
def test_a_known_game_is_read_again_exactly(name: str) -> None:
    """Later screens of a game keep its kinds, show what is gone, and which tile is selected."""
    truth = Truth.of(SCREENSHOTS / f"{name}.board")
    before = str(Path(name).with_name(str(truth.known)).as_posix())
    known = _read(before)
    reading = read_again(load(SCREENSHOTS / f"{name}.png"), known)
    first = Truth.of(SCREENSHOTS / f"{before}.board").board
    kind_of = {true: seen for seen, true in _pairing(known.board, first)}
    # The two truths name kinds by themselves: what stays in its place tells which is which.
    moved = dict(zip(truth.board.kinds, first.kinds, strict=True)) | {0: 0}
    expected = tuple(kind_of.get(moved[kind], 0) for kind in truth.board.kinds)
    assert reading.board.kinds == expected
    assert reading.selected == truth.selected


@pytest.mark.parametrize("name", sorted(path.stem for path in SCREENSHOTS.glob("none/*.png")))
def test_a_screen_without_a_board_is_refused(name: str) -> None:
    """Draughts, calendars, seats and keys repeat on a lattice too, and are no link-up board."""
    with pytest.raises(BoardNotFoundError):
        read(load(SCREENSHOTS / "none" / f"{name}.png"))


def test_every_game_has_its_source() -> None:
    """Each folder of pictures says whose they are and under which licence."""
    for folder in {path.parent for path in SCREENSHOTS.glob("*/*.png")}:
        source = (folder / "SOURCE.md").read_text(encoding="utf-8")
        assert any(licence in source for licence in ("GPL", "MIT", "Apache"))


def test_the_pictures_stay_few() -> None:
    """All screenshots together take 24 MB at most."""
    assert sum(path.stat().st_size for path in SCREENSHOTS.glob("*/*.png")) < 24_000_000
