"""The bundled game, for a person."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

import click

from bot.commands.common import (
    DONE,
    INTERRUPTED,
    exit_code,
    json_option,
    rules,
    say,
    tell_json,
)
from bot.names import readable
from bot.plural import counted

if TYPE_CHECKING:
    from bot.bests import Bests
    from bot.levels import DealWish
    from bot.sessiondesk import Played
    from bot.style import Style

TITLE = "Linkup"
LEVELS = ("easy", "normal", "hard", "expert")
MOST_SEED = 2**31
"""Seeds that are drawn stay below it, so that they are short enough to be typed again."""
MOST_KINDS = 800
"""As many as the largest board has couples of cells: `--kinds` has no other limit but pictures."""
_ENDS = {"left": "not finished"}
"""Outcomes that a person could take for something else: for tiles that are left, here."""
BESTS = "best.json"
"""What the file of best times is called; it lies beside the person's settings."""
_DEALT = ("rows", "cols", "kinds", "gravity", "margin", "max_turns", "images", "solvable")
"""Options that a deal depends on, besides level and seed."""
_TOLD = 1.0
"""How often it is told how many pictures have been looked at, s."""


@click.command()
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="normal",
    show_default=True,
    help="How hard the boards are; the window deals others, too.",
)
@click.option("--rows", type=click.IntRange(2, 40), help="[default: what the level has, 6 to 9]")
@click.option("--cols", type=click.IntRange(2, 40), help="[default: what the level has, 10 to 16]")
@click.option(
    "--kinds",
    type=click.IntRange(1, MOST_KINDS),
    help="Kinds of tiles.  [default: what the level has]",
)
@rules
@click.option(
    "--solvable/--any",
    "solvable",
    default=True,
    help="Deal boards that can be cleared, or any.  [default: solvable]",
)
@click.option("--seed", type=int, help="Deals the same board again.")
@click.option(
    "--images",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Play with the pictures in this folder, of any size.",
)
@click.option("--sound/--no-sound", default=False, help="Short tones.  [default: no-sound]")
@click.option(
    "--keep-best/--no-best",
    "keep_best",
    default=True,
    help="Keep best times and scores, the bot's as yours, or do not.  [default: keep-best]",
)
@click.option("--best", "show_best", is_flag=True, help="List them, and play nothing.")
@json_option
def game(
    level: str,
    rows: int | None,
    cols: int | None,
    kinds: int | None,
    gravity: str,
    margin: str,
    max_turns: int,
    solvable: bool,
    seed: int | None,
    images: Path | None,
    sound: bool,
    keep_best: bool,
    show_best: bool,
    as_json: bool,
) -> int:
    """Play the bundled game yourself, with the mouse or the keyboard.

    Keys: arrows and Space, h a hint, u undo, s shuffle, p pause, n a new game, Ctrl-Q ends it.
    Where no link is left, a shuffle lays the same tiles anew, or god mode takes any two equal
    ones.

    Points: a pair earns 100, each turn of its path 25, and up to 100 more if it comes less than
    10 s after the last. A hint costs 100, a shuffle 300, undo 50 and what the pair earned; in god
    mode pairs earn nothing.

    Example: linkup game --level hard --gravity down
    """
    from bot.bests import Bests
    from bot.commands.settings import own_file

    own = own_file()
    # Where nobody knows a home of the person's there is none for the best times, either.
    bests = Bests(own.with_name(BESTS) if own.is_absolute() else None, say)
    if show_best:
        _list_bests(bests, as_json=as_json)
        return DONE

    from dataclasses import replace
    from functools import partial
    from random import Random

    from bot.commands.progress import shares
    from bot.errors import InputError
    from bot.levels import DealWish, GameLevel
    from bot.matcher import LinkRule
    from bot.position import Gravity
    from bot.sessionwindow import play_session
    from bot.stoppable import stoppable
    from bot.style import Style

    seed = Random().randrange(MOST_SEED) if seed is None else seed
    wish = DealWish(
        level=GameLevel(level),
        rows=rows,
        cols=cols,
        kinds=kinds,
        solvable=solvable,
        rule=LinkRule(max_turns, 1 if margin == "yes" else 0),
        gravity=Gravity(gravity),
        faces=MOST_KINDS,
    )
    style = Style.default() if images is None else _own_style(images, wish.most_kinds, seed)
    if images is not None and kinds is not None and kinds > style.faces:
        raise InputError(
            f"{kinds} kinds need as many pictures, but {images} has {style.faces} that can be used"
        )
    wish = replace(wish, faces=style.faces)
    with stoppable():
        kept = bests if keep_best else None
        dealing = partial(shares, "dealing", quiet=as_json)
        sitting = play_session(
            wish, seed, style, TITLE, say, dealing=dealing, bests=kept, sound=sound
        )
    _answer(sitting.played, wish, _said(click.get_current_context()), as_json=as_json)
    if isinstance(sitting.ended, KeyboardInterrupt):
        say("linkup: stopped by Ctrl-C")
        return INTERRUPTED
    if sitting.ended is not None:
        say(f"linkup: {sitting.ended}")
        return exit_code(sitting.ended)
    return DONE


