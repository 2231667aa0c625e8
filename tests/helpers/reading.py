"""Helpers of the reading tests: bytes in, the tokenizer's result out in a form that tables can hold."""

from __future__ import annotations

from typing import NamedTuple

from goanalyze.sgf.charset import Text
from goanalyze.sgf.lines import read_lines
from goanalyze.sgf.properties import INFO, KO_PROPERTY, PLAY_WHITE, SYNTAX_CODES, TURN_BLACK
from goanalyze.sgf.records import Records, read_records

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAMES = {1: "B", 2: "W", 3: "AB", 4: "AW", 5: "AE", 6: "PL[B]", 7: "PL[W]"}


class Read(NamedTuple):
    """One game as read.

    Attributes:
        events: ``B[dd]``, ``W[]`` a pass, ``B[?]`` no point, ``B[dd]KO``, ``AB[aa]``, ``AB[aa:cc]``, ``PL[W]``.
        marks: ``TB[aa]`` and the like, of the final position.
        info: raw value of each property of `INFO` that is there.
        syntax: code → (first place in the file, count).
        span: first place in the file and one past the last.
        index: number of the game in its file.
    """

    events: list[str]
    marks: list[str]
    info: dict[str, bytes]
    syntax: dict[str, tuple[int, int]]
    span: tuple[int, int]
    index: int


def as_text(data: bytes | str, name: str = "a.sgf") -> Text:
    """Return a file as the charset decision hands it on: UTF-8."""
    raw = data.encode() if isinstance(data, str) else data
    return Text(name, "", len(raw), raw, "utf-8", "utf-8")


def read_chunk(*files: bytes | str) -> Records:
    """Tokenize files together into one chunk of records."""
    (records,) = read_records([as_text(file) for file in files])
    return records


def read(*files: bytes | str, most_games: int = 2000) -> list[list[Read]]:
    """Tokenize files together and return the games of each."""
    records_by_file: list[list[Read]] = [[] for _ in files]
    for records in read_records([as_text(file) for file in files], most_games):
        for game in range(len(records)):
            records_by_file[int(records.tape.game_file[game])].append(_read(records, game))
    return records_by_file


def read_one(data: bytes | str) -> Read:
    """Return the only game of a text."""
    ((game,),) = read(data)
    return game


def read_all(records: Records) -> list[Read]:
    """Return every game of a chunk."""
    return [_read(records, game) for game in range(len(records))]


def read_lines_of(records: Records) -> list[Read]:
    """Return every line of the games of a chunk but the main ones; `index` is the number of the game in the chunk."""
    return [
        line._replace(index=int(game))
        for lines, games in read_lines(records)
        for line, game in zip(read_all(lines), games, strict=True)
    ]


def _read(records: Records, game: int) -> Read:
    tape, start = records.tape, int(records.file_start[records.tape.game_file[game]])
    first, last = tape.event_start[game : game + 2].tolist()
    begin, end = tape.mark_start[game : game + 2].tolist()
    spans = dict(zip(INFO, tape.info[game].tolist(), strict=True))
    repairs = dict(zip(SYNTAX_CODES, tape.syntax[game].tolist(), strict=True))
    span = tape.game_span[game].tolist()
    return Read(
        [_event(*row) for row in zip(tape.kind[first:last].tolist(), tape.xy[first:last].tolist(), strict=True)],
        [
            f"{'TB' if kind == 1 else 'TW'}[{_area(xy)}]"
            for kind, xy in zip(tape.mark_kind[begin:end].tolist(), tape.mark_xy[begin:end].tolist(), strict=True)
        ],
        {name: records.buffer[at:stop].tobytes() for name, (at, stop) in spans.items() if at >= 0},
        {code: (at - start, count) for code, (at, count) in repairs.items() if count},
        (span[0] - start, span[1] - start),
        int(records.game_index[game]),
    )


def _event(kind: int, xy: list[int]) -> str:
    plain = kind & ~KO_PROPERTY
    name = _NAMES[plain]
    if plain >= TURN_BLACK:
        return name
    if plain <= PLAY_WHITE:
        point = {-1: "", -2: "?"}[xy[0]] if xy[0] < 0 else _LETTERS[xy[0]] + _LETTERS[xy[1]]
        return f"{name}[{point}]" + ("KO" if kind & KO_PROPERTY else "")
    return f"{name}[{_area(xy)}]"


def _area(xy: list[int]) -> str:
    low, high = _LETTERS[xy[0]] + _LETTERS[xy[1]], _LETTERS[xy[2]] + _LETTERS[xy[3]]
    return low if low == high else f"{low}:{high}"
