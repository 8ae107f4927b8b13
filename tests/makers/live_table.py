"""Plays real games by the command line and prints what came of it, as a table in Markdown.

Run it from the top of the checkout: python tests/makers/live_table.py [--games N] [--record DIR].
The last two columns are the seconds from the first click to the last look, and how many times as
long that is as the removals that the game shows by itself.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from live import Display, KShisen, XShisen

REMOVAL = (1.0, 0.75, 0.5, 0.25, 0.125)
"""Seconds that KShisen shows a removal, by its speed."""
KSHISENS = (
    ("14x6", "default", 4, False),
    ("14x6", "classic", 4, True),
    ("14x6", "jade", 2, False),
    ("14x6", "egypt", 4, True),
    ("18x8", "traditional", 4, True),
    ("18x8", "default", 4, False),
    ("18x8", "default", 2, True),
    ("18x8", "alphabet", 4, False),
    ("24x12", "jade", 4, True),
)
"""Size, tiles, speed and whether tiles fall."""
HEAD = ("game", "outcome", "links", "looks", "clicks", "missed", "seconds", "playing", "ratio")


def played(display: Display, title: str, *arguments: str) -> dict[str, Any]:
    """What came of a game in the window of that title."""
    done = display.python("-m", "bot", "play", "--window", title, "--json", *arguments, seconds=900)
    answer = json.loads(done.stdout)
    return (answer.get("games") or [answer])[0]


def row(name: str, game: dict[str, Any], removal: float | None) -> str:
    """A line of the table."""
    cells = [name, *(str(game.get(key)) for key in HEAD[1:6])]
    cells += [f"{game.get(key, float('nan')):.1f}" for key in HEAD[6:8]]
    links = game.get("links", 0)
    cells.append(f"{game['playing'] / (links * removal):.3f}" if removal and links else "-")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Play all of them, each so often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1, help="of each kind")
    parser.add_argument("--record", type=Path, help="where to keep the games")
    chosen = parser.parse_args()

    def arguments(name: str) -> list[str]:
        return ["--record", str(chosen.record / name)] if chosen.record else []

    print(f"| {' | '.join(HEAD)} |\n|{' --- |' * len(HEAD)}", flush=True)
    with Display() as display:
        for number in range(chosen.games):
            for size, tiles, speed, falls in KSHISENS:
                name = f"kshisen {size} {tiles} speed {speed} {'falling' if falls else 'at rest'}"
                game = KShisen(display, size, tiles, gravity=falls, speed=speed)
                try:
                    came = played(display, KShisen.TITLE, *arguments(f"{name} {number}"))
                finally:
                    game.close()
                print(row(name, came, REMOVAL[speed]), flush=True)
            other = XShisen(display)
            try:
                came = played(display, XShisen.TITLE, *arguments(f"xshisen {number}"))
            finally:
                other.close()
            print(row("xshisen 18x8", came, None), flush=True)


if __name__ == "__main__":
    main()
