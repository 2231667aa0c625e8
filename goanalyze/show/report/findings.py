"""The section of a report on findings: how often each code occurs, what it means, and examples."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from goanalyze.show.findings import explain
from goanalyze.show.report.data import Archive, Rows
from goanalyze.show.report.examples import choose, drawn_examples
from goanalyze.show.report.html import esc, paragraph, prose, table
from goanalyze.show.report.lists import Lists
from goanalyze.vocabulary.catalogue import CATALOGUE, CatalogueEntry, Severity
from goanalyze.vocabulary.numbers import plural

_WORDS: Final = {"error": "error", "warning": "warning", "info": "note"}


def finding_section(archive: Archive, lists: Lists) -> str:
    """Return the codes that occur, worst first, each with its meaning and examples."""
    codes = _codes(archive)
    if not codes:
        return "<p>Nothing odd was found in any file, game or move.</p>"
    found = Counter(dict.fromkeys(Severity.names(), 0))
    for code, rows in codes.items():
        found[_entry(code).severity.value] += len(rows)
    told = ", ".join(plural(number, _WORDS[name]) for name, number in found.items() if number)
    games = {code: finding_games_of(archive, rows) for code, rows in codes.items()}
    drawn = drawn_examples(archive, {code: choose(archive, rows) for code, rows in codes.items()})
    about = paragraph(
        f"{told}.",
        "Findings of moves rest on replaying the record and on the rules' texts;",
        "those of syntax and metadata on the text of the file.",
        "GO5xx compare results, and say in each message whether the dead stones are estimated.",
        "A finding about a file counts the games in that file.",
    )
    examples = paragraph(
        "The examples below are the easiest to follow of each code: known dead stones before estimated ones, the",
        "shortest cycle, the smallest board, the earliest move; of different archives as far as there are any.",
        "A red sign marks the move or point of the finding, a blue one the move whose position is repeated.",
    )
    articles = (_article(code, rows, games[code], lists, drawn[code]) for code, rows in codes.items())
    return about + _summary(codes, games, lists) + examples + "".join(articles)


def _entry(code: str) -> CatalogueEntry:
    """Return the catalogue's entry; one that says so for a code that this version does not know."""
    told = "not known to this version", "Another version of goanalyze wrote this dataset.", ""
    return CATALOGUE.get(code) or CatalogueEntry(code, Severity.INFO, *told)


def _codes(archive: Archive) -> dict[str, Rows]:
    """Return the findings of each code, worst severity first, then most frequent."""
    place, names = archive.names(archive.findings, "code")
    found = {name: np.flatnonzero(place == at) for at, name in enumerate(names)}
    order = sorted(found, key=lambda name: (_entry(name).severity.index, -len(found[name]), name))
    return {name: found[name] for name in order if len(found[name])}


def finding_games_of(archive: Archive, rows: Rows) -> Rows:
    """Return the games of some findings, ascending, each once; for a finding about a file the games in it."""
    games = archive.finding_games[rows]
    about_files = rows[games < 0]
    inside = np.zeros(archive.size, dtype=np.bool_)
    inside[games[games >= 0]] = True
    if len(about_files):
        wanted = _file_keys(archive.findings).take(pa.array(about_files))
        there = pc.is_in(_file_keys(archive.games), value_set=wanted.combine_chunks())
        inside |= np.asarray(there.to_numpy(), dtype=np.bool_) if archive.size else inside
    return np.flatnonzero(inside)


def _file_keys(columns: object) -> pa.ChunkedArray:
    source, member = (columns[name].cast(pa.string()).fill_null("") for name in ("source", "member"))  # type: ignore[index]
    return pc.binary_join_element_wise(source, member, "\0")


def _summary(codes: dict[str, Rows], games: dict[str, Rows], lists: Lists) -> str:
    rows = []
    for code, found in codes.items():
        link, title = f'<a href="#{esc(code)}">{esc(code)}</a>', _entry(code).title
        behind = lists.number(games[code], f"{code} {title}")
        rows.append([link, _tag(code), esc(title), f"{len(found):,}", behind])
    return table("Findings by code", ["code", "severity", "what", "findings", "games"], rows, kinds="tttrr")


def _tag(code: str) -> str:
    severity = _entry(code).severity.value
    return f'<span class="tag {severity}">{_WORDS[severity]}</span>'


def _article(code: str, rows: Rows, games: Rows, lists: Lists, examples: str) -> str:
    entry = _entry(code)
    meaning = "".join(f"<p>{prose(text)}</p>" for text in _meaning(entry))
    behind = lists.number(games, f"{code} {entry.title}")
    found = f"{plural(len(rows), 'finding')} in {behind} {'game' if len(games) == 1 else 'games'}"
    head = f"<h3>{esc(code)} {esc(entry.title)} {_tag(code)}</h3>"
    return f'<article id="{esc(code)}">{head}<p>{found}.</p>{meaning}{examples}</article>'


def _meaning(entry: CatalogueEntry) -> list[str]:
    """Return what ``goanalyze explain`` says of a code, without its head and its examples."""
    if entry.code not in CATALOGUE:
        return [entry.meaning]
    return [part.replace("\n", " ") for part in explain(entry).split("\n\n")[1:3]]
