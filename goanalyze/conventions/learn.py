"""Conventions learned from counted games: groups of games, divided where their parts were played otherwise.

The rules of evidence are those of `goanalyze.conventions.evidence`. First the end of the record is decided, for each
server: every group is divided and judged under both ends, and each end has the komi and counting that suit it best, so
that neither depends on a wrong one of the other. Then groups are divided and judged under the end of their server.
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

from goanalyze.conventions.choices import HandicapKind, RestMode, Standing
from goanalyze.conventions.convention import WHOLE, Convention, Evidence, Header, Played
from goanalyze.conventions.evidence import (
    FEW,
    Counted,
    RestEvidence,
    Terms,
    Tried,
    decide,
    differ,
    judged,
    rest_of_server,
)
from goanalyze.conventions.groups import Headers
from goanalyze.conventions.hypotheses import Hypothesis, is_counted_plainly
from goanalyze.conventions.origins import Origins
from goanalyze.rules import Ruleset, find_ruleset
from goanalyze.sgf.values.size_komi_handicap import parse_komi

_MANY_SOURCES: Final = 50  # beyond, a convention is about any
_VALUES: Final = 50  # of a feature that may divide a group


@dataclass(frozen=True, slots=True)
class Group:
    """A group of games that a server treats alike, and what was played in them.

    Attributes:
        name: see `Convention`.
        header: which games.
        games: so many.
        counted: so many of them have a count and a recorded margin, copies left out.
        tried: the hypotheses worth telling, the convention or else what the header says first.
        played: the convention; else the terms of the header, with the end of the record that is learned of the server.
        standing: chosen, header, or open.
        rest_evidence: that for the end of the record on its server; None without a counted game that no passes end, or
            with games of several servers.
    """

    name: str
    header: Header
    games: int
    counted: int
    tried: tuple[Tried, ...]
    played: Played
    standing: Standing
    rest_evidence: RestEvidence | None = None

    def convention(self) -> Convention:
        """Return it as a convention, with its evidence."""
        evidence = None
        if self.tried and self.standing is not Standing.OPEN:
            best = self.tried[0]
            header = next((each.explained for each in self.tried if each.hypothesis.is_header), 0)
            evidence = Evidence(self.counted, best.explained, header, best.chance, best.deciding, best.for_it,
                                best.low, best.high)  # fmt: skip
        return Convention(self.name, self.header, self.played, evidence)


class _Leaf(NamedTuple):
    header: Header
    rows: NDArray[np.int64]  # of its games among the counted ones of the base, one or more


class _Rests(NamedTuple):
    """The end of the record, as it was learned.

    Attributes:
        origins: the servers of all games.
        rest: int8[games], index of the `RestMode` of each game's server.
        evidence: the evidence for the rest of a server, by its number; servers without counted games are missing.
    """

    origins: Origins
    rest: NDArray[np.int8]
    evidence: Mapping[int, RestEvidence]

    def named(self, games: NDArray[np.int64]) -> RestMode | None:
        """Return the end of some records; None where it is the usual one of each, or they have not one in common."""
        modes = set(self.rest[games].tolist())
        is_usual = bool((self.rest[games] == self.origins.rest[games]).all())
        return None if is_usual or len(modes) > 1 else RestMode.at(modes.pop())

    def evidence_for(self, games: NDArray[np.int64]) -> RestEvidence | None:
        """Return the evidence of the server that some games are of; None for several."""
        servers = set(self.origins.number[games].tolist())
        return self.evidence.get(servers.pop()) if len(servers) == 1 else None


class _Base(NamedTuple):
    """A group before it is divided.

    Attributes:
        games: int64[n], rows of its games.
        rows: int64[n], indices of its games among the counted ones.
        header: the header of all of them.
        terms: the terms of that header.
    """

    games: NDArray[np.int64]
    rows: NDArray[np.int64]
    header: Header
    terms: Terms

    @property
    def is_plain(self) -> bool:
        """True if the ruleset, if one is named, is one that counts plainly."""
        return self.terms.declared is None or is_counted_plainly(self.terms.declared)


def learn(headers: Headers, origins: Origins, counted: Counted) -> list[Group]:
    """Find what the games of each group were played by.

    Games are of one group where program, declared ruleset, komi as written and kind of handicap are the same, and where
    no program is named also archive or folder; a group is divided by archive, board size or years where its parts were
    played otherwise. Copies of a game count once, games with a komi that was bid for not at all.

    Args:
        headers: of all games.
        origins: the servers of all games.
        counted: those of them that can decide.

    Returns:
        The groups with the most games first, but a part of a divided group before what it is a part of: the first whose
        header fits a game is its group.
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
    one = int(games[0])
    application, name, komi = (
        coded.names[coded.number[one]] for coded in (headers.application, headers.ruleset, headers.komi)
    )
    kind = HandicapKind.at(int(headers.handicap[one]))
    header, declared = Header((), application, name, komi, kind), find_ruleset(name) if name else None
    return _Base(games, rows, header, Terms(declared, komi, kind))


