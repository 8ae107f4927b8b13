"""Measuring: how fast and how right the parts of the bot are on this machine."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands.common import DONE, json_option, say, tell, tell_json
from bot.commands.progress import Progress
from bot.plural import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.bench.measure import Row

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@click.option("--quick/--no-quick", help="Fewer and smaller cases: an end within seconds.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the boards and games.")
@click.option("--deals", type=click.IntRange(min=1), help="For each row of solve; 100 unless told.")
@click.option("--boards", type=click.IntRange(min=1), help="Drawn for read; 100 unless told.")
@click.option("--games", type=click.IntRange(min=1), help="Played for play; 50 unless told.")
@click.option("--screens", type=_FOLDER, help="Screens with labels, for read.")
@click.option("--none", type=_FOLDER, help="Screens without a board, for read.")
@json_option
def bench(
    suites: tuple[str, ...],
    quick: bool,
    seed: int,
    deals: int | None,
    boards: int | None,
    games: int | None,
    screens: Path | None,
    none: Path | None,
    as_json: bool,
) -> int:
    """Measure how fast links are found, how right screens are read.

    SUITE is the name of what to measure: links, solve, read or play; without one all is measured.
    Times are of the processor, the best of several runs. A goal says what we want of a number on a
    usual machine; to miss it is no failure. What went wrong is named: the first cases of each
    suite, with --json all. A game of play is played again, and its story told, by its --seed and
    --games 1.

    Example: linkup bench links --quick
    """
    from bot.bench.measure import Effort, failures, tables
    from bot.bench.suites import chosen, machine

    wanted, answer, here = chosen(suites), {}, machine()
    if not as_json:
        click.echo(", ".join(f"{name} {value}" for name, value in here.items()))
    usual = 2 if quick else 100
    effort = Effort(
        quick=quick,
        seed=seed,
        deals=deals or usual,
        boards=boards or usual,
        games=games or (4 if quick else 50),
        screens=screens,
        none=none,
        say=say,
    )
    for number, (name, measure) in enumerate(wanted.items(), start=1):
        rows = _measured(measure(effort), name, f", {number} of {len(wanted)}", quiet=as_json)
        answer[name] = [row.document() for row in rows]
        if not as_json:
            tell(f"\n{tables(name, rows)}")
            if failed := failures(rows):
                tell(f"\n{failed}")
    if as_json:
        tell_json({"suites": answer, "machine": here})
    return DONE


def _measured(rows: Iterable[Row], name: str, of: str, *, quiet: bool) -> list[Row]:
    """The rows of a suite; a live line tells how many there are, and a last one how long it took.

    Parameters
    ----------
    rows
        measured as they are asked for
    name, of
        of the suite, and which of all it is
    quiet
        whether nothing is said, as with ``--json``
    """
    found: list[Row] = []
    began = time.monotonic()
    doing = f"measuring {name}"
    with Progress(
        lambda: f"{doing}: {counted(len(found), 'number')}{of}",
        quiet=quiet,
        first=lambda: f"{doing}...",
    ):
        found.extend(rows)
    if not quiet:
        say(f"{name}: {counted(len(found), 'number')} in {time.monotonic() - began:.0f} s")
    return found
