"""Conventions applied to a chunk of games: their metadata as they were played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.conventions.convention import Convention, PlayedTerms
from goanalyze.conventions.groups import Headers, matches, usual_rest
from goanalyze.conventions.hypotheses import handicap_compensation
from goanalyze.sgf.choices import KomiSource, RulesetSource
from goanalyze.sgf.metadata import Metadata
from goanalyze.util.arrow import as_arrow, encode, floats, numbers
from goanalyze.util.row import FieldMapping


@dataclass(frozen=True, slots=True)
class AppliedConventions:
    """The terms that the games of a chunk were played by.

    Attributes:
        header: metadata of the records.
        metadata: metadata with komi and ruleset of the conventions; it has those of the records as further columns.
        number: int32[games], index in `conventions` of the one that a game was played by; −1 for none.
        rest: int8[games], index of the `RestMode` of the convention, else of the usual one of the record's origin.
        conventions: conventions of the options.
    """

    header: Metadata
    metadata: Metadata
    number: NDArray[np.int32]
    rest: NDArray[np.int8]
    conventions: tuple[Convention, ...]

    def of(self, game: int) -> Convention | None:
        """Return the convention of a game; None if no other terms than those of its record are known."""
        return self.conventions[self.number[game]] if self.number[game] >= 0 else None

    def bonus(self, stones: NDArray[np.int16]) -> NDArray[np.float64]:
        """Return White's points for handicap stones, float64[games]; NaN if each ruleset has its own.

        Args:
            stones: int16[games], handicap stones.
        """
        bonus = np.full(len(self.number), np.nan)
        for index, convention in enumerate(self.conventions):
            if (played := convention.played.compensation) is not None:
                games = self.number == index
                bonus[games] = handicap_compensation(played, stones[games].astype(np.float64))
        return bonus


def as_recorded(metadata: Metadata, addresses: Mapping[str, pa.Array]) -> AppliedConventions:
    """Return the terms of the records for every game."""
    number = np.full(len(metadata.columns["komi"]), -1, np.int32)
    return AppliedConventions(
        metadata, _with_headers(metadata, {}), number, usual_rest(_chunked(metadata, addresses)), ()
    )


def apply(metadata: Metadata, columns: FieldMapping, conventions: tuple[Convention, ...]) -> AppliedConventions:
    """Apply conventions to the games of a chunk.

    No convention covers games whose players bid for the komi. A convention without other terms (`PlayedTerms()`) keeps
    the header.
    """
    all_columns = _chunked(metadata, columns)
    number = matches(conventions, Headers.of(all_columns))
    source = metadata.columns["komi_source"].to_pylist()
    keeps_header = np.array([*(convention.played.is_header for convention in conventions), True])
    number[keeps_header[number] | np.array([each == KomiSource.AUCTION.value for each in source], dtype=np.bool_)] = -1
    of_game = [conventions[index].played if index >= 0 else PlayedTerms() for index in number.tolist()]
    usual = usual_rest(all_columns).tolist()
    rest = [rest if played.rest is None else played.rest.index for played, rest in zip(of_game, usual, strict=True)]
    komi = floats(metadata.columns["komi"])
    played_komi = np.array([np.nan if played.komi is None else played.komi for played in of_game], dtype=np.float64)
    other = ~np.isnan(played_komi) & (played_komi != komi)
    komi[other] = played_komi[other]
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
        "convention": as_arrow(
            [conventions[index].name if index >= 0 else None for index in number.tolist()], pa.string()
        ),
    }
    return AppliedConventions(
        metadata, _with_headers(metadata, changed), number, np.array(rest, dtype=np.int8), conventions
    )


def _chunked(metadata: Metadata, others: FieldMapping) -> dict[str, pa.ChunkedArray]:
    return {name: pa.chunked_array([column]) for name, column in {**metadata.columns, **others}.items()}


def _with_headers(metadata: Metadata, changed: Mapping[str, pa.Array]) -> Metadata:
    columns = metadata.columns
    none = {"convention": as_arrow([None] * len(columns["komi"]), pa.string())}
    headers = {f"{name}_header": header_column(metadata, name) for name in ("komi", "ruleset")}
    return Metadata({**columns, **none, **headers, **changed}, metadata.parsed)


def header_column(metadata: Metadata, name: str) -> pa.Array:
    """Return komi or ruleset of each game as in the record, null if it follows from the period alone."""
    column = metadata.columns[name]
    where, names = encode(metadata.columns[f"{name}_source"])
    is_guess = np.array([each == RulesetSource.PERIOD.value for each in names], dtype=np.bool_)[where]
    return column.take(numbers(np.arange(len(column)), is_guess)) if is_guess.any() else column
