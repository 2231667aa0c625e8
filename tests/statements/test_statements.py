"""The table of statements (`data/statements_table.py`) against the program, the tests, and the list of statements."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import click
import pytest
from helpers.laws import over
from helpers.shared import needs_shared, shared
from statements_table import SOURCES, Statement, statements

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.cli import app
from goanalyze.rules import AXES, RULESETS
from goanalyze.rules.ruleset import value_text
from goanalyze.tables.schema import TABLES

TESTS = Path(__file__).parents[1]
PACKAGE = TESTS.parent / "goanalyze"
LIST = "sources/statements.txt"
"""The list: a line each, source, mark, label."""

ROWS = statements()
WHOLE = tuple(SOURCES)
"""The sources of which every statement has its row."""


def kept(name: str) -> bool:
    """Return True if the place in `kept` exists."""
    place, _, value = name.partition("=")
    preset, _, axis = place.rpartition(".")
    kinds = {kind.name: kind for kind in AXES}
    if name in CATALOGUE or name in RULESETS or name in kinds:
        return True
    if axis in kinds and preset in RULESETS:
        return value_text(getattr(RULESETS[preset], axis).value) == value
    if axis in kinds and not preset:
        return value in kinds[axis].allowed().split(", ")
    if preset in TABLES:
        return axis in {column.name for column in TABLES[preset].columns}
    if " --" in name:
        command, option = name.split(" ")
        made = app.get_command(click.Context(app), command)
        return made is not None and any(option in each.opts for each in made.params)
    path, _, within = name.partition("::")
    if path.endswith(".cpp"):
        return not within and (PACKAGE / path).is_file()
    thing: object = importlib.import_module("goanalyze." + path.removesuffix(".py").replace("/", "."))
    for part in within.split(".") if within else ():
        if not hasattr(thing, part):
            return False
        thing = getattr(thing, part)
    return path.endswith(".py")


@pytest.fixture(scope="module")
def nodes(request: pytest.FixtureRequest) -> set[str]:
    """Every test of the files that rows name, as the usual run collects it, with and without its parameter.

    A run of all tests has collected them itself; one of some tests asks another process.
    """
    files = {TESTS / node.partition("::")[0] for row in ROWS for node in row.tests}
    option, items = request.config.option, request.session.items
    is_part = option.keyword or option.markexpr or any("::" in name for name in request.config.args)
    if not is_part and files <= {item.path for item in items}:
        lines = [item.nodeid for item in items]
    else:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *files],
            capture_output=True,
            text=True,
            check=False,
            cwd=TESTS.parent,
        )
        assert done.returncode == 0, done.stdout[-2000:]
        lines = [line for line in done.stdout.splitlines() if "::" in line]
    found = {line.removeprefix("tests/") for line in lines}
    return found | {node.partition("[")[0] for node in found}


def test_every_test_named_is_run(nodes: set[str]) -> None:
    """A row's tests are there, and none is left to the slow run."""
    assert [(row.label, node) for row in ROWS for node in row.tests if node not in nodes] == []


@over("row", ROWS)
def test_a_row_says_where_it_is_kept_and_what_holds_it(row: Statement) -> None:
    """Every name leads somewhere; there is a test, or a reason why it is left out."""
    assert row.place
    assert re.fullmatch(r"[A-Z0-9].*[.?]", row.says)
    assert [name for name in row.kept if not kept(name)] == []
    assert row.kept or not row.tests
    assert row.tests or row.why


@needs_shared(LIST)
@pytest.mark.parametrize("source", WHOLE)
def test_every_statement_has_one_row(source: str) -> None:
    """The list's labels are the rows' labels, in the order of the text."""
    lines = [line.split(" ", 2) for line in shared(LIST).read_text("utf-8").splitlines() if not line.startswith("#")]
    labels = [label for name, _, label in lines if name == source.upper()]
    assert Counter(labels) == Counter(row.label for row in ROWS if row.source == source)
    assert labels == [row.label for row in ROWS if row.source == source]


def test_the_sources_are_those_of_the_list() -> None:
    """Each file of statements is one of the sources."""
    assert {path.stem for path in Path(__file__).parent.glob("*.toml")} <= set(SOURCES)
