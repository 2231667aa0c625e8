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
from typing import Final

import click

from goanalyze.cli.options import exit_on
from goanalyze.cli.parameters import DescribedParameter
from goanalyze.errors import OptionError
from goanalyze.util.toml import TomlError, near, parse_toml, printable, read_text, shown_key

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


def use_config(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """Take options that are not typed from a file; return its path, None for none."""
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
    """Return the nearest file of options, from the working folder upwards; None without any."""
    try:
        here = Path.cwd()
    except OSError:  # it has been removed
        return None
    home = Path(os.path.expanduser("~"))
    for folder in (here, *here.parents):
        for file in (folder / OWN, folder / SHARED):
            if os.path.isfile(file) and (file.name == OWN or _table(file)):
                with suppress(ValueError):  # on another drive
                    return Path(os.path.relpath(file))
                return file
        if os.path.exists(folder / ".git") or folder == home:
            break
    return None


def read_config(context: click.Context, file: Path) -> dict[str, object]:
    """Return the options of a file, by the names of the command's parameters."""
    table = _table(file)
    if not table and file.name == SHARED:
        raise OptionError(f"{printable(file)}: it has no table [tool.goanalyze]")
    parameters = [each for each in context.command.params if isinstance(each, DescribedParameter) and each.description]
    fields = {name: each for each in parameters if (name := each.field) is not None}
    typed = {str(each.name).replace("_", "-") for each in parameters if each.field is None}

    def locate(path: str) -> str:
        from goanalyze.archives.remote import is_remote

        return path if path == "-" or is_remote(path) else os.fspath(file.parent / path)

    values: dict[str, object] = {}
    for name, value in table.items():
        where = f"{printable(file)}: {shown_key(name)}"
        if name in typed:
            raise OptionError(f"{where} is for the command line only. Expected the option --{name}")
        if name not in fields:
            raise OptionError(f"{where} is not a valid field{near(name, fields)}. Expected {', '.join(fields)}")
        try:
            values[str(fields[name].name)] = fields[name].process_toml(context, value, locate)
        except OptionError as error:
            raise OptionError(f"{where}: {error}") from None
        except click.BadParameter as error:
            raise OptionError(f"{where}: {error.message.rstrip('.')}") from None
    return values


def _table(file: Path) -> Mapping[str, object]:
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
