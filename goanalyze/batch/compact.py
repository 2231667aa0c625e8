"""Merging the small files of a whole dataset into larger ones, while no run writes to it."""

from __future__ import annotations

from goanalyze.batch.commit import tidied
from goanalyze.batch.lock import Lock
from goanalyze.tables.dataset import begin, finish, read_success
from goanalyze.tables.parts import merge, merged_groups
from goanalyze.tables.store import Store


def compact_dataset(out: str, most: int) -> tuple[int, int]:
    """Merge parts until the file of the largest table has between a quarter of the limit and the limit.

    A dataset that was killed in the middle of this is not whole; the check, given again, mends it without doing its
    work anew.

    Args:
        out: folder or URI of a dataset.
        most: bytes of a file.

    Returns:
        How many files its tables had, and have now.

    Raises:
        DatasetError: there is no whole dataset.
        OutputError: another run writes it, or it cannot be written.
    """
    store = Store(out)
    facts, manifest = read_success(store)
    lock = Lock(store)
    try:
        found = tidied(store)
        before = sum(map(len, found.values()))
        groups = list(merged_groups(found, most // 4, most))
        if not groups:
            return before, before
        begin(store)
        moved: dict[str, str] = {}
        for files in groups:
            whole = merge(store, files)
            moved |= dict.fromkeys(files, whole)
        lines = [
            {**line, "in": moved.get(line.get("in", line["part"]), line.get("in", line["part"]))} for line in manifest
        ]
        finish(store, lines, facts)
        return before, sum(map(len, tidied(store).values()))
    finally:
        lock.release()
