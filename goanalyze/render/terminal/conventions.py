"""What was found out about the conventions of a dataset, for people: what headers say, what was played, and why."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby
from operator import itemgetter
from pathlib import PurePath
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from goanalyze.archives.address import quoted
from goanalyze.compare.conventions import codes, table_of
from goanalyze.compare.result_explanations import CountedGroups, Followed
from goanalyze.conventions.choices import HandicapKind, KomiMeaning, RestMode, ResultScale, Standing
from goanalyze.conventions.convention import Header, PlayedTerms
from goanalyze.conventions.evidence import FEW, HypothesisTest, RestEvidence
from goanalyze.conventions.learning import Group, effective
from goanalyze.render.terminal.terminal import Grid, heading, say
from goanalyze.rules import find_ruleset
from goanalyze.tables.schema import CONVENTIONS
from goanalyze.tables.spreadsheet import csv_cell
from goanalyze.vocabulary.numbers import decimal_text, percent, plural, reach
from goanalyze.vocabulary.text import clean, cut_text

_HANDICAP: Final = {HandicapKind.NONE: "even games", HandicapKind.ONE: "HA[1]", HandicapKind.MORE: "handicap games"}
_NAMED: Final = 3  # archives
_PLACE: Final = 16  # characters of archives in a table
_LABEL: Final = 10  # columns of what stands before a line of a group
_CHOSEN: Final = Standing.CHOSEN.value
_OF_GROUP: Final = ("group", "name", "sources", "application", "ruleset", "komi_raw", "handicap", "board", "first_year",
                    "last_year", "games", "counted", "rest_games", "rest_deciding", "rest_for_it")  # fmt: skip


class Numbered(NamedTuple):
    """A group, and its number in the dataset."""

    number: int
    group: Group


def print_conventions(
    console: Console, groups: Sequence[Group], counted: CountedGroups, *, every: bool, limit: int
) -> None:
    """Print what was played in the groups of a dataset, those first that were not played as their headers say.

    Args:
        console: where to.
        groups: all, in order.
        counted: their counted games.
        every: print the other hypotheses, too.
        limit: groups of a list, 0 for all.
    """
    if sentence := nothing_known(groups):
        say(console, sentence)
        return
    changed, kept, left = (with_standing(groups, standing) for standing in Standing if standing is not Standing.REFUTED)
    _print_changed(console, changed, counted, limit)
    _print_kept(console, kept, counted, limit)
    _print_open(console, left)
    if every:
        _print_hypotheses(console, groups)
    console.print()
    say(console, "Counted games: those with a final position that can be counted and a recorded margin, copies left "
                 "out. A game follows where the recorded margin comes out exactly. Share: of counted games; 95%: its "
                 "interval. Story: another explanation of its own, see the table audit; none: nothing that was tried "
                 "gives the margin.")  # fmt: skip


def with_standing(groups: Sequence[Group], standing: Standing) -> list[Numbered]:
    """Return the groups of which this is known: chosen, another convention than the header's; header; open."""
    return [Numbered(number, group) for number, group in enumerate(groups) if group.standing is standing]


def nothing_known(groups: Sequence[Group]) -> str:
    """Return why nothing is known of conventions; empty where something is."""
    if any(group.tried for group in groups):
        return ""
    if not groups:
        return "The dataset has no game."
    games = sum(group.counted for group in groups)
    if not games:
        return ("Nothing is known of conventions: no game has both a final position that can be counted and a recorded "
                "margin. What headers say stays.")  # fmt: skip
    return (f"Nothing is known of conventions: {plural(games, 'game')} with a count and a recorded margin in "
            f"{plural(len(groups), 'group')} of games with like headers, and none has {FEW} or more, the least that "
            "can decide, under a ruleset that counts plainly. What headers say stays.")  # fmt: skip


