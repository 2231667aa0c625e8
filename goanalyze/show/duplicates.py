"""What a search for copies found, for people and as plain data."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console

from goanalyze.duplicates.summary import Overview
from goanalyze.show.summary import common_base, file_name, place
from goanalyze.show.terminal import Grid, heading, say
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.numbers import number, plural
from goanalyze.vocabulary.text import clean, cut_text

_HINTS: Final = ("GO607", "GO608")
_SHOWN: Final = 3  # columns that differ, with both values
_NAMED: Final = 3  # further ones, by name
_LEVELS: Final = ("certain", "likely", "possible")


def overview_data(told: Overview) -> dict[str, Any]:
    """Return an overview as plain data, for JSON."""
    return {
        "games": told.games,
        "groups": told.groups,
        "copies": told.copies,
        "pairs_left_out": told.omitted,
        "contradicting_copies": told.contradicting,
        "contradicting_groups": told.contradicting_groups,
        "contradictions": told.contradictions,
        "kinds": [
            {
                "code": kind.code,
                "title": CATALOGUE[kind.code].title,
                "rows": kind.number,
                **{level: kind.confidence[level] for level in _LEVELS},
                "across": kind.across,
                "within": kind.number - kind.across,
                "examples": kind.examples,
            }
            for kind in told.kinds.values()
        ],
    }


def print_overview(console: Console, told: Overview, out: str) -> None:
    """Print an overview: what contradicts first, then how many of each kind, then examples."""
    rows = [*told.contradictions, *(row for kind in told.kinds.values() for row in kind.examples)]
    base = common_base([_file(row, prefix) for row in rows for prefix in ("", "best_")]) if rows else ""
    _print_total(console, told)
    if not told.kinds:
        return
    _print_contradictions(console, told, base)
    _print_kinds(console, told)
    _print_examples(console, told, base)
    place = clean(out)
    _line(console, f"\nTable written to {place}/duplicates: open with goanalyze.open({place!r}).duplicates")


def _print_total(console: Console, told: Overview) -> None:
    if not told.groups:
        _line(console, f"{plural(told.games, 'game')}, no duplicates")
        return
    copies = plural(told.copies, "further copy", "further copies")
    games, different = plural(told.games, "game"), told.games - told.copies
    _line(console, f"{games}: {different:,} different, and {copies} of {told.groups:,} of them")


def _print_contradictions(console: Console, told: Overview, base: str) -> None:
    groups = told.contradicting_groups
    if not groups:
        return
    note = f"{told.contradicting:,} in {plural(groups, 'group')}"
    heading(console, "Copies that contradict each other in the result (GO609)", note)
    for row in told.contradictions:
        own, best = _told(row, "result_raw")
        _line(console, f"  {own}  {_place(row, '', base)}")
        _line(console, f"    {best}  {_place(row, 'best_', base)}")
    _more(console, told.contradicting - len(told.contradictions))


def _print_kinds(console: Console, told: Overview) -> None:
    console.print()
    grid = Grid("code", "what the copy is", "games", *_LEVELS, "across", "within", numbers=6, before=2)
    for kind in told.kinds.values():
        within = kind.number - kind.across
        counts = (kind.number, *(kind.confidence[level] for level in _LEVELS), kind.across, within)
        grid.row(kind.code, CATALOGUE[kind.code].title, *map(number, counts))
    grid.print(console)
    _line(console, "across: the best copy is in another archive or folder; within: in the same one")
    if any(kind.confidence["possible"] for kind in told.kinds.values()):
        _line(console, "possible: pairs of games, not grouped; both are kept. GO607 and GO608 are hints only")
    if told.omitted:
        _line(console, f"not listed: {plural(told.omitted, 'pair')} whose signature many games share")


def _print_examples(console: Console, told: Overview, base: str) -> None:
    if not any(kind.examples for kind in told.kinds.values()):
        return
    heading(console, "Examples", f"in {clean(base)}" if base else "")
    for kind in told.kinds.values():
        for row in kind.examples:
            _line(console, f"  {kind.code} {_place(row, '', base)}")
            how = "; ".join(part for part in (_view(row), _moves(row), *_metadata(row)) if part)
            _line(console, f"        {'like' if row['keep'] is None else 'of'} {_place(row, 'best_', base)}")
            if how:
                _line(console, f"        {how}")


def _file(row: dict[str, Any], prefix: str) -> str:
    return file_name(row[f"{prefix}source"], row[f"{prefix}member"])


def _place(row: dict[str, Any], prefix: str, base: str) -> str:
    source, member, index = (row[f"{prefix}{name}"] for name in ("source", "member", "game_index"))
    return clean(place(Finding("", "", source, member, game_index=index))[len(base) :])


def _view(row: dict[str, Any]) -> str:
    view = row["view"] if row["view"] and row["view"] != "as it is" else ""
    return " and ".join(part for part in (view, "with colours swapped" if row["swapped"] else "") if part)


def _moves(row: dict[str, Any]) -> str:
    """Say how the moves differ."""
    parts = []
    if row["code"] in _HINTS:
        return ""
    if row["differing_moves"]:
        differ = plural(row["differing_moves"], "move differs", "moves differ")
        parts.append(f"{differ}, first at move {row['first_difference']}")
    missing = row["missing_moves"] or 0
    if missing:
        parts.append(f"{plural(abs(missing), 'move')} {'fewer' if missing > 0 else 'more'} at the end")
    return "; ".join(parts)


def _metadata(row: dict[str, Any]) -> list[str]:
    """Say what names, dates and the like differ in, the first few."""
    pairs = zip(row["differs"], row["own_values"], row["best_values"], strict=True)
    named = [(name.removesuffix("_raw"), f"{_short(own)} / {_short(best)}") for name, own, best in pairs]
    told, more = (named[:2], named[2:]) if len(named) > _SHOWN else (named, [])
    names = ", ".join(name for name, _ in more) if len(more) <= _NAMED else f"{len(more)} more columns"
    return [*(f"{name} {values}" for name, values in told), *([f"also {names}"] if more else [])]


def _told(row: dict[str, Any], name: str) -> tuple[str, str]:
    """Return what a copy and the best one say in a column; the same where it is not among the differences."""
    if name in row["differs"]:
        at = row["differs"].index(name)
        return _short(row["own_values"][at]), _short(row["best_values"][at])
    return "", ""


def _short(text: str) -> str:
    return cut_text(clean(text), 16) or "–"


def _more(console: Console, left: int) -> None:
    if left > 0:
        _line(console, f"  … and {left:,} more: --limit 0")


def _line(console: Console, text: str) -> None:
    say(console, text, wrap=False)
