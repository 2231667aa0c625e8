"""The public board against a check: the same verdicts on the same moves, under every preset ruleset."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest
from helpers.games import Game, ko_fight, sgf, wild_at_random
from helpers.laws import part
from helpers.random_records import drawn

import goanalyze as ga
from goanalyze.board.events import Play, Setup
from goanalyze.rules import RULESETS

ARCHIVES = Path(__file__).parents[3] / "shared" / "archives" / "dev"
SMALL = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 4), (5, 3)]


def assert_same(game: ga.Game) -> None:
    """Play a record on the board move by move, asking before each, and compare with what a check says."""
    replay = game.replay()
    board = ga.Board.from_game(game)
    last = len(replay.moves)
    for ruleset in RULESETS:
        assert board.verdicts(ruleset) == replay.verdicts(ruleset), (ruleset, game.sgf)
    assert board.prisoners == replay.prisoners
    assert board.position == replay.position(last)


def assert_foreseen(game: ga.Game, rulesets: list[str]) -> None:
    """Judge each move of a record before it is made: as a check of the record up to that move judges it."""
    whole, replay = ga.Board.from_game(game), game.replay()
    verdicts = {ruleset: replay.verdicts(ruleset) for ruleset in rulesets}
    board = ga.Board.from_game(game, 0)
    ...
