"""The tests of hypotheses by counted games, and the choice between hypotheses.

A hypothesis explains a game if the recorded margin follows from it exactly. Two hypotheses are compared by a sign test
on the games that only one of them explains. A group has a convention only if, with 95% confidence, most of its counted
games follow it, if it is better than the header (`_SURE`) and than every hypothesis that is as simple, and if the games
that do not follow it look like errors, not like those of a second server (`_SECOND`). Otherwise its header stays in
force.

Headers do not name the end of the record (`RestMode`), and claim nothing about it: it is decided for all records of
a server together, `rest_of_server`, and komi and counting are tested under it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.convention import HandicapKind, KomiMeaning, RestMode, Standing
from goanalyze.conventions.hypotheses import (
    CountingHypothesis,
    Hypothesis,
    counting_candidates,
    handicap_compensation,
    other_komis,
)
from goanalyze.core.handicap import HANDICAP
from goanalyze.rules import Komi, Ruleset, Scoring, Seki, find_ruleset
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.values.size_komi_handicap import parse_komi
from goanalyze.util.statistics import sign_tail, wilson

_SURE: Final = 0.001
"""The highest probability of the sign test at which one hypothesis is better than another."""
_NOT_WORSE: Final = 0.1
"""The probability of the sign test up to which the best hypothesis replaces a simpler one."""
_MOST: Final = 0.5
_SECOND: Final = 1 / 3
"""Two servers are mixed if `FEW` others or more, with 95% confidence more than this share, follow one hypothesis."""
FEW: Final = 10
"""The least number of counted games of a group that can decide between hypotheses."""
_UNSTATED: Final = 3  # komis that are not a meaning of the header, for each way of counting
_ROWS: Final = 6  # hypotheses that are reported in addition to the header and the convention
_REACH: Final = 10  # points: the largest difference of another komi, for the share by chance


@dataclass(frozen=True, slots=True)
class CountedGames:
    """Games whose count and recorded margin are known; margins are Black − White, before komi and compensation.

    Attributes:
        rows: int64[n], rows of the table games.
        boards: float64[n] for (scoring, seki, rest), margin of the final position, its dead stones removed; the same
            for both ends of the record if `has_rest` is False.
        has_rest: bool[n], True if no passes end the record, and its dead stones are estimated.
        usual_rest: int8[n], index of the `RestMode` for hypotheses that name none: that of the origin.
        recorded: float64[n], recorded margin in points as read.
        is_zi: bool[n], True if it was read in zi.
        stones: float64[n], handicap stones.
        same: int64[n], equal for copies of a game.
        is_auction: bool[n], True if the players bid for the komi.
    """

    rows: NDArray[np.int64]
    boards: Mapping[tuple[Scoring, Seki, RestMode], NDArray[np.float64]]
    has_rest: NDArray[np.bool_]
    usual_rest: NDArray[np.int8]
    recorded: NDArray[np.float64]
    is_zi: NDArray[np.bool_]
    stones: NDArray[np.float64]
    same: NDArray[np.int64]
    is_auction: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.rows)

    def take(self, indices: NDArray[np.int64]) -> CountedGames:
        """Return some of the games."""
        boards = {method: margins[indices] for method, margins in self.boards.items()}
        values = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "boards"}
        return CountedGames(boards=boards, **{name: value[indices] for name, value in values.items()})

    def with_rest(self, rest: NDArray[np.int8] | RestMode) -> CountedGames:
        """Return the games with another end of the record for hypotheses that name none.

        Args:
            rest: int8[n], index of the `RestMode` of each game; or one for all.
        """
        if isinstance(rest, RestMode):
            rest = np.full(len(self), rest.index, dtype=np.int8)
        return replace(self, usual_rest=rest)

    def required_komi(self, counting: CountingHypothesis) -> NDArray[np.float64]:
        """Return the komi that gives each recorded margin in a way of counting, float64[n], points."""
        ruleset = find_ruleset(counting.ruleset)
        seki = ruleset.seki.value if ruleset.scoring.value is Scoring.TERRITORY else Seki.COUNTED
        kind = ruleset.scoring.value, seki
        if counting.rest is None:
            ends = [self.boards[*kind, rest] for rest in RestMode]
            board = np.where(self.usual_rest == RestMode.OPEN.index, *ends)
        else:
            board = self.boards[*kind, counting.rest]
        margin: NDArray[np.float64] = board - handicap_compensation(counting.compensation, self.stones)
        return margin - counting.scale.factor * self.recorded

    def follows(self, hypothesis: Hypothesis) -> NDArray[np.bool_]:
        """Return True for recorded margins that follow from a hypothesis, bool[n]."""
        is_explained: NDArray[np.bool_] = self.required_komi(hypothesis.counting) == hypothesis.komi
        return is_explained


class HypothesisTest(NamedTuple):
    """The test of a hypothesis by the games of a group.

    Attributes:
        hypothesis: terms that they may have been played by.
        explained: number of games whose recorded margin follows.
        low, high: 95% interval of their share.
        chance: share that another komi explains, on average of those up to ten points away in steps of one.
        deciding: number of games that only one of the hypothesis and its best rival explains.
        deciding_for: number of them that it explains.
        standing: result of the test.
    """

    hypothesis: Hypothesis
    explained: int
    low: float
    high: float
    chance: float
    deciding: int
    deciding_for: int
    standing: Standing


class Decision(NamedTuple):
    """The choice between hypotheses."""

    standing: Standing
    row: int


class Terms(NamedTuple):
    """The header of every game of a group."""

    declared: Ruleset | None
    komi: str
    kind: HandicapKind

    def explained(
        self, counted: CountedGames, rest: RestMode | None = None
    ) -> tuple[list[Hypothesis], NDArray[np.bool_]]:
        """Return the hypotheses about some of its games, and the games that each explains.

        Returns:
            The hypotheses, the simplest first, and bool[hypotheses, games].
        """
        read = parse_komi(self.komi)
        unit = KomiUnit.NONE if read.points is None else read.unit
        handicap = {HandicapKind.NONE: 0, HandicapKind.ONE: 1, HandicapKind.MORE: HANDICAP}[self.kind]
        named = [] if read.points is None else [(read.points, KomiMeaning.HEADER)]
        named += other_komis(read.points, unit, handicap)
        komis = dict(reversed(named))  # of two meanings the more ordinary
        units = [unit for unit, is_used in ((Unit.POINTS, ~counted.is_zi), (Unit.ZI, counted.is_zi)) if is_used.any()]
        candidates: list[tuple[Hypothesis, NDArray[np.float64]]] = []
        methods = (each for unit in units for each in counting_candidates(self.declared, self.kind, unit, rest))
        for counting in dict.fromkeys(methods):
            required = counted.required_komi(counting)
            values, games = np.unique(required, return_counts=True)
            often = np.argsort(-games, kind="stable")[: _UNSTATED + len(komis)]
            new = [komi for komi in values[often].tolist() if komi not in komis and Komi.is_number(komi)][:_UNSTATED]
            for komi, meaning in (*komis.items(), *((komi, KomiMeaning.UNSTATED) for komi in new)):
                candidates.append((counting.with_komi(komi, meaning), required))
        candidates.sort(key=lambda each: (each[0].changes, each[0].meaning.index))
        explained = np.zeros((len(candidates), len(counted)), dtype=np.bool_)
        for row, (hypothesis, required) in enumerate(candidates):
            explained[row] = required == hypothesis.komi
        return [hypothesis for hypothesis, _ in candidates], explained


def decide(hypotheses: Sequence[Hypothesis], explained: NDArray[np.bool_]) -> Decision:
    """Choose among hypotheses by the rule of the module.

    Args:
        hypotheses: hypotheses, the simplest first.
        explained: bool[hypotheses, games], True if a hypothesis explains a game.
    """
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
    """Return True if the games that a hypothesis does not explain follow one other: a second server's, not errors."""
    rest = explained[:, ~explained[best_row]]
    most = int(rest.sum(axis=1).max(initial=0))
    return most >= FEW and bool(wilson(most, rest.shape[1])[0] > _SECOND)