def header_words(header: Header) -> str:
    """Say what the records of a group's games have in common.

    Example:
        >>> header_words(Header(ruleset="japanese", komi="0", handicap=HandicapKind.NONE, years=(None, 2013)))
        'japanese, KM[0], even games, up to 2013'
        >>> header_words(Header(ruleset="", komi="", board="9×9", years=(2001, 2003)))
        'no ruleset named, no komi, 9×9, 2001–2003'
    """
    komi = None if header.komi is None else f"KM[{cut_text(clean(header.komi), 24)}]" if header.komi else "no komi"
    ruleset = header.ruleset if header.ruleset or header.ruleset is None else "no ruleset named"
    handicap = _HANDICAP[header.handicap] if header.handicap else None
    return ", ".join(part for part in (ruleset, komi, handicap, header.board, _years(header)) if part)


def _years(header: Header) -> str | None:
    if header.years is None:
        return None
    first, last = header.years
    if first is None:
        return f"up to {last}"
    return f"from {first} on" if last is None else f"{first}–{last}" if first != last else f"{first}"


def place_words(header: Header) -> str:
    """Say where the games of a group are from.

    Example:
        >>> place_words(Header(sources=("a.zip", "b.zip", "c.zip", "d.zip"), application="foxwq"))
        'a.zip, b.zip, c.zip and 1 more, written by foxwq'
    """
    names = list(map(_plain, header.sources))
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    place = f"{', '.join(names[:_NAMED])}{more}" or "any archive"
    return f"{place}, written by {cut_text(clean(header.application), 40)}" if header.application else place


def played_words(played: PlayedTerms, meaning: KomiMeaning | None = None) -> str:
    """Say what was played otherwise than the header says; `meaning` is what its komi means then.

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
        why = f": {meaning.meaning}" if meaning and meaning is not KomiMeaning.HEADER else ""
        parts.append(f"komi {decimal_text(played.komi)}{why}")
    if played.ruleset is not None:
        parts.append(f"counted by {find_ruleset(played.ruleset).scoring.value.value}, as {played.ruleset}")
    if played.compensation is not None:
        parts.append(f"for handicap stones {played.compensation.meaning}")
    if played.scale is not ResultScale.AS_READ:
        parts.append(f"results are {played.scale.meaning}")
    if played.rest is not None:
        parts.append(f"rest {played.rest.value}: {played.rest.meaning}")
    return "; ".join(parts) or "as the header says"


def header_share(group: Group) -> float | None:
    """Return the share of counted games that follow from what the header says; None where nothing was tried."""
    follow = [each.explained for each in group.tried if each.hypothesis.is_header]
    return max(follow, default=0) / group.counted if group.tried else None


def followed_words(followed: Followed) -> str:
    """Say what gives the recorded results of a group's games."""
    header, convention, story, nothing = (f"{len(rows):,}" for rows in followed)
    return (f"of {plural(followed.games, 'recorded margin')} {header} as the header says, {convention} by the "
            f"convention, {story} by a story of the game's own (table audit), {nothing} by nothing tried")  # fmt: skip


def rest_words(evidence: RestEvidence) -> str:
    """Return the evidence for a server's end of the record that is not the usual one, in words.

    Example:
        >>> rest_words(RestEvidence(564, 120, 110))
        '110 of 120 against the usual one, of 564 games of its server that no passes end: games that only one explains'
    """
    return (f"{evidence.for_it:,} of {evidence.deciding:,} against the usual one, of {plural(evidence.games, 'game')} "
            "of its server that no passes end: games that only one explains")  # fmt: skip


def _print_changed(console: Console, changed: Sequence[Numbered], counted: CountedGroups, limit: int) -> None:
    if not changed:
        say(console, "No group of games was found that was played otherwise than its header says.")
        return
    heading(console, "What headers do not say", _sums(changed))
    for number, group in _first(changed, limit):
        console.print()
        code = ", ".join(codes(group.header, group.played))
        say(console, Text.assemble((group.name, "bold"), (f"  {code}" if code else "", "yellow")))
        best = group.tried[0]
        lines = {
            "games": f"{plural(group.games, 'game')} in {place_words(group.header)}",
            "header": header_words(group.header),
            "played": played_words(group.played, best.hypothesis.meaning),
            "share": _share_words(group, best),
            "decided": _decided_words(group, best),
            **({"rest": rest_words(group.rest_evidence)} if group.played.rest and group.rest_evidence else {}),
            "results": followed_words(counted.followed(number)),
        }  # fmt: skip
        for label, text in lines.items():
            say(console, f"{label:<{_LABEL}}{text}", indent=2, hang=_LABEL)
    _print_rest(console, changed, limit)


