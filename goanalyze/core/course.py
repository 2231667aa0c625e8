"""What holds between two moves of a game, beside the stones: whose turn it is, passes, stops and prisoners. Values."""

from __future__ import annotations

from typing import NamedTuple

from goanalyze.vocabulary.points import BLACK, opponent


class Stops(NamedTuple):
    """What has become of passes so far, as numbers of moves; 0 where there is none.

    Attributes:
        first_pass: the first pass.
        ended_at: the second of two passes in succession; one side that passes twice passes for itself alone.
        times: how often play stopped: two passes in succession each, one of each side.
        second: the pass that completes the second stop.
        last: the same of the last.

    Rules: rules article, rule 9; Japanese rules 1989, art. 9.1.
    """

    first_pass: int = 0
    ended_at: int = 0
    times: int = 0
    second: int = 0
    last: int = 0

    def passed(self, number: int, is_stop: bool) -> Stops:
        """Return them after a pass with this number, which stops play or does not."""
        first = self.first_pass or number
        if not is_stop:
            return self._replace(first_pass=first)
        times = self.times + 1
        return Stops(first, self.ended_at or number, times, number if times == 2 else self.second, number)


class Course(NamedTuple):
    """What holds between two moves.

    Attributes:
        turn: who is to move, None for either. Before the first move: what PL says.
        is_declared: whether PL has said so since the last move.
        is_edited: whether stones were set up since the last move.
        passes_in_row: passes since the last play; passes of one side in succession count once.
        unanswered: who passed last and waits for the opponent's pass, 0 for nobody.
        stops: what has become of passes.
        prisoners: stones held, by colour; own suicides counted for the enemy.
        setup_breaks: edits of the position after the first move.
    """

    turn: int | None = None
    is_declared: bool = False
    is_edited: bool = False
    passes_in_row: int = 0
    unanswered: int = 0
    stops: Stops = Stops()
    prisoners: tuple[int, int, int] = (0, 0, 0)
    setup_breaks: int = 0

    def played(self, turn: int, color: int, taken: int, lost: int) -> Course:
        """Return the course after a play, or a move off the board.

        Args:
            turn: who is to move next.
            color: who has played.
            taken: how many stones of the opponent that removed,
            lost: and how many of the player's own.
        """
        prisoners = self.prisoners
        if taken or lost:
            _, black, white = prisoners
            prisoners = (0, black + taken, white + lost) if color == BLACK else (0, black + lost, white + taken)
        return Course(turn, False, False, 0, 0, self.stops, prisoners, self.setup_breaks)

    def passed(self, turn: int, number: int, color: int) -> Course:
        """Return the course after a pass: two in succession, one of each side, stop play.

        Rulesets differ on the side that resumes a stopped game. After a stop passes are counted anew: the next move
        resumes the game, also if it is a pass, and the opponent answers it.

        Rule: Japanese rules 1989, art. 2 and 9.1; commentary on art. 9.3, clause 2: the side that plays first may pass.

        Args:
            turn: who is to move next where play goes on.
            number: of the pass.
            color: whose it is.
        """
        in_row = self.passes_in_row + (self.unanswered != color)
        is_stop = self.unanswered == opponent(color)
        return Course(None if is_stop else turn, False, False, in_row, 0 if is_stop else color,
                      self.stops.passed(number, is_stop), self.prisoners, self.setup_breaks)  # fmt: skip

    def edited(self, stones: bool, turn: int | None, in_mid_game: bool) -> Course:
        """Return the course after setup: in mid-game nobody knows whose turn it is then, unless PL has said so.

        Args:
            stones: whether it names stones.
            turn: who is to move, where it says so.
            in_mid_game: whether there were moves before.
        """
        is_break = stones and in_mid_game and not self.is_edited
        kept = self.turn if self.is_declared or not is_break else None
        return self._replace(
            turn=turn or kept, is_declared=self.is_declared or turn is not None,
            is_edited=self.is_edited or stones, setup_breaks=self.setup_breaks + is_break,
        )  # fmt: skip
