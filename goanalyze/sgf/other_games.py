"""Records that are not ordinary games of Go.

- Old games that name neither ruleset nor komi: the parts of each that may show its rules.
- Records of renju and gomoku without GM, recognized by their moves: five in a row on an empty board. Go games open in
  the corners, contain rows of five stones long before their end, and have plays on points where stones were captured.
  All 14 such records of a public source are recognized, and none of 70,921 Go records would be, even without their GM,
  KM and HA.
- Problems and sequences, which have neither players nor a result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.handicap import HANDICAP
from goanalyze.sgf.header_values import read_header
from goanalyze.sgf.properties import (
    ADD_BLACK,
    ADD_EMPTY,
    ADD_WHITE,
    INFO_INDEX,
    KO_PROPERTY,
    PLAY_BLACK,
    PLAY_WHITE,
    TURN_WHITE,
)
from goanalyze.sgf.values.rules import CORNER_STONES, SIZE, WITH_WORDS, OldRecord, rules_of_period

if TYPE_CHECKING:
    from goanalyze.sgf.records import Records
    from goanalyze.sgf.tape import Tape

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


_SIZES: Final = (15, 19, 20)
_USUAL_SIZE: Final = 15
_FEWEST_PLAYS: Final = 10
_FARTHEST: Final = 3  # lines between a play and the nearest stone
_ROW: Final = 5
_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))

Cell = tuple[int, int]


def resembles_gomoku(tape: Tape, width: NDArray[np.int16], height: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return the games that are renju or gomoku by their moves, bool[games].

    GM, KM and HA are absent, and the record consists of plays of Black and White in turn on different points. The first
    is on the centre, each other one near an earlier stone, and no row of five precedes the last play. On boards other
    than 15×15 the last play completes such a row; there the first play is on the centre exactly.

    Args:
        tape: the records.
        width: int16[games], columns of the boards.
        height: int16[games], rows.
    """
    result = np.zeros(len(width), dtype=np.bool_)
    absent = (tape.info[:, [INFO_INDEX[name] for name in ("GM", "KM", "HA")], 0] < 0).all(axis=1)
    plays = np.diff(tape.event_start)
    candidates = absent & (width == height) & np.isin(width, _SIZES) & (plays >= _FEWEST_PLAYS)
    for game in np.flatnonzero(candidates).tolist():
        events = slice(*tape.event_start[game : game + 2].tolist())
        size, kinds = int(width[game]), tape.kind[events] & np.uint8(0xFF ^ KO_PROPERTY)
        in_turn = (kinds[0::2] == PLAY_BLACK).all() and (kinds[1::2] == PLAY_WHITE).all()
        if not in_turn or not _is_at_centre(tape.xy[events.start], size):
            continue
        cells: list[Cell] = [(column, row) for column, row in tape.xy[events, :2].tolist()]
        result[game] = _are_plays_of_five_in_a_row(cells, size)
    return result


def _is_at_centre(xy: NDArray[np.int8], size: int) -> bool:
    """Return True for a point on the centre, or next to it on 15×15."""
    margin = int(size == _USUAL_SIZE)
    first, last = (size - 1) // 2 - margin, size // 2 + margin
    return first <= int(xy[0]) <= last and first <= int(xy[1]) <= last


def _are_plays_of_five_in_a_row(cells: Sequence[Cell], size: int) -> bool:
    stones: tuple[set[Cell], set[Cell]] = (set(), set())
    for number, cell in enumerate(cells):
        own, others = stones[number % 2], stones[1 - number % 2]
        column, row = cell
        if not (0 <= column < size and 0 <= row < size) or cell in own or cell in others:
            return False
        earlier, reach = own | others, range(-_FARTHEST, _FARTHEST + 1)
        if number and not any((column + right, row + down) in earlier for right in reach for down in reach):
            return False
        own.add(cell)
        is_last = number == len(cells) - 1
        if _completes_row(cell, own) != is_last and (size != _USUAL_SIZE or not is_last):
            return False
    return True


def _completes_row(cell: Cell, stones: set[Cell]) -> bool:
    """Return True if the stone on a point belongs to five or more of its colour in a row."""
    for right, down in _DIRECTIONS:
        length = 1
        for sign in (1, -1):
            column, row = cell[0] + sign * right, cell[1] + sign * down
            while (column, row) in stones:
                length, column, row = length + 1, column + sign * right, row + sign * down
        if length >= _ROW:
            return True
    return False


_NO_PLAYERS: Final = frozenset({"", "?", "black", "white", "黑", "黒", "白", "흑", "백"})
_FEW_MOVES: Final = 30  # of a sequence, or of a problem without white stones: more are a game, or one with handicap


def find_problems(records: Records) -> NDArray[np.bool_]:
    """Return True for each game that is a problem or a sequence, bool[games].

    It has no result, and no players but "Black" and "White". A problem has stones of both colours set up before its
    first move; a sequence has few moves, with or without stones set up. A record with a handicap is neither.
    """
    is_problem = (records.handicap < HANDICAP) & _has_empty(records, "RE", frozenset({"", "?"}))
    for name in ("PB", "PW"):
        is_problem &= _has_empty(records, name, _NO_PLAYERS)
    if not is_problem.any():
        return is_problem
    tape, games = records.tape, len(records)
    events = np.flatnonzero(np.repeat(is_problem, np.diff(tape.event_start)))
    game = np.searchsorted(tape.event_start, events, side="right") - 1
    kind, xy = tape.kind[events] & ~np.uint8(KO_PROPERTY), tape.xy[events, :2]
    is_move = kind <= PLAY_WHITE
    first_move = np.full(games, len(tape.kind))
    np.minimum.at(first_move, game[is_move], events[is_move])
    side = np.stack([records.width, records.height], axis=1)[game]
    is_stone = (events < first_move[game]) & ((xy >= 0) & (xy < side)).all(axis=1)
    white = np.bincount(game[is_stone & (kind == ADD_WHITE)], minlength=games)
    is_problem &= (white > 0) | (np.bincount(game[is_move], minlength=games) <= _FEW_MOVES)
    return is_problem


def _has_empty(records: Records, name: str, empty: frozenset[str]) -> NDArray[np.bool_]:
    distinct = records.distinct(name)
    return np.array([text.strip().lower() in empty for text in distinct.texts], dtype=np.bool_)[distinct.where]
