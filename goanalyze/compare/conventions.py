"""The table conventions: groups of games and what was tried on them, as rows, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import pyarrow as pa

from goanalyze.conventions.choices import HandicapKind, KomiMeaning, RestMode, ResultScale, Standing
from goanalyze.conventions.convention import Header, Played
from goanalyze.conventions.evidence import RestEvidence, Tried
from goanalyze.conventions.hypotheses import Hypothesis
from goanalyze.conventions.learn import Group, played_as
from goanalyze.rules import Compensation, find_ruleset
from goanalyze.tables.schema import CONVENTIONS
from goanalyze.vocabulary.arrow import as_arrow

_TERMS: Final = "GO412"
_COUNTING: Final = "GO413"


def table_of(groups: Sequence[Group]) -> pa.Table:
    """Return groups as the table conventions; one on which nothing was tried has a row without hypothesis."""
    rows = [row for number, group in enumerate(groups) for row in _rows(number, group)]
    columns = [as_arrow([row.get(each.name) for row in rows], each.type) for each in CONVENTIONS.columns]
    return pa.Table.from_arrays(columns, schema=CONVENTIONS.arrow)


def groups_in(table: pa.Table) -> list[Group]:
    """Return the groups of a table conventions; `table_of` gives the same table again.

    Example:
        >>> groups_in(table_of([]))
        []
    """
    return [_group(list(rows)) for _, rows in groupby(table.to_pylist(), itemgetter("group"))]


def codes(header: Header, played: Played) -> tuple[str, ...]:
    """Return the codes of what is not what the header says; a ruleset that it does not name is no such thing.

    Example:
        >>> codes(Header(ruleset="japanese"), Played(ruleset="chinese", komi=7.5))
        ('GO412', 'GO413')
        >>> codes(Header(ruleset=""), Played(ruleset="japanese"))
        ()
        >>> codes(Header(ruleset=""), Played(rest=RestMode.OPEN))
        ('GO412',)
    """
    terms = () if played.komi is None and played.rest is None else (_TERMS,)
    counting = replace(played, komi=None, rest=None, ruleset=played.ruleset if header.ruleset else None)
    return terms if counting.is_header else (*terms, _COUNTING)


def _rows(number: int, group: Group) -> Iterator[dict[str, Any]]:
    header = group.header
    first, last = header.years or (None, None)
    about = {
        "group": number, "name": group.name, "sources": list(header.sources), "application": header.application,
        "ruleset": header.ruleset, "komi_raw": header.komi, "handicap": header.handicap and header.handicap.value,
        "board": header.board, "first_year": first, "last_year": last, "games": group.games, "counted": group.counted,
    }  # fmt: skip
    if (evidence := group.rest_evidence) is not None:
        about |= {f"rest_{name}": value for name, value in evidence._asdict().items()}
    code = next(iter(codes(header, group.played)), None)
    if not group.tried:
        yield {**about, "rest": _rest_name(group.played.rest), "standing": Standing.OPEN.value, "code": code}
    for number_tried, each in enumerate(group.tried):
        what = each.hypothesis
        yield about | {
            "played_ruleset": what.ruleset, "played_komi": what.komi, "komi_meaning": what.meaning.value,
            "compensation": what.compensation.value, "result_scale": what.scale.value, "rest": _rest_name(what.rest),
            "changes": what.changes, "explained": each.explained, "share": each.explained / group.counted,
            "low": each.low, "high": each.high, "chance": each.chance, "deciding": each.deciding,
            "for_it": each.for_it, "standing": each.standing.value, "code": None if number_tried else code,
        }  # fmt: skip


def _group(rows: Sequence[dict[str, Any]]) -> Group:
    row = rows[0]
    years = row["first_year"], row["last_year"]
    header = Header(
        tuple(row["sources"]), row["application"], row["ruleset"], row["komi_raw"],
        None if row["handicap"] is None else HandicapKind.read("handicap", row["handicap"]), row["board"],
        None if years == (None, None) else years,
    )  # fmt: skip
    tried = tuple(_tried(each) for each in rows if each["played_ruleset"] is not None)
    standing = _standing(each.standing for each in tried)
    played = Played(rest=_rest(row))
    if standing is Standing.CHOSEN:
        played = played_as(
            tried[0].hypothesis, find_ruleset(header.ruleset) if header.ruleset else None, header.komi or ""
        )
    evidence = None
    if row["rest_games"] is not None:
        evidence = RestEvidence(*(row[f"rest_{name}"] for name in RestEvidence._fields))
    return Group(row["name"], header, row["games"], row["counted"], tried, played, standing, evidence)


def _rest_name(rest: RestMode | None) -> str | None:
    return None if rest is None else rest.value


def _rest(row: dict[str, Any]) -> RestMode | None:
    return None if row["rest"] is None else RestMode.read("rest", row["rest"])


def _standing(of_tried: Iterable[Standing]) -> Standing:
    """Return what became of a group: what became of its convention, if it has one."""
    decided = [standing for standing in of_tried if standing in (Standing.CHOSEN, Standing.HEADER)]
    return decided[0] if decided else Standing.OPEN


def _tried(row: dict[str, Any]) -> Tried:
    hypothesis = Hypothesis(
        ruleset=row["played_ruleset"],
        komi=row["played_komi"],
        meaning=KomiMeaning.read("komi_meaning", row["komi_meaning"]),
        compensation=Compensation.read("compensation", row["compensation"]),
        scale=ResultScale.read("result_scale", row["result_scale"]),
        rest=_rest(row),
        changes=row["changes"],
    )
    return Tried(
        hypothesis, row["explained"], row["low"], row["high"], row["chance"], row["deciding"], row["for_it"],
        Standing.read("standing", row["standing"]),
    )  # fmt: skip
