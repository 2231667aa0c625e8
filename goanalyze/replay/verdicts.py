"""The names of cycles, as tables write them, with their definitions.

Verdicts: the flags of a replay as one ruleset sees them.

A ruleset is a mask over the flags and, for one of them, a comparison with the first pass of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from goanalyze.core import flags as f
from goanalyze.rules import RULESETS, End, NoResult, Repetition, Ruleset, SecondStop, Suicide
from goanalyze.util.choice import Choice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.replay.arrays import Replays


class CycleKind(Choice):
    """The name of a cycle, and its definition."""

    NULL_MOVE = "null move", "one move that changes nothing: a pass, or a suicide of one stone"
    BASIC_KO = "basic ko", "a ko taken and retaken at once"
    SENDING_TWO = "sending two, returning one", "one side takes two stones in a round, the other side single ones"
    SENDING_THREE = "sending three, returning two", "plays take three stones and two, and one side takes more"
    UNBALANCED = "unbalanced", "one side takes more stones than the other in a round"
    ETERNAL_LIFE = "eternal life", "four moves without a pass, and each side takes two stones at once"
    TRIPLE_KO = "triple ko", "six moves without a pass, each of them takes in one of three kos"
    MANIFOLD_KO = "n-fold ko", "2n moves without a pass, each of them takes in one of n kos"
    OTHER = "round-robin or other", "no pass, and both sides take equally many stones, in some other way"
    KO_WITH_PASSES = "ko with passes", "a single ko taken and retaken, and both sides pass equally often"
    PASSES = ("double ko exchange or moonshine", "both sides pass equally often, and each play takes in one of two kos")
    MANIFOLD_KO_WITH_PASSES = (
        "n-fold ko with passes",
        "both sides pass equally often, and each play takes in one of three kos or more",
    )
    OTHER_WITH_PASSES = "cycle with passes", "a side passes, and both sides take equally many stones in some other way"
    POSITIONAL = "positional", "the stones are back with the other side to move, so no round is complete"


PRESETS: Final[tuple[Ruleset, ...]] = tuple(RULESETS.values())
"""Every preset ruleset, in the order of the tables."""

REPETITIONS: Final = f.BASIC_KO | f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK
"""Flags that the axis `repetition` judges, except Ing's ko rule."""
SUICIDES: Final = f.SUICIDE_ONE | f.SUICIDE_SEVERAL
"""Flags that the axis `suicide` judges."""

_ALWAYS: Final = f.OCCUPIED | f.OFF_BOARD_MOVE | f.OUT_OF_TURN

_REPETITION: Final = {
    Repetition.BASIC_KO: f.BASIC_KO,
    Repetition.POSITIONAL: f.PSK,
    Repetition.SITUATIONAL: f.SSK,
    Repetition.NEW_ZEALAND: f.NEW_ZEALAND,
    Repetition.NATURAL: f.NSSK,
    Repetition.NATURAL_AND_BASIC_KO: f.NSSK | f.BASIC_KO,
    Repetition.SITUATIONAL_UNTIL_PASS: f.SSK,
    Repetition.ING: f.BASIC_KO | f.ING_KO,
}
_SUICIDE: Final = {Suicide.FORBIDDEN: SUICIDES, Suicide.SEVERAL: f.SUICIDE_ONE, Suicide.ANY: 0}
_END: Final = {End.TWO_PASSES: f.AFTER_END, End.RESUMED: f.RESUMED_OUT_OF_ORDER}
_SECOND_STOP: Final = {SecondStop.ALL_ALIVE: f.AFTER_SECOND_STOP}

REASONS: Final = (
    (f.OFF_BOARD_MOVE, "off board"),
    (f.OCCUPIED, "occupied"),
    (f.OUT_OF_TURN, "out of turn"),
    (SUICIDES, "suicide"),
    (f.BASIC_KO, "ko"),
    (REPETITIONS & ~f.BASIC_KO, "superko"),
    (f.ING_KO, "hot stone or disturbing ko (approximately)"),
    (f.AFTER_END | f.AFTER_SECOND_STOP, "after the end"),
    (f.RESUMED_OUT_OF_ORDER, "resumed by the wrong side"),
)
"""Reasons with their flags; the first that applies is named."""


def mask_of(ruleset: Ruleset, *, is_ban_lifted: bool = False) -> int:
    """Return the flags that make a move illegal under a ruleset.

    Args:
        ruleset: The ruleset.
        is_ban_lifted: True if the first pass of the game has lifted the ban (rulesets with `ssk-until-pass`).
    """
    mask = _ALWAYS | _REPETITION[ruleset.repetition.value] | _SUICIDE[ruleset.suicide.value]
    if is_ban_lifted and ruleset.repetition.value is Repetition.SITUATIONAL_UNTIL_PASS:
        mask &= ~f.SSK
    return mask | _END.get(ruleset.end.value, 0) | _SECOND_STOP.get(ruleset.second_stop.value, 0)


