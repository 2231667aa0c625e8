"""The source of the dead stones of each final position: the first one that applies.

1. The user's list (`goanalyze.life.dead_lists`).
2. Territory markup that agrees with the board (`goanalyze.life.markup`).
3. Proof: every status is proven (`goanalyze.life.proof.safety`), or all that rulings leave open
   (`goanalyze.life.proof.rulings`). An empty board is proven once play has stopped.
4. The estimate (`goanalyze.life.estimate.estimate`), or an engine in its place (`goanalyze.life.engines.engine`). The
   estimate remains where the engine refuses, or fails at this position alone.

Sources 3 and 4 are for finished games: two passes end them or a count is recorded, and they did not end by resignation,
time, forfeit or as void. On request they are for all games with stones, or for none. Positions that no game can reach,
with a chain without liberties, are never estimated. On request article 7 is then applied to chains of uncertain status
(`goanalyze.life.article7.confirm`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.position import Position
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode, StatusSource
from goanalyze.life.dead_lists import DeadListRow, apply_dead_list
from goanalyze.life.engines.engine import Engine
from goanalyze.life.estimate.calibration import MOST_UNMEASURED, UNMEASURED_SIDE
from goanalyze.life.estimate.estimate import Estimates, estimate
from goanalyze.life.markup import apply_markup
from goanalyze.life.statuses import ESTIMATE_SHARE, Statuses
from goanalyze.points import EMPTY
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import to_move
from goanalyze.sgf.metadata import Metadata, recorded_komi
from goanalyze.sgf.records import Records
from goanalyze.util.arrow import encode, floats
from goanalyze.util.ticks import report_progress

_PART: Final = 256  # positions of one call, some 0.1 s, so that progress can be reported
_UNCOUNTED: Final = ("resign", "time", "forfeit", "void")  # games that end so are not counted, even after two passes


def determine_statuses(
    records: Records,
    replays: Replays,
    metadata: Metadata,
    *,
    dead_list: Mapping[int, DeadListRow] | None = None,
    markup: str | MarkupMode = MarkupMode.FULL,
    estimates: str | EstimateMode = EstimateMode.AUTO,
    engine: Engine | None = None,
    confirm: str | ConfirmMode = ConfirmMode.NEVER,
) -> Statuses:
    """Determine the statuses of the stones in the final positions of a chunk.

    Args:
        records: games of the chunk.
        replays: replays of the games.
        metadata: metadata of the games.
        dead_list: rows of the user's list, by number of the game.
        markup: use of territory markup.
        estimates: the games that are proven or estimated.
        engine: engine in place of the estimate.
        confirm: walls that article 7 trusts, if it is applied.

    Raises:
        OptionError: a mode is unknown.
        ResourceError: the engine is missing, does not start, or fails at every position.
    """
    mode, walls = EstimateMode.read("estimate", estimates), ConfirmMode.read("confirm", confirm)
    statuses = Statuses(len(replays), len(replays.boards))
    apply_dead_list(replays, statuses, dead_list or {})
    apply_markup(records, replays, metadata, statuses, markup)
    games = _prove_empty_boards(replays, statuses, _unknown_ends(replays, metadata, statuses, mode))
    is_last = engine is None and walls is ConfirmMode.NEVER
    estimated = _apply_estimates(replays, statuses, games, 1.0 if is_last else ESTIMATE_SHARE)
    if engine is not None:
        _apply_engine(engine, replays, metadata, statuses)
    if walls is not ConfirmMode.NEVER:
        from goanalyze.life.article7.confirm import confirm_chunk  # loaded on request only

        confirm_chunk(replays, statuses, walls, estimated)
    return statuses


def _unknown_ends(replays: Replays, metadata: Metadata, statuses: Statuses, mode: EstimateMode) -> NDArray[np.bool_]:
    """Return True for each game to be proven or estimated."""
    if mode is EstimateMode.NEVER:
        return np.zeros(len(replays), dtype=np.bool_)
    has_stones = replays.fact("moves") + replays.fact("black_setup") + replays.fact("white_setup") > 0
    is_possible = (replays.width > 0) & (replays.fact("no_liberty_point") < 0)
    is_unknown: NDArray[np.bool_] = has_stones & is_possible & (statuses.base.source == StatusSource.NONE.index)
    if mode is EstimateMode.ALL:
        return is_unknown
    distinct, endings = encode(metadata.columns["result_by"])
    is_uncounted = np.array([ending in _UNCOUNTED for ending in endings], dtype=np.bool_)[distinct]
    has_count = ~np.isnan(floats(metadata.columns["result_margin"]))
    return is_unknown & ~is_uncounted & ((replays.fact("end_run") >= 2) | has_count)


def _prove_empty_boards(replays: Replays, statuses: Statuses, is_unknown: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Set the statuses of games that leave no stone; return the other games to be proven or estimated.

    Rule: Wikipedia, *Rules of Go*, area and territory: an empty region counts for a side that alone borders it.
    """
    is_empty = replays.width > 0
    is_empty[is_empty] = np.maximum.reduceat(replays.boards, replays.board_start[:-1][is_empty]) == EMPTY
    base = statuses.base
    is_proven = is_empty & (is_unknown | (replays.fact("end_run") >= 2)) & (base.source == StatusSource.NONE.index)
    base.source[is_proven], base.confidence[is_proven] = StatusSource.SETTLED.index, 1
    return np.flatnonzero(is_unknown & ~is_proven)


