"""Metadata of a chunk: each raw text, its normalised value, and the sentence on its oddity.

Values are parsed once per different text, in readable Python (`values`), and spread over the games. Two properties are
read together where one alone can mislead: a result with board and komi, a komi with the program that wrote it. Scope:
no stones; whether a result is right is not known to this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, partial
from typing import Final, Generic, Protocol, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.rules import Scoring, find_ruleset
from goanalyze.sgf.choices import KomiUnit
from goanalyze.sgf.header_values import HeaderValues, raw_column, read_header
from goanalyze.sgf.other_games import find_old_games
from goanalyze.sgf.properties import KO_PROPERTY, PLAY_WHITE
from goanalyze.sgf.records import Records
from goanalyze.sgf.values.clock import is_rated, parse_overtime, parse_time
from goanalyze.sgf.values.ranks_dates import Date, parse_date, parse_rank
from goanalyze.sgf.values.result import Result, fit_result, needs_terms, parse_result
from goanalyze.sgf.values.rules import ANCIENT_CHINESE, RecordedRules, komi_in_game, parse_rules
from goanalyze.sgf.values.size_komi_handicap import (
    RecordedKomi,
    at_auction,
    is_auction,
    parse_handicap,
    parse_komi,
    parse_size,
)
from goanalyze.util.arrow import as_arrow, booleans, floats, numbers, strings

_EPOCH = date(1970, 1, 1).toordinal()  # Arrow has dates as days since then


class ParsedValue(Protocol):
    """A value read from a text, with a `message` on the oddity of the text, empty for none."""

    @property
    def message(self) -> str:
        """One sentence."""
        ...


@dataclass(frozen=True, slots=True)
class Metadata:
    """Normalised game-info values.

    Attributes:
        columns: Arrow arrays by name, each with one value per game.
        parsed: by property, its different texts and the value of each.
    """

    columns: dict[str, pa.Array]
    parsed: dict[str, tuple[HeaderValues, Sequence[ParsedValue]]]


_Value = TypeVar("_Value", bound=ParsedValue)
_Read = TypeVar("_Read")
_REMEMBERED: Final = 4096  # values of one property that are not parsed again in the next chunk
_SHORT: Final = 60  # characters of a text that many games may have; essays are not kept


def _remembering(parser: Callable[[str], _Read]) -> Callable[[str], _Read]:
    """Return a parser with a memory of short texts: archives have the same ones in thousands of games."""
    known = lru_cache(maxsize=_REMEMBERED)(parser)
    return lambda text: known(text) if len(text) <= _SHORT else parser(text)


_read_result, _read_rules = _remembering(parse_result), _remembering(parse_rules)
_read_time, _read_overtime = _remembering(parse_time), _remembering(parse_overtime)
_read_dates = {name: _remembering(partial(parse_date, name=name)) for name in ("DT", "RD")}
_read_ranks = {name: _remembering(partial(parse_rank, name=name)) for name in ("BR", "WR")}

_TEXTS = {"black_player": "PB", "white_player": "PW", "round": "RO", "place": "PC", "application": "AP"}

_WITH_RATING = "GC", "EV", "GN", "RU", "PC"
_WITH_BIDS = "GC", "RU", "EV", "GN"
_RATED = {None: -1, False: 0, True: 1}
_HUNDREDTHS = "foxwq"
"""The program that writes every komi in hundredths: the Fox server."""
_RESULT_CODES = "foxwq", "gnu go", "yuanyu"
"""Programs whose records of the Fox server have a margin of 0.0 for games without a count; GNU Go itself writes 0."""


@dataclass(slots=True)
class _Property(Generic[_Value]):
    """One item of the header and the value of each of its texts; single games can get a value of their own."""

    header: HeaderValues
    values: list[_Value]

    @classmethod
    def read(cls, records: Records, name: str, parser: Callable[[str, str], _Value]) -> _Property[_Value]:
        """Return an item, parsed by a function of text and property."""
        header = read_header(records, name)
        return cls(header, [parser(text, source) for text, source in zip(header.texts, header.names, strict=True)])

    @property
    def parsed(self) -> tuple[HeaderValues, list[_Value]]:
        return self.header, self.values

    def value(self, game: int) -> _Value:
        return self.values[int(self.header.where[game])]

    def replaced(self, values: Iterable[tuple[int, _Value]]) -> _Property[_Value]:
        """Return the same with other values in some games."""
        if not (values := list(values)):
            return self
        header, of_texts = self.header, list(self.values)
        where, texts, names = header.where.copy(), list(header.texts), list(header.names)
        for game, value in values:
            texts.append(texts[where[game]])
            names.append(names[where[game]])
            of_texts.append(value)
            where[game] = len(of_texts) - 1
        return _Property(HeaderValues(where, texts, names), of_texts)

    def column(self, attribute: Callable[[_Value], object], kind: pa.DataType) -> pa.Array:
        """Return an attribute of each game's value as an Arrow array of a type."""
        return as_arrow([attribute(value) for value in self.values], kind).take(numbers(self.header.where))


