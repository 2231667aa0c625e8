"""Lines: every variation of a game as a record of its own, from the root to one end of the tree.

The main line is line 0; the others are numbered from 1 as their ends follow each other in the text (depth first). Every
stage takes lines as it takes games. Scope: no judgement of lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.kernels.library import kernels
from goanalyze.limits import CHUNK_GAMES, LINE_EVENTS, MAX_LINE_EVENTS, MAX_LINES
from goanalyze.sgf.properties import INFO_INDEX, PLAY_BLACK, PLAY_WHITE
from goanalyze.sgf.records import Records, make_records, one_game, read_records
from goanalyze.sgf.tape import ACTION, BEHIND_GAME, Paths, Spans, Tape, Tree, new_paths, new_tape, new_tree, spans_for


class NodeRuns(NamedTuple):
    """The runs of nodes of one game and the paths to them, as kernels take them; r runs. See `Tape` and `Paths`.

    Attributes:
        parent: int32[r], earlier run that each one continues; −1 for the first.
        path_moves: int64[r], plays and passes on the path to each run, inclusive.
        path_markup: int64[r], run with the territory markup that counts at the end of each run; −1 if absent.
        info: int32[r, len(INFO), 2], span of each value of game info; −1, −1 if absent.
        event_start: int64[r + 1], first event of each run, and the end.
        kind: uint8[events], kinds of events.
        xy: int8[events, 4], points of events.
        at: int32[events], offsets of events.
        mark_start: int64[r + 1], first territory mark of each run, and the end.
        mark_kind: uint8[marks], TERRITORY_BLACK or TERRITORY_WHITE.
        mark_xy: int8[marks, 4], column and row of two opposite corners of a rectangle.
    """

    parent: NDArray[np.int32]
    path_moves: NDArray[np.int64]
    path_markup: NDArray[np.int64]
    info: NDArray[np.int32]
    event_start: NDArray[np.int64]
    kind: NDArray[np.uint8]
    xy: NDArray[np.int8]
    at: NDArray[np.int32]
    mark_start: NDArray[np.int64]
    mark_kind: NDArray[np.uint8]
    mark_xy: NDArray[np.int8]


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
    pending: list[_Lines] = []
    count = events = 0
    for game in np.flatnonzero(records.tape.branches).tolist():
        for lines in _lines_of(records, game):
            pending.append(lines)
            count, events = count + len(lines.number), events + len(lines.tape.kind)
            if count >= CHUNK_GAMES or events >= LINE_EVENTS:
                yield _joined(records, pending)
                pending, count, events = [], 0, 0
    if pending:
        yield _joined(records, pending)


def main_line(line: Records) -> Records:
    """Return the game that one line is of, by itself."""
    for records in read_records([line.text_of(0)]):
        for game in np.flatnonzero(records.game_index == line.game_index[0]).tolist():
            return one_game(records, game)
    raise ValueError("the line is of no game")


def main_runs(records: Records, game: int) -> list[int]:
    """Return the runs of nodes on the main line of a game, by their numbers in its spans."""
    spans = records.spans_of(game)
    _, tree, _ = _read_runs(records, spans)
    runs = [int(tree.end[0])]
    while (parent := int(spans.parent[runs[-1]])) >= 0:
        runs.append(parent)
    return runs[::-1]


def line_at(records: Records, game: int, offset: int) -> int:
    """Return the number of the first line of a game that contains an offset of the buffer, 0 for the main line."""
    spans, main = records.spans_of(game), main_runs(records, game)
    run = max(int(np.searchsorted(spans.open, offset, side="right")) - 1, 0)
    if run in main:
        return 0
    is_leaf = np.ones(len(spans.parent), dtype=np.bool_)
    is_leaf[spans.parent[spans.parent >= 0]] = False
    is_leaf[main[-1]] = False
    leaf = run + int(is_leaf[run:].argmax())
    return 1 + int(is_leaf[:leaf].sum())


def moves_behind(records: Records, game: int) -> int:
    """Return the number of plays and passes behind the end of a game's tree, in all lines there."""
    spans = records.spans_of(game)
    behind = np.flatnonzero(spans.parent == BEHIND_GAME)
    if not len(behind):
        return 0
    actions = spans.values[spans.value_start[behind[0]] :, ACTION]
    return int(((actions == PLAY_BLACK) | (actions == PLAY_WHITE)).sum())


