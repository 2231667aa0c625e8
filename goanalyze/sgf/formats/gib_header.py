"""The header of a GIB record: players, occasion, terms and result.

No description of it was ever published. What is known, and from what (the files and converters are those of `gib`):

- ``GRLT``, the kind of result: 1 White by points, 7 Black on time, 255 none (those files, whose own text says the
  same); 0 Black by points, 3 and 4 Black and White by resignation, 8 White on time (converters: Sabaki, mirai,
  xyz2sgf). Any other number is not understood. ``ZIPSU`` is the margin in tenths of a point.
- ``GONGJE``, komi in tenths: 65 where the text says 6집반 (a file). Of ``DUM`` nobody knows who gives it to whom, as in
  ``3 Handicap : White Dum(5)``: where it is not 0, komi is kept as text and no number is read.
- Ranks are coded as 17 for 1 kyu and 18 for 1 dan, 27 for the first of professionals (five players of the files, whose
  names have them in words; professionals from mirai).
- Time is ``GTIME`` as main time, seconds of a period, periods: a file whose text says 20 minutes, 30 seconds, 3 times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from goanalyze.sgf.formats.pieces import Value, number, trimmed
from goanalyze.sgf.formats.sheet import Sheet
from goanalyze.sgf.values.ranks_dates import parse_rank
from goanalyze.sgf.values.result import parse_result
from goanalyze.vocabulary.numbers import decimal_text

_TEXT: Final = rb"[^\\]*+(?:\\(?![\[\]])[^\\]*+)*"  # up to the next \[ or \]
_ENTRY: Final = re.compile(rb"\\\[([A-Z]+)=(" + _TEXT + rb")\\\]")
_TORN: Final = re.compile(rb"\\\[" + _TEXT + rb"(?=\\\[|\Z)")
_PART: Final = re.compile(rb"(?:^|,)\s*([A-Z]+):([^,]*)")
_TAG: Final = re.compile(rb"(?:^|,)\s*([A-Z])([^,]*)")
_WINNERS: Final = {0: b"B+", 1: b"W+", 3: b"B+R", 4: b"W+R", 7: b"B+T", 8: b"W+T"}
_BY_POINTS: Final = (0, 1)
_NO_RESULT: Final = 255
_DATE: Final = re.compile(rb"\s*(\d{4})\s*[-:]\s*(\d{1,2})\s*[-:]\s*(\d{1,2})(?!\d)")
_TIME: Final = re.compile(rb"(\d{1,7})-(\d{1,7})-(\d{1,7})")

Header = Mapping[str, Value]
"""Values by their names; those of GAMETAG, of one letter, as ``tag W``."""


def entries(native: bytes, begin: int, end: int) -> Iterator[tuple[str, Value]]:
    r"""Yield names and values that are written as ``\[NAME=value\]``; a value may go over several lines."""
    for found in _ENTRY.finditer(native, begin, end):
        yield found[1].decode(), trimmed(native, *found.span(2))


def unclosed(native: bytes, begin: int, end: int) -> Iterator[Value]:
    """Yield entries without an end."""
    for found in _TORN.finditer(native, begin, end):
        yield Value(found[0], *found.span())


def read_header(native: bytes, begin: int, end: int) -> dict[str, Value]:
    """Return the values of a header by their names, those of its combined lines among them; the first of each."""
    values: dict[str, Value] = {}
    for name, entry in entries(native, begin, end):
        values.setdefault(name, entry)
        if name == "GAMETAG":
            inner, mark = _TAG, "tag "
        elif name.endswith(("INFO", "MAIN", "SUB")):
            inner, mark = _PART, ""
        else:
            continue
        for part in inner.finditer(entry.text):
            at, after = part.span(2)
            values.setdefault(mark + part[1].decode(), trimmed(native, entry.begin + at, entry.begin + after))
    return {name: value for name, value in values.items() if value.text}


def _first(header: Header, *names: str) -> Value | None:
    return next((header[name] for name in names if name in header), None)


def _keyed(header: Header, *names: str) -> Value | None:
    """Return the first value there is, as a piece of the record that begins with its name."""
    name = next((name for name in names if name in header), "")
    value = header.get(name)
    return value and value._replace(begin=value.begin - (1 if name.startswith("tag ") else len(name) + 1))


def write_header(header: Header, sheet: Sheet) -> None:
    """Write what the header says."""
    sheet.set(b"SZ", header.get("LINE"))
    _players(header, sheet)
    _occasion(header, sheet)
    _terms(header, sheet)
    _result(header, sheet)


def _players(header: Header, sheet: Sheet) -> None:
    """Write names and ranks: the rank stands in brackets behind the name, or is coded."""
    for color, name in ((b"B", "BLACK"), (b"W", "WHITE")):
        short = name[0]
        player = _first(header, f"GAME{name}NAME", f"GAME{name}NICK", f"{short}ID", f"{short}NICK")
        rank = _first(header, f"{short}LV")
        coded = _rank(number(rank.text)) if rank else None
        if player and player.text.endswith(b")") and (at := player.text.rfind(b"(")) > 0:
            told = Value(player.text[at + 1 : -1], player.begin + at + 1, player.end - 1)
            if parse_rank(told.text.decode(errors="replace")).number is not None:
                named = player.text[:at].rstrip()
                player, rank, coded = Value(named, player.begin, player.begin + len(named)), told, told.text
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
        told = f"The header says {{}} in words and {coded.decode()} in its code; the code is read."
        sheet.note("GO316", told, words.begin, words.text)
