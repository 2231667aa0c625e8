"""The audit's last explanation: another status of one or two chains that gives the recorded margin, if the odds allow.

Many margins follow from some flips of some chains, so that flips that fit prove little. The odds of flips are the
chance that a wrong result would follow from them or from likelier ones:

- Flips are ordered: one chain before two, then by how uncertain the chains are, then by the number of their stones.
  Dead chains are at most 0.9 certain here, since players forget to mark dead stones, however certain these are.
- A wrong result is taken to be any margin around the count, equally likely, as far away as the recorded one or 20
  points, with the same parity and possible on the board.
- The odds are the share of these margins that the flips give up to the first ones that give the recorded margin.

Flips are an explanation if their odds are at most one in ten. Falsified by up to 20 points, 9% of the results of
counted games of KGS and Tygem are explained by some.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.convention import RestMode
from goanalyze.core.labels import LabeledBoards
from goanalyze.life.choices import Proof
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.points import EMPTY, color_name, to_gtp
from goanalyze.score.count import count_one_way, leave_open
from goanalyze.score.end_policies import EndPolicy, FinalPositionSet
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.terms import board_terms, margin_of
from goanalyze.util.numbers import plural, points_text

if TYPE_CHECKING:
    from goanalyze.score.audit import AuditInputs, RulesetCount

_UNCERTAIN: Final = 9
"""Chains whose pairs are flipped: those whose status is least certain."""
_FORGOTTEN: Final = 0.9
_LONGEST_ODDS: Final = 0.1
_WRONG_BY: Final = 20.0
_STEP: Final = 2.0
_BATCH: Final = 20  # games whose flips are counted at once


class Flips(NamedTuple):
    """The likeliest flips of one or two chains that give the recorded margin of a game.

    Attributes:
        chains: points of the flipped chains, in order.
        ruleset: id of the ruleset under which the margin follows.
        evidence: clause on the flips, on others that fit, and on the odds.
        is_unique: True if no other flips of at most the same number of chains give the margin.
        hits: number of margins of wrong results that follow as easily.
        possible: number of all margins that a wrong result might have.
    """

    chains: tuple[tuple[int, ...], ...]
    ruleset: str
    evidence: str
    is_unique: bool
    hits: int
    possible: int

    @property
    def odds(self) -> str:
        """A clause on the number of wrong results that would follow as easily."""
        return f"of {self.possible} wrong results {self.hits} would follow as easily"

    @property
    def is_credible(self) -> bool:
        """True if the odds allow the flips as an explanation."""
        return self.hits <= _LONGEST_ODDS * self.possible


class _GameFlips(NamedTuple):
    """All flips of one or two chains of a game, the likeliest first.

    Attributes:
        game: number of the game.
        counts: counts of the game under the rulesets in question, with a komi.
        chain: int64[points], number of the chain of each stone; that behind the last elsewhere.
        chosen: bool[flips, chains], the flipped chains.
    """

    game: int
    counts: Sequence[RulesetCount]
    chain: NDArray[np.int64]
    chosen: NDArray[np.bool_]

    def points(self) -> NDArray[np.bool_]:
        """Return the flipped stones, bool[flips, points]."""
        return np.pad(self.chosen, ((0, 0), (0, 1))).take(self.chain, axis=1)


def likeliest_flips(inputs: AuditInputs, counts: Sequence[Sequence[RulesetCount]]) -> dict[int, Flips]:
    """Return the likeliest flips that give the recorded margin of each game, by number; other games are left out.

    Games without a komi, without a count, and with territory that the players marked have no flips.
    """
    cases = [each for each in counts if each and each[0].komi is not None and not inputs.is_marked[each[0].game]]
    by_rulesets: dict[tuple[str, ...], list[Sequence[RulesetCount]]] = defaultdict(list)
    for each in cases:
        by_rulesets[tuple(count.ruleset.id for count in each)].append(each)
    shares = _shares(inputs, np.array([each[0].game for each in cases], dtype=np.int64))
    result = dict[int, Flips]()
    for group in by_rulesets.values():
        for first in range(0, len(group), _BATCH):
            batch = [_flips_of(inputs, each, shares) for each in group[first : first + _BATCH]]
            result |= {flips.game: best for flips, best in _count_flips(inputs, batch) if best is not None}
    return result


def _shares(inputs: AuditInputs, games: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the probability that each stone lives; without an estimate a rank: dead, unproven, proven stones."""
    shares = inputs.shares.astype(np.float64)
    without = np.zeros(len(inputs.has_shares), dtype=np.bool_)
    without[games] = ~inputs.has_shares[games]
    if without.any():
        proof = prove_statuses(inputs.boards.only(without)).proof
        rank = np.where(inputs.dead > 0, 0.5, np.where(proof == Proof.ALIVE.index, 1.0, 0.75))
        shares = np.where(np.repeat(without, np.diff(inputs.boards.start)), rank, shares)
    return shares


