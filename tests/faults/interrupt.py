"""Interrupt a run with SIGINT at random moments: it ends with 130, and given again writes the undisturbed dataset.

    python tests/faults/interrupt.py --times 40 --jobs 1
    python tests/faults/interrupt.py --times 40 --jobs 0

The run has 1,500 games in one file.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from helpers.check_runs import (
    assert_same,
    command,
    count_arguments,
    environment,
    heeding_interrupts,
    hidden_files,
    manifest,
    record,
)

from goanalyze.tables.storage import HOLDER

OPTIONS: Final = ("--fail-on", "never")
_AT_WORK: Final = 0.8  # of the interrupts come while games are worked on; the others before


class Trial(NamedTuple):
    """Result of one interrupt.

    Attributes:
        moment: seconds since the work on games began.
        in_time: True if the run was not over.
        code: exit code.
        wrong: the error, in words.
    """

    moment: float
    in_time: bool
    code: int
    wrong: list[str]


class Run(NamedTuple):
    """A run that has ended.

    Attributes:
        code, output: exit code and messages.
        work: seconds of work on games.
        in_time: True if it was interrupted before it was over.
    """

    code: int
    output: str
    work: float
    in_time: bool


def run(arguments: list[str], out: Path, moment: float | None = None) -> Run:
    """Run the command, and interrupt it some seconds after its work on games began; before, if negative."""
    started = subprocess.Popen(
        heeding_interrupts(arguments), env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )

    def interrupted(after: float) -> bool:
        try:
            started.wait(after)
        except subprocess.TimeoutExpired:
            is_over = (out / "_SUCCESS.json").exists()
            started.send_signal(signal.SIGINT)
            return not is_over
        return False

    in_time = moment is not None and moment < 0 and interrupted(-moment)
    while started.poll() is None and not _works(out):
        time.sleep(0.002)
    begin = time.monotonic()
    if moment is not None and moment >= 0:
        in_time = interrupted(moment)
    _, output = started.communicate(timeout=300)
    return Run(started.returncode, output.strip(), time.monotonic() - begin, in_time)


def _works(out: Path) -> bool:
    """Return True if a run works on a shard, as noted by its holder."""
    try:
        return b'"shard"' in (out / HOLDER).read_bytes()
    except OSError:
        return False


def trials(folder: Path, times: int, seed: int, jobs: int, games: Sequence[bytes]) -> Iterator[Trial]:
    """Interrupt a run at random moments, one in five before it works on games, and give the same command again."""
    draw = random.Random(seed)
    source, whole = folder / "all.sgf", folder / "whole"
    source.write_bytes(b"\n".join(games))

    def line(out: Path) -> list[str]:
        return command("check", source, "-o", out, "--jobs", jobs, *OPTIONS)

    run(line(folder / "first"), folder / "first")
    begin = time.monotonic()
    work = run(line(whole), whole).work
    start = time.monotonic() - begin - work
    for number in range(times):
        out = folder / f"out-{number}"
        moment = draw.uniform(0, work) if draw.random() < _AT_WORK else -draw.uniform(0, start)
        ended = run(line(out), out, moment)
        wrong = []
        if ended.code != 130 and (ended.in_time or ended.code):
            wrong.append(f"exit {ended.code}")
        if any(not each.startswith("goanalyze: ") for each in ended.output.splitlines()):
            wrong.append("no sentence")
        if (out / "_SUCCESS.json").exists() and not _is_same(out, whole):
            wrong.append("said to be whole, and is not")
        wrong = wrong and [*wrong, ended.output[-300:]]
        again = run(line(out), out)
        if again.code or again.output:
            wrong.append(f"again: exit {again.code}: {again.output[-300:]}")
        if not _is_same(out, whole):
            wrong.append(f"again: other rows, {[row['games'] for row in manifest(out)]} games")
        if left := hidden_files(out):
            wrong.append(f"left behind: {left}")
        yield Trial(moment, ended.in_time, ended.code, wrong)


def _is_same(out: Path, whole: Path) -> bool:
    try:
        assert_same(out, whole)
    except AssertionError:
        return False
    return True


def main() -> None:
    """Run the trials; print each that is wrong, and how often which exit code was seen."""
    parser = count_arguments(__doc__, times=40, seed=1, jobs=1, games=1500)
    parser.add_argument("--archive", help="zip archive of the games; those of the sample if not given")
    options = parser.parse_args()
    games = [record(number) for number in range(options.games)]
    if options.archive:
        with zipfile.ZipFile(options.archive) as archive:
            games = [archive.read(name) for name in archive.namelist() if name.endswith(".sgf")][: options.games]
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for trial in trials(Path(folder), options.times, options.seed, options.jobs, games):
            found.append(trial)
            print(f"interrupted at {trial.moment:.2f} s: exit {trial.code} {'; '.join(trial.wrong)}", flush=True)
    codes = ", ".join(f"{count} times {code}" for code, count in sorted(Counter(t.code for t in found).items()))
    wrong, in_time = sum(bool(trial.wrong) for trial in found), sum(trial.in_time for trial in found)
    print(f"{len(found)} interrupts with --jobs {options.jobs}, {in_time} in time: exit {codes}; {wrong} wrong")


if __name__ == "__main__":
    main()