def _own_style(folder: Path, wanted: int, seed: int) -> Style:
    """The usual look, with the pictures of a folder."""
    from time import monotonic

    from bot.ownfaces import load_gallery, shown
    from bot.style import Style

    last = monotonic()

    def tell(looked_at: int) -> None:
        nonlocal last
        if monotonic() - last > _TOLD:
            last = monotonic()
            say(f"pictures looked at: {looked_at}")

    gallery = load_gallery(folder, wanted, seed, tell=tell)
    for line in shown(gallery.left_out):
        say(f"left out: {line}")
    return Style(own=gallery.faces, face_size=0.9)


def _list_bests(bests: Bests, *, as_json: bool) -> None:
    from bot.bests import told
    from bot.sessioncards import clock_of

    found = bests.all()
    if as_json:
        tell_json({"best": told(found)})
        return
    for kind, best in found.items():
        time = "" if best.seconds is None else f"{clock_of(best.seconds)}, "
        click.echo(f"{kind}: {time}{counted(best.score, 'point')}")
    if not found:
        click.echo("no game has been cleared yet")


def _said(context: click.Context) -> list[str]:
    """The options that a deal depends on, as far as they were given, also by settings."""
    words: list[str] = []
    for name in _DEALT:
        source, value = context.get_parameter_source(name), context.params[name]
        if value is None or source is click.core.ParameterSource.DEFAULT:
            continue
        if name == "solvable":
            words.append("--solvable" if value else "--any")
        else:
            words += [f"--{name.replace('_', '-')}", readable(str(value))]
    return words


def _answer(played: list[Played], wish: DealWish, said: list[str], *, as_json: bool) -> None:
    """Tell how each game went, and what deals its board again."""
    if as_json:
        rules = {
            "gravity": wish.gravity.value,
            "margin": "yes" if wish.rule.margin else "no",
            "max_turns": wish.rule.max_turns,
        }
        more = {"solvable": wish.solvable, "rules": rules}
        tell_json({"outcome": played[-1].outcome, "games": [asdict(one) | more for one in played]})
        return
    for one in played:
        again = ["linkup", "game", "--level", one.level, *said, "--seed", str(one.seed)]
        click.echo(
            f"{_ENDS.get(one.outcome, one.outcome)}: "
            f"{one.links} of {counted(one.rows * one.cols // 2, 'pair')} of "
            f"{counted(one.kinds, 'kind')} removed in {one.seconds:.1f} s, "
            f"{counted(one.score, 'point')}"
            + "".join(f"; a new best {what}" for what in one.best)
            + f"; again: {join(again)}"
        )
