"""An export that is stopped at any moment loses no file and leaves none incomplete under its name."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.check_runs import record, write_zip

import goanalyze as ga
from goanalyze.errors import ExportError, OutputError
from goanalyze.export.log import read_log, undo
from goanalyze.util.atomic_files import file_digest

GROWING: Final = ("write", "fsync", "link", "mkdir", "open")
"""What takes room on a disk."""
CALLS: Final = ("link", "fsync", "replace", "unlink", "mkdir", "rename", "rmdir")


class ProcessKilled(BaseException):
    """The process is gone: nothing that it would still do is done."""


class Disk:
    """A disk on which something happens at the call of a number that changes it; by kind, see `strike`."""

    def __init__(self, kind: str, number: int) -> None:
        self.kind, self.number, self.calls = kind, number, 0

    def strike(self, what: str) -> None:
        """Count a call, and let it happen: a full disk and a killed process stay so, an interrupt comes once."""
        self.calls += 1
        if self.kind == "full" and self.calls >= self.number and what in GROWING:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.kind == "interrupt" and self.calls == self.number:
            raise KeyboardInterrupt
        if self.kind == "killed" and self.calls >= self.number:
            raise ProcessKilled

    def call(self, what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """Return the replacement of a function of `os`."""

        def called(*arguments: Any, **named: Any) -> Any:
            self.strike(what)
            return real(*arguments, **named)

        return called

    def open(self, path: Any, mode: str = "r", buffering: int = -1, *rest: Any) -> Any:
        """Open a file; one open for writing takes half of the given bytes and then fails."""
        if not set(mode) & set("wxa+"):
            return io.FileIO(path, mode) if mode == "rb" else open(path, mode, buffering, *rest)
        self.strike("open")
        disk = self

        class File(io.FileIO):
            def write(self, data: Any) -> int:
                half = super().write(memoryview(data)[: max(len(data) // 2, 1)])
                disk.strike("write")
                return half

            def truncate(self, size: int | None = None) -> int:
                disk.strike("truncate")
                return super().truncate(size)

        file = File(path, mode)
        return file if buffering == 0 else io.BufferedWriter(file)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ga.Tables]:
    """Make a folder with a loose file, an archive, and a file of which one game is exported; and its tables."""
    folder = tmp_path_factory.mktemp("full") / "games"
    folder.mkdir()
    (folder / "loose.sgf").write_bytes(record(0))
    (folder / "several.sgf").write_bytes(record(1) + record(2))
    write_zip(folder / "a.zip", [("x.sgf", record(3))])
    return folder, ga.check(folder, estimate="never")


def whole(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def written(folder: Path) -> dict[str, bytes]:
    """Return the exported files in a folder."""
    return {name: data for name, data in whole(folder).items() if name != "export-log.csv"}


def run(tables: ga.Tables, source: Path, to: Path, disk: Disk, *, back: bool) -> BaseException | None:
    """Export and move the files, or undo that, on a disk; return the error."""
    addresses = [f"{source}/{name}" for name in ("loose.sgf", "several.sgf#1", "a.zip")]
    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, disk.call(name, getattr(os, name)))
        patch.setattr(io, "open", disk.open)
        try:
            undo(to) if back else tables.export(to, addresses=addresses, move=True)
        except (ExportError, OutputError, KeyboardInterrupt, ProcessKilled) as error:
            return error
    return None


def lost(before: dict[str, bytes], source: Path, to: Path) -> list[str]:
    """Return the lost and unfinished files: missing originals, and files that differ from the log."""
    here, there = whole(source), whole(to) if to.exists() else {}
    logged = {(entry.file, entry.sha256) for entry in read_log(to / "export-log.csv")}
    wrong = [name for name, data in before.items() if here.get(name) != data and data not in there.values()]
    finished = [name for name in there if name != "export-log.csv" and not name.endswith(".writing")]
    return wrong + [name for name in finished if (name, file_digest(to / name)) not in logged]


@pytest.mark.parametrize(
    "kind", ["full", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("killed", "interrupt"))]
)
@pytest.mark.parametrize("back", [False, True], ids=["export", "undo"])
def test_nothing_is_lost_at_any_moment(games: tuple[Path, ga.Tables], tmp_path: Path, kind: str, back: bool) -> None:
    """A full disk, an interrupt and the end of the process at every call that changes the disk, while files are moved.

    Each original is where it was or whole in the folder; each file there is in the log; undoing then puts all back, and
    the same export then ends as if nothing had been.
    """
    source, tables = games
    before, expected, stopped = whole(source), dict[str, bytes](), 0
    for number in range(1, 99):
        to = tmp_path / f"to-{number}"
        if back or not expected:
            assert run(tables, source, to, Disk("", 0), back=False) is None
            expected = written(to)
            if not back:
                undo(to)
        disk = Disk(kind, number)
        error = run(tables, source, to, disk, back=back)
        assert lost(before, source, to) == [], number
        stopped += error is not None
        if kind == "full" and error is not None:
            assert "Make room there" in str(error), number
            assert not [*to.rglob("*.writing")], number
        if not back:
            assert run(tables, source, to, Disk("", 0), back=False) is None
            assert written(to) == expected, number
        with suppress(ExportError):  # the log is missing if all is undone already
            assert undo(to).left == []
        assert (whole(source), whole(to)) == (before, {}), number
        if disk.calls < number:
            break
    assert stopped >= (2 if kind == "full" and back else 8)
