"""What the commands share: exit codes, options, and how they speak."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bot.errors import (
    BoardNotFoundError,
    InputError,
    LinkupError,
    MachineError,
    OtherSkinError,
    StoppedError,
    WindowError,
)
from bot.names import readable

if TYPE_CHECKING:
    from bot.geometry import Rect
    from bot.tally import Tally

DONE = 0
FAILED = 1
BAD_INPUT = 2
NO_BOARD = 3
NO_WINDOW = 4
NO_MACHINE = 5
STOPPED = 6
BUG = 70
INTERRUPTED = 130
UNHEARD = 141
"""What shells show of a program that ended since nobody reads its answer any more."""

_NAME = re.compile(r"\w([\w.-]{0,62}[\w-])?")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""What no file of Windows may be called."""
_EXIT_CODES: tuple[tuple[type[LinkupError], int], ...] = (
    (InputError, BAD_INPUT),
    (BoardNotFoundError, NO_BOARD),
    (WindowError, NO_WINDOW),
    (MachineError, NO_MACHINE),
    (StoppedError, STOPPED),
)


def exit_code(error: LinkupError) -> int:
    """What an error ends the program with."""
    return next((code for kind, code in _EXIT_CODES if isinstance(error, kind)), FAILED)


def next_step(error: LinkupError) -> str:
    """What to do about an error of a kind that no message of its own can tell."""
    if isinstance(error, MachineError):
        return "; `linkup doctor` tells what works on this machine"
    if isinstance(error, BoardNotFoundError) and not isinstance(error, OtherSkinError):
        return "; the whole board must be seen, nothing over it, dealt and not paused"
    return ""


def say(line: str) -> None:
    """Tell a person something that is no answer: on stderr, if anyone listens there."""
    context = click.get_current_context(silent=True)
    live = None if context is None else context.meta.get(LIVE)
    with suppress(BrokenPipeError):
        if live is None:
            click.echo(line, err=True)
        else:
            live.above(line)


def tell_json(document: Any) -> None:
    """Print an answer for programs: one JSON document, of whole signs and ASCII alone."""
    import json

    text = json.dumps(document)
    if "\\ud" in text:
        # Maybe half a sign, of a name that is no text: not every reader of JSON accepts that.
        text = json.dumps(json.loads(readable(json.dumps(document, ensure_ascii=False))))
    click.echo(text)


def tell(answer: str) -> None:
    """Print a part of an answer while a command goes on, above its live line."""
    context = click.get_current_context(silent=True)
    live = None if context is None else context.meta.get(LIVE)
    if live is not None:
        live.give_way()
    click.echo(answer)


BEGAN = "bot.began"
"""Where a context keeps when the program was called, s of `time.monotonic`."""
LIVE = "bot.live_line"
"""Where a context keeps the line that shows how far a command is; see `bot.commands.progress`."""


def wants_colour() -> bool | None:
    """Whether a person has asked for colours or against them; None leaves it to the terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return False if os.environ.get("TERM") == "dumb" else None


_PAINTS = {
    "cleared": "green",
    "solved": "green",
    "ok": "green",
    "deadlock": "yellow",
    "undecided": "yellow",
    "timeout": "yellow",
    "warning": "yellow",
    "lost": "red",
    "stopped": "red",
    "unsolvable": "red",
    "failed": "red",
}
"""How outcomes look on a terminal."""


def paint(word: str, colour: str | None = None) -> str:
    """A word in its colour; what is printed loses it wherever colours are not wanted."""
    return click.style(word, fg=colour or _PAINTS.get(word), bold=True)


Command = TypeVar("Command", bound=Callable[..., Any])


def options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """One decorator that adds several options, in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def complete_skins(_context: click.Context, _option: click.Parameter, begun: str) -> list[str]:
    """The names of skins that begin so."""
    from bot.skinfolders import folders_of_skins, known_skins

    return [name for name in known_skins(folders_of_skins()) if name.startswith(begun)]


def complete_windows(_context: click.Context, _option: click.Parameter, begun: str) -> list[str]:
    """The titles of windows that begin so, ignoring case; none where there is no screen."""
    return [title for title in open_titles() if title.casefold().startswith(begun.casefold())]


def open_titles() -> list[str]:
    """The titles of all windows; none where there is no screen."""
    from bot.window import awake, open_desktop

    try:
        with awake():
            return [window.title for window in open_desktop().windows()]
    except (LinkupError, ImportError, OSError):
        return []


