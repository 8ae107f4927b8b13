"""The tries at one link: how each is made, how many there are, and what is told of them."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest
from builders import board, heard

from bot.attempts import Attempts
from bot.beliefs import Beliefs
from bot.clues import NOTHING
from bot.geometry import Cell
from bot.haste import Heard
from bot.matcher import Link
from bot.mouse import PRESS
from bot.pace import Pace
from bot.patience import Patience
from bot.tally import Tally

A, B = Cell(0, 0), Cell(0, 1)
LINK = Link(A, B, (A, B))


def test_the_first_try_is_as_the_pace_asks_and_the_others_are_slower() -> None:
    """The rest is what has passed since the link before was seen to be gone."""
    pace = Pace(Patience())
    first = Attempts(pace, gone=10.0)
    assert first.touch(0, 10.0) == pace.touch
    while not pace.is_steady:
        pace.removed(0.2, (heard(pace),))
    attempts = Attempts(pace, gone=10.0)
    assert attempts.touch(0, 10.5) == (0.0, 0.5, 0.0)
    press, rest, pause = attempts.touch(1, 10.5)
    assert (press, rest) == (PRESS, 0.5)
    assert pause == attempts.pause(1) > attempts.pause(0) == 0


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ([A], Heard.FIRST),
        ([B], Heard.SECOND),
        ([], Heard.UNKNOWN),
        ([A, B], Heard.BOTH),
        ([A, Cell(3, 3)], Heard.FIRST),
    ],
)
def test_marks_tell_which_click_was_heard(marked: list[Cell], told: Heard) -> None:
    """A try is taken to be heard until it is seen that one of its clicks was not."""
    attempts = Attempts(Pace(Patience()), gone=0.0)
    attempts.made([A, B], attempts.touch(0, 1.0), 1.0)
    assert attempts.done[-1].heard is Heard.BOTH
    attempts.saw(marked)
    assert [each.heard for each in attempts.done] == [told]


@pytest.mark.parametrize(("heard_first", "number"), [((A,), 2), ((B,), 3)])
def test_without_marks_a_lost_click_is_made_good(heard_first: tuple[Cell], number: int) -> None:
    """Where a click unselects; whichever of the two was lost, and wherever the pointer is."""
    for nearer in ((A, B), (B, A)):
        attempts, tries = Attempts(Pace(Patience()), gone=0.0), 0
        selected: set[Cell] = set()
        while len(selected) < 2:
            cells = attempts.order((A, B) if not tries else nearer)
            for cell in cells if tries else heard_first:
                selected ^= {cell} if len(selected) < 2 else set()
            attempts.made(cells, attempts.touch(0, 1.0), 1.0)
            attempts.saw([])
            tries += 1
            assert tries <= 3
        assert tries == number
    attempts.saw([A])
    assert attempts.order((B, A)) == (B, A)


def test_what_is_drawn_as_selected_and_waited_for_counts_as_a_try() -> None:
    """Two tiles that a game draws weakly once they are gone, below a message that has come up."""
    attempts = Attempts(Pace(Patience()), gone=0.0)
    assert attempts.times == 0
    for cells in ([A, B], [], [], [A]):
        attempts.made(cells, attempts.touch(0, 1.0), 1.0)
        attempts.saw([A, B])
    assert (attempts.times, len(attempts.done)) == (4, 2)


def test_a_link_that_was_plainly_refused_twice_is_not_clicked_again() -> None:
    """The game showed that it heard all of the clicks: none was lost, and more may cost a life."""

    def tries(*refused: bool) -> int:
        attempts = Attempts(Pace(Patience()), gone=0.0)
        for attempt in attempts.each(board("a a b b"), LINK, Tally(links=2)):
            attempts.made([A, B], attempts.touch(attempt, 1.0), 1.0)
            attempts.answered(refused=refused[attempt] if attempt < len(refused) else False)
            attempts.saw([])
        return len(attempts.done)

    assert (tries(), tries(True), tries(True, True), tries(False, True, True)) == (3, 3, 2, 3)


def test_one_click_has_no_pause_and_none_is_no_try() -> None:
    """One of the tiles may be selected since the try before, or both."""
    attempts = Attempts(Pace(Patience()), gone=0.0)
    attempts.made([B], attempts.touch(1, 1.0), 1.0)
    attempts.saw([B])
    assert (attempts.done[0].touch.pause, attempts.done[0].heard) == (inf, Heard.BOTH)
    attempts.saw([])
    assert attempts.done[0].heard is Heard.UNKNOWN
    attempts.made([], attempts.touch(2, 2.0), 2.0)
    attempts.saw([A])
    assert len(attempts.done) == 1


def test_after_a_try_of_which_no_mark_tells_the_next_may_need_one_click_alone() -> None:
    """So it tells nothing of the pause between two."""
    attempts = Attempts(Pace(Patience()), gone=0.0)
    attempts.made([A, B], attempts.touch(0, 1.0), 1.0)
    attempts.saw([])
    attempts.made([A, B], attempts.touch(1, 2.0), 2.0)
    assert [each.touch.pause < inf for each in attempts.done] == [True, False]


def test_marks_mislead_only_where_they_were_believed() -> None:
    """What was waited for as long as any link was lost, and so it may be with others."""
    pace = Pace(Patience())
    for waited, misled in ((2 * pace.limit, False), (0.5, False), (0.5, True), (9.0, False)):
        attempts = Attempts(pace, gone=0.0)
        attempts.made([A, B], attempts.touch(0, 1.0), 1.0)
        again = 1.0 + waited
        attempts.made([A, B], attempts.touch(1, again), again)
        attempts.went(again + 0.5)
        assert (pace.refusal > Patience().refusal) is misled


def test_more_tries_are_made_where_clicks_get_lost() -> None:
    """A link that only tests whether tiles match gets fewer, and a short press is no fair try."""
    pace, tally = Pace(Patience()), Tally(links=9)
    attempts = Attempts(pace, gone=0.0)
    alike, odd = board("a a b b"), board("a a a b b c c")
    assert attempts.most(alike, LINK, tally) == 3
    pace.deaf = 2
    assert attempts.most(alike, LINK, tally) == 5
    assert attempts.most(odd, LINK, tally) == 2
    pace.deaf = 100
    assert attempts.most(alike, LINK, tally) == 6
    pace.deaf = 0
    assert attempts.most(alike, LINK, Tally()) == 4
    pace.removed(0.2, (heard(pace),))
    assert pace.touch.press < PRESS
    assert attempts.most(alike, LINK, tally) == 4
    assert attempts.most(odd, LINK, tally) == 3


@pytest.mark.parametrize(
    ("tries", "late", "deaf"), [(1, False, 0), (2, False, 0), (4, False, 2), (4, True, 0)]
)
def test_later_tries_in_vain_tell_that_a_game_is_deaf_at_times(
    tries: int, late: bool, deaf: int
) -> None:
    """The first may have come too soon; and what went late was heard."""
    pace = Pace(Patience())
    attempts = Attempts(pace, gone=0.0)
    for attempt in range(tries):
        attempts.made([A, B], attempts.touch(attempt, float(attempt)), float(attempt))
    attempts.went(float(tries), late=late)
    assert pace.deaf == deaf


def test_a_kind_of_which_a_link_was_refused_gets_fewer_tries() -> None:
    """It may be walls; not where clicks get lost, nor where a link of that kind has gone."""
    pace = Pace(Patience())
    attempts = Attempts(pace, gone=0.0)
    tiles = board("a a a a b b")
    refusing = NOTHING.refusing(Cell(0, 2), Cell(0, 3))
    tally = Tally(links=9, beliefs=Beliefs(evidence=refusing))
    assert attempts.most(tiles, LINK, tally) == 2
    gone = Beliefs(evidence=replace(refusing, gone=(tiles[LINK.a],)))
    assert attempts.most(tiles, LINK, replace(tally, beliefs=gone)) == 3
    other = Link(Cell(0, 4), Cell(0, 5), ())
    assert attempts.most(tiles, other, tally) == 3
    pace.deaf = 1
    assert attempts.most(tiles, LINK, tally) == 4


@pytest.mark.parametrize(
    ("tiles", "clicked", "marked", "tries"),
    [
        ("a a b b", [A, B], [A], 7),
        ("a a b b", [B], [A], 7),
        ("a a b b", [A, B], [B], 4),
        ("a a b b", [A, B], [], 4),
        ("a a a b b c c", [A, B], [A], 3),
    ],
)
def test_a_try_whose_last_click_was_lost_for_certain_is_made_once_more(
    tiles: str, clicked: list[Cell], marked: list[Cell], tries: int
) -> None:
    """The tile clicked first is marked as before; but not for ever, and no test is."""
    attempts, made = Attempts(Pace(Patience()), gone=0.0), 0
    for number in attempts.each(board(tiles), LINK, Tally()):
        if number:
            attempts.saw(marked)
        attempts.made(clicked, attempts.touch(number, 1.0), 1.0)
        made += 1
        assert attempts.doubts_marks is (made == tries)
    assert made == tries


def test_marks_are_believed_at_the_only_try() -> None:
    """A tile that a game has selected at last would be unselected by another click."""
    attempts = Attempts(Pace(Patience()), gone=0.0, once=True)
    for _ in attempts.each(board("a a b b"), LINK, Tally()):
        assert not attempts.doubts_marks
        attempts.made([A, B], attempts.touch(0, 1.0), 1.0)


def test_the_only_try_is_a_slow_one() -> None:
    """Nothing is heard, as it seems: that may be for clicks that were too fast at last."""
    pace = Pace(Patience())
    usual, only = (Attempts(pace, gone=0.0, once=once).touch(0, 1.0) for once in (False, True))
    assert only == pace.again(2)._replace(rest=1.0)
    assert (usual.press, usual.pause) == (pace.touch.press, pace.touch.pause)
    assert only.press > usual.press


def test_a_try_at_which_nothing_was_clicked_is_told() -> None:
    """Then a mark that was only supposed is not trusted again."""
    attempts = Attempts(Pace(Patience()), gone=0.0)
    attempts.made([A, B], attempts.touch(0, 1.0), 1.0)
    assert not attempts.was_idle
    attempts.made([], attempts.touch(1, 2.0), 2.0)
    assert attempts.was_idle


def test_marks_are_doubted_once_nothing_was_clicked_for_long() -> None:
    """Both tiles look selected, and the link does not go: a later try clicks both."""
    attempts = Attempts(Pace(Patience()), gone=0.0)
    attempts.made([A, B], attempts.touch(0, 1.0), 1.0)
    stuck = []
    for cells in ([], [], [A], []):
        attempts.made(cells, attempts.touch(1, 2.0), 2.0)
        stuck.append(attempts.is_stuck)
    assert stuck == [False, True, False, False]
