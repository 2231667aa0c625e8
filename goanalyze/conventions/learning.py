"""Conventions learned from counted games: groups of games, divided if their parts were played by different terms.

The rules of evidence are those of `goanalyze.conventions.evidence`. First the end of the record is decided, for each
server: every group is divided and tested under both ends, and each end has the komi and counting that suit it best, so
that neither depends on a wrong one of the other. Then groups are divided and tested under the end of their server.
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

from goanalyze.conventions.convention import (
    WHOLE,
    Convention,
    Evidence,
    HandicapKind,
    Header,
    PlayedTerms,
    RestMode,
    Standing,
)
from goanalyze.conventions.evidence import (
    FEW,
    CountedGames,
    HypothesisTest,
    RestEvidence,
    Terms,
    decide,
    differ,
    rest_of_server,
    test_hypotheses,
)
from goanalyze.conventions.groups import Headers, Origins
from goanalyze.conventions.hypotheses import Hypothesis, is_counted_plainly
from goanalyze.rules import Ruleset, find_ruleset
from goanalyze.sgf.values.size_komi_handicap import parse_komi

_MANY_SOURCES: Final = 50  # with more, a convention covers games of any source
_VALUES: Final = 50  # values of a feature that may divide a group


@dataclass(frozen=True, slots=True)
class Group:
    """A group of games with equal headers, and the terms that they were played by.

    Attributes:
        name: name, see `Convention`.
        header: values in the records of its games.
        games: number of games.
        counted: number of those with a count and a recorded margin, copies left out.
        tests: tests of the best hypotheses, first that of the convention or else of the header.
        played: terms of the convention; else those of the header, with the end of the record learned from the server.
        standing: chosen, header, or open.
        rest_evidence: evidence for the end of the record on its server; None without a counted game that no passes end,
            or with games of several servers.
    """

    name: str
    header: Header
    games: int
    counted: int
    tests: tuple[HypothesisTest, ...]
    played: PlayedTerms
    standing: Standing
    rest_evidence: RestEvidence | None = None

    def convention(self) -> Convention:
        """Return the group as a convention, with its evidence."""
        evidence = None
        if self.tests and self.standing is not Standing.OPEN:
            best = self.tests[0]
            header = next((each.explained for each in self.tests if each.hypothesis.is_header), 0)
            evidence = Evidence(
                self.counted, best.explained, header, best.chance, best.deciding, best.deciding_for, best.low, best.high
            )
        return Convention(self.name, self.header, self.played, evidence)


class _Leaf(NamedTuple):
    """A part of a group.

    Attributes:
        header: header of its games.
        rows: int64[n], indices of its games among the counted ones of the group, one or more.
    """

    header: Header
    rows: NDArray[np.int64]


class _Rests(NamedTuple):
    """The ends of the record on all servers.

    Attributes:
        origins: servers of all games.
        rest: int8[games], index of the `RestMode` of each game's server.
        evidence: evidence for the rest of a server, by its number; servers without counted games are missing.
    """

    origins: Origins
    rest: NDArray[np.int8]
    evidence: Mapping[int, RestEvidence]

    def unusual(self, games: NDArray[np.int64]) -> RestMode | None:
        """Return the end of some records; None if it is the usual one of each, or differs between them."""
        modes = set(self.rest[games].tolist())
        is_usual = bool((self.rest[games] == self.origins.rest[games]).all())
        return None if is_usual or len(modes) > 1 else RestMode.at(modes.pop())

    def evidence_for(self, games: NDArray[np.int64]) -> RestEvidence | None:
        """Return the evidence of the server of some games; None for several servers."""
        servers = set(self.origins.number[games].tolist())
        return self.evidence.get(servers.pop()) if len(servers) == 1 else None


class _Base(NamedTuple):
    """A group before it is divided.

    Attributes:
        games: int64[n], rows of its games.
        rows: int64[n], indices of its games among the counted ones.
        header: header of all of them.
        terms: terms of that header.
    """

    games: NDArray[np.int64]
    rows: NDArray[np.int64]
    header: Header
    terms: Terms

    @property
    def is_plain(self) -> bool:
        """True if the ruleset, if one is named, is one that counts plainly."""
        return self.terms.declared is None or is_counted_plainly(self.terms.declared)


def learn(headers: Headers, origins: Origins, counted: CountedGames) -> list[Group]:
    """Learn the terms that the games of each group were played by.

    Games are of one group if program, declared ruleset, komi as written and kind of handicap are the same, and without
    a program also archive or folder. A group is divided by archive, board size or years if its parts were played by
    different terms. Copies of a game count once, games whose players bid for the komi do not count.

    Returns:
        The groups with the most games first, but a part before the rest of its group: the first group whose header
        covers a game is the group of the game.
    """
    number = _bases(headers)
    everything, start = _sorted_by(number)
    counted = counted.take(_distinct(counted, number))
    order, begin = _sorted_by(number[counted.rows])
    bases = []
    for base in range(len(start) - 1):
        games = everything[start[base] : start[base + 1]]
        rows = order[begin[base] : begin[base + 1]] if base < len(begin) - 1 else order[:0]
        bases.append(_base(headers, games, rows))
    rests = _rests(headers, origins, counted, bases)
    divided = [_groups(headers, counted, base, rests) for base in bases]
    divided.sort(key=lambda groups: -sum(group.games for group in groups))
    return _named([group for groups in divided for group in groups], headers.source.names)


def _base(headers: Headers, games: NDArray[np.int64], rows: NDArray[np.int64]) -> _Base:
    first = int(games[0])
    application, name, komi = (
        column.names[column.number[first]] for column in (headers.application, headers.ruleset, headers.komi)
    )
    kind = HandicapKind.at(int(headers.handicap[first]))
    header, declared = Header((), application, name, komi, kind), find_ruleset(name) if name else None
    return _Base(games, rows, header, Terms(declared, komi, kind))


def _rests(headers: Headers, origins: Origins, counted: CountedGames, bases: Sequence[_Base]) -> _Rests:
    """Decide on the end of the record for each server, from its games in all groups together."""
    follows = {end: np.zeros(len(counted), dtype=np.bool_) for end in RestMode}
    for base in bases:
        if base.is_plain and counted.has_rest[base.rows].any():
            games = counted.take(base.rows)
            for end, explained in follows.items():
                explained[base.rows] = _explained_at_best(headers.take(games.rows), games.with_rest(end), base)
    only_open, only_played = (
        follows[first] & ~follows[second] for first, second in (tuple(RestMode), tuple(reversed(RestMode)))
    )
    rest, evidence = origins.rest.copy(), dict[int, RestEvidence]()
    server = origins.number[counted.rows]
    for number in sorted(set(server[counted.has_rest].tolist())):
        own = counted.has_rest & (server == number)
        usual = RestMode.at(int(origins.rest[counted.rows[own][0]]))
        for_each = int(only_open[own].sum()), int(only_played[own].sum())
        evidence[number] = RestEvidence(int(own.sum()), sum(for_each), for_each[1 - usual.index])
        rest[origins.number == number] = rest_of_server(usual, evidence[number]).index
    return _Rests(origins, rest, evidence)


def _explained_at_best(own: Headers, games: CountedGames, base: _Base) -> NDArray[np.bool_]:
    hypotheses, explained = base.terms.explained(games)
    if len(games) < FEW:
        by_header = explained[[not each.changes for each in hypotheses]]
        return by_header[by_header.sum(axis=1).argmax()] if len(by_header) else np.zeros(len(games), dtype=np.bool_)
    at_best = np.zeros(len(games), dtype=np.bool_)
    for leaf in _divided(_Leaf(base.header, np.arange(len(games), dtype=np.int64)), own, games, base.terms):
        hypotheses, explained = base.terms.explained(games.take(leaf.rows))
        best = decide(hypotheses, explained).row
        at_best[leaf.rows] = explained[best if best >= 0 else int(explained.sum(axis=1).argmax())]
    return at_best


def _bases(headers: Headers) -> NDArray[np.int64]:
    """Return the number of each game's group before it is divided; all numbers are used."""
    without = np.array([not name for name in headers.application.names], dtype=np.bool_)[headers.application.number]
    key = np.where(without, headers.source.number + 1, 0)
    for column in (headers.application, headers.ruleset, headers.komi):
        key = key * len(column.names) + column.number
    _, number = np.unique(key * len(HandicapKind) + headers.handicap, return_inverse=True)
    return number.astype(np.int64)


