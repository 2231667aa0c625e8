"""The ladder: markup, else what is settled, else an estimate; each game's answer carries its rung and a confidence."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.life.engine import Engine
from goanalyze.life.estimate import estimate
from goanalyze.life.markup import MarkupMode, read_markup
from goanalyze.life.settled import Proof
from goanalyze.life.settled_kernel import settle
from goanalyze.life.statuses import Source, Statuses
from goanalyze.replay.replays import Replays, cut, to_move
from goanalyze.sgf.metadata import Metadata, recorded_komi
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.arrow import encode, floats

__all__ = ["ESTIMATE_MODES", "SETTLED_CONFIDENCE", "EstimateMode", "judge", "worth_estimating"]

EstimateMode = Literal["auto", "never", "all"]
ESTIMATE_MODES: Final[tuple[EstimateMode, ...]] = ("auto", "never", "all")

SETTLED_CONFIDENCE: Final = 0.998
"""Of positions that are proven altogether; all of the few that real archives have agree with their markup."""

_SMALL_SIDE: Final = 5
_UNTRIED: Final = 0.85  # nobody has measured how sure an estimate is on boards with shorter sides
_STOPPED: Final = ("resign", "time", "forfeit", "void")  # nobody counted these, two passes or not


def judge(
    records: Records,
    replays: Replays,
    metadata: Metadata,
    markup: MarkupMode = "full",
    mode: EstimateMode = "auto",
    engine: Engine | None = None,
) -> Statuses:
    """Judge the final positions of a chunk, each on the first rung that bears.

    1. Markup, if it agrees with the board (`goanalyze.life.markup`).
    2. Settled: everything proven (`goanalyze.life.settled`).
    3. Estimated (`goanalyze.life.estimate`).
    4. Asked of an engine, if there is one, in place of 3; where it fails, the estimate stands.

    Args:
        records: the chunk.
        replays: the same, played out.
        metadata: of the same.
        markup: what territory markup is good for.
        mode: ``auto``, rungs 2 and 3 are for finished games: two passes end them or a count is recorded, and they were
            not resigned, lost on time, forfeited or void; ``never``; ``all``, for every game with stones on a board.
            Positions that no game can reach, with a chain set up without a liberty, are never estimated.
        engine: to be asked about what is not settled.
    """
    statuses = read_markup(records, replays, metadata, markup)
    chosen = np.flatnonzero(worth_estimating(replays, metadata, statuses, mode))
    if len(chosen):
        _estimate(replays, statuses, chosen)
        if engine is not None:
            _ask(engine, replays, metadata, statuses, chosen)
    return statuses


def worth_estimating(replays: Replays, metadata: Metadata, statuses: Statuses, mode: EstimateMode) -> NDArray[np.bool_]:
    """Return the games whose end is to be settled or estimated; `mode` as in `judge`."""
    stones = replays.fact("moves") + replays.fact("black_setup") + replays.fact("white_setup") > 0
    possible = replays.fact("no_liberty_point") < 0  # no game can reach a chain without a liberty
    open_: NDArray[np.bool_] = (replays.width > 0) & stones & possible & (statuses.source == Source.NONE)
    if mode == "never":
        return np.zeros(len(replays), dtype=np.bool_)
    if mode == "all":
        return open_
    where, names = encode(metadata.columns["result_by"])
    stopped = np.array([name in _STOPPED for name in names], dtype=np.bool_)[where]
    counted = ~np.isnan(floats(metadata.columns["result_margin"]))
    finished: NDArray[np.bool_] = (replays.fact("end_run") >= 2) | counted
    return open_ & ~stopped & finished


def _estimate(replays: Replays, statuses: Statuses, chosen: NDArray[np.int64]) -> None:
    """Settle or estimate some games of a chunk; write the answers down in `statuses`."""
    start, place = cut(replays, chosen)
    boards, width, height = replays.boards[place], replays.width[chosen], replays.height[chosen]
    proofs, _, decided = settle(boards, start, width, height, True)
    statuses.dead[place] = proofs == Proof.DEAD
    statuses.shares[place] = proofs != Proof.DEAD
    statuses.source[chosen], statuses.confidence[chosen] = Source.SETTLED, SETTLED_CONFIDENCE
    open_ = chosen[~decided]
    if not len(open_):
        return
    start, place = cut(replays, open_)
    found = estimate(replays.boards[place], start, replays.width[open_], replays.height[open_], to_move(replays)[open_])
    statuses.dead[place], statuses.shares[place] = found.dead, found.shares
    tiny = np.minimum(replays.width[open_], replays.height[open_]) < _SMALL_SIDE
    statuses.source[open_] = Source.ESTIMATED
    statuses.confidence[open_] = np.where(tiny, np.minimum(found.confidence, _UNTRIED), found.confidence)


def _ask(engine: Engine, replays: Replays, metadata: Metadata, statuses: Statuses, chosen: NDArray[np.int64]) -> None:
    """Let an engine judge the chosen games that are not settled; write its answers, or why there are none."""
    komi, turn = recorded_komi(metadata), to_move(replays)
    rules = metadata.columns["ruleset"].to_pylist()
    for game in chosen[statuses.source[chosen] == Source.ESTIMATED].tolist():
        span = slice(*replays.board_start[game : game + 2].tolist())
        position = Position(int(replays.width[game]), int(replays.height[game]), replays.boards[span])
        points = 0.0 if np.isnan(komi[game]) else float(komi[game])
        verdict = engine.judge(position, int(turn[game]), rules[game] or "", points)
        if verdict.error:
            statuses.engine_errors[game] = verdict.error
            continue
        dead = np.zeros(len(position.stones), dtype=np.uint8)
        dead[list(verdict.dead)] = 1
        statuses.dead[span] = dead
        statuses.source[game], statuses.confidence[game] = Source.ENGINE, verdict.confidence
