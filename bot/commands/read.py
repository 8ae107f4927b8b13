"""Reading saved screenshots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import (
    BAD_INPUT,
    DONE,
    NO_BOARD,
    complete_skins,
    exit_code,
    json_option,
    say,
    tell_json,
)
from bot.commands.progress import steps
from bot.commands.seeing import (
    beliefs_for,
    doubtful,
    eye,
    fitting_of,
    is_one_picture,
    read_file,
    save_picture,
)
from bot.errors import TEACH, BoardNotFoundError, InputError
from bot.unwritten import check_writable

if TYPE_CHECKING:
    from bot.fitting import Fitting
    from bot.frame import Frame
    from bot.matcher import Link
    from bot.reading import Reading

_LINKS = 3
"""Links that an overlay shows; more hide the board."""
_THOUGHT = 1.0
"""s; for a search of them. A plan that is not finished is good enough to look at."""


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--skin",
    metavar="NAME",
    shell_complete=complete_skins,
    help="Name or folder of what `calibrate` learned.",
)
@click.option(
    "--overlay",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder for pictures of what was read; for one, a .png does as well.",
)
@json_option
def read(images: tuple[Path, ...], skin: str | None, folder: Path | None, as_json: bool) -> int:
    """Read saved screenshots: from pictures to boards, whatever the game.

    With a skin, its game is read faster and more surely, and no other game is.

    Example: linkup read screenshot.png --overlay seen
    """
    fitting = fitting_of(skin)
    reader = eye(skin, fitting)
    overlays = _overlays(images, folder)
    for target in filter(None, overlays):
        check_writable(target, instead="--overlay")
    pictures = list(zip(images, overlays, strict=True))
    with steps(pictures, lambda one: f"reading {one[0]}", quiet=as_json) as each:
        answers = [_read_one(image, reader, fitting, overlay) for image, overlay in each]
    if as_json:
        tell_json({"readings": [answer for answer, _, _ in answers]})
    else:
        click.echo("\n\n".join(text for _, text, _ in answers))
    codes = [code for _, _, code in answers]
    return next((code for code in (BAD_INPUT, NO_BOARD) if code in codes), DONE)


def _overlays(images: Sequence[Path], folder: Path | None) -> list[Path | None]:
    """Where the overlay of each picture goes; pictures of one name get one each."""
    if folder is None:
        return [None] * len(images)
    if is_one_picture(folder, len(images), images[0]):
        return [folder]
    stems = [image.stem.casefold() for image in images]
    found: list[Path | None] = []
    taken: set[str] = set()
    for image in images:
        name, number = image.stem, 1
        # A name that is some other picture's own is left to that one.
        while name.casefold() in taken or (number > 1 and name.casefold() in stems):
            number += 1
            name = f"{image.stem}-{number}"
        taken.add(name.casefold())
        found.append(folder / f"{name}.overlay.png")
    return found


def _read_one(
    image: Path,
    reader: Callable[[Frame], Reading],
    fitting: Fitting,
    overlay: Path | None,
) -> tuple[dict[str, Any], str, int]:
    """The JSON of a reading, its text for a person, and the exit code it asks for."""
    began = time.perf_counter()
    try:
        frame, reading = read_file(image, reader, fitting)
    except (InputError, BoardNotFoundError) as error:
        why = " ".join(str(error).split())
        message = why if str(image) in why else f"{image}: {why}"
        is_untaught = fitting.skin is None and type(error) is BoardNotFoundError
        say(f"linkup: {message}{TEACH if is_untaught else ''}")
        answer = _reading_json(image, None, why, time.perf_counter() - began)
        return answer, f"{image}: not read", exit_code(error)
    answer = _reading_json(image, reading, None, time.perf_counter() - began)
    text = f"{image}\n{reading.board}"
    if overlay is not None:
        from bot.overlay import overlay as drawn

        save_picture(overlay, drawn(frame, reading, _next_links(reading)))
        text += f"\noverlay: {overlay}"
    return answer, text, DONE


def _next_links(reading: Reading) -> list[Link]:
    """The links to be played next, as far as their tiles lie where they are seen."""
    from bot.hint import advise, open_now
    from bot.solver import solve

    rules, board = reading.skin.rules, reading.board
    beliefs = beliefs_for(reading, rules.gravity, rules.margin, rules.max_turns)
    plan = advise(
        board,
        beliefs,
        lambda position, budget: solve(position, min(budget, _THOUGHT)),
        doubtful=doubtful(reading),
    )
    return list(islice(open_now(board, plan.links, beliefs), _LINKS))


def _reading_json(
    image: Path, reading: Reading | None, why: str | None, seconds: float
) -> dict[str, Any]:
    common = {"image": str(image), "found": reading is not None, "why": why}
    if reading is None:
        return common | {
            "lattice": None,
            "board": None,
            "confidence": None,
            "unknown": 0,
            "selected": [],
            "seconds": round(seconds, 4),
        }
    lattice, board = reading.lattice, reading.board
    return common | {
        "lattice": {
            "origin": [round(value, 3) for value in lattice.origin],
            "pitch": [round(value, 3) for value in lattice.pitch],
            "rows": lattice.rows,
            "cols": lattice.cols,
        },
        "board": board.to_rows(),
        "confidence": _confidence_rows(reading),
        "unknown": board.kinds.count(-1),
        "selected": [list(cell) for cell in reading.selected],
        "seconds": round(seconds, 4),
    }


def _confidence_rows(reading: Reading) -> list[list[float]]:
    """How sure each cell is, rounded, row by row."""
    rows = reading.confidence.reshape(reading.board.rows, reading.board.cols)
    return [[round(value, 2) for value in row] for row in rows.tolist()]
