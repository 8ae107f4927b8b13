"""Where skins are: those that other packages bring are found, and none of their code is run."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.errors import SkinError
from bot.skinfolders import find_skin, folders_of_packages, folders_of_skins, known_skins


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package that brings the skin `sweets`; to import it is an error."""
    skins = tmp_path / "site" / "linkup_sweets" / "skins"
    (skins / "sweets").mkdir(parents=True)
    (skins / "sweets" / "skin.toml").write_text("format = 1\n")
    (skins.parent / "__init__.py").write_text("raise RuntimeError('imported')")
    info = tmp_path / "site" / "linkup_sweets-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: linkup-sweets\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[linkup.skins]\nsweets = linkup_sweets.skins\nmissing = no_such_package\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return skins


def test_a_package_brings_skins_and_is_not_run(package: Path) -> None:
    """Its folder is looked through after our own; what cannot be found is passed over."""
    assert folders_of_packages() == (package,)
    assert folders_of_skins()[-1] == package
    assert find_skin("sweets", folders_of_skins()) == package / "sweets"
    assert "sweets" in known_skins(folders_of_skins())
    assert "linkup_sweets" not in sys.modules


def test_a_name_that_is_none_brings_up_the_nearest() -> None:
    """And all that are known."""
    with pytest.raises(SkinError, match="did you mean kshisen-jade"):
        find_skin("kshisen-jad", folders_of_skins())


def test_a_folder_that_cannot_be_looked_into_is_read_to_tell_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is no bug."""
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    refused = PermissionError(13, "Permission denied")
    monkeypatch.setattr("pathlib.Path.is_file", Mock(side_effect=refused))
    assert find_skin("mine", ()) == Path("mine")
