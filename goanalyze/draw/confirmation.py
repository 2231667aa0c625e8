"""Confirmed chains as text and as pictures: the verdict, the search region and a sequence of moves.

In text, a dead stone is ``x`` (Black's) or ``o`` (White's), a living one ``#`` (Black's) or ``@`` (White's). Chains
without a decision have no sign. If one chain is drawn, brackets enclose its region, and its sequence is numbered as in
books: a new diagram begins at a move on a used point, and after each tenth move, so that one digit suffices. ``0`` is
the tenth move, the twentieth …
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze.draw.diagram import (
    NumberedMoves,
    Stones,
    diagram,
    line_words,
    numbered_moves,
    rich_diagram,
    rich_joined,
    terminal_glyphs,
)
from goanalyze.draw.markup import escaped
from goanalyze.draw.svg import board_svg
from goanalyze.points import BLACK, WHITE
from goanalyze.util.numbers import plural
from goanalyze.util.text import COLUMNS, wrapped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

_SIGNS: Final = {("dead", BLACK): "x", ("dead", WHITE): "o", ("alive", BLACK): "#", ("alive", WHITE): "@"}
_LEGEND: Final = {"xo": "dead", "#@": "alive"}
_MARKS: Final = {"dead": "cross", "alive": "square", "unknown": "dot"}
_WORDS: Final = {"cross": "dead", "square": "alive", "dot": "not decided"}
_GAP: Final = "   "
_SPACE: Final = 12  # pixels between diagrams
_PIXELS: Final = 1000  # width of a row of diagrams


class Figure(NamedTuple):
    """A part of a sequence: a board, and moves that are each on an empty point of it.

    Attributes:
        width, height: columns and rows.
        stones: uint8[width * height], the stones before the first move.
        first: number of the first move.
        moves: colour and point of each; a point may be `PASS` or `KO_PASS`.
    """

    width: int
    height: int
    stones: NDArray[np.uint8]
    first: int = 1
    moves: Sequence[tuple[int, int]] = ()


class ChainPicture(NamedTuple):
    """A chain with its verdict.

    Attributes:
        points: points of its stones.
        color: colour of its stones.
        status: ``alive``, ``dead`` or ``unknown``.
        message: the verdict in a sentence.
        region: points of the search region.
        figures: a sequence of moves in parts; the board alone without one.
    """

    points: Collection[int]
    color: int
    status: str
    message: str
    region: Collection[int]
    figures: Sequence[Figure]


def verdicts_text(board: Stones, chains: Sequence[ChainPicture]) -> str:
    """Return the verdicts on one board as text.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Position.from_rows(["XO.", ".OO", "OO."])
        >>> print(verdicts_text(board, [ChainPicture([0], 1, "dead", "", [0, 3], [])]))
          A B C
        3 x O . 3
        2 . O O 2
        1 O O . 1
          A B C
        xo dead
    """
    signs = _signs(chains)
    return "\n".join([diagram(board, marks=signs), *_legend(signs)])


def rich_verdicts(board: Stones, chains: Sequence[ChainPicture]) -> Text:
    """Return the verdicts on one board in colours for a terminal."""
    signs, glyphs = _signs(chains), terminal_glyphs()
    marks = {point: glyphs.translate(sign) for point, sign in signs.items()}
    legend = [(glyphs.translate(some), status) for some, status in _LEGEND.items()]
    return rich_joined(
        rich_diagram(board, marks=marks, glyphs=glyphs), *((line, "") for line in _legend(marks, legend))
    )


def verdicts_svg(board: Stones, chains: Sequence[ChainPicture]) -> str:
    """Draw the verdicts on one board: a cross on dead stones, a square on living ones, a dot on others."""
    marks = {point: _MARKS[chain.status] for chain in chains for point in chain.points}
    return board_svg(board, marks=marks, legend=_WORDS, title="Life and death, confirmed")


def _signs(chains: Sequence[ChainPicture]) -> dict[int, str]:
    decided = [(chain, sign) for chain in chains if (sign := _SIGNS.get((chain.status, chain.color)))]
    return {point: sign for chain, sign in decided for point in chain.points}


def _legend(signs: Mapping[int, str], legend: Iterable[tuple[str, str]] = tuple(_LEGEND.items())) -> list[str]:
    present = set(signs.values())
    words = " · ".join(f"{some} {status}" for some, status in legend if set(some) & present)
    return [words] if words else []


def chain_text(chain: ChainPicture) -> str:
    """Return one chain as text: its verdict, its region, and its sequence as diagrams and in words.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Position.from_rows(["XO.", ".OO", "OO."])
        >>> figure = Figure(3, 3, board.stones, moves=[(2, 3)])
        >>> print(chain_text(ChainPicture([0], 1, "dead", "", [0, 3], [figure])))
          A B C
        3[x]O . 3
        2[1]O O 2
        1 O O . 1
          A B C
        xo dead · [ ] region
        White 1 A2
    """
    signs = _signs([chain])
    diagrams = []
    for figure in chain.figures:
        numbers = numbered_moves(figure, figure.moves, figure.first).numbers
        marks = (signs if figure.first == 1 else {}) | {point: str(number % 10) for point, number in numbers.items()}
        diagrams.append(diagram(figure, marks=marks, region=chain.region).split("\n"))
    legend = " · ".join([*_legend(signs), *(["[ ] region"] if chain.region else [])])
    moves = [move for figure in chain.figures for move in figure.moves]
    words = line_words(moves, chain.figures[0].width, chain.figures[0].height)
    return "\n".join([*_in_columns(diagrams), *filter(None, [legend]), *wrapped(words, COLUMNS)])


def _in_columns(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Put diagrams of one size side by side, within the width of a terminal."""
    wide = max(len(line) for line in blocks[0])
    count = max(1, (COLUMNS + len(_GAP)) // (wide + len(_GAP)))
    rows = [blocks[start : start + count] for start in range(0, len(blocks), count)]
    return [_GAP.join(line.ljust(wide) for line in lines).rstrip() for row in rows for lines in zip(*row, strict=True)]


def chain_svg(chain: ChainPicture) -> str:
    """Draw one chain: its verdict, its region, its sequence as numbers, and passes in a caption."""
    marks = dict.fromkeys(chain.points, _MARKS[chain.status])
    boards = []
    for figure in chain.figures:
        numbered, is_first = numbered_moves(figure, figure.moves, figure.first), figure.first == 1
        boards.append(
            board_svg(
                figure._replace(stones=numbered.stones),
                labels={point: str(number) for point, number in numbered.numbers.items()},
                marks=marks if is_first else {},
                region=chain.region,
                legend=_WORDS if is_first else False,
                caption=_caption(figure, numbered, is_alone=len(chain.figures) == 1),
                title=chain.message,
            )
        )
    return boards[0] if len(boards) == 1 else _side_by_side(boards, chain.message)


def _side_by_side(boards: Sequence[str], title: str) -> str:
    parts, x, y, wide, high = list[str](), 0, 0, 0, 0
    for board in boards:
        head, rest = board.split(">", 1)
        width, height = (int(side) for side in re.findall(r' (?:width|height)="(\d+)"', head))
        if x and x + width > _PIXELS:
            x, y, high = 0, high + _SPACE, 0
        plain = re.sub(r' style="[^"]*"', f' x="{x}" y="{y}"', head)
        parts.append(f"{plain}>{rest}")
        x, wide, high = x + width + _SPACE, max(wide, x + width), max(high, y + height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" style="max-width:100%;height:auto"><title>{escaped(title)}</title>{"".join(parts)}</svg>'
    )


def _caption(figure: Figure, numbered: NumberedMoves, *, is_alone: bool) -> str:
    """Return the numbers of the moves, and those without a point: ``Moves 1 to 7. White 6 passes for the ko.``."""
    passes = ", ".join(
        line_words([figure.moves[number - figure.first]], figure.width, figure.height, number)
        for number, _ in numbered.elsewhere
    )
    last = figure.first + len(figure.moves) - 1
    moves = "" if is_alone else f"Move {last}. " if last == figure.first else f"Moves {figure.first} to {last}. "
    return f"{moves}{passes}{'.' * bool(passes)}".strip()


def confirmation_html(board: Stones, chains: Sequence[ChainPicture], conflict: str = "") -> str:
    """Return confirmed chains as HTML: all on one board, then each sentence, which opens to a picture."""
    decided, others = (
        "".join(_item(chain) for chain in chains if (chain.status == "unknown") is is_open) for is_open in (False, True)
    )
    if others and decided:
        number = plural(sum(chain.status == "unknown" for chain in chains), "chain")
        inside = f'<div style="margin:.5em 1em">{others}</div>'
        others = f"<details><summary>{number} not decided</summary>{inside}</details>"
    last = f'<p style="margin:.5em 0 0"><strong>{escaped(conflict)}</strong></p>' if conflict else ""
    items = f'<div style="margin-top:.5em">{decided}{others}{last}</div>'
    return f'<div class="go-confirmation">{verdicts_svg(board, chains)}{items}</div>'


def _item(chain: ChainPicture) -> str:
    if not chain.region:
        return f'<p style="margin:0 0 .5em 1em">{escaped(chain.message)}</p>'
    summary = f"<summary>{escaped(chain.message)}</summary>"
    return f'<details style="margin:0 0 .5em">{summary}{chain_svg(chain)}</details>'