def _sorted_by(number: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of games in the order of their groups, the first of each group, and the end of the last."""
    order = np.argsort(number, kind="stable")
    most = int(number.max()) + 1 if len(number) else 0
    return order, np.searchsorted(number, np.arange(most + 1), sorter=order)


def _distinct(counted: CountedGames, base: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the indices of the games that decide, one of each group of copies; none whose players bid for the komi.

    Copies have the same moves and the same recorded margin, and are of the same base; the first one counts.
    """
    indices = np.flatnonzero(~counted.is_auction)
    keys = np.stack([counted.recorded, counted.same, base[counted.rows]])[:, indices]
    order = np.lexsort(keys)
    is_first = np.ones(len(indices), dtype=np.bool_)
    is_first[1:] = (np.diff(keys[:, order]) != 0).any(axis=0)
    return np.sort(indices[order[is_first]])


def _groups(headers: Headers, everything: CountedGames, base: _Base, rests: _Rests) -> list[Group]:
    """Return the group of games with the same base, divided if its parts were played by different terms."""
    games, terms = base.games, base.terms
    if len(base.rows) < FEW or not base.is_plain:
        header, played = replace(base.header, sources=_sources(headers, games)), PlayedTerms(rest=rests.unusual(games))
        return [Group("", header, len(games), len(base.rows), (), played, Standing.OPEN, rests.evidence_for(games))]
    counted = everything.take(base.rows)
    own, learned = headers.take(counted.rows), counted.with_rest(rests.rest[counted.rows])
    leaves = list(_divided(_Leaf(base.header, np.arange(len(counted), dtype=np.int64)), own, learned, terms))
    groups = []
    for leaf in leaves:
        is_match = headers.take(games).matches(leaf.header) if len(leaves) > 1 else np.ones(len(games), dtype=np.bool_)
        own_games, games = games[is_match], games[~is_match]
        header, part = leaf.header, counted.take(leaf.rows)
        if not header.sources:
            header = replace(header, sources=_sources(headers, own_games))
        rest, evidence = rests.unusual(own_games), rests.evidence_for(own_games)
        tests, (standing, _) = test_hypotheses(part, *terms.explained(part, rest))
        played = PlayedTerms(rest=rest)
        if standing is Standing.CHOSEN:
            played = played_terms(tests[0].hypothesis, terms.declared, terms.komi)
        groups.append(Group("", header, len(own_games), len(part), tests, played, standing, evidence))
    return groups


def _sources(headers: Headers, games: NDArray[np.int64]) -> tuple[str, ...]:
    used = set(headers.source.number[games].tolist())
    return tuple(sorted(_whole(headers.source.names[number]) for number in used)) if len(used) <= _MANY_SOURCES else ()


def _whole(source: str) -> str:
    """Return a source as a pattern that matches no other path, such as one with the same end."""
    return escape(source) if source == "." or PurePath(source).is_absolute() else f"{WHOLE}{escape(source)}"


def _shortened(paths: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the last parts of each path that no other path ends with; none if another path ends with all of them.

    Example:
        >>> _shortened([("a", "fox.zip"), ("b", "fox.zip"), ("b", "tom.zip"), ("fox.zip",)])
        [('a', 'fox.zip'), ('b', 'fox.zip'), ('tom.zip',), ()]
    """
    all_ends = [[path[index:] for index in reversed(range(len(path)))] for path in paths]
    count = Counter(end for ends in all_ends for end in ends)
    return [next((end for end in ends if count[end] == 1), ()) for ends in all_ends]


def _divided(leaf: _Leaf, own: Headers, counted: CountedGames, terms: Terms) -> Iterator[_Leaf]:
    best: tuple[int, _Leaf, _Leaf] | None = None
    hypotheses, explained = terms.explained(counted.take(leaf.rows))
    whole = int(explained.sum(axis=1).max(initial=0))
    for header, rest, inside in _cuts(leaf, own):
        sides = [explained[:, inside], explained[:, ~inside]]
        gain = sum(int(side.sum(axis=1).max(initial=0)) for side in sides) - whole
        if gain <= (best[0] if best else 0) or not differ(hypotheses, sides):
            continue
        best = gain, _Leaf(header, leaf.rows[inside]), _Leaf(rest, leaf.rows[~inside])
    if best is None:
        yield leaf
        return
    for side in best[1:]:
        yield from _divided(side, own, counted, terms)


def _cuts(leaf: _Leaf, own: Headers) -> Iterator[tuple[Header, Header, NDArray[np.bool_]]]:
    """Yield the ways to divide a group in two: the header of the first part, of the second, and the games of the first.

    The header of the second may cover games of both: the first comes before it.
    """
    header = leaf.header
    sources = own.source.number[leaf.rows]
    numbers = _occurring(sources)
    if 1 < len(numbers) <= _VALUES:
        for number in numbers:
            yield replace(header, sources=(_whole(own.source.names[number]),)), header, sources == number
    boards = own.board.number[leaf.rows]
    numbers = _occurring(boards)
    if 1 < len(numbers) <= _VALUES and header.board is None:
        for number in numbers:
            yield replace(header, board=own.board.names[number]), header, boards == number
    years = own.year[leaf.rows]
    known = _occurring(years[years > 0])
    first, last = header.years or (None, None)
    for year in known[1:]:
        later = replace(header, years=(year, last)) if header.years else header
        yield replace(header, years=(first, year - 1)), later, (years > 0) & (years < year)


def _occurring(values: NDArray[np.integer]) -> list[int]:
    """Return the numbers that occur, in order; for these alone ``numpy.unique`` loads all of masked arrays, 15 ms."""
    return sorted(set(values.tolist()))


def effective(groups: Sequence[Group]) -> tuple[Convention, ...]:
    """Return the conventions of the groups that were not played by their headers, in order.

    If a group was divided, they include the parts that keep their header, so that no other convention covers these.
    """
    changed = {group.header.undivided for group in groups if not group.played.is_header}
    return tuple(group.convention() for group in groups if group.header.undivided in changed)


def played_terms(hypothesis: Hypothesis, declared: Ruleset | None, komi: str) -> PlayedTerms:
    """Return the terms of a hypothesis that differ from the header."""
    own = find_ruleset(hypothesis.ruleset).compensation.value
    return PlayedTerms(
        ruleset=None if declared and declared.id == hypothesis.ruleset else hypothesis.ruleset,
        komi=None if parse_komi(komi).points == hypothesis.komi else hypothesis.komi,
        compensation=None if hypothesis.compensation is own else hypothesis.compensation,
        scale=hypothesis.scale,
        rest=hypothesis.rest,
    )


def _named(groups: Sequence[Group], sources: Sequence[str]) -> list[Group]:
    """Return groups with unique names, from the values of their headers.

    A source is named by the last parts of its path that no other source ends with.
    """
    last = zip(sources, _shortened([PurePath(source).parts for source in sources]), strict=True)
    short = {_whole(source): escape(str(PurePath(*parts))) if parts else _whole(source) for source, parts in last}
    uses: dict[str, int] = {}
    named = []
    for group in groups:
        header = replace(group.header, sources=tuple(short[source] for source in group.header.sources))
        origin = header.application or (PurePath(header.sources[0]).stem if header.sources else "")
        parts = [origin, header.ruleset or "", header.komi or "", (header.handicap or HandicapKind.NONE).value]
        name = re.sub(r"[^a-z0-9]+", "-", "-".join(part for part in parts if part).lower()).strip("-")
        uses[name] = uses.get(name, 0) + 1
        unique = name if uses[name] == 1 else f"{name}-{uses[name]}"
        named.append(replace(group, name=unique, header=header))
    return named
