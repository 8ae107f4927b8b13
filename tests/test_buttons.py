"""Buttons are found where they are, whatever a screen does to them, and nowhere else."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.buttons import Button, Role, Spot, find_button, place_of
from bot.damage import compressed, noisy
from bot.deal import deal
from bot.errors import InputError
from bot.frame import Frame
from bot.geometry import Pixel, Rect, ScreenPoint
from bot.simulator import Style, draw
from bot.widgets import Theme, button

THEME = Theme((238, 233, 222), (40, 36, 30), (90, 70, 50), (255, 255, 255), (200, 90, 30), 4)
SIZE = (60, 24)
PLACE = Rect(420, 610, *SIZE)


@pytest.fixture(scope="module")
def scene() -> NDArray[np.uint8]:
    """A game of 14 columns, 900 x 700 px, with room under the board; not to be changed."""
    pixels = np.full((700, 900, 3), 120, np.uint8)
    drawn = draw(deal(8, 14, kinds=28, seed=1), Style.default())[:600, :900]
    pixels[: drawn.shape[0], : drawn.shape[1]] = drawn
    return pixels


def drawn(pixels: NDArray[np.uint8], place: Rect, text: str) -> NDArray[np.uint8]:
    """A copy with a button in it."""
    copy = pixels.copy()
    button(copy, place, THEME, text)
    return copy


def cut(pixels: NDArray[np.uint8], place: Rect, click: Pixel | None = None) -> Button:
    """The button that a part of a picture shows."""
    part = pixels[place.top : place.bottom, place.left : place.right]
    return Button(Role.NEXT, "next", part.copy(), click)


@pytest.fixture(scope="module")
def next_button(scene: NDArray[np.uint8]) -> Button:
    """A button that says Next."""
    return cut(drawn(scene, PLACE, "Next"), PLACE)


@pytest.mark.parametrize("corner", [(0, 0), (840, 676), (421, 333), (0, 676)])
def test_a_button_is_found_wherever_it_lies(
    scene: NDArray[np.uint8], next_button: Button, corner: tuple[int, int]
) -> None:
    """Its middle is told to the pixel, up to every edge of the picture, over tiles and beside."""
    seen = drawn(scene, PLACE, "Next")
    button_pixels = seen[PLACE.top : PLACE.bottom, PLACE.left : PLACE.right]
    moved = scene.copy()
    moved[corner[1] : corner[1] + SIZE[1], corner[0] : corner[0] + SIZE[0]] = button_pixels
    assert find_button(moved, next_button) == Pixel(corner[0] + 30, corner[1] + 12)


def test_a_button_that_is_not_there_is_not_found(
    scene: NDArray[np.uint8], next_button: Button
) -> None:
    """Neither in a game without it nor in a picture smaller than it."""
    assert find_button(scene, next_button) is None
    assert find_button(scene[:20], next_button) is None
    assert find_button(scene[:, :40], next_button) is None


SPOILT: dict[str, Callable[[NDArray[np.uint8]], object]] = {
    "noise": lambda pixels: noisy(pixels, 3, 1),
    "JPEG": lambda pixels: compressed(pixels, 80),
    "soft": lambda pixels: cv2.GaussianBlur(pixels, (0, 0), 0.4),
    "a shade": lambda pixels: pixels - np.minimum(pixels, 3),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_button_is_found(scene: NDArray[np.uint8], next_button: Button, how: str) -> None:
    """Noise of 3 levels, JPEG, a soft picture and another shade leave it what it is."""
    seen = np.asarray(SPOILT[how](drawn(scene, PLACE, "Next")), np.uint8)
    assert find_button(seen, next_button) == Pixel(450, 622)
    assert find_button(np.asarray(SPOILT[how](scene), np.uint8), next_button) is None


def test_a_picture_cut_from_a_spoilt_screenshot_does(scene: NDArray[np.uint8]) -> None:
    """Noise may be in both."""
    learned = cut(noisy(drawn(scene, PLACE, "Next"), 3, 1), PLACE)
    assert find_button(noisy(drawn(scene, PLACE, "Next"), 3, 2), learned) == Pixel(450, 622)


@pytest.mark.parametrize("caption", ["Text", "New", "Nest", "Shuffle", "", "next", "Next >"])
def test_another_caption_is_another_button(
    scene: NDArray[np.uint8], next_button: Button, caption: str
) -> None:
    """One letter for another is enough."""
    assert find_button(drawn(scene, PLACE, caption), next_button) is None
    both = drawn(drawn(scene, PLACE, caption), Rect(600, 610, *SIZE), "Next")
    assert find_button(both, next_button) == Pixel(630, 622)


def test_a_greyed_or_dimmed_button_is_another_one(
    scene: NDArray[np.uint8], next_button: Button
) -> None:
    """Paler, or under the shade of a message, it cannot be clicked."""
    seen = drawn(scene, PLACE, "Next").astype(np.float32)
    for changed in (seen * 0.45, seen * 0.4 + 255 * 0.6, seen - 40):
        assert find_button(np.rint(changed.clip(0, 255)).astype(np.uint8), next_button) is None


def test_a_button_of_another_colour_is_another_one(
    scene: NDArray[np.uint8], next_button: Button
) -> None:
    """Even where it is as bright."""
    seen = drawn(scene, PLACE, "Next")
    part = seen[PLACE.top : PLACE.bottom, PLACE.left : PLACE.right]
    grey = cv2.cvtColor(part, cv2.COLOR_RGB2GRAY).astype(np.int32)
    blue = np.stack([grey - 30, grey + 10, grey + 27], axis=2).clip(0, 255).astype(np.uint8)
    seen[PLACE.top : PLACE.bottom, PLACE.left : PLACE.right] = blue
    assert find_button(seen, next_button) is None


def test_flat_pictures_are_found_by_their_colour() -> None:
    """A patch of one colour is found on ground that has the same grey, but not the same colour."""
    ground = np.full((300, 400, 3), (100, 100, 100), np.uint8)
    red = (190, 66, 40)  # as bright as the ground
    seen = ground.copy()
    seen[200:230, 300:340] = red
    flat = Button(Role.POPUP, "red", np.full((20, 30, 3), red, np.uint8))
    found = find_button(noisy(seen, 3, 1), flat)
    assert found is not None
    assert 313 <= found.x <= 327
    assert 208 <= found.y <= 222
    assert find_button(noisy(ground, 3, 1), flat) is None


def test_of_equal_buttons_the_first_in_reading_order_is_taken(
    scene: NDArray[np.uint8], next_button: Button
) -> None:
    """Noise does not decide between them; a clearly better one is preferred wherever it lies."""
    seen = drawn(drawn(scene, PLACE, "Next"), Rect(100, 640, *SIZE), "Next")
    for seed in range(5):
        assert find_button(noisy(seen, 3, seed), next_button) == Pixel(450, 622)
    worse = seen.copy()
    top = worse[PLACE.top : PLACE.bottom, PLACE.left : PLACE.right]
    top[:] = noisy(top, 6, 1)
    assert find_button(worse, next_button) == Pixel(130, 652)


def test_it_is_clicked_where_it_was_said(scene: NDArray[np.uint8]) -> None:
    """Beside its picture, too, as long as that lies in the frame; by default in the middle."""
    seen = drawn(scene, PLACE, "Next")
    assert cut(seen, PLACE).target == Pixel(30, 12)
    assert find_button(seen, cut(seen, PLACE, Pixel(3, -100.5))) == Pixel(423, 509.5)
    assert find_button(seen, cut(seen, PLACE, Pixel(3, 500))) is None


def test_a_place_on_the_screen_is_told_in_points(
    scene: NDArray[np.uint8], next_button: Button
) -> None:
    """A frame's origin and pixels a point count; a spot is where it is, whatever is seen."""
    frame = Frame(drawn(scene, PLACE, "Next"), ScreenPoint(10, 20), 2.0)
    assert place_of(frame, next_button) == ScreenPoint(10 + 225, 20 + 311)
    assert place_of(replace(frame, pixels=scene.copy()), next_button) is None
    assert place_of(frame, Spot(Role.SHUFFLE, ScreenPoint(7, 8))) == ScreenPoint(7, 8)


def test_a_button_is_checked_when_it_is_made(next_button: Button) -> None:
    """Shape, sides and place; its picture cannot be changed."""
    for picture in (np.zeros((20, 20), np.uint8), np.zeros((20, 20, 3), np.float32)):
        with pytest.raises(InputError, match=r"uint8 of shape \(H, W, 3\)"):
            Button(Role.HINT, "hint", picture)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="6 to 512 px, but got 30 x 5"):
        Button(Role.HINT, "hint", np.zeros((5, 30, 3), np.uint8))
    with pytest.raises(InputError, match="clicked at a place"):
        replace(next_button, click=Pixel(float("nan"), 1))
    assert not next_button.picture.flags.writeable


def test_looking_for_a_button_takes_no_time_to_speak_of(
    scene: NDArray[np.uint8], next_button: Button
) -> None:
    """About 8 ms for 900 x 700 px on a machine at leisure; here with room for a busy one."""
    seen = drawn(scene, PLACE, "Next")
    find_button(seen, next_button)
    taken = []
    for _ in range(10):
        started = time.process_time()
        find_button(seen, next_button)
        taken.append(time.process_time() - started)
    assert min(taken) < 0.06
