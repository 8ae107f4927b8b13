"""Showing recorded games to people: a page to read, and a film."""

from __future__ import annotations

from pathlib import Path

import click

from bot.commands.common import DONE, Seconds, json_option, say, tell_json
from bot.commands.progress import shares
from bot.plural import counted
from bot.unwritten import check_writable, not_written
from bot.whole import write_whole


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The page, a name that ends in .html.  [default: report.html in DIR]",
)
@json_option
def report(folder: Path, out: Path | None, as_json: bool) -> int:
    """Show a recorded game as a page: what was seen, decided, clicked, and what went wrong.

    DIR is what `--record` wrote, of one game or of several. The page is one file that any browser
    opens, and needs no network.

    Example: linkup report recordings/monday
    """
    from bot.report import document, stories
    from bot.report import report as drawn

    target = _target(folder, out, "report", (".html", ".htm"))
    with shares("reading the recording", quiet=as_json) as tell:
        told = stories(folder, tell)
    check_writable(target, instead="--out")
    with shares("drawing", quiet=as_json) as tell:
        page = drawn(told, tell)
    write(target, page.encode("utf-8"))
    if as_json:
        games = [document(story) for story in told]
        tell_json({"report": str(target), "games": games})
        return DONE
    from bot.tally import HOPELESS
    from bot.wording import unknown

    for story in told:
        wrong = len(story.faults)
        hopeless = f"{HOPELESS}; " if story.is_hopeless else ""
        click.echo(
            f"{story.outcome or 'cut off'}: {counted(story.links, 'link')} of "
            f"{story.tiles // 2} in {story.seconds:.1f} s, "
            f"{counted(len(story.clicks), 'click')}, {story.missed} missed"
            f"{unknown(story.pending)}; {hopeless}{counted(wrong, 'thing')} went wrong"
        )
        if story.damage:
            say(f"linkup: {story.folder}: {story.damage}")
    click.echo(f"report: {target}")
    return DONE


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The film, a name that ends in .webm or .webp.  [default: film.webm in DIR]",
)
@click.option(
    "--seconds",
    type=Seconds(2, 60),
    default=20,
    show_default=True,
    help="The longest it may take; a long game is shown faster.",
)
@click.option(
    "--width",
    type=click.IntRange(160, 1280),
    default=640,
    show_default=True,
    help="The widest it may be, px.",
)
@json_option
def film(folder: Path, out: Path | None, seconds: float, width: int, as_json: bool) -> int:
    """Show a recorded game as a short film: pointer, clicks, paths, links and time.

    DIR is what `--record` wrote. WebM is for players and browsers, WebP moves wherever a picture
    may stand, such as in a README.

    Example: linkup film recordings/monday --out recordings/monday.webp
    """
    from bot.chronicle import recordings
    from bot.film import filmed
    from bot.filmfile import SUFFIXES

    target = _target(folder, out, "film", SUFFIXES)
    if folder.suffix.lower() in _FILMS and not folder.exists():
        raise click.UsageError(
            f"{folder}: no recording; DIR is the folder that --record wrote, and the film is named "
            f"by --out, with a name that ends in {' or '.join(SUFFIXES)}"
        )
    recordings(folder)
    check_writable(target, instead="--out")
    with shares("filming", quiet=as_json) as tell:
        made = filmed(folder, target.suffix.lower(), width=width, seconds=seconds, progress=tell)
    write(target, made.data)
    if made.damage:
        say(f"linkup: {folder}: {made.damage}")
    if as_json:
        answer = {
            "film": str(target),
            "pictures": made.pictures,
            "width": made.width,
            "height": made.height,
            "seconds": round(made.seconds, 2),
            "bytes": len(made.data),
        }
        tell_json(answer)
        return DONE
    click.echo(
        f"{made.seconds:.1f} s, {made.width} x {made.height} px, {len(made.data) / 1e6:.2f} MB"
    )
    click.echo(f"film: {target}")
    return DONE


_FILMS = {".gif", ".webp", ".webm", ".mp4", ".apng", ".avi", ".mkv", ".mov"}
"""How names of films end: a folder has none of these."""


def _target(folder: Path, out: Path | None, name: str, suffixes: tuple[str, ...]) -> Path:
    """Where to write; a name of another sort is refused: it may be a part of the recording."""
    if out is None:
        from bot.tape import TAPE

        inside = folder.parent if folder.name == TAPE else folder
        return inside / f"{name}{suffixes[0]}"
    if out.suffix.lower() not in suffixes:
        raise click.UsageError(f"--out ends in {' or '.join(suffixes)}, but got '{out}'")
    return out


def write(target: Path, data: bytes) -> None:
    """Write a file, in a folder that is made if need be."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, data)
    except OSError as error:
        raise not_written(target, error, instead="--out") from None
