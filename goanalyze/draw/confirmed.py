"""Chains whose life and death was confirmed, as text and as pictures: the verdict, the region, a line of play.

In text a dead stone is ``x`` or ``o``, a living one that was asked about ``#`` (Black's) or ``@`` (White's); what is
not decided stays as it is. Where one chain is drawn, brackets enclose its region, and the line is numbered as in books:
a new diagram begins where a move is played on a point that has been used, and after each tenth move, so that one digit
does: ``0`` is the tenth, the twentieth …
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze.draw.diagram import Stones, diagram, rich_diagram, rich_joined
from goanalyze.draw.numbered import Numbered, line_words, numbered
from goanalyze.draw.svg import board_svg
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.points import BLACK, WHITE
from goanalyze.vocabulary.text import COLUMNS, clean, wrapped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

_SIGNS: Final = {("dead", BLACK): "x", ("dead", WHITE): "o", ("alive", BLACK): "#", ("alive", WHITE): "@"}
_LEGEND: Final = {"xo": "dead", "#@": "alive"}
_MARKS: Final = {"dead": "cross", "alive": "square", "unknown": "dot"}
_WORDS: Final = {"cross": "dead", "square": "alive", "dot": "not decided"}
_GAP: Final = "   "
_SPACE: Final = 12  # pixels between them
_PIXELS: Final = 1000  # of diagrams in one row of a picture


class Figure(NamedTuple):
    """A stretch of a line: a board, and moves that find an empty point on it.

    Attributes:
        width, height, stones: the board before it, as of `Stones`.
        first: number of its first move.
        moves: colour and point of each, `PASS` and `KO_PASS` among them.
    """

    width: int
    height: int
    stones: NDArray[np.uint8]
    first: int = 1
    moves: Sequence[tuple[int, int]] = ()


class Judged(NamedTuple):
    """A chain and what is known of it.

    Attributes:
        points: of its stones.
        color: of them.
        fate: ``alive``, ``dead`` or ``unknown``.
        told: the same in a sentence.
        region: points that were looked at.
        figures: a line of play; without one, the board.
    """

    points: Collection[int]
    color: int
    fate: str
    told: str
    region: Collection[int]
    figures: Sequence[Figure]

    @property
    def line(self) -> list[tuple[int, int]]:
        """All moves of the line."""
        return [move for figure in self.figures for move in figure.moves]


def verdicts_text(board: Stones, chains: Sequence[Judged]) -> str:
    """Draw the verdicts on one board.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Position.from_rows(["XO.", ".OO", "OO."])
        >>> print(verdicts_text(board, [Judged([0], 1, "dead", "", [0, 3], [])]))
          A B C
        3 x O . 3
        2 . O O 2
        1 O O . 1
          A B C
        xo dead
    """
    signs = _signs(chains)
    return "\n".join([diagram(board, marks=signs), *_legend(signs)])


def rich_verdicts(board: Stones, chains: Sequence[Judged]) -> Text:
    """Return the same in colours."""
    signs = _signs(chains)
    return rich_joined(rich_diagram(board, marks=signs), *((line, "") for line in _legend(signs)))


def verdicts_svg(board: Stones, chains: Sequence[Judged]) -> str:
    """Draw the verdicts on one board: a cross on dead stones, a square on living ones, a dot on others."""
    marks = {point: _MARKS[chain.fate] for chain in chains for point in chain.points}
    return board_svg(board, marks=marks, legend=_WORDS, title="Life and death, confirmed")


def _signs(chains: Sequence[Judged]) -> dict[int, str]:
    decided = [(chain, sign) for chain in chains if (sign := _SIGNS.get((chain.fate, chain.color)))]
    return {point: sign for chain, sign in decided for point in chain.points}


def _legend(signs: Mapping[int, str]) -> list[str]:
    there = set(signs.values())
    words = " · ".join(f"{some} {what}" for some, what in _LEGEND.items() if set(some) & there)
    return [words] if words else []


def chain_text(chain: Judged) -> str:
    """Draw one chain: its verdict, its region, and its line as diagrams and in words.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Position.from_rows(["XO.", ".OO", "OO."])
        >>> figure = Figure(3, 3, board.stones, moves=[(2, 3)])
        >>> print(chain_text(Judged([0], 1, "dead", "", [0, 3], [figure])))
          A B C
        3[x]O . 3
        2[1]O O 2
        1 O O . 1
          A B C
        xo dead · [ ] region
        White 1 A2
    """
    signs = _signs([chain])
    drawn = [_numbered_text(figure, signs if figure.first == 1 else {}, chain.region) for figure in chain.figures]
    legend = " · ".join([*_legend(signs), *(["[ ] region"] if chain.region else [])])
    told = line_words(chain.line, chain.figures[0].width, chain.figures[0].height)
    return "\n".join([*_in_columns(drawn), *filter(None, [legend]), *wrapped(told, COLUMNS)])


def _numbered_text(figure: Figure, signs: Mapping[int, str], region: Collection[int]) -> list[str]:
    """Return the lines of one diagram."""
    found = numbered(figure, figure.moves, figure.first).numbers
    return diagram(figure, marks={**signs, **{at: str(number % 10) for at, number in found.items()}},
                   region=region).split("\n")  # fmt: skip


def _in_columns(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Set diagrams of one size side by side, as many as fit into the width of a terminal."""
    wide = max(len(line) for line in blocks[0])
    each = max(1, (COLUMNS + len(_GAP)) // (wide + len(_GAP)))
    rows = [blocks[start : start + each] for start in range(0, len(blocks), each)]
    return [_GAP.join(line.ljust(wide) for line in lines).rstrip()
            for row in rows for lines in zip(*row, strict=True)]  # fmt: skip


def chain_svg(chain: Judged) -> str:
    """Draw one chain: its verdict and its region, its line as numbers, and below what has no place on the board."""
    marks = dict.fromkeys(chain.points, _MARKS[chain.fate])
    boards = []
    for figure in chain.figures:
        found = numbered(figure, figure.moves, figure.first)
        boards.append(
            board_svg(
                figure._replace(stones=found.stones),
                labels={at: str(number) for at, number in found.numbers.items()},
                marks=marks if figure.first == 1 else {},
                region=chain.region,
                legend=_WORDS if figure.first == 1 else False,
                caption=_caption(figure, found, is_alone=len(chain.figures) == 1),
                title=chain.told,
            )
        )
    return _side_by_side(boards, chain.told)


def _side_by_side(boards: Sequence[str], title: str) -> str:
    """Set pictures side by side, in rows as wide as a page."""
    if len(boards) == 1:
        return boards[0]
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
        f'height="{high}" style="max-width:100%;height:auto"><title>{escape(clean(title))}</title>'
        f"{''.join(parts)}</svg>"
    )


