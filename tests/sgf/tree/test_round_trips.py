"""Trees are read, written and read again: records of the sample, real archives, hostile and broken text.

``PYTHONPATH=tests python tests/sgf/tree/test_round_trips.py ARCHIVE …`` reads whole archives, and prints counts.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest
from helpers.laws import law
from helpers.round_trip import round_trip_law, round_trips
from helpers.shared import shared
from helpers.texts import LIKE_SGF, damaged_texts
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import Play
from goanalyze.errors import TreeError

SAMPLE = Path(__file__).parents[3] / "data" / "sample"


def test_records_of_the_sample() -> None:
    """Each of our own records of findings, broken ones among them, and some played games."""
    files = sorted((SAMPLE / "findings").glob("*.sgf"))
    found = round_trips([*ga.read(files), *islice(ga.read(SAMPLE / "gnugo"), 0, None, 20)])
    assert found["sound"] > 90
    assert found["mended"] > 5


def test_nodes_say_what_the_game_has() -> None:
    """`Node.move` and the size of a tree agree with the tokenizer, wherever a node has one move at most."""
    seen = 0
    for game in ga.read(sorted((SAMPLE / "findings").glob("*.sgf"))):
        read = game.tree()
        nodes = list(read.main_line())
        if game.width and all(sum(len(node.properties.get(name, ())) for name in "BW") < 2 for node in nodes):
            plays = [event for event in game.replay().events if isinstance(event, Play)]
            assert [node.move for node in nodes if node.move] == plays, game.address
            assert read.size == (game.width, game.height)
            seen += 1
    assert seen > 90


@law(300)
@given(st.one_of(damaged_texts(), LIKE_SGF))
def test_spoilt_records_come_back(data: bytes) -> None:
    """For any damage, a tree is read, and its text is sound."""
    try:
        game = ga.loads(data)
    except TreeError:
        return
    round_trip_law(game)


@pytest.mark.slow
@pytest.mark.parametrize(("archive", "step"), [("hostile.zip", 4), ("dev/personal-sartak.zip", 6)])
def test_records_of_archives(archive: str, step: int) -> None:
    """Hostile records, and those of people, whose trees are the largest."""
    assert round_trips(islice(ga.read(shared(f"archives/{archive}")), 0, None, step))["sound"] > 40


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, dict(round_trips(ga.read(name))), flush=True)
