"""A window of X11 that somebody else destroys: Xlib would end the process, here it is noted.

SDL opens the display by the libX11 of the system; what is set here is set for that one.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any


class _XErrorEvent(ctypes.Structure):
    """What Xlib tells an error handler."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("resourceid", ctypes.c_ulong),
        ("serial", ctypes.c_ulong),
        ("error_code", ctypes.c_ubyte),
        ("request_code", ctypes.c_ubyte),
        ("minor_code", ctypes.c_ubyte),
    )


_OnError = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_XErrorEvent))
_OnEnd = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_OnExit = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


_LOST: list[Lost] = []
"""Those whose functions Xlib may still call: it is not told how to do without all of them."""


class Lost:
    """Whether a window that SDL has opened was destroyed, or the connection to its display cut.

    Parameters
    ----------
    display
        the capsule in which pygame has the display, which must be one of X11

    Attributes
    ----------
    noted : what has happened; empty while the window is there
    """

    def __init__(self, display: object) -> None:
        self.noted = ""
        self._x11 = _libx11()
        if self._x11 is None:
            return
        _LOST.append(self)
        self._calls: list[Any] = [_OnError(self._error), _OnEnd(self._end), _OnExit(self._exit)]
        self._before = [
            self._x11.XSetErrorHandler(self._calls[0]),
            self._x11.XSetIOErrorHandler(self._calls[1]),
        ]
        address = ctypes.pythonapi.PyCapsule_GetPointer
        address.restype, address.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        # Where there is no such function, in a libX11 before 1.7, a cut connection is the end.
        if hasattr(self._x11, "XSetIOErrorExitHandler"):
            self._x11.XSetIOErrorExitHandler(address(display, b"display"), self._calls[2], None)

    def forget(self) -> None:
        """Have the display handle its errors as it did."""
        if self._x11 is not None:
            self._x11.XSetErrorHandler(self._before[0])
            self._x11.XSetIOErrorHandler(self._before[1])

    def _error(self, display: int, event: Any) -> int:
        """Any error: what SDL reckons with, such as that of a guess, does not come here."""
        del display
        code, request = event.contents.error_code, event.contents.request_code
        self.noted = self.noted or (
            f"another program may have destroyed it (X error {code} of request {request})"
        )
        return 0

    def _end(self, display: int) -> int:
        del display
        self.noted = "its connection to the display was cut"
        return 0

    def _exit(self, display: int, data: int) -> None:
        """Go on, and have the calls fail that follow: whoever asks learns that it is lost."""


def _libx11() -> ctypes.CDLL | None:
    """The library, if SDL has found it."""
    platform = sys.platform  # asked at run time, or the rest would be no code elsewhere
    if not platform.startswith("linux"):
        return None
    try:
        found = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    for name in ("XSetErrorHandler", "XSetIOErrorHandler"):
        setter = getattr(found, name)
        setter.restype, setter.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
    if hasattr(found, "XSetIOErrorExitHandler"):
        found.XSetIOErrorExitHandler.restype = None
        found.XSetIOErrorExitHandler.argtypes = (ctypes.c_void_p,) * 3
    return found
