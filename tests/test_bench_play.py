"""What `linkup bench play` counts, names and plays again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from terminal import Linkup

from bot.bench import games, play
from bot.bench.games import BY_LOT, FAULTS, Played, Trial, played, world_of
from bot.bench.measure import Effort, Row
from bot.bench.suites import SUITES
from bot.board import Board
from bot.errors import LinkupError
from bot.faults import Faults
from bot.faultymouse import Fate
from bot.matcher import LinkRule
from bot.position import Gravity, Position
from bot.reader import read
from bot.runner import Player
from bot.solver import Verdict, solve
from bot.tally import Ending

WON = Played(
    cleared=True,
    why="",
    clicks=20,
    wasted=4,
    looks=99,
    violations=(),
    seconds=12.0,
    delays=4.0,
)


def lost(why: str, *violations: Fate) -> Played:
    """A game that was not cleared."""
    return Played(False, why, 10, 10, 50, violations, 30.0, 0.0)


def test_a_seed_is_one_game() -> None:
    """The same seed draws the same game, whose deal can be cleared; its clock begins at 0."""
    for seed in range(12):
        assert Trial.of(seed) == Trial.of(seed)
        if Trial.of(seed).rows * Trial.of(seed).cols > 50:
            continue
        (world, limit), (again, _) = world_of(Trial.of(seed)), world_of(Trial.of(seed))
        position = world.game.position
        assert position == again.game.position
        assert solve(position).verdict is Verdict.SOLVED
        assert world.clock.now() == 0 < limit


def test_every_fault_has_its_turn() -> None:
    """One round of seeds has each row once and as many games of some faults by lot."""
    drawn = [Trial.of(seed).what for seed in range(2 * len(FAULTS))]
    assert drawn[::2] == list(FAULTS)
    assert set(drawn[1::2]) == {BY_LOT}
    sizes = {(trial.rows, trial.cols) for trial in map(Trial.of, range(300))}
    assert sizes == set(games.SIZES)
    assert len({trial.gravity for trial in map(Trial.of, range(300))}) == 9


def test_no_edge_of_a_deal_stands_by_itself() -> None:
    """Each outer line shares a kind with the rest, or the eye could not tell that it belongs."""
    lonely = Board.from_text("a a\nb b")
    assert not games._is_tied(lonely, games._outer_lines(lonely)[0])
    for seed in range(40):
        trial = Trial.of(seed)
        if trial.rows * trial.cols < 30:
            board = world_of(trial)[0].game.board
            assert all(games._is_tied(board, line) for line in games._outer_lines(board))


def measured(monkeypatch: pytest.MonkeyPatch, outcome: Callable[[Trial], Played]) -> list[Row]:
    """The rows of two rounds of games with an outcome for each seed."""
    monkeypatch.setattr(play, "played", outcome)
    return list(play.measured(Effort(games=4 * len(FAULTS), seed=0)))


def test_rows_add_up_the_games_of_one_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row has its share of cleared games and the sums of what they took."""
    rows = measured(monkeypatch, lambda trial: WON if trial.seed else lost("deadlock", Fate.BESIDE))
    first, last = rows[0], rows[-1]
    assert [row.what for row in rows[:-1]] == [*FAULTS, BY_LOT]
    assert (first.value, first.met) == (50.0, False)
    assert first.more == {
        "games": 2,
        "cleared": 1,
        "violations": 1,
        "clicks": 30,
        "wasted": 14,
        "looks": 149,
        "simulated s": 42.0,
        "removals s": 4.0,
        "times the removals": 10.5,
    }
    assert all(row.value == 100 and row.met for row in rows[1:-1])
    assert (last.value, last.met) == (1, False)


def test_what_failed_is_named_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the game's fault, size and rules, why it ended, and each click that was wrong."""
    outcomes = {
        4: lost("timeout"),
        6: lost("deadlock", Fate.POPUP, Fate.POPUP, Fate.COVERED),
        8: Played(True, "", 20, 4, 99, (Fate.BESIDE,), 12.0, 4.0),
    }
    rows = measured(monkeypatch, lambda trial: outcomes.get(trial.seed, WON))
    failed = {name: why for row in rows for name, why in row.failed.items()}
    assert failed == {
        "seed 4": f"{Trial.of(4)}: timeout",
        "seed 6": f"{Trial.of(6)}: deadlock; 2 clicks on a popup; 1 click on another window",
        "seed 8": f"{Trial.of(8)}: 1 click beside the board",
    }


SMALL = Trial(1, "a test", 4, 4, 4, LinkRule(), Gravity.NONE, Faults(seed=1))


def test_a_crash_of_the_loop_is_a_game_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its type and place are told, and the benchmark goes on."""

    def crash(_: Player) -> Ending:
        raise ZeroDivisionError("nobody thought of that")

    monkeypatch.setattr(Player, "play", crash)
    game = played(SMALL)
    assert not game.cleared
    assert "crash: ZeroDivisionError: nobody thought of that (crash, line" in game.why


def test_a_loop_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long after its time is up a game is lost."""

    def wait(player: Player) -> Ending:
        while True:
            player._out.wait()

    monkeypatch.setattr(Player, "play", wait)
    assert "the game did not end within" in played(SMALL).why


