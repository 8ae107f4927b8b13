"""The course of a game: what is believed, planned and counted while it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

from bot.beliefs import Beliefs, accepted, doubt, ended_under, never_link, surprised
from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.deafness import Deafness
from bot.expectation import freed
from bot.foresight import Foresight, foresee
from bot.geometry import Cell
from bot.haste import Heard, Try
from bot.hindsight import Hindsight, Insight
from bot.matcher import Link
from bot.memory import hides, named, still_bare, supported
from bot.pace import Pace
from bot.plural import counted
from bot.policy import Removed, Unclear, Verdict, judge
from bot.position import Gravity, remove
from bot.reckoning import Tiles, reckoned
from bot.tally import SURPRISED, Ending, Tally
from bot.witness import Outcome, Witness


@dataclass(frozen=True, slots=True)
class Presumed:
    """A link that is taken to be gone, though no picture of it was read yet.

    Parameters
    ----------
    link : that was clicked
    freed : cells that should hold their tile no longer, and its kind
    seconds : from its last click until it was seen to give way; None if it was not, for the
        upcoming link is clicked while it goes
    upcoming : the link whose tiles were seen to be as they were
    """

    link: Link
    freed: tuple[tuple[Cell, int], ...]
    seconds: float | None
    upcoming: Link


class Course:
    """The course of one game.

    Parameters
    ----------
    beliefs : about the rules, to start from
    pace : of the game
    witness : told what became of links
    say : told what happens, a line at a time
    """

    def __init__(
        self, beliefs: Beliefs, pace: Pace, witness: Witness, say: Callable[[str], None]
    ) -> None:
        self.tally = Tally(beliefs=beliefs)
        self.plan: tuple[Link, ...] = ()
        self.pace, self.say, self._witness = pace, say, witness
        self.presumed: Presumed | None = None
        self.dealt: Board | None = None
        """The first board; None once it proved to be another, or was laid anew."""
        self.is_tapped = False  # whether a tile was clicked while others went: it may be selected
        self.doubts, self.is_deaf = 0, False
        """How often the board was not as expected, for it is looked at for longer then; and whether
        no click is answered, as it seems: nothing is said of links that are refused then."""
        self.brought = self._came = 0
        """Tiles that the game has brought while it was played; and of which it was gone on with."""
        self._latest: Tiles = ()
        self.unsettled: Link | None = None
        """The link that was clicked last, if it was not seen to go: it may go late."""
        self._given_up: list[Link] = []
        self._refused: dict[int, int] = {}
        """How many links had gone when one of a kind was refused first."""
        self._surprises = self._walled = 0
        self.hindsight, self.deafness = Hindsight(), Deafness()
        self._unlearned: Beliefs | None = None
        self._told: tuple[tuple[Board, Link, Beliefs], Beliefs] | None = None

    @property
    def beliefs(self) -> Beliefs:
        """What is believed of the rules now."""
        return self.tally.beliefs

    @property
    def is_hurried(self) -> bool:
        """Whether the next link is clicked while the tiles of the last go."""
        return self.presumed is not None and self.presumed.seconds is None

    def count(self, **changes: object) -> None:
        """Change what was counted."""
        self.tally = replace(self.tally, **changes)  # type: ignore[arg-type]

    def believe(self, beliefs: Beliefs) -> None:
        """Believe something else from now on."""
        self.count(beliefs=beliefs)
        self._witness.believed(beliefs)

    def judged(self, board: Board, link: Link, seen: Board) -> Verdict:
        """What became of a link that was clicked; see `policy.judge`.

        Where clicks get lost, a message may lie over the last two tiles.
        """
        if board.tiles == 2 and self.tally.loses_clicks and hides(seen, board):
            return Unclear()
        return judge(board, link, seen, self.beliefs)

    def foreseen(self, board: Board, link: Link) -> Foresight | None:
        """What should come of a link, if its removal may be presumed once that is seen."""
        beliefs, plan = self.beliefs, self.plan
        if not (self.pace.is_steady and plan and len(beliefs.gravities) == 1):
            return None
        return foresee(board, link, plan[0], beliefs.rule, beliefs.gravity)

    def may_clear_up(self, board: Board, link: Link, seen: Board, *, soon: bool) -> bool:
        """Whether something lies over a board, other than the game's word that it is over.

        Where clicks get lost, so may have been those of the last link; that shows `soon`.
        """
        if not hides(seen, board):
            return False
        may_fall = board.tiles > 2 and len(self.beliefs.gravities) > 1
        if may_fall or (soon and self.tally.loses_clicks):
            return True
        ended = ended_under(remove(board, link.a, link.b, self.beliefs.gravity), self.beliefs)
        over = ended is not None and ended.margins == self.beliefs.margins
        return not (over and freed(board, link, seen))

    def has_gone(self, board: Board, link: Link, seen: Board) -> bool:
        """Whether a link is plainly seen to be gone from a board."""
        return isinstance(self.judged(board, link, seen), Removed)

    def were_clicked(self, board: Board, seen: Board) -> bool:
        """Whether all tiles that are no longer seen were clicked, where no other has moved.

        A game that hung for a while does late what it was asked to.
        """
        links = [*self._given_up, self.unsettled, self.presumed and self.presumed.link]
        clicked = {cell for link in links if link for cell in (link.a, link.b)}
        same_size = seen.is_sized_as(board)
        return same_size and all(
            now == kind or (now == EMPTY and cell in clicked)
            for cell, kind, now in zip(board.cells(), board.kinds, seen.kinds, strict=True)
        )

    def _gone_late(self, board: Board, seen: Board) -> list[Link]:
        """The links that were refused, as it seemed, and have gone all the same by now."""
        gone: list[Link] = []
        taken = {self.unsettled.a, self.unsettled.b} if self.unsettled else set[Cell]()
        if self.were_clicked(board, seen):
            for link in self._given_up:
                two = {link.a, link.b}
                if not two & taken and all(board[cell] != EMPTY == seen[cell] for cell in two):
                    gone.append(link)
                    taken |= two
        return gone

    def set_aside(self, board: Board, link: Link) -> None:
        """A link was refused, however often it was clicked: what it was based on is doubted."""
        before = self.beliefs
        self._given_up.append(link)
        self._refused.setdefault(board[link.a], self.tally.links)
        self.deafness.refused(board, link, before)
        self.believe(doubt(board, link, before, heard=not self.is_deaf))
        why = ""
        if before.margins != self.beliefs.margins:
            why = ": paths may not run outside the board"
        elif never_link(board, self.beliefs.evidence) - never_link(board, before.evidence):
            why = ": tiles of that kind never link, and are left alone"
        elif not self.tally.links:
            why = ": is it dealt, and not paused?"
        if not self.is_deaf:
            self.say(f"the game does not link {tuple(link.a)} and {tuple(link.b)}{why}")
        self._witness.judged(link, Outcome.REFUSED)
        self.plan = ()

    def walled(self, count: int) -> None:
        """So many cells are known to be walls now; they are not counted as tiles."""
        self.dealt = self.dealt if count >= self._walled else None
        self.count(tiles=self.tally.tiles + self._walled - count)
        self._walled = count

    def teaches(self, board: Board, beliefs: Beliefs) -> bool:
        """Whether what a removal leaves of a board would teach something of gravity."""
        return board.tiles > 2 and len(beliefs.gravities) != len(self.beliefs.gravities)

    def learn(self, board: Board, link: Link, beliefs: Beliefs) -> None:
        """Believe what the removal of a link from a board has taught."""
        self._counts((link.a, board[link.a]), (link.b, board[link.b]))
        self.hindsight.note(board, link, self.beliefs, beliefs)
        self.believe(beliefs)

    def explains(self, seen: Board, *others: Link) -> Insight | None:
        """See `Hindsight.explain`; nothing does while a link is only presumed to have gone."""
        return None if self.presumed else self.hindsight.explain(seen, *others)

    def recall(self, seen: Board, *others: Link) -> tuple[Board, int] | None:
        """What a board that stands still is if tiles fall in another way than was learned of late.

        Parameters
        ----------
        seen
            not as expected
        others
            links that may have gone since, one after the other; nothing was counted of them yet

        Returns
        -------
        board, gone
            what to go on with, and how many of the others have gone; None if nothing explains it
        """
        if (insight := self.explains(seen, *others)) is None:
            return None
        self.say("tiles fall otherwise than it seemed: going on with what is seen")
        for link in others[: insight.others]:
            self.gone(link)
        self.hindsight.forget()
        self.believe(insight.beliefs)
        self.plan = ()
        return insight.board, insight.others

    def removed(self, link: Link, seconds: float | None, tries: Sequence[Try]) -> None:
        """A link has gone as it should; parameters as for `bot.pace.Pace.removed`."""
        self.count(links=self.tally.links + 1)
        self._know(link)
        self.pace.removed(seconds, tries)
        self._witness.judged(link, Outcome.REMOVED)
        self._surprises = 0

    def gone(self, link: Link) -> None:
        """A link has gone, in whatever way."""
        self.count(links=self.tally.links + 1)
        self._know(link)
        self._witness.judged(link, Outcome.REMOVED)

    def presume(self, board: Board, presumed: Presumed) -> None:
        """Take the link that was clicked last, on a board, to be gone until it is read.

        What this tells of paths and tiles is believed as long.
        """
        self.presumed, self._unlearned = presumed, self.beliefs
        self._know(presumed.link)
        self.believe(self.told(board, presumed.link))

    def told(self, board: Board, link: Link) -> Beliefs:
        """What is believed once a link is taken to be gone from a board; thought out but once."""
        asked = board, link, self.beliefs
        if self._told is None or self._told[0] != asked:
            self._told = asked, accepted(board, link, self.beliefs, self.beliefs.gravities)
        return self._told[1]

    def confirm(self, seen: Board | None = None) -> None:
        """The board is as it was expected: what was presumed has come true.

        A link that nobody saw give way must be seen to be gone on the board that is `seen`.
        """
        if self.presumed is None:
            return
        link, seconds = self.presumed.link, self.presumed.seconds
        if seconds is None and seen is not None and UNKNOWN in {seen[link.a], seen[link.b]}:
            return
        self._counts(*self.presumed.freed)
        self.presumed = None
        self.hindsight.forget()
        # What was clicked before the last tiles had gone tells nothing of when it may be.
        told = () if seconds is None else (Try(self.pace.touch, Heard.BOTH),)
        self.removed(link, seconds, told)

    def settle(self, board: Board, seen: Board, link: Link | None = None) -> bool:
        """Find out which of the last links have gone where a board is unexpected; see `reckoned`.

        Parameters
        ----------
        board : as it was before the last click, if what was presumed is true
        seen : as it is now
        link : that was clicked last; None if nothing was since it was known what became of all

        Returns
        -------
        bool
            whether this link has gone; it is counted then, as is the one that was presumed to be
        """
        presumed, self.presumed, self.unsettled = self.presumed, None, None
        tiles = None if presumed is None else presumed.freed
        before = None if self.tally.links and not self._latest else self._latest
        told = reckoned(board, seen, tiles, link, before)
        self.count(links=max(0, self.tally.links - told.undone))
        self.brought += told.brought
        if presumed is not None:
            self._settle_presumed(presumed, gone=told.first)
        if told.last and link is not None:
            self._counts((link.a, board[link.a]), (link.b, board[link.b]))
            self.gone(link)
        return told.last

    def _counts(self, *tiles: tuple[Cell, int]) -> None:
        """Keep the tiles of the last two links that are counted."""
        self._latest = (*self._latest[-2:], *tiles)

    def is_left(self, board: Board) -> bool:
        """Whether there are tiles left; the last cells that cannot be told may be a message.

        So may a single one that is, once all have gone that there were: they went in pairs. Walls
        are no tiles: those of which no two link, while others did.
        """
        if self._walls(board):
            return False
        is_due = 2 * self.tally.links < self.tally.tiles + self.brought
        unsure = self.doubts > 0 and UNKNOWN in board.kinds
        return board.tiles > 0 if is_due else named(board) > (0 if unsure else 1)

    def left_alone(self, board: Board) -> set[int]:
        """Kinds of which surely no two link, while others did since the first was refused."""
        kinds = never_link(board, self.beliefs.evidence, surely=True)
        return {kind for kind in kinds if self._refused.get(kind, inf) < self.tally.links}

    def _walls(self, board: Board) -> int:
        """How many walls a board consists of; 0 if anything else is on it.

        A game that hears no click any more links nothing at all.
        """
        walls = self.left_alone(board)
        return board.tiles if walls.issuperset(set(board.kinds) - {EMPTY, WALL}) else 0

    def cleared(self, board: Board, why: str) -> Ending:
        """No tile is left on the board, and it is said why: the end of the game.

        All tiles have gone in pairs. Where a board was not as expected a link may have been counted
        twice, or not at all; a game that brings more tiles brings a row of them.
        """
        left = (walls := self._walls(board)) + self._walled
        self.say(f"only {counted(left, 'tile')} that never link are left" if left else why)
        links = (self.tally.tiles - walls) // 2
        if not self.brought and abs(self.tally.links - links) <= self.doubts:
            self.count(links=links)
        return Ending.CLEARED

    def _know(self, link: Link) -> None:
        """It is known, or presumed, that a link has gone."""
        self.believe(self.deafness.over(link, self.beliefs))
        if self.unsettled == link:
            self.unsettled = None
        if self.beliefs.gravity is not Gravity.NONE:
            self._given_up.clear()  # their tiles lie elsewhere

    def _settle_presumed(self, presumed: Presumed, *, gone: bool) -> None:
        if gone:
            self.gone(presumed.link)
            return
        self._witness.judged(presumed.link, Outcome.ELSE)
        if (before := self._unlearned) is not None:
            self.believe(replace(before, gravities=self.beliefs.gravities))
        if presumed.seconds is None:
            self.pace.meanwhile.failed()
        else:
            self.pace.misjudged()

    @property
    def unsure(self) -> tuple[Cell, ...]:
        """The cells of links that may have gone, or may not."""
        links = (self.presumed and self.presumed.link, self.unsettled)
        return tuple(cell for link in links if link for cell in (link.a, link.b))

    def surprise(self, board: Board, seen: Board, settled: tuple[Cell, ...] | None = None) -> Board:
        """Go on with what is seen, which nothing we know of explains: it should be another board.

        It may be settled already which of the last links have gone, of cells that were `unsure`.
        A game may lay its tiles anew; what was learned of the way they fall is doubted if it
        happens again before the next link goes. That they stay is doubted at every second time: it
        is learned wrongly where they begin to fall late.
        """
        if recalled := self.recall(seen):
            return recalled[0]
        # What was taken to be gone, and cannot be told, may not be.
        seen = still_bare(board, seen, self.unsure if settled is None else settled)
        self.say(f"{SURPRISED}: going on with what is seen")
        self.hindsight.forget()
        if settled is None:
            late = self._gone_late(board, seen)
            before = board.without([cell for link in late for cell in (link.a, link.b)])
            self.settle(before, seen, self.unsettled)
            for link in late:
                self.gone(link)
        self._given_up.clear()
        self.dealt, self.plan = None, ()
        if len(self.beliefs.gravities) == 1:
            seen = supported(seen, self.beliefs.gravity)
        if self.brought > self._came:  # that explains it
            self._came = self.brought
            return seen
        self._surprises, self.doubts = self._surprises + 1, self.doubts + 1
        stays = self.beliefs.gravity is Gravity.NONE
        again = self._surprises > 1 or (stays and self.doubts % 2 == 0)
        self.believe(surprised(self.beliefs, again=again))
        return seen
