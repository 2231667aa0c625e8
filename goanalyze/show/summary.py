"""The summary of a run, for people: what was read, what is odd, what could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import PurePath
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.summary import Summary
from goanalyze.life.choices import StatusSource
from goanalyze.show.terminal import Grid, alike, heading, plain_table, say
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.text import clean, cut_text

_UNREAD_SHOWN: Final = 10
_SIZES_SHOWN: Final = 6
_STRATA_SHOWN: Final = 12
_EXAMPLE_WIDTH: Final = 24  # at least so much of an example on a narrow terminal
_STYLES: Final = {"error": "bold red", "warning": "yellow", "info": "dim"}


def summary_data(summary: Summary, codes: Collection[str]) -> dict[str, Any]:
    """Return a summary as plain data, for JSON; only findings of `codes`."""
    return {
        "files": summary.files,
        "files_without_game": summary.failed,
        "bytes": summary.bytes,
        "games": summary.games,
        "moves": summary.moves,
        "variations": summary.branches,
        "games_with_variations": summary.branched,
        "variations_looked_at": summary.looked_at,
        "seconds": round(summary.seconds, 3),
        "games_done_before": summary.kept,
        "games_per_second": round((summary.games - summary.kept) / summary.seconds, 1) if summary.seconds else None,
        "board_sizes": {f"{w}x{h}": n for (w, h), n in summary.sizes.most_common()},
        "ended_by": dict(summary.endings.most_common()),
        "status_source": {name: summary.sources[name] for name in StatusSource.names() if name in summary.sources},
        "recorded_counts": [
            {"archive": place, "board": size, "ruleset": ruleset, "agreement": agreement, "games": number}
            for (place, size, ruleset, agreement), number in summary.audit.most_common()
        ],
        "not_played_as_the_header_says": [{"group": name, "games": games} for name, games in summary.conventions],
        "games_counted": summary.counted,
        "games_whose_winner_depends_on_the_ruleset": summary.disputed,
        "games_with_illegal_moves": {name: summary.objections[name] for name in summary.rulesets},
        "findings": [
            {
                "code": code,
                "severity": CATALOGUE[code].severity.value,
                "title": CATALOGUE[code].title,
                "findings": summary.codes[code],
                "games": summary.games_with[code],
                "example": place(summary.examples[code]),
                "message": summary.examples[code].message,
            }
            for code in _in_order(summary, codes)
        ],
        "unread": [
            {"file": file_name(item.source, item.member), "code": item.code, "message": item.message}
            for item in summary.unread
            if item.code in codes
        ],
        "not_checked": [{"input": what, "because": why} for what, why in summary.undone],
    }


def _in_order(summary: Summary, codes: Collection[str]) -> list[str]:
    """Return the codes found, worst severity first, then most frequent."""
    found = [code for code in summary.codes if code in codes]
    return sorted(found, key=lambda code: (CATALOGUE[code].severity.index, -summary.codes[code], code))


def file_name(source: str, member: str) -> str:
    """Return the name of a file, or of a member in its archive."""
    return f"{source}:{member}" if member else source


def place(example: Finding) -> str:
    """Name where a finding is: file, game where a file has several, move."""
    text = file_name(example.source, example.member)
    if example.game_index:
        text += f" game {example.game_index}"
    if example.line:
        text += f" line {example.line}"
    if example.move_number is not None:
        text += f" move {example.move_number}"
    elif example.offset is not None:
        text += f" byte {example.offset}"
    return text


def print_summary(console: Console, summary: Summary, codes: Collection[str], out: str | None) -> None:
    """Print a summary: totals, findings by code with one example each, rulesets, files that could not be read."""
    _print_totals(console, summary)
    _print_findings(console, summary, codes)
    _print_objections(console, summary)
    _print_outcomes(console, summary, out)
    _print_audit(console, summary)
    _print_conventions(console, summary, out)
    _print_unread(console, summary, codes)
    if out:
        place = clean(shown(out)).rstrip("/")
        how = f"open with goanalyze.open({place!r}) or"
        if is_remote(out):
            how = "copy them to this machine for goanalyze.open, or read them there with"
        say(console, f"\nTables written to {place}: {how} pandas.read_parquet('{place}/games').", wrap=False)


def _print_totals(console: Console, summary: Summary) -> None:
    new = summary.games - summary.kept
    rate = f", {new / summary.seconds:,.0f} games/s" if summary.seconds and new else ""
    size = f"{plural(summary.files, 'file')} ({summary.bytes / 1e6:,.1f} MB), {summary.seconds:.1f} s{rate}"
    games = f"[bold]{plural(summary.games, 'game')}[/] with {plural(summary.moves, 'move')}"
    console.print(f"{games} in {size}", highlight=False)
    if summary.kept:
        console.print(f"Kept from an earlier run  {plural(summary.kept, 'game')}", highlight=False)
    sizes = [f"{w}×{h} {n:,}" if w else f"unknown {n:,}" for (w, h), n in summary.sizes.most_common(_SIZES_SHOWN)]
    rest = sum(summary.sizes.values()) - sum(n for _, n in summary.sizes.most_common(_SIZES_SHOWN))
    if rest:
        sizes.append(f"others {rest:,}")
    if sizes:
        console.print("Boards  " + " · ".join(sizes), highlight=False)
    if summary.branches:
        console.print(f"Variations  {_variations(summary)}", highlight=False)
    endings = [f"{name} {count:,}" for name, count in summary.endings.most_common()]
    if endings:
        console.print("Ended by  " + " · ".join(endings), highlight=False)
    if summary.games:
        parts = [
            f"{'unknown' if name == 'none' else name} {summary.sources[name]:,}"
            for name in StatusSource.names()
            if name in summary.sources
        ]
        say(console, f"Dead stones  {' · '.join(parts)}", wrap=False)


def _variations(summary: Summary) -> str:
    """Say how many variations there are beside the main lines, and whether they were checked."""
    here = f"{summary.branches:,} in {plural(summary.branched, 'game')}"
    if not summary.looked_at:
        return f"{here}, not looked at; --variations checks them"
    left = summary.branches - summary.looked_at
    return f"{here}, {f'all but {left:,} checked' if left else 'checked, too'}"


def _print_findings(console: Console, summary: Summary, codes: Collection[str]) -> None:
    order = _in_order(summary, codes)
    if not order:
        console.print("\nNo findings.")
        return
    base = common_base([file_name(example.source, example.member) for example in summary.examples.values()])
    table = plain_table()
    widths = [5, 8, max(5, len(f"{summary.games:,}")), max(len(CATALOGUE[code].title) for code in order)]
    left = console.width - sum(widths) - 2 * len(widths)
    for name, width in zip(("code", "findings", "games"), widths, strict=False):
        table.add_column(name, width=width, no_wrap=True, justify="left" if name == "code" else "right")
    head = f"one example, in {clean(base)}" if base else "one example"
    if left >= _EXAMPLE_WIDTH:
        table.add_column("what", width=widths[-1], no_wrap=True)
        table.add_column(Text(head), width=left, no_wrap=True, overflow="ellipsis")
    else:  # a narrow terminal: the example stands below
        table.add_column(Text(f"what, and {head}"), overflow="fold")
    for code in order:
        entry, example = CATALOGUE[code], summary.examples[code]
        style = _STYLES[entry.severity.value]
        what = Text(entry.title, style=style)
        where = Text(f"{clean(place(example)[len(base) :])}: {clean(example.message)}")
        cells = (what, where) if left >= _EXAMPLE_WIDTH else (Text("\n").join((what, where)),)
        table.add_row(Text(code, style=style), f"{summary.codes[code]:,}", f"{summary.games_with[code]:,}", *cells)
    counts = dict.fromkeys(Severity.names(), 0)
    for code in order:
        counts[CATALOGUE[code].severity.value] += summary.codes[code]
    nouns = zip(counts.values(), ("error", "warning", "note"), strict=True)
    worst = ", ".join(plural(count, noun) for count, noun in nouns)
    more = "see goanalyze explain CODE; --format jsonl lists all"
    console.print(f"\n[bold]Findings[/]: {worst}  ({more})", highlight=False)
    console.print(table)


def common_base(files: list[str]) -> str:
    """Return what the names of all files begin with, up to a folder or archive."""
    first, last = min(files), max(files)
    same = next((place for place, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    common = first[:same]
    return common[: max(common.rfind("/"), common.rfind(":")) + 1]


def _print_objections(console: Console, summary: Summary) -> None:
    if not summary.objections:
        return
    by_count = alike((summary.objections[name], name) for name in summary.rulesets)
    console.print("\n[bold]Games with a move that a ruleset forbids[/]")
    width = len(f"{max(by_count):,}")
    for count in sorted(by_count, reverse=True):
        console.print(f"  {count:>{width},}  {', '.join(by_count[count])}", highlight=False, soft_wrap=True)


def _print_outcomes(console: Console, summary: Summary, out: str | None) -> None:
    if not summary.games:
        return
    told = f"{plural(summary.counted, 'game')} counted under some ruleset without a guess"
    if len(summary.rulesets) > 1:
        more = f" (on the same games for all: goanalyze compare {clean(out)})" if out and not is_remote(out) else ""
        told += f"; the winner depends on the ruleset in {summary.disputed:,} of them{more}"
    console.print(f"\n[bold]Outcomes[/]: {told}", highlight=False, soft_wrap=True)


_NAME, _BESIDE = 12, 62  # columns that the name of an archive has at least, and that stand beside it
_AGREE: Final = ("exact", "explained", "winner", "no", "not_countable")


def _print_audit(console: Console, summary: Summary) -> None:
    """Print how recorded counts agree with the counted ones, by archive, board size and ruleset."""
    if not summary.audit:
        return
    strata: dict[tuple[str, str, str], dict[str, int]] = {}
    for (*stratum, agreement), number in summary.audit.items():
        strata.setdefault((stratum[0], stratum[1], stratum[2]), {})[agreement] = number
    order = sorted(strata, key=lambda key: -sum(strata[key].values()))
    names = alike((PurePath(key[0]).name, key[0]) for key in order)
    grid = Grid(
        "archive", "board", "ruleset", "games", "exact", "", "explained", "winner", "no", "open", numbers=7, before=3
    )
    rows = [(*key, strata[key]) for key in order[:_STRATA_SHOWN]]
    if len(order) > 1:
        rest = Counter[str]()
        for key in order:
            rest.update(strata[key])
        rows.append(("all", "", "", dict(rest)))
    for place, size, ruleset, found in rows:
        total = sum(found.values())
        cells = [f"{found.get(name, 0):,}" if found.get(name) else "–" for name in _AGREE]
        cells.insert(1, f"{found.get('exact', 0) / total:.1%}")
        name = PurePath(place).name
        told = place if len(set(names.get(name, ()))) > 1 else cut_text(name, max(_NAME, console.width - _BESIDE))
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


def _print_conventions(console: Console, summary: Summary, out: str | None) -> None:
    told = []
    if summary.conventions:
        games = plural(sum(games for _, games in summary.conventions), "game")
        more = f" (see goanalyze conventions {clean(out)})" if out and not is_remote(out) else ""
        groups = plural(len(summary.conventions), "group")
        told.append(f"{games} in {groups} were not played as their headers say{more}")
    if summary.played:
        told.append(f"{plural(sum(summary.played.values()), 'game')} counted by what was played")
    if told:
        console.print(f"\n[bold]Conventions[/]: {'; '.join(told)}", highlight=False, soft_wrap=True)


def _print_unread(console: Console, summary: Summary, codes: Collection[str]) -> None:
    unread = [item for item in summary.unread if item.code in codes]
    if not unread:
        return
    console.print(f"\n[bold]Files without a game[/]: {summary.failed:,}")
    for item in unread[:_UNREAD_SHOWN]:
        file = clean(file_name(item.source, item.member))
        say(console, f"  {item.code} {file}: {clean(item.message)}", wrap=False)
    if summary.failed > _UNREAD_SHOWN:
        console.print(f"  … and {summary.failed - _UNREAD_SHOWN:,} more, in the files table")
