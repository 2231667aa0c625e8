"""The evidence of counted games: what a hypothesis about them explains, and which is believed.

A hypothesis explains a game when the recorded margin follows from it exactly. Two hypotheses are held against each
other on the games that decide between them, those that only one of the two explains. Evidence is statistical: a group
has a convention only where, with 95% confidence, most of its counted games follow it, and where it is better than the
header (`_SURE`) and than every hypothesis that is as simple; and where the games that do not follow it look like
errors, not like those of a second server (`_SECOND`). What is left open stays as the header says.

Headers do not name the end of the record (`RestMode`), so that they claim nothing that had to be refuted: it is decided
for all records of a server together, `rest_of_server`, and komi and counting are judged under it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.choices import HandicapKind, KomiMeaning, RestMode, Standing
from goanalyze.conventions.hypotheses import Hypothesis, Way, other_komis, stones_worth, ways
from goanalyze.core.handicap import HANDICAP
from goanalyze.rules import Komi, Ruleset, Scoring, Seki, find_ruleset
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.values.size_komi_handicap import parse_komi
from goanalyze.vocabulary.statistics import sign_tail, wilson

_SURE: Final = 0.001
"""So seldom may equal chances let one hypothesis win as often as it does before it is called better."""
_NOT_WORSE: Final = 0.1
"""A simpler hypothesis is kept as long as the best is not better with at most this chance."""
_MOST: Final = 0.5
_SECOND: Final = 1 / 3
"""Two are mixed where `FEW` games or more, with 95% confidence more than this share of the others, follow one other."""
FEW: Final = 10
"""Counted games of a group: with fewer no hypothesis can be better in earnest."""
_FOUND: Final = 3  # komis that no reading of the header gives, of each way of counting
_ROWS: Final = 6  # hypotheses that are told beside the header's and the convention
_REACH: Final = 10  # points: how far another komi may be off, when chance is asked


@dataclass(frozen=True, slots=True)
class Counted:
    """Games whose count and recorded margin are known; margins are Black − White, before komi and compensation.

    Attributes:
        rows: int64[n], their places among all games.
        boards: float64[n] for (scoring, seki, rest): margin of the final position, its dead stones taken off; the same
            for both ends of the record where `has_rest` is False.
        has_rest: bool[n], True if no passes end the record, and its dead stones are estimated.
        usual_rest: int8[n], index of the `RestMode` that counts where a hypothesis names none: that of the origin.
        recorded: float64[n], recorded margin in points as read.
        zi: bool[n], it was read in zi.
        stones: float64[n], handicap stones.
        same: int64[n], equal for copies of a game.
        auction: bool[n], its players bid for the komi.
    """

    rows: NDArray[np.int64]
    boards: Mapping[tuple[Scoring, Seki, RestMode], NDArray[np.float64]]
    has_rest: NDArray[np.bool_]
    usual_rest: NDArray[np.int8]
    recorded: NDArray[np.float64]
    zi: NDArray[np.bool_]
    stones: NDArray[np.float64]
    same: NDArray[np.int64]
    auction: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.rows)

    def take(self, indices: NDArray[np.int64]) -> Counted:
        """Return some of the games."""
        boards = {way: margins[indices] for way, margins in self.boards.items()}
        return Counted(
            self.rows[indices], boards, self.has_rest[indices], self.usual_rest[indices], self.recorded[indices],
            self.zi[indices], self.stones[indices], self.same[indices], self.auction[indices],
        )  # fmt: skip

    def under(self, rest: NDArray[np.int8] | RestMode) -> Counted:
        """Return the games with another end of the record where a hypothesis names none."""
        if isinstance(rest, RestMode):
            rest = np.full(len(self), rest.index, dtype=np.int8)
        return replace(self, usual_rest=rest)

    def needed(self, way: Way) -> NDArray[np.float64]:
        """Return the komi that gives each recorded margin in a way of counting, float64[n]."""
        ruleset = find_ruleset(way.ruleset)
        kind = ruleset.scoring.value, _seki_of(ruleset)
        if way.rest is None:
            ends = [self.boards[*kind, rest] for rest in RestMode]
            board = np.where(self.usual_rest == RestMode.OPEN.index, *ends)
        else:
            board = self.boards[*kind, way.rest]
        needed: NDArray[np.float64] = board - stones_worth(way.compensation, self.stones)
        return needed - way.scale.factor * self.recorded

    def follows(self, hypothesis: Hypothesis) -> NDArray[np.bool_]:
        """Return which recorded margins follow from a hypothesis, bool[n]."""
        is_explained: NDArray[np.bool_] = self.needed(hypothesis.way) == hypothesis.komi
        return is_explained


def _seki_of(ruleset: Ruleset) -> Seki:
    return ruleset.seki.value if ruleset.scoring.value is Scoring.TERRITORY else Seki.COUNTED


class Tried(NamedTuple):
    """A hypothesis about a group, and what its games say of it.

    Attributes:
        hypothesis: what may have been played.
        explained: games whose recorded margin follows.
        low, high: 95% interval of their share.
        chance: share that another komi explains, on average of those up to ten points away in steps of one.
        deciding: games that it explains or its best rival does, and not both.
        for_it: those of them that it explains.
        standing: what became of it.
    """

    hypothesis: Hypothesis
    explained: int
    low: float
    high: float
    chance: float
    deciding: int
    for_it: int
    standing: Standing


class Decision(NamedTuple):
    """Which hypothesis is believed: what became of it, and its row, −1 where none is chosen."""

    standing: Standing
    row: int


class Terms(NamedTuple):
    """What the header of every game of a group says."""

    declared: Ruleset | None
    komi: str
    kind: HandicapKind

    def explained(self, counted: Counted, rest: RestMode | None = None) -> tuple[list[Hypothesis], NDArray[np.bool_]]:
        """Return what may have been played in some of its games, and what each of that explains.

        Args:
            counted: the games.
            rest: the end of their records; None for the usual one of each.

        Returns:
            The hypotheses, the simplest first, and bool[hypotheses, games].
        """
        read = parse_komi(self.komi)
        unit = KomiUnit.NONE if read.points is None else read.unit
        handicap = {HandicapKind.NONE: 0, HandicapKind.ONE: 1, HandicapKind.MORE: HANDICAP}[self.kind]
        named = [] if read.points is None else [(read.points, KomiMeaning.HEADER)]
        named += other_komis(read.points, unit, handicap)
        komis = dict(reversed(named))  # of two meanings the more ordinary
        units = [unit for unit, there in ((Unit.POINTS, ~counted.zi), (Unit.ZI, counted.zi)) if there.any()]
        candidates: list[tuple[Hypothesis, NDArray[np.float64]]] = []
        for way in dict.fromkeys(way for unit in units for way in ways(self.declared, self.kind, unit, rest)):
            needed = counted.needed(way)
            values, games = np.unique(needed, return_counts=True)
            often = np.argsort(-games, kind="stable")[: _FOUND + len(komis)]
            new = [komi for komi in values[often].tolist() if komi not in komis and Komi.is_number(komi)][:_FOUND]
            for komi, meaning in (*komis.items(), *((komi, KomiMeaning.FOUND) for komi in new)):
                candidates.append((way.at(komi, meaning), needed))
        candidates.sort(key=lambda each: (each[0].changes, each[0].meaning.index))
        explained = np.zeros((len(candidates), len(counted)), dtype=np.bool_)
        for row, (hypothesis, needed) in enumerate(candidates):
            explained[row] = needed == hypothesis.komi
        return [hypothesis for hypothesis, _ in candidates], explained


def decide(hypotheses: Sequence[Hypothesis], explained: NDArray[np.bool_]) -> Decision:
    """Choose among hypotheses, sorted from the simplest; the rule of the module."""
    games = explained.shape[1]
    totals = explained.sum(axis=1)
    best = int(np.argmax(totals))
    good = [row for row, duel in enumerate(_duels(explained, best)) if sign_tail(*duel) > _NOT_WORSE]
    least = hypotheses[good[0]].changes
    simplest = [row for row in good if hypotheses[row].changes == least]
    best_row = max(simplest, key=lambda row: (int(totals[row]), -row))
    duels = _duels(explained, best_row)
    rivals = [row for row in simplest if row != best_row and sign_tail(*duels[row]) > _NOT_WORSE]
    convinces = wilson(int(totals[best_row]), games)[0] > _MOST
    headers = [row for row, each in enumerate(hypotheses) if not each.changes]
    if best_row in headers and len(headers) == 1:
        return Decision(Standing.HEADER if convinces else Standing.OPEN, best_row)
    beaten = all(sign_tail(*duels[row]) <= _SURE for row in headers if row != best_row)
    if rivals or not convinces or not beaten or _is_mixed(explained, best_row):
        return Decision(Standing.OPEN, -1)
    return Decision(Standing.CHOSEN, best_row)


def _is_mixed(explained: NDArray[np.bool_], best_row: int) -> bool:
    """Return whether the games that a hypothesis does not explain follow one other: a second server's, not errors."""
    rest = explained[:, ~explained[best_row]]
    most = int(rest.sum(axis=1).max(initial=0))
    return most >= FEW and bool(wilson(most, rest.shape[1])[0] > _SECOND)