def read_metadata(records: Records) -> Metadata:
    """Normalise the game-info values of a chunk."""
    columns: dict[str, pa.Array] = {column: records.distinct(name).column for column, name in _TEXTS.items()}
    event = read_header(records, "EV")
    columns["event"] = strings(event.texts).take(numbers(event.where))
    size = _Property.read(records, "SZ", lambda text, _: parse_size(text))
    ranks = {
        name: _Property.read(records, name, lambda text, source: _read_ranks[source](text)) for name in ("BR", "WR")
    }
    for color, name in (("black", "BR"), ("white", "WR")):
        columns[f"{color}_rank_raw"] = records.as_written(name)
        columns[f"{color}_rank"] = ranks[name].column(lambda rank: rank.number, pa.int8())
    day = _Property.read(records, "DT", lambda text, source: _read_dates[source](text))
    columns["date_raw"] = raw_column(records, day.header)
    columns["date"] = day.column(
        lambda value: value.iso and date.fromisoformat(value.iso).toordinal() - _EPOCH, pa.date32()
    )
    columns["date_precision"] = day.column(lambda value: value.precision.value, pa.string())
    rules = _Property.read(records, "RU", lambda text, _: _read_rules(text))
    komi = _read_komi(records, rules)
    rules, komi = _read_period(records, day, rules, komi)
    columns["rules_raw"] = records.as_written("RU")
    columns["ruleset"] = rules.column(lambda rule: rule.id, pa.string())
    columns["ruleset_source"] = rules.column(lambda rule: rule.source.value, pa.string())
    columns["komi_raw"] = raw_column(records, komi.header)
    columns["komi"] = komi.column(lambda value: value.points, pa.float64())
    columns["komi_source"] = komi.column(lambda value: value.source.value, pa.string())
    columns["komi_unit"] = komi.column(lambda value: value.unit.value, pa.string())
    handicap = _Property.read(records, "HA", parse_handicap)
    columns["handicap_raw"] = raw_column(records, handicap.header)
    columns["handicap"] = handicap.column(lambda value: value.stones, pa.int16())
    result = _read_results(records, komi, rules)
    columns["result_raw"] = records.as_written("RE")
    columns["result_winner"] = result.column(lambda value: value.winner.value if value.winner else "none", pa.string())
    columns["result_by"] = result.column(lambda value: value.by.value, pa.string())
    columns["result_margin"] = result.column(lambda value: value.points, pa.float64())
    columns["result_unit"] = result.column(lambda value: value.unit.value, pa.string())
    columns["move_limit"] = result.column(lambda value: value.move_limit, pa.int32())
    columns |= _conditions(records)
    parsed: dict[str, tuple[HeaderValues, Sequence[ParsedValue]]] = {
        "SZ": size.parsed,
        **{name: rank.parsed for name, rank in ranks.items()},
        "DT": day.parsed,
        "KM": komi.parsed,
        "HA": handicap.parsed,
        "RU": rules.parsed,
        "RE": result.parsed,
    }
    return Metadata(columns, parsed)


