"""Terms that groups of games were played by, where their headers state others, with the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.counted_games import GroupResults, table_of
from goanalyze.conventions.convention import (
    HandicapKind,
    Header,
    KomiMeaning,
    PlayedTerms,
    RestMode,
    ResultScale,
    Standing,
    codes,
)
from goanalyze.conventions.evidence import FEW, HypothesisTest
from goanalyze.conventions.group_rows import Row
from goanalyze.conventions.learning import Group, effective
from goanalyze.draw.charts import Bars
from goanalyze.render.model import Block, Cell, Column, Commands, Figure, Kind, Paragraph, Rows, Section, Table, Value
from goanalyze.rules import RULESETS, find_ruleset
from goanalyze.util.choice import Choice
from goanalyze.util.numbers import decimal_text, percent, plural, reach
from goanalyze.util.text import cut_text

_HANDICAP: Final = {HandicapKind.NONE: "even games", HandicapKind.ONE: "HA[1]", HandicapKind.MORE: "handicap games"}
_SOURCES: Final = 3  # archives that are named
_AROUND: Final = 8.0  # points of komi to both sides of the most frequent one
_CHARTS: Final = 2  # groups with charts
_DEFINITIONS: Final = (
    "Games with equal headers are a group: servers write the same header for thousands of games, even if it is wrong.",
    "Counted games have a final position that can be counted and a recorded margin; copies are left out.",
    "A margin follows from a header or from terms if these give exactly the recorded margin. Intervals cover 95%.",
)


class NumberedGroup(NamedTuple):
    """A group, and its number in the dataset."""

    number: int
    group: Group


def convention_sections(
    groups: Sequence[Group],
    results: GroupResults,
    out: str,
    *,
    is_cached: bool = False,
    is_applied: bool = False,
    with_hypotheses: bool = False,
    limit: int = 0,
) -> list[Section]:
    """Return the sections on conventions: groups played by other terms, by their headers, undecided ones.

    Args:
        groups: all groups of a dataset, in order.
        results: their recorded results.
        out: words of the dataset in commands.
        is_cached: True if these words are archives, whose dataset is in the cache of the user.
        is_applied: True if conventions were applied in the dataset.
        with_hypotheses: True for the tests of all hypotheses, and for the komi that margins require.
        limit: number of groups that are listed at first; 0 for all.
    """
    numbered = [NumberedGroup(number, group) for number, group in enumerate(groups)]
    if sentence := no_evidence(groups):
        return [Section("conventions", "Conventions", (Paragraph(sentence),))]
    with_result = {standing: [each for each in numbered if each.group.standing is standing] for standing in Standing}
    changed, kept = with_result[Standing.CHOSEN], with_result[Standing.HEADER]
    sections = [
        _changed(changed, results, limit),
        *([_kept(kept, results, limit)] if kept else []),
        *([_undecided(with_result[Standing.OPEN])] if with_result[Standing.OPEN] else []),
        *([_hypotheses(groups)] if with_hypotheses else []),
        *([required_komi(groups, results)] if with_hypotheses else []),
    ]
    next_steps = _next_steps(groups, out, is_cached=is_cached, is_applied=is_applied)
    return [*sections, *([next_steps] if next_steps.blocks else [])]


def required_komi(groups: Sequence[Group], results: GroupResults) -> Section:
    """Return the section on the komi that would give the recorded margins of the largest groups."""
    tested = [NumberedGroup(number, group) for number, group in enumerate(groups) if group.tests]
    changed = [each for each in tested if each.group.standing is Standing.CHOSEN]
    kept = [each for each in tested if each.group.standing is Standing.HEADER]
    largest = sorted(changed or kept, key=lambda each: -each.group.counted)[:_CHARTS]
    blocks = [block for each in largest for block in _komi_figures(each, results)]
    return Section("required-komi", "Komi that would give the recorded margins", tuple(blocks))


def header_words(header: Header) -> str:
    """Return the values that the records of a group have in common, in words.

    Example:
        >>> header_words(Header(ruleset="japanese", komi="0", handicap=HandicapKind.NONE, years=(None, 2013)))
        'japanese, KM[0], even games, up to 2013'
        >>> header_words(Header(ruleset="", komi="", board="9×9", years=(2001, 2003)))
        'no ruleset named, no komi, 9×9, 2001–2003'
    """
    komi = None if header.komi is None else f"KM[{cut_text(header.komi, 24)}]" if header.komi else "no komi"
    ruleset = header.ruleset if header.ruleset or header.ruleset is None else "no ruleset named"
    handicap = _HANDICAP[header.handicap] if header.handicap else None
    return ", ".join(part for part in (ruleset, komi, handicap, header.board, _year_words(header)) if part)


def _year_words(header: Header) -> str | None:
    if header.years is None:
        return None
    first, last = header.years
    if first is None:
        return f"up to {last}"
    return f"from {first} on" if last is None else f"{first}–{last}" if first != last else f"{first}"


def source_words(header: Header) -> str:
    """Return the sources of the games of a group, in words.

    Example:
        >>> source_words(Header(sources=("a.zip", "b.zip", "c.zip", "d.zip"), application="foxwq"))
        'a.zip, b.zip, c.zip and 1 more, written by foxwq'
    """
    names = [re.sub(r"\[([?*[])\]", r"\1", source) for source in header.sources]  # characters in brackets are literal
    more = f" and {len(names) - _SOURCES:,} more" if len(names) > _SOURCES else ""
    sources = f"{', '.join(names[:_SOURCES])}{more}" or "any archive"
    return f"{sources}, written by {cut_text(header.application, 40)}" if header.application else sources


def played_words(played: PlayedTerms, meaning: KomiMeaning | None = None) -> str:
    """Return the terms that differ from a header, in words.

    Example:
        >>> played_words(PlayedTerms(komi=6.5), KomiMeaning.USUAL)
        'komi 6.5: a usual one, where the header says 0 or nothing'
        >>> played_words(PlayedTerms(ruleset="chinese", scale=ResultScale.DOUBLED))
        'counted by area, as chinese; results are zi, two points each, where it was read as points'
        >>> played_words(PlayedTerms(rest=RestMode.OPEN))
        'rest open: the position of the last move: dame and teire stay open'
    """
    parts = []
    if played.komi is not None:
        reason = f": {meaning.meaning}" if meaning and meaning is not KomiMeaning.HEADER else ""
        parts.append(f"komi {decimal_text(played.komi)}{reason}")
    if played.ruleset is not None:
        parts.append(f"counted by {find_ruleset(played.ruleset).scoring.value.value}, as {played.ruleset}")
    if played.compensation is not None:
        parts.append(f"for handicap stones {played.compensation.meaning}")
    if played.scale is not ResultScale.AS_READ:
        parts.append(f"results are {played.scale.meaning}")
    if played.rest is not None:
        parts.append(f"rest {played.rest.value}: {played.rest.meaning}")
    return "; ".join(parts) or "as the header says"


def no_evidence(groups: Sequence[Group]) -> str:
    """Return the reason why nothing is known of conventions; empty if something is."""
    if any(group.tests for group in groups):
        return ""
    if not groups:
        return "The dataset has no game."
    games = sum(group.counted for group in groups)
    if not games:
        return (
            "Nothing is known of conventions: no game has both a final position that can be counted and a recorded "
            "margin. The headers stay in force."
        )
    return (
        f"Nothing is known of conventions: {plural(games, 'game')} with a count and a recorded margin in "
        f"{plural(len(groups), 'group')} of games with equal headers, and no group has the {FEW} that can decide "
        "under a ruleset of plain area or territory. The headers stay in force."
    )


def _sums(groups: Sequence[NumberedGroup]) -> str:
    games, counted = (sum(getattr(group, name) for _, group in groups) for name in ("games", "counted"))
    return f"{plural(len(groups), 'group')}, {plural(games, 'game')}, {counted:,} counted"


def _changed(changed: Sequence[NumberedGroup], results: GroupResults, limit: int) -> Section:
    title, definitions = "Played by other terms than the header's", tuple(map(Paragraph, _DEFINITIONS))
    if not changed:
        sentence = Paragraph("No group of games was played by other terms than its header's.")
        return Section("conventions", title, (sentence, *definitions))
    rows: list[tuple[Value, ...]] = []
    parts = []
    for each in changed:
        code = ", ".join(codes(each.group.header, each.group.played))
        parts.append((f"{each.group.name}{f' ({code})' if code else ''}", len(rows)))
        rows += _terms(each, results)
    shown = parts[limit][1] if 0 < limit < len(parts) else None
    table = Table((Column("", Kind.NAME), Column("terms and evidence")), tuple(rows), shown=shown, parts=tuple(parts))
    return Section("conventions", title, (table, *definitions), note=_sums(changed))


def _terms(each: NumberedGroup, results: GroupResults) -> Iterator[tuple[str, Value]]:
    """Yield the rows on a group that was played by other terms than its header's."""
    group, best = each.group, each.group.tests[0]
    yield "games", f"{plural(group.games, 'game')} in {source_words(group.header)}"
    yield "header", header_words(group.header)
    yield "played", played_words(group.played, best.hypothesis.meaning)
    share = f"{percent(best.explained / group.counted)} ({reach(best.low, best.high)})"
    header = f"; {percent(header_share(group))} from the header" if codes(group.header, group.played) else ""
    yield (
        "share",
        (
            f"of {plural(group.counted, 'counted game')}, {share} follow from these terms{header}; "
            f"{percent(best.chance)} from another komi by chance"
        ),
    )
    tests = [test for test in group.tests[1:] if test.hypothesis.is_header][:1]
    won = [f"{test.deciding - test.deciding_for:,} of {test.deciding:,} against the header" for test in tests]
    won.append(f"{best.deciding_for:,} of {best.deciding:,} against the best rival")
    yield "evidence", f"{', '.join(won)}: games that only one of the two explains"
    if group.played.rest and (evidence := group.rest_evidence):
        yield (
            "rest",
            (
                f"{evidence.deciding_for:,} of {evidence.deciding:,} against the usual count, in "
                f"{plural(evidence.games, 'game')} of the server without two passes at the end"
            ),
        )
    explanations = results.explanations(each.number)
    phrases = (
        "follow from the header",
        "follow from these terms alone",
        "have another explanation in the audit",
        "have no explanation",
    )
    for label, rows, phrase in zip(("margins", "", "", ""), explanations, phrases, strict=True):
        of_all = f"of {explanations.games:,} " if label else ""
        yield label, Cell(f"{len(rows):,} {of_all}{phrase}", games=_games(rows), list_title=f"{group.name}: {phrase}")


