"""The audit's last resort: other statuses of a few chains that give the recorded margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.conventions.choices import RestMode
from goanalyze.life.choices import Proof
from goanalyze.life.proof import prove_statuses
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
_NAMED: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Doubts:
    """The chains of a game whose status is in doubt.

    They are the nine that are least certain, the smaller first among equals, then the other dead ones, since players
    forget to mark dead stones, however certain these are.

    Attributes:
        case, readings: the game, and as what it is counted.
        komi: the recorded one.
        certainty: float64[chains], how certain each is, 0–1.
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
        """Find them; None where the players marked territory, and without komi."""
        komi = readings[0].komi
        if case.marked or komi is None:
            return None
        certain = np.abs(2 * _shares(case).astype(np.float64) - 1)
        chain, stones = first_points(case.position.chunk()), case.position.stones
        sizes = np.bincount(chain)
        firsts = np.flatnonzero((chain == np.arange(len(chain))) & (stones != EMPTY))
        firsts = firsts[np.lexsort((firsts, sizes[firsts], certain[firsts]))]
        dead = [first for first in firsts[_DOUBTED:].tolist() if first in case.dead]
        chosen = np.concatenate((firsts[:_DOUBTED], np.array(dead, dtype=np.int64)))
        number = np.full(len(chain), len(chosen))
        number[chosen] = np.arange(len(chosen))
        return cls(case, readings, komi, certain[chosen], sizes[chosen], number[chain])

    def chain(self, number: int) -> tuple[int, ...]:
        """Return the points of a chain, in order."""
        return tuple(np.flatnonzero(self.chain_at == number).tolist())

    def sets(self, number: int) -> NDArray[np.bool_]:
        """Return every choice of so many chains, bool[choices, chains]; of several, among the first nine only."""
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
    """Return every choice of so many of some things, int64[choices, number]; not to be written to."""
    chosen = list(combinations(range(among), number))
    return np.array(chosen, dtype=np.int64).reshape(len(chosen), number)


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Other statuses of some chains of a game, counted.

    Attributes:
        chosen: bool[changes, chains], which are changed.
        margins: float64[changes, readings].
        off: for each reading, bool[changes, points], what is taken off; without points where nothing ever is.
    """

    chosen: NDArray[np.bool_]
    margins: NDArray[np.float64]
    off: Sequence[NDArray[np.bool_]]

    @classmethod
    def of(cls, doubts: Doubts, numbers: Sequence[int]) -> Changes:
        """Count the game with the status of every choice of so many chains changed."""
        chosen = np.concatenate([doubts.sets(number) for number in numbers])
        flipped = doubts.points_of(chosen)
        taken: dict[Reading, PlayersCount] = {}
        rulesets = [reading.ruleset for reading in doubts.readings]
        finals = recount(doubts.case, flipped, taken, groups=any(map(_asks_for_groups, rulesets)))
        boards = [margin_of(board_terms(finals.under(ruleset), ruleset), len(chosen)) for ruleset in rulesets]
        margins = [board - each.bonus - doubts.komi for board, each in zip(boards, doubts.readings, strict=True)]
        known = [taken.get(Reading.of(ruleset)) for ruleset in rulesets]
        off = [each.taken.reshape(flipped.shape) == 1 if each else flipped[:, :0] for each in known]
        return cls(chosen, np.stack(margins, axis=1), off)


def other_statuses(doubts: Doubts, numbers: tuple[int, int]) -> Iterator[Fit]:
    """Change so many chains at once; yield, for each ruleset, the change of the fewest stones that fits."""
    case, changes = doubts.case, Changes.of(doubts, numbers)
    asked = changes.chosen.sum(axis=1)
    stones = changes.chosen @ doubts.sizes
    for place, reading in enumerate(doubts.readings):
        off = changes.off[place]
        distinct: dict[bytes, int] = {}  # what takes the same stones off is one change, that of the fewest chains
        for row in np.flatnonzero(changes.margins[:, place] == case.recorded).tolist():
            distinct.setdefault(off[row].tobytes(), row)
        rows = sorted(
            distinct.values(), key=lambda row: (int(stones[row]), float(changes.chosen[row] @ doubts.certainty))
        )
        if not rows:
            continue
        best, others = rows[0], rows[1:]
        flips = tuple(sorted(map(doubts.chain, np.flatnonzero(changes.chosen[best]).tolist())))
        told = _flipped(case.position, flips, case.dead_in(Reading.of(reading.ruleset)))
        evidence = f"{told} gives {points_text(case.recorded)}; {_of_others(len(others), len(asked) - 1, numbers)}"
        unique = not any(asked[row] <= asked[best] for row in others)
        yield Fit(Explanation.STONES, evidence, reading.ruleset.id, doubts.komi, flips, unique)


def _of_others(fitting: int, tried: int, numbers: tuple[int, int]) -> str:
    """Say how many of the other changes that were tried give the recorded margin, too."""
    of_chains = f"of {numbers[0]} or {numbers[1]} chains"
    if tried < 2:
        only = f"the only other change {of_chains} does {'so, too' if fitting else 'not'}"
        return only if tried else f"no other change {of_chains} can be made"
    return f"{fitting or 'none'} of the {tried:,} other changes {of_chains} {'do' if fitting > 1 else 'does'}"


def _asks_for_groups(ruleset: Ruleset) -> bool:
    """Return whether groups, or seki to the letter, are worth anything."""
    to_the_letter = ruleset.seki.value is Seki.STRICT
    return to_the_letter or ruleset.scoring.value is Scoring.STONES or ruleset.group_tax.value > 0


def _shares(case: AuditCase) -> NDArray[np.floating]:
    """Return how likely each stone lives; where nobody estimated it, the dead are in doubt before what is unproven."""
    if case.shares is not None:
        return case.shares
    position = case.position
    proof, *_ = prove_statuses(position.chunk())
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
        taken: to it is added, for each reading that is asked for, what each set gives.
        groups: whether groups and seki to the letter are counted, too.
    """
    sets = len(flipped)
    boards, first = case.position.chunk(sets), np.full(sets, case.first, dtype=np.uint8)

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
    """Say which chains are changed, and to what."""
    parts = []
    for chain in flips[:_NAMED]:
        stones = f"{len(chain)} stone{'' if len(chain) == 1 else 's'}"
        name = to_gtp(chain[0], position.width, position.height)
        change = "alive instead of dead" if chain[0] in dead else "dead instead of alive"
        parts.append(f"{color_name(int(position.stones[chain[0]])).capitalize()}'s {name} ({stones}) {change}")
    more = [f"{len(flips) - _NAMED} more"] if len(flips) > _NAMED else []
    return " and ".join([", ".join(parts), *more])