def _read_runs(records: Records, spans: Spans) -> tuple[Tape, Tree, Paths]:
    """Read each run of nodes of a game to a row of a tape. The tree has one end for each line."""
    count, values = len(spans.parent), len(spans.values)
    tape, tree, paths = new_tape(count + 1, values, values), new_tree(count, min(count, MAX_LINES)), new_paths(count)
    lines = np.zeros(1, dtype=np.int64)
    kernels.read_runs(records.buffer, spans, tape, tree, paths, lines)
    return tape, tree._replace(end=tree.end[: lines[0]]), paths


def _lines_of(records: Records, game: int) -> Iterator[_Lines]:
    """Yield the lines of one game after the main one, some at a time."""
    begin, end = records.tape.game_span[game].tolist()
    spans = records.spans_of(game)
    tape, tree, paths = _read_runs(records, spans)
    runs, ends = _runs_of(spans, tape, paths), tree.end
    events = paths.events[ends]
    spent = np.cumsum(paths.length[ends] + events)
    lines = max(1, int(np.searchsorted(spent, spent[0] + MAX_LINE_EVENTS, side="right")))
    is_used = np.zeros(len(spans.parent), dtype=np.bool_)
    main_result, first = None, 1
    while first < lines:
        many = int(np.searchsorted(np.cumsum(events[first:lines]), LINE_EVENTS)) + 1
        last = min(first + min(many, CHUNK_GAMES), lines)
        start = 0 if main_result is None else first  # the main line is joined with the first others
        tape, stem = _join_runs(runs, ends[start:last], events[start:last], is_used)
        if main_result is None:
            main_result = tape.info[0, INFO_INDEX["RE"]].copy()
            tape, stem = tape.rows(slice(1, last)), stem[1:]
        tape.game_file[:], tape.game_span[:] = records.tape.game_file[game], (begin, end)
        tape.branches[:] = records.tape.branches[game]
        result = tape.info[:, INFO_INDEX["RE"]]
        result[(result == main_result).all(axis=1)] = -1
        yield _Lines(tape, game, np.arange(first, last, dtype=np.int32), stem)
        first = last


def _runs_of(spans: Spans, tape: Tape, paths: Paths) -> NodeRuns:
    """Return the runs of nodes of a game, as `read_runs` wrote them."""
    count = len(spans.parent)
    starts = slice(0, count + 1)
    return NodeRuns(
        np.ascontiguousarray(spans.parent),
        paths.moves,
        paths.markup,
        tape.info[:count],
        tape.event_start[starts],
        tape.kind,
        tape.xy,
        tape.at,
        tape.mark_start[starts],
        tape.mark_kind,
        tape.mark_xy,
    )


def _join_runs(
    runs: NodeRuns, ends: NDArray[np.int32], events: NDArray[np.int64], is_used: NDArray[np.bool_]
) -> tuple[Tape, NDArray[np.int32]]:
    """Return the tape of the lines that end with some runs, and the number of moves each shares with earlier ones.

    Args:
        runs: all runs of the game.
        ends: int32[lines], last run of each line.
        events: int64[lines], events of each line.
        is_used: bool[runs], True for the runs of earlier lines; those of these lines are added.
    """
    markup = runs.path_markup[ends]
    marks = np.where(markup >= 0, runs.mark_start[markup + 1] - runs.mark_start[markup], 0)
    event_start, mark_start = (np.concatenate(([0], np.cumsum(sizes))) for sizes in (events, marks))
    tape = new_tape(len(ends), int(event_start[-1]), int(mark_start[-1]))
    tape.event_start[:], tape.mark_start[:] = event_start, mark_start
    stem = np.empty(len(ends), dtype=np.int32)
    kernels.join_runs(runs, ends, is_used, tape, stem)
    return tape, stem


def _joined(records: Records, pending: list[_Lines]) -> tuple[Records, NDArray[np.int32]]:
    """Return lines of several games as records of a chunk."""
    sizes = [len(each.number) for each in pending]
    games = np.repeat(np.array([each.game for each in pending], dtype=np.int32), sizes)
    number, stem = (np.concatenate([getattr(each, name) for each in pending]) for name in ("number", "stem"))
    columns = {
        name: np.concatenate([getattr(each.tape, name) for each in pending])
        for name in Tape._fields
        if not name.endswith("_start")
    }
    columns["run_start"] = np.zeros(len(games) + 1, dtype=np.int64)
    for name in ("event_start", "mark_start"):
        lengths = [np.diff(getattr(each.tape, name)) for each in pending]
        columns[name] = np.concatenate(([0], np.cumsum(np.concatenate(lengths))))
    return make_records(
        records.texts,
        records.file_start,
        records.buffer,
        Tape(**columns),
        spans_for(0, 0),
        records.game_index[games],
        number,
        stem,
    ), games
