"""A person's game in a real window: dealt, shown, and told about when the window is closed."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass

from bot.bests import Bests
from bot.board import Board
from bot.deal import full
from bot.errand import Errand
from bot.errors import InputError, WindowError
from bot.faces import draw_face
from bot.levels import DealWish, deal_level
from bot.sessionact import SessionAct
from bot.sessiondesk import DEAL_SECONDS, Played, SessionDesk
from bot.sessionlayout import SMALLEST, preferred_size
from bot.stage import Stage, perform
from bot.style import Style
from bot.tones import Speaker

REMOVAL = 0.45
"""How long a path is shown, s."""
_TOLD = 0.1
"""How often it is told how far a deal is, s."""

Telling = Callable[[], AbstractContextManager[Callable[[float], None]]]
"""Begins to tell of some work; what it gives is told how much of it is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What was played in a window.

    Parameters
    ----------
    played
        how each game went
    ended
        what ended it, if not the person in the window: Ctrl-C, or the loss of the window
    """

    played: list[Played]
    ended: KeyboardInterrupt | WindowError | None = None


def play_session(
    wish: DealWish,
    seed: int,
    style: Style,
    title: str,
    say: Callable[[str], None],
    *,
    dealing: Telling,
    bests: Bests | None = None,
    sound: bool = False,
) -> Sitting:
    """Show a game until its window is closed.

    Parameters
    ----------
    wish, seed
        the first deal
    style
        how it looks
    title
        of the window
    say
        is told of what goes wrong, a line at a time
    dealing
        tells how far the deal is
    bests
        the best of other days; None to keep none
    sound
        whether it is to be heard

    Returns
    -------
    sitting
        how each game went, also where Ctrl-C or the loss of the window ends them

    Raises
    ------
    MachineError
        if there is no display, or no pygame
    InputError
        if there is no such deal, or the screen has no room for it
    """
    wish.check()  # before anything is opened
    with Stage(title, draw_face(1, 64, 64)) as stage:
        rows, cols = wish.size
        size = preferred_size(full(rows, cols), style, stage.room)
        if size[0] > stage.room[0] or size[1] > stage.room[1]:  # said before a deal that takes long
            raise InputError(
                f"{rows} x {cols} tiles of at least {SMALLEST} px need a window of "
                f"{size[0]} x {size[1]} px, but the screen has room for "
                f"{stage.room[0]} x {stage.room[1]}; ask for fewer --rows or --cols"
            )
        board = _deal(wish, seed, dealing)
        now = time.monotonic()
        clock = time.monotonic
        desk = SessionDesk(board, wish, seed, time=now, removal=REMOVAL, clock=clock, bests=bests)
        ended: KeyboardInterrupt | WindowError | None = None
        try:
            stage.open(size, resizable=True)
            with closing(_Heard(desk, Speaker(say) if sound else None)) as heard:
                perform(stage, SessionAct(desk, style, size, time=now), heard.look)
        except (KeyboardInterrupt, WindowError) as error:
            ended = error
        return Sitting(desk.played(time.monotonic()), ended)


class _Heard:
    """What has happened since the last look is heard."""

    def __init__(self, desk: SessionDesk, speaker: Speaker | None) -> None:
        self._desk, self._speaker = desk, speaker
        self._session, self._known = desk.session, len(desk.session.events)

    def look(self) -> None:
        """See what has happened."""
        session = self._desk.session
        known = self._known if session is self._session else 1  # a deal has no tone
        if self._speaker is not None:
            self._speaker.play(session.events[known:])
        self._session, self._known = session, len(session.events)

    def close(self) -> None:
        """Be silent."""
        if self._speaker is not None:
            self._speaker.close()


def _deal(wish: DealWish, seed: int, dealing: Telling) -> Board:
    """Deal, and tell how far it is."""
    errand = Errand(
        lambda report: deal_level(wish, seed, go_on=report),
        time.monotonic() + DEAL_SECONDS,
        time.monotonic,
    )
    with dealing() as tell:
        while not errand.wait(_TOLD):
            tell(errand.share)
    return errand.result()
