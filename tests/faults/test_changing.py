"""Inputs that vanish or change while they are read are not checked, and the next run does them; archives that lie."""

from __future__ import annotations

import errno
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow.parquet as pq
import pytest
from helpers.check_runs import (
    SHARD,
    assert_same,
    check,
    guessed,
    manifest,
    mixed,
    record,
    reused_shards,
    tables,
    write_tar,
    write_zip,
)

import goanalyze as ga
import goanalyze.batch.run as running
from goanalyze.archives import extents, sources
from goanalyze.batch.shard import ShardResult, Task, check_shard
from goanalyze.errors import NotCheckedError


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Loose files, and archives of several shards each."""
    (tmp_path / "in" / "loose").mkdir(parents=True)
    (tmp_path / "in" / "loose" / "a-empty.sgf").write_bytes(b"")
    for number in range(4):
        (tmp_path / "in" / "loose" / f"game-{number:04}.sgf").write_bytes(record(number))
    write_zip(tmp_path / "in" / "a.zip", ((f"{n}.sgf", record(n + 7)) for n in range(12)))
    write_tar(tmp_path / "in" / "c.tar", ((f"{n}.sgf", record(n + 50)) for n in range(12)))
    return tmp_path / "in"


def disturbed(monkeypatch: pytest.MonkeyPatch, number: int, change: Callable[[], None]) -> None:
    """Let something happen when a shard is about to be read, after all were planned."""

    def disturbing(task: Task, *args: object) -> ShardResult:
        if task.shard.name.number == number:
            change()
        return check_shard(task, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(running, "check_shard", disturbing)


def files(out: Path) -> list[dict[str, Any]]:
    """Return the files table of a dataset that need not be whole."""
    rows: list[dict[str, Any]] = pq.read_table(out / "files").to_pylist()
    return rows


def assert_undone(source: Path, out: Path, *places: Path) -> list[str]:
    """Check; these places are not checked, nothing of them is written, and the dataset is not whole.

    Returns:
        The reasons.

    A cause outside the bytes is never committed.
    """
    summary = check(source, out)
    assert [what.partition(" and ")[0] for what, _ in summary.undone] == [str(place) for place in places]
    assert not (out / "_SUCCESS.json").exists()
    written = {row["source"] for row in files(out)}
    assert not written & {str(place) for place in places if place.suffix == ".sgf"}
    return [why for _, why in summary.undone]


def assert_mended(source: Path, out: Path, monkeypatch: pytest.MonkeyPatch, redone: int) -> None:
    """The next run redoes at most this number of shards, and writes the dataset of a fresh run."""
    monkeypatch.undo()
    check(source, out)
    assert reused_shards(out).count(False) <= redone, manifest(out)
    check(source, out.parent / "fresh")
    assert_same(out, out.parent / "fresh")
    check(source, out)
    assert all(reused_shards(out))


def of(out: Path, place: Path) -> list[tuple[str, str | None]]:
    """Return member and code of each row of a source in the files table."""
    return [(row["member"], row["code"]) for row in files(out) if row["source"] == str(place)]


def first_shard(source: Path, out: Path, place: Path) -> int:
    """Return the number of the first shard of an archive."""
    check(source, out)
    return next(number for number, line in enumerate(manifest(out)) if line["from"] == str(place))


def test_a_file_that_vanishes(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that disappears before it is read causes no finding: its shard is left to the next run."""
    place = source / "loose" / "game-0003.sgf"
    disturbed(monkeypatch, 0, lambda: place.unlink(missing_ok=True))
    first = source / "loose" / "a-empty.sgf"  # names the shard
    (why,) = assert_undone(source, tmp_path / "out", first)
    assert why == f"{place} cannot be read: No such file or directory"
    assert_mended(source, tmp_path / "out", monkeypatch, 3)


def test_the_library_keeps_what_was_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check in memory reports unchecked parts, and returns the tables of the rest."""
    for name in ("a", "b"):
        write_zip(tmp_path / f"{name}.zip", [(f"{number}.sgf", record(number)) for number in range(3)])
    real = sources.open_file

    def opened(path: str) -> BinaryIO:
        if path.endswith("b.zip"):
            raise OSError(errno.EIO, "Input/output error")
        return real(path)

    for module in (sources, extents):
        monkeypatch.setattr(module, "open_file", opened)
    with pytest.raises(NotCheckedError, match=r"b.zip: not checked, because .*Input/output error") as told:
        ga.check([tmp_path / "a.zip", tmp_path / "b.zip"])
    assert len(told.value.tables.games) == 3


@pytest.mark.slow
def test_files_that_come_back(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that was absent for a while costs only a second run over its files."""
    away, loose = source.parent / "away", source / "loose"
    disturbed(monkeypatch, 0, lambda: None if away.exists() else loose.rename(away) and None)
    undone = check(source, tmp_path / "out").undone
    assert undone
    assert all("/loose/" in what for what, _ in undone)
    away.rename(loose)
    assert_mended(source, tmp_path / "out", monkeypatch, len(undone))


