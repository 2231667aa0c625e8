"""The header of a GIB record: players, occasion, terms and result.

No description of it was ever published. Known facts and their sources (the files and converters are those of `gib`):

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
from typing import Final

from goanalyze.sgf.formats.fields import LocatedText, date_to_ff4, number, trim
from goanalyze.sgf.formats.sgf_writer import SgfWriter
from goanalyze.sgf.values.ranks_dates import parse_rank
from goanalyze.sgf.values.result import parse_result
from goanalyze.vocabulary.numbers import decimal_text

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
    """Return a rank from its code; None for an unknown code."""
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
