"""Where skins are: folders that hold them by name, and those that other packages bring."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from bot.errors import SkinError

FILE = "skin.toml"
"""What makes a folder a skin."""


SHIPPED = frozenset(
    {"linkup"}
    | {
        f"kshisen-{tiles}"
        for tiles in ("alphabet", "classic", "default", "egypt", "jade", "traditional")
    }
)
"""The names of the skins that come along: in a checkout a person's own ones lie beside them."""

GROUP = "linkup.skins"
"""The entry points by which a package says that it brings skins."""


def folders_of_skins() -> tuple[Path, ...]:
    """Where skins are looked up by name.

    First in the current folder, then among those that we ship, then among those that other packages
    bring.
    """
    package = Path(__file__).parent
    # In a wheel they lie in the package, in a checkout beside it.
    shipped = package / "templates"
    if not shipped.is_dir():
        shipped = package.parent / "templates"
    return Path("templates"), shipped, *folders_of_packages()


def folders_of_packages() -> tuple[Path, ...]:
    """The folders of the packages that bring skins, in the order of their names.

    An entry point names a package, which holds a folder for each skin; nothing of it is run. One
    that cannot be found is passed over: its name is not among the known ones then.
    """
    # It takes a while, and nobody who has no skin needs it.
    from importlib.metadata import entry_points  # noqa: PLC0415
    from importlib.util import find_spec  # noqa: PLC0415

    folders: list[Path] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package, *parts = point.module.split(".")
        try:
            # Of the outermost package alone: to look for one inside would run the one around it.
            spec = find_spec(package)
        except (ImportError, ValueError):
            continue
        places = (spec.submodule_search_locations or ()) if spec is not None else ()
        folders += [Path(place, *parts) for place in places]
    return tuple(dict.fromkeys(folders))


def known_skins(folders: tuple[Path, ...]) -> list[str]:
    """The names of all skins in some folders, sorted."""
    return sorted({path.parent.name for folder in folders for path in folder.glob(f"*/{FILE}")})


def find_skin(name: str, folders: tuple[Path, ...]) -> Path:
    """The folder of a skin.

    Raises
    ------
    SkinError
        if there is none
    """
    if not name or "\0" in name:
        raise SkinError(f"{name!r} is no name of a skin")
    given = Path(name)
    if given.name == FILE:
        given = given.parent
    if _is_folder(given) and (len(given.parts) > 1 or _holds_skin(given)):
        return given
    if len(given.parts) == 1:
        for folder in folders:
            if _is_folder(folder / name):
                return folder / name
    known = known_skins(folders)
    near = get_close_matches(name, known, n=1)
    meant = f"did you mean {near[0]}? " if near else ""
    hint = f"known skins: {', '.join(known)}" if known else "make one with `linkup calibrate`"
    raise SkinError(f"there is no skin {name}, neither as a folder nor by that name; {meant}{hint}")


def _holds_skin(folder: Path) -> bool:
    """Whether it is a skin; what cannot be looked into is told once it is read."""
    try:
        return (folder / FILE).is_file()
    except OSError:
        return True


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
