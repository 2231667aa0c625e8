"""TOML files of users: reading, with one sentence for an error, and writing."""

from __future__ import annotations

import ast
import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, time
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Final

from goanalyze.errors import GoAnalyzeError, OptionError
from goanalyze.util.faults import sentence
from goanalyze.util.text import Json

_SHOWN: Final = 60  # characters of a value or key that a message repeats
_NEAR: Final = 0.7  # similarity of names that are suggested: seky and seki have it, chess and chinese do not
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_BROKEN: Final = re.compile(
    r"(?P<reason>.*?) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)
_TWICE: Final = re.compile(r"Cannot declare (?P<name>\(.*\)) twice")


class TomlError(OptionError):
    """A file that cannot be read, or is not TOML."""


@contextmanager
def reraised_as(kind: type[GoAnalyzeError]) -> Iterator[None]:
    """Raise an exception of another class for a `TomlError`, with its message."""
    try:
        yield
    except TomlError as error:
        raise kind(str(error)) from None


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a TOML file.

    Raises:
        TomlError: the file cannot be read; the message names it.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TomlError(f"{shown(path)} is not a valid path. Expected a TOML file")
    file = printable(path)
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except IsADirectoryError:
        raise TomlError(f"{file} is a folder. Expected a TOML file") from None
    except UnicodeDecodeError as error:
        raise TomlError(f"{file}: byte {error.start} is not valid UTF-8. Expected a TOML file in UTF-8") from None
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a name with a null byte
        raise TomlError(f"{file} is not found. Expected a TOML file") from None
    except OSError as error:
        raise TomlError(f"{file} cannot be read: {sentence(error)}") from None


def parse_toml(text: str, file: str) -> dict[str, object]:
    """Return the content of TOML text.

    Args:
        text: text of a file.
        file: name of the file in the message.

    Raises:
        TomlError: the text is not TOML; the message has the line and column.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _BROKEN.match(str(error))
        if not match:
            raise TomlError(f"{file}: it is not valid TOML: {error}") from None
        line = match["line"] or text.count("\n") + 1
        if table := _TWICE.fullmatch(match["reason"]):
            name = ".".join(map(shown_key, ast.literal_eval(table["name"])))
            raise TomlError(f"{file}: line {line}: [{name}] occurs twice. Expected one table of each name") from None
        position = f"line {line}, column {match['column']}" if match["column"] else f"line {line}, at the end"
        reason = match["reason"][:1].lower() + match["reason"][1:]
        raise TomlError(f"{file}: {position}: it is not valid TOML: {reason}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        raise TomlError(f"{file}: it is not valid TOML: a number is too long, or nesting too deep") from None


def shown(value: object) -> str:
    """Return a value as a message repeats it: short, on one line.

    Example:
        >>> shown("stirct"), shown(True), shown({"a": 1}), shown(date(2013, 1, 1))
        ("'stirct'", 'true', 'a table', '2013-01-01')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list, tuple, set)):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and value.bit_length() > _SHOWN:
        return "a huge number"
    if isinstance(value, Enum):  # of another vocabulary
        return f"{type(value).__name__}.{value.name}"
    text = str(value) if isinstance(value, (date, time)) else " ".join(repr(value).split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def shown_key(name: object) -> str:
    """Return a key as TOML writes it."""
    return str(name) if _BARE_KEY.fullmatch(str(name)) and len(str(name)) < _SHOWN else shown(name)


def printable(path: str | os.PathLike[str]) -> str:
    """Return a path as a message names it: on one line."""
    name = os.fspath(path)
    return name if name.isprintable() else repr(name)


def near(name: str, names: Iterable[str]) -> str:
    """Return a suggestion of the most similar name for a message; the empty text if none is similar."""
    near = get_close_matches(name, list(names), n=1, cutoff=_NEAR)
    return f" (did you mean {near[0]}?)" if near else ""


def toml_value(value: Json) -> str:
    r"""Write a value as TOML.

    Example:
        >>> toml_value({"value": 6.5, "source": "a \"club\""}), toml_value(1 / 3)
        ('{ value = 6.5, source = "a \\"club\\"" }', '0.3333333333333333')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{toml_key(name)} = {toml_value(part)}' for name, part in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    text = str(value)
    if not text.isprintable() or '"' in text or "\\" in text:
        text = "".join(map(_escaped, text))
    return f'"{text}"'


def toml_key(name: str) -> str:
    """Write a key, in quotes where it needs them."""
    return name if _BARE_KEY.fullmatch(name) else toml_value(name)


def _escaped(char: str) -> str:
    """Write a character inside of quotes; one that is not printable as its number."""
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    if unicodedata.category(char) == "Cs":  # half a character: no text in UTF-8 can hold it
        return "�"
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
