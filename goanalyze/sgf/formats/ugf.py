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

No description of it was ever published. Known facts and their sources:

- The keys above, moves and passes (``YA``), and that rows are counted from below if CoordinateType is IGS: two
  files, whose nodes of the review and dead stones, named in a remark, show it. That they are counted from above if
  it is JPN or missing, moves with the number 0 as stones set up, further signs of a pass (``YR``, ``YS``, ``Z…``),
  ``[Figure]``, teams, and winners other than B and W are from A. Brouwer's converter, who saw many more.
- ``C`` after the winner is a win by resignation (中押し), ``F`` by forfeit, and ``T``, of which no file is known, is
  taken for one on time. ``N`` has no result, ``D`` is a draw, in ``O`` both lose, ``A`` is unfinished.
- Komi may be negative; it is written as in the file. The seconds of moves and ``Ptime`` are not read: the meaning of
  their fields is not known for certain.
- Of diagrams (``.Fig``) the remarks are read. Their moves are not, since their starting position is not stated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from goanalyze.sgf.formats.review import ReviewMove, read_review, write_game
from goanalyze.sgf.formats.sgf_writer import LocatedText, SgfWriter, board_size, date_to_ff4, lines

SIGNS: Final = re.compile(rb"^[ \t]*(?:\[Header\]\s|\[Data\]\s*[A-Z]{2},[BW]\d)", re.MULTILINE | re.IGNORECASE)
CHARSET: Final = re.compile(rb"^[ \t]*Lang=([\w-]{1,40})", re.MULTILINE | re.IGNORECASE)
_SECTION: Final = re.compile(rb"\[([A-Za-z]{3,20})\]")
_ENTRY: Final = re.compile(rb"([A-Za-z][A-Za-z0-9]*)\s*=\s*(.*)", re.DOTALL)
_DATE: Final = re.compile(rb"(\d{4})/(\d{1,2})/(\d{1,2})(?!\d)")
_RULES: Final = {b"JPN": b"Japanese", b"CHN": b"Chinese", b"CH": b"Chinese"}
_MANNERS: Final = {b"C": b"R", b"F": b"F", b"T": b"T"}
_WITHOUT_WINNER: Final = {
    b"D": b"Draw",
    b"N": b"Void",
    b"O": b"both players lose",
    b"A": b"unfinished",
    b"E": b"?",
    b"P": b"unfinished",
}
_TEXT: Final = re.compile(rb"\.(?:Text|Fig),(-?\d{1,6})")
_FIELDS: Final = 5
_SIDES: Final = ((b"B", "b"), (b"W", "w"))

Header = Mapping[str, LocatedText]
"""Values by their keys, in lower case."""


@dataclass(slots=True)
class _Game:
    """One game as read, before it is written.

    Attributes:
        begin: offset of its first line.
        header: values by their keys, in lower case.
        moves: lines of [Data].
        remarks: remarks by the number of the move.
        review: lines of the review by section.
        odd: lines that are not understood.
        is_marked: True if [Data] precedes the moves.
    """

    begin: int
    header: dict[str, LocatedText] = field(default_factory=dict)
    moves: list[LocatedText] = field(default_factory=list)
    remarks: dict[int, list[LocatedText]] = field(default_factory=dict)
    review: dict[str, list[LocatedText]] = field(default_factory=dict)
    odd: list[LocatedText] = field(default_factory=list)
    is_marked: bool = True


def read(native: bytes, writer: SgfWriter) -> None:
    """Write all games of a file."""
    game, section, figure = _Game(0), "", 0
    for line in lines(native):
        if not line.text:
            continue
        if mark := _SECTION.fullmatch(line.text):
            section = mark[1].decode().lower()
            if section == "header" and (game.header or game.moves):
                _write_game(game, line.begin, writer)
                game = _Game(line.begin)
        elif section in ("header", "") and _is_move(line.text):
            game.moves.append(line)
            game.is_marked = False
        elif section == "header":
            _add_entry(line, game)
        elif section == "data":
            game.moves.append(line)
        elif section == "figure":
            figure = _add_remark(line, figure, game)
        elif section.startswith("review"):
            game.review.setdefault(section, []).append(line)
        elif not section and not line.text.startswith(b"#"):
            game.odd.append(line)
    _write_game(game, len(native), writer)


def _add_entry(line: LocatedText, game: _Game) -> None:
    entry = _ENTRY.fullmatch(line.text)
    if entry is None:
        game.odd.append(line)
    elif entry[2]:
        game.header.setdefault(entry[1].decode().lower(), line.part(entry.start(2)))


def _add_remark(line: LocatedText, figure: int, game: _Game) -> int:
    """Add a line of [Figure] to a game; return the number of the move that the next line is about."""
    if mark := _TEXT.match(line.text):
        return int(mark[1])
    if not line.text.startswith(b".") and not _is_move(line.text):
        game.remarks.setdefault(max(figure, 0), []).append(line)
    return figure


def _is_move(text: bytes) -> bool:
    return text[2:3] == b"," and text[3:4] in (b"B", b"W") and text[:2].isupper()


