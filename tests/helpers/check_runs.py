"""An archive of all kinds of sources, runs over it, and their rows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from helpers.archive_files import tar_bytes, zip_bytes

from goanalyze.archives.inputs import find_sources
from goanalyze.batch.execution import Execution
from goanalyze.batch.run import Output, Run
from goanalyze.batch.summary import Summary
from goanalyze.pipeline import Options
from goanalyze.tables.dataset import SINGLE, DatasetWriter, part_tables

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "data" / "sample" / "gnugo").glob("*.sgf"))
SHARD = 6_000  # bytes: some ten games


def record(number: int) -> bytes:
    """Return a real game."""
    return GAMES[number % len(GAMES)].read_bytes()


def guessed(number: int, *, encoding: str = "gb18030") -> bytes:
    """Return a game that names no charset and is not UTF-8."""
    names = "古力聂卫平常昊柯洁范廷钰陈耀烨" if encoding == "gb18030" else "本因坊秀策のはじめての対局をここにしるす"
    text = f"(;GM[1]SZ[9]KM[6.5]PB[{names[number % 7 :]}]PW[{names[: 7 + number % 7]}]C[{number}];B[ee];W[cc];B[];W[])"
    return text.encode(encoding)


def write_zip(path: Path, members: Iterable[tuple[str, bytes]]) -> None:
    """Write a zip archive, the same bytes for the same members."""
    path.write_bytes(zip_bytes(members))


def write_tar(path: Path, members: Iterable[tuple[str, bytes]], mode: str = "w") -> None:
    """Write a tar archive."""
    path.write_bytes(tar_bytes(members, mode))


def mixed(folder: Path, games: int = 12) -> Path:
    """Make a folder of loose files and archives: good, damaged and empty ones, and such as need a guess."""
    loose = folder / "loose"
    loose.mkdir(parents=True)
    for number in range(games):
        (loose / f"game-{number:04}.sgf").write_bytes(record(number))
    (loose / "a-empty.sgf").write_bytes(b"")
    (loose / "zz-broken.sgf").write_bytes(b"(;SZ[9];B[zz")
    write_zip(folder / "a.zip", ((f"{n}.sgf", record(n + 7)) for n in range(games)))
    write_zip(folder / "b-guessed.zip", ((f"{n}.sgf", guessed(n)) for n in range(games)))
    write_tar(folder / "c.tar", ((f"{n}.sgf", record(n + 50)) for n in range(games)))
    write_tar(folder / "d.tar.gz", ((f"{n}.sgf", record(n + 90)) for n in range(games // 2)), "w:gz")
    damaged = folder / "e-damaged.zip"
    write_zip(damaged, ((f"{n}.sgf", record(n + 120)) for n in range(games)))
    data = bytearray(damaged.read_bytes())
    data[len(data) // 3] ^= 0xFF
    damaged.write_bytes(data)
    (folder / "f-truncated.zip").write_bytes((folder / "a.zip").read_bytes()[:-40])
    return folder


def check(
    paths: Path | Sequence[Path], out: Path, *, overwrite: bool = False, shard: int = SHARD, **options: Any
) -> Summary:
    """Check in this process, as the command does."""
    sources = [str(path) for path in ([paths] if isinstance(paths, Path) else paths)]
    execution = {
        key: options.pop(key) for key in ("jobs", "executor", "resume", "time_limit", "receive") if key in options
    }
    receive = execution.pop("receive", None)
    execution.setdefault("executor", "serial")
    options = Options(**{"estimate": "never", **options})
    with DatasetWriter(str(out), inputs=sources, overwrite=overwrite) as commit:
        sources = find_sources(sources, leave_out=str(out))
        output = Output(commit, receive, frozenset({"findings"}))
        return Run(sources, options, Execution(shard_bytes=shard, **execution), output).run()


def command(*args: object) -> list[str]:
    """Return a command line of this program, as run by this Python."""
    return [sys.executable, "-m", "goanalyze", *map(str, args)]


def executed_by(jobs: int) -> tuple[str, ...]:
    """Return the options of a check by a number of processes, however small it is."""
    return ("--jobs", str(jobs), *(() if jobs == 1 else ("--executor", "processes")))


def environment(*first: Path) -> dict[str, str]:
    """Return the environment of such a command; modules are looked for in some folders first."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*first, ROOT)))}


