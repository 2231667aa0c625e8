"""The law of the sample: a record for each code, or a reason in its entry why no single record shows it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goanalyze.catalogue.catalogue import CatalogueEntry


def sample_faults(entries: Iterable[CatalogueEntry], folder: Path) -> list[str]:
    """Return a sentence for each code whose entry and records contradict each other.

    Args:
        entries: entries of the catalogue.
        folder: folder of the records, whose names begin with the code that they show.
    """
    faults = []
    for entry in entries:
        pattern = f"{entry.code.lower()}-*"
        has_record = any(folder.glob(pattern))
        if not has_record and not entry.unsampled:
            faults.append(f"{entry.code} has no record that shows it. Expected data/sample/findings/{pattern}")
        if has_record and entry.unsampled:
            faults.append(f"{entry.code} has a record, but its entry says that no single record shows it.")
    return faults
