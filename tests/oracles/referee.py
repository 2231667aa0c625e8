"""A second opinion: the rules of play once more, from the rule books, in plain Python with nothing of goanalyze.

A board is a tuple of colours, row by row: 0 empty, 1 Black, 2 White. `judged` referees a whole record move by move,
`objections` lists a rule book's reasons against a move, `BOOKS` the rule books. Ing's fighting and disturbing
kos are left out: no exact algorithm is published, and the program calls its own judgement of them approximate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

Board = tuple[int, ...]


@cache
def beside(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return for each point the points that a line joins it to."""
    points = [(row, column) for row in range(height) for column in range(width)]
    return tuple(
        tuple(n for n, (r, c) in enumerate(points) if abs(r - row) + abs(c - column) == 1) for row, column in points
    )


def chain_and_liberties(board: Board, point: int, near: Sequence[Sequence[int]]) -> tuple[set[int], set[int]]:
    """Return the chain at a point and its liberties."""
    chain, liberties, edge = {point}, set(), [point]
    while edge:
        for other in near[edge.pop()]:
            if board[other] == 0:
                liberties.add(other)
            elif board[other] == board[point] and other not in chain:
                chain.add(other)
                edge.append(other)
    return chain, liberties


def placed(board: Board, color: int, point: int, near: Sequence[Sequence[int]]) -> tuple[Board, int, int]:
    """Place a stone on any point, clear the enemy, then oneself: (board, enemy taken, own stones lost)."""
    after = list(board)
    after[point] = color
    taken = lost = 0
    for other in near[point]:
        if after[other] == 3 - color:
            chain, liberties = chain_and_liberties(tuple(after), other, near)
            if not liberties:
                taken += len(chain)
                for stone in chain:
                    after[stone] = 0
    chain, liberties = chain_and_liberties(tuple(after), point, near)
    if not liberties:
        lost = len(chain)
        for stone in chain:
            after[stone] = 0
    return tuple(after), taken, lost


def is_legal_position(board: Board, width: int, height: int) -> bool:
    """Return True if every stone's chain has a liberty."""
    near = beside(width, height)
    return all(not stone or chain_and_liberties(board, point, near)[1] for point, stone in enumerate(board))


def legal_positions(width: int, height: int) -> int:
    """Count the positions in which every chain has a liberty."""
    return sum(is_legal_position(board, width, height) for board in product((0, 1, 2), repeat=width * height))


class Move(NamedTuple):
    """A move of the record: a point, None for a pass; nothing comes of a point that the board does not have."""

    color: int
    point: int | None


class Edit(NamedTuple):
    """Points that the record sets to a colour, 0 to empty them, and the side to move by PL, 0 without it."""

    stones: Sequence[tuple[int, int]] = ()
    turn: int = 0


class Moment(NamedTuple):
    """A position in time: its maker (0 for none), True if by a play, the next player; True if the record set it up."""

    board: Board
    mover: int
    by_play: bool
    next: int
    set_up: bool = False


class Judgement(NamedTuple):
    """Effects of a move: stones taken, own stones lost; and violated rules of any book.

    Attributes:
        taken: enemy stones.
        lost: own stones.
        broken: repetition rules: ``basic``, ``psk``, ``ssk``, ``nz``, ``nssk``, and ``ssk since a pass``, which looks
            back no further than the first pass of the game.
        faults: ``off board``, ``occupied``, ``out of turn``, ``after a stop`` (a play, once there were two passes in
            succession), ``after a second stop`` (a play, once that happened twice), ``out of order`` (a play straight
            after two passes by the side that was not to move).
    """

    taken: int
    lost: int
    broken: frozenset[str]
    faults: frozenset[str]