def _share_words(group: Group, best: HypothesisTest) -> str:
    """Say how many of a group's counted games follow from its header, and from its convention."""
    share = f"{percent(best.explained / group.counted)} ({reach(best.low, best.high)})"
    told = f"{share} follow from what was played"
    if codes(group.header, group.played):
        told = f"{percent(header_share(group))} follow from the header, and {share} from what was played"
    return f"of {plural(group.counted, 'counted game')} {told}; from another komi {percent(best.chance)} by chance"


def _decided_words(group: Group, best: HypothesisTest) -> str:
    """Say for how many of the games that decide between two hypotheses the convention is right."""
    headers = [each for each in group.tried[1:] if each.hypothesis.is_header]
    told = [f"{each.deciding - each.for_it:,} of {each.deciding:,} against the header" for each in headers[:1]]
    told.append(f"{best.for_it:,} of {best.deciding:,} against its best rival")
    return f"{', '.join(told)}: games that only one of the two explains"


def _print_kept(console: Console, kept: Sequence[Numbered], counted: CountedGroups, limit: int) -> None:
    if not kept:
        return
    heading(console, "Played as the header says", _sums(kept))
    grid = Grid("archive", "header", "games", "counted", "share", "95%", "story", "none", numbers=6, before=2)
    for number, group in _first(kept, limit):
        best, how = group.tried[0], counted.followed(number)
        grid.row(_short_place(group.header), header_words(group.header), f"{group.games:,}", f"{group.counted:,}",
                 percent(best.explained / group.counted), reach(best.low, best.high), f"{len(how.story):,}",
                 f"{len(how.nothing):,}")  # fmt: skip
    grid.print(console)
    _print_rest(console, kept, limit)


def _print_open(console: Console, left: Sequence[Numbered]) -> None:
    if not left:
        return
    few = sum(group.counted < FEW for _, group in left)
    heading(console, "Undecided", _sums(left))
    say(console, f"{few:,} of them with fewer than {FEW} counted games. What their headers say stays.")
    for mode in RestMode:
        followers = [each for each in left if each.group.played.rest is mode]
        if followers:
            say(console, f"As on their servers, the rest is {mode.value} in {_sums(followers)}: {mode.meaning}.")


def _print_hypotheses(console: Console, groups: Sequence[Group]) -> None:
    heading(console, "All hypotheses", "those of each group that explain most")
    for group in groups:
        if group.tried:
            console.print()
            say(console, f"{group.name}: {place_words(group.header)}; {header_words(group.header)}")
            grid = Grid("counted as", "komi", "games", "share", "chance", "decide", "standing", "what else", numbers=5)
            for each in group.tried:
                grid.row(*_hypothesis(each, group))
            grid.print(console)


def _hypothesis(tried: HypothesisTest, group: Group) -> Iterator[str]:
    """Yield the cells of a hypothesis; what else it takes otherwise is in the words of TOML files."""
    what = tried.hypothesis
    own = what.compensation is find_ruleset(what.ruleset).compensation.value
    plain = (KomiMeaning.HEADER, ResultScale.AS_READ)
    named = {"komi": what.meaning, "result": what.scale, "rest": what.rest}
    more = [f"{name}: {value.value}" for name, value in named.items() if value and value not in plain]
    yield from (what.ruleset, decimal_text(what.komi), f"{tried.explained:,}", percent(tried.explained / group.counted))
    yield from (percent(tried.chance), f"{tried.for_it:,}/{tried.deciding:,}", tried.standing.value)
    yield "; ".join([*more, *([] if own else [f"compensation: {what.compensation.value}"])])


