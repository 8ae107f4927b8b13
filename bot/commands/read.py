"""Reading saved screenshots."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import BAD_INPUT, DONE, NO_BOARD, exit_code, json_option, say
from bot.errors import BoardNotFoundError, InputError

if TYPE_CHECKING:
    from bot.frame import Frame
    from bot.reader import Reading


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--overlay", "folder", type=click.Path(path_type=Path), help="Folder for pictures.")
@json_option
def read(images: tuple[Path, ...], folder: Path | None, as_json: bool) -> int:
    """Read saved screenshots: from pictures to boards, whatever the game.

    Example: linkup read screenshot.png --overlay seen
    """
    answers = [_read_one(image, folder) for image in images]
    if as_json:
        click.echo(json.dumps({"readings": [answer for answer, _, _ in answers]}))
    else:
        click.echo("\n\n".join(text for _, text, _ in answers))
    codes = [code for _, _, code in answers]
    return next((code for code in (BAD_INPUT, NO_BOARD) if code in codes), DONE)


def _read_one(image: Path, folder: Path | None) -> tuple[dict[str, Any], str, int]:
    """The JSON of a reading, its text for a person, and the exit code it asks for."""
    from bot.frame import load
    from bot.reader import read as read_frame

    began = time.perf_counter()
    try:
        frame = load(image)
        reading = read_frame(frame)
    except (InputError, BoardNotFoundError) as error:
        why = " ".join(str(error).split())
        message = why if str(image) in why else f"{image}: {why}"
        say(f"linkup: {message}")
        answer = _reading_json(image, None, why, time.perf_counter() - began)
        return answer, f"{image}: not read", exit_code(error)
    answer = _reading_json(image, reading, None, time.perf_counter() - began)
    text = f"{image}\n{reading.board}"
    if folder is not None:
        text += f"\noverlay: {_write_overlay(folder, image, frame, reading)}"
    return answer, text, DONE


def _write_overlay(folder: Path, image: Path, frame: Frame, reading: Reading) -> Path:
    from bot.frame import save
    from bot.overlay import overlay

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror or error}") from error
    target = folder / f"{image.stem}.overlay.png"
    save(target, overlay(frame, reading))
    return target


def _reading_json(
    image: Path, reading: Reading | None, why: str | None, seconds: float
) -> dict[str, Any]:
    common = {"image": str(image), "found": reading is not None, "why": why}
    if reading is None:
        return common | {
            "lattice": None,
            "board": None,
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
        "unknown": board.kinds.count(-1),
        "selected": [list(cell) for cell in reading.selected],
        "seconds": round(seconds, 4),
    }
