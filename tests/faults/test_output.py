"""The place of the dataset fails, is in use, or is where it should not be; the run is interrupted."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.check_runs import (
    SHARD,
    assert_same,
    check,
    command,
    environment,
    executed_by,
    goanalyze,
    heeding_interrupts,
    hidden_files,
    manifest,
    mixed,
    record,
    reused_shards,
)
from kill import processes

import goanalyze as ga
from goanalyze.errors import OutputError
from goanalyze.tables.dataset import DatasetWriter
from goanalyze.tables.storage import HOLDER, Lock, Storage

MEGABYTES = SHARD / 2**20


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of all kinds."""
    return mixed(tmp_path_factory.mktemp("source") / "in", 12)


@pytest.fixture(scope="module")
def whole(source: Path) -> Path:
    """Its dataset, undisturbed."""
    check(source, source.parent / "whole")
    return source.parent / "whole"


@contextlib.contextmanager
def mounted(folder: Path, how: str) -> Iterator[None]:
    """Mount a small file system in memory; skip the test without permission."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", how, "tmpfs", folder], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def mount_again(folder: Path, how: str) -> None:
    """Change how a folder is mounted."""
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


FULL_DISKS = [("size=500k", "size=50m", "No space left on device"), ("nr_inodes=60", "nr_inodes=2000", "No space")]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount")
@pytest.mark.parametrize(
    ("jobs", "disk"),
    [
        (1, FULL_DISKS[0]),
        pytest.param(1, FULL_DISKS[1], marks=pytest.mark.slow),
        pytest.param(2, FULL_DISKS[0], marks=pytest.mark.slow),
    ],
)
def test_a_full_disk_is_told_and_resumed(
    source: Path, whole: Path, tmp_path: Path, jobs: int, disk: tuple[str, str, str]
) -> None:
    """Without space or inodes one sentence names path and remedy; finished parts remain, half-written ones do not."""
    narrow, wide, said = disk
    with mounted(tmp_path / "disk", narrow):
        out = tmp_path / "disk" / "out"
        how = "processes" if jobs > 1 else "serial"
        with pytest.raises(OutputError, match=rf"disk/out' cannot be written: {said}.*\. Make room there"):
            check(source, out, jobs=jobs, executor=how)
        assert not hidden_files(out)
        done = len(list((out / "games").iterdir()))
        assert done
        mount_again(tmp_path / "disk", wide)
        check(source, out)
        assert sum(reused_shards(out)) >= done - 1
        assert_same(out, whole)


@pytest.mark.slow
def test_the_command_tells_of_a_failing_output_in_one_sentence(source: Path, whole: Path, tmp_path: Path) -> None:
    """A file that may not grow gives exit code 2 and one line; the same command goes on later."""
    out = tmp_path / "out"
    line = ("check", source, "-o", out, "--jobs", 1, "--shard", 0.03, "--estimate", "never")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, resource.RLIM_INFINITY))

    done = goanalyze(*line, preexec_fn=limit)
    told = done.stderr.strip().splitlines()[-1]
    assert (done.returncode, told.count("\n"), "Traceback" in done.stderr) == (2, 0, False), done.stderr
    assert told.startswith(f"goanalyze: {str(out)!r} cannot be written: File too large. Files ")
    assert told.endswith("finished parts are reused: repeat the command to continue")
    assert not hidden_files(out)
    check(source, out, shard=int(0.03 * 2**20))
    check(source, tmp_path / "fresh", shard=int(0.03 * 2**20))
    assert_same(out, tmp_path / "fresh")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount")
@pytest.mark.parametrize("stands", [True, False])
def test_a_read_only_place_is_told(source: Path, tmp_path: Path, stands: bool) -> None:
    """An unwritable path is reported before any work, and its contents remain."""
    with mounted(tmp_path / "disk", "size=20m"):
        out = tmp_path / "disk" / "out"
        if stands:
            check(source / "loose", out)
        mount_again(tmp_path / "disk", "ro")
        with pytest.raises(OutputError, match=r"cannot be written: Read-only file system\. Name a folder that can be"):
            check(source / "loose", out)
        assert stands == (out / "_SUCCESS.json").exists()


def test_a_file_in_the_way_is_told(source: Path, tmp_path: Path) -> None:
    """A file where the folder should be, or where one of its folders should be, is not replaced."""
    (tmp_path / "out").write_text("mine")
    with pytest.raises(OutputError, match=r"is a file\. Expected a folder"):
        check(source / "loose", tmp_path / "out")
    with pytest.raises(OutputError, match=r"cannot be written: Not a directory"):
        check(source / "loose", tmp_path / "out" / "below")
    assert (tmp_path / "out").read_text() == "mine"


def test_two_runs_at_once(source: Path, tmp_path: Path) -> None:
    """The second run is refused with the first one's process and start, and changes nothing."""
    with DatasetWriter(str(tmp_path / "out")):
        with pytest.raises(OutputError, match=rf"being written by another run \(process {os.getpid()} on .*, since 2"):
            check(source / "loose", tmp_path / "out")
        assert HOLDER in hidden_files(tmp_path / "out")
    check(source / "loose", tmp_path / "out")
    assert not hidden_files(tmp_path / "out")


