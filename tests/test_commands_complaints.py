"""What is told of a command line that cannot be: one line, in our words, with what to do next."""

from __future__ import annotations

import pytest
from terminal import Linkup


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--foo", "`linkup` has no option --foo; `linkup --help` lists those there are"),
        ("play --foo", "`linkup play` has no option --foo; `linkup play --help` lists those"),
        ("play --windo x", "`linkup play` has no option --windo; did you mean --window"),
        ("solve a b", "`linkup solve` has no use for b; `linkup solve --help` shows an example"),
        ("solve", "BOARD is missing; `linkup solve --help` shows an example"),
        ("deal", "a deal needs --rows and --cols, or --layout FILE"),
        ("deal --rows", "--rows wants a value behind it, as in `--rows VALUE`"),
        ("play --json=x", "--json takes no value: leave out what stands behind it"),
        ("deal --rows x", "--rows: 'x' is no whole number; `linkup deal --help` tells what"),
        ("demo --rows x", "--rows: 'x' is no whole number; `linkup demo --help` tells what"),
        ("film x --seconds x", "--seconds: 'x' is no number; `linkup film --help` tells what"),
        ("demo --rows 99", "--rows: 99 is not in the range 2<=x<=40"),
        ("game --level x", "--level: 'x' is not one of 'easy', 'normal', 'hard', 'expert'"),
        ("play --region x", "--region wants X,Y,WIDTH,HEIGHT, whole numbers, got 'x'"),
        ("config x", "`linkup config` has no command x; `linkup config --help` lists those"),
        ("plai", "there is no command 'plai': did you mean play?"),
    ],
)
def test_a_line_that_cannot_be_is_told_in_our_words(linkup: Linkup, line: str, told: str) -> None:
    """With exit code 2."""
    answer = linkup(*line.split())
    assert answer.code == 2
    assert told in answer.complaint


def test_a_variable_that_cannot_be_is_named(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line is not to blame."""
    monkeypatch.setenv("LINKUP_DEAL_ROWS", "x")
    answer = linkup("deal")
    assert answer.complaint.endswith("'x' is no whole number; it was set by LINKUP_DEAL_ROWS")
    shown = linkup("config", "show", "deal")
    assert shown.complaint == "LINKUP_DEAL_ROWS: 'x' is no whole number"
    monkeypatch.setenv("LINKUP_PLAY_DRY_RUN", "maybe")
    answer = linkup("play")
    assert answer.complaint.startswith("--dry-run: 'maybe' is neither yes nor no; ")
