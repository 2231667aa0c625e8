"""The repair of a file: its bytes to the same games as valid FF[4] in UTF-8; and its unified diff by properties."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from goanalyze.archives.blobs import Blob
from goanalyze.detectors.setup import setup_findings
from goanalyze.errors import OptionError, TreeError
from goanalyze.repair.header_repairs import leave_out_illegal, rename_marks, repair_header, repair_root
from goanalyze.repair.node_repairs import ACTIONS, GameContext, repair_nodes
from goanalyze.repair.value_repairs import escaped
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import replay_records
from goanalyze.sgf.charset import Text, decode, decode_as, offsets_of
from goanalyze.sgf.header_values import read_header
from goanalyze.sgf.records import Records, read_records
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import BLANKS, Property, Value, point_text
from goanalyze.sgf.tree.span_reader import layout, read_nodes
from goanalyze.sgf.tree.writer import Change, ChangeKind, ChangeLog, put_charset_first, write_nodes
from goanalyze.sgf.values.numbers import quote

_MARK: Final = "\ufeff".encode()
_OTHER_GAME: Final = frozenset((ChangeKind.APPENDED_NODES.value, ChangeKind.ILLEGAL_MOVES.value))
_HEADER: Final = ("EV", "DT", "KM", "HA")  # values that other properties may have
_REPLACED: Final = "\ufffd"
_REPLACED_BYTES: Final = frozenset(_REPLACED.encode(name) for name in ("utf-8", "gb18030", "utf-16-le", "utf-16-be"))
_CHARSET_CODES: Final = ("GO011", "GO012", "GO013", "GO014", "GO015")
_MAX_REPLACED: Final = 20  # bytes that a change quotes


class RepairResult(NamedTuple):
    """A repaired file, with its original bytes if nothing was changed, and the changes game by game."""

    data: bytes
    changes: tuple[Change, ...]


class RepairOptions(NamedTuple):
    """Options of a repair, see `repair`."""

    drop_illegal: bool
    append_trailing: bool
    annotate: bool


def repair(
    data: bytes,
    *,
    encoding: str | None = None,
    drop_illegal: bool = False,
    append_trailing: bool = False,
    annotate: bool = False,
) -> RepairResult:
    r"""Repair the games of a file as valid FF[4] in UTF-8; repairing the result again changes nothing.

    Args:
        data: content of the file.
        encoding: charset of the check (`files.encoding`); detected if None.
        drop_illegal: True to leave out moves that every ruleset forbids: on a stone, off the board, suicide of a stone.
        append_trailing: True to append nodes behind the end of a game tree to its main line.
        annotate: True to list the changes in the comment of each game's first node.

    Raises:
        TreeError: the file contains no game.
        OptionError: `encoding` is not a valid charset.

    Example:
        >>> repaired = repair(b"(;SiZe[9]KM[375];b[aa];W[bb")
        >>> repaired.data
        b'(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5];B[aa];W[bb])'
        >>> [change.name for change in repaired.changes]
        ['property-names', 'close-value', 'close-game', 'root-properties', 'komi']
    """
    options = RepairOptions(drop_illegal, append_trailing, annotate)
    text = _read(data, encoding)
    parts: list[bytes] = []
    changes: list[Change] = []
    end = 0
    for game in (game for records in read_records([text]) for game in _games(records)):
        if not parts:
            game.log_charset(text, data)
        parts += (game.space_after(end), game.repaired(options))
        changes += game.changes()
        end = game.end
    if not parts:
        raise TreeError("No game was found in the file. Expected '(;' or a node with a property.")
    rest = text.data[end:]
    space = b"\n" if rest.strip(BLANKS) else layout(rest)
    if space != rest:
        changes.append(game.rest_change(rest))
    result = RepairResult(b"".join((*parts, space)), tuple(changes))
    if not _OTHER_GAME & {change.name for change in changes}:
        return result
    later = repair(result.data, encoding="utf-8", drop_illegal=drop_illegal)  # of a game that is another one now
    return RepairResult(later.data, (*result.changes, *(change._replace(offset=None) for change in later.changes)))


def _read(data: bytes, encoding: str | None) -> Text:
    """Read a file as SGF text in UTF-8."""
    blob = Blob("", "", data)
    if encoding is None:
        return decode(blob)
    try:
        return decode_as(blob, encoding, "option")
    except LookupError:
        raise OptionError(f"{encoding!r} is not a valid charset. Expected one that can read text.") from None


def _games(records: Records) -> Iterator[_Game]:
    replays = replay_records(records)
    differing = {finding.game for finding in setup_findings(records, replays) if finding.code == "GO405"}
    headers = {name: read_header(records, name) for name in _HEADER}
    for number in range(len(records)):
        others = {
            name: (header.names[header.where[number]], header.texts[header.where[number]])
            for name, header in headers.items()
            if header.names[header.where[number]] != name
        }
        yield _Game(records, replays, number, others, stones_differ=number in differing)


def _replaced_bytes(text: Text, data: bytes) -> list[str]:
    """Return the first bytes of a file that U+FFFD replaces, in hexadecimal digits."""
    if text.converted or all(code != "GO011" for code, _, _ in text.findings):
        return []
    origins, examples = offsets_of(text), []
    for match in islice(re.finditer(_REPLACED.encode(), text.data), _MAX_REPLACED):
        begin, end = origins.origin(match.start()), origins.origin(match.end())
        if data[begin:end] not in _REPLACED_BYTES:
            examples.append(f"{data[begin:end].hex(' ').upper()} at byte {begin}")
    return examples


class _Game:
    """The repair of one game of a file."""

    def __init__(
        self,
        records: Records,
        replays: Replays,
        number: int,
        other_headers: dict[str, tuple[str, str]],
        *,
        stones_differ: bool,
    ) -> None:
        self._records, self._replays, self._number = records, replays, number
        self._other_headers = other_headers
        self._stones_differ = stones_differ
        self._log = ChangeLog()
        self.index = int(records.game_index[number])
        self._text = records.texts[0]
        width, height = int(records.width[number]), int(records.height[number])
        self._size = (width, height) if width else None
        self._is_go = bool(records.is_go[number])
        self.begin, self.end = records.tape.game_span[number].tolist()

    def log_charset(self, text: Text, data: bytes) -> None:
        """Log the conversion of the file's charset and format."""
        first = text.data.find(_REPLACED.encode()) if any(code == "GO011" for code, _, _ in text.findings) else 0
        for code, finding, _ in text.findings:
            if code in _CHARSET_CODES:
                message = f"the text is in UTF-8 now; {finding.removesuffix('.')}"
                self._log.add(ChangeKind.CHARSET, code, first if code == "GO011" else 0, message=message)
        if text.segments and not text.findings:
            message = f"the text is in UTF-8 now; it was in {text.encoding} ({text.encoding_source})"
            self._log.add(ChangeKind.CHARSET, None, 0, message=message)
        for example in _replaced_bytes(text, data):
            self._log.add(ChangeKind.REPLACED_BYTES, "GO011", first, example)
        if text.converted:
            message = f"the record is SGF now; it was {text.converted.format.upper()}"
            self._log.add(ChangeKind.FORMAT, None, 0, message=message)

    def file_offset(self, offset: int) -> int | None:
        """Return the byte of the file for a byte of the text."""
        return None if offset < 0 else self._records.offset(self._number, offset)

    def _move(self, offset: int) -> int | None:
        """Return the number of the move of the main line at an offset."""
        start, end = self._replays.start[self._number : self._number + 2].tolist()
        rows = np.flatnonzero(self._replays.moves.at[start:end] == max(offset, 0))
        return int(rows[0]) + 1 if len(rows) else None

    def changes(self) -> list[Change]:
        """Return the changes so far."""
        return self._log.changes(self.index, self.file_offset, self._move)

    def rest_change(self, rest: bytes) -> Change:
        """Return the change that leaves out the text behind this last game."""
        kind, code, message = (
            ChangeKind.CONTROL_CHARACTERS,
            None,
            "Control characters behind the last game are left out.",
        )
        if other := rest.strip(BLANKS):
            kind, code = ChangeKind.TEXT_AROUND_GAME, "GO310"
            message = f"Text behind the last game is left out: {quote(other.decode(errors='replace'))}."
        return Change(kind.value, code, self.index, None, self.file_offset(self.end), message)

    def space_after(self, previous_end: int) -> bytes:
        """Return the layout between the end of the previous game and this one, and log other text there."""
        text = self._text.data[previous_end : self.begin]
        if other := text.removeprefix(_MARK).strip(BLANKS):
            self._log.add(ChangeKind.TEXT_AROUND_GAME, "GO310", previous_end, other)
            return b"\n" if previous_end else b""
        space = layout(text)
        if _MARK in text:
            self._log.add(ChangeKind.BYTE_ORDER_MARK, None, previous_end)
        elif space != text:
            self._log.add(ChangeKind.CONTROL_CHARACTERS, None, previous_end)
        return space

    def repaired(self, options: RepairOptions) -> bytes:
        log, converted = self._log, self._text.converted
        node_log = ChangeLog() if converted else log  # the layout of a converted record is not the file's
        root = read_nodes(self._records, self._number, node_log, append_behind=options.append_trailing)
        self._set_handicap(root)
        ff = next((prop for node in root.main_line() for prop in node.raw_properties if prop.name == b"FF"), None)
        is_old = ff is None or ff.values[0].raw.strip() in (b"1", b"2", b"3")
        repair_nodes(root, GameContext(self._is_go, self._size, is_old), node_log)
        if self._size is not None:
            rename_marks(root, self._size, node_log)
            if options.drop_illegal:
                leave_out_illegal(root, self._size, log)
        repair_root(root, node_log, is_go=self._is_go, size=self._size)
        if converted:
            log.add_with_code(node_log)
            for note in converted.notes:
                if note.game == self.index:
                    log.add(ChangeKind.CONVERSION, note.code, message=note.message.removesuffix("."))
        if self._is_go:
            repair_header(root, log, self._other_headers, size=self._size, stones_differ=self._stones_differ)
        if options.annotate:
            self._add_comment(root)
        if put_charset_first(root.raw_properties):
            log.add(ChangeKind.CHARSET_FIRST, None, root.offset)
        return write_nodes(root)

    def _set_handicap(self, root: Node) -> None:
        """Set the missing handicap stones if the record is sound with them alone (GO154)."""
        stones = self._replays.implied_points.get(self._number)
        if stones is None or self._size is None:
            return
        points = [Value(point_text(point % self._size[0], point // self._size[0])) for point in stones]
        self._log.add(ChangeKind.HANDICAP_STONES, "GO154", root.offset)
        properties = root.raw_properties
        index = next((index for index, prop in enumerate(properties) if prop.name in ACTIONS), len(properties))
        properties.insert(index, Property(b"AB", points))

    def _add_comment(self, root: Node) -> None:
        """Add the changes to the comment of the first node."""
        lines = [change.message for change in self.changes()]
        if not lines:
            return
        text = escaped("\n".join(["Repaired:", *lines]))
        comment = root.find_property(b"C")
        if comment is None:
            root.raw_properties.append(Property(b"C", [Value(text)]))
        else:
            comment.values[0].raw = b"\n\n".join(filter(None, (comment.values[0].raw, text)))


_WINDOW: Final = 400  # lines that are compared at once, so that long records take linear time
_CONTEXT: Final = 2
_PROSE: Final = 70  # characters of text outside values in a line
_PROPERTY: Final = re.compile(
    r"[\s(]*+;?+\s*+[A-Za-z0-9]*+(?:\s*+\[(?:\\.|[^\]\\])*\]?+)+(?:\s*+\))*|[\s();]++|[^\s\[();]++", re.DOTALL
)
_NODE: Final = re.compile(r"^([()\s]*;)\s*(?![BWbw][a-z]*+\s*\[)")  # a node that does not begin with a move


class FileRepair(NamedTuple):
    """The text of a file before and after its repair.

    Attributes:
        address: address of the file or game in the sources.
        file: path of the repaired file, below the folder of an export.
        before: original text, decoded; a record in another format as the SGF that it is read as.
        after: repaired text.

    Example:
        >>> list(FileRepair("a.sgf", "a.sgf", "(;SZ[9];B[ee]", "(;SZ[9];B[ee])").diff())[-1]
        '+;B[ee])'
    """

    address: str
    file: str
    before: str
    after: str

    def diff(self) -> Iterator[str]:
        r"""Yield the lines of a unified diff, without line ends.

        Lines are properties with their values and nodes, since records may have one line in all. Layout is ignored.

        Example:
            >>> text = "(;FF[4]KM[375]C[two\nlines];B[aa])", "(;FF[4]KM[7.5]C[two\nlines];B[aa])"
            >>> print(*FileRepair("a.sgf", "clean/a.sgf", *text).diff(), sep="\n")
            --- a.sgf
            +++ clean/a.sgf
            @@ -1,5 +1,5 @@
             (;
             FF[4]
            -KM[375]
            +KM[7.5]
             C[two
             lines]
        """
        yield f"--- {self.address}"
        yield f"+++ {self.file}"
        yield from _hunks(list(_marked(split_record(self.before), split_record(self.after))))


def split_record(text: str) -> list[str]:
    """Split a record into lines with one property each; values with line ends have several lines."""
    lines: list[str] = []
    prose: list[str] = []

    def end_prose() -> None:
        if prose:
            lines.append(" ".join(prose))
            prose.clear()

    for match in _PROPERTY.finditer(text):
        part = match[0].strip()
        if "[" in part:
            end_prose()
            lines += _NODE.sub(r"\1\n", part).splitlines()
        elif part:
            prose.append(part)
            if sum(map(len, prose)) > _PROSE:
                end_prose()
    end_prose()
    return lines


def _marked(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the lines of both texts with their marks: blank for common ones, − for old and + for new ones."""
    first = second = 0
    while first < len(before) or second < len(after):
        old, new = before[first : first + _WINDOW], after[second : second + _WINDOW]
        steps = SequenceMatcher(None, old, new).get_opcodes()
        is_last = first + len(old) == len(before) and second + len(new) == len(after)
        while not is_last and len(steps) > 1 and steps[-1][0] != "equal":
            steps.pop()  # the next window decides
        if not is_last and steps[-1][0] != "equal":
            steps = [("delete", 0, len(old), 0, 0) if old else ("insert", 0, 0, 0, len(new))]
        for tag, begin, end, new_begin, new_end in steps:
            if tag == "equal":
                yield from ((" ", line) for line in old[begin:end])
            else:
                yield from (("-", line) for line in old[begin:end])
                yield from (("+", line) for line in new[new_begin:new_end])
        first, second = first + steps[-1][2], second + steps[-1][4]


def _hunks(lines: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the changed lines with their context, each hunk under a heading with the numbers of its lines."""
    spans: list[tuple[int, int]] = []
    for index, (mark, _) in enumerate(lines):
        if mark != " ":
            first = max(0, index - _CONTEXT)
            if spans and first <= spans[-1][1]:
                first, _ = spans.pop()
            spans.append((first, index + 1 + _CONTEXT))
    row = old = new = 0
    for first, end in spans:
        common = first - row
        hunk = lines[first:end]
        old_size, new_size = (sum(mark != other for mark, _ in hunk) for other in "+-")
        old, new = old + common, new + common
        yield f"@@ -{old + 1},{old_size} +{new + 1},{new_size} @@"
        yield from (mark + line for mark, line in hunk)
        row, old, new = first + len(hunk), old + old_size, new + new_size
