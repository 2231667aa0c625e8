"""If the system starts no more threads or processes, the work is done without, or a sentence names the limit.

Found by running a check under ``prlimit --nproc``: it ended with tracebacks, or said that its output failed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from goanalyze.batch.workers import Processes
from goanalyze.util.threads import ahead, in_threads


def _grant(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """Start the given number of threads and no more."""
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


def test_workers_need_no_threads_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are started when they are needed instead of early."""
    _grant(monkeypatch, 0)
    with Processes(2) as executor:
        executor.start()
        assert executor.call(int, "7") == 7
