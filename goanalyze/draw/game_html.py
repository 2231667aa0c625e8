"""Games and findings as HTML, and the words that name a game, from rows of the tables games and findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.draw.markup import escaped
from goanalyze.draw.text_tables import NAME, TABLE
from goanalyze.util.text import clean, cut_text

if TYPE_CHECKING:
    from goanalyze.catalogue.finding import Finding

_LISTED: Final = 12  # findings below a game
_FACTS: Final = ("source", "member", "date_raw", "event", "place", "komi_raw", "rules_raw", "result_raw", "application")


def game_title(info: Mapping[str, object]) -> str:
    """Return the players of a game, and the date if it is known; safe to print.

    Example:
        >>> game_title({"black_player": "Ito", "white_player": None, "date_raw": "2001-02-03"})
        'Ito – ?, 2001-02-03'
    """
    names = f"{cut_text(str(info['black_player'] or '?'))} – {cut_text(str(info['white_player'] or '?'))}"
    return clean(f"{names}, {cut_text(str(info['date_raw']))}" if info["date_raw"] else names)


def player_names(info: Mapping[str, object]) -> tuple[str, str]:
    """Return Black and White with their ranks; safe to print.

    Example:
        >>> player_names({"black_player": "Ito", "black_rank_raw": "3d", "white_player": None, "white_rank_raw": None})
        ('Ito 3d', '?')
    """
    black, white = (
        clean(cut_text(f"{info[f'{side}_player'] or '?'} {info[f'{side}_rank_raw'] or ''}".strip()))
        for side in ("black", "white")
    )
    return black, white


def game_words(info: Mapping[str, object]) -> list[str]:
    """Return the facts of a game in a few words each: players, board, komi, result, ruleset, date, event.

    Example:
        >>> import goanalyze as ga
        >>> game_words(ga.loads("(;SZ[9]PB[Ito]BR[3d]PW[Kim]KM[6.5]RE[W+R]RU[Japanese];B[ee])").info)
        ['Ito 3d – Kim', '9×9', 'komi 6.5', 'W+R', 'japanese']
    """
    board = f"{info['board_width']}×{info['board_height']}" if info["board_width"] else "no board"
    handicap = f"handicap {info['handicap']}" if info["handicap"] else ""
    komi = "" if info["komi"] is None else f"komi {info['komi']:g}"
    played = info["result_raw"] or "no result", info["ruleset"] or info["rules_raw"], info["date_raw"], info["event"]
    return [clean(str(word)) for word in (" – ".join(player_names(info)), board, handicap, komi, *played) if word]


def game_html(info: Mapping[str, object], findings: Sequence[Finding], viewer: str = "") -> str:
    """Return a game as HTML: its facts, the viewer, and the findings that the viewer does not show."""
    first, *others = map(escaped, game_words(info))
    head = f'<p style="margin:0 0 .5em"><strong>{first}</strong> · {" · ".join(others)}</p>'
    listed = [row for row in findings if not viewer or (row.move_number is None and not row.point)]
    return f'<div class="go-game">{head}{viewer or _facts(info)}{_finding_list(listed)}</div>'


def _facts(info: Mapping[str, object]) -> str:
    rows = []
    for name in _FACTS:
        label = "written by" if name == "application" else name.removesuffix("_raw")
        if info[name]:
            cell = f'<td style="text-align:left">{escaped(info[name])}</td>'
            rows.append(f'<tr><td style="{NAME}">{label}</td>{cell}</tr>')
    return f'<table style="{TABLE}">{"".join(rows)}</table>'


def _finding_list(findings: Sequence[Finding]) -> str:
    items = [f"<strong>{row.code}</strong> {row.severity.value}: {escaped(row.message)}" for row in findings[:_LISTED]]
    if len(findings) > _LISTED:
        items.append(f"and {len(findings) - _LISTED} more")
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="go-findings" style="margin:.5em 0;padding-left:1.2em">{listed}</ul>' if items else ""


def finding_html(finding: Finding, picture: str = "") -> str:
    """Return a finding as HTML: code, title, message and rulesets, next to the board with its point marked."""
    move = "" if finding.move_number is None else f", move {finding.move_number}"
    head = f"<strong>{finding.code} {escaped(CATALOGUE[finding.code].title)}</strong> · {finding.severity.value}{move}"
    rulesets = f"Forbidden by {', '.join(finding.rulesets)}." if finding.rulesets else ""
    texts = [head, *(escaped(text) for text in (finding.message, rulesets) if text)]
    words = "".join(f'<p style="margin:0 0 .5em">{text}</p>' for text in texts)
    board = f'<div style="flex:0 1 20rem;min-width:12rem">{picture}</div>' if picture else ""
    style = "display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start"
    words = f'<div style="flex:1 1 16rem;max-width:36em">{words}</div>'
    return f'<div class="go-finding" style="{style}">{board}{words}</div>'