def illegal(ruleset: Ruleset, flags: NDArray[np.uint32], is_ban_lifted: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return the flags that make each move illegal under a ruleset, uint32[moves]; 0 for legal moves.

    Args:
        ruleset: The ruleset.
        flags: uint32[moves], flags of a replay.
        is_ban_lifted: bool[moves], True if the first pass has lifted the ban, see the function of that name.
    """
    import numpy as np

    mask, lifted = np.uint32(mask_of(ruleset)), np.uint32(mask_of(ruleset, is_ban_lifted=True))
    forbidding: NDArray[np.uint32] = flags & (mask if mask == lifted else np.where(is_ban_lifted, lifted, mask))
    return forbidding


def is_ban_lifted(
    number: NDArray[np.int32], situation: NDArray[np.int32], first_pass: NDArray[np.int32] | int
) -> NDArray[np.bool_]:
    """Return bool[moves], True if the first pass is between the move and the situation that it repeats.

    Args:
        number: int32[moves], numbers of the moves.
        situation: int32[moves], number of the latest earlier move with the same position and side to move.
        first_pass: Number of the game's first pass, 0 for none; one for all moves, or int32[moves].
    """
    result: NDArray[np.bool_] = (situation < first_pass) & (number > first_pass)
    return result


class ForbiddingRulesets:
    """The rulesets that forbid a move, by its flags.

    Args:
        rulesets: Rulesets that are compared; results name them in this order.
    """

    def __init__(self, rulesets: Iterable[Ruleset] = PRESETS) -> None:
        self._masks = [(ruleset.id, mask_of(ruleset), mask_of(ruleset, is_ban_lifted=True)) for ruleset in rulesets]
        self._cache: dict[tuple[int, bool], tuple[str, ...]] = {}

    def forbidding(self, flags: int, *, is_ban_lifted: bool = False) -> tuple[str, ...]:
        """Return the ids of the rulesets that forbid a move with these flags, for any reason."""
        key = flags, is_ban_lifted
        if key not in self._cache:
            self._cache[key] = tuple(
                name for name, mask, lifted in self._masks if flags & (lifted if is_ban_lifted else mask)
            )
        return self._cache[key]


def no_result_rulesets(rulesets: Iterable[Ruleset] = PRESETS) -> tuple[str, ...]:
    """Return the ids of the rulesets under which a long cycle may end the game without a winner."""
    return tuple(ruleset.id for ruleset in rulesets if ruleset.no_result.value is not NoResult.NEVER)


def reason(forbidding_flags: int) -> str:
    """Return ``legal``, or the reason for which a move is illegal, in a few words."""
    return next((word for mask, word in REASONS if forbidding_flags & mask), "legal")


def verdicts_of(replays: Replays, game: int, ruleset: Ruleset) -> list[str]:
    """Return the verdict of a ruleset on each move of a game: ``legal``, or the reason."""
    import numpy as np

    rows = slice(*replays.start[game : game + 2].tolist())
    situation, first_pass = replays.moves.situation[rows], int(replays.fact("first_pass")[game])
    number = np.arange(1, len(situation) + 1, dtype=np.int32)
    forbidding = illegal(ruleset, replays.moves.flags[rows], is_ban_lifted(number, situation, first_pass))
    return [reason(flags) for flags in forbidding.tolist()]


def repetition_names(flags: int) -> str:
    """Return the names of the superko rules that forbid a repetition, as in the findings table."""
    names = ((f.PSK, "PSK"), (f.SSK, "SSK"), (f.NSSK, "NSSK"))
    return " ".join(name for flag, name in names if flags & flag)


@dataclass(frozen=True, slots=True)
class Legality:
    """Illegal moves of each game under each ruleset.

    Attributes:
        illegal_count: int32[games, rulesets], number of moves that the ruleset forbids.
        first_illegal: int32[games, rulesets], number of the first of them, 0 for none.
    """

    illegal_count: NDArray[np.int32]
    first_illegal: NDArray[np.int32]


def legality(replays: Replays, rulesets: Sequence[Ruleset] = PRESETS) -> Legality:
    """Count the moves of each game that each ruleset forbids."""
    import numpy as np

    size = len(rulesets), len(replays)  # by ruleset, since each is filled at once
    result = Legality(np.zeros(size, dtype=np.int32).T, np.zeros(size, dtype=np.int32).T)
    mask = reduce(or_, map(mask_of, rulesets), 0)
    rows = np.flatnonzero((replays.moves.flags & np.uint32(mask)) > 0)
    games = np.searchsorted(replays.start, rows, side="right") - 1
    number = (rows - replays.start[games] + 1).astype(np.int32)
    flags = replays.moves.flags[rows]
    lifted = is_ban_lifted(number, replays.moves.situation[rows], replays.fact("first_pass")[games])
    for column, ruleset in enumerate(rulesets):
        objected = illegal(ruleset, flags, lifted) > 0
        where, first, count = np.unique(games[objected], return_index=True, return_counts=True)
        result.illegal_count[where, column] = count
        result.first_illegal[where, column] = number[objected][first]
    return result
