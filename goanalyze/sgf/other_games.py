"""Records that are not ordinary games of Go, and texts that are not records.

- Old games that name neither ruleset nor komi: the parts of each that may show its rules.
- Records of renju and gomoku without GM, recognized by their moves: five in a row on an empty board. Go games open in
  the corners, contain rows of five stones long before their end, and have plays on points where stones were captured.
  All 14 such records of a public source are recognized, and none of 70,921 Go records would be, even without their GM,
  KM and HA.
- Problems and sequences, which have neither players nor a result.
- Texts of other kinds that contain SGF. A text that begins with a game is a record, regardless of its name. A letter is
  one if its games are on lines of their own, alone or after a title, and are whole games or most of the text. Any other
  text quotes games at most.
- Boundaries of games in bytes whose charset is not decided yet, and the charset that the root of a game names. The
  games of a file may be in several charsets, and a file can only be cut before it is decoded. So each game is read in
  the charset of its own CA, byte by byte, as far as its last parenthesis.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.archives.non_records import is_letter, is_text
from goanalyze.core.handicap import HANDICAP
from goanalyze.sgf.charsets import VALUE, codec, mask, superset
from goanalyze.sgf.formats import recognize
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


_TITLED_GAME: Final = rb"\(\s*;[\s;]*[A-Z][A-Za-z0-9]{0,15}\s*\["
_HEADLESS_BEGIN: Final = rb"[;(]\s*[A-Z]{1,2}\["
_BEGIN: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:" + _TITLED_GAME + rb"|" + _HEADLESS_BEGIN + rb")")
_QUOTED: Final = re.compile(_TITLED_GAME)
_TITLE: Final = rb"^[^\n()\[\]{}<>=\"'`|,;#$*/\\]{0,40}"
_LINE: Final = re.compile(_TITLE + _TITLED_GAME, re.MULTILINE)
_PART: Final = re.compile(rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*\]?|[()]", re.DOTALL)
_LINE_END: Final = re.compile(rb"\s*?(?:\n|\Z|\()")
_MOVE: Final = re.compile(rb";\s*[BW]\[")
_MAIL: Final = re.compile(rb"\s*(?:From [^\n]*\n)?(?:[A-Za-z][\w-]{1,40}:[^\n]*\n(?:[ \t]+\S[^\n]*\n)*){2,}\r?\n")
_WHOLE_GAME: Final = 30  # moves
_MOST_OF_TEXT: Final = 0.5


def is_record(name: str, data: bytes) -> bool:
    """Return True if a text that is not named as a record is one."""
    if _BEGIN.match(data):
        return True
    if not is_letter(name, data) or not is_text(data):
        return False
    return recognize(data) is not None or _contains_games(data)


def quotes_game(data: bytes) -> bool:
    """Return True if a text contains the beginning of a game."""
    return is_text(data) and _QUOTED.search(data) is not None


def _contains_games(data: bytes) -> bool:
    """Return True if a letter has a whole game between its lines, consists mostly of games, or is a mail with one."""
    mail_header = _MAIL.match(data)
    offset = mail_header.end() if mail_header else 0
    size, covered = len(data[offset:].strip()), 0
    while game := _LINE.search(data, offset):
        begin = data.index(b"(", game.start())
        offset = _end_of_game(data, begin)
        if _LINE_END.match(data, offset):
            covered += offset - begin
            if mail_header or len(_MOVE.findall(data, begin, offset)) >= _WHOLE_GAME:
                return True
    return covered >= _MOST_OF_TEXT * size > 0


def _end_of_game(data: bytes, begin: int) -> int:
    """Return the offset after the parenthesis that closes the one at an offset, or the end of the text."""
    depth = 0
    for part in _PART.finditer(data, begin):
        if part[0] == b"(":
            depth += 1
        elif part[0] == b")":
            depth -= 1
            if depth == 0:
                return part.end()
    return len(data)


LATER_ROOT: Final = re.compile(rb"\(\s*+;\s*+(?![BW]\s*+\[)[A-Za-z]|\)\s*+\(\s*+[A-Z]{1,2}\[")
"""Bytes that may begin a further game: a node that does not begin with a move, as variations do, or lacks its ``;``."""

_GAME: Final = re.compile(rb"\(\s*+;\s*+(?:[A-Za-z0-9]++\s*+){0,2}(?:[\[;()]|\Z)")
_HEADLESS: Final = re.compile(rb"[\s\xef\xbb\xbf]*+[(;]\s*+[A-Z]{1,2}\[")
_INNER_ROOT: Final = re.compile(rb"\(\s*+;\s*+(?:GM|FF|SZ)\[")
_PARENTHESIS: Final = re.compile(rb"(?:[^()\[]++|" + VALUE + rb"\])*([()]|\[|\Z)", re.DOTALL)
_REST_OF_VALUE: Final = re.compile(VALUE[2:] + rb"\]", re.DOTALL)

_FIRST: Final = re.compile(rb"\(\s*+;\s*+(?:[A-Z]{2}\[[^\[\]\\\x80-\xff]{0,200}+\]\s*+)*?CA\[([^\[\]\\]{1,40})\]")
_CA: Final = re.compile(rb"CA[a-z\s]*+\[([^\[\]\\]*+)\]")
_OPENING: Final = re.compile(rb"\(?\s*+;?+")
_PROPERTY: Final = re.compile(rb"([A-Za-z][A-Za-z0-9\s]*+)?(" + VALUE + rb")\]|[;()]", re.DOTALL)
_BLANKS_AND_CASE: Final = bytes(range(33)) + bytes(range(ord("a"), ord("z") + 1))
_LONGEST_NAME: Final = 40
_MOST_NAMES: Final = 4  # charsets in which a root is read


def declared_charset(data: bytes) -> str | None:
    r"""Return the value of CA in the root of the game that begins some bytes; None without one.

    CA in a comment or a later node does not count. It may follow values in a charset whose characters include brackets:
    so the root is read in each charset that a CA names.

    Example:
        >>> declared_charset(b"(;C[CA[UTF-8\\]]SZ[9]CA[gb2312];B[aa]CA[UTF-8])")
        'gb2312'
    """
    if b"CA" not in data:
        return None
    if first := _FIRST.match(data):  # as most files begin
        return first[1].decode("latin-1").strip()
    names: set[str] = set()
    for match in _CA.finditer(data):
        name = match[1].decode("latin-1").strip()[:_LONGEST_NAME]
        if name not in names and _root_charset(mask(data[: match.end()], superset(codec(name) or ""))) == name:
            return name
        names.add(name)
        if len(names) == _MOST_NAMES:
            break
    return None


def _root_charset(masked: bytes) -> str | None:
    """Return the value of CA in a root whose characters include no brackets."""
    opening = _OPENING.match(masked)
    for match in _PROPERTY.finditer(masked, opening.end() if opening else 0):
        if match[2] is None:
            return None
        if match[1] and match[1].translate(None, _BLANKS_AND_CASE) == b"CA":
            return match[2][1:].decode("latin-1").strip()[:_LONGEST_NAME]
    return None


class _Root:
    """A game, or a variation that begins as a game does, and those inside it."""

    def __init__(self, offset: int, depth: int) -> None:
        self.offset, self.depth = offset, depth
        self.inner: list[int] = []


def game_starts(data: bytes, charset_of: Callable[[bytes, str | None], str]) -> list[int]:
    """Return the offsets at which the games of a file begin.

    A root inside a game begins the next game if the parentheses of the outer one never close: one is missing before it.

    Args:
        data: the file.
        charset_of: returns Python's name of the charset to read a game in, by its first bytes and the value of its CA.
    """
    first = next_game(data, 0, is_file_begin=True)
    bounds = [first, *(match.start() for match in LATER_ROOT.finditer(data, first + 1)), len(data)]
    starts: list[int] = []
    open_roots: list[_Root] = []
    if data.startswith(b";", first):
        open_roots.append(_Root(first, 0))
    depth, charset, is_in_value = len(open_roots), "", False
    for begin, end in pairwise(bounds):
        part = data[begin:end]
        if not is_in_value:
            declared = declared_charset(part)
            if not charset or not depth or declared is not None:
                charset = charset_of(part, declared)
        masked, offset = mask(part, charset), 0
        if is_in_value:
            rest = _REST_OF_VALUE.match(masked)
            offset, is_in_value = (rest.end(), False) if rest else (len(masked), True)
        while offset < len(masked):
            if not depth:
                offset = next_game(masked, offset) if begin + offset > first else 0
            match = _PARENTHESIS.match(masked, offset)
            assert match
            mark, offset = match[1], match.end()
            if mark == b"(":
                if not depth or _INNER_ROOT.match(masked, offset - 1):
                    open_roots.append(_Root(begin + offset - 1, depth))
                depth += 1
            elif mark == b")" and depth:
                depth -= 1
                if open_roots[-1].depth == depth:
                    closed = open_roots.pop()
                    (open_roots[-1].inner if open_roots else starts).append(closed.offset)
            else:
                is_in_value = mark == b"["
                break
    for root in open_roots:
        starts += [root.offset, *root.inner]
    return starts


def next_game(data: bytes, offset: int, *, is_file_begin: bool = False) -> int:
    """Return the offset of the next game, whose ``;`` may be missing at the file's begin and after another game."""
    is_begin = is_file_begin or data[offset - 1 : offset] == b")"
    if is_begin and (headless := _HEADLESS.match(data, offset)):
        return headless.end() - len(headless[0].lstrip(b" \t\r\n\v\f\xef\xbb\xbf"))
    match = _GAME.search(data, offset)
    return match.start() if match else len(data)


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
