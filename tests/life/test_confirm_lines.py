"""The main line of a verdict is a legal game that shows the verdict.

On the commentary's examples and the eye shapes of `data/confirmation.toml`, whose page has these results.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from confirmation_page import Example, examples, section
from oracles.board import OracleBoard

from goanalyze import ChainStatus, Confirmation
from goanalyze.life.choices import How
from goanalyze.points import EMPTY, KO_PASS, PASS, opponent

PAGE = (Path(__file__).parents[2] / "goanalyze" / "docs" / "confirmation.md").read_text(encoding="utf-8")
EXAMPLES = [example for example in examples() if example.board and not example.slow]
DEAR = {"7-2", "11", "12", "25", "Diagram 11"}
"""Those of which all chains take long; the page has them, too, to count the board by article 8."""


@cache
def confirmed(example: Example) -> Confirmation:
    """Ask about an example's chains, once."""
    return example.confirmed()


def verdicts(example: Example) -> tuple[ChainStatus, ...]:
    """Return the verdicts on an example's chains."""
    return confirmed(example).chains


class LineResult(NamedTuple):
    """Result of a line: True if the chain was taken, and the owner's new stones that remain."""

    taken: bool
    new: frozenset[int]


def played(chain: ChainStatus) -> LineResult:
    """Play a line out: both in turn, the opponent first, on empty points of the region, no suicide, no ko at once."""
    board, new, marked, taken = OracleBoard(chain.position), set[int](), set[int](), False
    for number, (color, point) in enumerate(chain.line):
        assert color == (opponent(chain.color), chain.color)[number % 2]
        if point == KO_PASS:
            assert marked
            marked.clear()
        if point in {PASS, KO_PASS}:
            continue
        assert point in chain.region
        assert board.colors[point] == EMPTY
        captured, lost = board.place(color, point)
        assert not lost
        is_ko = len(captured) == 1 and board.connected(point) == {point} and board.liberties(point) == captured
        assert not (is_ko and captured & marked), "a stone that took a ko is taken back without a pass for it"
        marked = {stone for stone in marked - captured if board.connected(stone) == {stone}} | (
            {point} if is_ko else set()
        )
        taken |= bool(captured & set(chain.points)) and color != chain.color
        new = (new - captured) | ({point} if color == chain.color else set())
    return LineResult(taken, frozenset(new))


@pytest.mark.parametrize(
    "example",
    [pytest.param(example, marks=pytest.mark.slow if example.id in DEAR else ()) for example in EXAMPLES],
    ids=lambda example: example.id,
)
def test_an_example_is_confirmed_as_its_page_says(example: Example) -> None:
    """The results of the page, never against the ruling; write it with python data/make_documents.py."""
    assert section(example, confirmed(example)) in PAGE


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_a_line_is_legal_and_ends_as_it_is_told(example: Example) -> None:
    """Uncapturable stones remain at its end; others are taken, and unless they are dead a new stone remains."""
    for chain in verdicts(example):
        if not chain.line:
            continue
        found = played(chain)
        assert found.taken == (chain.how is not How.UNCAPTURABLE), str(chain)
        if chain.how is How.CAPTURABLE_1:
            assert found.new & set(chain.points), str(chain)
        if chain.how is How.CAPTURABLE_2:
            assert found.new, str(chain)


def test_most_verdicts_of_a_search_have_a_line() -> None:
    """So that the law above says something."""
    searched = [chain for example in EXAMPLES for chain in verdicts(example) if chain.region]
    assert len([chain for chain in searched if chain.line]) > 0.9 * len(searched)
