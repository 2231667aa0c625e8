"""`Board`: a board that plays, judges moves under any ruleset, undoes them, counts, and draws itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Literal, Never, Self

from goanalyze.board import legality
from goanalyze.board.conversion import game_of, handicap_of, tree_of
from goanalyze.board.legality import LegalMoves, RulesetMasks, RulesLike
from goanalyze.core import flags as f
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, PlayedMove, Setup
from goanalyze.core.history import History
from goanalyze.core.position import Position
from goanalyze.detectors.moves import board_findings
from goanalyze.draw.diagram import diagram, rich_diagram, rich_joined
from goanalyze.draw.svg import board_svg
from goanalyze.draw.viewer import ViewerGame, finding_notes, viewer_html
from goanalyze.errors import BoardError, EmptyPointError, GameStateError, IllegalMoveError, NoSuchPointError
from goanalyze.game.arguments import read_handicap, read_komi, read_prisoners, read_size
from goanalyze.game.pictures import steps_of
from goanalyze.life.choices import KoPass, Walls
from goanalyze.limits import MAX_MOVES
from goanalyze.points import (
    BLACK,
    EMPTY,
    PASS,
    WHITE,
    ColorLike,
    MoveLike,
    color_letter,
    color_name,
    names_of,
    opponent,
    read_color,
    read_move,
    read_points,
    to_gtp,
)
from goanalyze.replay.verdicts import reason, verdicts_of
from goanalyze.rules import LastPass, Ruleset
from goanalyze.rules.komi import Komi
from goanalyze.sgf.tree.tree import joined
from goanalyze.util.text import clean
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.board.estimate import Estimate
    from goanalyze.game.finding import GameFinding
    from goanalyze.game.game import Game
    from goanalyze.life.article7.verdicts import Confirmation
    from goanalyze.score.outcomes import Outcome

LEGAL: Final = "legal"
_ENDED: Final = f.AFTER_END | f.AFTER_SECOND_STOP  # plays after the end, if the ruleset forbids them
_RESUMPTION: Final = _ENDED | f.RESUMED_OUT_OF_ORDER | f.OUT_OF_TURN
_HASH_BYTES: Final = 8


class Board:
    """A board on which a game is played under a ruleset.

    A point is a GTP name (``"D4"``, no column I), ``(x, y)``, the column from the left and the row from the top, both
    from 0, or an index, row by row from the upper left; results are indices. A pass is ``"pass"`` or −1. A colour is
    `BLACK`, `WHITE` or its name; the default is the side to move. `rules=` of a method is another ruleset than that of
    the board.

    Methods raise a `NoSuchPointError` for a point that is not on the board, a `BoardError` for an invalid colour, an
    `UnknownRulesetError` for an unknown ruleset, and an `IllegalMoveError` with the reason for a move that the ruleset
    forbids, unless it is forced. After an error the board is unchanged.

    Any number of threads may read a board while none plays on it; a copy is cheap and independent. Boards can be
    pickled. Boards are equal if ruleset, komi and all events are.

    Args:
        width: columns, 1 to 52.
        height: rows; by default the number of columns.
        rules: the ruleset that judges and counts: a name for `goanalyze.find_ruleset`, ``"mine.toml:club"``, or a
            `Ruleset`.
        komi: points for White; by default those of the ruleset.
        handicap: the number of black stones, or their points; with 1 Black moves first, at the komi of handicap games.
        placement: ``fixed``, the handicap stones are on the fixed points; ``free``, Black plays them one by one.
        turn: the first player; by default Black, or White after handicap stones.
        unknown: nothing; a name that is not an argument is a `BoardError` with those that are.

    Attributes:
        width: columns.
        height: rows.

    Raises:
        UnknownRulesetError: the ruleset is unknown.
        RulesetError: `komi` is not valid, or a file of rulesets cannot be read.
        BoardError: another argument is not valid; the message has the expected values.

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
        >>> board.is_legal("B4"), board.why_illegal("B4").code
        (False, 'GO101')
        >>> board.undo()
        >>> board.turn == ga.WHITE
        True
    """

    __slots__ = ("_events", "_history", "_initial_prisoners", "_komi", "_masks", "_root_events", "height", "width")

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
        **unknown: Never,
    ) -> None:
        if unknown:
            raise BoardError(legality.unknown_arguments(unknown))
        size = read_size(width, width if height is None else height)
        number, points, plays = read_handicap(handicap, placement, *size)
        root = Setup(tuple((point, BLACK) for point in points), None if turn is None else read_color(turn))
        self._start(size, RulesetMasks.of(rules), read_komi(komi), [root], (number, plays))

    def _start(
        self,
        size: tuple[int, int],
        masks: RulesetMasks,
        komi: float | None,
        events: Iterable[Play | Setup],
        handicap: tuple[int, int] = (0, 0),
        prisoners: Mapping[int, int] | None = None,
    ) -> Self:
        """Initialize the board with a game, whose setup before the first move cannot be undone.

        Args:
            size: columns and rows.
            masks: masks of the ruleset.
            komi: points for White; None for those of the ruleset.
            events: moves and setup.
            handicap: handicap stones, and the number of first moves that place them.
            prisoners: prisoners at the start, by colour.
        """
        self.width, self.height = size
        self._masks, self._komi, self._initial_prisoners = masks, komi, read_prisoners(prisoners)
        self._history, self._events = History(ChainBoard(*size), *handicap), list[Play | Setup]()
        for event in events:
            if isinstance(event, Play):
                self._history.play(event)
                self._events.append(event)
            elif event.stones or event.turn:
                self._set_up(event)
        plays = (index for index, event in enumerate(self._events) if isinstance(event, Play))
        self._root_events = next(plays, len(self._events))
        return self

    # Constructors

    @classmethod
    def from_position(
        cls,
        position: Position,
        *,
        turn: ColorLike | None = None,
        prisoners: Mapping[int, int] | None = None,
        komi: float | None = None,
        rules: RulesLike = "japanese",
    ) -> Self:
        """Return a board with a position; the moves before it are unknown.

        Args:
            position: the stones.
            turn: the first player; by default either side may move, and Black moves if no colour is named.
            prisoners: number of the opponent's stones that each colour holds, by colour; none by default.
            komi: points for White, see `Board`.
            rules: the ruleset, see `Board`.

        Raises:
            BoardError: an argument is not valid. Further exceptions are those of a new `Board`.
        """
        if not isinstance(position, Position):
            raise BoardError(f"{shown(position)} is not a valid position. Expected a ga.Position.")
        stones = tuple((point, color) for point, color in enumerate(position.stones.tolist()) if color)
        root = Setup(stones, None if turn is None else read_color(turn))
        size, masks = (position.width, position.height), RulesetMasks.of(rules)
        return object.__new__(cls)._start(size, masks, read_komi(komi), [root], prisoners=prisoners)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[str],
        *,
        turn: ColorLike | None = None,
        prisoners: Mapping[int, int] | None = None,
        komi: float | None = None,
        rules: RulesLike = "japanese",
    ) -> Self:
        """Return a board with a diagram: rows of ``.``, ``X`` (Black) and ``O`` (White), top row first.

        The other arguments `turn`, `prisoners`, `komi` and `rules`, and the exceptions are those of `from_position`; a
        `BoardError` is also raised for rows that are not a diagram.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".XO.", "X.XO", ".XO."], turn="white")
            >>> _ = board.play("B2")
            >>> board.ko, board.is_legal("C2"), board.is_legal("C2", rules="tromp-taylor")
            (6, False, False)
        """
        try:
            position = Position.from_rows(rows)
        except (ValueError, TypeError, AttributeError) as error:
            raise BoardError(str(error)) from None
        return cls.from_position(position, turn=turn, prisoners=prisoners, komi=komi, rules=rules)

    @classmethod
    def from_game(cls, game: Game, move: int | None = None, *, rules: RulesLike | None = None) -> Self:
        """Return the board of a game after a move, which can be undone back to the start of the game.

        Moves are carried out as recorded, legal or not.

        Args:
            game: a game of `goanalyze.loads` or `goanalyze.read`.
            move: number of the move, 0 for the start; the last by default.
            rules: the ruleset that judges and counts; by default the recorded one, or japanese.

        Raises:
            BoardError: the record has no board, or `game` is not a game.
            NoSuchItemError: the move does not exist.
            OptionError: `move` is not a whole number.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[9]RU[AGA]KM[7.5];B[ee];W[gc];B[cg])")
            >>> ga.Board.from_game(game, 2)
            <Board 9×9, aga, after move 2: W G7, Black to move>
        """
        if not hasattr(game, "up_to"):
            raise BoardError(f"{shown(game)} is not a valid game. Expected a game of ga.loads or ga.read.")
        if not game.width:
            raise BoardError(
                "The record has no board: its size is unknown, or it is not Go. Expected a record with one."
            )
        events = joined((game if move is None else game.up_to(move)).replay().events)
        columns, row = game._chunk.metadata.columns, game._index
        komi, ruleset = (columns[name][row].as_py() for name in ("komi", "ruleset"))
        size, masks = (game.width, game.height), RulesetMasks.of(ruleset or "japanese" if rules is None else rules)
        return object.__new__(cls)._start(size, masks, komi, events, handicap_of(game))

    def copy(self) -> Self:
        """Return an independent copy."""
        board = object.__new__(type(self))
        board.width, board.height = self.width, self.height
        board._masks, board._komi, board._root_events = self._masks, self._komi, self._root_events
        board._initial_prisoners = self._initial_prisoners
        board._history, board._events = self._history.copy(), self._events.copy()
        return board

    def with_rules(self, rules: RulesLike | None = None, *, komi: float | None = None) -> Self:
        """Return a copy with other `rules` or another `komi`; its moves are unchanged. Exceptions: see `Board`.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".XO.", "OOO."], turn="black")
            >>> board.is_legal("A2"), board.with_rules("new-zealand", komi=7).is_legal("A2")
            (False, True)
        """
        board = self.copy()
        board._masks = self._masks_of(rules)
        board._komi = self._komi if komi is None else read_komi(komi)
        return board

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        handicap = self._history.handicap, self._history.handicap_moves
        size, events = (self.width, self.height), tuple(self._events)
        return _restored, (
            type(self),
            size,
            self.rules,
            self._komi,
            events,
            handicap,
            self._initial_prisoners,
            self._root_events,
        )

    def __eq__(self, other: object) -> bool:
        """Return True for the same ruleset, komi and start, and the same events; adjacent edits count as one."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._key() == other._key()

    def _key(self) -> tuple[object, ...]:
        """Return the values that are equal in equal boards."""
        events = [
            Setup(tuple(sorted(event.stones)), event.turn) if isinstance(event, Setup) else event
            for event in joined(self._events)
        ]
        handicap = self._history.handicap, self._history.handicap_moves
        return self.width, self.height, self.rules, self.komi, self._initial_prisoners, handicap, events

    __hash__ = None  # type: ignore[assignment]  # a board changes; its `hash` is that of the position

    # State

    @property
    def rules(self) -> Ruleset:
        """The ruleset that judges and counts."""
        return self._masks.ruleset

    @property
    def komi(self) -> float | None:
        """Points for White, by default those of the ruleset; None if it sets none for such a game."""
        if self._komi is not None:
            return self._komi
        return self.rules.komi.value.points(self.width, self.height, self.handicap)

    @property
    def handicap(self) -> int:
        """Number of handicap stones, including those that Black has yet to play."""
        return self._history.handicap

    @property
    def turn(self) -> int | None:
        """The side to move, `BLACK` or `WHITE`; None if either may move, as after a stop or setup without a turn.

        If no colour is given then, the opponent of the last player moves. Black makes the first move.
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
        """Number of prisoners of each colour: captures, suicides of the opponent, and prisoners at the start."""
        prisoners = self._history.prisoners
        return {color: prisoners[color] + self._initial_prisoners[color] for color in (BLACK, WHITE)}

    @property
    def ko(self) -> int | None:
        """The point at which the opponent of the last player would retake a ko at once; None without a ko.

        It is a fact of the board; `is_legal` is the verdict of a ruleset.
        """
        last = self._history.moves[-1] if self._history.moves else None
        if last is None or len(last.captured) != 1:
            return None
        (point,) = last.captured
        return point if self._history.judge(opponent(last.color), point).flags & f.BASIC_KO else None

    @property
    def hash(self) -> int:
        """Hash of size and stones, 64 bits, the same in every process, on every machine, in every version.

        Different positions share a hash with a probability of 2⁻⁶⁴. Side to move and history are not included.

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
        """True if both sides have passed in succession, without a move or setup since.

        If White makes the last pass, as under AGA rules, White's pass after Black's belongs to the stop.
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
        """True if the game has ended: the ruleset forbids all further plays, or play has stopped.

        If White makes the last pass, as under AGA rules, play stops with that pass. A stopped game may be resumed if
        the ruleset has resumptions, see `resume`.
        """
        mask = self._masks.mask & _ENDED
        if self._history.ended_at and all(self._history.judge(color, 0).flags & mask for color in (BLACK, WHITE)):
            return True
        if self.rules.last_pass.value is LastPass.WHITE and self.is_stopped:
            return self._history.moves[-1].color == WHITE
        return self.is_stopped

    # Moves

    def play(self, move: MoveLike, color: ColorLike | None = None, *, force: bool = False) -> PlayedMove:
        """Make a move: a play or a pass.

        Args:
            move: a point or a pass.
            color: the player; by default the side to move.
            force: True to carry out an illegal move, too, as SGF does; a stone on the point is replaced.

        Returns:
            The move with number, colour, point, the removed stones, and the flags on which rulesets decide.

        Raises:
            IllegalMoveError: the ruleset forbids the move; the error's `finding` has the reason.
            GameStateError: Black has to place handicap stones, or the game has reached the largest number of moves.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows(["OX.", ".OX", "..."])
            >>> sorted(board.play("A2", "black").captured)
            [0]
            >>> board.play("A2")
            Traceback (most recent call last):
            goanalyze.errors.IllegalMoveError: W A2 as move 2 is illegal under Japanese 1989: the point is ...
        """
        history = self._history
        point = names_of(self.width, self.height).get(move) if type(move) is str else None
        if point is None:
            point = read_move(move, self.width, self.height)
        player = self._player() if color is None else read_color(color)
        if obstacle := self._obstacle(player, point):
            raise GameStateError(obstacle)
        event = Play(player, point)
        played = history.play(event)
        if played.flags & self._masks.watched:
            history.undo()
            verdict = self._verdict(played, self._masks)
            if verdict != LEGAL:
                if not force:
                    finding = legality.finding_of(history, self._events, played, self.rules)
                    message = legality.refusal(played, self.rules, verdict, self.width, self.height)
                    raise IllegalMoveError(message, finding)
                event = Play(player, point, forced=True)
            played = history.play(event)
        self._events.append(event)
        return played

    def pass_(self, color: ColorLike | None = None) -> PlayedMove:
        """Pass; the same as ``play("pass", color)``."""
        return self.play(PASS, color)

    def push_gtp(self, text: str) -> PlayedMove:
        """Make a move in GTP notation, colour and point: ``"B D4"``, ``"white pass"``.

        Raises:
            NoSuchPointError: the text is not such a move.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9)
            >>> board.push_gtp("black E5").point, board.push_gtp("w pass").point
            (40, -1)
        """
        words = text.split() if isinstance(text, str) else []
        if len(words) != 2:
            raise NoSuchPointError(
                f"{shown(text)} is not a valid move in GTP. Expected 'B D4' and 'W pass', for example."
            )
        return self.play(words[1], words[0])

    def resume(self, color: ColorLike) -> None:
        """Resume a stopped game; `color` plays first.

        Raises:
            GameStateError: the game has not stopped, or the ruleset forbids this resumption.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9)
            >>> _ = board.pass_(), board.pass_()
            >>> board.resume("white")
            >>> board.turn == ga.WHITE
            True
        """
        player = read_color(color)
        if not self.is_stopped:
            raise GameStateError("Play has not stopped, so it cannot be resumed. Expected a move of the side to move.")
        if flags := self._history.judge(player, 0).flags & self._masks.mask & _RESUMPTION:
            name, explanation = color_name(player).capitalize(), legality.explanation(reason(flags), player)
            raise GameStateError(f"{name} cannot resume the game under {self.rules.title}: {explanation}")
        self._set_up(Setup(turn=player))

    def setup(
        self,
        *,
        black: Iterable[MoveLike] = (),
        white: Iterable[MoveLike] = (),
        empty: Iterable[MoveLike] = (),
        turn: ColorLike | None = None,
    ) -> None:
        """Edit the position, at the start or later, as SGF's AB, AW, AE and PL do, without captures.

        Earlier positions still count as such. After an edit between moves either side may move, unless `turn` is
        given.

        Args:
            black: points of black stones; stones on them are replaced.
            white: points of white stones.
            empty: points to be emptied.
            turn: the side to move.

        Raises:
            BoardError: a point is named twice, or nothing is edited.
            GameStateError: Black has to place handicap stones.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(5)
            >>> board.setup(black=["C3", "D4"], white=["B2"], turn="white")
            >>> board.position.rows()
            ['.....', '...X.', '..X..', '.O...', '.....']
        """
        points = {BLACK: black, WHITE: white, EMPTY: empty}
        stones = [(point, color) for color in points for point in read_points(points[color], self.width, self.height)]
        if len(dict(stones)) < len(stones):
            raise BoardError("A point is named twice. Expected one edit of each point.")
        to_move = None if turn is None else read_color(turn)
        if not stones and to_move is None:
            raise BoardError("Nothing is edited. Expected lists of points as black, white and empty, or a turn.")
        if len(self._history.moves) < self._history.handicap_moves:
            raise GameStateError("Black has not placed all handicap stones. Expected the next one.")
        self._set_up(Setup(tuple(stones), to_move))

    def _set_up(self, event: Setup) -> None:
        self._history.setup(event)
        self._events.append(event)

    def undo(self) -> None:
        """Undo the last move, edit or resumption.

        Raises:
            GameStateError: the board has its initial state.
        """
        if len(self._events) <= self._root_events:
            raise GameStateError("There is nothing to undo. Expected a move or setup before undo().")
        self._history.undo()
        self._events.pop()

    # Legality

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal plays of the side to move, computed when they are needed, without passes."""
        return LegalMoves(self, None, self._masks)

    def legal_moves_for(self, color: ColorLike | None = None, *, rules: RulesLike | None = None) -> LegalMoves:
        """Return the legal plays of `color` under `rules`; none if the opponent is to move.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows(["O.O", "XXO"])
            >>> board.legal_moves_for("black").names(), board.legal_moves_for("white").names()
            (['B2'], ['B2'])
            >>> board = ga.Board.from_rows([".XO.", "OOO."], turn="black")
            >>> board.legal_moves_for().names(), board.legal_moves_for(rules="new-zealand").names()
            (['D2', 'D1'], ['A2', 'D2', 'D1'])
        """
        return LegalMoves(self, None if color is None else read_color(color), self._masks_of(rules))

    def is_legal(self, move: MoveLike, color: ColorLike | None = None, rules: RulesLike | None = None) -> bool:
        """Return True if `rules` permit a move of `color`."""
        masks = self._masks_of(rules)
        point = read_move(move, self.width, self.height)
        return self._is_legal(point, None if color is None else read_color(color), masks)

    def why_illegal(
        self, move: MoveLike, color: ColorLike | None = None, rules: RulesLike | None = None
    ) -> GameFinding | None:
        """Return the finding of a check about a move of `color` that `rules` forbid; None for a legal move.

        Returns:
            The finding: code, message, the presets that forbid the move, the number of the repeated move.

        Raises:
            GameStateError: the moment of the game forbids the move under every ruleset, see `play`.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".XO.", "X.XO", ".XO."], turn="white")
            >>> _ = board.play("B2")
            >>> finding = board.why_illegal("C2")
            >>> finding.code, finding.repeats_move, "aga" in finding.rulesets
            ('GO201', 0, True)
        """
        masks = self._masks_of(rules)
        player = self._player(None if color is None else read_color(color))
        point = read_move(move, self.width, self.height)
        if obstacle := self._obstacle(player, point):
            raise GameStateError(obstacle)
        judged = self._history.judge(player, point)
        if self._verdict(judged, masks) == LEGAL:
            return None
        return legality.finding_of(self._history, self._events, judged, masks.ruleset)

    def verdicts(self, rules: RulesLike | None = None) -> list[str]:
        """Return for each move ``legal`` or the reason why `rules` forbid it, as `Replay.verdicts` does.

        Ing's ko rule, which is judged approximately, may forbid a move after its cycle is complete: the move was legal
        when it was made.
        """
        masks = self._masks_of(rules)
        replays = legality.replays_of(self._history, self._events)
        if self._history.stops:
            from goanalyze.score.fillings import mark_fillings  # playing alone loads no kernel

            mark_fillings(replays, lambda _: self._events)
        return verdicts_of(replays, 0, masks.ruleset)

    def _masks_of(self, rules: RulesLike | None) -> RulesetMasks:
        """Return the masks of a ruleset, by default those of the board's own."""
        return self._masks if rules is None else RulesetMasks.of(rules)

    def _player(self, color: int | None = None) -> int:
        """Return a colour, by default the side to move; if either may move, the opponent of the last player."""
        if color is None:
            color = self._history.turn
        if color is None:
            moves = self._history.moves
            color = opponent(moves[-1].color) if moves else BLACK
        return color

    def _obstacle(self, color: int, point: int) -> str:
        """Return the reason that forbids a move at this moment under every ruleset, empty in most cases."""
        count = len(self._history.moves)
        if count >= MAX_MOVES:
            return f"The game has {MAX_MOVES} moves, which is the limit. Expected undo()."
        if count < self._history.handicap_moves and (color != BLACK or point == PASS):
            return f"Black has placed {count} of {self.handicap} handicap stones. Expected the next one."
        return ""

    def _verdict(self, move: PlayedMove, masks: RulesetMasks) -> str:
        """Return ``legal``, or the reason why a ruleset forbids a move that is not carried out."""
        if not move.flags & masks.watched:
            return LEGAL
        if masks.watched == masks.mask:
            return reason(move.flags & masks.mask)
        return verdicts_of(legality.replays_of(self._history, self._events, move), 0, masks.ruleset)[-1]

    def _is_legal(self, point: int, color: int | None, masks: RulesetMasks) -> bool:
        player = self._player(color)
        if (point >= 0 and self._history.stones.colors[point]) or self._obstacle(player, point):
            return False
        return self._verdict(self._history.judge(player, point), masks) == LEGAL

    def _legal_points(self, color: int | None, masks: RulesetMasks) -> list[int]:
        """Return the points of the legal plays of a colour, in order."""
        player = self._player(color)
        if self._obstacle(player, 0):
            return []
        points = self._history.legal_points(player, masks.mask)
        if masks.watched != masks.mask:
            certain = set(self._history.legal_points(player, masks.watched))
            points = [point for point in points if point in certain or self._is_legal(point, player, masks)]
        return points

    # Counts and records

    def score(
        self, *, dead: Iterable[MoveLike] | None = None, rules: RulesLike | None = None, komi: float | None = None
    ) -> Outcome:
        """Return the outcome of the current position with its ledger.

        Args:
            dead: a point of each dead chain; ``[]`` if all are alive. By default dead stones of a position that looks
                finished are proven or estimated, with a reason in the outcome.
            rules: the ruleset that counts; by default the board's own.
            komi: points for White; by default the komi of the board, or of the ruleset.

        Returns:
            The outcome: `result`, `margin`, `ledger`, and `reasons` that qualify it.

        Raises:
            EmptyPointError: a point has no stone.
            RulesetError: `komi` is not valid.

        Example:
            >>> import goanalyze as ga
            >>> rows = [".XO..", ".XO..", "XXO.X", ".XO..", ".XO.."]
            >>> board = ga.Board.from_rows(rows, prisoners={ga.BLACK: 2}, komi=0)
            >>> print(board.score(dead=["E3"]).ledger)
            japanese, by territory                Black   White
              territory                               4      10
              less eyes in seki                       0       0
              prisoners                               2       0
              dead stones of the opponent             0       1
              komi                                            0
                                            ───────────────
                                                      6      11  W+5
        """
        ruleset = self._masks_of(rules).ruleset
        dead_points = None if dead is None else self._stones_at(dead)
        points_for_white = self._komi if komi is None else read_komi(komi)
        game = game_of(self, dead_points, with_prisoners=True)
        if points_for_white is None:
            return game.outcome(ruleset, komi="ruleset")
        if not Komi.is_number(points_for_white):  # a recorded komi that no ruleset has, as 6.6
            return game.outcome(ruleset, komi="recorded")
        return game.outcome(ruleset, komi=points_for_white)

    def _stones_at(self, points: Iterable[MoveLike]) -> list[int]:
        """Return points that have a stone; raises `EmptyPointError` for other points."""
        result, colors = read_points(points, self.width, self.height), self._history.stones.colors
        for point in result:
            if not colors[point]:
                raise EmptyPointError(
                    f"{to_gtp(point, self.width, self.height)} is empty. Expected a point with a stone."
                )
        return result

    def estimate(self) -> Estimate:
        """Return an estimate of the dead stones and of the ownership of each point.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
            >>> board.estimate().dead
            (24,)
        """
        from goanalyze.board.estimate import estimate_position  # playing alone loads no kernel

        return estimate_position(self.position, self._player())

    def confirm(
        self,
        chains: Iterable[MoveLike] = "unsettled",
        *,
        claim: Iterable[MoveLike] | None = None,
        rules: RulesLike | None = None,
        walls: str | Walls = Walls.SAFE,
        ko_pass: str | KoPass = KoPass.ANY,
    ) -> Confirmation:
        """Confirm the life and death of chains, see `goanalyze.life.article7.confirm.confirm`.

        The arguments `chains`, `claim`, `walls` and `ko_pass`, and the ruleset `rules` are those of `Game.confirm`.

        Raises:
            RulesetError: the ruleset's `life_and_death` is not ``confirmed``.
            EmptyPointError: a point has no stone.
            OptionError: another argument is not valid.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
            >>> print(board.confirm(["E1"]))
            Black's stone at E1 is dead: White captures it, ...
        """
        ruleset = self._masks_of(rules).ruleset
        selected = chains if isinstance(chains, str) else self._stones_at(chains)
        claimed = None if claim is None else self._stones_at(claim)
        return self.game().confirm(ruleset, chains=selected, claim=claimed, walls=walls, ko_pass=ko_pass)

    def to_sgf(self) -> str:
        """Return the record of the board in SGF FF[4]: setup and moves, size, ruleset, komi and handicap.

        SGF has no property for prisoners at the start. A komi with a quarter of a point is read back as zi, as in other
        records.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9, rules="aga", handicap=2)
            >>> _ = board.play("E5"), board.pass_()
            >>> board.to_sgf()
            '(;FF[4]GM[1]SZ[9]RU[AGA]KM[0.5]HA[2]AB[cg][gc];W[ee];B[])'
        """
        return tree_of(self).to_sgf()

    def game(self) -> Game:
        """Return the record of the board as a `Game`.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9)
            >>> _ = board.play("E5")
            >>> board.game().replay().describe(1)
            '1. B E5'
        """
        return game_of(self)

    # Display

    def html(self, move: int | None = None, *, with_assets: bool = True) -> str:
        """Return a viewer to step through the moves, with the findings of a check.

        Args:
            move: number of the first move to be shown, 0 for the start; the last by default.
            with_assets: False for a page that has the style sheet and script of `goanalyze.viewer_assets` once.

        Raises:
            NoSuchItemError: the move does not exist.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9)
            >>> len(board.html(with_assets=False)) < len(board.html()) / 2
            True
        """
        title = f"{self.width}×{self.height}, {self.rules.title}"
        steps = steps_of(self._events, (self.width, self.height), len(self._history.moves), title)
        rulesets = legality.with_presets(self.rules)
        findings = board_findings(legality.replays_of(self._history, self._events), rulesets)
        return viewer_html(ViewerGame((steps,), finding_notes(findings, steps)), move, with_assets=with_assets)

    def _last_point(self) -> int | None:
        moves = self._history.moves
        return moves[-1].point if moves and moves[-1].point > PASS else None

    def __repr__(self) -> str:
        moves = self._history.moves
        after = "no moves"
        if moves:
            last = moves[-1]
            name = to_gtp(last.point, self.width, self.height)
            after = f"after move {last.number}: {color_letter(last.color)} {name}"
        side = color_name(self.turn).capitalize() if self.turn else "either side"
        state = "over" if self.is_over else f"{side} to move"
        return clean(f"<{type(self).__name__} {self.width}×{self.height}, {self.rules.id}, {after}, {state}>")

    def __str__(self) -> str:
        return diagram(self.position, last=self._last_point())

    def __rich__(self) -> Text:
        return rich_joined((repr(self), "bold"), rich_diagram(self.position, last=self._last_point()))

    def _repr_svg_(self) -> str:
        return board_svg(self.position, last=self._last_point())

    def _repr_html_(self) -> str:
        return self.html()


def _restored(
    kind: type[Board],
    size: tuple[int, int],
    rules: Ruleset,
    komi: float | None,
    events: Sequence[Play | Setup],
    handicap: tuple[int, int],
    prisoners: dict[int, int],
    root_events: int,
) -> Board:
    """Return the board that was pickled."""
    board = object.__new__(kind)._start(size, RulesetMasks.of(rules), komi, events, handicap, prisoners)
    board._root_events = root_events
    return board
