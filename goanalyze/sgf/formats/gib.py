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

No description of it was ever published. Known facts about moves and their sources (of the header: `gib_header`):

- ``STO`` and its coordinates, ``INI`` and its handicap, names, ranks and dates: three files, one each from the Korean,
  the Chinese and the international server; every public converter agrees.
- ``SKI``, a pass: it names no colour; that of the opponent of the last player is taken (A. Brouwer's and mirai's
  converters).
- Handicap stones are on fixed points. Five: a file, whose 268 moves are legal with them. Three leave open the lower
  right corner: a file, whose first move is there. The others: converters.
- ``LINE``, the size of the board, and remarks behind the game in ``\RS … \RE``: mirai; no file has either.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from goanalyze.sgf.formats.fields import BYTE_ORDER_MARK, LocatedText, board_size, lines, number
from goanalyze.sgf.formats.gib_header import entries, read_header, unclosed, write_header
from goanalyze.sgf.formats.sgf_writer import SgfWriter

SIGNS: Final = re.compile(
    rb"^[ \t]*(?:\\(?:HS|GS)[ \t]*\r?$|\\\[(?:GIBOKIND|GAME[A-Z]+)=|(?:STO|INI) 0 \d+ \d+ )", re.MULTILINE
)
_GAME: Final = re.compile(rb"^[ \t]*\\HS\b", re.MULTILINE)
_BODY: Final = re.compile(rb"^[ \t]*(?:\\GS\b|(?:INI|STO|SKI) )", re.MULTILINE)
_END: Final = re.compile(rb"^[ \t]*\\GE\b", re.MULTILINE)
_COLORS: Final = {b"1": b"B", b"2": b"W"}
_OPPONENT: Final = {b"B": b"W", b"W": b"B"}
_MOVES: Final = (b"STO", b"SKI")
_MESSAGES: Final = (*_MOVES, b"INI", b"SUR", b"IDX", b"REM")
"""All messages. SUR is a resignation (qGo); the last two are passed over by A. Brouwer's converter."""
_REMARK: Final = re.compile(rb"\\RS\b[^\\]*+(?:\\(?!R[SE]\b)[^\\]*+)*")
_THREE_STONES: Final = ((15, 3), (3, 15), (3, 3))

Remarks = dict[int, list[LocatedText]]
"""Remarks by the number of moves before them."""


def read(native: bytes, writer: SgfWriter) -> None:
    """Write all games of a file."""
    begins = [header.start() for header in _GAME.finditer(native)]
    first = begins[0] if begins else len(native)
    if _BODY.search(native, 0, first) or next(entries(native, 0, first), None):
        begins.insert(0, 0)
    elif before := native[:first].removeprefix(BYTE_ORDER_MARK).strip():
        writer.note("GO313", "The text before the game is passed over: {}.", native.index(before), before)
    for begin, end in pairwise([*begins, len(native)]):
        _write_game(native, begin, end, writer)


def _write_game(native: bytes, begin: int, end: int, writer: SgfWriter) -> None:
    """Write one game."""
    body = _BODY.search(native, begin, end)
    middle = body.start() if body else end
    header = read_header(native, begin, middle)
    if not header and not body:
        return
    writer.open(begin)
    if not header:
        writer.note_missing_header(begin)
    for entry in unclosed(native, begin, middle):
        writer.note("GO313", "The entry {} of the header is not closed, and passed over.", entry.begin, entry.text)
    write_header(header, writer)
    size = board_size(header.get("LINE"))
    closing = _END.search(native, middle, end)
    remarks = _remarks(native, closing.end(), end) if closing else {}
    stop = closing.start() if closing else end
    missing = _write_moves(native, middle, stop, size, remarks, writer)
    if closing is None:
        writer.note("GO315", f"The record is cut off: its end, \\GE, is missing. {missing}".strip(), end)
    elif missing:
        writer.note("GO315", missing, stop)
    if closing and (rest := native[closing.end() : end].strip(b"\0\t\n\f\v\r ")) and not rest.startswith(b"\\RS"):
        offset = native.index(rest, closing.end())
        writer.note("GO313", "The text after the end of the game is passed over: {}.", offset, rest)
    writer.close(end)


