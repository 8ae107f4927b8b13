"""Deals: a board dealt as it is asked for."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import DONE, Seconds, json_option, rules, say, tell_json
from bot.commands.progress import Progress
from bot.commands.table import board_of, position_of
from bot.errors import NotInTimeError
from bot.plural import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.board import Board
    from bot.difficulty import Difficulty

_KINDS = 28
"""Kinds of the bundled game, as `linkup demo` deals it."""


@click.command()
@click.option("--rows", type=int, help="Not needed with a layout.")
@click.option("--cols", type=int, help="Not needed with a layout.")
@click.option(
    "--kinds",
    type=int,
    help=f"By default {_KINDS}, or as many as there is room for: as in the bundled game.",
)
@click.option(
    "--copies", type=int, default=2, show_default=True, help="Tiles of a kind dealt at a time."
)
@click.option(
    "--layout",
    type=click.Path(path_type=Path, allow_dash=True),
    help="A board file: its tiles are dealt anew, its holes and walls stay.",
)
@click.option("--seed", type=int, help="Deals the same board again.")
@click.option("--solvable/--no-solvable", help="A board that can be cleared.")
@click.option(
    "--fair/--no-fair",
    help="Solvable, and no easier than such boards are: drawn until one is proved to be.",
)
@click.option(
    "--hard/--no-hard",
    help="Few equal neighbours and few links to begin with; the hardest to clear of some.",
)
@click.option("--rate/--no-rate", help="Tell how hard the board is.")
@click.option(
    "--budget",
    type=Seconds(min=0),
    default=60.0,
    show_default=True,
    help="Seconds that the deal may take; a large one takes more.",
)
@rules
@json_option
def deal(
    rows: int | None,
    cols: int | None,
    kinds: int | None,
    copies: int,
    layout: Path | None,
    seed: int | None,
    solvable: bool,
    fair: bool,
    hard: bool,
    rate: bool,
    budget: float,
    gravity: str,
    margin: str,
    max_turns: int,
    as_json: bool,
) -> int:
    """Deal a board.

    Example: linkup deal --rows 8 --cols 18 --kinds 36 --copies 4 --seed 7
    """
    from bot.deal import deal_on
    from bot.dealer import deal_fairly, deal_hardest
    from bot.difficulty import difficulty

    start = position_of(_layout(rows, cols, layout), gravity, margin, max_turns)
    cells, rule, falls = start.board, start.rule, start.gravity
    if kinds is None:
        kinds = max(1, min(_KINDS, cells.tiles // copies)) if copies > 0 else 1
    check = _within(budget, cells.tiles)
    deals = deal_fairly if fair else partial(deal_on, solvable=solvable)
    if hard:
        deals = partial(deal_hardest, solvable=solvable or fair)
    with Progress(lambda: f"dealing {cells.tiles} tiles, {budget:g} s at most", quiet=as_json):
        board = deals(cells, kinds, seed, copies=copies, rule=rule, gravity=falls, check=check)
    rated = difficulty(replace(start, board=board)) if rate else None
    if as_json:
        tell_json(_dealt(board, rated))
        return DONE
    click.echo(str(board))
    if rated is not None:
        say(
            f"{rated.level}: {rated.verdict}, grade {rated.grade:.2f}, "
            f"{counted(rated.openings, 'link')} to begin with, "
            f"{rated.luck.won} of {rated.luck.games} random games clear it"
        )
    return DONE


def _within(budget: float, tiles: int) -> Callable[[], None]:
    """What ends a deal that takes longer than so many seconds."""
    began = time.monotonic()

    def check() -> None:
        if time.monotonic() - began > budget:
            raise NotInTimeError(
                f"no deal of {counted(tiles, 'tile')} was found within {budget:g} s; give it "
                "longer by --budget, or ask for a smaller board, or for less of it"
            )

    return check


def _layout(rows: int | None, cols: int | None, layout: Path | None) -> Board:
    """The cells to deal into: those of a file, or a full rectangle."""
    from bot.deal import full
    from bot.errors import InputError

    if layout is None:
        if rows is None or cols is None:
            raise InputError("a deal needs --rows and --cols, or --layout FILE")
        return full(rows, cols)
    board = board_of(layout)
    for name, asked, found in (("rows", rows, board.rows), ("cols", cols, board.cols)):
        if asked not in {None, found}:
            raise InputError(f"{layout} has {found} {name}, but --{name} asks for {asked}")
    return board


def _dealt(board: Board, rated: Difficulty | None) -> dict[str, Any]:
    """A deal as JSON: its kinds, its walls if it has any, and how hard it is if that was asked."""
    answer: dict[str, Any] = {"board": board.to_rows()}
    if board.walls():
        answer["walls"] = [list(cell) for cell in board.walls()]
    if rated is not None:
        answer["difficulty"] = {
            "level": rated.level,
            "grade": round(rated.grade, 3),
            "verdict": rated.verdict,
            "openings": rated.openings,
            "equal_neighbours": rated.equal_neighbours,
            "wins": rated.luck.won / rated.luck.games,
            "left": round(rated.luck.left, 4),
            "nodes": rated.nodes,
        }
    return answer
