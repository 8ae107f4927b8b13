"""The command line as a whole: where it starts quickly, and where every error ends in one line."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from terminal import Linkup

from bot.__main__ import main as begin
from bot.cli import main
from bot.commands.common import UNHEARD
from bot.deal import deal
from bot.errors import MachineError

ROOT = Path(__file__).parent.parent


def numpy_memory() -> MemoryError:
    """What numpy raises where there is too little memory."""
    with pytest.raises(MemoryError) as caught:
        np.empty(1 << 60, np.uint8)
    return caught.value


def opencv_memory() -> cv2.error:
    """What OpenCV raises."""
    error = cv2.error("Insufficient memory")
    error.code = -4
    return error


def test_a_bug_leaves_a_log_and_exits_70(
    linkup: Linkup, board_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line names a file that holds the arguments and the traceback."""
    monkeypatch.setattr("bot.solver.solve", Mock(side_effect=ZeroDivisionError("our mistake")))
    answer = linkup("solve", board_file, "--json")
    assert answer.code == 70
    assert answer.document == {"error": answer.complaint, "exit": 70}
    log = Path(answer.complaint.split()[-1])
    text = log.read_text(encoding="utf-8")
    log.unlink()
    assert "ZeroDivisionError: our mistake" in text
    assert str(board_file) in text


