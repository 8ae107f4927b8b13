"""What the native games share: the state to show, and telling where the cells lie."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace


def state(folder: Path) -> SimpleNamespace:
    """The state to show, from ``state.json``; ``tiles`` are (row, col, kind, selected)."""
    told = SimpleNamespace(**json.loads((folder / "state.json").read_text(encoding="utf-8")))
    told.tiles = [
        (row, col, kind, [row, col] in told.selected)
        for row, line in enumerate(told.board)
        for col, kind in enumerate(line)
        if kind
    ]
    told.picture = {n: str(folder / "faces" / f"{n}.png") for n in range(1, told.kinds + 1)}
    told.has_ground = (folder / "ground.png").exists()
    return told


def tell(folder: Path, x: float, y: float, pitch_x: float, pitch_y: float) -> None:
    """Tell the top left of cell (0, 0) and the pitch, screen px: it is the centre that is kept."""
    part = folder / "geometry.part"
    part.write_text(f"{x + pitch_x / 2} {y + pitch_y / 2} {pitch_x} {pitch_y}", encoding="utf-8")
    part.replace(folder / "geometry.json")
