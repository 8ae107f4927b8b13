"""Playing a game in a screen of its own, while the person keeps the mouse."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

from bot.commands.asked import Asked, playing_options
from bot.commands.common import DONE, NO_BOARD, STOPPED, say
from bot.commands.progress import Progress
from bot.errors import MachineError

_USUAL = (1280, 800)
"""px; the size of a laptop's screen, for which games are made."""
_ROOM = 100
"""px; left free around the box on the person's own screen."""
_ELSEWHERE = "a screen of its own is one of X11, on Linux: here use `linkup play`"
_SIZE = re.compile(r"(\d{3,4})x(\d{3,4})")


@click.command(context_settings={"allow_interspersed_args": False})
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...")
@click.option("--size", metavar="WxH", help="Of the screen, px.  [default: 1280x800, or what fits]")
@click.option("--headless/--no-headless", help="Show it nowhere; so it is where no display is.")
@click.option("--window", "title", help="The game's window, if it shows several: its title.")
@click.option("--wait/--no-wait", help="Play when Enter is pressed here: start it by hand.")
@playing_options
def sandbox(
    command: tuple[str, ...],
    size: str | None,
    headless: bool,
    title: str | None,
    wait: bool,
    **options: Any,
) -> int:
    """Play a game in a screen of its own; the mouse stays yours.

    The screen is a window of Xephyr, so of Linux alone. The bot has its own pointer there: to stop
    it, move yours into that window, press Escape in it, or press Ctrl-C here. When it is done, the
    game is closed. It is no shield: the game runs with all your rights.

    Example: linkup sandbox -- kshisen
    """
    if sys.platform == "linux":
        from bot.skinfolders import find_skin, folders_of_skins

        host = None if headless else os.environ.get("DISPLAY") or None
        if not headless and not host:
            say("there is no display to watch it on: playing headless")
        if wait and host is None:
            raise click.UsageError("--wait needs a display: nobody can start what is not shown")
        if wait and sys.stdin is None:  # as a program finds it whose standard input was closed
            raise click.UsageError("--wait waits for Enter, but standard input is closed")
        asked = Asked(**options)
        if asked.skin is not None:
            find_skin(asked.skin, folders_of_skins())
        room = _size(size) or _fitting(host)
        return _play(command, room, host, title, asked.arguments(), wait=wait)
    raise MachineError(_ELSEWHERE)


def _play(
    command: tuple[str, ...],
    size: tuple[int, int],
    host: str | None,
    title: str | None,
    options: list[str],
    *,
    wait: bool,
) -> int:
    """Start the game, find its window, and play in it; the exit code of the player."""
    if sys.platform == "linux":
        from bot.sandbox import Sandbox

        with Sandbox(command, size, host) as box:
            say(f"the game runs on the display {box.name}{', shown nowhere' if not host else ''}")
            if wait:
                say("start the game there by hand, then press Enter here")
                sys.stdin.readline()
            with Progress(lambda: "waiting for the game's window", quiet="--json" in options):
                window = box.window(title)
            where = ["--window", title] if title else ["--region", str(window.rect)]
            code = box.play([*where, *options])
            if code != DONE and box.closed():
                say("linkup: the window of the sandbox was closed, and the game with it")
                return STOPPED
            if code != DONE and (how := box.ended()):
                say(f"linkup: {how}")
            elif code == NO_BOARD and not wait:
                say("a game that shows no board yet: with --wait you deal it by hand first")
        return code
    raise MachineError(_ELSEWHERE)


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = _SIZE.fullmatch(text)
    if found is None:
        raise click.BadParameter(f"--size wants WIDTHxHEIGHT of 100 to 9999 px, got {text!r}")
    return int(found[1]), int(found[2])


def _fitting(host: str | None) -> tuple[int, int]:
    """The usual size, or less where the person's own screen has no room for it."""
    if host is None:
        return _USUAL
    from contextlib import closing

    from bot.window_x11 import X11Desktop

    with closing(X11Desktop()) as desktop:
        screen = desktop.screen()
    # On a screen with less room than that the box is larger than what is seen of it.
    return (
        min(_USUAL[0], max(_ROOM, screen.width - _ROOM)),
        min(_USUAL[1], max(_ROOM, screen.height - _ROOM)),
    )
