"""Datasets of an earlier layout, whose parts have no records: readers refuse them, and a check replaces them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.check_runs import SHARD, assert_same, check, manifest, mixed, reused_shards

import goanalyze as ga
from goanalyze.cli import app
from goanalyze.errors import DatasetError
from goanalyze.tables.dataset import compact_dataset, write_table
from goanalyze.tables.schema import TABLES


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs and their dataset."""
    folder = tmp_path_factory.mktemp("early")
    check(mixed(folder / "in", 4), folder / "whole")
    return folder


@pytest.fixture
def complete(folder: Path) -> Path:
    """A dataset whose manifest and facts are those of 0.14."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    out = Path(shutil.copytree(folder / "whole", folder / "out"))
    lines = manifest(out)
    for line in lines:
        line["tables"] = {name: {"rows": rows["rows"], "bytes": rows["bytes"]} for name, rows in line["tables"].items()}
        del line["digest"], line["sources"], line["inputs"], line["summary"], line["limits"]
    (out / "_manifest.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    facts = json.loads((out / "_SUCCESS.json").read_text(encoding="utf-8"))
    del facts["layout"]
    facts["given"] = facts.pop("inputs")
    facts["singles"] = list(facts["singles"])
    (out / "_SUCCESS.json").write_text(json.dumps(facts), encoding="utf-8")
    return out


@pytest.fixture
def incomplete(complete: Path) -> Path:
    """A dataset whose run was killed: it has parts only."""
    for name in ("_SUCCESS.json", "_manifest.jsonl", "rulesets.parquet", "conventions.parquet"):
        (complete / name).unlink()
    return complete


def test_readers_refuse_a_complete_dataset(complete: Path) -> None:
    """The error names the version of the layout and the remedy."""
    expected = r"has layout version 1\. Expected 2, that of this program: run the check again"
    with pytest.raises(DatasetError, match=expected):
        ga.open(complete)
    with pytest.raises(DatasetError, match=expected):
        compact_dataset(str(complete), 10**6)
    with pytest.raises(DatasetError, match=expected):
        write_table(complete, "duplicates", TABLES["duplicates"].empty())


def test_readers_refuse_an_incomplete_dataset(incomplete: Path) -> None:
    """The dataset has no facts."""
    with pytest.raises(DatasetError, match=r"is incomplete: _SUCCESS\.json is missing"):
        ga.open(incomplete)


@pytest.mark.parametrize("state", ["complete", "incomplete"])
def test_a_check_names_the_parts_and_checks_their_games_again(
    folder: Path, state: str, request: pytest.FixtureRequest
) -> None:
    """No shard is reused, one line names the first part, and the result is that of a fresh check."""
    out = request.getfixturevalue(state)
    first = min((out / "games").iterdir()).name
    count = len(list((out / "games").iterdir()))
    command = ("check", folder / "in", "-o", out, "--shard", SHARD / 2**20, "--estimate", "never", "--jobs", 1)
    result = CliRunner().invoke(app, [*map(str, command)])
    assert (
        f"goanalyze: {count:,} parts, as games/{first}, were missing, damaged or of an early version; the games were"
        in result.stderr
    )
    assert not any(reused_shards(out))
    assert_same(out, folder / "whole")
    result = CliRunner().invoke(app, [*map(str, command)])
    assert "early version" not in result.stderr
    assert all(reused_shards(out))
