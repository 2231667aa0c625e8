"""Groups of games and the hypotheses about them as rows of the table conventions, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeAlias

from goanalyze.conventions.convention import (
    HandicapKind,
    Header,
    KomiMeaning,
    PlayedTerms,
    RestMode,
    ResultScale,
    Standing,
    codes,
)
from goanalyze.conventions.evidence import HypothesisTest, RestEvidence
from goanalyze.conventions.hypotheses import Hypothesis
from goanalyze.conventions.learning import Group, played_terms
from goanalyze.rules import Compensation, find_ruleset
from goanalyze.util.choice import Choice
from goanalyze.util.row import Fields

Row: TypeAlias = Fields
"""A row of the table conventions by column; a missing column is null."""


def group_rows(groups: Sequence[Group]) -> list[Row]:
    """Return the rows of groups: one for each hypothesis; one without a hypothesis if none was tested."""
    rows = []
    for number, group in enumerate(groups):
        header, (first, last) = group.header, group.header.years or (None, None)
        about = {
            "group": number,
            "name": group.name,
            "sources": list(header.sources),
            "application": header.application,
            "ruleset": header.ruleset,
            "komi_raw": header.komi,
            "handicap": _value(header.handicap),
            "board": header.board,
            "first_year": first,
            "last_year": last,
            "games": group.games,
            "counted": group.counted,
        }
        if (evidence := group.rest_evidence) is not None:
            about |= {f"rest_{name}": value for name, value in evidence._asdict().items()}
        own = [_test_row(test, group.counted) for test in group.tests]
        own = own or [{"rest": _value(group.played.rest), "standing": Standing.OPEN.value}]
        own[0]["code"] = next(iter(codes(header, group.played)), None)
        rows += [about | row for row in own]
    return rows


def groups_from_rows(rows: Iterable[Row]) -> list[Group]:
    """Return the groups of rows of the table conventions."""
    return [_group(list(own)) for _, own in groupby(rows, itemgetter("group"))]


def _value(value: Any) -> Any:
    return value.value if isinstance(value, Choice) else value


_HYPOTHESIS: Final = {
    "ruleset": "played_ruleset",
    "komi": "played_komi",
    "meaning": "komi_meaning",
    "compensation": "compensation",
    "scale": "result_scale",
    "rest": "rest",
    "changes": "changes",
}
"""Column of each field of a hypothesis; those of its test have the names of their fields."""
_VOCABULARIES: Final = {
    "komi_meaning": KomiMeaning,
    "compensation": Compensation,
    "result_scale": ResultScale,
    "rest": RestMode,
    "handicap": HandicapKind,
    "standing": Standing,
}


def _test_row(test: HypothesisTest, counted: int) -> Row:
    values = {column: getattr(test.hypothesis, field) for field, column in _HYPOTHESIS.items()}
    values |= {"share": test.explained / counted, **test._asdict()}
    del values["hypothesis"]
    return {column: _value(value) for column, value in values.items()}


def _read(row: Row, column: str) -> Any:
    vocabulary, value = _VOCABULARIES.get(column), row[column]
    return value if vocabulary is None or value is None else vocabulary.read(column, value)


def _group(rows: Sequence[Row]) -> Group:
    row = rows[0]
    years = row["first_year"], row["last_year"]
    header = Header(
        sources=tuple(row["sources"]),
        application=row["application"],
        ruleset=row["ruleset"],
        komi=row["komi_raw"],
        handicap=_read(row, "handicap"),
        board=row["board"],
        years=None if years == (None, None) else years,
    )
    tests = tuple(_test(each) for each in rows if each["played_ruleset"] is not None)
    decided = (test.standing for test in tests if test.standing in (Standing.CHOSEN, Standing.HEADER))
    standing = next(decided, Standing.OPEN)
    played = PlayedTerms(rest=_read(row, "rest"))
    if standing is Standing.CHOSEN:
        declared = find_ruleset(header.ruleset) if header.ruleset else None
        played = played_terms(tests[0].hypothesis, declared, header.komi or "")
    evidence = None
    if row["rest_games"] is not None:
        evidence = RestEvidence(*(row[f"rest_{name}"] for name in RestEvidence._fields))
    return Group(row["name"], header, row["games"], row["counted"], tests, played, standing, evidence)


def _test(row: Row) -> HypothesisTest:
    hypothesis = Hypothesis(**{field: _read(row, column) for field, column in _HYPOTHESIS.items()})
    return HypothesisTest(hypothesis, *(_read(row, name) for name in HypothesisTest._fields[1:]))
