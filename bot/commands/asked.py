"""How a game is to be played: the options that `play` and `sandbox` share."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands.common import (
    Seconds,
    is_weaker,
    json_option,
    options,
    record_option,
    seen_rules,
    skin_option,
)

if TYPE_CHECKING:
    from bot.geometry import ScreenPoint

playing_options = options(
    skin_option,
    seen_rules,
    click.option(
        "--games",
        "number",
        type=click.IntRange(1, 1000),
        default=1,
        show_default=True,
        help="Go on to the next deal or level, by the buttons that the skin knows.",
    ),
    click.option(
        "--shuffle-at",
        metavar="X,Y",
        help="Where the game has a button that lays its tiles anew, on its screen.",
    ),
    click.option(
        "--keep-rules/--no-keep-rules", help="Write the rules that were found out into the skin."
    ),
    click.option(
        "--hurry/--no-hurry",
        help="Click on while the last tiles go, if one try shows that the game takes such clicks.",
    ),
    click.option(
        "--time-limit", type=Seconds(min=0), help="Give up each game after so many seconds."
    ),
    click.option("--dry-run/--no-dry-run", help="Click nothing; tell the plan."),
    click.option(
        "--verbose/--no-verbose", "-v", help="With --dry-run: tell every link of the plan."
    ),
    record_option,
    json_option,
)


@dataclass(slots=True)
class Asked:
    """How a game is to be played; checked when it is made, while the command's context is there.

    Parameters
    ----------
    skin, gravity, margin, max_turns, number, shuffle_at, keep_rules, hurry, time_limit, dry_run,
    verbose, record, as_json
        the options of `playing_options`. Where a file keeps or records games and the command line
        asks for a dry run, the dry run counts

    Raises
    ------
    click.UsageError
        if they contradict each other
    """

    skin: str | None
    gravity: str
    margin: str
    max_turns: int | None
    number: int
    shuffle_at: str | None
    keep_rules: bool
    hurry: bool
    time_limit: float | None
    dry_run: bool
    verbose: bool
    record: Path | None
    as_json: bool

    def __post_init__(self) -> None:
        if self.dry_run and is_weaker("record", "dry_run"):
            self.record = None
        if self.dry_run and is_weaker("keep_rules", "dry_run"):
            self.keep_rules = False
        if self.dry_run and self.record is not None:
            raise click.UsageError("--dry-run plays no game that --record could keep")
        if self.keep_rules and (self.skin is None or self.dry_run):
            raise click.UsageError("--keep-rules needs a --skin to keep them in, and a game")
        self.shuffle_spot()

    def shuffle_spot(self) -> ScreenPoint | None:
        """Where `--shuffle-at` is on the screen."""
        if self.shuffle_at is None:
            return None
        from bot.geometry import ScreenPoint

        try:
            x, y = map(float, self.shuffle_at.split(","))
        except ValueError:
            x = y = nan
        if not (isfinite(x) and isfinite(y)):
            raise click.UsageError(
                f"--shuffle-at is X,Y on the screen, but got '{self.shuffle_at}'"
            )
        return ScreenPoint(x, y)

    def arguments(self) -> list[str]:
        """The same for the command line of another `linkup play`."""
        told = {
            "--skin": self.skin,
            "--gravity": self.gravity,
            "--margin": self.margin,
            "--max-turns": self.max_turns,
            "--games": None if self.number == 1 else self.number,
            "--shuffle-at": self.shuffle_at,
            "--time-limit": self.time_limit,
            "--record": self.record,
        }
        given = [(name, str(value)) for name, value in told.items() if value is not None]
        flags = {
            "--keep-rules": self.keep_rules,
            "--hurry": self.hurry,
            "--dry-run": self.dry_run,
            "--verbose": self.verbose,
            "--json": self.as_json,
        }
        return [
            *(part for pair in given for part in pair),
            *(name for name, is_set in flags.items() if is_set),
        ]
