"""Findings about the text of records: GO301–GO310, noticed by the tokenizer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from goanalyze.findings.placed import finding_at
from goanalyze.sgf.properties import SYNTAX_CODES
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.finding import Finding

_BEFORE: Final = 6
_AFTER: Final = 18


def syntax_findings(records: Records) -> Iterator[Finding]:
    """Yield one finding for each kind of fault in each game, at its first occurrence."""
    places, counts = records.tape.syntax[:, :, 0], records.tape.syntax[:, :, 1]
    for game, column in np.argwhere(counts).tolist():
        code, count, at = SYNTAX_CODES[column], int(counts[game, column]), int(places[game, column])
        times = f", {count} times, the first" if count > 1 else ""
        message = f"{CATALOGUE[code].title.capitalize()}{times} at {_around(records, game, at)!r}."
        yield finding_at(records, game, code, message, at, count=count)


def _around(records: Records, game: int, at: int) -> str:
    """Return a few characters of the record about a place, so that a message can be understood without the file."""
    file = int(records.tape.game_file[game])
    first, last = records.file_start[file : file + 2].tolist()
    begin, end = max(first, at - _BEFORE), min(last, at + _AFTER)
    return records.buffer[begin:end].tobytes().decode("utf-8", errors="replace")
