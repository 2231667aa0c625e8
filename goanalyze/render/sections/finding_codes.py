"""Findings by code: how often each occurs, its definition, examples with boards, and every error for print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.game_views import GameViews
from goanalyze.render.model import (
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
)  # fmt: skip
from goanalyze.render.sections.examples import example_lines, finding_lines
from goanalyze.render.sections.explanation import explanation_paragraphs
from goanalyze.vocabulary.catalogue import CATALOGUE, CatalogueEntry, Severity
from goanalyze.vocabulary.numbers import plural

_WORDS: Final = {"error": "error", "warning": "warning", "info": "note"}
_TONES: Final = {"error": Tone.ERROR, "warning": Tone.WARNING, "info": Tone.MUTED}
_SHOWN: Final = 10  # codes
_ERRORS: Final = 500  # errors that the appendix lists
_ERROR_BOARDS: Final = 60  # of them with a board
_EXAMPLES: Final = (
    "Findings on moves rest on replaying the record and on the texts of the rules; those on syntax and headers on the "
    "text of the file; GO5xx compare results, and each message says whether the dead stones are estimated. A red sign "
    "marks the move or point of the finding, a blue one the move whose position is repeated."
)


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


def finding_section(facts: DatasetFacts, chosen: Mapping[str, Rows], folder: str = "OUT") -> Section:
    """Return the codes that occur, worst first, each with the number of its games or files and one example.

    Args:
        facts: the dataset.
        chosen: for each code the findings that are shown, best first.
        folder: name of the dataset in commands.
    """
    codes = codes_in(facts)
    if not codes:
        sentence = "Nothing odd was found in any file, game or move."
        return Section("findings", "Findings", (Paragraph(sentence, Tone.GOOD),))
    total = Counter(dict.fromkeys(_WORDS, 0))
    for code, rows in codes.items():
        total[catalogue_entry(code).severity.value] += len(rows)
    caption = ", ".join(plural(number, _WORDS[name]) for name, number in total.items() if number)
    table = Table(
        (Column("code", Kind.NAME), Column("kind", Kind.NAME), Column("finding"), Column("games", Kind.COUNT),
         Column("files", Kind.COUNT), Column("example", Kind.ADDRESS, True)),
        tuple((*_row(facts, code, rows), _example(facts, chosen[code])) for code, rows in codes.items()),
        shown=_SHOWN,
    )  # fmt: skip
    commands = Commands(((f"goanalyze list {folder}", "all findings with their addresses"),))
    return Section("findings", "Findings", (Paragraph(f"{caption}."), table, commands))


def _row(facts: DatasetFacts, code: str, rows: Rows) -> tuple[Cell | str, ...]:
    entry = catalogue_entry(code)
    severity = entry.severity.value
    games, files = _counted(facts, code, rows)
    return Cell(code, section=code), Cell(_WORDS[severity], _TONES[severity]), entry.title, games, files


def _example(facts: DatasetFacts, rows: Rows) -> Cell:
    """Return the address of the finding that is easiest to follow."""
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
    """Return for each code that occurs its definition and its examples.

    Args:
        views: games of the dataset.
        chosen: for each code the findings that are shown, best first.
    """
    codes = codes_in(views.facts)
    lines = example_lines(views, chosen)
    return tuple(_code_section(code, rows, lines) for code, rows in codes.items())


def _code_section(code: str, rows: Rows, lines: Mapping[str, list[GameLine]]) -> Section:
    entry = catalogue_entry(code)
    meaning = [Paragraph(text) for text in _meaning(entry)]
    examples = GameList("", tuple(lines[code]), len(lines[code]))
    return Section(
        code, f"{code} {entry.title}", (*meaning, examples), note=plural(len(rows), _WORDS[entry.severity.value])
    )


def _meaning(entry: CatalogueEntry) -> list[str]:
    """Return the paragraphs of ``goanalyze explain`` on a code, without its head and its examples."""
    if entry.code not in CATALOGUE:
        return [entry.meaning]
    return explanation_paragraphs(entry)


def example_note() -> Paragraph:
    """Return the sentences that hold for the examples of all codes."""
    return Paragraph(_EXAMPLES)


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
