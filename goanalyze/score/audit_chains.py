"""The audit's last resort: other statuses of a few chains that give the recorded margin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.board.stones import Stones
from goanalyze.life.choices import Proof
from goanalyze.life.settled_kernel import settle
from goanalyze.rules import DeadStones, Seki
from goanalyze.score.audit_case import AuditCase, CountedAs, Fit
from goanalyze.score.choices import Explanation
from goanalyze.score.count import count_chunk_as_players, leave_unfilled
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import score
from goanalyze.score.readings import Finals, Reading
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import color_name, to_gtp

_DOUBTED: Final = 9
_NAMED: Final = 4


def other_statuses(case: AuditCase, readings: Sequence[CountedAs], numbers: Sequence[int]) -> Iterator[Fit]:
    """Try other statuses of so many chains; yield, for each ruleset, the change of the fewest stones that fits."""
    komi = readings[0].komi
    if case.marked or komi is None:
        return
    chains, certainty = _doubted(case)
    trials = _trials(len(chains), numbers)
    flipped = np.zeros((len(trials), case.position.stones.size), dtype=np.bool_)
    for number, chain in enumerate(chains):
        flipped[trials[:, number]] ^= _mask(case.position, chain)
    taken: dict[Reading, NDArray[np.bool_]] = {}
    letter = any(reading.ruleset.seki.value is Seki.STRICT for reading in readings)
    margins = score(recount(case, flipped, taken, letter=letter), [reading.ruleset for reading in readings]).margin
    asked, stones = trials.sum(axis=1), flipped.sum(axis=1)
    for place, reading in enumerate(readings):
        off = taken.get(Reading.of(reading.ruleset), flipped[:, :0])
        changed = np.flatnonzero((margins[:, place] == case.recorded) & (asked > 0))
        distinct: dict[bytes, int] = {}  # what takes the same stones off is one change, that of the fewest chains
        for row in changed.tolist():
            distinct.setdefault(off[row].tobytes(), row)
        rows = sorted(distinct.values(), key=lambda row: (int(stones[row]), float(trials[row] @ certainty)))
        if not rows:
            continue
        best, others = rows[0], rows[1:]
        flips = _chains_of(case.position, flipped[best])
        told = _flipped(case.position, flips, case.dead_in(Reading.of(reading.ruleset)))
        change = f"{told} gives {points_text(case.recorded)}"
        tried = f"{len(trials) - 2} other changes of {numbers[0]} or {numbers[1]} chains"
        evidence = f"{change}; {len(others) or 'none'} of the {tried} {'do' if len(others) > 1 else 'does'}"
        unique = not any(asked[row] <= asked[best] for row in others)
        yield Fit(Explanation.STONES, evidence, reading.ruleset.id, komi, flips, unique)


def _mask(position: Position, points: Iterable[int]) -> NDArray[np.bool_]:
    mask = np.zeros(position.stones.size, dtype=np.bool_)
    mask[list(points)] = True
    return mask


def _doubted(case: AuditCase) -> tuple[list[frozenset[int]], NDArray[np.float64]]:
    """Return the nine chains that are least certain, the smaller first among equals, then the other dead ones.

    Players forget to mark dead stones, however certain these are.

    Returns:
        (chains, how certain each is, 0–1).
    """
    shares = _shares(case)
    chains = sorted(
        (abs(2 * float(shares[min(chain)]) - 1), len(chain), min(chain), chain)
        for chain in Stones(case.position).chains()
    )
    chosen = chains[:_DOUBTED] + [chain for chain in chains[_DOUBTED:] if chain[2] in case.dead]
    return [chain for *_, chain in chosen], np.array([certainty for certainty, *_ in chosen])


def _shares(case: AuditCase) -> NDArray[np.floating]:
    """Return how likely each stone lives; where nobody estimated it, the dead are in doubt before what is unproven."""
    if case.shares is not None:
        return case.shares
    position = case.position
    proof, _, _ = settle(position.chunk())
    shares: NDArray[np.floating] = np.where(proof == Proof.ALIVE.index, 1.0, 0.75)
    shares[list(case.dead)] = 0.5
    return shares


def _trials(chains: int, numbers: Sequence[int]) -> NDArray[np.bool_]:
    """Return every choice of so many chains, bool[choices, chains], none chosen first.

    Several are chosen among the first nine only.
    """
    some: list[tuple[int, ...]] = [()]
    for number in numbers:
        some += combinations(range(chains if number == 1 else min(chains, _DOUBTED)), number)
    trials = np.zeros((len(some), chains), dtype=np.bool_)
    for row, chosen in enumerate(some):
        trials[row, list(chosen)] = True
    return trials


def recount(
    case: AuditCase, flipped: NDArray[np.bool_], taken: dict[Reading, NDArray[np.bool_]], *, letter: bool = True
) -> Finals:
    """Count a position with several sets of stones whose status is another, each as a game of a chunk.

    Args:
        case: the game.
        flipped: bool[sets, points], whole chains.
        taken: to it is added, for each reading that is asked for, bool[sets, points]: what is taken off.
        letter: whether seki to the letter is counted, too.
    """
    sets = len(flipped)
    boards, first = case.position.chunk(sets), np.full(sets, case.first, dtype=np.uint8)

    def read(reading: Reading, others: Finals) -> FinalPositions:
        final = case.final.by(reading).take(np.zeros(sets, dtype=np.int64))
        if final.all_alive[0]:
            return final
        otherwise = reading._replace(confirmed=False)
        if reading.confirmed and case.dead_in(reading) == case.dead_in(otherwise):
            final = others.by(otherwise)
            taken[reading] = taken[otherwise]
            return final
        dead = _mask(case.position, case.dead_in(reading)) ^ flipped
        in_territory = reading.dead_stones is DeadStones.IN_TERRITORY
        given = dead.astype(np.uint8).ravel()
        counts, dame, off = count_chunk_as_players(boards, given, first, in_territory=in_territory, letter=letter)
        taken[reading] = off.reshape(dead.shape) == 1
        return replace(final, counts=leave_unfilled(counts, final.unfilled), dame=dame)

    return Finals(read)


def _chains_of(position: Position, changed: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    """Return the chains that points belong to, each as its points in order."""
    board = Stones(position)
    return tuple(sorted({tuple(sorted(board.connected(int(point)))) for point in np.flatnonzero(changed)}))


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
