"""Commands of click whose parameters are declared by the annotations of a function.

Scope: the form of commands, options and arguments. `options` has those that several commands share.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, getdoc, signature
from pathlib import Path
from types import NoneType
from typing import Any, Final, TypeAlias, get_args, get_origin

import click

from goanalyze.vocabulary.choice import Choice

SETTINGS: Final = {"help_option_names": ["-h", "--help"], "show_default": True}
"""Context settings of all commands."""

Declaration: TypeAlias = Callable[[Parameter, type, bool], click.Parameter]
"""A function that returns the parameter of a command for a parameter of a function, its type, and True for a list."""

_TYPES: Final[dict[type, Any]] = {Path: click.Path(path_type=Path)}


def option(*names: str, group: str = "", **settings: Any) -> Declaration:
    """Declare an option.

    Args:
        names: names on the command line; derived from the name of the parameter by default.
        group: heading of the option in the help.
        settings: further arguments of `click.Option`.
    """

    def declare(parameter: Parameter, value_type: type, is_list: bool) -> click.Parameter:
        name = parameter.name.replace("_", "-")
        flags = f"--{name}/--no-{name}" if value_type is bool else f"--{name}"
        default = parameter.default
        if isinstance(default, Choice):
            default = default.value.replace("_", "-")
        types = {} if value_type is bool else {"type": _TYPES.get(value_type, value_type)}
        arguments = {**types, "is_flag": value_type is bool, "multiple": is_list, **settings}
        return Option([parameter.name, *(names or [flags])], group=group, default=default, **arguments)

    return declare


def argument(*, is_required: bool = False, **settings: Any) -> Declaration:
    """Declare an argument.

    Args:
        is_required: True if a list needs one value at least; an argument without a default always does.
        settings: arguments of `Argument`.
    """

    def declare(parameter: Parameter, value_type: type, is_list: bool) -> click.Parameter:
        return Argument(
            [parameter.name],
            type_name=f"list[{value_type.__name__}]" if is_list else value_type.__name__,
            type=value_type,
            nargs=-1 if is_list else 1,
            required=is_required or parameter.default is Parameter.empty,
            **settings,
        )

    return declare


class Option(click.Option):
    """An option that belongs to a group of the help.

    Args:
        names: name of the parameter and names on the command line.
        group: heading; empty for the general one.
        settings: further arguments of `click.Option`.
    """

    def __init__(self, names: list[str], *, group: str, **settings: Any) -> None:
        super().__init__(names, **settings)
        self.group = group


class Argument(click.Argument):
    """An argument with a help text.

    Args:
        names: list with the name of the parameter.
        type_name: name of its type, for the help.
        help: help text.
        settings: further arguments of `click.Argument`.
    """

    def __init__(self, names: list[str], *, type_name: str, help: str, **settings: Any) -> None:  # noqa: A002 - as in click
        super().__init__(names, **settings)
        self._type_name, self._help = type_name, help

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the argument as the usage line shows it."""
        del ctx
        return (f"{{{self.metavar}}}" if self.required else f"[{self.metavar}]") + "..." * (self.nargs != 1)

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return the argument as messages name it."""
        del ctx
        return f"'{self.metavar}'"

    def help_row(self) -> tuple[str, str]:
        """Return the argument and its help text."""
        return f"{self.metavar} <{self._type_name}>", self._help + "  [required]" * self.required


class Command(click.Command):
    """A command whose help describes its arguments, and its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments, then the options by group; options without a group come last."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            if isinstance(parameter, Argument):
                groups.setdefault("Arguments", []).append(parameter.help_row())
            elif row := parameter.get_help_record(ctx):
                groups.setdefault(getattr(parameter, "group", ""), []).append(row)
        general = groups.pop("", [])
        for heading, rows in [*groups.items(), ("Other options" if len(groups) > 1 else "Options", general)]:
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def command(name: str, function: Callable[..., None], epilog: str | None = None) -> Command:
    """Return the command of a function.

    Args:
        name: name on the command line.
        function: each of its parameters is annotated by type and declaration; its docstring is the help.
        epilog: text below the help.
    """
    parameters = []
    for parameter in signature(function, eval_str=True).parameters.values():
        hint, declaration = get_args(parameter.annotation)
        value_type = next((item for item in get_args(hint) if item not in (NoneType, ...)), hint)
        parameters.append(declaration(parameter, value_type, get_origin(hint) is tuple))
    return Command(
        name, params=parameters, callback=function, help=getdoc(function), epilog=epilog, context_settings=SETTINGS
    )
