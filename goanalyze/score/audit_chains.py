"""The audit's last resort: another status of one or two chains that gives the recorded margin, if the odds allow it.

Many margins follow from some change of some chains, so that a change that fits says little. The odds of a change are
the chance that a wrong result would follow from it or from a more likely one:

- Changes are ordered: one chain before two, then by how uncertain the chains are, then by the number of their stones.
  Dead chains are at most 0.9 certain here, since players forget to mark dead stones, however certain these are.
- A wrong result is taken to be any margin around the count, equally likely, as far away as the recorded one or 20
  points, with the same parity and possible on the board.
- The odds are the share of these margins that the changes give up to the first one that gives the recorded margin.

A change is an explanation if its odds are at most one in ten. Falsified by up to 20 points, 9% of the results of
counted games of KGS and Tygem are explained by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.choices import RestMode
from goanalyze.core.position import Position
from goanalyze.life.choices import Proof
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.rules import DeadStones, Ruleset, Scoring, Seki
from goanalyze.score.audit_case import AuditCase, CountedAs, Fit
from goanalyze.score.choices import Explanation
from goanalyze.score.chunk_counts import first_points
from goanalyze.score.count import PlayersCount, count_chunk_as_players, leave_open
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.readings import Finals, Reading
from goanalyze.score.terms import board_terms, margin_of
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import EMPTY, color_name, to_gtp

_DOUBTED: Final = 9
_NUMBERS: Final = (1, 2)
_FORGOTTEN: Final = 0.9
_LONGEST_ODDS: Final = 0.1
_WRONG_BY: Final = 20.0
_STEP: Final = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Doubts:
    """The chains of a game whose status is in doubt.

    They are the nine that are least certain, the smaller first among equals, then the other dead ones.

    Attributes:
        case, readings: the game and its counts.
        komi: the recorded one.
        certainty: float64[chains], certainty of each status, 0–1; of dead ones at most 0.9.
        sizes: int64[chains], the stones of each.
        chain_at: int64[points], the number of the chain of each stone, and behind the last where nothing is in doubt.
    """

    case: AuditCase
    readings: Sequence[CountedAs]
    komi: float
    certainty: NDArray[np.float64]
    sizes: NDArray[np.int64]
    chain_at: NDArray[np.int64]

    @classmethod
    def of(cls, case: AuditCase, readings: Sequence[CountedAs]) -> Doubts | None:
        """Find them; None where the players marked territory, without komi and without a count."""
        komi = readings[0].komi if readings else None
        if case.marked or komi is None:
            return None
        certain = np.abs(2 * _shares(case).astype(np.float64) - 1)
        chain, stones = first_points(case.position.to_arrays()), case.position.stones
        sizes = np.bincount(chain)
        firsts = np.flatnonzero((chain == np.arange(len(chain))) & (stones != EMPTY))
        firsts = firsts[np.lexsort((firsts, sizes[firsts], certain[firsts]))]
        others = [first for first in firsts[_DOUBTED:].tolist() if first in case.dead]
        chosen = np.concatenate((firsts[:_DOUBTED], np.array(others, dtype=np.int64)))
        number = np.full(len(chain), len(chosen))
        number[chosen] = np.arange(len(chosen))
        is_dead = np.isin(chosen, list(case.dead))
        certainty = np.where(is_dead, np.minimum(certain[chosen], _FORGOTTEN), certain[chosen])
        return cls(case, readings, komi, certainty, sizes[chosen], number[chain])

    def chain(self, number: int) -> tuple[int, ...]:
        """Return the points of a chain, in order."""
        return tuple(np.flatnonzero(self.chain_at == number).tolist())

    def sets(self, number: int) -> NDArray[np.bool_]:
        """Return every choice of n chains, bool[choices, chains]; of several, among the first nine only."""
        chains = len(self.sizes)
        chosen = _choices(chains if number == 1 else min(chains, _DOUBTED), number)
        sets = np.zeros((len(chosen), chains), dtype=np.bool_)
        sets[np.arange(len(chosen))[:, None], chosen] = True
        return sets

    def points_of(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the points of sets of chains, bool[sets, chains]: bool[sets, points]."""
        wide = np.zeros((len(chosen), len(self.sizes) + 1), dtype=np.bool_)
        wide[:, :-1] = chosen
        return wide.take(self.chain_at, axis=1)


