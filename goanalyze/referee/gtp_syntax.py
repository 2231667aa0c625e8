"""What Go Text Protocol looks like: a line to a command, an answer to a response, and the kinds of arguments.

Source: Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002, sections 2 and 3. What it
leaves open is done as its reference implementation does it, GNU Go. No board and no meaning of a command lives here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from goanalyze.vocabulary.given import COLORS

MOST: Final = 2**31 - 1
"""The greatest whole number (section 3.1)."""
LONGEST_SIDE: Final = 25
"""Columns run from A to Z without I (section 2.11)."""
SYNTAX_ERROR: Final = "syntax error"
INVALID_COLOR: Final = "invalid color"
INVALID_MOVE: Final = "invalid color or coordinate"

_DROPPED: Final = {code: None for code in (*range(32), 127) if chr(code) != "\t"} | {ord("\t"): " "}
_WHOLE: Final = re.compile(r"[0-9]+", re.ASCII)
_NUMBER: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)
_VERTEX: Final = re.compile(r"pass|[a-hj-z][0-9]{1,9}", re.ASCII | re.IGNORECASE)
_MOST_FLOAT: Final = 3.4028234663852886e38  # of 32 bits


class GtpError(Exception):
    """A command fails; its text is the protocol's error message."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its id as it was written, empty where there is none, its name and its arguments."""

    id: str
    name: str
    arguments: tuple[str, ...]


def read_command(line: str) -> Command | None:
    r"""Read one line; None where it asks for nothing.

    Control characters but tabs are dropped, a comment is cut off, tabs are spaces (section 3.1). A line with nothing
    but an id is passed over, as GNU Go does.

    Example:
        >>> read_command("7 play b\td4 # a comment")
        Command(id='7', name='play', arguments=('b', 'd4'))
        >>> read_command("# a comment") is None
        True
    """
    words = [word for word in line.translate(_DROPPED).partition("#")[0].split(" ") if word]
    number = words.pop(0) if words and _WHOLE.fullmatch(words[0]) else ""
    return Command(number, words[0], tuple(words[1:])) if words else None


def response(command: Command, text: str, *, fails: bool = False) -> str:
    r"""Return a response, its two newlines included (section 2.6); an empty line inside would end it, and is left out.

    Example:
        >>> response(Command("7", "name", ()), "goanalyze")
        '=7 goanalyze\n\n'
        >>> response(Command("", "undo", ()), "cannot undo", fails=True)
        '? cannot undo\n\n'
    """
    lines = (line.rstrip() for line in text.split("\n"))
    first, *others = (line for at, line in enumerate(lines) if line or not at)
    return "\n".join([f"{'?' if fails else '='}{command.id} {first}", *others]) + "\n\n"


def color(text: str) -> int:
    """Read a colour: ``b``, ``black``, ``w`` or ``white``, in capitals or not."""
    return COLORS[text.lower()]


def vertex(text: str) -> str:
    """Read a vertex, on the board or not: a letter without I and a number, or ``pass``; ``d04`` is D4 as in GNU Go."""
    letter, number = _matched(_VERTEX, text)[0], text[1:]
    return f"{letter}{int(number)}".upper() if number.isdigit() else "pass"


def whole(text: str) -> int:
    """Read a whole number from 0 to 2³¹ − 1."""
    number = int(_matched(_WHOLE, text[: len(str(MOST)) + 1]))
    if number > MOST or len(text) > len(str(MOST)):
        raise ValueError(text)
    return number


def decimal(text: str) -> float:
    """Read a number that a float of 32 bits can hold."""
    number = float(_matched(_NUMBER, text))
    if abs(number) > _MOST_FLOAT:
        raise ValueError(text)
    return number


def _matched(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(text)
    return text


def read_arguments(
    given: tuple[str, ...], kinds: tuple[Callable[[str], object], ...], *, required: int, more: bool, wrong: str
) -> list[object]:
    """Read the arguments of a command.

    Args:
        given: as they were written.
        kinds: what each is.
        required: how many must be given.
        more: whether the last kind may be given any number of times.
        wrong: the error message where they are not like that.

    Raises:
        GtpError: they are not of these kinds, too few, or too many.

    Example:
        >>> read_arguments(("b", "q16"), (color, vertex), required=2, more=False, wrong=SYNTAX_ERROR)
        [1, 'Q16']
    """
    if len(given) < required or (len(given) > len(kinds) and not more):
        raise GtpError(wrong)
    try:
        return [kinds[min(at, len(kinds) - 1)](text) for at, text in enumerate(given)]
    except (KeyError, ValueError):
        raise GtpError(wrong) from None
