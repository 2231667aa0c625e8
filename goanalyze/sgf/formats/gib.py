r"""GIB, the records of Tygem (타이젬, 弈城, eWeiqi).

::

    \HS                                        the header
    \[GAMEBLACKNAME=Kim (3D)\]
    \[GAMEINFOMAIN=…,GTIME:1200-30-3,GRLT:1,ZIPSU:115,DUM:0,GONGJE:65,…\]
    \HE
    \GS                                        the game
    2 1 0
    5 0 &4                                     number of the last message
    INI 0 1 3 &4                               message 1: handicap 3
    STO 0 2 2 15 15                            message 2: White (2) at column 15, row 15, from the upper left, from 0
    SKI 0 3                                    message 3: a pass
    \GE

No description of it was ever published. What is known of moves, and from what (of the header: `gib_header`):

- ``STO`` and its coordinates, ``INI`` and its handicap, names, ranks and dates: three files, one each from the Korean,
  the Chinese and the international server; every public converter agrees.
- ``SKI``, a pass: it names no colour; that of who did not move last is taken (A. Brouwer's and mirai's converters).
- Handicap stones stand on fixed points. Five: a file, whose 268 moves are legal with them. Three leave open the lower
  right corner: a file, whose first move is there. The others: converters.
- ``LINE``, the size of the board, and remarks behind the game in ``\RS … \RE``: mirai; no file has either.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from goanalyze.sgf.formats.gib_header import entries, read_header, unclosed, write_header
from goanalyze.sgf.formats.pieces import Value, lines, number
from goanalyze.sgf.formats.sheet import Sheet, fixed_points

SIGNS: Final = re.compile(
    rb"^[ \t]*(?:\\(?:HS|GS)[ \t]*\r?$|\\\[(?:GIBOKIND|GAME[A-Z]+)=|(?:STO|INI) 0 \d+ \d+ )", re.MULTILINE
)
_GAME: Final = re.compile(rb"^[ \t]*\\HS\b", re.MULTILINE)
_BODY: Final = re.compile(rb"^[ \t]*(?:\\GS\b|(?:INI|STO|SKI) )", re.MULTILINE)
_END: Final = re.compile(rb"^[ \t]*\\GE\b", re.MULTILINE)
_COLORS: Final = {b"1": b"B", b"2": b"W"}
_OTHER: Final = {b"B": b"W", b"W": b"B"}
_MOVES: Final = (b"STO", b"SKI")
_MESSAGES: Final = (*_MOVES, b"INI", b"SUR", b"IDX", b"REM")
"""Those that are no moves: a player resigns (qGo); the last two, A. Brouwer's converter passes over."""
_REMARK: Final = re.compile(rb"\\RS\b[^\\]*+(?:\\(?!R[SE]\b)[^\\]*+)*")
_THREE: Final = ((15, 3), (3, 15), (3, 3))

Remarks = dict[int, list[Value]]


def read(native: bytes, sheet: Sheet) -> None:
    """Write all games of a file."""
    begins = [found.start() for found in _GAME.finditer(native)]
    first = begins[0] if begins else len(native)
    if _BODY.search(native, 0, first) or next(entries(native, 0, first), None):
        begins.insert(0, 0)
    elif before := native[:first].removeprefix(b"\xef\xbb\xbf").strip():
        sheet.note("GO313", "What stands before the game is passed over: {}.", native.index(before), before)
    for begin, end in pairwise([*begins, len(native)]):
        _game(native, begin, end, sheet)


def _game(native: bytes, begin: int, end: int, sheet: Sheet) -> None:
    """Write one game."""
    found = _BODY.search(native, begin, end)
    middle = found.start() if found else end
    header = read_header(native, begin, middle)
    if not header and not found:
        return
    sheet.open(begin)
    if not header:
        sheet.note("GO315", "The record has no header: who played is not known.", begin)
    for torn in unclosed(native, begin, middle):
        sheet.note("GO313", "The entry {} of the header is not closed, and passed over.", torn.begin, torn.text)
    write_header(header, sheet)
    size = header.get("LINE")
    closing = _END.search(native, middle, end)
    remarks = _remarks(native, closing.end(), end) if closing else {}
    stop = closing.start() if closing else end
    lacks = _moves(native, middle, stop, (number(size.text) or 0) if size else 19, remarks, sheet)
    if closing is None:
        sheet.note("GO315", f"The record is cut off: its end, \\GE, is missing. {lacks}".strip(), end)
    elif lacks:
        sheet.note("GO315", lacks, stop)
    if closing and (rest := native[closing.end() : end].strip(b"\0\t\n\f\v\r ")) and not rest.startswith(b"\\RS"):
        at = native.index(rest, closing.end())
        sheet.note("GO313", "What stands behind the end of the game is passed over: {}.", at, rest)
    sheet.close(end)