@lru_cache(maxsize=64)
def _choices(among: int, number: int) -> NDArray[np.int64]:
    """Return every choice of n objects, int64[choices, number]; not to be written to."""
    chosen = list(combinations(range(among), number))
    return np.array(chosen, dtype=np.int64).reshape(len(chosen), number)


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Other statuses of some chains of a game, counted.

    Attributes:
        chosen: bool[changes, chains], which are changed.
        margins: float64[changes, readings].
        off: for each reading, bool[changes, points], the removed stones; without points where none ever are.
    """

    chosen: NDArray[np.bool_]
    margins: NDArray[np.float64]
    off: Sequence[NDArray[np.bool_]]

    @classmethod
    def of(cls, doubts: Doubts) -> Changes:
        """Count the game with the status of every choice of one or two chains changed, the likeliest change first."""
        chosen = np.concatenate([doubts.sets(number) for number in _NUMBERS])
        likeliest = np.lexsort((chosen @ doubts.sizes, chosen @ doubts.certainty, chosen.sum(axis=1)))
        chosen = chosen[likeliest]
        flipped = doubts.points_of(chosen)
        taken: dict[Reading, PlayersCount] = {}
        rulesets = [reading.ruleset for reading in doubts.readings]
        finals = recount(doubts.case, flipped, taken, groups=any(map(_needs_groups, rulesets)))
        boards = [margin_of(board_terms(finals.under(ruleset), ruleset), len(chosen)) for ruleset in rulesets]
        margins = [board - each.bonus - doubts.komi for board, each in zip(boards, doubts.readings, strict=True)]
        known = [taken.get(Reading.of(ruleset)) for ruleset in rulesets]
        off = [each.taken.reshape(flipped.shape) == 1 if each else flipped[:, :0] for each in known]
        return cls(chosen, np.stack(margins, axis=1), off)


class Change(NamedTuple):
    """The likeliest change of one or two chains that gives the recorded margin.

    Attributes:
        fit: it as an explanation.
        hits: the number of margins of wrong results that follow as easily.
        possible: the number of all margins that a wrong result might have.
    """

    fit: Fit
    hits: int
    possible: int

    @property
    def odds(self) -> str:
        """A clause with the number of wrong results that would follow as easily."""
        return f"of {self.possible} wrong results {self.hits} would follow as easily"

    @property
    def is_credible(self) -> bool:
        """True if the odds allow it as an explanation."""
        return self.hits <= _LONGEST_ODDS * self.possible


def likeliest_change(case: AuditCase, readings: Sequence[CountedAs]) -> Change | None:
    """Return the likeliest change of one or two chains that gives the recorded margin; None without one."""
    doubts = Doubts.of(case, readings)
    if doubts is None:
        return None
    changes = Changes.of(doubts)
    rows, columns = np.nonzero(changes.margins == case.recorded)
    if not len(rows):
        return None
    best, column = int(rows[0]), int(columns[0])
    hits, possible = _margins_around(case, readings, changes.margins[: best + 1])
    reading, off = readings[column], changes.off[column]
    same = {off[row].tobytes(): row for row in rows[columns == column][::-1].tolist()}  # same stones off: one change
    others = [row for row in same.values() if row != best]
    flips = tuple(sorted(map(doubts.chain, np.flatnonzero(changes.chosen[best]).tolist())))
    change = _flipped(case.position, flips, case.dead_in(Reading.of(reading.ruleset)))
    evidence = f"{change} gives {points_text(case.recorded)}; {_of_others(len(others), len(changes.chosen) - 1)}"
    number = changes.chosen.sum(axis=1)
    unique = not any(number[row] <= number[best] for row in others)
    result = Change(Fit(Explanation.STONES, evidence, reading.ruleset.id, doubts.komi, flips, unique), hits, possible)
    return result._replace(fit=result.fit._replace(evidence=f"{evidence}; {result.odds}"))


def _margins_around(case: AuditCase, readings: Sequence[CountedAs], margins: NDArray[np.float64]) -> tuple[int, int]:
    """Return the number of possible wrong margins that changes give, and the number of all possible ones.

    Args:
        case: the game.
        readings: the counts of the game; the possible margins lie around the first.
        margins: float64[changes, readings], the margins that changes give.
    """
    first, points = readings[0], case.position.stones.size
    count = first.margin or 0.0
    reach = max(_WRONG_BY, abs(case.recorded - count))
    counted = {reading.margin for reading in readings}

    def is_possible(margin: float) -> bool:
        is_on_board = abs(margin + first.bonus + (first.komi or 0.0)) <= points
        is_near = abs(margin - count) <= reach and (is_on_board or margin == case.recorded)
        return is_near and margin not in counted and (margin - case.recorded) % _STEP == 0

    steps = np.arange(-2 * reach, 2 * reach + _STEP, _STEP)
    possible = sum(map(is_possible, (case.recorded + steps).tolist()))
    return sum(map(is_possible, set(margins.ravel().tolist()))), possible


def _of_others(fitting: int, tried: int) -> str:
    """Return a clause with the number of other changes that give the recorded margin, too."""
    if tried < 2:
        only = f"the only other change of 1 or 2 chains does {'so, too' if fitting else 'not'}"
        return only if tried else "no other change of 1 or 2 chains can be made"
    return f"{fitting or 'none'} of the {tried:,} other changes of 1 or 2 chains {'do' if fitting > 1 else 'does'}"


def _needs_groups(ruleset: Ruleset) -> bool:
    """Return True if a ruleset counts groups, or seki to the letter."""
    to_the_letter = ruleset.seki.value is Seki.STRICT
    return to_the_letter or ruleset.scoring.value is Scoring.STONES or ruleset.group_tax.value > 0


def _shares(case: AuditCase) -> NDArray[np.floating]:
    """Return the probability that each stone lives; without an estimate a rank: dead, unproven, proven stones."""
    if case.shares is not None:
        return case.shares
    position = case.position
    proof, *_ = prove_statuses(position.to_arrays())
    shares: NDArray[np.floating] = np.where(proof == Proof.ALIVE.index, 1.0, 0.75)
    shares[list(case.dead)] = 0.5
    return shares


def recount(
    case: AuditCase, flipped: NDArray[np.bool_], taken: dict[Reading, PlayersCount], *, groups: bool = True
) -> Finals:
    """Count a position with several sets of stones whose status is another, each as a game of a chunk.

    Args:
        case: the game.
        flipped: bool[sets, points], whole chains.
        taken: the counts of the sets by reading, to which each new one is added.
        groups: whether groups and seki to the letter are counted, too.
    """
    sets = len(flipped)
    boards, first = case.position.to_arrays(sets), np.full(sets, case.first, dtype=np.uint8)

    def read(reading: Reading, others: Finals) -> FinalPositions:
        final = case.counts.finals.by(reading).take(np.full(sets, case.game))
        if final.all_alive.any():
            return final
        otherwise = reading._replace(confirmed=False)
        if reading.confirmed and case.dead_in(reading) == case.dead_in(otherwise):
            final = others.by(otherwise)
            taken[reading] = taken[otherwise]
            return final
        dead = np.zeros(flipped.shape[1], dtype=np.bool_)
        dead[list(case.dead_in(reading))] = True
        in_territory = reading.dead_stones is DeadStones.IN_TERRITORY
        given = (flipped ^ dead).view(np.uint8).ravel()
        taken[reading] = count = count_chunk_as_players(boards, given, first, in_territory=in_territory, groups=groups)
        return replace(final, counts=leave_open(count.counts, final.rest == RestMode.OPEN.index), dame=count.dame)

    return Finals(read)


def _flipped(position: Position, flips: Sequence[tuple[int, ...]], dead: frozenset[int]) -> str:
    """Return a clause with the changed chains and their other statuses."""
    parts = []
    for chain in flips:
        stones = f"{len(chain)} stone{'' if len(chain) == 1 else 's'}"
        name = to_gtp(chain[0], position.width, position.height)
        change = "alive instead of dead" if chain[0] in dead else "dead instead of alive"
        parts.append(f"{color_name(int(position.stones[chain[0]])).capitalize()}'s {name} ({stones}) {change}")
    return ", ".join(parts)
