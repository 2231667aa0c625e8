"""The same games give the same rows by every executor, in parts of every size, and after an interruption."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.contracts import MOST, all_rows

import goanalyze as ga

EXECUTORS: dict[str, ga.CheckArguments] = {
    "serial": {"executor": "serial", "jobs": 1},
    "small parts": {"executor": "serial", "jobs": 1, "shard": 0.001},
    "processes": {"executor": "processes", "jobs": 2, "shard": 0.004},
    "limits": {"jobs": 1, "time_limit": 60, "memory_limit": 2_000},
    "dask": {"executor": "dask", "jobs": 1, "shard": 0.01},
}


@pytest.mark.parametrize("name", EXECUTORS)
def test_every_executor_gives_the_same_rows(name: str, archive: Path, tables: ga.Tables) -> None:
    """Processes and the size of parts change no row and no order."""
    if name == "dask":
        pytest.importorskip("distributed")
    assert all_rows(ga.check(archive, **EXECUTORS[name], **MOST)) == all_rows(tables)


def test_an_interrupted_check_is_continued(archive: Path, tables: ga.Tables, tmp_path: Path) -> None:
    """The next call keeps finished parts; the rows are those of a check that nothing interrupted."""
    kept: list[int] = []

    def interrupt(progress: ga.RunProgress) -> None:
        if progress.shards >= 3:
            raise KeyboardInterrupt

    options: ga.CheckArguments = {"out": tmp_path / "out", "jobs": 1, "shard": 0.003, **MOST}
    with pytest.raises(KeyboardInterrupt):
        ga.check(archive, progress=interrupt, **options)
    with pytest.raises(ga.DatasetError):
        ga.open(tmp_path / "out")
    again = ga.check(archive, progress=lambda progress: kept.append(progress.kept_games), **options)
    assert 0 < kept[-1] < len(tables.games)
    assert all_rows(again) == all_rows(tables)


def test_a_second_check_reads_nothing_again(archive: Path, tmp_path: Path) -> None:
    """Without a change all games are kept; with a changed file its part is read again."""
    folder, kept = tmp_path / "games", []
    folder.mkdir()
    for path in archive.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    for step in range(3):
        if step == 2:
            (folder / "counted.sgf").write_text("(;SZ[9];B[aa])")
        tables = ga.check(
            folder,
            out=tmp_path / "out",
            jobs=1,
            shard=0.003,
            progress=lambda progress: kept.append(progress.kept_games),
        )
        kept[step:] = kept[-1:]
    assert 0 == kept[0] < kept[2] < kept[1] == len(tables.games)
    fresh = ga.check(folder, jobs=1)
    names = ("files", "games", "findings", "counts", "outcomes", "audit")
    assert all_rows(tables, names=names) == all_rows(fresh, names=names)
