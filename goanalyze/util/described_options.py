"""Descriptions of options, from which a command line, a TOML file and a function of Python take them.

The keys of a `TypedDict` are annotated by `DescribedOption`. Its kind reads values as a shell, a file and Python give
them.

Scope: the form of descriptions and the kinds that need no other package. No option is described here.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from inspect import Parameter, signature
from math import inf
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast, get_args

from goanalyze.errors import OptionError
from goanalyze.util.choice import Choice
from goanalyze.util.row import Fields
from goanalyze.util.toml import near, shown

Typed: TypeAlias = bool | str | list[str]
"""A value as the command line has it."""
Locate: TypeAlias = Callable[[str], str]
"""A function that returns a path of a file's folder as a path of the working folder."""

P = ParamSpec("P")
T = TypeVar("T")

_COLUMNS: Final = 120
_OPTIONS_LINE: Final = re.compile(r"^( +)\*\*options$", re.MULTILINE)
_TEXTS: Final = "text in quotes, or a list of such texts"


class TextValue:
    """A text, as it is; base of the other kinds.

    Attributes:
        metavar: the value in the help.
        is_flag: True if the option is present or absent.
        is_list: True if the option may be repeated.
    """

    metavar = "TEXT"
    is_flag = False
    is_list = False

    @property
    def meanings(self) -> str:
        """The accepted values with their meanings, for a help text."""
        return ""

    def parse(self, value: object) -> object:
        """Return a value of the command line as far as it is checked before the command begins."""
        return value

    def read(self, value: object) -> object:
        """Return the value that the check uses, from a value of the command line or of Python."""
        if not isinstance(value, str):
            raise OptionError(f"{shown(value)} is not a valid value. Expected text")
        return value

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return a value of a TOML file as it would be typed."""
        del locate
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise OptionError(f"{shown(value)} is not a valid value. Expected one value")
        return str(value)


class PathValue(TextValue):
    """A path or an address of a remote place; in a file it begins in the file's folder."""

    metavar = "FILE"

    def read(self, value: object) -> object:
        """Return the path as text."""
        path = os.fspath(value) if isinstance(value, (str, os.PathLike)) else ""
        if not isinstance(path, str) or not path or "\0" in path:
            raise OptionError(f"{shown(value)} is not a valid path. Expected a str or a pathlib.Path")
        return path

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return the path as seen from the working folder."""
        text = str(super().from_toml(value, locate))
        return locate(text) if text else text


class FlagValue(TextValue):
    """True or false."""

    is_flag = True

    def read(self, value: object) -> object:
        """Return the value."""
        if not isinstance(value, bool):
            raise OptionError(f"{shown(value)} is not a valid value. Expected True or False")
        return value

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return the value."""
        del locate
        if not isinstance(value, bool):
            raise OptionError(f"{shown(value)} is not a valid value. Expected true or false")
        return value


class NumberValue(TextValue):
    """A number.

    Args:
        number_type: int or float.
        least: smallest number.
        most: largest number.
        metavar: the value in the help.
        unit: factor that turns the number into the unit of the program, as 2²⁰ for MB.
    """

    def __init__(
        self,
        number_type: type[int | float],
        least: float = 0,
        metavar: str = "N",
        unit: int | None = None,
        most: float = inf,
    ) -> None:
        self._type, self._least, self._most, self.metavar, self._unit = number_type, least, most, metavar, unit

    def parse(self, value: object) -> float:
        """Return the number."""
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            with suppress(ValueError, OverflowError):
                number = self._type(value)
                if self._least <= number <= self._most and number < inf and (isinstance(value, str) or number == value):
                    return number
        expected = f"{'an integer' if self._type is int else 'a number'} of at least {self._least:g}"
        with suppress(TypeError, ValueError):
            if float(cast("float", value)) > self._most:
                expected = f"at most {self._most:,.0f}"
        raise OptionError(f"{shown(value)} is not a valid number. Expected {expected}")

    def read(self, value: object) -> object:
        """Return the number in the unit of the program."""
        number = self.parse(value)
        return number if self._unit is None else int(number * self._unit)


class ChoiceValue(TextValue):
    """One value of a closed vocabulary."""

    def __init__(self, vocabulary: type[Choice], *choices: Choice) -> None:
        self._choices = choices or tuple(vocabulary)
        self.names = [choice.value.replace("_", "-") for choice in self._choices]
        self.metavar = f"[{'|'.join(self.names)}]"

    def read(self, value: object) -> Choice:
        """Return the choice."""
        return self.parse(value)

    @property
    def meanings(self) -> str:
        """Each value with its meaning."""
        return "; ".join(f"{name}: {choice.meaning}" for name, choice in zip(self.names, self._choices, strict=True))

    def parse(self, value: object) -> Choice:
        """Return the choice."""
        for name, choice in zip(self.names, self._choices, strict=True):
            if isinstance(value, (str, Choice)) and value in (choice, choice.value, name):
                return choice
        expected = f"{', '.join(self.names)}{near(str(value), self.names)}"
        raise OptionError(f"{shown(value)} is not a valid value. Expected {expected}")


