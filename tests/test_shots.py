"""The pictures of a report: those that matter, drawn over, small."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from recordings import FIXTURE, game, recording

from bot.shots import Shot, shots
from bot.telling import tell

LINE = np.array([255, 225, 0])
WRONG = np.array([235, 30, 20])


def pixels(shot: Shot) -> NDArray[np.uint8]:
    """What a shot shows, RGB."""
    decoded = cv2.imdecode(np.frombuffer(shot.data, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded[:, :, ::-1], np.uint8)


def yellow(shot: Shot) -> int:
    """Pixels of about the colour of a path."""
    return int((np.abs(pixels(shot).astype(int) - LINE).max(axis=2) < 60).sum())


def test_each_decision_has_its_picture_and_each_fault_its_own(tmp_path: Path) -> None:
    """In the order of the game, the link drawn where it was decided on."""
    found = shots(tell(recording(tmp_path)), 100)
    assert [(shot.step, shot.what) for shot in found] == [
        (0, "found the board"),
        (1, "link (0, 1) - (0, 2)"),
        (1, "lost click: (0, 1) - (0, 2): no tile went"),
        (2, "link (0, 0) - (1, 0)"),
        (3, "stop"),
    ]
    assert [yellow(shot) > 100 for shot in found] == [False, True, False, True, False]


def test_the_cells_in_which_something_went_wrong_are_framed(tmp_path: Path) -> None:
    """In the picture of what went wrong, and in no other."""
    found = shots(tell(recording(tmp_path)), 100)
    red = [(np.abs(pixels(shot).astype(int) - WRONG).max(axis=2) < 70) for shot in found]
    assert [bool(each.sum() > 200) for each in red] == [False, False, True, False, False]
    columns = np.flatnonzero(red[2].any(axis=0))
    # Cells 1 and 2 of the first row, 40 px each, the first of them at 40 px.
    assert abs(columns.min() - 38) < 4
    assert abs(columns.max() - 122) < 4


def test_pictures_are_of_the_size_that_is_told() -> None:
    """And small: one of a board of 4 x 6 takes a few kB."""
    for shot in shots(tell(FIXTURE), 100):
        assert pixels(shot).shape == (shot.height, shot.width, 3)
        assert shot.width <= 720
        assert len(shot.data) < 40_000


def test_what_went_wrong_comes_first_where_there_are_too_many() -> None:
    """Of a few pictures half show faults, the rest is spread over the game."""
    story = tell(FIXTURE)
    faulty = {fault.step for fault in story.faults}
    few = shots(story, 6)
    assert len(few) == 6
    faults = {f"{fault.trouble}: {fault.what}" for fault in story.faults}
    assert sum(shot.what in faults for shot in few) == 3
    assert {shot.step for shot in few} <= faulty


def test_clicks_are_drawn_where_they_were_made(tmp_path: Path) -> None:
    """A disc at the tile; none before anything was clicked."""
    lines = game()
    for line in lines:
        if line["what"] == "click":
            line["asked"]["at"] = [200, 150]
    found = shots(tell(recording(tmp_path, lines)), 100)
    lost = next(shot for shot in found if shot.what.startswith("lost"))
    assert (pixels(lost)[142:147, 198:206] > 200).any()
    assert not (pixels(found[0])[100:] > 150).any()


@pytest.mark.parametrize(
    "lattice",
    [{"origin": [1e9, 0]}, {"pitch": [1e12, 3]}, {"pitch": [1e308, 3]}, {"rows": 7, "cols": 9}],
)
def test_a_board_that_cannot_be_there_is_not_drawn(
    tmp_path: Path, lattice: dict[str, object]
) -> None:
    """The picture is shown as it is."""
    lines = game()
    lines[3]["said"] |= lattice
    found = shots(tell(recording(tmp_path, lines)), 100)
    assert len(found) == 5
    assert yellow(found[1]) == 0
