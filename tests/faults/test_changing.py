"""Inputs that vanish or change while they are read, and archives that lie: findings, and the next run mends it."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.faulty import SHARD, assert_same, check, guessed, kept, manifest, mixed, record, tables, write_zip

import goanalyze.batch.run as running
from goanalyze.batch.shard import ShardResult, Task, do_shard


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """An archive of all kinds."""
    return mixed(tmp_path / "in", 12)


def disturbed(monkeypatch: pytest.MonkeyPatch, number: int, change: Callable[[], None]) -> None:
    """Let something happen when a shard is about to be read, after all were planned."""

    def disturbing(task: Task, *args: object) -> ShardResult:
        if task.shard.name.number == number:
            change()
        return do_shard(task, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(running, "do_shard", disturbing)


def assert_mended(source: Path, out: Path, monkeypatch: pytest.MonkeyPatch, redone: int) -> None:
    """The next run redoes so many shards at most, and writes what a fresh run does."""
    monkeypatch.undo()
    check(source, out)
    assert kept(out).count(False) <= redone, manifest(out)
    check(source, out.parent / "fresh")
    assert_same(out, out.parent / "fresh")
    check(source, out)
    assert all(kept(out))


def of(out: Path, place: Path) -> list[tuple[str, str | None]]:
    """Return member and code of each row of a source in the files table."""
    rows = tables(out)["files"].to_pylist()
    return [(row["member"], row["code"]) for row in rows if row["source"] == str(place)]


def test_a_file_that_vanishes(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is gone when it is read is GO001; its neighbours are read."""
    place = source / "loose" / "game-0003.sgf"
    disturbed(monkeypatch, 0, place.unlink)
    check(source, tmp_path / "out")
    assert of(tmp_path / "out", place) == [("", "GO001")]
    assert of(tmp_path / "out", source / "loose" / "game-0004.sgf") == [("", None)]
    assert_mended(source, tmp_path / "out", monkeypatch, 3)


@pytest.mark.slow
def test_files_that_come_back(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that was away for a while costs a second run of what was on it, although no file has changed."""
    away, loose = source.parent / "away", source / "loose"
    disturbed(monkeypatch, 0, lambda: loose.rename(away) and None)
    check(source, tmp_path / "out")
    away.rename(loose)
    lost = {line["part"] for line in manifest(tmp_path / "out") if "/loose/" in line["from"]}
    assert_mended(source, tmp_path / "out", monkeypatch, len(lost))


def test_a_file_that_cannot_be_read_is_kept_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What still cannot be read, for the same reason, is no reason to do a shard again; when it can, it is."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.sgf").write_bytes(record(1))
    (folder / "b.sgf").symlink_to("nowhere.sgf")
    for _ in range(2):
        check(folder, tmp_path / "out")
    assert kept(tmp_path / "out") == [True]
    assert of(tmp_path / "out", folder / "b.sgf") == [("", "GO001")]
    (folder / "nowhere.sgf").write_bytes(record(2))
    assert_mended(folder, tmp_path / "out", monkeypatch, 1)


def test_an_archive_that_vanishes(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive that is gone when it is read is GO001, in each of its shards."""
    place = source / "a.zip"
    check(source, tmp_path / "plan")
    first = next(n for n, line in enumerate(manifest(tmp_path / "plan")) if line["from"] == str(place))
    disturbed(monkeypatch, first, place.unlink)
    check(source, tmp_path / "out")
    assert {code for _, code in of(tmp_path / "out", place)} == {"GO001"}
    assert_mended(source, tmp_path / "out", monkeypatch, 0)


@pytest.mark.parametrize("name", ["a.zip", pytest.param("c.tar", marks=pytest.mark.slow)])
def test_an_archive_that_is_rewritten(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Of an archive that is another one when its turn comes, nothing is mixed in: a finding says so."""
    place = source / name
    check(source, tmp_path / "plan")
    shards = [n for n, line in enumerate(manifest(tmp_path / "plan")) if line["from"] == str(place)]
    assert len(shards) > 1

    def rewrite() -> None:
        write_zip(tmp_path / "other", [(f"new-{n}.sgf", record(n + 30)) for n in range(12)])
        shutil.move(tmp_path / "other", place)

    disturbed(monkeypatch, shards[-1], rewrite)
    check(source, tmp_path / "out")
    found = of(tmp_path / "out", place)
    assert found[-1] == ("", "GO001")
    assert not any(member.startswith("new") for member, _ in found)
    assert_mended(source, tmp_path / "out", monkeypatch, len(shards))


@pytest.mark.slow
def test_an_archive_that_is_only_touched(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finding about a change does not stay when the archive turns out to be what it was."""
    check(source, tmp_path / "plan")
    place = source / "a.zip"
    first = next(n for n, line in enumerate(manifest(tmp_path / "plan")) if line["from"] == str(place))
    disturbed(monkeypatch, first, lambda: os.utime(place, (5, 5)))
    check(source, tmp_path / "out")
    assert of(tmp_path / "out", place)[0] == ("", "GO001")
    assert_mended(source, tmp_path / "out", monkeypatch, 3)


def test_shards_change_nothing_about_archives_that_lie(tmp_path: Path) -> None:
    """Truncated, packed beyond belief, of false sizes, guessed: rows are those of one shard, whatever the cuts."""
    folder = mixed(tmp_path / "in", 12)
    with zipfile.ZipFile(folder / "g-bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.sgf", b"(;C[" + bytes(4 * 2**20))
        archive.writestr("good.sgf", record(3))
    write_zip(folder / "h-lies.zip", [(f"{n}.sgf", record(n) if n % 2 else guessed(n)) for n in range(12)])
    data = (folder / "h-lies.zip").read_bytes()
    directory = data.rindex(b"PK\x01\x02")  # of the last member: its size unpacked is at 24
    lying = data[: directory + 24] + (10).to_bytes(4, "little") + data[directory + 28 :]
    (folder / "h-lies.zip").write_bytes(lying)
    check(folder, tmp_path / "whole", shard=2**30)
    for number, size in enumerate((SHARD, 700)):
        check(folder, tmp_path / f"out-{number}", shard=size)
        assert len(kept(tmp_path / f"out-{number}")) > 10
        assert_same(tmp_path / f"out-{number}", tmp_path / "whole", ordered=False)
    codes = {row["code"] for row in tables(tmp_path / "whole")["files"].to_pylist()}
    assert {"GO001", "GO002", "GO003", "GO004", "GO013"} <= codes
