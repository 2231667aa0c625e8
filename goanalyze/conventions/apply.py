"""Conventions applied to a chunk of games: their metadata as they were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.conventions.convention import Convention, Played
from goanalyze.conventions.groups import Headers, matches
from goanalyze.conventions.hypotheses import stones_worth
from goanalyze.conventions.origins import usual_rest
from goanalyze.sgf.choices import KomiSource, RulesetSource
from goanalyze.sgf.metadata import Metadata
from goanalyze.vocabulary.arrow import as_arrow, encode, floats, numbers


@dataclass(frozen=True, slots=True)
class Applied:
    """What was played in the games of a chunk, where a convention says so.

    Attributes:
        header: the metadata as the records have it.
        metadata: the same with komi and ruleset as they were played; both are named as the record has them, too.
        number: int32[games], place in `conventions` of the one that a game was played by; −1 for none.
        rest: int8[games], index of the `RestMode` of the convention, else of the usual one of the record's origin.
        conventions: those of the options.
    """

    header: Metadata
    metadata: Metadata
    number: NDArray[np.int32]
    rest: NDArray[np.int8]
    conventions: tuple[Convention, ...]

    def of(self, game: int) -> Convention | None:
        """Return the convention of a game; None where it was played as its record says, as far as is known."""
        return self.conventions[self.number[game]] if self.number[game] >= 0 else None

    def bonus(self, stones: NDArray[np.int16]) -> NDArray[np.float64]:
        """Return White's points for so many handicap stones, float64[games]; NaN where each ruleset has its own."""
        bonus = np.full(len(self.number), np.nan)
        for place, convention in enumerate(self.conventions):
            if (played := convention.played.compensation) is not None:
                games = self.number == place
                bonus[games] = stones_worth(played, stones[games].astype(np.float64))
        return bonus


def as_recorded(metadata: Metadata, addresses: Mapping[str, pa.Array]) -> Applied:
    """Return that every game was played as its record says.

    Args:
        metadata: the metadata of the records.
        addresses: the columns source and member of the games table, by name.
    """
    number = np.full(len(metadata.columns["komi"]), -1, np.int32)
    return Applied(metadata, _with_headers(metadata, {}), number, usual_rest(_chunked(metadata, addresses)), ())


def apply(metadata: Metadata, places: Mapping[str, Any], conventions: tuple[Convention, ...]) -> Applied:
    """Return what was played in the games of a chunk.

    A convention is about no game whose players bid for the komi; where it says that the header holds (`Played()`), none
    is applied.

    Args:
        metadata: as the records have it.
        places: the other columns of `goanalyze.conventions.groups.COLUMNS`, by name.
        conventions: the first that is about a game stands.
    """
    columns = _chunked(metadata, places)
    number = matches(conventions, Headers.of(columns))
    source = metadata.columns["komi_source"].to_pylist()
    silent = np.array([*(convention.played.is_header for convention in conventions), True])
    number[silent[number] | np.array([each == KomiSource.AUCTION.value for each in source], dtype=np.bool_)] = -1
    of_game = [conventions[place].played if place >= 0 else Played() for place in number.tolist()]
    usual = usual_rest(columns).tolist()
    rest = [rest if played.rest is None else played.rest.index for played, rest in zip(of_game, usual, strict=True)]
    komi = floats(metadata.columns["komi"])
    said = np.array([np.nan if played.komi is None else played.komi for played in of_game], dtype=np.float64)
    other = ~np.isnan(said) & (said != komi)
    komi[other] = said[other]
    ruleset, ruleset_source = (metadata.columns[name].to_pylist() for name in ("ruleset", "ruleset_source"))
    for game, played in enumerate(of_game):
        if other[game]:
            source[game] = KomiSource.CONVENTION.value
        if played.ruleset not in (None, ruleset[game]):
            ruleset[game], ruleset_source[game] = played.ruleset, RulesetSource.CONVENTION.value
    changed = {
        "komi": numbers(komi, np.isnan(komi)),
        "komi_source": as_arrow(source, pa.string()),
        "ruleset": as_arrow(ruleset, pa.string()),
        "ruleset_source": as_arrow(ruleset_source, pa.string()),
        "convention": as_arrow(_names(conventions, number), pa.string()),
    }
    return Applied(metadata, _with_headers(metadata, changed), number, np.array(rest, dtype=np.int8), conventions)


def _chunked(metadata: Metadata, others: Mapping[str, Any]) -> dict[str, pa.ChunkedArray]:
    return {name: pa.chunked_array([column]) for name, column in {**metadata.columns, **others}.items()}


def _names(conventions: Sequence[Convention], number: NDArray[np.int32]) -> list[str | None]:
    return [conventions[place].name if place >= 0 else None for place in number.tolist()]


def _with_headers(metadata: Metadata, changed: Mapping[str, pa.Array]) -> Metadata:
    """Return metadata with some columns changed, and beside them what KM and RU say."""
    columns = metadata.columns
    none = {"convention": as_arrow([None] * len(columns["komi"]), pa.string())}
    headers = {f"{name}_header": header_column(metadata, name) for name in ("komi", "ruleset")}
    return Metadata({**columns, **none, **headers, **changed}, metadata.parsed)


def header_column(metadata: Metadata, name: str) -> pa.Array:
    """Return komi or ruleset of each game as the record has it, null where its period alone tells it.

    Args:
        metadata: the metadata as the records have it.
        name: ``komi`` or ``ruleset``.
    """
    column = metadata.columns[name]
    where, names = encode(metadata.columns[f"{name}_source"])
    is_guess = np.array([each == RulesetSource.PERIOD.value for each in names], dtype=np.bool_)[where]
    return column.take(numbers(np.arange(len(column)), is_guess)) if is_guess.any() else column
