"""Findings about the points of handicap stones: GO155."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from goanalyze.core.handicap import HANDICAP, fixed_handicap
from goanalyze.detectors.finding_address import finding_at
from goanalyze.detectors.registry import Subject, detector
from goanalyze.rules import Placement, Ruleset, find_ruleset
from goanalyze.vocabulary.catalogue import CatalogueEntry, Severity
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.points import to_gtp

if TYPE_CHECKING:
    from goanalyze.replay.arrays import Replays
    from goanalyze.replay.game_hash import FirstSetups
    from goanalyze.sgf.metadata import Metadata
    from goanalyze.sgf.records import Records


@detector(
    Subject.PLAY,
    CatalogueEntry("GO155", Severity.INFO, "handicap stones off the fixed points",
        "The handicap stones are not on the points of the rulesets that fix them, which the message names: in no "
        "rotation or reflection of the pattern, of three stones with any corner open. Elsewhere Black chooses the "
        "points. 9×9 has five fixed points, so more stones have none there.",
        "HA[2]AB[dd][dp]: two corners side by side"),
)  # fmt: skip
def placement_findings(
    records: Records, replays: Replays, metadata: Metadata, rulesets: Sequence[Ruleset], setups: FirstSetups
) -> Iterator[Finding]:
    """Yield the games whose handicap stones are off the points that rulesets fix: GO155, naming these rulesets.

    The fixed points are a pattern, right in every view of the board: of three stones any corner may be open, since
    sources differ (the upper left in Japan and under AGA rules, the lower right over GTP). Numbers and boards without
    a pattern are passed over, such as six stones on 9×9, and games with white stones set up, which are positions.
    If the record names rules of its own that leave the points to Black, the message says so first.

    Rule: Wikipedia, *Rules of Go*, section Handicap: fixed points in Japan, free ones in China.
    """
    from goanalyze.replay.handicap_moves import placed_points
    from goanalyze.sgf.header_values import read_header

    fixed = tuple(ruleset.id for ruleset in rulesets if ruleset.placement.value is Placement.FIXED)
    candidates = (records.handicap >= HANDICAP) & (replays.width == replays.height) & (replays.width > 0)
    candidates &= ~replays.implied & (replays.fact("white_setup") == 0)
    header = read_header(records, "HA")
    own = metadata.columns["ruleset"]
    objecting = " and ".join(filter(None, (", ".join(fixed[:-1]), *fixed[-1:])))
    games = candidates.nonzero()[0].tolist() if fixed else []
    start, setup, _ = setups
    for game in games:
        size = int(replays.width[game])
        stones = placed_points(replays, game) or frozenset(setup[start[game] : start[game + 1]].tolist())
        views = _patterns(size, len(stones))
        if not views or len(stones) != records.handicap[game] or stones in views:
            continue
        placed, expected = (
            ", ".join(to_gtp(point, size, size) for point in points)
            for points in (sorted(stones), fixed_handicap(size, size, len(stones)))
        )
        message = (f"Handicap stones on {placed}{_allowed(own[game].as_py())}; the fixed points, in some view of the "
                   f"board, are {expected} under {objecting} rules.")  # fmt: skip
        yield finding_at(records, game, "GO155", message, header.offset(records, game))


def _allowed(own: str | None) -> str:
    """Return words about a record's own rules that leave the points to Black, "" for other and unknown rules."""
    is_free = own is not None and find_ruleset(own).placement.value is not Placement.FIXED
    return f", which {own} rules, the record's own, allow" if is_free else ""


@lru_cache(maxsize=256)
def _patterns(size: int, stones: int) -> frozenset[frozenset[int]]:
    """Return the fixed pattern of a number of stones in every view of the board, empty without a pattern."""
    import numpy as np

    pattern = np.zeros((size, size), dtype=np.bool_)
    pattern.flat[fixed_handicap(size, size, stones)] = True
    if not pattern.any():
        return frozenset()
    views = [np.rot90(side, turns) for side in (pattern, pattern.T) for turns in range(4)]
    return frozenset(frozenset(np.flatnonzero(view).tolist()) for view in views)
