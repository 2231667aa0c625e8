"""Scale: time and memory from sixty thousand games to a million, with processes, Dask and resume.

    python tests/benchmarks/bench_scale.py ARCHIVE.zip ... [--repeat 17] [--folder FOLDER] [--times 3]

The archives are repeated under other names, each time turned or mirrored another way, so that every copy is another
text of the same game: duplicates are known. Every figure is of a process of its own, start-up included. Positions are
not estimated (``--estimate never``): that costs the same for each game anyway. Run it on a machine that does nothing
else; the load before each run is printed next to its figures.

Memory is the peak of the largest single process, as the system reports it for ended children.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

POINTS = re.compile(rb"(?<![A-Za-z])(?:A?[BW]|AE|T[BW])(?:\s*\[[a-s]{2}\])+")
POINT = re.compile(rb"\[([a-s])([a-s])\]")
SIZE = re.compile(rb"SZ\[(\d+)\]")


class Figure(NamedTuple):
    """One run: games, wall-clock and processor seconds, peak memory in MB, load before it."""

    games: int
    wall: float
    processor: float
    memory: float
    load: float


def turned(data: bytes, view: int) -> bytes:
    """Return a record turned or mirrored; view 0 to 7. Points in lists such as ``aa:cc`` are left as they are."""
    found = SIZE.search(data)
    last = ord("a") + (int(found[1]) if found else 19) - 1
    if not view or b":" in b"".join(POINTS.findall(data)):
        return data

    def other(match: re.Match[bytes]) -> bytes:
        x, y = match[1][0], match[2][0]
        if x > last or y > last:  # tt is a pass
            return match[0]
        if view & 1:
            x = last - x + ord("a")
        if view & 2:
            y = last - y + ord("a")
        if view & 4:
            x, y = y, x
        return b"[%c%c]" % (x, y)

    return POINTS.sub(lambda match: POINT.sub(other, match[0]), data)


def build(archives: Sequence[Path], folder: Path, repeat: int) -> None:
    """Write the repeated archives, those that are not there yet."""
    for number in range(repeat):
        for path in archives:
            target = folder / f"{number:03}-{path.name}"
            if target.exists():
                continue
            with (
                zipfile.ZipFile(path) as source,
                zipfile.ZipFile(f"{target}.tmp", "w", zipfile.ZIP_DEFLATED, True, 1) as copy,
            ):
                for info in source.infolist():
                    if not info.is_dir():
                        copy.writestr(f"{number:03}/{info.filename}", turned(source.read(info), number % 8))
            Path(f"{target}.tmp").rename(target)


def measured(paths: Sequence[Path], out: Path, *options: str) -> Figure:
    """Run one check and return its figures."""
    load = os.getloadavg()[0]
    command = [
        sys.executable,
        "-m",
        "goanalyze",
        "check",
        *map(str, paths),
        "-o",
        str(out),
        "--estimate",
        "never",
        "--fail-on",
        "never",
        "--format",
        "json",
        *options,
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as log:
        code = (
            "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE); "
            "import json; told = json.loads(done.stdout); "
            "print(told['games'], resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
        )  # a process between: its children are this run's alone
        told = subprocess.run([sys.executable, "-c", code, *command], stdout=subprocess.PIPE, stderr=log, check=True)
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    games, memory = told.stdout.split()
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Figure(int(games), wall, processor, float(memory), load)


def best(times: int, one: Callable[[], Figure]) -> Figure:
    """Return the fastest of some runs."""
    return min((one() for _ in range(times)), key=lambda figure: figure.wall)


def rows(groups: dict[str, list[Path]], out: Path, times: int) -> Iterator[tuple[str, Figure]]:
    """Yield the name and the figures of each run."""
    for name, paths in groups.items():
        yield f"{name}, one job", best(times, partial(measured, paths, out, "--jobs", "1", "--overwrite"))
    everything, two = groups["all"], ("--jobs", "2")
    yield "all, two processes", best(times, partial(measured, everything, out, *two, "--overwrite"))
    dask = (*two, "--executor", "dask", "--overwrite")
    yield "all, Dask, two workers", best(times, partial(measured, everything, out, *dask))
    yield "all, resumed when finished", best(times, partial(measured, everything, out))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archives", nargs="+", type=Path)
    parser.add_argument("--repeat", type=int, default=17)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "goanalyze-scale")
    parser.add_argument("--times", type=int, default=1, help="runs of each, of which the fastest counts")
    arguments = parser.parse_args()
    archives = sorted(arguments.archives)
    inputs = arguments.folder / "in"
    inputs.mkdir(parents=True, exist_ok=True)
    build(archives, inputs, arguments.repeat)
    everything = sorted(inputs.glob("*.zip"))[: arguments.repeat * len(archives)]
    groups = {"once": everything[: len(archives)], "four times": everything[: 4 * len(archives)], "all": everything}
    print(f"{'':32}{'games':>10} {'wall s':>8} {'cpu s':>8} {'µs/game':>8} {'MB':>6} {'load':>5}")
    for name, figure in rows(groups, arguments.folder / "out", arguments.times):
        each = 1e6 * figure.wall / figure.games
        print(
            f"{name:32}{figure.games:10,} {figure.wall:8.2f} {figure.processor:8.2f} {each:8.1f} "
            f"{figure.memory:6.0f} {figure.load:5.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
