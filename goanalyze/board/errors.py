"""Exceptions of a board. The board is unchanged after each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goanalyze.vocabulary.given import BoardError

if TYPE_CHECKING:
    from goanalyze.game.finding import GameFinding


class EmptyPointError(BoardError):
    """A point without a stone in place of a stone."""


class GameStateError(BoardError):
    """An action at the wrong moment: undo at the start of the game, resumption of a game that has not stopped."""


class IllegalMoveError(BoardError):
    """A move that the ruleset forbids; `force=True` carries it out.

    Attributes:
        finding: the finding of a check: code, message, rulesets that forbid the move, number of the repeated move; with
            `GameFinding.to_dict` for JSON.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Board(9)
        >>> _ = board.play("E5")
        >>> try:
        ...     board.play("E5")
        ... except ga.IllegalMoveError as error:
        ...     print(error.finding.code, error)
        GO101 W E5 as move 2 is illegal under Japanese 1989: the point is occupied. Expected an empty point.
    """

    def __init__(self, message: str, finding: GameFinding) -> None:
        super().__init__(message, finding)
        self.finding = finding

    def __str__(self) -> str:
        return str(self.args[0])
