"""The tables room: schema, builders and Parquet."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

import goanalyze as ga
from goanalyze.errors import DatasetError, OutputError
from goanalyze.tables.dataset import SINGLE, clear, read_dataset, refuse_foreign_files, write_table
from goanalyze.tables.schema import SCHEMA_VERSION, TABLES
from goanalyze.tables.storage import Storage

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture(scope="module")
def tables(sample: ga.Tables) -> ga.Tables:
    """The whole sample, checked with moves."""
    return sample


@pytest.fixture(scope="module")
def out(tables: ga.Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a dataset."""
    folder = tmp_path_factory.mktemp("dataset") / "out"
    tables.to_parquet(folder)
    write_table(folder, "duplicates", tables.arrow("duplicates"))
    return folder


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_the_columns_of_the_schema(tables: ga.Tables, name: str) -> None:
    """Each table equals its schema, column by column, type by type."""
    assert tables.arrow(name).schema.equals(TABLES[name].arrow)


@pytest.mark.parametrize("name", TABLES)
def test_pandas_opens_each_table(tables: ga.Tables, out: Path, name: str) -> None:
    """`pandas.read_parquet` on a table's folder, or its one file, gives every row."""
    place = out / (f"{name}.parquet" if name in SINGLE else name)
    assert len(pd.read_parquet(place)) == len(tables.arrow(name)) > 0


def test_the_schema_version_is_in_the_parquet_metadata(out: Path) -> None:
    """A reader can find the schema of a file without this program."""
    metadata = pq.read_schema(next((out / "games").iterdir())).metadata
    assert metadata[b"goanalyze.schema"] == SCHEMA_VERSION.encode()


def test_every_game_has_one_row_in_games_and_counts(tables: ga.Tables) -> None:
    """Games and counts go side by side, row by row."""
    assert tables.games.game_id.tolist() == tables.counts.game_id.tolist()


def test_files_count_their_games(tables: ga.Tables) -> None:
    """The games of all files are all games."""
    assert int(tables.files.games.sum()) == len(tables.games)


def test_area_is_stones_and_territory(tables: ga.Tables) -> None:
    """The columns of the counts fit each other, and nothing of the board is left over."""
    counts = tables.counts.dropna(subset=["dame"])
    board = tables.games.board_width * tables.games.board_height
    assert ((counts.black_stones + counts.black_territory) == counts.black_area).all()
    assert (counts.black_area + counts.white_area + counts.dame == board[counts.index]).all()
    assert (counts.area_margin - counts.territory_margin == counts.area_minus_territory).all()


def test_a_folder_with_other_things_is_not_touched(tmp_path: Path) -> None:
    """A dataset is not written into a folder that holds something, and --overwrite replaces datasets only."""
    (tmp_path / "thesis.tex").write_text("dear")
    with pytest.raises(OutputError, match="is not empty"):
        clear(Storage(tmp_path), overwrite=False)
    with pytest.raises(OutputError, match=r"thesis\.tex"):
        clear(Storage(tmp_path), overwrite=True)
    assert (tmp_path / "thesis.tex").read_text() == "dear"


def test_overwrite_removes_parts_only(tmp_path: Path) -> None:
    """A user's file in a folder named like a table is not taken for a part."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "part-1.sgf").write_text("mine")
    with pytest.raises(OutputError, match=r"part-1\.sgf"):
        clear(Storage(tmp_path), overwrite=True)
    assert (tmp_path / "games" / "part-1.sgf").exists()


def test_overwrite_replaces_a_dataset(tables: ga.Tables, tmp_path: Path) -> None:
    """The second writing leaves no row of the first."""
    tables.to_parquet(tmp_path / "out")
    ga.check(SAMPLE / "gnugo" / "009x009-chinese-0001.sgf").to_parquet(tmp_path / "out", overwrite=True)
    assert len(ga.open(tmp_path / "out").games) == 1


def test_a_file_is_no_place_for_a_dataset(tmp_path: Path) -> None:
    """OUT that is a file is refused in a sentence."""
    (tmp_path / "out").write_text("")
    with pytest.raises(OutputError, match="is a file"):
        refuse_foreign_files(Storage(tmp_path / "out"))


def test_an_unfinished_dataset_is_not_opened(out: Path, tmp_path: Path) -> None:
    """Without _SUCCESS.json the run did not end, and the reader gets a message."""
    (tmp_path / "games").mkdir()
    with pytest.raises(DatasetError, match="is incomplete"):
        read_dataset(tmp_path)
    with pytest.raises(DatasetError, match="is not a dataset"):
        read_dataset(tmp_path / "nothing")


def test_another_schema_version_is_refused(out: Path, tmp_path: Path) -> None:
    """A dataset of another version is named as such, not misread."""
    (tmp_path / "games").mkdir()
    (tmp_path / "_SUCCESS.json").write_text('{"schema": 0}')
    with pytest.raises(DatasetError, match="schema version 0"):
        read_dataset(tmp_path)


def test_parts_are_whole_files_without_dots(out: Path) -> None:
    """No temporary file is left, and the manifest names the parts of every shard; some tables are one file."""
    (line,) = map(json.loads, (out / "_manifest.jsonl").read_text().splitlines())
    assert {path.name for path in out.glob("*/*") if path.parent.name != "duplicates"} == {line["part"]}
    tables = {path.parent.name for path in out.glob("*/*")}
    assert tables == {*line["tables"], "duplicates"} == set(TABLES) - {*SINGLE}
    assert all((out / f"{name}.parquet").is_file() for name in SINGLE)