def _duels(explained: NDArray[np.bool_], one: int) -> list[tuple[int, int]]:
    """Return for each hypothesis how many games only the one explains, and how many only one of the two."""
    won = (explained[one] & ~explained).sum(axis=1)
    lost = (explained & ~explained[one]).sum(axis=1)
    return list(zip(won.tolist(), (won + lost).tolist(), strict=True))


class RestEvidence(NamedTuple):
    """The evidence for the end of the record on a server.

    Attributes:
        games: counted games of all its groups and archives that no passes end, copies left out.
        deciding: those whose recorded margin follows from one end and not from the other, each with the komi and
            counting that suit it best in the group of the game.
        for_it: those of them that follow from the end that is not usual there.
    """

    games: int
    deciding: int
    for_it: int


def rest_of_server(usual: RestMode, evidence: RestEvidence) -> RestMode:
    """Return the end of the record on a server: the usual one, unless the sign test is for the other."""
    if evidence.games < FEW or sign_tail(evidence.for_it, evidence.deciding) > _NOT_WORSE:
        return usual
    return _other(usual)


def _other(rest: RestMode) -> RestMode:
    return RestMode.PLAYED_OUT if rest is RestMode.OPEN else RestMode.OPEN


def judged(
    counted: Counted, hypotheses: Sequence[Hypothesis], explained: NDArray[np.bool_]
) -> tuple[tuple[Tried, ...], Decision]:
    """Return the evidence for hypotheses about some games, one or more, and which of them was chosen.

    A hypothesis with a rest that is not usual is a convention, even if komi and counting are those of the header. The
    evidence has the header with the usual rest and the first hypothesis with the other rest, too.
    """
    decision, rest = decide(hypotheses, explained), hypotheses[0].rest
    if rest is not None and decision.standing is Standing.HEADER:
        decision = Decision(Standing.CHOSEN, decision.row)
    own = [row for row, each in enumerate(hypotheses) if not each.changes]
    first = decision.row if decision.row >= 0 else own[0] if own else -1
    variants = _with_other_rest(counted, [hypotheses[row] for row in dict.fromkeys([first, *own]) if row >= 0])
    own += range(len(hypotheses), len(hypotheses) + len(variants))
    hypotheses = [*hypotheses, *variants]
    explained = np.vstack([explained, *(counted.follows(each)[np.newaxis] for each in variants)])
    totals = explained.sum(axis=1)
    ranked = sorted(range(len(hypotheses)), key=lambda row: (-int(totals[row]), row))
    others = [row for row in ranked if row not in (first, *own) and totals[row]][:_ROWS]
    shown = [row for row in dict.fromkeys([first, *own, *others]) if row >= 0]
    leader = decision.row if decision.row >= 0 else next(row for row in ranked if hypotheses[row].rest is rest)
    against = _duels(explained, leader)
    rival = next((row for row in ranked if against[row][1]), leader)  # that says otherwise of some game
    tried = []
    for row in shown:
        won, deciding = against[rival] if row == leader else (against[row][1] - against[row][0], against[row][1])
        low, high = wilson(int(totals[row]), len(counted))
        lost = sign_tail(deciding - won, deciding) <= _NOT_WORSE
        standing = decision.standing if row == decision.row else Standing.REFUTED if lost else Standing.OPEN
        chance = _chance(counted, hypotheses[row])
        tried.append(Tried(hypotheses[row], int(totals[row]), float(low), float(high), chance, deciding, won, standing))
    return tuple(tried), decision


