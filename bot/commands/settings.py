"""Settings: what options are where the command line does not give them, and who says so.

The command line is stronger than the environment, that than the file of a project, and that than
the file of the person. A file has a table for each command, with the options by name::

    [play]
    skin = "mygame"
    time-limit = 600
    dry-run = true
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from bot.commands.complaints import of_value
from bot.commands.lazy import Commands, LazyGroup, option_name, settable
from bot.errors import InputError

PROJECT, PYPROJECT, OWN = "linkup.toml", "pyproject.toml", "config.toml"
"""What the files of a project are called, and that of the person."""
DEFAULT = "default"
"""Where a value comes from that nobody has set."""
_MOST_BYTES = 1_000_000
"""Of a file."""
BARE = frozenset({"doctor", "config", "completion"})
"""Commands without an option that settings may give."""
_INSTEAD = frozenset({"window", "region", "screen"})
"""Options that say the same in different ways: a file that gives one replaces what another gave."""


class SettingsError(InputError):
    """Settings that cannot be.

    Parameters
    ----------
    lines
        what is wrong, each thing in a line
    """

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = tuple(lines)


class Wrongs:
    """What is wrong with settings: all of it is told at once."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is wrong in this part, and go on after it."""
        try:
            yield
        except SettingsError as error:
            self._lines |= dict.fromkeys(error.lines)
        except InputError as error:
            self._lines[str(error)] = None

    def tell(self) -> None:
        """Raise `SettingsError` if anything is wrong."""
        if self._lines:
            raise SettingsError(tuple(self._lines))


@dataclass(frozen=True, slots=True)
class Setting:
    """What an option is, and where that was said.

    Parameters
    ----------
    value : as the command is handed it
    origin : a file, a variable of the environment, or `DEFAULT`
    """

    value: Any
    origin: str


@dataclass(frozen=True, slots=True)
class File:
    """A file of settings.

    Parameters
    ----------
    path : where it is
    tables : what it says for each command, not yet looked at
    """

    path: Path
    tables: Mapping[str, Any]


def own_file() -> Path:
    """Where the person's settings are, as the system has it; there need be no such file."""
    folder = Path(click.get_app_dir("linkup"))
    if not folder.is_absolute():
        # XDG_CONFIG_HOME is empty or relative, and then it does not count.
        folder = Path("~/.config/linkup")
        with suppress(RuntimeError):  # nobody knows where the person is at home
            folder = folder.expanduser()
    return folder / OWN


def files(folder: Path | None = None) -> list[File]:
    """The files of settings there are, the strongest first.

    Parameters
    ----------
    folder
        where the project is looked for, and in those around it; the current one by default

    Raises
    ------
    SettingsError
        if any of them cannot be read
    """
    wrongs = Wrongs()
    found: list[File | None] = []
    with wrongs.noted():
        found.append(_project_file(_here() if folder is None else folder))
    with wrongs.noted():
        tables = _tables(own_file())
        found.append(None if tables is None else File(own_file(), tables))
    wrongs.tell()
    return [file for file in found if file is not None]


def _project_file(here: Path | None) -> File | None:
    """The file of the project around a folder."""
    for place in () if here is None else (here, *here.parents):
        tables = _tables(place / PROJECT)
        if tables is not None:
            return File(place / PROJECT, tables)
        tables = _tables_of_project(place / PYPROJECT)
        if tables is not None:
            return File(place / PYPROJECT, tables)
    return None


def _here() -> Path | None:
    """The current folder; None where it was removed."""
    try:
        return Path.cwd()
    except OSError:
        return None


def _text(path: Path) -> str | None:
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError(f"{path}: no ordinary file; settings are a text")
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise InputError(f"{path}: more than {_MOST_BYTES} bytes are no settings")
        # With the mark that some editors put before a text, and line ends of every kind.
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        # In a folder that may not be entered, as the home of somebody else, there are none of ours.
        if isinstance(error, PermissionError) and not os.access(path.parent, os.X_OK):
            return None
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: no UTF-8 text, as TOML is") from error


def _tables(path: Path) -> Mapping[str, Any] | None:
    text = _text(path)
    return None if text is None else _parsed(text, path)


