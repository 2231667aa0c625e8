"""Entries of the findings about the program itself."""

from __future__ import annotations

from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry, Severity

CATALOGUE.register(
    CatalogueEntry(
        "GO901",
        Severity.ERROR,
        "internal error",
        "The program failed on this input, twice, in fresh processes; the message says where. Please report it. The "
        "rest was processed.",
        "a bug in goanalyze",
        unsampled="it is a fault of the program",
    ),
    CatalogueEntry(
        "GO902",
        Severity.ERROR,
        "worker died",
        "The process that worked on this file crashed, or needed more stack, or more memory than --memory-limit, each "
        "time it was tried; the message says how it ended. The file was set apart and is not checked; its neighbours "
        "are.",
        "a file that needs 3 GB, with --memory-limit 2000",
        unsampled="it depends on the memory of the computer",
    ),
    CatalogueEntry(
        "GO903",
        Severity.ERROR,
        "time limit exceeded",
        "The work on this file alone took longer than the time limit. It was set apart and is not checked; its "
        "neighbours are.",
        "a file that would take an hour, with --time-limit 60",
        unsampled="it depends on the speed of the computer",
    ),
)
