"""The laws of trees that are read, written and read again.

Reading, writing and reading again gives the same tree. FF[4] is written; unchanged text
is returned byte for byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sgfmill import sgf_grammar

import goanalyze as ga

Shape = list[tuple[int, dict[str, tuple[str, ...]]]]
"""Of each node, each line to its end before the next one: how many follow it, and what it says."""


def shape(tree: ga.GameTree) -> Shape:
    """Return the contents of a tree."""
    return [(len(node.children), dict(node.properties)) for node in tree]


def shape_by_sgfmill(text: str) -> Shape:
    """Return sgfmill's reading of the text of a game."""
    result: Shape = []
    waiting = [sgf_grammar.parse_sgf_game(text.encode())]
    while waiting:
        run = waiting.pop()
        for number, properties in enumerate(run.sequence, 1):
            following = 1 if number < len(run.sequence) else len(run.children)
            values = {name: tuple(value.decode() for value in values) for name, values in properties.items()}
            result.append((following, values))
        waiting += reversed(run.children)
    return result


def round_trip_law(game: ga.Game) -> str:
    """Test a game against the laws; return whether it was ``sound`` or ``mended``.

    * The written text is read as the same tree, needs no repair, and is written as the same text.
    * A text that needs no repair is returned byte for byte.
    * sgfmill reads the same properties and values in each node of the written text.
    """
    tree = game.tree()
    text = tree.to_sgf()
    again, expected = ga.GameTree.from_sgf(text), shape(tree)
    assert (shape(again), again.changes, again.to_sgf()) == (expected, (), text)
    assert tree.changes or text == game.raw_sgf
    assert shape_by_sgfmill(text) == expected
    return "mended" if tree.changes else "sound"


def round_trips(games: Iterable[ga.Game]) -> Counter[str]:
    """Hold games against the laws, and count them."""
    return Counter(map(round_trip_law, games))
