"""Values as they draw themselves: HTML for notebooks, coloured text for terminals.

What may live here: how a game, a count, an outcome and a territory are laid out. What may not: boards (``svg``),
stepping (``viewer``), computing.

All HTML takes its colours from the page around it, so it reads in light and dark notebooks; boards bring their own
ground.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any, Final

from goanalyze.draw.viewer import as_image, game_title, viewer_html
from goanalyze.rules import points_text
from goanalyze.score.ledger import quarters
from goanalyze.show.counted import counted_marks, territory_legend
from goanalyze.show.pictures import territory_svg
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    from goanalyze.game import Game, Replay
    from goanalyze.score.count import Count
    from goanalyze.score.ledger import Ledger
    from goanalyze.score.outcome import Outcome
    from goanalyze.score.territory import Territory

__all__ = ["count_html", "count_text", "game_html", "game_page", "game_words", "outcome_html", "rich_game",
           "rich_outcome", "rich_replay", "rich_territory"]  # fmt: skip

_LISTED: Final = 12  # findings that are listed under a game
_TABLE: Final = "border-collapse:collapse;margin:0 0 .8em;color:inherit;background:none"
_NAME: Final = "text-align:left;padding:1px 12px 1px 0"
_NUMBER: Final = "text-align:right;padding:1px 0 1px 12px;font-variant-numeric:tabular-nums;white-space:pre"
_LINE: Final = ";border-top:1px solid currentColor"
_PAGE: Final = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">"
    "<title>{title}</title><style>:root{{color-scheme:light dark}}"
    "body{{margin:1rem auto;padding:0 .6rem;max-width:42rem;font:16px/1.4 system-ui,sans-serif}}</style></head>"
    "<body>{body}</body></html>\n"
)


def _said(value: object) -> str:
    """Return a text of a record, safe in HTML."""
    return escape(clean(str(value)))


def _row(cells: Iterable[str], line: str = "", tag: str = "td") -> str:
    """Return a row of a table: a name, then numbers; its cells are HTML."""
    styles = (_NAME if place == 0 else _NUMBER for place in range(9))
    return "<tr>" + "".join(f'<{tag} style="{style}{line}">{cell}</{tag}>'
                            for cell, style in zip(cells, styles, strict=False)) + "</tr>"  # fmt: skip


def _number(value: float | None, unit: str = "points") -> str:
    if value is None:
        return ""
    return quarters(value) if unit == "zi" else f"{value:g}".replace("-", "−")


def game_words(game: Game) -> list[str]:
    """Return what is known of a game in a few words each: players, board, komi, result, ruleset, date, event.

    Example:
        >>> import goanalyze as ga
        >>> game_words(ga.loads("(;SZ[9]PB[Ito]BR[3d]PW[Kim]KM[6.5]RE[W+R]RU[Japanese];B[ee])"))
        ['Ito 3d – Kim', '9×9', 'komi 6.5', 'W+R', 'japanese']
    """
    info = game.info
    black, white = (
        f"{info[f'{side}_player'] or '?'} {info[f'{side}_rank_raw'] or ''}".strip() for side in ("black", "white")
    )
    handicap = f"handicap {info['handicap']}" if info["handicap"] else ""
    words = [f"{black} – {white}", f"{game.width}×{game.height}" if game.width else "no board", handicap,
             "" if info["komi"] is None else f"komi {info['komi']:g}", info["result_raw"] or "no result",
             info["ruleset"] or info["rules_raw"], info["date_raw"], info["event"]]  # fmt: skip
    return [clean(word) for word in words if word]


def game_html(game: Game, move: int | None = None) -> str:
    """Show a game: who played, the viewer, and what was found beside its moves; a table where there is no board."""
    first, *others = map(escape, game_words(game))
    head = f'<p style="margin:0 0 .5em"><strong>{first}</strong> · {" · ".join(others)}</p>'
    body = viewer_html(game, move) if game.width else _facts(game)
    return f'<div class="go-game">{head}{body}{_findings(game)}</div>'


def _facts(game: Game) -> str:
    """Return what the record says of a game that cannot be played out, as a table."""
    names = {"source": "source", "member": "member", "date_raw": "date", "event": "event", "place": "place",
             "komi_raw": "komi", "rules_raw": "rules", "result_raw": "result", "application": "written by"}  # fmt: skip
    rows = "".join(
        f'<tr><td style="{_NAME}">{what}</td><td style="text-align:left">{_said(game.info[name])}</td></tr>'
        for name, what in names.items()
        if game.info[name]
    )
    return f'<table style="{_TABLE}">{rows}</table>'


def _findings(game: Game) -> str:
    """Return the findings that are about no move; the viewer has the others."""
    rows = [row for row in game.replay().findings if row.move_number is None or not game.width]
    items = "".join(
        f"<li><strong>{row.code}</strong> {CATALOGUE[row.code].severity.value}: {_said(row.message)}</li>"
        for row in rows[:_LISTED]
    )
    if not items:
        return ""
    more = f"<li>and {len(rows) - _LISTED} more</li>" if len(rows) > _LISTED else ""
    return f'<ul class="go-findings" style="margin:.5em 0;padding-left:1.2em">{items}{more}</ul>'


def game_page(game: Game, move: int | None = None) -> str:
    """Return a page of its own that shows a game; nothing is loaded from anywhere."""
    return _PAGE.format(title=escape(game_title(game)), body=game_html(game, move))


def count_html(count: Count) -> str:
    """Show a count: both sides beside each other, and the margins before komi."""
    lines = "".join(_row((what, str(black), str(white))) for what, black, white in _sides(count))
    return (f'<div class="go-count"><table style="{_TABLE}">{_row(("", "Black", "White"), tag="th")}{lines}</table>'
            f'<p style="margin:0">{_margins(count)}</p></div>')  # fmt: skip


def count_text(count: Count) -> str:
    """Write a count as `count_html` shows it.

    Example:
        >>> import goanalyze as ga
        >>> print(ga.count(ga.Position.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.O."])))
                              Black   White
        living stones             6       5
        territory                 5       5
        area                     11      10
        groups                    1       1
        by area B+1 · by territory 0 · dame 4; before komi
    """
    sides = [("", "Black", "White"), *_sides(count)]
    return "\n".join([*(f"{what:20}{black:>7}{white:>8}" for what, black, white in sides), _margins(count)])


def _sides(count: Count) -> list[tuple[str, int, int]]:
    rows = [("living stones", "stones"), ("territory", "territory"), ("area", "area"), ("prisoners", "prisoners"),
            ("dead stones", "dead"), ("groups", "groups"), ("groups in seki", "seki_groups"),
            ("territory in seki", "seki"), ("to be filled (teire)", "deducted")]  # fmt: skip
    sides = [(what, getattr(count.black, name), getattr(count.white, name)) for what, name in rows]
    return [(what, black, white) for what, black, white in sides if black or white or what == "area"]


def _margins(count: Count) -> str:
    return (f"by area {points_text(count.area_margin)} · by territory {points_text(count.territory_margin)} · "
            f"dame {count.dame}; before komi")  # fmt: skip


def _ledger(ledger: Ledger) -> str:
    """Return a ledger as a table, its sum and result below."""
    head = _row((escape(ledger.title), "Black", "White", ""), tag="th")
    rows = "".join(
        _row((escape(line.what), _number(line.black, ledger.unit), _number(line.white, ledger.unit), ""))
        for line in ledger.lines
    )
    if ledger.unit == "stones":
        return f'<table style="{_TABLE}">{head}{rows}</table>'
    result = points_text(ledger.margin)
    if ledger.unit == "zi" and ledger.margin:
        result = f"{result[:2]}{quarters(abs(ledger.margin))}子"
    white = None if all(line.white is None for line in ledger.lines) else ledger.white
    sums = (_number(ledger.black, ledger.unit), _number(white, ledger.unit))
    return f'<table style="{_TABLE}">{head}{rows}{_row(("", *sums, f"<strong>{result}</strong>"), _LINE)}</table>'


def outcome_html(outcome: Outcome) -> str:
    """Show an outcome: its ledgers, its basis and reasons, and the counted board where it is known."""
    result = "no margin" if outcome.margin is None else outcome.result
    head = (f'<p style="margin:0 0 .5em"><strong>{escape(outcome.ruleset.title)}: {result}</strong> · '
            f"{outcome.basis.replace('_', ' ')}</p>")  # fmt: skip
    ledgers = "".join(_ledger(ledger) for ledger in (outcome.ledger, outcome.other_ledger) if ledger)
    reasons = "".join(f"<li>{_said(reason)}</li>" for reason in outcome.reasons)
    told = f'<ul style="margin:0;padding-left:1.2em;max-width:32em">{reasons}</ul>' if reasons else ""
    board = ""
    if outcome.final is not None:
        picture = territory_svg(outcome.final.territory(), f"As counted under {outcome.ruleset.title}")
        board = f'<div style="flex:0 1 24rem;min-width:12rem">{as_image(picture)}</div>'
    return ('<div class="go-outcome" style="display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start">'
            f"<div>{head}{ledgers}{told}</div>{board}</div>")  # fmt: skip


def rich_outcome(outcome: Outcome) -> Any:
    """Return an outcome as ``str`` gives it, its result in bold, with the counted board where it is known."""
    from rich.text import Text  # noqa: PLC0415 - drawing in colour alone pays for rich

    head, _, rest = str(outcome).partition("\n")
    told = Text(head, style="bold") + Text(f"\n{rest}" if rest else "", style="not bold")
    return told if outcome.final is None else Text("\n\n").join([told, rich_territory(outcome.final.territory())])


def rich_territory(counted: Territory) -> Any:
    """Return a counted position in colours, with its legend; the territory must know its position."""
    from rich.text import Text  # noqa: PLC0415 - drawing in colour alone pays for rich

    from goanalyze.draw.diagram import rich_diagram  # noqa: PLC0415 - as above

    if counted.position is None:
        return Text(repr(counted))
    board = rich_diagram(counted.position, marks=counted_marks(counted.position, counted))
    return Text("\n").join([board, Text(territory_legend(counted))])


def rich_game(game: Game) -> Any:
    """Return a game as ``str`` gives it, in colours."""
    from rich.text import Text  # noqa: PLC0415 - drawing in colour alone pays for rich

    return Text("\n").join([Text(repr(game), style="bold"), game.replay().__rich__()])


def rich_replay(replay: Replay, last: int | None) -> Any:
    """Return the final position in colours, with the last move; the same words as ``str`` where there is no board."""
    from rich.text import Text  # noqa: PLC0415 - drawing in colour alone pays for rich

    from goanalyze.draw.diagram import rich_diagram  # noqa: PLC0415 - as above

    return rich_diagram(replay.position(), last=last) if replay.has_board else Text(str(replay))
