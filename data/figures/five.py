"""The figure of one final position under five rulesets, each with its ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from figures.drawing import BLUE, DIM, WIDTH, box, ledger, placed, sheet, text

import goanalyze.api as ga
from goanalyze.core.position import Position
from goanalyze.draw.svg import board_svg
from goanalyze.game.game import Game
from goanalyze.points import EMPTY
from goanalyze.rules import Ruleset, Scoring, resolve
from goanalyze.score.choices import DEDUCTED, SURROUNDED, PointKind
from goanalyze.score.outcomes import Outcome
from goanalyze.score.territory import Territory

RECORD: Final = "data/sample/gnugo/009x009-chinese-0040.sgf"
_RULESETS: Final = {
    "japanese": "territory, prisoners and dead stones",
    "chinese": "stones and what they surround",
    "wmsg": "the same; White passed first: Black −1",
    "ing": "the same; Black wins ties",
    "button": "the same; half a point to who passed first",
}
_HIGH: Final = 198
_WIDE: Final = (WIDTH - 30) / 2
_BOARD: Final = 152
_NAMES: Final = {"black": "Black", "white": "White"}


def five_rulesets(root: Path) -> str:
    """Draw one game of the sample under five rulesets, with the recorded komi."""
    game = next(ga.read(root / RECORD))
    counted = game.territory()
    assert counted is not None
    parts = [text(16, 28, "One final position, five rulesets", size=17, bold=True)]
    for place, panel in enumerate([_introduction(game), *(_panel(game, name) for name in _RULESETS)]):
        x, y = 10 + place % 2 * (_WIDE + 10), 42 + place // 2 * (_HIGH + 10)
        parts += [f'<g transform="translate({x:g} {y:g})">', *panel, "</g>"]
    high = 42 + 3 * (_HIGH + 10)
    results = "; ".join(f"{name}: {winner_words(game.outcome(name))}" for name in _RULESETS)
    return sheet(high, "One final position under five rulesets", f"Who wins depends on the ruleset. {results}.", parts)


def _introduction(game: Game) -> list[str]:
    """Return the panel that shows the game as it was left, and what the signs mean."""
    info, replay = game.info, game.replay()
    taken = replay.prisoners
    board = board_svg(replay.position(), coordinates=False, title="the final position")
    passer = {1: "Black", 2: "White"}[next(move.color for move in replay.moves if move.point == -1)]
    x = _BOARD + 24
    return [
        placed(board, 10, 36, _BOARD),
        text(10, 22, "The game", size=14, bold=True),
        text(82, 22, Path(info["source"]).name, size=11, fill=DIM),
        text(x, 52, f"GNU Go against itself, {info['move_count']} moves", size=11),
        text(x, 69, f"Komi {info['komi']:g} everywhere", size=11),
        text(x, 86, f"Taken in play: by Black {taken[1]}, by White {taken[2]}", size=11),
        text(x, 103, f"{passer} passed first", size=11),
        *_legend(x, 130),
    ]


def _legend(x: float, y: float) -> list[str]:
    """Return the three signs of the boards and what they mean, the first at the base line y."""
    signs = (
        f'<path d="M{x} {y - 8}h8v8h-8z"/><path d="M{x + 12} {y - 8}h8v8h-8z" fill="#fff" stroke="#777"/>',
        f'<path d="M{x + 6} {y + 11}l8 8m0-8l-8 8" stroke="#1a1a1a" stroke-width="2"/>',
        f'<circle cx="{x + 10}" cy="{y + 32}" r="3.5"/>',
    )
    means = ("surrounded: it counts", "a dead stone: its point counts", "a living stone: it counts")
    lines = [text(x + 28, y + 18 * number, words, size=11) for number, words in enumerate(means)]
    return [*signs, *lines]


def _panel(game: Game, name: str) -> list[str]:
    """Return a ruleset's panel: the board as it counts it, and its ledger."""
    ruleset, outcome, counted = resolve(name), game.outcome(name), game.territory()
    assert counted is not None
    assert outcome.ledger is not None
    return [
        box(0, 0, _WIDE, _HIGH),
        text(10, 22, ruleset.title, size=14, bold=True, fill=BLUE),
        placed(counted_board(game, counted, ruleset), 10, 36, _BOARD),
        text(_BOARD + 24, 46, _RULESETS[name], size=11, fill=DIM),
        *ledger(_BOARD + 24, 68, _WIDE - _BOARD - 38, outcome.ledger, winner_words(outcome)),
    ]


def counted_board(game: Game, counted: Territory, ruleset: Ruleset) -> str:
    """Draw a final position with the points that a ruleset counts."""
    position = game.replay().position()
    territory, marks = counted_signs(position, counted, ruleset)
    return board_svg(
        position, territory=territory, marks=marks, coordinates=False, title=f"what counts under {ruleset.title} rules"
    )


def counted_signs(position: Position, counted: Territory, ruleset: Ruleset) -> tuple[dict[int, int], dict[int, str]]:
    """Return whose each empty point is that a ruleset counts, and a mark for each point there is more to say of.

    Dead stones are crossed. By area each living stone has a dot; by territory eyes in seki and points that must be
    filled, which do not count, are marked.
    """
    area = ruleset.scoring.value is not Scoring.TERRITORY
    owned = SURROUNDED if area else (PointKind.TERRITORY,)
    territory, marks = {}, {}
    for point, (kind, side) in enumerate(zip(counted.kind, counted.side, strict=True)):
        stone = int(position.stones[point])
        if kind is PointKind.TERRITORY and stone != EMPTY:
            marks[point] = "cross"
        elif kind in owned:
            territory[point] = side
        elif kind is PointKind.SEKI_EYE:
            marks[point] = "circle"
        elif kind in DEDUCTED:
            marks[point] = "triangle"
        elif stone == EMPTY or area:
            marks[point] = "dot"
    return territory, marks


def winner_words(outcome: Outcome) -> str:
    """Say who wins, and by how much.

    Example:
        >>> import goanalyze as ga
        >>> winner_words(ga.loads("(;SZ[3]KM[0.5];B[bb];W[];B[])").outcome("chinese", dead=[]))
        'Black wins by 8.5'
    """
    if outcome.margin is None or outcome.winner is None:
        return "no result"
    if outcome.winner == "draw":
        return "Draw"
    name = _NAMES[outcome.winner]
    return f"{name} wins by {abs(outcome.margin):g}" if outcome.margin else f"{name} wins the tie"