def _games(rows: Rows) -> Rows | None:
    return rows if len(rows) else None


def header_share(group: Group) -> float:
    """Return the share of the counted games of a group whose margin follows from the header."""
    return max((test.explained for test in group.tests if test.hypothesis.is_header), default=0) / group.counted


def _kept(kept: Sequence[NumberedGroup], results: GroupResults, limit: int) -> Section:
    rows: list[tuple[Value, ...]] = []
    for each in kept:
        group, best = each.group, each.group.tests[0]
        _, _, audit, unexplained = results.explanations(each.number)
        cells = (
            Cell(len(games), games=_games(games), list_title=f"{group.name}: {head}")
            for head, games in (("explained by the audit", audit), ("not explained", unexplained))
        )
        figures = (group.games, group.counted, best.explained / group.counted, reach(best.low, best.high))
        rows.append((f"{source_words(group.header)}: {header_words(group.header)}", *figures, *cells))
    columns = (
        Column("games"),
        Column("games", Kind.COUNT),
        Column("counted", Kind.COUNT),
        Column("share", Kind.SHARE),
        Column("95%", Kind.INTERVAL),
        Column("audit", Kind.COUNT, can_be_left_out=True),
        Column("none", Kind.COUNT, can_be_left_out=True),
    )
    notes = (
        "Share: counted games whose margin follows from the header.",
        "Audit: games whose margin has another explanation. None: games whose margin has none.",
    )
    table = Table(columns, tuple(rows), notes=notes, shown=limit or None)
    return Section("conventions-header", "Played by the terms of the header", (table,), note=_sums(kept))


