"""NGF, the records of WBaduk and Cyberoro.

::

    Rated game            what it was part of
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

No description of it was ever published. What is known, and from what:

- The lines of the header and the moves: three files, and every public converter agrees. Who is White is from the
  converters (Sabaki, A. Brouwer, xyz2sgf) alone.
- Komi is a whole number, and converters add a half in even games: where 7 stands above a win by half a point, the
  position counts so with 7.5 (a file). It is written as it stands all the same; what was played, the games of an
  archive show together (`goanalyze.conventions`).
- Two handicap stones stand on the upper right and lower left star point: a file. More than three: converters, which
  agree. Of three, converters differ over the corner left open, so the stones are not set.
- A point ``AA`` is a pass: A. Brouwer's converter. The lines without an explanation above are not understood (the
  tenth may be a time, in minutes); nothing is read from them.
- In an older form, a file of 2006, each line of the header begins with ``GI``, and the lines are: event, two players,
  two empty ones, date, size, handicap, 0, komi, number of moves; behind the moves stands a remark ``ID…[number]
  text[EndTxt]``. That its first player is White, as in the common form, is a guess from the order of the other lines.
  The result stands in the remark of the last move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from goanalyze.sgf.formats.pieces import Value, in_ff4, lines, number
from goanalyze.sgf.formats.sheet import Sheet, fixed_points
from goanalyze.sgf.values.result import parse_result

_MOVE: Final = re.compile(rb"PM..(.)(..)(.*)", re.DOTALL)
_COLORS: Final = (b"B", b"W")
_PASS: Final = b"AA"
_SIZE: Final = re.compile(rb"\d{1,2}\Z")
_DATED: Final = re.compile(rb"\d{8}(?!\d)")
_PROFESSIONAL: Final = re.compile(rb"([1-9]) ?[dD]P\b")
SIGNS: Final = re.compile(
    rb"^[ \t]*PM[A-Z]{2}[BW][A-Z]{4}\s|\A\s*[^\r\n]*\r?\n\s*\d{1,2}\s*\r?\n(?:[^\r\n]*\r?\n){6}\d{8} ?(?:\[|\r?\n)",
    re.MULTILINE,
)
_NEW: Final = ("event", "size", "white", "black", "place", "handicap", "", "komi", "date", "", "result", "moves")
_OLD: Final = ("event", "white", "black", "", "", "date", "size", "handicap", "", "komi", "moves")
_PREFIX: Final = b"GI"
_REMARK: Final = re.compile(rb"ID\w*\[(\d{1,6})\]\s*(.*?)(?:\[EndTxt\])?", re.DOTALL)
_DATE: Final = re.compile(rb"(\d{4})-?(\d{1,2})-?(\d{1,2})(?!\d)")
_LEAST: Final = 8
"""Lines between moves that are the header of another game, if so many stand there."""


def read(native: bytes, sheet: Sheet) -> None:
    """Write all games of a file."""
    header: list[Value] = []
    body: list[Value] = []
    for is_move, group in groupby(lines(native, 3 * native.startswith(b"\xef\xbb\xbf")), _is_move):
        stretch = list(group)
        if is_move or (body and sum(bool(line.text) for line in stretch) < _LEAST):
            body += stretch
            continue
        behind = max((at for at, line in enumerate(stretch, 1) if body and _REMARK.fullmatch(line.text)), default=0)
        body += stretch[:behind]
        _game(header, body, stretch[behind - 1].end if behind else stretch[0].begin, sheet)
        header, body = stretch[behind:], []
    _game(header, body, len(native), sheet)


def _is_move(line: Value) -> bool:
    return line.text.startswith(b"PM") and len(line.text) > 4 and not line.text[2:5].islower()


def _game(header: list[Value], body: list[Value], end: int, sheet: Sheet) -> None:
    """Write one game."""
    if not header and not body:
        return
    begin = (header or body)[0].begin
    sheet.open(begin)
    values = _old(header) if any(line.text.startswith(_PREFIX) for line in header) else _common(header, begin, sheet)
    remarks = {number(found[1]): (Value(found[2], line.begin + found.start(2), line.begin + found.end(2)))
               for line in body if (found := _REMARK.fullmatch(line.text))}  # fmt: skip
    moves = [line for line in body if _is_move(line)]
    last = remarks.get(len(moves))
    if last and "result" not in values and parse_result(last.text.decode(errors="replace")).winner:
        values["result"] = last
    _write(values, sheet)
    board = values.get("size")
    size = (number(board.text) or 0) if board else 19
    if (handicap := values.get("handicap")) and (stones := number(handicap.text)) is not None:
        for column, row in fixed_points(stones, size):
            sheet.stone(b"B", column, row, handicap)
    _moves(body, remarks, sheet)
    told = values.get("moves")
    passes = sum(line.text[5:7] == _PASS for line in moves)  # some records count them, some do not
    if told and number(told.text) not in (None, sheet.moves, sheet.moves - passes):
        text = told.text.decode(errors="replace")
        sheet.note("GO315", f"The record says that it has {text} moves; {sheet.moves} are in it.", told.begin)
    sheet.close(end)


def _common(header: list[Value], begin: int, sheet: Sheet) -> dict[str, Value]:
    """Return the values of a header of twelve lines, by their meaning; of one that lacks lines, those that show it."""
    while header and not header[-1].text:
        header = header[:-1]
    shown = {name: next((at for at, line in enumerate(header) if pattern.match(line.text)), None)
             for name, pattern in (("size", _SIZE), ("date", _DATED))}  # fmt: skip
    firsts = {at - _NEW.index(name) for name, at in shown.items() if at is not None}
    whole = {first for first in firsts if first >= 0 and len(header) - first == len(_NEW)}
    likely = whole or firsts
    if len(likely) != 1:
        sheet.note("GO315", "Lines of the header are missing; of the others, only some can be told.", begin)
        return {name: header[at] for name, at in shown.items() if at is not None}
    (first,) = likely
    if not whole:
        sheet.note("GO315", f"The header has {len(header) - max(first, 0)} lines, not {len(_NEW)}.", begin)
    values = {name: header[at] for at, name in enumerate(_NEW, first) if name and 0 <= at < len(header)}
    return {name: value for name, value in values.items() if value.text}


def _old(header: list[Value]) -> dict[str, Value]:
    """Return the values of a header of the older form, by their meaning."""
    told = [Value(line.text[2:], line.begin + 2, line.end) for line in header if line.text.startswith(_PREFIX)]
    told = told[-len(_OLD) :]  # before them may stand the last line of the game before
    return {name: value for name, value in zip(_OLD, told, strict=False) if name and value.text}


def _write(values: Mapping[str, Value], sheet: Sheet) -> None:
    """Write what the header says."""
    sheet.set(b"SZ", values.get("size"))
    for color, name in ((b"B", "black"), (b"W", "white")):
        player, rank = values.get(name), None
        if player and len(parts := player.text.rsplit(None, 1)) == 2:
            named, ranked = parts[0].rstrip(), parts[1]
            rank = Value(ranked, player.end - len(ranked), player.end)
            player = Value(named, player.begin, player.begin + len(named))
        sheet.set(b"P" + color, player)
        sheet.set(color + b"R", rank, rank and _PROFESSIONAL.sub(rb"\1p", rank.text))
    date = values.get("date")
    found = _DATE.match(date.text) if date else None
    sheet.set(b"DT", date, b"%b-%02d-%02d" % (found[1], int(found[2]), int(found[3])) if found else None)
    for prop, key in ((b"EV", "event"), (b"PC", "place"), (b"KM", "komi"), (b"HA", "handicap")):
        sheet.set(prop, values.get(key))
    if result := values.get("result"):
        sheet.set(b"RE", result, in_ff4(result.text))


def _moves(body: Iterable[Value], remarks: Mapping[int | None, Value], sheet: Sheet) -> None:
    """Write the moves, and the remark behind each."""
    last = 0
    for line in body:
        found = _MOVE.match(line.text)
        if found is None or (found[1] not in _COLORS and line.text.startswith(b"PM")):
            if line.text and not line.text.startswith(_PREFIX) and not _REMARK.fullmatch(line.text):
                sheet.skipped(line)
            continue
        code, color, point, again = line.text[2:4], found[1], found[2], found[3]
        last = sheet.numbered(b"%d" % max(26 * code[0] + code[1] - 27 * ord("A"), 0), last, line)
        if again[:2] not in (b"", point[::-1]):
            sheet.note("GO313", "The line {} names two points; the first one is read.", line.begin, line.text)
        is_pass = point == _PASS
        sheet.move(color, *((-1, -1) if is_pass else (_at(point[0]), _at(point[1]))), line)
        sheet.set(b"C", remarks.get(sheet.moves))


def _at(letter: int) -> int:
    """Return a column or row from 0; −2 for what is none."""
    return letter - ord("B") if ord("B") <= letter <= ord("Z") else -2
