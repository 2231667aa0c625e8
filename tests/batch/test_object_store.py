"""A dataset in an object store is the dataset that a folder would hold, and is held by one run at a time."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import goanalyze as ga
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.execution import Execution
from goanalyze.batch.run import Output, Run
from goanalyze.batch.summary import Summary
from goanalyze.cli import app
from goanalyze.errors import DatasetError, OutputError
from goanalyze.pipeline import Options
from goanalyze.tables.dataset import DatasetWriter, compact_dataset
from goanalyze.tables.storage import Lock, Storage

if TYPE_CHECKING:
    from helpers.s3 import Bucket

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "data" / "sample" / "gnugo"
OPTIONS = Options(estimate="never")
TABLES = ("files", "games", "findings", "counts", "outcomes", "audit")
SHARD = 60_000


def check(out: str, paths: str = str(GAMES), **how: Any) -> Summary:
    """Write a dataset of some small shards."""
    with DatasetWriter(out, inputs=[paths]) as commit:
        execution = Execution(shard_bytes=SHARD, **how)
        return Run(find_sources([paths]), OPTIONS, execution, Output(commit)).run()


def rows(bucket: Bucket, out: str) -> dict[str, Any]:
    """Return all rows of a dataset, as any reader of Parquet would have them."""
    return {name: pq.read_table(f"{bucket.uri}/{out}/{name}").to_pylist() for name in TABLES}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the rows of the same run into a folder."""
    out = tmp_path_factory.mktemp("local") / "out"
    check(str(out))
    tables = ga.open(out)
    return {name: tables.arrow(name).to_pylist() for name in TABLES}


def unfinished(bucket: Bucket) -> list[str]:
    """Return the objects whose names begin with a dot."""
    return [key for key in bucket.keys() if key.rpartition("/")[2].startswith(".")]


