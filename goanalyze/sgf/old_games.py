"""Old games of a chunk that name neither ruleset nor komi: the parts of each that may show its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.handicap import HANDICAP
from goanalyze.sgf.header_values import read_header
from goanalyze.sgf.properties import ADD_BLACK, ADD_EMPTY, ADD_WHITE, KO_PROPERTY, PLAY_WHITE, TURN_WHITE
from goanalyze.sgf.values.period_rules import CORNER_STONES, SIZE, WITH_WORDS, OldRecord, rules_of_period

if TYPE_CHECKING:
    from goanalyze.sgf.records import Records

_SETUP = sum(map(len, CORNER_STONES))  # events that set the corner stones up


def find_old_games(
    records: Records, candidates: NDArray[np.bool_], years: NDArray[np.int64]
) -> Iterator[tuple[int, str, str]]:
    """Yield each game whose rules are those of old games: its number, the id of the ruleset, and the reason.

    Args:
        records: a chunk.
        candidates: bool[games], True for games that name neither a ruleset nor a komi.
        years: int64[games], year of each game, 0 if it is unknown.
    """
    candidates = candidates & (records.width == SIZE) & (records.height == SIZE)
    if not candidates.any():
        return
    items = [(name, read_header(records, name)) for name in WITH_WORDS]
    for game in np.flatnonzero(candidates).tolist():
        texts = {name: text for name, item in items if (text := item.texts[item.where[game]].strip())}
        has_corner_stones, is_white_first = _read_beginning(records, game)
        old = OldRecord(texts, int(years[game]) or None, has_corner_stones, is_white_first)
        if rules := rules_of_period(old):
            yield game, *rules


def _read_beginning(records: Records, game: int) -> tuple[bool, bool]:
    """Return True if corner stones of both colours are set up before the first move, and True if White makes it."""
    tape = records.tape
    first, end = tape.event_start[game : game + 2].tolist()
    kinds = (tape.kind[first : min(first + _SETUP + 2, end)] & ~np.uint8(KO_PROPERTY)).tolist()
    if records.handicap[game] >= HANDICAP or sorted(kinds[:_SETUP]) != [ADD_BLACK, ADD_BLACK, ADD_WHITE, ADD_WHITE]:
        return False, False
    points = list(map(tuple, tape.xy[first : first + _SETUP, :2].tolist()))
    stones = {
        frozenset(point for kind, point in zip(kinds, points, strict=False) if kind == color)
        for color in (ADD_BLACK, ADD_WHITE)
    }
    later = kinds[_SETUP:]
    if stones != set(CORNER_STONES) or (later and later[0] in (ADD_BLACK, ADD_WHITE, ADD_EMPTY)):
        return False, False
    return True, later[:1] == [PLAY_WHITE] or later == [TURN_WHITE, PLAY_WHITE]
