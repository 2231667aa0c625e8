"""Findings about files as a whole, the text of records and game-info values; the address of a finding about a game.

Readers of files notice GO001–GO004, GO011–GO015 and GO9xx, the tokenizer GO301–GO310 and GO312, readers of other
formats GO313–GO316. The parsers in ``sgf/values`` say why a value is odd.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from goanalyze.archives.non_records import non_records_message
from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry, Repair, RepairCondition, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.detectors.registry import Subject, detector, finding_at
from goanalyze.detectors.results import komi_notes
from goanalyze.detectors.syntax import syntax_message
from goanalyze.points import TT_PASS
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.size_komi_handicap import RecordedKomi

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.score.audit import AuditRow
    from goanalyze.score.end_policies import FinalPositionSet
    from goanalyze.sgf.charset import Text
    from goanalyze.sgf.formats.sgf_writer import ConversionNote
    from goanalyze.sgf.metadata import Metadata, ParsedValue
    from goanalyze.sgf.records import Records

_UNREAD: Final = frozenset({"GO001", "GO002", "GO003", "GO004", "GO901", "GO902", "GO903"})
"""Codes of files without a game; any other finding about a file is about its text."""

_NO_NOTES: Final[Mapping[int, str]] = MappingProxyType({})
_MISSING: Final = ("GO401", "GO402", "GO403")  # also of values that are missing

_CODES: Final = {
    "SZ": "GO409",
    "BR": "GO407",
    "WR": "GO407",
    "DT": "GO406",
    "KM": "GO404",
    "HA": "GO405",
    "RU": "GO402",
    "RE": "GO401",
}


def applies(records: Records, finding: Finding) -> bool:
    """Return True if a finding applies to its record: for other games than Go, only those of any game do."""
    return bool(records.is_go[finding.game]) or CATALOGUE[finding.code].is_of_any_game


def file_findings(text: Text, games: int) -> list[Finding]:
    """Return the findings about a file with a number of games; the table files has the last one."""
    if text.non_record_kind and not games and text.code not in _UNREAD:  # other facts about it do not matter
        quoting = " It quotes games, which are read only if it is named as an input." if text.is_quoting else ""
        message = f"The file is not a game record: {text.non_record_kind}.{quoting}"
        return [Finding("GO005", message, text.source, text.member)]
    findings = []
    for code, message, offset in text.findings:
        findings.append(Finding(code, message, text.source, text.member, offset=offset if offset >= 0 else None))
    if not games and text.code not in _UNREAD:
        findings.append(Finding("GO003", _no_game(text), text.source, text.member))
    return findings


def non_record_findings(texts: Iterable[Text]) -> Iterator[Finding]:
    """Yield one finding for the non-records of each archive and folder.

    A folder includes its subfolders if there are non-records in the folder itself.
    """
    by_container: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        by_container[text.source if text.member else _folder_of(text.source) or "."].append(text)
    for source in sorted(by_container, reverse=True):
        above = next((path for path in _folders_above(source) if path in by_container), None)
        if above is not None and not by_container[source][0].member:
            by_container[above] += by_container.pop(source)
    for source, group in by_container.items():
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
        return "no game in SGF or another known format was found in it"
    return f"it does not have a game {text.game}: games are counted from 0"


@detector(Subject.TEXT)
def syntax_findings(records: Records) -> Iterator[Finding]:
    """Yield one finding for each kind of fault in each game, at its first occurrence, in any of its lines."""
    import numpy as np

    from goanalyze.sgf.lines import line_at, moves_behind
    from goanalyze.sgf.properties import SYNTAX_CODES

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
    import numpy as np

    from goanalyze.sgf.properties import KO_PROPERTY, PLAY_WHITE, SYNTAX_CODES

    tape, width, height = records.tape, records.width, records.height
    has_other_size = (width != TT_PASS) | (height != TT_PASS)  # on 19×19 it is the pass of FF[3]
    events = np.flatnonzero(np.repeat(has_other_size, np.diff(tape.event_start)))
    event_game = np.searchsorted(tape.event_start, events, side="right") - 1
    (column, row), kind = tape.xy[events, :2].T, tape.kind[events] & ~np.uint8(KO_PROPERTY)
    is_corner = (column == width[event_game]) & (row == height[event_game]) & (column > 0)
    is_pass = is_corner & (kind <= PLAY_WHITE) & ~((column == TT_PASS) & (row == TT_PASS))
    passes, event_game = events[is_pass], event_game[is_pass]
    if not len(passes):
        return tape.syntax
    syntax, entry = tape.syntax.copy(), SYNTAX_CODES.index("GO320")
    games, first, counts = np.unique(event_game, return_index=True, return_counts=True)
    has_other = syntax[games, entry, 1] > 0
    offsets = tape.at[passes[first]]
    syntax[games, entry, 0] = np.where(has_other, np.minimum(syntax[games, entry, 0], offsets), offsets)
    syntax[games, entry, 1] += counts.astype(np.int32)
    return syntax


@detector(Subject.TEXT)
def format_findings(records: Records) -> Iterator[Finding]:
    """Yield the oddities of records in other formats, which their conversion to SGF noted."""
    if not any(text.converted for text in records.texts):
        return
    notes: dict[tuple[int, int], list[ConversionNote]] = defaultdict(list)
    for file, text in enumerate(records.texts):
        for note in text.converted.notes if text.converted else ():
            notes[file, note.game].append(note)
    for game, key in enumerate(zip(records.tape.game_file.tolist(), records.game_index.tolist(), strict=True)):
        for note in notes.get(key, ()):
            times = f" (the first of {note.times})" if note.times > 1 else ""
            message = f"{note.message.removesuffix('.')}{times}."
            plain = finding_at(records, game, note.code, message, count=note.times, move_number=note.move)
            yield plain._replace(offset=records.native_offset(game, note.offset))


@detector(
    Subject.HEADER,
    CatalogueEntry("GO311", Severity.WARNING, "not a game of Go",
        "GM names another game. The record is listed, but not replayed.",
        "GM[6], backgammon",
        is_of_any_game=True),
    CatalogueEntry("GO319", Severity.INFO, "another game, by its moves",
        "GM is absent, and the moves are those of renju or gomoku: from the centre on, near each other, on different "
        "points, and without five in a row before the last. The record is listed, but not replayed.",
        "(;SZ[15];B[hh];W[ii];B[if] ... without GM",
        is_of_any_game=True),
    CatalogueEntry("GO401", Severity.INFO, "result missing or not as SGF writes it",
        "RE is absent, or not one of the forms of FF[4]. The message says how it was read; a part that is not "
        "understood is left empty. A problem or a sequence, without players and result, needs no RE, RU and KM: it "
        "has stones of both colours set up, or at most 30 moves.",
        "RE[B+0.02], RE[黑中盘胜]",
        repair=Repair(RepairCondition.CLEAR, "RE has a form of FF[4], as B+3.5, W+R, 0, Void or ?")),
    CatalogueEntry("GO402", Severity.INFO, "ruleset missing or unknown",
        "RU is absent or its ruleset is unknown; games.ruleset is empty. If KataGo's rules string has an unknown part, "
        "the other parts are applied, and the message names that one. An old game without RU and komi gets the rules "
        "of its time as a guess (games.ruleset_source is period): ancient-chinese with corner stones of both colours, "
        "words for the group tax, or a Chinese date or place before 1900; japanese at the castle of Edo or in Japan.",
        "RU[house rules]"),
    CatalogueEntry("GO403", Severity.INFO, "komi missing or not a number",
        "KM is absent, and so is a komi in KO or GM, or it could not be read; games.komi is empty. The message names "
        "the usual komi, or 0, with which the recorded margin is the count. Without a komi no result differs from it. "
        "An old game by rules without komi needs no KM: its komi is 0 (games.komi_source is period).",
        "KM[six and a half]"),
    CatalogueEntry("GO404", Severity.INFO, "komi implausible or in another unit",
        "KM is in zi, or in hundredths, and was converted to points; or it is a number that no usual game has, as "
        "more than 30; or the players bid for the komi, and their highest bid is read for want of KM, or is another; "
        "or GM has a komi in place of the number of the game.",
        "KM[375] = 3¾ zi = 7.5 points",
        repair=Repair(RepairCondition.CLEAR, "KM is in points")),
    CatalogueEntry("GO405", Severity.WARNING, "handicap against stones",
        "HA is unreadable, or Black has another number of stones before White's first move, set up or placed by moves, "
        "also with white stones; or HA names none and White moves first on a board with black stones alone, for "
        "which White is then given nothing. With white stones, no more handicap stones count than HA says.",
        "HA[5]AB[dd][pp]",
        repair=Repair(RepairCondition.CLEAR, "HA is a plain number, where the stones agree with it")),
    CatalogueEntry("GO406", Severity.INFO, "date not as SGF writes it",
        "DT is not a date of the form YYYY-MM-DD, or is impossible; the message says how it was read.",
        "DT[03/04/2001]",
        repair=Repair(RepairCondition.CLEAR,
                      "DT is a year, month or day, where it says nothing else but a time of day")),
    CatalogueEntry("GO407", Severity.INFO, "rank not understood",
        "BR or WR is neither a rank, nor a title, a rating or a sign for an unknown rank; the number is left empty.",
        "BR[strong]"),
    CatalogueEntry("GO409", Severity.ERROR, "board size not understood",
        "SZ is not a size from 1 to 52. The game is listed, but not replayed.",
        "SZ[0]",
        repair=Repair(RepairCondition.CLEAR, "SZ is one number, or two with a colon")),
)  # fmt: skip
def header_findings(
    records: Records, metadata: Metadata, audited: Sequence[AuditRow], finals: FinalPositionSet
) -> Iterator[Finding]:
    """Yield the oddities in the values of each property, with the komi that explains a record without one."""
    return metadata_findings(records, metadata, komi_notes(audited, finals.plain))


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
    import numpy as np

    from goanalyze.sgf.other_games import find_problems
    from goanalyze.sgf.properties import INFO_INDEX

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
    """Return the code of the oddity of a property's value, None for a usual value."""
    if not value.message:
        return None
    if isinstance(value, RecordedKomi) and value.points is None:
        return "GO403"
    return _CODES[name]
