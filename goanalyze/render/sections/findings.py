"""Findings by code or by file, worst first, with examples and boards, and every error for print."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from goanalyze.archives.address import Address, quoted
from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry, Severity
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.game_views import GameViews
from goanalyze.render.model import (
    SEVERITY_NOUNS,
    SEVERITY_TONES,
    Block,
    Cell,
    Column,
    Commands,
    GameLine,
    GameList,
    Kind,
    Paragraph,
    Rows,
    Section,
    Table,
    Tone,
    Value,
)
from goanalyze.render.sections.check_summary import worst_first
from goanalyze.render.sections.examples import example_lines, finding_lines
from goanalyze.render.sections.explanation import explanation_paragraphs
from goanalyze.util.numbers import plural
from goanalyze.util.row import FieldMapping, Fields

_SHOWN: Final = 10  # codes
_ERRORS: Final = 500  # errors that the appendix lists
_ERROR_BOARDS: Final = 60  # of them with a board


def codes_in(facts: DatasetFacts) -> dict[str, Rows]:
    """Return the rows of the findings of each code, worst severity first, then most frequent."""
    index, names = facts.names(facts.findings, "code")
    rows = {name: np.flatnonzero(index == number) for number, name in enumerate(names)}
    order = sorted(rows, key=lambda name: (catalogue_entry(name).severity.index, -len(rows[name]), name))
    return {name: rows[name] for name in order if len(rows[name])}


def catalogue_entry(code: str) -> CatalogueEntry:
    """Return the catalogue's entry, or one that says that this version does not know the code."""
    missing = CatalogueEntry(
        code, Severity.INFO, "unknown code", "Another version of goanalyze wrote this dataset.", ""
    )
    return CATALOGUE.get(code, missing)


def error_rows(facts: DatasetFacts) -> Rows:
    """Return the rows of the findings that are errors, ascending."""
    errors = [code for code, entry in CATALOGUE.items() if entry.severity is Severity.ERROR]
    return np.flatnonzero(facts.is_among(facts.findings, "code", errors))


def error_games(facts: DatasetFacts) -> Rows:
    """Return the games with errors, ascending."""
    games = facts.finding_games[error_rows(facts)]
    return np.unique(games[games >= 0])


def finding_section(facts: DatasetFacts, chosen: Mapping[str, Rows]) -> Section:
    """Return the codes that occur, worst first, each with the number of its games or files and one example."""
    codes = codes_in(facts)
    if not codes:
        sentence = "Nothing odd was found in any file, game or move."
        return Section("findings", "Findings", (Paragraph(sentence, Tone.GOOD),))
    total = Counter(dict.fromkeys(SEVERITY_NOUNS, 0))
    for code, rows in codes.items():
        total[catalogue_entry(code).severity.value] += len(rows)
    caption = ", ".join(plural(number, SEVERITY_NOUNS[name]) for name, number in total.items() if number)
    table = Table(
        (
            Column("code", Kind.NAME),
            Column("kind", Kind.NAME),
            Column("finding"),
            Column("games", Kind.COUNT),
            Column("files", Kind.COUNT),
            Column("example", Kind.ADDRESS, True),
        ),
        tuple((*_row(facts, code, rows), _example(facts, chosen[code])) for code, rows in codes.items()),
        shown=_SHOWN,
    )
    commands = Commands((("goanalyze list OUT", "all findings with their addresses"),))
    return Section("findings", "Findings", (Paragraph(f"{caption}."), table, commands))


def _row(facts: DatasetFacts, code: str, rows: Rows) -> tuple[Cell | str, ...]:
    entry = catalogue_entry(code)
    severity = entry.severity.value
    games, files = _counted(facts, code, rows)
    return Cell(code, section=code), Cell(SEVERITY_NOUNS[severity], SEVERITY_TONES[severity]), entry.title, games, files


