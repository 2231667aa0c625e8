"""A game that a reader steps through: plain HTML and JavaScript, in a notebook, in a page made from one, from disk.

What may live here: what each move changes on the board, as data, and the markup that shows it. What may not: drawing
(``svg``), rules in JavaScript: the script applies the differences that the replay gives, no more.

A viewer is whole without its script, too: it shows one position, and the controls come with the script. Nothing of a
record gets into the page but as escaped text or JSON.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from goanalyze.board.board import Board
from goanalyze.draw.signs import SHAPES
from goanalyze.draw.svg import DOT, board_svg
from goanalyze.replay.reference import Setup
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.points import PASS, color_letter, from_sgf, to_gtp
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    from goanalyze.game import Game

__all__ = ["Note", "as_image", "game_notes", "game_steps", "game_title", "mark_kind", "said", "short_name",
           "viewer_assets", "viewer_html", "viewer_markup"]  # fmt: skip

Note: TypeAlias = tuple[int, str, int | None, str]
"""What is said of a move while it is the last on the board: move number; text, of which what stands before the first
``": "`` is the button's; point to mark or None; kind of mark. A note without text is only a mark."""

_ASSETS: Final = "assets"
_HEAD: Final = re.compile(r'<svg [^>]* width="(\d+)" height="(\d+)"[^>]*><title>([^<]*)</title>')
_NAME: Final = 80  # characters of a name that are shown; a record may hold any number
_LOUDEST: Final = ("offence", "repeated", "circle")


def game_title(game: Game) -> str:
    """Name a game in a few words: players, and the date where one is known; safe to print.

    Example:
        >>> import goanalyze as ga
        >>> game_title(ga.loads("(;SZ[9]PB[Ito]PW[Kim]DT[2001-02-03];B[ee])"))
        'Ito – Kim, 2001-02-03'
    """
    info = game.info
    names = f"{short_name(info['black_player'] or '?')} – {short_name(info['white_player'] or '?')}"
    return clean(f"{names}, {short_name(info['date_raw'])}" if info["date_raw"] else names)


def short_name(name: str) -> str:
    """Return a name as a record has it, or the beginning of one that is longer than names are.

    Example:
        >>> short_name("Ito"), len(short_name("x" * 100_000))
        ('Ito', 80)
    """
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def game_steps(game: Game) -> dict[str, Any]:
    """Return a game as the differences that its moves make, for JSON.

    Returns:
        ``w``, ``h``: columns and rows. ``start``: one digit per point before the first move, row-major; 0 empty,
        1 Black, 2 White. ``steps``: for each move ``[color, point, [taken …], [[point, color] …]]``: a stone is put on
        the point (−1 pass, −2 off the board) whatever stands there, then the taken stones are removed, own ones of a
        suicide too, then what the record sets up before the next move is set; empty lists at the end are left
        out. ``title``: who played.

    Raises:
        ValueError: the record has no board.

    Example:
        >>> import goanalyze as ga
        >>> game_steps(ga.loads("(;SZ[2]PB[Ito]AB[aa];W[ab];B[bb];W[])"))
        {'w': 2, 'h': 2, 'start': '1000', 'steps': [[2, 2], [1, 3, [2]], [2, -1]], 'title': 'Ito – ?'}
    """
    replay = game.replay()
    start = replay.position(0)
    board = Board(start)
    total = len(replay.flags)
    steps: list[list[Any]] = []
    for event in replay.events:
        if isinstance(event, Setup):
            changed = _set_up(board, event) if steps else []
            if changed:
                last = steps[-1]
                last += [[] for _ in range(4 - len(last))]
                last[3] += changed
        elif len(steps) == total:
            break
        else:
            steps.append([event.color, event.point])
            if event.point >= 0:
                gone = frozenset().union(*board.place(event.color, event.point))
                steps[-1] += [sorted(gone)] if gone else []
    return {"w": game.width, "h": game.height, "start": "".join(map(str, start.stones.tolist())), "steps": steps,
            "title": game_title(game)}  # fmt: skip


def _set_up(board: Board, event: Setup) -> list[list[int]]:
    """Set stones up, and return the points that are another colour than before."""
    changed = []
    for point, color in event.stones:
        if board.colors[point] != color:
            board.colors[point] = color
            changed.append([point, color])
    return changed


def mark_kind(code: str, *, is_forbidden: bool) -> str:
    """Return the mark for the point of a finding: ``offence`` for what some ruleset forbids, else a circle."""
    return "offence" if is_forbidden or CATALOGUE[code].severity.value == "error" else "circle"


def game_notes(game: Game) -> list[Note]:
    """Return what the findings say of single moves, and the points to mark.

    Example:
        >>> import goanalyze as ga
        >>> game_notes(ga.loads("(;SZ[5];B[bb];W[bb])"))
        [(2, 'point occupied: A stone stands there already; it is replaced.', 6, 'offence')]
    """
    notes: list[Note] = []
    moves = game.replay().moves
    for row in game.replay().findings:
        if row.move_number is None:
            continue
        point = from_sgf(row.point, game.width, game.height) if row.point else PASS
        text = f"{CATALOGUE[row.code].title}: {row.message}"
        kind = mark_kind(row.code, is_forbidden=bool(row.rulesets))
        notes.append((row.move_number, text, point if point >= 0 else None, kind))
        earlier = moves[row.repeats_move - 1].point if row.repeats_move else PASS
        if earlier >= 0:
            notes.append((row.move_number, "", earlier, "repeated"))
    return _one_mark_each(notes)


