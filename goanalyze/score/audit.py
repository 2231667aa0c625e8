"""The audit of recorded results: does a game's count give the recorded margin, and if not, what would?

An explanation reproduces the recorded margin to the quarter point, or, off by one, misses it by exactly a point; nothing
is said to be likely. What was recorded is an input here, so agreement found this way is explained, never exact. No files,
no tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.settled import Proof
from goanalyze.life.settled_kernel import settle
from goanalyze.points import BLACK, WHITE, color_name, to_gtp
from goanalyze.position import Position
from goanalyze.replay.board import Board
from goanalyze.rules import RULESETS, Ruleset, Scoring, points_text
from goanalyze.score.ending import Ending, Endings
from goanalyze.score.kernel import COLUMNS, count_chunk
from goanalyze.score.margins import judge_all
from goanalyze.score.outcome import judge
from goanalyze.score.territory import DEDUCTED, Kind
from goanalyze.score.territory_kernel import territories
from goanalyze.sgf.values.komi import KomiUnit
from goanalyze.sgf.values.numbers import Unit

__all__ = ["AGREEMENTS", "EXPLANATIONS", "Agreement", "Audit", "AuditCase", "Explanation", "audit"]

Agreement = Literal["exact", "winner", "no"]
Explanation = Literal["none needed", "other ruleset", "other komi", "handicap", "zi", "stones", "off by one",
                      "does not follow"]  # fmt: skip

AGREEMENTS: Final[dict[Agreement, str]] = {
    "exact": "the count gives the recorded margin",
    "winner": "the count gives the recorded winner, by another margin",
    "no": "the count gives another winner, or none",
}
EXPLANATIONS: Final[dict[Explanation, str]] = {
    "none needed": "the count gives what is recorded",
    "other ruleset": "counted the other way, by area or by territory, it gives the recorded margin",
    "other komi": "another komi gives it: one that a server leaves out, of handicap games, in zi, or of the other sign",
    "handicap": "another number of points for handicap stones gives it",
    "zi": "it is recorded in zi, two points each, or in points where zi are named",
    "stones": "up to four chains taken for dead instead of alive, or alive instead of dead, give it",
    "off by one": "a point is missing, as a dame or a pass stone makes it",
    "does not follow": "nothing tried gives it",
}
"""What each explanation says, in the order in which they are tried."""

_USUAL: Final = (6.5, 7.5, 5.5)
_WITH_HANDICAP: Final = (0.5, 0.0)
_HANDICAP: Final = 2
_ZI_KOMI: Final = (2.0, 4.0)  # where a komi given in points can be meant in zi
_HUNDREDTHS: Final = 100
_FAMILIES: Final = ("japanese", "chinese")
_DOUBTED: Final = 9
_CHANGED: Final = 4
_FEW: Final = 2  # with more chains than this, another status fits too easily by chance
_NAMED: Final = 4
_SEKI, _SEKI_STRICT, _DEDUCTED = (COLUMNS.index(name) for name in ("seki", "seki_strict", "deducted"))


@dataclass(frozen=True, slots=True, eq=False)
class AuditCase:
    """A game with a recorded result, counted.

    Attributes:
        position: the final one.
        dead: points of the stones called dead, whole chains.
        ending: how the game ended, counted with them; its komi is the recorded one.
        recorded: recorded margin, Black − White in points; None where only a winner is recorded.
        winner: the recorded one: black, white or draw.
        ruleset: the declared one, None where the record names none.
        first: colour that fills the first dame: whose turn it is at the end.
        marked: the players' marked points are the territory, so no stones are doubted.
        shares: float[points], for each stone how likely its chain lives, 0–1; None where nobody estimated it.
        komi_unit, result_unit: in which unit komi and result are written; both are given here in points.
    """

    position: Position
    dead: frozenset[int]
    ending: Ending
    recorded: float | None
    winner: str
    ruleset: Ruleset | None = None
    first: int = BLACK
    marked: bool = False
    shares: NDArray[np.floating] | None = None
    komi_unit: KomiUnit = "points"
    result_unit: Unit = "points"


@dataclass(frozen=True, slots=True)
class Audit:
    """What became of a recorded result.

    Attributes:
        agreement: of count and record, under the declared ruleset.
        explanation: what gives the recorded margin; a name of `EXPLANATIONS`.
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


