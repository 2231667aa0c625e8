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

No description of it was ever published. What is known, and from what:

- ``STO`` and its coordinates, ``INI`` and its handicap, names, ranks and dates: three files, one each from the Korean,
  the Chinese and the international server; every public converter agrees.
- ``GRLT``, the kind of result: 1 White by points, 7 Black on time, 255 none (those files, whose own text says the
  same); 0 Black by points, 3 and 4 Black and White by resignation, 8 White on time (converters: Sabaki, mirai,
  xyz2sgf). Any other number is not understood. ``ZIPSU`` is the margin in tenths of a point.
- ``GONGJE``, komi in tenths: 65 where the text says 6집반 (a file). Of ``DUM`` nobody knows who gives it to whom, as in
  ``3 Handicap : White Dum(5)``: where it is not 0, komi is kept as text and no number is read.
- ``SKI``, a pass: it names no colour; that of who did not move last is taken (A. Brouwer's and mirai's converters).
- Handicap stones stand on fixed points. Five: a file, whose 268 moves are legal with them. Three leave open the lower
  right corner: a file, whose first move is there. The others: converters.
- Ranks are coded as 17 for 1 kyu and 18 for 1 dan, 27 for the first of professionals (five players of the files, whose
  names have them in words; professionals from mirai).
- Time is ``GTIME`` as main time, seconds of a period, periods: a file whose text says 20 minutes, 30 seconds, 3 times.
- ``LINE``, the size of the board, and remarks behind the game in ``\RS … \RE``: mirai; no file has either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from goanalyze.sgf.formats.sheet import Sheet, Value, fixed_points, lines, number, quoted, trimmed
from goanalyze.sgf.values.result import parse_result
from goanalyze.vocabulary.numbers import decimal_text

SIGNS: Final = re.compile(
    rb"^[ \t]*(?:\\(?:HS|GS)\s|\\\[(?:GIBOKIND|GAME[A-Z]+)=|(?:STO|INI) 0 \d+ \d+ )", re.MULTILINE
)
_GAME: Final = re.compile(rb"^[ \t]*\\HS\b", re.MULTILINE)
_BODY: Final = re.compile(rb"^[ \t]*(?:\\GS\b|(?:INI|STO|SKI) )", re.MULTILINE)
_END: Final = re.compile(rb"^[ \t]*\\GE\b", re.MULTILINE)
_ENTRY: Final = re.compile(rb"\\\[([A-Z]+)=((?:(?!\\[\[\]]).)*+)\\\]", re.DOTALL)
_PART: Final = re.compile(rb"(?:^|,)\s*([A-Z]+):([^,]*)")
_TAG: Final = re.compile(rb"(?:^|,)\s*([A-Z])([^,]*)")
_WINNERS: Final = {0: b"B+", 1: b"W+", 3: b"B+R", 4: b"W+R", 7: b"B+T", 8: b"W+T"}
_BY_POINTS: Final = (0, 1)
_NO_RESULT: Final = 255
_COLORS: Final = {b"1": b"B", b"2": b"W"}
_OTHER: Final = {b"B": b"W", b"W": b"B"}
_RANKED: Final = re.compile(rb"(.*?)\s*\(([^()]*)\)", re.DOTALL)
_DATE: Final = re.compile(rb"\s*(\d{4})\s*[-:]\s*(\d{1,2})\s*[-:]\s*(\d{1,2})(?!\d)")
_TIME: Final = re.compile(rb"(\d{1,7})-(\d{1,7})-(\d{1,7})")
_MOVES: Final = (b"STO", b"SKI")
_MESSAGES: Final = (*_MOVES, b"INI", b"SUR", b"IDX", b"REM")
"""Those that are no moves: a player resigns (qGo); the last two, A. Brouwer's converter passes over."""
_REMARK: Final = re.compile(rb"\\RS\b(?:(?!\\R[SE]\b).)*+", re.DOTALL)
_THREE: Final = ((15, 3), (3, 15), (3, 3))

Header = Mapping[str, Value]
Remarks = dict[int, list[Value]]


def read(native: bytes, sheet: Sheet) -> None:
    """Write all games of a file."""
    begins = [found.start() for found in _GAME.finditer(native)]
    first = begins[0] if begins else len(native)
    if _BODY.search(native, 0, first) or _ENTRY.search(native, 0, first):
        begins.insert(0, 0)
    elif before := native[:first].removeprefix(b"\xef\xbb\xbf").strip():
        sheet.note("GO313", f"What stands before the game is passed over: {quoted(before)}.", native.index(before))
    for begin, end in zip(begins, [*begins[1:], len(native)], strict=True):
        _game(native, begin, end, sheet)


