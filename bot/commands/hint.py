"""The next link of a game, for a person: shown, and nothing clicked."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import (
    DONE,
    FAILED,
    complete_windows,
    exit_code,
    json_option,
    say,
    screen_rect,
    seen_rules,
    skin_option,
    strongest,
    tell_json,
    twice_given,
)
from bot.commands.progress import Progress, Waiting
from bot.commands.seeing import (
    beliefs_for,
    doubtful,
    eye,
    fitting_of,
    is_gravity_open,
    is_one_picture,
    look_at_window,
    read_file,
    save_picture,
)
from bot.errors import TEACH, BoardNotFoundError, LinkupError
from bot.plural import counted

if TYPE_CHECKING:
    from bot.beliefs import Beliefs
    from bot.frame import Frame
    from bot.hint import Hint
    from bot.reading import Reading


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was looked at: a picture, or a window on this screen."""

    frame: Frame
    reading: Reading
    image: Path | None
    window: str | None


@click.command()
@click.argument("image", required=False, type=click.Path(path_type=Path))
@click.option(
    "--window",
    "title",
    shell_complete=complete_windows,
    help="The game's window: its title, or a part of it.",
)
@click.option("--region", help="The part of the screen with the board: X,Y,WIDTH,HEIGHT.")
@skin_option
@seen_rules
@click.option(
    "--overlay",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("hints"),
    show_default=True,
    help="Folder for the picture, or a .png.",
)
@json_option
def hint(
    image: Path | None,
    title: str | None,
    region: str | None,
    skin: str | None,
    gravity: str,
    margin: str,
    max_turns: int | None,
    folder: Path,
    as_json: bool,
) -> int:
    """Show the next link of a game, and click nothing.

    It tells the two cells and writes a picture with the path.

    IMAGE is a saved screenshot; else name the game's window, or a part of the screen. A window is
    only looked at: it has to be in front already.

    Example: linkup hint --window Shisen-Sho
    """
    from bot.hint import advise
    from bot.linkview import link_view
    from bot.wording import falling

    image, title, region = strongest(image=image, title=title, region=region).values()
    if sum(source is not None for source in (image, title, region)) != 1:
        raise click.UsageError(
            "say what to look at: one of IMAGE, --window TITLE and --region X,Y,WIDTH,HEIGHT"
            f"{twice_given(image=image, title=title, region=region)}"
        )
    target = folder if is_one_picture(folder, 1, image) else None
    began = time.perf_counter()
    first = Waiting()
    with Progress(lambda: "looking", quiet=as_json, first=first.told):
        seen = _read_image(image, skin) if image else _read_window(title, region, skin, first)
    turns = seen.reading.skin.rules.max_turns if max_turns is None else max_turns
    beliefs = beliefs_for(seen.reading, gravity, margin, turns, say)
    with Progress(lambda: "thinking", quiet=as_json):
        advice = advise(seen.reading.board, beliefs, doubtful=doubtful(seen.reading))
    picture, code = None, DONE if advice.link else FAILED
    if advice.link is not None:
        picture = target or folder / f"{image.stem if image else 'screen'}.hint.png"
        drawn = link_view(seen.frame, seen.reading.lattice, advice.link, sure=advice.is_sure)
        try:
            save_picture(picture, drawn)
        except LinkupError as error:
            # Who looks for the next link has it all the same.
            say(f"linkup: {error}")
            picture = None
            source = click.get_current_context().get_parameter_source("folder")
            if source is not None and source.name != "DEFAULT":
                code = exit_code(error)
    supposed = falling(beliefs.gravity) if is_gravity_open(seen.reading, gravity) else None
    if as_json:
        answer = _document(seen, advice, beliefs, picture) | {"supposed": supposed}
        tell_json(answer | {"seconds": round(time.perf_counter() - began, 3)})
    else:
        click.echo("\n".join(_lines(seen, advice, beliefs, picture, supposed)))
    return code


def _read_image(image: Path, skin: str | None) -> _Seen:
    try:
        fitting = fitting_of(skin)
        return _Seen(*read_file(image, eye(skin, fitting), fitting), image, None)
    except BoardNotFoundError as error:
        teach = TEACH if skin is None and type(error) is BoardNotFoundError else ""
        raise type(error)(f"{image}: {error}{teach}") from None


def _read_window(title: str | None, region: str | None, skin: str | None, first: Waiting) -> _Seen:
    rect = None if region is None else screen_rect(region)
    fitting = fitting_of(skin)
    frame, reading, window = look_at_window(
        title or "", rect, eye(skin, fitting), fitting, found=first.begin
    )
    return _Seen(frame, reading, None, window)