def _one_mark_each(notes: list[Note]) -> list[Note]:
    """Leave one mark on each point while a move is shown: the loudest."""
    marked: set[tuple[int, int]] = set()
    kept = list(notes)
    for place in sorted(range(len(notes)), key=lambda place: _LOUDEST.index(notes[place][3])):
        number, text, point, kind = notes[place]
        if point is not None and (number, point) in marked:
            kept[place] = (number, text, None, kind)
        elif point is not None:
            marked.add((number, point))
    return [note for note in kept if note[1] or note[2] is not None]


def viewer_html(game: Game, move: int | None = None, notes: Sequence[Note] | None = None) -> str:
    """Return a viewer as one fragment of HTML that needs nothing else.

    Args:
        game: with a board.
        move: the position that is shown first, and the only one where no script runs; default the last.
        notes: what is said of moves; default what the findings say.

    Raises:
        ValueError: the record has no board.
        IndexError: there is no such move.

    Example:
        >>> import goanalyze as ga
        >>> viewer_html(ga.loads("(;SZ[9];B[ee])")).count("<img")
        1
    """
    shown = game_notes(game) if notes is None else list(notes)
    steps = game_steps(game)
    number = len(steps["steps"]) if move is None else move
    css, js = viewer_assets()
    markup = viewer_markup(steps, as_image(_picture(game, steps, number, shown)), number, shown)
    return f"<style>{css}</style>{markup}<script>{js}</script>"


def as_image(picture: str) -> str:
    """Return a picture of `board_svg` as an HTML image that holds it whole.

    Notebooks that are not trusted, and sites that show them, strip drawings from HTML, but not such images.

    Example:
        >>> from goanalyze.board.position import Position
        >>> as_image(board_svg(Position.empty(9), title="Empty"))[:61]
        '<img alt="Empty" width="260" height="260" style="max-width:10'
    """
    found = _HEAD.match(picture)
    if found is None:
        raise ValueError("this is no picture of board_svg")
    width, height, title = found.groups()
    data = b64encode(picture.encode()).decode()
    return (f'<img alt="{title}" width="{width}" height="{height}" style="max-width:100%;height:auto" '
            f'src="data:image/svg+xml;base64,{data}">')  # fmt: skip


def _picture(game: Game, steps: dict[str, Any], move: int, notes: Sequence[Note]) -> str:
    """Draw the position after a move, with its notes' marks, as the script does it."""
    position = game.replay().position(move)
    marks = {point: kind for number, _, point, kind in notes if number == move and point is not None}
    last = steps["steps"][move - 1][1] if move else PASS
    title = f"{steps['title']}, after move {move}"
    return board_svg(position, last=PASS if last in marks else last, marks=marks, title=title)


def viewer_markup(steps: dict[str, Any], svg: str, move: int, notes: Sequence[Note] = ()) -> str:
    """Return a viewer without style and script, for a page with many viewers and one `viewer_assets`.

    A script that adds viewers to a page calls ``goanalyzeViewers(root)`` then; those that are set up already are
    passed over.

    Args:
        steps: of `game_steps`.
        svg: the position after `move`, of `goanalyze.draw.svg.board_svg`, or that `as_image`.
        move: which position is shown first.
        notes: what is said of moves, in any order.
    """
    ordered = [(number, clean(text), point, kind) for number, text, point, kind in sorted(notes, key=itemgetter(0))]
    data = json.dumps({**steps, "notes": ordered}, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    told = "".join(f"<div>{escape(text)}</div>" for number, text, _, _ in ordered if text and number == move)
    items = "".join(f"<li>move {number}: {escape(text)}</li>" for number, text, _, _ in ordered if text)
    jumps = f'<ul class="go-notes">{items}</ul>' if items else ""
    return (
        f'<div class="go-viewer" role="group" aria-label="Go game, {escape(steps["title"])}" data-move="{move}">'
        f'<div class="go-board">{svg}</div><p class="go-said">{said(steps, move)}</p>'
        f'<div class="go-told">{told}</div>{jumps}'
        f'<script type="application/json" class="go-data">{data}</script></div>'
    )


def said(steps: dict[str, Any], move: int) -> str:
    """Say a move as the viewer does.

    Example:
        >>> import goanalyze as ga
        >>> said(game_steps(ga.loads("(;SZ[2]AB[aa];W[ab];B[bb];W[])")), 2)
        'move 2 of 3: B B1, takes 1'
    """
    total = len(steps["steps"])
    if not move:
        return f"start, of {total} {'move' if total == 1 else 'moves'}" if total else "no moves"
    color, point, *rest = steps["steps"][move - 1]
    lost = len(rest[0]) if rest and point in rest[0] else 0
    won = len(rest[0]) if rest and not lost else 0
    name = to_gtp(point, steps["w"], steps["h"])
    number = f", takes {won}" if won else f", loses {lost}" if lost else ""
    return f"move {move} of {total}: {color_letter(color)} {name}{number}"


@cache
def viewer_assets() -> tuple[str, str]:
    """Return the style sheet and the script of viewers, without the tags around them."""
    folder = files("goanalyze.draw") / _ASSETS
    css, js = ((folder / name).read_text(encoding="utf-8") for name in ("viewer.css", "viewer.js"))
    return css, js.replace("__SIGNS__", json.dumps(SHAPES)).replace("__DOT__", json.dumps(DOT))
