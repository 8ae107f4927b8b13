"""The command line: demo, play, read, links, solve, deal.

One place parses, the commands do. Nothing that looks at pictures is imported before a command
needs it, so that help and completion come at once. The only place that may catch `Exception`.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bot.errors import (
    BoardNotFoundError,
    InputError,
    LinkupError,
    MachineError,
    StoppedError,
    WindowError,
)

if TYPE_CHECKING:
    from bot.board import Board
    from bot.frame import Frame
    from bot.matcher import Link
    from bot.position import Position
    from bot.reader import Reading
    from bot.runner import Player

DONE, FAILED, BAD_INPUT, NO_BOARD, NO_WINDOW, NO_MACHINE, STOPPED, BUG, INTERRUPTED = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    70,
    130,
)
_EXIT_CODES: tuple[tuple[type[LinkupError], int], ...] = (
    (InputError, BAD_INPUT),
    (BoardNotFoundError, NO_BOARD),
    (WindowError, NO_WINDOW),
    (MachineError, NO_MACHINE),
    (StoppedError, STOPPED),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A title in Chinese must not end the program on a terminal that cannot show it.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = linkup.main(arguments, prog_name="linkup", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    except click.ClickException as error:
        return _complain(error.format_message(), BAD_INPUT, arguments)
    except LinkupError as error:
        return _complain(str(error), exit_code(error), arguments)
    except (KeyboardInterrupt, click.Abort):
        return _complain("stopped by Ctrl-C", INTERRUPTED, arguments)
    except BrokenPipeError:
        # Whoever read our answer has had enough; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception:  # noqa: BLE001 - the one boundary: a bug is kept for a report
        return _complain(f"this is a bug; what happened is in {_log()}", BUG, arguments)
    return code if isinstance(code, int) else DONE


def exit_code(error: LinkupError) -> int:
    """What an error ends the program with."""
    return next((code for kind, code in _EXIT_CODES if isinstance(error, kind)), FAILED)


def _complain(message: str, code: int, arguments: Sequence[str]) -> int:
    line = " ".join(message.split())
    click.echo(f"linkup: {line}", err=True)
    if "--json" in arguments:
        click.echo(json.dumps({"error": line, "exit": code}))
    return code


def _log() -> Path:
    with tempfile.NamedTemporaryFile(
        "w", prefix="linkup-bug-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        file.write(f"arguments: {sys.argv[1:]}\npython: {sys.version}\n\n{traceback.format_exc()}")
    return Path(file.name)


_Command = TypeVar("_Command", bound=Callable[..., Any])


def _options(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    def add(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def _json_option(command: _Command) -> _Command:
    return click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")(
        command
    )


_GRAVITIES = ("none", "down", "up", "left", "right")
_rules = _options(
    click.option(
        "--gravity",
        type=click.Choice(_GRAVITIES),
        default="none",
        show_default=True,
        help="Which way tiles fall after a removal.",
    ),
    click.option(
        "--margin",
        type=click.Choice(("yes", "no")),
        default="yes",
        show_default=True,
        help="Whether a path may run outside the board, in the ring round it.",
    ),
    click.option(
        "--max-turns",
        type=click.IntRange(min=0),
        default=2,
        show_default=True,
        help="The most turns a path may take.",
    ),
)
_seen_rules = _options(
    click.option(
        "--gravity",
        type=click.Choice(("auto", *_GRAVITIES)),
        default="auto",
        show_default=True,
        help="Which way tiles fall after a removal; auto finds out.",
    ),
    click.option(
        "--margin",
        type=click.Choice(("auto", "yes", "no")),
        default="auto",
        show_default=True,
        help="Whether a path may run outside the board; auto finds out.",
    ),
    click.option(
        "--max-turns",
        type=click.IntRange(min=0),
        default=2,
        show_default=True,
        help="The most turns a path may take.",
    ),
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="linkup-bot", message="linkup %(version)s")
def linkup() -> None:
    """Plays link-up games (连连看, Shisen-Sho, Onet): looks at the screen, thinks, clicks.

    \b
    linkup demo                          the whole bot on the bundled game
    linkup play --window Shisen-Sho      plays a running game
    linkup read screenshot.png           from a saved screenshot to a board
    """


@linkup.command()
@click.option("--rows", type=click.IntRange(2, 40), default=8, show_default=True)
@click.option("--cols", type=click.IntRange(2, 40), default=14, show_default=True)
@click.option("--kinds", type=click.IntRange(2, 70), default=28, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Deals the same game again.")
@click.option(
    "--gravity",
    type=click.Choice(_GRAVITIES),
    default="none",
    show_default=True,
    help="Which way the game's tiles fall; the bot is not told.",
)
@click.option(
    "--window/--offscreen",
    "window",
    default=None,
    help="In a real window, or without a screen; by default a window where there is a display.",
)
@_json_option
def demo(
    rows: int, cols: int, kinds: int, seed: int, gravity: str, window: bool | None, as_json: bool
) -> int:
    """Show the whole bot on the bundled game.

    Example: linkup demo --rows 6 --cols 10 --kinds 15 --gravity down
    """
    from bot.demo import DemoGame, in_window, offscreen
    from bot.position import Gravity

    game = DemoGame(rows, cols, kinds, seed, Gravity(gravity))
    desktop = None
    if window is not False:
        desktop = _desktop_or_none(needed=bool(window))
    if desktop is None:
        _say("playing the bundled game offscreen")
        with offscreen(game, _say) as player:
            return _play(player, as_json=as_json)
    _say("playing the bundled game in its own window; a screen corner stops the mouse")
    with in_window(game, desktop, _say) as player:
        return _play(player, as_json=as_json)


def _desktop_or_none(*, needed: bool) -> Any:
    from bot.window import open_desktop

    try:
        return open_desktop()
    except MachineError as error:
        if needed:
            raise
        _say(f"no window: {error}")
        return None


@linkup.command()
@click.option("--window", "title", help="The game's window: its title, or a part of it.")
@click.option("--region", help="The part of the screen with the board: X,Y,WIDTH,HEIGHT.")
@_seen_rules
@click.option("--time-limit", type=click.FloatRange(min=0), help="Give up after so many seconds.")
@click.option("--dry-run", is_flag=True, help="Click nothing; say what would be clicked.")
@_json_option
def play(
    title: str | None,
    region: str | None,
    gravity: str,
    margin: str,
    max_turns: int,
    time_limit: float | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Play a running game to the end, through the screen and the mouse.

    Put the pointer in a corner of the screen, move it by hand, or press Ctrl-C: it stops.

    Example: linkup play --window Shisen-Sho
    """
    from bot.live import LiveGame
    from bot.mouse import DryRunMouse
    from bot.policy import USUAL_GRAVITIES, Beliefs
    from bot.position import Gravity
    from bot.runner import Player
    from bot.window import find_window, open_desktop, window_at

    rect = None if region is None else _rect(region)
    if (title is None) == (rect is None):
        raise click.UsageError("name the game: either --window TITLE or --region X,Y,WIDTH,HEIGHT")
    desktop = open_desktop()
    game = window_at(desktop, rect) if rect else find_window(desktop, title or "")
    live = LiveGame(desktop, game, rect, DryRunMouse(_say) if dry_run else None)
    live.come_to_front()
    player = Player(
        live,
        live,
        beliefs=Beliefs(
            gravities=USUAL_GRAVITIES if gravity == "auto" else (Gravity(gravity),),
            margins={"auto": (1, 0), "yes": (1,), "no": (0,)}[margin],
            max_turns=max_turns,
        ),
        time_limit=float("inf") if time_limit is None else time_limit,
        say=_say,
    )
    return _rehearse(player, as_json=as_json) if dry_run else _play(player, as_json=as_json)


