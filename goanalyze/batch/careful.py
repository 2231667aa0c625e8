"""A shard that killed its process, done with care: the files that do it are found, set apart and told of.

Probes are processes of their own that go through a part of the shard in pieces, and say which pieces they got through.
The piece in which one dies is gone through in smaller pieces, down to single files. What may live here: finding who is
to blame. What may not: what is done with a shard otherwise.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from goanalyze.batch.check import analyze
from goanalyze.batch.shard import Done, Progress, Task, do_shard, shard_texts
from goanalyze.batch.watch import Watch, limit_memory

__all__ = ["do_carefully", "find_killers", "probe"]

_STEPS: Final = (256, 16, 1)  # files in a piece, from probe to probe
_MOST_KILLERS: Final = 100  # beyond this, it is not the files
_PROBE: Final = "import goanalyze.batch.careful as c; c.probe()"
_ASIDE: Final = "GO902"
_LATE: Final = "GO903"


def do_carefully(task: Task, progress: Progress | None = None) -> Done:
    """Find the files of a shard that kill their process, and do the shard without them.

    Args:
        task: the shard.
        progress: as of `do_shard`, while the shard is done without them.

    Raises:
        OutputError: the parts cannot be written.
    """
    return do_shard(replace(task, given_up=find_killers(task), time_limit=None), progress)


def find_killers(task: Task) -> dict[int, tuple[str, str]]:
    """Return the files that a process does not survive: number in the shard, code and message."""
    return dict(islice(_killers(task, 0, None, _STEPS), _MOST_KILLERS))


def _killers(task: Task, first: int, stop: int | None, steps: tuple[int, ...]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the killers from a file on; those before `first` are not touched, nor those from `stop` on."""
    while stop is None or first < stop:
        reached, ended = _run_probe(task, first, stop, steps[0])
        if ended is None:
            return
        if len(steps) == 1:
            yield reached, ended
        else:
            piece = reached + steps[0] if stop is None else min(stop, reached + steps[0])
            yield from _killers(task, reached, piece, steps[1:])
        first = reached + steps[0]


def _run_probe(task: Task, first: int, stop: int | None, step: int) -> tuple[int, tuple[str, str] | None]:
    """Let a probe go through some files; return how far it got, and how it ended if it did not end well."""
    # -P: nothing is to be imported from the working folder, which may be one of inputs
    done = subprocess.run(  # noqa: S603 - this Python, and code of this package
        [sys.executable, "-P", "-c", _PROBE],
        input=pickle.dumps((task, first, stop, step)),
        capture_output=True,
        check=False,
    )
    told = [line for line in done.stdout.split(b"\n") if line.startswith(b"reached ")]
    reached = int(told[-1].split()[1]) if told else first
    return reached, None if done.returncode == 0 else _reason(done.returncode, done.stderr, task)


def _reason(code: int, stderr: bytes, task: Task) -> tuple[str, str]:
    if hasattr(signal, "SIGALRM") and code == -signal.SIGALRM:
        return _LATE, f"took longer than {task.time_limit:g} s; not checked"
    if code < 0:
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        hint = " (out of memory perhaps)" if name == "SIGKILL" else ""
        return _ASIDE, f"the process that worked on it was ended by {name}{hint}; not checked"
    last = stderr.decode(errors="replace").strip().splitlines()[-1:]
    return _ASIDE, f"the process that worked on it ended with code {code}: {''.join(last)[:200]}; not checked"


def probe() -> None:
    """Go through some files of a shard, a piece at a time; standard input says which, standard output how far it got.

    What comes out of them is thrown away.
    """
    task, first, stop, step = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this one
    limit_memory(task.memory_limit)
    texts = shard_texts(task, {}, first, stop)
    with Watch(task.time_limit, engine=task.options.engine is not None) as watch:
        watch.give(step)
        while piece := list(islice(texts, step)):
            for _ in analyze(piece, task.options):
                pass
            first += step
            sys.stdout.write(f"reached {first}\n")
            sys.stdout.flush()
            watch.give(step)
