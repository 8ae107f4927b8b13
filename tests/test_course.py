"""The course of a game: what is counted, presumed, believed and given up."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from builders import board, heard

from bot.beliefs import Beliefs
from bot.clues import NOTHING
from bot.course import Course, Presumed
from bot.geometry import Cell
from bot.matcher import Link
from bot.pace import Pace
from bot.patience import Patience
from bot.policy import Removed, Unclear
from bot.position import Gravity
from bot.tally import Ending
from bot.witness import Nobody, Outcome

FIRST = Link(Cell(0, 0), Cell(0, 1), (Cell(0, 0), Cell(0, 1)))
NEXT = Link(Cell(1, 0), Cell(1, 1), (Cell(1, 0), Cell(1, 1)))
TILES = board("a a b / c c b")
KIND = TILES[FIRST.a]
LEFT = TILES.without([FIRST.a, FIRST.b])


class Verdicts(Nobody):
    """A witness that remembers what became of links."""

    def __init__(self) -> None:
        self.heard: list[tuple[Link, Outcome]] = []

    def judged(self, link: Link, outcome: Outcome) -> None:
        """See `Witness.judged`."""
        self.heard.append((link, outcome))


class Game:
    """A course, and all that it tells."""

    def __init__(self, beliefs: Beliefs | None = None) -> None:
        self.said: list[str] = []
        self.verdicts, self.pace = Verdicts(), Pace(Patience())
        self.course = Course(beliefs or Beliefs(), self.pace, self.verdicts, self.said.append)

    def presume(self) -> None:
        """Take the first link to be gone."""
        freed = ((FIRST.a, KIND), (FIRST.b, KIND))
        self.course.presume(TILES, Presumed(FIRST, freed, 0.25, NEXT))


def test_a_link_that_went_counts_once_and_sets_the_pace() -> None:
    """It is told as removed, and how long it took is known."""
    game = Game()
    game.course.removed(FIRST, 0.25, (heard(game.pace),))
    assert game.course.tally.links == 1
    assert game.verdicts.heard == [(FIRST, Outcome.REMOVED)]
    assert game.pace.soonest == 0.25


def test_a_link_that_went_in_whatever_way_tells_nothing_of_the_pace() -> None:
    """It counts, and no more."""
    game = Game()
    game.course.gone(FIRST)
    assert game.course.tally.links == 1
    assert game.verdicts.heard == [(FIRST, Outcome.REMOVED)]
    assert game.pace.soonest == 0.0


def test_what_was_presumed_comes_true_once() -> None:
    """The second time nothing is presumed any more."""
    game = Game()
    game.presume()
    game.course.confirm()
    game.course.confirm()
    assert game.course.presumed is None
    assert game.course.tally.links == 1
    assert game.verdicts.heard == [(FIRST, Outcome.REMOVED)]
    assert game.pace.soonest == 0.25


@pytest.mark.parametrize(
    ("tiles", "turns", "margins"),
    [
        ("a b a / c c .", (2,), (1,)),
        ("a b a / . . .", (2,), (1, 0)),
        ("a b . / . . a", (2, 1), (1, 0)),
        ("a a b / c c b", (2, 1, 0), (1, 0)),
    ],
    ids=["outside", "two turns", "a turn", "beside each other"],
)
def test_a_presumed_link_tells_of_paths_until_it_proves_not_to_have_gone(
    tiles: str, turns: tuple[int, ...], margins: tuple[int, ...]
) -> None:
    """Later ones may all be presumed, and none of them read."""
    before = board(tiles)
    ends = [cell for cell in before.cells() if before[cell] == before[Cell(0, 0)]]
    link = Link(ends[0], ends[1], ())
    for seen in (before, before.without(ends)):
        game = Game()
        known = game.course.beliefs
        game.course.presume(before, Presumed(link, tuple((c, 1) for c in ends), 0.25, NEXT))
        gone = replace(NOTHING, gone=(1,))
        assert game.course.beliefs == replace(known, turns=turns, margins=margins, evidence=gone)
        game.course.surprise(before.without(ends), seen)
        told = game.course.beliefs
        expected = known if seen == before else replace(known, turns=turns, margins=margins)
        assert (told.turns, told.margins) == (expected.turns, expected.margins)


def test_what_a_presumed_link_told_of_its_kind_stays_once_it_is_confirmed() -> None:
    """A kind that went is no stone, and a link of it that is refused later is none of a wall."""
    game = Game()
    game.presume()
    game.course.confirm()
    assert game.course.beliefs.evidence.gone == (KIND,)


def test_what_a_presumed_link_told_of_its_kind_is_taken_back_with_it() -> None:
    """Before the board that is seen is gone on with, of which nothing is known."""
    game = Game()
    game.presume()
    game.course.settle(LEFT, TILES)
    assert game.course.beliefs.evidence == NOTHING


def test_nothing_is_confirmed_where_nothing_was_presumed() -> None:
    """No link is counted that was not clicked."""
    game = Game()
    game.course.confirm()
    assert game.course.tally.links == 0
    assert game.verdicts.heard == []


@pytest.mark.parametrize(
    ("seen", "outcome", "links"),
    [
        ("b b a / c c a", Outcome.ELSE, 0),
        ("b b . / c c .", Outcome.REMOVED, 1),
        ("b b ? / c ? a", Outcome.REMOVED, 1),
        (". . b / c c b", Outcome.REMOVED, 1),
        ("a . b / c c b", Outcome.ELSE, 0),
        (". ? b / c c b", Outcome.REMOVED, 1),
        ("? ? b / c c b", Outcome.ELSE, 0),
        (".", Outcome.ELSE, 0),
    ],
    ids=["anew", "gone, anew", "unread", "gone", "still there", "odd", "not told", "other"],
)
def test_a_surprise_finds_out_what_became_of_the_presumed_link(
    seen: str, outcome: Outcome, links: int
) -> None:
    """It has gone where both cells plainly show something else."""
    game = Game()
    game.presume()
    assert game.course.surprise(LEFT, board(seen)) == board(seen)
    assert game.course.presumed is None
    assert game.verdicts.heard == [(FIRST, outcome)]
    assert game.course.tally.links == links


@pytest.mark.parametrize(
    ("seen", "gone"),
    [
        ("c . a / a . c", [FIRST]),
        (". c . / . c .", [FIRST, NEXT]),
        ("a a b / . . b", [NEXT]),
        ("b a b / c c a", []),
    ],
    ids=["one, and laid anew", "both, and laid anew", "the last alone", "none"],
)
def test_tiles_that_are_left_tell_how_many_links_have_gone(seen: str, gone: list[Link]) -> None:
    """Also where another tile of its kind lies in place of one that has gone."""
    game = Game()
    game.course.unsettled = FIRST
    game.presume()
    game.course.unsettled = NEXT
    now = board(seen)
    assert game.course.settle(LEFT, now, NEXT) == (NEXT in gone)
    assert [link for link, how in game.verdicts.heard if how is Outcome.REMOVED] == gone
    assert game.course.tally.links == len(gone)


def test_a_link_that_was_given_up_and_goes_late_counts() -> None:
    """Once, and not if it was known to have gone."""
    game = Game()
    game.course.unsettled = FIRST
    game.course.surprise(TILES, board("c b . / c b ."))
    assert game.verdicts.heard == [(FIRST, Outcome.REMOVED)]
    game.course.surprise(TILES, LEFT)
    assert game.course.tally.links == 1


def test_a_link_that_was_counted_and_is_there_again_has_not_gone() -> None:
    """What a torn picture showed is taken back."""
    game = Game()
    game.course.removed(FIRST, 0.25, (heard(game.pace),))
    game.course.surprise(LEFT, TILES)
    assert game.course.tally.links == 0


def test_a_link_is_taken_back_once() -> None:
    """Though more than one asks what became of it."""
    game = Game()
    for link in (NEXT, FIRST):
        game.course.removed(link, 0.25, (heard(game.pace),))
    game.course.settle(LEFT, TILES)
    game.course.surprise(LEFT, TILES, settled=())
    assert game.course.tally.links == 1


def test_a_deal_anew_takes_no_link_back() -> None:
    """What was linked before it was."""
    game = Game()
    for link in (FIRST, NEXT):
        game.course.removed(link, 0.25, (heard(game.pace),))
    game.course.surprise(LEFT.without([NEXT.a, NEXT.b]), TILES)
    assert game.course.tally.links == 2


def test_a_presumption_that_was_wrong_makes_it_slower() -> None:
    """It must see links go again before it foretells another one."""
    game = Game()
    for _ in range(4):
        game.course.removed(NEXT, 0.25, (heard(game.pace),))
    assert game.pace.is_steady
    game.presume()
    game.course.surprise(LEFT, TILES)
    assert not game.pace.is_steady


def test_a_surprise_ends_the_plan_and_is_said() -> None:
    """What was planned was planned for another board."""
    game = Game()
    planned: tuple[Link, ...] = (FIRST, NEXT)
    game.course.plan = planned
    game.course.surprise(TILES, TILES)
    assert game.course.plan == ()
    assert game.said == ["the board is not as expected: going on with what is seen"]
    assert game.verdicts.heard == []


def test_gravity_is_doubted_at_the_second_surprise_in_a_row() -> None:
    """A shuffle is one; two without a link between them say that it was learned wrongly."""
    known = Beliefs(gravities=(Gravity.DOWN,))
    game = Game(known)
    game.course.surprise(TILES, TILES)
    assert game.course.beliefs.gravities == (Gravity.DOWN,)
    game.course.removed(FIRST, 0.25, (heard(game.pace),))
    game.course.surprise(TILES, TILES)
    assert game.course.beliefs.gravities == (Gravity.DOWN,)
    game.course.surprise(TILES, TILES)
    assert game.course.beliefs.gravities == known.possible


def test_that_tiles_stay_is_doubted_at_every_second_surprise() -> None:
    """Each link goes as it should, and the tiles move a while later."""
    known = Beliefs(gravities=(Gravity.NONE,))
    game = Game(known)
    game.course.surprise(TILES, TILES)
    assert game.course.beliefs.gravities == (Gravity.NONE,)
    game.course.removed(FIRST, 0.25, (heard(game.pace),))
    game.course.surprise(TILES, TILES)
    assert game.course.beliefs.gravities == known.possible
    assert game.course.doubts == 2


@pytest.mark.parametrize("missed", [0, 3])
def test_where_clicks_get_lost_a_message_is_no_end(missed: int) -> None:
    """It may lie over the last two tiles, whose clicks were not heard."""
    course = Game(Beliefs(gravities=(Gravity.NONE,))).course
    course.count(missed=missed, links=9)
    last = board(". a a . / . . . . / . . . .")
    link = Link(Cell(0, 1), Cell(0, 2), (Cell(0, 1), Cell(0, 2)))
    told = course.judged(last, link, board("? . . ? / ? . . ? / ? . . ?"))
    assert isinstance(told, Unclear if missed else Removed)
    hidden = board("? ? ? ? / ? ? ? ? / . . . .")
    assert course.may_clear_up(last, link, hidden, soon=True) == bool(missed)
    assert not course.may_clear_up(last, link, hidden, soon=False)
    # Whichever way tiles fall, none does after the last.
    course.believe(Beliefs(gravities=(Gravity.NONE, Gravity.LEFT)))
    assert not course.may_clear_up(last, link, hidden, soon=False)
    more = board(". a a . / b . . b / . . . .")
    assert course.may_clear_up(more, link, board("? ? ? ? / ? ? ? ? / . . . ."), soon=False)
    assert isinstance(course.judged(last, link, board(". . . . / . . . . / . . . .")), Removed)


def test_what_is_believed_stands_in_the_tally() -> None:
    """So that it is told in the end."""
    game = Game()
    game.course.believe(Beliefs(gravities=(Gravity.LEFT,)))
    game.course.count(missed=3)
    assert game.course.tally.gravity == "left"
    assert game.course.tally.missed == 3


def test_tiles_that_fall_after_all_are_no_surprise() -> None:
    """What was learned is taken back, the plan is dropped, and a link that has gone counts."""
    ways = (Gravity.NONE, Gravity.DOWN)
    game = Game(Beliefs(gravities=ways))
    course, before = game.course, board("d e b d / c c b e / a a f f")
    link = Link(Cell(1, 0), Cell(1, 1), (Cell(1, 0), Cell(1, 1)))
    fallen = board(". . b d / d e b e / a a f f")
    course.learn(before, link, replace(course.beliefs, gravities=ways[:1]))
    course.plan = (NEXT,)
    last = Link(Cell(2, 2), Cell(2, 3), (Cell(2, 2), Cell(2, 3)))
    assert course.recall(board(". . b d / d e b e / a a f ."), last) is None
    assert course.recall(fallen, last) == (fallen, 0)
    assert (course.beliefs.gravities, course.plan) == (ways[1:], ())
    assert course.tally.links == 0

    course.learn(before, link, replace(course.beliefs, gravities=ways[:1]))
    assert course.surprise(before, fallen) == fallen  # it is told once


def test_a_link_that_went_before_tiles_fell_counts() -> None:
    """It was clicked while they were thought to stay."""
    ways = (Gravity.NONE, Gravity.DOWN)
    game = Game(Beliefs(gravities=ways))
    before = board("d e b d / c c b e / a a f f")
    link = Link(Cell(1, 0), Cell(1, 1), (Cell(1, 0), Cell(1, 1)))
    last = Link(Cell(2, 2), Cell(2, 3), (Cell(2, 2), Cell(2, 3)))
    game.course.learn(before, link, replace(game.course.beliefs, gravities=ways[:1]))
    seen = board(". . . . / d e b d / a a b e")
    assert game.course.recall(seen, last) == (seen, 1)
    assert game.verdicts.heard == [(last, Outcome.REMOVED)]
    assert game.course.tally.links == 1


def test_nothing_hangs_where_tiles_fall() -> None:
    """What cannot be told above an empty cell is ground, once all stands; not where tiles stay."""
    seen = board("? . . / . . ? / c c b")
    for gravity, left in ((Gravity.DOWN, board(". . . / . . ? / c c b")), (Gravity.NONE, seen)):
        course = Game(Beliefs(gravities=(gravity,))).course
        assert course.surprise(board("a a b / a a b / c c b"), seen) == left


def test_what_was_empty_and_cannot_be_told_is_ground() -> None:
    """A surprise makes no tile of it, unless tiles are seen where there were none."""
    for seen, left in (
        ("? a . / a a ? / c c b", "? a . / a a . / c c b"),
        ("? . b / a . ? / c c .", "? . b / a . ? / c c ."),
    ):
        course = Game(Beliefs(gravities=(Gravity.NONE,))).course
        assert course.surprise(board("a a . / a a . / c c b"), board(seen)) == board(left)


@pytest.mark.parametrize(
    ("links", "doubts", "counted"),
    [(2, 1, 3), (4, 1, 3), (3, 1, 3), (1, 1, 1), (1, 2, 3), (2, 0, 2)],
)
def test_an_empty_board_tells_how_many_links_have_gone(
    links: int, doubts: int, counted: int
) -> None:
    """Each surprise may have led to a wrong count of one; more than that, and tiles were added."""
    game = Game()
    game.course.count(tiles=TILES.tiles, links=links)
    game.course.doubts = doubts
    assert game.course.cleared(board("."), "the board is empty") is Ending.CLEARED
    assert game.course.tally.links == counted


def test_what_cannot_be_told_where_a_link_was_has_not_gone() -> None:
    """Half of its tiles under something else says nothing of the other half."""
    game = Game()
    last = board("a . a c / c . . .")
    link = Link(Cell(0, 0), Cell(0, 2), (Cell(0, 0), Cell(0, 2)))
    assert not game.course.settle(last, board("? . . . / ? . . ."), link)
    assert game.course.tally.links == 0
    assert game.course.settle(last, board(". . . c / ? . . ."), link)
    assert game.course.tally.links == 1


def link_of(a: tuple[int, int], b: tuple[int, int]) -> Link:
    """A link of two cells."""
    return Link(Cell(*a), Cell(*b), (Cell(*a), Cell(*b)))


def test_links_that_were_given_up_and_go_late_are_counted_once() -> None:
    """Each with its own two tiles, and the last one only if its tiles have gone, too."""
    tiles = board("a a b b / a a c c / d d . .")
    game = Game(replace(Beliefs(), gravities=(Gravity.NONE,)))
    one, other, overlapping = (
        link_of((0, 0), (0, 1)),
        link_of((1, 0), (1, 1)),
        link_of((0, 0), (1, 0)),
    )
    for link in (one, other, overlapping):
        game.course.set_aside(tiles, link)
    game.course.unsettled = link_of((0, 2), (0, 3))
    told = tiles.without([one.a, one.b, other.a, other.b])
    assert game.course.were_clicked(tiles, told)
    game.course.surprise(tiles, told)
    assert game.course.tally.links == 2


def test_tiles_that_were_never_clicked_have_not_gone_late() -> None:
    """A link that was refused because its tiles were hidden was not clicked."""
    tiles = board("a a b b / c c . .")
    beliefs = replace(Beliefs(), gravities=(Gravity.NONE,))
    hidden = link_of((0, 0), (0, 1))
    evidence = beliefs.evidence.refusing(hidden.a, hidden.b)
    game = Game(replace(beliefs, evidence=evidence))
    seen = tiles.without([hidden.a, hidden.b])
    assert not game.course.were_clicked(tiles, seen)
    game.course.set_aside(tiles, hidden)
    assert game.course.were_clicked(tiles, seen)
    assert not game.course.were_clicked(tiles, seen.without([Cell(0, 2)]))


@pytest.mark.parametrize(
    ("text", "refused", "is_left"),
    [
        ("a . a / . . . / a . .", 3, False),
        ("a . a / # . # / a # #", 3, False),
        ("a . a / . . . / a . .", 2, True),
        ("a . a / . b b / a . .", 3, True),
    ],
    ids=["walls alone", "walls of two kinds", "not all tried", "more than walls"],
)
def test_walls_are_no_tiles_that_are_left(text: str, refused: int, *, is_left: bool) -> None:
    """Nothing lies in their way, and yet no two of them link; the game counts them for nothing."""
    game, on = Game(), board(text)
    evidence = NOTHING
    for a, b in list(combinations(on.by_kind()[1], 2))[:refused]:
        evidence = evidence.refusing(a, b)
    game.course.believe(Beliefs(gravities=(Gravity.NONE,), evidence=evidence))
    game.course.count(tiles=9, links=2)
    game.course.doubts = 1
    assert game.course.is_left(on)  # a game that is deaf links nothing either
    game.course._refused[1] = 1
    assert game.course.is_left(on) is is_left
    assert game.course.left_alone(on) == ({1} if refused == 3 else set())
    if not is_left:
        assert game.course.cleared(on, "the board is empty") is Ending.CLEARED
        assert game.course.tally.links == 3


def test_walls_that_are_known_are_not_counted_as_tiles() -> None:
    """Until they prove to be tiles."""
    game = Game()
    game.course.count(tiles=20)
    for walls in (4, 6, 0):
        game.course.walled(walls)
        assert game.course.tally.tiles == 20 - walls
