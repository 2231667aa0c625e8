"""The sections of a check: its summary in at most seventeen lines, its details, and the next commands; plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Final, TypeVar

from goanalyze.archives.address import Address, quoted
from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.summary import Since, Summary
from goanalyze.catalogue.catalogue import CATALOGUE, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.compare.illegal_games import illegal_caption
from goanalyze.life.choices import StatusSource
from goanalyze.render.model import (
    SEVERITY_NOUNS,
    SEVERITY_TONES,
    Block,
    Cell,
    Column,
    Commands,
    Kind,
    Paragraph,
    Section,
    Table,
    Tone,
    Value,
)
from goanalyze.util.numbers import plural, size_text

Key = TypeVar("Key", bound=Hashable)

_LINES: Final = 17
_WIDTH: Final = 78  # columns that a line of 80 fills
_LABEL: Final = 10  # columns of a label
_LENGTHS: Final = ((4, False), (3, False), (2, False), (2, True), (1, True))
"""Numbers of errors that are named, and True for short texts; the first that fits in the lines is used."""
_CHANGES_SHOWN: Final = 2
_COMMANDS_SHOWN: Final = 6
_UNREAD_SHOWN: Final = 10
_SIZES_SHOWN: Final = 6
_STRATA_SHOWN: Final = 12
_LONGEST_COMMAND: Final = 120  # characters of a command that is worth copying
_AGREEMENTS: Final = ("exact", "explained", "winner", "no", "not_countable")


def summary_data(summary: Summary, codes: Collection[str]) -> dict[str, object]:
    """Return a summary as plain data for JSON, with the findings of some codes only."""
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
            {"archive": archive, "board": size, "ruleset": ruleset, "agreement": agreement, "games": games}
            for (archive, size, ruleset, agreement), games in summary.audit.most_common()
        ],
        "not_played_as_the_header_says": [{"group": name, "games": games} for name, games in summary.conventions],
        "games_counted": summary.counted,
        "games_with_a_move_that_every_ruleset_forbids": summary.illegal_by_all,
        "other_games_with_a_move_that_some_rulesets_forbid": summary.illegal_by_some,
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
            for code in codes_in_order(summary, codes)
        ],
        "unread": [
            {"file": address_of(item).file, "code": item.code, "message": item.message}
            for item in summary.unread
            if item.code in codes
        ],
        "files_that_are_no_records": dict(summary.non_records.most_common()),
        "since_the_last_run": _since_data(summary.since),
        "not_checked": [{"input": name, "because": reason} for name, reason in summary.undone],
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


def codes_in_order(summary: Summary, codes: Collection[str]) -> list[str]:
    """Return the codes of the findings, worst severity first, then most frequent."""
    return worst_first({code: count for code, count in summary.codes.items() if code in codes})


def worst_first(counts: Mapping[str, int]) -> list[str]:
    """Return codes with numbers of findings in order: worst severity first, then most frequent."""
    return sorted(counts, key=lambda code: (CATALOGUE[code].severity.index, -counts[code], code))


def address_of(finding: Finding) -> Address:
    """Return the address of the game, move or file of a finding."""
    return Address.shortest(finding.source, finding.member, finding.game_index, finding.line, finding.move_number)


def summary_section(summary: Summary, codes: Collection[str], out: str | None, commands: int = 0) -> Section:
    """Return the summary of a check: totals and the most important facts."""
    first_unread = next((item for item in summary.unread if item.code in codes), None)
    totals, limit = _totals_text(summary), _LINES - commands - bool(commands)
    for errors, is_short in _LENGTHS:
        rows = [row for row in _rows(summary, codes, out, first_unread, errors, is_short=is_short) if row[2]]
        lines = _lines(totals, 0) + sum(_lines(text, _LABEL) for *_, text in rows) + (first_unread is not None)
        if lines <= limit:
            break
    unread_address = str(address_of(first_unread)) if first_unread else ""
    table = Table(
        (Column("", Kind.NAME), Column(""), Column("", Kind.ADDRESS)),
        tuple((Cell(label, tone), text, unread_address * (label == "Not read")) for label, tone, text in rows),
    )
    return Section("check", "", (Paragraph(totals), table))


def _lines(text: str, margin: int) -> int:
    """Return about how many lines a text takes at 80 columns; lines end between words."""
    return -(-len(text) // (_WIDTH - margin))


def _rows(
    summary: Summary, codes: Collection[str], out: str | None, unread: Finding | None, errors: int, *, is_short: bool
) -> Sequence[tuple[str, Tone, str]]:
    """Return labels, tones and texts of the summary; empty texts are left out."""
    order = codes_in_order(summary, codes)
    return (
        ("Since", Tone.STRONG, _since_text(summary, 0 if is_short else _CHANGES_SHOWN)),
        ("Not read", Tone.ERROR, _unread_text(summary, unread)),
        ("Illegal", Tone.STRONG, illegal_caption(summary.illegal_by_all, summary.illegal_by_some)),
        ("Errors", Tone.ERROR, _errors_text(summary, order, errors)),
        ("Findings", Tone.STRONG, "" if order else "none"),
        _milder_row(summary, codes),
        ("Results", Tone.STRONG, _results_text(summary, is_short=is_short)),
        ("Headers", Tone.STRONG, _headers_text(summary, None if is_short else out)),
        ("Left out", Tone.MUTED, _non_records_text(summary, 0 if is_short else _CHANGES_SHOWN)),
    )


def next_section(commands: Sequence[str]) -> Section:
    """Return the next commands, see `next_commands`, to be copied."""
    blocks = Paragraph("What next?", Tone.STRONG), Commands(tuple((command, "") for command in commands))
    return Section("next", "", blocks if commands else ())


def _totals_text(summary: Summary) -> str:
    files = f"{plural(summary.files, 'file')} ({size_text(summary.bytes)})"
    reused = f", {summary.kept:,} of the games from an earlier run" if summary.kept else ""
    games, moves = plural(summary.games, "game"), plural(summary.moves, "move")
    return f"{games} with {moves} in {files}, {summary.seconds:.1f} s{reused}"


def _since_text(summary: Summary, most: int) -> str:
    """Return the changes since the run that wrote the baseline; empty without a baseline."""
    since = summary.since
    if since is None:
        return ""
    parts = []
    for sign, findings, files in (("+", since.new, since.new_files), ("−", since.gone, since.gone_files)):
        if len(findings) > most:
            parts.append(f"{sign}{plural(findings.total(), 'finding')}")
        else:
            parts += [f"{sign}{count:,} {code}" for code, count in findings.most_common()]
        parts += [f"{sign}{plural(files, 'file')}"] * bool(files)
    return f"the last run: {', '.join(parts) or 'nothing new, nothing gone'}"


def _non_records_text(summary: Summary, most: int) -> str:
    count = summary.non_records.total()
    if count == 0:
        return ""
    relation = "that is not a game record" if count == 1 else "that are not game records"
    kinds = ", ".join(plural(number, kind) for kind, number in summary.non_records.most_common(most))
    return f"{plural(count, 'file')} {relation}{kinds and ': '}{kinds}"


def _unread_text(summary: Summary, first: Finding | None) -> str:
    if first is None:
        return ""
    link = ", as" if summary.failed > 1 else ":"
    return f"{plural(summary.failed, 'file')} without a game{link} {first.code} {CATALOGUE[first.code].title}"


def frequency_text(summary: Summary, code: str) -> str:
    """Return the numbers of games and of whole files with a code.

    Example:
        >>> frequency_text(Summary(games_with=Counter(GO004=1), files_with=Counter(GO004=2)), "GO004")
        '1 game, 2 files'
    """
    games, files = summary.games_with[code], summary.files_with[code]
    return ", ".join(plural(count, noun) for count, noun in ((games, "game"), (files, "file")) if count)


def _errors_text(summary: Summary, codes: Sequence[str], most: int) -> str:
    errors = [code for code in codes if CATALOGUE[code].severity is Severity.ERROR]
    texts = [f"{code} {CATALOGUE[code].title}, {frequency_text(summary, code)}" for code in errors[:most]]
    more = len(errors) - most
    return " · ".join([*texts, *([f"and {plural(more, 'more code')}"] if more > 0 else [])])


def _milder_row(summary: Summary, codes: Collection[str]) -> tuple[str, Tone, str]:
    findings, kinds = Counter[str](), Counter[str]()
    for code in codes_in_order(summary, codes):
        findings[CATALOGUE[code].severity.value] += summary.codes[code]
        kinds[CATALOGUE[code].severity.value] += 1
    parts = [
        f"{plural(findings[name], SEVERITY_NOUNS[name])} ({plural(kinds[name], 'code')})"
        for name in ("warning", "info")
        if findings[name]
    ]
    label, tone = ("Warnings", Tone.WARNING) if findings["warning"] else ("Notes", Tone.MUTED)
    return label, tone, f"{', '.join(parts)}; -v shows all" if parts else ""


def _results_text(summary: Summary, *, is_short: bool) -> str:
    agreements: Counter[str] = Counter()
    for (*_, agreement), games in summary.audit.items():
        agreements[agreement] += games
    if not agreements:
        return ""
    total = plural(sum(agreements.values()), "recorded count")
    wrong = agreements["winner"] + agreements["no"]
    others = {
        "exact": agreements["exact"],
        "explained": agreements["explained"],
        "unfinished": agreements["not_countable"],
    }
    first = f"{wrong:,} of {total} {'does' if wrong == 1 else 'do'} not follow"
    if not wrong:
        first = f"{others.pop('exact'):,} of {total} exact"
    rest = ", ".join(f"{games:,} {name}" for name, games in others.items() if games and not is_short)
    return "; ".join(part for part in (first, rest) if part)


def _headers_text(summary: Summary, out: str | None) -> str:
    if not summary.conventions:
        return ""
    games = plural(sum(games for _, games in summary.conventions), "game")
    command = f": goanalyze conventions {quoted(out)}" if out and not is_remote(out) else ""
    return f"{games} in {plural(len(summary.conventions), 'group')} were not played as they state{command}"


def next_commands(
    summary: Summary,
    codes: Collection[str],
    out: str | None,
    paths: Sequence[str],
    baseline: str = "",
    *,
    has_copies: bool = False,
) -> list[str]:
    """Return the next commands by the results, six at most, quoted so that they can be copied."""
    reported, examples = codes_in_order(summary, codes), summary.examples
    if summary.since and summary.since.new:
        examples = summary.since.examples
        reported = [code for code in reported if code in examples]
    in_games = [code for code in reported if examples[code].game_index is not None and examples[code].source != "-"]
    address = str(address_of(examples[in_games[0]])) if in_games else ""
    if not address and summary.games and summary.files == 1 and len(paths) == 1 and paths[0] != "-":
        address = paths[0]
    show = [f"show {_word(address)}"] if address else []
    if out and not is_remote(out) and summary.games:
        commands = _dataset_commands(summary, codes, reported, _word(shown(out)), baseline, show, has_copies=has_copies)
    else:
        commands = show + ([f"explain {reported[0]}"] if reported else [])
        inputs = " ".join(map(_word, paths))
        if (
            summary.games
            and not out
            and summary.files > 1
            and "-" not in paths
            and paths
            and len(inputs) < _LONGEST_COMMAND
        ):
            commands += [f"compare {inputs}"] if summary.counted > 1 else []
            commands.append(f"check {inputs} -o out")
    return [f"goanalyze {command}" for command in commands]


def _dataset_commands(
    summary: Summary,
    codes: Collection[str],
    reported: Sequence[str],
    out: str,
    baseline: str,
    show: list[str],
    *,
    has_copies: bool,
) -> list[str]:
    """Return the next commands on a dataset: its findings, a game, copies, repairs or rulesets, the page."""
    commands, worst = [], summary.worst(codes)
    if baseline and summary.since and summary.since.new:
        commands = [f"list {out} --baseline {_word(baseline)}"]
    elif worst in ("error", "warning"):
        commands = [f"list {out} --severity {worst}"]
    commands += show
    suggestions = []
    if has_copies:
        suggestions.append(f"dups {out}")
    if any(CATALOGUE[code].repair for code in reported):
        suggestions.append(f"export {out} --to clean --repair")
    if summary.counted:
        suggestions.append(f"compare {out}")
    commands += suggestions[: _COMMANDS_SHOWN - 1 - len(commands)]
    return [*commands, f"report {out}"]


def _word(text: str) -> str:
    """Return a path or an address as one word of a command, which cannot be read as an option."""
    return quoted(f"./{text}" if text.startswith("-") else text)


def detail_sections(summary: Summary, codes: Collection[str], out: str | None) -> list[Section]:
    """Return the details of a check: boards, ends, findings with an example each, rulesets, counts."""
    sections = [
        _kinds_section(summary),
        *_finding_sections(summary, codes),
        _objections_section(summary),
        _outcomes_section(summary, out),
        _audit_section(summary),
        _unread_section(summary, codes),
    ]
    if summary.played:
        note = f"{plural(sum(summary.played.values()), 'game')} counted by the conventions of play"
        sections.append(Section("applied", "Conventions", (Paragraph(note),)))
    if out:
        sections.append(_tables_section(shown(out).rstrip("/"), is_on_this_machine=not is_remote(out)))
    return [section for section in sections if section.blocks]


def _tables_section(folder: str, *, is_on_this_machine: bool) -> Section:
    access = f"open with `goanalyze.open({folder!r})` or"
    if not is_on_this_machine:
        access = "copy them to this machine for `goanalyze.open`, or read them there with"
    text = f"Tables written to {folder}: {access} `pandas.read_parquet('{folder}/games')`."
    return Section("tables", "", (Paragraph(text),))


def _kinds_section(summary: Summary) -> Section:
    shown_sizes = summary.sizes.most_common(_SIZES_SHOWN)
    sizes = [f"{w}×{h} {n:,}" if w else f"unknown {n:,}" for (w, h), n in shown_sizes]
    rest = sum(summary.sizes.values()) - sum(n for _, n in shown_sizes)
    sizes += [f"others {rest:,}"] * bool(rest)
    sources = {name: "unknown" if name == "none" else name for name in StatusSource.names()}
    rows = {
        "Boards": sizes,
        "Variations": [_variations_text(summary)] if summary.branches else [],
        "Ended by": [f"{name} {count:,}" for name, count in summary.endings.most_common()],
        "Dead stones": [f"{text} {summary.sources[name]:,}" for name, text in sources.items() if summary.sources[name]],
    }
    table = Table(
        (Column("", Kind.NAME), Column("")), tuple((label, " · ".join(parts)) for label, parts in rows.items() if parts)
    )
    return Section("kinds", "", (table,) if summary.games else ())


def _variations_text(summary: Summary) -> str:
    total = f"{summary.branches:,} in {plural(summary.branched, 'game')}"
    if not summary.looked_at:
        return f"{total}, not checked; --variations checks them"
    rest = summary.branches - summary.looked_at
    return f"{total}, {f'all but {rest:,} checked' if rest else 'all checked'}"


def _finding_sections(summary: Summary, codes: Collection[str]) -> list[Section]:
    order = codes_in_order(summary, codes)
    if not order:
        return [Section("findings", "No findings", (Paragraph("Every reported code is without a finding."),))]
    counts = dict.fromkeys(Severity.names(), 0)
    for code in order:
        counts[CATALOGUE[code].severity.value] += summary.codes[code]
    title = f"Findings: {', '.join(plural(count, SEVERITY_NOUNS[name]) for name, count in counts.items())}"
    has_files = any(summary.files_with[code] for code in order)
    columns = [Column("code", Kind.NAME), Column("findings", Kind.COUNT), Column("games", Kind.COUNT)]
    columns += [Column("files", Kind.COUNT)] * has_files + [Column("title")]
    rows: list[tuple[Value, ...]] = []
    for code in order:
        tone = SEVERITY_TONES[CATALOGUE[code].severity.value]
        files = [summary.files_with[code]] * has_files
        title_cell = Cell(CATALOGUE[code].title, tone)
        rows.append((Cell(code, tone), summary.codes[code], summary.games_with[code], *files, title_cell))
    table = Table(tuple(columns), tuple(rows))
    note = "see goanalyze explain CODE; --format jsonl lists all"
    examples = _example_table(summary.examples[code] for code in order)
    return [Section("findings", title, (table,), note), Section("examples", "One example each", (examples,))]


def _example_table(findings: Iterable[Finding]) -> Table:
    """Return findings with message and address; the byte is stated if a finding is not about a move."""
    rows = []
    for finding in findings:
        is_byte = finding.offset is not None and finding.move_number is None
        offset = f" (byte {finding.offset:,})" if is_byte else ""
        rows.append((finding.code, finding.message + offset, str(address_of(finding))))
    return Table((Column("", Kind.NAME), Column(""), Column("", Kind.ADDRESS)), tuple(rows))


def _by_key(pairs: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    names: dict[Key, list[str]] = {}
    for key, name in pairs:
        names.setdefault(key, []).append(name)
    return names


def _objections_section(summary: Summary) -> Section:
    by_count = _by_key((summary.objections[name], name) for name in summary.rulesets)
    rows = tuple((f"{count:,}", ", ".join(by_count[count])) for count in sorted(by_count, reverse=True))
    table = Table((Column("games", Kind.NAME), Column("rulesets")), rows)
    return Section("objections", "Games with a move that a ruleset forbids", (table,) if summary.objections else ())


def _outcomes_section(summary: Summary, out: str | None) -> Section:
    text = f"{plural(summary.counted, 'game')} counted under some ruleset without an estimate."
    if out and not is_remote(out) and len(summary.rulesets) > 1:
        text += f" Differences between rulesets: `goanalyze compare {quoted(out)}`"
    return Section("outcomes", "Outcomes", (Paragraph(text),) if summary.games else ())


def _audit_section(summary: Summary) -> Section:
    """Return the agreement of recorded counts with computed ones by archive, board size and ruleset."""
    strata: dict[tuple[str, str, str], Counter[str]] = {}
    for (*stratum, agreement), games in summary.audit.items():
        strata.setdefault((stratum[0], stratum[1], stratum[2]), Counter())[agreement] += games
    order = sorted(strata, key=lambda key: -strata[key].total())
    names = _by_key((PurePath(key[0]).name, key[0]) for key in strata)
    rows = []
    for key in order[:_STRATA_SHOWN]:
        name = PurePath(key[0]).name
        rows.append(_audit_row(key[0] if len(set(names[name])) > 1 else name, *key[1:], strata[key]))
    if len(order) > 1:
        rows.append(_audit_row("all", "", "", sum(strata.values(), Counter())))
    heads = ("games", "exact", "share", "explained", "winner", "no", "open")
    columns = (
        *(Column(head, Kind.NAME) for head in ("archive", "board", "ruleset")),
        *(Column(head, Kind.SHARE if head == "share" else Kind.COUNT) for head in heads),
    )
    more = len(order) - _STRATA_SHOWN
    notes = (
        "winner: the winner alone agrees; open: the final position looks unfinished and is not counted.",
        *([f"{plural(more, 'smaller group')} only in the total."] if more > 0 else []),
    )
    by = ", or the one of a convention" if summary.played else ""
    note = f"compared with the computed ones under the ruleset of the record{by}"
    return Section("audit", "Recorded counts", (Table(columns, tuple(rows), notes=notes),) if strata else (), note)


def _audit_row(archive: str, size: str, ruleset: str, agreements: Counter[str]) -> tuple[str | int | float, ...]:
    total, (exact, *others) = agreements.total(), (agreements[name] for name in _AGREEMENTS)
    return archive, size, ruleset, total, exact, exact / total, *others


def _unread_section(summary: Summary, codes: Collection[str]) -> Section:
    unread = [item for item in summary.unread if item.code in codes]
    blocks: tuple[Block, ...] = (_example_table(unread[:_UNREAD_SHOWN]),) if unread else ()
    if unread and summary.failed > _UNREAD_SHOWN:
        blocks = (*blocks, Paragraph(f"… and {summary.failed - _UNREAD_SHOWN:,} more, in the table files"))
    return Section("unread", f"Files without a game: {summary.failed:,}", blocks)
