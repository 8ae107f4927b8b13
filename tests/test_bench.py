"""The command `bench`, and how it measures."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from threading import Event

import pytest
from terminal import Linkup

from bot.bench import solve
from bot.bench.links import dealt, game
from bot.bench.measure import Effort, Row, table
from bot.bench.suites import SUITES, chosen
from bot.errors import InputError
from bot.matcher import LinkRule, find_links
from bot.position import Position
from bot.solver import Solution, Verdict, Why


@pytest.mark.parametrize(
    ("value", "at_most", "at_least", "met", "goal"),
    [
        (5, None, None, True, ""),
        (20, 20, None, True, "<= 20"),
        (20.5, 20, None, False, "<= 20 missed"),
        (98, None, 98, True, ">= 98"),
        (97, None, 98, False, ">= 98 missed"),
        (704, 704, 704, True, "= 704"),
        (705, 704, 704, False, "= 704 missed"),
        (703, 704, 704, False, "= 704 missed"),
    ],
)
def test_a_goal_is_met_or_missed(
    value: float, at_most: float | None, at_least: float | None, met: bool, goal: str
) -> None:
    """A number on the wrong side of its goal is marked, in the table and in JSON."""
    row = Row("links", value, "us", at_most, at_least)
    assert (row.met, row.goal) == (met, goal)
    assert row.document().get("met", True) is met
    assert ("met" in row.document()) is bool(goal)


class Clock:
    """A clock that work moves on."""

    now = 0.0

    def __call__(self) -> float:
        """Seconds since it was made."""
        return self.now

    def work(self, *seconds: float) -> Callable[[], None]:
        """Work that takes these times, one after the other, and the last one ever after."""
        left = list(seconds)

        def do() -> None:
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return do


def test_the_best_run_counts() -> None:
    """What disturbs some of the runs does not show in the number."""
    clock = Clock()
    assert Effort(clock=clock).seconds(clock.work(7.0, 9.0, 2.0, 8.0)) == 2.0


def test_short_work_is_done_until_the_clock_can_tell() -> None:
    """A run of work too short for the clock takes as long as a run shall, and no work is lost."""
    clock = Clock()
    effort = Effort(clock=clock)
    assert effort.seconds(clock.work(0.001)) == pytest.approx(0.001)
    assert clock.now >= effort.runs * effort.least


def test_columns_are_aligned() -> None:
    """Numbers end in one column and units begin in one, whatever their length."""
    rows = [Row("a", 1234567.0, "us"), Row("a long name", 0.5, "orders/s", at_least=1)]
    lines = table("links", rows).splitlines()
    end = lines[0].index("value") + 5
    assert [line[:end].split()[-1] for line in lines] == ["value", "1,234,567", "0.50"]
    assert lines[1].index("us") == lines[2].index("orders/s") == lines[0].index("unit")
    assert lines[2].endswith(">= 1 missed")


def test_suites_are_chosen_by_name() -> None:
    """Each named one once, all without a name, and an unknown one is refused with what there is."""
    assert list(chosen(["links", "links"])) == ["links"]
    assert chosen([]) == SUITES
    with pytest.raises(InputError, match="no suite 'nonsense'; there are links"):
        chosen(["links", "nonsense"])


def test_a_seed_gives_one_board_and_one_game() -> None:
    """What is measured is the same everywhere, and a game ends only where no link is left."""
    board = dealt(6, 8, 12, seed=3)
    assert board == dealt(6, 8, 12, seed=3) != dealt(6, 8, 12, seed=4)
    moves = game(board, LinkRule(), seed=5)
    assert moves == game(board, LinkRule(), seed=5) != game(board, LinkRule(), seed=6)
    last = board.without(cell for ends in moves for cell in ends)
    assert not list(find_links(last, LinkRule()))


def test_links_are_measured_and_counted_right(linkup: Linkup) -> None:
    """One JSON document: every row has a number above 0, every count is right, and says where."""
    answer = linkup("bench", "links", "--quick", "--json")
    rows = answer.document["suites"]["links"]
    assert answer.code == 0
    assert all(row["what"] and row["unit"] and row["value"] > 0 for row in rows)
    counts = [row for row in rows if row["unit"] == "orders"]
    assert len(counts) == 4
    assert all(row["met"] for row in counts)
    assert {"python", "cpus"} <= answer.document["machine"].keys()


def test_a_table_is_for_people(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without JSON the machine and a table of each suite are printed."""
    monkeypatch.setitem(SUITES, "links", lambda effort: [Row("seed", effort.seed, "", 7, 7)])
    answer = linkup("bench", "links", "--seed", "7")
    assert answer.code == 0
    assert "cpus" in answer.out.splitlines()[0]
    assert answer.out.endswith(f"{table('links', [Row('seed', 7, '', 7, 7)])}\n")
    assert re.fullmatch(r"links: 1 number in \d+ s\n", answer.err)


def test_what_is_measured_is_said_where_it_takes_long(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a pipe too, and before the suite ends; a program hears nothing."""
    monkeypatch.setattr("bot.commands.progress.FIRST", 0.01)
    said = Event()

    def slow(_: Effort) -> Iterator[Row]:
        said.wait(0.5)
        yield Row("seed", 7, "", 7, 7)

    monkeypatch.setitem(SUITES, "links", slow)
    assert linkup("bench", "links").err.startswith("measuring links...\n")
    assert linkup("bench", "links", "--json").err == ""


def test_an_unknown_suite_is_bad_input(linkup: Linkup) -> None:
    """It is said in one line, before anything is measured."""
    answer = linkup("bench", "nonsense", "--json")
    assert answer.code == 2
    assert answer.complaint.startswith("there is no suite 'nonsense'")
    assert answer.document["exit"] == 2


def test_the_command_has_an_example(linkup: Linkup) -> None:
    """The help shows how it is called."""
    assert "linkup bench links" in linkup("bench", "--help").out


def test_nothing_to_measure_is_imported_before_it_is_measured() -> None:
    """The command line alone loads no suite."""
    code = "import sys, bot.cli; print([name for name in sys.modules if 'bot.bench' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_further_numbers_have_columns_of_their_own() -> None:
    """Each name is a column, empty where a row does not have it, and a key of the document."""
    rows = [Row("deals", 3, "", more={"won": 2.0}), Row("others", 1, "")]
    lines = table("some", rows).splitlines()
    assert lines[0].split() == ["some", "value", "unit", "goal", "won"]
    assert lines[1].split() == ["deals", "3", "2.00"]
    assert lines[2].split() == ["others", "1"]
    assert rows[0].document() == {"what": "deals", "value": 3, "unit": "", "won": 2.0}


def test_the_suite_of_the_solver_checks_what_it_counts() -> None:
    """Every shape is there with its verdicts, which add up to the deals asked for."""
    shape = solve.SHAPES[1]
    row = next(solve._decided(shape, LinkRule(), Effort(deals=3)))
    assert row.value == 100
    assert [row.more[verdict] for verdict in Verdict] == [3, 0, 0]
    position = Position(shape.deal(0))
    wrong = Solution(Verdict.SOLVED, (), 0, 0.0, Why.PLAYED, 0)
    with pytest.raises(AssertionError, match="solved, but this is left"):
        solve._check(position, wrong)
