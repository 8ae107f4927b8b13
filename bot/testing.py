"""A plugin for pytest: screenshots that must be read as before, and games that go wrong on purpose.

It is imported by every run of pytest wherever linkup is installed, so it imports nothing large
before a test asks for it. See `docs/testing.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bot.board import Board
    from bot.faultymouse import Click
    from bot.faultyworld import FaultyWorld
    from bot.reading import Reading
    from bot.series import GamePlayed
    from bot.truth import Truth

_UPDATE = "--linkup-update"
_WRITTEN = "linkup_written"
"""The property of a test that tells what it wrote: reports carry it, also from other processes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our option."""
    group = parser.getgroup("linkup")
    group.addoption(
        _UPDATE, action="store_true", help="Write down what is read in screenshots as expected."
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which boards were written, and where to see what is in them."""
    reports = (each for those in terminalreporter.stats.values() for each in those)
    properties = (each for report in reports for each in getattr(report, "user_properties", ()))
    written = dict.fromkeys(text for name, text in properties if name == _WRITTEN)
    if not written:
        return
    terminalreporter.write_sep("=", f"written by {_UPDATE}")
    for text in written:
        board, drawn = text.splitlines()
        terminalreporter.write_line(board)
        if Path(drawn).exists():  # pytest may be told to keep no folders of tests that pass
            terminalreporter.write_line(f"    what was read: {drawn}")
    terminalreporter.write_line("look at what it wrote before you keep it")


class ScreenshotCheck:
    """Reads screenshots and compares them with the boards stored beside them.

    Parameters
    ----------
    folder
        for pictures of what was read, where it differs
    update
        whether boards are stored instead
    written
        told what was stored, a line for each board
    """

    def __init__(
        self, folder: Path, *, update: bool, written: Callable[[str], object] = lambda _: None
    ) -> None:
        self._folder, self._update, self._written = folder, update, written

    def __call__(self, picture: str | Path, *, skin: str | None = None) -> Reading:
        """Fail the test unless a screenshot shows what its `.board` says.

        Parameters
        ----------
        picture : the file
        skin : name or folder of the game's skin, to read it by

        Returns
        -------
        reading : what it shows
        """
        __tracebackhide__ = True
        from bot.errors import TEACH, BoardNotFoundError, InputError, LinkupError
        from bot.truth import Truth, labelled, look

        if not isinstance(picture, (str, Path)):
            raise TypeError(f"the file of a picture is expected, but got {picture!r}")
        picture = label = Path(picture)
        wrong = ""
        try:
            label = labelled(picture)
            truth = Truth.of(label) if label.exists() else None
            known = truth.known if truth is not None else None
            reading = look(picture, known) if skin is None else _by_skin(picture, skin)
        except (BoardNotFoundError, InputError) as error:
            wrong = _one_line(picture, label, str(error))
            if skin is None and isinstance(error, BoardNotFoundError):
                wrong += TEACH
            if self._update and wrong.startswith(f"{label}:"):
                wrong += f"; delete it, and {_UPDATE} writes it anew"
        # Not where the error is handled: pytest would tell that, too, and what it came from.
        if wrong:
            pytest.fail(wrong, pytrace=False)
        seen = Truth.seen(reading, whole=known is not None)
        why = "" if truth is None else truth.differs_from(seen)
        if self._update and (truth is None or why):
            try:
                replace(seen, known=known).write(label)
            except LinkupError as error:
                wrong = str(error)
            if wrong:
                pytest.fail(wrong, pytrace=False)
            drawn = self._draw(picture, reading, truth, seen)
            self._written(f"{label}: {why or 'new'}\n{drawn}")
        elif truth is None:
            pytest.fail(f"{picture}: no {label.name} beside it; {_UPDATE} writes it", pytrace=False)
        elif why:
            drawn = self._draw(picture, reading, truth, seen)
            pytest.fail(
                f"{picture}: {why}\n\n{difference(truth.board, seen.board)}\n\n"
                f"what was read: {drawn}\nif that is right: pytest {_UPDATE}",
                pytrace=False,
            )
        return reading

    def _draw(self, picture: Path, reading: Reading, truth: Truth | None, seen: Truth) -> Path:
        """Save what was read over the picture, with what differs framed in red."""
        import cv2
        import numpy as np

        from bot.frame import load, reduced, save
        from bot.overlay import overlay

        frame = load(picture)
        small, times = reduced(frame)
        drawn = np.array(overlay(frame if times == 1 else small, reading))
        (wide, high), origin = reading.lattice.pitch, seen.origin
        for row, col in differing(truth.board, seen.board) if truth else ():
            assert origin is not None
            middle = origin.x + col * wide, origin.y + row * high
            corner = round(middle[0] - wide / 2), round(middle[1] - high / 2)
            opposite = round(middle[0] + wide / 2), round(middle[1] + high / 2)
            cv2.rectangle(drawn, corner, opposite, (255, 0, 0), 3)
        target, number = self._folder / f"{picture.stem}.overlay.png", 1
        while target.exists():  # a picture of the same name in another folder
            number += 1
            target = self._folder / f"{picture.stem}-{number}.overlay.png"
        save(target, drawn)
        return target


def _one_line(picture: Path, label: Path, error: str) -> str:
    """What is wrong with a screenshot, which is named once."""
    named = error.startswith((f"{picture}:", f"{label}:"))
    told = error if named else f"{picture}: {error}"
    if picture.is_absolute() or picture.exists():
        return told
    return f"{told}; it is looked for in {Path.cwd()}, where pytest was started"


def _by_skin(picture: Path, skin: str) -> Reading:
    from bot.frame import load, reduced
    from bot.lacking import Completing
    from bot.sighting import Sight
    from bot.skinfile import load_skin

    small, times = reduced(load(picture))
    return Completing(Sight.of(load_skin(skin)).read)(small).enlarged(times)


