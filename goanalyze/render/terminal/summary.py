"""The summary of a run, for people: fifteen lines at most, and what to do next; as data, all of it.

Scope: the facts that everybody is to see at once. All the rest of a summary is in `goanalyze.render.terminal.details`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from goanalyze.archives.address import Address, quoted
from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.summary import Since, Summary
from goanalyze.life.choices import StatusSource
from goanalyze.render.terminal.terminal import TIED, height, say
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.numbers import plural, size_text
from goanalyze.vocabulary.text import clean

STYLES: Final = {"error": "bold red", "warning": "yellow", "info": "dim"}
"""How codes look, by severity."""

_LINES: Final = 15
_ERRORS_AT: Final = 3  # after so many other lines
_LABEL: Final = 10  # columns of what stands before a line
_LONGEST: Final = 120  # characters of a command that is worth copying


def summary_data(summary: Summary, codes: Collection[str]) -> dict[str, object]:
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
        "files_that_are_no_records": dict(summary.non_records.most_common()),
        "since_the_last_run": _since_data(summary.since),
        "not_checked": [{"input": what, "because": why} for what, why in summary.undone],
    }


def _since_data(since: Since | None) -> dict[str, object] | None:
    if since is None:
        return None
    return {
        "new": dict(since.new),
        "gone": dict(since.gone),
        "new_files": since.new_files,
        "gone_files": since.gone_files,
    }


def in_order(summary: Summary, codes: Collection[str]) -> list[str]:
    """Return the codes found, worst severity first, then most frequent."""
    found = [code for code in summary.codes if code in codes]
    return sorted(found, key=lambda code: (CATALOGUE[code].severity.index, -summary.codes[code], code))


def address_of(finding: Finding) -> Address:
    """Return the address of the place that a finding is about."""
    return Address.shortest(finding.source, finding.member, finding.game_index, finding.line, finding.move_number)


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
    totals = _totals(summary)
    say(console, totals)
    told = [
        _Line("Since", "bold", _since(summary), _since(summary, short=True)),
        _Line("Not read", "bold red", _not_read(summary, codes), _not_read(summary, codes, short=True)),
        _Line("Illegal", "bold", _illegal(summary), _illegal(summary)),
        _Line("Findings", "bold", "" if in_order(summary, codes) else "none", "none"),
        _warnings(summary, codes),
        _Line("Results", "bold", _results(summary), _results(summary, short=True)),
        _Line("Headers", "bold", _headers(summary, out), _headers(summary, None)),
        _Line("Left out", "dim", _non_records(summary), ""),
    ]
    room = _LINES - height(console, totals) - (len(commands) + 1 if commands else 0)
    for place in reversed(range(len(told))):
        if sum(line.height(console) for line in told) > room - 1:  # one is for errors
            told[place] = told[place]._replace(text=told[place].short if told[place].text else "")
    room -= sum(line.height(console) for line in told)
    told.insert(_ERRORS_AT, _errors(console, summary, codes, room))
    for line in told:
        if line.text:
            say(console, line.styled, hang=_LABEL)


class _Line(NamedTuple):
    """What is said of one thing.

    Attributes:
        label: what it is about.
        style: of the label.
        text: what is said; empty for nothing.
        short: what is said where there is no room.
    """

    label: str
    style: str
    text: str
    short: str = ""

    @property
    def styled(self) -> Text:
        """The line as it is printed."""
        return Text.assemble((f"{self.label:<{_LABEL}}", self.style), clean(self.text))

    def height(self, console: Console) -> int:
        """How many lines of a terminal it takes."""
        return height(console, self.styled, _LABEL) if self.text else 0


def print_next(console: Console, commands: Sequence[str]) -> None:
    """Print the next commands to type, each on a line of its own, to be copied."""
    if commands:
        say(console, Text("What next?", "bold"))
    for command in commands:
        say(console, clean(command), wrap=False, indent=2)


def _totals(summary: Summary) -> Text:
    files = f"{plural(summary.files, 'file')} ({size_text(summary.bytes)})"
    kept = f", {summary.kept:,} of the games from an earlier run" if summary.kept else ""
    return Text.assemble(
        (plural(summary.games, "game"), "bold"),
        f" with {plural(summary.moves, 'move')} in {files}, {summary.seconds:.1f} s{kept}",
    )


def _since(summary: Summary, *, short: bool = False) -> str:
    """Say what is new since the run that wrote the baseline, and what is gone; empty without a baseline."""
    since = summary.since
    if since is None:
        return ""
    told = []
    for sign, found, files in (("+", since.new, since.new_files), ("−", since.gone, since.gone_files)):
        if short and len(found) > 1:
            told.append(f"{sign}{plural(found.total(), 'finding')}")
        else:
            told += [f"{sign}{count:,} {code}" for code, count in found.most_common()]
        told += [f"{sign}{_files(files)}"] * bool(files)
    return f"the last run: {', '.join(map(_tied, told)) or 'nothing new, nothing gone'}"


def _files(count: int) -> str:
    return plural(count, "file")


def _non_records(summary: Summary) -> str:
    """Return the line about files that are not game records; empty without any."""
    count = summary.non_records.total()
    if count == 0:
        return ""
    relation = "that is not a game record" if count == 1 else "that are not game records"
    kinds = ", ".join(plural(number, kind) for kind, number in summary.non_records.most_common())
    return f"{_files(count)} {relation}: {kinds}"


def _not_read(summary: Summary, codes: Collection[str], *, short: bool = False) -> str:
    first = next((item for item in summary.unread if item.code in codes), None)
    if first is None:
        return ""
    files = f"{_files(summary.failed)} without a game"
    if short:
        return files
    return f"{files}{', as' if summary.failed > 1 else ':'} {first.code} {_title(first.code)}: {address_of(first)}"


def _title(code: str) -> str:
    return CATALOGUE[code].title


def _illegal(summary: Summary) -> str:
    most = max((summary.objections[name] for name in summary.rulesets), default=0)
    if not most:
        return ""
    least = min(summary.objections[name] for name in summary.rulesets)
    whose = "its" if summary.own_illegal == 1 else "their"
    own = f"{plural(summary.own_illegal, 'game')} under {whose} own ruleset" if summary.named else ""
    many = len(summary.rulesets)
    every = f"{least:,} to {most:,}" if least < most else f"{most:,}"
    every += f" under each of {many} rulesets" if many > 1 else f" under {summary.rulesets[0]}"
    return ", ".join(part for part in (own, every) if part)


def _errors(console: Console, summary: Summary, codes: Collection[str], room: int) -> _Line:
    """Return the codes of errors, the worst first, as many as so many lines hold, and one at least."""
    found = [code for code in in_order(summary, codes) if CATALOGUE[code].severity is Severity.ERROR]
    told = [f"{code}{TIED}{_title(code)}, {shown_in(summary, code)}" for code in found]
    for most in range(len(told), 0, -1):
        more = [f"and {plural(len(told) - most, 'more code')}"] if most < len(told) else []
        line = _Line("Errors", STYLES["error"], f"{TIED}· ".join([*told[:most], *more]))
        if most == 1 or line.height(console) <= room:
            return line
    return _Line("Errors", "", "")


def _warnings(summary: Summary, codes: Collection[str]) -> _Line:
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
    label, style = ("Warnings", STYLES["warning"]) if found["warning"] else ("Notes", STYLES["info"])
    text = f"{', '.join(told)}; -v shows all" if told else ""
    return _Line(label, style, text, text)


def _results(summary: Summary, *, short: bool = False) -> str:
    """Say how many recorded results follow from the boards."""
    found: Counter[str] = Counter()
    for (*_, agreement), games in summary.audit.items():
        found[agreement] += games
    if not found:
        return ""
    total = plural(sum(found.values()), "recorded count")
    wrong = found["winner"] + found["no"]
    others = {"exact": found["exact"], "explained": found["explained"], "unfinished": found["not_countable"]}
    follow = f"{wrong:,} of {total} {'does' if wrong == 1 else 'do'} not follow"
    if not wrong:
        follow = f"{others.pop('exact'):,} of {total} exact"
    rest = ", ".join(f"{games:,} {name}" for name, games in others.items() if games and not short)
    return "; ".join(part for part in (follow, rest) if part)


def _headers(summary: Summary, out: str | None) -> str:
    if not summary.conventions:
        return ""
    games = plural(sum(games for _, games in summary.conventions), "game")
    how = f": goanalyze conventions {quoted(out)}" if out and not is_remote(out) else ""
    return f"{games} in {plural(len(summary.conventions), 'group')} were not played as they say{how}"


def next_commands(
    summary: Summary, codes: Collection[str], out: str | None, paths: Sequence[str], baseline: str = ""
) -> list[str]:
    """Return the next commands to type, three at most, each to be copied as it is.

    Args:
        summary: of the run.
        codes: what is told of findings is of these.
        out: the dataset, if one was written.
        paths: what was checked, as the user named it.
        baseline: the file that says what is known; empty for none, and where it is what this run has written.
    """
    found, examples = in_order(summary, codes), summary.examples
    if summary.since and summary.since.new:
        examples = summary.since.examples
        found = [code for code in found if code in examples]
    in_games = [code for code in found if examples[code].game_index is not None and examples[code].source != "-"]
    place = str(address_of(examples[in_games[0]])) if in_games else ""
    if not place and summary.games and summary.files == 1 and len(paths) == 1 and paths[0] != "-":
        place = paths[0]
    worst = summary.worst(codes)
    commands = []
    if out and not is_remote(out) and summary.games:
        where = _word(shown(out))
        if baseline and summary.since and summary.since.new:
            commands = [f"list {where} --baseline {_word(baseline)}"]
        elif worst in ("error", "warning"):
            commands = [f"list {where} --severity {worst}"]
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
