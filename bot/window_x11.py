"""The desktop of X11, through python-xlib."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import floor
from pathlib import Path
from typing import Any

from Xlib import X, error
from Xlib.ext import res
from Xlib.protocol import request
from Xlib.protocol.event import ClientMessage

from bot.desktop import Window
from bot.display_x11 import LOST, connect
from bot.errors import MachineError
from bot.geometry import Rect, ScreenPoint

_GONE = (error.BadWindow, error.BadDrawable, error.BadMatch)

_LONGEST = 64
"""Words of a property that are asked for; those asked for by number have a dozen at most."""

ALL_WORKSPACES = 0xFFFFFFFF
"""The workspace number of a window that is on all of them, by the EWMH specification."""


class X11Desktop:
    """The windows of an X display.

    Window managers that follow EWMH are asked for their list; where there is none, as in a bare
    Xvfb, the tree of windows is walked. Bounds and owners need no window manager.

    Parameters
    ----------
    display_name
        such as ``:0``; by default what `DISPLAY` says

    Raises
    ------
    MachineError
        if there is no such display, or it does not answer
    """

    def __init__(self, display_name: str | None = None) -> None:
        self._display = connect(display_name)
        # Left to itself Xlib prints what fails late, such as raising a window just closed.
        self._display.set_error_handler(lambda *_: None)
        self._root = self._display.screen().root
        self._trail: list[int] = []
        self._terminal_pids = frozenset(_ancestors(os.getppid()))
        named = os.environ.get("WINDOWID", "")
        self._terminal = int(named) if named.isdecimal() else None

    def close(self) -> None:
        """Hang up."""
        with self._connected():
            self._display.close()

    def windows(self) -> list[Window]:
        """See `Desktop.windows`."""
        with self._connected():
            listed = [self._describe(window_id) for window_id in self._front_to_back()]
        return [window for window in listed if window is not None]

    def bounds(self, window_id: int) -> Rect | None:
        """See `Desktop.bounds`."""
        with self._connected():
            return self._bounds(self._window(window_id))

    def exists(self, window_id: int) -> bool:
        """See `Desktop.exists`."""
        with self._connected():
            try:
                self._window(window_id).get_attributes()
            except _GONE:
                return False
        return True

    def owner_at(self, point: ScreenPoint) -> int | None:
        """See `Desktop.owner_at`."""
        x, y = floor(point.x), floor(point.y)
        with self._connected():
            if self._is_still_under(x, y):
                return self._trail[-1]
            found, trail = None, [self._root]
            while child := self._child_at(trail[-1], x, y):
                trail.append(child)
                found = found or child.id
                if self._is_client(child):
                    self._trail = [int(window.id) for window in trail]
                    return self._trail[-1]
            return found

    def same_program(self, window_id: int, other_id: int) -> bool:
        """See `Desktop.same_program`.

        Windows that one connection has made are, and those of which one says that it belongs to
        the other. Else both must name the same process of the same machine; in a container many
        programs have the same number there, so the display is asked, too, who is connected.
        """
        own = self._display.display.info.resource_id_mask
        if window_id & ~own == other_id & ~own:
            return True
        with self._connected():
            if self._leaders(window_id) & self._leaders(other_id):
                return True
            one, other = self._process(window_id), self._process(other_id)
            return None not in one[:2] and one == other

    def activate(self, window_id: int) -> None:
        """See `Desktop.activate`."""
        window = self._window(window_id)
        with self._connected():
            if self._property(self._root, "_NET_SUPPORTING_WM_CHECK") is not None:
                # 2: the wish comes from the person, so no focus-stealing guard holds it up.
                message = ClientMessage(
                    window=window,
                    client_type=self._atom("_NET_ACTIVE_WINDOW"),
                    data=(32, [2, X.CurrentTime, 0, 0, 0]),
                )
                mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
                self._root.send_event(message, event_mask=mask)
            else:
                window.configure(stack_mode=X.Above)
            self._display.sync()

    def screen(self) -> Rect:
        """See `Desktop.screen`."""
        with self._connected():
            size = self._root.get_geometry()
        return Rect(0, 0, size.width, size.height)

    @property
    def _later(self) -> dict[str, Any]:
        """For a request whose answer is waited for later."""
        return {"display": self._display.display, "defer": True}

    @contextmanager
    def _connected(self) -> Iterator[None]:
        try:
            yield
        except LOST as why:
            raise MachineError(f"the X display hung up: {why}") from None

    def _atom(self, name: str) -> int:
        return int(self._display.get_atom(name))

    def _window(self, window_id: int) -> Any:
        return self._display.create_resource_object("window", window_id)

    def _property(self, window: Any, name: str) -> Any:
        """The value of a property, or None if the window has none of that name or is gone."""
        try:
            found = window.get_full_property(self._atom(name), X.AnyPropertyType)
        except _GONE:
            return None
        return None if found is None else found.value

    def _front_to_back(self) -> Iterator[int]:
        stacking = self._property(self._root, "_NET_CLIENT_LIST_STACKING")
        if stacking is not None:
            return iter([int(window_id) for window_id in reversed(stacking)])
        return self._walk(self._root)

    def _walk(self, parent: Any) -> Iterator[int]:
        """Numbers of the topmost windows with a title in each branch of the tree."""
        try:
            children = parent.query_tree().children
        except _GONE:
            return
        for child in reversed(children):
            if self._title(child):
                yield int(child.id)
            else:
                yield from self._walk(child)

    def _describe(self, window_id: int) -> Window | None:
        window = self._window(window_id)
        title = self._title(window)
        rect = self._bounds(window)
        if not title or rect is None or self._is_terminal(window):
            return None
        return Window(window_id, title, rect)

    def _title(self, window: Any) -> str:
        """The title, by EWMH or by the older rule; empty if there is none."""
        for name in ("_NET_WM_NAME", "WM_NAME"):
            value = self._property(window, name)
            if isinstance(value, bytes):
                encoding = "utf-8" if name == "_NET_WM_NAME" else "latin-1"
                value = value.decode(encoding, "replace")
            if isinstance(value, str) and value.strip():
                return " ".join(value.split())
        return ""

    def _bounds(self, window: Any) -> Rect | None:
        # Asked before every click and every picture: all of it in one way there and back.
        asked = [
            request.GetWindowAttributes(window=window.id, **self._later),
            request.GetGeometry(drawable=window.id, **self._later),
            request.TranslateCoords(
                src_wid=window.id, dst_wid=self._root.id, src_x=0, src_y=0, **self._later
            ),
            self._asked(window.id, "_NET_WM_STATE"),
            self._asked(window.id, "_NET_WM_DESKTOP"),
            self._asked(self._root.id, "_NET_CURRENT_DESKTOP"),
            self._asked(window.id, "_GTK_FRAME_EXTENTS"),
        ]
        answered = [_is_answered(each) for each in asked]  # each of them, or the rest come later
        if not all(answered):
            return None
        attributes, size, corner = asked[:3]
        state, workspace, current, rim = map(_value, asked[3:])
        if attributes.map_state != X.IsViewable:
            return None
        # A manager may keep it mapped while it is minimised, or on another workspace.
        if self._atom("_NET_WM_STATE_HIDDEN") in state:
            return None
        if workspace and current and workspace[0] not in {ALL_WORKSPACES, current[0]}:
            return None
        # Toolkits that draw their own title bar also own an invisible rim for its shadow.
        left, right, top, bottom = rim if len(rim) == 4 else (0, 0, 0, 0)
        return Rect(
            corner.x + left, corner.y + top, size.width - left - right, size.height - top - bottom
        )

    def _is_terminal(self, window: Any) -> bool:
        """Whether it is the terminal we run in, or another program that started us."""
        if window.id == self._terminal:
            return True
        pid = self._property(window, "_NET_WM_PID")
        machine = self._property(window, "WM_CLIENT_MACHINE")
        if not pid or pid[0] not in self._terminal_pids:
            return False
        return machine is not None and _text(machine) == socket.gethostname()

    def _leaders(self, window_id: int) -> set[int]:
        """A window, the one it says that it belongs to, and so on."""
        found: set[int] = set()
        while window_id not in {X.NONE, self._root.id} | found:
            found.add(window_id)
            leader = self._property(self._window(window_id), "WM_TRANSIENT_FOR")
            window_id = int(leader[0]) if leader else X.NONE
        return found

    def _process(self, window_id: int) -> tuple[int | None, str | None, int | None]:
        """Number and machine as a window tells them, and the number as the display knows it."""
        window = self._window(window_id)
        pid = self._property(window, "_NET_WM_PID")
        machine = self._property(window, "WM_CLIENT_MACHINE")
        return (
            int(pid[0]) if pid else None,
            _text(machine) if machine else None,
            self._connected_process(window_id),
        )

    def _connected_process(self, window_id: int) -> int | None:
        """The number of the process that has made a window; None if the display cannot tell."""
        if not self._display.has_extension(res.extname):
            return None
        spec = {"client": window_id, "mask": res.LocalClientPIDMask}
        try:
            told = self._display.res_query_client_ids([spec]).ids
        except error.XError:
            return None
        return next((int(pid) for found in told for pid in found.value), None)

    def _asked(self, window_id: int, name: str) -> Any:
        """A property that is being asked for."""
        return request.GetProperty(
            window=window_id,
            property=self._atom(name),
            type=X.AnyPropertyType,
            delete=False,
            long_offset=0,
            long_length=_LONGEST,
            **self._later,
        )

    def _is_still_under(self, x: int, y: int) -> bool:
        """Whether a point of the screen lies in the windows, one in another, that were found last.

        Most clicks go where the last one went: asked in one way there and back.
        """
        parents, children = self._trail[:-1], self._trail[1:]
        places = [
            request.TranslateCoords(
                src_wid=self._root.id, dst_wid=parent, src_x=x, src_y=y, **self._later
            )
            for parent in parents
        ]
        states = [self._asked(child, "WM_STATE") for child in children]
        answered = [_is_answered(each) for each in (*places, *states)]
        if not answered or not all(answered):
            return False
        lies = all(place.child == child for place, child in zip(places, children, strict=True))
        marked = [bool(state.property_type) for state in states]
        return lies and marked[-1] and not any(marked[:-1])

    def _child_at(self, parent: Any, x: int, y: int) -> Any:
        """The topmost child of a window that holds a point of the screen, or None."""
        try:
            child = parent.translate_coords(self._root, x, y).child
        except _GONE:
            return None
        return child if child != X.NONE else None

    def _is_client(self, window: Any) -> bool:
        """Whether a window manager has marked it as a program's own window."""
        return self._property(window, "WM_STATE") is not None


def _is_answered(asked: Any) -> bool:
    """Wait for the answer to a request; False if the window it is about is gone."""
    try:
        asked.reply()
    except _GONE:
        return False
    return True


def _value(answer: Any) -> Sequence[Any]:
    """The value of a property that was asked for; empty if there is none."""
    return answer.value[1] if answer.property_type else ()


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _ancestors(pid: int) -> Iterator[int]:
    """The process and those that started it, up to but without the first of the machine."""
    while pid > 1:
        yield pid
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
        # The name in parentheses may hold spaces; the parent is the second field after it.
        pid = int(stat.rpartition(")")[2].split()[1])
