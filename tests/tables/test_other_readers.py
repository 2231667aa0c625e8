"""A dataset is open to programs that know nothing of this one: pandas, DuckDB and Polars answer alike."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import goanalyze as ga
from goanalyze.tables.dataset import SINGLE, write_table
from goanalyze.tables.schema import TABLES

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
ASKED = ["aga", "ancient-chinese", "chinese"]

Answer = list[tuple[int, str, int]]


@pytest.fixture(scope="module")
def out(sample: ga.Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample as a dataset, with moves and duplicates."""
    folder = tmp_path_factory.mktemp("dataset") / "out"
    sample.to_parquet(folder)
    write_table(folder, "duplicates", sample.arrow("duplicates"))
    return folder


def places(out: Path, name: str) -> str:
    """Return the files of a table as other programs name them."""
    return f"{out}/{name}.parquet" if name in SINGLE else f"{out}/{name}/*.parquet"


def by_hand(out: Path) -> Answer:
    """Count the games with another winner than under Japanese rules, by board width and ruleset, in plain Python."""
    tables = ga.open(out)
    width = {
        row["game_id"]: row["board_width"] for row in tables.arrow("games", ["game_id", "board_width"]).to_pylist()
    }
    winner = {
        (row["game_id"], row["ruleset"]): row["winner"]
        for row in tables.arrow("outcomes").to_pylist()
        if row["basis"] == "counted"
    }
    found = {}
    for (game_id, ruleset), who in winner.items():
        japanese = winner.get((game_id, "japanese"))
        if ruleset in ASKED and japanese not in (None, who):
            found[width[game_id], ruleset] = found.get((width[game_id], ruleset), 0) + 1
    return sorted((*place, games) for place, games in found.items())


def test_pandas_answers_as_counted_by_hand(out: Path) -> None:
    """The frames of `Tables` merge and group as they are."""
    tables = ga.open(out)
    sizes = tables.games[["game_id", "board_width"]].drop_duplicates()
    known = tables.outcomes[tables.outcomes.basis == "counted"][["game_id", "ruleset", "winner"]].merge(sizes)
    others = known[known.ruleset.isin(ASKED)]
    both = known[known.ruleset == "japanese"].merge(others, on=["game_id", "board_width"])
    changed = both[both.winner_x.astype(str) != both.winner_y.astype(str)]
    games = changed.groupby(["board_width", "ruleset_y"], observed=True).game_id.nunique()
    assert sorted((*place, count) for place, count in games.items()) == by_hand(out)
    assert len(games) > 5


def test_duckdb_answers_as_counted_by_hand(out: Path) -> None:
    """SQL over the Parquet files: names of categories are text there."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    found = duckdb.sql(f"""
        SELECT board_width, b.ruleset, count(DISTINCT game_id)
        FROM '{places(out, "outcomes")}' AS a
        JOIN '{places(out, "outcomes")}' AS b USING (game_id)
        JOIN '{places(out, "games")}' USING (game_id)
        WHERE a.ruleset = 'japanese' AND b.ruleset IN {tuple(ASKED)}
          AND a.basis = 'counted' AND b.basis = 'counted' AND a.winner <> b.winner
        GROUP BY ALL ORDER BY ALL
    """)
    assert found.fetchall() == by_hand(out)


def test_polars_answers_as_counted_by_hand(out: Path) -> None:
    """A lazy query reads the columns that it needs."""
    pl = pytest.importorskip("polars", reason="polars is not installed")
    names = pl.col("game_id", "ruleset", "winner", "basis").cast(pl.String)
    known = pl.scan_parquet(places(out, "outcomes")).select(names).filter(pl.col("basis") == "counted")
    found = (
        known.filter(pl.col("ruleset") == "japanese")
        .join(known.filter(pl.col("ruleset").is_in(ASKED)), on="game_id")
        .filter(pl.col("winner") != pl.col("winner_right"))
        .join(pl.scan_parquet(places(out, "games")).select("game_id", "board_width"), on="game_id")
        .group_by("board_width", "ruleset_right")
        .agg(pl.col("game_id").n_unique())
        .sort("board_width", "ruleset_right")
        .collect()
    )
    assert found.rows() == by_hand(out)


@pytest.mark.parametrize("name", TABLES)
def test_every_reader_finds_every_row(out: Path, name: str) -> None:
    """Each table has the same rows and columns wherever it is opened."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    pl = pytest.importorskip("polars", reason="polars is not installed")
    expected = ga.open(out).arrow(name)
    relation = duckdb.sql(f"SELECT * FROM '{places(out, name)}'")
    frame = pl.scan_parquet(places(out, name)).collect()
    plain = pd.read_parquet(out / (f"{name}.parquet" if name in SINGLE else name))
    assert (relation.columns, frame.columns, plain.columns.tolist()) == (expected.column_names,) * 3
    assert {len(relation.fetchall()), len(frame), len(plain)} == {len(expected)}
