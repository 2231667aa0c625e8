"""Findings about files as a whole, the text of records and game-info values; and where a finding about a game stands.

GO003, GO005 and what readers said of files (GO001, GO002, GO004, GO011–GO015, GO9xx); GO301–GO310 and GO312, noticed
by the tokenizer; GO313–GO316, by the readers of other formats; GO311 and GO401–GO409: what is odd about a value, its
parser in ``sgf/values`` says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import numpy as np

from goanalyze.sgf.charset import Text
from goanalyze.sgf.formats.sheet import Note
from goanalyze.sgf.metadata import Metadata, Parsed
from goanalyze.sgf.properties import INFO_INDEX, SYNTAX_CODES
from goanalyze.sgf.records import Records
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.terms import RecordedKomi
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.finding import Finding

_UNREAD: Final = frozenset({"GO001", "GO002", "GO003", "GO004", "GO901", "GO902", "GO903"})
"""What readers say where there is no game; any other finding about a file is of its text."""

# What may be said of a record of another game: its syntax, but neither its moves nor its metadata.
_ANY_GAME: Final = {*SYNTAX_CODES, "GO311"} - {"GO307", "GO308"}

_CODES: Final = {"SZ": "GO409", "BR": "GO407", "WR": "GO407", "DT": "GO406", "KM": "GO404", "HA": "GO405",
                 "RU": "GO402", "RE": "GO401"}  # fmt: skip
_BEFORE: Final = 6
_AFTER: Final = 18


def finding_at(
    records: Records, game: int, code: str, message: str, at: int = -1, *, count: int = 1,
    move_number: int | None = None, point: str | None = None,
) -> Finding:  # fmt: skip
    """Return a finding about a game of a chunk; `at` is a place in its buffer or −1, the rest is as in `Finding`."""
    text = records.text_of(game)
    return Finding(code, message, text.source, text.member, game, int(records.game_index[game]),
                   records.offset(game, at) if at >= 0 else None, move_number, point=point, count=count,
                   line=int(records.line[game]),
                   move_numbers=() if move_number is None else (move_number,))  # fmt: skip


def applies(records: Records, finding: Finding) -> bool:
    """Return whether a finding may be told: little is said of records of other games than Go."""
    return bool(records.is_go[finding.game]) or finding.code in _ANY_GAME


def file_findings(text: Text, games: int) -> list[Finding]:
    """Return what is to be said of a file with so many games; the last one is what the files table tells."""
    if text.what and not games and text.code not in _UNREAD:  # nor is anything else of it worth knowing
        return [Finding("GO005", f"it is {text.what}, and holds no game", text.source, text.member)]
    found = []
    for code, message, offset in text.findings:
        found.append(Finding(code, message, text.source, text.member, offset=offset if offset >= 0 else None))
    if not games and text.code not in _UNREAD:
        found.append(Finding("GO003", _no_game(text), text.source, text.member))
    return found


def _no_game(text: Text) -> str:
    if text.game < 0:
        return "no SGF game tree was found in it"
    return f"there is no game {text.game} in it: games are counted from 0"


def syntax_findings(records: Records) -> Iterator[Finding]:
    """Yield one finding for each kind of fault in each game, at its first occurrence."""
    places, counts = records.tape.syntax[:, :, 0], records.tape.syntax[:, :, 1]
    for game, column in np.argwhere(counts).tolist():
        code, count, at = SYNTAX_CODES[column], int(counts[game, column]), int(places[game, column])
        times = f", {count} times, the first" if count > 1 else ""
        message = f"{CATALOGUE[code].title.capitalize()}{times} at {_around(records, game, at)!r}."
        yield finding_at(records, game, code, message, at, count=count)


def _around(records: Records, game: int, at: int) -> str:
    """Return a few characters of the record about a place, so that a message can be understood without the file."""
    file = int(records.tape.game_file[game])
    text, place = records.texts[file], at - int(records.file_start[file])
    if text.converted:
        return text.converted.as_written(place)[: _BEFORE + _AFTER]
    return text.data[max(0, place - _BEFORE) : place + _AFTER].decode("utf-8", errors="replace")


def format_findings(records: Records) -> Iterator[Finding]:
    """Yield what is odd about records of other formats, noticed where they were converted to SGF."""
    if not any(text.converted for text in records.texts):
        return
    found: dict[tuple[int, int], list[Note]] = defaultdict(list)
    for file, text in enumerate(records.texts):
        for note in text.converted.notes if text.converted else ():
            found[file, note.game].append(note)
    for game, place in enumerate(zip(records.tape.game_file.tolist(), records.game_index.tolist(), strict=True)):
        for note in found.get(place, ()):
            times = f" (the first of {note.times})" if note.times > 1 else ""
            message = f"{note.message.removesuffix('.')}{times}."
            plain = finding_at(records, game, note.code, message, count=note.times, move_number=note.move)
            yield plain._replace(offset=records.native_offset(game, note.at))


def metadata_findings(records: Records, metadata: Metadata) -> Iterator[Finding]:
    """Yield what is odd about the values of each property, property by property; then the records of other games."""
    for name, (distinct, parsed) in metadata.parsed.items():
        codes = [code_of(name, value) for value in parsed]
        at = records.tape.info[:, INFO_INDEX[name], 0]
        for code in sorted({code for code in codes if code}):
            has = np.array([each == code for each in codes])
            for game in np.flatnonzero(has[distinct.where]).tolist():
                yield finding_at(records, game, code, parsed[distinct.where[game]].message, int(at[game]))
    foreign = np.flatnonzero(~records.is_go)
    if len(foreign):
        names, at = records.distinct("GM"), records.tape.info[:, INFO_INDEX["GM"], 0]
        for game in foreign.tolist():
            message = f"GM is {quote(names.texts[names.where[game]])}, not 1 (Go)."
            yield finding_at(records, game, "GO311", message, int(at[game]))


def code_of(name: str, value: Parsed) -> str | None:
    """Return the code of what is odd about the value of a property, None for nothing."""
    if not value.message:
        return None
    if isinstance(value, RecordedKomi) and value.points is None:
        return "GO403"
    return _CODES[name]
