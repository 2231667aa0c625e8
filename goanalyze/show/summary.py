"""The summary of a run, for people: fifteen lines at most, and what to do next; as data, all of it.

What may live here: what everybody is to see at once. All the rest that a summary has is in `goanalyze.show.details`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from goanalyze.archives.address import Address, quoted
from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.summary import Summary
from goanalyze.life.choices import StatusSource
from goanalyze.show.terminal import TIED, say
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.numbers import plural, size_text
from goanalyze.vocabulary.text import clean

STYLES: Final = {"error": "bold red", "warning": "yellow", "info": "dim"}
"""How codes look, by severity."""

_LESSER: Final = (("Warnings", STYLES["warning"]), ("Notes", STYLES["info"]))  # where there are warnings, or none
_LINES: Final = 15
_LABEL: Final = 10  # columns of what stands before a line
_RAGGED: Final = 6  # columns that a folded line leaves free, about
_LONGEST: Final = 120  # characters of a command that is worth copying


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
        "games_that_name_a_ruleset": summary.named,
        "games_illegal_under_the_ruleset_named": summary.own_illegal,
        "games_with_illegal_moves": {name: summary.objections[name] for name in summary.rulesets},
        "findings": [
            {
                "code": code,
                "severity": CATALOGUE[code].severity.value,
                "title": CATALOGUE[code].title,
                "findings": summary.codes[code],
                "games": summary.games_with[code],
                "files": summary.files_with[code],
                "example": str(address_of(summary.examples[code])),
                "message": summary.examples[code].message,
            }
            for code in in_order(summary, codes)
        ],
        "unread": [
            {"file": address_of(item).file, "code": item.code, "message": item.message}
            for item in summary.unread
            if item.code in codes
        ],
        "not_checked": [{"input": what, "because": why} for what, why in summary.undone],
    }


def in_order(summary: Summary, codes: Collection[str]) -> list[str]:
    """Return the codes found, worst severity first, then most frequent."""
    found = [code for code in summary.codes if code in codes]
    return sorted(found, key=lambda code: (CATALOGUE[code].severity.index, -summary.codes[code], code))


def address_of(finding: Finding) -> Address:
    """Return the address of the place that a finding is about."""
    game = finding.game_index or (0 if finding.line else None)
    return Address(finding.source, finding.member, game, finding.line, finding.move_number)


def shown_in(summary: Summary, code: str) -> str:
    r"""Say in how many games a code was found, and in how many files as a whole.

    Example:
        >>> shown_in(Summary(games_with=Counter(GO004=1), files_with=Counter(GO004=2)), "GO004")
        '1\xa0game, 2\xa0files'
    """
    games, files = summary.games_with[code], summary.files_with[code]
    return ", ".join(_tied(plural(count, noun)) for count, noun in ((games, "game"), (files, "file")) if count)


def _tied(text: str) -> str:
    return text.replace(" ", TIED)


def print_summary(
    console: Console, summary: Summary, codes: Collection[str], out: str | None, commands: Sequence[str] = ()
) -> None:
    """Print a summary in a few lines: totals, and what is wrong, worst first.

    Args:
        console: where to.
        summary: of the run.
        codes: what is told of findings is of these.
        out: the dataset, if one was written.
        commands: the next ones to type, for which room is left, see `print_next`.
    """
    say(console, _totals(summary))
    told = [
        ("Since", "bold", _since(summary)),
        ("Not read", "bold red", _not_read(summary, codes)),
        ("Illegal", "bold", _illegal(summary)),
    ]
    after = [
        (*_LESSER[summary.worst(codes) == "info"], _warnings(summary, codes)),
        ("Results", "bold", _results(summary)),
        ("Headers", "bold", _headers(summary, out)),
        ("Left out", "dim", _passed_over(summary)),
    ]
    if not in_order(summary, codes):
        after.insert(0, ("Findings", "bold", "none"))
    others = sum(_height(console, text) for _, _, text in (*told, *after)) + len(commands) + 2
    errors = _errors(console, summary, codes, max(1, _LINES - others))
    for label, style, text in (*told, ("Errors", STYLES["error"], errors), *after):
        _print(console, label, style, text)


def print_next(console: Console, commands: Sequence[str]) -> None:
    """Print the next commands to type, each on a line of its own, to be copied."""
    if commands:
        say(console, Text("What next?", "bold"))
    for command in commands:
        say(console, clean(command), wrap=False, indent=2)


def _print(console: Console, label: str, style: str, text: str) -> None:
    if text:
        say(console, Text.assemble((f"{label:<{_LABEL}}", style), clean(text)), hang=_LABEL)


def _height(console: Console, text: str) -> int:
    """Return about how many lines a text takes."""
    return -(-len(text) // max(1, console.width - _LABEL - _RAGGED))


def _totals(summary: Summary) -> Text:
    files = f"{plural(summary.files, 'file')} ({size_text(summary.bytes)})"
    kept = f", {summary.kept:,} of the games from an earlier run" if summary.kept else ""
    return Text.assemble(
        (plural(summary.games, "game"), "bold"),
        f" with {plural(summary.moves, 'move')} in {files}, {summary.seconds:.1f} s{kept}",
    )


def _since(summary: Summary) -> str:
    """Say what is new since the run that wrote the baseline, and what is gone; empty without a baseline."""
    since = summary.since
    if since is None:
        return ""
    told = [f"+{count:,} {code}" for code, count in since.new.most_common()]
    told += [f"+{_files(since.new_files)}"] * bool(since.new_files)
    told += [f"−{count:,} {code}" for code, count in since.gone.most_common()]
    told += [f"−{_files(since.gone_files)}"] * bool(since.gone_files)
    return f"the last run: {', '.join(map(_tied, told)) or 'nothing new, nothing gone'}"


def _files(count: int) -> str:
    return plural(count, "file")


def _passed_over(summary: Summary) -> str:
    """Say which files are no records, and were not read as such."""
    if not summary.passed_over:
        return ""
    total, found = summary.passed_over.total(), summary.passed_over.most_common()
    if total == 1:
        return f"1 file that is no game record: {found[0][0]}"
    return f"{_files(total)} that are no game records: {', '.join(f'{what} ({count:,})' for what, count in found)}"


def _not_read(summary: Summary, codes: Collection[str]) -> str:
    first = next((item for item in summary.unread if item.code in codes), None)
    if first is None:
        return ""
    files = f"{plural(summary.failed, 'file')} without a game{', as' if summary.failed > 1 else ':'}"
    return f"{files} {first.code} {_title(first.code)}: {address_of(first)}"


def _title(code: str) -> str:
    return CATALOGUE[code].title


def _illegal(summary: Summary) -> str:
    most = max((summary.objections[name] for name in summary.rulesets), default=0)
    if not most:
        return ""
    least = min(summary.objections[name] for name in summary.rulesets)
    own = f"{plural(summary.own_illegal, 'game')} under their own ruleset" if summary.named else ""
    every = f"{least:,} to {most:,}" if least < most else f"{most:,}"
    every += (
        f" under each of {len(summary.rulesets)} rulesets"
        if len(summary.rulesets) > 1
        else f" under {summary.rulesets[0]}"
    )
    return ", ".join(part for part in (own, every) if part)


def _errors(console: Console, summary: Summary, codes: Collection[str], lines: int) -> str:
    """Return the codes of errors, the worst first, as many as so many lines hold."""
    found = [code for code in in_order(summary, codes) if CATALOGUE[code].severity is Severity.ERROR]
    told = [f"{code}{TIED}{_title(code)}, {shown_in(summary, code)}" for code in found]
    for most in range(len(told), 0, -1):
        more = [f"and {plural(len(told) - most, 'more code')}"] if most < len(told) else []
        text = f"{TIED}· ".join([*told[:most], *more])
        if most == 1 or _height(console, text) <= lines:
            return text
    return ""


def _warnings(summary: Summary, codes: Collection[str]) -> str:
    found: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for code in in_order(summary, codes):
        found[CATALOGUE[code].severity.value] += summary.codes[code]
        kinds[CATALOGUE[code].severity.value] += 1
    told = [
        f"{plural(found[name], noun)} ({plural(kinds[name], 'code')})"
        for name, noun in (("warning", "warning"), ("info", "note"))
        if found[name]
    ]
    return f"{', '.join(told)}; -v shows all" if told else ""


def _results(summary: Summary) -> str:
    """Say how many recorded results follow from the boards."""
    found: Counter[str] = Counter()
    for (*_, agreement), games in summary.audit.items():
        found[agreement] += games
    if not found:
        return ""
    total = plural(sum(found.values()), "recorded count")
    wrong = found["winner"] + found["no"]
    others = {"exact": found["exact"], "explained": found["explained"], "unfinished": found["not_countable"]}
    if not wrong:
        del others["exact"]
    told = [f"{games:,} {name}" for name, games in others.items() if games]
    if not wrong:
        return ", ".join([f"{found['exact']:,} of {total} exact", *told])
    return "; ".join(
        [f"{wrong:,} of {total} {'does' if wrong == 1 else 'do'} not follow", *[", ".join(told)] * bool(told)]
    )


def _headers(summary: Summary, out: str | None) -> str:
    if not summary.conventions:
        return ""
    games = plural(sum(games for _, games in summary.conventions), "game")
    how = f": goanalyze conventions {quoted(out)}" if out and not is_remote(out) else ""
    return f"{games} in {plural(len(summary.conventions), 'group')} were not played as they say{how}"


def next_commands(summary: Summary, codes: Collection[str], out: str | None, paths: Sequence[str]) -> list[str]:
    """Return the next commands to type, three at most, each to be copied as it is.

    Args:
        summary: of the run.
        codes: what is told of findings is of these.
        out: the dataset, if one was written.
        paths: what was checked, as the user named it.
    """
    found = in_order(summary, codes)
    in_games = [code for code in found if summary.games_with[code] and summary.examples[code].source != "-"]
    place = str(address_of(summary.examples[in_games[0]])) if in_games else ""
    if not place and summary.games and summary.files == 1 and len(paths) == 1 and paths[0] != "-":
        place = paths[0]
    worst = summary.worst(codes)
    commands = []
    if out and not is_remote(out) and summary.games:
        where = _word(shown(out))
        commands = [f"list {where} --severity {worst}"] if worst in ("error", "warning") else []
        commands += [f"show {_word(place)}"] if place else [f"compare {where}"]
        commands.append(f"report {where}")
    else:
        commands = [f"show {_word(place)}"] if place else []
        commands += [f"explain {found[0]}"] if found else []
        given = " ".join(map(_word, paths))
        if not out and summary.files > 1 and "-" not in paths and paths and len(given) < _LONGEST:
            commands.append(f"check {given} -o out")
    return [f"goanalyze {command}" for command in commands]


def _word(text: str) -> str:
    """Return a path or an address as one word of a command, which is none of its options."""
    return quoted(f"./{text}" if text.startswith("-") else text)
