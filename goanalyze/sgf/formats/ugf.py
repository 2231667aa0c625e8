"""UGF and UGI, the records of Panda-Net (IGS) and its program Panda-Egg.

::

    [Header]
    Lang=SJIS                                      charset
    Title=2019,PANDA-NET,                          year or number, event, round
    Date=2019/03/08,22:09:00,2019/03/09,07:16:59   begin and end
    Rule=JPN
    Size=19
    Hdcp=0,6.50                                    handicap, komi
    Winner=B,7.50                                  by points; C by resignation
    CoordinateType=IGS
    PlayerB=Ito,7d,,mail                           name, rank
    PlayerW=Kim,8d,,
    [Data]
    QP,B1,1,0                                      column and row, colour and player, number, seconds
    YA,W1,2,0                                      a pass
    [Figure]
    .Text,1                                        remarks on move 1
    …
    .EndText
    [ReviewNode]                                   variations, and remarks on them: see `review`

No description of it was ever published. What is known, and from what:

- The keys above, moves and passes (``YA``), and that rows are counted from below where CoordinateType is IGS: two
  files, whose nodes of the review and dead stones, named in a remark, show it. That they are counted from above where
  it is JPN or missing, moves with the number 0 as stones set up, further signs of a pass (``YR``, ``YS``, ``Z…``),
  ``[Figure]``, teams, and winners other than B and W are from A. Brouwer's converter, who saw many more.
- ``C`` behind the winner is a win by resignation (中押し), ``F`` by forfeit, and ``T``, of which no file is known, is
  taken for one on time. ``N`` has no result, ``D`` is a draw, in ``O`` both lose, ``A`` is unfinished.
- Komi may be negative; it is written as it stands. The seconds of moves and ``Ptime`` are not read: what their fields
  mean is not known for certain.
- Of diagrams (``.Fig``) the remarks are read, and their moves are not: from where they start is not said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from goanalyze.sgf.formats.pieces import Value, lines, number
from goanalyze.sgf.formats.review import Move, read_review, write_game
from goanalyze.sgf.formats.sheet import Sheet

SIGNS: Final = re.compile(rb"^[ \t]*(?:\[Header\]\s|\[Data\]\s*[A-Z]{2},[BW]\d)", re.MULTILINE | re.IGNORECASE)
CHARSET: Final = re.compile(rb"^[ \t]*Lang=([\w-]{1,40})", re.MULTILINE | re.IGNORECASE)
_SECTION: Final = re.compile(rb"\[([A-Za-z]{3,20})\]")
_ENTRY: Final = re.compile(rb"([A-Za-z][A-Za-z0-9]*)\s*=\s*(.*)", re.DOTALL)
_DATE: Final = re.compile(rb"(\d{4})/(\d{1,2})/(\d{1,2})(?!\d)")
_RULES: Final = {b"JPN": b"Japanese", b"CHN": b"Chinese", b"CH": b"Chinese"}
_WON: Final = {b"C": b"R", b"F": b"F", b"T": b"T"}
_OTHERWISE: Final = {b"D": b"Draw", b"N": b"Void", b"O": b"both players lose", b"A": b"unfinished", b"E": b"?",
                     b"P": b"unfinished"}  # fmt: skip
_TEXT: Final = re.compile(rb"\.(?:Text|Fig),(-?\d{1,6})")
_FIELDS: Final = 5
_SIDES: Final = ((b"B", "b"), (b"W", "w"))


@dataclass(slots=True)
class _Game:
    """What was found of one game, before it is written.

    Attributes:
        header: values by their keys, in small letters.
        moves: lines of [Data].
        remarks: what was said, by the number of the move.
        review: lines of the review's sections, by the section.
        odd: lines that are not understood.
        is_marked: whether the moves stand behind [Data].
    """

    begin: int
    header: dict[str, Value] = field(default_factory=dict)
    moves: list[Value] = field(default_factory=list)
    remarks: dict[int, list[Value]] = field(default_factory=dict)
    review: dict[str, list[Value]] = field(default_factory=dict)
    odd: list[Value] = field(default_factory=list)
    is_marked: bool = True


def read(native: bytes, sheet: Sheet) -> None:
    """Write all games of a file."""
    game, section, figure = _Game(0), "", 0
    for line in lines(native, 3 * native.startswith(b"\xef\xbb\xbf")):
        if not line.text:
            continue
        if found := _SECTION.fullmatch(line.text):
            section = found[1].decode().lower()
            if section == "header" and (game.header or game.moves):
                _write(game, line.begin, sheet)
                game = _Game(line.begin)
        elif section in ("header", "") and _is_move(line.text):
            game.moves.append(line)
            game.is_marked = False
        elif section == "header":
            _entry(line, game)
        elif section == "data":
            game.moves.append(line)
        elif section == "figure":
            figure = _figure(line, figure, game)
        elif section.startswith("review"):
            game.review.setdefault(section, []).append(line)
        elif not section and not line.text.startswith(b"#"):
            game.odd.append(line)
    _write(game, len(native), sheet)


def _entry(line: Value, game: _Game) -> None:
    """Take down a line of the header."""
    found = _ENTRY.fullmatch(line.text)
    if found is None:
        game.odd.append(line)
    elif found[2]:
        at = line.begin + found.start(2)
        game.header.setdefault(found[1].decode().lower(), Value(found[2], at, at + len(found[2])))


def _figure(line: Value, figure: int, game: _Game) -> int:
    """Take down a line of [Figure]; return the number of the move that the next one is about."""
    if found := _TEXT.match(line.text):
        return int(found[1])
    if not line.text.startswith(b".") and not _is_move(line.text):
        game.remarks.setdefault(max(figure, 0), []).append(line)
    return figure


def _is_move(text: bytes) -> bool:
    return text[2:3] == b"," and text[3:4] in (b"B", b"W") and text[:2].isupper()


def _write(game: _Game, end: int, sheet: Sheet) -> None:
    """Write one game."""
    if not game.header and not game.moves:
        return
    header = game.header
    sheet.open(game.begin)
    if not header:
        sheet.note("GO315", "The record has no header: who played is not known.", game.begin)
    if not game.moves:
        sheet.note("GO315", "The record has no moves.", end)
    elif not game.is_marked:
        sheet.note("GO315", "The mark [Data] before the moves is missing.", game.moves[0].begin)
    for line in game.odd:
        sheet.skipped(line)
    sheet.set(b"SZ", header.get("size"))
    _occasion(header, sheet)
    _players(header, sheet)
    _terms(header, sheet)
    size = (number(header["size"].text) or 0) if "size" in header else 19
    from_below = "coordinatetype" in header and header["coordinatetype"].text.upper() == b"IGS"
    _moves(game, size, from_below, sheet)
    sheet.close(end)


def _fields(value: Value | None) -> list[Value]:
    """Return the fields of a value between its commas; beyond the last that mean anything, all the rest as one."""
    if value is None:
        return []
    found, begin = [], value.begin
    for text in value.text.split(b",", _FIELDS):
        inner = text.strip()
        at = begin + len(text) - len(text.lstrip())
        found.append(Value(inner, at, at + len(inner)))
        begin += len(text) + 1
    return found


def _occasion(header: Mapping[str, Value], sheet: Sheet) -> None:
    """Write when, where and as what the game was played, and who wrote it down."""
    date, title = header.get("date"), header.get("title")
    found = _DATE.match(date.text) if date else None
    empty = date is not None and not date.text.strip(b"/,: ")
    sheet.set(
        b"DT", date, b"" if empty else b"%b-%02d-%02d" % (found[1], int(found[2]), int(found[3])) if found else None
    )
    fields = _fields(title)
    if title:
        sheet.set(b"EV", title, b", ".join(each.text for each in fields[:2] if each.text))
        sheet.set(b"RO", fields[2] if len(fields) > 2 else None)
    for name, key in ((b"PC", "place"), (b"AP", "writer"), (b"CP", "copyright"), (b"AN", "commentator"),
                      (b"GC", "comment")):  # fmt: skip
        sheet.set(name, header.get(key))


def _players(header: Mapping[str, Value], sheet: Sheet) -> None:
    """Write names and ranks; of a team the names alone."""
    for color, key in _SIDES:
        team = [fields for name in (f"player{key}", f"{key}memb1", f"player{key}2", f"{key}memb2")
                if (fields := _fields(header.get(name)))]  # fmt: skip
        if team:
            sheet.set(b"P" + color, team[0][0], b" & ".join(fields[0].text for fields in team))
        if len(team) == 1 and len(team[0]) > 1:
            sheet.set(color + b"R", team[0][1])


def _terms(header: Mapping[str, Value], sheet: Sheet) -> None:
    """Write rules, handicap, komi and result."""
    rules = header.get("rule")
    sheet.set(b"RU", rules, rules and _RULES.get(rules.text.upper()))
    terms = _fields(header.get("hdcp"))
    sheet.set(b"HA", terms[0] if terms else None)
    sheet.set(b"KM", terms[1] if len(terms) == 2 else None)
    if len(terms) > 2:  # 0,50: a comma for the point
        sheet.set(b"KM", Value(b"", terms[1].begin, terms[-1].end), b",".join(each.text for each in terms[1:]))
    if winner := header.get("winner"):
        sheet.set(b"RE", winner, _result(winner.text))


def _result(text: bytes) -> bytes:
    """Return a result as FF[4] has it; what is not understood as it is."""
    who, _, how = text.partition(b",")
    how = how.strip()
    if who in _OTHERWISE:
        return _OTHERWISE[who]
    if who not in (b"B", b"W"):
        return b"Void" if who[:1] == b"N" else text
    margin = how.rstrip(b"0").removesuffix(b".") if b"." in how else how
    return who + b"+" + (_WON.get(how[:1].upper(), margin) if how else b"")


def _point(text: bytes, size: int, from_below: bool) -> tuple[int, int]:
    """Return column and row from the upper left, from 0; −1 for a pass, −2 for no point."""
    if text[:1] in (b"Y", b"Z"):
        return -1, -1
    if len(text) != 2 or not text.isalpha() or not text.isupper():
        return -2, -2
    column, row = text[0] - ord("A"), text[1] - ord("A")
    return column, size - 1 - row if from_below else row


def _moves(game: _Game, size: int, from_below: bool, sheet: Sheet) -> None:
    """Write stones that were set up, moves, and what was said of them."""
    played: list[Move] = []
    for line in game.moves:
        fields = [each.strip() for each in line.text.split(b",")]
        color = fields[1][:1] if len(fields) > 1 else b""
        if color not in (b"B", b"W"):
            sheet.skipped(line)
            continue
        if len(fields) < 3 or not fields[2]:
            sheet.skipped(line, "has no number")
            continue
        column, row = _point(fields[0], size, from_below)
        if fields[2] == b"0" and not played and column >= 0:
            sheet.stone(color, column, row, line)
        else:
            played.append(Move(color, column, row, line, fields[2]))
    branches = read_review(game.review, played, game.remarks, size, from_below, sheet)
    write_game(played, branches, game.remarks, sheet)
