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


def option(*names: str, **settings: Any) -> Declaration:
    """Declare an option.

    Args:
        names: names on the command line; derived from the name of the parameter by default.
        settings: further arguments of `click.Option`.
    """

    def declared(parameter: Parameter, kind: type, is_list: bool) -> click.Parameter:
        name = parameter.name.replace("_", "-")
        flags = f"--{name}/--no-{name}" if kind is bool else f"--{name}"
        default = parameter.default
        if isinstance(default, Choice):
            default = default.value.replace("_", "-")
        kinds = {} if kind is bool else {"type": _TYPES.get(kind, kind)}
        given = {**kinds, "is_flag": kind is bool, "multiple": is_list, **settings}
        return click.Option([parameter.name, *(names or [flags])], default=default, **given)

    return declared


def argument(**settings: Any) -> Declaration:
    """Declare an argument.

    Args:
        settings: arguments of `Argument`.
    """

    def declared(parameter: Parameter, kind: type, is_list: bool) -> click.Parameter:
        return Argument(
            [parameter.name],
            kind=f"list[{kind.__name__}]" if is_list else kind.__name__,
            type=kind,
            nargs=-1 if is_list else 1,
            required=parameter.default is Parameter.empty,
            **settings,
        )

    return declared


class Argument(click.Argument):
    """An argument with a help text.

    Args:
        names: list with the name of the parameter.
        kind: name of its type, for the help.
        help: help text.
        settings: further arguments of `click.Argument`.
    """

    def __init__(self, names: list[str], *, kind: str, help: str, **settings: Any) -> None:  # noqa: A002 - as in click
        super().__init__(names, **settings)
        self._kind, self._help = kind, help

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the argument as the usage line shows it."""
        del ctx
        return (f"{{{self.metavar}}}" if self.required else f"[{self.metavar}]") + "..." * (self.nargs != 1)

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return the argument as messages name it."""
        del ctx
        return f"'{self.metavar}'"

    def described(self) -> tuple[str, str]:
        """Return the argument and its help text."""
        return f"{self.metavar} <{self._kind}>", self._help + "  [required]" * self.required


class Command(click.Command):
    """A command whose help describes its arguments."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments, then the options."""
        rows = [each.described() for each in self.params if isinstance(each, Argument)]
        if rows:
            with formatter.section("Arguments"):
                formatter.write_dl(rows)
        super().format_options(ctx, formatter)


def command(name: str, function: Callable[..., None], epilog: str | None = None) -> Command:
    """Return the command of a function.

    Args:
        name: name on the command line.
        function: each of its parameters is annotated by type and declaration; its docstring is the help.
        epilog: text below the help.
    """
    parameters = []
    for each in signature(function, eval_str=True).parameters.values():
        hint, declaration = get_args(each.annotation)
        kind = next((kind for kind in get_args(hint) if kind not in (NoneType, ...)), hint)
        parameters.append(declaration(each, kind, get_origin(hint) is tuple))
    return Command(
        name, params=parameters, callback=function, help=getdoc(function), epilog=epilog, context_settings=SETTINGS
    )