def _caption(figure: Figure, found: Numbered, *, is_alone: bool) -> str:
    """Tell which moves are shown, and those without a place: ``Moves 1 to 7. White 6 passes for the ko.``."""
    passes = ", ".join(line_words([figure.moves[number - figure.first]], figure.width, figure.height, number)
                       for number, _ in found.elsewhere)  # fmt: skip
    last = figure.first + len(figure.moves) - 1
    moves = "" if is_alone else f"Move {last}. " if last == figure.first else f"Moves {figure.first} to {last}. "
    return f"{moves}{passes}{'.' * bool(passes)}".strip()


def confirmed_html(board: Stones, chains: Sequence[Judged]) -> str:
    """Show chains: all on one board, then each sentence, which opens to the picture of its line."""
    decided = "".join(_item(chain) for chain in chains if chain.fate != "unknown")
    others = "".join(_item(chain) for chain in chains if chain.fate == "unknown")
    if others and decided:
        number = plural(sum(chain.fate == "unknown" for chain in chains), "chain")
        others = (
            f'<details><summary>{number} not decided</summary><div style="margin:.5em 1em">{others}</div></details>'
        )
    items = f'<div style="margin-top:.5em">{decided}{others}</div>'
    return f'<div class="go-confirmation">{verdicts_svg(board, chains)}{items}</div>'


def _item(chain: Judged) -> str:
    told = escape(clean(chain.told))
    if not chain.region:
        return f'<p style="margin:0 0 .5em 1em">{told}</p>'
    return f'<details style="margin:0 0 .5em"><summary>{told}</summary>{chain_svg(chain)}</details>'