def test_a_file_that_cannot_be_read_is_kept_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard with a persistent failure is not tried again; after its end it is."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.sgf").write_bytes(record(1))
    (folder / "b.sgf").symlink_to("nowhere.sgf")
    for _ in range(2):
        check(folder, tmp_path / "out")
    assert reused_shards(tmp_path / "out") == [True]
    assert of(tmp_path / "out", folder / "b.sgf") == [("", "GO001")]
    (folder / "nowhere.sgf").write_bytes(record(2))
    assert_mended(folder, tmp_path / "out", monkeypatch, 1)


@pytest.mark.slow
def test_an_archive_that_vanishes(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an archive that is gone when it is read nothing is written."""
    place = source / "a.zip"
    first = first_shard(source, tmp_path / "plan", place)
    disturbed(monkeypatch, first, lambda: place.unlink(missing_ok=True))
    assert set(check(source, tmp_path / "out").undone) == {(str(place), f"{place} changed while it was being read")}
    assert of(tmp_path / "out", place) == []
    assert_mended(source, tmp_path / "out", monkeypatch, 0)


@pytest.mark.parametrize("name", ["a.zip", pytest.param("c.tar", marks=pytest.mark.slow)])
def test_an_archive_that_is_rewritten(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Of an archive that is another one when its turn comes, nothing is mixed in."""
    place = source / name
    check(source, tmp_path / "plan")
    shards = [n for n, line in enumerate(manifest(tmp_path / "plan")) if line["from"] == str(place)]
    assert len(shards) > 1

    def rewrite() -> None:
        write_zip(tmp_path / "other", [(f"new-{n}.sgf", record(n + 30)) for n in range(12)])
        shutil.move(tmp_path / "other", place)

    disturbed(monkeypatch, shards[-1], rewrite)
    (why,) = assert_undone(source, tmp_path / "out", place)
    assert why == f"{place} changed while it was being read"
    assert not any(member.startswith("new") for member, _ in of(tmp_path / "out", place))
    assert_mended(source, tmp_path / "out", monkeypatch, len(shards))


@pytest.mark.slow
def test_an_archive_that_is_only_touched(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive that seems to have changed, and has not, costs another run."""
    place = source / "a.zip"
    first = first_shard(source, tmp_path / "plan", place)
    disturbed(monkeypatch, first, lambda: os.utime(place, (5, 5)))
    undone = check(source, tmp_path / "out").undone
    assert {what for what, _ in undone} == {str(place)}
    assert_mended(source, tmp_path / "out", monkeypatch, len(undone))


@pytest.mark.parametrize(("size", "least"), [(SHARD, 5), pytest.param(700, 20, marks=pytest.mark.slow)])
def test_shards_change_nothing_about_archives_that_lie(tmp_path: Path, size: int, least: int) -> None:
    """Truncated, over-compressed, with wrong sizes or a detected charset: rows are those of one shard, for any cuts."""
    folder = mixed(tmp_path / "in", 4)
    with zipfile.ZipFile(folder / "g-bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.sgf", b"(;C[" + bytes(4 * 2**20))
        archive.writestr("good.sgf", record(3))
    write_zip(folder / "h-lies.zip", [(f"{n}.sgf", record(n) if n % 2 else guessed(n)) for n in range(6)])
    data = (folder / "h-lies.zip").read_bytes()
    directory = data.rindex(b"PK\x01\x02")  # of the last member: its size unpacked is at 24
    lying = data[: directory + 24] + (10).to_bytes(4, "little") + data[directory + 28 :]
    (folder / "h-lies.zip").write_bytes(lying)
    check(folder, tmp_path / "whole", shard=2**30)
    check(folder, tmp_path / "out", shard=size)
    assert len(reused_shards(tmp_path / "out")) >= least
    assert_same(tmp_path / "out", tmp_path / "whole", ordered=False)
    codes = {row["code"] for row in tables(tmp_path / "whole")["files"].to_pylist()}
    assert {"GO001", "GO002", "GO003", "GO004", "GO013"} <= codes
