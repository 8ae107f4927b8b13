"""Pictures whose truth is known: saved screens with their labels, and screens that we draw."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bot.bench.verdict import Truth
from bot.board import Board
from bot.boardless import boardless
from bot.errors import InputError, LinkupError
from bot.frame import Frame, load
from bot.geometry import Cell, Lattice, Pixel
from bot.scenes import drawn_screen

FIXTURES = Path(__file__).parents[2] / "fixtures" / "screenshots"
"""Screens that come with the sources; an installed package has none."""
FILLS = ("fresh", "20 %", "50 %", "80 %", "95 %", "selected")
"""What is gone from a board; or, whatever is gone, that a tile is drawn as selected."""

_SHARES = {"fresh": 0.0, "20 %": 0.2, "50 %": 0.5, "80 %": 0.8, "95 %": 0.95}
_STATE = re.compile(r"[-_](fresh|p\d+|selected)([-_]selected)?$")
"""The end of a file name, after the game and the deal that are shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture whose truth is known.

    Parameters
    ----------
    name
        the file, or the seed it is drawn from
    fill
        one of `FILLS`
    frame
        gives the picture
    truth
        what it shows
    """

    name: str
    fill: str
    frame: Callable[[], Frame]
    truth: Truth


def saved(folder: Path) -> Iterator[list[Shown]]:
    """The labelled pictures in a folder and the folders in it, deal by deal, the fullest first.

    A label lies beside its picture: `.board`, as in `fixtures/screenshots`, or `.json` with the
    top left of cell (0, 0) and the pitch, px, and the board as rows of numbers.

    Raises
    ------
    InputError
        if there is no labelled picture, or a label that cannot be read
    """
    deals: dict[str, list[Shown]] = {}
    for path in sorted(folder.rglob("*.png")):
        truth = _label(path)
        if truth is not None:
            name = path.relative_to(folder).with_suffix("").as_posix()
            shown = Shown(name, _fill(truth), partial(load, path), truth)
            deals.setdefault(_STATE.sub("", name), []).append(shown)
    if not deals:
        raise InputError(f"{folder}: no .png with a .board or .json label beside it")
    for pictures in deals.values():
        yield sorted(pictures, key=lambda shown: -shown.truth.board.tiles)


def without_board(folder: Path) -> Iterator[tuple[str, Callable[[], Frame]]]:
    """Name and picture of every PNG in a folder and the folders in it.

    Raises
    ------
    InputError
        if there is none
    """
    paths = sorted(folder.rglob("*.png"))
    if not paths:
        raise InputError(f"{folder}: no .png in it")
    for path in paths:
        yield path.relative_to(folder).as_posix(), partial(load, path)


def drawn(seed: int, *, latest: bool = True) -> Iterator[Shown]:
    """One game on a screen drawn by lot: fresh, and with a fifth, a half and four fifths gone.

    What is drawn as the `latest` is as for `drawn_screen`.
    """
    for fill in FILLS[:4]:
        screen = drawn_screen(seed, _SHARES[fill], latest=latest)
        truth = Truth(
            screen.board, screen.lattice, frozenset(screen.selected), frozenset(screen.hidden)
        )
        yield Shown(f"seed {seed}", fill, partial(Frame, screen.pixels), truth)


def without_tiles(seed: int) -> Frame:
    """A screen without a board, drawn by lot."""
    return Frame(boardless(seed))


def _fill(truth: Truth) -> str:
    if truth.selected:
        return "selected"
    gone = 1 - truth.board.tiles / len(truth.board.kinds)
    return min(_SHARES, key=lambda fill: abs(_SHARES[fill] - gone))


def _label(picture: Path) -> Truth | None:
    """What the label beside a picture says; None without one."""
    for suffix, read in ((".board", _from_text), (".json", _from_json)):
        path = picture.with_suffix(suffix)
        if path.exists():
            try:
                return read(path.read_text(encoding="utf-8"))
            except (OSError, ValueError, TypeError, KeyError, LinkupError) as error:
                raise InputError(f"{path}: no label of a picture: {error}") from None
    return None


def _from_text(text: str) -> Truth:
    """A label of lines: `# lattice: X Y PITCH_X PITCH_Y`, X and Y the centre of cell (0, 0)."""
    lines = text.splitlines()
    notes = [line[2:].split(": ") for line in lines if line.startswith("# ")]
    x, y, across, down = map(float, dict(notes)["lattice"].split())
    board = Board.from_text("\n".join(line for line in lines if not line.startswith("#")))
    lattice = Lattice(Pixel(x, y), (across, down), board.rows, board.cols)
    return Truth(
        board, lattice, _cells(value.split() for name, value in notes if name == "selected")
    )


def _from_json(text: str) -> Truth:
    label = json.loads(text)
    board = Board.from_rows(label["board"])
    (left, top), (across, down) = label["origin"], label["pitch"]
    lattice = Lattice(
        Pixel(left + across / 2, top + down / 2), (across, down), board.rows, board.cols
    )
    return Truth(board, lattice, _cells(label.get("selected", ())), _cells(label.get("hidden", ())))


def _cells(places: Any) -> frozenset[Cell]:
    return frozenset(Cell(int(row), int(col)) for row, col in places)
