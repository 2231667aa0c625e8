"""Kill a run with SIGKILL at random moments, resume it, and compare with an undisturbed run, row for row.

    python tests/faults/kill.py --times 20

Half of the times the whole process group is killed, half only the parent: its workers must then end by themselves.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.check_runs import (
    assert_same,
    check,
    command,
    count_arguments,
    environment,
    executed_by,
    hidden_files,
    mixed,
    reused_shards,
)

SHARD_MB = 0.02
_PATIENCE = 20.0  # seconds in which orphans must have ended: loading takes some on a busy machine


class Trial(NamedTuple):
    """Result of one kill."""

    parts: int
    moment: float
    group: bool
    died: bool
    orphans: bool
    done: int
    shards: int


def arguments(source: Path, out: Path, *more: object) -> list[str]:
    """Return the command line of the run that is killed."""
    return command("check", source, "-o", out, "--shard", SHARD_MB, "--estimate", "never", "--fail-on", "never", *more)


def processes(group: int | None = None, parent: int | None = None) -> list[int]:
    """Return the living processes of a group or of a parent, zombies left out."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                told = (place / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if told[0] != "Z" and group in (None, int(told[2])) and parent in (None, int(told[1])):
                found.append(int(place.name))
    return found


def killed(arguments: Sequence[str], out: Path, parts: int, moment: float, *, group: bool) -> tuple[bool, bool]:
    """Start a run; kill it some seconds after it has committed a number of shards.

    Returns:
        Whether it was killed before its end, and whether any of its processes stayed.
    """
    started = subprocess.Popen(
        arguments, env=environment(), start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while started.poll() is None and len(list(out.glob("games/part-*"))) < parts:
        time.sleep(0.002)
    try:
        started.wait(moment)
    except subprocess.TimeoutExpired:
        if group:
            os.killpg(started.pid, signal.SIGKILL)
        else:
            started.kill()
    died = started.wait() == -signal.SIGKILL
    until = time.monotonic() + _PATIENCE
    while (orphans := processes(started.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    return died, bool(orphans)


def trials(folder: Path, times: int, seed: int, *more: object, games: int, here: bool = False) -> Iterator[Trial]:
    """Kill a run at random moments, and resume each time; raise AssertionError where rows differ.

    Args:
        folder: where to.
        times: how often.
        seed: of the moments: after how many shards, and how long after that.
        more: arguments of the command.
        games: size of the archive.
        here: resume in this process, which is quicker.
    """
    draw = random.Random(seed)
    source, whole = mixed(folder / "in", games), folder / "whole"

    def undisturbed(out: Path) -> None:
        if here:
            check(source, out, shard=int(SHARD_MB * 2**20))
        else:
            subprocess.run(arguments(source, out, *more), env=environment(), check=True, stdout=subprocess.DEVNULL)

    undisturbed(whole)
    shards = len(reused_shards(whole))
    for number in range(times):
        out = folder / f"out-{number}"
        parts, moment, group = draw.randrange(shards), draw.uniform(0, 0.2), bool(number % 2)
        died, orphans = killed(arguments(source, out, *more), out, parts, moment, group=group)
        undisturbed(out)
        assert_same(out, whole)
        assert not hidden_files(out)
        yield Trial(parts, moment, group, died, orphans, sum(reused_shards(out)), shards)


def main() -> None:
    """Run the trials and print each."""
    options = count_arguments(__doc__, times=20, seed=6, jobs=2, games=150).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for trial in trials(Path(folder), options.times, options.seed, *executed_by(options.jobs), games=options.games):
            whom, when = "group" if trial.group else "parent", "in time" if trial.died else "too late"
            print(
                f"killed the {whom} {trial.moment:.3f} s after {trial.parts} shards: {when}, {trial.done} of "
                f"{trial.shards} shards were done{', ORPHANS STAYED' if trial.orphans else ''}; resumed, and "
                "the same row for row",
                flush=True,
            )
            found.append(trial)
    partly = sum(trial.died and 0 < trial.done < trial.shards for trial in found)
    print(
        f"{len(found)} times, {sum(trial.died for trial in found)} killed in time, {partly} of them between the "
        f"first shard and the last; orphans: {sum(trial.orphans for trial in found)}"
    )


if __name__ == "__main__":
    main()
