"""The reference replay: a record played out move by move, each rule stated as the rule books state it.

The kernel is its fast twin, and must set the same flags on every game. Definitions and their sources, with P(i) the
position after move i, m(i) who made it, t(i) who is to move next:

* basic ko: the play makes P(k − 1), the position before the opponent's last move (Japanese rules 1989, art. 6).
* PSK: the play makes any earlier P(i) (Tromp–Taylor, rule 6).
* SSK: some earlier P(i) with t(i) the side to move next (AGA Rules of Go 1991, rule 6).
* New Zealand: some earlier P(i) with m(i) the player; passes are moves (NZ rules).
* NSSK: some earlier P(i) that the same player created by a play (BGA Rules of Play 2009).

Every recorded move is carried out, legal or not (SGF FF[4]), and enters history as it happened. A position that was set
up, at the start or in mid-game, existed: it enters history as the play of the opponent of who is to move, so that a ko
may not be taken back at once from it under any superko rule (rules article, on rule 8: the ko rule follows from every
form of superko). Where nothing says who is to move, it is who then moves. The empty board at the start is nobody's.

Black moves first (rules article, rule 6; AGA rules 1991, rule 2), unless PL, setup or HA ≥ 2 says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from goanalyze.board import flags as f
from goanalyze.board.position import Position
from goanalyze.board.stones import Stones
from goanalyze.vocabulary.limits import MAX_MOVES
from goanalyze.vocabulary.points import BLACK, OFF_BOARD, PASS, WHITE, opponent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_NO_PLACEMENT: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Play:
    """A move as recorded: colour; point, PASS or OFF_BOARD; whether the record says KO[]."""

    color: int
    point: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """An edit of the position: stones by point (0 empties it), and whose turn it then is, where the record says so."""

    stones: tuple[tuple[int, int], ...] = ()
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move as it happened. Numbers count plays and passes from 1; `repeats` and `situation` as in `chunk.Moves`."""

    number: int
    color: int
    point: int
    flags: int
    captured: frozenset[int]
    self_captured: frozenset[int]
    repeats: int
    situation: int


@dataclass(slots=True)
class _Entry:
    """One position in time: number of the move that made it, who made it, whether by a play, who is next.

    One that was set up counts as made by a play.
    """

    position: Position
    number: int
    mover: int | None
    by_play: bool
    next: int
    is_setup: bool = False


@dataclass(slots=True)
class PlayedGame:
    """A game played out.

    Attributes:
        moves: what happened, in order.
        board: the final position.
        prisoners: stones held by each colour, own suicides counted for the enemy.
        ended_at: number of the second of two passes in succession, 0 if there are none; one side that passes twice
            passes for itself alone (rules article, rule 9; Japanese rules 1989, art. 9.1).
        stops: how often play stopped: two passes in succession each, one of each side.
        second_stop: number of the pass that completes the second stop, 0 if there is none.
        last_stop: the same of the last.
        setup_breaks: edits of the position after the first move.
        handicap_moves: Black's opening moves that stand for handicap stones.
        dropped: moves beyond the limit, not carried out.
    """

    board: Stones
    moves: list[PlayedMove] = field(default_factory=list)
    prisoners: dict[int, int] = field(default_factory=lambda: {BLACK: 0, WHITE: 0})
    ended_at: int = 0
    stops: int = 0
    second_stop: int = 0
    last_stop: int = 0
    setup_breaks: int = 0
    handicap_moves: int = 0
    dropped: int = 0