@dataclass(frozen=True, slots=True)
class _Reading:
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


@dataclass(frozen=True, slots=True)
class _Finding:
    """An explanation, with what it rests on."""

    explanation: Explanation
    evidence: str
    ruleset: str
    komi: float
    flips: tuple[tuple[int, ...], ...] = ()
    unique: bool | None = None


def audit(case: AuditCase) -> Audit:
    """Hold a count against the recorded result, and look for what explains the difference.

    Tried in this order, the first that gives the recorded margin stands: the declared ruleset (without one, Japanese,
    then Chinese); counting the other way, with its compensation for handicap stones; another komi, as servers and
    copyists leave it out, turn it round or write it in zi; another compensation; a result in zi; another status of
    one or two chains; a point off; another status of three or four chains, which often fits by chance. Causes are not
    combined, but for the compensation of the other ruleset.

    Does not judge life and death, and does not say which of two explanations that both fit is true: the first one is
    the more ordinary.

    Rule: `../shared/design/end-of-game.md`, "Conventions found in the wild" and "Reconciling".

    Example:
        >>> from goanalyze.rules import find_ruleset
        >>> from goanalyze.score.count import count
        >>> from goanalyze.score.ending import Judged
        >>> position = Position.from_rows([".X.O.", "XX.OO", ".X.OO", "XXOOO", ".XOO."])
        >>> ending = Ending(5, 5, count(position), Judged.DEAD_KNOWN, komi=0.0)
        >>> found = audit(AuditCase(position, frozenset(), ending, -7.5, "white", find_ruleset("japanese")))
        >>> found.explanation, found.komi, found.evidence
        ('other komi', 6.5, 'with komi 6.5 instead of 0 it is W+7.5 as recorded')
    """
    readings = [_read(case, ruleset) for ruleset in ([case.ruleset] if case.ruleset else _families())]
    readings_of = [reading for reading in readings if reading is not None]
    if not readings_of:
        basis = judge(case.ending, case.ruleset or RULESETS[_FAMILIES[0]]).basis
        return Audit("no", "does not follow", f"the position gives no margin: {basis}", None)
    if case.recorded is None:
        return _winner_alone(case, readings_of[0])
    for reading in readings_of:
        if reading.margin == case.recorded:
            return _exact(case, reading)
    found = next(_findings(case, case.recorded, readings_of), None)
    reading = readings_of[0]
    agreement: Agreement = "winner" if reading.winner == case.winner else "no"
    if found is None:
        return Audit(agreement, "does not follow", _difference(case, reading), reading.margin)
    return Audit(agreement, found.explanation, found.evidence, reading.margin, found.ruleset, found.komi, found.flips,
                 found.unique)  # fmt: skip


def _families() -> list[Ruleset]:
    return [RULESETS[name] for name in _FAMILIES]


def _read(case: AuditCase, ruleset: Ruleset) -> _Reading | None:
    """Return the game under a ruleset, None where it gives no margin for another reason than a missing komi."""
    outcome = judge(case.ending, ruleset, 0.0)
    if outcome.margin is None:
        return None
    return _Reading(ruleset, outcome.margin + outcome.bonus, outcome.bonus, case.ending.komi)


def _exact(case: AuditCase, reading: _Reading) -> Audit:
    unnamed = "" if case.ruleset else f"no ruleset is named; {reading.ruleset.id} fits: "
    evidence = f"{unnamed}counted {reading.way} it is {points_text(case.recorded or 0.0)} as recorded"
    return Audit("exact", "none needed", evidence, reading.margin, reading.ruleset.id, reading.komi)


