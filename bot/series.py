"""A series: one game after another, each played by what was learned in those before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from bot.buttons import Role
from bot.errors import BoardNotFoundError
from bot.replaying import Recorder, Settings, World, buttons_of, player_in
from bot.runner import Player
from bot.tally import Ending, Tally

_AWAITS = 30.0
"""s; how long to wait for the next game: a game may celebrate the last one."""


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game of a series.

    Parameters
    ----------
    tally : what was done in it
    outcome : how it ended; None while it is played, or where it was broken off
    """

    tally: Tally
    outcome: Ending | None = None


class Series:
    """One game after another in one window.

    The next one is awaited, and the game's own buttons that lead there are pressed, where the skin
    knows them.

    Parameters
    ----------
    world, settings, say : as for `bot.replaying.player_in`
    record : folder for the recording; those of several games lie in folders in it, by number
    number : of games
    """

    def __init__(
        self,
        world: World,
        settings: Settings,
        say: Callable[[str], None],
        *,
        record: Path | None = None,
        number: int = 1,
    ) -> None:
        self._world, self._settings, self._say = world, settings, say
        self._record, self._number = record, number
        self._done: list[GamePlayed] = []
        self._player: Player | Recorder | None = None

    @property
    def played(self) -> list[GamePlayed]:
        """The games so far, the last one perhaps still being played."""
        player = self._player  # asked from another thread, too
        running = [] if player is None else [GamePlayed(player.tally)]
        return self._done + running

    def play(self) -> Ending:
        """Play all games: cleared if each was, else how the first ended that was not.

        Raises
        ------
        LinkupError
            as `Player.play` does; only that no further board comes ends the series, which is then
            out of time
        """
        settings = self._settings
        if self._number > 1 and not self._leads_on:
            self._say(
                "no button that leads to the next game is known: it is waited for; "
                "`linkup button SHOT --skin NAME --for next` teaches a skin the button"
            )
        for game in range(1, self._number + 1):
            player = self._player = self._player_of(game, settings)
            try:
                ending = player.play()
            except BoardNotFoundError:
                if not self._done or player.tally.tiles:
                    raise
                self._say(f"no further game came after {len(self._done)}")
                self._player = None
                return Ending.TIMEOUT
            self._done.append(GamePlayed(player.tally, ending))
            self._player = None
            if ending is not Ending.CLEARED and not (ending is Ending.DEADLOCK and self._leads_on):
                return ending
            if game > 1 and ending is Ending.DEADLOCK and not player.tally.links:
                return ending  # it is the same board still
            settings = _continued(settings, player)
        lost = (game.outcome for game in self._done if game.outcome is not Ending.CLEARED)
        return next(lost, None) or Ending.CLEARED

    @property
    def _leads_on(self) -> bool:
        """Whether a lost game can be left."""
        return any(button.role is Role.NEXT for button in buttons_of(self._settings))

    def _player_of(self, game: int, settings: Settings) -> Player | Recorder:
        if self._record is None:
            return player_in(self._world, settings, self._say)
        folder = self._record if self._number == 1 else self._record / f"game-{game:03}"
        return Recorder(folder, self._world, settings, self._say)


def _continued(settings: Settings, player: Player | Recorder) -> Settings:
    """The settings for the next game: what was learned of the rules, and time for it to come.

    Tiles may fall otherwise there, as they do from level to level of many games: what was learned
    of that is only thought of first. Places that were told still count from where the window was.
    """
    beliefs = player.tally.beliefs
    others = (way for way in settings.beliefs.gravities if way not in beliefs.gravities)
    known = replace(
        settings.beliefs,
        gravities=(*beliefs.gravities, *others),
        margins=beliefs.margins,
        turns=beliefs.turns,
    )
    return replace(settings, beliefs=known, awaits=_AWAITS, home=player.home)