def _apply_estimates(
    replays: Replays, statuses: Statuses, games: NDArray[np.int64], share: float
) -> tuple[NDArray[np.int64], Estimates] | None:
    """Set the statuses of games by proof or estimate; return the games with their estimates, None for no game.

    Progress is reported up to `share`.
    """
    if not len(games):
        return None
    parts, estimates = np.array_split(games, -(-len(games) // _PART)), list[Estimates]()
    for part in parts:
        boards, points = replays.finals.take(part)
        result = estimate(boards, to_move(replays)[part])
        statuses.base.dead[points], statuses.rulings.status[points] = result.dead, result.ruled
        statuses.alive_probability[points], statuses.ownership[points] = result.shares, result.ownership
        statuses.ruled_shapes.extend(replace(shape, game=int(part[shape.game])) for shape in result.rulings)
        is_guess = ~(result.decided | result.decided_by_rulings)
        source = np.where(result.decided, StatusSource.SETTLED.index, StatusSource.RULED.index)
        statuses.base.source[part] = np.where(is_guess, StatusSource.ESTIMATED.index, source)
        is_unmeasured = is_guess & (np.minimum(boards.width, boards.height) < UNMEASURED_SIDE)
        largest = np.where(is_unmeasured, MOST_UNMEASURED, 1.0)
        statuses.base.confidence[part] = np.minimum(result.confidence, largest)
        estimates.append(result)
        report_progress(share * len(estimates) / len(parts))
    return games, Estimates.join(estimates)


def _apply_engine(engine: Engine, replays: Replays, metadata: Metadata, statuses: Statuses) -> None:
    """Replace estimates by the answers of an engine, or note the reason why it gave none."""
    komi, sides, rules = recorded_komi(metadata), to_move(replays), metadata.columns["ruleset"].to_pylist()
    games = np.flatnonzero(statuses.base.source == StatusSource.ESTIMATED.index).tolist()
    for number, game in enumerate(games):
        report_progress(ESTIMATE_SHARE + (1 - ESTIMATE_SHARE) * number / len(games))
        span = slice(*replays.board_start[game : game + 2].tolist())
        position = Position(int(replays.width[game]), int(replays.height[game]), replays.boards[span])
        answer = engine.analyze(position, int(sides[game]), rules[game] or "", float(komi[game]))
        if answer.error:
            statuses.engine_errors[game] = answer.error
            continue
        statuses.base.dead[span] = np.isin(np.arange(len(position.stones)), list(answer.dead))
        statuses.base.source[game] = StatusSource.ENGINE.index
        statuses.base.confidence[game] = answer.confidence
