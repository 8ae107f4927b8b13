"""A film shows a game: pointer, clicks, paths, links and time, in the order of the tape."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from recordings import (
    FIXTURE,
    HEIGHT,
    WIDTH,
    aim,
    click,
    decided,
    end,
    game,
    judged,
    look,
    recording,
    saw,
    start,
)

from bot.chronicle import Entry
from bot.errors import InputError
from bot.filming import FPS, Film, film, settled
from bot.frame import Frame
from bot.telling import tell

MANY = 10**9
LINE = np.array([255, 225, 0])


def shot(folder: Path, width: int = 640, seconds: float = 60.0, most: int = MANY) -> Film:
    """The film of a recording."""
    return film(tell(folder), width, seconds, most)


def drawn(folder: Path) -> list[NDArray[np.uint8]]:
    """All pictures of its film."""
    return list(shot(folder).pictures)


def shows_path(picture: NDArray[np.uint8]) -> bool:
    """Whether a path is drawn."""
    return bool((np.abs(picture.astype(int) - LINE).max(axis=2) == 0).sum() > 40)


def test_a_film_is_of_the_size_and_length_that_is_told(tmp_path: Path) -> None:
    """As many pictures as it counts, all of one size, in even numbers."""
    made = shot(recording(tmp_path))
    pictures = list(made.pictures)
    assert len(pictures) == made.count
    assert {picture.shape for picture in pictures} == {(made.height, made.width, 3)}
    assert made.width == WIDTH
    assert made.height > HEIGHT
    assert made.width % 2 == made.height % 2 == 0


def test_a_film_is_no_wider_longer_or_larger_than_asked() -> None:
    """A small one of two seconds; with few pixels it has fewer pictures, not less of the game."""
    small = shot(FIXTURE, width=161, seconds=2.0)
    assert small.width <= 162
    assert small.count <= 2.0 * FPS + 1
    few = shot(FIXTURE, seconds=10.0, most=10_000_000)
    assert few.count * few.width * few.height <= 10_200_000
    assert few.fps < FPS
    assert few.count / few.fps == pytest.approx(10.0, rel=0.2)


def test_a_path_is_drawn_from_the_last_click_on(tmp_path: Path) -> None:
    """In the first picture there is none, in the last there is none."""
    paths = [shows_path(picture) for picture in drawn(recording(tmp_path))]
    assert not paths[0]
    assert not paths[-1]
    starts = sum(now and not before for before, now in pairwise(paths))
    assert starts == 3  # the first click on a link was lost


def test_what_a_click_does_is_not_seen_before_it(tmp_path: Path) -> None:
    """A game without delay: the picture after a click has the same time as the click."""
    lines = [
        start(gravities=["none"]),
        look(0.0, (0, 0, "000001-0.png")),
        saw([1, 1], [2, 2]),
        aim(2, 2),
        decided(1.0, 1, 0, 1, 1),
        click(1.0, 1, 0),
        click(1.0, 1, 1),
        look(1.0, (120, 160, "000004-0.png")),
        saw([1, 1], [0, 0]),
        judged(1.0, "removed", 1, 0, 1, 1),
        end("timeout"),
    ]
    pictures = drawn(recording(tmp_path, lines))
    removed = [bool((picture[165:195, 125:195] == 160).all()) for picture in pictures]
    paths = [shows_path(picture) for picture in pictures]
    assert removed.index(True) >= paths.index(True) > 3
    assert removed[-1]


def test_the_pointer_goes_to_the_tiles(tmp_path: Path) -> None:
    """It rests in the end where it was clicked last."""
    last = drawn(recording(tmp_path))[-1]
    tip = last[60:80, 18:34]
    assert (tip == 255).all(axis=2).any()
    assert (tip == 0).all(axis=2).any()


def test_links_and_time_are_told(tmp_path: Path) -> None:
    """The caption changes as the game goes on."""
    pictures = drawn(recording(tmp_path))
    left = [picture[HEIGHT:, : WIDTH // 2].tobytes() for picture in pictures]
    right = [picture[HEIGHT:, WIDTH // 2 :].tobytes() for picture in pictures]
    assert len(set(left)) == 3  # no link, one, and how it ended
    assert len(set(right)) > 10


def test_a_window_of_another_size_fits_into_the_film(tmp_path: Path) -> None:
    """It is shown whole, beside an empty part."""
    lines = [*game()[:-1], end("timeout")]
    lines[17]["answer"] |= {"size": [2 * WIDTH, HEIGHT]}
    folder = recording(tmp_path, lines)
    from bot.frame import save

    save(folder / "000004-0.png", np.full((HEIGHT, 2 * WIDTH, 3), 90, np.uint8))
    last = drawn(folder)[-1]
    assert (last[:20] == 90).all()
    assert (last[HEIGHT // 2 + 5 : HEIGHT - 5] < 40).all()


@pytest.mark.parametrize(
    ("outcome", "seen", "second", "told"),
    [
        ("cleared", [0, 0, 0], [[0, -1, -1], [0, -1, -1]], 160),
        ("cleared", [0, 0, 0], [[0, 0, 0], [0, 0, 0]], 160),
        ("cleared", [0, -1, 0], [[0, -1, -1], [0, -1, -1]], 160),
        ("deadlock", [0, 0, 0], [[0, -1, -1], [0, -1, -1]], 200),
    ],
    ids=["an empty board first", "taken for ground", "at once", "not cleared"],
)
def test_what_a_game_shows_when_it_is_cleared_is_not_filmed(
    tmp_path: Path, outcome: str, seen: list[int], second: list[list[int]], told: int
) -> None:
    """It may name a person. The film ends with the last board that nothing lay over."""
    message = look(14.5, (0, 0, "000005-0.png"), (0, 40, "000005-1.png"))
    hidden = saw(*second)
    lines = game()
    at = next(number for number, line in enumerate(lines) if line == saw([0, 0, 0], [0, 0, 0]))
    lines[at : at + 1] = [saw(seen, [0, 0, 0])]
    lines[-1:] = [message, hidden, end(outcome) | {"moments": [16.0]}]
    last = drawn(recording(tmp_path, lines))[-1]
    assert abs(int(last[4, 4, 0]) - told) < 3


def test_the_film_of_a_cleared_board_ends_without_tiles(tmp_path: Path) -> None:
    """Where the emptied board was never seen bare, the last tiles are painted over."""
    lines = [
        start(gravities=["none"]),
        look(0.0, (0, 0, "000001-0.png")),
        look(0.1, (120, 0, "000003-0.png"), (120, 80, "000003-0.png")),
        saw([0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 1]),
        aim(3, 4),
        decided(1.0, 0, 3, 2, 3),
        click(1.0, 0, 3),
        click(1.1, 2, 3),
        look(2.0, (0, 0, "000005-0.png")),
        judged(2.0, "removed", 0, 3, 2, 3),
        end("cleared", links=1) | {"moments": [2.1]},
    ]
    for outcome, shown in (("cleared", 40), ("timeout", 120)):
        lines[-1]["said"]["outcome"] = outcome
        pictures = drawn(recording(tmp_path / outcome, lines))
        assert abs(int(pictures[6][100, 150, 0]) - 120) < 3
        assert abs(int(pictures[-1][100, 150, 0]) - shown) < 3
        assert abs(int(pictures[-1][4, 4, 0]) - (40 if outcome == "cleared" else 200)) < 3


def test_no_path_is_drawn_over_tiles_that_have_fallen(tmp_path: Path) -> None:
    """It is shown while they lie where it leads from, though they fall at once."""
    lines = [
        start(gravities=["down"]),
        look(0.0, (0, 0, "000001-0.png")),
        saw([1, 2], [2, 3], [3, 1]),
        aim(3, 2),
        decided(1.0, 0, 0, 2, 1),
        click(1.0, 0, 0),
        click(1.0, 2, 1),
        look(1.0, (120, 160, "000004-0.png")),
        saw([0, 0], [2, 2], [3, 3]),
        judged(1.5, "removed", 0, 0, 2, 1),
        decided(3.0, 1, 0, 1, 1),
        end("timeout"),
    ]
    pictures = drawn(recording(tmp_path, lines))
    fallen = [bool((picture[165:195, 125:195] == 160).all()) for picture in pictures]
    paths = [shows_path(picture) for picture in pictures]
    assert sum(paths) > 2
    assert any(fallen)
    assert not any(path and fell for path, fell in zip(paths, fallen, strict=True))


def test_a_click_at_no_place_is_not_drawn(tmp_path: Path) -> None:
    """A damaged tape may hold anything that is called a number."""
    lines = game()
    clicks = [line for line in lines if line["what"] == "click"]
    for line, place in zip(clicks, ([float("nan"), 20], [20, float("inf")]), strict=False):
        line["asked"]["at"] = place
    assert len(drawn(recording(tmp_path, lines))) > 3


def test_a_game_without_clicks_is_a_film(tmp_path: Path) -> None:
    """The board that was found, and its end."""
    assert len(drawn(recording(tmp_path, game()[:5]))) > 3


def test_a_recording_without_pictures_is_no_film(tmp_path: Path) -> None:
    """There is nothing to show."""
    folder = recording(tmp_path)
    for picture in folder.glob("*.png"):
        picture.unlink()
    with pytest.raises(InputError, match="no picture"):
        shot(folder)


def test_a_film_without_some_pictures_says_so(tmp_path: Path) -> None:
    """What was seen before is shown in their place."""
    folder = recording(tmp_path)
    sorted(folder.glob("*.png"))[-1].unlink()
    story = tell(folder)
    assert len(list(film(story, 320, 20, 10**9).pictures)) > 3
    assert story.damage.startswith("pictures of 1 look are missing or broken")


def _entry(number: int, time: float) -> Entry:
    return Entry(number, time, number, "look", {}, {})


@pytest.mark.parametrize(
    ("stood", "after", "kept"), [(0.1, 0, False), (0.9, 0, True), (0.1, 60, True)]
)
def test_a_window_that_is_wiped_and_drawn_anew_does_not_flicker(
    stood: float, after: int, *, kept: bool
) -> None:
    """What stands for long, or is followed by something else, is a state of the game."""
    board, wiped, then = (
        Frame(np.full((40, 60, 3), level, np.uint8)) for level in (200, 20, 200 - after)
    )
    times = [0.0, 1.0, 1.0 + stood, 3.0]
    frames = [board, wiped, then, then]
    numbered = [_entry(number, time) for number, time in enumerate(times, 1)]
    entries: list[tuple[Entry, Frame | None]] = list(zip(numbered, frames, strict=True))
    entries.insert(2, (_entry(9, 1.0), None))
    seen = list(settled(entries))
    assert [entry for entry, _ in seen] == [entry for entry, _ in entries]
    assert [frame for _, frame in seen] == [board, wiped if kept else None, None, then, then]