def _winner_alone(case: AuditCase, reading: _Reading) -> Audit:
    """Audit a result that names a winner and no margin."""
    counted = "no komi is recorded" if reading.margin is None else f"counted {points_text(reading.margin)}"
    if reading.winner == case.winner:
        evidence = f"{counted}; only the winner is recorded"
        return Audit("winner", "none needed", evidence, reading.margin, reading.ruleset.id, reading.komi)
    return Audit("no", "does not follow", f"{counted}; recorded is a win for {case.winner}", reading.margin)


def _difference(case: AuditCase, reading: _Reading) -> str:
    """Say how far count and record are apart when nothing explains it."""
    recorded = case.recorded or 0.0
    if reading.margin is None:
        return f"no komi is recorded, and no usual one gives {points_text(recorded)}"
    apart = abs(reading.margin - recorded)
    winner = "" if reading.winner == case.winner else ", and the winner differs"
    return f"counted {points_text(reading.margin)}, recorded {points_text(recorded)}: {apart:g} points apart{winner}"


def _findings(case: AuditCase, recorded: float, readings: Sequence[_Reading]) -> Iterator[_Finding]:
    """Yield what explains the recorded margin, the most ordinary first."""
    yield from _other_rulesets(case, recorded, readings)
    for reading in readings:
        yield from _other_komis(case, recorded, reading)
    for reading in readings:
        yield from _compensations(case, recorded, reading)
    for reading in readings:
        yield from _zi(case, recorded, reading)
    stones = [found for reading in readings for found in _stones(case, recorded, reading)]
    yield from (found for found in stones if len(found.flips) <= _FEW)
    for reading in readings:
        if reading.komi is not None and abs(recorded - (reading.margin or 0.0)) == 1:
            evidence = (f"counted {points_text(reading.margin or 0.0)}, recorded {points_text(recorded)}: one dame or "
                        "pass stone")  # fmt: skip
            yield _Finding("off by one", evidence, reading.ruleset.id, reading.komi)
    yield from stones


def _other_rulesets(case: AuditCase, recorded: float, readings: Sequence[_Reading]) -> Iterator[_Finding]:
    """Try the other way of counting, and the plain one of the same way where the declared ruleset has rules of its own.

    Where both differ by the compensation alone, that is the explanation.
    """
    if case.ruleset is None:
        return
    declared = readings[0]
    ways = sorted(_families(), key=lambda ruleset: ruleset.scoring.value is declared.ruleset.scoring.value)
    for ruleset in ways:
        other = _read(case, ruleset)
        if other is None or other.margin != recorded or other.komi is None:
            continue
        if ruleset.scoring.value is declared.ruleset.scoring.value and other.board == declared.board:
            continue
        instead = "" if declared.margin is None else f", {declared.way} {points_text(declared.margin)}"
        evidence = f"counted {other.way} it is {points_text(recorded)} as recorded{instead}"
        yield _Finding("other ruleset", evidence, ruleset.id, other.komi)


def _other_komis(case: AuditCase, recorded: float, reading: _Reading) -> Iterator[_Finding]:
    needed = reading.board - reading.bonus - recorded
    for komi, remark in _komis(case, reading):
        if komi == needed and komi != reading.komi:
            instead = "of none" if reading.komi is None else f"of {reading.komi:g}"
            evidence = f"with komi {komi:g} instead {instead} it is {points_text(recorded)} as recorded{remark}"
            yield _Finding("other komi", evidence, reading.ruleset.id, komi)


def _komis(case: AuditCase, reading: _Reading) -> Iterator[tuple[float, str]]:
    """Yield every komi that may be meant, in points, with a remark."""
    ending, komi, unit = case.ending, reading.komi, case.komi_unit
    is_handicap = ending.handicap >= _HANDICAP
    if komi is None:
        own = reading.ruleset.komi.value.points(ending.width, ending.height, ending.handicap)
        usual = (0.5, 0.0) if is_handicap else (*_USUAL, 0.0)
        yield from ((number, "") for number in (*(() if own is None else (own,)), *usual))
        return
    if is_handicap:
        yield from ((number, ", as in handicap games") for number in _WITH_HANDICAP)
    elif komi == 0:
        yield from ((number, "") for number in _USUAL)
    low, high = _ZI_KOMI
    if unit == "points×100" or (unit == "points" and low <= abs(komi) <= high):
        yield 2 * komi, ": it is in zi"
    elif unit in ("zi", "zi×100"):
        yield komi / 2, ": it is in points"
    if unit == "points" and abs(komi) >= _HUNDREDTHS:
        yield komi / 100, ": it is in hundredths"
    yield -komi, ": it is for Black" if komi > 0 else ": it is for White"


