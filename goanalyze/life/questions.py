"""The questions that decide on a chain of a region, in order, and what their answers make of it. No search here.

Rule: confirmation of life and death, sections 1.3 and 3; Japanese rules of 1989, article 7.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from goanalyze.board.stones import Stones
from goanalyze.life.choices import Fate, How, KoPass, Unproven
from goanalyze.life.regions import Region
from goanalyze.life.search import SolverResult, solve
from goanalyze.vocabulary.points import EMPTY

_FIRST_ROUND: Final = 2_000
_GROWTH: Final = 10


class Verdict(NamedTuple):
    """What is known of a chain.

    Attributes:
        fate: alive, dead or unknown.
        how: why.
        line: a main line.
        states: positions that the searches which were asked for it looked at, each question's last search counting.
        kos: whether a ko was taken in one of them: only then can what a pass for a ko lifts make a difference.
        reason: why it is unknown.
    """

    fate: Fate
    how: How
    line: tuple[tuple[int, int], ...] = ()
    states: int = 0
    kos: bool = False
    reason: Unproven = Unproven.NONE


class _Question(NamedTuple):
    """Whether the opponent of a chain can take it, and keep its owner's new stones off some points."""

    target: frozenset[int]
    clear: frozenset[int]
    owner_first: bool


class ChainSolver:
    """Asks about the chains of one region, whatever one needs to know of another once.

    Args:
        region: the part of the board.
        ko_pass: what a pass for a ko lifts.
    """

    def __init__(self, region: Region, ko_pass: KoPass) -> None:
        """Find the chains of the region."""
        self._region, self._ko_pass = region, ko_pass
        self._board = Stones(region.position)
        self._points = frozenset(region.points)
        self._strings: list[frozenset[int]] = []
        for point in region.points:
            if self._board.colors[point] != EMPTY and not any(point in string for string in self._strings):
                self._strings.append(self._board.connected(point))
        self._answers: dict[_Question, tuple[int, SolverResult]] = {}
        self._used: set[_Question] = set()

    def verdict(self, chain: frozenset[int], budget: int, *, owner_first: bool = False) -> Verdict:
        """Decide on a chain.

        Args:
            chain: all of its stones.
            budget: how many positions each question may look at; each is tried with few first.
            owner_first: whether its owner moves first, who does not in article 7.
        """
        self._used = set()
        found = Verdict(Fate.UNKNOWN, How.UNKNOWN)
        taken: SolverResult | None = None
        for size in _rounds(budget):
            new = self._decide_within(chain, size, owner_first=owner_first)
            _, taken = self._answers[_Question(chain, frozenset(), owner_first)]
            if taken.reason is Unproven.LOSING_CYCLE:  # nor is it alive by what smaller searches found
                found = new
                break
            found = new if new.fate is not Fate.UNKNOWN else found
            if found.how is not How.UNKNOWN:
                break
        answers = [self._answers[question][1] for question in self._used]
        reason = Unproven.BUDGET if taken is None or taken.captured else taken.reason
        return found._replace(
            states=sum(answer.states for answer in answers),
            kos=any(answer.kos for answer in answers),
            reason=reason if found.fate is Fate.UNKNOWN else Unproven.NONE,
        )

    def _decide_within(self, chain: frozenset[int], size: int, *, owner_first: bool) -> Verdict:
        """Ask about a chain with searches of some size, and stop at the first proof.

        The more points have to be clear of new stones the easier it is for the owner: points of which it is not known
        whether they count are left out to prove the chain alive, and kept to prove it dead.
        """
        taken = self._solve_cached(_Question(chain, frozenset(), owner_first), size)
        if taken.captured is False:
            return Verdict(Fate.ALIVE, How.UNCAPTURABLE, taken.line)
        if taken.reason is Unproven.LOSING_CYCLE:  # by which no new stone is needed, either
            return Verdict(Fate.UNKNOWN, How.UNKNOWN)
        everywhere = self._points - self._liberties_of_walls(chain)
        if taken.captured and self._solve_cached(_Question(chain, everywhere, owner_first), size).captured:
            return Verdict(Fate.DEAD, How.DEAD, taken.line)
        there = self._solve_cached(_Question(chain, chain, owner_first), size)
        if there.captured is False:
            return Verdict(Fate.ALIVE, How.CAPTURABLE_1 if taken.captured else How.UNKNOWN, there.line)
        if taken.captured is None:
            return Verdict(Fate.UNKNOWN, How.UNKNOWN)
        most, least = self._enabled_points(chain, size)
        if self._solve_cached(_Question(chain, most, owner_first), size).captured:
            return Verdict(Fate.DEAD, How.DEAD, taken.line)
        beside = self._solve_cached(_Question(chain, least, owner_first), size)
        if beside.captured is False:
            return Verdict(Fate.ALIVE, How.CAPTURABLE_2 if there.captured else How.UNKNOWN, beside.line)
        return Verdict(Fate.UNKNOWN, How.UNKNOWN)

    def _solve_cached(self, question: _Question, size: int) -> SolverResult:
        """Return an answer, found before unless a larger search may know more."""
        self._used.add(question)
        searched, answer = self._answers.get(question, (-1, None))
        if answer is None or (answer.reason is Unproven.BUDGET and searched < size):
            target, clear, owner_first = question
            answer = solve(
                self._region, target, clear, owner_first=owner_first, ko_pass=self._ko_pass, budget=size,
            )  # fmt: skip
            self._answers[question] = size, answer
        return answer

    def _liberties_of_walls(self, chain: frozenset[int]) -> frozenset[int]:
        """Return the points empty at the stop that are liberties of walls of a chain's owner."""
        walls = self._region.walls[self._color(chain) - 1]
        return frozenset(point for point in self._points if self._board.colors[point] == EMPTY
                         and not walls.isdisjoint(self._board.neighbors(point)))  # fmt: skip

    def _enabled_points(self, chain: frozenset[int], size: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return where a new stone that a chain's capture enables may stand: the points that may count, and that do.

        Those are the chain's points, and step by step points beside through empty points, stones of the opponent and
        own stones that are neither uncapturable nor capturable-1; but for points that were empty at the stop and
        liberties of walls of the owner or of his uncapturable stones. Searches about other stones are a tenth as large.
        """
        found = []
        statuses = [(string, *self._capturability(string, size // _GROWTH)) for string in self._strings
                    if string != chain and self._color(string) == self._color(chain)]  # fmt: skip
        for unknown in (False, True):
            blocking = [string for string, _, blocks in statuses if (unknown if blocks is None else blocks)]
            standing = [string for string, stands, _ in statuses if (unknown if stands is None else stands)]
            own = self._liberties_of_walls(chain).union(*(self._board.liberties(min(string)) for string in standing))
            found.append(self._reachable_points(chain, self._points.difference(*blocking)) - own)
        return found[0], found[1]

    def _capturability(self, string: frozenset[int], size: int) -> tuple[bool | None, bool | None]:
        """Return whether stones are uncapturable, and whether that or capturable-1; None where it is not known."""
        answer = self._solve_cached(_Question(string, frozenset(), owner_first=False), size)
        taken = answer.captured
        if taken is False:
            return True, True
        if answer.reason is Unproven.LOSING_CYCLE:
            return None, None
        there = self._solve_cached(_Question(string, string, owner_first=False), size).captured
        return None if taken is None and not there else False, None if there is None else not there

    def _reachable_points(self, first: frozenset[int], within: frozenset[int]) -> frozenset[int]:
        """Return the points that can be reached from some step by step."""
        found, waiting = set(first), list(first)
        while waiting:
            for near in self._board.neighbors(waiting.pop()):
                if near in within and near not in found:
                    found.add(near)
                    waiting.append(near)
        return frozenset(found)

    def _color(self, chain: frozenset[int]) -> int:
        return self._board.colors[min(chain)]


def _rounds(budget: int) -> Iterator[int]:
    """Yield how many positions the searches of each round may look at, the budget last."""
    size = _FIRST_ROUND
    while size < budget:
        yield size
        size *= _GROWTH
    if budget:
        yield budget
