"""The table: links, solving and deals, without a picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands.common import DONE, FAILED, json_option, rules

if TYPE_CHECKING:
    from bot.board import Board
    from bot.matcher import Link
    from bot.position import Position


@click.command()
@click.argument("board", type=click.Path(path_type=Path, allow_dash=True))
@rules
@json_option
def links(board: Path, gravity: str, margin: str, max_turns: int, as_json: bool) -> int:
    """List every link of a board, with its path.

    BOARD is a file, or - for standard input: letters, integers or JSON.

    Example: linkup links board.txt
    """
    position = _position(_board(board), gravity, margin, max_turns)
    found = list(position.legal_links)
    outcome = position.outcome()
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
        click.echo(json.dumps({"links": answer, "outcome": outcome}))
        return DONE
    for link in found:
        click.echo(f"{_pair(link)}  {link.turns} turns, {link.cells} cells between")
    click.echo(f"{len(found)} links{f', {outcome}' if outcome else ''}")
    return DONE


@click.command()
@click.argument("board", type=click.Path(path_type=Path, allow_dash=True))
@rules
@click.option(
    "--budget", type=click.FloatRange(min=0), default=10.0, show_default=True, help="Seconds."
)
@json_option
def solve(
    board: Path, gravity: str, margin: str, max_turns: int, budget: float, as_json: bool
) -> int:
    """Find an order of links that clears a board, or prove that there is none.

    Each cell is where the tile lies at that moment, after earlier falls.

    Example: linkup deal --rows 8 --cols 18 --kinds 36 | linkup solve -
    """
    from bot.solver import Verdict
    from bot.solver import solve as search

    position = _position(_board(board), gravity, margin, max_turns)
    solution = search(position, budget)
    if as_json:
        answer = {
            "verdict": solution.verdict,
            "links": [[list(link.a), list(link.b)] for link in solution.links],
            "nodes": solution.nodes,
            "seconds": round(solution.seconds, 4),
        }
        click.echo(json.dumps(answer))
    else:
        for link in solution.links:
            click.echo(_pair(link))
        click.echo(
            f"{solution.verdict}: {len(solution.links)} links of {position.board.tiles // 2}, "
            f"{solution.nodes} nodes in {solution.seconds:.2f} s"
        )
    return DONE if solution.verdict is Verdict.SOLVED else FAILED


@click.command()
@click.option("--rows", type=int, required=True)
@click.option("--cols", type=int, required=True)
@click.option("--kinds", type=int, required=True)
@click.option("--seed", type=int, help="Deals the same board again.")
@click.option("--solvable", is_flag=True, help="A board that can be cleared.")
@click.option("--hard", is_flag=True, help="Few equal neighbours and few links to begin with.")
@rules
@json_option
def deal(
    rows: int,
    cols: int,
    kinds: int,
    seed: int | None,
    solvable: bool,
    hard: bool,
    gravity: str,
    margin: str,
    max_turns: int,
    as_json: bool,
) -> int:
    """Deal a board.

    Example: linkup deal --rows 8 --cols 18 --kinds 36 --seed 7
    """
    from bot.deal import deal as deal_board
    from bot.matcher import LinkRule
    from bot.position import Gravity

    rule = LinkRule(max_turns, 1 if margin == "yes" else 0)
    board = deal_board(
        rows, cols, kinds, seed, solvable=solvable, hard=hard, rule=rule, gravity=Gravity(gravity)
    )
    click.echo(json.dumps({"board": board.to_rows()}) if as_json else str(board))
    return DONE


def _board(path: Path) -> Board:
    from bot.board import Board
    from bot.errors import BoardError

    try:
        if str(path) == "-":
            # As bytes: what the terminal's own encoding makes of them differs between machines.
            return Board.from_text(sys.stdin.buffer.read().decode("utf-8-sig"))
        return Board.from_text(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BoardError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BoardError(f"{path}: no text; a board is written in letters or integers") from error
    except BoardError as error:
        raise BoardError(f"{path}: {error}") from error


def _position(board: Board, gravity: str, margin: str, max_turns: int) -> Position:
    from bot.matcher import LinkRule
    from bot.position import Gravity, Position

    return Position(board, LinkRule(max_turns, 1 if margin == "yes" else 0), Gravity(gravity))


def _pair(link: Link) -> str:
    return f"({link.a.row}, {link.a.col}) - ({link.b.row}, {link.b.col})"
