"""Text from records made safe to print: on a terminal, as JSON, for a spreadsheet."""

from __future__ import annotations

import json
import re
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

CONTROL_CATEGORIES: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of controls, marks of direction, halves of pairs, and line separators."""

_FORMULA: Final = re.compile(r"[=@＝＠\t\r]|[+\-＋－](?![\d.]*(?:;-?\d+)*$)")  # formulas, not numbers
_PLAINER: Final = dict(zip("−–—‐×…·→─│█▇▆▅▄▃▂▁●○◦“”‘’", "----x~.>-|########XO.\"\"''", strict=True))
_NAME: Final = 80  # characters of a name that are shown


Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""A value that JSON can represent."""


def clean(text: str) -> str:
    r"""Replace characters that would act on a terminal: controls, and marks of text direction.

    Example:
        >>> clean("a\x1b[31mb")
        'a�[31mb'
    """
    if text.isprintable():
        return text
    return "".join("�" if unicodedata.category(char) in CONTROL_CATEGORIES else char for char in text)


def json_text(data: object, indent: int | None = None) -> str:
    r"""Return data as JSON with those characters escaped that would act on a terminal.

    Raises:
        ValueError: a number is not finite.

    Example:
        >>> print(json_text({"name": "柯洁\x1b[31m\u202e"}))
        {"name": "柯洁\u001b[31m\u202e"}
    """
    text = json.dumps(data, ensure_ascii=False, indent=indent, allow_nan=False)
    if text.isprintable():
        return text
    return "".join(
        json.dumps(char)[1:-1] if char != "\n" and unicodedata.category(char) in CONTROL_CATEGORIES else char
        for char in text
    )


def spreadsheet_text(text: str) -> str:
    r"""Return a text for a spreadsheet, with an apostrophe before a beginning that it would take for a formula.

    Example:
        >>> spreadsheet_text("=HYPERLINK(1)"), spreadsheet_text("B+3.5"), spreadsheet_text("-6.5")
        ("'=HYPERLINK(1)", 'B+3.5', '-6.5')
    """
    return ("'" if _FORMULA.match(text) else "") + clean(text)


def xml_text(text: str) -> str:
    r"""Return a text of characters that XML accepts and that do not act on a terminal; markup is not escaped.

    Example:
        >>> xml_text("a\x00b\uffffc")
        'a�b�c'
    """
    return clean(text).translate({0xFFFE: "�", 0xFFFF: "�"})


def plainer(error: UnicodeError) -> tuple[str, int]:
    r"""Return a substitute for a letter that a charset lacks, if possible of equal width; a handler for `codecs`.

    Example:
        >>> import codecs
        >>> codecs.register_error("plainer", plainer)
        >>> "W+1½ − 9×9 … 棋".encode("ascii", "plainer")
        b'W+1\\xbd - 9x9 ~ \\u68cb'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letter = error.object[error.start]
    return _PLAINER.get(letter) or letter.encode("ascii", "backslashreplace").decode(), error.start + 1


COLUMNS: Final = 80
"""Letters in a line of output for a terminal."""


def wrapped(text: str, columns: int, most: int | None = None) -> list[str]:
    """Break a text into lines of limited width; Chinese characters are as wide as two letters.

    Args:
        text: plain text.
        columns: width of a line, in letters.
        most: number of lines; a longer text is cut off, with an ellipsis.

    Example:
        >>> wrapped("a game of 柯洁", 6), wrapped("one two three", 7, 1)
        (['a game', 'of', '柯洁'], ['one…'])
    """
    counted = "".join(f"{letter}\0" if unicodedata.east_asian_width(letter) in "WF" else letter for letter in text)
    lines = textwrap.wrap(counted, columns, max_lines=most, placeholder="…", break_on_hyphens=False)
    return [line for line in (line.replace("\0", "") for line in lines) if line]


def cut_text(text: str, length: int = _NAME) -> str:
    """Return a text, or the beginning of one that is longer, with an ellipsis.

    Example:
        >>> cut_text("abcdef", 4), len(cut_text("x" * 100_000))
        ('abc…', 80)
    """
    return text if len(text) <= length else text[: length - 1] + "…"
