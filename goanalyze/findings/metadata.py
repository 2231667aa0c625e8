"""Findings about game-info values: GO311, GO401–GO409. What is odd about a text, its parser in ``sgf/values`` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from goanalyze.findings.placed import finding_at
from goanalyze.sgf.metadata import Metadata, Parsed
from goanalyze.sgf.properties import INFO_INDEX
from goanalyze.sgf.records import Records
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.terms import RecordedKomi
from goanalyze.vocabulary.finding import Finding

_CODES: Final = {
    "SZ": "GO409",
    "BR": "GO407",
    "WR": "GO407",
    "DT": "GO406",
    "KM": "GO404",
    "HA": "GO405",
    "RU": "GO402",
    "RE": "GO401",
}


def metadata_findings(records: Records, metadata: Metadata) -> Iterator[Finding]:
    """Yield what is odd about the values of each property, property by property; then the records of other games."""
    for name, (distinct, parsed) in metadata.parsed.items():
        codes = [code_of(name, value) for value in parsed]
        at = records.tape.info[:, INFO_INDEX[name], 0]
        for code in sorted({code for code in codes if code}):
            has = np.array([each == code for each in codes])
            for game in np.flatnonzero(has[distinct.where]).tolist():
                yield finding_at(records, game, code, parsed[distinct.where[game]].message, int(at[game]))
    foreign = np.flatnonzero(~records.is_go)
    if len(foreign):
        names, at = records.distinct("GM"), records.tape.info[:, INFO_INDEX["GM"], 0]
        for game in foreign.tolist():
            message = f"GM is {quote(names.texts[names.where[game]])}, not 1 (Go)."
            yield finding_at(records, game, "GO311", message, int(at[game]))


def code_of(name: str, value: Parsed) -> str | None:
    """Return the code of what is odd about the value of a property, None for nothing."""
    if not value.message:
        return None
    if isinstance(value, RecordedKomi) and value.points is None:
        return "GO403"
    return _CODES[name]