def _undecided(groups: Sequence[NumberedGroup]) -> Section:
    few = sum(group.counted < FEW for _, group in groups)
    some = "All of them have" if few == len(groups) else f"{few:,} of them {'has' if few == 1 else 'have'}"
    blocks: list[Block] = [Paragraph(f"{some} fewer than {FEW} counted games. Their headers stay in force.")]
    for mode in RestMode:
        followers = [each for each in groups if each.group.played.rest is mode]
        if followers:
            blocks.append(
                Paragraph(f"As on their servers, the rest is {mode.value} in {_sums(followers)}: {mode.meaning}.")
            )
    return Section("conventions-undecided", "Undecided", tuple(blocks), note=_sums(groups))


def _hypotheses(groups: Sequence[Group]) -> Section:
    rows: list[tuple[Value, ...]] = []
    parts = []
    for group in groups:
        if group.tests:
            parts.append((f"{group.name}: {source_words(group.header)}; {header_words(group.header)}", len(rows)))
            rows += [_hypothesis(test, group) for test in group.tests]
    columns = (
        Column("counted as", Kind.NAME),
        Column("komi", Kind.POINTS),
        Column("games", Kind.COUNT),
        Column("share", Kind.SHARE),
        Column("chance", Kind.SHARE),
        Column("for it", Kind.NAME),
        Column("result", Kind.NAME),
        Column("other changes"),
    )
    notes = (
        "Chance: the share that another komi would explain.",
        "For it: games that decide for the hypothesis, of those that only it or its best rival explains.",
    )
    table = Table(columns, tuple(rows), notes=notes, parts=tuple(parts))
    return Section("conventions-hypotheses", "All hypotheses", (table,), note="those of each group that explain most")


