"""Builder of the findings table: every kind of finding of a chunk, as rows of one form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.life.choices import Contradiction
from goanalyze.life.statuses import Statuses
from goanalyze.replay.events import Event, find_events
from goanalyze.replay.replays import Replays
from goanalyze.replay.verdicts import PRESETS
from goanalyze.rules import Ruleset
from goanalyze.sgf.charset import Text
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.records import Records
from goanalyze.sgf.vocabulary import INFO_INDEX, SYNTAX_CODES
from goanalyze.tables.audit import Audited
from goanalyze.tables.schema import FINDINGS
from goanalyze.vocabulary.arrow import as_arrow
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.limits import MAX_MOVES
from goanalyze.vocabulary.points import WHITE, color_name, to_gtp, to_sgf

__all__ = ["Row", "chunk_rows", "file_row", "findings_table", "result_rows", "tally"]

# What may be said of a record of another game: its syntax, but neither its moves nor its metadata.
_ANY_GAME: Final = {*SYNTAX_CODES, "GO311"} - {"GO307", "GO308"}
_BEFORE: Final = 6
_AFTER: Final = 18


@dataclass(frozen=True, slots=True)
class Row:
    """One finding before it is put in columns; `game` is the number in the chunk, −1 for a file."""

    game: int
    source: str
    member: str
    game_index: int | None
    code: str
    move_number: int | None = None
    color: str | None = None
    point: str | None = None
    offset: int | None = None
    rulesets: tuple[str, ...] = ()
    repetition: str | None = None
    repeats_move: int | None = None
    cycle_length: int | None = None
    cycle_kind: str | None = None
    prisoner_balance: int | None = None
    count: int = 1
    message: str = ""


def file_row(text: Text, code: str, message: str, offset: int = -1) -> Row:
    """Return a finding about a file as a whole."""
    return Row(-1, text.source, text.member, None, code, offset=offset if offset >= 0 else None, message=message)


def chunk_rows(
    records: Records, replays: Replays, metadata: Metadata, statuses: Statuses, rulesets: Sequence[Ruleset] = PRESETS
) -> list[Row]:
    """Collect the findings of every game of a chunk, in the order of games.

    Args:
        records: the chunk as read.
        replays: the same, played out.
        metadata: the same, normalised.
        statuses: what its markup says of life and death.
        rulesets: whose objections to moves are listed.
    """
    rows = [
        *_syntax_rows(records),
        *_metadata_rows(records, metadata),
        *_fact_rows(records, replays, statuses),
        *(_event_row(records, replays, event) for event in find_events(replays, rulesets)),
    ]
    rows = [row for row in rows if records.is_go[row.game] or row.code in _ANY_GAME]
    return sorted(rows, key=lambda row: row.game)


def _row(records: Records, game: int, code: str, at: int, message: str, count: int = 1) -> Row:
    """Return a finding about a game; `at` is a place in the chunk's buffer, or −1."""
    text = records.text_of(game)
    return Row(game, text.source, text.member, int(records.game_index[game]), code, count=count, message=message,
               offset=records.offset(game, at) if at >= 0 else None)  # fmt: skip


def _syntax_rows(records: Records) -> Iterator[Row]:
    places, counts = records.tape.syntax[:, :, 0], records.tape.syntax[:, :, 1]
    for game, column in np.argwhere(counts).tolist():
        code = SYNTAX_CODES[column]
        count = int(counts[game, column])
        place = int(places[game, column])
        times = f", {count} times, the first" if count > 1 else ""
        message = f"{CATALOGUE[code].title.capitalize()}{times} at {_around(records, game, place)!r}."
        yield _row(records, game, code, place, message, count)


def _around(records: Records, game: int, place: int) -> str:
    """Return a few characters of the record about a place, so that a message can be understood without the file."""
    file = int(records.tape.game_file[game])
    first, last = records.file_start[file : file + 2].tolist()
    begin, end = max(first, place - _BEFORE), min(last, place + _AFTER)
    return records.buffer[begin:end].tobytes().decode("utf-8", errors="replace")


def _metadata_rows(records: Records, metadata: Metadata) -> Iterator[Row]:
    for note in metadata.notes:
        places = records.tape.info[note.games, INFO_INDEX[note.name], 0].tolist()
        for game, at, message in zip(note.games.tolist(), places, note.messages, strict=True):
            yield _row(records, game, note.code, at, message)


def _fact_rows(records: Records, replays: Replays, statuses: Statuses) -> Iterator[Row]:
    """Yield what the replay's per-game facts and the markup say: setup, handicap, limits, contradictions."""
    start = records.tape.game_span[:, 0]

    def where(condition: Any) -> list[int]:
        found: list[int] = np.flatnonzero(condition).tolist()
        return found

    for game in where(replays.fact("dropped_moves")):
        count = int(replays.fact("dropped_moves")[game])
        yield _row(records, game, "GO004", int(start[game]),
                   f"More than {MAX_MOVES:,} moves; the {count:,} beyond are not replayed.", count)  # fmt: skip
    breaks = replays.fact("setup_breaks")
    for game in where(breaks):
        move = int(replays.fact("first_setup_break")[game])
        row = _row(records, game, "GO151", _move_at(replays, game, move), f"Stones are set up after move {move}.",
                   int(breaks[game]))  # fmt: skip
        yield replace(row, move_number=move)
    for game in where(replays.fact("handicap_moves")):
        count = int(replays.fact("handicap_moves")[game])
        yield _row(records, game, "GO152", int(start[game]),
                   f"Black's first {count} moves stand for HA = {int(records.handicap[game])}.")  # fmt: skip
    for game in where(replays.fact("no_liberty_point") >= 0):
        point, width = int(replays.fact("no_liberty_point")[game]), int(replays.width[game])
        name = to_gtp(point, width, int(replays.height[game]))
        row = _row(records, game, "GO153", int(start[game]), f"The chain at {name} is set up without a liberty.")
        yield replace(row, point=to_sgf(point, width))
    for game in where(replays.fact("setup_off_board")):
        count = int(replays.fact("setup_off_board")[game])
        yield _row(records, game, "GO308", int(start[game]), f"Setup points that are not on the board: {count}.", count)
    yield from _handicap_rows(records, replays, where)
    for game, error in sorted(statuses.engine_errors.items()):
        yield _row(records, game, "GO506", int(start[game]), f"The estimate stands, the engine gave none: {error}.")
    for game in where(statuses.contradiction):
        yield _row(
            records,
            game,
            "GO410",
            int(start[game]),
            f"The territory markup is not used: {Contradiction.at(statuses.contradiction[game]).meaning}.",
        )


