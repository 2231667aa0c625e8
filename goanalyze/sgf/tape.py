"""The tape of a chunk: the flat arrays that the tokenizer writes and all later stages read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.sgf.properties import INFO, PLAIN_PLAYS, PLAY_BLACK, PLAY_WHITE, SYNTAX_CODES

PARENT, OPEN, CLOSE, FIRST_VALUE = range(4)
"""Columns of `Spans.runs`."""

NODE, NAME, BEGIN, END, ACTION = range(5)
"""Columns of `Spans.values`."""

_PLAIN_SIZE = 6  # bytes of a node in a span of plain plays

NO_NAME = -1
"""In place of the offset of a name: text outside values."""

BEHIND_GAME = -2
"""Parent of a run behind the end of the game's tree."""


class Events(NamedTuple):
    """The plays and setup of a chunk, as kernels take them; n games, e events.

    Attributes:
        kind: uint8[e], PLAY_*, ADD_*, TURN_*; KO_PROPERTY may be added to a play.
        xy: int8[e, 4], column, row and, for setup, the opposite corner of a rectangle; −1 for a pass, −2 if unreadable.
        at: int32[e], offset of the value's opening bracket in the buffer.
        start: int64[n + 1]; the events of game g are ``start[g]:start[g + 1]``.
    """

    kind: NDArray[np.uint8]
    xy: NDArray[np.int8]
    at: NDArray[np.int32]
    start: NDArray[np.int64]


class Tape(NamedTuple):
    """The tokenizer's output; n games, e events, m territory marks. Offsets are offsets into the buffer.

    If `read_runs` has written it, a row is a run of nodes of one game. In chunks of variations, a row is a line.

    Attributes:
        game_file: int32[n], number of the game's file.
        game_span: int32[n, 2], offset of the first byte and of the end.
        info: int32[n, len(INFO), 2], span of each value between its brackets; −1, −1 if absent.
        syntax: int32[n, len(SYNTAX_CODES), 2], first offset and number of each repaired fault.
        branches: int32[n], variations other than the main line, counted by their ends.
        run_start: int64[n + 1]; the runs of game g in the spans are ``run_start[g]:run_start[g + 1]``. Zeros in
            tapes of runs and lines.
        event_start: int64[n + 1]; the events of game g are ``event_start[g]:event_start[g + 1]``.
        kind: uint8[e], kinds of events: see `Events`.
        xy: int8[e, 4], points of events: see `Events`.
        at: int32[e], offsets of events: see `Events`.
        mark_start: int64[n + 1]; the marks of game g are ``mark_start[g]:mark_start[g + 1]``.
        mark_kind: uint8[m], TERRITORY_BLACK or TERRITORY_WHITE, of the last node with any after the last play or setup.
        mark_xy: int8[m, 4], column and row of two opposite corners of a rectangle.
    """

    game_file: NDArray[np.int32]
    game_span: NDArray[np.int32]
    info: NDArray[np.int32]
    syntax: NDArray[np.int32]
    branches: NDArray[np.int32]
    run_start: NDArray[np.int64]
    event_start: NDArray[np.int64]
    kind: NDArray[np.uint8]
    xy: NDArray[np.int8]
    at: NDArray[np.int32]
    mark_start: NDArray[np.int64]
    mark_kind: NDArray[np.uint8]
    mark_xy: NDArray[np.int8]

    @property
    def events(self) -> Events:
        """The plays and setup."""
        return Events(self.kind, self.xy, self.at, self.event_start)

    def rows(self, rows: slice) -> Tape:
        """Return some rows with their events and marks, as a tape of its own."""
        starts = slice(rows.start, rows.stop + 1)
        events, marks = (
            slice(int(start[rows.start]), int(start[rows.stop])) for start in (self.event_start, self.mark_start)
        )
        return Tape(
            self.game_file[rows],
            self.game_span[rows],
            self.info[rows],
            self.syntax[rows],
            self.branches[rows],
            self.run_start[starts] - self.run_start[rows.start],
            self.event_start[starts] - events.start,
            self.kind[events].copy(),
            self.xy[events].copy(),
            self.at[events].copy(),
            self.mark_start[starts] - marks.start,
            self.mark_kind[marks].copy(),
            self.mark_xy[marks].copy(),
        )


