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

No description of it was ever published. Known facts and their sources, of the moves:

- ``STO`` and its coordinates, ``INI`` and its handicap, names, ranks and dates: three files, one each from the Korean,
  the Chinese and the international server; every public converter agrees.
- ``SKI``, a pass: it names no colour; that of the opponent of the last player is taken (A. Brouwer's and mirai's
  converters).
- Handicap stones are on fixed points. Five: a file, whose 268 moves are legal with them. Three leave open the lower
  right corner: a file, whose first move is there. The others: converters.
- ``LINE``, the size of the board, and remarks behind the game in ``\RS … \RE``: mirai; no file has either.

Of the header, which has players, occasion, terms and result:

- ``GRLT``, the kind of result: 1 White by points, 7 Black on time, 255 none (those files, whose own text says the
  same); 0 Black by points, 3 and 4 Black and White by resignation, 8 White on time (converters: Sabaki, mirai,
  xyz2sgf). Any other number is not understood. ``ZIPSU`` is the margin in tenths of a point.
- ``GONGJE``, komi in tenths: 65 for the text 6집반 (a file). The giver and the receiver of ``DUM`` are unknown, as in
  ``3 Handicap : White Dum(5)``: if it is not 0, komi is kept as text and no number is read.
- Ranks are coded as 17 for 1 kyu and 18 for 1 dan, 27 for the first of professionals (five players of the files, whose
  names have them in words; professionals from mirai).
- Time is ``GTIME`` as main time, seconds of a period, periods: a file whose text says 20 minutes, 30 seconds, 3 times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from goanalyze.sgf.formats.sgf_writer import (
    BYTE_ORDER_MARK,
    LocatedText,
    SgfWriter,
    board_size,
    date_to_ff4,
    lines,
    number,
    trim,
)
from goanalyze.sgf.values.ranks_dates import parse_rank
from goanalyze.sgf.values.result import parse_result
from goanalyze.util.numbers import decimal_text

_TEXT: Final = rb"[^\\]*+(?:\\(?![\[\]])[^\\]*+)*"  # up to the next \[ or \]
_ENTRY: Final = re.compile(rb"\\\[([A-Z]+)=(" + _TEXT + rb")\\\]")
_UNCLOSED: Final = re.compile(rb"\\\[" + _TEXT + rb"(?=\\\[|\Z)")
_PART: Final = re.compile(rb"(?:^|,)\s*([A-Z]+):([^,]*)")
_TAG: Final = re.compile(rb"(?:^|,)\s*([A-Z])([^,]*)")
_WINS: Final = {0: b"B+", 1: b"W+", 3: b"B+R", 4: b"W+R", 7: b"B+T", 8: b"W+T"}
_BY_POINTS: Final = (0, 1)
_NO_RESULT: Final = 255
_DATE: Final = re.compile(rb"\s*(\d{4})\s*[-:]\s*(\d{1,2})\s*[-:]\s*(\d{1,2})(?!\d)")
_TIME: Final = re.compile(rb"(\d{1,7})-(\d{1,7})-(\d{1,7})")

Header = Mapping[str, LocatedText]
"""Values by their names; those of GAMETAG, of one letter, as ``tag W``."""


def entries(native: bytes, begin: int, end: int) -> Iterator[tuple[str, LocatedText]]:
    r"""Yield names and values that are written as ``\[NAME=value\]``; a value may have several lines."""
    for entry in _ENTRY.finditer(native, begin, end):
        yield entry[1].decode(), trim(native, *entry.span(2))


def unclosed(native: bytes, begin: int, end: int) -> Iterator[LocatedText]:
    """Yield entries without an end."""
    for entry in _UNCLOSED.finditer(native, begin, end):
        yield LocatedText(entry[0], *entry.span())


def read_header(native: bytes, begin: int, end: int) -> dict[str, LocatedText]:
    """Return the first value of each name of a header, names in its combined lines included."""
    values: dict[str, LocatedText] = {}
    for name, entry in entries(native, begin, end):
        values.setdefault(name, entry)
        if name == "GAMETAG":
            inner, prefix = _TAG, "tag "
        elif name.endswith(("INFO", "MAIN", "SUB")):
            inner, prefix = _PART, ""
        else:
            continue
        for part in inner.finditer(entry.text):
            start, stop = part.span(2)
            values.setdefault(prefix + part[1].decode(), trim(native, entry.begin + start, entry.begin + stop))
    return {name: value for name, value in values.items() if value.text}


def _first(header: Header, *names: str) -> LocatedText | None:
    return next((header[name] for name in names if name in header), None)


