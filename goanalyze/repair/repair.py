"""Bytes of a file → the same games as valid FF[4] in UTF-8."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from goanalyze.archives.members import Blob
from goanalyze.board.handicap import fixed_handicap
from goanalyze.findings.setup import setup_findings
from goanalyze.repair.header import mend_root, mend_values
from goanalyze.repair.nodes import Board, mend_nodes
from goanalyze.repair.on_board import leave_out_illegal, name_marks
from goanalyze.repair.properties import ACTS
from goanalyze.repair.values import escaped
from goanalyze.replay.chunk import Replays
from goanalyze.replay.replays import replay_records
from goanalyze.sgf.charset import Text, decode, decode_as, offsets_of
from goanalyze.sgf.records import Records, read_records
from goanalyze.trees.changes import Change, Told
from goanalyze.trees.node import Node
from goanalyze.trees.points import point_text
from goanalyze.trees.reading import layout, read_nodes
from goanalyze.trees.writing import put_charset_first, write_nodes
from goanalyze.trees.written import Property, Value

_MARK: Final = "\ufeff".encode()
_REPLACED: Final = "\ufffd"
_REPLACED_BYTES: Final = frozenset(_REPLACED.encode(name) for name in ("utf-8", "gb18030", "utf-16-le", "utf-16-be"))
_SHOWN: Final = 20


class RepairError(ValueError):
    """Nothing can be made of the bytes: no game is in them, or they are no text; one sentence."""


class Repaired(NamedTuple):
    """A repaired file.

    Attributes:
        data: its bytes; the very same as before where nothing was changed.
        changes: what was changed, game by game.
    """

    data: bytes
    changes: tuple[Change, ...]


def repair(data: bytes, *, encoding: str | None = None, drop_illegal: bool = False, tell: bool = False) -> Repaired:
    r"""Make valid FF[4] in UTF-8 of the games of a file; to repair it again changes nothing.

    Args:
        data: of the file, as it is.
        encoding: the charset that was decided on when it was checked (`files.encoding`); decided here if not given.
        drop_illegal: whether moves are left out that no ruleset allows: on a stone, off the board, suicide of a stone.
        tell: whether the comment of each game's first node says what was changed.

    Raises:
        RepairError: nothing can be made of the bytes, or `encoding` is no charset.

    Example:
        >>> repaired = repair(b"(;SiZe[9]KM[375];b[aa];W[bb")
        >>> repaired.data
        b'(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5];B[aa];W[bb])'
        >>> [change.code for change in repaired.changes]
        ['GO306', 'GO303', 'GO302', None, 'GO404']
    """
    text = _read(data, encoding)
    parts: list[bytes] = []
    changes: list[Change] = []
    end = 0
    for records in read_records([text]):
        replays = replay_records(records)
        differing = {found.game for found in setup_findings(records, replays) if found.code == "GO405"}
        for number in range(len(records)):
            game = _Game(records, replays, number, stones_differ=number in differing)
            if not parts:
                game.tell_text(text, data)
            parts += game.repaired(end, drop_illegal=drop_illegal, tell=tell)
            changes += game.changes()
            end = int(records.tape.game_span[number, 1])
    if not parts:
        raise RepairError("no game is in the file: there is no '(;' in it and no node with a property")
    rest = text.data[end:]
    if rest.strip(bytes(range(33))):
        what = "Text behind the last game is left out."
        changes.append(Change(None, game.index, None, game.offset(end), what))
        rest = b"\n"
    return Repaired(b"".join((*parts, layout(rest))), tuple(changes))


def _read(data: bytes, encoding: str | None) -> Text:
    """Return a file as SGF text in UTF-8."""
    blob = Blob("", "", data)
    if encoding is None:
        return decode(blob)
    try:
        return decode_as(blob, encoding, "option")
    except LookupError:
        raise RepairError(f"{encoding!r} is no charset that text can be read in") from None


def _undecodable(text: Text, data: bytes) -> list[str]:
    """Return the bytes of a file that were replaced by U+FFFD, in hexadecimal digits; not more than a few."""
    if text.converted or all(code != "GO011" for code, _, _ in text.findings):
        return []
    origins, shown = offsets_of(text), []
    for match in islice(re.finditer(_REPLACED.encode(), text.data), _SHOWN):
        begin, end = origins.origin(match.start()), origins.origin(match.end())
        if data[begin:end] not in _REPLACED_BYTES:
            shown.append(f"{data[begin:end].hex(' ').upper()} at byte {begin}")
    return shown


class _Game:
    """One game of a file, as it is repaired."""

    def __init__(self, records: Records, replays: Replays, number: int, *, stones_differ: bool) -> None:
        self._records, self._replays, self._number = records, replays, number
        self._stones_differ = stones_differ
        self._told = Told()
        self.index = int(records.game_index[number])
        width, height = int(records.width[number]), int(records.height[number])
        self._size = (width, height) if width else None
        self._is_go = bool(records.is_go[number])

    def tell_text(self, text: Text, data: bytes) -> None:
        """Tell what became of the file's charset and format."""
        first = text.data.find(_REPLACED.encode()) if any(code == "GO011" for code, _, _ in text.findings) else 0
        for code, message, _ in text.findings:
            at = first if code == "GO011" else 0
            self._told.add(code, f"the text is in UTF-8 now; {message.removesuffix('.')}", at)
        if text.segments and not text.findings:
            self._told.add(None, f"the text is in UTF-8 now; it was in {text.encoding} ({text.encoding_source})", 0)
        for shown in _undecodable(text, data):
            self._told.add("GO011", "bytes that are no text are U+FFFD now", first, shown)
        if made := text.converted:
            self._told.add(None, f"the record is SGF now; it was {made.format.upper()}", 0)

    def offset(self, at: int) -> int | None:
        """Return the byte of the file that a place in the text came from."""
        return None if at < 0 else self._records.offset(self._number, at)

    def _move(self, at: int) -> int | None:
        """Return the number of the move of the main line at a place."""
        start, end = self._replays.start[self._number : self._number + 2].tolist()
        found = np.flatnonzero(self._replays.moves.at[start:end] == max(at, 0))
        return int(found[0]) + 1 if len(found) else None

    def changes(self) -> list[Change]:
        """Return what was changed."""
        return self._told.changes(self.index, self.offset, self._move)

    def repaired(self, after: int, *, drop_illegal: bool, tell: bool) -> list[bytes]:
        """Return the game as text, with the layout before it.

        Args:
            after: where the text before it ends.
            drop_illegal: as in `repair`.
            tell: as in `repair`.
        """
        records, told = self._records, self._told
        data = records.texts[0].data
        begin, stop = records.tape.game_span[self._number].tolist()
        before = data[after:begin]
        if before.removeprefix(_MARK).strip(bytes(range(33))):
            told.add("GO310", "text before the game is left out", after, before.strip(bytes(range(33))))
            before = b"\n" if after else b""
        elif _MARK in before:
            told.add(None, "the byte-order mark is left out", after)
        made = records.texts[0].converted
        read = Told() if made else told  # how the text of a reader is laid out is no business of the file
        root = read_nodes(data, (begin, stop), read)
        self._set_handicap(root)
        ff = next((each for node in root.main_line() for each in node.written if each.name == b"FF"), None)
        board = Board(self._is_go, self._size, ff is None or ff.values[0].raw.strip() in (b"1", b"2", b"3"))
        mend_nodes(root, board, read)
        if self._size is not None:
            name_marks(root, self._size, read)
            if drop_illegal:
                leave_out_illegal(root, self._size, told)
        mend_root(root, read, is_go=self._is_go, size=self._size)
        if made:
            told.take_findings(read)
            for note in made.notes:
                if note.game == self.index:
                    told.add(note.code, note.message.removesuffix("."))
        if self._is_go:
            mend_values(root, told, stones_differ=self._stones_differ)
        if tell:
            self._tell(root)
        if put_charset_first(root.written):
            told.add(None, "CA is put first, since another text looks like it", root.at)
        return [layout(before), write_nodes(root)]

    def _set_handicap(self, root: Node) -> None:
        """Set the handicap stones that are not there, where the record is clean with them alone (GO154)."""
        if not self._replays.implied[self._number] or self._size is None:
            return
        stones = fixed_handicap(*self._size, int(self._records.handicap[self._number]))
        points = [Value(point_text(point % self._size[0], point // self._size[0])) for point in stones]
        self._told.add("GO154", "the handicap stones are set on the standard points", root.at)
        said = root.written
        first = next((number for number, each in enumerate(said) if each.name in ACTS), len(said))
        said.insert(first, Property(b"AB", points))

    def _tell(self, root: Node) -> None:
        """Add what was changed to the comment of the first node."""
        lines = [change.what for change in self.changes()]
        if not lines:
            return
        said = escaped("\n".join(["Repaired:", *lines]))
        comment = root.named(b"C")
        if comment is None:
            root.written.append(Property(b"C", [Value(said)]))
        else:
            comment.values[0].raw = b"\n\n".join(filter(None, (comment.values[0].raw, said)))
