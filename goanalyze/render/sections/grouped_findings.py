"""The findings of a dataset for people: by code or by file, worst first, with a few games of each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa

from goanalyze.archives.address import Address, quoted
from goanalyze.render.model import Block, Cell, Column, Kind, Paragraph, Section, Table, Tone, Value
from goanalyze.render.sections.check_summary import SEVERITY_TONES
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.numbers import plural

COLUMNS: Final = ("game_id", "code", "message", "source", "member", "game_index", "line", "move_number")
"""Columns of the findings table that are required."""

Numbers: TypeAlias = Callable[[Collection[str]], Mapping[str, int]]
"""A function that returns the numbers of games in the dataset, from 1, by their ids."""

_TITLES: Final = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.INFO: "Notes"}
_NOUNS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_MISSING: Final = {"GO401": "result", "GO402": "ruleset", "GO403": "komi"}
"""Codes on headers that many records lack; the first word of their messages is the header."""

_CODES_SHOWN: Final = 6


@dataclass(slots=True)
class _Group:
    """Findings of one code.

    Attributes:
        findings, games: their numbers.
        rows: the first of each of the first games or files; or all.
        last_game: id of the game of the last one.
    """

    findings: int = 0
    games: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)
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
            blocks.append(_missing_paragraph(missing))
        total = sum(groups[code].findings for code in order)
        if blocks:
            sections.append(Section(severity.value, _TITLES[severity], tuple(blocks), f"{total:,}" if total else ""))
    return sections


def _without_missing(rows: pa.Table | pa.RecordBatch, code: str, missing: Counter[str]) -> pa.Table | pa.RecordBatch:
    """Count the findings on a missing header, and return the others."""
    is_missing = np.array([message.endswith("is missing.") for message in rows.column("message").to_pylist()], bool)
    if is_missing.any():
        missing[code] += int(is_missing.sum())
    return rows.take(np.flatnonzero(~is_missing))


def _missing_paragraph(missing: Mapping[str, int]) -> Paragraph:
    parts = ", ".join(f"{_MISSING[code]} in {plural(missing[code], 'game')} ({code})" for code in sorted(missing))
    return Paragraph(f"Headers missing: {parts}", Tone.MUTED)


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
    ranked = sorted(files.items(), key=lambda item: (*_rank(item[1]), item[0]))
    rows: list[tuple[Value, ...]] = []
    for (source, member), codes in ranked:
        worst = min((CATALOGUE[code].severity for code in codes), key=lambda severity: severity.index)
        text = ", ".join(f"{code} {count:,}" for code, count in _codes_worst_first(codes)[:_CODES_SHOWN])
        rest = len(codes) - _CODES_SHOWN
        more = f" and {plural(rest, 'more code')}" if rest > 0 else ""
        counts = [codes_of(codes, severity) for severity in Severity]
        address = folded_address({"source": source, "member": member}, folder)
        rows.append((address, *counts, Cell(text + more, SEVERITY_TONES[worst.value])))
    heads = (Column(f"{noun}s", Kind.COUNT) for noun in _NOUNS.values())
    table = Table((Column("file", Kind.NAME), *heads, Column("codes")), tuple(rows), shown=shown or None)
    sections = [_introduction(folder, "")]
    return [*sections, Section("files", "Findings by file", (table,), plural(len(files), "file"))] if rows else []


def codes_of(codes: Mapping[str, int], severity: Severity) -> int:
    """Return the number of findings of a severity."""
    return sum(count for code, count in codes.items() if CATALOGUE[code].severity is severity)


def _rank(codes: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(-codes_of(codes, severity) for severity in Severity)


def _codes_worst_first(codes: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(codes.items(), key=lambda item: (CATALOGUE[item[0]].severity.index, -item[1], item[0]))


def _introduction(folder: str, dataset: str) -> Section:
    """Return the folder or archive of the addresses, and the command that shows a game."""
    texts = [f"Addresses below {folder}"] * bool(folder)
    texts += [f"`goanalyze show {quoted(dataset)} 7@108` shows game 7 after move 108"] * bool(dataset)
    return Section("addresses", "", (Paragraph("; ".join(texts), Tone.MUTED),) if texts else ())


def common_folder(files: Collection[tuple[str, str]]) -> str:
    """Return the folder that contains all files, with a separator at its end, or the only archive.

    Args:
        files: pairs of source and member, which is empty for a plain file.

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


def folded_address(row: Mapping[str, Any], folder: str) -> str:
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
