"""Ownership: the values of a game are those of the estimate that counts its final position."""

from __future__ import annotations

import numpy as np
from helpers.games import sgf as written
from helpers.random_records import random_record
from helpers.viewer_games import FINDINGS

import goanalyze as ga
from goanalyze import BLACK, WHITE, Play
from goanalyze.life.estimate.estimate import estimate
from goanalyze.points import EMPTY, PASS


def estimated_games() -> list[ga.Game]:
    """Return games whose end is estimated: records of all kinds, and random ones that two passes end."""
    games = [game for game in ga.read(FINDINGS) if game.width]
    for seed in range(30):
        one = random_record(seed)
        games.append(ga.loads(written(one._replace(events=[*one.events, Play(BLACK, PASS), Play(WHITE, PASS)]))))
    return [game for game in games if game.ownership() is not None]


def test_ownership_is_of_the_estimate_that_is_counted() -> None:
    """Each stone is its own side's if and only if the count has it alive; nothing is judged a second time."""
    games = estimated_games()
    assert len(games) > 10
    for game in games:
        statuses, replays, index = game._chunk.statuses, game._chunk.replays, game._index
        span = slice(*replays.board_start[index : index + 2].tolist())
        stones, dead = replays.boards[span], statuses.base.dead[span] == 1
        owned = np.array([game.ownership()[point] for point in range(len(stones))])
        sides = np.where(stones == BLACK, owned, -owned)[stones != EMPTY]
        assert ((sides < 0) == dead[stones != EMPTY]).all()
        position = game.replay().position()
        last = game.replay().moves[-1].color if game.replay().moves else WHITE
        turn = np.array([BLACK + WHITE - last], dtype=np.uint8)
        assert owned.tolist() == estimate(position.to_arrays(), turn).owners(position.stones).tolist()


def test_ownership_is_of_every_game_in_its_chunk() -> None:
    """A game of an archive has the ownership that it has alone."""
    for game in estimated_games()[:8]:
        assert ga.loads(game.raw_sgf).ownership() == game.ownership()
