"""Makes the recordings in fixtures/recordings: games in faulty worlds that once went wrong.

Run it from the top of the checkout after a change to the loop that is meant to change its clicks.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

from bot.bench.games import Trial, world_of
from bot.replaying import Recorder, Settings, World

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "recordings"
GAMES = {"double-clicks": 43}
"""Seeds of `linkup bench play`, by the name of the recording."""


def record(name: str) -> None:
    """Play a game and keep it, in place of what was kept before."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    trial = Trial.of(GAMES[name])
    # No fault that was added since is part of it.
    faults = replace(trial.faults, pause=0.0, fall=0.0, hides=0.0)
    world, limit = world_of(replace(trial, faults=faults))
    inside = World(world.live, world.live, world.clock.now, world.clock.sleep)
    recorder = Recorder(
        folder, inside, Settings(time_limit=limit, tour_seconds=0.0), lambda _: None
    )
    print(name, recorder.play())


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        record(each)
