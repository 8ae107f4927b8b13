"""Games played and repaired where nothing falls."""

from __future__ import annotations

from random import Random

from builders import board, shuffled_board
from hypothesis import given, settings
from strategies import boards, rules

from bot import pairing
from bot.board import Board
from bot.matcher import LinkRule, find_link
from bot.pairing import Pairing
from bot.position import Position


def game(one: Board, rule: LinkRule, seed: int = 0) -> Pairing:
    """A game without a limit."""
    return Pairing(one, rule, Random(seed), lambda: None)


def check_line(one: Board, rule: LinkRule, found: Pairing) -> int:
    """Play the longest line by the plain rule; how many links it has."""
    start = Position(one, rule)
    for a, b in found.line():
        link = find_link(start.board, a, b, rule)
        assert link is not None
        start = start.after(link)
    return len(found.line())


@settings(max_examples=100, deadline=None)
@given(boards(), rules)
def test_every_line_can_be_played(one: Board, rule: LinkRule) -> None:
    """The longest line is legal link by link, never gets shorter, and a win empties the board."""
    found = game(one, rule)
    won = found.play_first()
    longest = check_line(one, rule, found)
    for _ in range(6):
        won = found.play_out() or won
        assert len(found.line()) >= longest
        longest = check_line(one, rule, found)
    known = sum(kind > 0 for kind in one.kinds)
    assert won == (2 * longest == known)


def test_repair_clears_what_chance_seldom_does() -> None:
    """Of 40 random 16 x 9 deals, games repaired clear many more than as many games anew."""

    def cleared(repair: bool) -> int:
        wins = 0
        for seed in range(40):
            found = game(shuffled_board(9, 16, 36, seed), LinkRule())
            for _ in range(25):
                if not repair:
                    found._order = []
                if found.play_out():
                    wins += 1
                    break
        return wins

    assert cleared(repair=True) >= cleared(repair=False) + 5


def test_too_many_pairs_are_thinned_out(monkeypatch: object) -> None:
    """With more pairs than are worth keeping, near ones are kept, and that is said."""
    one = Board(10, 20, (1,) * 200)
    found = game(one, LinkRule())
    assert found.complete
    before, pairing.MOST_PAIRS = pairing.MOST_PAIRS, 500
    try:
        found = game(one, LinkRule())
    finally:
        pairing.MOST_PAIRS = before
    assert not found.complete
    assert len(found.pairs) <= 1000
    assert found.play_first()


def test_an_odd_kind_keeps_one_tile() -> None:
    """Three equal tiles in a row: two of them go, whatever is tried."""
    found = game(board("a b a b a"), LinkRule())
    for _ in range(5):
        assert not found.play_out()
    assert len(found.line()) == 2
    assert sum(pair.a in {0, 2, 4} for pair in found.best) == 1
