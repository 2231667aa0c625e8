"""A game that a reader steps through: plain HTML and JavaScript, in a notebook, in a page made from one, from disk.

The script knows no rules: it applies the differences that each move makes. A viewer is whole without its script, too:
it shows one position, and the controls come with the script. Nothing of a record gets into the page but as escaped text
or JSON.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze.draw.signs import SHAPES
from goanalyze.draw.svg import DOT, board_svg
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.points import EMPTY, PASS, color_letter, from_sgf, to_gtp
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.draw.diagram import Stones
    from goanalyze.vocabulary.finding import Finding

_ASSETS: Final = "assets"
_HEAD: Final = re.compile(r'<svg [^>]* width="(\d+)" height="(\d+)"[^>]*><title>([^<]*)</title>')
_LOUDEST: Final = ("offence", "repeated", "circle")


class Note(NamedTuple):
    """What is said of a move while it is the last on the board.

    Attributes:
        move: its number.
        text: what stands before the first ``": "`` is the button's; a note without text is only a mark.
        point: to be marked, or None.
        mark: kind of mark.
    """

    move: int
    text: str
    point: int | None
    mark: str


class Step(NamedTuple):
    """What one move changes: a stone is put on the point, then stones are taken, then what the record sets up is set.

    Attributes:
        color: of the player.
        point: where the stone is put, whatever stands there; −1 pass, −2 off the board.
        taken: points of the stones that are removed, own ones of a suicide too.
        placed: point and colour of what the record sets up before the next move.
    """

    color: int
    point: int
    taken: tuple[int, ...] = ()
    placed: tuple[tuple[int, int], ...] = ()


class _Board(NamedTuple):
    width: int
    height: int
    stones: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Steps:
    """A game as the differences that its moves make.

    Attributes:
        start: the board before the first move.
        steps: one for each move.
        title: who played; safe to print.
    """

    start: Stones
    steps: tuple[Step, ...]
    title: str = ""

    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self.steps)

    def __repr__(self) -> str:
        return f"<Steps {self.start.width}×{self.start.height}, {plural(len(self), 'move')}>"

    def board(self, move: int | None = None) -> Stones:
        """Return the board after a move; 0 is the start, the default the end.

        Raises:
            IndexError: there is no such move.
        """
        if move is not None and not 0 <= move <= len(self):
            raise IndexError(f"there is no move {move}: the game has {len(self)} moves")
        stones = self.start.stones.copy()
        for color, point, taken, placed in self.steps[:move]:
            if point >= 0:
                stones[point] = color
            stones[list(taken)] = EMPTY
            for place, other in placed:
                stones[place] = other
        return _Board(self.start.width, self.start.height, stones)

    def last(self, move: int) -> int:
        """Return the point of a move, `PASS` for the start."""
        return self.steps[move - 1].point if move else PASS

    def data(self) -> dict[str, object]:
        """Return the same for JSON.

        Returns:
            ``w``, ``h``: columns and rows. ``start``: one digit per point, row-major; 0 empty, 1 Black, 2 White.
            ``steps``: ``[color, point, [taken …], [[point, color] …]]``; empty lists at the end are left out.
            ``title``.
        """
        steps: list[list[object]] = []
        for color, point, taken, placed in self.steps:
            lists = [list(taken), [list(one) for one in placed]]
            steps.append([color, point, *lists[: 2 if placed else 1 if taken else 0]])
        start, stones = self.start, "".join(map(str, self.start.stones.tolist()))
        return {"w": start.width, "h": start.height, "start": stones, "steps": steps, "title": self.title}

    def said(self, move: int) -> str:
        """Say a move as the viewer does.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[2]AB[aa];W[ab];B[bb];W[])").replay().steps().said(2)
            'move 2 of 3: B B1, takes 1'
        """
        total = len(self)
        if not move:
            return f"start, of {total} {'move' if total == 1 else 'moves'}" if total else "no moves"
        color, point, taken, _ = self.steps[move - 1]
        lost = len(taken) if point in taken else 0
        number = f", loses {lost}" if lost else f", takes {len(taken)}" if taken else ""
        name = to_gtp(point, self.start.width, self.start.height)
        return f"move {move} of {total}: {color_letter(color)} {name}{number}"


def mark_kind(code: str, *, is_forbidden: bool) -> str:
    """Return the mark for the point of a finding: ``offence`` for what some ruleset forbids, else a circle."""
    return "offence" if is_forbidden or CATALOGUE[code].severity is Severity.ERROR else "circle"


def finding_notes(findings: Iterable[Finding], steps: Steps) -> list[Note]:
    """Return what findings say of their first moves, and the points of all to mark; one mark, the loudest, for a point.

    Example:
        >>> import goanalyze as ga
        >>> replay = ga.loads("(;SZ[5];B[bb];W[bb])").replay()
        >>> finding_notes(replay.findings, replay.steps())[0][1:]
        ('point occupied: A stone is there already; it is replaced.', 6, 'offence')
    """
    notes: list[Note] = []
    for row in findings:
        if row.move_number is None:
            continue
        point = from_sgf(row.point, steps.start.width, steps.start.height) if row.point else PASS
        kind = mark_kind(row.code, is_forbidden=bool(row.rulesets))
        text = f"{CATALOGUE[row.code].title}: {row.message}"
        notes.append(Note(row.move_number, text, point if point >= 0 else None, kind))
        others = ((number, steps.last(number)) for number in row.move_numbers[1:])
        notes += [Note(number, "", place, kind) for number, place in others if place >= 0]
        earlier = steps.last(row.repeats_move or 0)
        if earlier >= 0:
            notes.append(Note(row.move_number, "", earlier, "repeated"))
    return _one_mark_each(notes)


def _one_mark_each(notes: list[Note]) -> list[Note]:
    """Leave one mark on each point while a move is shown: the loudest."""
    marked: set[tuple[int, int]] = set()
    kept = list(notes)
    for place in sorted(range(len(notes)), key=lambda place: _LOUDEST.index(notes[place].mark)):
        note = notes[place]
        if note.point is not None and (note.move, note.point) in marked:
            kept[place] = note._replace(point=None)
        elif note.point is not None:
            marked.add((note.move, note.point))
    return [note for note in kept if note.text or note.point is not None]


def viewer_html(steps: Steps, notes: Sequence[Note] = (), move: int | None = None) -> str:
    """Return a viewer as one fragment of HTML that needs nothing else.

    Args:
        steps: the game.
        notes: what is said of moves.
        move: the position that is shown first, and the only one where no script runs; default the last.

    Raises:
        IndexError: there is no such move.

    Example:
        >>> import goanalyze as ga
        >>> viewer_html(ga.loads("(;SZ[9];B[ee])").replay().steps()).count("<img")
        1
    """
    number = len(steps) if move is None else move
    css, js = viewer_assets()
    markup = viewer_markup(steps, as_image(noted_svg(steps, notes, number)), number, notes)
    return f"<style>{css}</style>{markup}<script>{js}</script>"


def noted_svg(steps: Steps, notes: Iterable[Note], move: int, *, title: str = "", legend: bool = False) -> str:
    """Draw the position after a move, with the marks of its notes, as the script does it."""
    marks = {note.point: note.mark for note in notes if note.move == move and note.point is not None}
    board, last = steps.board(move), steps.last(move)
    return board_svg(
        board,
        last=PASS if last in marks else last,
        marks=marks,
        legend=legend and bool(marks),
        title=title or f"{steps.title}, after move {move}",
    )


def viewer_markup(steps: Steps, svg: str, move: int, notes: Sequence[Note] = ()) -> str:
    """Return a viewer without style and script, for a page with many viewers and one `viewer_assets`.

    A script that adds viewers to a page calls ``goanalyzeViewers(root)`` then; those that are set up already are
    passed over.

    Args:
        steps: the game.
        svg: the position after `move`, of `goanalyze.draw.svg.board_svg`, or that `as_image`.
        move: which position is shown first.
        notes: what is said of moves, in any order.
    """
    ordered = [note._replace(text=clean(note.text)) for note in sorted(notes, key=itemgetter(0))]
    whole = {**steps.data(), "notes": ordered}
    data = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    told = "".join(f"<div>{escape(text)}</div>" for number, text, _, _ in ordered if text and number == move)
    items = "".join(f"<li>move {number}: {escape(text)}</li>" for number, text, _, _ in ordered if text)
    jumps = f'<ul class="go-notes">{items}</ul>' if items else ""
    return (
        f'<div class="go-viewer" role="group" aria-label="Go game, {escape(steps.title)}" data-move="{move}">'
        f'<div class="go-board">{svg}</div><p class="go-said">{steps.said(move)}</p>'
        f'<div class="go-told">{told}</div>{jumps}'
        f'<script type="application/json" class="go-data">{data}</script></div>'
    )


def as_image(picture: str) -> str:
    """Return a picture of `board_svg` as an HTML image that holds it whole.

    Notebooks that are not trusted, and sites that show them, strip drawings from HTML, but not such images.

    Example:
        >>> from goanalyze.core.position import Position
        >>> as_image(board_svg(Position.empty(9), title="Empty"))[:61]
        '<img alt="Empty" width="260" height="260" style="max-width:10'
    """
    found = _HEAD.match(picture)
    if found is None:
        raise ValueError("this is no picture of board_svg")
    width, height, title = found.groups()
    data = b64encode(picture.encode()).decode()
    style = "max-width:100%;height:auto"
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{title}" width="{width}" height="{height}" style="{style}" src="{source}">'


@cache
def viewer_assets() -> tuple[str, str]:
    """Return the style sheet and the script of viewers, without the tags around them."""
    folder = files("goanalyze.draw") / _ASSETS
    css, js = ((folder / name).read_text(encoding="utf-8") for name in ("viewer.css", "viewer.js"))
    return css, js.replace("__SIGNS__", json.dumps(SHAPES)).replace("__DOT__", json.dumps(DOT))
