"""The command line: where every command starts, and where every error ends.

Nothing that looks at pictures is imported before a command needs it, so that help comes at once.
This is the only place that may catch `Exception`.
"""

from __future__ import annotations

import errno
import io
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import (
    BAD_INPUT,
    BEGAN,
    BUG,
    DONE,
    INTERRUPTED,
    NO_MACHINE,
    UNHEARD,
    exit_code,
    next_step,
    paint,
    tell_json,
    wants_colour,
)
from bot.commands.lazy import Entry, LazyGroup
from bot.errors import LinkupError

if TYPE_CHECKING:
    from pathlib import Path

_NO_MEMORY = -4
"""The code of OpenCV's errors for too little memory."""
_LONGEST = 2000
"""Characters of a line that is told."""
_COMPLETION = "_LINKUP_COMPLETE"
"""The variable by which a shell asks for what a line may be completed to."""
_HELP = """Plays link-up games (连连看, Shisen-Sho, Onet): looks at the screen, thinks, clicks.

\b
linkup demo                          the whole bot on the bundled game
linkup game                          the bundled game for you to play
linkup play --window Shisen-Sho      plays a running game
linkup hint --window Shisen-Sho      shows its next link and clicks nothing
linkup sandbox -- kshisen            plays in a screen of its own; the mouse stays yours
linkup read screenshot.png           from a saved screenshot to a board
linkup calibrate screen.png --name x how a game looks, learned once and for all
linkup report recording              shows a recorded game as a page; linkup film, as a film
"""
_LINES = {
    "demo": ("play", "Show the whole bot on the bundled game."),
    "game": ("game", "Play the bundled game yourself, with the mouse or the keyboard."),
    "play": ("play", "Play a running game to the end, through the screen and the mouse."),
    "hint": ("hint", "Show the next link of a game, and click nothing."),
    "sandbox": ("sandbox", "Play a game in a screen of its own; the mouse stays yours."),
    "read": ("read", "Read saved screenshots: from pictures to boards, whatever the game."),
    "replay": ("replay", "Read saved screenshots or a recorded game again and compare."),
    "report": (
        "report",
        "Show a recorded game as a page: what was seen, decided, clicked, and what went wrong.",
    ),
    "film": (
        "report",
        "Show a recorded game as a short film: pointer, clicks, paths, links and time.",
    ),
    "calibrate": ("calibrate", "Learn a skin from screenshots of a game."),
    "button": ("button", "Teach a skin a button of its game, so that the bot may use it."),
    "links": ("table", "List every link of a board, with its path."),
    "solve": ("table", "Find an order of links that clears a board, or prove that there is none."),
    "deal": ("dealing", "Deal a board."),
    "bench": ("bench", "Measure how fast links are found, how right screens are read."),
    "doctor": ("doctor", "Check what works on this machine, and say what to do about the rest."),
    "config": ("config", "Show what options are set to, and where that was said."),
    "completion": ("completion", "Print what makes your shell complete this command."),
}
"""The commands, in the order in which they are listed: where each is, and what it does."""


_SET = _LINES.keys() - {"doctor", "config", "completion"}
"""The commands with settings. What is broken in a file must not hide what tells of it."""


@click.command(
    cls=LazyGroup,
    entries={
        name: Entry(f"bot.commands.{module}", name, line) for name, (module, line) in _LINES.items()
    },
    help=_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=lambda context, _, wanted: _tell_version(context) if wanted else None,
    help="Show the version, and what else a bug report needs.",
)
@click.option(
    "--no-config", is_flag=True, envvar="LINKUP_NO_CONFIG", help="Read no file of settings."
)
@click.pass_context
def linkup(context: click.Context, no_config: bool) -> None:
    """All commands together."""
    context.color = wants_colour()
    context.meta[BEGAN] = time.monotonic()
    name, arguments = context.invoked_subcommand, context.obj or []
    # What is broken in a file must not hide the help.
    asks = {"-h", "--help"} & _ours(arguments)
    if name in _SET and not no_config and not asks:
        from bot.commands.settings import defaults  # noqa: PLC0415 - help comes at once

        assert isinstance(context.command, LazyGroup)
        context.default_map = {name: defaults(context.command.found, name)}


def _ours(arguments: Sequence[str]) -> set[str]:
    """The words that are for us: behind `--` they are for the game of `sandbox`."""
    return set(takewhile(lambda word: word != "--", arguments))


