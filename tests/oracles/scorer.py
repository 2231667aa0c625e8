"""The score of a whole record by each rule book, once more: points and winner.

Boards, captures and stops are the referee's, `oracles.referee`; seki and stones that must be added are those of
`oracles.territory`, living groups those of `oracles.count`. `SHEETS` is the counting of each rule book.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from oracles import count as groups_of
from oracles.referee import Board, Edit, Move, beside, moves_that_place_handicap, placed
from oracles.territory import territory

from goanalyze import PointKind, Position


class Sheet(NamedTuple):
    """Counting of a rule book.

    Attributes:
        counts: ``area``, ``territory`` or ``stones``.
        dead: the removed ones of the stones called dead: ``none``, ``all``, or those ``in territory``.
        stop: the meaning of stops. ``first``: the board at the first two passes counts, and without them none does;
            ``only``: the end of the record counts, unless a play follows two passes; ``second``: the board at the
            second stop counts, every stone alive, and without one the end of the record; ``fourth``: every stone is
            alive if four passes end it; ``agreed``: the end counts, dead stones as they are called.
        seki: True if eyes in seki count.
        pass_stones: True if a pass hands over a stone; White then makes the last pass, recorded or not.
        first_pass: points that Black loses if White passed first in the game.
        button: points for the first player to pass.
        handicap: points for White for each handicap stone, and how many stones are free.
        komi: its own, for even games and for games with handicap; None where it names none for small boards.
        ties: the winner of a tie.
    """

    counts: str = "area"
    dead: str = "all"
    stop: str = "agreed"
    seki: bool = True
    pass_stones: bool = False
    first_pass: float = 0
    button: float = 0
    handicap: tuple[int, int] = (0, 0)
    komi: tuple[float | None, float | None] = (0, 0)
    ties: str = "draw"


JAPANESE = Sheet("territory", "in territory", seki=False, komi=(6.5, 0.5))
AGA = Sheet(stop="fourth", handicap=(1, 1), komi=(7.5, 0.5))
SHEETS = {
    "basic": Sheet(dead="none", stop="first"),
    "basic-played-out": Sheet(stop="only"),
    "tromp-taylor": Sheet(dead="none", stop="first"),
    "japanese": JAPANESE,
    "korean": JAPANESE,
    "wagc": JAPANESE._replace(komi=(6.5, None)),
    "chinese": Sheet(handicap=(1, 0), komi=(7.5, 0)),
    "chinese-superko": Sheet(handicap=(1, 0), komi=(7.5, 0.5)),
    "wmsg": Sheet(stop="second", first_pass=1, komi=(6.5, None)),
    "aga": AGA,
    "bga": Sheet("territory", stop="fourth", pass_stones=True, komi=(None, None)),
    "ffg": AGA,
    "ing": Sheet(komi=(8, 0.5), ties="black"),
    "ing-simplified": Sheet(stop="second", komi=(8, 0.5)),
    "new-zealand": Sheet(komi=(7, 0)),
    "brainking": Sheet("territory", komi=(None, None)),
    "ancient-chinese": Sheet("stones", handicap=(1, 0)),
    "button": AGA._replace(button=0.5, komi=(7, 0)),
}
"""As the presets cite: Davies, rule 9; Japanese rules 1989, art. 8 and 10; WMSG 2008; AGA 1991, rules 4, 7, 10 and 12 …

