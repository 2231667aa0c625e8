"""Searches for duplicates in tables."""

from __future__ import annotations

import goanalyze as ga
from goanalyze.duplicates.find import Duplicates, find_duplicates


def search(tables: ga.Tables) -> Duplicates:
    """Return the result of a search, as `goanalyze dups` does it."""
    return find_duplicates(*(tables.arrow(name) for name in ("games", "counts", "findings")))
