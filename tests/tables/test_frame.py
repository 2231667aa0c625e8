"""The data frame that shows itself short, and is a pandas data frame in all else."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from helpers.laws import over
from pandas.testing import assert_frame_equal
from rich.cells import cell_len

import goanalyze as ga
from goanalyze import Frame
from goanalyze.tables.frame import tables_of
from goanalyze.tables.schema import TABLES

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
HOSTILE = "<script>alert('x')</script>&\x1b[31m\u202e"


@pytest.fixture(scope="module")
def tables(sample: ga.Tables) -> ga.Tables:
    """The whole sample, checked with moves."""
    return sample


@pytest.mark.parametrize("name", TABLES)
def test_a_table_shows_ten_rows_and_its_size(tables: ga.Tables, name: str) -> None:
    """The first five rows, the last five, a gap between them, a head, and a line with the size."""
    frame = getattr(tables, name)
    lines = str(frame).splitlines()
    assert len(lines) == 13
    assert [line.split()[0] for line in (lines[1], lines[5], lines[6], lines[11])] == [
        "0",
        "4",
        "…",
        str(len(frame) - 1),
    ]
    assert lines[12].startswith(f"{len(frame):,} rows × {len(frame.columns)} columns of {name};")


def test_a_few_rows_are_shown_all(tables: ga.Tables) -> None:
    """Up to ten rows the table has no gap; one row is in the singular."""
    assert len(str(tables.games.head(10)).splitlines()) == 12
    assert "…" not in str(tables.games.index[:10])
    assert str(tables.games.head(1)).splitlines()[-1].startswith("1 row × ")
    assert str(tables.games.head(0)).splitlines()[-1].startswith("0 rows × ")


@pytest.mark.parametrize("width", [40, 60, 80, 100, 140, 250])
@over("name", TABLES)
def test_no_line_is_wider_than_the_terminal(
    tables: ga.Tables, name: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text is cut and columns are left out until a row fits; Chinese characters take two places."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert max(map(cell_len, str(getattr(tables, name)).splitlines()[:-1])) <= width


def test_wide_characters_keep_columns_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A column begins at the same place of the screen in every row."""
    monkeypatch.setenv("COLUMNS", "120")
    frame = ga.check(SAMPLE / "gnugo").games.head(3).copy()
    frame["black_player"] = ["柯洁", "Ito", "e\u0301te"]
    lines = str(frame).splitlines()[:4]
    places = {cell_len(line[: line.index(word)]) for line, word in zip(lines[1:], ["9×9"] * 3, strict=True)}
    assert places == {cell_len(lines[0][: lines[0].index("board")])}


def test_long_text_is_cut(tables: ga.Tables) -> None:
    """A name of a thousand characters does not make a line of that length; a path keeps its end."""
    frame = tables.games.head(1).copy()
    frame["black_player"] = "x" * 1000
    frame["source"] = "/very" * 100 + "/archive.zip"
    assert "x" * 60 not in frame._repr_html_()
    assert "/archive.zip<" in frame._repr_html_()


def test_chosen_columns_look_as_pandas_has_them(tables: ga.Tables) -> None:
    """An explicit selection of columns is shown whole."""
    chosen = tables.games[["black_player", "komi"]]
    assert str(chosen) == str(pd.DataFrame(chosen))
    assert chosen._repr_html_() == pd.DataFrame(chosen)._repr_html_()


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame.isna(),
        lambda frame: frame.astype(str),
        lambda frame: frame.drop(columns="komi"),
        lambda frame: frame.T,
        lambda frame: frame.describe(),
    ],
)
def test_what_is_no_table_any_more_looks_as_pandas_has_it(tables: ga.Tables, change: Callable) -> None:
    """A frame of other values is not shown as if it were the table."""
    changed = change(tables.games.head(20))
    assert str(changed) == str(pd.DataFrame(changed))


def test_chosen_rows_are_still_the_table(tables: ga.Tables) -> None:
    """Filtered and sorted, a frame shows the main columns of its rows; added columns come first."""
    some = tables.games[tables.games.move_count > 50].sort_values("move_count").assign(long=True)
    head, *_, foot = str(some).splitlines()
    assert head.split()[:2] == ["long", "players"]
    assert foot.startswith(f"{len(some)} rows × {len(TABLES['games'].columns) + 1} columns of games;")


def test_text_from_records_cannot_act() -> None:
    """Markup is escaped in a notebook; control and direction characters are replaced there and in a terminal."""
    tables = ga.check(SAMPLE / "findings")
    for name, column in (("games", "black_player"), ("findings", "message"), ("files", "member")):
        frame = getattr(tables, name).head(2).copy()
        frame[column] = HOSTILE
        frame.index = [HOSTILE, "b"]
        html = frame._repr_html_()
        assert "<script" not in html
        assert "&lt;script&gt;" in html
        assert not {"\x1b", "\u202e"} & set(html + str(frame))


def test_the_html_is_well_formed(tables: ga.Tables) -> None:
    """Every row of the page's table has a cell for every head."""
    from xml.etree import ElementTree as ET

    root = ET.fromstring(tables.findings._repr_html_())
    rows = root.findall(".//tr")
    assert len(rows) == 12
    assert {len(row) for row in rows} == {len(rows[0])}


def test_a_notebook_without_html_gets_text(tables: ga.Tables) -> None:
    """The option of pandas is obeyed."""
    with pd.option_context("display.notebook_repr_html", False):
        assert tables.games._repr_html_() is None


