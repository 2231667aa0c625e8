"""The section of a report on what is wrong: how often each code occurs, what it means, and examples."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.render.report.data import Archive, Rows
from goanalyze.render.report.examples import choose, drawn_examples
from goanalyze.render.report.html import copyable, esc, fold, long_table, paragraph, prose
from goanalyze.render.report.lists import PLACE, Lists, place_link
from goanalyze.render.sections.explanation import explanation_paragraphs
from goanalyze.vocabulary.arrow import numbers_of
from goanalyze.vocabulary.catalogue import CATALOGUE, CatalogueEntry, Severity
from goanalyze.vocabulary.numbers import plural

_WORDS: Final = {"error": "error", "warning": "warning", "info": "note"}
_SHOWN: Final = 10
_CAPTION: Final = '<span class="unseen">Findings by code</span>'
_EXAMPLES: Final = paragraph(
    "Findings of moves rest on replaying the record and on the rules' texts; those of syntax and metadata on the text",
    "of the file; GO5xx compare results, and say in each message whether the dead stones are estimated. The examples",
    "are the easiest to follow of each code: known dead stones before estimated ones, the shortest cycle, the smallest",
    "board, the earliest move; of different archives as far as there are any. A red sign marks the move or point of",
    "the finding, a blue one the move whose position is repeated.",
)


def finding_section(archive: Archive, lists: Lists) -> str:
    """Return the codes that occur, worst first, each with how often; folded, what each means, with examples."""
    found = [_Found(archive, code, rows, lists) for code, rows in _codes(archive).items()]
    if not found:
        return "<p>Nothing odd was found in any file, game or move.</p>"
    total = Counter(dict.fromkeys(Severity.names(), 0))
    for each in found:
        total[each.entry.severity.value] += len(each.rows)
    told = ", ".join(plural(number, _WORDS[name]) for name, number in total.items() if number)
    about = paragraph(f"{told}.", f"All of them, with places: {copyable(f'goanalyze list {archive.place}')}")
    chosen = {each.code: choose(archive, each.rows) for each in found}
    firsts = archive.rows(archive.findings, PLACE, [rows[0] for rows in chosen.values()])
    rows = [
        [each.link, each.counted, f"{each.tag} {esc(each.entry.title)}", place_link(archive, first)]
        for each, first in zip(found, firsts, strict=True)
    ]
    heads = ["code", "in", "what", "one example"]
    summary = long_table(_SHOWN, "code", _CAPTION, heads, rows, kinds="trtt", name="codes")
    drawn = drawn_examples(archive, chosen)
    articles = (each.article(drawn[each.code]) for each in found)
    return about + summary + fold(f"What each of the {len(found)} codes means, with examples", _EXAMPLES, *articles)


class _Found:
    """The findings of one code.

    Attributes:
        code, rows: which they are.
        entry: of the catalogue; one that says so for a code that this version does not know.
        counted: HTML, in how many games or files they are.
    """

    def __init__(self, archive: Archive, code: str, rows: Rows, lists: Lists) -> None:
        self.code, self.rows, self.entry = code, rows, _entry(code)
        self.counted = _counted(archive, rows, lists, f"{code} {self.entry.title}")

    @property
    def link(self) -> str:
        return f'<a href="#{esc(self.code)}">{esc(self.code)}</a>'

    @property
    def tag(self) -> str:
        severity = self.entry.severity.value
        return f'<span class="tag {severity}">{_WORDS[severity]}</span>'

    def article(self, examples: str) -> str:
        meaning = "".join(f"<p>{prose(text)}</p>" for text in _meaning(self.entry))
        head = f"<b>{esc(self.code)}</b> {esc(self.entry.title)} {self.tag}"
        told = f"<p>{plural(len(self.rows), 'finding')} in {self.counted}.</p>"
        return fold(head, told, meaning, examples, key=self.code)


def _counted(archive: Archive, rows: Rows, lists: Lists, title: str) -> str:
    """Return in how many games some findings are, HTML; in how many files those that are about files."""
    game = archive.finding_games[rows]
    games, about_files = finding_games_of(archive, rows), rows[game < 0]
    first = _first_moves(archive, rows[game >= 0], games)
    listed = lists.counted(games, title, "game", moves=first)
    if not len(about_files):
        return listed
    names = pc.unique(_file_keys(archive.findings).take(pa.array(about_files)))
    if len(games) == len(names):
        return lists.counted(games, title, "file")
    return f"{plural(len(names), 'file')} ({listed})" if len(games) else plural(len(names), "file")


def _first_moves(archive: Archive, rows: Rows, games: Rows) -> NDArray[np.float64]:
    """Return for some games the first move of their main line that some findings are about, NaN for none."""
    move = numbers_of(archive.findings["move_number"])[rows]
    rows, move = ((each[numbers_of(archive.findings["line"])[rows] == 0]) for each in (rows, move))
    first = np.full(archive.size, np.inf)
    np.fmin.at(first, archive.finding_games[rows], move)
    found = first[games]
    return np.where(np.isinf(found), np.nan, found)


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


def _meaning(entry: CatalogueEntry) -> list[str]:
    """Return what ``goanalyze explain`` says of a code, without its head and its examples."""
    if entry.code not in CATALOGUE:
        return [entry.meaning]
    return explanation_paragraphs(entry)
