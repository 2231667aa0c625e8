"""The table of statements: what each source says, where the program keeps it, and the test that holds it.

The one source is ``tests/statements/*.toml``, a file for each document; `document` makes ``data/STATEMENTS.md`` of it.
A statement is a table, under a short label that says which it is; the labels of a file stand in the order of the text::

    ["R6 black first"]
    place = "rule 6"
    says = "Black moves first; then the sides take turns."
    kept = ["GO105", "kernels/replay.cpp"]
    tests = ["statements/test_turn.py::test_black_moves_first"]

* ``place``: rule, article, section or diagram of the source.
* ``says``: the statement in our own words, in a sentence; facts and numbers are the source's, words are not.
* ``kept``: where the program keeps it, each as one of
  ``GO105`` (a finding) · ``repetition`` (an axis) · ``repetition=psk`` (a value of an axis) · ``basic.repetition=psk``
  (what a preset says; true, false, numbers and komi as ``goanalyze rules NAME`` shows them) · ``basic`` (a preset) ·
  ``outcomes.winner`` (a column) · ``score/count.py`` (a module of the package) · ``score/count.py::Count.area_margin``
  (a name in it) · ``check --dead`` (an option of a command).
* ``tests``: nodes of pytest, from the folder ``tests``, that fail when the program does otherwise; a node without its
  parameter, ``file.py::name``, stands for all of them. Slow tests are none.
* ``why``: of what is left out on purpose, the reason. A row has ``tests`` or ``why``, or both where a part is left out;
  ``kept`` may then be missing.

Labels are those of the list of statements, `../shared/sources/statements.txt`. `statements/test_statements.py` holds
rows and program together, and the rows of each source in its ``WHOLE`` against the list: add a source when its rows are
all there. Where no test holds a statement, write one beside it, in ``tests/statements``, that states source and place
and runs the program on a position or record made from the statement. Then: ``python data/make_documents.py``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

FOLDER: Final = Path(__file__).parents[1] / "tests" / "statements"
SOURCES: Final = {
    "s0": "The rules article (S0)",
    "s1": "The Japanese rules of 1989, with commentary and examples (S1)",
    "s2": "BrainKing's rules (S2)",
}
"""The documents by the names of their files, in order."""

_TOP: Final = (
    "What the three sources say, statement by statement, in our own words: where the program keeps it, and the test "
    "that fails when it does otherwise (from the folder `tests`). What is left out on purpose has its reason. Paths "
    "are from `goanalyze`; `GO105` is a [finding](FINDINGS.md), `repetition=psk` the value of a ruleset's axis "
    "(`goanalyze rules`), `outcomes.winner` a [column](DICTIONARY.md)."
)


class Statement(NamedTuple):
    """A row; fields as in the module's words."""

    source: str
    label: str
    place: str
    says: str
    kept: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    why: str = ""


def statements() -> list[Statement]:
    """Return every statement, in the order of the sources.

    Raises:
        TypeError: a row has a field that there is none of, or lacks one.
        tomllib.TOMLDecodeError: a file is no TOML, or has a label twice.
    """
    found: list[Statement] = []
    for source in SOURCES:
        path = FOLDER / f"{source}.toml"
        rows: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        for label, row in rows.items():
            many = {name: tuple(row.pop(name, ())) for name in ("kept", "tests")}
            found.append(Statement(source, label, **row, **many))
    return found


def document() -> str:
    """Return the table as a document, a section for each source."""
    parts, every = ["# Statements of the sources", _TOP], statements()
    for source, title in SOURCES.items():
        rows = [
            f"| {_cell(row.place)} | {_cell(row.says)} | {_code(row.kept)} | {_held(row)} |"
            for row in every
            if row.source == source
        ]
        if rows:
            parts.append(
                "\n".join([f"## {title}", "", "| place | statement | kept in | held by |", "|---|---|---|---|", *rows])
            )
    return "\n\n".join(parts) + "\n"


def _held(row: Statement) -> str:
    """Return tests and reason, as far as there are any."""
    told = [_code(row.tests)] if row.tests else []
    told += [f"left out: {_cell(row.why)}"] if row.why else []
    return "; ".join(told)


def _code(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{_cell(name)}`" for name in names)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