def judged(width: int, height: int, record: Sequence[Move | Edit], handicap: int = 0) -> list[Judgement]:
    """Referee a record: carry out every move, legal or not, against history as it was.

    Black moves first, unless stones are set up, a handicap is named, or PL names the side to move. After an
    edit either side may move, unless PL names the side to move. A position that the record sets up counts as
    made by a play of the opponent of the side to move; the empty board of the start has no maker.
    """
    near = beside(width, height)
    board: Board = (0,) * (width * height)
    placing = moves_that_place_handicap(record, handicap, len(board))
    history: list[Moment] = []
    verdicts: list[Judgement] = []
    turn = said = first_pass = 0
    is_new, is_stopped, stops = True, False, 0
    waiting: set[int] = set()  # who has passed since the last play or stop
    for event in record:
        if isinstance(event, Edit):
            if event.stones:
                turn, is_new = said, True
                board = tuple({**dict(enumerate(board)), **dict(event.stones)}.values())
            if event.turn:
                turn = said = event.turn
            continue
        color, point = event
        if is_new:
            turn = turn or (_first_to_move(board, handicap) if not verdicts else 0)
            next_ = turn or color
            maker = 3 - next_ if verdicts or any(board) else 0
            history.append(Moment(board, maker, maker > 0, next_, set_up=True))
        faults: set[str] = set()
        if turn == 3 - color and len(verdicts) >= placing:
            if not is_stopped or said:
                faults.add("out of turn")
            elif point is not None:
                faults.add("out of order")
        if point is not None:
            faults.update(("after a stop", "after a second stop")[:stops])
        taken = lost = 0
        broken: frozenset[str] = frozenset()
        is_play = point is not None and 0 <= point < len(board)
        if point is None:
            first_pass = first_pass or len(history)
            waiting.add(color)
            is_stopped = len(waiting) == 2  # both sides must pass; the next move resumes the game, a pass as well
            if is_stopped:
                stops, waiting = stops + 1, set()
        else:
            is_stopped, waiting = False, set()
            if not is_play:
                faults.add("off board")
            else:
                if board[point]:
                    faults.add("occupied")
                board, taken, lost = placed(board, color, point, near)
                if len(verdicts) >= placing:
                    broken = frozenset(_broken(history, board, color, first_pass))
        history.append(Moment(board, color, is_play, 3 - color))
        verdicts.append(Judgement(taken, lost, broken, frozenset(faults)))
        turn, said, is_new = color if len(verdicts) < placing else 3 - color, 0, False
    return verdicts


def _first_to_move(board: Board, handicap: int) -> int:
    """Return the first side to move: Black, White if handicap stones are on the board, 0 if unknown."""
    if handicap >= 2:
        return 2 if board.count(1) >= handicap and not board.count(2) else 0
    return 0 if any(board) else 1


def handicap_read(record: Sequence[Move | Edit], handicap: int, points: int) -> int:
    """Return the handicap that a record begins with: HA, or the two to nine plays of Black before White's first move.

    They are on different points of an empty board, White moves once after them, and only a PL for White is in between.
    """
    run, index = [], 0
    while index < len(record) and isinstance(event := record[index], Edit) and not event.stones:
        index += 1
    while index < len(record) and isinstance(event := record[index], Move) and event.color == 1:
        run.append(event.point)
        index += 1
    rest = list(record[index:])
    if rest and isinstance(rest[0], Edit) and not rest[0].stones and rest[0].turn == 2:
        del rest[0]
    colors = [event.color if isinstance(event, Move) else 0 for event in rest[:2]]
    is_on_board = all(point is not None and 0 <= point < points for point in run)
    is_handicap = is_on_board and 2 <= len(set(run)) == len(run) <= 9 and colors[:1] == [2] and colors != [2, 2]
    return max(handicap, len(run)) if is_handicap else handicap


def moves_that_place_handicap(record: Sequence[Move | Edit], handicap: int, points: int) -> int:
    """Count Black's first plays in a row that are handicap stones: two or more, no stones set up before."""
    run = 0
    for event in record:
        if run == handicap:
            break
        if isinstance(event, Edit):
            if event.stones:
                return 0
        elif event.color == 1 and event.point is not None and 0 <= event.point < points:
            run += 1
        else:
            break
    return run if handicap >= 2 and run >= 2 else 0


def _broken(history: Sequence[Moment], board: Board, color: int, first_pass: int = 0) -> Iterator[str]:
    """Yield the repetition rules that a play breaks which makes this board.

    Sources: basic ko, Japanese rules 1989, art. 6; positional superko, Tromp–Taylor, rule 6; situational, AGA 1991,
    rule 6; New Zealand, by the player's own earlier moves, passes among them; natural situational, by own plays, BGA
    2009; forgotten at the first pass: Button Go, the button lifts the bans.
    """
    if len(history) >= 2 and history[-2].board == board and not history[-1].set_up:
        yield "basic"
    for number, then in enumerate(history):
        if then.board == board:
            yield "psk"
            if then.next == 3 - color:
                yield "ssk"
                if number >= first_pass:
                    yield "ssk since a pass"
            if then.mover == color:
                yield "nz"
                if then.by_play:
                    yield "nssk"


class Book(NamedTuple):
    """Requirements of a rule book for moves.

    Attributes:
        repetition: the rules that a play must not break, names as in `Judgement.broken`.
        suicide: ``forbidden``, ``several`` (of two stones and more is allowed) or ``any`` (of one, too).
        after_two_passes: ``nothing`` is played, play goes on ``in order``, or ``either`` side may go on.
        source: document and article.
        loses: True if an illegal move loses the game.
        ends: True if a second stop ends it.
    """

    repetition: tuple[str, ...]
    suicide: str
    after_two_passes: str
    source: str
    loses: bool = False
    ends: bool = False