def _handicap_rows(records: Records, replays: Replays, where: Any) -> Iterator[Row]:
    at = records.tape.info[:, INFO_INDEX["HA"], 0]
    handicap, black = records.handicap, replays.fact("black_setup")
    on_board = (replays.width > 0) & (handicap >= 2)
    passing = replays.alternating
    for game in where(passing):
        yield _row(records, game, "GO152", int(at[game]),
                   f"Black's first {int(handicap[game])} moves stand for the handicap; White passes.")  # fmt: skip
    missing = on_board & ~passing & (replays.fact("handicap_moves") == 0) & ((black == 0) | replays.implied)
    for game in where(missing):
        stones = int(handicap[game])
        message = (
            f"The {stones} handicap stones are not in the record; the standard points are implied, the record is clean "
            "with them." if replays.implied[game] else f"The {stones} handicap stones are not in the record."
        )  # fmt: skip
        yield _row(records, game, "GO154", int(at[game]), message)
    unnamed = (replays.width > 0) & (handicap < 2) & (black >= 2) & (replays.fact("white_setup") == 0)
    for game in where(unnamed & _begins_with_white(replays)):
        yield _row(records, game, "GO405", int(at[game]),
                   f"HA names none; black stones set up before White's first move: {int(black[game])}.")  # fmt: skip
    placed = np.where(replays.fact("handicap_moves") > 0, replays.fact("handicap_moves"), black)
    even = replays.fact("white_setup") == 0  # with white stones, the setup is a position and no handicap
    for game in where(on_board & ~passing & ~missing & even & (placed != handicap)):
        yield _row(records, game, "GO405", int(at[game]),
                   f"HA says {int(handicap[game])}; handicap stones on the board: {int(placed[game])}.")  # fmt: skip


def _begins_with_white(replays: Replays) -> NDArray[np.bool_]:
    """Return the games whose first move is White's."""
    begins = np.zeros(len(replays), dtype=np.bool_)
    played = np.flatnonzero(replays.fact("moves"))
    begins[played] = replays.moves.color[replays.start[:-1][played]] == WHITE
    return begins


def _move_at(replays: Replays, game: int, number: int) -> int:
    return int(replays.moves.at[replays.start[game] + number - 1])


def _event_row(records: Records, replays: Replays, event: Event) -> Row:
    moves, width = replays.moves, int(replays.width[event.game])
    row = _row(records, event.game, event.code, int(moves.at[event.row]), event.message, event.count)
    point = int(moves.point[event.row])
    return replace(
        row,
        move_number=event.row - int(replays.start[event.game]) + 1,
        color=color_name(int(moves.color[event.row])),
        point=to_sgf(point, width) if point >= -1 else None,
        rulesets=event.rulesets,
        repetition=event.repetition or None,
        repeats_move=event.repeats if event.length else None,
        cycle_length=event.length or None,
        cycle_kind=event.kind or None,
        prisoner_balance=event.balance,
    )


def result_rows(records: Records, audited: Sequence[Audited], notes: Iterable[tuple[int, str, str]]) -> list[Row]:
    """Return what is to be said of recorded results and of outcomes: GO501–GO505."""
    at = records.tape.info[:, INFO_INDEX["RE"], 0]
    rows = [_row(records, row.game, *_placed(note, int(at[row.game]))) for row in audited if (note := row.note())]
    return rows + [_row(records, game, code, -1, message) for game, code, message in notes]


def _placed(note: tuple[str, str], at: int) -> tuple[str, int, str]:
    return note[0], at, note[1]


def tally(rows: list[Row], games: int) -> tuple[Any, list[str | None]]:
    """Count the findings of each game: (int32[games], worst severity of each)."""
    counts = np.zeros(games, dtype=np.int32)
    worst = np.full(games, len(Severity), dtype=np.int8)
    for row in rows:
        if row.game >= 0:
            counts[row.game] += 1
            worst[row.game] = min(worst[row.game], CATALOGUE[row.code].severity.index)
    names = (*Severity.names(), None)
    return counts, [names[number] for number in worst.tolist()]


def findings_table(rows: list[Row], game_ids: list[str]) -> Any:
    """Put findings into the columns of the findings table; `game_ids` by number in the chunk."""
    columns: dict[str, list[Any]] = {field.name: [getattr(row, field.name) for row in rows] for field in fields(Row)}
    columns["game_id"] = [game_ids[game] if game >= 0 else None for game in columns["game"]]
    columns["severity"] = [CATALOGUE[code].severity.value for code in columns["code"]]
    schema = FINDINGS.arrow()
    arrays = [as_arrow(columns[field.name], field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)
