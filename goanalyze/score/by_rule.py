"""Who wins where a rule decides and not the count: illegal moves, both players lose, no result.

The margin of such a game stands beside it for comparison, but for one without result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goanalyze.replay.arrays import Replays
from goanalyze.rules import IllegalMove, NoResult, Ruleset
from goanalyze.score.choices import Agreed
from goanalyze.score.final_positions import FinalPositions
from goanalyze.sgf.choices import ResultBy
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.values.result import Result
from goanalyze.vocabulary.choices import RuleWinner, Winner
from goanalyze.vocabulary.points import BLACK


@dataclass(frozen=True, slots=True)
class Ruled:
    """Who wins by a rule; arrays [games, rulesets].

    Attributes:
        winner: int8, index of a `RuleWinner`, −1 where the count decides.
        move: int32, number of the move by which it is decided, 0 for none.
    """

    winner: NDArray[np.int8]
    move: NDArray[np.int32]


def agreed_results(metadata: Metadata) -> NDArray[np.uint8]:
    """Return what each record says in place of a count, index of an `Agreed`; games broken off were not ended by it."""
    distinct, results = metadata.parsed["RE"]
    agreed = [_agreed(result).index for result in results if isinstance(result, Result)]
    return np.array(agreed, dtype=np.uint8)[distinct.where]


def _agreed(result: Result) -> Agreed:
    if result.winner is Winner.BOTH_LOSE:
        return Agreed.BOTH_LOSE
    return Agreed.NO_RESULT if result.by is ResultBy.VOID and not result.is_broken_off else Agreed.NOTHING


def both_lose(final: FinalPositions, ruleset: Ruleset) -> NDArray[np.bool_]:
    """Return the games in which both players lose: the record says so, and the ruleset knows it.

    Rule: Japanese rules 1989, art. 13.
    """
    lost: NDArray[np.bool_] = (final.agreed == Agreed.BOTH_LOSE.index) & ruleset.both_lose.value
    return lost


def without_result(final: FinalPositions, ruleset: Ruleset) -> NDArray[np.bool_]:
    """Return the games without result: the record says so, and a cycle in it lets the players agree on that.

    Rule: Japanese rules 1989, art. 12; other rulesets by their axis `no_result`.
    """
    knows = ruleset.no_result.value is not NoResult.NEVER
    void: NDArray[np.bool_] = (final.agreed == Agreed.NO_RESULT.index) & final.has_cycle & knows
    return void


def movers(replays: Replays, number: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return who made a move of each game, uint8 in the shape of `number`, [games, …]; 0 where its number is 0."""
    color = np.zeros(number.shape, dtype=np.uint8)
    made = np.nonzero(number)
    color[made] = replays.moves.color[replays.start[made[0]] + number[made] - 1]
    return color


def winners_by_rule(
    final: FinalPositions,
    rulesets: Sequence[Ruleset],
    first_illegal: NDArray[np.int32],
    offender: NDArray[np.uint8],
    cycle_move: NDArray[np.int32],
) -> Ruled:
    """Return who wins by a rule in every game under every ruleset.

    What the record says that the players agreed on comes before an illegal move: a result once confirmed stands
    (Japanese rules 1989, art. 10.4).

    Args:
        final: how the games ended.
        rulesets: whose rules.
        first_illegal: int32[games, rulesets], number of the first move that the ruleset forbids, 0 for none.
        offender: uint8[games, rulesets], who made it.
        cycle_move: int32[games], see `goanalyze.replay.cycles.first_claims`.
    """
    some_agreed = bool((final.agreed != Agreed.NOTHING.index).any())
    winner = np.full((len(final), len(rulesets)), -1, dtype=np.int8)
    move = np.zeros(winner.shape, dtype=np.int32)
    for column, ruleset in enumerate(rulesets):
        if ruleset.illegal_move.value is IllegalMove.LOSES:
            lost = first_illegal[:, column] > 0
            by_black = offender[lost, column] == BLACK
            winner[lost, column] = np.where(by_black, RuleWinner.WHITE.index, RuleWinner.BLACK.index)
            move[lost, column] = first_illegal[lost, column]
        if not some_agreed:
            continue
        for games, who, number in (
            (both_lose(final, ruleset), RuleWinner.BOTH_LOSE, np.zeros_like(cycle_move)),
            (without_result(final, ruleset), RuleWinner.NO_RESULT, cycle_move),
        ):
            winner[games, column], move[games, column] = who.index, number[games]
    return Ruled(winner, move)


def by_rule_reasons(winner: RuleWinner, move: int) -> tuple[str, ...]:
    """Return what is to be said of a result that a rule decides; of an agreed one, its basis and record say it."""
    if winner not in (RuleWinner.BLACK, RuleWinner.WHITE):
        return ()
    loser = (RuleWinner.WHITE if winner is RuleWinner.BLACK else RuleWinner.BLACK).value.capitalize()
    said = f"By rule {winner.value.capitalize()} wins: {loser}'s move {move} is illegal as recorded and loses at once"
    return (f"{said}, unless the result was confirmed before anybody noticed.",)
