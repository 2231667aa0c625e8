"""Findings about where handicap stones stand: GO155."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from goanalyze.board.handicap import fixed_handicap
from goanalyze.findings.records import finding_at
from goanalyze.replay.chunk import Replays
from goanalyze.replay.identity import FirstSetups
from goanalyze.rules import Placement, Ruleset, find_ruleset
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.properties import INFO_INDEX
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.points import to_gtp

_HANDICAP: Final = 2


def placement_findings(
    records: Records, replays: Replays, metadata: Metadata, rulesets: Sequence[Ruleset], setups: FirstSetups
) -> Iterator[Finding]:
    """Yield the games whose handicap stones are off the points that rulesets fix: GO155, naming these rulesets.

    The fixed points are a pattern, right in every view of the board: of three stones any corner may stay open, since
    sources differ on which (the upper left in Japan and under AGA rules, the lower right over GTP). Numbers and boards
    for which there is no pattern are passed over, and so are games with white stones set up: these are positions.
    Where the record names rules of its own that leave the points to Black, the message says so first.

    Rule: rules article, Handicap and the paragraph on where rulesets differ: fixed points in Japan, free in China.
    """
    fixed = tuple(ruleset.id for ruleset in rulesets if ruleset.placement.value is Placement.FIXED)
    asked = (records.handicap >= _HANDICAP) & (replays.width == replays.height) & (replays.width > 0)
    asked &= ~replays.implied & (replays.fact("white_setup") == 0)
    at = records.tape.info[:, INFO_INDEX["HA"], 0]
    own = metadata.columns["ruleset"]
    objecting = " and ".join(filter(None, (", ".join(fixed[:-1]), *fixed[-1:])))
    games = np.flatnonzero(asked).tolist() if fixed else []
    start, setup, _ = setups
    for game in games:
        size = int(replays.width[game])
        stones = _played(records, replays, game) or frozenset(setup[start[game] : start[game + 1]].tolist())
        views = _patterns(size, len(stones))
        if not views or len(stones) != records.handicap[game] or stones in views:
            continue
        placed, expected = (
            ", ".join(to_gtp(point, size, size) for point in points)
            for points in (sorted(stones), fixed_handicap(size, size, len(stones)))
        )
        message = (f"Handicap stones on {placed}{_allowed(own[game].as_py())}; the fixed points, in some view of the "
                   f"board, are {expected} under {objecting} rules.")  # fmt: skip
        yield finding_at(records, game, "GO155", message, int(at[game]))


def _allowed(own: str | None) -> str:
    """Say that a record's own rules leave the points to Black; nothing where they do not, or are not known."""
    is_free = own is not None and find_ruleset(own).placement.value is not Placement.FIXED
    return f", which {own} rules, the record's own, allow" if is_free else ""


def _played(records: Records, replays: Replays, game: int) -> frozenset[int]:
    """Return the points of the handicap stones of one game that are Black's first moves; none where they are set up."""
    moves = int(replays.fact("handicap_moves")[game])
    step = 2 if replays.alternating[game] else 1
    number = int(records.handicap[game]) if replays.alternating[game] else moves
    first = int(replays.start[game])
    return frozenset(replays.moves.point[first : first + step * number : step].tolist())


@lru_cache(maxsize=256)
def _patterns(size: int, stones: int) -> frozenset[frozenset[int]]:
    """Return the fixed pattern of so many stones in every view of the board; nothing where there is none."""
    pattern = np.zeros((size, size), dtype=np.bool_)
    pattern.flat[fixed_handicap(size, size, stones)] = True
    if not pattern.any():
        return frozenset()
    views = [np.rot90(side, turns) for side in (pattern, pattern.T) for turns in range(4)]
    return frozenset(frozenset(np.flatnonzero(view).tolist()) for view in views)
