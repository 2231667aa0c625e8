"""The closed vocabulary of a run."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class ExecutorChoice(Choice):
    """Who does the shards."""

    AUTO = "auto", "processes where there is work for several or a limit is given, else this process"
    SERIAL = "serial", "this process"
    PROCESSES = "processes", "processes on this machine"
    DASK = "dask", "a Dask cluster"
