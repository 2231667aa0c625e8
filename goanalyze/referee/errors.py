"""What a board refuses, in a few classes; every message says what is allowed, and the board is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goanalyze.vocabulary.given import BoardError

if TYPE_CHECKING:
    from goanalyze.vocabulary.finding import Finding


class EmptyPointError(BoardError):
    """A stone was named where none stands."""


class NotNowError(BoardError):
    """What is asked cannot be done at this moment of the game: undo at its start, or resume what has not stopped."""


class IllegalMoveError(BoardError):
    """A move that the ruleset forbids; `force=True` carries it out all the same.

    Attributes:
        finding: what a check would find of the move: code, message, the rulesets that forbid it, the move whose
            position is back.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Board(9)
        >>> _ = board.play("E5")
        >>> try:
        ...     board.play("E5")
        ... except ga.IllegalMoveError as error:
        ...     print(error.finding.code, error)
        GO101 W E5 as move 2 is illegal under Japanese 1989: a stone stands there; allowed are empty points
    """

    def __init__(self, message: str, finding: Finding) -> None:
        super().__init__(message, finding)
        self.finding = finding

    def __str__(self) -> str:
        return str(self.args[0])
