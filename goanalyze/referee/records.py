"""Boards as records, and records as boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goanalyze.core.events import Play, Setup
from goanalyze.sgf.tree.builder import joined, make_tree
from goanalyze.vocabulary.points import BLACK, WHITE

if TYPE_CHECKING:
    from goanalyze.game.game import Game
    from goanalyze.referee.judged import Judged
    from goanalyze.sgf.tree.tree import GameTree


class Record(NamedTuple):
    """What a board is made of again: the course of a game up to some move, and what its record says of it."""

    width: int
    height: int
    events: list[Play | Setup]
    handicap: int
    handicap_moves: int
    komi: float | None
    ruleset: str | None


def record_of(game: Game, move: int | None) -> Record:
    """Return the course of a game up to a move, or to the end; raises what `Game.until` does."""
    events = list(joined((game if move is None else game.until(move)).replay().events))
    said, index = game._chunk.metadata.columns, game._index  # noqa: SLF001 - less than a whole row of the table
    komi, ruleset = (said[name][index].as_py() for name in ("komi", "ruleset"))
    replays = game._chunk.replays  # noqa: SLF001
    handicap, placed = (int(each[index]) for each in (replays.fact("handicap_moves"), replays.placing_moves))
    run = handicap if placed == handicap else 0  # White's passes between handicap stones are moves like others
    return Record(game.width, game.height, events, max(game.handicap, run), run, komi, ruleset)


def tree_of(board: Judged) -> GameTree:
    """Return the record of a board; its komi is written also where the ruleset sets it: not all readers know that."""
    size, events = (board.width, board.height), board._events  # noqa: SLF001 - a view of it
    return make_tree(size, events, rules=board.rules, komi=board.komi, handicap=board.handicap)


def game_of(board: Judged, dead: Sequence[int] | None = None, *, with_prisoners: bool = False) -> Game:
    """Return the record of a board as a game; dead stones may be given, and prisoners that it was begun with."""
    from goanalyze.game.game import Game  # noqa: PLC0415 - playing alone loads no kernel
    from goanalyze.life.given import GivenRow  # noqa: PLC0415
    from goanalyze.pipeline import Chunk  # noqa: PLC0415
    from goanalyze.sgf.tree.first_game import first_game  # noqa: PLC0415

    chunk = Chunk(first_game(tree_of(board).to_sgf()), given=None if dead is None else {0: GivenRow(tuple(dead))})
    if with_prisoners and any(board._given.values()):  # noqa: SLF001
        held = np.array([[board._given[BLACK], board._given[WHITE]]], dtype=np.int32)  # noqa: SLF001
        chunk.finals = chunk.finals.each(lambda final: replace(final, prisoners=final.prisoners + held))
    return Game(chunk, 0)
