"""The picture in the documents: it is there, and of this game."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bot.frame import load
from bot.levels import DealWish, GameLevel
from bot.sessionpicture import main, picture_of

SHOWN = Path(__file__).parent.parent / "docs" / "images" / "game-window.png"


def test_the_picture_in_the_readme_is_of_this_game(tmp_path: Path) -> None:
    """But for letters, which another version of OpenCV draws otherwise."""
    assert main([str(tmp_path / "now.png")]) == 0
    now, shown = load(tmp_path / "now.png").pixels, load(SHOWN).pixels
    assert now.shape == shown.shape
    differing = (np.abs(now.astype(int) - shown) > 40).any(axis=2).mean()
    assert differing < 0.02, "python -m bot.sessionpicture docs/images/game-window.png"


def test_a_path_is_shown_in_the_middle_of_a_game() -> None:
    """Links have been played, and another seed gives another picture."""
    wish = DealWish(GameLevel.EASY, 4, 6)
    one, two = (picture_of(wish, seed, 3) for seed in (1, 2))
    assert one.shape == two.shape
    assert (one != two).any()
