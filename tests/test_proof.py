"""The proof alone, without a game played for luck, against every order there is."""

from __future__ import annotations

from random import Random

import pytest
from builders import can_be_cleared, shuffled_board

from bot import narrowing, proof
from bot.board import Board
from bot.matcher import LinkRule
from bot.narrowing import Node
from bot.pairing import Pairing
from bot.position import Position
from bot.proof import Proof


def tight_boards(margin: int) -> list[Board]:
    """Small boards of kinds of two and four, many of which cannot be cleared."""
    sizes = [(4, 6, 10), (5, 6, 13)] if margin else [(4, 5, 8), (4, 6, 9)]
    return [shuffled_board(*sizes[seed % 2], seed) for seed in range(240)]


@pytest.mark.parametrize("margin", [0, 1])
def test_a_proof_agrees_with_the_whole_game_tree(
    margin: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both verdicts occur, and each is right, though no game is ever played."""
    monkeypatch.setattr(proof, "REPAIRS", 0)
    verdicts = []
    for one in tight_boards(margin):
        rule = LinkRule(margin=margin)
        pairing = Pairing(one, rule, Random(0), lambda: None)
        expected = can_be_cleared(Position(one, rule), {})
        assert Proof(pairing).search() == expected
        assert (2 * len(pairing.best) == one.tiles) == expected
        verdicts.append(expected)
    assert min(verdicts.count(True), verdicts.count(False)) >= 30


def test_a_safe_kind_is_decided_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of kinds that can all go needs no branch: a node, its flood, and one game."""
    monkeypatch.setattr(proof, "REPAIRS", 0)
    one = Board.from_text("aabbccddeeff\nffeeddccbbaa")
    pairing = Pairing(one, LinkRule(), Random(0), lambda: None)
    search = Proof(pairing)
    assert search.search()
    assert pairing.nodes <= 4


def test_a_position_is_known_by_its_tiles_and_the_pairs_allowed() -> None:
    """With the same tiles left, no more pairs than before are looked through again, others are."""
    pairing = Pairing(Board.from_text("aabb"), LinkRule(), Random(0), lambda: None)
    search = Proof(pairing)
    stand = pairing.table.snapshot()
    assert not search._is_known(Node(0b11, (), stand))
    assert search._is_known(Node(0b01, (), stand))
    assert not search._is_known(Node(0b111, (), stand))
    pairing.table.take(0)
    assert not search._is_known(Node(0b01, (), pairing.table.snapshot()))


def test_nothing_changes_when_all_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without old clauses and witnesses, and with every pair probed, verdicts stay right."""
    monkeypatch.setattr(proof, "REPAIRS", 0)
    monkeypatch.setattr(proof, "PROBES", 10**6)
    monkeypatch.setattr(narrowing, "MOST_CLAUSES", 1)
    monkeypatch.setattr(narrowing, "MOST_WITNESSES", 1)
    for one in tight_boards(0)[:120]:
        rule = LinkRule(margin=0)
        pairing = Pairing(one, rule, Random(0), lambda: None)
        assert Proof(pairing).search() == can_be_cleared(Position(one, rule), {})