def _hypothesis(test: HypothesisTest, group: Group) -> tuple[Value, ...]:
    """Return the cells of a hypothesis; its other changes are in the words of TOML files."""
    hypothesis = test.hypothesis
    named: dict[str, Choice | None] = {"komi": hypothesis.meaning, "result": hypothesis.scale, "rest": hypothesis.rest}
    if hypothesis.compensation is not find_ruleset(hypothesis.ruleset).compensation.value:
        named["compensation"] = hypothesis.compensation
    usual = (KomiMeaning.HEADER, ResultScale.AS_READ, None)
    changes = "; ".join(f"{name}: {value}" for name, value in named.items() if value not in usual)
    share = test.explained / group.counted
    figures = (hypothesis.komi, test.explained, share, test.chance, f"{test.deciding_for:,}/{test.deciding:,}")
    return hypothesis.ruleset, *figures, test.standing.value, changes


def _next_steps(groups: Sequence[Group], out: str, *, is_cached: bool, is_applied: bool) -> Section:
    blocks: list[Block] = []
    if is_applied:
        sentence = (
            "Conventions were applied in this dataset: komi and ruleset of its games are those of their convention. "
            "The column `convention` names it."
        )
        blocks += map(Paragraph, (sentence, "The columns `komi_header` and `ruleset_header` have those of the record."))
    if effective(groups):
        check = f"goanalyze check {out} -o OUT" if is_cached else f"goanalyze check PATH -o {out}"
        commands = [(f"goanalyze conventions {out} --toml FILE", "write the conventions, to read, edit and keep them")]
        if not is_applied:
            commands.append((f"{check} --conventions apply", "count all games by these terms"))
        commands.append((f"{check} --conventions FILE", "count them by your file"))
        blocks.append(Commands(tuple(commands)))
    return Section("conventions-use", "", tuple(blocks))


