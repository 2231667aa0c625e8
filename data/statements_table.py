"""The table of statements: the statements of each source, their implementation, and the tests that enforce them.

The one source is ``tests/statements/*.toml``, a file for each document; `document` returns ``docs/statements.md``. A
statement is a table with a short label. The labels of a file are in the order of the text::

    ["R6 black first"]
    place = "rule 6"
    says = "Black moves first; then the sides take turns."
    kept = ["GO105", "kernels/replay.cpp"]
    tests = ["statements/test_turn.py::test_black_moves_first"]

* ``place``: rule, article, section or diagram of the source.
* ``says``: the statement in our own words, as one sentence. Facts and numbers are the source's, words are not.
* ``kept``: the implementation, each part as one of
  ``GO105`` (a finding) · ``repetition`` (an axis) · ``repetition=psk`` (a value of an axis) · ``basic.repetition=psk``
  (a value of a preset; true, false, numbers and komi as ``goanalyze rules NAME`` prints them) · ``basic`` (a preset) ·
  ``outcomes.winner`` (a column) · ``score/count.py`` (a module of the package) · ``score/count.py::Count.area_margin``
  (a name in it) · ``check --dead`` (an option of a command).
* ``tests``: nodes of pytest, from the folder ``tests``, that fail if the program deviates. A node without its
  parameter, ``file.py::name``, means all its cases. Slow tests do not count.
* ``why``: the reason for a deliberate omission. A row has ``tests`` or ``why``, or both if a part is omitted. A row
  with ``why`` may lack ``kept``.

`statements/test_statements.py` compares the rows with the program and, for each source in its ``WHOLE``, the labels
with the list of statements, if that is available. Add a source there when all its rows exist. If no test enforces a
statement, write one in ``tests/statements`` that names the source and its rule and runs the program on a position or
record made from the statement. Then run ``python data/make_documents.py``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

FOLDER: Final = Path(__file__).parents[1] / "tests" / "statements"
SOURCES: Final = {
    "s0": "Wikipedia, *Rules of Go* (S0)",
    "s1": "The Japanese rules of 1989, with commentary and examples (S1)",
    "s2": "BrainKing's rules (S2)",
}
"""Titles of the documents by file name, in order."""

_TOP: Final = """\
This page lists the statements of three sources in our own words, with the implementation of each and the tests that
fail if the program deviates from it. A deliberate omission has its reason. Full references are in
[Sources](sources.md). Paths are relative to `goanalyze`, those of tests to `tests`. `GO105` is a
[finding](findings.md), `repetition=psk` the value of an axis of a [ruleset](rulesets.md), and `outcomes.winner` a
[column](columns.md)."""
_HEAD: Final = "| reference | statement | implementation | tests, or reason for the omission |"


class Statement(NamedTuple):
    """A row, with the fields of the file."""

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
        TypeError: a row has an unknown field, or lacks one.
        tomllib.TOMLDecodeError: a file is not valid TOML, or has a label twice.
    """
    rows_of_all: list[Statement] = []
    for source in SOURCES:
        path = FOLDER / f"{source}.toml"
        rows: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        for label, row in rows.items():
            many = {name: tuple(row.pop(name, ())) for name in ("kept", "tests")}
            rows_of_all.append(Statement(source, label, **row, **many))
    return rows_of_all


def document() -> str:
    """Return the page, with a section for each source."""
    parts, every = ["# Statements of the sources", _TOP], statements()
    for source, title in SOURCES.items():
        rows = [
            f"| {_cell(row.place)} | {_cell(row.says)} | {_code(row.kept)} | {_evidence(row)} |"
            for row in every
            if row.source == source
        ]
        if rows:
            parts.append("\n".join([f"## {title}", "", _HEAD, "|---|---|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def _evidence(row: Statement) -> str:
    """Return the tests and the reason of a row, if it has them."""
    parts = [_code(row.tests)] if row.tests else []
    parts += [f"omitted: {_cell(row.why)}"] if row.why else []
    return "; ".join(parts)


def _code(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{_cell(name)}`" for name in names)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