def _tell_version(context: click.Context) -> None:
    from bot.commands.version import about  # noqa: PLC0415 - help comes at once

    click.echo("\n".join(about()))
    context.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A title in Chinese must not end the program on a terminal that cannot show it.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        sys.stdout = _Closed()
    answers = sys.stdout
    completes = _COMPLETION in os.environ
    try:
        code = linkup.main(arguments, prog_name="linkup", standalone_mode=False, obj=arguments)
    except (Exception, KeyboardInterrupt, SystemExit) as error:  # noqa: BLE001 - the one boundary
        if completes and isinstance(error, SystemExit):
            return error.code if isinstance(error.code, int) else BUG
        # Where the reader of our answer, such as `head`, has had enough, click puts another stream
        # in place of stdout and exits. Any other exit is a bug.
        if _is_unheard(error) or sys.stdout is not answers:
            sys.stdout = answers
            _let_go(sys.stdout, sys.stderr)
            return UNHEARD
        return _report(error, arguments)
    return code if isinstance(code, int) else DONE


def _is_unheard(error: BaseException) -> bool:
    """Whether nobody reads our answer any more; on Windows that is an argument found invalid."""
    if isinstance(error, OSError) and sys.platform == "win32" and error.filename is None:
        return error.errno in {errno.EPIPE, errno.EINVAL}
    return isinstance(error, BrokenPipeError)


class _Closed(io.TextIOBase):
    """A stdout that was closed before we began: no answer can be given, and that is no success."""

    def write(self, text: str, /) -> int:
        """See `io.TextIOBase.write`."""
        del text
        raise OSError(errno.EBADF, "stdout is closed")


def _let_go(*streams: Any) -> None:
    """Let what is still to be written go nowhere, so that the end of the program does not fail."""
    for stream in streams:
        with suppress(OSError, ValueError, AttributeError):  # it has no file at all
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _report(error: BaseException, arguments: Sequence[str]) -> int:
    """Say in one line what went wrong; the exit code."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        _moan(error.format_message())
        return BAD_INPUT
    if isinstance(error, click.ClickException):
        from bot.commands.complaints import complaint  # noqa: PLC0415 - help comes at once

        return _complain(complaint(error), BAD_INPUT, arguments)
    if isinstance(error, LinkupError):
        # Several things may be wrong with settings.
        *first, last = getattr(error, "lines", (str(error),))
        return _complain(f"{last}{next_step(error)}", exit_code(error), arguments, first)
    if lack := _lack(error):
        return _complain(lack, NO_MACHINE, arguments)
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return _complain("stopped by Ctrl-C", INTERRUPTED, arguments)
    try:
        where = str(_log(error, arguments))
    except OSError:  # not even there can anything be written
        import traceback  # noqa: PLC0415 - help comes at once

        _moan("".join(traceback.format_exception(error)))
        where = "the lines above"
    return _complain(f"this is a bug; what happened is in {where}", BUG, arguments)


def _lack(error: BaseException) -> str:
    """What the machine lacks, if that is what an error is about."""
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EIO}:
        return f"cannot write the answer: {error.strerror}"
    if isinstance(sys.stdout, _Closed) and getattr(error, "errno", None) == errno.EBADF:
        return "there is nowhere to write the answer: stdout is closed"
    if isinstance(error, MemoryError) or getattr(error, "code", None) == _NO_MEMORY:
        return "there is too little memory for this; close other programs, or give less to do"
    if isinstance(error, ImportError) and not (error.name or "").startswith("bot"):
        return f"a library cannot be loaded ({error}); `linkup doctor` tells what to do"
    return ""


def _complain(message: str, code: int, arguments: Sequence[str], before: Sequence[str] = ()) -> int:
    lines = [_in_short(" ".join(each.split())) for each in (*before, message)]
    for line in lines:
        _moan(f"{paint('linkup:', 'red')} {line}")
    if "--json" in _ours(arguments):
        try:
            tell_json({"error": "; ".join(lines), "exit": code})
        except OSError:  # the disk is full, maybe; nobody reads it, but the exit code still tells
            _let_go(sys.stdout)
    return code


def _in_short(line: str) -> str:
    """A line without the middle of what is too long to be read, such as the name of a file."""
    if len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"


def _moan(line: str) -> None:
    try:
        click.echo(line, err=True, color=wants_colour())
    except OSError:
        _let_go(sys.stderr)


def _log(error: BaseException, arguments: Sequence[str]) -> Path:
    """Keep what a bug report needs in a file."""
    import tempfile  # noqa: PLC0415 - help comes at once
    import traceback  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    from bot.commands.version import about  # noqa: PLC0415

    trace = "".join(traceback.format_exception(error))
    with tempfile.NamedTemporaryFile(
        "w",
        prefix="linkup-bug-",
        suffix=".log",
        delete=False,
        encoding="utf-8",
        newline="\n",
    ) as file:
        told = "\n".join(about())
        file.write(f"arguments: {list(arguments)}\n{told}\n\n{trace}")
    return Path(file.name)
