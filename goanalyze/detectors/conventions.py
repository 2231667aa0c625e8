"""Findings about games that were not played as their records say, by the convention of their group: GO412, GO413."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from goanalyze.catalogue.catalogue import CatalogueEntry, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.conventions.convention import RestMode, ResultScale
from goanalyze.core.handicap import HANDICAP
from goanalyze.detectors.registry import Subject, detector, finding_at
from goanalyze.rules import find_ruleset
from goanalyze.sgf.values.numbers import quote

if TYPE_CHECKING:
    from goanalyze.conventions.application import AppliedConventions
    from goanalyze.conventions.convention import Convention
    from goanalyze.score.end_policies import FinalPositionSet
    from goanalyze.sgf.records import Records

_SCALES: Final = {
    ResultScale.DOUBLED: "the result in zi (two points each)",
    ResultScale.HALVED: "the result in points, not zi",
}
_RESTS: Final = {
    RestMode.OPEN: "and the count is of the last position",
    RestMode.PLAYED_OUT: "and the count is of the position after the rest is played out",
}


@detector(
    Subject.CONVENTION,
    CatalogueEntry(
        "GO412",
        Severity.WARNING,
        "unexpected komi or rest",
        "The komi of the header is not the one of the counted games of its group: those of the same archive and "
        "program whose headers say the same; or a record that no passes end is not counted as most of its origin: "
        "open, as the board is, or with the rest played out. The table conventions has the number of games that "
        "follow. Reported for each game with check --conventions apply or a file, when games.komi is the one played "
        "and komi_header the one that KM names; and for groups by goanalyze conventions.",
        "KM[0] on a server where 414 of 616 recorded margins follow with komi 6.5",
        unsampled="it requires the conventions of an archive, check --conventions",
    ),
    CatalogueEntry(
        "GO413",
        Severity.WARNING,
        "not counted as the ruleset named says",
        "The counted games of the group follow from another way of counting, other points for handicap stones or "
        "another unit of the result than the header names; else as GO412, with games.ruleset and ruleset_header. The "
        "unit changes no outcome; the audit has it.",
        "RU[Japanese] on a server that counts by area",
        unsampled="it requires the conventions of an archive, check --conventions",
    ),
)
def convention_findings(records: Records, played: AppliedConventions, finals: FinalPositionSet) -> Iterator[Finding]:
    """Yield the games whose komi or rest (GO412) or counting (GO413) is not that of most games of their group."""
    from goanalyze.conventions.application import header_column
    from goanalyze.sgf.header_values import read_header

    games = (played.number >= 0).nonzero()[0].tolist()
    if not games:
        return
    stones, rest = finals.plain.handicap, finals.plain.rest
    texts, header = played.header.columns["komi_raw"], header_column(played.header, "ruleset").to_pylist()
    komi, header_komi = (columns["komi"].to_pylist() for columns in (played.metadata.columns, played.header.columns))
    headers = {name: read_header(records, name) for name in ("KM", "RU")}
    for game in games:
        convention = played.conventions[played.number[game]]
        clauses = []
        if komi[game] != header_komi[game]:
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
        more.append(played.compensation.meaning)
    if played.scale in _SCALES:
        more.append(_SCALES[played.scale])
    return ", ".join([*ways, *([f"with {' and '.join(more)}"] if more else [])])


def evidence(convention: Convention) -> str:
    """Return a clause with the evidence for a convention."""
    counts = convention.evidence
    if counts is None:
        return f"so says the convention {convention.name}"
    return (
        f"{counts.explained:,} of {counts.games:,} counted games of {convention.name} follow from that, "
        f"{counts.header:,} from their headers"
    )
