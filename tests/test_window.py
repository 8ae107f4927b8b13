"""Finding the window that is meant, and refusing points that are not its own."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from desk import Desk

from bot.errors import MachineError, StoppedError, WindowError, WindowHiddenError
from bot.geometry import Rect, ScreenPoint
from bot.window import (
    Window,
    WindowCoveredError,
    WindowGuard,
    WindowMovedError,
    find_window,
    open_desktop,
    outside,
    window_at,
)

SCREEN = Rect(-1280, 0, 2560, 800)
"""Two screens side by side, the main one to the right."""

PLACE = Rect(100, 100, 400, 300)


class TwoScreens(Desk):
    """A desktop on two screens."""

    def screen(self) -> Rect:
        """Both of them."""
        return SCREEN


def game(title: str = "Shisen-Sho", rect: Rect = PLACE, number: int = 1) -> Window:
    return Window(number, title, rect)


def test_a_part_of_the_title_in_any_case_finds_the_window() -> None:
    """'shisen' means the one window whose title holds it."""
    desktop = TwoScreens(game("Editor", number=2), game())
    assert find_window(desktop, " shisen ") == game()


def test_the_same_title_wins_over_a_longer_one() -> None:
    """The terminal named after the command does not hide the game."""
    longer = game("linkup play --window shisen-sho", number=2)
    assert find_window(TwoScreens(longer, game()), "shisen-sho") == game()


def test_the_title_in_its_own_case_wins() -> None:
    """Of two titles that differ in case alone each can be named; a third spelling means both."""
    window, scores = game("xshisen"), game("XShisen", number=2)
    desktop = TwoScreens(scores, window)
    assert find_window(desktop, "xshisen") == window
    assert find_window(desktop, " XShisen") == scores
    with pytest.raises(WindowError, match="2 windows are titled 'XSHISEN'"):
        find_window(desktop, "XSHISEN")


def test_a_title_is_understood_where_the_locale_knows_no_sign_of_it() -> None:
    """As `LC_ALL=C` hands it over where UTF-8 is turned off."""
    typed = "连连看".encode().decode("ascii", "surrogateescape")
    assert find_window(TwoScreens(game("连连看 2")), typed) == game("连连看 2")


def test_a_window_on_a_screen_to_the_left_is_found() -> None:
    """Negative places are on the screen where the screen reaches that far."""
    left = game(rect=Rect(-1280, 0, 400, 300))
    assert find_window(TwoScreens(left), "Shisen-Sho") == left


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ([], ["no window is titled 'Onet'", "no window with a title can be seen"]),
        ([game(), game("Editor")], ["no window is titled 'Onet'", "'Shisen-Sho', 'Editor'"]),
        (
            [game("Onet 1"), game("Onet 2", Rect(600, 100, 400, 300))],
            ["'Onet 1' at 100,100,400,300", "'Onet 2' at 600,100,400,300", "--region"],
        ),
        ([game("Onet", Rect(1000, 100, 400, 300))], ["over the right edge", "wholly on the"]),
        ([game("Onet", Rect(-1300, 600, 400, 300))], ["over the left and bottom edge"]),
    ],
)
def test_a_window_that_is_not_plainly_there_is_an_error(
    shown: list[Window], words: list[str]
) -> None:
    """No window, several, or one partly off the screen: one line names them and what to do."""
    with pytest.raises(WindowError) as caught:
        find_window(TwoScreens(*shown), "Onet")
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_title_that_is_nearly_right_brings_up_what_was_meant() -> None:
    """Of many windows the near ones alone are named."""
    meant = r"did you mean 'Shisen-Sho'\? One that is minimised is not seen$"
    with pytest.raises(WindowError, match=meant):
        find_window(TwoScreens(game("Editor", number=2), game()), "shisen sho")


def test_an_empty_title_is_refused() -> None:
    """An empty title, a part of every other, means no window."""
    with pytest.raises(WindowError, match="empty window title"):
        find_window(TwoScreens(game()), " ")


def test_a_region_belongs_to_the_window_under_its_middle() -> None:
    """The window in front is meant, not one it covers."""
    front = game("front", number=2)
    assert window_at(TwoScreens(front, game()), Rect(150, 150, 100, 100)) == front


@pytest.mark.parametrize(
    ("region", "words"),
    [
        (Rect(600, 600, 100, 100), "no window lies in the middle of the region 600,600,100,100"),
        (Rect(100, 700, 100, 200), "over the bottom edge"),
    ],
)
def test_a_region_of_no_window_is_an_error(region: Rect, words: str) -> None:
    """A region over the bare desktop, or off the screen, cannot be played."""
    with pytest.raises(WindowError, match=words):
        window_at(TwoScreens(game()), region)


def test_every_side_is_named() -> None:
    """A rectangle larger than the screen reaches over all four sides."""
    assert outside(Rect(-1, -1, 12, 12), Rect(0, 0, 10, 10)) == "left and top and right and bottom"
    assert not outside(Rect(0, 0, 10, 10), Rect(0, 0, 10, 10))


def guard(desktop: Desk) -> WindowGuard:
    return WindowGuard(desktop, game(), board=Rect(150, 150, 200, 200))


def test_a_point_on_the_board_of_the_front_window_passes() -> None:
    """Nothing is raised for a plain click."""
    guard(TwoScreens(game()))(ScreenPoint(150.0, 349.9))


@pytest.mark.parametrize("point", [(150.0, 350.0), (149.9, 200.0), (120.0, 120.0)])
def test_a_point_beside_the_board_is_refused(point: tuple[float, float]) -> None:
    """The right and bottom edges of the board are outside."""
    with pytest.raises(StoppedError, match="outside the board at 150,150,200,200"):
        guard(TwoScreens(game()))(ScreenPoint(*point))


def test_a_point_beside_the_window_is_refused_even_if_the_board_holds_it() -> None:
    """A board that was read too large does not widen what may be clicked."""
    wide = WindowGuard(TwoScreens(game()), game(), board=Rect(0, 0, 1000, 700))
    with pytest.raises(StoppedError, match="outside the window 'Shisen-Sho'"):
        wide(ScreenPoint(501.0, 200.0))


def test_a_covered_point_is_refused_with_the_name_of_the_cover() -> None:
    """A dialog in front of the game would get the click."""
    dialog = game("High Scores", Rect(200, 200, 100, 100), number=2)
    watch = guard(TwoScreens(dialog, game()))
    watch(ScreenPoint(160.0, 160.0))
    with pytest.raises(WindowCoveredError, match="'High Scores' covers the window 'Shisen-Sho'"):
        watch(ScreenPoint(250.0, 250.0))


def outcome(watch: Callable[[ScreenPoint], None], at: tuple[float, float]) -> str:
    """The error that a guard raises for a point, or nothing."""
    try:
        watch(ScreenPoint(*at))
    except WindowError as error:
        return type(error).__name__
    except StoppedError as error:
        return str(error)
    return ""


BOX, NOTE = Rect(400, 350, 200, 100), Rect(120, 110, 60, 60)
"""A message box of the game that reaches over its edge, and a window of another program."""


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ((110, 300), ""),
        ((200, 200), ""),
        ((499.9, 349.9), ""),
        ((450, 360), ""),
        ((599, 449), ""),
        ((150, 150), "WindowCoveredError"),
        ((99.9, 200), "outside the window 'Shisen-Sho'"),
        ((599, 340), "outside the window 'Shisen-Sho'"),
        ((610, 400), "outside the window 'Shisen-Sho'"),
        ((700, 700), "outside the window 'Shisen-Sho'"),
    ],
    ids=[
        *("beside the board", "on the board", "in the last corner", "in the box", "far in the box"),
        *("under a note", "left of it", "above the box", "right of the box", "elsewhere"),
    ],
)
def test_a_button_may_lie_anywhere_in_the_game(at: tuple[float, float], said: str) -> None:
    """In its window and in its message box, but not under another program or outside of both."""
    shown = [game("OK?", BOX, 2), game("Note", NOTE, 3), game(), game("Tips", SCREEN, 4)]
    watch = guard(TwoScreens(*shown, programs=[{1, 2}]))
    answer = outcome(watch.check_button, at)
    assert said in answer if said else not answer


def test_a_window_of_the_game_that_does_not_lie_over_it_is_not_clicked() -> None:
    """A browser has many windows: only the one before the game is meant."""
    beside = game("Mail", Rect(500, 100, 300, 300), 2)
    watch = guard(TwoScreens(beside, game(), programs=[{1, 2}]))
    assert "outside the window" in outcome(watch.check_button, (510, 200))


def test_a_title_bar_is_no_place_for_buttons() -> None:
    """Where it belongs to its window, as on Windows, a point on it is outside all the same."""

    class WithBars(TwoScreens):
        """A desktop whose windows have a bar of 30 pt over their inside."""

        def owner_at(self, point: ScreenPoint) -> int | None:
            """The first that holds the point or the one 30 pt below."""
            below = ScreenPoint(point.x, point.y + 30)
            here, there = (super(WithBars, self).owner_at(at) for at in (point, below))
            return here or there

    box = game("OK?", Rect(80, 140, 100, 100), 2)
    watch = guard(WithBars(box, game(), programs=[{1, 2}]))
    assert "outside the window" in outcome(watch.check_button, (300, 80))
    assert "outside the window" in outcome(watch.check_button, (90, 120))
    assert not outcome(watch.check_button, (90, 145))


@pytest.mark.parametrize(
    ("shown", "said"),
    [([], "WindowError"), ([game(rect=Rect(130, 140, 400, 300))], "WindowMovedError")],
    ids=["closed", "moved"],
)
def test_a_game_that_is_not_in_its_place_has_no_buttons(shown: list[Window], said: str) -> None:
    """Its message boxes are not clicked either: the picture they were seen in is an old one."""
    box = game("OK?", BOX, 2)
    assert (
        outcome(guard(TwoScreens(box, *shown, programs=[{1, 2}])).check_button, (450, 360)) == said
    )


@pytest.mark.parametrize(
    ("moved", "then"),
    [
        (Rect(130, 140, 400, 300), "the bot follows it"),
        (Rect(100, 100, 350, 300), "the bot looks for the board again"),
    ],
    ids=["moved", "shrunk"],
)
def test_a_moved_window_can_be_followed(moved: Rect, then: str) -> None:
    """The error tells the new place, and a guard aimed there passes what it refused."""
    watch = guard(TwoScreens(game(rect=moved)))
    with pytest.raises(WindowMovedError) as caught:
        watch(ScreenPoint(200.0, 200.0))
    assert str(caught.value).endswith(f"is now at {moved}: {then}")
    assert caught.value.window == game(rect=moved)
    watch.aim(caught.value.window)
    watch(ScreenPoint(200.0, 200.0))


def test_a_closed_window_is_an_error() -> None:
    """Nothing is clicked where the game was."""
    with pytest.raises(WindowError, match="closed: open it again") as told:
        guard(TwoScreens())(ScreenPoint(200.0, 200.0))
    assert not isinstance(told.value, WindowHiddenError)


def test_a_minimised_window_may_come_back() -> None:
    """It is told from a closed one, for it can be waited for."""
    desktop = TwoScreens()
    desktop.hidden.append(game())
    with pytest.raises(WindowHiddenError, match="minimised, hidden or on another workspace: show"):
        guard(desktop)(ScreenPoint(200.0, 200.0))


@pytest.mark.parametrize(
    ("wayland", "words"), [("", "xvfb-run"), ("wayland-0", "linkup sandbox -- COMMAND")]
)
def test_no_display_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, wayland: str, words: str
) -> None:
    """Without DISPLAY the way out is named, another one in a Wayland session."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    with pytest.raises(MachineError, match=words):
        open_desktop()


def test_a_display_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stale DISPLAY is told apart from none."""
    monkeypatch.setenv("DISPLAY", ":65000")
    with pytest.raises(MachineError, match="the X display :65000 does not answer"):
        open_desktop()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X displays are of Linux")
def test_a_display_that_lets_nobody_in_is_no_silent_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says is told as a sentence, not as bytes, with what to do about it."""
    from Xlib.error import DisplayConnectionError

    def refuses(name: str) -> None:
        raise DisplayConnectionError(name, b"Authorization required, but no key given\n")

    monkeypatch.setattr("Xlib.display.Display", refuses)
    monkeypatch.setenv("DISPLAY", ":65000")
    with pytest.raises(MachineError) as refused:
        open_desktop()
    told = str(refused.value)
    assert "does not let this program in (Authorization required, but no key given)" in told
    assert "XAUTHORITY" in told
    assert "does not answer" not in told
