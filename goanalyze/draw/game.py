"""A game as HTML: who played, the viewer, what was found; and the words that name a game. Fed with its games row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from goanalyze.draw.tables import NAME, TABLE
from goanalyze.vocabulary.text import clean, cut_text

if TYPE_CHECKING:
    from goanalyze.vocabulary.finding import Finding

_LISTED: Final = 12  # findings that are listed under a game
_PAGE: Final = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">"
    "<title>{title}</title><style>:root{{color-scheme:light dark}}"
    "body{{margin:1rem auto;padding:0 .6rem;max-width:42rem;font:16px/1.4 system-ui,sans-serif}}</style></head>"
    "<body>{body}</body></html>\n"
)
_FACTS: Final = ("source", "member", "date_raw", "event", "place", "komi_raw", "rules_raw", "result_raw", "application")


def game_title(info: Mapping[str, object]) -> str:
    """Name a game in a few words: players, and the date where one is known; safe to print.

    Args:
        info: the game's row of the games table.

    Example:
        >>> game_title({"black_player": "Ito", "white_player": None, "date_raw": "2001-02-03"})
        'Ito – ?, 2001-02-03'
    """
    names = f"{cut_text(str(info['black_player'] or '?'))} – {cut_text(str(info['white_player'] or '?'))}"
    return clean(f"{names}, {cut_text(str(info['date_raw']))}" if info["date_raw"] else names)


def game_words(info: Mapping[str, object]) -> list[str]:
    """Return what is known of a game in a few words each: players, board, komi, result, ruleset, date, event.

    Example:
        >>> import goanalyze as ga
        >>> game_words(ga.loads("(;SZ[9]PB[Ito]BR[3d]PW[Kim]KM[6.5]RE[W+R]RU[Japanese];B[ee])").info)
        ['Ito 3d – Kim', '9×9', 'komi 6.5', 'W+R', 'japanese']
    """
    black, white = (
        f"{info[f'{side}_player'] or '?'} {info[f'{side}_rank_raw'] or ''}".strip() for side in ("black", "white")
    )
    board = f"{info['board_width']}×{info['board_height']}" if info["board_width"] else "no board"
    handicap = f"handicap {info['handicap']}" if info["handicap"] else ""
    komi = "" if info["komi"] is None else f"komi {info['komi']:g}"
    played = info["result_raw"] or "no result", info["ruleset"] or info["rules_raw"], info["date_raw"], info["event"]
    return [clean(str(word)) for word in (f"{black} – {white}", board, handicap, komi, *played) if word]


def game_html(info: Mapping[str, object], findings: Sequence[Finding], viewer: str = "") -> str:
    """Show a game: who played, the viewer, and what was found beside its moves.

    Args:
        info: the game's row of the games table.
        findings: all of the game; the viewer tells those that are about a move.
        viewer: HTML; empty for a record that cannot be played out, which is shown as a table.
    """
    first, *others = map(escape, game_words(info))
    head = f'<p style="margin:0 0 .5em"><strong>{first}</strong> · {" · ".join(others)}</p>'
    left = [row for row in findings if row.move_number is None or not viewer]
    return f'<div class="go-game">{head}{viewer or _facts(info)}{_listed(left)}</div>'


def _facts(info: Mapping[str, object]) -> str:
    """Return what the record says of a game that cannot be played out, as a table."""
    rows = []
    for name in _FACTS:
        what = "written by" if name == "application" else name.removesuffix("_raw")
        if info[name]:
            said = escape(clean(str(info[name])))
            rows.append(f'<tr><td style="{NAME}">{what}</td><td style="text-align:left">{said}</td></tr>')
    return f'<table style="{TABLE}">{"".join(rows)}</table>'


def _listed(findings: Sequence[Finding]) -> str:
    shown = findings[:_LISTED]
    items = [f"<strong>{row.code}</strong> {row.severity.value}: {escape(clean(row.message))}" for row in shown]
    if len(findings) > _LISTED:
        items.append(f"and {len(findings) - _LISTED} more")
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="go-findings" style="margin:.5em 0;padding-left:1.2em">{listed}</ul>' if items else ""


def game_page(title: str, body: str) -> str:
    """Return a page of its own around a game; nothing is loaded from anywhere."""
    return _PAGE.format(title=escape(title), body=body)