def _rect(text: str) -> Any:
    from bot.geometry import Rect

    try:
        left, top, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"--region wants X,Y,WIDTH,HEIGHT, whole numbers, got {text!r}"
        ) from None
    if width < 1 or height < 1:
        raise click.BadParameter(f"--region wants a width and height of 1 or more, got {text!r}")
    return Rect(left, top, width, height)


def _play(player: Player, *, as_json: bool) -> int:
    """Play, answer, and tell by the exit code how it ended."""
    from bot.runner import Ending

    try:
        ending = player.play()
    except (StoppedError, WindowError, KeyboardInterrupt) as error:
        lost = isinstance(error, WindowError)
        _answer_game(player, "lost" if lost else "stopped", as_json=as_json)
        if isinstance(error, KeyboardInterrupt):
            _say("linkup: stopped by Ctrl-C")
            return INTERRUPTED
        _say(f"linkup: {error}")
        return exit_code(error)
    _answer_game(player, ending, as_json=as_json)
    return DONE if ending is Ending.CLEARED else FAILED


def _rehearse(player: Player, *, as_json: bool) -> int:
    """Look once, plan, and say every click of the plan; nothing is clicked."""
    for link in player.rehearse():
        _say(f"would link {_pair(link)}")
    _answer_game(player, "stopped", as_json=as_json)
    return DONE