class TextList(TextValue):
    """Several texts; a repeatable option."""

    is_list = True

    def read(self, value: object) -> object:
        """Return the texts, also of a single one."""
        texts = [value] if isinstance(value, str) else list(value) if isinstance(value, Iterable) else []
        if not all(isinstance(text, str) for text in texts) or not (texts or isinstance(value, Iterable)):
            raise OptionError(f"{shown(value)} is not a valid value. Expected a text or several")
        return tuple(texts)

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return the texts."""
        del locate
        return texts_of_toml(value)


class PathList(TextList):
    """Several paths; in a file they begin in the file's folder."""

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return the paths as seen from the working folder."""
        return [locate(text) for text in texts_of_toml(value)]


class NameList(TextValue):
    """Several names in one text, with commas between them; a name of a TOML file begins in the folder of the file."""

    metavar = "NAMES"

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return the names as one text."""
        names = [name for text in texts_of_toml(value) for name in text.split(",")]
        return ",".join(locate(name) if ".toml" in name.lower() else name for name in names)


class CodeNames(NameList):
    """Codes of findings and beginnings of codes, in one text."""

    metavar = "CODES"


def texts_of_toml(value: object) -> list[str]:
    """Return the texts of a list of a TOML file, or a single text as a list."""
    texts = value if isinstance(value, list) else [value]
    valid = [text for text in texts if isinstance(text, str) and text]
    if not valid or len(valid) < len(texts):
        raise OptionError(f"{shown(value)} is not a valid value. Expected {_TEXTS}")
    return valid


@dataclass(frozen=True, slots=True)
class DescribedOption:
    """Description of an option; its name is the key that it annotates.

    Attributes:
        kind: kind of its values.
        help: noun phrase, or an instruction for a flag, without a full stop.
        group: heading of the help.
        default: value if it is absent.
        metavar: the value in the help, by default that of the kind.
        short: short name on the command line, as ``-o``.
        is_argument: True if it has no name on the command line.
        field: name in a file of options; by default that on the command line, None if a file cannot have it.
    """

    kind: TextValue
    help: str
    group: str
    _: KW_ONLY
    default: Any = None
    metavar: str = ""
    short: str = ""
    is_argument: bool = False
    field: str | None = ""

    @property
    def help_text(self) -> str:
        """The help as a sentence, with the accepted values."""
        meanings = f" ({self.kind.meanings})" if self.kind.meanings else ""
        return f"{self.help}{meanings}{'; repeatable' * (self.kind.is_list and not self.is_argument)}."

    def field_of(self, name: str) -> str | None:
        """Return the name in a file of options, None if a file cannot have the option; `name` is its key."""
        return name.replace("_", "-") if self.field == "" else self.field

    @property
    def plain_default(self) -> Any:
        """The default, the name of a choice as text."""
        return self.default.value if isinstance(self.default, Choice) else self.default

    def docstring_entry(self, name: str) -> str:
        """Return the option as an entry of ``Args``, for its name."""
        subject = self.help[0].lower() + self.help[1:]
        meanings = f" ({self.kind.meanings})" if self.kind.meanings else ""
        return f"{name}: {'True to ' * self.kind.is_flag}{subject}{meanings}{'; or several' * self.kind.is_list}."


def descriptions_of(arguments: type) -> dict[str, DescribedOption]:
    """Return the descriptions of the keys of a `TypedDict`, in its order."""
    return {name: hint.__metadata__[0] for name, hint in arguments.__annotations__.items()}


def read_values(
    arguments: type, values: Mapping[str, object], names: Collection[str] | None = None, function: str = "check"
) -> Fields:
    """Return a value for each described key, from values of the command line or of Python, or by default."""
    descriptions = descriptions_of(arguments)
    for name in values.keys() - descriptions.keys():
        raise TypeError(
            f"{function}() has no argument {name!r}{near(name, descriptions)}. Expected {', '.join(descriptions)}"
        )
    read = {}
    for name, option in descriptions.items():
        if names is not None and name not in names:
            continue
        value = values.get(name, option.default)
        try:
            read[name] = None if value is None and option.default is None else option.kind.read(value)
        except OptionError as error:
            if not str(error).startswith(shown(value)):  # a complete sentence
                raise
            raise type(error)(f"{name}: {error}") from None
    return read


def with_described_options(arguments: type) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator for a function that takes described options as ``**options``.

    Its signature has each option with type and default, and its docstring an entry of ``Args`` in place of the line
    ``**options``.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        described = signature(function)
        parameters = [each for each in described.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
        described = described.replace(parameters=[*parameters, *_parameters_of(arguments)])
        function.__signature__ = described  # type: ignore[attr-defined]
        function.__doc__ = _OPTIONS_LINE.sub(
            lambda line: _docstring_entries(arguments, line[1]), function.__doc__ or ""
        )
        return function

    return decorate


def _parameters_of(arguments: type) -> Iterator[Parameter]:
    """Yield the described keys as keyword-only parameters of a function."""
    for name, hint in arguments.__annotations__.items():
        value_type = get_args(hint)[0]
        annotation = getattr(value_type, "__forward_arg__", value_type)
        default = descriptions_of(arguments)[name].plain_default
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _docstring_entries(arguments: type, indent: str) -> str:
    """Return the described keys as lines of ``Args`` of a docstring."""
    wrapper = textwrap.TextWrapper(_COLUMNS, indent, f"{indent}    ", break_on_hyphens=False)
    entries = (option.docstring_entry(name) for name, option in descriptions_of(arguments).items())
    return "\n".join(map(wrapper.fill, entries))
