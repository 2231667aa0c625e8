"""A dataset opened in another folder, copied or written again gives the same rows and games."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest
from helpers.contracts import MOST, TABLES, all_rows, run

import goanalyze as ga


def test_a_dataset_is_the_check_in_memory(archive: Path, tables: ga.Tables) -> None:
    """Tables on disk, in memory and of a pickle are equal."""
    memory = ga.check(archive, jobs=1, **MOST)
    assert all_rows(memory) == all_rows(tables)
    assert all_rows(pickle.loads(pickle.dumps(memory))) == all_rows(tables)


def test_written_tables_are_a_dataset(tables: ga.Tables, tmp_path: Path) -> None:
    """`open` reads the tables that `to_parquet` has written."""
    tables.to_parquet(tmp_path / "again")
    assert all_rows(ga.open(tmp_path / "again")) == all_rows(tables)


def test_a_dataset_does_not_depend_on_the_working_folder(
    dataset: Path, tables: ga.Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables opened by a relative path are read from there, and games from their sources, in any other folder."""
    monkeypatch.chdir(dataset.parent)
    opened = ga.open(dataset.name)
    monkeypatch.chdir(tmp_path)
    assert all_rows(opened) == all_rows(tables)
    assert opened.game(0).raw_sgf == tables.game(0).raw_sgf


def test_moved_sources_are_read_from_the_root(archive: Path, tmp_path: Path) -> None:
    """Games of a dataset are found in the folder of `root`, by their ids; without it they are missing."""
    folder = tmp_path / "before"
    shutil.copytree(archive, folder)
    tables = ga.check(folder, jobs=1)
    raw = tables.game(3).raw_sgf
    folder.rename(tmp_path / "after")
    with pytest.raises(ga.SourceError):
        tables.game(3)
    assert tables.game(3, root=tmp_path / "after").raw_sgf == raw


def test_every_row_leads_to_its_game(tables: ga.Tables) -> None:
    """A number, an address, and a row of any table with a game give the game with that id."""
    for name in ("games", "findings", "counts", "outcomes", "moves"):
        row = next(row for row in tables.arrow(name).to_pylist() if row["game_id"])
        assert tables.game(row).info["game_id"] == row["game_id"]
    for index in (0, len(tables.games) - 1):
        game = tables.game(index)
        assert tables.game(str(game.address)).info["game_id"] == tables.games.game_id[index]
        assert tables.game(tables.games.iloc[index]).raw_sgf == game.raw_sgf


def test_games_are_read_again_under_the_options_of_the_check(archive: Path, tmp_path: Path) -> None:
    """Findings of a game from tables on disk and in memory are those of a check with other rulesets, komi and marks."""
    options: ga.CheckArguments = {"markup": "ignore", "rulesets": ["japanese", "aga"], "komi": 7.5, "jobs": 1}
    memory, stored = ga.check(archive, **options), ga.check(archive, out=tmp_path / "out", **options)
    for tables in (memory, ga.open(tmp_path / "out"), stored):
        for index, game in tables.read_games(range(0, len(tables.games), 3)):
            assert isinstance(game, ga.Game)
            game_id = tables.games.game_id[index]
            rows = tables.arrow("findings", filter=[("game_id", "==", game_id)]).to_pylist()
            found = [(finding.code, finding.message, list(finding.rulesets)) for finding in game.replay().findings]
            assert found == [(row["code"], row["message"], row["rulesets"]) for row in rows]


def test_frames_are_the_tables(tables: ga.Tables) -> None:
    """Each data frame has the columns and the number of rows of its table; conditions and columns choose parts."""
    for name in TABLES:
        table, frame = tables.arrow(name), getattr(tables, name)
        assert (list(frame.columns), len(frame)) == (table.column_names, table.num_rows)
        assert tables.dataset(name).count_rows() == table.num_rows
    errors = tables.arrow("findings", ["code"], [("severity", "==", "error")])
    assert errors.num_rows == (tables.findings.severity == "error").sum() > 0
    assert errors.column_names == ["code"]


def test_merging_the_files_of_a_dataset_changes_no_row(archive: Path, tables: ga.Tables, tmp_path: Path) -> None:
    """`compact` writes fewer files with the same rows."""
    ga.check(archive, out=tmp_path / "out", jobs=1, shard=0.002, **MOST)
    files = len(list((tmp_path / "out" / "games").rglob("*.parquet")))
    assert run("compact", tmp_path / "out").exit_code == 0
    assert len(list((tmp_path / "out" / "games").rglob("*.parquet"))) < files
    assert all_rows(ga.open(tmp_path / "out")) == all_rows(tables)


def test_a_report_is_a_page_of_the_dataset(dataset: Path, tables: ga.Tables, tmp_path: Path) -> None:
    """Library and command write the same page."""
    page = tables.report(tmp_path / "python.html", title="Games")
    assert run("report", dataset, "-o", tmp_path / "command.html", "--title", "Games").exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    lengths = [len((tmp_path / name).read_text(encoding="utf-8")) for name in ("python.html", "command.html")]
    assert lengths[0] == pytest.approx(lengths[1], abs=200)
