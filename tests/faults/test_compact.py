"""Parts put together to large files: the rows stay, and a later check goes on from there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.check_runs import assert_same, check, hidden_files, mixed, record, reused_shards

import goanalyze as ga
from goanalyze.errors import OutputError
from goanalyze.tables.dataset import PartWriter, Record, compact_dataset, read_success
from goanalyze.tables.storage import Storage

MOST = 150_000  # bytes: puts some ten parts together


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds an archive, its dataset, the same put together, and the dataset with one file changed."""
    folder = tmp_path_factory.mktemp("compact")
    check(mixed(folder / "in"), folder / "out")
    shutil.copytree(folder / "in", folder / "untouched")
    shutil.copytree(folder / "out", folder / "whole")
    compact_dataset(str(folder / "out"), MOST)
    shutil.copytree(folder / "out", folder / "compacted")
    _changed(folder / "in")
    check(folder / "in", folder / "whole-changed")
    return folder


@pytest.fixture
def source(place: Path) -> Path:
    """The archive as it was."""
    shutil.rmtree(place / "in")
    return Path(shutil.copytree(place / "untouched", place / "in"))


@pytest.fixture
def out(place: Path) -> Path:
    """The dataset, put together."""
    return restored(place, "compacted")


def restored(place: Path, name: str) -> Path:
    """Return the dataset as it was once."""
    shutil.rmtree(place / "out")
    return Path(shutil.copytree(place / name, place / "out"))


def names(out: Path) -> list[str]:
    """Return the names of the parts."""
    return sorted(path.name for path in (out / "games").iterdir())


def test_an_error_leaves_a_complete_dataset(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows stay as they are, as far as parts were merged, and the next call goes on."""
    out, calls, commit = restored(place, "whole"), list[PartWriter](), PartWriter.commit

    def fail(writer: PartWriter) -> list[Record]:
        calls.append(writer)
        if len(calls) == 2:
            raise OutputError("the disk is full")
        return commit(writer)

    monkeypatch.setattr(PartWriter, "commit", fail)
    with pytest.raises(OutputError, match="the disk is full"):
        compact_dataset(str(out), MOST)
    monkeypatch.undo()
    assert len(ga.open(out).games) == len(ga.open(place / "whole").games)
    compact_dataset(str(out), MOST)
    assert_same(out, place / "whole")
    assert names(out) == names(place / "compacted")


def test_the_rows_stay(place: Path, out: Path) -> None:
    """The same rows in the same order are in few files of the requested size; another compaction changes nothing."""
    assert_same(out, place / "whole")
    assert 1 < len(names(out)) < len(names(place / "whole")) / 3
    sizes = [max((table / name).stat().st_size for table in out.iterdir() if table.is_dir()) for name in names(out)]
    assert max(sizes) <= MOST
    assert all(one + other > MOST // 4 for one, other in pairwise(sizes))
    assert {record.part.file for record in read_success(Storage(out))[1]} == set(names(out))
    before = names(out)
    compact_dataset(str(out), MOST)
    assert names(out) == before


def test_a_check_keeps_what_was_put_together(place: Path, source: Path, out: Path) -> None:
    """The same command keeps every shard, and takes nothing apart."""
    before = names(out)
    check(source, out)
    assert all(reused_shards(out))
    assert names(out) == before
    assert_same(out, place / "whole")
    assert len(ga.open(out).arrow("games")) == len(ga.open(place / "whole").arrow("games"))


def _changed(folder: Path) -> None:
    (folder / "loose" / "game-0007.sgf").write_bytes(record(150))


def _removed(folder: Path) -> None:
    (folder / "a.zip").unlink()


def _moved(folder: Path) -> None:
    (folder / "0.sgf").write_bytes(record(150))


@pytest.mark.parametrize(
    ("change", "most"),
    [(_changed, 1), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((_removed, 0), (_moved, 3)))],
)
def test_a_change_takes_apart_and_redoes_only_what_it_touches(
    place: Path, source: Path, out: Path, change: Callable[[Path], None], most: int
) -> None:
    """After a change, shards in large files are kept one by one, in the order of a fresh run."""
    change(source)
    check(source, out)
    assert reused_shards(out).count(False) <= most
    check(source, place / "fresh", overwrite=True)
    assert_same(out, place / "fresh")
    compact_dataset(str(out), MOST)
    assert_same(out, place / "fresh")
    check(source, out)
    assert all(reused_shards(out))


class _ProcessKilled(BaseException):
    """Represents SIGKILL: no cleanup may run."""


MOMENTS = [("commit", 0), ("commit", 2), ("delete", 0), ("delete", 1), ("delete", 7), ("delete", 30), ("rename", 4)]
USUAL = {("whole", "commit", 2), ("compacted", "delete", 1)}


@pytest.mark.parametrize(
    ("begin", "step", "times"),
    [
        pytest.param(begin, *moment, marks=() if (begin, *moment) in USUAL else pytest.mark.slow)
        for begin in ("whole", "compacted")
        for moment in MOMENTS
    ],
)
def test_killed_in_the_middle_a_check_mends_it(
    place: Path, source: Path, monkeypatch: pytest.MonkeyPatch, step: str, times: int, begin: str
) -> None:
    """Wherever putting together or taking apart is killed, the check gives the fresh dataset, and redoes nothing."""
    out = restored(place, begin)
    left = times
    owner = PartWriter if step == "commit" else Storage
    real = getattr(owner, step)

    def killing(self: object, *args: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise _ProcessKilled
        return real(self, *args)

    monkeypatch.setattr(owner, step, killing)
    monkeypatch.setattr(PartWriter, "abandon", lambda _: None)
    if begin == "compacted":
        _changed(source)
    try:
        if begin == "whole":
            compact_dataset(str(out), MOST)
        else:
            check(source, out)
    except _ProcessKilled:
        killed = True
    else:
        killed = False
    monkeypatch.undo()
    check(source, out)
    assert reused_shards(out).count(False) <= (begin == "compacted")
    assert_same(out, place / ("whole" if begin == "whole" else "whole-changed"))
    assert not hidden_files(out)
    assert killed or times > 4