def new_tape(rows: int, events: int, marks: int) -> Tape:
    """Return a tape with room for rows, events and marks. Its starts are zeros; its other contents are arbitrary."""
    return Tape(
        game_file=np.empty(rows, dtype=np.int32),
        game_span=np.empty((rows, 2), dtype=np.int32),
        info=np.empty((rows, len(INFO), 2), dtype=np.int32),
        syntax=np.empty((rows, len(SYNTAX_CODES), 2), dtype=np.int32),
        branches=np.zeros(rows, dtype=np.int32),
        run_start=np.zeros(rows + 1, dtype=np.int64),
        event_start=np.zeros(rows + 1, dtype=np.int64),
        kind=np.empty(events, dtype=np.uint8),
        xy=np.empty((events, 4), dtype=np.int8),
        at=np.empty(events, dtype=np.int32),
        mark_start=np.zeros(rows + 1, dtype=np.int64),
        mark_kind=np.empty(marks, dtype=np.uint8),
        mark_xy=np.empty((marks, 4), dtype=np.int8),
    )


def tape_for(games: int, size: int) -> Tape:
    """Return a tape for at most some games in a text, and one more row, which the tokenizer uses as scratch.

    Args:
        games: most games, or runs of nodes, that are kept.
        size: bytes of the text; each value has two of them, but for the last, whose closing bracket may be missing.
    """
    return new_tape(games + 1, size // 2 + 1, size // 2 + 1)


class Spans(NamedTuple):
    """The runs of nodes of games and all their values, in the order of the text; r runs, v values.

    A run is a sequence of nodes between two parentheses. Text outside values is a value without a name, so that between
    two spans the text contains only signs (parentheses and semicolons) and blanks. Offsets are offsets into the buffer.

    Attributes:
        runs: int32[r + 1, 4], columns PARENT (number of the run of the game that each one continues; −1 for the first
            run of a game, −2 for nodes behind the end of its tree), OPEN (offset of the run's parenthesis, or of its
            first node if it has no parenthesis of its own), CLOSE (offset of the parenthesis that closes it; −1 if
            absent) and FIRST_VALUE. The last row has only FIRST_VALUE; the values of run i are those from
            ``runs[i, FIRST_VALUE]`` to ``runs[i + 1, FIRST_VALUE]``.
        values: int32[v, 5], columns NODE (number of the node in the game, from 0), NAME (offset of the property's name;
            −1 for text outside values), BEGIN (offset of the opening bracket, or of the text outside values), END
            (offset of the closing bracket, or of the end of a text or value without one) and ACTION (of the property; 0
            if the tape does not keep it). Nodes that contain nothing but a play, without blanks between them, are one
            row with the action PLAIN_PLAYS: NODE is the first of them, and BEGIN and END enclose them. See `expanded`.
    """

    runs: NDArray[np.int32]
    values: NDArray[np.int32]

    @property
    def parent(self) -> NDArray[np.int32]:
        """int32[r], the column PARENT."""
        return self.runs[:-1, PARENT]

    @property
    def open(self) -> NDArray[np.int32]:
        """int32[r], the column OPEN."""
        return self.runs[:-1, OPEN]

    @property
    def close(self) -> NDArray[np.int32]:
        """int32[r], the column CLOSE."""
        return self.runs[:-1, CLOSE]

    @property
    def value_start(self) -> NDArray[np.int32]:
        """int32[r + 1], the column FIRST_VALUE."""
        return self.runs[:, FIRST_VALUE]

    def rows(self, runs: slice) -> Spans:
        """Return some runs with their values, as views where that is possible."""
        some = self.runs[runs.start : runs.stop + 1]
        first, stop = some[[0, -1], FIRST_VALUE].tolist()
        if first:
            some = some.copy()
            some[:, FIRST_VALUE] -= first
        return Spans(some, self.values[first:stop])

    def expanded(self, buffer: NDArray[np.uint8]) -> Spans:
        """Return the spans with one row for each value, also of nodes with plain plays.

        Args:
            buffer: uint8[bytes], text that the offsets are of.
        """
        values, start = expand_values(self.values, buffer)
        if values is self.values:
            return self
        runs = self.runs.copy()
        runs[:, FIRST_VALUE] = start[self.value_start]
        return Spans(runs, values)


class Value(NamedTuple):
    """A value of a property, or text outside values: a row of `Spans.values` whose columns have its names."""

    node: int
    name: int
    begin: int
    end: int
    action: int

    @classmethod
    def of(cls, row: Sequence[int], buffer: NDArray[np.uint8], offset: int) -> Value:
        """Return the value of a row; of plain plays, the one that contains an offset, else the last."""
        value = cls(*row)
        if value.action != PLAIN_PLAYS:
            return value
        number = (min(offset, value.end - 1) - value.begin) // _PLAIN_SIZE
        begin = value.begin + _PLAIN_SIZE * number
        action = PLAY_BLACK if buffer[begin + 1] == ord("B") else PLAY_WHITE
        return cls(value.node + number, begin + 1, begin + 2, begin + _PLAIN_SIZE - 1, action)


def expand_values(values: NDArray[np.int32], buffer: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return rows of `Spans.values` with one row for each play.

    Args:
        values: int32[v, 5], rows as in `Spans`.
        buffer: uint8[bytes], text that the offsets are of.

    Returns:
        int32[w, 5], the rows, themselves if none is of plain plays; and int64[v + 1], the first of them for each row.
    """
    is_plain = values[:, ACTION] == PLAIN_PLAYS
    if not is_plain.any():
        return values, np.arange(len(values) + 1)
    counts = np.where(is_plain, (values[:, END] - values[:, BEGIN]) // _PLAIN_SIZE, 1)
    start = np.concatenate(([0], np.cumsum(counts)))
    rows = np.repeat(np.arange(len(values)), counts)
    expanded = values[rows]
    plain = np.flatnonzero(is_plain[rows])
    number = (plain - start[rows[plain]]).astype(np.int32)  # of the node in its span
    node_offset = expanded[plain, BEGIN] + _PLAIN_SIZE * number
    expanded[plain, NODE] += number
    expanded[plain, NAME], expanded[plain, BEGIN] = node_offset + 1, node_offset + 2
    expanded[plain, END] = node_offset + _PLAIN_SIZE - 1
    expanded[plain, ACTION] = np.where(buffer[node_offset + 1] == ord("B"), PLAY_BLACK, PLAY_WHITE)
    return expanded, start


def spans_for(runs: int, size: int) -> Spans:
    """Return spans with room for the runs and values of a text. Their values are arbitrary.

    Args:
        runs: most runs of nodes.
        size: bytes of the text; each value, or text outside values, has two of them with the sign after it.
    """
    spans = Spans(np.empty((runs + 1, 4), dtype=np.int32), np.empty((size // 2 + 1, 5), dtype=np.int32))
    spans.runs[0] = 0  # the end, without any run
    return spans


class Tree(NamedTuple):
    """Facts about a game's r runs of nodes.

    Attributes:
        has_child: bool[r], True if another run continues it.
        is_marked: bool[r], True if it has territory markup; markup of earlier runs then does not count.
        end: int32[lines], last run of each line: of the main line, then of the others in the order of the text.
    """

    has_child: NDArray[np.bool_]
    is_marked: NDArray[np.bool_]
    end: NDArray[np.int32]


def new_tree(runs: int, lines: int) -> Tree:
    """Return facts with room for some runs of nodes and lines. The ends are arbitrary."""
    has_child, is_marked = np.zeros((2, runs), dtype=np.bool_)
    return Tree(has_child, is_marked, np.empty(lines, dtype=np.int32))


class Paths(NamedTuple):
    """The paths from the root of a game to each of its r runs of nodes, inclusive.

    Attributes:
        length: int64[r], runs of the path.
        events: int64[r], events on the path.
        moves: int64[r], plays and passes on the path.
        markup: int64[r], run with the territory markup that counts at the end of the path; −1 if absent.
    """

    length: NDArray[np.int64]
    events: NDArray[np.int64]
    moves: NDArray[np.int64]
    markup: NDArray[np.int64]


def new_paths(runs: int) -> Paths:
    """Return paths with room for some runs of nodes. Their contents are arbitrary."""
    return Paths(*np.empty((len(Paths._fields), runs), dtype=np.int64))
