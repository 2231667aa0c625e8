"""The solver of article 7 captures the same chains as a depth-first search, where no ko is fought."""

from __future__ import annotations

import random

import pytest
from helpers.fights import on_board, random_fight, rows_of, solve
from helpers.laws import part
from oracles.article_7 import BLACK, WHITE
from oracles.capture_search import Ko, Search, TooLong


@pytest.mark.parametrize(
    ("rows", "at", "first", "captured"),
    [
        (["...XW", "XXXXW", "WWWWW"], (0, 3), "O", True),
        (["...XW", "XXXXW", "WWWWW"], (0, 3), "X", False),
        (["....XW", "XXXXXW", "WWWWWW"], (0, 4), "O", False),
        (["..XW", "..XW", "XXXW", "WWWW"], (0, 2), "X", True),
        (["XOX.B", "XOOOB", "BBBBB"], (0, 2), "O", True),
        (["XOX.B", "XOOOB", "BBBBB"], (0, 2), "X", False),
    ],
)
def test_plain_search_knows_eye_shapes(rows: list[str], at: tuple[int, int], first: str, captured: bool) -> None:
    """The textbook's three, straight four and square four, and the snapback of diagram 7."""
    assert Search(rows, at, 10_000).captured(first) is captured


@pytest.mark.law
def test_plain_search_takes_the_same_chains() -> None:
    """10,000 positions in which no ko capture comes up, the opponent or the owner to move."""
    compared, seed, taken = 0, 0, 0
    while compared < part(10_000):
        seed += 1
        draw = random.Random(seed)
        stop = random_fight(draw, draw.randint(3, 12))
        for color in (BLACK, WHITE):
            for chain in sorted(map(sorted, stop.chains(color))):
                owner_first = draw.random() < 0.3
                try:
                    captured = Search(rows_of(stop), chain[0], 400).captured("XO"[color ^ (not owner_first)])
                except (Ko, TooLong):
                    continue
                region, numbers = on_board(stop)
                found = solve(region, numbers(chain), owner_first=owner_first, budget=20_000)
                assert found.captured is captured, (seed, chain, owner_first)
                compared, taken = compared + 1, taken + captured
    assert compared // 4 < taken < compared - compared // 8