def _read_komi(records: Records, rules: _Property[RecordedRules]) -> _Property[RecordedKomi]:
    """Return the komi of each game: of KM in the unit of its program, of KataGo's rules string, or a bid."""
    komi = _Property.read(records, "KM", _komi_of)
    if (is_fox := _has_program(records, _HUNDREDTHS)).any():
        komi = komi.replaced(
            (game, parse_komi(komi.header.texts[komi.header.where[game]], is_fox=True))
            for game in np.flatnonzero(is_fox).tolist()
            if komi.header.names[komi.header.where[game]] == "KM"
        )
    kinds = records.distinct("GM")
    for game in _games_with(kinds.where, [komi_in_game(text) is not None for text in kinds.texts]):
        value, text = komi.value(game), kinds.texts[kinds.where[game]]
        if komi.header.names[komi.header.where[game]] != "GM":
            note = f"GM {text!r} is a komi, not the number of a game; the record is read as a game of Go."
            komi = komi.replaced([(game, replace(value, message=f"{value.message} {note}".strip()))])
    for game in _games_with(rules.header.where, [rule.komi is not None for rule in rules.values]):
        if not komi.header.texts[komi.header.where[game]].strip():
            komi = komi.replaced([(game, RecordedKomi(rules.value(game).komi, KomiUnit.POINTS))])
    for name in _WITH_BIDS:
        other = records.distinct(name)
        bid_for = _games_with(other.where, [is_auction(text) for text in other.texts])
        komi = komi.replaced(
            (game, at_auction(komi.value(game), other.texts[other.where[game]], name)) for game in bid_for
        )
    return komi


def _read_period(
    records: Records, day: _Property[Date], rules: _Property[RecordedRules], komi: _Property[RecordedKomi]
) -> tuple[_Property[RecordedRules], _Property[RecordedKomi]]:
    """Return ruleset and komi with those of old games that do not name them: a guess, and no komi."""
    is_silent = np.array([not text for text in rules.header.texts], dtype=np.bool_)[rules.header.where]
    is_missing = [not text.strip() for text in komi.header.texts]
    has_no_komi = [
        value.points == 0 or (value.points is None and missing)
        for value, missing in zip(komi.values, is_missing, strict=True)
    ]
    years = np.array([int(value.iso[:4]) if value.iso else 0 for value in day.values], dtype=np.int64)
    candidates = is_silent & np.array(has_no_komi, dtype=np.bool_)[komi.header.where]
    rules = rules.replaced(
        (game, RecordedRules(id_, message=f"Ruleset is missing. {id_} is a guess: {reason}.", is_of_period=True))
        for game, id_, reason in find_old_games(records, candidates, years[day.header.where])
    )
    of_old_games = [rule.is_of_period or rule.id == ANCIENT_CHINESE for rule in rules.values]
    komi = komi.replaced(
        (game, RecordedKomi(0.0, KomiUnit.POINTS, is_of_period=True))
        for game in _games_with(rules.header.where, of_old_games)
        if is_missing[komi.header.where[game]]
    )
    return rules, komi


def _komi_of(text: str, name: str) -> RecordedKomi:
    """Return the komi in a property; the one in GM is named as such."""
    if name != "GM" or (points := komi_in_game(text)) is None:
        return parse_komi(text, name)
    message = (
        f"GM {text!r} is a komi, not the number of a game; the record is read as a game of Go with komi {points:g}."
    )
    return replace(parse_komi(text, name), message=message)


