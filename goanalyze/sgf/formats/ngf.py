"""NGF, the records of WBaduk and Cyberoro.

::

    Rated game            event
    19                    size of the board
    Ito         5D*       White, rank
    Kim         7D*       Black, rank
    www.cyberoro.com      place
    2                     handicap
    0
    0                     komi, without the half point
    20170316 [09:51]      date
    5
    White wins by resign! result
    189                   number of moves
    PMABWQRRQ             PM, number in two letters (AB is 1), colour, column and row in letters (B is 1), both again

No description of it was ever published. Known facts and their sources:

- The lines of the header and the moves: three files, and every public converter agrees. That White comes first is from
  the converters (Sabaki, A. Brouwer, xyz2sgf) alone.
- Komi is a whole number, and converters add a half in even games: in a file with 7 and a win by half a point, the
  position counts so with 7.5. It is written as in the file all the same; the games of an archive together show the komi
  that was played (`goanalyze.conventions`).
- Two handicap stones are on the upper right and lower left star point: a file. More than three: converters, which
  agree. Of three, converters differ over the corner left open, so the stones are not set.
- A point ``AA`` is a pass: A. Brouwer's converter. The lines without an explanation above are not understood (the
  tenth may be a time, in minutes); nothing is read from them.
- In an older form, a file of 2006, each line of the header begins with ``GI``, and the lines are: event, two players,
  two empty ones, date, size, handicap, 0, komi, number of moves; a remark ``ID…[number] text[EndTxt]`` follows the
  moves. That its first player is White, as in the common form, is a guess from the order of the other lines.
  The result is in the remark of the last move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from goanalyze.sgf.formats.sgf_writer import (
    LocatedText,
    SgfWriter,
    board_size,
    date_to_ff4,
    lines,
    number,
    result_to_ff4,
)
from goanalyze.sgf.values.result import parse_result

_MOVE: Final = re.compile(rb"PM..(.)(..)(.*)", re.DOTALL)
_COLORS: Final = (b"B", b"W")
_PASS: Final = b"AA"
_SIZE: Final = re.compile(rb"\d{1,2}\Z")
_DATE_LINE: Final = re.compile(rb"\d{8}(?!\d)")
_PROFESSIONAL: Final = re.compile(rb"([1-9]) ?[dD]P\b")
SIGNS: Final = re.compile(
    rb"^[ \t]*PM[A-Z]{2}[BW][A-Z]{4}\s|\A\s*[^\r\n]*\r?\n\s*\d{1,2}\s*\r?\n(?:[^\r\n]*\r?\n){6}\d{8} ?(?:\[|\r?\n)",
    re.MULTILINE,
)
_HEADER: Final = ("event", "size", "white", "black", "place", "handicap", "", "komi", "date", "", "result", "moves")
_OLD_HEADER: Final = ("event", "white", "black", "", "", "date", "size", "handicap", "", "komi", "moves")
_OLD_PREFIX: Final = b"GI"
_REMARK: Final = re.compile(rb"ID\w*\[(\d{1,6})\]\s*(.*?)(?:\[EndTxt\])?", re.DOTALL)
_DATE: Final = re.compile(rb"(\d{4})-?(\d{1,2})-?(\d{1,2})(?!\d)")
_LEAST_HEADER: Final = 8
"""Number of lines between moves from which on they are the header of another game."""

Header = Mapping[str, LocatedText]
"""Values by their meaning."""


def read(native: bytes, writer: SgfWriter) -> None:
    """Write all games of a file."""
    header: list[LocatedText] = []
    body: list[LocatedText] = []
    for is_move, group in groupby(lines(native), _is_move):
        block = list(group)
        if is_move or (body and sum(bool(line.text) for line in block) < _LEAST_HEADER):
            body += block
            continue
        remarks = [index for index, line in enumerate(block, 1) if body and _REMARK.fullmatch(line.text)]
        stop = remarks[-1] if remarks else 0
        body += block[:stop]
        _write_game(header, body, block[stop - 1].end if stop else block[0].begin, writer)
        header, body = block[stop:], []
    _write_game(header, body, len(native), writer)


def _is_move(line: LocatedText) -> bool:
    return line.text.startswith(b"PM") and len(line.text) > 4 and not line.text[2:5].islower()


def _write_game(header: list[LocatedText], body: list[LocatedText], end: int, writer: SgfWriter) -> None:
    if not header and not body:
        return
    begin = (header or body)[0].begin
    writer.open(begin)
    is_old = any(line.text.startswith(_OLD_PREFIX) for line in header)
    values = _read_old_header(header) if is_old else _read_header(header, begin, writer)
    remarks = {
        number(remark[1]): line.part(*remark.span(2)) for line in body if (remark := _REMARK.fullmatch(line.text))
    }
    moves = [line for line in body if _is_move(line)]
    last = remarks.get(len(moves))
    if last and "result" not in values and parse_result(last.text.decode(errors="replace")).winner:
        values["result"] = last
    _write_header(values, writer)
    size = board_size(values.get("size"))
    if handicap := values.get("handicap"):
        writer.handicap(number(handicap.text), size, handicap)
    _write_moves(body, remarks, writer)
    stated = values.get("moves")
    passes = sum(line.text[5:7] == _PASS for line in moves)  # some records count them, some do not
    if stated and number(stated.text) not in (None, writer.moves, writer.moves - passes):
        text = stated.text.decode(errors="replace")
        writer.note("GO315", f"The record says that it has {text} moves; {writer.moves} are in it.", stated.begin)
    writer.close(end)


def _read_header(header: list[LocatedText], begin: int, writer: SgfWriter) -> dict[str, LocatedText]:
    """Return the values of a header of twelve lines; of one that lacks lines, those that can be recognized."""
    while header and not header[-1].text:
        header = header[:-1]
    indices = {
        name: next((index for index, line in enumerate(header) if pattern.match(line.text)), None)
        for name, pattern in (("size", _SIZE), ("date", _DATE_LINE))
    }
    firsts = {index - _HEADER.index(name) for name, index in indices.items() if index is not None}
    complete = {first for first in firsts if first >= 0 and len(header) - first == len(_HEADER)}
    likely = complete or firsts
    if len(likely) != 1:
        writer.note("GO315", "Lines of the header are missing; only some of the others are recognized.", begin)
        return {name: header[index] for name, index in indices.items() if index is not None}
    (first,) = likely
    if not complete:
        writer.note("GO315", f"The header has {len(header) - max(first, 0)} lines, not {len(_HEADER)}.", begin)
    values = {name: header[index] for index, name in enumerate(_HEADER, first) if name and 0 <= index < len(header)}
    return {name: value for name, value in values.items() if value.text}


def _read_old_header(header: list[LocatedText]) -> dict[str, LocatedText]:
    """Return the values of a header of the older form."""
    values = [line.part(len(_OLD_PREFIX)) for line in header if line.text.startswith(_OLD_PREFIX)]
    values = values[-len(_OLD_HEADER) :]  # the first one may be the last line of the game before
    return {name: value for name, value in zip(_OLD_HEADER, values, strict=False) if name and value.text}


def _write_header(values: Header, writer: SgfWriter) -> None:
    writer.set(b"SZ", values.get("size"))
    for color, name in ((b"B", "black"), (b"W", "white")):
        player, rank = values.get(name), None
        if player and len(parts := player.text.rsplit(None, 1)) == 2:
            rank = player.part(len(player.text) - len(parts[1]))
            player = player.part(0, len(parts[0].rstrip()))
        writer.set(b"P" + color, player)
        writer.set(color + b"R", rank, rank and _PROFESSIONAL.sub(rb"\1p", rank.text))
    date = values.get("date")
    writer.set(b"DT", date, date_to_ff4(_DATE.match(date.text)) if date else None)
    for prop, key in ((b"EV", "event"), (b"PC", "place"), (b"KM", "komi"), (b"HA", "handicap")):
        writer.set(prop, values.get(key))
    if result := values.get("result"):
        writer.set(b"RE", result, result_to_ff4(result.text))


def _write_moves(body: Iterable[LocatedText], remarks: Mapping[int | None, LocatedText], writer: SgfWriter) -> None:
    last = 0
    for line in body:
        move = _MOVE.match(line.text)
        if move is None or (move[1] not in _COLORS and line.text.startswith(b"PM")):
            if line.text and not line.text.startswith(_OLD_PREFIX) and not _REMARK.fullmatch(line.text):
                writer.note_skipped(line)
            continue
        letters, color, point, repeated = line.text[2:4], move[1], move[2], move[3]
        move_number = max(26 * letters[0] + letters[1] - 27 * ord("A"), 0)
        last = writer.check_number(b"%d" % move_number, last, line)
        if repeated[:2] not in (b"", point[::-1]):
            writer.note("GO313", "The line {} names two points; the first one is read.", line.begin, line.text)
        column, row = (-1, -1) if point == _PASS else map(_coordinate, point)
        writer.move(color, column, row, line)
        writer.set(b"C", remarks.get(writer.moves))


def _coordinate(letter: int) -> int:
    """Return a column or row from 0; −2 for an invalid letter."""
    return letter - ord("B") if ord("B") <= letter <= ord("Z") else -2
