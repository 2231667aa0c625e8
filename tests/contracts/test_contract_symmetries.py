"""Rotation and reflection of a record change no count, and a swap of colors exchanges the sides."""

from __future__ import annotations

import re
from functools import cache

import pytest
from helpers.contracts import COUNTED, FINDINGS, random_records, ruleset_ids

import goanalyze as ga

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
VIEWS: dict[str, tuple[bool, bool, bool]] = {
    "rotated by 180°": (True, True, False),
    "reflected left to right": (True, False, False),
    "reflected top to bottom": (False, True, False),
    "transposed": (False, False, True),
    "rotated by 90°": (False, True, True),
}
"""For each view: True if columns are reversed, if rows are reversed, and if both are then exchanged."""


@cache
def originals() -> tuple[str, ...]:
    """Return records of plain moves and setup."""
    seki = (FINDINGS / "good-9x9-seki.sgf").read_text(encoding="utf-8")
    wmsg = (FINDINGS / "good-9x9-wmsg-example.sgf").read_text(encoding="utf-8")
    return (COUNTED, seki, wmsg, *random_records())


def transformed(text: str, view: tuple[bool, bool, bool]) -> str:
    """Return a record with each point of a move or of setup moved."""
    game = ga.loads(text)
    width, height = game.width, game.height
    has_reversed_columns, has_reversed_rows, is_transposed = view

    def moved(point: re.Match[str]) -> str:
        x, y = map(LETTERS.index, point[0])
        x, y = width - 1 - x if has_reversed_columns else x, height - 1 - y if has_reversed_rows else y
        return LETTERS[y] + LETTERS[x] if is_transposed else LETTERS[x] + LETTERS[y]

    text = re.sub(
        r"(?<![A-Z])(?:B|W|AB|AW|AE)(?:\[[a-zA-Z]{2}\])+",
        lambda values: re.sub("(?<=\\[)..(?=\\])", moved, values[0]),
        text,
    )
    size = f"SZ[{height}:{width}]" if is_transposed else f"SZ[{width}:{height}]"
    return re.sub(r"SZ\[[^\]]*\]", size, text)


def swapped(text: str) -> str:
    """Return a record with the colors of moves and setup exchanged."""
    exchanged = {"B": "W", "W": "B", "AB": "AW", "AW": "AB"}
    return re.sub(r"(?<![A-Z])(AB|AW|B|W)(?=\[(?:[a-zA-Z]{2})?\])", lambda match: exchanged[match[1]], text)


def verdicts(game: ga.Game) -> dict[str, list[str]]:
    """Return the verdicts under all rulesets."""
    return {ruleset: game.replay().verdicts(ruleset) for ruleset in ruleset_ids()}


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_changes_no_verdict_and_no_count(view: str) -> None:
    """Moves are judged and positions counted regardless of their place on the board."""
    for text in originals():
        one, other = ga.loads(text), ga.loads(transformed(text, VIEWS[view]))
        assert {one.width, one.height} == {other.width, other.height}
        assert verdicts(one) == verdicts(other), text
        assert one.replay().prisoners == other.replay().prisoners
        margins = [[game.outcome(ruleset).margin for ruleset in ("tromp-taylor", "basic")] for game in (one, other)]
        assert margins[0] == margins[1]


def test_a_swap_of_colors_exchanges_the_sides() -> None:
    """The first player is the other; verdicts stay, prisoners are exchanged."""
    for text in originals():
        if "HA[" in text:
            continue
        first = "PL[W]" if not re.search(r";W\[", text.split(";B[", 1)[0]) else ""
        one = ga.loads(text)
        other = ga.loads(swapped(text).replace("(;", f"(;{first}", 1))
        stones = [(move.color, move.point) for move in one.replay().moves]
        assert [(3 - move.color, move.point) for move in other.replay().moves] == stones
        assert other.replay().prisoners == {3 - color: count for color, count in one.replay().prisoners.items()}
