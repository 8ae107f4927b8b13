"""Playing: the bundled game, and any game in a window."""

from __future__ import annotations

from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands.asked import Asked, playing_options
from bot.commands.common import (
    DONE,
    FAILED,
    GRAVITIES,
    INTERRUPTED,
    NO_WINDOW,
    complete_windows,
    exit_code,
    json_option,
    next_step,
    open_titles,
    paint,
    record_option,
    say,
    screen_rect,
    strongest,
    tally_as_json,
    tell_json,
    twice_given,
)
from bot.commands.progress import LOOKING, Progress
from bot.commands.seeing import fitting_of
from bot.errors import BoardNotFoundError, InputError, LinkupError, MachineError, WindowError
from bot.foreground import Foreground
from bot.plural import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from bot.frame import Frame
    from bot.geometry import Rect, ScreenPoint
    from bot.replaying import Settings, World
    from bot.series import GamePlayed
    from bot.tally import Tally
    from bot.window import Desktop, Window

    Explained = Callable[[], AbstractContextManager[None]]


_NEXT = "next, a game of yours: open it, and `linkup play --window PART-OF-ITS-TITLE`"
"""What whoever has seen the demo may do."""


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
    metavar="WAY",
    help=f"Which way the game's tiles fall: {', '.join(GRAVITIES)}; the bot is not told.",
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

    The bot has no skin of it: a board needs 3 rows, 3 columns and 4 kinds at least, a small one
    more kinds.

    Example: linkup demo --rows 6 --cols 10 --kinds 15 --gravity down
    """
    from bot.demo import DemoGame, check_readable, in_window, offscreen
    from bot.position import Gravity
    from bot.replaying import Settings

    game = DemoGame(rows, cols, kinds or min(28, rows * cols // 2), seed, Gravity(gravity))
    with Progress(lambda: "dealing a board that can be read", quiet=as_json):
        check_readable(game)
    desktop = None
    if window is not False:
        desktop = _desktop_or_none(needed=bool(window))
    if desktop is None:
        say("playing the bundled game offscreen")
        with offscreen(game) as world:
            code = _play(world, Settings(), record, as_json=as_json)
    else:
        say("playing the bundled game in its own window; Escape or a screen corner stops it")
        with in_window(game, desktop) as world:
            code = _play(world, Settings(), record, as_json=as_json)
    if code == DONE and not as_json:
        say(_NEXT)
    return code


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
@click.option(
    "--window",
    "title",
    shell_complete=complete_windows,
    help="The game's window: its title, or a part of it.",
)
@click.option("--region", help="The part of the screen with the board: X,Y,WIDTH,HEIGHT.")
@click.option(
    "--screen", metavar="NAME[:WHICH]", help="A screen that another package brings, instead."
)
@playing_options
def play(title: str | None, region: str | None, screen: str | None, **options: Any) -> int:
    """Play a running game to the end, through the screen and the mouse.

    To stop it, put the pointer in a corner of a screen, move it by hand, press Escape, or press
    Ctrl-C. The game hears Escape, too, and may pause.

    Example: linkup play --window Shisen-Sho
    """
    from bot.api import beliefs_of
    from bot.patience import Patience
    from bot.replaying import Settings, player_in
    from bot.skinfile import load_skin

    title, region, screen = strongest(title=title, region=region, screen=screen).values()
    rect = None if region is None else screen_rect(region)
    if sum(place is not None for place in (title, rect, screen)) != 1:
        who = twice_given(title=title, region=region, screen=screen)
        if title is None and rect is None and screen is None and (titles := open_titles()):
            who = f"; the windows are {', '.join(map(repr, titles))}"
        raise click.UsageError(
            "name the game: one of --window TITLE, --region X,Y,WIDTH,HEIGHT and --screen NAME"
            f"{who}"
        )
    asked = Asked(**options)
    skin, record, as_json = asked.skin, asked.record, asked.as_json
    limit = float("inf") if asked.time_limit is None else asked.time_limit
    known = None if skin is None else load_skin(skin).rules
    beliefs = beliefs_of(known, asked.gravity, asked.margin, asked.max_turns)
    settings = Settings(
        beliefs,
        skin,
        limit,
        patience=Patience(hurries=asked.hurry),
        shuffle_at=asked.shuffle_spot(),
    )
    with _world(title, rect, screen, dry_run=asked.dry_run) as (world, game, explained):
        try:
            if asked.dry_run:
                from bot.commands.rehearsal import rehearse

                player = player_in(world, settings, say)
                return rehearse(player, game, everything=asked.verbose, as_json=as_json)
            keep = _home_of(skin) if asked.keep_rules and skin is not None else None
            return _play(
                world,
                settings,
                record,
                asked.number,
                keep=keep,
                as_json=as_json,
                explained=explained,
            )
        except BoardNotFoundError as error:
            raise _with_fitting(error, skin, world) from None


@contextmanager
def _world(
    title: str | None, rect: Rect | None, screen: str | None, *, dry_run: bool
) -> Iterator[tuple[World, Window | None, Explained]]:
    """The game in a window on this screen, and the window; or on a screen that a package brings.

    The third is put around what uses the screen, to tell why it failed.
    """
    from bot.mouse import DryRunMouse
    from bot.replaying import World

    if screen is not None:
        from bot.backends import StoppableHand, open_screen
        from bot.stopkey import open_stop_key

        looks, mouse = open_screen(screen)
        with closing(open_stop_key()) as key:
            hand = StoppableHand(DryRunMouse(say) if dry_run else mouse, key)
            yield World(looks, hand), None, nullcontext
        return
    from bot.live import LiveGame
    from bot.window import awake, find_window, open_desktop, window_at

    desktop = open_desktop()
    with awake() as explained:
        game = window_at(desktop, rect) if rect else find_window(desktop, title or "")
        live = LiveGame(desktop, game, rect, DryRunMouse(say) if dry_run else None)
        with closing(live):
            live.come_to_front()
            try:
                yield (
                    World(live, live, front=Foreground(live.covering, live.message)),
                    game,
                    explained,
                )
            except BoardNotFoundError as error:
                raise _with_cover(error, live.covering, game.rect) from None


def _with_fitting(error: BoardNotFoundError, skin: str | None, world: World) -> BoardNotFoundError:
    """The same error, with a skin that fits; or that the game waits, by a button of the skin."""
    with suppress(WindowError, MachineError):
        frame = world.screen.grab()
        if skin is not None and _waits(frame, skin):
            return BoardNotFoundError(
                "no board is seen, but the button that leads to the next game: press it first"
            )
        return fitting_of(skin).explain(error, frame)
    return error


def _waits(frame: Frame, skin: str) -> bool:
    """Whether a frame shows a button of a skin that leads to the next game."""
    from bot.buttons import Role, place_of
    from bot.skinfile import load_skin

    known = [button for button in load_skin(skin).buttons if button.role is Role.NEXT]
    return any(place_of(frame, button) is not None for button in known)


def _with_cover(
    error: BoardNotFoundError, covering: Callable[[ScreenPoint], str], rect: Rect
) -> BoardNotFoundError:
    """The same error, with the name of what lies over the window, if anything does."""
    from bot.live import UNTITLED
    from bot.look import spread

    over = [name for name in map(covering, spread(rect)) if name]
    if not over:
        return error
    # The frame around a window has no title; a place inside it tells more.
    named = next((name for name in over if name != UNTITLED), UNTITLED)
    return BoardNotFoundError(f"{error}; {named} lies over a part of it: close it or move it away")


def _home_of(skin: str) -> Path:
    """The folder of a skin that may be written to: one that came with linkup is copied first."""
    from bot.skinfile import find_skin, folders_of_skins
    from bot.skinkeeper import is_shipped, own_copy

    folder = find_skin(skin, folders_of_skins())
    return own_copy(folder, folders_of_skins()[0]) if is_shipped(folder) else folder


def _play(
    world: World,
    settings: Settings,
    record: Path | None,
    number: int = 1,
    *,
    keep: Path | None = None,
    as_json: bool,
    explained: Explained = nullcontext,
) -> int:
    """Play so many games, answer, and tell by the exit code how it ended."""
    from bot.commands.watched import Watched, told
    from bot.series import Series
    from bot.stoppable import stoppable
    from bot.tally import Ending

    watched = Watched(world)
    series = Series(watched.world, settings, say, record=record, number=number)

    def answer(outcome: str) -> None:
        _answer_games(series.played, outcome, as_json=as_json, recording=record)

    try:
        live_line = Progress(
            lambda: told(series, number, watched),
            quiet=as_json,
            first=lambda: "" if any(game.tally.tiles for game in series.played) else LOOKING,
        )
        with stoppable(), explained(), live_line:
            ending = series.play()
    except (LinkupError, KeyboardInterrupt) as error:
        lost = isinstance(error, (WindowError, BoardNotFoundError))
        started = any(game.tally.tiles for game in series.played)
        if not started and isinstance(error, (BoardNotFoundError, InputError, MachineError)):
            # Not where the recording is another one, and no game was begun.
            if series.played and record is not None and record.exists():
                say(f"what was seen is kept in {record}; the next recording needs another folder")
            raise
        answer("lost" if lost else "stopped")
        if keep is not None:
            _keep_proved(keep, series.played)
        if isinstance(error, KeyboardInterrupt):
            say(f"linkup: {'stopped by Ctrl-C' if as_json else 'Ctrl-C, or a request to end'}")
            return INTERRUPTED
        why = f"{error}{next_step(error)}"
        # A person has been told by the answer that it was stopped.
        say(f"linkup: {why if as_json else why.removeprefix('stopped: ')}")
        return NO_WINDOW if lost else exit_code(error)
    answer(ending)
    if keep is not None and not _keep_proved(keep, series.played):
        say(f"the rules found are not kept: only a game that is cleared proves them ({ending})")
    return DONE if ending is Ending.CLEARED else FAILED


def _keep_proved(folder: Path, played: Iterable[GamePlayed]) -> bool:
    """Keep the rules found in the last game that was cleared; whether there was one."""
    from bot.tally import Ending

    proved = [game.tally for game in played if game.outcome is Ending.CLEARED]
    if proved:
        _keep_rules(folder, proved[-1])
    return bool(proved)


def _keep_rules(folder: Path, tally: Tally) -> None:
    from bot.position import Gravity
    from bot.skin import Rules
    from bot.skinkeeper import keep_rules

    gravity = tally.gravity if tally.gravity == "auto" else Gravity(tally.gravity)
    margin = tally.margin if len(tally.beliefs.margins) == 1 else "auto"
    found = Rules(gravity=gravity, margin=margin, max_turns=tally.beliefs.max_turns)
    try:
        if keep_rules(folder, found):
            say(f"the rules found are in {folder} now")
    except LinkupError as error:
        say(f"linkup: the rules found are not kept: {error}")


def _again(game: GamePlayed) -> str:
    """Whether it was the deal that was to blame."""
    from bot.tally import HOPELESS, Ending

    lost = game.outcome is Ending.DEADLOCK and game.tally.is_hopeless
    return f"; {HOPELESS}: deal again" if lost else ""


def _answer_games(
    played: Sequence[GamePlayed], outcome: str, *, as_json: bool, recording: Path | None
) -> None:
    if as_json:
        games = [tally_as_json(game.tally, game.outcome or outcome) for game in played]
        kept = None if recording is None else str(recording)
        tell_json({"outcome": outcome, "games": games, "recording": kept})
        return
    from bot.wording import rules_in_short, unknown

    for game in played:
        tally = game.tally
        if not tally.tiles:
            clicks = counted(tally.clicks, "click")
            click.echo(f"{paint(game.outcome or outcome)}: no board was found yet, {clicks}")
            continue
        click.echo(
            f"{paint(game.outcome or outcome)}: {counted(tally.links, 'link')} of "
            f"{tally.tiles // 2} in {tally.seconds:.1f} s, {counted(tally.clicks, 'click')}, "
            f"{tally.missed} missed, {counted(tally.looks, 'look')}; "
            f"{rules_in_short(tally.gravity, tally.margin)}"
            f"{unknown(tally.pending)}{_again(game)}"
        )
    if recording is not None:
        click.echo(f"recording: {recording}")
