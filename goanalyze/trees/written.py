"""What stands in a node: properties and values as they are written, with their layout, and the way to them by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgfmill import sgf_grammar

if TYPE_CHECKING:
    from goanalyze.trees.node import Node


class TreeError(ValueError):
    """What cannot be: a text without a game, a name or a value that SGF has no way to write; the message says which."""


@dataclass(slots=True, eq=False)
class Value:
    """One value as it is written.

    Attributes:
        raw: what stands between its brackets.
        at: where the opening bracket stood in the text, −1 for a new one.
        lead: the layout before it.
    """

    raw: bytes
    at: int = -1
    lead: bytes = b""


@dataclass(slots=True, eq=False)
class Property:
    """A property as it is written.

    Attributes:
        name: the one that FF[4] has for it.
        values: one or more.
        at: where it stood in the text, −1 for a new one.
        lead: the layout before it.
    """

    name: bytes
    values: list[Value]
    at: int = -1
    lead: bytes = b""


@dataclass(slots=True, eq=False)
class Around:
    """The layout of parentheses that begin at a node.

    Attributes:
        lead: before the first one.
        tail: before the last one.
    """

    lead: bytes = b""
    tail: bytes = b""


class Properties(MutableMapping[str, Sequence[str]]):
    r"""The properties of a node, in the order of the record: name → values as they stand between their brackets.

    Values are raw: escapes are not resolved, and points are letters; `Node.text`, `Node.points` and `Node.move` read
    them. A property that stands twice in a node is one here, with the values of both, as sgfmill has it. To set one
    keeps its place among the others; a new one comes last.

    Raises:
        KeyError: there is no such property.
        TreeError: a name or a value cannot be written as SGF.

    Example:
        >>> from goanalyze.trees.node import Node
        >>> node = Node()
        >>> node.properties["XY"] = ["1", "2"]
        >>> node.properties["LB"] = "aa:1"
        >>> dict(node.properties)
        {'XY': ('1', '2'), 'LB': ('aa:1',)}
        >>> node.properties["LB"] = "aa]"
        Traceback (most recent call last):
        goanalyze.trees.written.TreeError: LB: 'aa]' cannot stand between brackets: ] and \ are escaped by ...
    """

    def __init__(self, node: Node) -> None:
        self._node = node

    def __getitem__(self, name: str) -> tuple[str, ...]:
        key = name.encode()
        values = [value for each in self._node.written if each.name == key for value in each.values]
        if not values:
            raise KeyError(name)
        return tuple(value.raw.decode("utf-8", errors="replace") for value in values)

    def __setitem__(self, name: str, values: str | Iterable[str]) -> None:
        texts = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else [values]
        raw = [checked(name, text) for text in texts]
        if not raw:
            raise TreeError(f"{name}: a property has at least one value; '' is an empty one")
        self._node.write(name.encode(), raw)

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._node.write(name.encode(), [])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(each.name.decode() for each in self._node.written))

    def __len__(self) -> int:
        return len({each.name for each in self._node.written})

    def __repr__(self) -> str:
        return repr(dict(self))


def encoded(name: str, text: str) -> bytes:
    """Return a text in UTF-8; raises TreeError where it is none, or names no property."""
    if not isinstance(name, str) or not sgf_grammar.is_valid_property_identifier(name):
        raise TreeError(f"{name!r} names no property: a name is one to 64 capital letters, A to Z")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise TreeError(f"{name}: {text!r} holds half of a character; SGF is text") from None
    except AttributeError:
        raise TreeError(f"{name}: {text!r} is no text") from None


def checked(name: str, text: str) -> bytes:
    """Return a value in UTF-8; raises TreeError where it, or the name of its property, cannot be written."""
    raw = encoded(name, text)
    if not sgf_grammar.is_valid_property_value(raw):
        raise TreeError(f"{name}: {text!r} cannot stand between brackets: ] and \\ are escaped by a \\ before them; "
                        "set_text does that")  # fmt: skip
    return raw
