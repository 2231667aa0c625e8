"""Check archives of Go (baduk, weiqi) game records under every ruleset, and play under any of them.

Public are these names, and `goanalyze.accessor`, which gives pandas data frames the accessor ``df.go``. All else is
internal and may change with each version. ``help(goanalyze.Board)`` describes one of them.

Archives and results
    check                check files, folders and archives, in memory or into a dataset; a `Tables`
    open                 open a dataset that a check wrote, also at s3:// or gs://; a `Tables`
    read                 the games of files, folders and archives
    loads                the first game of a text
    Tables               the tables of a checked archive as data frames; comparisons, report, export
    Frame                one of them: a data frame that knows its tables
    Comparison           rulesets compared over the games of tables
    Answer               its main findings in words and figures
    Pair                 two of its rulesets
    FigureData           a figure as plain data
    Plot                 a figure for print
    Exported             the result of an export
    Outcome              the outcome of a game under a ruleset
    Ledger               its count line by line
    Count                the count of a final position
    GameRow              the row of a game in `Tables.games`
    FileRepair           the repair of a file by an export
    PointKind            the kind of a point in a territory
    Territory            each point of a final position as it was counted
    Finding              an oddity of a record
    GameFinding          a finding with its board
    Estimate             an estimate of dead stones and ownership
    Confirmation         the life and death of chains by article 7 of the Japanese rules
    ChainStatus          the status of one chain
    CountConflict        the count that a confirmation contradicts

Games, boards and rulesets
    Game                 a game as recorded: replay, count, outcomes, record
    Replay               its moves, positions, findings and verdicts
    GameTree             a record to read, change and write
    Node                 a node of a tree
    Change               a change of a tree
    Property             a property of a node as written
    Properties           the properties of a node by name
    Board                a board that plays, judges moves under any ruleset, undoes and counts
    LegalMoves           the legal plays of a board
    Position             the stones on a board
    Play                 a move as recorded
    Setup                an edit of the position
    PlayedMove           a move of a board with its effect
    Move                 a move of a replay
    BLACK                1, the colour of a stone or player
    WHITE                2
    find_ruleset         the ruleset of a name, id or file
    Ruleset              a ruleset: values of independent axes
    to_gtp               the GTP name of a point: ``D4``
    from_gtp             the point of a GTP name
    to_sgf               the SGF letters of a point: ``df``
    from_sgf             the point of SGF letters
    viewer_assets        style sheet and script of viewers, for pages with several: ``html(with_assets=False)``

Types of arguments
    CheckArguments       the options of `check`
    ExecutorChoice       the executor of a check
    RunProgress          the progress of a check
    Basis                evidence that a comparison uses
    Evidence             evidence of a game in a comparison
    Dispute              disagreements of rulesets
    Grouping             groups of games
    IllegalReason        reasons of illegal moves
    PairFigure           figures of a pair
    PlotKind             kinds of figures
    Winners              the winner by the board or by a rule
    KomiReading          the komi of an outcome
    KomiChoice           the recorded komi or that of the ruleset
    MarkupMode           treatment of territory markup
    EstimateMode         final positions that are estimated
    ConfirmMode          chains that are confirmed
    ConventionMode       treatment of wrong headers
    DeadList             a list of dead stones of games
    Copies               treatment of duplicates by an export
    Severity             severity of a finding
    Walls                stones that may enclose a search region
    KoPass               the bans that a pass for a ko lifts
    Address              the address of a file, game or move
    Row                  a row of a table: a mapping or a pandas Series
    MoveLike             a move: name, pair or index
    ColorLike            a colour: name or number

Exceptions, all under GoAnalyzeError, for wrong arguments, too
    GoAnalyzeError       base of all exceptions
    OptionError          an argument or option that is not valid
    InputError           an input that does not exist
    SourceError          a source that is missing or changed
    NoSuchItemError      a move, row or game that does not exist
    RulesetError         an invalid ruleset or komi
    UnknownRulesetError  an unknown ruleset
    ConventionError      invalid conventions
    TreeError            a record that cannot be read or written
    BoardError           an invalid argument of a board
    NoSuchPointError     not a point of the board
    EmptyPointError      no stone on a point
    IllegalMoveError     a move that the ruleset forbids
    GameStateError       an action at the wrong moment
    DatasetError         a missing or damaged table
    OutputError          a file or folder that cannot be written
    DatasetExistsError   a dataset of other sources in the folder
    DatasetInUseError    a dataset that another run is writing
    ExportError          an export that is not possible
    ResourceError        a failure of the machine, not of a file
    NotCheckedError      files that were not checked because of such a failure
    ExecutorError        workers or a scheduler that cannot work
    MissingPackageError  an optional package that is not installed
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from goanalyze.core.public_functions import supply

if TYPE_CHECKING:
    from goanalyze.api import Tables as Tables
    from goanalyze.api import check as check
    from goanalyze.api import loads as loads
    from goanalyze.api import open_dataset as open
    from goanalyze.api import read as read
    from goanalyze.archives.address import Address as Address
    from goanalyze.batch.execution import ExecutorChoice as ExecutorChoice
    from goanalyze.batch.progress import RunProgress as RunProgress
    from goanalyze.board.board import Board as Board
    from goanalyze.board.estimate import Estimate as Estimate
    from goanalyze.board.legality import LegalMoves as LegalMoves
    from goanalyze.catalogue.catalogue import Severity as Severity
    from goanalyze.catalogue.finding import Finding as Finding
    from goanalyze.check_options import CheckArguments as CheckArguments
    from goanalyze.compare.answer import Answer as Answer
    from goanalyze.compare.choices import Basis as Basis
    from goanalyze.compare.choices import Dispute as Dispute
    from goanalyze.compare.choices import Evidence as Evidence
    from goanalyze.compare.choices import Grouping as Grouping
    from goanalyze.compare.choices import IllegalReason as IllegalReason
    from goanalyze.compare.choices import PairFigure as PairFigure
    from goanalyze.compare.choices import PlotKind as PlotKind
    from goanalyze.compare.choices import Winners as Winners
    from goanalyze.compare.comparison import Comparison as Comparison
    from goanalyze.compare.disputes import Pair as Pair
    from goanalyze.compare.figures import FigureData as FigureData
    from goanalyze.conventions.convention import ConventionMode as ConventionMode
    from goanalyze.core.events import Play as Play
    from goanalyze.core.events import PlayedMove as PlayedMove
    from goanalyze.core.events import Setup as Setup
    from goanalyze.core.position import Position as Position
    from goanalyze.draw.print_sheet import Plot as Plot
    from goanalyze.draw.viewer import viewer_assets as viewer_assets
    from goanalyze.errors import BoardError as BoardError
    from goanalyze.errors import ConventionError as ConventionError
    from goanalyze.errors import DatasetError as DatasetError
    from goanalyze.errors import DatasetExistsError as DatasetExistsError
    from goanalyze.errors import DatasetInUseError as DatasetInUseError
    from goanalyze.errors import EmptyPointError as EmptyPointError
    from goanalyze.errors import ExecutorError as ExecutorError
    from goanalyze.errors import ExportError as ExportError
    from goanalyze.errors import GameStateError as GameStateError
    from goanalyze.errors import GoAnalyzeError as GoAnalyzeError
    from goanalyze.errors import IllegalMoveError as IllegalMoveError
    from goanalyze.errors import InputError as InputError
    from goanalyze.errors import MissingPackageError as MissingPackageError
    from goanalyze.errors import NoSuchItemError as NoSuchItemError
    from goanalyze.errors import NoSuchPointError as NoSuchPointError
    from goanalyze.errors import NotCheckedError as NotCheckedError
    from goanalyze.errors import OptionError as OptionError
    from goanalyze.errors import OutputError as OutputError
    from goanalyze.errors import ResourceError as ResourceError
    from goanalyze.errors import RulesetError as RulesetError
    from goanalyze.errors import SourceError as SourceError
    from goanalyze.errors import TreeError as TreeError
    from goanalyze.errors import UnknownRulesetError as UnknownRulesetError
    from goanalyze.export.export import Exported as Exported
    from goanalyze.export.selection import Copies as Copies
    from goanalyze.game.finding import GameFinding as GameFinding
    from goanalyze.game.game import Game as Game
    from goanalyze.game.replay import Move as Move
    from goanalyze.game.replay import Replay as Replay
    from goanalyze.life.article7.verdicts import ChainStatus as ChainStatus
    from goanalyze.life.article7.verdicts import Confirmation as Confirmation
    from goanalyze.life.article7.verdicts import CountConflict as CountConflict
    from goanalyze.life.choices import ConfirmMode as ConfirmMode
    from goanalyze.life.choices import EstimateMode as EstimateMode
    from goanalyze.life.choices import KoPass as KoPass
    from goanalyze.life.choices import MarkupMode as MarkupMode
    from goanalyze.life.choices import Walls as Walls
    from goanalyze.life.dead_lists import DeadList as DeadList
    from goanalyze.points import BLACK as BLACK
    from goanalyze.points import WHITE as WHITE
    from goanalyze.points import ColorLike as ColorLike
    from goanalyze.points import MoveLike as MoveLike
    from goanalyze.points import from_gtp as from_gtp
    from goanalyze.points import from_sgf as from_sgf
    from goanalyze.points import to_gtp as to_gtp
    from goanalyze.points import to_sgf as to_sgf
    from goanalyze.repair.repair import FileRepair as FileRepair
    from goanalyze.rules import find_ruleset as find_ruleset
    from goanalyze.rules.choices import KomiChoice as KomiChoice
    from goanalyze.rules.komi import KomiReading as KomiReading
    from goanalyze.rules.ruleset import Ruleset as Ruleset
    from goanalyze.score.choices import PointKind as PointKind
    from goanalyze.score.count import Count as Count
    from goanalyze.score.outcomes import Outcome as Outcome
    from goanalyze.score.terms import Ledger as Ledger
    from goanalyze.score.territory import Territory as Territory
    from goanalyze.sgf.tree.node import Node as Node
    from goanalyze.sgf.tree.properties import Properties as Properties
    from goanalyze.sgf.tree.properties import Property as Property
    from goanalyze.sgf.tree.tree import GameTree as GameTree
    from goanalyze.sgf.tree.writer import Change as Change
    from goanalyze.tables.build import GameRow as GameRow
    from goanalyze.tables.frame import Frame as Frame
    from goanalyze.util.row import Row as Row

__version__ = "0.16.0"

__all__ = [
    "check",
    "find_ruleset",
    "from_gtp",
    "from_sgf",
    "loads",
    "open",
    "read",
    "to_gtp",
    "to_sgf",
    "viewer_assets",
]
"""The functions, which ``help(goanalyze)`` describes after the list of names."""

_HOMES: Final = {
    "api": "check loads open read Tables",
    "archives.address": "Address",
    "batch.execution": "ExecutorChoice",
    "batch.progress": "RunProgress",
    "board.board": "Board",
    "board.estimate": "Estimate",
    "board.legality": "LegalMoves",
    "catalogue.catalogue": "Severity",
    "catalogue.finding": "Finding",
    "check_options": "CheckArguments",
    "compare.answer": "Answer",
    "compare.choices": "Basis Dispute Evidence Grouping IllegalReason PairFigure PlotKind Winners",
    "compare.comparison": "Comparison",
    "compare.disputes": "Pair",
    "compare.figures": "FigureData",
    "conventions.convention": "ConventionMode",
    "core.events": "Play PlayedMove Setup",
    "core.position": "Position",
    "draw.print_sheet": "Plot",
    "draw.viewer": "viewer_assets",
    "errors": "BoardError ConventionError DatasetError DatasetExistsError DatasetInUseError EmptyPointError "
    "ExecutorError ExportError GameStateError GoAnalyzeError IllegalMoveError InputError "
    "MissingPackageError NoSuchItemError NoSuchPointError NotCheckedError OptionError OutputError "
    "ResourceError RulesetError SourceError TreeError UnknownRulesetError",
    "export.export": "Exported",
    "export.selection": "Copies",
    "game.finding": "GameFinding",
    "game.game": "Game",
    "game.replay": "Move Replay",
    "life.article7.verdicts": "ChainStatus Confirmation CountConflict",
    "life.choices": "ConfirmMode EstimateMode KoPass MarkupMode Walls",
    "life.dead_lists": "DeadList",
    "points": "BLACK ColorLike from_gtp from_sgf MoveLike to_gtp to_sgf WHITE",
    "repair.repair": "FileRepair",
    "rules": "find_ruleset",
    "rules.choices": "KomiChoice",
    "rules.komi": "KomiReading",
    "rules.ruleset": "Ruleset",
    "score.choices": "PointKind",
    "score.count": "Count",
    "score.outcomes": "Outcome",
    "score.terms": "Ledger",
    "score.territory": "Territory",
    "sgf.tree.node": "Node",
    "sgf.tree.properties": "Properties Property",
    "sgf.tree.tree": "GameTree",
    "sgf.tree.writer": "Change",
    "tables.build": "GameRow",
    "tables.frame": "Frame",
    "util.row": "Row",
}
"""Public names by module."""
_MODULES: Final = {name: module for module, names in _HOMES.items() for name in names.split()}
_RENAMED: Final = {"open": "open_dataset"}


if not TYPE_CHECKING:  # type checkers know the names from the imports above

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'goanalyze' has no attribute {name!r}")
        return getattr(import_module(f"goanalyze.{_MODULES[name]}"), _RENAMED.get(name, name))


def _confirm(*arguments: object, **options: object) -> Any:
    return import_module("goanalyze.life.article7.confirm").confirm(*arguments, **options)


supply("confirm", _confirm)


def __dir__() -> list[str]:
    return sorted([*_MODULES, "__version__"])