def _moves(native: bytes, begin: int, end: int, size: int, remarks: Remarks, sheet: Sheet) -> str:
    """Write handicap and moves, and the remarks behind each; return a sentence about the number of moves that lack."""
    last, told, turn = 0, None, b"B"
    is_torn = end == len(native) and not native[-1:].isspace()
    for line in lines(native, begin, end):
        fields = line.text.split()
        kind = fields[0] if fields else b"\\"
        if kind.startswith(b"\\") or (len(fields) == 3 and b"".join(fields).isdigit()):
            continue
        if kind.isdigit() and fields[-1].startswith(b"&"):
            told = Value(kind, line.begin, line.end)
            continue
        if is_torn and line.end == end:
            sheet.skipped(line, "is cut off")
            continue
        if kind not in _MESSAGES or len(fields) < 3:
            sheet.skipped(line)
            continue
        if last and kind == b"INI":
            sheet.skipped(line, "comes after the first message")
            continue
        if not last and kind != b"INI":
            sheet.note("GO315", "The line INI is missing: the handicap is not known.", line.begin)
            last = 1
        last = sheet.numbered(fields[2], last, line)
        if kind == b"INI":
            turn = _handicap(fields, line, size, sheet)
            if spoken := line.text.partition(b"&")[2].lstrip(b"0123456789").strip():
                remarks.setdefault(0, []).insert(0, Value(spoken, line.begin, line.end))
            _remark(remarks, 0, sheet)
        elif kind in _MOVES:
            turn = _play(fields, line, turn, sheet)
            _remark(remarks, sheet.moves, sheet)
    if remarks:  # said after more moves than there are
        behind = remarks[min(remarks)][0]
        sheet.node(b"", 0, 0, behind)
        _remark(remarks, max(remarks), sheet)
    if told is None or number(told.text) in (None, last):
        return ""
    return f"The last message should be number {told.text.decode()}, and is number {last}."


def _handicap(fields: list[bytes], line: Value, size: int, sheet: Sheet) -> bytes:
    """Write the handicap that the first message names; return who plays next."""
    told = Value(fields[3] if len(fields) > 3 else b"", line.begin, line.end)
    begin = line.begin + line.text.rfind(told.text, 0, len(line.text.partition(b"&")[0]))
    told = Value(told.text, begin, begin + len(told.text))
    stones = number(told.text)
    if stones is None:
        sheet.skipped(line, "names no handicap")
        return b"B"
    sheet.set(b"HA", told)
    for column, row in _THREE if stones == 3 and size == 19 else fixed_points(stones, size):
        sheet.stone(b"B", column, row, told)
    return b"W" if stones > 1 else b"B"


def _play(fields: list[bytes], line: Value, turn: bytes, sheet: Sheet) -> bytes:
    """Write a play or a pass; return who plays next."""
    if fields[0] == b"SKI":
        sheet.move(turn, -1, -1, line)
        return _OTHER[turn]
    color = _COLORS.get(fields[3]) if len(fields) > 5 else None
    if color is None:
        sheet.skipped(line, "names no known colour and point")
        return turn
    column, row = number(fields[4]), number(fields[5])
    sheet.move(color, -2 if column is None or column < 0 else column, -2 if row is None else row, line)
    return _OTHER[color]


def _remarks(native: bytes, begin: int, end: int) -> Remarks:
    """Return what was said of the game, by the number of moves after which it was said; diagrams are passed over."""
    found: Remarks = {}
    for block in _REMARK.finditer(native, begin, end):
        told = dict(entries(native, *block.span()))
        if "REFEXPLAIN" in told and "REFGIBO" not in told:
            after = number(told["REFSUSUN"].text) if "REFSUSUN" in told else 0
            found.setdefault(max(after or 0, 0), []).append(told["REFEXPLAIN"])
    return found


def _remark(remarks: Remarks, after: int, sheet: Sheet) -> None:
    """Write what was said up to a move, and forget it."""
    said = [each for number_ in sorted(remarks) if number_ <= after for each in remarks[number_]] if remarks else []
    for number_ in [number_ for number_ in remarks if number_ <= after]:
        del remarks[number_]
    if said:
        sheet.set(b"C", said[0], b"\n\n".join(each.text for each in said))
