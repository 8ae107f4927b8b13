"""The errors the bot raises on purpose; anything else is a bug.

Each class has its exit code in `cli`. A message is one line: it names the thing, says what was
expected and what was found, and what to do about it.
"""


class LinkupError(Exception):
    """Any error the bot raises on purpose."""


class InputError(LinkupError, ValueError):
    """What was handed in cannot be used: a broken picture, board, rule or option."""


class BoardError(InputError):
    """A text or a set of kinds is no board."""


class FrameError(InputError):
    """A picture cannot be read, or an array is no picture."""


class SkinError(InputError):
    """A skin cannot be found, or its folder does not hold one."""


class IllegalLinkError(LinkupError, ValueError):
    """The two tiles do not link in this position."""


class NotInTimeError(LinkupError):
    """The time is up that something might take; what it is about is undecided."""


class BoardNotFoundError(LinkupError):
    """No board is recognised in a picture."""


TEACH = "; if it is a game, `linkup calibrate` learns it from a straight picture of the full board"
"""What a person may do about a picture in which no board is seen without a skin."""


class OtherSkinError(BoardNotFoundError):
    """A picture is not of the skin that was named; it is read by another one, or without any."""


class WindowError(LinkupError):
    """The window asked for is not there, not unique, not wholly visible, or was lost."""


class WindowHiddenError(WindowError):
    """The window is open, yet not on the screen, or not all of it; it may come back."""


class MachineError(LinkupError):
    """The machine lacks something: a display, a library, a permission."""


class BlackScreenError(MachineError):
    """The picture of the screen is black everywhere."""


class StoppedError(LinkupError):
    """The person or a guard stopped the game: Escape, a corner, a moved mouse, useless clicks."""


class TimeIsUpError(LinkupError):
    """A game whose board was found takes longer than it may, whatever is waited for."""
