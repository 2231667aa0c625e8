"""All that the summary of a run has beside what everybody is to see at once: tables of findings, rulesets, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import PurePath
from typing import Final

from rich.console import Console

from goanalyze.archives.address import quoted
from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.summary import Summary
from goanalyze.life.choices import StatusSource
from goanalyze.render.terminal.summary import STYLES, address_of, in_order
from goanalyze.render.terminal.terminal import Grid, alike, heading, say
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.numbers import number, plural
from goanalyze.vocabulary.text import clean

_UNREAD_SHOWN: Final = 10
_SIZES_SHOWN: Final = 6
_STRATA_SHOWN: Final = 12


def print_details(console: Console, summary: Summary, codes: Collection[str], out: str | None) -> None:
    """Print what boards, ends and methods there are, findings by code with one example each, rulesets, counts."""
    _print_kinds(console, summary)
    _print_findings(console, summary, codes)
    _print_objections(console, summary)
    _print_outcomes(console, summary, out)
    _print_audit(console, summary)
    if summary.played:
        heading(console, "Conventions", f"{plural(sum(summary.played.values()), 'game')} counted by what was played")
    _print_unread(console, summary, codes)
    if out:
        place = clean(shown(out)).rstrip("/")
        how = f"open with goanalyze.open({place!r}) or"
        if is_remote(out):
            how = "copy them to this machine for goanalyze.open, or read them there with"
        console.print()
        say(console, f"Tables written to {place}: {how} pandas.read_parquet('{place}/games').")
    console.print()


def _print_kinds(console: Console, summary: Summary) -> None:
    sizes = [f"{w}×{h} {n:,}" if w else f"unknown {n:,}" for (w, h), n in summary.sizes.most_common(_SIZES_SHOWN)]
    rest = sum(summary.sizes.values()) - sum(n for _, n in summary.sizes.most_common(_SIZES_SHOWN))
    sizes += [f"others {rest:,}"] * bool(rest)
    known = {name: "unknown" if name == "none" else name for name in StatusSource.names()}
    told = {
        "Boards": sizes,
        "Variations": [_variations(summary)] if summary.branches else [],
        "Ended by": [f"{name} {count:,}" for name, count in summary.endings.most_common()],
        "Dead stones": [f"{told} {summary.sources[name]:,}" for name, told in known.items() if name in summary.sources],
    }
    console.print()
    for label, parts in told.items():
        if parts and summary.games:
            say(console, f"{label}  {' · '.join(parts)}", hang=2)


def _variations(summary: Summary) -> str:
    """Say how many variations there are beside the main lines, and whether they were checked."""
    here = f"{summary.branches:,} in {plural(summary.branched, 'game')}"
    if not summary.looked_at:
        return f"{here}, not looked at; --variations checks them"
    left = summary.branches - summary.looked_at
    return f"{here}, {f'all but {left:,} checked' if left else 'checked, too'}"


def _print_findings(console: Console, summary: Summary, codes: Collection[str]) -> None:
    order = in_order(summary, codes)
    if not order:
        heading(console, "No findings")
        return
    counts = dict.fromkeys(Severity.names(), 0)
    for code in order:
        counts[CATALOGUE[code].severity.value] += summary.codes[code]
    nouns = zip(counts.values(), ("error", "warning", "note"), strict=True)
    worst = ", ".join(plural(count, noun) for count, noun in nouns)
    heading(console, f"Findings: {worst}", "see goanalyze explain CODE; --format jsonl lists all")
    has_files = any(summary.files_with[code] for code in order)
    grid = Grid("code", "findings", "games", *["files"] * has_files, "what", numbers=2 + has_files)
    for code in order:
        style = STYLES[CATALOGUE[code].severity.value]
        in_files = [number(summary.files_with[code])] * has_files
        cells = (f"{summary.codes[code]:,}", number(summary.games_with[code]), *in_files)
        grid.row((code, style), *cells, (CATALOGUE[code].title, style))
    grid.print(console)
    heading(console, "One example each")
    for code in order:
        say(console, _told(summary.examples[code]), indent=2, hang=4)


def _told(finding: Finding) -> str:
    """Say what a finding is, where, and in which byte, if it is about no move."""
    where = f" (byte {finding.offset:,})" if finding.offset is not None and finding.move_number is None else ""
    return f"{finding.code} {address_of(finding)!s}{where}: {clean(finding.message)}"


def _print_objections(console: Console, summary: Summary) -> None:
    if not summary.objections:
        return
    heading(console, "Games with a move that a ruleset forbids")
    by_count = alike((summary.objections[name], name) for name in summary.rulesets)
    grid = Grid("games", "under", numbers=1, before=0)
    for count in sorted(by_count, reverse=True):
        grid.row(f"{count:,}", clean(", ".join(by_count[count])))
    grid.print(console)


def _print_outcomes(console: Console, summary: Summary, out: str | None) -> None:
    if not summary.games:
        return
    told = f"{plural(summary.counted, 'game')} counted under some ruleset without a guess"
    if len(summary.rulesets) > 1:
        more = ""
        if out and not is_remote(out):
            more = f" (on the same games for all: goanalyze compare {quoted(clean(out))})"
        told += f"; the winner depends on the ruleset in {summary.disputed:,} of them{more}"
    heading(console, "Outcomes", told)


_AGREE: Final = ("exact", "explained", "winner", "no", "not_countable")


def _print_audit(console: Console, summary: Summary) -> None:
    """Print how recorded counts agree with the counted ones, by archive, board size and ruleset."""
    if not summary.audit:
        return
    strata: dict[tuple[str, str, str], dict[str, int]] = {}
    for (*stratum, agreement), games in summary.audit.items():
        strata.setdefault((stratum[0], stratum[1], stratum[2]), {})[agreement] = games
    order = sorted(strata, key=lambda key: -sum(strata[key].values()))
    names = alike((PurePath(key[0]).name, key[0]) for key in order)
    heads = ("archive", "board", "ruleset", "games", "exact", "share", "explained", "winner", "no", "open")
    grid = Grid(*heads, numbers=7, before=3)
    rows = [(*key, strata[key]) for key in order[:_STRATA_SHOWN]]
    if len(order) > 1:
        rest = Counter[str]()
        for key in order:
            rest.update(strata[key])
        rows.append(("all", "", "", dict(rest)))
    for place, size, ruleset, found in rows:
        total = sum(found.values())
        cells = [number(found.get(name, 0)) for name in _AGREE]
        cells.insert(1, f"{found.get('exact', 0) / total:.1%}")
        name = PurePath(place).name
        told = place if len(set(names.get(name, ()))) > 1 else name
        grid.row(clean(told), size, ruleset, f"{total:,}", *cells)
    more = f"; {len(order) - _STRATA_SHOWN} smaller groups only in the total" if len(order) > _STRATA_SHOWN else ""
    by = ", or counted by where a convention says so" if summary.played else ""
    heading(console, "Recorded counts", f"compared with ours, under the ruleset named{by}{more}")
    grid.print(console)
    say(
        console,
        "winner: the winner alone agrees; open: the final position looks unfinished, and is not counted; "
        "games with an illegal move are among these, in a report's funnel they are not",
    )


def _print_unread(console: Console, summary: Summary, codes: Collection[str]) -> None:
    unread = [item for item in summary.unread if item.code in codes]
    if not unread:
        return
    heading(console, f"Files without a game: {summary.failed:,}")
    for item in unread[:_UNREAD_SHOWN]:
        say(console, _told(item), indent=2, hang=4)
    if summary.failed > _UNREAD_SHOWN:
        say(console, f"… and {summary.failed - _UNREAD_SHOWN:,} more, in the files table", indent=2)
