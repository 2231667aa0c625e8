"""The file that gives options of ``goanalyze check``: ``goanalyze.toml``, or a table of ``pyproject.toml``.

A field has the name of the option without its dashes, and the same values; ``inputs`` are the paths.
`EXAMPLE` has one of each kind. The command line wins. Relative paths begin in the folder of the file. The search goes
from the working folder upwards to the folder of a repository (with .git), the home folder or the root; a
``pyproject.toml`` without ``[tool.goanalyze]`` is passed over. Options that run a program, connect to another machine
or remove a dataset are not valid in it, since such a file may come with games from elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click

from goanalyze.cli.options import exit_on
from goanalyze.errors import OptionError
from goanalyze.vocabulary.toml import TomlError, near, parse_toml, printable, read_text, shown, shown_key

EXAMPLE: Final = """\
inputs = ["games", "more.zip"]
exclude = ["old/**", "*.txt"]
rulesets = ["japanese", "club.toml"]
ignore = ["GO013"]
fail-on = "warning"
baseline = "known.txt"

[per-path-ignore]
"2003/**" = ["GO3", "GO401"]
"""

HELP: Final = "\b\nAn example of goanalyze.toml, in which paths begin in its own folder:\n\n\b\n" + "\n".join(
    f"  {line}".rstrip() or "\n\b" for line in EXAMPLE.splitlines()
)
"""Paragraph of the help; \\b keeps lines."""

OWN: Final = "goanalyze.toml"
SHARED: Final = "pyproject.toml"
INPUTS: Final = "inputs"
"""The field of the paths."""
IGNORED: Final = "per-path-ignore"
"""The field that is a table: patterns with their codes."""

_TYPED: Final = frozenset({"config", "no-config", "engine", "overwrite", "scheduler"})  # on the command line only
_PATHS: Final = frozenset({INPUTS, "out", "baseline", "write-baseline", "dead"})
_FILES: Final = frozenset({"rulesets", "conventions"})  # which may name a TOML file
_LISTS: Final = frozenset({"rulesets", "select", "ignore"})  # as one text on the command line


def use_config(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """Take options that are not typed from a file; return its path, None for none.

    Args:
        context: context of the command; it contains ``no_config`` if that option is set.
        parameter: the option.
        path: the file; None to search for one, unless ``no_config`` is set.
    """
    del parameter
    if context.resilient_parsing or (path is None and context.params.get("no_config")):
        return None
    with exit_on(OptionError):
        file = Path(path) if path is not None else find_config()
        if file is None:
            return None
        context.default_map = {**read_config(context, file)}
    return os.fspath(file)


def inputs_of_config(context: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return the paths that are typed, or the inputs of the file: early versions of click do so for options only."""
    del parameter
    return paths or tuple((context.default_map or {}).get("paths", ()))


def find_config() -> Path | None:
    """Return the nearest file of options, from the working folder upwards; None without any.

    Raises:
        OptionError: it cannot be read.
    """
    try:
        here = Path.cwd()
    except OSError:  # it has been removed
        return None
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - which never fails
    for folder in (here, *here.parents):
        for file in (folder / OWN, folder / SHARED):
            if os.path.isfile(file) and (file.name == OWN or _table(file)):  # noqa: PTH113 - nor does this
                with suppress(ValueError):  # on another drive
                    return Path(os.path.relpath(file))
                return file
        if os.path.exists(folder / ".git") or folder == home:  # noqa: PTH110 - it does not fail either
            break
    return None


def read_config(context: click.Context, file: Path) -> dict[str, object]:
    """Return the options of a file, by the names of the command's parameters.

    Raises:
        OptionError: the file cannot be read, or a field or its value is not valid; with file, field and expected
            values.
    """
    table = _table(file)
    if not table and file.name == SHARED:
        raise OptionError(f"{printable(file)}: it has no table [tool.goanalyze]")
    options = {_field(option): option for option in context.command.get_params(context)}
    fields = [name for name in options if name not in _TYPED and name != "help"]
    values: dict[str, object] = {}
    for name, field_value in table.items():
        where = f"{printable(file)}: {shown_key(name)}"
        if name in _TYPED:
            raise OptionError(f"{where} is for the command line only. Expected the option --{name}")
        if name not in fields:
            raise OptionError(f"{where} is not a valid field{near(name, fields)}. Expected {', '.join(fields)}")
        option = options[name]
        is_list = option.nargs == -1 or getattr(option, "multiple", False)
        value = _typed(where, name, field_value, is_flag=getattr(option, "is_flag", False), is_list=is_list)
        value = _with_folder(name, value, file.parent)
        try:
            option.process_value(context, value)
        except click.BadParameter as error:
            raise OptionError(f"{where}: {error.message.rstrip('.')}") from None
        values[option.name] = value
    return values


def _table(file: Path) -> Mapping[str, object]:
    """Return the options of a file."""
    try:
        text = read_text(file)
        if file.name == SHARED and "goanalyze" not in text:
            return {}  # errors elsewhere in the file do not matter
        tables = parse_toml(text, printable(file))
    except TomlError as error:
        raise OptionError(str(error)) from None
    if file.name != SHARED:
        return tables
    tools = tables.get("tool")
    table = tools.get("goanalyze", {}) if isinstance(tools, Mapping) else {}
    if not isinstance(table, Mapping):
        raise OptionError(f"{printable(file)}: tool.goanalyze is not a table. Expected [tool.goanalyze]")
    return table


def _field(option: Any) -> str:
    """Return the name of an option in the file."""
    return INPUTS if option.param_type_name == "argument" else max(option.opts, key=len).lstrip("-")


def _typed(where: str, name: str, value: object, *, is_flag: bool, is_list: bool) -> bool | str | list[str]:
    """Return a value as the option takes it."""
    invalid = f"{where}: {shown(value)} is not a valid value. Expected "
    if name == IGNORED:
        if not isinstance(value, Mapping) or not all(map(_texts, value.values())):
            raise OptionError(f'{invalid}a table of patterns and codes, as "old/**" = ["GO3"]')
        return [f"{pattern}={','.join(_texts(codes))}" for pattern, codes in value.items()]
    if is_flag:
        if not isinstance(value, bool):
            raise OptionError(f"{invalid}true or false")
        return value
    if is_list or name in _LISTS:
        texts = _texts(value)
        if not texts:
            raise OptionError(f"{invalid}text in quotes, or a list of such texts")
        return texts if is_list else ",".join(texts)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise OptionError(f"{invalid}one value")
    return str(value)


def _texts(value: object) -> list[str]:
    """Return the texts of a list, or a single text as a list; empty for anything else."""
    texts = value if isinstance(value, list) else [value]
    valid = [text for text in texts if isinstance(text, str) and text]
    return valid if len(valid) == len(texts) else []


def _with_folder(name: str, value: bool | str | list[str], folder: Path) -> bool | str | list[str]:
    """Return a value whose relative paths begin in the working folder, not in that of the file."""
    if isinstance(value, list):
        return [_path(each, folder) for each in value] if name in _PATHS else value
    if name in _PATHS and isinstance(value, str):
        return _path(value, folder)
    if name in _FILES and isinstance(value, str):
        return ",".join(_path(each, folder) if ".toml" in each.lower() else each for each in value.split(","))
    return value


def _path(text: str, folder: Path) -> str:
    from goanalyze.archives.remote import is_remote

    return text if text == "-" or is_remote(text) else os.fspath(folder / text)
