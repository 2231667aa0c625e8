"""The log of changes to a record: each kind of change with its name, and equal changes of a game joined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from goanalyze.sgf.values.numbers import quote
from goanalyze.vocabulary.choice import Choice
from goanalyze.vocabulary.numbers import plural

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