def test_a_library_that_leaves_the_program_is_a_bug(
    linkup: Linkup, board_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exit that is not ours does not pass for success."""
    monkeypatch.setattr("bot.solver.solve", Mock(side_effect=SystemExit("no tkinter")))
    answer = linkup("solve", board_file)
    assert answer.code == 70
    Path(answer.complaint.split()[-1]).unlink()


@pytest.mark.parametrize("error", [MemoryError(), numpy_memory(), opencv_memory()])
def test_too_little_memory_is_no_bug(
    linkup: Linkup, board_file: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """One line and exit 5, whichever library found that there is none."""
    monkeypatch.setattr("bot.solver.solve", Mock(side_effect=error))
    answer = linkup("solve", board_file)
    assert answer.code == 5
    assert "too little memory" in answer.complaint


def test_a_library_that_cannot_be_loaded_is_no_bug(
    linkup: Linkup, board_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 5, and the way to what helps; a module of ours that is not there is one."""
    lack = ImportError("libGL.so.1: cannot open shared object file")
    monkeypatch.setattr("bot.solver.solve", Mock(side_effect=lack))
    answer = linkup("solve", board_file)
    assert answer.code == 5
    assert "libGL.so.1" in answer.complaint
    assert "`linkup doctor`" in answer.complaint
    ours = ModuleNotFoundError("No module named 'bot.no'", name="bot.no")
    monkeypatch.setattr("bot.solver.solve", Mock(side_effect=ours))
    answer = linkup("solve", board_file)
    assert answer.code == 70
    Path(answer.complaint.split()[-1]).unlink()


def test_ctrl_c_exits_130(
    linkup: Linkup, board_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, wherever it comes."""
    monkeypatch.setattr("bot.solver.solve", Mock(side_effect=KeyboardInterrupt))
    answer = linkup("solve", board_file, "--json")
    assert answer.code == 130
    assert answer.err == "linkup: stopped by Ctrl-C\n"
    assert answer.document["exit"] == 130


def test_on_a_terminal_ctrl_c_is_told_below_what_it_wrote(
    linkup: Linkup, board_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has just written ^C, so the line is a new one."""
    monkeypatch.setattr("bot.solver.solve", Mock(side_effect=KeyboardInterrupt))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert linkup("solve", board_file, "--json").err.endswith("\nlinkup: stopped by Ctrl-C\n")


def test_without_a_command_it_shows_the_help(linkup: Linkup) -> None:
    """On stderr, as it is no answer, with exit code 2."""
    answer = linkup()
    assert (answer.code, answer.out) == (2, "")
    assert "linkup play --window" in answer.err


@pytest.mark.parametrize("arguments", [("nonsense",), ("read",), ("deal", "--rows", "x")])
def test_bad_usage_is_one_line(linkup: Linkup, arguments: tuple[str, ...]) -> None:
    """Exit code 2."""
    answer = linkup(*arguments)
    assert answer.code == 2
    assert answer.complaint


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"]])
def test_help_imports_no_library_that_looks_at_pictures_or_screens(arguments: list[str]) -> None:
    """Help comes at once: none of the large packages is imported for it."""
    large = {"cv2", "numpy", "skimage", "scipy", "pyautogui", "mss", "pygame", "Xlib", "PIL"}
    code = (
        f"import sys; from bot.cli import main; code = main({arguments});"
        f"print(sorted({large} & set(sys.modules)), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_help_imports_no_command() -> None:
    """The list of commands is written down, so that it costs no import of any."""
    code = (
        "import sys; from bot.cli import main; main(['--help']);"
        "print(sorted(n for n in sys.modules if n.startswith('bot.comm')), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == "['bot.commands', 'bot.commands.common', 'bot.commands.lazy']\n"


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
    ],
)
def test_colours_are_as_a_person_wants_them(
    linkup: Linkup,
    board_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    coloured: bool,
) -> None:
    """A pipe has none unless they are forced; and where they are not wanted they never are."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in linkup("solve", board_file).out) is coloured
    assert ("\x1b[" in linkup("solve", "no-such-file").err) is coloured
    assert "\x1b[" not in linkup("solve", board_file, "--json").out


def test_what_the_machine_lacks_leads_to_the_doctor(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line says what to do next."""
    lack = MachineError("no X display")
    monkeypatch.setattr("bot.window.open_desktop", Mock(side_effect=lack))
    answer = linkup("play", "--window", "x")
    assert answer.code == 5
    assert answer.complaint == "no X display; `linkup doctor` tells what works on this machine"


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names of files are bytes on Linux")
@pytest.mark.parametrize("locale", [{}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
@pytest.mark.parametrize(
    ("name", "told"), [("连连看".encode(), "连连看"), (b"bad\xff", "bad\N{REPLACEMENT CHARACTER}")]
)
def test_names_are_whole_in_json_whatever_the_locale(
    tmp_path: Path, locale: dict[str, str], name: bytes, told: str
) -> None:
    """Under `LC_ALL=C` as well; what is no text is one sign that says so."""
    (tmp_path / os.fsdecode(name)).write_bytes(b"a b")
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"bot", b"read", name, b"--json"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C"} | locale,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    (reading,) = json.loads(done.stdout)["readings"]
    assert reading["image"] == told
    assert reading["why"].startswith(f"{told}: ")


def test_the_module_is_the_command() -> None:
    """`python -m bot` says, and ends, as `linkup` does."""
    command = [sys.executable, "-m", "bot", "links", "no-such-file"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("linkup: no-such-file: ")


@pytest.mark.parametrize(("said", "threads"), [(None, "1"), ("3", "3")])
def test_small_products_are_left_to_one_thread(
    monkeypatch: pytest.MonkeyPatch, said: str | None, threads: str
) -> None:
    """Unless the environment says otherwise; numpy hears it when it is loaded, not before."""
    if said is None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    else:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", said)
    monkeypatch.setattr("bot.cli.main", lambda: 0)
    assert begin() == 0
    assert os.environ["OPENBLAS_NUM_THREADS"] == threads
    tell = "import sys, bot.__main__; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", tell], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.strip() == b"False"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_reader_that_has_had_enough_hears_no_complaint(tmp_path: Path) -> None:
    """Piped into `head`, a long answer ends without a word, as if by SIGPIPE."""
    path = tmp_path / "board.txt"
    path.write_text(str(deal(30, 60, 4, 1)))  # more than a pipe holds
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "links", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == UNHEARD


def unheard(command: list[str], **streams: int | None) -> tuple[int, bytes]:
    """Run a command of which nobody hears one stream or both: its exit code, and all complaints."""
    gone, pipe = os.pipe()
    os.close(gone)
    named = {name: pipe if stream is None else stream for name, stream in streams.items()}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bot", *command], cwd=ROOT, check=False, input=b"a a", **named
        )
    finally:
        os.close(pipe)
    return done.returncode, done.stderr or b""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        ["--version"],
        ["solve", "-", "--json"],
        ["links", "-"],
        ["deal", "--rows", "2", "--cols", "2", "--kinds", "1", "--json"],
        ["read", "docs/images/game.png", "--json"],
        ["demo", "--offscreen", "--rows", "4", "--cols", "6", "--kinds", "6", "--json"],
        ["completion", "bash"],
        ["config", "show", "--json"],
    ],
    ids=lambda command: command[0],
)
def test_an_answer_that_nobody_reads_is_no_success(command: list[str]) -> None:
    """The exit code is that of a program that SIGPIPE ended, whatever the command; no complaint."""
    code, said = unheard(command, stdout=None, stderr=subprocess.PIPE)
    assert code == UNHEARD
    assert b"linkup:" not in said
    assert b"Traceback" not in said
    assert b"Error" not in said


def test_an_option_of_a_game_asks_us_for_nothing(linkup: Linkup) -> None:
    """What stands behind the two dashes is the game's: no JSON, and no help."""
    answer = linkup("sandbox", "--no-such", "--", "game", "--json")
    assert (answer.code, answer.out) == (2, "")
    assert linkup("sandbox", "--no-such", "--json", "--", "game").document["exit"] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
@pytest.mark.parametrize("streams", ["both", "stderr"])
def test_a_complaint_that_nobody_reads_keeps_its_exit_code(streams: str) -> None:
    """There is nothing to read, but the code still tells what was wrong."""
    named = {"stdout": None if streams == "both" else subprocess.DEVNULL, "stderr": None}
    assert unheard(["links", "no-such-file", "--json"], **named)[0] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX")
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("links -", 5, "nowhere to write the answer: stdout is closed"),
        ("links - --json", 5, "nowhere to write the answer: stdout is closed"),
        ("links no-such-file --json", 2, "no-such-file: "),
    ],
)
def test_without_a_stdout_there_is_no_success(command: str, code: int, said: str) -> None:
    """One line tells that it was closed; another complaint keeps its exit code."""
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m bot {command} >&-"],
        cwd=ROOT,
        input="a a",
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert said in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("board", ["fixtures", "-"])
def test_a_complaint_in_json_that_cannot_be_written_is_still_one_line(board: str) -> None:
    """Whether what is complained of is the full disk itself, or something else."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bot", "links", board, "--json"],
            cwd=ROOT,
            input="a a",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == (5 if board == "-" else 2)
    assert done.stderr.startswith("linkup: ")
    assert done.stderr.count("\n") == 1


def test_a_line_that_is_too_long_is_told_in_short(linkup: Linkup) -> None:
    """Its beginning and its end: what was named, and what to do."""
    answer = linkup("links", "x" * 9000)
    assert answer.code == 2
    assert len(answer.err) < 2100
    assert "… " in answer.err
    assert answer.err.endswith("\n")


class Interrupted:
    """A finder of modules during whose work Ctrl-C is pressed."""

    def find_spec(self, name: str, *_: object) -> None:
        """See `importlib.abc.MetaPathFinder`."""
        if name == "bot.cli":
            raise KeyboardInterrupt


def test_ctrl_c_while_the_command_line_is_loaded_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As at any other moment: no traceback, and one document for programs."""
    monkeypatch.delitem(sys.modules, "bot.cli", raising=False)
    monkeypatch.setattr("sys.meta_path", [Interrupted(), *sys.meta_path])
    monkeypatch.setattr("sys.argv", ["linkup", "read", "a.png", "--json"])
    assert begin() == 130
    answer = capsys.readouterr()
    assert json.loads(answer.out) == {"error": "stopped by Ctrl-C", "exit": 130}
    assert answer.err == "linkup: stopped by Ctrl-C\n"


def test_the_command_begins_where_ctrl_c_is_minded() -> None:
    """Installed, `linkup` is the same as `python -m bot`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"linkup": f"{begin.__module__}:{begin.__name__}"}


@pytest.mark.parametrize(
    ("system", "error", "unheard"),
    [
        ("win32", OSError(errno.EINVAL, "invalid"), True),
        ("win32", OSError(errno.EINVAL, "invalid", "con?.txt"), False),
        ("linux", OSError(errno.EINVAL, "invalid"), False),
        ("linux", BrokenPipeError(errno.EPIPE, "broken"), True),
    ],
)
def test_a_closed_pipe_is_known_on_every_system(
    system: str, error: OSError, *, unheard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows it is told as an argument found invalid; of a named file that is another case."""
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("bot.cli._let_go", Mock())
    monkeypatch.setattr("bot.cli.linkup.main", Mock(side_effect=error))
    assert (main(["deal"]) == UNHEARD) is unheard
