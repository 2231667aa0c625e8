"""Metadata of a chunk: each raw text kept, its normalised value beside it, and what is odd about it.

Values are parsed once per different text, in readable Python (`values`), and spread over the games. No board here:
whether a result is right is not known to this module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, Protocol, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.rules import UnknownRulesetError, find_ruleset
from goanalyze.sgf.choices import RulesetSource
from goanalyze.sgf.records import Distinct, Records
from goanalyze.sgf.values.clock import is_rated, parse_overtime, parse_time
from goanalyze.sgf.values.numbers import quote, too_long
from goanalyze.sgf.values.ranks_dates import parse_date, parse_rank
from goanalyze.sgf.values.result import parse_result
from goanalyze.sgf.values.size_komi_handicap import RecordedKomi, at_auction, is_auction, parse_handicap, parse_komi, parse_size
from goanalyze.vocabulary.arrow import as_arrow, booleans, floats, numbers

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
_Read = TypeVar("_Read")
_REMEMBERED: Final = 4096  # values of one property that are not parsed again in the next chunk
_SHORT: Final = 60  # characters of a text that many games may have; essays are not kept


def _remembering(parser: Callable[[str], _Read]) -> Callable[[str], _Read]:
    """Return a parser that knows what it made of short texts: archives say the same in thousands of games."""
    known = lru_cache(maxsize=_REMEMBERED)(parser)
    return lambda text: known(text) if len(text) <= _SHORT else parser(text)


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


_read_date, _read_rank, _read_result = _remembering(parse_date), _remembering(parse_rank), _remembering(parse_result)
_read_time, _read_overtime = _remembering(parse_time), _remembering(parse_overtime)

_TEXTS = {
    "black_player": "PB", "white_player": "PW", "event": "EV", "round": "RO", "place": "PC", "application": "AP",
}  # fmt: skip


_TELL_RATING = "GC", "EV", "GN", "RU", "PC"
_TELL_BIDS = "GC", "RU", "EV", "GN"
_SAID = {None: -1, False: 0, True: 1}


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
        distinct, ranks = parse(name, _read_rank)
        columns[f"{color}_rank_raw"] = records.as_written(name)
        columns[f"{color}_rank"] = _spread(distinct, [rank.number for rank in ranks], pa.int8())
    distinct, days = parse("DT", _read_date)
    columns["date_raw"] = records.as_written("DT")
    columns["date"] = _spread(distinct, [_day(day.iso) for day in days], pa.date32())
    columns["date_precision"] = _spread(distinct, [day.precision.value for day in days], pa.string())
    distinct, komis = _with_bids(records, *parse("KM", parse_komi))
    read["KM"] = distinct, komis
    columns["komi_raw"] = records.as_written("KM")
    columns["komi"] = _spread(distinct, [komi.points for komi in komis], pa.float64())
    columns["komi_source"] = _spread(distinct, [komi.source.value for komi in komis], pa.string())
    columns["komi_unit"] = _spread(distinct, [komi.unit.value for komi in komis], pa.string())
    distinct, handicaps = parse("HA", parse_handicap)
    columns["handicap_raw"] = records.as_written("HA")
    columns["handicap"] = _spread(distinct, [handicap.stones for handicap in handicaps], pa.int16())
    distinct, rules = parse("RU", _parse_rules)
    columns["rules_raw"] = records.as_written("RU")
    columns["ruleset"] = _spread(distinct, [rule.id for rule in rules], pa.string())
    known = [RulesetSource.RECORDED if rule.id else RulesetSource.NONE for rule in rules]
    columns["ruleset_source"] = _spread(distinct, [source.value for source in known], pa.string())
    distinct, results = parse("RE", _read_result)
    columns["result_raw"] = records.as_written("RE")
    columns["result_winner"] = _spread(
        distinct, [result.winner.value if result.winner else "none" for result in results], pa.string()
    )
    columns["result_by"] = _spread(distinct, [result.by.value for result in results], pa.string())
    columns["result_margin"] = _spread(distinct, [result.points for result in results], pa.float64())
    columns["result_unit"] = _spread(distinct, [result.unit.value for result in results], pa.string())
    columns["move_limit"] = _spread(distinct, [result.move_limit for result in results], pa.int32())
    columns |= _conditions(records)
    return Metadata(columns, read)


def _with_bids(
    records: Records, distinct: Distinct, komis: Sequence[RecordedKomi]
) -> tuple[Distinct, Sequence[RecordedKomi]]:
    """Return the komi of each game, also where other texts than KM say that it was bid for, and how much."""
    where, texts, read = distinct.where.copy(), list(distinct.texts), list(komis)
    for name in _TELL_BIDS:
        other = records.distinct(name)
        bid_for = np.array([is_auction(text) for text in other.texts], dtype=np.bool_)[other.where]
        for game in np.flatnonzero(bid_for).tolist():
            texts.append(texts[where[game]])
            read.append(at_auction(read[where[game]], other.texts[other.where[game]], name))
            where[game] = len(read) - 1
    return distinct._replace(where=where, texts=texts), read


def _conditions(records: Records) -> dict[str, pa.Array]:
    """Return what each record says of time and of rating."""
    time, extra = records.distinct("TM"), records.distinct("OT")
    limits, extras = list(map(_read_time, time.texts)), list(map(_read_overtime, extra.texts))
    return {
        "time_limit_raw": records.as_written("TM"),
        "time_limit": _spread(time, [limit.seconds for limit in limits], pa.float64()),
        "overtime_raw": records.as_written("OT"),
        "overtime": _spread(extra, [each.kind.value for each in extras], pa.string()),
        "overtime_number": _spread(extra, [each.number for each in extras], pa.int32()),
        "overtime_seconds": _spread(extra, [each.seconds for each in extras], pa.float64()),
        "rated": _rated(records),
    }


def _rated(records: Records) -> pa.Array:
    """Return whether each game was rated, null where its record does not say.

    Rule: BrainKing, Go rules, on handicap: handicap games are never rated.
    """
    rated = np.full(len(records), -1, dtype=np.int8)
    for name in reversed(_TELL_RATING):  # the first of them has the last word
        distinct = records.distinct(name)
        said = np.array([_SAID[is_rated(text)] for text in distinct.texts], dtype=np.int8)[distinct.where]
        rated = np.where(said >= 0, said, rated)
    for name in ("PC", "AP"):
        distinct = records.distinct(name)
        there = np.array(["brainking" in text.lower() for text in distinct.texts], dtype=np.bool_)[distinct.where]
        rated[there & (records.handicap > 0)] = 0
    return booleans(rated == 1, rated < 0)


def recorded_komi(metadata: Metadata) -> NDArray[np.float64]:
    """Return the komi of each game in points, float64[games]; NaN where there is none."""
    return floats(metadata.columns["komi"])


def _day(iso: str | None) -> int | None:
    """Return a date as Arrow has it: days since 1970-01-01."""
    return None if iso is None else date.fromisoformat(iso).toordinal() - _EPOCH


def _spread(distinct: Distinct, values: Sequence[object], kind: pa.DataType) -> pa.Array:
    """Give every game the value of its text, as an Arrow array of a type."""
    return as_arrow(values, kind).take(numbers(distinct.where))