BOOKS = {
    "basic": Book(("psk",), "any", "nothing", "Davies, rules 7–9"),
    "basic-played-out": Book(("psk",), "any", "nothing", "the same"),
    "tromp-taylor": Book(("psk",), "any", "nothing", "Tromp–Taylor, rules 6, 7 and 9"),
    "japanese": Book(("basic",), "forbidden", "either", "1989, art. 4, 6, 9.3 and 14", loses=True),
    "korean": Book(("basic",), "forbidden", "either", "2016, art. 5; resumed as in Japan", loses=True),
    "wagc": Book(("basic",), "forbidden", "either", "1979, after Japan's of 1949", loses=True),
    "chinese": Book(("basic",), "forbidden", "either", "2002, art. 5, 6 and 20.1; silent on who goes on"),
    "chinese-superko": Book(("psk",), "forbidden", "in order", "KGS and OGS"),
    "wmsg": Book(("psk",), "forbidden", "in order", "2008: resumed in the original order, once", ends=True),
    "aga": Book(("ssk",), "forbidden", "in order", "1991, rules 5, 6 and 10: the opponent of who passed last goes on"),
    "bga": Book(("nssk", "basic"), "forbidden", "in order", "2009, rule 5; resumed as under AGA rules"),
    "ffg": Book(("nssk", "basic"), "forbidden", "in order", "by own plays, the rest as AGA"),
    "ing": Book(("basic",), "several", "either", "SST 1996, without its ko rule; stones are verified by removal"),
    "ing-simplified": Book(("psk",), "any", "in order", "EGF: alternate moving is resumed, once", ends=True),
    "new-zealand": Book(
        ("nz",), "several", "either", "suicide of more than one stone; who goes on is for them to agree"
    ),
    "brainking": Book(("basic",), "forbidden", "either", "BrainKing.com, ko as it is meant; silent on who goes on"),
    "ancient-chinese": Book(("basic",), "forbidden", "either", "assumed, as later Chinese rules"),
    "button": Book(("ssk since a pass",), "forbidden", "in order", "Button Go on AGA rules"),
}


def objections(judgement: Judgement, book: Book) -> set[str]:
    """Return a rule book's objections to a move: faults, repetition rules broken, ``suicide``; empty if legal."""
    minded = {"off board", "occupied", "out of turn"}
    if book.after_two_passes == "nothing":
        minded.add("after a stop")
    elif book.after_two_passes == "in order":
        minded.add("out of order")
    if book.ends:
        minded.add("after a second stop")
    found = (judgement.faults & minded) | (judgement.broken & set(book.repetition))
    if judgement.lost and (book.suicide == "forbidden" or (judgement.lost == 1 and book.suicide == "several")):
        found |= {"suicide"}
    return found


def sequence_counts(width: int, height: int, depth: int, ko: str, suicide: str, after_passes: str = "end") -> list[int]:
    """Count the legal sequences of 1, 2 … `depth` moves from the empty board, Black first.

    Args:
        width: columns.
        height: rows.
        depth: longest sequence.
        ko: ``basic``, ``psk``, ``ssk``, ``nz``, ``nssk`` or ``none``.
        suicide: ``none``, or ``several``: chains of two or more only.
        after_passes: ``end``, nothing follows two passes in succession; ``plays``, plays do, a third pass does not.
    """
    near = beside(width, height)
    start = (Moment((0,) * (width * height), 0, False, 1),)
    lines: list[tuple[Moment, ...]] = [start]
    counts = []
    for ply in range(depth):
        color = 1 + ply % 2
        longer = []
        for line in lines:
            passes = 0 if len(line) < 3 else sum(not moment.by_play for moment in line[-2:])
            if passes < 2:
                longer.append((*line, Moment(line[-1].board, color, False, 3 - color)))
            elif after_passes == "end":
                continue
            for point, stone in enumerate(line[-1].board):
                if stone:
                    continue
                board, _, lost = placed(line[-1].board, color, point, near)
                if lost == 1 or (lost and suicide == "none") or ko in _broken(line, board, color):
                    continue
                longer.append((*line, Moment(board, color, True, 3 - color)))
        lines = longer
        counts.append(len(lines))
    return counts


def tromp_taylor_games(width: int, height: int) -> int:
    """Count the games in which either colour may play at any time and no position recurs: simple paths from empty."""
    near = beside(width, height)
    empty: Board = (0,) * (width * height)

    def count(board: Board, seen: frozenset[Board]) -> int:
        total = 1
        for point, color in product(range(len(board)), (1, 2)):
            if board[point] == 0:
                after = placed(board, color, point, near)[0]
                if after not in seen:
                    total += count(after, seen | {after})
        return total

    return count(empty, frozenset({empty}))