def _example(facts: DatasetFacts, rows: Rows) -> Cell:
    row = int(rows[0])
    (record,) = facts.rows(facts.findings, ("source", "member", "game_index", "line", "move_number"), [row])
    game, move = int(facts.finding_games[row]), record["move_number"]
    at_move = np.array([-1 if move is None or record["line"] else move])
    return Cell(facts.address(record), games=np.array([game]) if game >= 0 else None, moves=at_move)


def _counted(facts: DatasetFacts, code: str, rows: Rows) -> tuple[Cell, Cell]:
    """Return the number of games with some findings, and the number of files that findings are about as a whole."""
    game = facts.finding_games[rows]
    games, about_files = finding_games_of(facts, rows), rows[game < 0]
    title = f"{code} {catalogue_entry(code).title}"
    cell = Cell(len(games), games=games, list_title=title, moves=_first_moves(facts, rows[game >= 0], games))
    files = len(pc.unique(_file_keys(facts.findings).take(pa.array(about_files)))) if len(about_files) else None
    return (Cell(None) if not len(games) and files else cell), Cell(files)


def _first_moves(facts: DatasetFacts, rows: Rows, games: Rows) -> Rows:
    """Return for some games the first move of the main line that some findings are about, −1 for none."""
    move, is_main = facts.finding_moves[rows], facts.is_main_finding[rows]
    first = np.full(facts.size, np.inf)
    np.fmin.at(first, facts.finding_games[rows[is_main]], move[is_main])
    return np.where(np.isinf(first[games]), -1, first[games]).astype(np.int64)


def finding_games_of(facts: DatasetFacts, rows: Rows) -> Rows:
    """Return the games of some findings, ascending, each once; for a finding about a file the games in the file."""
    games = facts.finding_games[rows]
    about_files = rows[games < 0]
    inside = np.zeros(facts.size, dtype=np.bool_)
    inside[games[games >= 0]] = True
    if len(about_files) and facts.size:
        keys = _file_keys(facts.findings).take(pa.array(about_files))
        present = pc.is_in(_file_keys(facts.games), value_set=keys.combine_chunks())
        inside |= np.asarray(present.to_numpy(), dtype=np.bool_)
    return np.flatnonzero(inside)


def _file_keys(columns: object) -> pa.ChunkedArray:
    source, member = (columns[name].cast(pa.string()).fill_null("") for name in ("source", "member"))  # type: ignore[index]
    return pc.binary_join_element_wise(source, member, "\0")


def code_sections(views: GameViews, chosen: Mapping[str, Rows]) -> tuple[Section, ...]:
    """Return for each code that occurs its definition and its examples."""
    codes = codes_in(views.facts)
    lines = example_lines(views, chosen)
    return tuple(_code_section(code, rows, lines) for code, rows in codes.items())


def _code_section(code: str, rows: Rows, lines: Mapping[str, list[GameLine]]) -> Section:
    entry = catalogue_entry(code)
    texts = explanation_paragraphs(entry) if code in CATALOGUE else [entry.meaning]
    meaning = [Paragraph(text) for text in texts]
    examples = GameList("", tuple(lines[code]), len(lines[code]))
    return Section(
        code,
        f"{code} {entry.title}",
        (*meaning, examples),
        note=plural(len(rows), SEVERITY_NOUNS[entry.severity.value]),
    )


def error_section(views: GameViews) -> Section | None:
    """Return every error with board, players, date and address, for print; None without errors."""
    facts, rows = views.facts, error_rows(views.facts)
    if not len(rows):
        return None
    moves = facts.finding_moves[rows]
    order = rows[np.lexsort((moves, facts.finding_games[rows]))]
    lines = finding_lines(views, order[:_ERRORS].tolist(), _ERROR_BOARDS)
    rest = len(rows) - len(lines)
    about = [Paragraph(f"The first {len(lines):,} of {plural(len(rows), 'error')}.")] if rest else []
    return Section("errors", "Every error", (*about, GameList("", lines, len(lines))), note=plural(len(rows), "error"))


COLUMNS: Final = ("game_id", "code", "message", "source", "member", "game_index", "line", "move_number")
"""Columns of the findings table that are required."""

