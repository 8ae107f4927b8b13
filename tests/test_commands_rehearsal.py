"""The dry run of `play`: a plan, and no click."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace

import pytest
from terminal import Linkup

from bot.board import Board
from bot.deal import deal
from bot.desktop import Window
from bot.geometry import Cell, Rect
from bot.hand import FreeHand
from bot.replaying import World
from bot.simulator import EventKind, Game, SimulatedClock, SimulatedMouse, SimulatedScreen

PLANNED = r" *\d+\. \(\d, \d\) at \d+,\d+ - \(\d, \d\) at \d+,\d+"
GAME = Window(1, "Shisen-Sho", Rect(0, 0, 640, 480))


def give_game(monkeypatch: pytest.MonkeyPatch, board: Board, window: Window | None) -> Game:
    """Let `play` find a simulated game."""
    game, clock = Game(board), SimulatedClock()

    @contextmanager
    def world(*_: object, dry_run: bool) -> Iterator[tuple[World, Window | None, object]]:
        assert dry_run
        hand = FreeHand(SimulatedMouse(game, clock))
        yield World(SimulatedScreen(game, clock), hand, clock.now, clock.sleep), window, nullcontext

    monkeypatch.setattr("bot.commands.play._world", world)
    return game


def test_the_same_board_has_the_same_plan(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine is meanwhile."""
    arguments = ("play", "--window", "x", "--dry-run", "--gravity", "none", "--json")
    plans, board = [], deal(8, 14, 28, seed=2, solvable=True)
    for slower in (1.0, 30.0):
        give_game(monkeypatch, board, GAME)
        clock = time.monotonic
        with monkeypatch.context() as slow:
            # A machine that is slower sees more time go by between two looks at the clock.
            slower_clock = SimpleNamespace(monotonic=lambda by=slower, now=clock: by * now())
            slow.setattr("bot.pointer.time", slower_clock)
            plans.append(linkup(*arguments).document["plan"])
    assert len(plans[0]) == 56
    assert plans[0] == plans[1]


def test_a_person_is_told_a_plan_that_cannot_be_taken_for_a_failure(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Window, number of links, the first of them, and that nothing was clicked; all with -v."""
    game = give_game(monkeypatch, deal(4, 6, 6, seed=1, solvable=True), GAME)
    answer = linkup("play", "--window", "x", "--dry-run", "--gravity", "none")
    first, *links, more, last = answer.out.splitlines()
    assert answer.code == 0
    assert first == (
        "plan for the window 'Shisen-Sho' at 0,0,640,480: 12 links of 12, which clears the board"
    )
    assert len(links) == 5
    assert all(re.fullmatch(PLANNED, line) for line in links)
    assert more == "     and 7 more; -v tells them all"
    assert last == "this is only a plan, made by looking once: no click was made"
    assert "stopped" not in answer.out
    everything = linkup("play", "--window", "x", "--dry-run", "--gravity", "none", "-v")
    head, *links, end = everything.out.splitlines()
    assert (head, end) == (first, last)
    assert len(links) == 12
    assert all(re.fullmatch(PLANNED, line) for line in links)
    assert [event.kind for event in game.events] == [EventKind.DEAL]


def test_a_program_is_told_every_link_and_where_it_lies(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The points are those of the cells; what the contract says of `play` is there as well."""
    game = give_game(monkeypatch, deal(4, 6, 6, seed=1, solvable=True), GAME)
    answer = linkup("play", "--window", "x", "--dry-run", "--gravity", "none", "--json")
    told = answer.document
    assert (answer.code, answer.err) == (0, "")
    assert (told["outcome"], told["recording"], told["games"][0]["clicks"]) == ("stopped", None, 0)
    assert (told["dry_run"], told["window"]) == (True, "Shisen-Sho")
    assert len(told["plan"]) == 12
    for link in told["plan"]:
        for cell, point in zip((link["a"], link["b"]), link["screen"], strict=True):
            middle = game.lattice.center(Cell(*cell))
            assert point == pytest.approx(middle, abs=1.5)


def test_where_nothing_links_there_is_no_plan(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the exit code is that of a deadlock."""
    give_game(monkeypatch, deal(6, 8, 12, seed=86), None)
    answer = linkup("play", "--window", "x", "--dry-run", "--gravity", "none", "--margin", "no")
    assert answer.code == 1
    plan = answer.out.splitlines()[0]
    assert plan.startswith("plan for the game: 0 links of 24; no order of links clears this deal")
