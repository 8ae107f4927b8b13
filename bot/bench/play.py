"""How the loop plays on while things go wrong: whole games in a faulty world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.bench.games import BY_LOT, FAULTS, Played, Trial, played
from bot.bench.measure import Effort, Row
from bot.plural import counted


@dataclass(slots=True)
class Tally:
    """What became of the games of one row of the table."""

    games: list[Played] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)

    def add(self, trial: Trial, game: Played) -> None:
        """Count one game."""
        self.games.append(game)
        wrong = (
            f"{counted(number, 'click')} {fate}"
            for fate, number in Counter(game.violations).items()
        )
        if why := "; ".join(filter(None, [game.why, *wrong])):
            self.failed[f"seed {trial.seed}"] = f"{trial}: {why}"

    def row(self, what: str) -> Row:
        """The share of the games that were cleared, and what they took."""
        cleared = sum(game.cleared for game in self.games)
        seconds = sum(game.seconds for game in self.games)
        delays = sum(game.delays for game in self.games)
        more: dict[str, float] = {
            "games": len(self.games),
            "cleared": cleared,
            "violations": sum(len(game.violations) for game in self.games),
            "clicks": sum(game.clicks for game in self.games),
            "wasted": sum(game.wasted for game in self.games),
            "looks": sum(game.looks for game in self.games),
            "simulated s": seconds,
            "removals s": delays,
            "times the removals": seconds / delays if delays else 0.0,
        }
        return Row(what, 100 * cleared / len(self.games), "%", None, 100, more, "", self.failed)


def measured(effort: Effort) -> Iterator[Row]:
    """Play the games of as many seeds, and tell what became of them by what went wrong in them."""
    tallies = {what: Tally() for what in (*FAULTS, BY_LOT)}
    alone = {"say": effort.say} if effort.games == 1 else {}
    for seed in range(effort.seed, effort.seed + effort.games):
        trial = Trial.of(seed)
        tallies[trial.what].add(trial, played(trial, **alone))
    rows = [tally.row(what) for what, tally in tallies.items() if tally.games]
    yield from rows
    violations = sum(row.more["violations"] for row in rows)
    yield Row("clicks that should not have been made", violations, "", 0)
