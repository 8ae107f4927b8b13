"""The command line: where every command starts, and where every error ends.

Nothing that looks at pictures is imported before a command needs it, so that help comes at once.
This is the only place that may catch `Exception`.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

import click

from bot.commands.bench import bench
from bot.commands.button import button
from bot.commands.calibrate import calibrate
from bot.commands.common import BAD_INPUT, BUG, DONE, INTERRUPTED, NO_MACHINE, exit_code
from bot.commands.game import game
from bot.commands.hint import hint
from bot.commands.play import demo, play
from bot.commands.read import read
from bot.commands.replay import replay
from bot.commands.report import film, report
from bot.commands.sandbox import sandbox
from bot.commands.table import deal, links, solve
from bot.errors import LinkupError

_NO_MEMORY = -4
"""The code of OpenCV's errors for too little memory."""
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


@click.group(
    help=_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="linkup-bot", message="linkup %(version)s")
def linkup() -> None:
    """All commands together."""


_table = (links, solve, deal)
for _command in (
    demo,
    game,
    play,
    hint,
    sandbox,
    read,
    replay,
    report,
    film,
    calibrate,
    button,
    *_table,
    bench,
):
    linkup.add_command(_command)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A title in Chinese must not end the program on a terminal that cannot show it.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    answers = sys.stdout
    try:
        code = linkup.main(arguments, prog_name="linkup", standalone_mode=False)
    except (Exception, KeyboardInterrupt, SystemExit) as error:  # noqa: BLE001 - the one boundary
        # Where the reader of our answer, such as `head`, has had enough, click puts another stream
        # in place of stdout and exits. Any other exit is a bug.
        if isinstance(error, BrokenPipeError) or sys.stdout is not answers:
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return DONE
        return _report(error, arguments)
    return code if isinstance(code, int) else DONE


def _report(error: BaseException, arguments: Sequence[str]) -> int:
    """Say in one line what went wrong; the exit code."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    if isinstance(error, click.ClickException):
        return _complain(error.format_message(), BAD_INPUT, arguments)
    if isinstance(error, LinkupError):
        return _complain(str(error), exit_code(error), arguments)
    if lack := _lack(error):
        return _complain(lack, NO_MACHINE, arguments)
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return _complain("stopped by Ctrl-C", INTERRUPTED, arguments)
    return _complain(f"this is a bug; what happened is in {_log(error, arguments)}", BUG, arguments)


def _lack(error: BaseException) -> str:
    """What the machine lacks, if that is what an error is about."""
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EIO}:
        return f"cannot write the answer: {error.strerror}"
    if isinstance(error, MemoryError) or getattr(error, "code", None) == _NO_MEMORY:
        return "there is too little memory for this; close other programs, or give less to do"
    return ""


def _complain(message: str, code: int, arguments: Sequence[str]) -> int:
    line = " ".join(message.split())
    click.echo(f"linkup: {line}", err=True)
    if "--json" in arguments:
        click.echo(json.dumps({"error": line, "exit": code}))
    return code


def _log(error: BaseException, arguments: Sequence[str]) -> Path:
    """Keep what a bug report needs in a file."""
    trace = "".join(traceback.format_exception(error))
    with tempfile.NamedTemporaryFile(
        "w", prefix="linkup-bug-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        file.write(f"arguments: {list(arguments)}\npython: {sys.version}\n\n{trace}")
    return Path(file.name)
