"""A shard that killed its process, done with care: the files that do it are found, set apart and told of.

Probes are processes of their own that go through a part of the shard in pieces, and say which pieces they got through.
The piece in which one dies is gone through in smaller pieces, down to single files. What may live here: finding who is
to blame. What may not: what is done with a shard otherwise.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from goanalyze.batch.check import analyze
from goanalyze.batch.process_limits import Watch, limit_memory
from goanalyze.batch.shard import BEGIN, Done, Notes, Place, Progress, Task, do_shard, shard_texts
from goanalyze.batch.warm import warm_up
from goanalyze.sgf.charset import Text

__all__ = ["Killers", "LostError", "do_carefully", "find_killers", "probe"]

_STEPS: Final = (64, 1)  # files in a piece, from probe to probe
_MOST_KILLERS: Final = 100  # beyond this, it is not the files
_PATIENCE: Final = 0.5  # seconds after which an orphan notices that it is one
_ASIDE: Final = "GO902"
_LATE: Final = "GO903"


class LostError(RuntimeError):
    """A shard of which nothing can be done, and why."""


@dataclass(frozen=True, slots=True)
class Killers:
    """What a process does not survive.

    Attributes:
        files: by their place in the shard, a code and a message.
        ends: archives that cannot be read to their end, see `Task.ends`.
    """

    files: dict[Place, tuple[str, str]] = field(default_factory=dict)
    ends: dict[int, tuple[int, str, str]] = field(default_factory=dict)


def do_carefully(task: Task, progress: Progress | None = None) -> Done:
    """Find the files of a shard that kill their process, and do the shard without them.

    Args:
        task: the shard.
        progress: as of `do_shard`, while the shard is done without them.

    Raises:
        OutputError: the parts cannot be written.
    """
    try:
        found = find_killers(task)
    except LostError as error:
        return do_shard(replace(task, watched=False, lost=f"{error}; nothing of it could be checked"), progress)
    return do_shard(replace(task, given_up=found.files, ends=found.ends, patient=True), progress)


def find_killers(task: Task) -> Killers:
    """Return the files that a process does not survive, and where archives have to be left.

    Raises:
        LostError: a process that touches no file does not survive either, or there is no end of such files.
    """
    _, ended = _run_probe(task, BEGIN, BEGIN, 1)
    if ended:
        raise LostError(ended[1].replace("that worked on it ", "").replace("; not checked", " before it began"))
    found = Killers()
    first = BEGIN
    steps = _STEPS if (task.shard.files or _STEPS[0]) >= _STEPS[0] else (1,)
    while (killer := _next_killer(task, first, None, steps)) is not None:
        at, why = killer
        before = Place(at.extent, at.file - 1)
        if before in found.files and not _can_be_passed(task, at):
            # not what is in it kills, but reading it, and it cannot be passed over
            found.ends[at.extent] = (before.file, *_from_here_on(found.files.pop(before)))
            first = Place(at.extent + 1, 0)
            continue
        found.files[at] = why
        first = Place(at.extent, at.file + 1)
        if len(found.files) > _MOST_KILLERS:
            raise LostError(f"more than {_MOST_KILLERS} of its files end the process that works on them")
    return found


def _next_killer(
    task: Task, first: Place, stop: Place | None, steps: tuple[int, ...]
) -> tuple[Place, tuple[str, str]] | None:
    """Return the first killer from a file on, and how it does it; those before `first` are not touched."""
    while stop is None or first < stop:
        reached, ended = _run_probe(task, first, stop, steps[0])
        if ended is None:
            return None
        if len(steps) == 1:
            return reached, ended
        first = Place(reached.extent, reached.file + steps[0])
        found = _next_killer(task, reached, first if stop is None else min(first, stop), steps[1:])
        if found is not None:
            return found
    return None


def _can_be_passed(task: Task, at: Place) -> bool:
    """Return whether the files before a place can be passed over without harm."""
    return task.shard.extents[at.extent].source.kind == "files" or _run_probe(task, at, at, 1)[1] is None


def _from_here_on(why: tuple[str, str]) -> tuple[str, str]:
    code, message = why
    return code, f"from here on the archive cannot be read: {message}"


def _run_probe(task: Task, first: Place, stop: Place | None, step: int) -> tuple[Place, tuple[str, str] | None]:
    """Let a probe go through some files; return how far it got, and how it ended if it did not end well."""
    # the same modules are to be found as here, and none in the working folder that Python would look into first
    code = f"import sys; sys.path[:] = {sys.path!r}; from goanalyze.batch.quarantine import probe; probe()"
    given = pickle.dumps((task, first, stop, step))
    done = subprocess.run(  # noqa: S603 - this Python, and code of this package
        [sys.executable, "-P", "-c", code], input=given, capture_output=True, check=False
    )
    told = [line.split() for line in done.stdout.split(b"\n") if line.startswith(b"reached ")]
    reached = Place(int(told[-1][1]), int(told[-1][2])) if told else first
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
    threading.Thread(target=_end_as_orphan, args=(os.getppid(),), daemon=True).start()
    limit_memory(task.memory_limit)
    warm_up()  # else the first file is blamed for the time that loading takes
    most = min(step, task.shard.files or step)
    with Watch(task.time_limit, patient=task.options.engine is not None) as watch:
        watch.give(most)
        for reached, piece in _pieces(task, first, stop, step):
            for _ in analyze(piece, task.options) if piece else ():
                pass
            sys.stdout.write(f"reached {reached.extent} {reached.file}\n")
            sys.stdout.flush()
            watch.give(most)


def _pieces(task: Task, first: Place, stop: Place | None, step: int) -> Iterator[tuple[Place, list[Text]]]:
    """Yield so many files at a time, and the place after them."""
    for number, extent in enumerate(task.shard.extents):
        if number < first.extent or (stop is not None and number > stop.extent):
            continue
        begin = first.file if number == first.extent else 0
        end = stop.file if stop is not None and number == stop.extent else None
        if extent.source.kind == "files":  # each piece by itself: a path may hold more than one file
            last = len(extent.source.paths) if end is None else min(end, len(extent.source.paths))
            for place in range(begin, last, step):
                after = Place(number, min(place + step, last))
                yield after, list(shard_texts(task, Notes(), Place(number, place), after))
        else:
            after = Place(number + 1, 0) if end is None else Place(number, end)
            texts = shard_texts(task, Notes(), Place(number, begin), after)
            while piece := list(islice(texts, step)):
                begin += len(piece)
                yield Place(number, begin), piece
        if end is None:
            yield Place(number + 1, 0), []


def _end_as_orphan(parent: int) -> None:
    """End this process when the one that started it has ended: nobody listens any more."""
    while os.getppid() == parent:
        time.sleep(_PATIENCE)
    os._exit(1)
