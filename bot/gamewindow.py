"""The bundled game in a real window, in a process of its own.

`python -m bot.gamewindow` shows the window and is played with the mouse. When it is on the
screen it prints one line of JSON, `{"ready": {...}}`; with `--log` it writes every event of the
truth to a file, a line of JSON each. `bot.gameprocess` starts it, reads that, and ends it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from bot.board import Board
from bot.boardview import fitted
from bot.deal import deal
from bot.errors import LinkupError, MachineError
from bot.faces import draw_face
from bot.game import Event, Game
from bot.matcher import LinkRule
from bot.position import Gravity
from bot.stage import Pressed, Signal, Stage, perform
from bot.style import Style
from bot.unwritten import not_written

TITLE = "Linkup"


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What a window is opened with, besides the board; see `Game`."""

    rule: LinkRule
    gravity: Gravity
    removal: float
    style: Style
    title: str


def show(
    board: Board,
    options: GameOptions,
    on_event: Callable[[Event], None],
    say: TextIO,
) -> None:
    """Show a game in a window until it is closed.

    Parameters
    ----------
    board
        the deal
    options
        the rules, the look and the title; the look is made smaller where the desktop has no room
    on_event
        is handed every event of the game's log, in order; its times are `time.monotonic`
    say
        where the line is written that tells that the window is on the screen

    Raises
    ------
    MachineError
        if there is no display, or no pygame
    """
    with Stage(options.title, draw_face(1, 64, 64)) as stage:
        game = Game(
            board,
            rule=options.rule,
            gravity=options.gravity,
            removal=options.removal,
            style=fitted(options.style, board, stage.room),
            time=time.monotonic(),
        )
        stage.open(game.size)
        told = 0

        def tell() -> None:
            nonlocal told
            for entry in game.events[told:]:
                on_event(entry)
            if not told:
                _say_ready(stage.driver, game, say)
            told = len(game.events)

        perform(stage, _Clicked(game), tell)


class _Clicked:
    """The game as an act: it takes clicks and nothing else."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.picture = game.picture

    @property
    def due(self) -> float | None:
        return self._game.due

    def hear(self, signal: Signal, time: float) -> None:
        if isinstance(signal, Pressed):
            self._game.click(signal.pixel, time)


def _say_ready(driver: str, game: Game, say: TextIO) -> None:
    lattice = game.lattice
    ready = {
        "driver": driver,
        "pid": os.getpid(),
        "size": game.size,
        "lattice": {"origin": lattice.origin, "pitch": lattice.pitch}
        | {"rows": lattice.rows, "cols": lattice.cols},
    }
    say.write(json.dumps({"ready": ready}) + "\n")
    say.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot.gamewindow", description=__doc__)
    parser.add_argument("--rows", type=int, default=8)
    parser.add_argument("--cols", type=int, default=12)
    parser.add_argument("--kinds", type=int, default=24, help="how many kinds of tiles")
    parser.add_argument("--seed", type=int, default=None, help="deals the same board again")
    parser.add_argument("--solvable", action="store_true", help="deal a board that can be cleared")
    parser.add_argument("--board", help="instead of a deal: letters, '/' between rows")
    parser.add_argument("--gravity", type=Gravity, choices=list(Gravity), default=Gravity.NONE)
    parser.add_argument("--margin", choices=("yes", "no"), default="yes")
    parser.add_argument("--max-turns", type=int, default=2)
    parser.add_argument("--removal", type=float, default=0.3, help="how long a path is shown, s")
    parser.add_argument("--look", type=int, default=None, help="seed of a random look")
    parser.add_argument("--title", default=TITLE)
    parser.add_argument("--log", type=Path, help="file for the events, a line of JSON each")
    parser.add_argument("--with-parent", action="store_true", help="end when stdin is closed")
    return parser


def _board_of(options: argparse.Namespace) -> Board:
    if options.board is not None:
        return Board.from_text(options.board.replace("/", "\n"))
    return deal(
        options.rows,
        options.cols,
        options.kinds,
        options.seed,
        solvable=options.solvable,
        rule=_rule_of(options),
        gravity=options.gravity,
    )


def _rule_of(options: argparse.Namespace) -> LinkRule:
    return LinkRule(options.max_turns, 1 if options.margin == "yes" else 0)


def _options_of(options: argparse.Namespace) -> GameOptions:
    return GameOptions(
        rule=_rule_of(options),
        gravity=options.gravity,
        removal=options.removal,
        style=Style.default() if options.look is None else Style.random(options.look),
        title=options.title,
    )


def _open_log(path: Path | None) -> TextIO:
    try:
        return (path or Path(os.devnull)).open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise not_written(path or Path(os.devnull), error, instead="--log") from None


def _end_with_parent() -> None:
    """End this process when the one that started it is gone: then its end of stdin is closed."""

    def watch() -> None:
        # Not through sys.stdin: a thread that waits there keeps Python from ending by itself.
        while os.read(0, 1024):
            pass
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the window; the exit codes are those of the command line."""
    options = _parser().parse_args(arguments)
    if options.with_parent:
        _end_with_parent()
    try:
        board = _board_of(options)
        with _open_log(options.log) as log:

            def write(event: Event) -> None:
                log.write(json.dumps(event.as_dict()) + "\n")
                log.flush()

            show(board, _options_of(options), write, sys.stdout)
    except LinkupError as error:
        sys.stderr.write(f"{error}\n")
        return 5 if isinstance(error, MachineError) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
