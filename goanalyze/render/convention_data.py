"""Groups of games and the hypotheses about them as plain data, for JSON and CSV."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from goanalyze.compare.counted_games import GroupResults, table_of
from goanalyze.conventions.convention import Standing
from goanalyze.conventions.group_rows import Row
from goanalyze.conventions.learning import Group
from goanalyze.render.sections.conventions import played_words

_GROUP_COLUMNS: Final = tuple(
    """
    group name sources application ruleset komi_raw handicap board first_year last_year games counted rest_games
    rest_deciding rest_deciding_for
""".split()
)


def convention_rows(groups: Sequence[Group], *, with_hypotheses: bool) -> list[Row]:
    """Return rows of the table conventions.

    Args:
        groups: groups, in order.
        with_hypotheses: True for all hypotheses; else the convention and the header of each group.
    """
    rows: list[Row] = table_of(groups).to_pylist()
    return [row for row in rows if with_hypotheses or _is_main(row)]


def _is_main(row: Row) -> bool:
    """Return True for a row of a convention, a header, or a group without hypotheses."""
    is_header = not row["changes"] and row["rest"] is None
    return is_header or row["code"] is not None or row["standing"] == Standing.CHOSEN.value


def convention_data(groups: Sequence[Group], results: GroupResults, *, with_hypotheses: bool) -> dict[str, object]:
    """Return groups as plain data.

    Args:
        groups: all groups of a dataset, in order.
        results: their recorded results.
        with_hypotheses: True for all hypotheses; else the convention and the header of each group.
    """
    data = []
    for number, rows in groupby(convention_rows(groups, with_hypotheses=with_hypotheses), itemgetter("group")):
        own, group = list(rows), groups[number]
        tests = ({name: value for name, value in row.items() if name not in _GROUP_COLUMNS} for row in own)
        explanations = results.explanations(number)
        counts = {name: len(games) for name, games in explanations._asdict().items()}
        data.append(
            {
                **{name: own[0][name] for name in _GROUP_COLUMNS},
                "standing": group.standing.value,
                "played": played_words(group.played),
                "explanations": {"games": explanations.games, **counts} if group.tests else None,
                "hypotheses": [test for test in tests if test["share"] is not None],
            }
        )
    return {"games": sum(group.games for group in groups), "groups": data}
