"""Syntax of Go Text Protocol: lines to commands, answers to responses and back, and kinds of arguments.

Source: Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002, sections 2 and 3. Open
questions are decided as in its reference implementation, GNU Go.

Scope: text. Boards and the meaning of commands are in `goanalyze.gtp`; `goanalyze.life.engines` talks to engines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from goanalyze.points import COLORS

MAX_INTEGER: Final = 2**31 - 1
"""The largest whole number (section 3.1)."""
LONGEST_SIDE: Final = 25
"""Columns run from A to Z without I (section 2.11)."""
SYNTAX_ERROR: Final = "syntax error"
INVALID_COLOR: Final = "invalid color"
INVALID_MOVE: Final = "invalid color or coordinate"

_DROPPED: Final = {code: None for code in (*range(32), 127) if chr(code) != "\t"} | {ord("\t"): " "}
_WHOLE: Final = re.compile(r"[0-9]+", re.ASCII)
_NUMBER: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)
_VERTEX: Final = re.compile(r"pass|[a-hj-z][0-9]{1,9}", re.ASCII | re.IGNORECASE)
_RESPONSE: Final = re.compile(r"([=?])([0-9]*)(?:\s+(.*))?$", re.ASCII)
_MAX_FLOAT: Final = 3.4028234663852886e38  # of 32 bits


class GtpError(Exception):
    """The failure of a command; its text is the error message of the protocol."""


@dataclass(frozen=True, slots=True)
class GtpCommand:
    """One command: its id as written, empty if it is missing, its name and its arguments."""

    id: str
    name: str
    arguments: tuple[str, ...]

    @property
    def line(self) -> str:
        """The line of the command, without its end."""
        return " ".join(filter(None, (self.id, self.name, *self.arguments)))


class ResponseLine(NamedTuple):
    """The first line of a response: True for a failure, the id as written, and the text."""

    fails: bool
    id: str
    text: str


def read_command(line: str) -> GtpCommand | None:
    """Return the command of a line; None for a line without one.

    Control characters but tabs are dropped, a comment is cut off, tabs are spaces (section 3.1). A line with nothing
    but an id is ignored, as by GNU Go.
    """
    words = [word for word in line.translate(_DROPPED).partition("#")[0].split(" ") if word]
    number = words.pop(0) if words and _WHOLE.fullmatch(words[0]) else ""
    return GtpCommand(number, words[0], tuple(words[1:])) if words else None


def response(command: GtpCommand, text: str, *, fails: bool = False) -> str:
    """Return a response with its two newlines (section 2.6), without empty lines, which would end it."""
    first, *others = (line.rstrip() for line in text.split("\n"))
    return "\n".join([f"{'?' if fails else '='}{command.id} {first}", *filter(None, others)]) + "\n\n"


def read_response(line: str) -> ResponseLine | None:
    """Return the first line of a response; None for other text.

    Example:
        >>> read_response("=12 A1 B2"), read_response("GNU Go 3.8")
        (ResponseLine(fails=False, id='12', text='A1 B2'), None)
    """
    match = _RESPONSE.match(line)
    return ResponseLine(match[1] == "?", match[2], match[3] or "") if match else None


def color(text: str) -> int:
    """Parse a colour: ``b``, ``black``, ``w`` or ``white``, in either case."""
    return COLORS[text.lower()]


def vertex(text: str) -> str:
    """Parse a vertex, on the board or not: a letter without I and a number, or ``pass``; ``d04`` is D4 as in GNU Go."""
    letter, number = _matched(_VERTEX, text)[0], text[1:]
    return f"{letter}{int(number)}".upper() if number.isdigit() else "pass"


def whole(text: str) -> int:
    """Parse a whole number from 0 to 2³¹ − 1."""
    number = int(_matched(_WHOLE, text[: len(str(MAX_INTEGER)) + 1]))
    if number > MAX_INTEGER or len(text) > len(str(MAX_INTEGER)):
        raise ValueError(text)
    return number


def decimal(text: str) -> float:
    """Parse a number that a float of 32 bits can represent."""
    number = float(_matched(_NUMBER, text))
    if abs(number) > _MAX_FLOAT:
        raise ValueError(text)
    return number


def _matched(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(text)
    return text


def read_arguments(
    texts: tuple[str, ...], kinds: tuple[Callable[[str], object], ...], *, optional: int, repeats: bool, message: str
) -> list[object]:
    """Return the arguments of a command.

    Args:
        texts: the arguments as written.
        kinds: their parsers.
        optional: number of arguments that may be left out.
        repeats: True if the last argument may be repeated.
        message: error message for invalid arguments.

    Example:
        >>> read_arguments(("b", "q16"), (color, vertex), optional=0, repeats=False, message=SYNTAX_ERROR)
        [1, 'Q16']
    """
    if len(texts) < len(kinds) - optional or (len(texts) > len(kinds) and not repeats):
        raise GtpError(message)
    try:
        return [kinds[min(index, len(kinds) - 1)](text) for index, text in enumerate(texts)]
    except (KeyError, ValueError):
        raise GtpError(message) from None