def _game(native: bytes, begin: int, end: int, sheet: Sheet) -> None:
    """Write one game."""
    found = _BODY.search(native, begin, end)
    middle = found.start() if found else end
    header = _header(native, begin, middle)
    if not header and not found:
        return
    sheet.open(begin)
    if not header:
        sheet.note("GO315", "The record has no header: who played is not known.", begin)
    size = header.get("LINE")
    sheet.set(b"SZ", size)
    _players(header, sheet)
    _occasion(header, sheet)
    _terms(header, sheet)
    _result(header, sheet)
    closing = _END.search(native, middle, end)
    remarks = _remarks(native, closing.end(), end) if closing else {}
    stop = closing.start() if closing else end
    _moves(native, middle, stop, (number(size.text) or 0) if size else 19, remarks, sheet)
    if closing is None:
        sheet.note("GO315", r"The record is cut off: its end, \GE, is missing.", end)
    elif (rest := native[closing.end() : end].strip(b"\0\t\n\f\v\r ")) and not rest.startswith(b"\\RS"):
        at = native.index(rest, closing.end())
        sheet.note("GO313", f"What stands behind the end of the game is passed over: {quoted(rest)}.", at)
    sheet.close(end)


def _header(native: bytes, begin: int, end: int) -> dict[str, Value]:
    """Return the values of a header by their names, those of its combined lines among them; the first of each."""
    values: dict[str, Value] = {}
    for entry in _ENTRY.finditer(native, begin, end):
        name = entry[1].decode()
        values.setdefault(name, trimmed(native, *entry.span(2)))
        inner = _TAG if name == "GAMETAG" else _PART if name.endswith(("INFO", "MAIN", "SUB")) else None
        for part in inner.finditer(entry[2]) if inner else ():
            at = entry.start(2)
            key = part[1].decode() if inner is _PART else f"tag {part[1].decode()}"
            values.setdefault(key, trimmed(native, at + part.start(2), at + part.end(2)))
    return {name: value for name, value in values.items() if value.text}


def _first(header: Header, *names: str) -> Value | None:
    return next((header[name] for name in names if name in header), None)


def _keyed(header: Header, *names: str) -> Value | None:
    """Return the first value there is, as a piece of the record that begins with its name."""
    name = next((name for name in names if name in header), "")
    value = header.get(name)
    return value and value._replace(begin=value.begin - (1 if name.startswith("tag ") else len(name) + 1))


def _players(header: Header, sheet: Sheet) -> None:
    """Write names and ranks: the rank stands in brackets behind the name, or is coded."""
    for color, name in ((b"B", "BLACK"), (b"W", "WHITE")):
        short = name[0]
        player = _first(header, f"GAME{name}NAME", f"GAME{name}NICK", f"{short}ID", f"{short}NICK")
        rank = _first(header, f"{short}LV")
        coded = _rank(number(rank.text)) if rank else None
        if player and (found := _RANKED.fullmatch(player.text)):
            at = player.begin
            player, rank = (Value(found[each], at + found.start(each), at + found.end(each)) for each in (1, 2))
            coded = rank.text
        sheet.set(b"P" + color, player)
        sheet.set(color + b"R", rank, coded)


def _rank(code: int | None) -> bytes | None:
    """Return a rank in words; None for a code that stands for none."""
    if code is None or not 0 <= code <= 35:
        return None
    if code < 18:
        return b"%dk" % (18 - code)
    return b"%dd" % (code - 17) if code < 27 else b"%dp" % (code - 26)


def _occasion(header: Header, sheet: Sheet) -> None:
    """Write when, where and as what the game was played, and what has no other place in SGF."""
    date = _first(header, "GDATE", "tag C", "GAMEDATE")
    found = _DATE.match(date.text) if date else None
    sheet.set(b"DT", date, b"%b-%02d-%02d" % (found[1], int(found[2]), int(found[3])) if found else None)
    sheet.set(b"EV", _first(header, "GAMENAME", "GNAME"))
    sheet.set(b"PC", _first(header, "GAMEPLACE", "GPLC"))
    said = [header[name] for name in ("GAMECONDITION", "GAMECOMMENT") if name in header]
    sheet.set(b"GC", said[0] if said else None, b"\n".join(each.text for each in said))


