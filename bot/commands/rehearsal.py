"""A dry run: what would be clicked, told without a click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bot.commands.common import DONE, FAILED, tally_as_json, tell_json
from bot.commands.progress import LOOKING, Progress
from bot.plural import counted
from bot.tally import HOPELESS

if TYPE_CHECKING:
    from bot.matcher import Link
    from bot.runner import Player
    from bot.window import Window

_FIRST = 5
"""Links that are told unless all are asked for."""


def rehearse(player: Player, window: Window | None, *, everything: bool, as_json: bool) -> int:
    """Look, plan, and tell the plan; the exit code.

    Parameters
    ----------
    player
        looks and plans
    window
        the game's; None where it is no window of this screen
    everything
        whether every link is told to a person; a program is always told all
    """

    def first() -> str:
        return "" if player.tally.tiles else LOOKING

    with Progress(lambda: "looking and thinking", quiet=as_json, first=first):
        links = player.rehearse()
    if as_json:
        answer = {
            "outcome": "stopped",
            "games": [tally_as_json(player.tally, "stopped")],
            "recording": None,
            "dry_run": True,
            "window": None if window is None else window.title,
            "plan": [_as_json(player, link) for link in links],
        }
        tell_json(answer)
    else:
        click.echo("\n".join(_lines(player, window, links, len(links) if everything else _FIRST)))
    return DONE if links else FAILED


def _lines(player: Player, window: Window | None, links: tuple[Link, ...], told: int) -> list[str]:
    of = player.tally.tiles // 2
    game = "the game" if window is None else f"the window {window}"
    clears = ", which clears the board" if links and len(links) == of else ""
    if player.tally.is_hopeless:
        clears = f"; {HOPELESS}, so this is for the most tiles"
    elif player.tally.proved:
        clears = f"; if tiles stay where they are, {HOPELESS}"
    lines = [f"plan for {game}: {counted(len(links), 'link')} of {of}{clears}"]
    for number, link in enumerate(links[:told], start=1):
        ends = " - ".join(
            f"({cell.row}, {cell.col}) at {at.x:.0f},{at.y:.0f}"
            for cell in (link.a, link.b)
            for at in (player.place(cell),)
        )
        lines.append(f"{number:3}. {ends}")
    if more := len(links) - len(links[:told]):
        lines.append(f"     and {more} more; -v tells them all")
    return [*lines, "this is only a plan, made by looking once: no click was made"]


def _as_json(player: Player, link: Link) -> dict[str, Any]:
    points = [[round(value, 1) for value in player.place(cell)] for cell in (link.a, link.b)]
    return {"a": list(link.a), "b": list(link.b), "screen": points}
