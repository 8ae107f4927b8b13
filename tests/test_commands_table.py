"""The commands `links`, `solve` and `deal`: what they answer, and what they say of bad boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Linkup, give_stdin

from bot.board import Board
from bot.deal import deal
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome, Position


def test_links_are_all_the_legal_ones_with_their_paths(linkup: Linkup, board_file: Path) -> None:
    """The JSON holds what the position allows, in its order, and nothing else."""
    answer = linkup("links", board_file, "--json")
    position = Position(Board.from_text(board_file.read_text()))
    assert answer.code == 0
    assert answer.document == {
        "links": [
            {
                "a": list(link.a),
                "b": list(link.b),
                "path": [list(cell) for cell in link.path],
                "turns": len(link.path) - 2,
                "cells": link.cells,
            }
            for link in position.legal_links
        ],
        "outcome": None,
    }


@pytest.mark.parametrize(
    ("text", "outcome"), [("a b\nb a", "deadlock"), (". .", "cleared"), ("a a", None)]
)
def test_the_outcome_of_a_board_is_told(
    linkup: Linkup, tmp_path: Path, text: str, outcome: str | None
) -> None:
    """Deadlock, cleared or neither, and all three are answers."""
    path = tmp_path / "board.txt"
    path.write_text(text)
    answer = linkup("links", path, "--json")
    assert (answer.code, answer.document["outcome"]) == (0, outcome)


@pytest.mark.parametrize(
    ("options", "count"), [((), 2), (("--margin", "no"), 0), (("--max-turns", "1"), 0)]
)
def test_rules_decide_what_links(
    linkup: Linkup, tmp_path: Path, options: tuple[str, ...], count: int
) -> None:
    """Round the outside with two turns, or not at all."""
    path = tmp_path / "board.txt"
    path.write_text("a b a\nc d c")
    assert len(linkup("links", path, "--json", *options).document["links"]) == count


def test_a_solution_plays_out_to_an_empty_board(linkup: Linkup, board_file: Path) -> None:
    """Each step is a link where the tiles lie at that moment, after falls."""
    answer = linkup("solve", board_file, "--gravity", "down", "--json")
    document = answer.document
    assert answer.code == 0
    assert document["verdict"] == "solved"
    assert {"nodes", "seconds"} < document.keys()
    position = Position(Board.from_text(board_file.read_text()), LinkRule(), Gravity.DOWN)
    for a, b in document["links"]:
        link = position.link(Cell(*a), Cell(*b))
        assert link is not None
        position = position.after(link)
    assert position.outcome() is Outcome.CLEARED


def test_a_board_proved_unsolvable_exits_1(linkup: Linkup, tmp_path: Path) -> None:
    """It is an answer, not an error: JSON as always, and nothing on stderr."""
    path = tmp_path / "board.txt"
    path.write_text("a b\nb a")
    answer = linkup("solve", path, "--json")
    assert (answer.code, answer.document["verdict"], answer.err) == (1, "unsolvable", "")


def test_no_budget_means_undecided(linkup: Linkup, tmp_path: Path) -> None:
    """A spent budget proves nothing, and says so with exit code 1."""
    path = tmp_path / "board.txt"
    path.write_text(str(deal(8, 18, 36, 5, hard=True)))
    answer = linkup("solve", path, "--budget", "0", "--gravity", "down", "--json")
    assert (answer.code, answer.document["verdict"]) == (1, "undecided")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_deal_is_read_by_the_other_commands(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    """Letters and JSON both go into `solve -`."""
    wanted = ("deal", "--rows", "4", "--cols", "6", "--kinds", "6", "--seed", "7", "--solvable")
    dealt = linkup(*wanted, *(["--json"] if as_json else []))
    give_stdin(monkeypatch, dealt.out.encode())
    assert linkup("solve", "-").code == 0


def test_a_seed_deals_the_same_board_again(linkup: Linkup) -> None:
    """Twice the same, and another seed another board."""
    wanted = ("deal", "--rows", "8", "--cols", "18", "--kinds", "36", "--seed")
    first = linkup(*wanted, "7").out
    assert linkup(*wanted, "7").out == first
    assert linkup(*wanted, "8").out != first


@pytest.mark.parametrize("data", [b"\xef\xbb\xbfa a\r\n", b'{"board": [[1, 1]]}', b"1 1"])
def test_boards_come_by_standard_input(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    """Letters as Windows writes them, JSON and integers are the same board."""
    give_stdin(monkeypatch, data)
    assert len(linkup("links", "-", "--json").document["links"]) == 1


@pytest.mark.parametrize("command", ["links", "solve"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a b\na\n", "row 2 has 1 cell, but row 1 has 2"),
        (b"a b\nb !\n", "row 2: '!' is no cell"),
        (b"", "empty"),
        (b"\xff\xfe\x00\x9a", "no text"),
        (b'{"board": [[1, "x"]]}', "'x'"),
        (b'{"rows": 3}', "board"),
    ],
    ids=["odd-row", "token", "empty", "binary", "json-kind", "json-key"],
)
def test_what_is_no_board_is_named_in_one_line(
    linkup: Linkup, tmp_path: Path, command: str, data: bytes, said: str
) -> None:
    """The line begins with the file and says what is wrong with it; exit code 2."""
    path = tmp_path / "board.txt"
    path.write_bytes(data)
    answer = linkup(command, path, "--json")
    assert answer.code == 2
    assert answer.complaint.startswith(f"{path}: ")
    assert said in answer.complaint
    assert answer.document == {"error": answer.complaint, "exit": 2}


@pytest.mark.parametrize("data", [b"a b\na\n", b"", b"\xff\xfe\x00\x9a"])
def test_standard_input_that_is_no_board_is_named(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    """By the dash it was asked for with."""
    give_stdin(monkeypatch, data)
    answer = linkup("links", "-")
    assert answer.code == 2
    assert answer.complaint.startswith("-: ")


@pytest.mark.parametrize(
    "text",
    [
        '{"readings": [{"image": "s.png", "found": true, "board": [[1, 2], [1, 2]]}]}',
        "# lattice: 40.5 50.5 48 56\n# selected: 0 1\na b\na b\n",
    ],
)
def test_what_read_answers_is_a_board(linkup: Linkup, tmp_path: Path, text: str) -> None:
    """One reading as JSON, and the file that lies beside a screenshot."""
    board = tmp_path / "s.board"
    board.write_text(text)
    answer = linkup("solve", str(board))
    assert answer.code == 0
    assert "solved: 2 links of 2" in answer.out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"readings": [{"board": [[1, 1]]}, {"board": [[1, 1]]}]}', "there are 2"),
        (b'{"readings": [{"found": false, "board": null}]}', "none was found"),
        (b"\x89PNG\r\n\x1a\n", "`linkup hint`"),
    ],
)
def test_what_shows_no_single_board_says_so(
    linkup: Linkup, tmp_path: Path, content: bytes, said: str
) -> None:
    """Several readings, one without a board, and a picture, which is for other commands."""
    (tmp_path / "s").write_bytes(content)
    answer = linkup("solve", str(tmp_path / "s"))
    assert answer.code == 2
    assert said in answer.complaint


@pytest.mark.parametrize(
    ("how", "kinds"),
    [
        (["--rows", "4", "--cols", "6"], 12),
        (["--rows", "8", "--cols", "14"], 28),
        (["--rows", "4", "--cols", "6", "--copies", "4"], 6),
    ],
)
def test_without_kinds_a_deal_has_those_of_the_bundled_game(
    linkup: Linkup, how: list[str], kinds: int
) -> None:
    """Or as many as there is room for."""
    board = linkup("deal", *how, "--json").document["board"]
    assert len({kind for row in board for kind in row}) == kinds


def test_what_there_is_one_of_is_told_as_one(linkup: Linkup, tmp_path: Path) -> None:
    """One turn, one cell, one link, one node; a kind that occurs once."""
    path = tmp_path / "board.txt"
    path.write_text("a .\nb a", encoding="utf-8")
    answer = linkup("links", path)
    assert answer.out.splitlines() == ["(0, 0) - (1, 1)  1 turn, 1 cell between", "1 link"]
    assert "kind b occurs once, an odd number" in answer.err
    path.write_text("a a", encoding="utf-8")
    assert "solved: 1 link of 1, " in linkup("solve", path).out


def test_a_missing_file_and_a_folder_are_no_boards(linkup: Linkup, tmp_path: Path) -> None:
    """Both are named."""
    for path in (tmp_path, tmp_path / "missing"):
        answer = linkup("links", path)
        assert answer.code == 2
        assert answer.complaint.startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rows", "3", "--cols", "3", "--kinds", "2"), "3 x 3"),
        (("--rows", "2", "--cols", "4", "--kinds", "3", "--copies", "4"), "1 to 2 kinds, 4 tiles"),
        (("--rows", "2", "--cols", "4", "--kinds", "3", "--copies", "3"), "copies of a kind"),
        (("--rows", "4", "--kinds", "3"), "--rows and --cols, or --layout FILE"),
    ],
)
def test_a_deal_that_cannot_be_is_bad_input(
    linkup: Linkup, options: tuple[str, ...], said: str
) -> None:
    """Odd cells, too many kinds, odd copies and no size: each is named in one line."""
    answer = linkup("deal", *options)
    assert answer.code == 2
    assert said in answer.complaint


def test_copies_of_a_kind_are_dealt_together(linkup: Linkup) -> None:
    """Eight cells and two kinds, four at a time, are four of each."""
    wanted = ("deal", "--rows", "2", "--cols", "4", "--kinds", "2", "--copies", "4")
    (row, other) = linkup(*wanted, "--json").document["board"]
    assert sorted(row + other) == [1, 1, 1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("how", [(), ("--solvable",), ("--fair",), ("--hard",)])
def test_a_layout_keeps_its_holes_and_walls(
    linkup: Linkup, tmp_path: Path, how: tuple[str, ...]
) -> None:
    """Its tiles are dealt anew; the JSON names the walls and is read back as that board."""
    path = tmp_path / "layout.txt"
    path.write_text("a a # a\na . a a")
    answer = linkup("deal", "--layout", path, "--kinds", "2", "--seed", "1", "--json", *how)
    document = answer.document
    assert document["walls"] == [[0, 2]]
    board = Board.from_text(answer.out)
    assert [cell for cell in board.cells() if board[cell] < 1] == [Cell(0, 2), Cell(1, 1)]
    assert sorted(board.by_kind()) == [1, 2]


def test_a_layout_of_another_size_is_bad_input(linkup: Linkup, tmp_path: Path) -> None:
    """What the file has and what was asked for are both told."""
    path = tmp_path / "layout.txt"
    path.write_text("a a\na a")
    answer = linkup("deal", "--layout", path, "--rows", "3", "--kinds", "1")
    assert answer.code == 2
    assert "has 2 rows, but --rows asks for 3" in answer.complaint


def test_a_deal_without_walls_names_none(linkup: Linkup) -> None:
    """The JSON of a plain deal is its board and nothing else."""
    wanted = ("deal", "--rows", "2", "--cols", "2", "--kinds", "1", "--json")
    assert linkup(*wanted).document == {"board": [[1, 1], [1, 1]]}


@pytest.mark.parametrize("how", ["--fair", "--hard"])
def test_a_fair_and_a_hard_deal_can_be_cleared(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """With `--solvable` too, and their seed deals them again."""
    wanted = (
        "deal",
        "--rows",
        "4",
        "--cols",
        "6",
        "--kinds",
        "6",
        "--seed",
        "7",
        "--solvable",
        how,
    )
    dealt = linkup(*wanted)
    assert linkup(*wanted).out == dealt.out
    give_stdin(monkeypatch, dealt.out.encode())
    assert linkup("solve", "-").code == 0


@pytest.mark.parametrize("how", ["--solvable", "--hard", "--fair"])
def test_a_deal_that_is_not_found_in_time_is_told(linkup: Linkup, how: str) -> None:
    """Exit code 1, as for a search that is undecided, and a word on what may help."""
    wanted = ("deal", "--rows", "40", "--cols", "40", "--kinds", "40", "--seed", "3", how)
    answer = linkup(*wanted, "--budget", "0.05", "--json")
    assert answer.code == 1
    assert answer.document == {"error": answer.complaint, "exit": 1}
    assert "no deal of 1600 tiles was found within 0.05 s; give it longer" in answer.err
    small = ("deal", "--rows", "4", "--cols", "6", "--kinds", "6", "--seed", "7", how)
    assert linkup(*small, "--budget", "9").out == linkup(*small).out


def test_a_rated_deal_says_how_hard_it_is(linkup: Linkup) -> None:
    """In the JSON, or in one line beside the board, which stays readable alone."""
    wanted = ("deal", "--rows", "4", "--cols", "6", "--kinds", "6", "--seed", "7", "--rate")
    rated = linkup(*wanted, "--json").document["difficulty"]
    assert set(rated) == {
        *("level", "grade", "verdict", "openings", "equal_neighbours", "wins", "left", "nodes")
    }
    text = linkup(*wanted)
    assert Board.from_text(text.out).tiles == 24
    assert text.err.startswith(f"{rated['level']}: ")


def test_kinds_of_a_group_fit_each_other(linkup: Linkup, tmp_path: Path) -> None:
    """Two seasons link once they are one group; a group that is none is bad input."""
    path = tmp_path / "board.txt"
    path.write_text("a b")
    assert linkup("links", path, "--json").document["links"] == []
    assert len(linkup("links", path, "--group", "a,b", "--json").document["links"]) == 1
    assert linkup("solve", path, "--group", "1,2", "--json").document["verdict"] == "solved"
    refused = linkup("links", path, "--group", "a,!")
    assert refused.code == 2
    assert "--group a,!" in refused.err


def test_an_odd_kind_is_reported(linkup: Linkup, tmp_path: Path) -> None:
    """It is named with its count on stderr, and the JSON stays one document."""
    path = tmp_path / "board.txt"
    path.write_text("a a a b b")
    answer = linkup("solve", path, "--json")
    assert answer.code == 1
    assert "kind a occurs 3 times" in answer.err
    assert answer.document["why"] == "a kind occurs an odd number of times"
    assert answer.document["most"] == 2


def test_walls_are_part_of_a_board(linkup: Linkup, tmp_path: Path) -> None:
    """No path runs through a wall, in letters or in JSON."""
    path = tmp_path / "board.txt"
    path.write_text("a # a")
    assert linkup("links", path, "--margin", "no", "--json").document["links"] == []
    assert len(linkup("links", path, "--json").document["links"]) == 1
    path.write_text('{"board": [[1, 0, 1]], "walls": [[0, 1]]}')
    assert linkup("links", path, "--margin", "no", "--json").document["links"] == []


def test_sliding_has_rules_of_its_own(linkup: Linkup, tmp_path: Path) -> None:
    """A push makes a link that there is not else; what contradicts it is refused."""
    path = tmp_path / "board.txt"
    path.write_text("a b . .\nb a . .")
    assert linkup("solve", path, "--json").document["verdict"] == "unsolvable"
    answer = linkup("solve", path, "--slide", "--json")
    assert (answer.code, answer.document["verdict"]) == (0, "solved")
    for told in (("--margin", "yes"), ("--max-turns", "2")):
        refused = linkup("solve", path, "--slide", *told)
        assert refused.code == 2
        assert f"{told[0]} cannot be told" in refused.err


@pytest.mark.parametrize("budget", ["-1", "nan", "soon"])
def test_a_budget_that_is_none_is_bad_input(linkup: Linkup, board_file: Path, budget: str) -> None:
    """It is refused in one line, for a search would never end by it."""
    refused = linkup("solve", board_file, f"--budget={budget}")
    assert refused.code == 2
    assert "budget" in refused.err


def test_many_odd_kinds_are_not_all_named(linkup: Linkup, tmp_path: Path) -> None:
    """Ten of them are, and how many there are besides."""
    path = tmp_path / "board.txt"
    path.write_text(" ".join(map(str, range(1, 41))))
    said = linkup("solve", path, "--json").err.splitlines()
    assert len(said) == 11
    assert said[-1] == "and 30 kinds more"


def test_more_than_any_board_is_not_read(
    linkup: Linkup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that never ends is refused before it fills the memory."""
    monkeypatch.setattr("bot.commands.table.MOST_BYTES", 20)
    path = tmp_path / "board.txt"
    path.write_text("a a " * 5)
    assert linkup("links", path).code == 0
    path.write_text("a a " * 6)
    refused = linkup("links", path)
    assert refused.code == 2
    assert "more than 20 bytes" in refused.complaint


def test_a_closed_standard_input_is_bad_input(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named, and no bug."""
    monkeypatch.setattr("sys.stdin", None)
    assert linkup("solve", "-").complaint == "-: standard input is closed"


def test_more_copies_than_tiles_deal_one_kind(linkup: Linkup) -> None:
    """A number of copies beyond any board fills no memory."""
    answer = linkup("deal", "--rows=2", "--cols=2", "--kinds=1", "--copies=1000000000")
    assert answer.out.split() == ["a", "a", "a", "a"]
