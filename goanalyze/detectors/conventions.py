"""Findings about games that were not played as their records say, by the convention of their group: GO412, GO413."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.apply import Applied, header_column
from goanalyze.conventions.choices import RestMode, ResultScale
from goanalyze.conventions.convention import Convention
from goanalyze.conventions.hypotheses import HANDICAP
from goanalyze.detectors.records import finding_at
from goanalyze.rules import Compensation, find_ruleset
from goanalyze.sgf.header_values import read_header
from goanalyze.sgf.records import Records
from goanalyze.sgf.values.numbers import quote
from goanalyze.vocabulary.finding import Finding

_SCALES: Final = {
    ResultScale.DOUBLED: "the result in zi (two points each)",
    ResultScale.HALVED: "the result in points, not zi",
}
_RESTS: Final = {
    RestMode.OPEN: "and the count is of the last position",
    RestMode.PLAYED_OUT: "and the count is of the position after the rest is played out",
}
_STONES: Final = {
    Compensation.NOTHING: "no points for handicap stones",
    Compensation.PER_STONE: "a point for each handicap stone",
    Compensation.PER_STONE_BUT_ONE: "a point for each handicap stone but the first",
}


def convention_findings(
    records: Records, played: Applied, stones: NDArray[np.int16], rest: NDArray[np.int8]
) -> Iterator[Finding]:
    """Yield the games whose komi or rest (GO412) or counting (GO413) is not that of most games of their group.

    Args:
        records: a chunk.
        played: what was played in its games.
        stones: int16[games], handicap stones.
        rest: int8[games], index of the `RestMode` that a game is counted by; −1 for games without an open rest.
    """
    games = np.flatnonzero(played.number >= 0).tolist()
    if not games:
        return
    texts, header = played.header.columns["komi_raw"], header_column(played.header, "ruleset").to_pylist()
    komi, said = (columns["komi"].to_pylist() for columns in (played.metadata.columns, played.header.columns))
    headers = {name: read_header(records, name) for name in ("KM", "RU")}
    for game in games:
        convention = played.conventions[played.number[game]]
        clauses = []
        if komi[game] != said[game]:
            named = f"KM is {quote(texts[game].as_py())}" if texts[game].as_py() else "No komi is recorded"
            clauses.append(f"{named}, and {komi[game]:g} was played")
        if convention.played.rest is not None and rest[game] >= 0:
            counted = _RESTS[convention.played.rest]
            clauses.append(counted if clauses else f"No two passes end the record, {counted}")
        if clauses:
            message = f"{', '.join(clauses)}: {evidence(convention)}."
            yield finding_at(records, game, "GO412", message, headers["KM"].offset(records, game))
        if way := _way(convention, header[game], is_handicap=bool(stones[game] >= HANDICAP)):
            named = f"RU names {header[game]} rules" if header[game] else "No ruleset is named"
            message = f"{named}, and the count was {way}: {evidence(convention)}."
            yield finding_at(records, game, "GO413", message, headers["RU"].offset(records, game))


def _way(convention: Convention, declared: str | None, *, is_handicap: bool) -> str:
    """Return in words how games were counted otherwise than the ruleset named has it; empty if as it has it."""
    played, ways = convention.played, []
    counted = played.ruleset or declared
    if counted is not None and declared is not None and counted != declared:
        ways.append(f"by {find_ruleset(counted).scoring.value.value}, as under {counted} rules")
    more = []
    own = find_ruleset(counted).compensation.value if counted else None
    if is_handicap and played.compensation not in (None, own):
        more.append(_STONES[played.compensation])
    if played.scale in _SCALES:
        more.append(_SCALES[played.scale])
    return ", ".join([*ways, *([f"with {' and '.join(more)}"] if more else [])])


def evidence(convention: Convention) -> str:
    """Say why a convention is believed."""
    found = convention.evidence
    if found is None:
        return f"so says the convention {convention.name}"
    return (f"{found.explained:,} of {found.games:,} counted games of {convention.name} follow from that, "
            f"{found.header:,} from their headers")  # fmt: skip