def _rests(headers: Headers, origins: Origins, counted: Counted, bases: Sequence[_Base]) -> _Rests:
    """Decide on the end of the record for each server, from its games in all groups together."""
    follows = {end: np.zeros(len(counted), dtype=np.bool_) for end in RestMode}
    for base in bases:
        if base.is_plain and counted.has_rest[base.rows].any():
            games = counted.take(base.rows)
            for end, explained in follows.items():
                explained[base.rows] = _explained_at_best(headers.take(games.rows), games.under(end), base)
    only_open, only_played = (
        follows[one] & ~follows[other] for one, other in (tuple(RestMode), tuple(reversed(RestMode)))
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


def _explained_at_best(own: Headers, games: Counted, base: _Base) -> NDArray[np.bool_]:
    """Return the games whose margin follows from the best hypothesis about their part of a group; with few, the header.

    Args:
        own: the headers of the games.
        games: all counted ones of the group, under one end of the record.
        base: the group.
    """
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


def _groups(headers: Headers, everything: Counted, base: _Base, rests: _Rests) -> list[Group]:
    """Return the group of games with the same base, divided where its parts were played otherwise.

    Args:
        headers: of all games.
        everything: all counted games.
        base: the group before.
        rests: the ends of all records.
    """
    games, terms = base.games, base.terms
    if len(base.rows) < FEW or not base.is_plain:
        placed, played = replace(base.header, sources=_sources(headers, games)), Played(rest=rests.named(games))
        return [Group("", placed, len(games), len(base.rows), (), played, Standing.OPEN, rests.evidence_for(games))]
    counted = everything.take(base.rows)
    own, learned = headers.take(counted.rows), counted.under(rests.rest[counted.rows])
    leaves = list(_divided(_Leaf(base.header, np.arange(len(counted), dtype=np.int64)), own, learned, terms))
    left = games
    groups = []
    for leaf in leaves:
        about = headers.take(left).about(leaf.header) if len(leaves) > 1 else np.ones(len(left), dtype=np.bool_)
        placed, inside = leaf.header, counted.take(leaf.rows)
        if not placed.sources:
            placed = replace(placed, sources=_sources(headers, left[about]))
        rest = rests.named(left[about])
        tried, (standing, _) = judged(inside, *terms.explained(inside, rest))
        played = Played(rest=rest)
        if standing is Standing.CHOSEN:
            played = played_as(tried[0].hypothesis, terms.declared, terms.komi)
        evidence = rests.evidence_for(left[about])
        groups.append(Group("", placed, int(about.sum()), len(inside), tried, played, standing, evidence))
        left = left[~about]
    return groups


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


def _divided(leaf: _Leaf, own: Headers, counted: Counted, terms: Terms) -> Iterator[_Leaf]:
    """Yield the parts of a group that were played otherwise than one another, or the group."""
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
    """Yield the ways to divide a group in two: what the header of the first part says, of the second, and which games.

    The second may say less: the first is asked before it.
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

    Where a group was divided, those of its parts that keep their header stand among them, so that they keep it.
    """
    changed = {group.header.undivided for group in groups if not group.played.is_header}
    return tuple(group.convention() for group in groups if group.header.undivided in changed)


def played_as(hypothesis: Hypothesis, declared: Ruleset | None, komi: str) -> Played:
    """Return a hypothesis as what it changes in the header."""
    own = find_ruleset(hypothesis.ruleset).compensation.value
    return Played(
        ruleset=None if declared and declared.id == hypothesis.ruleset else hypothesis.ruleset,
        komi=None if parse_komi(komi).points == hypothesis.komi else hypothesis.komi,
        compensation=None if hypothesis.compensation is own else hypothesis.compensation,
        scale=hypothesis.scale,
        rest=hypothesis.rest,
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
