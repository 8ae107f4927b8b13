"""The page of a report holds what happened, and nothing of what it tells is taken for markup."""

from __future__ import annotations

import re
from pathlib import Path

from recordings import FIXTURE, Line, click, game, look, recording, say, start

from bot.reportpage import page
from bot.shots import shots
from bot.telling import tell

EVIL = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>"


def told(*folders: Path) -> str:
    """The page of some recordings."""
    return page("title", [(story, shots(story, 100)) for story in map(tell, folders)])


def test_all_of_a_game_is_on_the_page(tmp_path: Path) -> None:
    """Its end, what went wrong, its steps with their pictures."""
    text = told(recording(tmp_path / "monday"))
    assert "clicked again, and gone 1.1 s later" in text
    assert text.count("data:image/webp;base64,") == 5
    assert text.count("<article") == 4
    assert 'href="#game-1-step-1"' in text
    assert 'id="game-1-step-1" class="step faulty t-lost"' in text


def test_a_page_of_one_game_has_one_title(tmp_path: Path) -> None:
    """Its name stands there once; below it what came of the game."""
    text = told(recording(tmp_path / "monday"))
    assert "monday" not in text
    assert page("Report of monday", [(tell(tmp_path / "monday"), [])]).count("monday</h") == 1
    assert "2 of 2 links in 4.1 s; 1 thing went wrong" in text


def test_a_deal_that_nobody_can_clear_is_called_so(tmp_path: Path) -> None:
    """The head says it where the player proved it, and not where that was in question."""
    if_so = "if tiles stay where they are, no order of links clears this deal"
    for number, line in enumerate([if_so, "no order of links clears this deal: playing on"]):
        lines = game()
        lines.insert(5, say(line))
        text = told(recording(tmp_path / str(number), lines))
        assert ("4.1 s; no order of links clears this deal; 1 thing" in text) is bool(number)


def test_what_is_drawn_is_explained_before_it_is_met(tmp_path: Path) -> None:
    """The legend of the pictures stands above the first step, that of the time line below it."""
    text = told(recording(tmp_path))
    crosses, line = text.index("could not be read</li>"), text.index("pictures taken</li>")
    assert text.index("Time line") < line < text.index("Steps</h3>") < crosses
    assert crosses < text.index("<article")


def test_one_step_leads_to_the_next_in_which_something_went_wrong() -> None:
    """And to the one before, so that none has to be looked for."""
    text = told(FIXTURE)
    first, second, third = sorted({fault.step for fault in tell(FIXTURE).faults})[:3]
    (article,) = re.findall(rf'<article id="game-1-step-{second}".*?</article>', text, re.DOTALL)
    assert f'href="#game-1-step-{first}">↑ previous: step {first}</a>' in article
    assert f'href="#game-1-step-{third}">next ↓: step {third}</a>' in article


def test_a_game_that_was_stopped_says_so_on_top(tmp_path: Path) -> None:
    """Not that the recording ends in the middle."""
    stopped = {"what": "interrupted", "said": {"why": "Ctrl-C, or a request to end", "links": 1}}
    text = told(recording(tmp_path, [*game()[:14], stopped]))
    assert "The game was stopped: Ctrl-C, or a request to end." in text
    assert "in the middle of the game" not in text


def test_no_word_is_left_that_only_we_know(tmp_path: Path) -> None:
    """Verdicts of searches, lines of tapes and words of options are told in plain words."""
    lines = game()
    solve = {"verdict": "undecided", "why": "the budget is spent", "links": [], "seconds": 0.3}
    lines.insert(5, {"what": "solve", "asked": {}, "answer": solve})
    _, _, body = told(recording(tmp_path, lines)).partition("<main>")
    body, _, _ = body.partition("</main>")
    text = re.sub(r"<[^>]*>", " ", body)
    assert "found neither an order that clears the board nor that there is none" in text
    for word in ("undecided", "verdict", "of the tape", "margin", "gravity", "looks"):
        assert word not in text, word


def test_nothing_on_the_page_is_elsewhere() -> None:
    """No address but of pictures that it holds, and a policy that forbids any other."""
    text = told(FIXTURE)
    addresses = re.findall(r'(?:src|href)="([^"]{1,40})', text)
    assert addresses
    assert all(each.startswith(("data:image/webp;base64,", "#")) for each in addresses)
    assert "default-src &#x27;none&#x27;" in text
    assert "http" not in re.sub(r"http-equiv", "", re.sub(r"base64,[^\"]*", "", text))


def evil_game() -> list[Line]:
    """A game in which everything that is told by words holds markup."""
    lines = [start(skin=EVIL), *game()[1:]]
    moved = {"id": 1, "title": EVIL, "rects": [[0, 0, 9, 9], [5, 5, 9, 9]]}
    black = look(13.1) | {"answer": {"error": ["BlackScreenError", EVIL]}}
    solve = {"verdict": EVIL, "why": EVIL, "links": [], "seconds": 0}
    lines.insert(5, {"what": "solve", "asked": {}, "answer": solve})
    lines[8:8] = [say(EVIL), click(10.7, 0, 1, moved=moved), black]
    return [*lines[:-1], {"what": "end", "said": {"error": EVIL, "why": EVIL, "outcome": EVIL}}]


def test_words_are_no_markup(tmp_path: Path) -> None:
    """Names of skins, titles of windows, what is said, why it ended, the name of the folder."""
    folder = recording(tmp_path / "a<b>&amp;", evil_game())
    text = told(folder, recording(tmp_path / "b"))
    assert text.count("<script") == 1
    assert "onerror=alert(2)&gt;" in text
    assert "<img src=x" not in text
    assert "a&lt;b&gt;&amp;amp;" in text
    assert text.count("alert(1)") >= 6


def test_a_series_is_one_page(tmp_path: Path) -> None:
    """A table of its games, and anchors of their own."""
    cut = recording(tmp_path / "game-002", game()[:9])
    text = told(recording(tmp_path / "game-001"), cut)
    assert text.count("<section") == 2
    assert 'href="#game-2-step-1"' in text or 'id="game-2-step-1"' in text
    assert 'href="#game-2"' in text
    assert "ends in the middle of the game" in text


def test_damage_is_told_on_top(tmp_path: Path) -> None:
    """What is shown is what could be read."""
    lines = [*game()[:9], {"what": "judged"}]
    assert "line 10 is broken" in told(recording(tmp_path, lines))


def test_a_game_without_a_board_is_a_page(tmp_path: Path) -> None:
    """One picture may be all there is."""
    text = told(recording(tmp_path, [start(), look(3.0, (0, 0, "000001-0.png"))]))
    assert "none found" in text
    assert "No link went." in text
