"""What engines must leave behind them: nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest


def open_files() -> int:
    """Return how many files and pipes this process holds."""
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0


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
    """After the test there are no more processes, threads and pipes than before."""
    before = (children(), threading.active_count(), open_files())
    yield
    assert (children(), threading.active_count(), open_files()) == before
