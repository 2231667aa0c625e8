"""Faults that need several processes: workers that are killed at random moments.

    python tests/faults/surroundings.py --times 30

Each run is compared with an undisturbed one, as in `inject`.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from helpers.check_runs import count_arguments
from inject import Proof
from injector import call
from kill import processes


class Trial(NamedTuple):
    """A disturbed run: the disturbance, its outcome, and its errors."""

    what: str
    outcome: str
    wrong: list[str]


def descendants(process: int) -> list[int]:
    """Return the processes that one has started, and those that they have started."""
    children = processes(parent=process)
    return children + [number for child in children for number in descendants(child)]


@contextmanager
def killing(draw: random.Random, seconds: float) -> Iterator[list[int]]:
    """Kill children that this process has from now on, one or all, after some seconds; the list receives whom.

    Those it has already are not the run's: the driver of a browser, which would outlive it.
    """
    killed: list[int] = []
    others = set(descendants(os.getpid()))
    over = threading.Event()
    moment, every = draw.uniform(0, seconds), draw.random() < 0.5

    def kill() -> None:
        over.wait(moment)
        children = [child for child in descendants(os.getpid()) if child not in others]
        for child in children if every else children[:1]:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
                killed.append(child)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


def killed_worker(proof: Proof, draw: random.Random, out: Path) -> Trial:
    """Kill workers of a run with two at a random moment of the time that an undisturbed run takes."""
    begin = time.monotonic()
    call(proof.line("plain", out.with_name(f"{out.name}-undisturbed"), jobs=2))
    with killing(draw, time.monotonic() - begin) as killed:
        run = call(proof.line("plain", out, jobs=2))
    return Trial(f"{len(killed)} workers killed", *proof.held("plain", out, run, struck=bool(killed)))


def main() -> None:
    """Run the trials; print each."""
    options = count_arguments(__doc__, times=30, seed=14).parse_args()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        proof = Proof(Path(folder))
        begin, wrong = time.monotonic(), 0
        for number in range(options.times):
            trial = killed_worker(proof, draw, Path(folder, f"out-{number}"))
            wrong += bool(trial.wrong)
            print(f"{trial.what}: {'; '.join([trial.outcome, *trial.wrong])}", flush=True)
        print(f"{options.times} runs, {wrong} wrong, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