@pytest.mark.parametrize("told", ["", "[]", "null", '{"process": 5}', '{"shard": 7}', '{"shard": "no such"}', "\0\xff"])
def test_a_stale_holder_does_no_harm(source: Path, tmp_path: Path, told: str) -> None:
    """The notes of a killed run are read with caution, and replaced."""
    out = tmp_path / "out"
    out.mkdir()
    (out / HOLDER).write_text(told)
    check(source / "loose", out)
    assert not hidden_files(out)


def test_the_lock_knows_what_a_killed_run_was_doing(tmp_path: Path) -> None:
    """The next holder finds the shard; one that ended well leaves nothing."""
    first = Lock(Storage(tmp_path))
    first.note("abc")
    told = (tmp_path / HOLDER).read_bytes()
    first.close()
    assert not (tmp_path / HOLDER).exists()
    (tmp_path / HOLDER).write_bytes(told)
    second = Lock(Storage(tmp_path))
    assert second.died_in == "abc"
    second.close()
    assert Lock(Storage(tmp_path)).died_in is None


@pytest.mark.slow
def test_an_interrupted_or_killed_run_gives_the_place_back(source: Path, whole: Path, tmp_path: Path) -> None:
    """Control-C ends all processes with code 130 and a sentence; after SIGKILL, too, the lock is free; both go on."""
    out = tmp_path / "out"
    line = command("check", source, "-o", out, *executed_by(2), "--shard", MEGABYTES, "--estimate", "never")
    for ending in (signal.SIGINT, signal.SIGKILL):
        started = subprocess.Popen(
            heeding_interrupts(line), env=environment(), start_new_session=True, stderr=subprocess.PIPE, text=True
        )
        while started.poll() is None and len(list(out.glob("games/part-*"))) < (2 if ending == signal.SIGINT else 6):
            time.sleep(0.002)
        if ending == signal.SIGINT:
            os.killpg(started.pid, signal.SIGSTOP)
            second = goanalyze(*line[3:])
            assert second.returncode == 2
            assert f"by another run (process {started.pid} on " in second.stderr
            os.killpg(started.pid, ending)
            os.killpg(started.pid, signal.SIGCONT)
            _, told = started.communicate(timeout=60)
            assert started.returncode == 130, told
            assert "interrupted; finished parts are reused: repeat the command to continue" in told
            assert "Traceback" not in told
            assert not hidden_files(out)
            until = time.monotonic() + 10
            while processes(started.pid) and time.monotonic() < until:
                time.sleep(0.02)
            assert not processes(started.pid)
        else:
            started.kill()
            started.communicate(timeout=60)
    check(source, out)
    assert any(reused_shards(out))
    assert_same(out, whole)


def test_the_manifest_counts_what_the_footers_count(source: Path, whole: Path) -> None:
    """Rows and files of the manifest are those of the Parquet files themselves."""
    import pyarrow.parquet as pq

    check(source, whole)  # all reused, by the contents of the parts
    for line in manifest(whole):
        for table, told in line["tables"].items():
            metadata = pq.read_metadata(whole / table / line["part"])
            assert metadata.num_rows == told["rows"]
        assert line["files"] == line["tables"]["files"]["rows"]
        assert line["games"] == line["tables"]["games"]["rows"]
    told = json.loads((whole / "_SUCCESS.json").read_text())
    assert told["finished"].endswith("+00:00")
    assert told["games"] == sum(line["games"] for line in manifest(whole))


@pytest.mark.parametrize("link", [False, True])
def test_an_output_inside_the_input_is_no_input(tmp_path: Path, link: bool) -> None:
    """A dataset inside the checked folder is not an input, also under another name."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.sgf").write_bytes(record(1))
    out = folder / "out"
    if link:
        out.mkdir()
        (tmp_path / "link").symlink_to(out)
        out = tmp_path / "link"
    for _ in range(2):
        assert check(folder, out).files == 1
    assert all(reused_shards(out))


def test_who_reads_the_findings_may_stop(source: Path, whole: Path, tmp_path: Path) -> None:
    """When the output is closed in mid-run the workers have ended before the dataset is given back."""
    told = 0

    def receive(_: object) -> None:
        nonlocal told
        told += 1
        if told == 2:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        check(source, tmp_path / "out", receive=receive, jobs=2, executor="processes")
    assert not multiprocessing.active_children()
    assert not hidden_files(tmp_path / "out")
    check(source, tmp_path / "out")
    assert sum(reused_shards(tmp_path / "out")) >= 2
    assert_same(tmp_path / "out", whole)


def test_tables_from_memory_are_not_replaced(source: Path, tmp_path: Path) -> None:
    """A dataset without its sources is replaced only on request."""
    ga.check(source / "loose").to_parquet(tmp_path / "out")
    with pytest.raises(OutputError, match="contains a dataset of other sources"):
        check(source / "loose", tmp_path / "out")
    check(source / "loose", tmp_path / "out", overwrite=True)
