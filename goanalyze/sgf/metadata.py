"""Metadata of a chunk: each raw text kept, its normalised value beside it, and what is odd about it.

Values are parsed once per different text, in readable Python (`values`), and spread over the games. No board here:
whether a result is right is not known to this module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.rules import UnknownRulesetError, find_ruleset
from goanalyze.sgf.records import Distinct, Records
from goanalyze.sgf.values.numbers import quote, too_long
from goanalyze.sgf.values.occasion import parse_date, parse_rank
from goanalyze.sgf.values.result import parse_result
from goanalyze.sgf.values.terms import parse_handicap, parse_komi, parse_size
from goanalyze.vocabulary.arrow import as_arrow, floats, numbers

_EPOCH = date(1970, 1, 1).toordinal()


class Parsed(Protocol):
    """What a parser made of a text; `message` says what is odd about it, empty for nothing."""

    @property
    def message(self) -> str:
        """One sentence."""
        ...


@dataclass(frozen=True, slots=True)
class Metadata:
    """Normalised game-info values.

    Attributes:
        columns: by name, each an Arrow array with one value per game.
        parsed: by property, its different texts, and what each was read as.
    """

    columns: dict[str, pa.Array]
    parsed: dict[str, tuple[Distinct, Sequence[Parsed]]]


_Value = TypeVar("_Value", bound=Parsed)


@dataclass(frozen=True, slots=True)
class _Rules:
    id: str | None
    message: str = ""


def _parse_rules(text: str) -> _Rules:
    if not text:
        return _Rules(None, "Ruleset is missing.")
    if said := too_long("Ruleset", text):
        return _Rules(None, said)
    try:
        return _Rules(find_ruleset(text).id)
    except UnknownRulesetError:
        return _Rules(None, f"Ruleset {quote(text)} is not known.")


_TEXTS = {
    "black_player": "PB", "white_player": "PW", "event": "EV", "round": "RO", "place": "PC", "application": "AP",
}  # fmt: skip


def read_metadata(records: Records) -> Metadata:
    """Normalise the game-info values of a chunk.

    Returns:
        Columns of the games table that come from properties alone, and what is odd about the texts.
    """
    read: dict[str, tuple[Distinct, Sequence[Parsed]]] = {}
    columns: dict[str, pa.Array] = {column: records.distinct(name).column for column, name in _TEXTS.items()}

    def parse(name: str, parser: Callable[[str], _Value]) -> tuple[Distinct, list[_Value]]:
        distinct = records.distinct(name)
        parsed = [parser(text) for text in distinct.texts]
        read[name] = distinct, parsed
        return distinct, parsed

    parse("SZ", parse_size)
    for color, name in (("black", "BR"), ("white", "WR")):
        distinct, ranks = parse(name, parse_rank)
        columns[f"{color}_rank_raw"] = distinct.column
        columns[f"{color}_rank"] = _spread(distinct, [rank.number for rank in ranks], pa.int8())
    distinct, days = parse("DT", parse_date)
    columns["date_raw"] = distinct.column
    columns["date"] = _spread(distinct, [_day(day.iso) for day in days], pa.date32())
    columns["date_precision"] = _spread(distinct, [day.precision.value for day in days], pa.string())
    distinct, komis = parse("KM", parse_komi)
    columns["komi_raw"] = distinct.column
    columns["komi"] = _spread(distinct, [komi.points for komi in komis], pa.float64())
    columns["komi_unit"] = _spread(distinct, [komi.unit.value for komi in komis], pa.string())
    distinct, handicaps = parse("HA", parse_handicap)
    columns["handicap_raw"] = distinct.column
    columns["handicap"] = _spread(distinct, [handicap.stones for handicap in handicaps], pa.int16())
    distinct, rules = parse("RU", _parse_rules)
    columns["rules_raw"] = distinct.column
    columns["ruleset"] = _spread(distinct, [rule.id for rule in rules], pa.string())
    distinct, results = parse("RE", parse_result)
    columns["result_raw"] = distinct.column
    columns["result_winner"] = _spread(
        distinct, [result.winner.value if result.winner else "none" for result in results], pa.string()
    )
    columns["result_by"] = _spread(distinct, [result.by.value for result in results], pa.string())
    columns["result_margin"] = _spread(distinct, [result.points for result in results], pa.float64())
    columns["result_unit"] = _spread(distinct, [result.unit.value for result in results], pa.string())
    return Metadata(columns, read)


def recorded_komi(metadata: Metadata) -> NDArray[np.float64]:
    """Return the recorded komi of each game in points, float64[games]; NaN where there is none."""
    return floats(metadata.columns["komi"])


def _day(iso: str | None) -> int | None:
    """Return a date as Arrow has it: days since 1970-01-01."""
    return None if iso is None else date.fromisoformat(iso).toordinal() - _EPOCH


def _spread(distinct: Distinct, values: Sequence[object], kind: pa.DataType) -> pa.Array:
    """Give every game the value of its text, as an Arrow array of a type."""
    return as_arrow(values, kind).take(numbers(distinct.where))
