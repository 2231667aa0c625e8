"""The history of a game: side to move, passes and stops, handicap moves, setup in mid-game, and repetitions.

Each rule is stated as the rule books state it; the flags are defined in `flags`. Definitions and their sources, with
P(i) the position after move i, m(i) its player, t(i) the side to move next:

* basic ko: the play creates P(k − 1), the position before the opponent's last move (Japanese rules 1989, art. 6).
* PSK: the play creates any earlier P(i) (Tromp–Taylor, rule 6).
* SSK: some earlier P(i) with t(i) the side to move next (AGA Rules of Go 1991, rule 6).
* New Zealand: some earlier P(i) with m(i) the player; passes are moves (NZ rules).
* NSSK: some earlier P(i) that the same player created by a play (BGA Rules of Play 2009).

Every move is executed, legal or not (SGF FF[4]), and enters history with its effect. A position that was set up, at the
start or in mid-game, existed: it enters history as a play of the opponent of the side to move, so that a ko may not be
recaptured at once from it under any superko rule (Wikipedia, *Rules of Go*, rule 8: the ko rule follows from every form
of superko). If the record does not name the side to move, it is the side that then moves. The empty board at the start
was created by neither side.

Black moves first (Wikipedia, *Rules of Go*, rule 6; AGA rules 1991, rule 2), unless PL, setup or HA ≥ 2 says otherwise.

Scope: no ruleset. The flags that make a move illegal are a ruleset's mask.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from goanalyze.core import flags as f
from goanalyze.core.bitsets import points_in
from goanalyze.core.chain_board import ChainBoard, Effect
from goanalyze.core.events import GameState, Play, PlayedMove, Setup
from goanalyze.core.handicap import HANDICAP
from goanalyze.points import BLACK, OFF_BOARD, PASS, WHITE, opponent

_NONE: Final[frozenset[int]] = frozenset()


class _PastPosition(NamedTuple):
    """A position at one time of the game.

    Attributes:
        key: Key of the position.
        number: Number of the move that created it; of the move before it if it was set up.
        mover: The player of that move; the opponent of the side to move if it was set up; None for an empty start.
        by_play: True if a play created it; setup counts as a play.
        next: The side to move next.
        is_setup: True if it was set up, or is the start.
    """

    key: int
    number: int
    mover: int | None
    by_play: bool
    next: int
    is_setup: bool = False

    @property
    def kind(self) -> tuple[int | None, bool, int]:
        """All that rules of repetition distinguish, apart from the position itself."""
        return self.mover, self.by_play, self.next


class History:
    """The history of a game in progress.

    Args:
        stones: The board before the first event; the history changes it from then on.
        handicap: HA of the record; 0 if it is missing.
        handicap_moves: Number of Black's opening moves that place handicap stones.

    Attributes:
        stones: The current board.
        moves: The moves with their effects, in order.
        handicap: HA of the record; 0 if it is missing.
        handicap_moves: Number of Black's opening moves that place handicap stones.
    """

    __slots__ = (
        "_earlier",
        "_past",
        "_past_by_key",
        "_sizes",
        "_state",
        "_steps",
        "handicap",
        "handicap_moves",
        "moves",
        "size",
        "stones",
    )

    def __init__(self, stones: ChainBoard, handicap: int = 0, handicap_moves: int = 0) -> None:
        self.stones, self.handicap, self.handicap_moves = stones, handicap, handicap_moves
        self.size = (stones.width, stones.height)
        self.moves: list[PlayedMove] = []
        self._state = GameState()
        self._steps: list[tuple[GameState, int | None]] = []  # state before each event, and key before each setup
        self._past: list[_PastPosition] = []
        self._past_by_key: dict[int, tuple[_PastPosition, ...]] = {}  # the latest of each kind
        self._earlier: list[tuple[_PastPosition, ...]] = []  # entry of `_past_by_key` before each past position
        self._sizes: dict[int, int] = {}  # number of stones -> number of past positions with that number

    @property
    def turn(self) -> int | None:
        """The side to move; None for either, as after a stop, and after setup without PL."""
        if self.moves or self._state.turn is not None:
            return self._state.turn
        return _first_turn(self.stones, self.handicap)

    @property
    def prisoners(self) -> dict[int, int]:
        """Number of prisoners by the color that holds them; suicides are the opponent's prisoners."""
        _, black, white = self._state.prisoners
        return {BLACK: black, WHITE: white}

    @property
    def first_pass(self) -> int:
        """Number of the first pass, 0 without a pass."""
        return self._state.stops.first_pass

    @property
    def ended_at(self) -> int:
        """Number of the second of two passes in succession, 0 without such passes, see `events.Stops`."""
        return self._state.stops.ended_at

    @property
    def stops(self) -> int:
        """Number of stops: two passes in succession each, one of each side."""
        return self._state.stops.times

    @property
    def second_stop(self) -> int:
        """Number of the pass that completes the second stop, 0 without a second stop."""
        return self._state.stops.second

    @property
    def last_stop(self) -> int:
        """Number of the pass that completes the last stop, 0 without a stop."""
        return self._state.stops.last

    @property
    def is_stopped(self) -> bool:
        """True if the last move was the pass that stops play."""
        return bool(self.moves) and self._state.stops.last == len(self.moves)

    @property
    def setup_breaks(self) -> int:
        """Number of edits of the position after the first move."""
        return self._state.setup_breaks

    def judge(self, color: int, point: int, forced: bool = False) -> PlayedMove:
        """Return a move with the effect that it would have, without a change of the game.

        Args:
            color: Color of the player.
            point: Index of the point, PASS or OFF_BOARD.
            forced: True if the node contains KO[].
        """
        stones = self.stones
        flags, start = self._context_flags(color, point, forced), self._setup_position(color)
        effect = stones.effect(color, point) if point >= 0 else Effect(_NONE, _NONE, stones.key)
        return self._with_repetition_flags(color, point, flags, start, *effect)

    def play(self, play: Play) -> PlayedMove:
        """Execute a move, legal or not, and return it as `judge` does."""
        color, point, stones, state = play.color, play.point, self.stones, self._state
        flags, start = self._context_flags(color, point, play.forced), self._setup_position(color)
        captured, lost = stones.place(color, point) if point >= 0 else (_NONE, _NONE)
        key = stones.key
        move = self._with_repetition_flags(color, point, flags, start, captured, lost, key)
        turn = color if move.number < self.handicap_moves else opponent(color)
        self._steps.append((state, None))
        if point == PASS:
            self._state = state.after_pass(turn, move.number, color)
        else:
            self._state = state.after_play(turn, color, len(captured), len(lost))
        self.moves.append(move)
        if start:
            self._enter(start)
        self._enter(_PastPosition(key, move.number, color, point >= 0, opponent(color)))
        return move

    def _context_flags(self, color: int, point: int, forced: bool) -> int:
        """Return the flags of a move that do not depend on its effect on the board."""
        state, number = self._state, len(self.moves) + 1
        turn = state.turn if number > 1 else self.turn
        flags = f.FORCED if forced else 0
        if point < 0:
            flags |= f.PASS_MOVE if point == PASS else f.OFF_BOARD_MOVE
        elif self.stones.colors[point]:
            flags |= f.OCCUPIED
        if state.is_edited and number > 1:
            flags |= f.SETUP_BEFORE
        if number <= self.handicap_moves:
            flags |= f.HANDICAP_PLACEMENT
        elif turn is not None and turn != color:
            flags |= f.OUT_OF_TURN
        if state.stops.ended_at and point != PASS:
            flags |= f.AFTER_END
            if state.stops.times >= 2:
                flags |= f.AFTER_SECOND_STOP
            is_resumption = state.passes_in_row >= 2 and turn is None and not state.is_edited
            if is_resumption and color == self.moves[-1].color:
                flags |= f.RESUMED_OUT_OF_ORDER
        return flags

    def _setup_position(self, color: int) -> _PastPosition | None:
        """Return the position before a move of a color if it was set up, or is the start.

        It enters history with the move, which is then the first sign of the side to move if the record names none.
        """
        if self.moves and not self._state.is_edited:
            return None
        key, to_move = self.stones.key, self.turn or color
        mover = opponent(to_move) if self.moves or key else None
        return _PastPosition(key, len(self.moves), mover, mover is not None, to_move, is_setup=True)

    def _with_repetition_flags(
        self,
        color: int,
        point: int,
        flags: int,
        start: _PastPosition | None,
        captured: frozenset[int],
        lost: frozenset[int],
        key: int,
    ) -> PlayedMove:
        """Return a move with all its flags, from the flags of its context, the position set up, and its effect."""
        if lost:
            flags |= f.SUICIDE_ONE if len(lost) == 1 else f.SUICIDE_SEVERAL
        number, same = len(self.moves) + 1, self._past_by_key.get(key, ())
        if start and start.key == key:
            same = (*same, start)
        if not same:
            return PlayedMove(number, color, point, flags, captured, lost, -1, -1, self.size)
        repeats = -1
        if point >= 0 and number > self.handicap_moves:
            repeats = same[-1].number
            flags |= _superko_flags(same, color)
            if not start and self._past[-2].key == key:
                flags |= f.BASIC_KO
        situation = next((past.number for past in reversed(same) if past.next != color), -1)
        return PlayedMove(number, color, point, flags, captured, lost, repeats, situation, self.size)

    def setup(self, setup: Setup) -> None:
        """Edit the position, as SGF does between two moves."""
        self._steps.append((self._state, self.stones.key))
        self._state = self._state.after_setup(bool(setup.stones), setup.turn, bool(self.moves))
        self.stones.edit(setup.stones)

    def undo(self) -> None:
        """Take back the last `play` or `setup`."""
        self._state, key = self._steps.pop()
        if key is not None:
            self.stones.undo(key)
            return
        move = self.moves.pop()
        self._leave()
        if move.point >= 0:
            self.stones.undo(self._past[-1].key)
        if self._past[-1].is_setup:
            self._leave()

    def _enter(self, past: _PastPosition) -> None:
        key, sizes = past.key, self._sizes
        earlier = self._past_by_key.get(key, ())
        self._past.append(past)
        self._earlier.append(earlier)
        if earlier:
            kind = past.kind
            self._past_by_key[key] = (*[other for other in earlier if other.kind != kind], past)
        else:
            self._past_by_key[key] = (past,)
        size = key.bit_count()
        sizes[size] = sizes.get(size, 0) + 1

    def _leave(self) -> None:
        key, earlier = self._past.pop().key, self._earlier.pop()
        if earlier:
            self._past_by_key[key] = earlier
        else:
            del self._past_by_key[key]
        size = key.bit_count()
        if remaining := self._sizes.pop(size) - 1:
            self._sizes[size] = remaining

    def legal_points(self, color: int, mask: int) -> list[int]:
        """Return the points where a play of a color has none of the flags of a mask.

        Few points must be judged one by one, since

        * the side to move, and the end of the game, are the same for all plays;
        * a play that removes nothing adds one stone, so it equals past positions with that number of stones only;
        * suicide of one stone leaves the position as it is, on any point.
        """
        if self._context_flags(color, OFF_BOARD, forced=False) & ~f.OFF_BOARD_MOVE & mask:
            return []
        stones = self.stones
        plain, captures, single_stone_suicides, multi_stone_suicides = stones.play_effects(color)
        repeating = self._repeating_points(color, plain)
        judged = repeating | captures | (0 if mask & f.SUICIDE_SEVERAL else multi_stone_suicides)
        if not mask & f.OCCUPIED:
            judged |= sum(1 << point for point, stone in enumerate(stones.colors) if stone)
        legal = plain & ~repeating
        legal |= sum(1 << point for point in points_in(judged) if not self.judge(color, point).flags & mask)
        if single_stone_suicides and not self.judge(color, points_in(single_stone_suicides)[0]).flags & mask:
            legal |= single_stone_suicides
        return points_in(legal)

    def _repeating_points(self, color: int, plain: int) -> int:
        """Return the points, among some where a stone removes nothing, where it recreates a past position."""
        stones, past_by_key = self.stones, self._past_by_key
        key, shift = stones.key, len(stones.colors) * (color - BLACK)
        if not self._sizes.get(key.bit_count() + 1):
            return 0
        return sum(1 << point for point in points_in(plain) if key | 1 << point + shift in past_by_key)

    def copy(self) -> Self:
        """Return an independent copy of the game."""
        copy = object.__new__(type(self))
        copy.stones, copy.handicap, copy.handicap_moves = self.stones.copy(), self.handicap, self.handicap_moves
        copy.size = self.size
        copy.moves, copy._state, copy._steps = self.moves.copy(), self._state, self._steps.copy()
        copy._past, copy._earlier = self._past.copy(), self._earlier.copy()
        copy._past_by_key, copy._sizes = self._past_by_key.copy(), self._sizes.copy()
        return copy


def _superko_flags(same: Iterable[_PastPosition], color: int) -> int:
    """Return the superko flags of a color's play that recreates a position with these past occurrences."""
    flags = 0
    for past in same:
        flags |= f.PSK
        if past.next == opponent(color):
            flags |= f.SSK
        if past.mover == color:
            flags |= f.NEW_ZEALAND
            if past.by_play:
                flags |= f.NSSK
    return flags


def _first_turn(stones: ChainBoard, handicap: int) -> int | None:
    """Return the side that moves first if no PL names it; None for either, as from a position that is set up."""
    black, white = stones.count(BLACK), stones.count(WHITE)
    if handicap < HANDICAP and black + white == 0:
        return BLACK
    return WHITE if handicap >= HANDICAP and black >= handicap and not white else None
