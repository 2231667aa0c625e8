"""Findings about files as a whole, the text of records and game-info values; and where a finding about a game stands.

GO003, GO005 and what readers said of files (GO001, GO002, GO004, GO011–GO015, GO9xx); GO301–GO310 and GO312, noticed
by the tokenizer; GO313–GO316, by the readers of other formats; GO311 and GO401–GO409: what is odd about a value, its
parser in ``sgf/values`` says.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.archives.non_records import non_records_message
from goanalyze.detectors.syntax import syntax_message
from goanalyze.sgf.charset import Text
from goanalyze.sgf.formats.sgf_writer import ConversionNote
from goanalyze.sgf.lines import line_at, moves_behind
from goanalyze.sgf.metadata import Metadata, ParsedValue
from goanalyze.sgf.problems import find_problems
from goanalyze.sgf.properties import INFO_INDEX, KO_PROPERTY, PLAY_WHITE, SYNTAX_CODES
from goanalyze.sgf.records import Records
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.size_komi_handicap import RecordedKomi
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.points import TT_PASS

_UNREAD: Final = frozenset({"GO001", "GO002", "GO003", "GO004", "GO901", "GO902", "GO903"})
"""What readers say where there is no game; any other finding about a file is of its text."""

# What may be said of a record of another game: its syntax, but neither its moves nor its metadata.
_ANY_GAME: Final = {*SYNTAX_CODES, "GO311", "GO319"} - {"GO307", "GO308", "GO320", "GO321", "GO322"}

_NO_NOTES: Final[Mapping[int, str]] = MappingProxyType({})
_MISSING: Final = ("GO401", "GO402", "GO403")  # also of values that are missing

_CODES: Final = {"SZ": "GO409", "BR": "GO407", "WR": "GO407", "DT": "GO406", "KM": "GO404", "HA": "GO405",
                 "RU": "GO402", "RE": "GO401"}  # fmt: skip


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
    if text.non_record_kind and not games and text.code not in _UNREAD:  # nor is anything else of it worth knowing
        quoting = " It quotes games, which are read only if it is named as an input." if text.is_quoting else ""
        message = f"The file is not a game record: {text.non_record_kind}.{quoting}"
        return [Finding("GO005", message, text.source, text.member)]
    found = []
    for code, message, offset in text.findings:
        found.append(Finding(code, message, text.source, text.member, offset=offset if offset >= 0 else None))
    if not games and text.code not in _UNREAD:
        found.append(Finding("GO003", _no_game(text), text.source, text.member))
    return found


def non_record_findings(texts: Iterable[Text]) -> Iterator[Finding]:
    """Yield one finding for the non-records of each archive and folder.

    A folder includes its subfolders if there are non-records in the folder itself.
    """
    by_place: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        by_place[text.source if text.member else _folder_of(text.source) or "."].append(text)
    for source in sorted(by_place, reverse=True):
        above = next((path for path in _folders_above(source) if path in by_place), None)
        if above is not None and not by_place[source][0].member:
            by_place[above] += by_place.pop(source)
    for source, group in by_place.items():
        kinds = Counter(text.non_record_kind for text in group)
        names = [text.member or text.source for text in group]
        message = non_records_message(kinds, names, sum(text.is_quoting for text in group))
        yield Finding("GO005", message, source, count=len(group))


def _folders_above(path: str) -> Iterator[str]:
    """Yield the folders that contain a folder, the innermost first."""
    while path := _folder_of(path):
        yield path


def _folder_of(path: str) -> str:
    """Return the folder that contains a file or folder, here or in a remote place; empty for the working folder."""
    return path.replace(os.sep, "/").rpartition("/")[0]


def _no_game(text: Text) -> str:
    if text.game < 0:
        return "no SGF game tree was found in it"
    return f"there is no game {text.game} in it: games are counted from 0"


def syntax_findings(records: Records) -> Iterator[Finding]:
    """Yield one finding for each kind of fault in each game, at its first occurrence, in any of its lines."""
    syntax = _with_corner_passes(records)
    offsets, counts = syntax[:, :, 0], syntax[:, :, 1]
    for game, column in np.argwhere(counts).tolist():
        code, count, offset = SYNTAX_CODES[column], int(counts[game, column]), int(offsets[game, column])
        if code == "GO318":
            count = moves_behind(records, game)
        message = syntax_message(records, game, code, offset, count)
        finding = finding_at(records, game, code, message, offset, count=max(count, 1))
        line = line_at(records, game, offset) if records.tape.branches[game] > 0 and code != "GO318" else 0
        yield finding._replace(line=line) if line else finding


def _with_corner_passes(records: Records) -> NDArray[np.int32]:
    """Return the faults of syntax, with passes that are written as the point beyond the last corner (GO320)."""
    tape = records.tape
    event_game = np.repeat(np.arange(len(records)), np.diff(tape.event_start))
    column, row = tape.xy[:, 0], tape.xy[:, 1]
    is_corner = (column == records.width[event_game]) & (row == records.height[event_game]) & (column > 0)
    is_ff3 = (column == TT_PASS) & (row == TT_PASS)
    is_play = (tape.kind & ~np.uint8(KO_PROPERTY)) <= PLAY_WHITE
    passes = np.flatnonzero(is_corner & is_play & ~is_ff3)
    if not len(passes):
        return tape.syntax
    syntax, entry = tape.syntax.copy(), SYNTAX_CODES.index("GO320")
    games, first, counts = np.unique(event_game[passes], return_index=True, return_counts=True)
    has_other = syntax[games, entry, 1] > 0
    offsets = tape.at[passes[first]]
    syntax[games, entry, 0] = np.where(has_other, np.minimum(syntax[games, entry, 0], offsets), offsets)
    syntax[games, entry, 1] += counts.astype(np.int32)
    return syntax


def format_findings(records: Records) -> Iterator[Finding]:
    """Yield what is odd about records of other formats, noticed where they were converted to SGF."""
    if not any(text.converted for text in records.texts):
        return
    found: dict[tuple[int, int], list[ConversionNote]] = defaultdict(list)
    for file, text in enumerate(records.texts):
        for note in text.converted.notes if text.converted else ():
            found[file, note.game].append(note)
    for game, place in enumerate(zip(records.tape.game_file.tolist(), records.game_index.tolist(), strict=True)):
        for note in found.get(place, ()):
            times = f" (the first of {note.times})" if note.times > 1 else ""
            message = f"{note.message.removesuffix('.')}{times}."
            plain = finding_at(records, game, note.code, message, count=note.times, move_number=note.move)
            yield plain._replace(offset=records.native_offset(game, note.offset))


def metadata_findings(
    records: Records, metadata: Metadata, komi_notes: Mapping[int, str] = _NO_NOTES
) -> Iterator[Finding]:
    """Yield the oddities in the values of each property, property by property; then the records of other games.

    A problem or a sequence is not expected to have a result, a ruleset or a komi.

    Args:
        records: a chunk.
        metadata: its metadata.
        komi_notes: by game, a sentence on a komi that explains the record where none is recorded.
    """
    is_problem = find_problems(records)
    for name, (header, parsed) in metadata.parsed.items():
        codes = [code_of(name, value) for value in parsed]
        is_missing = np.array([not text for text in header.texts])
        for code in sorted({code for code in codes if code}):
            has_code = np.array([each == code for each in codes])
            is_silent = is_problem & (code in _MISSING)
            for game in np.flatnonzero(has_code[header.where] & ~(is_silent & is_missing[header.where])).tolist():
                message = parsed[header.where[game]].message
                if code == "GO403" and game in komi_notes:
                    message = f"{message} {komi_notes[game]}"
                yield finding_at(records, game, code, message, header.offset(records, game))
    foreign = np.flatnonzero(~records.is_go)
    if len(foreign):
        names, at = records.distinct("GM"), records.tape.info[:, INFO_INDEX["GM"], 0]
        for game in foreign.tolist():
            value = names.texts[names.where[game]]
            if value:
                yield finding_at(records, game, "GO311", f"GM is {quote(value)}, not 1 (Go).", int(at[game]))
            else:
                message = "GM is missing, and the moves are those of renju or gomoku. The record is not replayed as Go."
                yield finding_at(records, game, "GO319", message, int(records.tape.game_span[game, 0]))


def code_of(name: str, value: ParsedValue) -> str | None:
    """Return the code of what is odd about the value of a property, None for nothing."""
    if not value.message:
        return None
    if isinstance(value, RecordedKomi) and value.points is None:
        return "GO403"
    return _CODES[name]