def screen_rect(text: str, option: str = "--region") -> Rect:
    """The rectangle that an option names as X,Y,WIDTH,HEIGHT."""
    from bot.geometry import Rect

    try:
        left, top, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{option} wants X,Y,WIDTH,HEIGHT, whole numbers, got {text!r}"
        ) from None
    if width < 1 or height < 1:
        raise click.BadParameter(f"{option} wants a width and height of 1 or more, got {text!r}")
    return Rect(left, top, width, height)


def strongest(**alternatives: Any) -> dict[str, Any]:
    """Options of which one will do: those that were given closest to the command, the others None.

    So a window on the command line replaces a region in a file.
    """
    given = [name for name, value in alternatives.items() if value is not None]
    best = min(map(_rank, given), default=0)
    return {
        name: value if name in given and _rank(name) == best else None
        for name, value in alternatives.items()
    }


def twice_given(**alternatives: Any) -> str:
    """Behind an error: which settings gave several options of which one will do; mostly empty."""
    given = [name for name, value in alternatives.items() if value is not None]
    if len(given) < 2:
        return ""
    from bot.commands.settings import both_set

    told = both_set(given)
    return f"; {told}" if told else ""


def is_weaker(name: str, than: str) -> bool:
    """Whether an option was given farther from the command than another one."""
    return _rank(name) > _rank(than)


def _rank(name: str) -> int:
    """How far from the command a value was given: there, in the environment, in a file, nowhere."""
    source = click.get_current_context().get_parameter_source(name)
    ranks = ("COMMANDLINE", "PROMPT", "ENVIRONMENT", "DEFAULT_MAP", "DEFAULT")
    return len(ranks) if source is None or source.name not in ranks else ranks.index(source.name)


def tally_as_json(tally: Tally, outcome: str) -> dict[str, Any]:
    """What was done in a game, as it stands in an answer for programs."""
    return {
        "outcome": outcome,
        "rows": tally.rows,
        "cols": tally.cols,
        "tiles": tally.tiles,
        "links": tally.links,
        "clicks": tally.clicks,
        "missed": tally.missed,
        "pending": tally.pending,
        "shuffles": tally.shuffles,
        "looks": tally.looks,
        "seconds": round(tally.seconds, 3),
        "playing": round(tally.playing, 3),
        "rules": {
            "gravity": tally.gravity,
            "margin": tally.margin,
            "max_turns": tally.beliefs.max_turns,
        },
    }


def check_name(name: str) -> None:
    """Refuse what is no name for a file or a folder on every system."""
    if not _NAME.fullmatch(name):
        raise InputError(
            f"--name {name!r} must be of letters, digits, '_', '-' and '.', 64 at most, with one "
            "of the first three at its start and no '.' at its end"
        )
    if _DEVICES.fullmatch(name):
        raise InputError(f"--name {name!r} is that of a device on Windows; take another one")


class Seconds(click.FloatRange):
    """A time: a range that has no place for what is no number."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """See `click.ParamType.convert`."""
        seconds: float = super().convert(value, param, ctx)
        if isnan(seconds):
            self.fail("nan is no number.", param, ctx)
        return seconds


record_option = click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the whole game in this folder; `linkup replay DIR` plays it again.",
)


skin_option = click.option(
    "--skin",
    metavar="NAME",
    shell_complete=complete_skins,
    help="Name or folder of what `calibrate` learned.",
)


def json_option(command: Command) -> Command:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")(
        command
    )


_max_turns = click.option(
    "--max-turns",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    help="The most turns a path may take.",
)
GRAVITIES = (
    *("none", "down", "up", "left", "right"),
    *("center-horizontal", "center-vertical", "apart-horizontal", "apart-vertical"),
)
rules = options(
    click.option(
        "--gravity",
        type=click.Choice(GRAVITIES),
        default="none",
        show_default=True,
        metavar="WAY",
        help=f"Which way tiles fall after a removal: {', '.join(GRAVITIES)}.",
    ),
    click.option(
        "--margin",
        type=click.Choice(("yes", "no")),
        default="yes",
        show_default=True,
        help="Whether a path may run outside the board, in the ring round it.",
    ),
    _max_turns,
)
seen_rules = options(
    click.option(
        "--gravity",
        type=click.Choice(("auto", *GRAVITIES)),
        default="auto",
        show_default=True,
        metavar="WAY",
        help=f"Which way tiles fall after a removal: {', '.join(GRAVITIES)}; auto finds out.",
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
        help="The most turns a path may take.  [default: 2, or what the skin says]",
    ),
)
