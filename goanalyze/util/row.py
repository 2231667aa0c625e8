"""The protocol of a row of a table."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

# The fields of a row, or of an object of JSON or TOML: the type of a value depends on its name.
Fields: TypeAlias = dict[str, Any]
FieldMapping: TypeAlias = Mapping[str, Any]
FrameFields: TypeAlias = dict[Hashable, Any]  # a row of a data frame


class Row(Protocol):
    """A row of a table, its values by column: a mapping, or a pandas Series.

    Example:
        >>> import goanalyze as ga
        >>> tables = ga.check("data/sample/gnugo/009x009-chinese-0022.sgf")
        >>> rows = tables.games.iloc[0], tables.arrow("counts").to_pylist()[0]
        >>> tables.game(rows[0]).address == tables.game(rows[1]).address
        True
    """

    def keys(self) -> Iterable[Hashable]:
        """Return the names of the columns."""

    def __getitem__(self, column: str, /) -> object:
        """Return the value of a column."""

    def get(self, column: str, /) -> object:
        """Return the value of a column, None if the column is missing."""