def _flips_of(inputs: AuditInputs, counts: Sequence[RulesetCount], shares: NDArray[np.float64]) -> _GameFlips:
    """Return the flips of a game: of the nine least certain chains, the smaller first, then of the other dead ones."""
    game = counts[0].game
    span = inputs.span(game)
    chain, size, is_dead = inputs.boards.first[span], inputs.boards.size[span], inputs.dead[span] > 0
    certain = np.abs(2 * shares[span] - 1)
    firsts = np.flatnonzero((chain == np.arange(len(chain))) & (inputs.boards.stones[span] != EMPTY))
    firsts = firsts[np.lexsort((firsts, size[firsts], certain[firsts]))]
    chains = np.concatenate((firsts[:_UNCERTAIN], (others := firsts[_UNCERTAIN:])[is_dead[others]]))
    number = np.full(len(chain), len(chains))
    number[chains] = np.arange(len(chains))
    certainty = np.where(is_dead[chains], np.minimum(certain[chains], _FORGOTTEN), certain[chains])
    chosen = _choices(len(chains))
    likeliest = np.lexsort((chosen @ size[chains].astype(np.int64), chosen @ certainty, chosen.sum(axis=1)))
    return _GameFlips(game, counts, number[chain], chosen[likeliest])


@lru_cache(maxsize=64)
def _choices(chains: int) -> NDArray[np.bool_]:
    """Return every choice of a chain, and of two of the first nine, bool[choices, chains]; not to be written to."""
    pairs = list(combinations(range(min(chains, _UNCERTAIN)), 2))
    chosen = np.zeros((chains + len(pairs), chains), dtype=np.bool_)
    chosen[np.arange(chains), np.arange(chains)] = True
    for row, pair in enumerate(pairs, chains):
        chosen[row, list(pair)] = True
    return chosen


def _count_flips(inputs: AuditInputs, batch: Sequence[_GameFlips]) -> Iterator[tuple[_GameFlips, Flips | None]]:
    """Count all flips of some games, all under the same rulesets, and yield the likeliest ones that fit."""
    rulesets = [count.ruleset for count in batch[0].counts]
    rows = np.concatenate(([0], np.cumsum([len(flips.chosen) for flips in batch])))
    games = np.repeat([flips.game for flips in batch], np.diff(rows))
    boards, points = inputs.boards.take(games)
    flipped = np.concatenate([flips.points().ravel() for flips in batch])
    removed = dict[EndPolicy, NDArray[np.bool_]]()

    def dead(policy: EndPolicy) -> NDArray[np.uint8]:
        return inputs.dead_under(policy)[points] ^ flipped.view(np.uint8)

    finals = recount(inputs, games, boards, dead, removed)
    margins = np.stack(
        [margin_of(board_terms(finals.for_ruleset(each), each), len(games)) for each in rulesets], axis=1
    )
    for number, flips in enumerate(batch):
        first, last = rows[number : number + 2].tolist()
        own = margins[first:last] - [count.bonus for count in flips.counts] - (flips.counts[0].komi or 0.0)
        span = slice(*boards.start[[first, last]].tolist())
        is_removed = [
            removed[policy][span].reshape(last - first, -1) if policy in removed else None
            for policy in map(EndPolicy.from_ruleset, rulesets)
        ]
        yield flips, _likeliest(inputs, flips, own, is_removed)


def recount(
    inputs: AuditInputs,
    games: NDArray[np.int64],
    boards: LabeledBoards,
    dead: Callable[[EndPolicy], NDArray[np.uint8]],
    removed: dict[EndPolicy, NDArray[np.bool_]] | None = None,
) -> FinalPositionSet:
    """Return final positions of some games with other dead stones; policies that remove none are as before.

    Args:
        inputs: games with recorded results.
        games: int64[n], numbers of games, each any number of times.
        boards: their positions.
        dead: returns the dead stones of `boards` under a policy, uint8[points], whole chains.
        removed: receives the stones that are removed under each policy, bool[points].
    """
    finals, to_move = inputs.finals, inputs.to_move[games]  # the inputs keep the result, so it must not refer to them

    def build(policy: EndPolicy) -> FinalPositions:
        final = finals.under(policy).take(games)
        if final.all_alive.all():
            return final
        counts, dame, lost = count_one_way(boards, dead(policy), to_move, in_territory=policy.in_territory)
        if removed is not None:
            removed[policy] = lost & ~np.repeat(final.all_alive, np.diff(boards.start))
        counts = leave_open(counts, final.rest == RestMode.OPEN.index)
        alive = final.all_alive[:, np.newaxis, np.newaxis]
        return replace(
            final, counts=np.where(alive, final.counts, counts), dame=np.where(final.all_alive, final.dame, dame)
        )

    return FinalPositionSet(build)


