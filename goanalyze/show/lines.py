"""Findings one per line, for programs: JSON Lines and GitHub annotations."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from goanalyze.vocabulary.text import clean, json_text

__all__ = ["github_lines", "json_lines"]

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def _rows(table: Any, codes: Collection[str]) -> Iterator[dict[str, Any]]:
    return (row for row in table.to_pylist() if row["code"] in codes)


def json_lines(table: Any, codes: Collection[str]) -> Iterator[str]:
    """Yield each finding of a findings table (Arrow) as one JSON object, keys as the columns; it parses back."""
    return (json_text(row) for row in _rows(table, codes))


def github_lines(table: Any, codes: Collection[str]) -> Iterator[str]:
    """Yield each finding as a workflow command of GitHub Actions, which shows it beside the file.

    The format escapes ``%``, line ends, and in properties ``:`` and ``,``; other characters that would act on the
    terminal of a log are replaced.
    """
    for row in _rows(table, codes):
        where = f"move {row['move_number']}: " if row["move_number"] is not None else ""
        member = f"{row['member']}: " if row["member"] else ""
        title = f"{row['code']}"
        yield (f"::{_LEVELS[row['severity']]} file={_property(row['source'])},title={title}::"
               f"{_data(member + where + row['message'])}")  # fmt: skip


def _data(text: str) -> str:
    lines = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return clean(lines)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
