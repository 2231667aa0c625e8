"""Conventions learned from counted games: of each group of games, what explains most of their recorded margins.

A hypothesis explains a game when the recorded margin follows from it exactly. Two hypotheses are held against each
other on the games that decide between them, those that only one of the two explains. Evidence is statistical: a group
has a convention only where, with 95% confidence, most of its counted games follow it, and where it is better than the
header (`_SURE`) and than every hypothesis that is as simple; and where the games that do not follow it look like
errors, not like those of a second server (`_SECOND`). What is left open stays as the header says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import escape
from pathlib import PurePath
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.choices import DameFill, HandicapKind, KomiMeaning, Standing
from goanalyze.conventions.convention import WHOLE, Convention, Evidence, Header, Played
from goanalyze.conventions.groups import Headers
from goanalyze.conventions.hypotheses import (
    HANDICAP,
    Hypothesis,
    Way,
    is_counted_plainly,
    other_komis,
    stones_worth,
    ways,
)
from goanalyze.rules import RULESETS, Komi, Ruleset, Scoring, Seki
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.values.terms import parse_komi
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
_MANY_SOURCES: Final = 50  # beyond, a convention is about any
_VALUES: Final = 50  # of a feature that may divide a group


@dataclass(frozen=True, slots=True)
class Counted:
    """Games whose count and recorded margin are known; margins are Black − White, before komi and compensation.

    Attributes:
        rows: int64[n], their places among all games.
        boards: float64[n] for (scoring, seki): what the final position counts, its dead stones taken off.
        recorded: float64[n], recorded margin in points as read.
        zi: bool[n], it was read in zi.
        stones: float64[n], handicap stones.
        fill: int8[n], what Black gains if both fill the dame that are left in turn, the side to move first.
        same: int64[n], equal for copies of a game.
        auction: bool[n], its players bid for the komi.
    """

    rows: NDArray[np.int64]
    boards: Mapping[tuple[Scoring, Seki], NDArray[np.float64]]
    recorded: NDArray[np.float64]
    zi: NDArray[np.bool_]
    stones: NDArray[np.float64]
    fill: NDArray[np.int8]
    same: NDArray[np.int64]
    auction: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.rows)

    def take(self, places: NDArray[np.int64]) -> Counted:
        """Return some of the games."""
        boards = {way: margins[places] for way, margins in self.boards.items()}
        return Counted(
            self.rows[places], boards, self.recorded[places], self.zi[places], self.stones[places], self.fill[places],
            self.same[places], self.auction[places],
        )  # fmt: skip

    def needed(self, way: Way) -> NDArray[np.float64]:
        """Return the komi that gives each recorded margin in a way of counting, float64[n]."""
        ruleset = RULESETS[way.ruleset]
        board = self.boards[ruleset.scoring.value, _seki_of(ruleset)]
        fill = {DameFill.OPEN: 0, DameFill.MOVER: 1, DameFill.OTHER: -1}[way.dame] * self.fill
        needed: NDArray[np.float64] = board + fill - stones_worth(way.compensation, self.stones)
        return needed - way.scale.factor * self.recorded

    def follows(self, hypothesis: Hypothesis) -> NDArray[np.bool_]:
        """Return which recorded margins follow from a hypothesis, bool[n]."""
        way = Way(hypothesis.ruleset, hypothesis.compensation, hypothesis.scale, hypothesis.dame, 0)
        found: NDArray[np.bool_] = self.needed(way) == hypothesis.komi
        return found


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


@dataclass(frozen=True, slots=True)
class Group:
    """A group of games that a server treats alike, and what was played in them.

    Attributes:
        name: see `Convention`.
        header: which games.
        games: so many.
        counted: so many of them have a count and a recorded margin, copies left out.
        tried: the hypotheses worth telling, the convention or else what the header says first.
        played: the convention, `Played()` where the header stands, or where the games do not decide.
        standing: chosen, header, or open.
    """

    name: str
    header: Header
    games: int
    counted: int
    tried: tuple[Tried, ...]
    played: Played
    standing: Standing

    def convention(self) -> Convention:
        """Return it as a convention, with its evidence."""
        evidence = None
        if self.tried and self.standing is not Standing.OPEN:
            best = self.tried[0]
            header = next((each.explained for each in self.tried if each.hypothesis.is_header), 0)
            evidence = Evidence(self.counted, best.explained, header, best.chance, best.deciding, best.for_it,
                                best.low, best.high)  # fmt: skip
        return Convention(self.name, self.header, self.played, evidence)


class _Decision(NamedTuple):
    standing: Standing
    place: int  # of the hypothesis chosen, −1 where none is


class _Leaf(NamedTuple):
    header: Header
    places: NDArray[np.int64]  # of its games among the counted ones of the base


def learn(headers: Headers, counted: Counted) -> list[Group]:
    """Find what the games of each group were played by.

    Games are of one group where program, declared ruleset, komi as written and kind of handicap are the same, and where
    no program is named also archive or folder; a group is divided by archive, board size or years where its parts were
    played otherwise. Copies of a game count once, games with a komi that was bid for not at all.

    Args:
        headers: of all games.
        counted: those of them that can decide.

    Returns:
        The groups with the most games first, but a part of a divided group before what it is a part of: the first whose
        header fits a game is its group.
    """
    base = _bases(headers)
    everything, start = _sorted_by(base)
    counted = counted.take(_distinct(counted, base))
    order, begin = _sorted_by(base[counted.rows])
    found: list[list[Group]] = []
    for number in range(len(start) - 1):
        games = everything[start[number] : start[number + 1]]
        places = order[begin[number] : begin[number + 1]] if number < len(begin) - 1 else order[:0]
        found.append(_groups(headers, games, counted, places))
    found.sort(key=lambda groups: -sum(group.games for group in groups))
    return _named([group for groups in found for group in groups], headers.source.names)


def _bases(headers: Headers) -> NDArray[np.int64]:
    """Return the number of each game's group before it is divided; all numbers are used."""
    without = np.array([not name for name in headers.application.names], dtype=np.bool_)[headers.application.number]
    key = np.where(without, headers.source.number + 1, 0)
    for coded in (headers.application, headers.ruleset, headers.komi):
        key = key * len(coded.names) + coded.number
    _, number = np.unique(key * len(HandicapKind) + headers.handicap, return_inverse=True)
    return number.astype(np.int64)