def _parsed(text: str, path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: no TOML: {error}") from None


def _tables_of_project(path: Path) -> Mapping[str, Any] | None:
    """What a project says of us; one that is broken elsewhere is no business of ours."""
    try:
        text = _text(path)
    except InputError:
        return None
    if text is None or "tool.linkup" not in text:
        return None
    tools = _parsed(text, path).get("tool")
    tables = tools.get("linkup") if isinstance(tools, Mapping) else None
    return tables if isinstance(tables, Mapping) else None


def of_files(commands: Commands, name: str, found: list[File]) -> dict[str, Setting]:
    """What files say of the options of a command, by option.

    Raises
    ------
    SettingsError
        if a file names a command or an option that there is not, or a value that cannot be
    """
    settings: dict[str, Setting] = {}
    wrongs = Wrongs()
    for file in found:
        for table in file.tables:
            with wrongs.noted():
                _check_table(file, commands, table)
        said = dict(_of_file(file, commands, name, wrongs))
        if _INSTEAD & settings.keys():
            said = {option: value for option, value in said.items() if option not in _INSTEAD}
        settings = {
            **{option: Setting(value, str(file.path)) for option, value in said.items()},
            **settings,
        }
    wrongs.tell()
    return settings


def _check_table(file: File, commands: Commands, name: str) -> None:
    if name not in commands:
        near = get_close_matches(name, [each for each in commands if each not in BARE], n=1)
        meant = f"; did you mean [{near[0]}]?" if near else ""
        raise InputError(f"{file.path}: [{name}] is no command{meant}")
    if name in BARE:
        none = f"`linkup {name}` has no options to set"
        raise InputError(f"{file.path}: [{name}] sets nothing: {none}")
    table = file.tables[name]
    if not isinstance(table, Mapping):
        raise InputError(f"{file.path}: {name} must be a table, [{name}], but got {table!r}")


def _of_file(
    file: File, commands: Commands, name: str, wrongs: Wrongs
) -> Iterator[tuple[str, Any]]:
    """The options of a command that a file sets, each with the value that the command gets."""
    table = file.tables.get(name, {})
    said: dict[str, str] = {}
    for key, value in table.items() if isinstance(table, Mapping) else ():
        with wrongs.noted():
            option = option_name(_option_of(file, commands, name, key, value))
            first = said.setdefault(option, key)
            if first != key:
                raise InputError(f"{file.path}: {name}.{key} is {name}.{first}, said once more")
            yield option, value


def _option_of(file: File, commands: Commands, name: str, key: str, value: object) -> click.Option:
    """The option that a file sets to a value, if it may be that."""
    options, where = settable(commands[name]), f"{file.path}: {name}.{key}"
    option = options.get(key.replace("_", "-"))
    if option is None:
        near = get_close_matches(key, options, n=1)
        meant = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(options)}"
        raise InputError(f"{where} is no option of `linkup {name}`{meant}")
    _check_type(option, value, where)
    context = click.Context(commands[name], info_name=name)
    try:
        option.type_cast_value(context, value)
    except click.BadParameter as error:
        raise InputError(f"{where}: {of_value(error.message)}") from None
    except (OverflowError, ValueError) as error:
        raise InputError(f"{where}: {error}") from None
    return option


def _check_type(option: click.Option, value: object, where: str) -> None:
    """Refuse a value of another type: what a command line makes of a text, a file must not."""
    several = option.multiple
    if several and not isinstance(value, list):
        raise InputError(f"{where} must be a list, but got {value!r}")
    wanted: tuple[type, ...]
    if option.is_flag:
        wanted, what = (bool,), "true or false"
    elif isinstance(option.type, click.types.IntParamType):
        wanted, what = (int,), "a whole number"
    elif isinstance(option.type, click.types.FloatParamType):
        wanted, what = (int, float), "a number"
    else:
        wanted, what = (str,), "a text in quotes"
    for each in value if several and isinstance(value, list) else [value]:
        is_right = isinstance(each, wanted) and isinstance(each, bool) is (wanted == (bool,))
        if not is_right:
            raise InputError(f"{where} must be {what}, but got {each!r}")
        if isinstance(each, str) and "\0" in each:
            raise InputError(f"{where} must hold no NUL character, but got {each!r}")


def defaults(commands: Commands, name: str) -> dict[str, Any]:
    """What files say of a command, by the names that its function knows its options by.

    Raises
    ------
    InputError
        as for `files` and `of_files`
    """
    options = settable(commands[name])
    said = of_files(commands, name, files()) if options else {}
    return {str(options[option].name): setting.value for option, setting in said.items()}


def both_set(names: Sequence[str]) -> str:
    """Who gave options of the current command that exclude each other; empty where nobody else did.

    Parameters
    ----------
    names
        of parameters that were given from one place
    """
    context = click.get_current_context()
    sources = {source.name for name in names if (source := context.get_parameter_source(name))}
    options = {str(each.name): each for each in context.command.params}
    said = " and ".join(option_name(options[name]) for name in names)
    if sources == {"ENVIRONMENT"}:
        return f"{' and '.join(str(options[name].envvar) for name in names)} are both set"
    group = context.find_root().command
    if sources != {"DEFAULT_MAP"} or not isinstance(group, LazyGroup):
        return ""
    name = context.command.name or ""
    settings = of_files(group.found, name, files())
    places = dict.fromkeys(settings[option_name(options[each])].origin for each in names)
    return f"{' and '.join(places)} gives {said} in [{name}]"


def effective(commands: Commands, name: str, found: list[File]) -> dict[str, Setting]:
    """What every option of a command is where the command line gives none.

    Raises
    ------
    InputError
        as for `of_files`, or if the environment gives a value that cannot be
    """
    wrongs, said = Wrongs(), dict[str, Setting]()
    with wrongs.noted():
        said = of_files(commands, name, found)
    context = click.Context(commands[name], info_name=name)
    settings: dict[str, Setting] = {}
    for key, option in settable(commands[name]).items():
        named = str(option.envvar)
        if os.environ.get(named):
            with wrongs.noted():
                settings[key] = Setting(_of_variable(option, context), named)
        elif key in said:
            settings[key] = said[key]
        else:
            usual = option.to_info_dict()["default"]
            settings[key] = Setting(None if callable(usual) else usual, DEFAULT)
    wrongs.tell()
    return settings


def _of_variable(option: click.Option, context: click.Context) -> Any:
    try:
        return option.type_cast_value(context, option.value_from_envvar(context))
    except click.BadParameter as error:
        raise InputError(f"{option.envvar}: {of_value(error.message)}") from None
