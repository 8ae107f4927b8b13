"""Stderr while libraries work."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.hushed import hushed


def _work(number: int) -> None:
    for _ in range(200):
        with hushed():
            os.write(2, f"noise {number}\n".encode())


def test_stderr_comes_back_whatever_threads_do(capfd: pytest.CaptureFixture[str]) -> None:
    """Threads that begin and end in any order leave it as it was, and no file open."""
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(_work, range(4)))
    os.write(2, b"ours\n")
    assert capfd.readouterr().err == "ours\n"
    after = len(list(Path("/proc/self/fd").iterdir())) if before else 0
    assert after == before


def test_one_inside_another_hushes_as_long_as_the_outer_one(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """What is written comes back with the last of them."""
    with hushed():
        with hushed():
            os.write(2, b"noise\n")
        os.write(2, b"noise\n")
    os.write(2, b"ours\n")
    assert capfd.readouterr().err == "ours\n"
