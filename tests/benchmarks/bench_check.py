"""Measure the program against sgfmill used plainly, on the same games in the same run.

    python tests/benchmarks/bench_check.py                      # data/sample, repeated
    python tests/benchmarks/bench_check.py ARCHIVE... --memory
    python tests/benchmarks/bench_check.py ARCHIVE... --each    # the run as typed, of each archive

Final positions are estimated with `--each` alone; `bench_life.py` measures how well.

The baseline is a careful script with sgfmill: parse, replay on its board, keep every position in a set for
positional superko, score by area. Figures are ratios to it; absolute times belong to the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sgfmill import sgf, sgf_moves

from goanalyze.archives.extents import extents
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import Source
from goanalyze.limits import SHARD_BYTES
from goanalyze.replay.replay import replay_records
from goanalyze.rules import RULESETS
from goanalyze.sgf.charset import Text, texts
from goanalyze.sgf.records import read_records

ROUNDS = 5
NEVER = ("--estimate", "never")


def baseline(data: bytes) -> bool:
    """Parse, replay and score one game with sgfmill; return whether a position came again."""
    game = sgf.Sgf_game.from_bytes(data)
    board, plays = sgf_moves.get_setup_and_moves(game)
    seen = {tuple(map(tuple, board.board))}
    repeated = False
    for color, move in plays:
        if move is None:
            continue
        board.play(*move, color)
        position = tuple(map(tuple, board.board))
        repeated = repeated or position in seen
        seen.add(position)
    board.area_score()
    return repeated


def kernels(batch: list[Text]) -> int:
    """Tokenize and replay files with every flag; return the number of games."""
    return sum(len(replay_records(records)) for records in read_records(batch))


def clean_texts(sources: list[Source], most: int) -> list[Text]:
    """Take files at even distances from all sources, but only such as sgfmill replays, as the baseline must."""
    step = max(1, sum(part.files or 0 for source in sources for part in extents(source, SHARD_BYTES)) // most)
    found = []
    for text in islice((text for source in sources for text in texts(source)), 0, None, step):
        try:
            baseline(text.data)
        except (ValueError, KeyError, IndexError):
            continue
        found.append(text)
    return found


def seconds(action: Callable[[], object]) -> float:
    """Return the processor time of one call."""
    begin = time.process_time()
    action()
    return time.process_time() - begin


def compare_kernels(batch: list[Text]) -> dict[str, float]:
    """Time baseline and kernels in turn; return microseconds per game and the median ratio."""
    kernels(batch)
    pairs = []
    for _ in range(ROUNDS):
        slow = seconds(lambda: [baseline(text.data) for text in batch])
        fast = seconds(lambda: kernels(batch))
        pairs.append((slow, fast))
    return {
        "baseline_us": statistics.median(slow for slow, _ in pairs) / len(batch) * 1e6,
        "kernels_us": statistics.median(fast for _, fast in pairs) / len(batch) * 1e6,
        "ratio": statistics.median(slow / fast for slow, fast in pairs),
    }


def build_zip(path: Path, sources: list[Source], games: int) -> int:
    """Write a zip of that many files, repeating the sources under other names as often as needed; return the count."""
    written = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        while written < games:
            before = written
            for source in sources:
                for blob in source.blobs():
                    if blob.data and written < games:
                        archive.writestr(f"{before:08}/{written:08}.sgf", blob.data)
                        written += 1
            if written == before:
                break
    return written


class Run(NamedTuple):
    """Cost of one run of the command: wall-clock and processor seconds, peak memory in MB."""

    wall: float
    processor: float
    memory: float


def run_check(archives: Sequence[str], out: Path, *options: str) -> Run:
    """Run the command in a process of its own."""
    code = (
        "import resource, subprocess, sys, time\n"
        "begin = time.perf_counter()\n"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=False)\n"
        "wall = time.perf_counter() - begin\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)\n"
        "sys.exit(done.returncode > 1)\n"
    )
    command = [sys.executable, "-m", "goanalyze", "check", *archives, "-o", str(out), "--overwrite", *options]
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    return Run(*map(float, done.stdout.split()))


def wall(command: list[str]) -> float:
    """Return the median wall-clock time of a command."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def machine() -> str:
    """Name the machine."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def measure(paths: list[str], *, games: int, sample: int, memory: bool) -> dict[str, object]:
    """Take every measurement and return the figures by name."""
    sources = find_sources(paths)
    batch = clean_texts(sources, sample)
    figures: dict[str, object] = {"machine": machine(), "games_compared": len(batch)}
    print(f"{figures['machine']}; {len(batch):,} games compared", flush=True)
    pair = compare_kernels(batch)
    figures["kernels"] = pair
    print(f"sgfmill plainly         {pair['baseline_us']:8.0f} µs/game")
    print(f"tokenizer and kernel    {pair['kernels_us']:8.1f} µs/game   {pair['ratio']:6.0f} × sgfmill", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        archive, out = Path(folder, "games.zip"), Path(folder, "out")
        build_zip_of(archive, batch, games)
        run_check([str(archive)], out, *NEVER)
        runs = [run_check([str(archive)], out, *NEVER) for _ in range(ROUNDS)]
        figures["check_mb"] = runs[0].memory
        for name, what in (("wall", "wall clock"), ("processor", "processor time")):
            used = statistics.median(getattr(run, name) for run in runs) / games * 1e6
            ratio = pair["baseline_us"] / used
            figures[f"check_{name}"] = {"games": games, "us": used, "ratio": ratio}
            print(f"check -o, {games:,} games  {used:8.1f} µs/game   {ratio:6.1f} × sgfmill, {what}", flush=True)
        figures["per_ruleset_us"] = cost_per_ruleset(archive, out, games, pair["baseline_us"])
        one = Path(folder, "one.sgf")
        one.write_bytes(batch[0].data)
        program = [sys.executable, "-m", "goanalyze"]
        figures["help_s"] = wall([*program, "--help"])
        figures["one_file_s"] = wall([*program, "check", str(one)])
        print(f"--help {figures['help_s']:.2f} s; a one-file check {figures['one_file_s']:.2f} s", flush=True)
        for count in (60_000, 600_000) if memory else ():
            build_zip(archive, sources, count)
            run = run_check([str(archive)], out, *NEVER)
            figures[f"memory_{count}"] = run.memory
            print(f"{count:,} games: peak {run.memory:.0f} MB, {run.wall / count * 1e6:.1f} µs/game", flush=True)
    return figures


def measure_each(paths: list[str], sample: int) -> None:
    """Print, for each archive and for all in one run, the processor time of a game in three ways."""
    print("archive                games   sgfmill     check -o            --estimate never", flush=True)
    games = plainly = 0.0
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")

        def best(*measured: Callable[[], float]) -> list[float]:
            """Measure in turns, as a machine is not always equally fast; the better of two of each."""
            turns = [[measure() for measure in measured] for _ in range(2)]
            return [min(each) for each in zip(*turns, strict=True)]

        def runs(*archives: str) -> list[Callable[[], float]]:
            return [partial(processor_time, archives, out, *how) for how in ((), NEVER)]

        for path in paths:
            sources = find_sources([path])
            batch = clean_texts(sources, sample)
            here = sum(part.files or 0 for source in sources for part in extents(source, SHARD_BYTES))
            alone, *ours = best(partial(seconds, partial(replay_plainly, batch)), *runs(path))
            games, plainly = games + here, plainly + alone / max(1, len(batch)) * here
            print_each(Path(path).stem, here, alone / max(1, len(batch)) * here, ours)
        print_each("all in one run", games, plainly, best(*runs(*paths)))


def replay_plainly(batch: Sequence[Text]) -> None:
    """Replay games as with sgfmill alone."""
    for text in batch:
        baseline(text.data)


def processor_time(archives: Sequence[str], out: Path, *how: str) -> float:
    """Return the cost of one check in one process, including its start."""
    return run_check(archives, out, "--jobs", "1", *how).processor


def print_each(name: str, games: float, plainly: float, runs: list[float]) -> None:
    """Print a line of `measure_each`: the seconds of each way, per game."""
    cells = "".join(f"{run / games * 1e6:9.0f} µs {plainly / run:6.1f} ×  " for run in runs)
    print(f"{name:20} {games:7,.0f} {plainly / games * 1e6:6.0f} µs{cells}", flush=True)


def cost_per_ruleset(archive: Path, out: Path, games: int, baseline_us: float) -> float:
    """Time checks under one ruleset and under all, in turn; return the cost of each further one per game, in µs."""
    more = len(RULESETS) - 1
    costs = []
    for _ in range(ROUNDS):
        one, all_ = (
            run_check([str(archive)], out, *NEVER, "--rulesets", names).processor for names in ("japanese", "all")
        )
        costs.append((all_ - one) / more / games * 1e6)
    cost = statistics.median(costs)
    print(f"each further ruleset    {cost:8.2f} µs/game   1/{baseline_us / cost:,.0f} of sgfmill, processor time")
    return cost


def build_zip_of(path: Path, batch: list[Text], games: int) -> None:
    """Write a zip of the compared games themselves, repeated up to a number."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(games):
            archive.writestr(f"{number:06}.sgf", batch[number % len(batch)].data)


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=["data/sample/gnugo"], help="archives to measure on")
    parser.add_argument("--games", type=int, default=20_000, help="games of the whole check")
    parser.add_argument("--sample", type=int, default=1_000, help="games compared with the baseline")
    parser.add_argument("--memory", action="store_true", help="also 60,000 and 600,000 games")
    parser.add_argument(
        "--each", action="store_true", help="only this: each archive by itself, as the command is typed"
    )
    parser.add_argument("--json", type=Path, help="write the figures here, too")
    options = parser.parse_args()
    if options.each:
        measure_each(options.paths, options.sample)
        return
    figures = measure(options.paths, games=options.games, sample=options.sample, memory=options.memory)
    figures["benchmark_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
