"""Commands of click whose parameters are declared by the annotations of a function.

Scope: the form of commands, options and arguments. `options` has those that several commands share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature, getdoc, signature
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin

import click

from goanalyze.cli.completion import codes, completed, rulesets, values
from goanalyze.errors import OptionError
from goanalyze.util.choice import Choice
from goanalyze.util.described_options import ChoiceValue, DescribedOption, Locate, Typed, descriptions_of
from goanalyze.util.row import Fields

SETTINGS: Final = {"help_option_names": ["-h", "--help"], "show_default": True}
"""Context settings of all commands."""

Declaration: TypeAlias = Callable[[Parameter, type, bool], click.Parameter]
"""A function that returns the parameter of a command for a parameter of a function, its type, and True for a list."""

Callback: TypeAlias = Callable[[click.Context, click.Parameter, Any], Any]
"""A function that click calls with the value of a parameter; it returns the value to use."""

_COMPLETIONS: Final = {"CODES": codes, "NAMES": rulesets}
"""Functions that complete a value, by its name in the help."""
_TYPES: Final[dict[type, Any]] = {Path: click.Path(path_type=Path)}


def option(*names: str, group: str = "", **settings: Any) -> Declaration:
    """Declare an option."""

    def declare(parameter: Parameter, value_type: type, is_list: bool) -> click.Parameter:
        name = parameter.name.replace("_", "-")
        flags = f"--{name}/--no-{name}" if value_type is bool else f"--{name}"
        default = parameter.default
        if isinstance(default, Choice):
            default = default.value.replace("_", "-")
        types = {} if value_type is bool else {"type": _TYPES.get(value_type, value_type)}
        complete = _COMPLETIONS.get(settings.get("metavar", ""))
        completions = {"shell_complete": completed(complete)} if complete else {}
        arguments = {**types, **completions, "is_flag": value_type is bool, "multiple": is_list, **settings}
        return Option([parameter.name, *(names or [flags])], group=group, default=default, **arguments)

    return declare


def described(
    description: DescribedOption, *names: str, callback: Callback | None = None, is_eager: bool = False
) -> Declaration:
    """Declare an option or argument by its description."""
    kind = description.kind
    settings: Fields = {
        "help": description.help_text,
        "callback": callback,
        "description": description,
        **({"metavar": description.metavar or kind.metavar} if not kind.is_flag else {}),
    }
    completions = {"shell_complete": completed(values(kind.names))} if isinstance(kind, ChoiceValue) else {}

    def parse(text: str | Choice) -> object:
        try:
            return kind.parse(text)
        except OptionError as error:
            raise click.BadParameter(f"{error}.") from None

    def declare(parameter: Parameter, value_type: type, is_list: bool) -> click.Parameter:
        if description.is_argument:
            return argument(**settings)(parameter, value_type, is_list)
        name = f"--{parameter.name.replace('_', '-')}"
        is_plain = description.short or (kind.is_flag and not parameter.default)
        flags = names or ((*filter(None, [description.short]), name) if is_plain else ())
        more = {} if kind.is_flag else {"type": parse, **completions}
        declaration = option(*flags, group=description.group, is_eager=is_eager, **more, **settings)
        return declaration(parameter, value_type, is_list)

    return declare


def described_signature(arguments: type, groups: Sequence[str], callbacks: Mapping[str, Callback | None]) -> Signature:
    """Return the signature of a command whose options are described."""
    descriptions = sorted(
        descriptions_of(arguments).items(), key=lambda item: (not item[1].is_argument, groups.index(item[1].group))
    )
    parameters = []
    for name, description in descriptions:
        kind = description.kind
        declaration = described(description, callback=callbacks.get(name), is_eager=name in callbacks)
        annotation: Any = Annotated[str, declaration]
        if kind.is_flag:
            annotation = Annotated[bool, declaration]
        elif kind.is_list:
            annotation = Annotated[tuple[str, ...], declaration]
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=description.default, annotation=annotation))
    return Signature(parameters)


def argument(*, is_required: bool = False, **settings: Any) -> Declaration:
    """Declare an argument."""

    def declare(parameter: Parameter, value_type: type, is_list: bool) -> click.Parameter:
        return Argument(
            [parameter.name],
            type=value_type,
            nargs=-1 if is_list else 1,
            required=is_required or parameter.default is Parameter.empty,
            **settings,
        )

    return declare


class DescribedParameter(click.Parameter):
    """A parameter that may have a description."""

    description: DescribedOption | None = None

    @property
    def field(self) -> str | None:
        """Name in a file of options; None if a file cannot have it."""
        return self.description.field_of(str(self.name)) if self.description else None

    def process_toml(self, context: click.Context, value: object, locate: Locate) -> Typed:
        """Return a value of a file of options as it would be typed."""
        assert self.description is not None
        typed = self.description.kind.from_toml(value, locate)
        self.process_value(context, typed)
        return typed


class Option(DescribedParameter, click.Option):
    """An option that belongs to a group of the help."""

    def __init__(
        self, names: list[str], *, group: str, description: DescribedOption | None = None, **settings: Any
    ) -> None:
        super().__init__(names, **settings)
        self.group, self.description = group, description


class Argument(DescribedParameter, click.Argument):
    """An argument with a help text."""

    def __init__(
        self, names: list[str], *, help: str, description: DescribedOption | None = None, **settings: Any
    ) -> None:
        super().__init__(names, **settings)
        self._help, self.description = help, description

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
        return self.metavar or "", self._help + "  [required]" * self.required


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
    """Return the command of a function."""
    parameters = []
    for parameter in signature(function, eval_str=True).parameters.values():
        hint, declaration = get_args(parameter.annotation)
        value_type = next((item for item in get_args(hint) if item not in (NoneType, ...)), hint)
        parameters.append(declaration(parameter, value_type, get_origin(hint) is tuple))
    return Command(
        name, params=parameters, callback=function, help=getdoc(function), epilog=epilog, context_settings=SETTINGS
    )
