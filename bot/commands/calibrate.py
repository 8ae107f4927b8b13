"""Learning how a game looks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

import click

from bot.commands.common import (
    DONE,
    FAILED,
    check_name,
    complete_windows,
    is_weaker,
    json_option,
    say,
    tell_json,
)
from bot.commands.progress import Progress, Waiting
from bot.commands.seeing import eye, look_at_window
from bot.plural import counted
from bot.unwritten import check_writable

if TYPE_CHECKING:
    from bot.frame import Frame
    from bot.skinsaver import Source


_OWN = Path("templates")
"""Where skins of one's own are looked up by name."""


def _next(out: Path, name: str, title: str | None) -> str:
    """What to type next, once the sheet is right."""
    skin = name if out == _OWN else str(out / name)
    window = "PART-OF-ITS-TITLE" if title is None else quote(title)
    return f"next, if the sheet is right: `linkup play --window {window} --skin {quote(skin)}`"


def _short_of(boards: Sequence[tuple[int, int]], size: tuple[int | None, int | None]) -> str:
    """What to say if no picture shows as many rows and columns as were given."""
    most = [max(sides) for sides in zip(*boards, strict=True)]
    if all(given is None or seen >= given for seen, given in zip(most, size, strict=True)):
        return ""
    wanted = " x ".join("any" if given is None else str(given) for given in size)
    return (
        f"no picture shows a board of {wanted}: {most[0]} x {most[1]} at most was read, and outer "
        "lines without a tile cannot be seen; take a full board, or leave out --rows and --cols "
        "if this is one"
    )


class _Shot(NamedTuple):
    """A picture to learn from, what complaints call it, and what the skin says of it."""

    frame: Frame
    title: str
    source: Source


def _saved(images: Sequence[Path]) -> list[_Shot]:
    from bot.frame import load
    from bot.skinsaver import Source

    frames = [load(image) for image in images]
    return [
        _Shot(frame, str(image), Source(image.name, frame.width, frame.height))
        for image, frame in zip(images, frames, strict=True)
    ]


def _taken(title: str, first: Waiting) -> _Shot:
    from bot.skinsaver import Source

    frame, _, whole = look_at_window(title, None, eye(None), found=first.begin)
    # Skins are passed on, and a title may tell more than the game's name.
    return _Shot(frame, f"the window '{whole}'", Source("window", frame.width, frame.height))


@click.command()
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--window",
    "title",
    shell_complete=complete_windows,
    help="Learn from the game's window as it is now: its title, or a part of it.",
)
@click.option("--name", required=True, help="What the skin is called.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=_OWN,
    show_default=True,
    help="Folder to write the skin's folder into.",
)
@click.option("--rows", type=click.IntRange(1), help="Rows of the board, where they are known.")
@click.option("--cols", type=click.IntRange(1), help="Columns of the board.")
@json_option
def calibrate(
    images: tuple[Path, ...],
    title: str | None,
    name: str,
    out: Path,
    rows: int | None,
    cols: int | None,
    as_json: bool,
) -> int:
    """Learn a skin from screenshots of a game.

    That is its look: its faces, its empty cells, its proportions.

    With --window a screenshot of the game's window is taken first. It is only looked at: it has to
    be in front already, and the pointer beside the board.

    A full board is best; more pictures show more faces, and one that is partly cleared shows the
    ground. Look at the sheet that is written: doubtful faces come first.

    Example: linkup calibrate full.png half.png --name mygame
    """
    from datetime import datetime
    from importlib.metadata import version

    import numpy as np

    from bot.calibrate import learn
    from bot.skinfile import read_skin
    from bot.skinsaver import same_before, save_skin

    if images and is_weaker("title", "images"):
        title = None
    if not images and title is None:
        raise click.UsageError("say what to learn from: IMAGES, --window TITLE, or both")
    check_name(name)
    check_writable(out / name / "skin.toml", instead="--out")
    began = time.perf_counter()
    shots = _saved(images)
    if title is not None:
        first = Waiting()
        with Progress(lambda: "looking", quiet=as_json, first=first.told):
            shots.append(_taken(title, first))
    frames = [shot.frame for shot in shots]
    pictures = counted(len(shots), "picture")
    with Progress(lambda: f"learning {name} from {pictures}", quiet=as_json):
        lesson = learn(frames, name, (rows, cols), [shot.title for shot in shots])
    sources = [shot.source for shot in shots]
    day = datetime.now().astimezone().date()
    kept = same_before(out / name, lesson)
    if kept.lost:
        say(f"linkup: `same` named {', '.join(kept.lost)}, which no picture shows now: left out")
    sheet = save_skin(out / name, lesson, sources, day, version("linkup-bot"), same=kept)
    with Progress(lambda: "reading the pictures with what was learned", quiet=as_json):
        read_back = lesson.reads_back(frames, read_skin(out / name))
    doubts = {
        f"k{face + 1:02}": list(lesson.doubts(face))
        for face in range(len(lesson.counts))
        if lesson.doubts(face)
    }
    tiles = np.flatnonzero(lesson.tiles).tolist()
    doubts |= {f"empty e{look + 1}": ["a tile?"] for look in tiles}
    if small := _short_of(lesson.boards, (rows, cols)):
        say(f"linkup: {small}")
    seconds = round(time.perf_counter() - began, 3)
    for shot, same in zip(shots, read_back, strict=True):
        if not same:
            say(
                f"linkup: {shot.title} is not read alike with the skin and without: look at {sheet}"
            )
    if as_json:
        answer = {
            "name": name,
            "folder": str(out / name),
            "sheet": str(sheet),
            "faces": len(lesson.counts),
            "tiles": int(lesson.counts.sum()),
            "empty": len(lesson.skin.ground),
            "pitch": [round(float(side), 3) for side in lesson.skin.pitch or ()],
            "boards": [list(size) for size in lesson.boards],
            "doubts": doubts,
            "read_back": read_back,
            "seconds": seconds,
        }
        tell_json(answer)
    else:
        click.echo(
            f"{out / name}: {counted(len(lesson.counts), 'face')} on "
            f"{counted(int(lesson.counts.sum()), 'tile')}, "
            f"{len(doubts)} in doubt\nlook at {sheet}"
        )
        if all(read_back):
            say(_next(out, name, title))
    return DONE if all(read_back) else FAILED