def test_a_loop_that_only_says_it_has_cleared_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is the game itself."""
    monkeypatch.setattr(Player, "play", lambda _: Ending.CLEARED)
    assert played(SMALL).why.startswith("cleared (in truth not over, 16 tiles left")


def test_an_error_on_purpose_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that games which failed for one cause can be found together."""

    def refuse(_: Player) -> Ending:
        raise LinkupError("no more")

    monkeypatch.setattr(Player, "play", refuse)
    assert played(SMALL).why.startswith("LinkupError: no more (in truth not over, 16 tiles left")


def test_the_story_of_a_game_is_told_in_order() -> None:
    """What the loop said, every click and what the game made of it, each with its time."""
    story: list[str] = []
    game = played(SMALL, story.append)
    times = [float(line.split(" s  ")[0]) for line in story]
    assert times == sorted(times)
    assert sum(": heard" in line for line in story) == game.clicks
    assert any(line.endswith("the loop: found 4 x 4 cells, 16 tiles") for line in story)
    assert story[-2].endswith("the game: cleared")


def test_thinking_is_measured_in_steps() -> None:
    """The same position is given up at the same step, however fast the machine is."""
    board = world_of(Trial.of(0))[0].game.board
    found = [games._solver(Position(board), 0.02) for _ in range(2)]
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", [640085, 650005])
def test_no_deal_is_a_table(seed: int) -> None:
    """The first deals of these seeds show the same rows twice, which no eye takes for a board."""
    trial = Trial.of(seed)
    world, _ = world_of(replace(trial, faults=Faults()))
    board = read(world.live.grab()).board
    assert (board.rows, board.cols) == (trial.rows, trial.cols)


@pytest.mark.parametrize("seed", [91, 123, 247, 317, 347, 503, 640245, 650109])
def test_what_once_went_wrong_goes_well(seed: int) -> None:
    """Games lost, miscounted, or with a message clicked; no fault was added to them since."""
    trial = Trial.of(seed)
    game = played(replace(trial, faults=replace(trial.faults, pause=0.0, fall=0.0)))
    assert (game.why, game.violations) == ("", ())


def test_what_a_message_half_hides_is_not_clicked() -> None:
    """Though its kind is told by what is left of it, and its tile has fallen there."""
    faults = replace(FAULTS["popups 6 a minute"], seed=5060, calm=0.25)
    game = played(replace(Trial.of(5060), faults=faults))
    assert (game.why, game.violations) == ("", ())


def test_a_game_that_is_deaf_after_each_link_is_left_alone_so_long() -> None:
    """Few clicks are made in vain until it is known how long."""
    faults = Faults(rest=0.3, calm=0.25)
    game = played(Trial(1, "a test", 6, 8, 24, LinkRule(), Gravity.NONE, faults))
    assert game.cleared
    assert game.wasted <= 10


@pytest.mark.parametrize(
    ("faults", "gravity", "wasted"),
    [
        (Faults(pause=0.5), Gravity.NONE, 12),
        (Faults(press=0.05), Gravity.NONE, 6),
        (Faults(press=0.017, pause=0.047), Gravity.NONE, 8),
        (Faults(fall=0.4), Gravity.DOWN, 2),
        (Faults(fall=0.8), Gravity.LEFT, 6),
    ],
)
def test_a_game_with_a_pace_of_its_own_gets_it(
    faults: Faults, gravity: Gravity, wasted: int
) -> None:
    """Clicks far apart, long presses, or tiles that take their time to fall."""
    faults = replace(faults, seed=1, calm=0.25)
    game = played(Trial(1, "a test", 6, 8, 24, LinkRule(), gravity, faults))
    assert game.cleared
    assert game.wasted <= wasted


def test_one_seed_is_played_again_from_the_command_line(linkup: Linkup) -> None:
    """One game of one row, as a document and as a table."""
    seed = next(seed for seed in range(0, 200, 2) if Trial.of(seed).rows * Trial.of(seed).cols < 17)
    arguments = ("bench", "play", "--games", "1", "--seed", str(seed))
    rows = linkup(*arguments, "--json").document["suites"]["play"]
    assert rows[0]["what"] == Trial.of(seed).what
    assert rows[0]["games"] == 1
    answer = linkup(*arguments)
    assert Trial.of(seed).what in answer.out
    assert "the game: deal" in answer.err


def test_failed_cases_are_told_to_people(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the table, a line each; of many only the first."""
    few = {f"seed {number}": "deadlock" for number in range(23)}
    row = Row("games", 0.0, "%", failed=few)
    monkeypatch.setitem(SUITES, "play", lambda effort: [row])
    lines = linkup("bench", "play").out.splitlines()
    assert "seed 19: deadlock" in lines
    assert "seed 20: deadlock" not in lines
    assert lines[-1] == "and 3 more, with --json"
