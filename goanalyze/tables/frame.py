"""Arrow tables as pandas data frames with a short preview and their `Tables`, which `df.go` needs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa

from goanalyze.draw.text_tables import PreviewCells, TablePreview
from goanalyze.errors import OptionError
from goanalyze.tables.schema import COLUMNS
from goanalyze.tables.spreadsheets import frame_to_excel, spreadsheet_frame
from goanalyze.util.text import clean
from goanalyze.util.toml import shown

_ENDS: Final = 5  # rows at the beginning, and at the end
_GAP: Final = "…"


class PreviewColumn(NamedTuple):
    """A column of a preview.

    Attributes:
        title: heading.
        columns: columns of the table whose values it joins.
        between: text between the values.
        missing: text for a missing value next to others; empty if it is left out.
        keeps_end: True if long text is cut at its beginning, as a path.
        is_of_game: True if `columns` are those of the game of the row, which the table games has.
    """

    title: str
    columns: tuple[str, ...]
    between: str = ""
    missing: str = ""
    keeps_end: bool = False
    is_of_game: bool = False


def _columns(*names: str | PreviewColumn) -> tuple[PreviewColumn, ...]:
    return tuple(PreviewColumn(name, (name,)) if isinstance(name, str) else name for name in names)


_FILE: Final = PreviewColumn("place", ("source", "member"), ":", keeps_end=True)
_GAME_PLAYERS: Final = PreviewColumn("players", ("black_player", "white_player"), " – ", "?", is_of_game=True)
_GAME_FILE: Final = _FILE._replace(is_of_game=True)
_SOURCE: Final = PreviewColumn("source", ("source",), keeps_end=True)

PREVIEWS: Final[dict[str, tuple[PreviewColumn, ...]]] = {
    "files": _columns(_FILE, "bytes", "games", "status", "code", "encoding", "message"),
    "games": _columns(
        PreviewColumn("players", ("black_player", "white_player"), " – ", "?"),
        "date",
        PreviewColumn("board", ("board_width", "board_height"), "×", "?"),
        "komi",
        "ruleset",
        "result_raw",
        "move_count",
        "ended_by",
        "finding_count",
        _SOURCE,
    ),
    "findings": _columns("code", "severity", _FILE, "move_number", "point", "message"),
    "counts": _columns(
        _GAME_PLAYERS,
        _GAME_FILE,
        "area_margin",
        "territory_margin",
        "stone_margin",
        "dame",
        "seki_points",
        "position",
        "status_source",
        "count_confidence",
    ),
    "outcomes": _columns(
        _GAME_PLAYERS, _GAME_FILE, "ruleset", "legal", "basis", "komi", "margin", "winner", "agrees_with_record"
    ),
    "audit": _columns(
        _GAME_PLAYERS, _GAME_FILE, "ruleset", "recorded_margin", "margin", "agreement", "explanation", "evidence"
    ),
    "rulesets": _columns("id", "title", "repetition", "suicide", "scoring", "seki", "komi", "compensation", "ties"),
    "moves": _columns("game_id", "move_number", "color", "point", "captured", "repeats_move"),
    "chains": _columns(
        "game_id", "first", "color", "stones", "estimate_dead", "share", "confirmed", "how", "reason", "marked_dead"
    ),
    "conventions": _columns(
        "sources",
        "ruleset",
        "komi_raw",
        "handicap",
        "board",
        "played_ruleset",
        "played_komi",
        "counted",
        "share",
        "low",
        "high",
        "standing",
        "code",
    ),
    "duplicates": _columns(
        "group",
        "code",
        "confidence",
        _FILE,
        PreviewColumn("best copy", ("best_source", "best_member"), ":", keeps_end=True),
        "keep",
        "differing_moves",
        "missing_moves",
        "view",
        "swapped",
        "contradicts",
        "best_because",
    ),
}
"""Columns of the preview of each table, from left to right; those that do not fit are left out from the right."""


class Frame(pd.DataFrame):
    """A pandas data frame of one of the tables.

    While it has every column of its table, its preview has the main columns and at most ten rows, and text without
    control and direction characters. Otherwise it is printed by pandas, with text as in the records, which pandas
    escapes in HTML. It refers to its `Tables`, through which ``df.go`` of `goanalyze.accessor` reads games again, and
    so does every frame of its rows.

    Example:
        >>> import goanalyze as ga
        >>> outcomes = ga.check("data/sample/gnugo/009x009-chinese-0022.sgf", rulesets="jp,aga").outcomes
        >>> print(str(outcomes[outcomes.margin == -3]).splitlines()[-1])
        1 row × 22 columns of outcomes; .columns names them, .iloc[0] shows a whole row
    """

    _metadata: list[str] = ["_tables", "_table", "_kinds"]  # noqa: RUF012 - pandas' own way
    _tables: object = None
    _table: str | None = None
    _kinds: dict[Hashable, str] | None = None

    @classmethod
    def of(cls, plain: pd.DataFrame, table: str | None, tables: object) -> Frame:
        """Return a data frame as one that knows its tables; the data are shared.

        Args:
            plain: the data.
            table: name of the table if it has all of that table's columns, else None.
            tables: the `Tables` that its games are in.

        Raises:
            OptionError: the data are not a data frame.
        """
        if not isinstance(plain, pd.DataFrame):
            raise OptionError(f"{shown(plain)} is not a valid frame. Expected a pandas DataFrame.")
        frame = cls(plain)
        frame._tables, frame._table = tables, table
        frame._kinds = _kinds_of(plain) if table else None
        return frame

    def with_tables(self, tables: object) -> Frame:
        """Return the same frame as one of other tables."""
        frame = self.copy(deep=False)
        frame._tables = tables
        return frame

    @property
    def _constructor(self) -> Callable[..., Frame]:
        return Frame

    def __finalize__(self, other: object, method: str | None = None, **kwargs: object) -> Frame:
        """Copy the tables of the inputs, if all inputs that have tables have the same."""
        frame: Frame = super().__finalize__(other, method=method, **kwargs)  # type: ignore[misc]  # not in the stubs
        parts = _inputs(other)
        if parts:
            known = [tables for part in parts if (tables := tables_of(part)) is not None]
            agreed = known[0] if known and all(tables is known[0] for tables in known) else None
            kinds = [getattr(part, "_kinds", None) for part in parts]
            same = kinds[0] if method == "concat" and all(each == kinds[0] for each in kinds) else None
            table = getattr(parts[0], "_table", None) if same else None
            for name, value in (("_tables", agreed), ("_table", table), ("_kinds", same)):
                object.__setattr__(frame, name, value)
        return frame

    def __getstate__(self) -> dict[str, object]:
        """Return the state without tables in memory: a few rows would carry the whole archive."""
        state: dict[str, object] = dict(super().__getstate__())  # type: ignore[call-overload]  # object to the stubs
        if getattr(self._tables, "folder", None) is None:
            state["_tables"] = None
        return state

    if not TYPE_CHECKING:  # for type checkers both have the arguments of pandas

        def to_csv(self, *args: object, **named: object) -> str | None:
            """Write CSV as pandas does, with cells for spreadsheets.

            Lists are joined, as ``japanese;aga``, and text that would be calculated has an apostrophe before it.
            Parquet keeps everything unchanged. Arguments (args, named) are those of pandas.

            Example:
                >>> import goanalyze as ga
                >>> findings = ga.check("data/sample/findings/go104-suicide-of-two.sgf", rulesets="jp,aga").findings
                >>> print(findings.query("code == 'GO104'")[["code", "move_number", "rulesets"]].to_csv(index=False))
                code,move_number,rulesets
                GO104,1,japanese;aga
                <BLANKLINE>
            """
            return spreadsheet_frame(self).to_csv(*args, **named)

        def to_excel(self, excel_writer: object, **named: object) -> None:
            """Write a sheet as pandas does, with cells in which text stays text.

            Lists are joined, a day before March 1900 is text, and text over 32,767 characters is cut off. Arguments
            (excel_writer, named) are those of pandas.

            Raises:
                MissingPackageError: openpyxl is not installed.
                OptionError: the writer is not one of openpyxl.
            """
            frame_to_excel(self, excel_writer, **named)

    def _is_whole(self) -> bool:
        """Return True if the frame has all columns of its table, with values of the same kinds."""
        if self._table not in PREVIEWS or self._kinds is None:
            return False
        kinds = _kinds_of(self)
        return self.columns.is_unique and all(kinds.get(name) == kind for name, kind in self._kinds.items())

    def __repr__(self) -> str:
        return self._preview().text() if self._is_whole() else super().__repr__()

    def _repr_html_(self) -> str | None:
        if not self._is_whole() or not pd.get_option("display.notebook_repr_html"):
            return super()._repr_html_()  # type: ignore[misc, no-any-return]  # the stubs have it not
        return self._preview().html()

    def _preview(self) -> TablePreview:
        """Return the preview: the columns that the user added, then those of the table."""
        added = [PreviewColumn(str(name), (name,)) for name in self.columns if name not in (self._kinds or {})]
        own = [
            column
            for column in PREVIEWS[self._table or ""]
            if set(column.columns) <= set(self.columns) or (column.is_of_game and self._tables is not None)
        ]
        rows = f"{len(self):,} row{'' if len(self) == 1 else 's'}"
        foot = f"{rows} × {self.shape[1]} columns of {self._table}; .columns names them, .iloc[0] shows a whole row"
        return _preview(self, [*added, *own], foot)


def tables_of(frame: object) -> object:
    """Return the `Tables` of a frame, None if they are unknown."""
    return getattr(frame, "_tables", None)


def to_frame(table: pa.Table, name: str | None = None, tables: object = None) -> Frame:
    """Convert an Arrow table to a pandas data frame, a `Frame`.

    Integers remain integers and truth values are ``boolean``, with NA for missing values. Text is pandas' string, and
    a date is ``datetime64``. A vocabulary is a category of the values that occur in their usual order, and ordered if
    they have ranks, as severities. Lists are objects, but those of the table audit are text, joined by blanks, so that
    each of its columns can be counted and compared.
    """
    text = pd.Series(["text"]).dtype
    if pd.api.types.is_object_dtype(text):  # pandas 2
        text = pd.StringDtype("pyarrow")
    kinds = {
        pa.int8(): pd.Int8Dtype(),
        pa.int16(): pd.Int16Dtype(),
        pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(),
        pa.uint32(): pd.UInt32Dtype(),
        pa.bool_(): pd.BooleanDtype(),
        pa.string(): text,
    }
    if name == "audit":
        table = _joined_lists(table)
    plain = _distinct(table.unify_dictionaries()).to_pandas(types_mapper=kinds.get, date_as_object=False)
    for column in plain.columns[plain.dtypes == "category"]:
        plain[column] = _in_order(plain[column], column)
    return Frame.of(plain, name, tables)


def _joined_lists(table: pa.Table) -> pa.Table:
    for index, field in enumerate(table.schema):
        if pa.types.is_list(field.type):
            texts = [None if values is None else " ".join(values) for values in table.column(index).to_pylist()]
            table = table.set_column(index, field.name, pa.array(texts, pa.string()))
    return table


def _distinct(table: pa.Table) -> pa.Table:
    """Return a table whose dictionaries have each value once; a game that an archive has twice has two entries."""
    for index, field in enumerate(table.schema):
        column = table.column(index)
        if pa.types.is_dictionary(field.type) and column.num_chunks:
            words = column.chunk(0).dictionary  # the same for all chunks
            if len(words.unique()) < len(words):
                table = table.set_column(index, field, column.cast(field.type.value_type).dictionary_encode())
    return table


def _in_order(values: pd.Series[Any], column: str) -> pd.Series[Any]:
    """Return a category with the values that occur, in their usual order."""
    codes = values.cat.codes.to_numpy()
    occurs = np.bincount(codes[codes >= 0], minlength=len(values.cat.categories)) > 0
    known = COLUMNS.get(column)
    usual = known.order if known else ()
    if usual or not occurs.all():
        present = list(values.cat.categories[occurs])
        order = [*(value for value in usual if value in present), *(value for value in present if value not in usual)]
        values = values.cat.set_categories(order)
    return values.cat.as_ordered() if known and known.is_ranked else values


def _inputs(operation: Any) -> Sequence[object]:
    """Return the frames of a merge or concatenation, whose name differs between pandas 2 and 3."""
    if isinstance(operation, (pd.DataFrame, pd.Series)):
        return ()
    for name in ("input_objs", "objs"):
        if hasattr(operation, name):
            return list(getattr(operation, name))
    return [operation.left, operation.right] if hasattr(operation, "left") else ()


def _kinds_of(frame: pd.DataFrame) -> dict[Hashable, str]:
    """Return the kind of the values of each column; a table of truth values is not a preview of games."""
    return {name: _kind_of(kind) for name, kind in frame.dtypes.items()}


def _kind_of(kind: Any) -> str:
    if pd.api.types.is_bool_dtype(kind):
        return "truth"
    if pd.api.types.is_numeric_dtype(kind):
        return "number"
    return "date" if pd.api.types.is_datetime64_any_dtype(kind) else "text"


def _plain(value: Any) -> str:
    """Return a value as short text."""
    if isinstance(value, pd.Timestamp):
        return f"{value:%Y-%m-%d}" if value.year >= 1000 else str(value.date())
    if pd.api.types.is_list_like(value):
        return ", ".join(map(str, value))
    if pd.isna(value):
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _preview(frame: Frame, chosen: Sequence[PreviewColumn], foot: str) -> TablePreview:
    """Return the preview of a frame with some columns: at most ten rows of it."""
    is_long = len(frame) > 2 * _ENDS
    rows = frame.iloc[[*range(_ENDS), *range(-_ENDS, 0)]] if is_long else frame
    labels, columns = PreviewCells("", [clean(str(label)) for label in rows.index]), []
    games = _games_of(frame, rows) if any(column.is_of_game for column in chosen) else rows
    for title, names, between, missing, keeps_end, is_of_game in chosen:
        source = games if is_of_game else rows
        texts = zip(*(map(_plain, source[name]) for name in names), strict=True)
        cells = [clean(between.join(v or missing for v in text if v or missing)) if any(text) else "" for text in texts]
        is_number = len(names) == 1 and not is_of_game and _kind_of(frame.dtypes[names[0]]) == "number"
        columns.append(PreviewCells(clean(title), cells, is_number, keeps_end))
    for column in (labels, *columns) if is_long else ():
        column.cells.insert(_ENDS, _GAP)
    return TablePreview(labels, columns, foot)


def _games_of(frame: Frame, rows: pd.DataFrame) -> pd.DataFrame:
    """Return players and file of the game of each row; None for a missing game."""
    tables: Any = tables_of(frame)
    names = ["game_id", *_GAME_PLAYERS.columns, *_GAME_FILE.columns]
    ids = sorted({str(name) for name in rows["game_id"].dropna()})
    games = {row["game_id"]: row for row in tables.arrow("games", names, [("game_id", "in", ids)]).to_pylist()}
    known = [games.get(str(name), {}) for name in rows["game_id"]]
    return pd.DataFrame({name: [row.get(name) for row in known] for name in names}, dtype=object)
