"""Messages about faults of syntax: the property with its value, and its oddity.

The offsets are those that the tokenizer notes; names and values are the spans of the record.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.sgf.values.numbers import quote
from goanalyze.util.numbers import plural

if TYPE_CHECKING:
    from goanalyze.sgf.records import Records

_SHOWN: Final = 40  # characters of a name or value in a message
_BEFORE, _AFTER = 6, 18  # bytes of the excerpt about an offset
_NAME: Final = re.compile(rb"[A-Za-z0-9]+")
_LONGEST_NAME: Final = 100


class Property(NamedTuple):
    """A value of a property as written.

    Attributes:
        name: the property's name as written.
        value: text between the brackets, shortened.
        is_further: True if the property has an earlier value.
        earlier: the first value that the same property has in the node, None if this is it.
    """

    name: str
    value: str
    is_further: bool = False
    earlier: str | None = None

    def __str__(self) -> str:
        value = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in self.value)
        return f"{self.name}[{value}]"


def property_at(records: Records, game: int, offset: int) -> Property | None:
    """Return the value whose opening bracket is at an offset of the buffer, None if the spans lack it."""
    from goanalyze.sgf.tape import NO_NAME

    values = records.values_up_to(game, offset)
    if not values or values[-1].begin != offset or values[-1].name == NO_NAME:
        return None
    *before, value = values
    same = next((each for each in before if each.action == value.action > 0), None)
    earlier = _contents(records, same.begin, same.end) if same else None
    is_further = bool(before) and before[-1].name == value.name
    return Property(_name_at(records, value.name), _contents(records, value.begin, value.end), is_further, earlier)


def syntax_message(records: Records, game: int, code: str, offset: int, count: int) -> str:
    """Return the message about a fault of syntax at an offset of the buffer.

    Args:
        records: a chunk.
        game: number of the game.
        code: one of `goanalyze.sgf.properties.SYNTAX_CODES`.
        offset: offset of the first such fault in the game.
        count: number of such faults in the game; for GO318 the number of moves behind its tree.
    """
    message = ""
    if code == "GO318":
        behind = f"Nodes follow the end of the game tree at {_excerpt(records, game, offset)!r}."
        content = f"{plural(count, 'move')}, which the game lacks" if count else "no moves"
        return f"{behind} They contain {content}."
    if not records.text_of(game).converted:
        if code in _NAME_MESSAGES:
            message = _NAME_MESSAGES[code](_name_at(records, offset))
        elif code == "GO317" and (name := _name_around(records, game, offset)):
            message = f"{name} contains a bracket that is not escaped, at {_excerpt(records, game, offset)!r}."
        elif code in _VALUE_MESSAGES and (prop := property_at(records, game, offset)):
            message = _VALUE_MESSAGES[code](prop)
    if message:
        return f"{message} The record has {count:,} such faults." if count > 1 else message
    more = f", {count} times, the first" if count > 1 else ""
    if code == "GO312":
        return f"{_misplaced(records, offset)}{more} at {_excerpt(records, game, offset)!r}."
    return f"{CATALOGUE[code].title.capitalize()}{more} at {_excerpt(records, game, offset)!r}."


def _name_at(records: Records, offset: int) -> str:
    match = _NAME.match(records.buffer[offset : offset + _LONGEST_NAME].tobytes())
    return match[0].decode() if match else ""


def _name_around(records: Records, game: int, offset: int) -> str:
    """Return the name of the property whose value contains an offset of the buffer, empty if the spans lack it."""
    from goanalyze.sgf.tape import NO_NAME

    values = records.values_up_to(game, offset)
    return _name_at(records, values[-1].name) if values and values[-1].name != NO_NAME else ""


def _contents(records: Records, begin: int, end: int) -> str:
    """Return the text between two brackets, on one line and shortened."""
    text = records.buffer[begin + 1 : min(end, begin + 1 + 4 * _SHOWN)].tobytes().decode("utf-8", "replace")
    return _shortened(" ".join(text.split()))


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _misplaced(records: Records, offset: int) -> str:
    """Return the kind of a variation out of place: by its first byte."""
    first = chr(records.buffer[offset])
    if first == ";":
        return "A node follows a variation on the same level"
    return "A variation begins before any node" if first == "(" else "A node lacks its ';'"


def _excerpt(records: Records, game: int, offset: int) -> str:
    """Return a few characters of the record about an offset."""
    file = int(records.tape.game_file[game])
    text, index = records.texts[file], offset - int(records.file_start[file])
    if text.converted:
        return text.converted.as_written(index)[: _BEFORE + _AFTER]
    return text.data[max(0, index - _BEFORE) : index + _AFTER].decode("utf-8", errors="ignore")


def _odd_name(name: str) -> str:
    """Return the message of GO306: a property name with a digit or lower-case letters."""
    if any(letter.isdigit() for letter in name):
        return f"Property name {quote(_shortened(name))} contains a digit. The property is not read."
    capitals = "".join(letter for letter in name if letter.isupper())
    if not capitals:
        return f"Property name {quote(_shortened(name))} has no capital letters."
    return f"Property name {quote(_shortened(name))} contains lower-case letters, and is read as {capitals}."


def _missing_value(name: str) -> str:
    """Return the message of GO309."""
    return f"Property {_shortened(name)} has no value." if name else ""


def _repeated_property(prop: Property) -> str:
    """Return the message of GO305: a second value of a property that has one."""
    if prop.earlier is None:
        return f"{prop.name} is given a second time, as {quote(prop.value)}. The first value is used."
    how = "has several values" if prop.is_further else "is given twice"
    return f"{prop.name} {how}, {quote(prop.earlier)} and {quote(prop.value)}. The first is used."


def _bad_move(prop: Property) -> str:
    """Return the message of GO307."""
    return f"{prop} is a move whose value is not a point."


def _bad_point(prop: Property) -> str:
    """Return the message of GO308."""
    kind = "a side to move" if prop.name.upper() == "PL" else "a point"
    return f"{prop} is not {kind}. The value is not used."


def _odd_pass(prop: Property) -> str:
    """Return the message of GO320."""
    return f"{prop} is read as a pass."


def _second_move(prop: Property) -> str:
    """Return the message of GO321."""
    return f"{prop} is the second move of its node."


def _set_up_twice(prop: Property) -> str:
    """Return the message of GO322."""
    return f"{prop} sets up a point that another setup property of the node sets up, too."


_NAME_MESSAGES: Final[dict[str, Callable[[str], str]]] = {"GO306": _odd_name, "GO309": _missing_value}
_VALUE_MESSAGES: Final[dict[str, Callable[[Property], str]]] = {
    "GO305": _repeated_property,
    "GO307": _bad_move,
    "GO308": _bad_point,
    "GO320": _odd_pass,
    "GO321": _second_move,
    "GO322": _set_up_twice,
}
