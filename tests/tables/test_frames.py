"""Arrow tables as pandas data frames: types that need no cast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from helpers.laws import over

import goanalyze as ga
from goanalyze.replay.verdicts import CycleKind
from goanalyze.tables.frame import PREVIEWS, to_frame
from goanalyze.tables.schema import COLUMNS, TABLES

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture(scope="module")
def tables(sample: ga.Tables) -> ga.Tables:
    """The whole sample, checked with moves."""
    return sample


def is_fitting(kind: Any, values: pd.Series) -> bool:
    """Return True if a pandas type serves an Arrow type without a cast."""
    if pa.types.is_dictionary(kind):
        return isinstance(values.dtype, pd.CategoricalDtype)
    if pa.types.is_boolean(kind):
        return values.dtype == "boolean"
    if pa.types.is_integer(kind):
        return pd.api.types.is_extension_array_dtype(values.dtype) and pd.api.types.is_integer_dtype(values.dtype)
    if pa.types.is_floating(kind):
        return pd.api.types.is_float_dtype(values.dtype)
    if pa.types.is_date(kind):
        return pd.api.types.is_datetime64_dtype(values.dtype)
    if pa.types.is_string(kind):
        return isinstance(values.dtype, pd.StringDtype)
    return pa.types.is_list(kind) and values.dtype == object


AS_TEXT = ("audit", "flips")
"""Table and column of the lists that a data frame has as text, since pandas counts and sorts no lists."""


@over("table", TABLES)
def test_every_column_has_a_type_that_needs_no_cast(tables: ga.Tables, table: str) -> None:
    """Text is string, dates are dates, truth values and integers know NA, names are categories."""
    schema, frame = tables.arrow(table).schema, getattr(tables, table)
    types = {name: pa.string() if (table, name) == AS_TEXT else schema.field(name).type for name in schema.names}
    assert [name for name, kind in types.items() if not is_fitting(kind, frame[name])] == []


def plain(value: Any) -> Any:
    """Return a value of a data frame as Arrow would give it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if pd.isna(value):
        return None
    return value.date() if isinstance(value, pd.Timestamp) else value


@pytest.mark.parametrize("table", TABLES)
def test_a_frame_says_what_the_table_says(tables: ga.Tables, table: str) -> None:
    """Value by value, missing ones included, a data frame is its Arrow table."""
    frame = getattr(tables, table).head(5000)
    for name, values in tables.arrow(table).slice(0, 5000).to_pydict().items():
        is_joined = (table, name) == AS_TEXT
        expected = [" ".join(value) if is_joined and value is not None else value for value in values]
        assert [plain(value) for value in frame[name]] == expected, name


@pytest.mark.parametrize("table", TABLES)
def test_categories_are_those_that_occur_in_their_usual_order(tables: ga.Tables, table: str) -> None:
    """No group and no legend has a value without rows, and ordered values keep their order."""
    frame = getattr(tables, table)
    for name in frame.columns[frame.dtypes == "category"]:
        there = list(frame[name].cat.categories)
        assert set(there) == set(frame[name].dropna().unique()), name
        known = COLUMNS.get(name)
        usual = [value for value in (known.order if known else ()) if value in there]
        assert there[: len(usual)] == usual, name
        assert frame[name].cat.ordered == bool(known and known.is_ranked), name


def test_a_value_without_a_usual_place_comes_last() -> None:
    """A custom ruleset comes after the presets."""
    column = pa.chunked_array([["club", "japanese", None, "basic"]]).dictionary_encode()
    assert list(to_frame(pa.table({"ruleset": column})).ruleset.cat.categories) == ["basic", "japanese", "club"]


def test_severities_compare(tables: ga.Tables) -> None:
    """An error is worse than a warning, and a warning than a note."""
    findings = tables.findings
    assert set(findings[findings.severity >= "warning"].severity) == {"warning", "error"}
    assert findings.severity.max() == "error"


def test_previews_are_of_columns_that_exist() -> None:
    """Nothing is said of a column that no table has."""
    for table, shown in PREVIEWS.items():
        own, games = ({column.name for column in TABLES[name].columns} for name in (table, "games"))
        assert {name for column in shown if column.is_of_game for name in column.columns} <= games
        assert {name for column in shown if not column.is_of_game for name in column.columns} <= own


