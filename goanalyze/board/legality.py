"""Masks of a ruleset over the flags of moves, as a board applies them move by move.

`LegalMoves`: the legal plays of a board as a lazy collection.

Explanations of illegal moves by the findings of a check: the same replay, verdicts and messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from goanalyze.core import flags as f
from goanalyze.core.events import Play
from goanalyze.detectors.moves import board_findings
from goanalyze.errors import NoSuchPointError
from goanalyze.points import BLACK, PASS, WHITE, color_letter, color_name, opponent, read_move, to_gtp
from goanalyze.replay.arrays import FACTS, Moves, Replays
from goanalyze.replay.cycles import mark_ing_violations
from goanalyze.replay.handicap_moves import mark_passes
from goanalyze.replay.verdicts import PRESETS, mask_of, verdicts_of
from goanalyze.rules import Repetition, Ruleset, resolve
from goanalyze.util.text import clean
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goanalyze.board.board import Board
    from goanalyze.core.events import PlayedMove, Setup
    from goanalyze.core.history import History
    from goanalyze.game.finding import GameFinding


RulesLike: TypeAlias = str | PathLike[str] | Ruleset
"""A ruleset as `goanalyze.rules.resolve` takes it."""


class RulesetMasks(NamedTuple):
    """The masks of a ruleset.

    Attributes:
        ruleset: the ruleset.
        mask: flags that forbid a move by themselves.
        watched: `mask`, and the flag of a repeated situation if the ruleset forbids only some of these: none after a
            pass that lifts the ban (Button Go), captures of hot stones (Ing).
    """

    ruleset: Ruleset
    mask: int
    watched: int

    @classmethod
    def of(cls, rules: RulesLike) -> RulesetMasks:
        """Return the masks of a ruleset.

        Raises:
            UnknownRulesetError: the ruleset is unknown.
            RulesetError: a file of rulesets cannot be read.
        """
        preset = _OF_PRESETS.get(rules) if isinstance(rules, str) else None
        return preset or cls._of_ruleset(resolve(rules))

    @classmethod
    def _of_ruleset(cls, ruleset: Ruleset) -> RulesetMasks:
        mask = mask_of(ruleset) & mask_of(ruleset, is_ban_lifted=True)
        needs_history = ruleset.repetition.value in (Repetition.SITUATIONAL_UNTIL_PASS, Repetition.ING)
        return cls(ruleset, mask, mask | f.SSK if needs_history else mask)


_OF_PRESETS: Final = {ruleset.id: RulesetMasks._of_ruleset(ruleset) for ruleset in PRESETS}


class LegalMoves:
    """The legal plays of a board in its current state, computed when they are needed.

    Passes are not included: a pass is legal whenever a player is to move. The order is row by row from the upper left.
    An iteration yields the plays that were legal when it began, also if the board is played on.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Board.from_rows([".X.", "X..", ".X."], turn="white")
        >>> board.legal_moves
        <LegalMoves of White on 3×3, japanese>
        >>> list(board.legal_moves), len(board.legal_moves), "A3" in board.legal_moves
        ([2, 4, 5, 8], 4, False)
        >>> board.legal_moves.names()
        ['C3', 'B2', 'C2', 'C1']
    """

    __slots__ = ("_board", "_color", "_masks")

    def __init__(self, board: Board, color: int | None, masks: RulesetMasks) -> None:
        self._board, self._color, self._masks = board, color, masks

    def _points(self) -> list[int]:
        return self._board._legal_points(self._color, self._masks)

    def __iter__(self) -> Iterator[int]:
        return iter(self._points())

    def __len__(self) -> int:
        return len(self._points())

    def __bool__(self) -> bool:
        return bool(self._points())

    def __contains__(self, move: object) -> bool:
        """Return True if a move is a legal play; False for passes and values that are not points of the board."""
        try:
            point = read_move(move, self._board.width, self._board.height)
        except NoSuchPointError:
            return False
        return point != PASS and self._board._is_legal(point, self._color, self._masks)

    def names(self) -> list[str]:
        """Return the GTP names of the points."""
        return [to_gtp(point, self._board.width, self._board.height) for point in self._points()]

    def mask(self) -> NDArray[np.bool_]:
        """Return bool[height, width], True if a play is legal."""
        mask = np.zeros((self._board.height, self._board.width), dtype=np.bool_)
        mask.flat[self._points()] = True
        return mask

    def __repr__(self) -> str:
        color = self._board._player(self._color)
        size = f"{self._board.width}×{self._board.height}"
        return f"<LegalMoves of {color_name(color).capitalize()} on {size}, {self._masks.ruleset.id}>"


_CODES: Final = {
    "off board": ("GO102",),
    "occupied": ("GO101",),
    "out of turn": ("GO105",),
    "suicide": ("GO103", "GO104", "GO109"),
    "ko": ("GO201", "GO202"),
    "superko": ("GO202", "GO201"),
    "after the end": ("GO106",),
    "resumed by the wrong side": ("GO107", "GO108"),
}
"""Codes of the finding about a forbidden move, by the reason of `verdicts.reason`."""
_ING: Final = ("GO211", "GO212")
_MESSAGES: Final = {
    "occupied": "the point is occupied. Expected an empty point.",
    "out of turn": "{opponent} is to move. Expected a move of {opponent}, or setup(turn=...) before it.",
    "suicide": "its chain would be left without a liberty. Expected a play that leaves it one.",
    "ko": "it retakes the ko at once, which recreates {position}. Expected a play elsewhere, or a pass.",
    "superko": "it recreates {position}. Expected a play elsewhere, or a pass.",
    "after the end": "the game has ended. Expected a pass or undo().",
    "resumed by the wrong side": "play resumes in the original order. Expected a play of {opponent}.",
}
"""Explanations by the reason of `verdicts.reason`, except for Ing's ko rule."""
_ING_MESSAGE: Final = (
    "it captures a hot stone, or repeats the cycle of a disturbing ko, as far as Ing's ko rule is implemented. "
    "Expected a play elsewhere, or a pass."
)


