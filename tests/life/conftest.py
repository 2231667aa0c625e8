"""Engines leave no processes, threads or pipes."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest


def open_files() -> set[str]:
    """Return the open files and pipes of this process by number."""
    found = set()
    for path in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):  # the folder itself, closed by now
            found.add(f"{path.name} {path.readlink()}")
    return found


def children() -> set[int]:
    """Return the processes that this one has started and that are not reaped."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            after = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(after[1]) == os.getpid():
            found.add(int(path.parent.name))
    return found


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """The test leaves no new processes, threads and pipes.

    There may be fewer: garbage of an earlier test is released at any time.
    """
    processes, threads, files = children(), set(threading.enumerate()), open_files()
    yield
    left = (children() - processes, set(threading.enumerate()) - threads, open_files() - files)
    assert left == (set(), set(), set())
