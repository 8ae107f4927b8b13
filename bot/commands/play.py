"""Playing: the bundled game, and any game in a window."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands.common import (
    DONE,
    FAILED,
    GRAVITIES,
    INTERRUPTED,
    NO_WINDOW,
    exit_code,
    json_option,
    say,
    screen_rect,
    seen_rules,
)
from bot.errors import BoardNotFoundError, LinkupError, MachineError, WindowError

if TYPE_CHECKING:
    from bot.policy import Beliefs
    from bot.replaying import Recorder, Settings, World
    from bot.runner import Player
    from bot.tally import Tally
    from bot.window import Desktop

record_option = click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the whole game in this folder; `linkup replay DIR` plays it again.",
)


@click.command()
@click.option("--rows", type=click.IntRange(2, 40), default=8, show_default=True)
@click.option("--cols", type=click.IntRange(2, 40), default=14, show_default=True)
@click.option(
    "--kinds",
    type=click.IntRange(1, 70),
    help="Kinds of tiles.  [default: 28, or fewer on a small board]",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Deals the same game again.")
@click.option(
    "--gravity",
    type=click.Choice(GRAVITIES),
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
@record_option
@json_option
def demo(
    rows: int,
    cols: int,
    kinds: int | None,
    seed: int,
    gravity: str,
    window: bool | None,
    record: Path | None,
    as_json: bool,
) -> int:
    """Show the whole bot on the bundled game.

    Example: linkup demo --rows 6 --cols 10 --kinds 15 --gravity down
    """
    from bot.demo import DemoGame, in_window, offscreen
    from bot.position import Gravity
    from bot.replaying import Settings

    game = DemoGame(rows, cols, kinds or min(28, rows * cols // 2), seed, Gravity(gravity))
    desktop = None
    if window is not False:
        desktop = _desktop_or_none(needed=bool(window))
    if desktop is None:
        say("playing the bundled game offscreen")
        with offscreen(game) as world:
            return _play(world, Settings(), record, as_json=as_json)
    say("playing the bundled game in its own window; a screen corner stops the mouse")
    with in_window(game, desktop) as world:
        return _play(world, Settings(), record, as_json=as_json)


def _desktop_or_none(*, needed: bool) -> Desktop | None:
    from bot.window import open_desktop

    try:
        return open_desktop()
    except MachineError:
        if needed:
            raise
        say("there is no display to show a window on")
        return None


@click.command()
@click.option("--window", "title", help="The game's window: its title, or a part of it.")
@click.option("--region", help="The part of the screen with the board: X,Y,WIDTH,HEIGHT.")
@click.option("--skin", metavar="NAME", help="Name or folder of what `calibrate` learned.")
@seen_rules
@click.option("--time-limit", type=click.FloatRange(min=0), help="Give up after so many seconds.")
@click.option("--dry-run", is_flag=True, help="Click nothing; say what would be clicked.")
@record_option
@json_option
def play(
    title: str | None,
    region: str | None,
    skin: str | None,
    gravity: str,
    margin: str,
    max_turns: int | None,
    time_limit: float | None,
    dry_run: bool,
    record: Path | None,
    as_json: bool,
) -> int:
    """Play a running game to the end, through the screen and the mouse.

    Put the pointer in a corner of the screen, move it by hand, or press Ctrl-C: it stops.

    Example: linkup play --window Shisen-Sho
    """
    from bot.live import LiveGame
    from bot.mouse import DryRunMouse
    from bot.replaying import Settings, World, player_in
    from bot.window import find_window, open_desktop, window_at

    rect = None if region is None else screen_rect(region)
    if (title is None) == (rect is None):
        raise click.UsageError("name the game: either --window TITLE or --region X,Y,WIDTH,HEIGHT")
    if dry_run and record is not None:
        raise click.UsageError("--dry-run plays no game that --record could keep")
    limit = float("inf") if time_limit is None else time_limit
    settings = Settings(_beliefs(skin, gravity, margin, max_turns), skin, limit)
    desktop = open_desktop()
    game = window_at(desktop, rect) if rect else find_window(desktop, title or "")
    live = LiveGame(desktop, game, rect, DryRunMouse(say) if dry_run else None)
    live.come_to_front()
    world = World(live, live)
    if dry_run:
        return _rehearse(player_in(world, settings, say), as_json=as_json)
    return _play(world, settings, record, as_json=as_json)


def _beliefs(skin: str | None, gravity: str, margin: str, max_turns: int | None) -> Beliefs:
    """What is believed of the rules: what was said, or else what the skin says, or anything."""
    from bot.policy import USUAL_GRAVITIES, Beliefs
    from bot.position import Gravity
    from bot.skin import Rules
    from bot.skinfile import load_skin

    known = Rules() if skin is None else load_skin(skin).rules
    gravity = known.gravity if gravity == "auto" else gravity
    margin = known.margin if margin == "auto" else margin
    gravities = USUAL_GRAVITIES if gravity == "auto" else (Gravity(gravity),)
    return Beliefs(
        gravities=gravities,
        margins={"auto": (1, 0), "yes": (1,), "no": (0,)}[margin],
        max_turns=known.max_turns if max_turns is None else max_turns,
        possible=gravities,
    )


def _play(world: World, settings: Settings, record: Path | None, *, as_json: bool) -> int:
    """Play, answer, and tell by the exit code how it ended."""
    from bot.replaying import Recorder, player_in
    from bot.tally import Ending

    player: Player | Recorder
    if record is None:
        player = player_in(world, settings, say)
    else:
        player = Recorder(record, world, settings, say)
    answer = partial(_answer_game, as_json=as_json, recording=record)
    try:
        ending = player.play()
    except (LinkupError, KeyboardInterrupt) as error:
        lost = isinstance(error, (WindowError, BoardNotFoundError))
        started = player.tally.tiles > 0
        if not started and isinstance(error, (BoardNotFoundError, MachineError)):
            raise
        answer(player.tally, "lost" if lost else "stopped")
        if isinstance(error, KeyboardInterrupt):
            say("linkup: stopped by Ctrl-C")
            return INTERRUPTED
        say(f"linkup: {error}")
        return NO_WINDOW if lost else exit_code(error)
    answer(player.tally, ending)
    return DONE if ending is Ending.CLEARED else FAILED


def _rehearse(player: Player, *, as_json: bool) -> int:
    """Look once, plan, and say every click of the plan; nothing is clicked."""
    for link in player.rehearse():
        say(f"would link ({link.a.row}, {link.a.col}) - ({link.b.row}, {link.b.col})")
    _answer_game(player.tally, "stopped", as_json=as_json, recording=None)
    return DONE


def _answer_game(tally: Tally, outcome: str, *, as_json: bool, recording: Path | None) -> None:
    if not as_json:
        click.echo(
            f"{outcome}: {tally.links} links of {tally.tiles // 2} in {tally.seconds:.1f} s, "
            f"{tally.clicks} clicks, {tally.missed} missed, {tally.looks} looks; "
            f"gravity {tally.gravity}, margin {tally.margin}"
        )
        if recording is not None:
            click.echo(f"recording: {recording}")
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
    kept = None if recording is None else str(recording)
    click.echo(json.dumps({"outcome": outcome, "games": [game], "recording": kept}))
