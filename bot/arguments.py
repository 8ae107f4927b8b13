"""What other programs hand in, checked at the door: the line says what was expected, and got."""

from __future__ import annotations

from math import isnan
from numbers import Integral, Real

from bot.errors import InputError


def refuse(name: str, expected: str, found: object) -> InputError:
    """The error that tells of an argument of the wrong type."""
    shown = " ".join(repr(found).split())  # an array has several lines
    shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
    return InputError(f"{name} must be {expected}, but got {type(found).__name__} {shown}")


def is_whole(found: object) -> bool:
    """Whether it is a whole number, of NumPy or of Python; a truth is none."""
    return isinstance(found, Integral) and not isinstance(found, bool)


def whole(name: str, found: object, least: int = 0) -> int:
    """A whole number that is not too small."""
    if not is_whole(found):
        raise refuse(name, "a whole number", found)
    assert isinstance(found, Integral)
    if found < least:
        raise InputError(f"{name} must be {least} or more, but got {found}")
    return int(found)


def seconds(name: str, found: object) -> float:
    """A time."""
    if isinstance(found, bool) or not isinstance(found, Real):
        raise refuse(name, "a number of seconds", found)
    if isnan(found) or found < 0:
        raise InputError(f"{name} must be 0 s or more, but got {found}")
    return float(found)


def truth(name: str, found: object) -> bool:
    """True or False: whatever else would be taken for one of them."""
    if not isinstance(found, bool):
        raise refuse(name, "True or False", found)
    return found


def able(name: str, found: object, *verbs: str) -> None:
    """Refuse what has not these methods, or cannot be called where there are none."""
    if isinstance(found, type):  # a class has the methods, but is no such thing
        raise refuse(name, "an object, not a class", found)
    if not verbs and not callable(found):
        raise refuse(name, "a function", found)
    if lacks := [verb for verb in verbs if not callable(getattr(found, verb, None))]:
        raise refuse(name, f"an object with {', '.join(f'{verb}()' for verb in lacks)}", found)
