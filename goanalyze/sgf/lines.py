"""Lines: every variation of a game as a record of its own, from the root to one end of the tree.

The main line is line 0; the others are numbered from 1 as their ends follow each other in the text (depth first). Every
stage takes lines as it takes games. What may not live here: what is told of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.sgf.lines_kernel import gather_lines, marked_rows, measure
from goanalyze.sgf.properties import INFO, INFO_INDEX, SYNTAX_CODES, identifier_table
from goanalyze.sgf.records import Records, make_records, one_game, read_records
from goanalyze.sgf.tokenizer_kernel import Tape, Tree, new_tape, new_tree, scan_tree
from goanalyze.vocabulary.limits import CHUNK_GAMES, LINE_EVENTS, MAX_LINE_EVENTS, MAX_LINES

_MOST_ROWS = 4 * MAX_LINES  # a tree that branches wherever it can has twice as many runs of nodes as lines
_OPENINGS = np.frombuffer(b"()", dtype=np.uint8)


class _Lines(NamedTuple):
    """Some lines of one game: their tape, their numbers, and moves shared with earlier ones (`Records.stem`)."""

    tape: Tape
    game: int
    number: NDArray[np.int32]
    stem: NDArray[np.int32]


def read_lines(records: Records) -> Iterator[tuple[Records, NDArray[np.int32]]]:
    """Yield the lines of those games of a chunk that branch, all but the main ones, some at a time.

    A game's lines end where `MAX_LINES` or `MAX_LINE_EVENTS` is passed. The recorded result is the main line's: others
    have none, if they do not name one themselves.

    Yields:
        The lines as records, and int32[lines], the game of the chunk that each belongs to.
    """
    held: list[_Lines] = []
    count = events = 0
    table = identifier_table()
    for game in np.flatnonzero(records.tape.branches).tolist():
        for lines in _lines_of(records, game, table):
            held.append(lines)
            count, events = count + len(lines.number), events + len(lines.tape.kind)
            if count >= CHUNK_GAMES or events >= LINE_EVENTS:
                yield _joined(records, held)
                held, count, events = [], 0, 0
    if held:
        yield _joined(records, held)


def main_line(line: Records) -> Records:
    """Return the game that one line is of, by itself."""
    for records in read_records([line.text_of(0)]):
        for game in np.flatnonzero(records.game_index == line.game_index[0]).tolist():
            return one_game(records, game)
    raise ValueError("the line is of no game")


def _lines_of(records: Records, game: int, table: NDArray[np.uint8]) -> Iterator[_Lines]:
    """Yield the lines of one game after the main one, not too many at a time."""
    begin, end = records.tape.game_span[game].tolist()
    parentheses = int(np.isin(records.buffer[begin:end], _OPENINGS).sum())
    most = min(parentheses + 1, _MOST_ROWS)
    rows, tree = new_tape(most, end - begin), new_tree(most, min(most, MAX_LINES))
    stop = int(records.file_start[records.tape.game_file[game] + 1])
    count, lines = scan_tree(records.buffer, begin, stop, table, rows, tree)
    sizes = measure(tree.parent, rows.event_start, rows.kind, count)
    events = sizes[tree.end[:lines], 1]
    spent = np.cumsum(sizes[tree.end[:lines], :2].sum(axis=1))
    lines = max(1, int(np.searchsorted(spent, spent[0] + MAX_LINE_EVENTS, side="right")))
    is_told = np.zeros(count, dtype=np.bool_)
    (main, _), first = _gathered(tree.end[:1], tree, rows, sizes, is_told), 1
    while first < lines:
        many = int(np.searchsorted(np.cumsum(events[first:lines]), LINE_EVENTS)) + 1
        last = min(first + min(many, CHUNK_GAMES), lines)
        tape, stem = _gathered(tree.end[first:last], tree, rows, sizes, is_told)
        tape.game_file[:], tape.game_span[:] = records.tape.game_file[game], (begin, end)
        tape.branches[:] = records.tape.branches[game]
        result = tape.info[:, INFO_INDEX["RE"]]
        result[(result == main.info[0, INFO_INDEX["RE"]]).all(axis=1)] = -1
        yield _Lines(tape, game, np.arange(first, last, dtype=np.int32), stem)
        first = last


def _gathered(
    ends: NDArray[np.int32], tree: Tree, rows: Tape, sizes: NDArray[np.int64], is_told: NDArray[np.bool_]
) -> tuple[Tape, NDArray[np.int32]]:
    """Return the tape of the lines that end at some rows, and how many moves each shares with earlier ones."""
    marked, lines = marked_rows(ends, tree, rows), len(ends)
    marks = np.where(marked >= 0, np.diff(rows.mark_start)[marked], 0)
    event_start, mark_start = (np.concatenate(([0], np.cumsum(each))) for each in (sizes[ends, 1], marks))
    tape = Tape(
        np.empty(lines, dtype=np.int32), np.empty((lines, 2), dtype=np.int32),
        np.empty((lines, len(INFO), 2), dtype=np.int32), np.empty((lines, len(SYNTAX_CODES), 2), dtype=np.int32),
        np.empty(lines, dtype=np.int32),
        event_start, *_empty(int(event_start[-1])), np.empty(int(event_start[-1]), dtype=np.int32),
        mark_start, *_empty(int(mark_start[-1])),
    )  # fmt: skip
    stem = np.empty(lines, dtype=np.int32)
    gather_lines(ends, marked, tree, rows, tape, sizes, is_told, stem)
    return tape, stem


def _empty(number: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """Return room for kinds and points of events or marks."""
    return np.empty(number, dtype=np.uint8), np.empty((number, 4), dtype=np.int8)


def _joined(records: Records, held: list[_Lines]) -> tuple[Records, NDArray[np.int32]]:
    """Return lines of several games as records of a chunk."""
    sizes = [len(each.number) for each in held]
    games = np.repeat(np.array([each.game for each in held], dtype=np.int32), sizes)
    number, stem = (np.concatenate([getattr(each, name) for each in held]) for name in ("number", "stem"))
    columns = {
        name: np.concatenate([getattr(each.tape, name) for each in held])
        for name in Tape._fields if not name.endswith("_start")
    }  # fmt: skip
    for name in ("event_start", "mark_start"):
        lengths = [np.diff(getattr(each.tape, name)) for each in held]
        columns[name] = np.concatenate(([0], np.cumsum(np.concatenate(lengths))))
    return make_records(records.texts, records.file_start, records.buffer, Tape(**columns),
                        records.game_index[games], number, stem), games  # fmt: skip
