"""Groups of games and the hypotheses about them as rows of the table conventions, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

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

Row: TypeAlias = dict[str, Any]
"""A row of the table conventions by column; a missing column is null."""


def group_rows(groups: Sequence[Group]) -> list[Row]:
    """Return the rows of groups: one for each hypothesis; one without a hypothesis if none was tested.

    Example:
        >>> groups_from_rows(group_rows([]))
        []
    """
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


def _value(choice: Choice | None) -> Any:
    return None if choice is None else choice.value


def _test_row(test: HypothesisTest, counted: int) -> Row:
    hypothesis = test.hypothesis
    return {
        "played_ruleset": hypothesis.ruleset,
        "played_komi": hypothesis.komi,
        "komi_meaning": hypothesis.meaning.value,
        "compensation": hypothesis.compensation.value,
        "result_scale": hypothesis.scale.value,
        "rest": _value(hypothesis.rest),
        "changes": hypothesis.changes,
        "explained": test.explained,
        "share": test.explained / counted,
        "low": test.low,
        "high": test.high,
        "chance": test.chance,
        "deciding": test.deciding,
        "deciding_for": test.deciding_for,
        "standing": test.standing.value,
    }


def _group(rows: Sequence[Row]) -> Group:
    row = rows[0]
    years = row["first_year"], row["last_year"]
    header = Header(
        sources=tuple(row["sources"]),
        application=row["application"],
        ruleset=row["ruleset"],
        komi=row["komi_raw"],
        handicap=None if row["handicap"] is None else HandicapKind.read("handicap", row["handicap"]),
        board=row["board"],
        years=None if years == (None, None) else years,
    )
    tests = tuple(_test(each) for each in rows if each["played_ruleset"] is not None)
    decided = (test.standing for test in tests if test.standing in (Standing.CHOSEN, Standing.HEADER))
    standing = next(decided, Standing.OPEN)
    played = PlayedTerms(rest=_rest(row))
    if standing is Standing.CHOSEN:
        declared = find_ruleset(header.ruleset) if header.ruleset else None
        played = played_terms(tests[0].hypothesis, declared, header.komi or "")
    evidence = None
    if row["rest_games"] is not None:
        evidence = RestEvidence(*(row[f"rest_{name}"] for name in RestEvidence._fields))
    return Group(row["name"], header, row["games"], row["counted"], tests, played, standing, evidence)


def _rest(row: Row) -> RestMode | None:
    return None if row["rest"] is None else RestMode.read("rest", row["rest"])


def _test(row: Row) -> HypothesisTest:
    hypothesis = Hypothesis(
        ruleset=row["played_ruleset"],
        komi=row["played_komi"],
        meaning=KomiMeaning.read("komi_meaning", row["komi_meaning"]),
        compensation=Compensation.read("compensation", row["compensation"]),
        scale=ResultScale.read("result_scale", row["result_scale"]),
        rest=_rest(row),
        changes=row["changes"],
    )
    return HypothesisTest(
        hypothesis,
        row["explained"],
        row["low"],
        row["high"],
        row["chance"],
        row["deciding"],
        row["deciding_for"],
        Standing.read("standing", row["standing"]),
    )