def _write_game(game: _Game, end: int, writer: SgfWriter) -> None:
    if not game.header and not game.moves:
        return
    header = game.header
    writer.open(game.begin)
    if not header:
        writer.note_missing_header(game.begin)
    if not game.moves:
        writer.note("GO315", "The record has no moves.", end)
    elif not game.is_marked:
        writer.note("GO315", "The mark [Data] before the moves is missing.", game.moves[0].begin)
    for line in game.odd:
        writer.note_skipped(line)
    writer.set(b"SZ", header.get("size"))
    _write_occasion(header, writer)
    _write_players(header, writer)
    _write_terms(header, writer)
    is_from_below = "coordinatetype" in header and header["coordinatetype"].text.upper() == b"IGS"
    _write_moves(game, board_size(header.get("size")), is_from_below, writer)
    writer.close(end)


def _fields(value: LocatedText | None) -> list[LocatedText]:
    """Return the fields of a value between its commas; all after the last known field as one."""
    if value is None:
        return []
    fields, start = [], 0
    for text in value.text.split(b",", _FIELDS):
        left = start + len(text) - len(text.lstrip())
        fields.append(value.part(left, left + len(text.strip())))
        start += len(text) + 1
    return fields


def _write_occasion(header: Header, writer: SgfWriter) -> None:
    """Write date, event, place, program and commentator."""
    date, title = header.get("date"), header.get("title")
    is_empty = date is not None and not date.text.strip(b"/,: ")
    writer.set(b"DT", date, b"" if is_empty else date_to_ff4(_DATE.match(date.text)) if date else None)
    fields = _fields(title)
    if title:
        writer.set(b"EV", title, b", ".join(part.text for part in fields[:2] if part.text))
        writer.set(b"RO", fields[2] if len(fields) > 2 else None)
    for name, key in (
        (b"PC", "place"),
        (b"AP", "writer"),
        (b"CP", "copyright"),
        (b"AN", "commentator"),
        (b"GC", "comment"),
    ):
        writer.set(name, header.get(key))


def _write_players(header: Header, writer: SgfWriter) -> None:
    """Write names and ranks; only the names of a team."""
    for color, key in _SIDES:
        team = [
            fields
            for name in (f"player{key}", f"{key}memb1", f"player{key}2", f"{key}memb2")
            if (fields := _fields(header.get(name)))
        ]
        if team:
            writer.set(b"P" + color, team[0][0], b" & ".join(fields[0].text for fields in team))
        if len(team) == 1 and len(team[0]) > 1:
            writer.set(color + b"R", team[0][1])


def _write_terms(header: Header, writer: SgfWriter) -> None:
    """Write rules, handicap, komi and result."""
    rules = header.get("rule")
    writer.set(b"RU", rules, rules and _RULES.get(rules.text.upper()))
    terms = _fields(header.get("hdcp"))
    writer.set(b"HA", terms[0] if terms else None)
    writer.set(b"KM", terms[1] if len(terms) == 2 else None)
    if len(terms) > 2:  # 0,50: a comma for the point
        komi = LocatedText(b",".join(part.text for part in terms[1:]), terms[1].begin, terms[-1].end)
        writer.set(b"KM", komi)
    if winner := header.get("winner"):
        writer.set(b"RE", winner, _result(winner.text))


def _result(text: bytes) -> bytes:
    """Return a result in FF[4]; one that is not understood as in the file."""
    winner, _, manner = text.partition(b",")
    manner = manner.strip()
    if winner in _WITHOUT_WINNER:
        return _WITHOUT_WINNER[winner]
    if winner not in (b"B", b"W"):
        return b"Void" if winner[:1] == b"N" else text
    margin = manner.rstrip(b"0").removesuffix(b".") if b"." in manner else manner
    return winner + b"+" + (_MANNERS.get(manner[:1].upper(), margin) if manner else b"")


def _point(text: bytes, size: int, is_from_below: bool) -> tuple[int, int]:
    """Return column and row from the upper left, from 0; −1 for a pass, −2 for an invalid point."""
    if text[:1] in (b"Y", b"Z"):
        return -1, -1
    if len(text) != 2 or not text.isalpha() or not text.isupper():
        return -2, -2
    column, row = text[0] - ord("A"), text[1] - ord("A")
    return column, size - 1 - row if is_from_below else row


def _write_moves(game: _Game, size: int, is_from_below: bool, writer: SgfWriter) -> None:
    """Write the setup, the moves and all remarks and variations."""
    moves: list[ReviewMove] = []
    for line in game.moves:
        fields = [part.strip() for part in line.text.split(b",")]
        color = fields[1][:1] if len(fields) > 1 else b""
        if color not in (b"B", b"W"):
            writer.note_skipped(line)
            continue
        if len(fields) < 3 or not fields[2]:
            writer.note_skipped(line, "has no number")
            continue
        column, row = _point(fields[0], size, is_from_below)
        if fields[2] == b"0" and not moves and column >= 0:
            writer.stone(color, column, row, line)
        else:
            moves.append(ReviewMove(color, column, row, line, fields[2]))
    branches = read_review(game.review, moves, game.remarks, size, is_from_below, writer)
    write_game(moves, branches, game.remarks, writer)
