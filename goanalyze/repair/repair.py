"""Bytes of a file → the same games as valid FF[4] in UTF-8."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from goanalyze.archives.members import Blob
from goanalyze.board.handicap import fixed_handicap
from goanalyze.findings.setup import setup_findings
from goanalyze.repair.ff4_properties import ACTS
from goanalyze.repair.header_repairs import mend_root, mend_values
from goanalyze.repair.move_repairs import leave_out_illegal, name_marks
from goanalyze.repair.node_repairs import Board, mend_nodes
from goanalyze.repair.values import escaped
from goanalyze.replay.chunk import Replays
from goanalyze.replay.replays import replay_records
from goanalyze.sgf.charset import Text, decode, decode_as, offsets_of
from goanalyze.sgf.guess import Mixture, guess
from goanalyze.sgf.offsets import is_stateful
from goanalyze.sgf.records import Records, read_records
from goanalyze.sgf.tree.change_log import Change, ChangeKind, ChangeLog
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.span_reader import layout, read_nodes
from goanalyze.sgf.tree.point_values import point_text
from goanalyze.sgf.tree.properties import Property, Value
from goanalyze.sgf.tree.writer import put_charset_first, write_nodes

_MARK: Final = "\ufeff".encode()
_REPLACED: Final = "\ufffd"
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
        name, message = ChangeKind.TEXT_AROUND_GAME.value, "Text behind the last game is left out."
        changes.append(Change(name, None, game.index, None, game.offset(end), message))
        rest = b"\n"
    return Repaired(b"".join((*parts, layout(rest))), tuple(changes))


def _read(data: bytes, encoding: str | None) -> Text:
    """Return a file as SGF text in UTF-8."""
    blob = Blob("", "", data)
    if encoding is None:
        return decode(blob, lambda each: guess(each, Mixture()))
    try:
        return decode_as(blob, encoding, "option")
    except LookupError:
        raise RepairError(f"{encoding!r} is no charset that text can be read in") from None


def _undecodable(text: Text, data: bytes) -> list[str]:
    """Return what bytes of a file were replaced by U+FFFD, in hexadecimal digits; not more than a few."""
    if text.code != "GO011" or text.converted or is_stateful(text.encoding):
        return []
    own, origins, shown = _REPLACED.encode(text.encoding, errors="replace"), offsets_of(text), []
    found = islice(re.finditer(_REPLACED.encode(), text.data), _SHOWN)
    for length, place in zip(text.mended, found, strict=False):
        begin = origins.origin(place.start())
        if (raw := data[begin : begin + length]) != own:
            shown.append(f"{raw.hex(' ').upper()} at byte {begin}")
    return shown


class _Game:
    """One game of a file, as it is repaired."""

    def __init__(self, records: Records, replays: Replays, number: int, *, stones_differ: bool) -> None:
        self._records, self._replays, self._number = records, replays, number
        self._stones_differ = stones_differ
        self._log = ChangeLog()
        self.index = int(records.game_index[number])
        width, height = int(records.width[number]), int(records.height[number])
        self._size = (width, height) if width else None
        self._is_go = bool(records.is_go[number])

    def tell_text(self, text: Text, data: bytes) -> None:
        """Tell what became of the file's charset and format."""
        first = text.data.find(_REPLACED.encode()) if text.code == "GO011" else 0
        if text.code in ("GO011", "GO012", "GO013", "GO014"):
            message = f"the text is in UTF-8 now; {text.message.removesuffix('.')}"
            self._log.add(ChangeKind.CHARSET, text.code, first, message=message)
        elif text.encoding not in ("utf-8", "ascii") and not data.isascii():
            message = f"the text is in UTF-8 now; it was in {text.encoding} ({text.encoding_source})"
            self._log.add(ChangeKind.CHARSET, None, 0, message=message)
        for shown in _undecodable(text, data):
            self._log.add(ChangeKind.REPLACED_BYTES, "GO011", first, shown)
        if made := text.converted:
            message = f"the record is SGF now; it was {made.format.upper()}"
            self._log.add(ChangeKind.FORMAT, None, 0, message=message)

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
        return self._log.changes(self.index, self.offset, self._move)

    def repaired(self, after: int, *, drop_illegal: bool, tell: bool) -> list[bytes]:
        """Return the game as text, with the layout before it.

        Args:
            after: where the text before it ends.
            drop_illegal: as in `repair`.
            tell: as in `repair`.
        """
        records, log = self._records, self._log
        data = records.texts[0].data
        begin, stop = records.tape.game_span[self._number].tolist()
        before = data[after:begin]
        if before.removeprefix(_MARK).strip(bytes(range(33))):
            log.add(ChangeKind.TEXT_AROUND_GAME, "GO310", after, before.strip(bytes(range(33))))
            before = b"\n" if after else b""
        elif _MARK in before:
            log.add(ChangeKind.BYTE_ORDER_MARK, None, after)
        made = records.texts[0].converted
        read = ChangeLog() if made else log  # how the text of a reader is laid out is no business of the file
        root = read_nodes(records, self._number, read)
        self._set_handicap(root)
        ff = next((each for node in root.main_line() for each in node.raw_properties if each.name == b"FF"), None)
        board = Board(self._is_go, self._size, ff is None or ff.values[0].raw.strip() in (b"1", b"2", b"3"))
        mend_nodes(root, board, read)
        if self._size is not None:
            name_marks(root, self._size, read)
            if drop_illegal:
                leave_out_illegal(root, self._size, log)
        mend_root(root, read, is_go=self._is_go, size=self._size)
        if made:
            log.add_with_code(read)
            for note in made.notes:
                if note.game == self.index:
                    log.add(ChangeKind.CONVERSION, note.code, message=note.message.removesuffix("."))
        if self._is_go:
            mend_values(root, log, stones_differ=self._stones_differ)
        if tell:
            self._tell(root)
        if put_charset_first(root.raw_properties):
            log.add(ChangeKind.CHARSET_FIRST, None, root.offset)
        return [layout(before), write_nodes(root)]

    def _set_handicap(self, root: Node) -> None:
        """Set the handicap stones that are not there, where the record is clean with them alone (GO154)."""
        if not self._replays.implied[self._number] or self._size is None:
            return
        stones = fixed_handicap(*self._size, int(self._records.handicap[self._number]))
        points = [Value(point_text(point % self._size[0], point // self._size[0])) for point in stones]
        self._log.add(ChangeKind.HANDICAP_STONES, "GO154", root.offset)
        said = root.raw_properties
        first = next((number for number, each in enumerate(said) if each.name in ACTS), len(said))
        said.insert(first, Property(b"AB", points))

    def _tell(self, root: Node) -> None:
        """Add what was changed to the comment of the first node."""
        lines = [change.message for change in self.changes()]
        if not lines:
            return
        said = escaped("\n".join(["Repaired:", *lines]))
        comment = root.find_property(b"C")
        if comment is None:
            root.raw_properties.append(Property(b"C", [Value(said)]))
        else:
            comment.values[0].raw = b"\n\n".join(filter(None, (comment.values[0].raw, said)))
