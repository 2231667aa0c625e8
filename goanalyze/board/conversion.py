"""Boards to records and games, and the handicap of a record for a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from goanalyze.points import BLACK, WHITE
from goanalyze.sgf.tree.tree import make_tree

if TYPE_CHECKING:
    from goanalyze.board.board import Board
    from goanalyze.game.game import Game
    from goanalyze.sgf.tree.tree import GameTree


def handicap_of(game: Game) -> tuple[int, int]:
    """Return the handicap of a record, and the number of its first moves that place the stones."""
    replays, index = game._chunk.replays, game._index
    handicap, last = (int(column[index]) for column in (replays.fact("handicap_moves"), replays.placing_moves))
    moves = handicap if last == handicap else 0  # passes of White between handicap stones are moves like others
    return max(game.handicap, moves), moves


def tree_of(board: Board) -> GameTree:
    """Return the record of a board; the komi of the ruleset is written, too, since some readers do not know it."""
    size, events = (board.width, board.height), board._events
    return make_tree(size, events, rules=board.rules, komi=board.komi, handicap=board.handicap)


def game_of(board: Board, dead: Sequence[int] | None = None, *, with_prisoners: bool = False) -> Game:
    """Return the record of a board as a game, with dead stones and the prisoners of its start on request."""
    from goanalyze.game.game import Game  # playing alone loads no kernel
    from goanalyze.life.dead_lists import DeadListRow
    from goanalyze.pipeline import Chunk
    from goanalyze.sgf.records import first_game

    rows = None if dead is None else {0: DeadListRow(tuple(dead))}
    chunk = Chunk(first_game(tree_of(board).to_sgf()), dead_list=rows)
    initial = board._initial_prisoners
    if with_prisoners and any(initial.values()):
        prisoners = np.array([[initial[BLACK], initial[WHITE]]], dtype=np.int32)
        chunk.finals = chunk.finals.map(lambda final: replace(final, prisoners=final.prisoners + prisoners))
    return Game(chunk, 0)
