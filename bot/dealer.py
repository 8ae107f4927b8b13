"""The dealer: deals that only the search can vouch for.

A deal made solvable by construction is a kind one: of such deals of 18 x 8, play at random clears
94 %, of random deals that can be cleared 43 %. So `deal_fairly` draws random deals until the search
clears one, and every solvable deal is as likely as any other. `deal_hardest` draws hard deals and
keeps the one on which play at random does worst, if the search can clear it. Searches count steps
instead of seconds: a seed deals the same board on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from bot.backwards import Couple, numbered, refuse_odd_pocket
from bot.board import EMPTY, Board
from bot.deal import deal_on
from bot.difficulty import MOST_TILES, is_rated, luck, search_in_steps
from bot.errors import InputError
from bot.matcher import LinkRule
from bot.position import Gravity, Position, remove
from bot.shuffle import laid_in_couples, shuffle
from bot.solver import Verdict

_USUAL = LinkRule()

MOST_DRAWS = 150
"""Deals to draw before giving up; where paths stay inside, 7 of 100 of 18 x 8 can be cleared."""

MOST_CANDIDATES = 20
"""Deals from which the hardest is kept; on boards above 18 x 8 as many fewer as they are larger."""


def deal_fairly(
    layout: Board,
    kinds: int,
    seed: int | None = None,
    *,
    copies: int = 2,
    rule: LinkRule = _USUAL,
    gravity: Gravity = Gravity.NONE,
    check: Callable[[], object] = lambda: None,
) -> Board:
    r"""Deal a board that can be cleared, every such deal as likely as any other.

    Parameters
    ----------
    layout, kinds, copies
        as for `deal_on`
    seed
        the first deal drawn is that of `deal_on` with this seed; it is kept if it can be cleared
    rule, gravity
        the rules that will be played
    check
        called before each draw; what it raises ends the search

    Raises
    ------
    InputError
        as `deal_on` does, or if no deal drawn was seen to be solvable. A deal that the search
        leaves undecided is passed over; of usual boards that happens where tiles fall along
        long lines, and there it may take a minute

    Examples
    --------
    >>> layout = Board.from_text("a a a\na a a")
    >>> print(deal_fairly(layout, kinds=3, seed=2))
    b c c
    b a a
    """
    for number in islice(_seeds(seed), MOST_DRAWS):
        check()
        board = deal_on(layout, kinds, number, copies=copies)
        if search_in_steps(Position(board, rule, gravity), check).verdict is Verdict.SOLVED:
            return board
        refuse_odd_pocket(board, rule, gravity)
    raise InputError(
        f"none of {MOST_DRAWS} deals drawn could be cleared; ask for a solvable one by construction"
    )


def deal_hardest(
    layout: Board,
    kinds: int,
    seed: int | None = None,
    *,
    copies: int = 2,
    solvable: bool = False,
    rule: LinkRule = _USUAL,
    gravity: Gravity = Gravity.NONE,
    go_on: Callable[[float], bool] = lambda share: share >= 0,
    check: Callable[[], object] = lambda: None,
) -> Board:
    """Deal few links to begin with, many times over, and keep the deal that is hardest to clear.

    Parameters
    ----------
    layout, kinds, seed, copies
        as for `deal_on`
    solvable
        deal a board that can surely be cleared, by construction if no other was drawn; else it may
        be one that the search left undecided, but hardly ever one proved unsolvable, which no
        skill would win. Boards that are not rated (`is_rated`) are not sought
    rule, gravity
        the rules that will be played
    go_on
        is told after each deal what share of them is drawn; where it answers False no more are,
        and after the next search no more are searched
    check
        called again and again; what it raises ends the search without a deal

    Raises
    ------
    InputError
        as `deal_on` does
    """
    candidates = min(MOST_CANDIDATES, max(4, MOST_CANDIDATES * 144 // max(layout.tiles, 1)))
    if layout.tiles > MOST_TILES:
        candidates = 0
    games = 100 if gravity is Gravity.NONE else 40  # a game takes five times as long there
    drawn = []
    for number in islice(_seeds(seed), candidates):
        board = deal_on(layout, kinds, number, copies=copies, hard=True, rule=rule, check=check)
        if not is_rated(board):
            break
        drawn.append((luck(Position(board, rule, gravity), games=games, check=check), board))
        if not go_on(len(drawn) / candidates):
            break
    # The hardest first: of the others, none need be searched.
    for went, board in sorted(drawn, key=lambda one: one[0].grade, reverse=True):
        check()
        if went.won:
            return board
        verdict = search_in_steps(Position(board, rule, gravity), check).verdict
        if verdict is Verdict.SOLVED or (verdict is Verdict.UNDECIDED and not solvable):
            return board
        if not go_on(1.0):
            break
    return deal_on(
        layout,
        kinds,
        seed,
        copies=copies,
        solvable=solvable,
        hard=True,
        rule=rule,
        gravity=gravity,
        check=check,
    )


def shuffle_surely(
    board: Board,
    seed: int | None = None,
    *,
    rule: LinkRule = _USUAL,
    gravity: Gravity = Gravity.NONE,
) -> Board:
    """Shuffle so that the board can be cleared, or prove that no shuffle can be.

    First as `shuffle` does. Where its games end in dead ends only, the search plays the cells as
    if all tiles were of one kind: its win says which cells to fill alike, its proof holds for
    every way to lay the tiles.

    Raises
    ------
    InputError
        if no shuffle can be cleared, or a kind is odd
    """
    try:
        return shuffle(board, seed, rule=rule, gravity=gravity)
    except InputError:
        if board.odd_kinds:
            raise
    couples = couples_by_search(board, rule, gravity)
    return laid_in_couples(board, couples, Random(seed))


def couples_by_search(shape: Board, rule: LinkRule, gravity: Gravity) -> list[Couple]:
    """Couples of cells that clear the shape in this order, each by the cells it is dealt in.

    Raises
    ------
    InputError
        if the search found none; it says whether it has proved that there is none
    """
    alike = tuple(1 if kind > EMPTY else kind for kind in shape.kinds)
    start = Position(Board(shape.rows, shape.cols, alike), rule, gravity)
    found = search_in_steps(start)
    home = [cell for cell in shape.cells() if shape[cell] > EMPTY]
    if 2 * len(found.links) < len(home):
        sure = "can be" if found.verdict is Verdict.UNSOLVABLE else "was found to be"
        raise InputError(f"no way to lay {len(home)} tiles in these cells {sure} cleared")
    board, couples = numbered(shape), []
    for link in found.links:
        couples.append((home[board[link.a] - 1], home[board[link.b] - 1]))
        board = remove(board, link.a, link.b, gravity)
    return couples


def _seeds(seed: int | None) -> Iterator[int | None]:
    """The seed itself, and others that follow from it."""
    rng = Random(seed)
    yield seed
    while True:
        yield int(rng.random() * 2**53)