def _lines(
    seen: _Seen, advice: Hint, beliefs: Beliefs, picture: Path | None, supposed: str | None
) -> list[str]:
    """The answer for a person."""
    link = advice.link
    if link is None:
        return [f"{advice.outcome or advice.verdict}: no two tiles link"]
    lattice, frame = seen.reading.lattice, seen.frame
    points = [lattice.center(cell) for cell in (link.a, link.b)]
    if seen.image is None:
        first, second = (frame.to_screen(point) for point in points)
        where = f"at {first.x:.0f},{first.y:.0f} and {second.x:.0f},{second.y:.0f} on the screen"
    else:
        where = "at {0.x:.0f},{0.y:.0f} and {1.x:.0f},{1.y:.0f} px".format(*points)
    turns = "straight" if link.turns == 0 else f"{link.turns} turn{'s'[: link.turns > 1]}"
    lines = [f"({link.a.row}, {link.a.col}) - ({link.b.row}, {link.b.col})  {turns}, {where}"]
    if advice.odds < 1:
        lines.append(f"the two tiles may differ: they match with odds of {advice.odds:.2f}")
    elif not advice.is_sure:
        lines.append("the two tiles may differ: one of them is read with little confidence")
    if _leaves(seen.reading, link.path) and len(beliefs.margins) > 1:
        lines.append("its path runs outside the board: if the game allows none, say --margin no")
    lines.append(_promise(seen.reading, advice, supposed))
    return lines if picture is None else [*lines, f"picture: {picture}"]


def _leaves(reading: Reading, path: tuple[Any, ...]) -> bool:
    return any(cell not in reading.board for cell in path)


def _promise(reading: Reading, advice: Hint, supposed: str | None) -> str:
    """What is known of the rest, in a line; and how tiles are `supposed` to fall, if they are."""
    from bot.solver import Verdict, Why

    count = len(advice.links)
    if advice.verdict is Verdict.SOLVED:
        more = f" with {counted(count - 1, 'link')} more" if count > 1 else ""
        return f"solved: it clears the board{more}{f', if {supposed}' if supposed else ''}"
    if advice.verdict is Verdict.UNSOLVABLE:
        of = reading.board.tiles // 2
        most = f"none has more than {advice.most} of {of}"
        known = f"if {supposed}, {advice.why}" if supposed else f"{advice.why}"
        return f"unsolvable ({known}): a plan of {counted(count, 'link')} was found, and {most}"
    if advice.why in {Why.HIDDEN, Why.ODD}:
        unknown = reading.board.kinds.count(-1)
        hidden = f"{counted(unknown, 'cell')} cannot be told"
        odd_kinds = len(reading.board.odd_kinds)
        occur = "occurs" if odd_kinds == 1 else "occur"
        odd = f"{counted(odd_kinds, 'kind')} {occur} an odd number of times: misread tiles"
        return f"undecided: {hidden if unknown else odd}"
    return f"undecided ({advice.why}): a plan of {counted(count, 'link')} was found"


def _document(seen: _Seen, advice: Hint, beliefs: Beliefs, picture: Path | None) -> dict[str, Any]:
    """The answer for a program."""
    board, lattice, link = seen.reading.board, seen.reading.lattice, advice.link
    shown: dict[str, Any] | None = None
    if link is not None:
        points = [lattice.center(cell) for cell in (link.a, link.b)]
        on_screen = [seen.frame.to_screen(point) for point in points]
        shown = {
            "a": list(link.a),
            "b": list(link.b),
            "path": [list(cell) for cell in link.path],
            "turns": link.turns,
            "cells": link.cells,
            "at": [[round(value, 1) for value in point] for point in points],
            "screen": None
            if seen.image
            else [[round(value, 1) for value in point] for point in on_screen],
            "odds": round(advice.odds, 3),
            "sure": advice.is_sure,
        }
    return {
        "image": str(seen.image) if seen.image else None,
        "window": seen.window,
        "hint": shown,
        "board": board.to_rows(),
        "unknown": board.kinds.count(-1),
        "verdict": advice.verdict,
        "why": advice.why,
        "links": [[list(each.a), list(each.b)] for each in advice.links],
        "outcome": advice.outcome,
        "rules": {
            "gravity": beliefs.gravity,
            "margin": "auto" if len(beliefs.margins) > 1 else "yes" if beliefs.margins[0] else "no",
            "max_turns": beliefs.max_turns,
        },
        "picture": str(picture) if picture else None,
    }
