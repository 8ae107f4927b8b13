"""The desktop of Windows, through user32; written from its documentation, not yet run there."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from ctypes import wintypes
from math import floor

from bot.desktop import Window
from bot.errors import MachineError
from bot.geometry import Rect, ScreenPoint

# Type checkers read the rest only when they check for Windows.
assert sys.platform == "win32"

PER_MONITOR_AWARE_V2 = -4
GA_ROOT = 2
GA_ROOTOWNER = 3
STORE_FRAME = "ApplicationFrameWindow"
"""The class of the frames of all store apps, which one process owns for all of them."""
SW_RESTORE = 9
DWMWA_CLOAKED = 14
VIRTUAL_SCREEN = (76, 77, 78, 79)
"""The system metrics for left, top, width and height of all screens together."""
PROCESS_QUERY_LIMITED_INFORMATION = 0x1000
TOKEN_QUERY = 0x0008
TOKEN_INTEGRITY_LEVEL = 25
SNAPSHOT_PROCESSES = 0x2
INVALID_HANDLE = ctypes.c_void_p(-1).value

_user32 = ctypes.WinDLL("user32", use_last_error=True)
_kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
_advapi32 = ctypes.WinDLL("advapi32", use_last_error=True)
_dwmapi = ctypes.WinDLL("dwmapi")
_WindowCallback = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)

# Handles are as wide as pointers; undeclared, ctypes would cut them to 32 bits.
_user32.EnumWindows.argtypes = (_WindowCallback, wintypes.LPARAM)
_user32.GetWindowTextLengthW.argtypes = (wintypes.HWND,)
_user32.GetWindowTextW.argtypes = (wintypes.HWND, wintypes.LPWSTR, ctypes.c_int)
_user32.GetClientRect.argtypes = (wintypes.HWND, wintypes.LPRECT)
_user32.ClientToScreen.argtypes = (wintypes.HWND, wintypes.LPPOINT)
_user32.IsWindow.argtypes = (wintypes.HWND,)
_user32.IsWindowVisible.argtypes = (wintypes.HWND,)
_user32.IsIconic.argtypes = (wintypes.HWND,)
_user32.WindowFromPoint.argtypes = (wintypes.POINT,)
_user32.WindowFromPoint.restype = wintypes.HWND
_user32.GetAncestor.argtypes = (wintypes.HWND, wintypes.UINT)
_user32.GetAncestor.restype = wintypes.HWND
_user32.GetClassNameW.argtypes = (wintypes.HWND, wintypes.LPWSTR, ctypes.c_int)
_user32.GetDesktopWindow.restype = wintypes.HWND
_user32.GetShellWindow.restype = wintypes.HWND
_user32.SetForegroundWindow.argtypes = (wintypes.HWND,)
_user32.ShowWindow.argtypes = (wintypes.HWND, ctypes.c_int)
_user32.GetWindowThreadProcessId.argtypes = (wintypes.HWND, wintypes.LPDWORD)
_user32.SetProcessDpiAwarenessContext.argtypes = (wintypes.HANDLE,)
_kernel32.GetConsoleWindow.restype = wintypes.HWND
_kernel32.GetCurrentProcess.restype = wintypes.HANDLE
_kernel32.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
_kernel32.OpenProcess.restype = wintypes.HANDLE
_kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)
_kernel32.CreateToolhelp32Snapshot.argtypes = (wintypes.DWORD, wintypes.DWORD)
_kernel32.CreateToolhelp32Snapshot.restype = wintypes.HANDLE
_advapi32.OpenProcessToken.argtypes = (wintypes.HANDLE, wintypes.DWORD, wintypes.PHANDLE)
_advapi32.GetTokenInformation.argtypes = (
    wintypes.HANDLE,
    ctypes.c_int,
    wintypes.LPVOID,
    wintypes.DWORD,
    wintypes.LPDWORD,
)
_advapi32.GetSidSubAuthorityCount.argtypes = (wintypes.LPVOID,)
_advapi32.GetSidSubAuthorityCount.restype = ctypes.POINTER(ctypes.c_ubyte)
_advapi32.GetSidSubAuthority.argtypes = (wintypes.LPVOID, wintypes.DWORD)
_advapi32.GetSidSubAuthority.restype = wintypes.LPDWORD
_dwmapi.DwmGetWindowAttribute.argtypes = (
    wintypes.HWND,
    wintypes.DWORD,
    wintypes.LPVOID,
    wintypes.DWORD,
)


class _ProcessEntry(ctypes.Structure):
    """PROCESSENTRY32W of the tool help library."""

    _fields_ = (
        ("size", wintypes.DWORD),
        ("usage", wintypes.DWORD),
        ("pid", wintypes.DWORD),
        ("heap", ctypes.c_void_p),
        ("module", wintypes.DWORD),
        ("threads", wintypes.DWORD),
        ("parent", wintypes.DWORD),
        ("priority", wintypes.LONG),
        ("flags", wintypes.DWORD),
        ("name", wintypes.WCHAR * 260),
    )


_kernel32.Process32FirstW.argtypes = (wintypes.HANDLE, ctypes.POINTER(_ProcessEntry))
_kernel32.Process32NextW.argtypes = (wintypes.HANDLE, ctypes.POINTER(_ProcessEntry))


def be_dpi_aware() -> None:
    """Count every place in physical pixels, on each monitor, whatever its scaling.

    Only the first call in a process has an effect; a later one is refused and does no harm.
    """
    _user32.SetProcessDpiAwarenessContext(wintypes.HANDLE(PER_MONITOR_AWARE_V2))


class Win32Desktop:
    """The windows of the session; `be_dpi_aware` comes first."""

    def __init__(self) -> None:
        self._terminal_pids = frozenset(_ancestors(os.getppid()))

    def windows(self) -> list[Window]:
        """See `Desktop.windows`."""
        handles: list[int] = []

        def collect(handle: int, _: int) -> bool:
            handles.append(handle)
            return True

        _user32.EnumWindows(_WindowCallback(collect), 0)
        found = (self._describe(handle) for handle in handles)
        return [window for window in found if window is not None]

    def bounds(self, window_id: int) -> Rect | None:
        """See `Desktop.bounds`."""
        if not _user32.IsWindowVisible(window_id) or _user32.IsIconic(window_id):
            return None
        # Store apps and windows of other virtual desktops stay visible by name, but are cloaked.
        cloaked = wintypes.DWORD()
        _dwmapi.DwmGetWindowAttribute(
            window_id, DWMWA_CLOAKED, ctypes.byref(cloaked), ctypes.sizeof(cloaked)
        )
        inside, corner = wintypes.RECT(), wintypes.POINT(0, 0)
        if (
            cloaked.value
            or not _user32.GetClientRect(window_id, ctypes.byref(inside))
            or not _user32.ClientToScreen(window_id, ctypes.byref(corner))
        ):
            return None
        return Rect(corner.x, corner.y, inside.right, inside.bottom)

    def exists(self, window_id: int) -> bool:
        """See `Desktop.exists`."""
        return bool(_user32.IsWindow(window_id))

    def owner_at(self, point: ScreenPoint) -> int | None:
        """See `Desktop.owner_at`; here a title bar belongs to its window, but not to `bounds`."""
        handle = _user32.WindowFromPoint(wintypes.POINT(floor(point.x), floor(point.y)))
        root = _user32.GetAncestor(handle, GA_ROOT) if handle else None
        if not root or root in (_user32.GetDesktopWindow(), _user32.GetShellWindow()):
            return None
        return int(root)

    def same_program(self, window_id: int, other_id: int) -> bool:
        """See `Desktop.same_program`."""
        owners = {_user32.GetAncestor(handle, GA_ROOTOWNER) for handle in (window_id, other_id)}
        if window_id == other_id or (len(owners) == 1 and None not in owners):
            return True
        pid = _pid_of(window_id)
        return pid != 0 and pid == _pid_of(other_id) and _class_of(window_id) != STORE_FRAME

    def activate(self, window_id: int) -> None:
        """See `Desktop.activate`.

        Raises
        ------
        MachineError
            if the window runs with more rights than we do: Windows would drop every click
            without an error
        """
        owner = _pid_of(window_id)
        if owner and integrity_of_process(owner) > integrity_of_process(os.getpid()):
            raise MachineError(
                "the game runs as administrator and this program does not, so Windows would drop "
                "every click: start both the same way"
            )
        if _user32.IsIconic(window_id):
            _user32.ShowWindow(window_id, SW_RESTORE)
        _user32.SetForegroundWindow(window_id)

    def screen(self) -> Rect:
        """See `Desktop.screen`."""
        rect = Rect(*(int(_user32.GetSystemMetrics(metric)) for metric in VIRTUAL_SCREEN))
        if not rect.width or not rect.height:
            raise MachineError("there is no screen: run this in a desktop session")
        return rect

    def _describe(self, handle: int) -> Window | None:
        length = _user32.GetWindowTextLengthW(handle)
        rect = self.bounds(handle) if length else None
        if rect is None or not rect.width or not rect.height or self._is_terminal(handle):
            return None
        text = ctypes.create_unicode_buffer(length + 1)
        _user32.GetWindowTextW(handle, text, length + 1)
        return Window(handle, text.value, rect) if text.value.strip() else None

    def _is_terminal(self, handle: int) -> bool:
        return handle == _kernel32.GetConsoleWindow() or _pid_of(handle) in self._terminal_pids


def _class_of(handle: int) -> str:
    text = ctypes.create_unicode_buffer(257)
    _user32.GetClassNameW(handle, text, len(text))
    return text.value


def _pid_of(handle: int) -> int:
    pid = wintypes.DWORD()
    _user32.GetWindowThreadProcessId(handle, ctypes.byref(pid))
    return pid.value


def _ancestors(pid: int) -> Iterator[int]:
    """The process and those that started it.

    A parent may have ended and its number been given anew; a number seen before ends the walk.
    """
    parents = dict(_processes())
    seen: set[int] = set()
    while pid and pid not in seen:
        seen.add(pid)
        yield pid
        pid = parents.get(pid, 0)


def _processes() -> Iterator[tuple[int, int]]:
    """Every process with its parent."""
    snapshot = _kernel32.CreateToolhelp32Snapshot(SNAPSHOT_PROCESSES, 0)
    if snapshot == INVALID_HANDLE:
        return
    entry = _ProcessEntry(size=ctypes.sizeof(_ProcessEntry))
    more = _kernel32.Process32FirstW(snapshot, ctypes.byref(entry))
    while more:
        yield entry.pid, entry.parent
        more = _kernel32.Process32NextW(snapshot, ctypes.byref(entry))
    _kernel32.CloseHandle(snapshot)


def integrity_of_window(handle: int) -> int:
    """The integrity level of the process that owns a window."""
    return integrity_of_process(_pid_of(handle))


def integrity_of_process(pid: int) -> int:
    """The integrity level of a process; the highest there is if we may not even ask."""
    unknown = 0xFFFF
    process = _kernel32.OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, False, pid)
    if not process:
        return unknown
    token = wintypes.HANDLE()
    opened = _advapi32.OpenProcessToken(process, TOKEN_QUERY, ctypes.byref(token))
    _kernel32.CloseHandle(process)
    if not opened:
        return unknown
    # A TOKEN_MANDATORY_LABEL: a pointer to the SID, whose last part is the level, then the SID.
    label, size = ctypes.create_string_buffer(256), wintypes.DWORD()
    told = _advapi32.GetTokenInformation(
        token, TOKEN_INTEGRITY_LEVEL, label, len(label), ctypes.byref(size)
    )
    _kernel32.CloseHandle(token)
    if not told:
        return unknown
    sid = ctypes.cast(label, ctypes.POINTER(ctypes.c_void_p))[0]
    parts = _advapi32.GetSidSubAuthorityCount(sid)[0]
    return int(_advapi32.GetSidSubAuthority(sid, parts - 1)[0])