def _write_moves(native: bytes, begin: int, end: int, size: int, remarks: Remarks, writer: SgfWriter) -> str:
    """Write handicap, moves and remarks; return a sentence about missing moves."""
    last, last_stated, to_move = 0, None, b"B"
    is_cut_off = end == len(native) and not native[-1:].isspace()
    for line in lines(native, begin, end):
        fields = line.text.split()
        kind = fields[0] if fields else b"\\"
        if kind.startswith(b"\\") or (len(fields) == 3 and b"".join(fields).isdigit()):
            continue
        if kind.isdigit() and fields[-1].startswith(b"&"):
            last_stated = kind
            continue
        if is_cut_off and line.end == end:
            writer.note_skipped(line, "is cut off")
            continue
        if kind not in _MESSAGES or len(fields) < 3:
            writer.note_skipped(line)
            continue
        if last and kind == b"INI":
            writer.note_skipped(line, "comes after the first message")
            continue
        if not last and kind != b"INI":
            writer.note("GO315", "The line INI is missing: the handicap is not known.", line.begin)
            last = 1
        last = writer.check_number(fields[2], last, line)
        if kind == b"INI":
            to_move = _write_handicap(fields, line, size, writer)
            if remark := line.text.partition(b"&")[2].lstrip(b"0123456789").strip():
                remarks.setdefault(0, []).insert(0, line._replace(text=remark))
            _write_remarks(remarks, 0, writer)
        elif kind in _MOVES:
            to_move = _write_move(fields, line, to_move, writer)
            _write_remarks(remarks, writer.moves, writer)
    if remarks:  # their numbers of moves are greater than that of the game
        first_remark = remarks[min(remarks)][0]
        writer.node(b"", 0, 0, first_remark)
        _write_remarks(remarks, max(remarks), writer)
    if last_stated is None or number(last_stated) in (None, last):
        return ""
    return f"The last message should be number {last_stated.decode()}, and is number {last}."


def _write_handicap(fields: list[bytes], line: LocatedText, size: int, writer: SgfWriter) -> bytes:
    """Write the handicap that the first message names; return the side to move."""
    text = fields[3] if len(fields) > 3 else b""
    start = line.text.rfind(text, 0, len(line.text.partition(b"&")[0]))
    handicap = LocatedText(text, line.begin + start, line.begin + start + len(text))
    stones = number(text)
    if stones is None:
        writer.note_skipped(line, "names no handicap")
        return b"B"
    writer.set(b"HA", handicap)
    writer.handicap(stones, size, handicap)
    for column, row in _THREE_STONES if stones == 3 and size == 19 else ():
        writer.stone(b"B", column, row, handicap)
    return b"W" if stones > 1 else b"B"


def _write_move(fields: list[bytes], line: LocatedText, to_move: bytes, writer: SgfWriter) -> bytes:
    """Write a play or a pass; return the side to move after it."""
    if fields[0] == b"SKI":
        writer.move(to_move, -1, -1, line)
        return _OPPONENT[to_move]
    color = _COLORS.get(fields[3]) if len(fields) > 5 else None
    if color is None:
        writer.note_skipped(line, "names no known colour and point")
        return to_move
    column, row = number(fields[4]), number(fields[5])
    writer.move(color, -2 if column is None or column < 0 else column, -2 if row is None else row, line)
    return _OPPONENT[color]


def _remarks(native: bytes, begin: int, end: int) -> Remarks:
    """Return the remarks on the game by the number of moves before them; diagrams are passed over."""
    remarks: Remarks = {}
    for block in _REMARK.finditer(native, begin, end):
        values = dict(entries(native, *block.span()))
        if "REFEXPLAIN" in values and "REFGIBO" not in values:
            after = number(values["REFSUSUN"].text) if "REFSUSUN" in values else 0
            remarks.setdefault(max(after or 0, 0), []).append(values["REFEXPLAIN"])
    return remarks


def _write_remarks(remarks: Remarks, after: int, writer: SgfWriter) -> None:
    """Write the remarks on the moves up to one, and remove them."""
    written = [remark for move in sorted(remarks) if move <= after for remark in remarks[move]] if remarks else []
    for move in [move for move in remarks if move <= after]:
        del remarks[move]
    if written:
        writer.set(b"C", written[0], b"\n\n".join(remark.text for remark in written))
