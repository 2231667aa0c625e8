"""The viewer of a game: plain HTML and JavaScript for notebooks, exported pages and files on disk.

The script knows no rules: it applies the differences that Python computed for each move. Without the script, a viewer
still shows one position with its notes. Text of a record is in the page only as escaped text or JSON.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze.catalogue.catalogue import CATALOGUE, Severity
from goanalyze.draw.marks import SHAPES
from goanalyze.draw.markup import asset, escaped
from goanalyze.draw.svg import DOT, board_svg
from goanalyze.draw.text_tables import Row
from goanalyze.errors import NoSuchItemError, OptionError
from goanalyze.points import BLACK, EMPTY, PASS, WHITE, color_letter, from_sgf, opponent, to_gtp, to_sgf
from goanalyze.util.arguments import read_integer
from goanalyze.util.numbers import plural
from goanalyze.util.text import clean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.catalogue.finding import Finding
    from goanalyze.draw.diagram import Stones

_HEAD: Final = re.compile(r'<svg [^>]* width="(\d+)" height="(\d+)"[^>]*><title>([^<]*)</title>')
_LOUDEST: Final = ("offence", "repeated", "circle")
_ABOUT_START: Final = ("GO152", "GO154", "GO405")  # findings without a move whose point is shown at the start


class ViewerNote(NamedTuple):
    """A message on a move, shown while the move is the last on the board.

    Attributes:
        move: number of the move, 0 for the start.
        text: the message, whose part before the first ``": "`` labels its button; empty for a mark alone.
        point: point to be marked, or None.
        mark: kind of mark.
        line: index of the line of the record.
    """

    move: int
    text: str
    point: int | None
    mark: str
    line: int = 0


class ViewerCount(NamedTuple):
    """A count of the game's end under one or more rulesets.

    Attributes:
        rulesets: names of the rulesets.
        result: the result, as ``B+3.5``.
        certainty: basis of the count and its confidence.
        stones: one character per point of the counted position, ``X``, ``O`` or ``.``; empty if it is unknown.
        signs: one sign per point as in `goanalyze.draw.counted_position`, ``.`` for none.
        ledger: title, lines and total of the count; None without a ledger.
    """

    rulesets: str
    result: str
    certainty: str
    stones: str = ""
    signs: str = ""
    ledger: tuple[str, Sequence[Row], Row | None] | None = None


class Step(NamedTuple):
    """The effect of one move: a stone is put on the board, stones are removed, then the record's setup applies.

    Attributes:
        color: colour of the player.
        point: point of the stone, empty or not; −1 pass, −2 off the board.
        removed: points of the removed stones, own ones of a suicide too.
        setup: point and colour of the record's setup before the next move.
    """

    color: int
    point: int
    removed: tuple[int, ...] = ()
    setup: tuple[tuple[int, int], ...] = ()


class _Board(NamedTuple):
    width: int
    height: int
    stones: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Steps:
    """A line of a record as the effects of its moves.

    Attributes:
        start: the board before the first move.
        steps: one for each move.
        title: players; safe to print.
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
            NoSuchItemError: the move does not exist.
            OptionError: `move` is not a whole number.
        """
        last = len(self)
        if move is not None and not 0 <= read_integer("move", move) <= last:
            raise NoSuchItemError(
                f"Move {move} is not found. Expected 0 to {last}: the record has {plural(last, 'move')}."
            )
        stones = self.start.stones.copy()
        for color, point, removed, setup in self.steps[:move]:
            if point >= 0:
                stones[point] = color
            stones[list(removed)] = EMPTY
            for changed, stone in setup:
                stones[changed] = stone
        return _Board(self.start.width, self.start.height, stones)

    def last(self, move: int) -> int:
        """Return the point of a move, `PASS` for the start."""
        return self.steps[move - 1].point if move else PASS

    def caption(self, move: int) -> str:
        """Return a move in the words of the viewer.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[2]AB[aa];W[ab];B[bb];W[])").replay().steps().caption(2)
            'move 2 of 3: B B1, takes 1'
        """
        total = len(self)
        if not move:
            return f"start, of {plural(total, 'move')}" if total else "no moves"
        color, point, removed, _ = self.steps[move - 1]
        verb = "loses" if point in removed else "takes"
        name = to_gtp(point, self.start.width, self.start.height)
        return f"move {move} of {total}: {color_letter(color)} {name}{f', {verb} {len(removed)}' if removed else ''}"

    def data(self, before: Steps | None = None) -> dict[str, object]:
        """Return the line for JSON.

        Args:
            before: the line before it in the list of lines, whose first moves it may share.

        Returns:
            ``shared``, the number of moves taken over; ``start``, black and white stones of the start; ``moves``, two
            letters each as in SGF, ``--`` for a pass, ``..`` off the board; ``same``, numbers of the moves in the
            colour of the move before; ``takes``, removed points by move; ``setup``, points that become black, white and
            empty by move. Empty values are left out.
        """
        width = self.start.width

        def letters(points: Iterable[int]) -> str:
            return "".join(to_sgf(point, width) if point >= 0 else "--" if point == PASS else ".." for point in points)

        def by_color(stones: Iterable[tuple[int, int]], *colors: int) -> list[str]:
            listed = list(stones)
            return [letters(point for point, stone in listed if stone == color) for color in colors]

        is_alike = before is not None and bool((before.start.stones == self.start.stones).all())
        shared = _common_length(before.steps, self.steps) if before is not None and is_alike else 0
        start = by_color(enumerate(self.start.stones.tolist()), BLACK, WHITE)
        moves = list(enumerate(self.steps, 1))
        colors = [opponent(BLACK), *(step.color for step in self.steps)]
        values: dict[str, object] = {
            "shared": shared,
            "start": start if any(start) else None,
            "moves": letters(step.point for step in self.steps[shared:]),
            "same": [number for number, step in moves[shared:] if step.color == colors[number - 1]],
            "takes": {number: letters(step.removed) for number, step in moves[shared:] if step.removed},
            "setup": {n: by_color(step.setup, BLACK, WHITE, EMPTY) for n, step in moves[shared:] if step.setup},
        }
        return {name: value for name, value in values.items() if value or name == "moves"}


def _common_length(first: Sequence[Step], second: Sequence[Step]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(first), len(second)))


@dataclass(frozen=True, slots=True)
class ViewerGame:
    """The content of a viewer."""

    lines: tuple[Steps, ...]
    notes: tuple[ViewerNote, ...] = ()
    counts: tuple[ViewerCount, ...] = ()
    players: tuple[str, str] = ("", "")

    @property
    def title(self) -> str:
        """Title of the main line."""
        return self.lines[0].title

    def data(self) -> dict[str, object]:
        """Return the game for the script, as JSON data.

        Returns:
            ``w``, ``h``: columns and rows; ``title``; ``players``; ``lines``: as `Steps.data`; ``notes``: ``[move,
            text, point, mark, line]`` with −1 for no point; ``boards``: stones and signs of the counted positions;
            ``counts``: rulesets, result, certainty, index of the board, and ledger. Empty values are left out.
        """
        boards = list(dict.fromkeys((count.stones, count.signs) for count in self.counts if count.stones))
        counts = [
            {
                "rulesets": clean(count.rulesets),
                "result": count.result,
                "certainty": clean(count.certainty),
                **({"board": boards.index((count.stones, count.signs))} if count.stones else {}),
                **({"ledger": count.ledger} if count.ledger else {}),
            }
            for count in self.counts
        ]
        notes = [
            [note.move, clean(note.text), -1 if note.point is None else note.point, note.mark, note.line]
            for note in sorted(self.notes, key=lambda note: (note.line, note.move))
        ]
        start = self.lines[0].start
        values: dict[str, object] = {
            "players": [clean(name) for name in self.players] if any(self.players) else None,
            "notes": notes,
            "boards": boards,
            "counts": counts,
        }
        lines = [line.data(before) for line, before in zip(self.lines, (None, *self.lines), strict=False)]
        whole = {"w": start.width, "h": start.height, "title": clean(self.title), "lines": lines}
        return whole | {name: value for name, value in values.items() if value}


def mark_kind(code: str, *, is_forbidden: bool) -> str:
    """Return the mark for the point of a finding: ``offence`` for a forbidden move or an error, else ``circle``."""
    return "offence" if is_forbidden or CATALOGUE[code].severity is Severity.ERROR else "circle"


def finding_notes(findings: Iterable[Finding], steps: Steps, line: int = 0) -> tuple[ViewerNote, ...]:
    """Return the findings about moves and points as notes on their first moves; each point has one mark, the loudest.

    Example:
        >>> import goanalyze as ga
        >>> replay = ga.loads("(;SZ[5];B[bb];W[bb])").replay()
        >>> finding_notes(replay.findings, replay.steps())[0][2:]
        (6, 'offence', 0)
    """
    notes: list[ViewerNote] = []
    for row in findings:
        if row.move_number is None and not row.point:
            continue
        end = 0 if row.code in _ABOUT_START else len(steps)
        move = end if row.move_number is None else row.move_number
        point = from_sgf(row.point, steps.start.width, steps.start.height) if row.point else PASS
        kind = mark_kind(row.code, is_forbidden=bool(row.rulesets))
        text = f"{CATALOGUE[row.code].title}: {row.message}"
        marked = [(move, text, point, kind)]
        marked += [(number, "", steps.last(number), kind) for number in row.move_numbers[1:]]
        if row.repeats_move:
            marked.append((move, "", steps.last(row.repeats_move), "repeated"))
        notes += [ViewerNote(number, words, at if at >= 0 else None, mark, line) for number, words, at, mark in marked]
    return tuple(_with_one_mark(notes))


def _with_one_mark(notes: Sequence[ViewerNote]) -> list[ViewerNote]:
    """Keep one mark on each point while a move is shown: the loudest."""
    marked: set[tuple[int, int]] = set()
    result = list(notes)
    for index in sorted(range(len(notes)), key=lambda index: _LOUDEST.index(notes[index].mark)):
        note = notes[index]
        if note.point is not None and (note.move, note.point) in marked:
            result[index] = note._replace(point=None)
        elif note.point is not None:
            marked.add((note.move, note.point))
    return [note for note in result if note.text or note.point is not None]


def viewer_html(game: ViewerGame, move: int | None = None, line: int = 0, *, with_assets: bool = True) -> str:
    """Return a viewer as one fragment of HTML.

    Args:
        game: its content.
        move: number of the first move to be shown, 0 for the start; the last by default.
        line: index of the line to be shown.
        with_assets: True if the fragment has style and script; False for pages that have `viewer_assets` once.

    Raises:
        NoSuchItemError: the move does not exist.
    """
    markup = viewer_markup(game, move, line, is_image=True)
    css, js = viewer_assets()
    return f"<style>{css}</style>{markup}<script>{js}</script>" if with_assets else markup


def viewer_markup(game: ViewerGame, move: int | None = None, line: int = 0, *, is_image: bool = False) -> str:
    """Return a viewer without style and script, see `viewer_html`; as notebooks need it, the board is an image.

    A script that adds viewers to a page calls ``goanalyzeViewers(root)`` then.
    """
    steps = game.lines[line]
    number = len(steps) if move is None else move
    picture = noted_svg(steps, [note for note in game.notes if note.line == line], number)
    data = json.dumps(game.data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    texts = [note for note in game.notes if note.text and note.line == line]
    current = "".join(f"<div>{escaped(note.text)}</div>" for note in texts if note.move == number)
    items = "".join(f"<li>move {note.move}: {escaped(note.text)}</li>" for note in texts)
    items += "".join(
        f"<li>{escaped(f'{rulesets}: {result}, {certainty}')}</li>" for rulesets, result, certainty, *_ in game.counts
    )
    return (
        f'<div class="go-viewer" role="group" aria-label="Go game, {escaped(game.title)}" data-move="{number}" '
        f'data-line="{line}"><div class="go-board">{as_image(picture) if is_image else picture}</div>'
        f'<p class="go-current">{steps.caption(number)}</p><div class="go-messages">{current}</div>'
        f'{f"""<ul class="go-notes">{items}</ul>""" if items else ""}'
        f'<script type="application/json" class="go-data">{data}</script></div>'
    )


def noted_svg(steps: Steps, notes: Iterable[ViewerNote], move: int, *, title: str = "", legend: bool = False) -> str:
    """Draw the position after a move, with the marks of its notes."""
    marks = {note.point: note.mark for note in notes if note.move == move and note.point is not None}
    board, last = steps.board(move), steps.last(move)
    return board_svg(
        board,
        last=PASS if last in marks else last,
        marks=marks,
        legend=legend and bool(marks),
        title=title or f"{steps.title}, after move {move}",
    )


def empty_boards(sizes: Iterable[tuple[int, int]]) -> str:
    """Return hidden templates of empty boards, for pages that build viewers with ``goanalyzeView``."""
    from numpy import uint8, zeros  # only pages with many games need it

    return "".join(
        f'<template class="go-empty" data-size="{width}x{height}">'
        f"{board_svg(_Board(width, height, zeros(width * height, dtype=uint8)))}</template>"
        for width, height in sorted(set(sizes))
    )


def as_image(picture: str) -> str:
    """Return a picture of `board_svg` as an HTML image that contains it.

    Notebooks that are not trusted, and sites that show them, remove drawings from HTML, but not such images.
    """
    match = _HEAD.match(picture)
    if match is None:
        raise OptionError("The picture is not one of board_svg. Expected its SVG.")
    width, height, title = match.groups()
    source = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
    return f'<img alt="{title}" width="{width}" height="{height}" style="max-width:100%;height:auto" src="{source}">'


@cache
def viewer_assets() -> tuple[str, str]:
    """Return the style sheet and the script of viewers, without the tags around them.

    Example:
        >>> css, js = viewer_assets()
        >>> "<style>" in css, "<script>" in js
        (False, False)
    """
    js = asset("viewer.js").replace("__SIGNS__", json.dumps(SHAPES)).replace("__DOT__", json.dumps(DOT))
    return asset("viewer.css"), re.sub(r"^\s*(//.*\n)?|^\n", "", js, flags=re.MULTILINE)