def _read_results(
    records: Records, komi: _Property[RecordedKomi], rules: _Property[RecordedRules]
) -> _Property[Result]:
    """Return the result of each game, as its board and komi let it be read."""
    result = _Property.read(records, "RE", lambda text, _: _read_result(text))
    games = _games_with(result.header.where, [needs_terms(value) for value in result.values])
    points = records.width.astype(np.int64) * records.height
    has_codes = _has_program(records, *_RESULT_CODES) if games else np.zeros(0, dtype=np.bool_)
    fitted = list[tuple[int, Result]]()
    for game in games:
        value, ruleset = result.value(game), rules.value(game).id
        is_territory = ruleset is not None and find_ruleset(ruleset).scoring.value is Scoring.TERRITORY
        prisoners = _count_moves(records, game) if is_territory else None
        text = result.header.texts[result.header.where[game]]
        if board := int(points[game]):
            codes, points_of_komi = bool(has_codes[game]), komi.value(game).points
            new = fit_result(value, text, board, points_of_komi, prisoners=prisoners, has_codes=codes)
            fitted += [(game, new)] if new is not value else []
    return result.replaced(fitted)


def _count_moves(records: Records, game: int) -> int:
    """Return the number of plays and passes of a game."""
    kinds = records.tape.kind[slice(*records.tape.event_start[game : game + 2].tolist())]
    return int(((kinds & ~np.uint8(KO_PROPERTY)) <= PLAY_WHITE).sum())


def _games_with(where: NDArray[np.int32], selected: Sequence[bool]) -> list[int]:
    if not any(selected):
        return []
    games: list[int] = np.flatnonzero(np.array(selected, dtype=np.bool_)[where]).tolist()
    return games


def _has_program(records: Records, *names: str) -> NDArray[np.bool_]:
    """Return True for each game that one of some programs has written, by AP."""
    distinct = records.distinct("AP")
    return np.array([text.lower().startswith(names) for text in distinct.texts], dtype=np.bool_)[distinct.where]


def _conditions(records: Records) -> dict[str, pa.Array]:
    """Return time and rating of each game; without OT the overtime is the one in TM."""
    time, extra = records.distinct("TM"), records.distinct("OT")
    limits, extras = list(map(_read_time, time.texts)), list(map(_read_overtime, extra.texts))
    where = extra.where
    if any(limit.overtime for limit in limits):
        in_time = np.array([bool(limit.overtime) for limit in limits], dtype=np.bool_)[time.where]
        is_missing = np.array([not text.strip() for text in extra.texts], dtype=np.bool_)[extra.where]
        where = np.where(in_time & is_missing, time.where + len(extras), where).astype(np.int32)
        extras += [_read_overtime(limit.overtime) for limit in limits]
    kinds = {
        "time_limit": (time.where, [limit.seconds for limit in limits], pa.float64()),
        "overtime": (where, [value.kind.value for value in extras], pa.string()),
        "overtime_number": (where, [value.number for value in extras], pa.int32()),
        "overtime_seconds": (where, [value.seconds for value in extras], pa.float64()),
    }
    spread = {name: as_arrow(values, kind).take(numbers(index)) for name, (index, values, kind) in kinds.items()}
    raw = {"time_limit_raw": records.as_written("TM"), "overtime_raw": records.as_written("OT")}
    return {**raw, **spread, "rated": _rated(records)}


def _rated(records: Records) -> pa.Array:
    """Return True for each rated game, False for each unrated one, null where the record has neither.

    Rule: BrainKing, Go rules, on handicap: handicap games are never rated.
    """
    rated = np.full(len(records), -1, dtype=np.int8)
    for name in reversed(_WITH_RATING):  # the first of them has the last word
        distinct = records.distinct(name)
        in_text = np.array([_RATED[is_rated(text)] for text in distinct.texts], dtype=np.int8)[distinct.where]
        rated = np.where(in_text >= 0, in_text, rated)
    for name in ("PC", "AP"):
        distinct = records.distinct(name)
        is_brainking = np.array(["brainking" in text.lower() for text in distinct.texts], dtype=np.bool_)[
            distinct.where
        ]
        rated[is_brainking & (records.handicap > 0)] = 0
    return booleans(rated == 1, rated < 0)


def recorded_komi(metadata: Metadata) -> NDArray[np.float64]:
    """Return the komi of each game in points, float64[games]; NaN without one."""
    return floats(metadata.columns["komi"])
