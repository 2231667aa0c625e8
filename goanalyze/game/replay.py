"""`Replay`: the moves, positions, findings and verdicts of a game, and the steps of its viewer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.events import Play, PlayedMove, Setup
from goanalyze.core.position import Position
from goanalyze.draw.diagram import diagram, rich_diagram, rich_joined
from goanalyze.draw.svg import board_svg
from goanalyze.draw.viewer import Steps, ViewerNote, finding_notes
from goanalyze.errors import BoardError
from goanalyze.game.finding import GameFinding, with_board
from goanalyze.game.pictures import steps_of
from goanalyze.points import (
    BLACK,
    OFF_BOARD,
    PASS,
    WHITE,
    ColorLike,
    MoveLike,
    color_letter,
    color_name,
    opponent,
    read_color,
    read_move,
    to_gtp,
)
from goanalyze.replay.arrays import stops_of
from goanalyze.replay.replay import events_with_implied_handicap
from goanalyze.replay.verdicts import verdicts_of
from goanalyze.rules import Ruleset, resolve
from goanalyze.util.arguments import is_whole, read_integer
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.game.game import Game

NO_BOARD: Final = "(no board: its size is unknown, or it is not Go)"


class Move(NamedTuple):
    """A move with the stones that it removed.

    Attributes:
        number: 1 for the first move.
        color: `BLACK` or `WHITE`.
        point: index of the point, row by row from SGF ``aa``; −1 for a pass, −2 for a play off the board.
        captured: number of the opponent's stones that were removed.
        self_captured: number of the player's own stones that were removed (suicide).
        size: columns and rows of the board.

    Example:
        >>> import goanalyze as ga
        >>> move = ga.loads("(;SZ[9];B[ee];W[])").replay().moves[0]
        >>> move, move.point, move.name
        (<Move 1: black E5>, 40, 'E5')
    """

    number: int
    color: int
    point: int
    captured: int
    self_captured: int
    size: tuple[int, int]

    @property
    def name(self) -> str:
        """The GTP name of the point; ``pass`` for a pass."""
        return to_gtp(self.point, *self.size)

    def to_dict(self) -> dict[str, str | int]:
        """Return the move as a dictionary for JSON, with the colour in words and the point in GTP."""
        return {
            "number": self.number,
            "color": color_name(self.color),
            "point": self.name,
            "captured": self.captured,
            "self_captured": self.self_captured,
        }

    def __repr__(self) -> str:
        captured = f", captures {self.captured}" if self.captured else ""
        return f"<Move {self.number}: {color_name(self.color)} {self.name}{captured}>"


class Replay:
    """The replay of a game.

    Example:
        >>> import goanalyze as ga
        >>> replay = ga.loads("(;SZ[5];B[bb];W[bb])").replay()
        >>> [finding.code for finding in replay.findings if finding.move_number]
        ['GO101']
        >>> replay.verdicts("japanese")
        ['legal', 'occupied']
    """

    def __init__(self, game: Game) -> None:
        self._game, self._chunk, self._index = game, game._chunk, game._index
        self._rows = slice(*self._chunk.replays.start[self._index : self._index + 2].tolist())

    @property
    def findings(self) -> list[GameFinding]:
        """Every finding of the game: its rows of the findings table."""
        return with_board(self._chunk.findings_by_game.get(self._index, []), self._game)

    @property
    def flags(self) -> NDArray[np.uint32]:
        """The flags of each move, bits as in `goanalyze.core.flags`."""
        return self._chunk.replays.moves.flags[self._rows]

    @property
    def moves(self) -> list[Move]:
        """Every play and pass, in order."""
        moves = self._chunk.replays.moves
        columns = (moves.color, moves.point, moves.captured, moves.self_captured)
        rows = zip(*(column[self._rows].tolist() for column in columns), strict=True)
        size = (self._game.width, self._game.height)
        return [
            Move(number, color, point, captured, lost, size)
            for number, (color, point, captured, lost) in enumerate(rows, 1)
        ]

    @property
    def events(self) -> list[Play | Setup]:
        """Moves and setup of the record, in order, with implied handicap stones.

        Moves beyond the limit of a replay (`goanalyze.limits.MAX_MOVES`) are included.
        """
        return events_with_implied_handicap(self._chunk.records, self._chunk.replays, self._index)

    @property
    def prisoners(self) -> dict[int, int]:
        """Number of prisoners that each colour holds at the end, by capture and by suicide of the opponent."""
        replays = self._chunk.replays
        return {
            BLACK: int(replays.fact("black_prisoners")[self._index]),
            WHITE: int(replays.fact("white_prisoners")[self._index]),
        }

    @property
    def stops(self) -> list[int]:
        """Numbers of the moves that stop play: passes that answer a pass of the opponent, each in one stop only."""
        return stops_of(self._chunk.replays, self._index)

    def illegal_moves(self, ruleset: str | Ruleset) -> list[Move]:
        """Return the moves that a ruleset forbids, in order; raises `UnknownRulesetError`."""
        return [move for move, verdict in zip(self.moves, self.verdicts(ruleset), strict=True) if verdict != "legal"]

    def verdicts(self, ruleset: str | Ruleset) -> list[str]:
        """Return for each move ``legal``, or the reason why a ruleset forbids it; raises `UnknownRulesetError`."""
        return verdicts_of(self._chunk.replays, self._index, resolve(ruleset))

    def position(self, move: int | None = None) -> Position:
        """Return the position after a move; 0 is the start, the default the end.

        Raises:
            NoSuchItemError: the move does not exist.
            BoardError: the record has no board.
        """
        board = self.steps().board(move)
        return Position(board.width, board.height, board.stones)

    def describe(self, number: int) -> str:
        """Return the move of a number, from 1, in words: ``12. W D4, takes 3``.

        Raises:
            OptionError: the move does not exist.
        """
        move = self.moves[read_integer("number", number, 1, len(self.moves)) - 1]
        name = to_gtp(move.point, self._game.width, self._game.height)
        return f"{number}. {color_letter(move.color)} {name}" + (f", takes {move.captured}" if move.captured else "")

    def steps(self) -> Steps:
        """Return the changes that each move makes on the board, for the viewer.

        Raises:
            BoardError: the record has no board.
        """
        if not self.has_board:
            raise BoardError(
                "The record has no position, since its board size is unknown. Expected a record with a board."
            )
        return steps_of(self.events, (self._game.width, self._game.height), len(self.flags), self._game.title)

    def notes(self) -> tuple[ViewerNote, ...]:
        """Return the findings about moves and points, for the viewer."""
        return finding_notes(self.findings, self.steps())

    def _last_point(self) -> int | None:
        moves = self.moves
        return moves[-1].point if moves and moves[-1].point > PASS else None

    @property
    def has_board(self) -> bool:
        """True if the record has a board: its size is known, and the game is Go."""
        return self._game.width > 0

    def __repr__(self) -> str:
        return f"<Replay of {self._game!r}>"

    def __str__(self) -> str:
        return diagram(self.position(), last=self._last_point()) if self.has_board else NO_BOARD

    def __rich__(self) -> Text:
        if not self.has_board:
            return rich_joined((NO_BOARD, ""))
        return rich_diagram(self.position(), last=self._last_point())

    def _repr_svg_(self) -> str | None:
        return board_svg(self.position(), last=self._last_point()) if self.has_board else None

    def _repr_html_(self) -> str:
        return self._game.html()


ListedMove: TypeAlias = MoveLike | tuple[ColorLike, MoveLike] | Move | PlayedMove | Play
"""A move of a list: ``"D4"``, ``"pass"``, ``(x, y)`` or an index, made by the opponent of the last player; ``"B D4"``
or ``("black", "D4")`` by that colour. Two numbers are column and row, so that a colour with an index is written
``("black", 60)``, or as a `Play`."""


def read_moves(moves: Iterable[ListedMove], width: int, height: int, first: int) -> list[Play]:
    """Return moves as plays; `first` makes the first move if it has no colour.

    Example:
        >>> read_moves(["E5", "W C3", ("black", (0, 0)), "pass"], 9, 9, 1)
        [Play(color=1, point=40, forced=False), Play(color=2, point=56, forced=False), ...]
        >>> read_moves(["E5", "J10"], 9, 9, 1)
        Traceback (most recent call last):
        goanalyze.errors.NoSuchPointError: move 2: 'J10' is ...
    """
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise BoardError(f"{shown(moves)} is not a valid list of moves. Expected one such as ['D4', 'Q16'].")
    plays: list[Play] = []
    for number, move in enumerate(moves, 1):
        try:
            plays.append(_read(move, width, height, first))
        except BoardError as error:
            raise type(error)(f"move {number}: {error}") from None
        first = opponent(plays[-1].color)
    return plays


def _read(listed: ListedMove, width: int, height: int, to_move: int) -> Play:
    if isinstance(listed, (Play, Move, PlayedMove)):
        point = listed.point if listed.point == OFF_BOARD else read_move(listed.point, width, height)
        return Play(read_color(listed.color), point, isinstance(listed, Play) and listed.forced)
    color: object = to_move
    move: object = listed
    if isinstance(listed, str):
        words = listed.split()
        color, move = (words[0], words[1]) if len(words) == 2 else (to_move, listed)
    elif isinstance(listed, Sequence) and len(listed) == 2 and not all(map(is_whole, listed)):
        color, move = listed[0], listed[1]
    return Play(read_color(color), read_move(move, width, height))