def _by_text(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows without the part of the key that follows the address of the record."""
    return [row | {"game_id": row["game_id"][:24]} for row in rows]


@pytest.mark.slow
def test_a_remote_dataset_is_resumed_and_compacted(bucket: Bucket, local: dict[str, Any], tmp_path: Path) -> None:
    """Rows equal those of a local run. Finished parts are kept, changed ones checked again, and parts compacted."""
    games = tmp_path / "games"
    shutil.copytree(GAMES, games)
    out = f"{bucket.uri}/out"
    assert check(out, str(games)).kept == 0
    found = rows(bucket, "out")
    assert [row["game_id"][:24] for row in found["games"]] == [row["game_id"][:24] for row in local["games"]]
    assert _by_text(found["outcomes"]) == _by_text(local["outcomes"])
    assert not unfinished(bucket)

    last = max(games.iterdir())
    last.write_bytes(last.read_bytes() + b" ")
    again = check(out, str(games))
    assert 0 < again.kept < again.games == len(local["games"])
    before, after = compact_dataset(out, 2**26)
    assert before > after == len(TABLES)
    assert _by_text(rows(bucket, "out")["outcomes"]) == _by_text(local["outcomes"])
    assert check(out, str(games)).kept == again.games


def test_one_run_at_a_time(bucket: Bucket) -> None:
    """A second run is refused, with the name of the writer and the object to remove after a kill."""
    out = f"{bucket.uri}/out"
    with DatasetWriter(out), pytest.raises(OutputError) as told:
        DatasetWriter(out)
    assert f"being written by another run (process {os.getpid()} on" in str(told.value)
    assert f"remove the object {out}/.lock" in str(told.value)
    assert not unfinished(bucket)
    DatasetWriter(out).__exit__(None)


def test_of_two_that_begin_at_once_one_at_most_goes_on(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each run announces itself before it looks for others."""
    out = f"{bucket.uri}/out"
    write, second = Storage.write_directly, []

    def meanwhile(self: Storage, name: str, data: bytes) -> None:
        write(self, name, data)
        if not second:
            second.append(True)
            with pytest.raises(OutputError):
                Lock(Storage(out))

    monkeypatch.setattr(Storage, "write_directly", meanwhile)
    Lock(Storage(out)).close()
    assert not unfinished(bucket)


@pytest.mark.slow
def test_a_killed_run_goes_on(bucket: Bucket, local: dict[str, Any]) -> None:
    """No half object is left; the lock of the dead is to be removed, then nothing is lost or doubled."""
    out = f"{bucket.uri}/out"
    call = [
        sys.executable,
        "-m",
        "goanalyze",
        "check",
        str(GAMES),
        "-o",
        out,
        "--estimate",
        "never",
        "--shard",
        str(SHARD / 2**20),
        "--jobs",
        "1",
    ]
    with subprocess.Popen(call, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL) as process:
        until = time.monotonic() + 60
        while not any(key.startswith("out/_commits/part") for key in bucket.keys()):
            assert time.monotonic() < until
            time.sleep(0.01)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert unfinished(bucket) == ["out/.lock"]
    with pytest.raises(OutputError, match=r"remove the object"):
        check(out)
    bucket.client.delete_object(Bucket=bucket.name, Key="out/.lock")
    done = check(out)
    assert 0 < done.kept < done.games
    assert rows(bucket, "out") == local


@pytest.mark.slow
def test_a_cluster_reads_from_and_writes_to_a_bucket(bucket: Bucket, tmp_path: Path) -> None:
    """Workers need nothing but the bucket; the tables name the sources without credentials."""
    pytest.importorskip("distributed", reason="Dask is not installed")
    archive = shutil.make_archive(str(tmp_path / "games"), "zip", GAMES)
    bucket.put("in/games.zip", Path(archive).read_bytes())
    place = bucket.uri.replace("s3://", "s3://x:y@")
    check(f"{place}/out", f"{place}/in/", executor="dask", jobs=1)
    found = rows(bucket, "out")
    assert {row["source"] for row in found["files"]} == {f"{bucket.uri}/in/games.zip"}
    assert len(found["games"]) == 228
    assert not [key for key in bucket.keys() if b"x:y" in bucket.get(key)]


@pytest.mark.slow
def test_a_remote_dataset_opens_where_it_was_written(
    bucket: Bucket, local: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library and each command read it as a local one, and no message or table has its credentials."""
    monkeypatch.chdir(tmp_path)
    secret = bucket.uri.replace("s3://", "s3://x:y-hidden@")
    out, place = f"{secret}/out", f"{secret}/out/"
    check(out)
    tables = ga.open(place)
    assert {name: tables.arrow(name).to_pylist() for name in TABLES} == local
    assert f"folder              {bucket.uri}/out/" in repr(tables)
    commands = (
        ("dups", out),
        ("compare", out),
        ("conventions", out),
        ("list", out),
        ("show", out),
        ("show", out, "2"),
        ("report", out, "-o", tmp_path / "page.html"),
        ("export", out, "--to", tmp_path / "games", "--select", "GO505"),
        ("compact", out),
        ("check", GAMES, "-o", out, "--estimate", "never", "--shard", SHARD / 2**20),
    )
    for command in commands:
        result = CliRunner().invoke(app, [*map(str, command)])
        assert result.exit_code in (0, 1), (command, result.stderr)
        assert "hidden" not in result.output + result.stderr + repr(tables) + repr(tables._source), command
    assert ga.open(out).arrow("duplicates").num_rows == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "y-hidden" not in page
    assert not [key for key in bucket.keys() if b"y-hidden" in bucket.get(key)]
    with pytest.raises(OutputError, match="is not empty"):
        ga.open(out).to_parquet(out)


@pytest.mark.parametrize("name", ["games", "_manifest.jsonl", "_SUCCESS.json"])
def test_damage_in_a_remote_dataset_is_noticed(bucket: Bucket, tmp_path: Path, name: str) -> None:
    """A bit flip in any object is one sentence, as in a local dataset."""
    record = tmp_path / "a.sgf"  # of which this process has no verified copy
    record.write_text(f"(;SZ[9]GN[{bucket.name} {name}];B[ee])")
    check(f"{bucket.uri}/out", str(record))
    key = min(key for key in bucket.keys() if key.startswith(f"out/{name}") and not key.endswith("/"))
    data = bytearray(bucket.get(key))
    data[len(data) // 2] ^= 1
    bucket.put(key, bytes(data))
    with pytest.raises(DatasetError, match=rf"{name}.*is damaged.*check again"):
        ga.open(f"{bucket.uri}/out").arrow("games")


def test_a_place_that_cannot_be_written_is_a_sentence(bucket: Bucket) -> None:
    """It names the place, and no credentials."""
    with pytest.raises(OutputError, match=r"^'s3://no-such-bucket/out' cannot be written: ") as told:
        DatasetWriter("s3://key:hidden@no-such-bucket/out")
    assert "hidden" not in str(told.value)
    with pytest.raises(DatasetError, match=r"^'s3://no-such-bucket/out/' is not a dataset: ") as told:
        ga.open("s3://key:hidden@no-such-bucket/out/")
    assert "hidden" not in str(told.value)
    with pytest.raises(DatasetError, match="is not a dataset"):
        compact_dataset(f"{bucket.uri}/nothing", 2**26)
