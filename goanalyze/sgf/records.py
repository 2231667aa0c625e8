"""Records: the properties of a chunk of games, as structs of arrays, and the ids that join all tables row by row."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Final, NamedTuple, Protocol, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.archives.blobs import Blob
from goanalyze.errors import TreeError
from goanalyze.kernels.library import kernels
from goanalyze.limits import CHUNK_BYTES, CHUNK_GAMES
from goanalyze.sgf.charset import Text, as_sgf, decode, offsets_of
from goanalyze.sgf.header_values import read_header
from goanalyze.sgf.offsets import Offsets
from goanalyze.sgf.other_games import resembles_gomoku
from goanalyze.sgf.properties import INFO_INDEX, identifier_table
from goanalyze.sgf.tape import BEGIN, FIRST_VALUE, NODE, Spans, Tape, Value, spans_for, tape_for
from goanalyze.sgf.values.rules import is_go
from goanalyze.sgf.values.size_komi_handicap import parse_handicap, parse_size
from goanalyze.util.arrow import encode, numbers, strings
from goanalyze.util.toml import shown


class Distinct(NamedTuple):
    """One property over all games of a chunk: the different texts once each, and which game has which.

    Attributes:
        where: int32[games], index into `texts`.
        texts: the different values; absent and empty are both ``""``.
        column: the values game by game, as an Arrow string array.
    """

    where: NDArray[np.int32]
    texts: list[str]
    column: pa.StringArray


@dataclass(frozen=True)
class Records:
    """A chunk of games as written.

    Attributes:
        texts: the files of the chunk.
        file_start: int64[files + 1], where each file begins in `buffer`.
        buffer: uint8[bytes], the files one after the other.
        tape: the tokenizer's tape, one row per game.
        spans: all nodes and values of the games; empty in chunks of variations.
        game_index: int32[games], number of the game within its file, from 0.
        width, height: int16[games], board size; 0 if it is unknown or the game is not Go: not replayed.
        handicap: int16[games], HA; 0 where absent or unreadable.
        is_go: bool[games], True if GM is absent or 1, and the moves are not those of renju or gomoku.
        line: int32[games], number of the variation; 0 for the main line, all that chunks of games hold.
        stem: int32[games], plays and passes that a variation shares with an earlier line of its game.
    """

    texts: Sequence[Text]
    file_start: NDArray[np.int64]
    buffer: NDArray[np.uint8]
    tape: Tape
    spans: Spans
    game_index: NDArray[np.int32]
    width: NDArray[np.int16]
    height: NDArray[np.int16]
    handicap: NDArray[np.int16]
    is_go: NDArray[np.bool_]
    line: NDArray[np.int32]
    stem: NDArray[np.int32]
    _distinct: dict[str, Distinct] = field(default_factory=dict, repr=False)
    _file_offsets: dict[int, Offsets] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.tape.game_file)

    def distinct(self, name: str) -> Distinct:
        """Return the values of one property of `vocabulary.INFO`, unescaped; each chunk works them out once."""
        if name not in self._distinct:
            self._distinct[name] = _distinct(self.buffer, self.tape.info, INFO_INDEX[name])
        return self._distinct[name]

    def text_of(self, game: int) -> Text:
        """Return the file that contains a game."""
        return self.texts[int(self.tape.game_file[game])]

    @property
    def address_columns(self) -> dict[str, pa.Array]:
        """Address of each game as columns of the games table: source, member and number in its file."""
        files = numbers(self.tape.game_file)
        sources = strings([text.source for text in self.texts]).dictionary_encode()
        members = strings([text.member for text in self.texts])
        game_index = numbers(self.game_index)
        return {"source": sources.take(files), "member": members.take(files), "game_index": game_index}

    @cached_property
    def _foreign(self) -> list[int]:
        """The games of other formats."""
        files = [file for file, text in enumerate(self.texts) if text.converted]
        games: list[int] = np.flatnonzero(np.isin(self.tape.game_file, files)).tolist() if files else []
        return games

    def as_written(self, name: str) -> pa.StringArray:
        """Return the values of one property as in the files: in other formats, the text that they were read from."""
        column = self.distinct(name).column
        if not self._foreign:
            return column
        values = column.to_pylist()
        for game in self._foreign:
            conversion = self.text_of(game).converted
            if conversion and values[game]:
                begin = int(self.tape.info[game, INFO_INDEX[name], 0])
                values[game] = conversion.as_written(begin - int(self.file_start[self.tape.game_file[game]]))
        return strings(values)

    def offset(self, game: int, index: int) -> int:
        """Return the offset in the original file of a byte of the buffer, `index`, inside a game."""
        file = self.tape.game_file[game]
        text, offset = self.texts[file], index - int(self.file_start[file])
        if text.is_as_it_was:
            return offset
        return self.native_offset(game, text.converted.origin(offset) if text.converted else offset)

    def native_offset(self, game: int, offset: int) -> int:
        """Return the offset in the original file of a byte of a game's text in its own format, `offset`."""
        file = int(self.tape.game_file[game])
        if file not in self._file_offsets:
            self._file_offsets[file] = offsets_of(self.texts[file])
        return self._file_offsets[file].origin(offset)

    def spans_of(self, game: int) -> Spans:
        """Return the nodes and values of one game, a row for each value."""
        return self.spans.rows(_runs_of(self.tape, slice(game, game + 1))).expanded(self.buffer)

    def values_up_to(self, game: int, offset: int) -> list[Value]:
        """Return the values of the node that contains an offset of the buffer, up to the value that contains it."""
        first, stop = self.spans.runs[self.tape.run_start[game : game + 2], FIRST_VALUE].tolist()
        nodes, begins = self._nodes_and_begins
        row = bisect_right(begins, offset, first, stop) - 1
        if row < first:
            return []
        last = Value.of(self.spans.values[row].tolist(), self.buffer, offset)
        begin = bisect_left(nodes, last.node, first, row)
        values = [*map(Value._make, self.spans.values[max(begin - 1, first) : row].tolist())]
        values[:2] = [Value.of(value, self.buffer, offset) for value in values[:2]]  # plain plays may end with the node
        return [*(value for value in values if value.node == last.node), last]

    @cached_property
    def _nodes_and_begins(self) -> tuple[memoryview, memoryview]:
        """The columns NODE and BEGIN of all values."""
        nodes, begins = np.ascontiguousarray(self.spans.values[:, [NODE, BEGIN]].T)
        return nodes.data, begins.data

    def raw(self, game: int) -> bytes:
        """Return the game's text, from its first parenthesis to its last, in UTF-8."""
        first, last = self.tape.game_span[game].tolist()
        return self.buffer[first:last].tobytes()


