"""Where the system starts no more threads or processes, the same is done without, or a sentence says what is missing.

Found by running a check under ``prlimit --nproc``: it ended with tracebacks, or said that its output failed.
"""

from __future__ import annotations

import errno
import os
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from goanalyze.batch.executors import Processes
from goanalyze.batch.worker import WorkerStartError
from goanalyze.errors import ExecutorError
from goanalyze.vocabulary.threads import ahead, in_threads


def _grant(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """Start so many threads and no more."""
    start, left = threading.Thread.start, iter(range(threads))

    def started(thread: threading.Thread) -> None:
        if next(left, None) is None:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", started)


@pytest.mark.parametrize("threads", [0, 1, 9])
def test_the_same_is_made_with_any_number_of_threads(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """In the same order, each value of an iterator once, and an error comes where it came."""
    _grant(monkeypatch, threads)
    assert list(in_threads(str, range(50), 4)) == [str(number) for number in range(50)]
    assert list(ahead(iter(range(50)))) == list(range(50))
    assert list(ahead(iter(()))) == []

    def spoilt() -> Iterator[int]:
        yield 1
        raise ValueError("spoilt")

    found = ahead(spoilt())
    assert next(found) == 1
    with pytest.raises(ValueError, match="spoilt"):
        next(found)


def test_workers_without_threads_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a thread that waits for it: there is nothing to be done without."""
    _grant(monkeypatch, 0)
    tasks: Any = ["not looked at"]
    with Processes(2) as executor, pytest.raises(ExecutorError, match=r"starts no more threads; --jobs 1 needs none"):
        list(executor.map(lambda task: task, tasks, lambda *_: None))


def test_no_more_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that cannot be started are a sentence."""

    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", refused)
    with pytest.raises(WorkerStartError, match="cannot be started: Resource temporarily unavailable"):
        Processes(2).start(2)