def _terms(header: Header, sheet: Sheet) -> None:
    """Write komi and times."""
    komi, dum = _first(header, "GONGJE", "GAMEGONGJE", "tag G"), _keyed(header, "DUM", "GAMEDUM", "tag D")
    points = number(komi.text) if komi else None
    if dum and number(dum.text) != 0:
        sheet.set(b"KM", dum, b"DUM " + dum.text)
    elif points is None:
        sheet.set(b"KM", komi)
    else:
        sheet.set(b"KM", komi, decimal_text(points / 10).encode())
    for time, main, seconds, periods in ((_first(header, "GTIME"), 1, 2, 3), (_first(header, "tag T"), 3, 1, 2)):
        if time and (parts := _TIME.fullmatch(time.text)):
            sheet.set(b"TM", time, parts[main])
            sheet.set(b"OT", time, b"%bx%b byo-yomi" % (parts[periods], parts[seconds]))
            break


def _result(header: Header, sheet: Sheet) -> None:
    """Write the result: as it is coded, or in words where the code is not understood."""
    kind, words = _keyed(header, "GRLT", "tag W"), header.get("GAMERESULT")
    margin = _first(header, "ZIPSU", "GAMEZIPSU", "tag Z")
    code = number(kind.text) if kind else None
    tenths = (number(margin.text) or 0) if margin else 0
    coded = _WINNERS.get(_NO_RESULT if code is None else code, b"")
    if code in _BY_POINTS:
        coded = coded + decimal_text(tenths / 10).encode() if tenths > 0 else b""
    if not coded:
        unknown = b"GRLT " + kind.text if kind and code != _NO_RESULT else b""
        sheet.set(b"RE", words or kind, None if words else unknown)
        return
    sheet.set(b"RE", words or kind, coded)
    if words is None:
        return
    said, meant = parse_result(words.text.decode(errors="replace")), parse_result(coded.decode())
    if said.winner and (said.winner, said.by, said.points) != (meant.winner, meant.by, meant.points):
        text = words.text.decode(errors="replace")
        sheet.note("GO316", f"The header says {text!r} in words and {coded.decode()} in its code; the code is read.",
                   words.begin)  # fmt: skip


def _moves(native: bytes, begin: int, end: int, size: int, remarks: Remarks, sheet: Sheet) -> None:
    """Write handicap and moves, and the remarks behind each."""
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
            sheet.note("GO313", f"The line {quoted(line.text)} is cut off and passed over.", line.begin)
            continue
        if kind not in _MESSAGES or len(fields) < 3:
            sheet.note("GO313", f"The line {quoted(line.text)} is not understood and passed over.", line.begin)
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
    if told and number(told.text) not in (None, last):
        said = f"The record says that its last message is number {told.text.decode()}; the last one in it is {last}."
        sheet.note("GO315", said, told.begin)


def _handicap(fields: list[bytes], line: Value, size: int, sheet: Sheet) -> bytes:
    """Write the handicap that the first message names; return who plays next."""
    told = Value(fields[3] if len(fields) > 3 else b"", line.begin, line.end)
    begin = line.begin + line.text.rfind(told.text, 0, len(line.text.partition(b"&")[0]))
    told = Value(told.text, begin, begin + len(told.text))
    stones = number(told.text)
    if stones is None:
        sheet.note("GO313", f"The line {quoted(line.text)} names no handicap.", line.begin)
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
        sheet.note("GO313", f"The line {quoted(line.text)} names no colour and point, and is passed over.", line.begin)
        return turn
    column, row = number(fields[4]), number(fields[5])
    sheet.move(color, -2 if column is None or column < 0 else column, -2 if row is None else row, line)
    return _OTHER[color]


def _remarks(native: bytes, begin: int, end: int) -> Remarks:
    """Return what was said of the game, by the number of moves after which it was said; diagrams are passed over."""
    found: Remarks = {}
    for block in _REMARK.finditer(native, begin, end):
        entries = {entry[1]: trimmed(native, *entry.span(2)) for entry in _ENTRY.finditer(native, *block.span())}
        if b"REFEXPLAIN" in entries and b"REFGIBO" not in entries:
            after = number(entries[b"REFSUSUN"].text) if b"REFSUSUN" in entries else 0
            found.setdefault(max(after or 0, 0), []).append(entries[b"REFEXPLAIN"])
    return found


def _remark(remarks: Remarks, after: int, sheet: Sheet) -> None:
    """Write what was said up to a move, and forget it."""
    said = [each for number_ in sorted(remarks) if number_ <= after for each in remarks[number_]] if remarks else []
    for number_ in [number_ for number_ in remarks if number_ <= after]:
        del remarks[number_]
    if said:
        sheet.set(b"C", said[0], b"\n\n".join(each.text for each in said))