BGA names a komi for 19 × 19, BrainKing for 19, 13 and 9 lines, so that the boards of the tests have none.
"""


class Moment(NamedTuple):
    """The board after a move, enemy stones that Black and White took until then, passes in succession, the last player.

    `stops` says how often until then a pass was answered by the opponent's, each in one stop only.
    """

    board: Board
    taken: tuple[int, int]
    run: int
    mover: int
    stops: int


class PlayedRecord(NamedTuple):
    """A record played out: its moments, passes of Black and White, the first to pass, and handicap stones."""

    moments: Sequence[Moment]
    passes: tuple[int, int]
    first_pass: int
    handicap: int


def play(width: int, height: int, record: Sequence[Move | Edit], handicap: int) -> PlayedRecord:
    """Play a record out and note the facts of scores; White's passes during Black's handicap do not count."""
    near, board = beside(width, height), (0,) * (width * height)
    moments: list[Moment] = []
    taken, passes, first_pass, set_up = [0, 0], [0, 0], 0, board
    between_passes, placing = _placed_between_passes(record, handicap, len(board))
    stops, asks = 0, 0  # who asks: a pass that no other answers yet
    for event in record:
        if isinstance(event, Edit):
            board = tuple({**dict(enumerate(board)), **dict(event.stones)}.values())
            if not moments:
                set_up = board
            continue
        color, point = event
        run = moments[-1].run if moments else 0
        if point is None:
            run += asks != color  # both sides must pass, not one of them twice
            stops, asks = (stops + 1, 0) if asks == 3 - color else (stops, color)
            if len(moments) >= placing:
                passes[color - 1] += 1
                first_pass = first_pass or color
        else:
            run = asks = 0
            if 0 <= point < len(board):
                board, theirs, own = placed(board, color, point, near)
                taken[color - 1] += theirs
                taken[2 - color] += own
        moments.append(Moment(board, (taken[0], taken[1]), run, color, stops))
    moments = moments or [Moment(board, (0, 0), 0, 0, 0)]
    moments.append(moments[-1]._replace(board=board))  # with the setup after the last move
    stones = moves_that_place_handicap(record, handicap, len(board)) or between_passes
    if handicap == 1:
        stones = 0 if set_up.count(1) and set_up.count(2) else 1  # with both colours it is a position
    elif handicap >= 2 and not stones:
        black = set_up.count(1)  # with both colours it is a position, with no more handicap stones than HA says
        stones = handicap if not black else min(black, handicap) if set_up.count(2) else black
    return PlayedRecord(moments, (passes[0], passes[1]), first_pass, stones)


def _placed_between_passes(record: Sequence[Move | Edit], handicap: int, points: int) -> tuple[int, int]:
    """Return Black's handicap stones if White passes between them (New Zealand), and the number of these moves.

    They are two stones or more, and no more than HA says. A pass before White's first play is one of the moves.
    """
    moves = [event for event in record if isinstance(event, Move)]
    first = next((number for number, event in enumerate(record) if isinstance(event, Move)), 0)
    set_up = any(color for event in record[:first] if isinstance(event, Edit) for _, color in event.stones)
    stones = passes = 0
    for color, point in moves:
        if stones == handicap or (color == 1) != (stones == passes):
            break
        if color == 1:
            if point is None or not 0 <= point < points:
                break
            stones += 1
        elif point is None:
            passes += 1
        else:
            break
    if stones < 2 or set_up or handicap < 2:
        return 0, 0
    follows = moves[stones + passes :][:1]
    is_play_of_white = bool(follows) and follows[0].color == 2 and follows[0].point is not None
    return stones, 2 * stones if passes == stones and is_play_of_white else 2 * stones - 1


class Score(NamedTuple):
    """Black − White and the winner; None where the rule book has no score for the record."""

    margin: float | None
    winner: str | None


def scores(
    size: tuple[int, int], record: Sequence[Move | Edit], handicap: int, dead: frozenset[int], sheet: Sheet, komi: float
) -> tuple[Score, Score]:
    """Score a record by a rule book, with the komi recorded and with the rule book's own.

    Args:
        size: columns and rows.
        record: moves and edits.
        handicap: as the record names it.
        dead: points of dead stones on the last board, whole chains.
        sheet: the counting of the rule book.
        komi: as recorded.
    """
    played = play(*size, record, handicap)
    margin = _before_komi(size, played, dead, sheet)
    own = sheet.komi[played.handicap >= 1]
    return _with_komi(margin, komi, sheet), _with_komi(margin, own, sheet)


def _with_komi(margin: float | None, komi: float | None, sheet: Sheet) -> Score:
    if margin is None or komi is None:
        return Score(None, None)
    margin -= komi
    return Score(margin, sheet.ties if margin == 0 else "black" if margin > 0 else "white")


def _before_komi(size: tuple[int, int], played: PlayedRecord, dead: frozenset[int], sheet: Sheet) -> float | None:
    """Return Black − White without komi; None without a score."""
    stops = [
        next(n for n, moment in enumerate(played.moments) if moment.stops == stop)
        for stop in range(1, played.moments[-1].stops + 1)
    ]
    at = played.moments[-1]
    if sheet.stop == "second" and len(stops) >= 2:
        at = played.moments[stops[1]]
    if sheet.stop == "first":
        if not stops:
            return None
        at = played.moments[stops[0]]
    if sheet.stop == "only" and stops and any(not moment.run for moment in played.moments[stops[0] :]):
        return None
    if (sheet.first_pass or sheet.button) and not played.first_pass:
        return None
    if sheet.pass_stones and at.run < 2:
        return None
    again = {"second": len(stops) >= 2, "fourth": at.run >= 4}
    if sheet.dead == "none" or again.get(sheet.stop):
        dead = frozenset()
    margin = _by(sheet, Position(*size, np.array(at.board, dtype=np.uint8)), dead, at, played)
    margin -= sheet.first_pass * (played.first_pass == 2) - sheet.button * (3 - 2 * played.first_pass)
    each, free = sheet.handicap
    return margin - (each * (played.handicap - free) if played.handicap >= 2 else 0)


def _by(sheet: Sheet, position: Position, dead: frozenset[int], at: Moment, played: PlayedRecord) -> float:
    """Count a board with these dead stones: area, territory with prisoners, or stones."""
    if not sheet.seki:
        counted = territory(position, dead, first=3 - at.mover if at.mover else 1)
        margin = counted.territory(1) - counted.territory(2)
        dead -= counted.points(PointKind.PUT_BACK) | counted.points(PointKind.STONE)  # not in the opponent's territory
    else:
        board = tuple(0 if point in dead else stone for point, stone in enumerate(at.board))
        margin = sum((owner == 1) - (owner == 2) for owner in _surrounded(board, position.width, position.height))
        if sheet.counts != "territory":
            margin += board.count(1) - board.count(2)
    if sheet.counts == "territory":
        margin += at.taken[0] - at.taken[1]
        margin += sum(2 * at.board[point] - 3 for point in dead)
    if sheet.pass_stones:
        white_owes = at.mover == 1  # White makes the last pass
        margin += played.passes[1] + white_owes - played.passes[0]
    if sheet.counts == "stones":
        counted = groups_of.count(position, dead)
        margin -= 2 * (counted.black.groups - counted.white.groups)
    return margin


def regions_of(board: Board, width: int, height: int, stones: frozenset[int]) -> frozenset[int]:
    """Return all stones of the same colour that some stones reach without passing one of the opponent (BrainKing)."""
    near, marked = beside(width, height), frozenset[int]()
    for stone in stones:
        reached, edge = {stone}, [stone]
        while edge:
            further = {other for other in near[edge.pop()] if board[other] in (0, board[stone])} - reached
            reached |= further
            edge += further
        marked |= {point for point in reached if board[point]}
    return marked


def _surrounded(board: Board, width: int, height: int) -> list[int]:
    """Return for each point the one colour that its empty region touches; 0 for stones and for dame."""
    near, owner, seen = beside(width, height), [0] * len(board), set()
    for start, stone in enumerate(board):
        if stone or start in seen:
            continue
        region, edge, touched = {start}, [start], set()
        while edge:
            for other in near[edge.pop()]:
                if board[other]:
                    touched.add(board[other])
                elif other not in region:
                    region.add(other)
                    edge.append(other)
        seen |= region
        if len(touched) == 1:
            (color,) = touched
            for point in region:
                owner[point] = color
    return owner
