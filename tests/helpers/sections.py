"""Parts of sections, for tests of their values."""

from __future__ import annotations

from collections.abc import Sequence

from goanalyze.render.model import Block, Scalar, Section, Table, plain


def values_of(table: Table, head: str) -> tuple[Scalar | tuple[int, ...], ...]:
    """Return the plain values of a column."""
    index = [column.head for column in table.columns].index(head)
    return tuple(plain(row[index]) for row in table.rows)


def blocks_of(sections: Sequence[Section]) -> list[Block]:
    """Return the blocks of several sections, in order."""
    return [block for section in sections for block in section.blocks]
