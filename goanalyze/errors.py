"""Every exception that a public function raises, under `GoAnalyzeError`.

Each class is named after its situation. Its message is complete: the value or file, the reason, and the next step.

Scope: exceptions that leave the package. Those that one package raises for itself are in its own modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goanalyze.api import Tables
    from goanalyze.game.finding import GameFinding


class GoAnalyzeError(Exception):
    """Base of all exceptions of goanalyze.

    Example:
        >>> import goanalyze as ga
        >>> try:
        ...     ga.check("no-such-folder")
        ... except ga.GoAnalyzeError as error:
        ...     print(type(error).__name__)
        InputError
    """

    def __str__(self) -> str:  # the message alone: further arguments are attributes, and a KeyError would quote it
        return str(self.args[0]) if self.args else ""


class OptionError(GoAnalyzeError, ValueError):
    """An argument or option of a wrong type, or without a valid value: a mode, code, charset, command or number."""


class InputError(GoAnalyzeError, ValueError):
    """An input that does not exist or cannot be listed."""


class NoSuchItemError(GoAnalyzeError, IndexError, KeyError):
    """A move, row, game, property or finding that does not exist."""


class SourceError(GoAnalyzeError, LookupError):
    """A source that is missing, or has changed since it was checked."""


class RulesetError(OptionError):
    """An invalid ruleset or komi."""


class UnknownRulesetError(RulesetError):
    """A name that no ruleset has."""


class ConventionError(OptionError):
    """Invalid conventions."""


class TreeError(GoAnalyzeError, ValueError):
    """A record that cannot be read as a game tree, or a change that a tree cannot represent."""


class BoardError(GoAnalyzeError, ValueError):
    """An invalid position or argument of a board, which is unchanged; or a record without a board."""


class NoSuchPointError(BoardError):
    """A value that is not a point of the board."""


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


class DatasetError(GoAnalyzeError, ValueError):
    """A dataset or table that is missing, incomplete, damaged or of another schema version."""


class OutputError(GoAnalyzeError, ValueError):
    """A file or folder that cannot be written, or contains something that is not replaced."""


class DatasetExistsError(OutputError):
    """A dataset of other sources in the folder, which is not replaced without `overwrite`."""


class DatasetInUseError(OutputError):
    """A dataset that another run is writing."""


class ExportError(GoAnalyzeError, ValueError):
    """An export, or its undoing, that is not possible."""


class ResourceError(GoAnalyzeError):
    """A failure of memory, disk, network, permissions or an engine, not of a file; a later run may succeed.

    The message is one sentence without a full stop, which follows "not checked, because".
    """


class NotCheckedError(ResourceError):
    """Files that were not checked because of a failure of the machine; the message names them.

    Attributes:
        tables: the tables of all other files; None if they are in a dataset, which the same call continues.
    """

    def __init__(self, message: str, tables: Tables | None = None) -> None:
        super().__init__(message, tables)
        self.tables = tables


class ExecutorError(GoAnalyzeError, RuntimeError):
    """A run that cannot begin or go on: workers do not start, or no scheduler answers."""


class MissingPackageError(GoAnalyzeError, ImportError):
    """An optional package that is not installed, or the native library that is not built."""