def _first_with_name(header: Header, *names: str) -> LocatedText | None:
    """Return the first value that is present, as a piece of the record that begins with its name."""
    name = next((name for name in names if name in header), "")
    value = header.get(name)
    return value and value._replace(begin=value.begin - (1 if name.startswith("tag ") else len(name) + 1))


def write_header(header: Header, writer: SgfWriter) -> None:
    """Write the properties of a header."""
    writer.set(b"SZ", header.get("LINE"))
    _write_players(header, writer)
    _write_occasion(header, writer)
    _write_terms(header, writer)
    _write_result(header, writer)


def _write_players(header: Header, writer: SgfWriter) -> None:
    """Write names and ranks: the rank is in brackets after the name, or is coded."""
    for color, name in ((b"B", "BLACK"), (b"W", "WHITE")):
        short = name[0]
        player = _first(header, f"GAME{name}NAME", f"GAME{name}NICK", f"{short}ID", f"{short}NICK")
        rank = _first(header, f"{short}LV")
        rank_text = _rank(number(rank.text)) if rank else None
        if player and player.text.endswith(b")") and (bracket := player.text.rfind(b"(")) > 0:
            in_brackets = player.part(bracket + 1, -1)
            if parse_rank(in_brackets.text.decode(errors="replace")).number is not None:
                player = player.part(0, len(player.text[:bracket].rstrip()))
                rank, rank_text = in_brackets, in_brackets.text
        writer.set(b"P" + color, player)
        writer.set(color + b"R", rank, rank_text)


def _rank(code: int | None) -> bytes | None:
    if code is None or not 0 <= code <= 35:
        return None
    if code < 18:
        return b"%dk" % (18 - code)
    return b"%dd" % (code - 17) if code < 27 else b"%dp" % (code - 26)


def _write_occasion(header: Header, writer: SgfWriter) -> None:
    """Write date, place and event of the game, and remarks without another property in SGF."""
    date = _first(header, "GDATE", "tag C", "GAMEDATE")
    writer.set(b"DT", date, date_to_ff4(_DATE.match(date.text)) if date else None)
    writer.set(b"EV", _first(header, "GAMENAME", "GNAME"))
    writer.set(b"PC", _first(header, "GAMEPLACE", "GPLC"))
    remarks = [header[name] for name in ("GAMECONDITION", "GAMECOMMENT") if name in header]
    writer.set(b"GC", remarks[0] if remarks else None, b"\n".join(remark.text for remark in remarks))


def _write_terms(header: Header, writer: SgfWriter) -> None:
    """Write komi and times."""
    komi = _first(header, "GONGJE", "GAMEGONGJE", "tag G")
    dum = _first_with_name(header, "DUM", "GAMEDUM", "tag D")
    tenths = number(komi.text) if komi else None
    if dum and number(dum.text) != 0:
        writer.set(b"KM", dum, b"DUM " + dum.text)
    elif tenths is None:
        writer.set(b"KM", komi)
    else:
        writer.set(b"KM", komi, decimal_text(tenths / 10).encode())
    for time, main, seconds, periods in ((_first(header, "GTIME"), 1, 2, 3), (_first(header, "tag T"), 3, 1, 2)):
        if time and (parts := _TIME.fullmatch(time.text)):
            writer.set(b"TM", time, parts[main])
            writer.set(b"OT", time, b"%bx%b byo-yomi" % (parts[periods], parts[seconds]))
            break


def _write_result(header: Header, writer: SgfWriter) -> None:
    """Write the result as it is coded, or in words if the code is not understood."""
    kind, words = _first_with_name(header, "GRLT", "tag W"), header.get("GAMERESULT")
    margin = _first(header, "ZIPSU", "GAMEZIPSU", "tag Z")
    code = number(kind.text) if kind else None
    tenths = (number(margin.text) or 0) if margin else 0
    result = _WINS.get(_NO_RESULT if code is None else code, b"")
    if code in _BY_POINTS:
        result = result + decimal_text(tenths / 10).encode() if tenths > 0 else b""
    if not result:
        unknown = b"GRLT " + kind.text if kind and code != _NO_RESULT else b""
        writer.set(b"RE", words or kind, None if words else unknown)
        return
    writer.set(b"RE", words or kind, result)
    if words is None:
        return
    in_words, coded = parse_result(words.text.decode(errors="replace")), parse_result(result.decode())
    if in_words.winner and (in_words.winner, in_words.by, in_words.points) != (coded.winner, coded.by, coded.points):
        message = f"The header says {{}} in words and {result.decode()} in its code; the code is read."
        writer.note("GO316", message, words.begin, words.text)


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