def heeding_interrupts(line: Sequence[str]) -> list[str]:
    """Return a command line whose process heeds SIGINT: a shell's background jobs, and their children, ignore it."""
    heed = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    return [sys.executable, "-c", heed, *line]


def count_arguments(description: str | None, **defaults: int) -> ArgumentParser:
    """Return the parser of a script's options, so far each of them a number."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    return parser


def goanalyze(*args: object, first: Sequence[Path] = (), **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        command(*args), env=environment(*first), capture_output=True, text=True, check=False, timeout=300, **options
    )


def plain(table: Any) -> Any:
    """Return a table without dictionaries, whose values do not matter to rows."""
    columns = [
        column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column
        for column in table.columns
    ]
    return pa.table(columns, names=table.column_names).combine_chunks()


def tables(out: Path, *, moves: bool = False) -> dict[str, Any]:
    """Return every table of a dataset, its parts in the order of their names."""
    return {name: _table(paths) for name, paths in _paths(out, moves=moves).items()}


def _paths(out: Path, *, moves: bool) -> dict[str, list[Path]]:
    """Return the files of each table, in the order of their names."""
    parts = {name: sorted((out / name).glob("part-*.parquet")) for name in part_tables({"moves"} if moves else ())}
    singles = {name: out / f"{name}.parquet" for name in SINGLE}
    return parts | {name: [path] for name, path in singles.items() if path.exists()}


def _table(paths: Iterable[Path]) -> Any:
    return pa.concat_tables([plain(pq.ParquetFile(path).read()) for path in paths]).combine_chunks()


def assert_same(out: Path, other: Path, *, moves: bool = False, ordered: bool = True) -> None:
    """Two datasets have the same tables, row for row and in the same order.

    Where shards are cut in another way, findings about a chunk's games still come before those about its files.
    Tables whose files are the same bytes are the same: only others are read.
    """
    theirs = _paths(other, moves=moves)
    for name, paths in _paths(out, moves=moves).items():
        if [path.read_bytes() for path in paths] == [path.read_bytes() for path in theirs[name]]:
            continue
        table, twin = _table(paths), _table(theirs[name])
        assert table.schema.equals(twin.schema), name
        if not table.equals(twin):
            rows, others = table.to_pylist(), twin.to_pylist()
            assert len(rows) == len(others), name
            if not ordered:
                rows, others = sorted(rows, key=repr), sorted(others, key=repr)
            for number, (row, one) in enumerate(zip(rows, others, strict=True)):
                assert repr(row) == repr(one), (name, number)


def manifest(out: Path) -> list[dict[str, Any]]:
    """Return the entries of the manifest."""
    return [json.loads(line) for line in (out / "_manifest.jsonl").read_text(encoding="utf-8").splitlines()]


def reused_shards(out: Path) -> list[bool]:
    """Return for each shard whether it was kept."""
    return [line["kept"] for line in manifest(out)]


def as_killed(out: Path, shards: Iterable[int] | None = None) -> None:
    """Turn a complete dataset into one whose first run was killed: some shards, by default all, have their records."""
    lines = (out / "_manifest.jsonl").read_bytes().splitlines()
    (out / "_commits").mkdir()
    for number in range(len(lines)) if shards is None else shards:
        name = json.loads(lines[number])["part"].replace(".parquet", ".json")
        (out / "_commits" / name).write_bytes(lines[number])
    for name in ("_SUCCESS.json", "_manifest.jsonl"):
        (out / name).unlink()


def hidden_files(out: Path) -> list[str]:
    """Return the files with dotted names that a run has left, except the lock."""
    return sorted(path.name for path in out.rglob(".*") if path.name != ".lock")


def existing_files(out: Path) -> dict[str, tuple[int, int]]:
    """Return file number and time of each part."""
    return {
        f"{path.parent.name}/{path.name}": (path.stat().st_ino, path.stat().st_mtime_ns)
        for path in out.glob("*/part-*.parquet")
    }