def _sorted_by(number: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the places of games in the order of their groups, and where each group begins, and the last ends."""
    order = np.argsort(number, kind="stable")
    most = int(number.max()) + 1 if len(number) else 0
    return order, np.searchsorted(number, np.arange(most + 1), sorter=order)


def _distinct(counted: Counted, base: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of the games that decide, one of each group of copies; none whose komi was bid for.

    Copies have the same moves and the same recorded margin, and are of the same base; the first stands for all.
    """
    places = np.flatnonzero(~counted.auction)
    keys = np.stack([counted.recorded, counted.same, base[counted.rows]])[:, places]
    order = np.lexsort(keys)
    new = np.ones(len(places), dtype=np.bool_)
    new[1:] = (np.diff(keys[:, order]) != 0).any(axis=0)
    return np.sort(places[order[new]])


def _groups(headers: Headers, games: NDArray[np.int64], everything: Counted, places: NDArray[np.int64]) -> list[Group]:
    """Return the group of games with the same base, divided where its parts were played otherwise.

    Args:
        headers: of all games.
        games: those of the group.
        everything: all counted games.
        places: those of the group among them.
    """
    one = int(games[0])
    application, name, komi = (
        coded.names[coded.number[one]] for coded in (headers.application, headers.ruleset, headers.komi)
    )
    kind = HandicapKind.at(int(headers.handicap[one]))
    header, declared = Header((), application, name, komi, kind), RULESETS[name] if name else None
    if len(places) < FEW or not (declared is None or is_counted_plainly(declared)):
        placed = replace(header, sources=_sources(headers, games))
        return [Group("", placed, len(games), len(places), (), Played(), Standing.OPEN)]
    counted = everything.take(places)
    own, terms = headers.take(counted.rows), _Terms(declared, komi, kind)
    leaves = list(_divided(_Leaf(header, np.arange(len(counted), dtype=np.int64)), own, counted, terms))
    left = games
    found = []
    for leaf in leaves:
        about = headers.take(left).about(leaf.header) if len(leaves) > 1 else np.ones(len(left), dtype=np.bool_)
        placed = leaf.header
        if not placed.sources:
            placed = replace(placed, sources=_sources(headers, left[about]))
        tried, decision = _judged(counted.take(leaf.places), terms)
        standing = decision.standing if decision else Standing.OPEN
        played = played_as(tried[0].hypothesis, declared, komi) if standing is Standing.CHOSEN else Played()
        found.append(Group("", placed, int(about.sum()), len(leaf.places), tried, played, standing))
        left = left[~about]
    return found


def _sources(headers: Headers, games: NDArray[np.int64]) -> tuple[str, ...]:
    """Return where games are from, as patterns; nothing for too many places."""
    used = set(headers.source.number[games].tolist())
    return tuple(sorted(_whole(headers.source.names[each]) for each in used)) if len(used) <= _MANY_SOURCES else ()


def _whole(source: str) -> str:
    """Return a source as a header names it alone: other paths may end as a relative one does."""
    return escape(source) if source == "." or PurePath(source).is_absolute() else f"{WHOLE}{escape(source)}"


def _shortened(paths: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return of each path the last parts that tell it from all others; none where another path ends with all of it.

    Example:
        >>> _shortened([("a", "fox.zip"), ("b", "fox.zip"), ("b", "tom.zip"), ("fox.zip",)])
        [('a', 'fox.zip'), ('b', 'fox.zip'), ('tom.zip',), ()]
    """
    ends = [[path[at:] for at in reversed(range(len(path)))] for path in paths]
    often = Counter(end for each in ends for end in each)
    return [next((end for end in each if often[end] == 1), ()) for each in ends]


class _Terms(NamedTuple):
    """What the header of every game of a group says."""

    declared: Ruleset | None
    komi: str
    kind: HandicapKind

    def hypotheses(self, counted: Counted) -> list[Hypothesis]:
        """Return what may have been played in some of its games."""
        read = parse_komi(self.komi)
        unit = KomiUnit.NONE if read.points is None else read.unit
        handicap = {HandicapKind.NONE: 0, HandicapKind.ONE: 1, HandicapKind.MORE: HANDICAP}[self.kind]
        named = [] if read.points is None else [(read.points, KomiMeaning.HEADER)]
        named += other_komis(read.points, unit, handicap)
        komis = dict(reversed(named))  # of two meanings the more ordinary
        units = [unit for unit, there in ((Unit.POINTS, ~counted.zi), (Unit.ZI, counted.zi)) if there.any()]
        found: dict[Hypothesis, None] = {}
        for way in (way for unit in units for way in ways(self.declared, self.kind, unit)):
            found |= {way.at(komi, meaning): None for komi, meaning in komis.items()}
            needed, games = np.unique(counted.needed(way), return_counts=True)
            often = np.argsort(-games, kind="stable")[: _FOUND + len(komis)]
            new = [komi for komi in needed[often].tolist() if komi not in komis and Komi.is_number(komi)][:_FOUND]
            found |= {way.at(komi, KomiMeaning.FOUND): None for komi in new}
        return sorted(found, key=lambda each: (each.changes, each.meaning.index))

    def explained(self, counted: Counted, hypotheses: Sequence[Hypothesis]) -> NDArray[np.bool_]:
        """Return which games each hypothesis explains, bool[hypotheses, games]."""
        needed: dict[Way, NDArray[np.float64]] = {}
        found = np.zeros((len(hypotheses), len(counted)), dtype=np.bool_)
        for row, each in enumerate(hypotheses):
            way = Way(each.ruleset, each.compensation, each.scale, each.dame, 0)
            if way not in needed:
                needed[way] = counted.needed(way)
            found[row] = needed[way] == each.komi
        return found


def _decide(hypotheses: Sequence[Hypothesis], explained: NDArray[np.bool_]) -> _Decision:
    """Choose among hypotheses, sorted from the simplest; the rule of the module."""
    games = explained.shape[1]
    totals = explained.sum(axis=1)
    best = int(np.argmax(totals))
    good = [row for row, duel in enumerate(_duels(explained, best)) if sign_tail(*duel) > _NOT_WORSE]
    least = hypotheses[good[0]].changes
    simplest = [row for row in good if hypotheses[row].changes == least]
    place = max(simplest, key=lambda row: (int(totals[row]), -row))
    duels = _duels(explained, place)
    rivals = [row for row in simplest if row != place and sign_tail(*duels[row]) > _NOT_WORSE]
    convinces = wilson(int(totals[place]), games)[0] > _MOST
    headers = [row for row in range(len(hypotheses)) if hypotheses[row].is_header]
    if place in headers and len(headers) == 1:
        return _Decision(Standing.HEADER if convinces else Standing.OPEN, place)
    beaten = all(sign_tail(*duels[row]) <= _SURE for row in headers if row != place)
    if rivals or not convinces or not beaten or _is_mixed(explained, place):
        return _Decision(Standing.OPEN, -1)
    return _Decision(Standing.CHOSEN, place)


def _is_mixed(explained: NDArray[np.bool_], place: int) -> bool:
    """Return whether the games that a hypothesis does not explain follow one other: a second server's, not errors."""
    rest = explained[:, ~explained[place]]
    most = int(rest.sum(axis=1).max(initial=0))
    return most >= FEW and bool(wilson(most, rest.shape[1])[0] > _SECOND)


def _duels(explained: NDArray[np.bool_], one: int) -> list[tuple[int, int]]:
    """Return for each hypothesis how many games only the one explains, and how many only one of the two."""
    won = (explained[one] & ~explained).sum(axis=1)
    lost = (explained & ~explained[one]).sum(axis=1)
    return list(zip(won.tolist(), (won + lost).tolist(), strict=True))


def _judged(counted: Counted, terms: _Terms) -> tuple[tuple[Tried, ...], _Decision | None]:
    """Return what is told of the hypotheses about some games, and which of them was chosen."""
    if not len(counted):
        return (), None
    hypotheses = terms.hypotheses(counted)
    explained = terms.explained(counted, hypotheses)
    decision = _decide(hypotheses, explained)
    totals = explained.sum(axis=1)
    headers = [row for row, each in enumerate(hypotheses) if each.is_header]
    first = decision.place if decision.place >= 0 else headers[0] if headers else -1
    ranked = sorted(range(len(hypotheses)), key=lambda row: (-int(totals[row]), row))
    others = [row for row in ranked if row not in (first, *headers) and totals[row]][:_ROWS]
    shown = [row for row in dict.fromkeys([first, *headers, *others]) if row >= 0]
    leader = decision.place if decision.place >= 0 else ranked[0]
    against = _duels(explained, leader)
    rival = next((row for row in ranked if against[row][1]), leader)  # that says otherwise of some game
    tried = []
    for row in shown:
        won, deciding = against[rival] if row == leader else (against[row][1] - against[row][0], against[row][1])
        low, high = wilson(int(totals[row]), len(counted))
        lost = sign_tail(deciding - won, deciding) <= _NOT_WORSE
        standing = decision.standing if row == decision.place else Standing.REFUTED if lost else Standing.OPEN
        chance = _chance(counted, hypotheses[row])
        tried.append(Tried(hypotheses[row], int(totals[row]), float(low), float(high), chance, deciding, won, standing))
    return tuple(tried), decision


def _chance(counted: Counted, hypothesis: Hypothesis) -> float:
    """Return the share of games that another komi explains, on average of those around it in steps of a point."""
    way = Way(hypothesis.ruleset, hypothesis.compensation, hypothesis.scale, hypothesis.dame, 0)
    off = np.abs(counted.needed(way) - hypothesis.komi)
    near = (off > 0) & (off <= _REACH) & (off % 1 == 0)
    return float(near.sum()) / (2 * _REACH) / len(counted)


def _divided(leaf: _Leaf, own: Headers, counted: Counted, terms: _Terms) -> Iterator[_Leaf]:
    """Yield the parts of a group that were played otherwise than one another, or the group."""
    best: tuple[int, _Leaf, _Leaf] | None = None
    games = counted.take(leaf.places)
    hypotheses = terms.hypotheses(games)
    explained = terms.explained(games, hypotheses)
    whole = int(explained.sum(axis=1).max(initial=0))
    for header, rest, inside in _cuts(leaf, own):
        sides = [explained[:, inside], explained[:, ~inside]]
        gain = sum(int(side.sum(axis=1).max(initial=0)) for side in sides) - whole
        if gain <= (best[0] if best else 0) or not _differ(hypotheses, sides):
            continue
        best = gain, _Leaf(header, leaf.places[inside]), _Leaf(rest, leaf.places[~inside])
    if best is None:
        yield leaf
        return
    for part in best[1:]:
        yield from _divided(part, own, counted, terms)


def _differ(hypotheses: Sequence[Hypothesis], sides: Sequence[NDArray[np.bool_]]) -> bool:
    """Return whether two parts of a group were played otherwise, or one of them is against what the other says."""
    one, other = (_decide(hypotheses, side) for side in sides)
    decided = [each.standing is not Standing.OPEN for each in (one, other)]
    if all(decided):
        return one.place != other.place
    if not any(decided):
        return False
    place, side = (one.place, sides[1]) if decided[0] else (other.place, sides[0])
    totals = side.sum(axis=1)
    won, deciding = _duels(side, int(np.argmax(totals)))[place]
    return deciding > 0 and sign_tail(won, deciding) <= _NOT_WORSE


def _cuts(leaf: _Leaf, own: Headers) -> Iterator[tuple[Header, Header, NDArray[np.bool_]]]:
    """Yield the ways to divide a group in two: what the header of the first part says, of the second, and which games.

    The second may say less: the first is asked before it.
    """
    header = leaf.header
    sources = own.source.number[leaf.places]
    numbers = np.unique(sources).tolist()
    if 1 < len(numbers) <= _VALUES:
        for number in numbers:
            yield replace(header, sources=(_whole(own.source.names[number]),)), header, sources == number
    boards = own.board.number[leaf.places]
    numbers = np.unique(boards).tolist()
    if 1 < len(numbers) <= _VALUES and header.board is None:
        for number in numbers:
            yield replace(header, board=own.board.names[number]), header, boards == number
    years = own.year[leaf.places]
    known = np.unique(years[years > 0]).tolist()
    first, last = header.years or (None, None)
    for year in known[1:]:
        later = replace(header, years=(year, last)) if header.years else header
        yield replace(header, years=(first, year - 1)), later, (years > 0) & (years < year)


def effective(groups: Sequence[Group]) -> tuple[Convention, ...]:
    """Return the conventions of the groups that were not played by their headers, in order.

    Where a group was divided, those of its parts that keep their header stand among them, so that they keep it.
    """

    def of(group: Group) -> Header:
        return replace(group.header, sources=(), board=None, years=None)

    changed = {of(group) for group in groups if group.standing is Standing.CHOSEN}
    return tuple(group.convention() for group in groups if of(group) in changed)


def played_as(hypothesis: Hypothesis, declared: Ruleset | None, komi: str) -> Played:
    """Return a hypothesis as what it changes in the header."""
    own = RULESETS[hypothesis.ruleset].compensation.value
    return Played(
        ruleset=None if declared and declared.id == hypothesis.ruleset else hypothesis.ruleset,
        komi=None if parse_komi(komi).points == hypothesis.komi else hypothesis.komi,
        compensation=None if hypothesis.compensation is own else hypothesis.compensation,
        scale=hypothesis.scale,
        dame=hypothesis.dame,
    )


def _named(groups: Sequence[Group], sources: Sequence[str]) -> list[Group]:
    """Give every group a name of its own, made of what its header says.

    Sources are named by as few last parts of their paths as no other of them ends with.
    """
    last = zip(sources, _shortened([PurePath(source).parts for source in sources]), strict=True)
    short = {_whole(source): escape(str(PurePath(*parts))) if parts else _whole(source) for source, parts in last}
    taken: dict[str, int] = {}
    named = []
    for group in groups:
        header = replace(group.header, sources=tuple(short[each] for each in group.header.sources))
        place = header.application or (PurePath(header.sources[0]).stem if header.sources else "")
        parts = [place, header.ruleset or "", header.komi or "", (header.handicap or HandicapKind.NONE).value]
        name = re.sub(r"[^a-z0-9]+", "-", "-".join(part for part in parts if part).lower()).strip("-")
        taken[name] = taken.get(name, 0) + 1
        own = name if taken[name] == 1 else f"{name}-{taken[name]}"
        named.append(replace(group, name=own, header=header))
    return named
