"""The version of the schema follows from the tables and columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pyarrow as pa
import pytest

from goanalyze.tables.schema import SCHEMA_VERSION, TABLES, Column, Table, schema_version

Columns = tuple[Column, ...]
CHANGES: dict[str, Callable[[Columns], Columns]] = {
    "a column less": lambda columns: columns[1:],
    "a column more": lambda columns: (*columns, Column("more", pa.int8(), "one more")),
    "another order": lambda columns: columns[::-1],
    "another name": lambda columns: (replace(columns[0], name="other"), *columns[1:]),
    "another type": lambda columns: (replace(columns[0], type=pa.int8()), *columns[1:]),
    "another meaning": lambda columns: (replace(columns[0], meaning="other"), *columns[1:]),
}


def changed(table: Table, change: Callable[[Columns], Columns]) -> str:
    """Return the version of all tables, one of which has other columns."""
    tables = TABLES | {table.name: replace(table, columns=change(table.columns))}
    return schema_version(tables.values())


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_column_is_another_version(name: str, change: Callable[[Columns], Columns]) -> None:
    """A column that comes, goes, or changes its place, name, type or meaning changes the version."""
    assert changed(TABLES[name], change) != SCHEMA_VERSION


def test_more_values_are_the_same_version() -> None:
    """One more value of a category, such as one more preset, leaves older datasets readable."""
    longer = lambda columns: tuple(replace(c, order=(*c.order, "more") if c.order else ()) for c in columns)  # noqa: E731
    assert {changed(table, longer) for table in TABLES.values()} == {SCHEMA_VERSION}
