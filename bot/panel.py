"""The panel: the game's own buttons that a person has pointed out, and pressing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from bot.absence import OUT_OF_SIGHT
from bot.buttons import Button, Role, Spot, place_of
from bot.errors import WindowHiddenError
from bot.frame import Frame
from bot.geometry import ScreenPoint
from bot.hand import Hand
from bot.lookout import Lookout
from bot.pointer import Pointer
from bot.window import WindowCoveredError, WindowMovedError

MOST_PRESSES = 12
"""Times that the buttons for one purpose are pressed in a game: one that helps no more would be
pressed for ever."""
_LEADS = 10.0
"""s; to wait for the button to the next game, which may come without it."""
_SETTLES = 2.0
"""s; after the end of a game, and after each message, before what leads on is pressed."""
_AGAIN = 5.0
"""s; after that it is pressed again if no board has come."""
_PAUSE = 1.0
"""s; between two tries to make way: a message goes slowly, and a button is looked for slowly."""

_STAYS, _SOON = 3, 4.0
"""Presses, each so soon after the last, s, by which a message goes if the button is its own."""


class Panel:
    """The buttons of one game.

    Parameters
    ----------
    buttons
        those that are known
    hand
        what presses them
    out
        where they are looked for
    pointer
        is told that the mouse has left the board
    clock
        time, s
    say
        told what is pressed, a line at a time
    home
        where the window's corner was when places of buttons were told; by default where it is when
        the board is found
    """

    def __init__(
        self,
        buttons: Sequence[Button | Spot],
        hand: Hand,
        out: Lookout,
        pointer: Pointer,
        *,
        clock: Callable[[], float],
        say: Callable[[str], None],
        home: ScreenPoint | None = None,
    ) -> None:
        self._buttons, self._hand, self._out, self._pointer = buttons, hand, out, pointer
        self._clock, self._say = clock, say
        self._left = {role: MOST_PRESSES for role in Role if self._of(role)}
        self._tried = -inf
        self._led = inf
        self._again: tuple[ScreenPoint | None, int, float] = None, 0, -inf
        self.home, self._is_told = home, home is not None
        self.held_up = False
        """Whether a window was in the way of the last press, which may be tried again."""
        self.presses = dict.fromkeys(Role, 0)
        """How often the buttons for each purpose were pressed."""

    def left(self, role: Role) -> int:
        """How often a button for that purpose may still be pressed."""
        return self._left.get(role, 0)

    def exhaust(self, role: Role) -> None:
        """Press no button for that purpose any more, for it does not help."""
        self._left[role] = 0

    def settle(self, frame: Frame) -> None:
        """The window is where the places of buttons were told for, unless that is known."""
        if not self._is_told:
            self.home = frame.origin

    def press(self, *roles: Role) -> bool:
        """Press the first button for one of these purposes that is seen; whether there was one.

        On a black screen, or in a window that is minimised, none is.

        Raises
        ------
        StoppedError, WindowError
            as `Hand.press_button` does
        """
        known = [button for role in roles if self.left(role) for button in self._of(role)]
        if not known:
            return False
        # A button under the pointer may look different, and so may one that was just pressed.
        self._hand.park()
        self.held_up = False
        try:
            frame = self._out.picture()
        except OUT_OF_SIGHT:
            return False
        self.home = self.home or frame.origin
        for button in known:
            place = place_of(frame, button)
            if isinstance(button, Spot) and place is not None:
                away = frame.origin.x - self.home.x, frame.origin.y - self.home.y
                place = ScreenPoint(place.x + away[0], place.y + away[1])
            if place is not None:
                self._say(f"pressing the {button.role} button at {place.x:.0f},{place.y:.0f}")
                try:
                    self._hand.press_button(place)
                except (WindowMovedError, WindowHiddenError):
                    self.held_up = True  # it is looked for where it is next time
                    return False
                except WindowCoveredError:
                    self.held_up = True
                    self._hand.bring_to_front()
                    return False
                self._out.acted()
                self._pointer.cell = None
                self._left[button.role] -= 1
                self.presses[button.role] += 1
                if button.role is Role.POPUP:
                    self._doubt(place)
                return True
        return False

    def _doubt(self, place: ScreenPoint) -> None:
        """Tell of a message that stays, press for press: what was pointed out may be beside it."""
        before, times, when = self._again
        now = self._clock()
        times = times + 1 if place == before and now - when <= _SOON else 1
        self._again = place, times, now
        if times == _STAYS:
            self._say(
                f"the popup button at {place.x:.0f},{place.y:.0f} stays after {times} presses: "
                "look at its picture beside the skin; `linkup button` shows it anew, and says by "
                "--click where else to click"
            )

    def make_way(self) -> None:
        """Where tiles cannot be seen: put the pointer aside, and press a message away."""
        if self._clock() < self._tried + _PAUSE:
            return
        self._tried = self._clock()
        self._hand.park()
        self.press(Role.POPUP)

    def lead_on(self, seconds: float) -> None:
        """Press what leads from a game that is over to the next one, if that is known.

        Parameters
        ----------
        seconds
            to wait for the button, s
        """
        began = self._clock()
        while self.left(Role.NEXT) and self._clock() <= began + min(seconds, _LEADS):
            # A message that tells the end may come a while after it, and wants to go first.
            if self.press(Role.POPUP):
                began = self._clock()
            elif self._clock() >= began + _SETTLES and self.press(Role.NEXT):
                break
            self._out.wait(_PAUSE)
        self._led = self._clock()

    def go_on(self) -> None:
        """Where there is no board: press a message away, or once more what leads on."""
        if self._clock() < self._tried + _PAUSE:
            return
        self._tried = self._clock()
        if not self.press(Role.POPUP) and self._clock() > self._led + _AGAIN:
            self._led = self._clock()
            self.press(Role.NEXT)

    def _of(self, role: Role) -> list[Button | Spot]:
        return [button for button in self._buttons if button.role is role]
