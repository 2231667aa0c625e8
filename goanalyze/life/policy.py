"""Which stones are dead: by markup, else settled, else estimated or asked of an engine, with source and confidence."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.position import Position
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode, StatusSource
from goanalyze.life.engines.engine import Engine
from goanalyze.life.estimate.estimate import Estimates, estimate
from goanalyze.life.given import Given, set_given
from goanalyze.life.markup import read_markup
from goanalyze.life.statuses import ESTIMATED, Statuses
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import to_move
from goanalyze.sgf.metadata import Metadata, recorded_komi
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.arrow import encode, floats
from goanalyze.vocabulary.points import EMPTY
from goanalyze.vocabulary.ticks import tell

_AT_ONCE: Final = 64  # positions that are estimated at a time, some 0.3 s, so that how far it is can be told
_SMALL_SIDE: Final = 5
_UNTRIED: Final = 0.85  # nobody has measured how sure an estimate is on boards with shorter sides
_STOPPED: Final = ("resign", "time", "forfeit", "void")  # nobody counted these, two passes or not


def determine(
    records: Records,
    replays: Replays,
    metadata: Metadata,
    markup: str | MarkupMode = MarkupMode.FULL,
    mode: str | EstimateMode = EstimateMode.AUTO,
    engine: Engine | None = None,
    given: Given | None = None,
    confirm: str | ConfirmMode = ConfirmMode.NEVER,
) -> Statuses:
    """Determine which stones of the final positions of a chunk are dead, each by the first method that applies.

    1. Given by the user (`goanalyze.life.given`).
    2. Markup, if it agrees with the board (`goanalyze.life.markup`).
    3. Settled: everything is proven (`goanalyze.life.proof.safety`), or ruled: all but what rulings decide
       (`goanalyze.life.proof.rulings`). A board without stones is settled once the game has stopped, in every mode.
    4. Estimated (`goanalyze.life.estimate.estimate`).
    5. Asked of an engine, if there is one, in place of 4; where it refuses or fails at just this position, the estimate
       stands.

    Where that is asked for, chains that 4 is not sure of are then confirmed (`goanalyze.life.article7.batch`).

    Args:
        records: the chunk.
        replays: the same, played out.
        metadata: of the same.
        markup: what territory markup is used for.
        mode: ``auto``, methods 3 and 4 are for finished games: two passes end them or a count is recorded, and they
            were not resigned, lost on time, forfeited or void; ``never``; ``all``, for every game with stones on a
            board. Positions that no game can reach, with a chain set up without a liberty, are never estimated.
        engine: to be asked about what is not settled.
        given: the dead stones that the user gave for games of the chunk.
        confirm: whether chains are confirmed, and which walls are trusted.

    Raises:
        ValueError: there is no such mode.
        ResourceError: the engine is missing, does not start, or fails whatever it is asked.
    """
    statuses = read_markup(records, replays, metadata, markup)
    if given is not None:
        set_given(replays, statuses, given)
    mode = EstimateMode.read("estimate", mode)
    worth = _worth_estimating(replays, metadata, statuses, mode)
    empty = _is_empty(replays) & (worth | (replays.fact("end_run") >= 2)) & (statuses.source == StatusSource.NONE.index)
    statuses.source[empty], statuses.confidence[empty] = StatusSource.SETTLED.index, 1
    chosen = np.flatnonzero(worth & ~empty)
    confirm = ConfirmMode.read("confirm", confirm)
    estimated = None
    if len(chosen):
        parts = np.array_split(chosen, -(-len(chosen) // _AT_ONCE))
        found = []
        for number, part in enumerate(parts):
            found.append(_estimate(replays, statuses, part))
            is_all = engine is None and confirm is ConfirmMode.NEVER
            tell((number + 1) / len(parts) * (1 if is_all else ESTIMATED))
        estimated = chosen, Estimates.join(found)
        if engine is not None:
            _ask(engine, replays, metadata, statuses, chosen)
    if confirm is not ConfirmMode.NEVER:
        from goanalyze.life.article7.batch import confirm_chunk  # noqa: PLC0415 - few ask for it

        confirm_chunk(replays, statuses, confirm, estimated)
    return statuses


def _worth_estimating(
    replays: Replays, metadata: Metadata, statuses: Statuses, mode: EstimateMode
) -> NDArray[np.bool_]:
    """Return the games whose end is to be settled or estimated; `mode` as in `determine`."""
    stones = replays.fact("moves") + replays.fact("black_setup") + replays.fact("white_setup") > 0
    possible = replays.fact("no_liberty_point") < 0  # no game can reach a chain without a liberty
    open_: NDArray[np.bool_] = (replays.width > 0) & stones & possible & (statuses.source == StatusSource.NONE.index)
    if mode is EstimateMode.NEVER:
        return np.zeros(len(replays), dtype=np.bool_)
    if mode is EstimateMode.ALL:
        return open_
    where, names = encode(metadata.columns["result_by"])
    stopped = np.array([name in _STOPPED for name in names], dtype=np.bool_)[where]
    counted = ~np.isnan(floats(metadata.columns["result_margin"]))
    finished: NDArray[np.bool_] = (replays.fact("end_run") >= 2) | counted
    return open_ & ~stopped & finished


def _is_empty(replays: Replays) -> NDArray[np.bool_]:
    """Return the games that leave a board without a stone: none can be dead, and every point is neutral.

    Rule: rules article, counting: an empty region counts for the side that alone borders it; here no side does.
    """
    empty = replays.width > 0  # the others have no points
    empty[empty] = np.maximum.reduceat(replays.boards, replays.board_start[:-1][empty]) == EMPTY
    return empty


def _estimate(replays: Replays, statuses: Statuses, chosen: NDArray[np.int64]) -> Estimates:
    """Settle or estimate some games of a chunk; write the answers down in `statuses`, and return them."""
    boards, place = replays.finals.take(chosen)
    found = estimate(boards, to_move(replays)[chosen])
    statuses.dead[place], statuses.shares[place], statuses.ruled[place] = found.dead, found.shares, found.ruled
    statuses.ownership[place] = found.ownership
    statuses.rulings.extend(replace(ruling, game=int(chosen[ruling.game])) for ruling in found.rulings)
    guessed = ~(found.decided | found.decided_by_rulings)
    untried = (np.minimum(boards.width, boards.height) < _SMALL_SIDE) & guessed
    known = np.where(found.decided, StatusSource.SETTLED.index, StatusSource.RULED.index)
    statuses.source[chosen] = np.where(guessed, StatusSource.ESTIMATED.index, known)
    statuses.confidence[chosen] = np.where(untried, np.minimum(found.confidence, _UNTRIED), found.confidence)
    return found


def _ask(engine: Engine, replays: Replays, metadata: Metadata, statuses: Statuses, chosen: NDArray[np.int64]) -> None:
    """Ask an engine about the chosen games that are not settled; write its answers down, or why there are none."""
    komi, turn = recorded_komi(metadata), to_move(replays)
    rules = metadata.columns["ruleset"].to_pylist()
    asked = chosen[statuses.source[chosen] == StatusSource.ESTIMATED.index].tolist()
    for number, game in enumerate(asked):
        tell(ESTIMATED + (1 - ESTIMATED) * number / len(asked))
        span = slice(*replays.board_start[game : game + 2].tolist())
        position = Position(int(replays.width[game]), int(replays.height[game]), replays.boards[span])
        points = 0.0 if np.isnan(komi[game]) else float(komi[game])
        answer = engine.ask(position, int(turn[game]), rules[game] or "", points)
        if answer.error:
            statuses.engine_errors[game] = answer.error
            continue
        dead = np.zeros(len(position.stones), dtype=np.uint8)
        dead[list(answer.dead)] = 1
        statuses.dead[span] = dead
        statuses.source[game], statuses.confidence[game] = StatusSource.ENGINE.index, answer.confidence
