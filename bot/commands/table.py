"""The table: links and solving, without a picture."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands.common import (
    DONE,
    FAILED,
    INTERRUPTED,
    Seconds,
    json_option,
    paint,
    rules,
    say,
    tell_json,
)
from bot.commands.progress import Progress
from bot.plural import counted

if TYPE_CHECKING:
    from bot.board import Board
    from bot.geometry import Cell
    from bot.position import Position
    from bot.sliding import SlideSolution
    from bot.solver import Solution


MOST_BYTES = 10_000_000
"""A board of a million cells, as JSON, takes ten bytes a cell at most; a file of more is none."""
MOST_REPORTED = 10
"""Odd kinds that are named one by one."""

groups = click.option(
    "--group",
    multiple=True,
    metavar="KINDS",
    help="Kinds that fit each other, as a,b,c,d; may be given several times.",
)


@click.command()
@click.argument("board", type=click.Path(path_type=Path, allow_dash=True))
@rules
@groups
@json_option
def links(
    board: Path, gravity: str, margin: str, max_turns: int, group: tuple[str, ...], as_json: bool
) -> int:
    """List every link of a board, with its path.

    BOARD is a file, or - for standard input: letters, integers or JSON.

    Example: linkup links board.txt
    """
    position = position_of(board_of(board, group), gravity, margin, max_turns)
    _report_odd_kinds(position.board)
    found = list(position.legal_links)
    outcome = None if found else position.outcome()
    if as_json:
        answer = [
            {
                "a": list(link.a),
                "b": list(link.b),
                "path": [list(cell) for cell in link.path],
                "turns": link.turns,
                "cells": link.cells,
            }
            for link in found
        ]
        tell_json({"links": answer, "outcome": outcome})
        return DONE
    for link in found:
        click.echo(
            f"{_cells(link.a, link.b)}  {counted(link.turns, 'turn')}, "
            f"{counted(link.cells, 'cell')} between"
        )
    click.echo(f"{counted(len(found), 'link')}{f', {outcome}' if outcome else ''}")
    return DONE


@click.command()
@click.argument("board", type=click.Path(path_type=Path, allow_dash=True))
@rules
@groups
@click.option(
    "--slide/--no-slide",
    help="Tiles may be pushed along a row or column, as KShisen's option; paths turn once at most.",
)
@click.option("--budget", type=Seconds(min=0), default=10.0, show_default=True, help="Seconds.")
@click.pass_context
@json_option
def solve(
    context: click.Context,
    board: Path,
    gravity: str,
    margin: str,
    max_turns: int,
    group: tuple[str, ...],
    slide: bool,
    budget: float,
    as_json: bool,
) -> int:
    """Find an order of links that clears a board, or prove that there is none.

    Each cell is where the tile lies at that moment, after earlier falls. Where no order clears the
    board, or the budget is spent, the answer is the longest one found; so it is after Ctrl-C.

    Example: linkup deal --rows 8 --cols 18 --kinds 36 | linkup solve -
    """
    from bot.sliding import solve_sliding
    from bot.solver import Verdict, Why
    from bot.solver import solve as search

    position = position_of(board_of(board, group), gravity, margin, max_turns)
    tiles = position.board.tiles
    _report_odd_kinds(position.board)
    found: Solution | SlideSolution
    live = Progress(lambda: f"searching {tiles} tiles, {budget:g} s at most", quiet=as_json)
    if slide:
        _refuse_told(context, ("margin", "max_turns"), "--slide has paths of its own")
        with live:
            found = solve_sliding(position.board, position.gravity, budget)
        pairs = [(link.first, link.second) for link in found.links]
        proved = found.verdict is Verdict.UNSOLVABLE and not position.board.odd_kinds
        most = sum(len(cells) // 2 for cells in position.board.by_kind().values()) - proved
    else:
        with live:
            found = search(position, budget)
        pairs, most = [(link.a, link.b) for link in found.links], found.most
    if as_json:
        answer = {
            "verdict": found.verdict,
            "links": [[list(a), list(b)] for a, b in pairs],
            "nodes": found.nodes,
            "seconds": round(found.seconds, 4),
            "why": found.why,
            "most": most,
        }
        tell_json(answer)
    else:
        for pair in pairs:
            click.echo(_cells(*pair))
        known = f" ({found.why}; at most {most} can go)"
        click.echo(
            f"{paint(found.verdict)}: {counted(len(pairs), 'link')} of {tiles // 2}"
            f"{known if found.verdict is not Verdict.SOLVED else ''}, "
            f"{counted(found.nodes, 'node')} in {found.seconds:.2f} s"
        )
    if found.why is Why.INTERRUPTED:
        return INTERRUPTED
    return DONE if found.verdict is Verdict.SOLVED else FAILED


def board_of(path: Path, groups: tuple[str, ...] = ()) -> Board:
    """The board of a file, with each group of kinds made one."""
    from bot.board import Board
    from bot.errors import BoardError

    same = [_group(group) for group in groups]
    try:
        # As bytes: what a terminal's own encoding makes of them differs between machines.
        text = _content(path).decode("utf-8-sig")
        return Board.from_text(_bare(text)).merged(same)
    except OSError as error:
        raise BoardError(f"{path}: {error.strerror or error}; a board's file is expected") from None
    except UnicodeDecodeError as error:
        raise BoardError(
            f"{path}: no text; a board is written in letters or integers (of a picture "
            "`linkup hint` tells the next link, `linkup read` the board)"
        ) from error
    except BoardError as error:
        raise BoardError(f"{path}: {error}") from None


def _bare(text: str) -> str:
    """A board's text without what stands around it in a `.board` file and in what `read` answers.

    Raises
    ------
    BoardError
        if that answer is of several pictures, or of one without a board
    """
    import json

    from bot.errors import BoardError
    from bot.truth import NOTE

    lines = text.splitlines()
    if not text.lstrip().startswith("{"):
        return "\n".join(line for line in lines if not NOTE.match(line))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text  # the board's own reader says what is wrong
    readings = found.get("readings")
    if not isinstance(readings, list):
        return text
    if len(readings) != 1:
        raise BoardError(
            f"one reading is expected, but there are {len(readings)}: read one picture"
        )
    (reading,) = readings
    if not isinstance(reading, dict) or not reading.get("board"):
        raise BoardError("the reading has no board: none was found in the picture")
    return json.dumps({"board": reading["board"]})


def _content(path: Path) -> bytes:
    """What a file holds, or standard input."""
    from bot.errors import BoardError

    if str(path) != "-":
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    elif sys.stdin is None:  # as a program finds it whose standard input was closed
        raise BoardError("standard input is closed")
    else:
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BoardError(f"more than {MOST_BYTES} bytes are no board")
    return content


def _group(group: str) -> tuple[int, ...]:
    """The kinds of `--group`, letters or integers with commas between them."""
    from bot.board import Board
    from bot.errors import BoardError

    try:
        return Board.from_text(" ".join(group.split(","))).kinds
    except BoardError as error:
        raise BoardError(f"--group {group}: {error}") from None


def _report_odd_kinds(board: Board) -> None:
    """Say which kinds no deal has: something was misread, or a tile is missing."""
    odd, counts = board.odd_kinds, Counter(board.kinds)
    for kind in odd[:MOST_REPORTED]:
        sign = board.sign(kind)
        often = "once" if counts[kind] == 1 else f"{counts[kind]} times"
        say(f"kind {sign} occurs {often}, an odd number: one tile must stay")
    if len(odd) > MOST_REPORTED:
        say(f"and {counted(len(odd) - MOST_REPORTED, 'kind')} more")


def position_of(board: Board, gravity: str, margin: str, max_turns: int) -> Position:
    """A board under rules, as options name them."""
    from bot.matcher import LinkRule
    from bot.position import Gravity, Position

    return Position(board, LinkRule(max_turns, 1 if margin == "yes" else 0), Gravity(gravity))


def _refuse_told(context: click.Context, options: tuple[str, ...], why: str) -> None:
    """Refuse options that were given and contradict another one."""
    for option in options:
        source = context.get_parameter_source(option)
        if source is not None and source.name != "DEFAULT":
            raise click.UsageError(f"--{option.replace('_', '-')} cannot be told: {why}")


def _cells(a: Cell, b: Cell) -> str:
    return f"({a.row}, {a.col}) - ({b.row}, {b.col})"