Numbers: TypeAlias = Callable[[Collection[str]], Mapping[str, int]]
"""A function that returns the numbers of games in the dataset, from 1, by their ids."""

_TITLES: Final = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.INFO: "Notes"}
_MISSING: Final = {"GO401": "result", "GO402": "ruleset", "GO403": "komi"}
"""Codes on headers that many records lack; the first word of their messages is the header."""

_CODES_SHOWN: Final = 6


@dataclass(slots=True)
class _Group:
    """Findings of one code."""

    findings: int = 0
    games: int = 0
    rows: list[Fields] = field(default_factory=list)
    last_game: str | None = None


def by_code(batches: Iterable[pa.Table | pa.RecordBatch], shown: int, numbers: Numbers, dataset: str) -> list[Section]:
    """Return findings by severity and code: number of findings and games, and the first games with their addresses.

    Headers that are missing are one sentence.

    Args:
        batches: parts of the findings table with the columns `COLUMNS`, in its order.
        shown: number of games and files that are shown of each code, with the first finding of each; 0 for all
            findings.
        numbers: numbers of games in the dataset.
        dataset: dataset or archive as the user has named it, for commands; may be empty.
    """
    groups: dict[str, _Group] = {}
    missing: Counter[str] = Counter()
    for batch in batches:
        codes = np.array(batch.column("code").cast(pa.string()).to_pylist(), dtype=object)
        for code in dict.fromkeys(codes.tolist()):
            rows = batch.take(np.flatnonzero(codes == code))
            if code in _MISSING:
                rows = _without_missing(rows, code, missing)
            if rows.num_rows:
                _add(groups.setdefault(code, _Group()), rows, shown)
    examples = [row for group in groups.values() for row in group.rows]
    number_of = numbers({row["game_id"] for row in examples if row["game_id"]})
    folder = common_folder({(row["source"], row["member"] or "") for row in examples})
    sections = [_introduction(folder, dataset)]
    for severity in Severity:
        order = sorted(
            (code for code in groups if CATALOGUE[code].severity is severity),
            key=lambda code: (-groups[code].findings, code),
        )
        blocks = [block for code in order for block in _code_blocks(code, groups[code], folder, number_of)]
        if severity is Severity.INFO and missing:
            parts = ", ".join(
                f"{_MISSING[code]} in {plural(missing[code], 'game')} ({code})" for code in sorted(missing)
            )
            blocks.append(Paragraph(f"Headers missing: {parts}", Tone.MUTED))
        total = sum(groups[code].findings for code in order)
        if blocks:
            sections.append(Section(severity.value, _TITLES[severity], tuple(blocks), f"{total:,}" if total else ""))
    return sections


def _without_missing(rows: pa.Table | pa.RecordBatch, code: str, missing: Counter[str]) -> pa.Table | pa.RecordBatch:
    is_missing = np.array([message.endswith("is missing.") for message in rows.column("message").to_pylist()], bool)
    if is_missing.any():
        missing[code] += int(is_missing.sum())
    return rows.take(np.flatnonzero(~is_missing))


def _add(group: _Group, rows: pa.Table | pa.RecordBatch, shown: int) -> None:
    games = rows.column("game_id").cast(pa.string()).to_pylist()
    previous = [group.last_game, *games[:-1]]
    is_first = [game is None or game != before for game, before in zip(games, previous, strict=True)]
    group.games += sum(game is not None for game, first in zip(games, is_first, strict=True) if first)
    group.findings, group.last_game = group.findings + len(games), games[-1]
    if not shown:
        group.rows += rows.to_pylist()
    elif len(group.rows) < shown:
        group.rows += rows.take(np.flatnonzero(is_first)[: shown - len(group.rows)]).to_pylist()


