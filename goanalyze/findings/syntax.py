"""Messages about faults of syntax: the property with its value, and the oddity, read from the text at an offset.

Scope: the text near an offset that the tokenizer has noted. Game-info values of the same node come from the tape.
"""

from __future__ import annotations

import re
from typing import Final

from goanalyze.sgf.properties import INFO_INDEX
from goanalyze.sgf.records import Records
from goanalyze.sgf.values.numbers import quote
from goanalyze.vocabulary.catalogue import CATALOGUE

_BACK: Final = 400  # bytes before an offset in which a property is looked for
_SHOWN: Final = 40  # characters of a value in a message
_BEFORE, _AFTER = 6, 18  # bytes of the excerpt about an offset
_VALUE: Final = rb"\[(?:\\.|[^\]\\])*\]?"
_PROPERTY: Final = re.compile(rb"([A-Za-z0-9]+)\s*((?:" + _VALUE + rb"\s*)*)\Z", re.DOTALL)
_SETUP: Final = ("AB", "AW", "AE")
_ONE_VALUE: Final = re.compile(_VALUE, re.DOTALL)
_NAME: Final = re.compile(rb"[A-Za-z0-9]+")


def property_at(records: Records, game: int, offset: int) -> tuple[str, str]:
    """Return the name of a property, and the value of it whose opening bracket is at an offset of the buffer."""
    values = _values_until(records, game, offset)
    return values[0] if values else "", _value_at(records, game, offset)


def syntax_message(records: Records, game: int, code: str, offset: int, count: int) -> str:
    """Return the message about a fault of syntax at an offset of the buffer.

    Args:
        records: a chunk.
        game: number of the game.
        code: one of `goanalyze.sgf.properties.SYNTAX_CODES`.
        offset: offset of the first such fault in the game.
        count: number of such faults in the game.
    """
    times = f" The record has {count:,} such faults." if count > 1 else ""
    writer = _WRITERS.get(code)
    text = records.text_of(game)
    message = writer(records, game, offset) if writer and not text.converted else ""
    if message:
        return f"{message}{times}"
    more = f", {count} times, the first" if count > 1 else ""
    return f"{CATALOGUE[code].title.capitalize()}{more} at {_around(records, game, offset)!r}."


def _around(records: Records, game: int, offset: int) -> str:
    """Return a few characters of the record about an offset."""
    file = int(records.tape.game_file[game])
    text, place = records.texts[file], offset - int(records.file_start[file])
    if text.converted:
        return text.converted.as_written(place)[: _BEFORE + _AFTER]
    return text.data[max(0, place - _BEFORE) : place + _AFTER].decode("utf-8", errors="replace")


def _values_until(records: Records, game: int, offset: int) -> list[str]:
    """Return the name of the property before an offset and its values up to there, [] if none ends there."""
    first = max(int(records.tape.game_span[game, 0]), offset - _BACK)
    match = _PROPERTY.search(records.buffer[first:offset].tobytes())
    if match is None:
        return []
    values = [_contents(value) for value in _ONE_VALUE.findall(match[2])]
    return [match[1].decode(), *values]


def _value_at(records: Records, game: int, offset: int) -> str:
    stop = int(records.tape.game_span[game, 1])
    match = _ONE_VALUE.match(records.buffer[offset : min(stop, offset + _BACK)].tobytes())
    return _contents(match[0]) if match else ""


def _contents(value: bytes) -> str:
    """Return what is between the brackets of a value, shortened."""
    text = value[1:].removesuffix(b"]").decode("utf-8", errors="replace").strip()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _given_twice(records: Records, game: int, offset: int) -> str:
    """Return the message of GO305: two values of a property that has one, or a point in two properties of setup."""
    values, second = _values_until(records, game, offset), quote(_value_at(records, game, offset))
    if not values:
        return ""
    name, *earlier = values
    if earlier:
        return f"{name} has several values, {quote(earlier[0])} and {second}. The first is used."
    before = _node_before(records, game, offset)
    if name in INFO_INDEX:
        begin, end = records.tape.info[game, INFO_INDEX[name]].tolist()
        first = _contents(b"[" + records.buffer[begin:end].tobytes()) if begin >= 0 else ""
        return f"{name} is given twice, {quote(first)} and {second}. The first is used."
    matches = re.findall(rb"(?<![A-Za-z0-9])" + name.encode() + rb"\s*(" + _VALUE + rb")", before, re.DOTALL)
    if matches:
        return f"{name} is given twice in a node, {quote(_contents(matches[-1]))} and {second}. The first is used."
    if name in _SETUP:
        return f"{name}[{_value_at(records, game, offset)}] is a point of another setup property of the node."
    return f"{name} is given twice in a node, the second time as {second}. The first is used."


def _node_before(records: Records, game: int, offset: int) -> bytes:
    """Return the text before an offset, from the last semicolon on."""
    first = max(int(records.tape.game_span[game, 0]), offset - _BACK)
    text = records.buffer[first:offset].tobytes()
    return text[text.rfind(b";") + 1 :]


def _odd_name(records: Records, game: int, offset: int) -> str:
    """Return the message of GO306: a property name with a digit or lower-case letters."""
    match = _NAME.match(records.buffer[offset : offset + _BACK].tobytes())
    if match is None:
        return ""
    name = match[0].decode()
    shown = quote(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…")
    if any(letter.isdigit() for letter in name):
        return f"Property name {shown} contains a digit. The property is not read."
    capitals = "".join(letter for letter in name if letter.isupper())
    if not capitals:
        return f"Property name {shown} has no capital letters."
    return f"Property name {shown} contains lower-case letters, and is read as {capitals}."


def _unreadable_move(records: Records, game: int, offset: int) -> str:
    """Return the message of GO307."""
    name, value = property_at(records, game, offset)
    return f"{name}[{value}] is a move whose value is not a point." if name else ""


def _unreadable_point(records: Records, game: int, offset: int) -> str:
    """Return the message of GO308."""
    name, value = property_at(records, game, offset)
    kind = "a side to move" if name == "PL" else "a point"
    return f"{name}[{value}] is not {kind}. The value is not used." if name else ""


def _missing_value(records: Records, game: int, offset: int) -> str:
    """Return the message of GO309."""
    match = _NAME.match(records.buffer[offset : offset + _BACK].tobytes())
    return f"Property {match[0].decode()[:_SHOWN]} has no value." if match else ""


_WRITERS: Final = {
    "GO305": _given_twice,
    "GO306": _odd_name,
    "GO307": _unreadable_move,
    "GO308": _unreadable_point,
    "GO309": _missing_value,
}