def replay(width: int, height: int, events: Sequence[Play | Setup], handicap: int = 0) -> PlayedGame:
    """Play out a record on an empty board.

    Args:
        width: columns.
        height: rows.
        events: moves and setup in the order of the record.
        handicap: HA of the record; 0 where absent.

    Returns:
        The replay; its flags are facts, judged by no ruleset yet.

    Example:
        >>> game = replay(5, 5, [Play(BLACK, 0), Play(WHITE, 0)])
        >>> game.moves[1].flags & f.OCCUPIED > 0
        True
    """
    game = PlayedGame(Stones(Position.empty(width, height)))
    game.handicap_moves = _handicap_moves(events, handicap)
    history: list[_Entry] = []
    turn: int | None = None
    edited = False
    declared = False
    passes_in_row = 0
    unanswered = 0  # who passed last and waits for the opponent's pass
    for event in events:
        if isinstance(event, Setup):
            if event.stones and game.moves and not edited:
                turn = turn if declared else None
                game.setup_breaks += 1
            edited = edited or bool(event.stones)
            for point, color in event.stones:
                game.board.colors[point] = color
            turn, declared = event.turn or turn, declared or event.turn is not None
            continue
        number = len(game.moves) + 1
        if number > MAX_MOVES:
            game.dropped += 1
            continue
        found = f.FORCED if event.forced else 0
        if number == 1 or edited:
            if number > 1:
                found |= f.SETUP_BEFORE
            elif turn is None:
                turn = _first_turn(game.board, handicap)
            to_move = turn or event.color
            mover = None if number == 1 and not any(game.board.colors) else opponent(to_move)
            history.append(_Entry(game.board.position(), number - 1, mover, mover is not None, to_move, is_setup=True))
            edited = False
        if number <= game.handicap_moves:
            found |= f.HANDICAP_PLACEMENT
        elif turn is not None and turn != event.color:
            found |= f.OUT_OF_TURN
        if game.ended_at and event.point != PASS:
            found |= f.AFTER_END
            if game.stops >= 2:
                found |= f.AFTER_SECOND_STOP
            if passes_in_row >= 2 and turn is None and not found & f.SETUP_BEFORE and event.color == history[-1].mover:
                found |= f.RESUMED_OUT_OF_ORDER

        captured, self_captured = _NO_PLACEMENT, _NO_PLACEMENT
        if event.point == PASS:
            found |= f.PASS_MOVE
            passes_in_row += passes_in_row != 1 or unanswered != event.color  # both sides must pass
            if unanswered == opponent(event.color):
                game.stops += 1
                game.last_stop = number
                game.ended_at = game.ended_at or number
                if game.stops == 2:
                    game.second_stop = number
                unanswered = 0
            else:
                unanswered = event.color
        else:
            passes_in_row = unanswered = 0
            if event.point == OFF_BOARD:
                found |= f.OFF_BOARD_MOVE
            else:
                if game.board.colors[event.point]:
                    found |= f.OCCUPIED
                captured, self_captured = game.board.place(event.color, event.point)
                if self_captured:
                    found |= f.SUICIDE_ONE if len(self_captured) == 1 else f.SUICIDE_SEVERAL
        game.prisoners[event.color] += len(captured)
        game.prisoners[opponent(event.color)] += len(self_captured)

        after = _Entry(game.board.position(), number, event.color, event.point >= 0, opponent(event.color))
        same = [entry for entry in history if entry.position == after.position]
        repeats = -1
        if event.point >= 0 and number > game.handicap_moves:
            found |= _repetition(same, history, after)
            repeats = max((entry.number for entry in same), default=-1)
        situation = max((entry.number for entry in same if entry.next == after.next), default=-1)
        history.append(after)
        declared = False
        turn = event.color if number < game.handicap_moves else after.next
        if passes_in_row >= 2:
            turn = None  # who resumes a stopped game, rules differ on
        game.moves.append(
            PlayedMove(number, event.color, event.point, found, captured, self_captured, repeats, situation)
        )
    return game


def _repetition(same: Iterable[_Entry], history: Sequence[_Entry], after: _Entry) -> int:
    """Return the repetition flags of the play that makes `after`; `same` are the earlier equal positions."""
    found = 0
    for entry in same:
        found |= f.PSK
        if entry.next == after.next:
            found |= f.SSK
        if entry.mover == after.mover:
            found |= f.NEW_ZEALAND
            if entry.by_play:
                found |= f.NSSK
    if len(history) >= 2 and not history[-1].is_setup and history[-2].position == after.position:
        found |= f.BASIC_KO
    return found


def _first_turn(board: Stones, handicap: int) -> int | None:
    """Return who moves first where no PL says so; None for either, as where a position is set up."""
    black, white = board.count(BLACK), board.count(WHITE)
    if handicap < 2 and black + white == 0:
        return BLACK
    return WHITE if handicap >= 2 and black >= handicap and not white else None


def _handicap_moves(events: Iterable[Play | Setup], handicap: int) -> int:
    """Count Black's opening plays that stand for handicap stones: HA = n ≥ 2, nothing set up before the last."""
    run = 0
    for event in events:
        if run == handicap:
            break
        if isinstance(event, Setup):
            if event.stones:
                return 0
            continue
        if event.color != BLACK or event.point < 0:
            break
        run += 1
    return run if handicap >= 2 and run >= 2 else 0
