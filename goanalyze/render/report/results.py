"""The section of a report on all results: Black's share of wins by komi, counted or on record, as played or not."""

from __future__ import annotations

from typing import Final

from goanalyze.compare.choices import Results
from goanalyze.render.report.data import Archive
from goanalyze.render.report.html import esc, fold, long_table, paragraph
from goanalyze.render.report.matrices import too_few
from goanalyze.render.terminal.results import (
    ABOUT,
    FEWEST,
    KOMI_SHOWN,
    TITLES,
    ShareTable,
    kinds_told,
    played_table,
    sizes_of,
    what_if_table,
)

_ROWS: Final = 60
_SHOWN: Final = 6  # of them


def result_section(archive: Archive) -> str:
    """Return Black's share of wins over all results of even games, by komi."""
    if not archive.size:
        return too_few(archive)
    comparison = archive.readings[0].comparison
    what_if = comparison.results(KOMI_SHOWN, ("board_size",))
    sizes = sizes_of(what_if, Results.WHAT_IF)
    if not sizes:
        return "<p>No even game has a winner, on record or by its board.</p>"
    size, *_ = sizes
    shown = what_if[what_if["board_size"].isin([each for each in sizes if each == size or sizes[each] >= FEWEST])]
    played = comparison.results(by=("decade",), as_played=True, board_size=size)
    kinds = "".join(f"<li>{esc(told)}</li>" for told in kinds_told(shown, Results.WHAT_IF, comparison.main_ruleset))
    about = paragraph(
        "How many even games Black won, a draw as a half, with 95% intervals in percent.",
        "Beside counted boards stand all other results, each by what is known of it.",
    )
    by_size = what_if_table(shown, "board_size", 0)
    by_size.rows.sort(key=lambda row: row[0] != size)  # that of most games first
    by_komi = _table(f"Black's share of wins {TITLES[Results.PLAYED]} on {esc(size)}", "decade",
                     played_table(played, "decade", _ROWS))  # fmt: skip
    return "".join(
        (
            about,
            _table(f"Black's share of wins {TITLES[Results.WHAT_IF]}", "board", by_size),
            fold("What the results rest on", f"<ul>{kinds}</ul>", paragraph(esc(ABOUT[Results.WHAT_IF]))),
            fold("By the komi on record and the decade", by_komi, paragraph(esc(ABOUT[Results.PLAYED]))),
        )
    )


def _table(caption: str, by: str, shares: ShareTable) -> str:
    first, *heads = (esc(head) for head in shares.heads)
    rows = [[f"{esc(group)}, {esc(cells[0])}", *map(esc, cells[1:])] for group, cells in shares.rows]
    kinds, heads = "t" + "r" * len(heads), [f"{by}, {first}", *heads]
    told = long_table(_SHOWN, "row", caption, heads, rows, kinds=kinds, name="cards")
    return told + (paragraph(f"{esc(shares.left)}.") if shares.left else "")
