"""The course of a game: whose turn it is, passes and stops, handicap moves, setup in mid-game, and what repeats what.

Each rule is stated as the rule books state it; what the flags mean is in `flags`. Definitions and their sources, with
P(i) the position after move i, m(i) who made it, t(i) who is to move next:

* basic ko: the play makes P(k − 1), the position before the opponent's last move (Japanese rules 1989, art. 6).
* PSK: the play makes any earlier P(i) (Tromp–Taylor, rule 6).
* SSK: some earlier P(i) with t(i) the side to move next (AGA Rules of Go 1991, rule 6).
* New Zealand: some earlier P(i) with m(i) the player; passes are moves (NZ rules).
* NSSK: some earlier P(i) that the same player created by a play (BGA Rules of Play 2009).

Every move is carried out, legal or not (SGF FF[4]), and enters history as it happened. A position that was set up, at
the start or in mid-game, existed: it enters history as the play of the opponent of who is to move, so that a ko may not
be taken back at once from it under any superko rule (rules article, on rule 8: the ko rule follows from every form of
superko). Where nothing says who is to move, it is who then moves. The empty board at the start is nobody's.

Black moves first (rules article, rule 6; AGA rules 1991, rule 2), unless PL, setup or HA ≥ 2 says otherwise.

No ruleset lives here: which flags make a move illegal, a ruleset's mask says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from goanalyze.core import flags as f
from goanalyze.core.bits import points_in
from goanalyze.core.chains import Chains
from goanalyze.core.course import Course
from goanalyze.core.events import Play, PlayedMove, Setup
from goanalyze.core.stones import Effect, Stones
from goanalyze.vocabulary.points import BLACK, OFF_BOARD, PASS, WHITE, opponent

_NONE: Final[frozenset[int]] = frozenset()

AnyStones = Stones | Chains
"""Stones that a history can be played on: readable ones, or fast ones."""


class _Moment(NamedTuple):
    """One position in time.

    Attributes:
        key: the position.
        number: of the move that made it; of the one before it where it was set up.
        mover: who made it; the opponent of who is to move where it was set up; nobody the empty board at the start.
        by_play: whether a play made it, or it was set up, which counts as one.
        next: who is to move.
        is_setup: whether it was set up, or is the start.
    """

    key: int
    number: int
    mover: int | None
    by_play: bool
    next: int
    is_setup: bool = False

    @property
    def kind(self) -> tuple[int | None, bool, int]:
        """What a rule of repetition may ask of it beside the position."""
        return self.mover, self.by_play, self.next


class History:
    """A game as it goes on.

    Args:
        stones: the board, as it is before the first event; it is the history's own from then on.
        handicap: HA of the record; 0 where absent.
        handicap_moves: Black's opening moves that stand for handicap stones.

    Attributes:
        stones: the board as it stands.
        moves: what happened, in order.
        handicap: as above.
        handicap_moves: as above.

    Example:
        >>> history = History(Chains(5, 5))
        >>> history.play(Play(BLACK, 0)).flags, history.turn == WHITE
        (0, True)
        >>> history.judge(WHITE, 0).flags & f.OCCUPIED > 0
        True
        >>> history.undo()
        >>> history.moves, history.turn == BLACK
        ([], True)
    """

    __slots__ = ("_course", "_earlier", "_moments", "_sizes", "_steps", "_stood",
                 "handicap", "handicap_moves", "moves", "stones")  # fmt: skip

    def __init__(self, stones: AnyStones, handicap: int = 0, handicap_moves: int = 0) -> None:
        self.stones, self.handicap, self.handicap_moves = stones, handicap, handicap_moves
        self.moves: list[PlayedMove] = []
        self._course = Course()
        self._steps: list[tuple[Course, int | None]] = []  # what was before each: the course, and before setup the key
        self._moments: list[_Moment] = []
        self._stood: dict[int, tuple[_Moment, ...]] = {}  # by key; of moments that a rule cannot tell apart the latest
        self._earlier: list[tuple[_Moment, ...]] = []  # what was there when each moment came
        self._sizes: dict[int, int] = {}  # number of stones -> how many moments have so many

    @property
    def turn(self) -> int | None:
        """Who is to move; None for either, as after a stop, and after setup that does not say."""
        if self.moves or self._course.turn is not None:
            return self._course.turn
        return _first_turn(self.stones, self.handicap)

    @property
    def prisoners(self) -> dict[int, int]:
        """Stones held by each colour, own suicides counted for the enemy."""
        _, black, white = self._course.prisoners
        return {BLACK: black, WHITE: white}

    @property
    def first_pass(self) -> int:
        """Number of the first pass, 0 if there is none."""
        return self._course.stops.first_pass

    @property
    def ended_at(self) -> int:
        """Number of the second of two passes in succession, 0 if there are none; see `course.Stops`."""
        return self._course.stops.ended_at

    @property
    def stops(self) -> int:
        """How often play stopped: two passes in succession each, one of each side."""
        return self._course.stops.times

    @property
    def second_stop(self) -> int:
        """Number of the pass that completes the second stop, 0 if there is none."""
        return self._course.stops.second

    @property
    def last_stop(self) -> int:
        """The same of the last."""
        return self._course.stops.last

    @property
    def is_stopped(self) -> bool:
        """True if the last move was the pass that stops play."""
        return bool(self.moves) and self._course.stops.last == len(self.moves)

    @property
    def setup_breaks(self) -> int:
        """Edits of the position after the first move."""
        return self._course.setup_breaks

    def judge(self, color: int, point: int, forced: bool = False) -> PlayedMove:
        """Return what a move would be; nothing is changed.

        Args:
            color: who moves.
            point: where, or PASS, or OFF_BOARD.
            forced: whether the record says KO[].
        """
        stones = self.stones
        found, standing = self._circumstances(color, point, forced), self._set_up(color)
        effect = stones.effect(color, point) if point >= 0 else Effect(_NONE, _NONE, stones.key)
        return self._told(color, point, found, standing, *effect)

    def play(self, play: Play) -> PlayedMove:
        """Carry out a move, legal or not; return what it is, as `judge` does."""
        color, point, stones, course = play.color, play.point, self.stones, self._course
        found, standing = self._circumstances(color, point, play.forced), self._set_up(color)
        captured, lost = stones.place(color, point) if point >= 0 else (_NONE, _NONE)
        key = stones.key
        move = self._told(color, point, found, standing, captured, lost, key)
        turn = color if move.number < self.handicap_moves else opponent(color)
        self._steps.append((course, None))
        if point == PASS:
            self._course = course.passed(turn, move.number, color)
        else:
            self._course = course.played(turn, color, len(captured), len(lost))
        self.moves.append(move)
        if standing:
            self._enter(standing)
        self._enter(_Moment(key, move.number, color, point >= 0, opponent(color)))
        return move

    def _circumstances(self, color: int, point: int, forced: bool) -> int:
        """Return the flags of a move that do not depend on what it does to the board."""
        course, number = self._course, len(self.moves) + 1
        turn = course.turn if number > 1 else self.turn
        found = f.FORCED if forced else 0
        if point < 0:
            found |= f.PASS_MOVE if point == PASS else f.OFF_BOARD_MOVE
        elif self.stones.colors[point]:
            found |= f.OCCUPIED
        if course.is_edited and number > 1:
            found |= f.SETUP_BEFORE
        if number <= self.handicap_moves:
            found |= f.HANDICAP_PLACEMENT
        elif turn is not None and turn != color:
            found |= f.OUT_OF_TURN
        if course.stops.ended_at and point != PASS:
            found |= f.AFTER_END
            if course.stops.times >= 2:
                found |= f.AFTER_SECOND_STOP
            is_resumption = course.passes_in_row >= 2 and turn is None and not course.is_edited
            if is_resumption and color == self.moves[-1].color:
                found |= f.RESUMED_OUT_OF_ORDER
        return found

    def _set_up(self, color: int) -> _Moment | None:
        """Return the moment before a move of a colour if the position was set up, or is the start.

        It enters history with the move: only then it is known who was to move where nothing says so.
        """
        if self.moves and not self._course.is_edited:
            return None
        key, to_move = self.stones.key, self.turn or color
        mover = opponent(to_move) if self.moves or key else None
        return _Moment(key, len(self.moves), mover, mover is not None, to_move, is_setup=True)

    def _told(
        self, color: int, point: int, found: int, standing: _Moment | None,
        captured: frozenset[int], lost: frozenset[int], key: int,
    ) -> PlayedMove:  # fmt: skip
        """Return what a move is by the flags of its circumstances, the moment set up before it, and what it does."""
        if lost:
            found |= f.SUICIDE_ONE if len(lost) == 1 else f.SUICIDE_SEVERAL
        number, same = len(self.moves) + 1, self._stood.get(key, ())
        if standing and standing.key == key:
            same = (*same, standing)
        if not same:
            return PlayedMove(number, color, point, found, captured, lost, -1, -1)
        repeats = -1
        if point >= 0 and number > self.handicap_moves:
            repeats = same[-1].number
            found |= _repetition(same, color)
            if not standing and self._moments[-2].key == key:
                found |= f.BASIC_KO
        situation = next((moment.number for moment in reversed(same) if moment.next != color), -1)
        return PlayedMove(number, color, point, found, captured, lost, repeats, situation)

    def setup(self, setup: Setup) -> None:
        """Edit the position, as SGF does between two moves."""
        self._steps.append((self._course, self.stones.key))
        self._course = self._course.edited(bool(setup.stones), setup.turn, bool(self.moves))
        self.stones.edit(setup.stones)

    def undo(self) -> None:
        """Take back the last `play` or `setup`.

        Raises:
            IndexError: there is none.
        """
        self._course, key = self._steps.pop()
        if key is not None:
            self.stones.undo(key)
            return
        move = self.moves.pop()
        self._leave()
        if move.point >= 0:
            self.stones.undo(self._moments[-1].key)
        if self._moments[-1].is_setup:
            self._leave()

    def _enter(self, moment: _Moment) -> None:
        key, sizes = moment.key, self._sizes
        earlier = self._stood.get(key, ())
        self._moments.append(moment)
        self._earlier.append(earlier)
        if earlier:
            kind = moment.kind
            self._stood[key] = (*[other for other in earlier if other.kind != kind], moment)
        else:
            self._stood[key] = (moment,)
        size = key.bit_count()
        sizes[size] = sizes.get(size, 0) + 1

    def _leave(self) -> None:
        key, earlier = self._moments.pop().key, self._earlier.pop()
        if earlier:
            self._stood[key] = earlier
        else:
            del self._stood[key]
        size = key.bit_count()
        if left := self._sizes.pop(size) - 1:
            self._sizes[size] = left

    def legal_points(self, color: int, mask: int) -> list[int]:
        """Return the points where a play of a colour has none of the flags of a mask: those that judging each leaves.

        All but a few points need no judging, since

        * who is to move, and whether the game has ended, is the same for all plays;
        * a play that removes nothing makes a position of one stone more, which none that stood equals unless it had as
          many stones;
        * suicide of one stone leaves the position as it is, whatever the point.

        Args:
            color: who plays.
            mask: the flags that make a play illegal.
        """
        if self._circumstances(color, OFF_BOARD, forced=False) & ~f.OFF_BOARD_MOVE & mask:
            return []
        stones = self.stones
        quiet, captures, alone, choking = stones.plays(color)
        again = self._standing_before(color, quiet)
        judged = again | captures | (0 if mask & f.SUICIDE_SEVERAL else choking)
        if not mask & f.OCCUPIED:
            judged |= sum(1 << point for point, there in enumerate(stones.colors) if there)
        found = quiet & ~again
        found |= sum(1 << point for point in points_in(judged) if not self.judge(color, point).flags & mask)
        if alone and not self.judge(color, points_in(alone)[0]).flags & mask:
            found |= alone
        return points_in(found)

    def _standing_before(self, color: int, quiet: int) -> int:
        """Return the points among some where a stone removes nothing that make a position that stood before."""
        stones, stood = self.stones, self._stood
        key, shift = stones.key, len(stones.colors) * (color - BLACK)
        if not self._sizes.get(key.bit_count() + 1):
            return 0
        return sum(1 << point for point in points_in(quiet) if key | 1 << point + shift in stood)

    def copy(self) -> Self:
        """Return the same game; neither knows of the other's moves."""
        made = object.__new__(type(self))
        made.stones, made.handicap, made.handicap_moves = self.stones.copy(), self.handicap, self.handicap_moves
        made.moves, made._course, made._steps = self.moves.copy(), self._course, self._steps.copy()
        made._moments, made._earlier = self._moments.copy(), self._earlier.copy()
        made._stood, made._sizes = self._stood.copy(), self._sizes.copy()
        return made


def _repetition(same: Iterable[_Moment], color: int) -> int:
    """Return the superko flags of a colour's play that makes the position of earlier moments."""
    found = 0
    for moment in same:
        found |= f.PSK
        if moment.next == opponent(color):
            found |= f.SSK
        if moment.mover == color:
            found |= f.NEW_ZEALAND
            if moment.by_play:
                found |= f.NSSK
    return found


def _first_turn(stones: AnyStones, handicap: int) -> int | None:
    """Return who moves first where no PL says so; None for either, as where a position is set up."""
    black, white = stones.count(BLACK), stones.count(WHITE)
    if handicap < 2 and black + white == 0:
        return BLACK
    return WHITE if handicap >= 2 and black >= handicap and not white else None