def _compensations(case: AuditCase, recorded: float, reading: _Reading) -> Iterator[_Finding]:
    """Try a point for each handicap stone, for each but the first, and none."""
    stones, komi = case.ending.handicap, reading.komi
    if stones < _HANDICAP or komi is None:
        return
    for bonus in (float(stones), float(stones - 1), 0.0):
        if bonus == reading.bonus or reading.board - komi - bonus != recorded:
            continue
        if not bonus:
            evidence = f"White's {reading.bonus:g} points for handicap stones are missing in {points_text(recorded)}"
        elif reading.bonus:
            evidence = f"White got {bonus:g} points for handicap stones, not {reading.bonus:g}"
        else:
            evidence = f"White got {bonus:g} points for handicap stones, which {reading.ruleset.id} does not give"
        yield _Finding("handicap", evidence, reading.ruleset.id, komi)


def _zi(case: AuditCase, recorded: float, reading: _Reading) -> Iterator[_Finding]:
    """Try the recorded number in the other unit: only area is counted in zi."""
    if reading.ruleset.scoring.value is not Scoring.AREA or reading.komi is None:
        return
    if case.result_unit != "zi" and reading.margin == 2 * recorded:
        evidence = f"{points_text(recorded)} is in zi: {points_text(2 * recorded)} in points, as counted"
        yield _Finding("zi", evidence, reading.ruleset.id, reading.komi)
    if case.result_unit == "zi" and reading.margin == recorded / 2:
        evidence = f"{points_text(recorded / 2)} is in points, as counted, though it is written in zi"
        yield _Finding("zi", evidence, reading.ruleset.id, reading.komi)


def _stones(case: AuditCase, recorded: float, reading: _Reading) -> Iterator[_Finding]:
    """Try other statuses of the least certain chains; yield the change of the fewest stones that gives the margin."""
    if case.marked or reading.komi is None:
        return
    chains, certainty = _doubted(case)
    if not chains:
        return
    trials = _trials(len(chains))
    masks = np.zeros((len(chains), case.position.stones.size), dtype=np.bool_)
    for number, chain in enumerate(chains):
        masks[number, list(chain)] = True
    dead = np.zeros(case.position.stones.size, dtype=np.bool_)
    dead[list(case.dead)] = True
    taken, endings = _recount(case, dead ^ (trials.astype(np.uint8) @ masks.astype(np.uint8)).astype(np.bool_))
    outcomes = judge_all(endings, [reading.ruleset], reading.komi)
    changed = taken != taken[0]
    fitting = np.flatnonzero((outcomes.margin[:, 0] == recorded) & changed.any(axis=1))
    first_of: dict[bytes, int] = {}
    for row in fitting.tolist():
        first_of.setdefault(taken[row].tobytes(), row)  # what is put back with a chain makes several trials one
    if not first_of:
        return
    asked, stones = trials.sum(axis=1), changed.sum(axis=1)
    rows = sorted(first_of.values(), key=lambda row: (asked[row] > _FEW, stones[row], trials[row] @ certainty))
    best = rows[0]
    flips = _chains_of(case.position, changed[best])
    others = len(rows) - 1
    evidence = (f"{_flipped(case, flips, taken[0])} gives {points_text(recorded)}; "
                f"{others if others else 'no'} other of {len(trials) - 1} changes of up to {_CHANGED} chains "
                f"{'do' if others > 1 else 'does'}")  # fmt: skip
    unique = not any(asked[row] <= asked[best] for row in rows[1:])
    yield _Finding("stones", evidence, reading.ruleset.id, reading.komi, flips, unique)
