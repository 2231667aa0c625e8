"""Events of a game, and its state between two of them: moves and setup, side to move, passes, stops and prisoners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from goanalyze.points import BLACK, color_name, opponent, to_gtp


@dataclass(frozen=True, slots=True)
class Play:
    """A move as recorded.

    Attributes:
        color: `BLACK` or `WHITE`.
        point: Index of the point, PASS or OFF_BOARD.
        forced: True if the node contains KO[].

    Example:
        >>> import goanalyze as ga
        >>> ga.loads("(;SZ[9];B[ee])").replay().events[-1]
        Play(color=1, point=40, forced=False)
    """

    color: int
    point: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """An edit of the position.

    Attributes:
        stones: Points and their new colors, 0 for empty, in order.
        turn: The side to move that PL names, None without PL.

    Example:
        >>> import goanalyze as ga
        >>> ga.loads("(;SZ[9]AB[aa]PL[W])").replay().events
        [Setup(stones=((0, 1),), turn=None), Setup(stones=(), turn=2)]
    """

    stones: tuple[tuple[int, int], ...] = ()
    turn: int | None = None


class PlayedMove(NamedTuple):
    """A move with its effect.

    Attributes:
        number: Number of the move, from 1; passes count.
        color: Color of the player.
        point: Index of the point, PASS or OFF_BOARD.
        flags: Facts about the move, bits of `goanalyze.core.flags`.
        captured: Points of the opponent's stones that it removed.
        self_captured: Points of the player's own stones that it removed.
        repeats_move: Number of the latest earlier move with this position, 0 for the start, -1 for none; of plays only.
        repeats_situation: Number of the latest earlier move with this position and the same side to move next, 0 for
            the start, -1 for none; of plays and passes.
        size: Columns and rows of the board.

    Example:
        >>> import goanalyze as ga
        >>> move = ga.Board.from_rows(["OX.", ".OX", "..."]).play("A2", "black")
        >>> move
        <PlayedMove 1: black A2, captures A3>
        >>> move.point, move.name, sorted(move.captured), move.captured_names
        (3, 'A2', [0], ['A3'])
        >>> move.to_dict()["color"], move.to_dict()["captured"]
        ('black', ['A3'])
    """

    number: int
    color: int
    point: int
    flags: int
    captured: frozenset[int]
    self_captured: frozenset[int]
    repeats_move: int
    repeats_situation: int
    size: tuple[int, int]

    @property
    def name(self) -> str:
        """The GTP name of the point; ``pass`` for a pass."""
        return to_gtp(self.point, *self.size)

    @property
    def captured_names(self) -> list[str]:
        """The GTP names of the opponent's stones that it removed, row by row from the upper left."""
        return [to_gtp(point, *self.size) for point in sorted(self.captured)]

    def to_dict(self) -> dict[str, str | int | list[str] | None]:
        """Return the move as a dictionary for JSON, with colours in words and points in GTP."""
        lost = [to_gtp(point, *self.size) for point in sorted(self.self_captured)]
        return {
            "number": self.number,
            "color": color_name(self.color),
            "point": self.name,
            "captured": self.captured_names,
            "self_captured": lost,
            "repeats_move": self.repeats_move if self.repeats_move >= 0 else None,
        }

    def __repr__(self) -> str:
        captured = f", captures {' '.join(self.captured_names)}" if self.captured else ""
        return f"<PlayedMove {self.number}: {color_name(self.color)} {self.name}{captured}>"


class Stops(NamedTuple):
    """Numbers of the passes that matter to the end of a game, 0 for none.

    Attributes:
        first_pass: The first pass.
        ended_at: The second of two passes in succession, one of each side.
        times: Number of stops: two passes in succession each, one of each side.
        second: The pass that completes the second stop.
        last: The pass that completes the last stop.

    Rule: Wikipedia, *Rules of Go*, rule 9; Japanese rules 1989, art. 9.1.
    """

    first_pass: int = 0
    ended_at: int = 0
    times: int = 0
    second: int = 0
    last: int = 0

    def after_pass(self, number: int, is_stop: bool) -> Stops:
        """Return the stops after a pass.

        Args:
            number: Number of the pass.
            is_stop: True if it completes a stop.
        """
        first = self.first_pass or number
        if not is_stop:
            return self._replace(first_pass=first)
        times = self.times + 1
        return Stops(first, self.ended_at or number, times, number if times == 2 else self.second, number)


class GameState(NamedTuple):
    """The state of a game between two events, without the stones.

    Attributes:
        turn: The side to move, None for either. Before the first move: the side that PL names.
        is_declared: True if PL has named it since the last move.
        is_edited: True if stones were set up since the last move.
        passes_in_row: Number of passes since the last play; passes of one side in succession count once.
        unanswered: The side whose pass awaits the opponent's pass, 0 for neither.
        stops: Passes and stops of the game.
        prisoners: Number of prisoners by the color that holds them; suicides are the opponent's prisoners.
        setup_breaks: Number of edits of the position after the first move.
    """

    turn: int | None = None
    is_declared: bool = False
    is_edited: bool = False
    passes_in_row: int = 0
    unanswered: int = 0
    stops: Stops = Stops()
    prisoners: tuple[int, int, int] = (0, 0, 0)
    setup_breaks: int = 0

    def after_play(self, turn: int, color: int, captured: int, lost: int) -> GameState:
        """Return the state after a play, or a move off the board."""
        prisoners = self.prisoners
        if captured or lost:
            _, black, white = prisoners
            gains = (captured, lost) if color == BLACK else (lost, captured)
            prisoners = (0, black + gains[0], white + gains[1])
        return GameState(turn, False, False, 0, 0, self.stops, prisoners, self.setup_breaks)

    def after_pass(self, turn: int, number: int, color: int) -> GameState:
        """Return the state after a pass: two in succession, one of each side, stop play.

        Rulesets differ on the side that resumes a stopped game. After a stop passes are counted anew: the next move
        resumes the game, also if it is a pass, and the opponent answers it.

        Rule: Japanese rules 1989, art. 2 and 9.1; commentary on art. 9.3, clause 2: the side that plays first may pass.
        """
        in_row = self.passes_in_row + (self.unanswered != color)
        is_stop = self.unanswered == opponent(color)
        return GameState(
            None if is_stop else turn,
            False,
            False,
            in_row,
            0 if is_stop else color,
            self.stops.after_pass(number, is_stop),
            self.prisoners,
            self.setup_breaks,
        )

    def after_setup(self, has_stones: bool, turn: int | None, is_mid_game: bool) -> GameState:
        """Return the state after setup: in mid-game either side may then move, unless PL names one.

        Args:
            has_stones: True if the setup names stones.
            turn: The side to move that it names, None for none.
            is_mid_game: True if a move precedes it.
        """
        is_break = has_stones and is_mid_game and not self.is_edited
        retained = self.turn if self.is_declared or not is_break else None
        return self._replace(
            turn=turn or retained,
            is_declared=self.is_declared or turn is not None,
            is_edited=self.is_edited or has_stones,
            setup_breaks=self.setup_breaks + is_break,
        )
