"""The story of a recording: steps, what went wrong and how it was mended, and what was learned."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from recordings import (
    FIXTURE,
    Line,
    aim,
    click,
    decided,
    end,
    game,
    judged,
    look,
    recording,
    saw,
    say,
    start,
)

from bot.board import Board
from bot.errors import BlackScreenError, BoardNotFoundError, StoppedError, WindowError
from bot.replaying import replay
from bot.story import Story, Trouble
from bot.tally import RESIZED, SURPRISED
from bot.telling import tell
from bot.window import WindowCoveredError, WindowMovedError

DOWN = ["down"]


def told(folder: Path, *lines: Line) -> Story:
    """The story of a tape of these lines, after a board of two rows was found."""
    first = [look(0.0, (0, 0, "000001-0.png")), saw([1, 2, 2], [1, 3, 3]), aim(2, 3)]
    return tell(recording(folder, [start(gravities=DOWN), *first, *lines]))


def test_a_game_is_told_step_by_step(tmp_path: Path) -> None:
    """Decisions with their clicks, verdicts, times and pictures."""
    story = tell(recording(tmp_path))
    assert [step.decided for step in story.steps] == [
        "found the board",
        "link (0, 1) - (0, 2)",
        "link (0, 0) - (1, 0)",
        "stop",
    ]
    assert [len(step.clicks) for step in story.steps] == [0, 3, 2, 0]
    assert [step.look for step in story.steps] == [1, 1, 3, 4]
    assert [round(step.removed or 0, 3) for step in story.steps[1:3]] == [3.1, 4.1]
    assert (story.outcome, story.links, story.tiles) == ("cleared", 2, 4)
    assert (story.whole, story.cleared, story.damage) == (True, True, "")
    assert story.seconds == pytest.approx(4.1)


def test_a_lost_click_is_told_with_what_mended_it(tmp_path: Path) -> None:
    """One fault, at its step, with the line of the tape and the picture that showed it."""
    (fault,) = tell(recording(tmp_path)).faults
    assert (fault.trouble, fault.step, fault.line, fault.look) == (Trouble.LOST, 1, 10, 2)
    assert fault.mended == "clicked again, and gone 1.1 s later"


@pytest.mark.parametrize(
    ("outcome", "trouble", "mended"),
    [
        ("no tile went, however often it was clicked", Trouble.REFUSED, "set aside; the next"),
        ("not clicked, for it was hidden", Trouble.HIDDEN, "the next link went 1.0 s later"),
        ("something else happened", Trouble.SURPRISE, "the next link went 1.0 s later"),
    ],
)
def test_other_verdicts_are_faults_too(
    tmp_path: Path, outcome: str, trouble: Trouble, mended: str
) -> None:
    """A refused link, a hidden tile, a surprise; mended by the next link that goes."""
    story = told(
        tmp_path,
        decided(1.0, 0, 1, 0, 2),
        judged(2.0, outcome, 0, 1, 0, 2),
        decided(2.5, 0, 0, 1, 0),
        judged(3.0, "removed", 0, 0, 1, 0),
    )
    (fault,) = story.faults
    assert fault.trouble is trouble
    assert fault.mended.startswith(mended)


def test_a_fault_that_nothing_follows_is_not_mended(tmp_path: Path) -> None:
    """The recording ends with it."""
    odd = judged(2.0, "something else happened", 0, 1, 0, 2)
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), odd)
    assert [fault.mended for fault in story.faults] == [""]


def test_the_same_trouble_in_a_row_is_told_once(tmp_path: Path) -> None:
    """With how often it happened."""
    lost = judged(2.0, "no tile went", 0, 1, 0, 2)
    again = [lost, click(2.5, 0, 1), click(2.5, 0, 2)] * 3
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), *again)
    assert [fault.times for fault in story.faults] == [3]
    assert story.missed == 3


@pytest.mark.parametrize(
    ("then", "faults"),
    [
        ([judged(3.0, "removed", 0, 1, 0, 2)], []),
        ([judged(3.0, "no tile went, however often it was clicked", 0, 1, 0, 2)], ["refused link"]),
        ([], []),
    ],
    ids=["late", "refused", "last"],
)
def test_a_click_is_lost_only_if_it_is_made_again(
    tmp_path: Path, then: list[Line], faults: list[str]
) -> None:
    """As it is counted while it is played; a tile may be slow to go."""
    lost = judged(2.0, "no tile went", 0, 1, 0, 2)
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), click(1.5, 0, 1), lost, *then)
    assert [fault.trouble.value for fault in story.faults] == faults
    assert story.missed == 0
    assert story.pending == (not then)


def test_lost_clicks_are_counted_as_they_were_when_it_was_played() -> None:
    """In whatever game."""
    story, tally = tell(FIXTURE), replay(FIXTURE).tally
    lost = sum(fault.times for fault in story.faults if fault.trouble is Trouble.LOST)
    assert story.missed == lost == tally.missed > 0
    assert story.pending == tally.pending == 0


def test_links_of_which_nothing_is_known_are_counted(tmp_path: Path) -> None:
    """The last one, and one before it that was presumed to be gone."""
    stop = {"what": "interrupted", "said": {"why": "Ctrl-C", "links": 0}}
    first = [decided(1.0, 0, 1, 0, 2), click(1.1, 0, 1), click(1.2, 0, 2)]
    second = [decided(2.0, 0, 0, 1, 0), click(2.1, 0, 0)]
    assert told(tmp_path, *first, *second, stop).pending == 2
    gone = judged(2.2, "removed", 0, 1, 0, 2)
    assert told(tmp_path, *first, *second, gone, stop).pending == 1
    assert told(tmp_path, *first, gone, *second[:1], stop).pending == 0


def test_a_window_that_moves_and_a_screen_that_is_black_are_faults(tmp_path: Path) -> None:
    """In the words of the error."""
    moved = {"id": 1, "title": "连连看", "rects": [[0, 0, 9, 9], [5, 5, 9, 9]]}
    black = look(2.0) | {"answer": {"error": ["BlackScreenError", "the screen is black"]}}
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), click(1.5, 0, 1, moved=moved), black)
    assert [fault.trouble for fault in story.faults] == [Trouble.WINDOW, Trouble.SCREEN]
    assert "连连看" in story.faults[0].what
    assert story.faults[1].what == "the screen is black"
    assert story.clicks == []


@pytest.mark.parametrize(("line", "trouble"), [(SURPRISED, "surprise"), (RESIZED, "window")])
def test_what_a_player_says_is_a_fault_after_which_the_board_is_another(
    tmp_path: Path, line: str, trouble: str
) -> None:
    """Nothing that was read before is told to be read otherwise then."""
    story = told(
        tmp_path,
        decided(1.0, 0, 1, 0, 2),
        say(f"{line}: going on"),
        saw([4, 5, 5], [1, 4, 1]),
        decided(2.0, 0, 1, 0, 2),
    )
    assert [fault.trouble.name for fault in story.faults] == [trouble.upper()]
    assert story.steps[-1].seen.board == Board.from_rows([[4, 5, 5], [1, 4, 1]])


def test_a_tile_that_is_read_otherwise_later_is_told(tmp_path: Path) -> None:
    """The cell, and both kinds: it was misread once."""
    story = told(
        tmp_path,
        decided(1.0, 0, 1, 0, 2),
        saw([1, 0, 0], [4, 3, 3]),
        judged(2.0, "removed", 0, 1, 0, 2),
    )
    assert [(fault.trouble, fault.what) for fault in story.faults] == [
        (Trouble.MISREAD, "(1, 0) was read as 1 and is 4 now")
    ]
    assert story.faults[0].cells == ((1, 0),)
    assert story.faults[0].mended == ""  # not by the link that was judged by the same picture


def test_cells_that_cannot_be_told_are_told_once(tmp_path: Path) -> None:
    """At the first decision that is made without them."""
    story = told(
        tmp_path,
        saw([1, 2, 2], [1, 3, -1]),
        decided(1.0, 0, 1, 0, 2),
        decided(2.0, 0, 1, 0, 2),
    )
    assert [(fault.trouble, fault.step) for fault in story.faults] == [(Trouble.UNREAD, 1)]
    assert story.faults[0].what == "1 cell could not be read"
    assert "find out" not in story.steps[1].why
    assert "doubt" in story.steps[1].why


def test_a_cell_that_cannot_be_read_but_is_known_is_shown_as_known(tmp_path: Path) -> None:
    """The pointer lies on it, say. Where nothing is known it stays unknown."""
    story = told(
        tmp_path,
        saw([1, 2, 2], [1, 3, -1]),
        decided(1.0, 0, 1, 0, 2),
        saw([1, 2, 2], [-1, 3, -1]),
        decided(2.0, 0, 1, 0, 2),
    )
    assert str(story.steps[-1].seen.board) == "a b b\na c ?"


def test_a_game_that_was_stopped_tells_why(tmp_path: Path) -> None:
    """The reason is the last fault."""
    stop = {"what": "end", "said": {"error": "StoppedError", "why": "stopped: Escape was pressed"}}
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), stop)
    assert (story.outcome, story.why) == ("stopped", "stopped: Escape was pressed")
    assert story.faults[-1].trouble is Trouble.END


def test_what_ends_a_game_is_told_once(tmp_path: Path) -> None:
    """Not as what was heard of it, and then as its end."""
    why = "stopped: the mouse was moved by hand"
    heard = click(1.5, 0, 1, error=["StoppedError", why])
    stop = {"what": "end", "said": {"error": "StoppedError", "why": why}}
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), heard, stop)
    assert [(fault.trouble, fault.what) for fault in story.faults] == [(Trouble.END, why)]
    assert not story.cleared


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (WindowCoveredError, "lost"),
        (WindowMovedError, "lost"),
        (WindowError, "lost"),
        (BoardNotFoundError, "lost"),
        (BlackScreenError, "stopped"),
        (StoppedError, "stopped"),
    ],
)
def test_a_game_that_an_error_ended_is_called_as_it_was_when_it_was_played(
    tmp_path: Path, error: type[Exception], outcome: str
) -> None:
    """Lost where the game cannot be seen any more."""
    line = {"what": "end", "said": {"error": error.__name__, "why": "so"}}
    assert told(tmp_path, decided(1.0, 0, 1, 0, 2), line).outcome == outcome


def test_a_game_that_was_interrupted_tells_so_and_nothing_went_wrong(tmp_path: Path) -> None:
    """A person did it."""
    line = {"what": "interrupted", "said": {"why": "Ctrl-C, or a request to end", "links": 7}}
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), line)
    assert (story.outcome, story.why) == ("stopped", "Ctrl-C, or a request to end")
    assert (story.whole, story.cleared, story.links, story.faults) == (True, False, 7, [])


def before_it_fell_left(last: int) -> list[Line]:
    """A link that is seen to be gone, and a tile that fell to the left; one may be hidden."""
    return [
        start(),
        look(0.0, (0, 0, "000001-0.png")),
        saw([1, 2, 2, 3], [1, 4, 4, 3]),
        decided(1.0, 0, 1, 0, 2),
        saw([1, 3, 0, 0], [1, 4, last, 3]),
    ]


@pytest.mark.parametrize("last", [4, -1])
def test_what_is_learned_of_the_rules_is_told_when_it_is_learned(tmp_path: Path, last: int) -> None:
    """By the link after which only one way to fall is left, though a cell is hidden."""
    story = tell(
        recording(
            tmp_path,
            [*before_it_fell_left(last), judged(2.0, "removed", 0, 1, 0, 2)],
        )
    )
    assert story.learned == [(2.0, 1, "tiles fall left")]
    assert story.rules == {"gravity": "left", "margin": "auto", "max_turns": 2}


def test_the_rules_are_those_that_the_player_believed(tmp_path: Path) -> None:
    """Not what the boards seem to tell: it may have looked at them while tiles still fell."""
    story = tell(
        recording(
            tmp_path,
            [
                *before_it_fell_left(4),
                {"what": "rules", "said": {"gravities": ["none"], "margins": [1], "turns": [2]}},
                judged(2.0, "removed", 0, 1, 0, 2),
                {"what": "rules", "said": {"gravities": ["down"], "margins": [1], "turns": [2]}},
            ],
        )
    )
    assert [what for *_, what in story.learned] == [
        "tiles stay where they are",
        "paths may run outside the board",
        "tiles fall down",
    ]
    assert story.rules == {"gravity": "down", "margin": "yes", "max_turns": 2}


def test_the_reason_of_a_decision_is_told(tmp_path: Path) -> None:
    """What was searched, and whether it is planned, a test, or tells of the rules."""
    solve = {"verdict": "solved", "why": "it clears", "links": [[0, 1, 0, 2]], "seconds": 0.25}
    story = told(
        tmp_path,
        saw([1, 2, 1], [3, 3, 2]),
        {"what": "solve", "asked": {}, "answer": solve},
        decided(1.0, 0, 0, 0, 2),
        decided(2.0, 1, 0, 1, 1, then=2),
        saw([1, 2, 1], [3, -1, 4]),
        decided(4.0, 1, 0, 1, 1),
    )
    assert [step.why for step in story.steps[1:]] == [
        "it tells whether paths may run outside the board: "
        "a search of 0.25 s found an order that clears the board",
        "the next of the plan, 2 links more",
        "to find out whether the two tiles match",
    ]


def found(verdict: str, links: int, *rows: list[int], margin: int, gravity: str = "down") -> Line:
    """A search."""
    asked = {"board": list(rows), "gravity": gravity, "max_turns": 2, "margin": margin}
    why = "a finished search" if verdict == "unsolvable" else "it clears"
    answer = {"verdict": verdict, "why": why, "links": [[0, 0, 0, 2]] * links, "seconds": 0.25}
    return {"what": "solve", "asked": asked, "answer": answer}


WHERE = [[1, 3, 3, 1], [2, 4, 4, 2]]


@pytest.mark.parametrize("again", [False, True], ids=["searched", "remembered"])
def test_a_plan_is_told_by_the_search_that_it_comes_from(tmp_path: Path, again: bool) -> None:
    """Not by one that proved the board hopeless if paths stay inside, which was made after it."""
    inside = found("unsolvable", 2, *WHERE, margin=0)
    outside = found("solved", 4, *WHERE, margin=1)
    searches = [outside, inside] if again else [inside, outside]
    lines = [saw(*WHERE), *searches, decided(1.0, 0, 1, 0, 2, then=3)]
    story = told(tmp_path, *lines)
    assert story.steps[1].why == (
        "the first of a new plan, 3 links more: "
        "a search of 0.25 s found an order that clears the board with paths outside it"
    )


def test_a_proof_names_the_rules_that_it_holds_by(tmp_path: Path) -> None:
    """Where others are possible; and a plan that is longer than the longest order says its aim."""
    inside = found("unsolvable", 2, *WHERE, margin=0)
    outside = found("undecided", 2, *WHERE, margin=1)
    lines = [saw(*WHERE), inside, decided(1.0, 0, 1, 0, 2, then=1)]
    story = told(tmp_path, *lines)
    assert story.steps[1].why.endswith(
        "proved that no order clears the board without paths outside it; the longest has 2 links"
    )
    lines = [saw(*WHERE), inside, outside, decided(1.0, 0, 1, 0, 2, then=3)]
    (tmp_path / "more").mkdir()
    story = told(tmp_path / "more", *lines)
    assert story.steps[1].why.endswith("the plan leads to where a shuffle is worth most")


def test_a_link_around_the_board_tells_that_there_is_a_margin(tmp_path: Path) -> None:
    """Where it was not known."""
    story = told(
        tmp_path,
        saw([1, 2, 1], [3, 3, 2]),
        decided(1.0, 0, 0, 0, 2),
        saw([0, 2, 0], [3, 3, 2]),
        judged(2.0, "removed", 0, 0, 0, 2),
    )
    assert story.learned == [(2.0, 1, "paths may run outside the board")]
    assert story.rules["margin"] == "yes"


@pytest.mark.parametrize(
    "line",
    [
        saw([1, 2], [1]),
        saw([1, inf], [2, 1]),  # type: ignore[list-item]
        decided(1.0, 0, 1, 0, 99),
        decided(1.0, 0, 1),
        judged(1.0, "eaten", 0, 1, 0, 2),
        {"what": "look", "answer": {"time": 1.0, "patches": []}},
        {"what": "click", "asked": {}, "answer": {}},
        {"what": "solve", "asked": {}, "answer": {"links": 3}},
        {"what": "end", "said": {"error": "x"}},
        {"what": "interrupted", "said": {}},
        {"what": "aim", "said": {"origin": [0, 0], "pitch": [0, 0], "rows": 1, "cols": 1}},
        {"what": "say", "said": {}},
        {"what": "rules", "said": {"gravities": ["down"], "margins": [], "turns": [2]}},
        {"what": "decided", "said": {}},
    ],
    ids=lambda line: line["what"],
)
def test_a_broken_line_ends_the_story_there(tmp_path: Path, line: Line) -> None:
    """With its number, and all before it."""
    story = told(tmp_path, decided(1.0, 0, 1, 0, 2), line, decided(3.0, 0, 0, 1, 0))
    assert story.damage == "line 6 is broken"
    assert len(story.steps) == 2


@pytest.mark.parametrize("name", ["gravities", "margins", "turns"])
def test_a_beginning_without_rules_is_broken(tmp_path: Path, name: str) -> None:
    """What can be told is told all the same."""
    story = tell(recording(tmp_path, [start(**{name: []}), *game()[1:]]))
    assert story.damage == "line 1 is broken"
    assert story.rules["gravity"] == "auto"


def test_a_tape_that_was_full_says_so(tmp_path: Path) -> None:
    """The rest of the game is not on it."""
    story = told(tmp_path, {"what": "full", "said": {"bytes": 9}})
    assert "greatest size" in story.damage


def test_no_moment_is_waited_twice(tmp_path: Path) -> None:
    """The next link may be clicked while the last one is still being removed."""
    story = told(
        tmp_path,
        decided(1.0, 0, 1, 0, 2),
        click(1.0, 0, 1),
        decided(2.0, 0, 0, 1, 0),
        click(2.0, 0, 0),
        judged(3.0, "removed", 0, 1, 0, 2),
        judged(4.0, "removed", 0, 0, 1, 0),
    )
    assert [step.waited for step in story.steps] == [0.0, 2.0, 2.0]
    assert story.waited == 3.0
    assert [seconds for _, seconds in story.paces()] == [2.0, 1.0]


def test_a_link_that_is_clicked_before_the_last_was_read_has_its_path(tmp_path: Path) -> None:
    """Each next path runs where the tiles of those before lay, and these are drawn no more."""
    story = told(
        tmp_path,
        saw([1, 2, 2, 3], [1, 4, 4, 3]),
        aim(2, 4),
        decided(1.0, 0, 1, 0, 2),
        click(1.0, 0, 1),
        click(1.0, 0, 2),
        decided(2.0, 1, 1, 1, 2),
        click(2.0, 1, 1),
        click(2.0, 1, 2),
        saw([1, 0, 0, 3], [1, 4, 4, 3]),
        judged(2.5, "removed", 0, 1, 0, 2),
        decided(3.0, 0, 0, 1, 0),
        click(3.0, 0, 0),
        click(3.0, 1, 0),
        saw([1, 0, 0, 3], [1, 0, 0, 3]),
        judged(3.5, "removed", 1, 1, 1, 2),
        decided(4.0, 0, 3, 1, 3),
    )
    boards = [str(step.seen.board) for step in story.steps[1:]]
    assert boards == [
        "a b b c\na d d c",
        "a . . c\na d d c",
        "a . . c\na . . c",
        ". . . c\n. . . c",
    ]
    assert all(len(step.path) == 2 for step in story.steps[1:])
    assert story.faults == []


def test_a_long_story_is_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps beyond a number are counted, and no more."""
    monkeypatch.setattr("bot.telling._MOST_STEPS", 5)
    story = told(
        tmp_path, *(decided(float(number), 0, 1, 0, 2) for number in range(9)), say("x"), end()
    )
    assert len(story.steps) == 5
    assert story.left_out == 5
    assert story.outcome == "cleared"


def test_progress_is_told(tmp_path: Path) -> None:
    """Of a long tape, rising up to its end."""
    shares: list[float] = []
    tell(recording(tmp_path, [*game(), *(look(20.0) for _ in range(1000))]), shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] <= 1
