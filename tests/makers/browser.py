"""A game on a page of Chromium: it asks us for the state, and tells where its cells lie."""

from __future__ import annotations

import json
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from stage import Stage, wait_for

WEB = Path(__file__).parent / "web"
PROBE = (255, 0, 255)  # colour of the square by which we find the corner of the page


class Look(Protocol):
    """What of a game matters for its window."""

    @property
    def window(self) -> tuple[int, int]:
        """Size, px."""

    @property
    def at(self) -> tuple[int, int]:
        """Top left, px."""

    @property
    def scale(self) -> float:
        """Px of the screen per px of the page."""

    @property
    def manner(self) -> str:
        """``app``, ``full`` or ``kiosk``."""


def chromium(on: Stage, look: Look, profile: Path, url: str) -> None:
    """Open a page in a browser that asks nothing and remembers nothing."""
    manner = {"app": [f"--app={url}"], "full": [url], "kiosk": ["--kiosk", url]}[look.manner]
    quiet = ("no-sandbox", "test-type", "no-first-run", "disable-gpu", "no-default-browser-check")
    places = (
        f"--user-data-dir={profile}",
        f"--window-size={look.window[0]},{look.window[1]}",
        f"--window-position={look.at[0]},{look.at[1]}",
        f"--force-device-scale-factor={look.scale}",
        "--password-store=basic",
        "--lang=en",
    )
    on.start(["chromium", *(f"--{flag}" for flag in quiet), *places, *manner])


class Browser:
    """A skin of `web/` in a window."""

    def __init__(self, on: Stage, folder: Path, skin: str, look: Look) -> None:
        shutil.copy(WEB / "link.js", folder)
        shutil.copy(WEB / f"{skin}.html", folder / "index.html")
        self._server = _Server(folder)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._on = on
        self._turn = 0
        self._corner: tuple[int, int] | None = None
        chromium(on, look, folder / "profile", f"{self._server.address}/index.html")

    def show(self, state: dict[str, Any]) -> tuple[float, float, float, float]:
        """Show a state; centre of the first cell and the pitch, screen px."""
        if self._corner is None:
            self._ask(state | {"probe": True})
            pixels = np.asarray(self._on.settled())
            rows, cols = np.nonzero((pixels == PROBE).all(axis=2))
            self._corner = int(cols.min()), int(rows.min())
        told = self._ask(state)
        first, last = told["rects"]
        centre, pitch = [], []
        for corner, axis, side, count in zip(
            self._corner, "xy", ("width", "height"), ("cols", "rows"), strict=True
        ):
            centre.append(corner + (first[axis] + first[side] / 2) * told["scale"])
            pitch.append((last[axis] - first[axis]) * told["scale"] / (state[count] - 1))
        return centre[0], centre[1], pitch[0], pitch[1]

    def _ask(self, state: dict[str, Any]) -> dict[str, Any]:
        self._turn += 1
        self._server.geometry = {}
        self._server.state = state | {"turn": self._turn}
        wait_for(lambda: self._server.geometry.get("turn") == self._turn, "the page")
        return self._server.geometry


class _Server(ThreadingHTTPServer):
    """Serves a page and the state it is to show, and takes where its cells lie."""

    def __init__(self, folder: Path) -> None:
        self.state: dict[str, Any] = {"turn": -1}
        self.geometry: dict[str, Any] = {}
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(SimpleHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Send the state, or a file."""
        if self.path != "/state":
            super().do_GET()
            return
        body = json.dumps(self.server.state).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """Take where the cells lie."""
        size = int(self.headers["Content-Length"])
        self.server.geometry = json.loads(self.rfile.read(size))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""