def _komi_figures(each: NumberedGroup, results: GroupResults) -> Iterator[Figure]:
    """Yield the komi that would give the recorded margins of a group, by territory and by area."""
    rows, required = results.required_komi(each.number)
    for ruleset, komi in required.items():
        counting = RULESETS[ruleset].scoring.value.value
        title = f"{each.group.name}, counted by {counting} ({ruleset})"
        bins = _komi_bins(komi)
        peak = max(bins, key=lambda name: int(bins[name].sum()))
        share = percent(int(bins[peak].sum()) / len(rows))
        caption = f"{source_words(each.group.header)}: {header_words(each.group.header)}. "
        caption += f"Most often komi {peak}, in {share} of {plural(len(rows), 'game')}."
        cells = tuple(
            (
                name,
                Cell(int(inside.sum()), games=rows[inside], list_title=f"{title}: komi {name}"),
                float(inside.mean()),
            )
            for name, inside in bins.items()
            if inside.any()
        )
        columns = (Column("komi", Kind.NAME), Column("games", Kind.COUNT), Column("share", Kind.SHARE))
        bars = Bars(tuple(bins), tuple(int(inside.sum()) for inside in bins.values()), "required komi, points")
        yield Figure(bars, title, caption, Table(columns, cells))


def _komi_bins(komi: NDArray[np.float64]) -> dict[str, NDArray[np.bool_]]:
    """Return the games of each komi around the most frequent one, and of those below and above."""
    values, games = np.unique(komi, return_counts=True)
    peak = float(values[np.argmax(games)])
    near = values[np.abs(values - peak) <= _AROUND]
    shown = np.unique([*near, *np.arange(near[0], near[-1] + 1)]).tolist()
    bins = {_komi_text(value): komi == value for value in shown}
    outside = {f"below {_komi_text(shown[0])}": komi < shown[0], f"above {_komi_text(shown[-1])}": komi > shown[-1]}
    below, above = ({name: inside} if inside.any() else {} for name, inside in outside.items())
    return {**below, **bins, **above}


def _komi_text(points: float) -> str:
    return f"{points:g}".replace("-", "−")


_GROUP_COLUMNS: Final = tuple(
    """
    group name sources application ruleset komi_raw handicap board first_year last_year games counted rest_games
    rest_deciding rest_deciding_for
""".split()
)


def convention_rows(groups: Sequence[Group], *, with_hypotheses: bool) -> list[Row]:
    """Return rows of the table conventions."""
    rows: list[Row] = table_of(groups).to_pylist()
    if with_hypotheses:
        return rows
    return [
        row
        for row in rows
        if (not row["changes"] and row["rest"] is None) or row["code"] or row["standing"] == Standing.CHOSEN.value
    ]


def convention_data(groups: Sequence[Group], results: GroupResults, *, with_hypotheses: bool) -> dict[str, object]:
    """Return groups as plain data."""
    data = []
    for number, rows in groupby(convention_rows(groups, with_hypotheses=with_hypotheses), itemgetter("group")):
        own, group = list(rows), groups[number]
        tests = ({name: value for name, value in row.items() if name not in _GROUP_COLUMNS} for row in own)
        explanations = results.explanations(number)
        counts = {name: len(games) for name, games in explanations._asdict().items()}
        data.append(
            {
                **{name: own[0][name] for name in _GROUP_COLUMNS},
                "standing": group.standing.value,
                "played": played_words(group.played),
                "explanations": {"games": explanations.games, **counts} if group.tests else None,
                "hypotheses": [test for test in tests if test["share"] is not None],
            }
        )
    return {"games": sum(group.games for group in groups), "groups": data}
