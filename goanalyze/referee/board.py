"""A board that plays: it carries out moves, judges them under any ruleset, takes them back, counts and draws itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from goanalyze.core import flags as f
from goanalyze.core.events import Play, PlayedMove, Setup
from goanalyze.game.settings import read_handicap, read_komi, read_size
from goanalyze.referee import told
from goanalyze.referee.errors import IllegalMoveError, NotNowError
from goanalyze.referee.judged import ENDED, LEGAL
from goanalyze.referee.law import RulesLike, law_of
from goanalyze.referee.made import Made
from goanalyze.replay.verdicts import reason
from goanalyze.vocabulary.given import (
    BoardError,
    ColorLike,
    MoveLike,
    NoSuchPointError,
    names_of,
    read_color,
    read_move,
    read_points,
)
from goanalyze.vocabulary.points import BLACK, EMPTY, PASS, WHITE, color_name
from goanalyze.vocabulary.toml import shown


class Board(Made):
    """A board that a game is played on.

    Points are named as GTP does (``"D4"``, no column I), as ``(x, y)``, the column from the left and the row from the
    top, both from 0, or by index, row by row from the upper left; they are handed out as indices. A move that the
    ruleset forbids raises an `IllegalMoveError` that says why, unless it is forced. After an error the board is as it
    was before.

    Any number of threads may read a board while none plays on it; a copy is cheap, and independent. Boards can be
    pickled; equal are boards of one ruleset, komi and course.

    Args:
        width: columns, 1 to 52.
        height: rows; as many as columns if not given.
        rules: the ruleset that judges and counts: what `goanalyze.find_ruleset` knows, ``"mine.toml:club"``, or a
            `Ruleset`.
        komi: points for White; if not given, what the ruleset sets.
        handicap: how many black stones there are, or the points where they stand; with 1 Black just moves first, at
            the komi of handicap games.
        placement: ``fixed``, the handicap stones stand on the fixed points; ``free``, Black places them by plays, one
            after the other.
        turn: who moves first; if not given, Black, and White where handicap stones stand.

    Attributes:
        width: columns.
        height: rows.

    Raises:
        UnknownRulesetError: there is no such ruleset.
        RulesetError: `komi` is none, or a file of rulesets cannot be read.
        BoardError: another argument is not allowed; the message says what is.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Board(5, rules="aga")
        >>> for move in ("C3", (1, 1), 7, "pass"):
        ...     _ = board.play(move)
        >>> print(board)
          A B C D E
        5 . . . . . 5
        4 . O X . . 4
        3 . . X . . 3
        2 . . . . . 2
        1 . . . . . 1
          A B C D E
        >>> board
        <Board 5×5, aga, after move 4: W pass, Black to move>
        >>> board.is_legal("B4"), board.why_illegal("B4").message
        (False, 'A stone is there already; it is replaced.')
        >>> board.undo()
        >>> board.turn == ga.WHITE
        True
    """

    __slots__ = ()

    def __init__(
        self,
        width: int = 19,
        height: int | None = None,
        *,
        rules: RulesLike = "japanese",
        komi: float | None = None,
        handicap: int | Sequence[MoveLike] = 0,
        placement: Literal["fixed", "free"] = "fixed",
        turn: ColorLike | None = None,
    ) -> None:
        size = read_size(width, width if height is None else height)
        named, stones, by_plays = read_handicap(handicap, placement, *size)
        root = Setup(tuple((point, BLACK) for point in stones), None if turn is None else read_color(turn))
        self._begin(size, law_of(rules), read_komi(komi), [root], (named, by_plays))

    # Playing

    def play(self, move: MoveLike, color: ColorLike | None = None, *, force: bool = False) -> PlayedMove:
        """Make a move: a play, or a pass.

        Args:
            move: ``"D4"`` or ``"pass"``, in capitals or not; ``(x, y)``, the column from the left and the row from the
                top, both from 0; or a point's index, −1 for a pass.
            color: who moves; if not given, who is to move.
            force: carry it out whatever the ruleset says, as SGF does: a stone that stands there is replaced.

        Returns:
            What happened: number, colour, point, the stones taken and lost, and the flags that rulesets judge by.

        Raises:
            IllegalMoveError: the ruleset forbids it; the error's `finding` says why.
            NoSuchPointError: it names no point of the board.
            BoardError: there is no such colour.
            NotNowError: Black is placing handicap stones and nothing else is allowed, or the game is longer than any.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows(["OX.", ".OX", "..."])
            >>> sorted(board.play("A2", "black").captured)
            [0]
            >>> board.play("A2")
            Traceback (most recent call last):
            goanalyze.referee.errors.IllegalMoveError: W A2 as move 2 is illegal under Japanese 1989: a stone ...
        """
        history = self._history
        point = names_of(self.width, self.height).get(move) if type(move) is str else None
        if point is None:
            point = read_move(move, self.width, self.height)
        side = self._side() if color is None else read_color(color)
        if obstacle := self._obstacle(side, point):
            raise NotNowError(obstacle)
        event = Play(side, point)
        played = history.play(event)
        if played.flags & self._law.watched:
            history.undo()
            verdict = self._verdict(played, self._law)
            if verdict != LEGAL:
                if not force:
                    raise self._refused(played, verdict)
                event = Play(side, point, forced=True)
            played = history.play(event)
        self._events.append(event)
        return played

    def _refused(self, judged: PlayedMove, verdict: str) -> IllegalMoveError:
        finding = told.finding_of(told.replays_of(self._history, self._events, judged), self.rules)
        return IllegalMoveError(told.refusal(judged, self.rules, verdict, self.width, self.height), finding)

    def pass_(self, color: ColorLike | None = None) -> PlayedMove:
        """Pass; the same as ``play("pass")``, and raises what that does.

        Args:
            color: who passes; if not given, who is to move.
        """
        return self.play(PASS, color)

    def push_gtp(self, text: str) -> PlayedMove:
        """Make a move as GTP writes it, colour and point: ``"B D4"``, ``"white pass"``.

        Raises:
            NoSuchPointError: the text is no such move.
            IllegalMoveError: the ruleset forbids it.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9)
            >>> board.push_gtp("black E5").point, board.push_gtp("w pass").point
            (40, -1)
        """
        words = text.split() if isinstance(text, str) else []
        if len(words) != 2:
            raise NoSuchPointError(f"{shown(text)} is no move in GTP; allowed are moves such as 'B D4' and 'W pass'")
        return self.play(words[1], words[0])

    def resume(self, color: ColorLike) -> None:
        """Go on with a game that is stopped: a colour plays first.

        Args:
            color: who plays first.

        Raises:
            NotNowError: the game is not stopped, or the ruleset does not let it go on so.
            BoardError: there is no such colour.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9)
            >>> _ = board.pass_(), board.pass_()
            >>> board.resume("white")
            >>> board.turn == ga.WHITE
            True
        """
        side = read_color(color)
        if not self.is_stopped:
            raise NotNowError("play has not stopped, so it cannot be resumed; allowed are moves of who is to move")
        order = f.RESUMED_OUT_OF_ORDER | f.OUT_OF_TURN
        found = self._history.judge(side, 0).flags & self._law.mask & (ENDED | order)
        if found:
            name = color_name(side).capitalize()
            why = told.allowed(reason(found), side)
            raise NotNowError(f"{name} cannot resume the game under {self.rules.title}: {why}")
        self._set_up(Setup(turn=side))

    def setup(
        self,
        *,
        black: Iterable[MoveLike] = (),
        white: Iterable[MoveLike] = (),
        empty: Iterable[MoveLike] = (),
        turn: ColorLike | None = None,
    ) -> None:
        """Edit the position, at the start or in mid-game, as SGF's AB, AW, AE and PL do: nothing is captured.

        Positions that stood before still count as such. After an edit in mid-game either side may move, unless `turn`
        says whose turn it is.

        Args:
            black: points that black stones are put on, whatever stands there.
            white: points that white stones are put on.
            empty: points that are emptied.
            turn: who is to move.

        Raises:
            NoSuchPointError: what is named is no point of the board.
            BoardError: a point is named twice, nothing is named, or there is no such colour.
            NotNowError: Black is placing handicap stones.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(5)
            >>> board.setup(black=["C3", "D4"], white=["B2"], turn="white")
            >>> board.position.rows()
            ['.....', '...X.', '..X..', '.O...', '.....']
        """
        given = {BLACK: black, WHITE: white, EMPTY: empty}
        stones = [(point, color) for color in given for point in read_points(given[color], self.width, self.height)]
        if len(dict(stones)) < len(stones):
            raise BoardError("a point is named twice; allowed is one edit of each point")
        side = None if turn is None else read_color(turn)
        if not stones and side is None:
            raise BoardError("nothing is edited; allowed are lists of points as black, white and empty, and turn")
        if len(self._history.moves) < self._history.handicap_moves:
            raise NotNowError("Black has not yet placed all handicap stones; allowed is the next one")
        self._set_up(Setup(tuple(stones), side))

    def _set_up(self, event: Setup) -> None:
        self._history.setup(event)
        self._events.append(event)

    def undo(self) -> None:
        """Take back what was done last: a move, an edit, or that a game was resumed.

        Raises:
            NotNowError: nothing has been done since the board was made.
        """
        if len(self._events) <= self._root:
            raise NotNowError("there is nothing to undo: the board is as it was made; allowed are moves and setup")
        self._history.undo()
        self._events.pop()
