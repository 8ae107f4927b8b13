"""Dealt boards: seeded, and solvable when asked.

A deal is a list of couples of cells and a kind for each couple. A solvable deal takes its couples
from a game played backwards; see `backwards`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.backwards import Couple, apart, below, couples_of_a_game, refuse_odd_pocket, shuffled
from bot.board import EMPTY, MAX_CELLS, WALL, Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import LinkRule, paths_from
from bot.position import Gravity

_USUAL = LinkRule()


def deal(
    rows: int,
    cols: int,
    kinds: int,
    seed: int | None = None,
    *,
    copies: int = 2,
    solvable: bool = False,
    hard: bool = False,
    rule: LinkRule = _USUAL,
    gravity: Gravity = Gravity.NONE,
) -> Board:
    """Deal a full board.

    Parameters
    ----------
    rows, cols
        size in cells; an even number of cells in all
    kinds
        how many kinds, each dealt `copies` at a time and as evenly as that allows
    seed
        the same seed deals the same board everywhere; None deals a new one each time
    copies
        an even number of tiles; with 4, as KShisen deals, 24 x 12 cells hold 30 of 42 kinds eight
        times and 12 of them four times. The last copies dealt may be fewer
    solvable
        deal a board that can surely be cleared under `rule` and `gravity`
    hard
        deal few links to begin with, above all few neighbours that are equal
    rule, gravity
        the rules that will be played; they matter to `solvable` and `hard` alone

    Raises
    ------
    InputError
        if the cells are odd or too many, or the kinds are fewer than 1 or more than fit

    Examples
    --------
    >>> print(deal(2, 4, kinds=3, seed=7))
    a b b a
    c c c c
    """
    return deal_on(
        full(rows, cols),
        kinds,
        seed,
        copies=copies,
        solvable=solvable,
        hard=hard,
        rule=rule,
        gravity=gravity,
    )


def full(rows: int, cols: int) -> Board:
    """A full rectangle to deal on; its tiles are of one kind.

    Raises
    ------
    InputError
        if the cells are odd or too many
    """
    if rows < 1 or cols < 1:
        raise InputError(f"a deal needs at least 1 row and 1 column, but got {rows} x {cols}")
    cells = rows * cols
    if cells > MAX_CELLS:
        raise InputError(f"a deal has at most {MAX_CELLS} cells, but {rows} x {cols} is {cells}")
    if cells % 2:
        raise InputError(
            f"a deal needs an even number of cells, but {rows} x {cols} is {cells}; "
            "tiles come in pairs"
        )
    return Board(rows, cols, (1,) * cells)


def deal_on(
    layout: Board,
    kinds: int,
    seed: int | None = None,
    *,
    copies: int = 2,
    solvable: bool = False,
    hard: bool = False,
    rule: LinkRule = _USUAL,
    gravity: Gravity = Gravity.NONE,
    check: Callable[[], object] = lambda: None,
) -> Board:
    r"""Deal into the cells of a layout that are neither empty nor wall; those stay as they are.

    All else is as for `deal`, and `check` is called again and again meanwhile: what it raises ends
    a deal that takes too long.

    Raises
    ------
    InputError
        if the cells to fill are odd, the kinds or copies do not fit, or no solvable deal is found

    Examples
    --------
    >>> print(deal_on(Board.from_text("a a a\n# . a"), kinds=2, seed=3))
    b b a
    # . a
    """
    cells = [cell for cell in layout.cells() if layout[cell] not in {EMPTY, WALL}]
    _refuse_misfit(layout, len(cells), kinds, copies)
    shape = _filled(layout, dict.fromkeys(cells, 1))
    rng = Random(seed)
    if solvable:
        couples = _solvable_couples(shape, rule, gravity, rng, far=hard, check=check)
    else:
        mixed = shuffled(cells, rng)
        couples = list(zip(mixed[::2], mixed[1::2], strict=True))
    names = _names(len(couples), kinds, copies // 2, rng)
    if hard:
        _part_openings(couples, names, _openings(shape, cells, rule, check), rng, check)
    return _filled(
        layout,
        {cell: kind for couple, kind in zip(couples, names, strict=True) for cell in couple},
    )


def _refuse_misfit(layout: Board, cells: int, kinds: int, copies: int) -> None:
    size = f"{layout.rows} x {layout.cols}"
    if not cells or cells % 2:
        raise InputError(
            f"a deal needs an even number of cells, but the layout of {size} has {cells} to fill; "
            "tiles come in pairs"
        )
    if copies < 2 or copies % 2:
        raise InputError(f"copies of a kind are an even number, 2 or more, but got {copies}")
    most = -(-cells // copies)
    if not 1 <= kinds <= most:
        where = f"{size} cells" if cells == len(layout.kinds) else f"{cells} cells"
        each = "two" if copies == 2 else copies
        raise InputError(f"{where} take 1 to {most} kinds, {each} tiles each, but got {kinds}")


def _filled(layout: Board, kind_of: dict[Cell, int]) -> Board:
    kinds = tuple(kind_of.get(cell, layout[cell]) for cell in layout.cells())
    return Board(layout.rows, layout.cols, kinds)


def _solvable_couples(
    shape: Board,
    rule: LinkRule,
    gravity: Gravity,
    rng: Random,
    *,
    far: bool,
    check: Callable[[], object],
) -> list[Couple]:
    refuse_odd_pocket(shape, rule, gravity)
    couples = couples_of_a_game(shape, rule, gravity, rng, far=far, check=check)
    if couples is None:
        raise InputError(
            f"no deal of this layout that can be cleared was found for {rule.max_turns} turns; "
            "open its pockets, or deal it without asking for a solvable one"
        )
    return couples


def _names(count: int, kinds: int, at_a_time: int, rng: Random) -> list[int]:
    """A kind for each couple; what is left over goes to kinds drawn by lot."""
    at_a_time = min(at_a_time, count)
    rounds, spare = divmod(-(-count // at_a_time), kinds)
    every = list(range(1, kinds + 1))
    dealt = every * rounds + shuffled(every, rng)[:spare]
    return shuffled([kind for kind in dealt for _ in range(at_a_time)][:count], rng)


def _openings(
    shape: Board, cells: list[Cell], rule: LinkRule, check: Callable[[], object]
) -> dict[Cell, list[Cell]]:
    """For each cell to fill, those that it would link with if the kinds were equal."""
    every, openings = set(cells), {}
    for cell in cells:
        check()
        openings[cell] = sorted(paths_from(shape, cell, every, rule).keys() - {cell})
    return openings


def _part_openings(
    couples: list[Couple],
    names: list[int],
    openings: dict[Cell, list[Cell]],
    rng: Random,
    check: Callable[[], object],
) -> None:
    """Swap kinds between couples while that leaves fewer links to begin with, but one at least."""
    kind_of = {cell: kind for couple, kind in zip(couples, names, strict=True) for cell in couple}

    def cost(couple: Couple) -> int:
        return sum(
            3 if apart(cell, other) == 1 else 2
            for cell in couple
            for other in openings[cell]
            if kind_of[other] == kind_of[cell]
        )

    def swap(one: int, two: int) -> None:
        names[one], names[two] = names[two], names[one]
        for number in (one, two):
            for cell in couples[number]:
                kind_of[cell] = names[number]

    for _ in range(3):
        for one in shuffled(range(len(couples)), rng):
            check()
            if not cost(couples[one]):
                continue
            two = below(len(couples), rng)
            before = cost(couples[one]) + cost(couples[two])
            swap(one, two)
            after = cost(couples[one]) + cost(couples[two])
            if after >= before or not any(map(cost, couples)):
                swap(one, two)
