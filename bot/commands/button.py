"""Teaching a skin the buttons of its game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands.common import (
    DONE,
    check_name,
    complete_skins,
    json_option,
    say,
    screen_rect,
    tell_json,
)
from bot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.buttons import Button
    from bot.frame import Frame
    from bot.geometry import Pixel, Rect

ROLES = ("popup", "next", "shuffle", "hint")
_OWN = Path("templates")


@click.command()
@click.argument("image", type=click.Path(path_type=Path))
@click.option(
    "--skin",
    required=True,
    metavar="NAME",
    shell_complete=complete_skins,
    help="Name or folder of the game's skin.",
)
@click.option(
    "--for",
    "role",
    type=click.Choice(ROLES),
    required=True,
    help="What it does: takes a message away, leads to the next game, shuffles, shows a hint.",
)
@click.option("--at", required=True, help="Where IMAGE shows it: X,Y,WIDTH,HEIGHT, in pixels.")
@click.option(
    "--click",
    "place",
    metavar="X,Y",
    help="Where in IMAGE it is to be clicked.  [default: the button's middle]",
)
@click.option("--name", help="What it is called.  [default: what it is for]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder with skins to write to.  [default: where the skin is, or ./templates]",
)
@json_option
def button(
    image: Path,
    skin: str,
    role: str,
    at: str,
    place: str | None,
    name: str | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Teach a skin a button of its game, so that the bot may use it.

    The button is cut out of IMAGE, a screenshot taken as the bot will see the game: without the
    pointer over it. Cut inside its edge, round corners show what is behind. With --name a button
    of that name is replaced.

    A skin that comes with linkup is copied to ./templates first.

    Example: linkup button won.png --skin mygame --for next --at 410,380,96,30
    """
    from bot.frame import load
    from bot.skinfile import find_skin, folders_of_skins, read_skin
    from bot.skinkeeper import is_shipped, keep_button, own_copy

    if name is not None:
        check_name(name)
    frame = load(image)
    found = find_skin(skin, (*([] if out is None else [out]), *folders_of_skins()))
    taken = [each.name for each in read_skin(found).buttons]
    new = _cut(frame, image, role, screen_rect(at, "--at"), _pixel(place))
    new = replace(new, name=name or _free(role, taken))
    folder, source = found, None
    into = _OWN if out is None and is_shipped(found) else out
    if into is not None and (into / found.resolve().name).resolve() != found.resolve():
        folder, source = own_copy(found, into), found
        say(f"linkup: {source} was copied to {folder}")
    keep_button(folder, new)
    names = [each.name for each in read_skin(folder).buttons]
    picture = folder / "buttons" / f"{new.name}.png"
    if as_json:
        answer = {
            "skin": folder.resolve().name,
            "folder": str(folder),
            "copied_from": None if source is None else str(source),
            "name": new.name,
            "for": role,
            "picture": str(picture),
            "click": list(new.target),
            "replaced": new.name in taken,
            "buttons": names,
        }
        tell_json(answer)
    else:
        what = "replaced" if new.name in taken else "added"
        click.echo(f"{folder}: {new.name} {what}, buttons: {', '.join(names)}\nlook at {picture}")
    return DONE


def _pixel(text: str | None) -> Pixel | None:
    from bot.geometry import Pixel

    if text is None:
        return None
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(f"--click wants X,Y, two numbers, got {text!r}") from None
    return Pixel(x, y)


def _free(role: str, taken: Collection[str]) -> str:
    """A name that no other button has: next, next2, next3 and so on."""
    number = 1
    while (name := role if number == 1 else f"{role}{number}") in taken:
        number += 1
    return name


def _cut(frame: Frame, image: Path, role: str, at: Rect, place: Pixel | None) -> Button:
    """The button that a part of a picture shows; it must be the only one of its look there."""
    from bot.buttons import Button, Role, find_corners
    from bot.geometry import Pixel, Rect

    whole = Rect(0, 0, frame.width, frame.height)
    if at.intersection(whole) != at:
        raise InputError(
            f"--at {at} must lie in {image}, which is {frame.width} x {frame.height} px"
        )
    if place is not None and not whole.holds(*place):
        raise InputError(f"--click {place.x:g},{place.y:g} must lie in {image}, too")
    part = frame.pixels[at.top : at.bottom, at.left : at.right].copy()
    shift = None if place is None else Pixel(place.x - at.left, place.y - at.top)
    cut = Button(Role(role), role, part, shift)
    others = [each for each in find_corners(frame.pixels, part) if each != Pixel(at.left, at.top)]
    if others:
        raise InputError(
            f"{image}: what lies at {at} cannot be told from what lies at "
            f"{others[0].x:.0f},{others[0].y:.0f}: take more of it, or less of the ground around it"
        )
    return cut