def difference(expected: Board, seen: Board) -> str:
    """Two boards side by side, with a mark at each row that differs.

    What was seen is written in the letters of what was expected, as far as that fits.
    """
    if not expected.is_sized_as(seen):
        return f"expected:\n{expected}\n\nread:\n{seen}"
    rows = {row for row, _ in differing(expected, seen)}
    left, right = str(expected).splitlines(), str(renamed(expected, seen)).splitlines()
    wide = max(map(len, left))
    lines = [f"  {'expected':<{wide}}    read"]
    lines += [
        f"{'>' if row in rows else ' '} {mine:<{wide}}    {other}"
        for row, (mine, other) in enumerate(zip(left, right, strict=True))
    ]
    return "\n".join(lines)


def differing(expected: Board, seen: Board) -> list[tuple[int, int]]:
    """The cells in which two boards of one size differ; none where the sizes do."""
    if not expected.is_sized_as(seen):
        return []
    named = renamed(expected, seen)
    return [(cell.row, cell.col) for cell in expected.cells() if named[cell] != expected[cell]]


def renamed(expected: Board, seen: Board) -> Board:
    """A board with its kinds named as in another of its size: numbers mean nothing by themselves.

    Of the kinds that lie together in most cells each takes the other's name; what is left over gets
    names of its own.
    """
    from collections import Counter

    from bot.board import Board

    together = Counter(zip(seen.kinds, expected.kinds, strict=True))
    names: dict[int, int] = {}
    taken: set[int] = set()
    for (kind, name), _ in together.most_common():
        if kind > 0 and name > 0 and kind not in names and name not in taken:
            names[kind] = name
            taken.add(name)
    free = max((*expected.kinds, *seen.kinds, 0)) + 1
    for kind in seen.kinds:
        if kind > 0 and kind not in names:
            names[kind], free = free, free + 1
    return Board(seen.rows, seen.cols, tuple(names.get(kind, kind) for kind in seen.kinds))


class FaultyGame:
    """A simulated game in which things go wrong, from a seed, and what the bot makes of it.

    Parameters
    ----------
    world
        game, desktop, screen and mouse, all simulated: a player of your own may play in it
    time_limit
        of simulated time, s
    """

    def __init__(self, world: FaultyWorld, time_limit: float) -> None:
        self.world, self._time_limit = world, time_limit

    @property
    def board(self) -> Board:
        """What lies on the table in truth."""
        return self.world.game.board

    @property
    def violations(self) -> list[Click]:
        """The clicks that should not have been made: on a message, or outside the game."""
        return list(self.world.mouse.violations)

    def play(self) -> GamePlayed:
        """Play it to its end, as `linkup play` does."""
        from bot.pointer import Pointer
        from bot.runner import Player
        from bot.series import GamePlayed

        live, clock = self.world.live, self.world.clock
        player = Player(
            live,
            live,
            # To think about a short way takes real time, and each run would play other links.
            pointer=Pointer(0.0),
            clock=clock.now,
            sleep=clock.sleep,
            time_limit=self._time_limit,
        )
        ending = player.play()
        return GamePlayed(player.tally, ending)


def faulty_game(
    rows: int = 4,
    cols: int = 6,
    kinds: int = 6,
    *,
    seed: int = 1,
    gravity: str = "none",
    time_limit: float = 600.0,
    **faults: float | bool | tuple[float, float],
) -> FaultyGame:
    """A dealt game that can be cleared, and what goes wrong in it.

    Parameters
    ----------
    rows, cols, kinds, seed : of the deal
    gravity : where its tiles fall; the bot is not told
    time_limit : of simulated time, s
    faults : as for `bot.faults.Faults`, such as ``lost=0.1`` and ``popups=6``

    Raises
    ------
    InputError
        if there is no such deal, or a fault, seed or time that cannot be
    TypeError
        if there is no fault of a name
    """
    from dataclasses import fields

    from bot import arguments
    from bot.api import deal_board
    from bot.faults import Faults
    from bot.faultyworld import FaultyWorld
    from bot.position import Gravity

    known = [field.name for field in fields(Faults)]
    for name in faults:
        if name not in known:
            raise TypeError(f"there is no fault {name!r}; there are {', '.join(known)}")
    if not arguments.is_whole(seed):  # None would be another game each time
        raise arguments.refuse("seed", "a whole number", seed)
    limit = arguments.seconds("time_limit", time_limit)
    board = deal_board(rows, cols, kinds, seed=seed, gravity=gravity)
    chosen = Faults(**{"seed": seed, "calm": 0.25} | faults)  # type: ignore[arg-type]
    return FaultyGame(FaultyWorld(board, chosen, gravity=Gravity(gravity)), limit)


@pytest.fixture
def linkup_screenshot(request: pytest.FixtureRequest, tmp_path: Path) -> ScreenshotCheck:
    """Compare a screenshot with the board stored beside it; see `ScreenshotCheck`."""
    properties = request.node.user_properties
    return ScreenshotCheck(
        tmp_path,
        update=bool(request.config.getoption(_UPDATE)),
        written=lambda text: properties.append((_WRITTEN, text)),
    )


@pytest.fixture
def linkup_game() -> Callable[..., FaultyGame]:
    """Deal a simulated game in which things go wrong; see `faulty_game`."""

    def deal(*numbers: int, **other: Any) -> FaultyGame:
        __tracebackhide__ = True
        from bot.errors import InputError

        try:
            return faulty_game(*numbers, **other)
        except (InputError, TypeError) as error:
            # The line of the test that asked is what has to be mended, not one of ours.
            raise error.with_traceback(None) from None

    return deal