def _answer_game(player: Player, outcome: str, *, as_json: bool) -> None:
    tally = player.tally
    if not as_json:
        click.echo(
            f"{outcome}: {tally.links} links of {tally.tiles // 2} in {tally.seconds:.1f} s, "
            f"{tally.clicks} clicks, {tally.missed} missed, {tally.looks} looks; "
            f"gravity {tally.gravity}, margin {tally.margin}"
        )
        return
    game = {
        "outcome": outcome,
        "rows": tally.rows,
        "cols": tally.cols,
        "tiles": tally.tiles,
        "links": tally.links,
        "clicks": tally.clicks,
        "missed": tally.missed,
        "shuffles": 0,
        "looks": tally.looks,
        "seconds": round(tally.seconds, 3),
        "rules": {
            "gravity": tally.gravity,
            "margin": tally.margin,
            "max_turns": tally.beliefs.max_turns,
        },
    }
    click.echo(json.dumps({"outcome": outcome, "games": [game], "recording": None}))


@linkup.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--overlay", "folder", type=click.Path(path_type=Path), help="Folder for pictures.")
@_json_option
def read(images: tuple[Path, ...], folder: Path | None, as_json: bool) -> int:
    """Read saved screenshots: from pictures to boards, whatever the game.

    Example: linkup read screenshot.png --overlay seen
    """
    answers = [_read_one(image, folder) for image in images]
    if as_json:
        click.echo(json.dumps({"readings": [answer for answer, _, _ in answers]}))
    else:
        click.echo("\n\n".join(text for _, text, _ in answers))
    codes = [code for _, _, code in answers]
    return next((code for code in (BAD_INPUT, NO_BOARD) if code in codes), DONE)


def _read_one(image: Path, folder: Path | None) -> tuple[dict[str, Any], str, int]:
    """The JSON of a reading, its text for a person, and the exit code it asks for."""
    import time

    from bot.frame import load, save
    from bot.overlay import overlay
    from bot.reader import read as read_frame

    began = time.perf_counter()
    try:
        frame = load(image)
        reading = read_frame(frame)
    except (InputError, BoardNotFoundError) as error:
        why = " ".join(str(error).split())
        message = why if str(image) in why else f"{image}: {why}"
        _say(f"linkup: {message}")
        answer = _reading_json(image, None, why, time.perf_counter() - began)
        return answer, f"{image}: not read", exit_code(error)
    answer = _reading_json(image, reading, None, time.perf_counter() - began)
    text = f"{image}\n{reading.board}"
    if folder is not None:
        text += f"\noverlay: {_write_overlay(folder, image, frame, reading, overlay, save)}"
    return answer, text, DONE


def _write_overlay(
    folder: Path,
    image: Path,
    frame: Frame,
    reading: Reading,
    overlay: Callable[[Frame, Reading], Any],
    save: Callable[[Path, Any], None],
) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror or error}") from error
    target = folder / f"{image.stem}.overlay.png"
    save(target, overlay(frame, reading))
    return target


def _reading_json(
    image: Path, reading: Reading | None, why: str | None, seconds: float
) -> dict[str, Any]:
    common = {"image": str(image), "found": reading is not None, "why": why}
    if reading is None:
        return common | {
            "lattice": None,
            "board": None,
            "unknown": 0,
            "selected": [],
            "seconds": round(seconds, 4),
        }
    lattice, board = reading.lattice, reading.board
    return common | {
        "lattice": {
            "origin": [round(value, 3) for value in lattice.origin],
            "pitch": [round(value, 3) for value in lattice.pitch],
            "rows": lattice.rows,
            "cols": lattice.cols,
        },
        "board": board.to_rows(),
        "unknown": board.kinds.count(-1),
        "selected": [list(cell) for cell in reading.selected],
        "seconds": round(seconds, 4),
    }


@linkup.command()
@click.argument("board", type=click.Path(path_type=Path, allow_dash=True))
@_rules
@_json_option
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


@linkup.command()
@click.argument("board", type=click.Path(path_type=Path, allow_dash=True))
@_rules
@click.option(
    "--budget", type=click.FloatRange(min=0), default=10.0, show_default=True, help="Seconds."
)
@_json_option
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


@linkup.command()
@click.option("--rows", type=int, required=True)
@click.option("--cols", type=int, required=True)
@click.option("--kinds", type=int, required=True)
@click.option("--seed", type=int, help="Deals the same board again.")
@click.option("--solvable", is_flag=True, help="A board that can be cleared.")
@click.option("--hard", is_flag=True, help="Few equal neighbours and few links to begin with.")
@_rules
@_json_option
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
            return Board.from_text(sys.stdin.read())
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


def _say(line: str) -> None:
    click.echo(line, err=True)