def _with_other_rest(counted: Counted, hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return hypotheses with the other end of the record: all if one is named, else the first if it explains others."""
    if not hypotheses or not counted.has_rest.any():
        return []
    first = hypotheses[0]
    if first.rest is not None:
        return [replace(each, rest=None) for each in hypotheses]
    usual = set(counted.usual_rest[counted.has_rest].tolist())
    variants = [replace(first, rest=_other(RestMode.at(each))) for each in usual] if len(usual) == 1 else []
    return [each for each in variants if (counted.follows(each) != counted.follows(first)).any()]


def _chance(counted: Counted, hypothesis: Hypothesis) -> float:
    """Return the share of games that another komi explains, on average of those around it in steps of a point."""
    off = np.abs(counted.needed(hypothesis.way) - hypothesis.komi)
    near = (off > 0) & (off <= _REACH) & (off % 1 == 0)
    return float(near.sum()) / (2 * _REACH) / len(counted)


def differ(hypotheses: Sequence[Hypothesis], sides: Sequence[NDArray[np.bool_]]) -> bool:
    """Return whether two parts of a group were played otherwise, or one of them is against what the other says."""
    one, other = (decide(hypotheses, side) for side in sides)
    decided = [each.standing is not Standing.OPEN for each in (one, other)]
    if all(decided):
        return one.row != other.row
    if not any(decided):
        return False
    best_row, side = (one.row, sides[1]) if decided[0] else (other.row, sides[0])
    totals = side.sum(axis=1)
    won, deciding = _duels(side, int(np.argmax(totals)))[best_row]
    return deciding > 0 and sign_tail(won, deciding) <= _NOT_WORSE
