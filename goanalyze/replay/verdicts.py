"""Verdicts: the flags of a replay as one ruleset sees them.

A ruleset is a mask over the flags plus, for one of them, where the repeated position stood. Nothing is played here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from goanalyze.core import flags as f
from goanalyze.rules import RULESETS, End, NoResult, Repetition, Ruleset, SecondStop, Suicide

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.replay.chunk import Replays

PRESETS: Final[tuple[Ruleset, ...]] = tuple(RULESETS.values())
"""Every preset ruleset, in the order of the tables."""

REPETITIONS: Final = f.BASIC_KO | f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK
"""Flags that the axis `repetition` judges, but for Ing's ko rule."""
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
_SUICIDE: Final = {
    Suicide.FORBIDDEN: SUICIDES,
    Suicide.SEVERAL: f.SUICIDE_ONE,
    Suicide.ANY: 0,
}
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
"""Reasons in the order in which one is named when several apply."""


def mask_of(ruleset: Ruleset, *, is_forgotten: bool = False) -> int:
    """Return the flags that make a move illegal under a ruleset.

    Args:
        ruleset: whose rules.
        is_forgotten: whether the first pass of the game has lifted older bans, where the ruleset lets it, see
            `forgotten`.
    """
    mask = _ALWAYS | _REPETITION[ruleset.repetition.value] | _SUICIDE[ruleset.suicide.value]
    if is_forgotten and ruleset.repetition.value is Repetition.SITUATIONAL_UNTIL_PASS:
        mask &= ~f.SSK
    return mask | _END.get(ruleset.end.value, 0) | _SECOND_STOP.get(ruleset.second_stop.value, 0)


def illegal(ruleset: Ruleset, flags: NDArray[np.uint32], is_forgotten: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return the flags of each move that the ruleset objects to; 0 where the move is legal.

    Args:
        ruleset: whose rules.
        flags: uint32[moves], from a replay.
        is_forgotten: bool[moves], see `forgotten`.

    Example:
        >>> import numpy as np
        >>> from goanalyze.rules import find_ruleset
        >>> ko = np.array([f.BASIC_KO | f.PSK | f.SSK], dtype=np.uint32)
        >>> illegal(find_ruleset("japanese"), ko, np.array([False])) == f.BASIC_KO
        array([ True])
    """
    import numpy as np

    mask, lifted = np.uint32(mask_of(ruleset)), np.uint32(mask_of(ruleset, is_forgotten=True))
    found: NDArray[np.uint32] = flags & (mask if mask == lifted else np.where(is_forgotten, lifted, mask))
    return found


def forgotten(
    number: NDArray[np.int32], situation: NDArray[np.int32], first_pass: NDArray[np.int32] | int
) -> NDArray[np.bool_]:
    """Return whether the first pass of the game stands between each move and the situation that it repeats.

    Args:
        number: int32[moves], moves counted from 1.
        situation: int32[moves], number of the latest earlier move with the same position and side to move.
        first_pass: number of the game's first pass, 0 for none; one for all moves, or one for each.
    """
    result: NDArray[np.bool_] = (situation < first_pass) & (number > first_pass)
    return result


class Objectors:
    """Rulesets, asked which of them forbid a move.

    Args:
        rulesets: whom to ask; answers name them in this order.

    Example:
        >>> from goanalyze.rules import find_ruleset
        >>> Objectors([find_ruleset("aga"), find_ruleset("japanese")]).forbidding(f.PSK | f.SSK)
        ('aga',)
    """

    def __init__(self, rulesets: Iterable[Ruleset] = PRESETS) -> None:
        self._masks = [(ruleset.id, mask_of(ruleset), mask_of(ruleset, is_forgotten=True)) for ruleset in rulesets]
        self._known: dict[tuple[int, bool], tuple[str, ...]] = {}

    def forbidding(self, flags: int, *, is_forgotten: bool = False) -> tuple[str, ...]:
        """Return the ids of those that forbid a move with these flags, whatever their reason."""
        key = flags, is_forgotten
        if key not in self._known:
            self._known[key] = tuple(
                name for name, mask, lifted in self._masks if flags & (lifted if is_forgotten else mask)
            )
        return self._known[key]


def claimants(rulesets: Iterable[Ruleset] = PRESETS) -> tuple[str, ...]:
    """Return the ids of the rulesets under which a long cycle may end the game without a winner.

    Example:
        >>> from goanalyze.rules import find_ruleset
        >>> claimants([find_ruleset("aga"), find_ruleset("japanese")])
        ('japanese',)
    """
    return tuple(ruleset.id for ruleset in rulesets if ruleset.no_result.value is not NoResult.NEVER)


def reason(found: int) -> str:
    """Return ``legal``, or in a word or two why a move is not.

    Example:
        >>> reason(0), reason(f.BASIC_KO | f.PSK)
        ('legal', 'ko')
    """
    return next((word for mask, word in REASONS if found & mask), "legal")


def verdicts_of(replays: Replays, game: int, ruleset: Ruleset) -> list[str]:
    """Return for each move of a game of a chunk ``legal``, or why a ruleset forbids it.

    Args:
        replays: the chunk, played out.
        game: its index.
        ruleset: whose rules.
    """
    import numpy as np

    rows = slice(*replays.start[game : game + 2].tolist())
    situation, first_pass = replays.moves.situation[rows], int(replays.fact("first_pass")[game])
    number = np.arange(1, len(situation) + 1, dtype=np.int32)
    found = illegal(ruleset, replays.moves.flags[rows], forgotten(number, situation, first_pass))
    return [reason(bits) for bits in found.tolist()]


def repetition_names(flags: int) -> str:
    """Name the superko rules that forbid a repetition, as the findings table writes them.

    Example:
        >>> repetition_names(f.PSK | f.SSK | f.NSSK | f.NEW_ZEALAND)
        'PSK SSK NSSK'
    """
    names = ((f.PSK, "PSK"), (f.SSK, "SSK"), (f.NSSK, "NSSK"))
    return " ".join(name for flag, name in names if flags & flag)


@dataclass(frozen=True, slots=True)
class Legality:
    """What rulesets forbid in each game.

    Attributes:
        illegal_count: int32[games, rulesets], moves that the ruleset forbids.
        first_illegal: int32[games, rulesets], number of the first of them, 0 for none.
    """

    illegal_count: NDArray[np.int32]
    first_illegal: NDArray[np.int32]


def legality(replays: Replays, rulesets: Sequence[Ruleset] = PRESETS) -> Legality:
    """Count the moves of each game that each ruleset forbids.

    Args:
        replays: a chunk, played out.
        rulesets: whose rules; they are the columns of the result.
    """
    import numpy as np

    size = len(rulesets), len(replays)  # one ruleset after the other: each is filled in one go
    result = Legality(np.zeros(size, dtype=np.int32).T, np.zeros(size, dtype=np.int32).T)
    mask = reduce(or_, map(mask_of, rulesets), 0)
    rows = np.flatnonzero((replays.moves.flags & np.uint32(mask)) > 0)
    games = np.searchsorted(replays.start, rows, side="right") - 1
    number = (rows - replays.start[games] + 1).astype(np.int32)
    flags = replays.moves.flags[rows]
    lifted = forgotten(number, replays.moves.situation[rows], replays.fact("first_pass")[games])
    for column, ruleset in enumerate(rulesets):
        objected = illegal(ruleset, flags, lifted) > 0
        where, first, count = np.unique(games[objected], return_index=True, return_counts=True)
        result.illegal_count[where, column] = count
        result.first_illegal[where, column] = number[objected][first]
    return result