def _distinct(buffer: NDArray[np.uint8], info: NDArray[np.int32], index: int) -> Distinct:
    """Return the values of one property of all games."""
    games = len(info)
    size = int((info[:, index, 1] - info[:, index, 0]).sum())
    text, text_start = np.empty(size, dtype=np.uint8), np.empty(games + 1, dtype=np.int32)
    kernels.unescape_values(buffer, info, index, text, text_start)
    column = pa.StringArray.from_buffers(games, pa.py_buffer(text_start), pa.py_buffer(text))
    if not size and games:  # no game has it
        return Distinct(np.zeros(games, dtype=np.int32), [""], column)
    where, texts = encode(column)
    return Distinct(where, texts, column)


class _File(Protocol):
    @property
    def data(self) -> bytes: ...


_AnyFile = TypeVar("_AnyFile", bound=_File)


def in_chunks(stream: Iterable[_AnyFile]) -> Iterator[list[_AnyFile]]:
    """Gather files until there is a chunk of them, by number or by bytes."""
    files: list[_AnyFile] = []
    size = 0
    for file in stream:
        files.append(file)
        size += len(file.data)
        if len(files) >= CHUNK_GAMES or size >= CHUNK_BYTES:
            yield files
            files, size = [], 0
    if files:
        yield files


