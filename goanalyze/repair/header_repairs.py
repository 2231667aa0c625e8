"""The header of a game: what FF[4] wants in the first node, and its values as FF[4] has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from goanalyze.repair import values
from goanalyze.repair.ff4_properties import ROOT
from goanalyze.sgf.tree.change_log import ChangeKind, ChangeLog
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import Property, Value
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.size_komi_handicap import is_auction, parse_komi, parse_size

_CHARSET: Final = b"UTF-8"
_ROOT_ONLY: Final = "properties of the first node are left out of other nodes"
_TELL_BIDS: Final = (b"GC", b"RU", b"EV", b"GN")

_VALUES: Final[tuple[tuple[bytes, str | None, ChangeKind, str, Callable[[str], str | None]], ...]] = (
    (b"KM", "GO404", ChangeKind.KOMI, "komi", values.komi),
    (b"RE", "GO401", ChangeKind.RESULT, "the result", values.result),
    (b"DT", "GO406", ChangeKind.DATE, "the date", values.date),
    (b"HA", "GO405", ChangeKind.HANDICAP, "the handicap", values.handicap),
    (b"TM", None, ChangeKind.TIME_LIMIT, "the time limit", values.time_limit),
)


def mend_root(root: Node, log: ChangeLog, *, is_go: bool, size: tuple[int, int] | None) -> None:
    """Give a game FF[4], CA[UTF-8] and, where it is one of Go, GM[1] and its size, in its first node and nowhere else.

    Args:
        root: the game.
        log: takes the changes.
        is_go: whether it is one of Go.
        size: columns and rows; None where SZ names no board: then it stays as it is.
    """
    found = _only_in(root, log)
    for name in reversed(ROOT):
        if name in found and found[name] not in root.raw_properties:
            root.raw_properties.insert(0, found[name])
    wanted = {b"FF": b"4", b"CA": _CHARSET}
    if is_go:
        wanted[b"GM"] = b"1"
        if size is not None:
            wanted[b"SZ"] = b"%d" % size[0] if size[0] == size[1] else b"%d:%d" % size
    missing = []
    for name, raw in wanted.items():
        each = root.find_property(name)
        if each is None:
            missing.append(Property(name, [Value(raw)]))
        elif each.values[0].raw != raw and not (name == b"CA" and each.values[0].raw.upper() == raw):
            is_odd = name == b"SZ" and parse_size(values.simple_text(each.values[0].raw)).message
            code = "GO409" if is_odd else None
            message = f"{name.decode()} is {raw.decode()} now; it was"
            log.add(ChangeKind.ROOT_PROPERTIES, code, each.offset, each.values[0].raw, message)
            each.values[0].raw = raw
    if missing:
        names = " and ".join(each.name.decode() for each in missing)
        message = f"{names} {'is' if len(missing) == 1 else 'are'} added to the first node"
        log.add(ChangeKind.ROOT_PROPERTIES, None, root.offset, message=message)
        root.raw_properties[:0] = missing


def _only_in(root: Node, log: ChangeLog) -> dict[bytes, Property]:
    """Take the properties that only a first node may have out of all other nodes; return those that count.

    Of the main line the first one counts.
    """
    found: dict[bytes, Property] = {}
    for node in root.main_line():
        for each in node.raw_properties:
            if each.name in ROOT:
                found.setdefault(each.name, each)
    for node in root.walk():
        if node is not root and any(each.name in ROOT for each in node.raw_properties):
            for each in node.raw_properties:
                if each.name in ROOT:
                    log.add(ChangeKind.ROOT_PROPERTIES, None, each.offset, each.name.decode(), _ROOT_ONLY)
            node.raw_properties = [each for each in node.raw_properties if each.name not in ROOT]
    return found


def mend_values(root: Node, log: ChangeLog, *, stones_differ: bool) -> None:
    """Write komi, result, date, handicap and time of the main line as FF[4] has them, where it is sure what they mean.

    Args:
        root: the game.
        log: takes the changes.
        stones_differ: whether HA, once it is understood, names another number of stones than stand on the board.
    """
    header = dict[bytes, Property]()
    for each in _said(root):
        header.setdefault(each.name, each)
    texts = {name: values.simple_text(each.values[0].raw) for name, each in header.items()}
    for name, code, kind, what, mend in _VALUES:
        new = mend(texts[name]) if name in header else None
        if new is None:
            continue
        is_left = name == b"HA" and stones_differ
        if name == b"KM":
            is_left = (
                any(is_auction(texts[other]) for other in _TELL_BIDS if other in texts) or parse_komi(new).message != ""
            )
        value = header[name].values[0]
        sentence = f"{what} is written as {name.decode()}[{new}]; it was {quote(value.raw.decode(errors='replace'))}"
        log.add(kind, None if is_left else code, value.offset, message=sentence)
        value.raw = values.escaped(new)


def _said(root: Node) -> Iterator[Property]:
    for node in root.main_line():
        yield from node.raw_properties
