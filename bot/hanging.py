"""Walls that hang where tiles fall, told by what does not fall; and tiles that never do.

A kind that is drawn as a tile may be walls. Where nothing falls that costs some clicks which the
game refuses. Where tiles fall it costs more: every board is another than was expected. But a single
one tells it, for tiles that lie on nothing are no tiles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bot.beliefs import USUAL_GRAVITIES, Beliefs
from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.course import Course
from bot.ground import LACKS_BODY, agreement
from bot.lookout import Lookout
from bot.matcher import Link
from bot.plural import counted
from bot.policy import Removed, judge
from bot.position import Gravity, lanes
from bot.unlinked import unlinked
from bot.witness import Outcome

_SEVERAL, _HANG = 3, 2
"""Tiles of a kind that may be walls, at least; and of them that lie on nothing, for the ground
below one may be misread."""
_OFTEN = 2
"""Links after which tiles lay otherwise than the one way to fall that was said explains, and as
another does, before that is believed."""
_EVERY_TIME = 3
"""Links after which one kind explains what did not fall, until it is walls."""
_FINES = 2
"""Times that a game brings tiles where a link was clicked and did not go, if that is refused."""


@dataclass(frozen=True, slots=True)
class Told:
    """A board before a link, with walls, and what is believed now that the link has gone."""

    board: Board
    beliefs: Beliefs


class Hanging:
    """Tells walls from tiles where a board stands still and is not as expected.

    Parameters
    ----------
    course, out
        what is believed and counted, and what is seen
    """

    def __init__(self, course: Course, out: Lookout) -> None:
        self._course, self._out = course, out
        out.walls.changed = course.walled
        self._fined = Counter[Link]()
        self._against = self._falls = self._untrue = 0
        self._suspects: list[int] = []
        self._refused: dict[int, int] = {}
        """Turns that were believed in when a kind was taken for walls, for clicks were refused."""

    def explains(self, board: Board, link: Link, seen: Board) -> Told | None:
        """What is told if another way to fall, or walls of one kind, explain what a link left.

        Parameters are those of `hanging`.
        """
        beliefs = self._course.beliefs
        if self._course.presumed:
            return None
        told = hanging(board, link, seen, beliefs)
        falls = self._course.hindsight.falls - self._untrue
        # Where tiles have fallen as was said, or one kind explains it every time, walls hold some.
        if told is None or not (falls > 0 or self._is_suspected(told[0])):
            otherwise = falls_otherwise(board, link, seen, beliefs)
            if otherwise is not None:
                return Told(board, self._doubted(otherwise, falls))
        if told is None or not self._hangs(told[0]):
            return None
        return Told(board.with_walls({told[0]}), told[1])

    def _is_suspected(self, kind: int) -> bool:
        """Whether a kind alone has explained what did not fall, several times in a row by now."""
        self._suspects = [*self._suspects, kind] if kind in self._suspects else [kind]
        return len(self._suspects) >= _EVERY_TIME

    def _doubted(self, otherwise: Beliefs, falls: int) -> Beliefs:
        """What is believed where tiles lie otherwise than was said, by a person or in a skin.

        Links count that tell so since the last one after which tiles fell as was said.
        """
        self._against = self._against + 1 if falls == self._falls else 1
        self._falls, said = falls, self._course.beliefs
        if self._against < _OFTEN:
            self._untrue += said.gravity is not Gravity.NONE  # it is noted as a fall
            return replace(otherwise, gravities=said.gravities, possible=said.possible)
        self._course.say(
            f"gravity is not {said.gravity.value}, as was said or stands in the skin: which it is "
            "is found out"
        )
        self._out.walls.drop()  # nothing need hold what does not fall
        return otherwise

    def both(self, board: Board, seen: Board) -> tuple[Board, Board]:
        """A board as it was and as it is seen, where tiles of one kind that lie on nothing hang."""
        beliefs = self._course.beliefs
        kind = floating(seen, beliefs.gravity) if len(beliefs.gravities) == 1 else None
        if kind is None or kind in beliefs.evidence.gone or not self._hangs(kind):
            return board, seen
        return board.with_walls({kind}), self._out.seen

    def _hangs(self, kind: int) -> bool:
        """Take a kind for walls for it hangs, if it has never moved."""
        course, out = self._course, self._out
        before = out.seen.kinds.count(WALL)
        if not self._stands(kind):
            return False
        walls = out.seen.kinds.count(WALL) - before
        course.say(f"{counted(walls, 'tile')} of a kind hang where others fall: they are walls")
        return True

    def _stands(self, kind: int) -> bool:
        """Take a kind for walls, if it has never moved; on the first board, too."""
        stood = self._out.wall_in(kind)
        if stood and self._course.dealt:
            self._course.dealt = self._course.dealt.with_walls({kind})
        return stood

    def strangers(self, board: Board) -> Board | None:
        """The board with walls for all that is left, if that lacks what the tiles that went share.

        As boulders do among cards. None if there is anything else.
        """
        skin = self._out.current()[1].skin
        kinds = {kind for kind in board.kinds if kind not in {EMPTY, WALL, UNKNOWN}}
        faces = skin.faces[np.isin(skin.kinds, list(kinds))]
        if skin.body is None or not len(faces) or kinds & set(self._course.beliefs.evidence.gone):
            return None
        if agreement(faces, skin.body).max() >= LACKS_BODY or not all(map(self._stands, kinds)):
            return None
        return board.with_walls(kinds)

    def fined(self, board: Board, link: Link, outcome: Outcome, brought: int) -> Board:
        """The board after a link was clicked, with which the game has brought so many tiles.

        If it did not go they may be a fine, as some games have it for what does not link. Clicks
        get lost, and tiles come by themselves: so it is refused if that happens to it again.
        """
        if brought and outcome is not Outcome.REMOVED:
            self._fined[link] += 1
            if self._fined[link] >= _FINES:
                return self.set_aside(board, link, _FINES)
        return board

    def set_aside(self, board: Board, link: Link, tries: int) -> Board:
        """The board, with walls if they are known for such, after so many tries at a link."""
        course = self._course
        course.count(refused=course.tally.refused + tries - 1)
        course.set_aside(board, link)
        return self.left_alone(board)

    def parted(self, board: Board, link: Link, before: NDArray[np.uint8] | None) -> Board:
        """The board, with two kinds for the one of a link that will not go, if its tiles are such.

        The last picture taken `before` it was clicked tells; see `unlinked`.
        """
        course, out, kind = self._course, self._out, board[link.a]
        frame, known = out.current()
        known = replace(known, board=out.walls.shown(known.board))
        if before is None or course.is_deaf or not known.board.is_sized_as(board):
            return board
        same = {each[cell] for each in (board, known.board) for cell in (link.a, link.b)} == {kind}
        told = unlinked(known, link.a, link.b, before) if same else None
        if told is None:
            return board
        out.go_on(frame, told)
        course.dealt = None
        course.say("what was taken for one kind of tiles is two")
        names = zip(board.kinds, known.board.kinds, told.board.kinds, strict=True)
        # Of which of the two those are that are hidden is not known.
        kinds = tuple(
            was if was != kind else now if old == kind else UNKNOWN for was, old, now in names
        )
        return replace(board, kinds=kinds)

    def left_alone(self, board: Board) -> Board:
        """The board with walls for what surely never links, where nothing falls.

        Once fewer turns are believed in the rule was to blame, and these are tiles again.
        """
        course, walls, beliefs = self._course, self._out.walls, self._course.beliefs
        turns = beliefs.max_turns
        if any(then != turns for then in self._refused.values()):
            board = walls.shown(board)
            walls.drop(self._refused)
            self._refused.clear()
            board = walls.seen(board)
        kinds = course.left_alone(board) if beliefs.gravities == (Gravity.NONE,) else set[int]()
        for kind in sorted(kinds):
            if self._stands(kind):
                self._refused[kind] = turns
                board = board.with_walls({kind})
        return board


def falls_otherwise(board: Board, link: Link, seen: Board, beliefs: Beliefs) -> Beliefs | None:
    """The beliefs under which a link has gone, if only one way to fall was said, and not how it is.

    Every cell must be told. The parameters are those of `hanging`.
    """
    if len(beliefs.possible) > 1 or UNKNOWN in seen.kinds:
        return None
    anyway = replace(beliefs, gravities=USUAL_GRAVITIES, possible=USUAL_GRAVITIES)
    verdict = judge(board, link, seen, anyway)
    if not isinstance(verdict, Removed) or beliefs.gravity in verdict.beliefs.gravities:
        return None
    return verdict.beliefs


def hanging(board: Board, link: Link, seen: Board, beliefs: Beliefs) -> tuple[int, Beliefs] | None:
    """The kind that are walls, if that explains what became of a board, and what is believed then.

    That nothing falls may have been learned where walls held it. What tiles explain that fall, and
    no walls, tells nothing of any.

    Parameters
    ----------
    board
        as it was before the link was clicked
    seen
        as it stands still now, not as expected
    """
    if not board.is_sized_as(seen):
        return None
    stay = _staying(board, seen) - {board[link.a], board[link.b], *beliefs.evidence.gone}
    learned, maybe = (
        tuple(each for each in ways if each is not Gravity.NONE)
        for ways in (beliefs.gravities, beliefs.possible)
    )
    falling, found = replace(beliefs, gravities=learned or maybe), list[tuple[int, Beliefs]]()
    if not falling.gravities or isinstance(judge(board, link, seen, falling), Removed):
        return None
    for kind in sorted(stay):
        before, after = (each.with_walls({kind}) for each in (board, seen))
        verdict = judge(before, link, after, falling)
        if isinstance(verdict, Removed):
            found.append((kind, verdict.beliefs))
    return found[0] if len(found) == 1 else None


def floating(seen: Board, gravity: Gravity) -> int | None:
    r"""The kind whose tiles, and no others, lie on nothing where tiles are known to fall.

    >>> floating(Board.from_text("w . w\n. w b\n. . b"), Gravity.DOWN)
    23
    """
    hang = [
        seen.kinds[place]
        for lane in lanes(seen, gravity)
        for below, place in pairwise(lane)
        if seen.kinds[below] == EMPTY and seen.kinds[place] not in {EMPTY, WALL}
    ]
    if len(hang) < _HANG or len(set(hang)) > 1 or hang[0] == UNKNOWN:
        return None
    return hang[0] if seen.kinds.count(hang[0]) >= _SEVERAL else None


def _staying(board: Board, seen: Board) -> set[int]:
    """The kinds with several tiles all of which lie where they lay, as far as they are told."""
    moved = {
        kind
        for was, now in zip(board.kinds, seen.kinds, strict=True)
        if was != now != UNKNOWN
        for kind in (was, now)
    }
    return {kind for kind, cells in board.by_kind().items() if len(cells) >= _SEVERAL} - moved