def _likeliest(
    inputs: AuditInputs, flips: _GameFlips, margins: NDArray[np.float64], is_removed: Sequence[NDArray[np.bool_] | None]
) -> Flips | None:
    """Return the likeliest flips of a game that give its recorded margin.

    Args:
        inputs: games with recorded results.
        flips: all flips of the game.
        margins: float64[flips, rulesets], margins that the flips give.
        is_removed: for each ruleset, bool[flips, points], the removed stones; None if none ever are.
    """
    recorded = float(inputs.recorded[flips.game])
    rows, columns = np.nonzero(margins == recorded)
    if not len(rows):
        return None
    best, column = int(rows[0]), int(columns[0])
    fitting, removed = rows[columns == column].tolist(), is_removed[column]
    distinct = {b"" if removed is None else removed[row].tobytes(): row for row in reversed(fitting)}
    others = [row for row in distinct.values() if row != best]  # flips that remove the same stones are one
    number = flips.chosen.sum(axis=1)
    chains = tuple(
        sorted(tuple(np.flatnonzero(flips.chain == chain).tolist()) for chain in np.flatnonzero(flips.chosen[best]))
    )
    ruleset = flips.counts[column].ruleset
    hits, possible = _margins_around(inputs, flips, margins[: best + 1])
    result = Flips(chains, ruleset.id, "", not any(number[row] <= number[best] for row in others), hits, possible)
    clause = _flips_clause(inputs, flips.game, chains, EndPolicy.from_ruleset(ruleset))
    evidence = f"{clause} gives {points_text(recorded)}; {_others_clause(len(others), len(flips.chosen) - 1)}"
    return result._replace(evidence=f"{evidence}; {result.odds}")


def _margins_around(inputs: AuditInputs, flips: _GameFlips, margins: NDArray[np.float64]) -> tuple[int, int]:
    """Return the number of possible wrong margins among those of flips, and the number of all possible ones."""
    first, recorded = flips.counts[0], float(inputs.recorded[flips.game])
    points, count = len(flips.chain), first.margin or 0.0
    reach = max(_WRONG_BY, abs(recorded - count))
    counted = {each.margin for each in flips.counts}

    def is_possible(margin: float) -> bool:
        is_on_board = abs(margin + first.bonus + (first.komi or 0.0)) <= points
        is_near = abs(margin - count) <= reach and (is_on_board or margin == recorded)
        return is_near and margin not in counted and (margin - recorded) % _STEP == 0

    steps = np.arange(-2 * reach, 2 * reach + _STEP, _STEP)
    possible = sum(map(is_possible, (recorded + steps).tolist()))
    return sum(map(is_possible, set(margins.ravel().tolist()))), possible


def _others_clause(fitting: int, tested: int) -> str:
    """Return a clause with the number of other flips that give the recorded margin, too."""
    if tested < 2:
        only = f"the only other change of 1 or 2 chains does {'so, too' if fitting else 'not'}"
        return only if tested else "no other change of 1 or 2 chains can be made"
    return f"{fitting or 'none'} of the {tested:,} other changes of 1 or 2 chains {'do' if fitting > 1 else 'does'}"


def _flips_clause(inputs: AuditInputs, game: int, chains: Sequence[tuple[int, ...]], policy: EndPolicy) -> str:
    """Return a clause with the flipped chains and their other statuses."""
    span, clauses = inputs.span(game), list[str]()
    stones, dead = inputs.boards.stones[span], inputs.dead_under(policy)[span]
    for chain in chains:
        name = to_gtp(chain[0], int(inputs.boards.width[game]), int(inputs.boards.height[game]))
        change = "alive instead of dead" if dead[chain[0]] else "dead instead of alive"
        owner = color_name(int(stones[chain[0]])).capitalize()
        clauses.append(f"{owner}'s {name} ({plural(len(chain), 'stone')}) {change}")
    return ", ".join(clauses)
