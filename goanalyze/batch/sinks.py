"""Sinks beside the dataset: nowhere, and a stream of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TextIO

from goanalyze.tables.parquet import Sink

__all__ = ["Discard", "LineSink"]


class Discard:
    """Keeps nothing: for a run that only prints."""

    def add(self, tables: dict[str, Any]) -> None:
        """Let the tables go."""

    def close(self, facts: dict[str, Any]) -> None:
        """Do nothing."""


class LineSink:
    """Hands tables on, and writes each finding as a line.

    Args:
        sink: where the tables go.
        lines: makes lines out of a findings table.
        stream: where the lines go.
    """

    def __init__(self, sink: Sink, lines: Callable[[Any], Iterable[str]], stream: TextIO) -> None:
        self._sink = sink
        self._lines = lines
        self._stream = stream

    def add(self, tables: dict[str, Any]) -> None:
        """Write the findings of a chunk, and hand it on."""
        if "findings" in tables:
            self._stream.writelines(f"{line}\n" for line in self._lines(tables["findings"]))
        self._sink.add(tables)

    def close(self, facts: dict[str, Any]) -> None:
        """Close the sink behind."""
        self._stream.flush()
        self._sink.close(facts)
