"""What stands on a board, and what rulesets say of moves on it. Nothing here changes a board, so any thread may ask."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from goanalyze.core import flags as f
from goanalyze.core.events import Play, PlayedMove, Setup
from goanalyze.core.history import History
from goanalyze.core.position import Position
from goanalyze.referee import told
from goanalyze.referee.errors import NotNowError
from goanalyze.referee.law import Law, RulesLike, law_of
from goanalyze.referee.moves import LegalMoves
from goanalyze.replay.verdicts import reason, verdicts_of
from goanalyze.rules import LastPass, Ruleset
from goanalyze.vocabulary.given import ColorLike, MoveLike, read_color, read_move
from goanalyze.vocabulary.limits import MAX_MOVES
from goanalyze.vocabulary.points import BLACK, PASS, WHITE, opponent

if TYPE_CHECKING:
    from goanalyze.vocabulary.finding import Finding

ENDED: Final = f.AFTER_END | f.AFTER_SECOND_STOP
"""Flags of plays after what ends a game for good, where a ruleset forbids them."""
LEGAL: Final = "legal"
_HASH_BYTES: Final = 8


class Judged:
    """What can be asked of a `Board` without changing it."""

    __slots__ = ("_events", "_given", "_history", "_komi", "_law", "_root", "height", "width")

    width: int
    height: int
    _events: list[Play | Setup]
    _given: dict[int, int]
    _history: History
    _komi: float | None
    _law: Law
    _root: int

    # What stands

    @property
    def rules(self) -> Ruleset:
        """The ruleset that judges and counts."""
        return self._law.ruleset

    @property
    def komi(self) -> float | None:
        """Points for White: those given, or else what the ruleset sets; None where it sets none for such a game."""
        if self._komi is not None:
            return self._komi
        return self.rules.komi.value.points(self.width, self.height, self.handicap)

    @property
    def handicap(self) -> int:
        """Handicap stones, those that are still to be placed among them."""
        return self._history.handicap

    @property
    def turn(self) -> int | None:
        """Who is to move, `BLACK` or `WHITE`; None where either may, after a stop or where setup does not say.

        A move without a colour is then made by the opponent of who moved last; Black, where nobody has moved.
        """
        return self._history.turn

    @property
    def position(self) -> Position:
        """The stones, as a value."""
        return self._history.stones.position()

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """Every play and pass, in order."""
        return tuple(self._history.moves)

    @property
    def prisoners(self) -> dict[int, int]:
        """Enemy stones that each colour holds: captured, lost by the enemy's suicide, and those it was begun with."""
        taken = self._history.prisoners
        return {color: taken[color] + self._given[color] for color in (BLACK, WHITE)}

    @property
    def ko(self) -> int | None:
        """The point where the opponent of who moved last may not take back a ko at once; None where there is none.

        It is a fact of the board: under which rulesets the ban holds, `is_legal` says.
        """
        last = self._history.moves[-1] if self._history.moves else None
        if last is None or len(last.captured) != 1:
            return None
        (point,) = last.captured
        return point if self._history.judge(opponent(last.color), point).flags & f.BASIC_KO else None

    @property
    def hash(self) -> int:
        """64 bits that stand for size and stones; the same in every process, on every machine, in every version.

        Different positions share them with a chance of 2⁻⁶⁴; `position` tells for certain. Turn and course are not in.

        Example:
            >>> import goanalyze as ga
            >>> hex(ga.Board(19).hash)
            '0xe004c67346eb1adb'
        """
        points = self.width * self.height
        key = self._history.stones.key.to_bytes(-(-2 * points // 8), "little")
        return int.from_bytes(blake2b(bytes((self.width, self.height)) + key, digest_size=_HASH_BYTES).digest(), "big")

    @property
    def is_stopped(self) -> bool:
        """True if both sides have passed in succession, and neither has moved since, not even by a pass.

        Where White has to make the last pass, as under AGA rules, White's pass after Black's is part of the stop.
        """
        history = self._history
        if not (self._events and isinstance(self._events[-1], Play)):
            return False
        return history.is_stopped or self._is_extra_pass(history.moves[-1])

    def _is_extra_pass(self, last: PlayedMove) -> bool:
        """Return True if the last move is White's third pass, which makes White the last to pass."""
        is_white_pass = last.point == PASS and last.color == WHITE and self.rules.last_pass.value is LastPass.WHITE
        is_after_stop = self._history.last_stop == last.number - 1 > 0
        return is_white_pass and is_after_stop and isinstance(self._events[-2], Play)

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end: under the ruleset nothing may be played any more, or it is stopped.

        Where White has to make the last pass, as under AGA rules, it is stopped with that. What is stopped may be
        resumed where the ruleset lets it, see `resume`.
        """
        if self._history.ended_at and self._ended():
            return True
        if self.rules.last_pass.value is LastPass.WHITE and self.is_stopped:
            return self._history.moves[-1].color == WHITE
        return self.is_stopped

    def _ended(self) -> bool:
        """Whether the ruleset lets neither side play any more."""
        return all(self._history.judge(color, 0).flags & self._law.mask & ENDED for color in (BLACK, WHITE))

    # Judging

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal plays of who is to move, worked out when asked for; passes are not in it."""
        return LegalMoves(self, None, self._law)

    def legal(self, color: ColorLike | None = None, *, rules: RulesLike | None = None) -> LegalMoves:
        """Return the legal plays of a colour under a ruleset; who is not to move has none.

        Args:
            color: who would play; if not given, who is to move.
            rules: which ruleset judges; the board's own if not given.

        Raises:
            BoardError: there is no such colour.
            UnknownRulesetError: there is no such ruleset.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows(["O.O", "XXO"])
            >>> board.legal("black").names(), board.legal("white").names()
            (['B2'], ['B2'])
            >>> board = ga.Board.from_rows([".XO.", "OOO."], turn="black")
            >>> board.legal().names(), board.legal(rules="new-zealand").names()
            (['D2', 'D1'], ['A2', 'D2', 'D1'])
        """
        law = self._under(rules)
        return LegalMoves(self, None if color is None else read_color(color), law)

    def is_legal(self, move: MoveLike, color: ColorLike | None = None, rules: RulesLike | None = None) -> bool:
        """Say whether a ruleset allows a move, a pass included.

        Args:
            move: a point or a pass, as in `play`.
            color: who would move; if not given, who is to move.
            rules: which ruleset judges; the board's own if not given.

        Raises:
            NoSuchPointError: the move names no point of the board.
            BoardError: there is no such colour.
            UnknownRulesetError: there is no such ruleset.
        """
        law = self._under(rules)
        point = read_move(move, self.width, self.height)
        return self._is_legal(point, None if color is None else read_color(color), law)

    def _under(self, rules: RulesLike | None) -> Law:
        """Return the law of a ruleset; the board's own where none is given."""
        return self._law if rules is None else law_of(rules)

    def _side(self, color: int | None = None) -> int:
        """Return a colour; where none is given, who is to move, or is asked first where either may."""
        if color is None:
            color = self._history.turn
        if color is None:
            moves = self._history.moves
            color = opponent(moves[-1].color) if moves else BLACK
        return color

    def _obstacle(self, color: int, point: int) -> str:
        """Say what keeps a colour from moving now, whatever the ruleset; nothing in nearly every case."""
        made = len(self._history.moves)
        if made >= MAX_MOVES:
            return f"a game has {MAX_MOVES} moves at most; allowed is undo()"
        if made < self._history.handicap_moves and (color != BLACK or point == PASS):
            return f"Black has placed {made} of {self.handicap} handicap stones; allowed is the next one"
        return ""

    def _is_legal(self, point: int, color: int | None, law: Law) -> bool:
        side = self._side(color)
        if (point >= 0 and self._history.stones.colors[point]) or self._obstacle(side, point):
            return False
        return self._verdict(self._history.judge(side, point), law) == LEGAL

    def _verdict(self, move: PlayedMove, law: Law) -> str:
        """Return what a ruleset says of a move that is not carried out: ``legal``, or why it is not."""
        if not move.flags & law.watched:
            return LEGAL
        if law.watched == law.mask:
            return reason(move.flags & law.mask)
        return verdicts_of(told.replays_of(self._history, self._events, move), 0, law.ruleset)[-1]

    def _legal_points(self, color: int | None, law: Law) -> list[int]:
        """Return the points of the legal plays of a colour, in order."""
        side = self._side(color)
        if self._obstacle(side, 0):
            return []
        points = self._history.legal_points(side, law.mask)
        if law.watched != law.mask:
            sure = set(self._history.legal_points(side, law.watched))
            points = [point for point in points if point in sure or self._is_legal(point, side, law)]
        return points

    def why_illegal(
        self, move: MoveLike, color: ColorLike | None = None, rules: RulesLike | None = None
    ) -> Finding | None:
        """Say why a ruleset forbids a move: what a check would find of it if it were recorded; None for a legal one.

        Args:
            move: a point or a pass, as in `play`.
            color: who would move; if not given, who is to move.
            rules: which ruleset judges; the board's own if not given.

        Returns:
            A finding: its code and message, the presets that forbid the move, the move whose position is back.

        Raises:
            NoSuchPointError: the move names no point of the board.
            BoardError: there is no such colour.
            NotNowError: no ruleset, but a moment of the game forbids it, see `play`.
            UnknownRulesetError: there is no such ruleset.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".XO.", "X.XO", ".XO."], turn="white")
            >>> _ = board.play("B2")
            >>> finding = board.why_illegal("C2")
            >>> finding.code, finding.message, finding.repeats_move, "aga" in finding.rulesets
            ('GO201', 'The ko is retaken at once: the position after move 0 is back.', 0, True)
        """
        law = self._under(rules)
        side = self._side(None if color is None else read_color(color))
        point = read_move(move, self.width, self.height)
        if obstacle := self._obstacle(side, point):
            raise NotNowError(obstacle)
        judged = self._history.judge(side, point)
        if self._verdict(judged, law) == LEGAL:
            return None
        return told.finding_of(told.replays_of(self._history, self._events, judged), law.ruleset)

    def verdicts(self, rules: RulesLike | None = None) -> list[str]:
        """Return for each move ``legal``, or why a ruleset forbids it, as `Replay.verdicts` does.

        Ing's ko rule, which is judged approximately, may find fault with a move when its cycle has come round: the move
        was legal when it was made.

        Args:
            rules: which ruleset judges; the board's own if not given.

        Raises:
            UnknownRulesetError: there is no such ruleset.
        """
        law = self._under(rules)
        replays = told.replays_of(self._history, self._events)
        if self._history.stops:
            from goanalyze.score.fillings import mark_fillings  # noqa: PLC0415 - playing alone loads no kernel

            mark_fillings(replays, lambda _: self._events)
        return verdicts_of(replays, 0, law.ruleset)