def print_next(console: Console, groups: Sequence[Group], out: str, *, applied: bool) -> None:
    """Print what can be done with the conventions that were found.

    Args:
        console: where to.
        groups: all.
        out: the dataset, as the user named it.
        applied: whether conventions were applied in it already.
    """
    if applied:
        console.print()
        say(console, "In this dataset conventions were applied: komi and ruleset of its games are those of their "
                     "convention, which the column convention names; komi_header and ruleset_header are those of the "
                     "record.")  # fmt: skip
    if not effective(groups):
        return
    console.print()
    say(console, "What next?")
    place = quoted(clean(out))
    commands = {
        f"conventions {place} --toml FILE": "writes what was found, to be read, edited and kept",
        f"check PATH -o {place} --conventions apply": "counts all games by what was played",
        f"check PATH -o {place} --conventions FILE": "counts them by your file",
    }
    for command, what in commands.items():
        if not (applied and command.endswith("apply")):
            say(console, f"  goanalyze {command}", wrap=False)
            say(console, what, indent=6)


def _print_rest(console: Console, groups: Sequence[Numbered], limit: int) -> None:
    if limit and len(groups) > limit:
        say(console, f"… and more, {_sums(groups[limit:])}: --limit 0")


def _first(groups: Sequence[Numbered], limit: int) -> Sequence[Numbered]:
    return groups[: limit or None]


def _sums(groups: Sequence[Numbered]) -> str:
    games, counted = (sum(getattr(group, name) for _, group in groups) for name in ("games", "counted"))
    return f"{plural(len(groups), 'group')}, {plural(games, 'game')}, {counted:,} counted"


def _short_place(header: Header) -> str:
    names = [PurePath(_plain(source)).name for source in header.sources]
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return f"{cut_text(names[0], _PLACE - len(more))}{more}" if names else "any"


def _plain(source: str) -> str:
    """Return a pattern of sources as a name: what stands in brackets there is meant as it is."""
    return clean(re.sub(r"\[([?*[])\]", r"\1", source))


def conventions_data(groups: Sequence[Group], counted: CountedGroups, *, every: bool) -> dict[str, object]:
    """Return the groups as plain data, for JSON; of their hypotheses the convention and the header, or every one."""
    told = []
    for number, rows in groupby(chosen_rows(groups, every=every), itemgetter("group")):
        hypotheses = list(rows)
        group = {name: hypotheses[0][name] for name in _OF_GROUP}
        group["standing"] = groups[number].standing.value
        group["played"] = played_words(groups[number].played)
        followed = counted.followed(number)
        sums = {"games": followed.games, **dict(zip(followed._fields, map(len, followed), strict=True))}
        group["followed"] = sums if groups[number].tried else None
        group["hypotheses"] = [
            {name: value for name, value in row.items() if name not in _OF_GROUP}
            for row in hypotheses
            if row["share"] is not None
        ]
        told.append(group)
    return {"games": sum(group.games for group in groups), "groups": told}


def conventions_csv(groups: Sequence[Group], *, every: bool) -> str:
    """Return rows of the table conventions as CSV; `every` as in `chosen_rows`."""
    lines = StringIO()
    rows = [{name: csv_cell(value) for name, value in row.items()} for row in chosen_rows(groups, every=every)]
    writer = csv.DictWriter(lines, [column.name for column in CONVENTIONS.columns], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return lines.getvalue()


def chosen_rows(groups: Sequence[Group], *, every: bool) -> list[dict[str, object]]:
    """Return rows of the table conventions: for each group the convention and the header, or every hypothesis."""
    rows: list[dict[str, object]] = table_of(groups).to_pylist()
    return [row for row in rows if every or _is_shown(row)]


def _is_shown(row: dict[str, object]) -> bool:
    """Return True for a row of a convention, a header, or a group without hypotheses."""
    return (not row["changes"] and row["rest"] is None) or row["code"] is not None or row["standing"] == _CHOSEN
