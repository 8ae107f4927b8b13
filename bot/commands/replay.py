"""Replaying: recorded games and labelled screenshots, read again and compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import DONE, FAILED, json_option, say, tell_json
from bot.commands.progress import steps
from bot.errors import BoardNotFoundError, InputError
from bot.plural import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

_PICTURES = {".png", ".jpg", ".jpeg", ".bmp", ".webp"}


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--update/--no-update", help="Write down what is seen in screenshots as expected.")
@json_option
def replay(paths: tuple[Path, ...], update: bool, as_json: bool) -> int:
    """Read saved screenshots or a recorded game again and compare.

    What is seen now is compared with what was expected.

    A screenshot has its board beside it, in a file of the same name that ends in `.board`. A
    recorded game is the folder that `--record` wrote: the same eye and mind play it once more.
    In any other folder all of both are looked for.

    Example: linkup replay recordings/monday
    """
    found = list(_found(paths))
    with steps(found, lambda path: f"replaying {path}", quiet=as_json) as each:
        answers = [_replay(path, update=update) for path in each]
    if as_json:
        tell_json({"replays": answers})
    else:
        for answer in answers:
            click.echo(_line(answer))
    return DONE if all(answer["same"] for answer in answers) else FAILED


def _found(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Recordings and pictures, each once, in order.

    Raises
    ------
    InputError
        if a path holds neither, or cannot be reached
    """
    for path in paths:
        try:
            yield from _found_at(path)
        except OSError as error:  # a name that is too long, a folder that is not ours
            raise InputError(f"{path}: {error.strerror or error}") from None


def _found_at(path: Path) -> list[Path]:
    from bot.tape import TAPE
    from bot.truth import labelled

    if not path.is_dir() or (path / TAPE).exists():
        return [path.parent if path.name == TAPE else path]
    tapes = {tape.parent for tape in path.rglob(TAPE)}
    pictures = {
        picture
        for picture in path.rglob("*")
        if picture.suffix.lower() in _PICTURES and labelled(picture).exists()
    }
    if not tapes and not pictures:
        raise InputError(
            f"{path}: holds no recording and no screenshot with a .board beside it; name a "
            "screenshot itself with --update to write one"
        )
    return sorted(tapes | pictures)


def _replay(path: Path, *, update: bool) -> dict[str, Any]:
    return _replay_game(path, update=update) if path.is_dir() else _replay_picture(path, update)


def _replay_game(path: Path, *, update: bool) -> dict[str, Any]:
    from bot.replaying import replay as replay_game

    if update:
        say(f"linkup: {path}: a game is not renewed: what it would have shown is not known")
    result = replay_game(path)
    differs = result.differs
    return {
        "path": str(path),
        "kind": "recording",
        "same": differs is None,
        "lines": result.lines,
        "whole": result.whole,
        "difference": None
        if differs is None
        else {"line": differs.line, "recorded": differs.recorded, "now": differs.now},
    }


def _replay_picture(path: Path, update: bool) -> dict[str, Any]:
    from bot.truth import Truth, labelled, look

    if not path.exists():
        raise InputError(f"{path}: no such file or folder")
    label = labelled(path)
    if not label.exists() and not update:
        raise InputError(f"{path}: no {label.name} beside it says what is expected; see --update")
    truth = Truth.of(label) if label.exists() else None
    known = truth.known if truth else None
    try:
        seen = Truth.seen(look(path, known), whole=known is not None)
    except BoardNotFoundError as error:
        if truth is None:
            raise
        why, updated = str(error), False
    else:
        why, updated = truth.differs_from(seen) if truth else "", False
        if update and (truth is None or why):
            replace(seen, known=known).write(label)
            why, updated = "", True
    return {
        "path": str(path),
        "kind": "screenshot",
        "same": not why,
        "updated": updated,
        "difference": {"why": why} if why else None,
    }


def _line(answer: dict[str, Any]) -> str:
    """What a person is told of one replay."""
    if answer["kind"] == "screenshot":
        said = "written" if answer["updated"] else "as expected"
        return f"{answer['path']}: {said if answer['same'] else answer['difference']['why']}"
    if answer["same"]:
        ended = "to the end" if answer["whole"] else "as far as it was recorded"
        return f"{answer['path']}: the same {ended}, {counted(answer['lines'], 'line')}"
    found = answer["difference"]
    return (
        f"{answer['path']}: differs at line {found['line']}\n"
        f"  recorded: {found['recorded']}\n  now:      {found['now']}"
    )
