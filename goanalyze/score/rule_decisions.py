"""Results that a rule decides and not the count: illegal moves, both players lose, no result.

The margin of such a game is still given for comparison, except for games without result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goanalyze.points import BLACK
from goanalyze.replay.arrays import Replays
from goanalyze.rules import IllegalMove, NoResult, Ruleset
from goanalyze.rules.choices import RuleWinner, Winner
from goanalyze.score.choices import AgreedResult
from goanalyze.score.final_positions import FinalPositions
from goanalyze.sgf.choices import ResultBy
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.values.result import Result


@dataclass(frozen=True, slots=True)
class RuleDecisions:
    """Winners by a rule; arrays [games, rulesets].

    Attributes:
        winner: int8, index of a `RuleWinner`; −1 if the count decides.
        move: int32, number of the deciding move; 0 for none.
    """

    winner: NDArray[np.int8]
    move: NDArray[np.int32]


def agreed_results(metadata: Metadata) -> NDArray[np.uint8]:
    """Return the recorded result in place of a count, uint8[games], index of an `AgreedResult`; none if broken off."""
    distinct, results = metadata.parsed["RE"]
    agreed = []
    for result in results:
        is_void = isinstance(result, Result) and result.by is ResultBy.VOID and not result.is_broken_off
        is_lost = isinstance(result, Result) and result.winner is Winner.BOTH_LOSE
        choice = AgreedResult.NO_RESULT if is_void else AgreedResult.NOTHING
        agreed.append(AgreedResult.BOTH_LOSE.index if is_lost else choice.index)
    return np.array(agreed, dtype=np.uint8)[distinct.where]


def both_lose(final: FinalPositions, ruleset: Ruleset) -> NDArray[np.bool_]:
    """Return True for the games in which both players lose by the record, under a ruleset that provides for it.

    Rule: Japanese rules 1989, art. 13.
    """
    lost: NDArray[np.bool_] = (final.agreed == AgreedResult.BOTH_LOSE.index) & ruleset.both_lose.value
    return lost


def without_result(final: FinalPositions, ruleset: Ruleset) -> NDArray[np.bool_]:
    """Return True for the games without result by the record in which a cycle allows the players to agree on that.

    Rule: Japanese rules 1989, art. 12; other rulesets by their axis `no_result`.
    """
    can_be_void = ruleset.no_result.value is not NoResult.NEVER
    void: NDArray[np.bool_] = (final.agreed == AgreedResult.NO_RESULT.index) & final.has_cycle & can_be_void
    return void


def move_colors(replays: Replays, number: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the colour of a move of each game, uint8 in the shape of `number`, [games, …]; 0 for number 0."""
    color, moves = np.zeros(number.shape, dtype=np.uint8), np.nonzero(number)
    color[moves] = replays.moves.color[replays.start[moves[0]] + number[moves] - 1]
    return color


def winners_by_rule(
    final: FinalPositions,
    rulesets: Sequence[Ruleset],
    first_illegal: NDArray[np.int32],
    offender: NDArray[np.uint8],
    cycle_move: NDArray[np.int32],
) -> RuleDecisions:
    """Return the winner by a rule of every game under every ruleset.

    A recorded agreement of the players comes before an illegal move: a result once confirmed is final (Japanese rules
    1989, art. 10.4).

    Args:
        final: final positions.
        rulesets: rulesets, in the order of the columns.
        first_illegal: int32[games, rulesets], number of the first move that the ruleset forbids, 0 for none.
        offender: uint8[games, rulesets], colour of that move.
        cycle_move: int32[games], see `goanalyze.replay.cycles.first_claims`.
    """
    loses = np.array([ruleset.illegal_move.value is IllegalMove.LOSES for ruleset in rulesets], dtype=np.bool_)
    move = np.where(loses, first_illegal, 0).astype(np.int32)
    by_black = np.where(offender == BLACK, RuleWinner.WHITE.index, RuleWinner.BLACK.index)
    winner = np.where(move > 0, by_black, -1).astype(np.int8)
    if (final.agreed != AgreedResult.NOTHING.index).any():
        for column, ruleset in enumerate(rulesets):
            lost, void = both_lose(final, ruleset), without_result(final, ruleset)
            winner[lost, column], move[lost, column] = RuleWinner.BOTH_LOSE.index, 0
            winner[void, column], move[void, column] = RuleWinner.NO_RESULT.index, cycle_move[void]
    return RuleDecisions(winner, move)


def decision_reasons(winner: RuleWinner, move: int) -> tuple[str, ...]:
    """Return sentences on an illegal move that decides a game; none for agreed results, which the basis explains."""
    if winner not in (RuleWinner.BLACK, RuleWinner.WHITE):
        return ()
    loser = (RuleWinner.WHITE if winner is RuleWinner.BLACK else RuleWinner.BLACK).value.capitalize()
    move_loses = f"{loser}'s move {move} is illegal as recorded and loses at once"
    unless = "unless the result was confirmed before the players noticed"
    return (f"By rule {winner.value.capitalize()} wins: {move_loses}, {unless}.",)
