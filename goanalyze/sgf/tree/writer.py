"""Nodes to SGF text with the layout of the record and the charset in CA; the log of changes to a record."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sgfmill import sgf_properties

from goanalyze.errors import TreeError
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import Parentheses, Property, Value
from goanalyze.sgf.values.numbers import quote
from goanalyze.util.arguments import read_string
from goanalyze.util.choice import Choice
from goanalyze.util.numbers import plural

_CHARSET_PROPERTY: Final = re.compile(rb"CA\s*(?:\[|$)")
_NO_LAYOUT: Final = Parentheses()
_SIGNS: Final = "(;[\\])"


def write_nodes(root: Node, root_properties: list[Property] | None = None) -> bytes:
    """Write a node and all its descendants as text in UTF-8, without the layout before the node.

    `root_properties` are written for it instead of its own.
    """
    parts: list[bytes] = []
    waiting: list[Node | bytes] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, bytes):
            parts.append(node)
            continue
        is_open = True
        while True:
            if is_open or node._parentheses is not None:
                parentheses = node._parentheses or _NO_LAYOUT
                parts += (parentheses.before_open if node is not root else b"", b"(")
                waiting.append(parentheses.before_close + b")")
            parts += (node._leading_space, b";")
            has_own = root_properties is None or node is not root
            for prop in node.raw_properties if has_own else root_properties or []:
                parts += (prop.leading_space, prop.name)
                for value in prop.values:
                    parts += (value.leading_space, b"[", value.raw, b"]")
            children = node.children
            if len(children) != 1:
                waiting += children[::-1]
                break
            node, is_open = children[0], False
    return b"".join(parts)


def put_charset_first(properties: list[Property]) -> bool:
    """Put CA before any text that resembles it, since the first ``CA[…]`` counts; True if it was moved."""
    index = next(index for index, prop in enumerate(properties) if prop.name == b"CA")
    texts = [text for prop in properties[:index] for text in (prop.name, *(value.raw for value in prop.values))]
    if not any(map(_CHARSET_PROPERTY.search, texts)):
        return False
    properties.insert(0, properties.pop(index))
    return True


def with_charset(properties: list[Property], name: str) -> list[Property]:
    """Return the properties of a first node with CA: at its old position, else behind FF, which is usually first."""
    charset = Property(b"CA", [Value(name.encode())])
    index = next((index for index, prop in enumerate(properties) if prop.name == b"CA"), None)
    if index is None:
        index = int(bool(properties) and properties[0].name == b"FF")
    else:
        charset.leading_space = properties[index].leading_space
    others = [prop for prop in properties if prop.name != b"CA"]
    others.insert(index, charset)
    put_charset_first(others)
    return others


def charset_name(charset: str) -> str:
    """Return the name of a charset for CA."""
    try:
        name: str = sgf_properties.normalise_charset_name(read_string("charset", charset))
        if _SIGNS.encode(charset) == _SIGNS.encode():
            return name
    except (LookupError, ValueError):
        raise TreeError(
            f"{charset!r} is not a valid charset. Expected for example UTF-8, GB18030, Big5, Shift_JIS or EUC-KR."
        ) from None
    raise TreeError(f"{name} is not a valid charset of SGF. Expected one that has brackets where ASCII has them.")


_MAX_EXAMPLES: Final = 20  # of equal changes of a game; a damaged file may have a million
_MAX_QUOTED: Final = 1000


class ChangeKind(Choice):
    """A kind of change: its name in logs and plans, and its meaning."""

    CHARSET = "charset", "the text is written in UTF-8"
    REPLACED_BYTES = "replaced-bytes", "bytes that are not text are written as U+FFFD"
    BYTE_ORDER_MARK = "byte-order-mark", "the byte-order mark is left out"
    CHARSET_FIRST = "charset-first", "CA is put first, since another text looks like it"
    FORMAT = "format", "the record is written as SGF"
    CONVERSION = "conversion", "the record is converted to SGF"
    OPEN_GAME = "open-game", "the game's opening, '(;', is set before it"
    CLOSE_GAME = "close-game", "the game tree is closed at its end"
    OPEN_NODE = "open-node", "';' is set before a node that lacks it"
    CLOSE_VALUE = "close-value", "the bracket of a value is closed"
    CUT_OFF_PLAY = "cut-off-play", "a play whose point is missing at the end of the text is left out"
    ESCAPE_BRACKET = "escape-bracket", "a bracket within a text is escaped, and the text behind it is kept"
    EMPTY_PARENTHESES = "empty-parentheses", "parentheses without a node are left out"
    NODES_AS_VARIATION = "nodes-as-variation", "nodes behind a variation are one more variation"
    TRAILING_NODES = "trailing-nodes", "nodes behind the end of the game tree are left out"
    APPENDED_NODES = "appended-nodes", "nodes behind the end of the game tree are put at the end of its main line"
    STRAY_TEXT = "stray-text", "text outside values is left out"
    STRAY_NAMES = "stray-names", "names without a value are left out"
    CONTROL_CHARACTERS = "control-characters", "control characters outside values are left out"
    TEXT_AROUND_GAME = "text-around-game", "text before a game, or behind the last one, is left out"
    PROPERTY_NAMES = "property-names", "names of properties are written in capitals, as in FF[4]"
    ROOT_PROPERTIES = "root-properties", "FF, CA, GM and SZ are in the first node, and only there"
    FF4_PROPERTIES = "ff4-properties", "properties of FF[1] to FF[3] are written as those of FF[4]"
    JOINED_VALUES = "joined-values", "values of a repeated property are put together"
    REPEATED_VALUES = "repeated-values", "further values of a property with one value are left out"
    SPLIT_NODES = "split-nodes", "a node with several moves, or with setup and a move, is several nodes"
    KO_WITHOUT_MOVE = "ko-without-move", "KO in a node without a move is left out"
    PASSES = "passes", "passes are written as in FF[4]"
    POINTS = "points", "points are written as in FF[4]"
    POINTS_OFF_BOARD = "points-off-board", "values that are not points of the board are left out"
    REPEATED_SETUP = "repeated-setup", "the last setup of a point in a node is kept"
    SIDE_TO_MOVE = "side-to-move", "PL is written with one letter"
    ANNOTATIONS = "annotations", "values of annotations are written as in FF[4]"
    HANDICAP_STONES = "handicap-stones", "the handicap stones are set on the standard points"
    ILLEGAL_MOVES = "illegal-moves", "moves that every ruleset forbids are left out"
    DIALECT = "header-dialect", "EV, DT, KM and HA are added from TE, RD, KO and HD of Cyberoro and the Nihon Ki-in"
    KOMI = "komi", "komi is written in points"
    RESULT = "result", "the result is written as in FF[4]"
    DATE = "date", "the date is written as in FF[4]"
    HANDICAP = "handicap", "the handicap is written as a number"
    TIME_LIMIT = "time-limit", "the time limit is written in seconds"


class Change(NamedTuple):
    """One change to a record.

    Attributes:
        name: name of its `ChangeKind`, for example ``close-value``.
        code: code of the finding that the change removes; None for other changes.
        game: number of the game within its file, from 0.
        move: number of the move of the main line at the change, as in findings; None for several moves or none.
        offset: byte of the original file at the change, the first of several; None for the whole file.
        message: one sentence.

    Example:
        >>> import goanalyze as ga
        >>> [change.message for change in ga.loads("(;SZ[9];B[ee]").tree().changes]
        ['The game tree is closed at its end.']
    """

    name: str
    code: str | None
    game: int
    move: int | None
    offset: int | None
    message: str


@dataclass(slots=True)
class _Entry:
    offset: int
    count: int = 0
    examples: dict[str, None] = field(default_factory=dict)


class ChangeLog:
    """The changes to one game; equal ones are one entry with examples."""

    def __init__(self) -> None:
        self._entries: dict[tuple[ChangeKind, str | None, str], _Entry] = {}

    def add(
        self, kind: ChangeKind, code: str | None = None, offset: int = -1, example: bytes | str = "", message: str = ""
    ) -> None:
        """Add a change.

        Args:
            kind: kind of the change.
            code: code of the finding that it removes; None for other changes.
            offset: byte of the text at the change; −1 for none.
            example: the changed text, as bytes where it is cited from the record.
            message: sentence without its full stop, equal for equal changes; the meaning of the kind if empty.
        """
        entry = self._entries.setdefault((kind, code, message or kind.meaning), _Entry(offset))
        entry.count += 1
        if example and len(entry.examples) < _MAX_EXAMPLES and entry.count <= _MAX_QUOTED:
            text = quote(example.decode("utf-8", errors="replace")) if isinstance(example, bytes) else example
            entry.examples[text] = None

    def add_with_code(self, log: ChangeLog) -> None:
        """Add those changes of another log that have the code of a finding."""
        self._entries |= {key: entry for key, entry in log._entries.items() if key[1]}

    def changes(
        self, game: int, file_offset: Callable[[int], int | None], move: Callable[[int], int | None]
    ) -> list[Change]:
        """Return the changes, in the order in which they were added.

        Args:
            game: number of the game within its file.
            file_offset: returns the byte of the file for a byte of the text.
            move: returns the number of the move at a byte of the text.
        """
        changes = []
        for (kind, code, message), entry in self._entries.items():
            sentence = message[0].upper() + message[1:]
            if entry.examples:
                more = ", …" if entry.count > len(entry.examples) == _MAX_EXAMPLES else ""
                sentence += f": {', '.join(entry.examples)}{more}"
            if entry.count > 1:
                sentence += f" ({plural(entry.count, 'time')})"
            changes.append(
                Change(kind.value, code, game, move(entry.offset), file_offset(entry.offset), f"{sentence}.")
            )
        return changes