def _duels(explained: NDArray[np.bool_], chosen: int) -> list[tuple[int, int]]:
    won = (explained[chosen] & ~explained).sum(axis=1)
    lost = (explained & ~explained[chosen]).sum(axis=1)
    return list(zip(won.tolist(), (won + lost).tolist(), strict=True))


class RestEvidence(NamedTuple):
    """The evidence for the end of the record on a server.

    Attributes:
        games: number of counted games of all its groups and archives that no passes end, copies left out.
        deciding: number of those whose recorded margin follows from one end only, each with the komi and counting that
            suit it best in the group of the game.
        deciding_for: number of them that follow from the end that is not usual there.
    """

    games: int
    deciding: int
    deciding_for: int


def rest_of_server(usual: RestMode, evidence: RestEvidence) -> RestMode:
    """Return the end of the record on a server: the usual one, unless the sign test is for the other."""
    if evidence.games < FEW or sign_tail(evidence.deciding_for, evidence.deciding) > _NOT_WORSE:
        return usual
    return _other(usual)


def _other(rest: RestMode) -> RestMode:
    return RestMode.PLAYED_OUT if rest is RestMode.OPEN else RestMode.OPEN


def test_hypotheses(
    counted: CountedGames, hypotheses: Sequence[Hypothesis], explained: NDArray[np.bool_]
) -> tuple[tuple[HypothesisTest, ...], Decision]:
    """Return the tests of hypotheses about some games, and the choice between them.

    A hypothesis with a rest that is not usual is a convention, even if komi and counting are those of the header. The
    tests include the header with the usual rest and the first hypothesis with the other rest.

    Args:
        counted: games of a group, one or more.
        hypotheses: hypotheses, the simplest first.
        explained: bool[hypotheses, games], True if a hypothesis explains a game.
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
    rival = next((row for row in ranked if against[row][1]), leader)  # that differs in some game
    tests = []
    for row in shown:
        won, deciding = against[rival] if row == leader else (against[row][1] - against[row][0], against[row][1])
        low, high = wilson(int(totals[row]), len(counted))
        lost = sign_tail(deciding - won, deciding) <= _NOT_WORSE
        standing = decision.standing if row == decision.row else Standing.REFUTED if lost else Standing.OPEN
        chance = _chance(counted, hypotheses[row])
        tests.append(
            HypothesisTest(hypotheses[row], int(totals[row]), float(low), float(high), chance, deciding, won, standing)
        )
    return tuple(tests), decision


def _with_other_rest(counted: CountedGames, hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return hypotheses with the other end of the record: all if one is named, else the first if it explains others."""
    if not hypotheses or not counted.has_rest.any():
        return []
    first = hypotheses[0]
    if first.rest is not None:
        return [replace(each, rest=None) for each in hypotheses]
    usual = set(counted.usual_rest[counted.has_rest].tolist())
    variants = [replace(first, rest=_other(RestMode.at(each))) for each in usual] if len(usual) == 1 else []
    return [each for each in variants if (counted.follows(each) != counted.follows(first)).any()]


def _chance(counted: CountedGames, hypothesis: Hypothesis) -> float:
    """Return the share of games that another komi explains, on average of those around it in steps of a point."""
    off = np.abs(counted.required_komi(hypothesis.counting) - hypothesis.komi)
    near = (off > 0) & (off <= _REACH) & (off % 1 == 0)
    return float(near.sum()) / (2 * _REACH) / len(counted)


def differ(hypotheses: Sequence[Hypothesis], sides: Sequence[NDArray[np.bool_]]) -> bool:
    """Return True if two parts of a group follow different hypotheses, or one of them refutes the choice of the other.

    Args:
        hypotheses: hypotheses, the simplest first.
        sides: bool[hypotheses, games] of each part, True if a hypothesis explains a game.
    """
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
