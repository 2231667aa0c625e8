"""Properties of a node: names and values as written, with their layout; values that name points.

Points are read as the tokenizer reads them, and written as in FF[4].
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sgfmill import sgf_grammar

from goanalyze.errors import NoSuchItemError, TreeError

if TYPE_CHECKING:
    from goanalyze.sgf.tree.node import Node


_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = bytes(range(33))
"""Bytes that do not count in points: blanks, line ends and control characters."""

PASS_WORDS = (b"pass", b"``")
"""Values in small letters that some programs write for a pass, as `is_pass_in_words` in `goanalyze.kernels`."""
_COLON = re.compile(rb"\\.|:", re.DOTALL)


class Rectangle(NamedTuple):
    """Points from the upper left corner to the lower right one, counted from 0."""

    x: int
    y: int
    x2: int
    y2: int

    def cut(self, board: tuple[int, int]) -> Rectangle | None:
        """Return the part on a board of these columns and rows; None if the rectangle is outside."""
        x2, y2 = min(self.x2, board[0] - 1), min(self.y2, board[1] - 1)
        return Rectangle(self.x, self.y, x2, y2) if self.x <= x2 and self.y <= y2 else None


def read_point(raw: bytes) -> tuple[int, int] | None:
    r"""Read two letters, with blanks, line ends and escapes skipped; None for any other value, also for an empty one.

    Example:
        >>> read_point(b" b\nZ"), read_point(b"b4")
        ((1, 51), None)
    """
    letters = raw.translate(None, BLANKS + b"\\")
    if len(letters) != 2:
        return None
    x, y = _LETTERS.find(letters[:1]), _LETTERS.find(letters[1:])
    return (x, y) if x >= 0 and y >= 0 else None


def read_rectangle(raw: bytes) -> Rectangle | None:
    """Read a point or ``aa:cc``, with any two opposite corners.

    Example:
        >>> read_rectangle(b"cc:aa"), read_rectangle(b"aa:")
        (Rectangle(x=0, y=0, x2=2, y2=2), None)
    """
    first, colon, second = raw.partition(b":")
    corner = read_point(first)
    opposite = read_point(second) if colon else corner
    if corner is None or opposite is None:
        return None
    (x, y), (x2, y2) = corner, opposite
    return Rectangle(min(x, x2), min(y, y2), max(x, x2), max(y, y2))


def point_text(x: int, y: int) -> bytes:
    """Write a point."""
    return _LETTERS[x : x + 1] + _LETTERS[y : y + 1]


def rectangle_text(rectangle: Rectangle) -> bytes:
    """Write a rectangle; one of a single point as the point."""
    first, last = point_text(rectangle.x, rectangle.y), point_text(rectangle.x2, rectangle.y2)
    return first if first == last else first + b":" + last


def halves(raw: bytes) -> tuple[bytes, bytes] | None:
    """Return the two parts of a composed value, with every colon of the second escaped; None without a colon."""
    colon = next((match for match in _COLON.finditer(raw) if match[0] == b":"), None)
    if colon is None:
        return None
    return raw[: colon.start()], _COLON.sub(lambda match: b"\\:" if match[0] == b":" else match[0], raw[colon.end() :])


@dataclass(slots=True, eq=False)
class Value:
    """One value as written.

    Attributes:
        raw: text between the brackets, with its escapes.
        offset: byte of the text with the opening bracket, −1 for a new value.
        leading_space: layout before the bracket.
    """

    raw: bytes
    offset: int = -1
    leading_space: bytes = b""


@dataclass(slots=True, eq=False)
class Property:
    """A property as written.

    Attributes:
        name: its name in FF[4].
        values: one or more.
        offset: byte of the text with the name, −1 for a new property.
        leading_space: layout before the name.

    Example:
        >>> import goanalyze as ga
        >>> ga.loads("(;SZ[9]PB[Ito])").tree().root.find_property(b"PB").values[0].raw
        b'Ito'
    """

    name: bytes
    values: list[Value]
    offset: int = -1
    leading_space: bytes = b""


@dataclass(slots=True, eq=False)
class Parentheses:
    """The layout of parentheses that begin at a node."""

    before_open: bytes = b""
    before_close: bytes = b""


class Properties(MutableMapping[str, Sequence[str]]):
    r"""The properties of a node, in the order of the record: name → values as written between their brackets.

    Values are raw: escapes are not resolved, and points are letters; `Node.text`, `Node.points` and `Node.move` read
    them. A property that occurs twice in a node is one here, with the values of both, as in sgfmill. Setting one keeps
    its position among the others; a new one comes last.

    Raises:
        NoSuchItemError: the node lacks the property; a `KeyError`.
        TreeError: a name or a value cannot be written as SGF.

    Example:
        >>> from goanalyze.sgf.tree.node import Node
        >>> node = Node()
        >>> node.properties["XY"] = ["1", "2"]
        >>> node.properties["LB"] = "aa:1"
        >>> dict(node.properties)
        {'XY': ('1', '2'), 'LB': ('aa:1',)}
        >>> node.properties["LB"] = "aa]"
        Traceback (most recent call last):
        goanalyze.errors.TreeError: 'aa]' is not a valid raw value of LB. Expected ] and \ escaped by ...
    """

    def __init__(self, node: Node) -> None:
        self._node = node

    def __getitem__(self, name: str) -> tuple[str, ...]:
        key = encode_name(name)
        values = [value for prop in self._node.raw_properties if prop.name == key for value in prop.values]
        if not values:
            raise _missing(name)
        return tuple(value.raw.decode("utf-8", errors="replace") for value in values)

    def __setitem__(self, name: str, values: str | Iterable[str]) -> None:
        texts = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else [values]
        raw = [encode_value(name, text) for text in texts]
        if not raw:
            raise TreeError(f"A value of {name} is missing. Expected at least one, for example ''.")
        self._node.set_raw(name.encode(), raw)

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise _missing(name)
        self._node.set_raw(name.encode(), [])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(prop.name.decode() for prop in self._node.raw_properties))

    def __len__(self) -> int:
        return len({prop.name for prop in self._node.raw_properties})

    def __repr__(self) -> str:
        return repr(dict(self))


def _missing(name: object) -> NoSuchItemError:
    return NoSuchItemError(f"The property {name!r} is not found. Expected one of the node.")


def encode_name(name: object) -> bytes:
    """Return the name of a property as bytes, which no property has if it is not a valid name."""
    return name.encode("utf-8", errors="replace") if isinstance(name, str) else b""


def encode_text(name: str, text: str) -> bytes:
    """Encode a text in UTF-8; raise TreeError if it is not text, or the name is not a valid one."""
    if not isinstance(name, str) or not sgf_grammar.is_valid_property_identifier(name):
        raise TreeError(f"{name!r} is not a valid name of a property. Expected 1 to 64 capital letters, A to Z.")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise TreeError(f"{text!r} is not a valid text of {name}. Expected whole characters.") from None
    except AttributeError:
        raise TreeError(f"{text!r} is not a valid text of {name}. Expected a str.") from None


def encode_value(name: str, text: str) -> bytes:
    """Encode a raw value in UTF-8; raise TreeError if it, or the name of its property, cannot be written."""
    raw = encode_text(name, text)
    if not sgf_grammar.is_valid_property_value(raw):
        raise TreeError(
            f"{text!r} is not a valid raw value of {name}. Expected ] and \\ escaped by a \\ before them, "
            "as set_text does."
        )
    return raw