def read_records(texts: Sequence[Text], most_games: int = CHUNK_GAMES) -> Iterator[Records]:
    """Tokenize files and yield their games in chunks of at most `most_games`.

    Files without a game yield nothing; the caller compares `texts` with the chunks.
    """
    file_start = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum([len(text.data) for text in texts], out=file_start[1:])
    data = b"".join(text.data for text in texts)
    buffer = np.frombuffer(data, dtype=np.uint8)
    most_runs = _most_runs(data, len(texts))
    actions, position = identifier_table(), np.zeros(3, dtype=np.int64)
    is_picked = any(text.game >= 0 for text in texts)
    file, game_in_file = 0, 0
    while file < len(texts):
        remaining = int(file_start[-1] - position[1])
        tape = tape_for(min(most_games, remaining // 4 + 1), remaining)
        spans = spans_for(most_runs, remaining)
        games = kernels.scan_games(buffer, file_start, actions, tape, spans, position)
        next_file = int(position[0])
        if games:
            spans = spans.rows(slice(0, int(tape.run_start[games])))
            tape = tape.rows(slice(0, games))
            game_index = _game_index(tape.game_file, file, game_in_file)
            game_in_file = int(game_index[-1]) + 1 if tape.game_file[-1] == next_file else 0
            for row in _picked(texts, tape.game_file, game_index) if is_picked else [slice(0, games)]:
                some = tape.rows(row) if is_picked else tape
                some_spans = spans.rows(_runs_of(tape, row)) if is_picked else spans
                yield make_records(texts, file_start, buffer, some, some_spans, game_index[row])
        elif next_file < len(texts):
            raise RuntimeError("the tokenizer made no progress")
        file = next_file


def _most_runs(data: bytes, files: int) -> int:
    """Return an upper bound of the runs of nodes in some files: each begins at a parenthesis, or with its file.

    Parentheses are counted only in long texts, for which arrays of the greatest length would be too large.
    """
    most = len(data) if len(data) <= CHUNK_BYTES else data.count(b"(") + data.count(b")")
    return most + files


def _runs_of(tape: Tape, rows: slice) -> slice:
    """Return the runs of nodes of some games."""
    return slice(int(tape.run_start[rows.start]), int(tape.run_start[rows.stop]))


def _picked(texts: Sequence[Text], game_file: NDArray[np.int32], game_index: NDArray[np.int32]) -> Iterator[slice]:
    """Yield the runs of selected games: all of most files, of others the one that is picked."""
    selected = np.array([text.game for text in texts], dtype=np.int32)[game_file]
    is_in = np.concatenate([[False], (selected < 0) | (selected == game_index), [False]])
    for first, stop in np.flatnonzero(is_in[1:] != is_in[:-1]).reshape(-1, 2).tolist():
        yield slice(first, stop)


def _game_index(game_file: NDArray[np.int32], first_file: int, first_index: int) -> NDArray[np.int32]:
    """Number the games of each file from 0, going on from `first_index` in the first file."""
    first_of_file = np.searchsorted(game_file, game_file, side="left")
    index = np.arange(len(game_file)) - first_of_file
    index[game_file == first_file] += first_index
    return index.astype(np.int32)


def make_records(
    texts: Sequence[Text],
    file_start: NDArray[np.int64],
    buffer: NDArray[np.uint8],
    tape: Tape,
    spans: Spans,
    game_index: NDArray[np.int32],
    line: NDArray[np.int32] | None = None,
    stem: NDArray[np.int32] | None = None,
) -> Records:
    """Return a chunk of games, or of lines, with their boards and handicaps; arguments as in `Records`."""
    games = len(game_index)
    width, height, handicap = (np.zeros(games, dtype=np.int16) for _ in range(3))
    line, stem = (np.zeros(games, dtype=np.int32) if each is None else each for each in (line, stem))
    is_of_go = np.ones(games, dtype=np.bool_)
    records = Records(texts, file_start, buffer, tape, spans, game_index, width, height, handicap, is_of_go, line, stem)
    index, names, _ = records.distinct("GM")
    records.is_go[:] = np.array([is_go(name) for name in names])[index]
    index, names, _ = records.distinct("SZ")
    sizes = [parse_size(name) for name in names]
    records.width[:] = np.array([size.width for size in sizes], dtype=np.int16)[index]
    records.height[:] = np.array([size.height for size in sizes], dtype=np.int16)[index]
    records.is_go[:] &= ~resembles_gomoku(tape, records.width, records.height)
    records.width[:] *= records.is_go
    records.height[:] *= records.is_go
    index, names, _ = read_header(records, "HA")
    stones = [parse_handicap(name).stones or 0 for name in names]
    records.handicap[:] = np.array([min(count, 400) for count in stones], dtype=np.int16)[index]
    return records


def one_game(records: Records, game: int) -> Records:
    """Return one game of a chunk as a chunk of its own, so that derived values cost one game's work."""
    row = slice(game, game + 1)
    spans = records.spans.rows(_runs_of(records.tape, row))
    return Records(
        records.texts,
        records.file_start,
        records.buffer,
        records.tape.rows(row),
        spans,
        records.game_index[row],
        records.width[row],
        records.height[row],
        records.handicap[row],
        records.is_go[row],
        records.line[row],
        records.stem[row],
    )


_TEXT_BYTES: Final = 12
_ADDRESS_BYTES: Final = 6
TEXT_DIGITS: Final = 2 * _TEXT_BYTES
"""Hexadecimal digits at the beginning of an id that are the hash of the game's text."""


def text_ids(records: Records) -> list[str]:
    """Return the hash of each game's text (BLAKE2b, 96 bits, hex): of 10⁸, two collide with a chance of 10⁻¹³."""
    text: memoryview = records.buffer.data
    spans = records.tape.game_span.tolist()
    return [blake2b(text[first:last], digest_size=_TEXT_BYTES).hexdigest() for first, last in spans]


def game_ids(records: Records) -> list[str]:
    """Return the id of each game: the hash of its text, then that of source, member and number in the file.

    The second part is 48 bits of BLAKE2b. Two games have the same id only if both parts are equal, as in a file that
    the inputs name twice. Runs over the same paths give the same ids.
    """
    text, tape, file, digests = records.buffer.data, records.tape, -1, list[bytes]()
    games = zip(tape.game_file.tolist(), records.game_index.tolist(), tape.game_span.tolist(), strict=True)
    for game_file, index, (first, last) in games:
        if game_file != file:
            file = game_file
            name = f"{records.texts[file].source}\0{records.texts[file].member}\0".encode(errors="surrogatepass")
        digests.append(blake2b(text[first:last], digest_size=_TEXT_BYTES).digest())
        digests.append(blake2b(b"%b%d" % (name, index), digest_size=_ADDRESS_BYTES).digest())
    digits, size = b"".join(digests).hex(), 2 * (_TEXT_BYTES + _ADDRESS_BYTES)
    return [digits[begin : begin + size] for begin in range(0, len(digits), size)]


def text_id(game_id: str) -> str:
    """Return the part of an id that is equal for copies."""
    return game_id[:TEXT_DIGITS]


def first_game(text: str | bytes) -> Records:
    """Read the first game of an SGF text, or of a record in another known format.

    Args:
        text: characters, whose CA is ignored; or bytes, whose charset is detected as for a file.
    """
    if not isinstance(text, (str, bytes)):
        raise TreeError(f"{shown(text)} is not a valid record. Expected str or bytes.")
    if isinstance(text, str):
        data = text.encode("utf-8", errors="replace")
        decoded = as_sgf(Text("text", "", len(data), data, "utf-8", "utf-8"))
    else:
        decoded = decode(Blob("text", "", text))
    for records in read_records([decoded], most_games=1):
        return records
    raise TreeError("No game was found in the text. Expected '(;' or a node with a property.")
