"""Beliefs: what may still be true of a game's rules, and what clicks teach about them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median

from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.clues import NOTHING, Evidence, Two
from bot.matcher import Link, LinkRule, find_path
from bot.position import Gravity, Position

USUAL_GRAVITIES = tuple(Gravity)
"""Every way tiles may fall, the most usual first."""
USUAL_TURNS = (2, 1, 0)
"""Most turns a path may take, the most usual first."""

_REFUSALS = 2
"""Links that need as many turns as we believe in must be refused before we believe in fewer."""
_NEVER = 3
"""Links of a kind that must be refused, and none have gone, before it is left alone."""
_NEVER_TESTED = 5
"""The same of links that were tests, for its tiles may be of two kinds."""
_FAR_COMMONER = 2
"""How many times more tiles than the median a kind has that may be walls."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What may still be true of a game's rules; the first of each is acted upon.

    Parameters
    ----------
    gravities
        ways the tiles may fall, as far as the removals seen so far tell
    margins
        rings of empty cells where a path may run
    turns
        most turns a path may take
    possible
        ways the tiles may fall at all; `gravities` is taken back to it when a board is not as
        expected
    evidence
        what clicks have told of tiles: not read, misread, or refused though their link seemed legal
    refusals
        links of as many turns as are believed in that were refused, since one was accepted
    """

    gravities: tuple[Gravity, ...] = USUAL_GRAVITIES
    margins: tuple[int, ...] = (1, 0)
    turns: tuple[int, ...] = USUAL_TURNS
    possible: tuple[Gravity, ...] = USUAL_GRAVITIES
    evidence: Evidence = NOTHING
    refusals: int = 0

    @property
    def max_turns(self) -> int:
        """The turns acted upon."""
        return self.turns[0]

    @property
    def rule(self) -> LinkRule:
        """The link rule acted upon."""
        return LinkRule(self.max_turns, self.margins[0])

    @property
    def gravity(self) -> Gravity:
        """The gravity acted upon."""
        return self.gravities[0]


def accepted(before: Board, link: Link, beliefs: Beliefs, fits: tuple[Gravity, ...]) -> Beliefs:
    """The beliefs after a link went, under these gravities."""
    turns = _fewest_turns(before, link, beliefs)
    if turns is None:
        # The game knows a path that we do not: of paths nothing is learned from that.
        evidence = beliefs.evidence.removed(before, link.a, link.b, fits[0])
        return replace(beliefs, gravities=fits, evidence=evidence)
    allowed = tuple(most for most in beliefs.turns if most >= turns)
    only_outside = needs_margin(before, link, max(beliefs.max_turns, turns))
    return replace(
        beliefs,
        gravities=fits,
        margins=(1,) if only_outside else beliefs.margins,
        turns=allowed or beliefs.turns,
        evidence=beliefs.evidence.removed(before, link.a, link.b, fits[0]),
        refusals=0 if turns == beliefs.max_turns else beliefs.refusals,
    )


def doubt(before: Board, link: Link, beliefs: Beliefs, *, heard: bool = True) -> Beliefs:
    """The beliefs after a link was clicked again and again and nothing happened.

    If its tiles were in doubt, they do not match. If only the margin made it legal and no such path
    was ever accepted, there is likely no margin; and if that happens once more, there is none. If
    it has as many turns as we believe in, and another such link was refused, too, then fewer turns
    are likely allowed; those that were only tried because nothing else was left are given up.
    If it is the kind that was refused before, and it never went, its tiles are no tiles: some games
    have stones that never go. Where the game may not have `heard` it, it is not refused once more.
    """
    if is_test(before, link):
        evidence = beliefs.evidence.failed(link.a, link.b)
        return replace(beliefs, evidence=_left_alone(before, evidence, before[link.a]))
    turns = _fewest_turns(before, link, beliefs)
    most = beliefs.max_turns if turns is None else max(beliefs.max_turns, turns)
    only_outside = turns is not None and needs_margin(before, link, most)
    if len(beliefs.margins) > 1 and only_outside:
        return replace(beliefs, margins=(0, 1) if beliefs.margins[0] else (0,))
    evidence = beliefs.evidence.refusing(link.a, link.b, in_vain=heard)
    kind = before[link.a]
    if again := _refused_of(before, beliefs.evidence, kind):
        if again + 1 >= _NEVER:
            stones = combinations(before.by_kind()[kind], 2)
            evidence = replace(evidence, refused=evidence.refused | frozenset(stones))
        return replace(beliefs, evidence=evidence)
    return _fewer_turns(replace(beliefs, evidence=evidence), turns)


def may_never_link(board: Board, link: Link, evidence: Evidence) -> bool:
    """Whether a link of the same kind was refused, and none of that kind has gone."""
    return _refused_of(board, evidence, board[link.a]) > 0


def _refused_of(board: Board, evidence: Evidence, kind: int) -> int:
    """How many links of a kind were refused, if none has gone."""
    links = [two for two in evidence.refused if kind in (board[two[0]], board[two[1]])]
    return 0 if kind in evidence.gone else len(links)


def _left_alone(board: Board, evidence: Evidence, kind: int) -> Evidence:
    """The evidence after one more test of a kind has failed: its tiles may be no tiles.

    One that was misread is in all pairs that failed.
    """
    failed = _tests(board, evidence, kind)
    misread = failed and set(failed[0]).intersection(*failed)
    if kind in {EMPTY, UNKNOWN, *evidence.gone} or len(failed) < _NEVER_TESTED or misread:
        return evidence
    return replace(evidence, stones=evidence.stones | {kind})


def _fewer_turns(beliefs: Beliefs, turns: int | None) -> Beliefs:
    """The beliefs after one more link of so many turns was refused."""
    fewer = tuple(most for most in beliefs.turns if turns is not None and most < turns)
    if turns is None or not fewer or turns < beliefs.max_turns:
        return beliefs
    if beliefs.refusals + 1 < _REFUSALS:
        return replace(beliefs, refusals=beliefs.refusals + 1)
    # The rule is to blame, then, and not the tiles.
    evidence = replace(beliefs.evidence, refused=frozenset())
    if turns > beliefs.max_turns:
        return replace(beliefs, turns=fewer, evidence=evidence, refusals=0)
    others = tuple(most for most in beliefs.turns if most >= turns)
    likely = (*sorted(fewer, reverse=True), *others)
    return replace(beliefs, turns=likely, evidence=evidence, refusals=0)


def ended_under(board: Board, beliefs: Beliefs) -> Beliefs | None:
    """The beliefs under which a game is over, if there are any: it may know that before we do."""
    over = tuple(
        margin
        for margin in beliefs.margins
        if Position(board, LinkRule(beliefs.max_turns, margin), beliefs.gravity).outcome()
    )
    turns = tuple(most for most in beliefs.turns if most <= beliefs.max_turns)
    return replace(beliefs, margins=over, turns=turns) if over else None


def ended_at_all(board: Board, beliefs: Beliefs) -> Beliefs | None:
    """As `ended_under`, also where paths may turn but once, as long as that may be so.

    >>> board = Board.from_text("a b a")
    >>> ended_under(board, Beliefs(margins=(1,))) is None
    True
    >>> ended_at_all(board, Beliefs(margins=(1,))).turns
    (1, 0)
    """
    ended = ended_under(board, beliefs)
    if ended is None and beliefs.max_turns > 1 and 1 in beliefs.turns:
        fewer = tuple(turns for turns in beliefs.turns if turns < 1)
        ended = ended_under(board, replace(beliefs, turns=(1, *fewer)))
    return ended


def never_link(board: Board, evidence: Evidence, *, surely: bool = False) -> frozenset[int]:
    """Kinds of which every two tiles that lie there were refused, or are taken to be.

    Tests may have failed because the tiles are of two kinds: the more of them, the more `surely`
    they are of none.
    """
    return frozenset(
        kind
        for kind, cells in board.by_kind().items()
        if len(cells) > 2
        and (
            evidence.refused.issuperset(combinations(cells, 2))
            or (
                kind in evidence.stones
                and (not surely or len(_tests(board, evidence, kind)) >= 2 * _NEVER_TESTED)
            )
        )
    )


def far_commoner(board: Board) -> set[int]:
    """Kinds that have far more tiles than others: walls may be drawn as they are."""
    sizes = {kind: len(cells) for kind, cells in board.by_kind().items()}
    usual = median(sizes.values()) if sizes else 0
    return {kind for kind, size in sizes.items() if size > _FAR_COMMONER * usual}


def walled(board: Board, beliefs: Beliefs) -> tuple[Board, Beliefs]:
    """The board with walls for tiles that never link, and the beliefs about all others.

    Where tiles fall these may, too.
    """
    stones = never_link(board, beliefs.evidence)
    if not stones or beliefs.gravities != (Gravity.NONE,):
        return board, beliefs
    rest, evidence = board.with_walls(stones), beliefs.evidence
    refused, differ = (
        frozenset(two for two in pairs if WALL not in {rest[cell] for cell in two})
        for pairs in (evidence.refused, evidence.differ)
    )
    return rest, replace(beliefs, evidence=replace(evidence, refused=refused, differ=differ))


def _tests(board: Board, evidence: Evidence, kind: int) -> list[Two]:
    """The tests of two tiles of a kind that have failed."""
    return [two for two in evidence.differ if all(board[cell] == kind for cell in two)]


def is_test(board: Board, link: Link) -> bool:
    """Whether a link is played to learn if its tiles match."""
    sure = board[link.a] == board[link.b] != UNKNOWN
    return not sure or board[link.a] in board.odd_kinds


def surprised(beliefs: Beliefs, *, again: bool = True) -> Beliefs:
    """The beliefs after the board changed in a way that they do not explain.

    What was learned of gravity is only given up where that happens `again`.
    """
    if not again and len(beliefs.gravities) == 1:
        return replace(beliefs, evidence=NOTHING)
    return replace(beliefs, gravities=beliefs.possible, evidence=NOTHING)


def needs_margin(board: Board, link: Link, max_turns: int) -> bool:
    """Whether no path within the board joins the tiles of a link with so many turns."""
    return find_path(board, link.a, link.b, LinkRule(max_turns, 0)) is None


def _fewest_turns(board: Board, link: Link, beliefs: Beliefs) -> int | None:
    """Turns of the path with the fewest that may join the tiles of a link; None if none may."""
    for most in sorted(beliefs.turns):
        if find_path(board, link.a, link.b, LinkRule(most, max(beliefs.margins))):
            return most
    return None