def replays_of(history: History, events: Sequence[Play | Setup], judged: PlayedMove | None = None) -> Replays:
    """Return the replay of a game as a chunk of one, equal to that of `kernels/replay.cpp`."""
    moves = [*history.moves, *([judged] if judged else ())]
    stones, count = history.stones, len(moves)
    first_pass = history.first_pass or (count if judged and judged.flags & f.PASS_MOVE else 0)
    facts = {
        "moves": count,
        "first_pass": first_pass,
        "stops": history.stops,
        "last_stop": history.last_stop,
        "black_setup": _initial_stones(events, BLACK),
        "white_setup": _initial_stones(events, WHITE),
        "handicap_moves": min(history.handicap_moves, count),
    }
    width, height = (np.array([side], dtype=np.int16) for side in (stones.width, stones.height))
    replays = Replays(
        width,
        height,
        np.array([0, count]),
        _columns(moves),
        np.array([[facts.get(name, 0) for name in FACTS]], dtype=np.int32),
        np.array(stones.colors, dtype=np.uint8),
        np.array([0, len(stones.colors)]),
        np.zeros(1, dtype=np.int32),
    )
    mark_passes(replays, np.array([history.handicap], dtype=np.int16))
    mark_ing_violations(replays, lambda _: [*events, *([judged] if judged else ())])
    return replays


def _columns(moves: Sequence[PlayedMove]) -> Moves:
    """Return moves as arrays."""
    return Moves(
        color=np.array([move.color for move in moves], dtype=np.uint8),
        point=np.array([move.point for move in moves], dtype=np.int16),
        flags=np.array([move.flags for move in moves], dtype=np.uint32),
        captured=np.array([len(move.captured) for move in moves], dtype=np.int16),
        self_captured=np.array([len(move.self_captured) for move in moves], dtype=np.int16),
        repeats=np.array([move.repeats_move for move in moves], dtype=np.int32),
        situation=np.array([move.repeats_situation for move in moves], dtype=np.int32),
        at=np.zeros(len(moves), dtype=np.int32),
    )


def _initial_stones(events: Sequence[Play | Setup], color: int) -> int:
    """Return the number of stones of a colour that are set up before the first move."""
    colors: dict[int, int] = {}
    for event in events:
        if isinstance(event, Play):
            break
        colors.update(event.stones)
    return list(colors.values()).count(color)


def finding_of(history: History, events: Sequence[Play | Setup], move: PlayedMove, ruleset: Ruleset) -> GameFinding:
    """Return the finding about a move that a ruleset forbids, with the board before it; its message is the refusal."""
    from goanalyze.game.finding import GameFinding  # playing alone draws nothing

    replays = replays_of(history, events, move)
    verdict, number = verdicts_of(replays, 0, ruleset)[-1], len(replays.moves.point)
    codes = _CODES.get(verdict, _ING)
    result = next(
        finding
        for finding in board_findings(replays, with_presets(ruleset))
        if finding.code in codes and number in finding.move_numbers and ruleset.id in finding.rulesets
    )
    board = history.stones
    message = refusal(move, ruleset, verdict, board.width, board.height)
    return GameFinding.of(result._replace(message=message), board.position())


def with_presets(ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """Return the presets, and the ruleset if it is not one of them."""
    return PRESETS if ruleset in PRESETS else (*PRESETS, ruleset)


def refusal(move: PlayedMove, ruleset: Ruleset, verdict: str, width: int, height: int) -> str:
    """Return the message of an `IllegalMoveError`."""
    name = f"{color_letter(move.color)} {to_gtp(move.point, width, height)}"
    reason = explanation(verdict, move.color, move.repeats_move)
    return f"{name} as move {move.number} is illegal under {ruleset.title}: {reason}"


def unknown_arguments(arguments: Mapping[str, object]) -> str:
    """Return the message about arguments that a new board does not have."""
    name, value = next(iter(arguments.items()))
    name = clean(name)
    if name == "size":
        return f"size: {shown(value)} is not a valid argument of a board. Expected ga.Board(width, height)."
    return (
        f"{name}: {shown(value)} is not a valid argument of a board. Expected width, height, rules, komi, handicap, "
        "placement or turn."
    )


def explanation(verdict: str, color: int, repeats_move: int = -1) -> str:
    """Return the reason of a verdict on a player's move, and the moves that are expected.

    Args:
        verdict: reason of `verdicts.reason`.
        color: the player.
        repeats_move: number of the move whose position it recreates, 0 for the start, -1 for none.
    """
    position = f"the position after move {repeats_move}" if repeats_move > 0 else "the starting position"
    side = color_name(opponent(color)).capitalize()
    return _MESSAGES.get(verdict, _ING_MESSAGE).format(
        opponent=side, position="an earlier position" if repeats_move < 0 else position
    )