def _code_blocks(code: str, group: _Group, folder: str, number_of: Mapping[str, int]) -> Iterator[Block]:
    entry = CATALOGUE[code]
    games = f" in {plural(group.games, 'game')}" if group.games and group.games != group.findings else ""
    count = plural(group.findings, "finding") + games
    yield Paragraph(f"{code} {entry.title}: {count}", SEVERITY_TONES[entry.severity.value])
    rows = []
    for row in group.rows:
        number = number_of.get(row["game_id"])
        move = "" if row["move_number"] is None else f"@{row['move_number']}"
        rows.append((f"{number}{move}" if number else "–", row["message"], folded_address(row, folder)))
    yield Table((Column("", Kind.NAME), Column(""), Column("", Kind.ADDRESS)), tuple(rows))


def by_file(batches: Iterable[pa.Table | pa.RecordBatch], shown: int) -> list[Section]:
    """Return findings by file, worst first: the numbers of errors, warnings and notes, and the codes.

    Args:
        batches: parts of the findings table with the columns `COLUMNS`, in its order.
        shown: number of files that are shown; 0 for all.
    """
    files: dict[tuple[str, str], Counter[str]] = {}
    for batch in batches:
        names = ("source", "member", "code")
        for source, member, code in zip(*(batch.column(name).to_pylist() for name in names), strict=True):
            files.setdefault((source, member or ""), Counter())[code] += 1
    folder = common_folder(files)
    ranked = sorted(files.items(), key=lambda item: ([-count for count in _severity_counts(item[1])], item[0]))
    rows: list[tuple[Value, ...]] = []
    for (source, member), codes in ranked:
        order = worst_first(codes)
        text = ", ".join(f"{code} {codes[code]:,}" for code in order[:_CODES_SHOWN])
        rest = len(codes) - _CODES_SHOWN
        more = f" and {plural(rest, 'more code')}" if rest > 0 else ""
        address = folded_address({"source": source, "member": member}, folder)
        rows.append(
            (address, *_severity_counts(codes), Cell(text + more, SEVERITY_TONES[CATALOGUE[order[0]].severity.value]))
        )
    heads = (Column(f"{noun}s", Kind.COUNT) for noun in SEVERITY_NOUNS.values())
    table = Table((Column("file", Kind.NAME), *heads, Column("codes")), tuple(rows), shown=shown or None)
    sections = [_introduction(folder, "")]
    return [*sections, Section("files", "Findings by file", (table,), plural(len(files), "file"))] if rows else []


def _severity_counts(codes: Mapping[str, int]) -> list[int]:
    counts = dict.fromkeys(Severity, 0)
    for code, count in codes.items():
        counts[CATALOGUE[code].severity] += count
    return list(counts.values())


def _introduction(folder: str, dataset: str) -> Section:
    texts = [f"Addresses below {folder}"] * bool(folder)
    texts += [f"`goanalyze show {quoted(dataset)} 7@108` shows game 7 after move 108"] * bool(dataset)
    return Section("addresses", "", (Paragraph("; ".join(texts), Tone.MUTED),) if texts else ())


def common_folder(files: Collection[tuple[str, str]]) -> str:
    """Return the folder that contains all files, with a separator at its end, or the only archive.

    Example:
        >>> common_folder([("games/a.sgf", ""), ("games/old/b.sgf", "")]), common_folder([("a.zip", "b.sgf")])
        ('games/', 'a.zip')
        >>> common_folder([("games/a.sgf", "")]), common_folder([])
        ('games/', '')
    """
    names = {source for source, _ in files}
    if len(names) == 1 and all(member for _, member in files):
        return names.pop()
    prefix = os.path.commonprefix(sorted(names))  # noqa: RUF071 - cut at a separator below
    return prefix[: prefix.rfind("/") + 1]


def folded_address(row: FieldMapping, folder: str) -> str:
    """Return the address of a row below the common folder of a list.

    Example:
        >>> folded_address({"source": "a/b.zip", "member": "c.sgf"}, "a/b.zip")
        'c.sgf'
        >>> folded_address({"source": "games/a.sgf", "member": "", "move_number": 7}, "games/")
        'a.sgf@7'
    """
    source, member = str(row["source"]), str(row.get("member") or "")
    if source != folder:
        return str(Address.of({**row, "source": source[len(folder) :]}))
    return str(Address.of({**row, "source": member, "member": ""}))
