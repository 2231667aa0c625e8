"""How a board comes to be: from a position, a diagram, a game, another board; and what two boards have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.core.history import History
from goanalyze.core.position import Position
from goanalyze.game.settings import read_komi, read_prisoners
from goanalyze.referee.counted import Counted
from goanalyze.referee.drawn import Drawn
from goanalyze.referee.law import Law, RulesLike, law_of
from goanalyze.referee.records import record_of
from goanalyze.sgf.tree.builder import joined
from goanalyze.vocabulary.given import BoardError, ColorLike, read_color
from goanalyze.vocabulary.toml import shown

if TYPE_CHECKING:
    from goanalyze.game.game import Game
    from goanalyze.rules import Ruleset


class Made(Counted, Drawn):
    """Where a `Board` comes from."""

    __slots__ = ()

    def _begin(
        self, size: tuple[int, int], law: Law, komi: float | None, events: Sequence[Play | Setup],
        handicap: tuple[int, int] = (0, 0), prisoners: Mapping[int, int] | None = None,
    ) -> None:  # fmt: skip
        """Make the board of a game. Setup at its beginning is not to be undone.

        Args:
            size: columns and rows.
            law: the ruleset.
            komi: points for White, None for the ruleset's own.
            events: moves and setup.
            handicap: HA, and how many of the first moves stand for it.
            prisoners: that each colour holds at the beginning.
        """
        self.width, self.height = size
        self._law, self._komi, self._given = law, komi, read_prisoners(prisoners)
        self._history = History(ChainBoard(*size), *handicap)
        self._events: list[Play | Setup] = []
        for event in events:
            if isinstance(event, Play):
                self._history.play(event)
            elif event.stones or event.turn:
                self._history.setup(event)
            else:
                continue
            self._events.append(event)
        self._root = next((at for at, event in enumerate(self._events) if isinstance(event, Play)), len(self._events))

    @classmethod
    def _of(
        cls, size: tuple[int, int], law: Law, komi: float | None, events: Sequence[Play | Setup],
        handicap: tuple[int, int] = (0, 0), prisoners: Mapping[int, int] | None = None,
    ) -> Self:  # fmt: skip
        made = object.__new__(cls)
        made._begin(size, law, komi, events, handicap, prisoners)
        return made

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
        """Return a board on which a position is set up; what came before it is not known.

        Args:
            position: the stones.
            turn: who moves first; if not given, either may, and Black is asked first.
            prisoners: enemy stones that each colour holds, by colour; none if not given.
            komi: points for White; if not given, what the ruleset sets.
            rules: the ruleset that judges and counts.

        Raises:
            UnknownRulesetError, RulesetError, BoardError: as for a new board.
        """
        if not isinstance(position, Position):
            raise BoardError(f"{shown(position)} is no Position; allowed is one such as ga.Position.from_rows gives")
        stones = tuple((point, color) for point, color in enumerate(position.stones.tolist()) if color)
        root = Setup(stones, None if turn is None else read_color(turn))
        size = position.width, position.height
        return cls._of(size, law_of(rules), read_komi(komi), [root], prisoners=prisoners)

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
        """Return a board on which a diagram is set up.

        Args:
            rows: of ``.``, ``X`` (Black) and ``O`` (White), top row first.
            turn: who moves first; if not given, either may, and Black is asked first.
            prisoners: enemy stones that each colour holds, by colour; none if not given.
            komi: points for White; if not given, what the ruleset sets.
            rules: the ruleset that judges and counts.

        Raises:
            UnknownRulesetError, RulesetError, BoardError: as for a new board; the rows are no diagram.

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
        """Return the board of a game after a move, with all that came before it: it can be undone back to its start.

        Moves are carried out as recorded, legal or not.

        Args:
            game: what `goanalyze.loads` and `goanalyze.read` give.
            move: number of the move, 0 for the start; the end if not given.
            rules: the ruleset that judges and counts; if not given, the recorded one, or else japanese.

        Raises:
            BoardError: the record has no board, or `game` is none.
            IndexError: there is no such move.
            TypeError: `move` is no whole number.
            UnknownRulesetError: there is no such ruleset.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[9]RU[AGA]KM[7.5];B[ee];W[gc];B[cg])")
            >>> ga.Board.from_game(game, 2)
            <Board 9×9, aga, after move 2: W G7, Black to move>
        """
        if not hasattr(game, "until"):
            raise BoardError(f"{shown(game)} is no Game; allowed is what ga.loads and ga.read give")
        if not game.width:
            raise BoardError("the record has no board: size unknown, or not Go; allowed are records with one")
        record = record_of(game, move)
        law = law_of(rules or record.ruleset or "japanese")
        size = record.width, record.height
        return cls._of(size, law, record.komi, record.events, (record.handicap, record.handicap_moves))

    # Copies

    def copy(self) -> Self:
        """Return the same board; neither knows of what is done on the other."""
        made = object.__new__(type(self))
        made.width, made.height = self.width, self.height
        made._law, made._komi, made._given, made._root = self._law, self._komi, self._given, self._root
        made._history, made._events = self._history.copy(), self._events.copy()
        return made

    def under(self, rules: RulesLike | None = None, *, komi: float | None = None) -> Self:
        """Return a copy that another ruleset judges and counts, or that has another komi; its moves stay as they are.

        Args:
            rules: the ruleset; this board's own if not given.
            komi: points for White; if not given, those of this board, or of the ruleset where it was given none.

        Raises:
            UnknownRulesetError: there is no such ruleset.
            RulesetError: `komi` is none, or a file of rulesets cannot be read.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".XO.", "OOO."], turn="black")
            >>> board.is_legal("A2"), board.under("new-zealand", komi=7).is_legal("A2")
            (False, True)
        """
        made = self.copy()
        made._law = self._under(rules)  # noqa: SLF001 - another one of this class
        made._komi = self._komi if komi is None else read_komi(komi)  # noqa: SLF001
        return made

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        handicap = self._history.handicap, self._history.handicap_moves
        size, events = (self.width, self.height), tuple(self._events)
        return _again, (type(self), size, self.rules, self._komi, events, handicap, self._given, self._root)

    def __eq__(self, other: object) -> bool:
        """Say whether another board has the same ruleset and komi, and the same course from the same beginning.

        Edits that no move divides are one, in whatever order they name points.
        """
        if not isinstance(other, Made):
            return NotImplemented
        return self._told() == other._told()

    def _told(self) -> tuple[object, ...]:
        """Return what makes boards equal; all but prisoners of the beginning comes back from a record."""
        course = [
            Setup(tuple(sorted(event.stones)), event.turn) if isinstance(event, Setup) else event
            for event in joined(self._events)
        ]
        handicap = self._history.handicap, self._history.handicap_moves
        return self.width, self.height, self.rules, self.komi, self._given, handicap, course

    __hash__ = None  # type: ignore[assignment]  # a board changes; its `hash` is that of the position


def _again(
    kind: type[Made], size: tuple[int, int], rules: Ruleset, komi: float | None, events: Sequence[Play | Setup],
    handicap: tuple[int, int], prisoners: dict[int, int], root: int,
) -> Made:  # fmt: skip
    """Return the board that was pickled."""
    made = kind._of(size, law_of(rules), komi, events, handicap, prisoners)  # noqa: SLF001 - of this module
    made._root = root  # noqa: SLF001
    return made