OPERATIONS = [
    lambda frame: frame.copy(),
    copy.deepcopy,
    lambda frame: pickle.loads(pickle.dumps(frame)),
    lambda frame: frame.query("move_count > 30 and board_width == 9"),
    lambda frame: frame[frame.komi > 0],
    lambda frame: frame.merge(frame[["game_id", "komi"]], on="game_id"),
    lambda frame: pd.DataFrame(frame[["game_id", "komi"]]).merge(frame, on="game_id"),
    lambda frame: pd.concat([frame.head(3), frame.tail(3)], ignore_index=True),
    lambda frame: frame.groupby("board_width")[["komi", "move_count"]].mean(),
    lambda frame: frame.groupby("ruleset", observed=True).agg(moves=("move_count", "sum")),
    lambda frame: frame.pivot_table(index="board_width", columns="result_by", values="komi", observed=True),
    lambda frame: frame.drop(columns="moves").drop_duplicates("canonical_id"),
    lambda frame: frame.set_index("game_id").sort_index(),
    lambda frame: frame.assign(twice=frame.move_count * 2).nlargest(5, "twice"),
    lambda frame: frame[["komi", "move_count"]].apply(lambda column: column.max()).to_frame(),
    lambda frame: frame.explode("moves").head(100),
]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_frame_works_as_a_data_frame(tables: ga.Tables, operation: Callable) -> None:
    """Any pandas operation on a frame gives the result of a plain one."""
    frame = tables.games
    assert_frame_equal(pd.DataFrame(operation(frame)), operation(pd.DataFrame(frame)))


@pytest.mark.parametrize("name", TABLES)
def test_a_frame_goes_to_parquet_and_back(tables: ga.Tables, name: str, tmp_path: Path) -> None:
    """`to_parquet` writes every column of every table, lists included."""
    frame = getattr(tables, name).head(50)
    frame.to_parquet(tmp_path / "frame.parquet")
    again = pd.read_parquet(tmp_path / "frame.parquet")
    assert again.columns.tolist() == frame.columns.tolist()
    texts = [
        flat.astype(str).where(flat.notna(), "missing")  # None or NaN in text, by the version of pandas
        for flat in (each.drop(columns=["moves", "flips", "rulesets"], errors="ignore") for each in (again, frame))
    ]
    assert pd.DataFrame(texts[0]).equals(pd.DataFrame(texts[1]))


def test_rows_remember_their_tables(tables: ga.Tables) -> None:
    """Filtering, sorting, copying, concatenating and merging keep the origin."""
    games = tables.games
    kept = [
        games[games.komi > 5],
        games.sort_values("komi").head(),
        games.copy(),
        games.query("komi > 5"),
        games[["game_id", "komi"]],
        pd.concat([games.head(2), games.tail(2)]),
    ]
    assert all(tables_of(frame) is tables for frame in kept)
    merged = games.merge(tables.counts, on="game_id")
    with_plain = games.merge(pd.DataFrame({"game_id": games.game_id[:5], "mine": 1}))
    assert tables_of(merged) is tables_of(with_plain) is tables
    assert str(merged) == str(pd.DataFrame(merged))


def test_frames_of_two_archives_have_no_common_origin(tables: ga.Tables) -> None:
    """A frame joined from two checks belongs to neither."""
    other = ga.check(SAMPLE / "gnugo")
    columns = ["game_id", "komi"]
    assert tables_of(pd.concat([tables.games[columns], other.games[columns]])) is None
    assert tables_of(tables.games.merge(other.counts, on="game_id")) is None


def test_a_pickle_has_the_rows_alone(tables: ga.Tables) -> None:
    """Three rows of tables in memory do not carry the archive with them."""
    few = tables.games.head(3)
    assert tables_of(pickle.loads(pickle.dumps(few))) is None
    assert len(pickle.dumps(few)) < 50_000 < tables.arrow("games").nbytes


def test_a_pickle_of_a_dataset_knows_its_folder(tables: ga.Tables, tmp_path: Path) -> None:
    """Rows of tables on disk find their tables again, in another process, too."""
    tables.to_parquet(tmp_path / "out")
    again = pickle.loads(pickle.dumps(ga.open(tmp_path / "out").games.head(3)))
    assert isinstance(again, Frame)
    assert tables_of(again).game(again.iloc[2]).info["game_id"] == tables.games.game_id[2]


def test_outcomes_and_audits_show_their_game() -> None:
    """A row names the players and the file of its game, for any selection of rows; without tables it names the row."""
    tables = ga.check(SAMPLE / "findings")
    games = {row["game_id"]: row for row in tables.arrow("games").to_pylist()}
    for frame in (tables.outcomes, tables.audit, tables.counts):
        for part in (frame, frame.iloc[::-7], frame[frame.game_id == frame.game_id.iloc[-1]]):
            html = part._repr_html_()
            place = str(Path(games[part.game_id.iloc[-1]]["source"]).name)
            assert place in html.replace("&#x27;", "'"), place


def test_every_column_of_the_audit_is_scalar() -> None:
    """Each can be counted and compared; lists are text, joined by blanks, as in the table."""
    tables = ga.check(SAMPLE)
    assert all(tables.audit[name].nunique() >= 0 for name in tables.audit)
    flips = [" ".join(names) for names in tables.arrow("audit", ["flips"])["flips"].to_pylist() if names is not None]
    assert tables.audit.flips.dropna().tolist() == flips
    assert len(tables.audit.drop_duplicates()) == len(tables.audit)