def test_a_cycle_has_every_name_of_its_kind_but_the_open_one() -> None:
    """An n-fold ko is called by its number, so the general name never occurs in a table."""
    assert {kind.value for kind in CycleKind} - {"n-fold ko"} <= set(COLUMNS["cycle_kind"].order)


def test_frames_group_without_a_cast(tables: ga.Tables) -> None:
    """Categories, numbers that may be missing, truth values and dates are keys and values as they are."""
    games, outcomes = tables.games, tables.outcomes
    by_size = games.groupby(["board_width", "board_height"]).size()
    assert by_size[9, 9] == (games.board_width * games.board_height == 81).sum()
    legal = outcomes.groupby("ruleset", observed=True).legal.mean()
    assert legal.index.tolist() == tables.rulesets.id.tolist()
    assert 0 < legal["basic"] < legal["japanese"] < 1
    years = games.groupby(games.date.dt.year).size()
    assert years.sum() == games.date.notna().sum() > 0
    assert games.groupby("worst_severity", observed=True).move_count.median().index.tolist() == [
        "info",
        "warning",
        "error",
    ]


def test_frames_plot_without_a_cast(tables: ga.Tables) -> None:
    """Bars, histograms and lines come from the columns as they are."""
    figures = pytest.importorskip("matplotlib.figure", reason="matplotlib is not installed")
    games = tables.games
    axes = figures.Figure().subplots(4)
    games.move_count.plot.hist(ax=axes[0])
    games.worst_severity.value_counts(sort=False).plot.bar(ax=axes[1])
    games.dropna(subset="date").plot(x="date", y="move_count", ax=axes[2])
    tables.outcomes.legal.astype(float).groupby(tables.outcomes.ruleset, observed=True).mean().plot.bar(ax=axes[3])
    assert [text.get_text() for text in axes[1].get_xticklabels()] == ["info", "warning", "error"]
    assert [len(axis.patches) + len(axis.lines) > 0 for axis in axes] == [True] * 4


def test_copies_have_ids_of_their_own(tmp_path: Path) -> None:
    """Equal texts in different places share the beginning of game_id alone, so that joins do not multiply rows."""
    for name in ("a.sgf", "b.sgf"):
        (tmp_path / name).write_text("(;SZ[5]KM[0];B[cc];W[];B[])")
    twice = ga.check(tmp_path)
    assert len(set(twice.games.game_id.str[:24])) == 1
    assert list(twice.outcomes.game_id.cat.categories) == twice.games.game_id.tolist()
    assert len(twice.outcomes) == 2 * len(twice.rulesets)
    for table in (twice.counts, twice.audit, twice.findings, twice.outcomes):
        assert len(twice.games.merge(table, on="game_id", suffixes=("", "_of"))) == len(table)
        assert table.game_id.isin(twice.games.game_id).all()


def test_ids_are_the_same_in_every_run_over_the_same_paths(tmp_path: Path) -> None:
    """The id of a game depends on its text and on source, member and number in the file, and on nothing else."""
    game = "(;SZ[5]KM[0];B[cc];W[];B[])"
    (tmp_path / "a.sgf").write_text(3 * game)
    first = ga.check(tmp_path).games.game_id.tolist()
    assert len(set(first)) == 3
    (tmp_path / "0.sgf").write_text(game)
    again = ga.check(tmp_path).games
    assert again.game_id[again.source.astype(str).str.endswith("a.sgf")].tolist() == first
    assert ga.check(tmp_path / "a.sgf").games.game_id.tolist() == first


def test_a_file_that_is_named_twice_has_its_rows_twice(tmp_path: Path) -> None:
    """The rows are of one game in one place, so they have one id."""
    (tmp_path / "a.sgf").write_text("(;SZ[5]KM[0];B[cc];W[];B[])")
    twice = ga.check([tmp_path, tmp_path / "a.sgf"])
    assert (len(twice.games), twice.games.game_id.nunique()) == (2, 1)
    assert list(twice.outcomes.game_id.cat.categories) == [twice.games.game_id[0]]
