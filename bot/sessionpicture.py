"""The picture of a person's game in the documents: `python -m bot.sessionpicture FILE`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.frame import save
from bot.levels import DealWish, GameLevel, deal_level
from bot.sessionact import SessionAct
from bot.sessiondesk import SessionDesk
from bot.sessionlayout import preferred_size
from bot.solver import solve
from bot.style import Style

_REMOVAL, _SHOWN = 0.4, 0.2
_STEP = 3.4
"""How long each link takes the player, s."""
_ROOM = 1200, 800


def picture_of(wish: DealWish, seed: int, links: int) -> NDArray[np.uint8]:
    """A window in the middle of a game, while the path of a link is shown.

    Parameters
    ----------
    wish, seed
        the deal
    links
        how many have been played

    Returns
    -------
    picture : uint8 array of shape (H, W, 3), RGB
    """
    board, time = deal_level(wish, seed), 0.0
    desk = SessionDesk(board, wish, seed, time=time, removal=_REMOVAL, clock=lambda: 0.0)
    style = Style.default()
    act = SessionAct(desk, style, preferred_size(board, style, _ROOM), time=time)
    plan = solve(desk.session.position, 1000.0).links
    for link in plan[:links]:
        time += _STEP
        desk.choose(link.a, time)
        desk.choose(link.b, time)
    desk.advance(time + _STEP)
    # The one with the most turns shows best what a path is.
    best = max(desk.session.position.legal_links, key=lambda link: (link.turns, link.cells))
    time += _STEP
    desk.choose(best.a, time)
    desk.choose(best.b, time)
    picture = act.picture(time + _SHOWN)
    assert picture is not None
    return picture


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the picture; the exit code."""
    (name,) = sys.argv[1:] if arguments is None else arguments
    save(Path(name), picture_of(DealWish(GameLevel.NORMAL), 8, 22))
    return 0


if __name__ == "__main__":
    sys.exit(main())
