"""The audit of recorded results: does a game's count give the recorded margin, and if not, what would?

An explanation reproduces the recorded margin to the quarter point or, where it is called off by one, misses it by
exactly a point. What was recorded is an input here, so agreement found this way is explained, never exact. No files, no
tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.conventions.choices import DameFill, KomiMeaning, ResultScale
from goanalyze.conventions.hypotheses import FAMILIES, HANDICAP, dame_filled, other_komis, stones_worth
from goanalyze.life.choices import Proof
from goanalyze.life.settled_kernel import settle
from goanalyze.rules import RULESETS, Compensation, DeadStones, Ruleset, Scoring
from goanalyze.score.choices import Agreement, Basis, Explanation
from goanalyze.score.count import count_chunk_as_players
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import score
from goanalyze.score.readings import Finals, Reading
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.values.numbers import in_points
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import BLACK, WHITE, color_name, to_gtp

_FAMILIES: Final = tuple(RULESETS[name] for name in FAMILIES)
_COMPENSATIONS: Final = (Compensation.PER_STONE, Compensation.PER_STONE_BUT_ONE, Compensation.NOTHING)
_REMARKS: Final = {
    KomiMeaning.HANDICAP: ", as in handicap games",
    KomiMeaning.ZI: ": it is in zi",
    KomiMeaning.POINTS: ": it is in points",
    KomiMeaning.HUNDREDTHS: ": it is in hundredths",
}
_DOUBTED: Final = 9
_FEW_CHAINS: Final = (1, 2)
_MORE_CHAINS: Final = (3, 4)  # a change of so many often fits by chance, and these take most of the time
_NAMED: Final = 4


class Group(NamedTuple):
    """What a convention says of a game, and what its record has in place of that.

    Attributes:
        convention: its name.
        scale: the unit of the recorded result.
        dame: what became of dame that the record leaves open.
        ruleset: the declared one, None for none.
        komi: as recorded, NaN for none.
    """

    convention: str
    scale: ResultScale
    dame: DameFill
    ruleset: Ruleset | None
    komi: float


@dataclass(frozen=True, slots=True, eq=False)
class AuditCase:
    """A game with a recorded result, counted.

    Attributes:
        position: the final one.
        dead: points of the stones called dead, whole chains.
        dead_as: the same by what a `Reading` follows, (rulings, confirmed); `dead` for what is not named.
        final: how the game ended, counted with them, a chunk of one; its komi is the recorded one.
        recorded: recorded margin, Black − White in points.
        winner: the recorded one: black, white or draw.
        ruleset: the declared one, or that of the convention; None where neither names one.
        first: colour that fills the first dame: whose turn it is at the end.
        marked: the players' marked points are the territory, so no stones are doubted.
        shares: float[points], for each stone how likely its chain lives, 0–1; None where nobody estimated it.
        komi_unit, result_unit: in which unit komi and result are written; both are given here in points.
        group: what the convention of its group says beside ruleset, komi and points for handicap stones; None for none.
    """

    position: Position
    dead: frozenset[int]
    dead_as: Mapping[tuple[bool, bool], frozenset[int]]
    final: Finals
    recorded: float
    winner: str
    ruleset: Ruleset | None = None
    first: int = BLACK
    marked: bool = False
    shares: NDArray[np.floating] | None = None
    komi_unit: KomiUnit = KomiUnit.POINTS
    result_unit: Unit = Unit.POINTS
    group: Group | None = None

    @property
    def facts(self) -> FinalPositions:
        """What of the end is the same in every reading."""
        return self.final.plain

    def dead_in(self, reading: Reading) -> frozenset[int]:
        """Return the dead stones in a reading."""
        return self.dead_as.get((reading.rulings, reading.confirmed), self.dead)


@dataclass(frozen=True, slots=True)
class Audit:
    """What became of a recorded result.

    Attributes:
        agreement: of count and record, under the declared ruleset.
        explanation: what gives the recorded margin; the most ordinary one found.
        evidence: a sentence that says how.
        margin: Black − White in points under the declared ruleset, without one under the one that fits or, if none
            does, the Japanese; None where there is no komi, or no count.
        ruleset: id of the ruleset under which the recorded margin follows; None where it does not.
        komi: the komi with which it does, in points; None where it does not.
        flips: chains whose status is changed to explain it, each as its points in order.
        flips_unique: whether no other change of as few chains does; None where none is changed.
    """

    agreement: Agreement
    explanation: Explanation
    evidence: str
    margin: float | None
    ruleset: str | None = None
    komi: float | None = None
    flips: tuple[tuple[int, ...], ...] = ()
    flips_unique: bool | None = None


class _Reading(NamedTuple):
    """A game under one ruleset: Black − White on the board alone, points for handicap stones, and the komi recorded."""

    ruleset: Ruleset
    board: float
    bonus: float
    komi: float | None

    @property
    def margin(self) -> float | None:
        return None if self.komi is None else self.board - self.komi - self.bonus

    @property
    def winner(self) -> str | None:
        if self.margin is None:
            return None
        return self.ruleset.ties.value.value if self.margin == 0 else color_name(BLACK if self.margin > 0 else WHITE)

    @property
    def way(self) -> str:
        """How it is counted, in words."""
        return f"by {self.ruleset.scoring.value.value} ({self.ruleset.id})"


class _Fit(NamedTuple):
    """An explanation that gives the recorded margin, with what it rests on."""

    explanation: Explanation
    evidence: str
    ruleset: str
    komi: float
    flips: tuple[tuple[int, ...], ...] = ()
    unique: bool | None = None


def audit(case: AuditCase) -> Audit:
    """Hold a count against the recorded result, and look for what explains the difference.

    Tried in this order, the first that gives the recorded margin stands: the declared ruleset (without one,
    Japanese, then Chinese), where a convention says so the one that it names; unit and dame as a convention has
    them; where there is one, what the record says in its place; counting the other way, with its compensation for
    handicap stones; another komi, as servers and copyists leave it out, turn it round or write it in zi; another
    compensation, where there is one; a result in zi; another status of one or two of the nine least certain chains,
    or of any dead one; a compensation where territory rules give none; a point off; another status of three or four
    chains, which fits by chance more easily. Causes are not combined, but for the compensation of the other
    ruleset.

    Does not say which of two explanations that both fit is true: the first one is the more ordinary.

    Rule: `../shared/design/end-of-game.md`, "Conventions found in the wild" and "Reconciling".
    """
    asked = (case.ruleset,) if case.ruleset else _FAMILIES
    readings = _read(case, asked)
    if not readings:
        basis = Basis.at(score(case.final, asked[:1]).basis[0, 0])
        return Audit(Agreement.NO, Explanation.DOES_NOT_FOLLOW, f"the position gives no margin: {basis.value}", None)
    for reading in readings:
        if reading.margin == case.recorded:
            unnamed = "" if case.ruleset else f"no ruleset is named; {reading.ruleset.id} fits: "
            evidence = f"{unnamed}counted {reading.way} it is {points_text(case.recorded)} as recorded"
            return Audit(
                Agreement.EXACT, Explanation.NONE_NEEDED, evidence, reading.margin, reading.ruleset.id, reading.komi
            )
    first, fit = readings[0], next(_fits(case, readings), None)
    agreement = Agreement.WINNER if first.winner == case.winner else Agreement.NO
    if fit is None:
        return Audit(agreement, Explanation.DOES_NOT_FOLLOW, _difference(case, first), first.margin)
    return Audit(agreement, fit.explanation, fit.evidence, first.margin, fit.ruleset, fit.komi, fit.flips, fit.unique)


def _read(case: AuditCase, rulesets: Sequence[Ruleset]) -> list[_Reading]:
    """Return the game under each ruleset that gives a margin, were there a komi."""
    found = score(case.final, rulesets, 0.0)
    komi = None if np.isnan(case.facts.komi[0]) else float(case.facts.komi[0])
    numbers = zip(rulesets, found.margin[0].tolist(), found.bonus[0].tolist(), strict=True)
    return [
        _Reading(ruleset, margin + bonus, bonus, komi) for ruleset, margin, bonus in numbers if not np.isnan(margin)
    ]


def _difference(case: AuditCase, reading: _Reading) -> str:
    """Say how far count and record are apart when nothing explains it."""
    if reading.margin is None:
        return f"no komi is recorded, and no usual one gives {points_text(case.recorded)}"
    apart = abs(reading.margin - case.recorded)
    winner = "" if reading.winner == case.winner else ", and the winner differs"
    return (
        f"counted {points_text(reading.margin)}, recorded {points_text(case.recorded)}: {apart:g} points apart{winner}"
    )


def _fits(case: AuditCase, readings: Sequence[_Reading]) -> Iterator[_Fit]:
    """Yield what explains the recorded margin, the most ordinary first."""
    if case.group:
        yield from _by_convention(case, case.group, readings)
        yield from _by_header(case, case.group)
    yield from _other_rulesets(case, readings)
    for reading in readings:
        yield from _other_komis(case, reading)
    by_area = [reading for reading in readings if reading.ruleset.scoring.value is not Scoring.TERRITORY]
    for reading in by_area:
        yield from _compensations(case, reading)
    for reading in readings:
        yield from _zi(case, reading)
    yield from _stones(case, readings, _FEW_CHAINS)
    for reading in readings:  # territory rules give nothing for handicap stones, so that is the less ordinary cause
        if reading not in by_area:
            yield from _compensations(case, reading)
    for reading in readings:
        if reading.komi is not None and abs(case.recorded - (reading.margin or 0.0)) == 1:
            counted = f"counted {points_text(reading.margin or 0.0)}, recorded {points_text(case.recorded)}"
            evidence = f"{counted}: one dame or pass stone"
            yield _Fit(Explanation.OFF_BY_ONE, evidence, reading.ruleset.id, reading.komi)
    yield from _stones(case, readings, _MORE_CHAINS)


def _by_convention(case: AuditCase, group: Group, readings: Sequence[_Reading]) -> Iterator[_Fit]:
    """Try the unit of the result and the dame that a convention names; dame count by area only."""
    first = np.array([case.first], dtype=np.uint8)
    for reading in readings:
        if reading.margin is None or reading.komi is None:
            continue
        is_area = reading.ruleset.scoring.value is Scoring.AREA
        filled = float(dame_filled(group.dame, case.facts.dame, first)[0]) if is_area else 0.0
        margin = reading.margin + filled
        if margin != case.recorded * group.scale.factor:
            continue
        told = [f"counted {reading.way} it is {points_text(reading.margin)}"]
        if filled:
            told.append(f"with dame filled {points_text(margin)}")
        if group.scale is not ResultScale.AS_READ:
            told.append(
                f"{points_text(case.recorded)} is in {'zi' if group.scale is ResultScale.DOUBLED else 'points'}"
            )
        evidence = f"{', '.join(told)}: as recorded, by the convention {group.convention}"
        yield _Fit(Explanation.CONVENTION, evidence, reading.ruleset.id, reading.komi)


def _by_header(case: AuditCase, group: Group) -> Iterator[_Fit]:
    """Try ruleset, komi and points for handicap stones as the record has them, against the convention."""
    own = np.full(1, np.nan)
    final = case.final.each(lambda final: replace(final, komi=np.full(len(final), group.komi), bonus=own))
    asked = (group.ruleset,) if group.ruleset else _FAMILIES
    for reading in _read(replace(case, final=final), asked):
        if reading.margin == case.recorded and reading.komi is not None:
            komi = f"with komi {reading.komi:g} as its record says"
            evidence = f"counted {reading.way} {komi} it is {points_text(case.recorded)} as recorded"
            same = reading.ruleset is case.ruleset
            explanation = Explanation.OTHER_KOMI if same else Explanation.OTHER_RULESET
            yield _Fit(explanation, evidence, reading.ruleset.id, reading.komi)


def _other_rulesets(case: AuditCase, readings: Sequence[_Reading]) -> Iterator[_Fit]:
    """Try the other way of counting, and the plain one of the same way where the declared ruleset has rules of its own.

    Where both differ by the compensation alone, that is the explanation.
    """
    if case.ruleset is None:
        return
    declared = readings[0]
    ways = sorted(_FAMILIES, key=lambda ruleset: ruleset.scoring.value is declared.ruleset.scoring.value)
    for other in _read(case, ways):
        ruleset = other.ruleset
        if other.margin != case.recorded or other.komi is None:
            continue
        if ruleset.scoring.value is declared.ruleset.scoring.value and other.board == declared.board:
            continue
        instead = "" if declared.margin is None else f", {declared.way} {points_text(declared.margin)}"
        evidence = f"counted {other.way} it is {points_text(case.recorded)} as recorded{instead}"
        yield _Fit(Explanation.OTHER_RULESET, evidence, ruleset.id, other.komi)


def _other_komis(case: AuditCase, reading: _Reading) -> Iterator[_Fit]:
    needed = reading.board - reading.bonus - case.recorded
    final = case.facts
    handicap = int(final.handicap[0])
    own = reading.ruleset.komi.value.points(int(final.width[0]), int(final.height[0]), handicap)
    for komi, meaning in other_komis(reading.komi, case.komi_unit, handicap, own):
        if komi == needed and komi != reading.komi:
            remark = _REMARKS.get(meaning, "")
            if meaning is KomiMeaning.SIGN:
                remark = ": it is for Black" if (reading.komi or 0.0) > 0 else ": it is for White"
            instead = "of none" if reading.komi is None else f"of {reading.komi:g}"
            evidence = f"with komi {komi:g} instead {instead} it is {points_text(case.recorded)} as recorded{remark}"
            yield _Fit(Explanation.OTHER_KOMI, evidence, reading.ruleset.id, komi)


def _compensations(case: AuditCase, reading: _Reading) -> Iterator[_Fit]:
    """Try a point for each handicap stone, for each but the first, and none."""
    stones, komi = case.facts.handicap.astype(np.float64), reading.komi
    if stones[0] < HANDICAP or komi is None:
        return
    for bonus in (float(stones_worth(each, stones)[0]) for each in _COMPENSATIONS):
        if bonus == reading.bonus or reading.board - komi - bonus != case.recorded:
            continue
        if not bonus:
            evidence = (
                f"White's {in_points(reading.bonus)} for handicap stones are missing in {points_text(case.recorded)}"
            )
        elif reading.bonus:
            evidence = f"White got {in_points(bonus)} for handicap stones, not {reading.bonus:g}"
        else:
            evidence = f"White got {in_points(bonus)} for handicap stones, which {reading.ruleset.id} does not give"
        yield _Fit(Explanation.HANDICAP, evidence, reading.ruleset.id, komi)


def _zi(case: AuditCase, reading: _Reading) -> Iterator[_Fit]:
    """Try the recorded number in the other unit: only area is counted in zi."""
    if reading.ruleset.scoring.value is not Scoring.AREA or reading.komi is None:
        return
    if case.result_unit is not Unit.ZI and reading.margin == 2 * case.recorded:
        evidence = f"{points_text(case.recorded)} is in zi: {points_text(2 * case.recorded)} in points, as counted"
        yield _Fit(Explanation.ZI, evidence, reading.ruleset.id, reading.komi)
    if case.result_unit is Unit.ZI and reading.margin == case.recorded / 2:
        evidence = f"{points_text(case.recorded / 2)} is in points, as counted, though it is written in zi"
        yield _Fit(Explanation.ZI, evidence, reading.ruleset.id, reading.komi)


def _stones(case: AuditCase, readings: Sequence[_Reading], numbers: Sequence[int]) -> Iterator[_Fit]:
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
    margins = score(_recount(case, flipped, taken), [reading.ruleset for reading in readings]).margin
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
        yield _Fit(Explanation.STONES, evidence, reading.ruleset.id, komi, flips, unique)


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
        for chain in Board(case.position).chains()
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


def _recount(case: AuditCase, flipped: NDArray[np.bool_], taken: dict[Reading, NDArray[np.bool_]]) -> Finals:
    """Count a position with several sets of stones whose status is another, each as a game of a chunk.

    Args:
        case: the game.
        flipped: bool[sets, points], whole chains.
        taken: to it is added, for each reading that is asked for, bool[sets, points]: what is taken off.
    """
    sets = len(flipped)
    boards, first = case.position.chunk(sets), np.full(sets, case.first, dtype=np.uint8)

    def read(reading: Reading) -> FinalPositions:
        final = case.final.by(reading).take(np.zeros(sets, dtype=np.int64))
        if final.all_alive[0]:
            return final
        otherwise = reading._replace(confirmed=False)
        if reading.confirmed and case.dead_in(reading) == case.dead_in(otherwise):
            final = counted.by(otherwise)
            taken[reading] = taken[otherwise]
            return final
        dead = _mask(case.position, case.dead_in(reading)) ^ flipped
        in_territory = reading.dead_stones is DeadStones.IN_TERRITORY
        given = dead.astype(np.uint8).ravel()
        counts, dame, off = count_chunk_as_players(boards, given, first, in_territory=in_territory)
        taken[reading] = off.reshape(dead.shape) == 1
        return replace(final, counts=counts, dame=dame)

    counted = Finals(read)
    return counted


def _chains_of(position: Position, changed: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    """Return the chains that points belong to, each as its points in order."""
    board = Board(position)
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
