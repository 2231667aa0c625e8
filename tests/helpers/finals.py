"""Final positions made by hand: how a game ended, from plain values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from goanalyze import Count
from goanalyze.score.choices import AgreedResult, Quality
from goanalyze.score.count import COLUMNS
from goanalyze.score.final_positions import FinalPositions


def final_position(
    width: int,
    height: int,
    count: Count,
    quality: Quality = Quality.DEAD_KNOWN,
    black_passes: int = 0,
    white_passes: int = 0,
    first_pass: int = 0,
    final_pass: int = 0,
    last_pass: int = 0,
    handicap: int = 0,
    komi: float | None = None,
    *,
    agreed: AgreedResult = AgreedResult.NOTHING,
    has_cycle: bool = False,
    played_on: bool = False,
    unnamed_setup: bool = False,
) -> FinalPositions:
    """Return a chunk of one."""
    counts, prisoners = _of(count)
    return FinalPositions(
        width=np.array([width], dtype=np.int16),
        height=np.array([height], dtype=np.int16),
        counts=counts,
        dame=np.array([count.dame], dtype=np.int32),
        prisoners=prisoners,
        quality=np.array([quality.index], dtype=np.uint8),
        passes=np.array([[black_passes, white_passes]], dtype=np.int32),
        first_pass=np.array([first_pass], dtype=np.uint8),
        final_pass=np.array([final_pass], dtype=np.uint8),
        last_pass=np.array([last_pass], dtype=np.uint8),
        handicap=np.array([handicap], dtype=np.int16),
        komi=np.array([np.nan if komi is None else komi]),
        bonus=np.array([np.nan]),
        agreed=np.array([agreed.index], dtype=np.uint8),
        has_cycle=np.array([has_cycle]),
        played_on=np.array([played_on]),
        all_alive=np.array([False]),
        unnamed_setup=np.array([unnamed_setup]),
        rest=np.array([-1], dtype=np.int8),
        source=np.array([0], dtype=np.uint8),
        confidence=np.array([0], dtype=np.float32),
        count_confidence=np.zeros((1, 2), dtype=np.float32),
    )


def with_count(final: FinalPositions, count: Count) -> FinalPositions:
    """Return the same end with another count."""
    counts, prisoners = _of(count)
    return replace(final, counts=counts, prisoners=prisoners, dame=np.array([count.dame], dtype=np.int32))


def changed(final: FinalPositions, **facts: float) -> FinalPositions:
    """Return the same end with other facts."""
    return replace(
        final, **{name: np.array([value], dtype=getattr(final, name).dtype) for name, value in facts.items()}
    )


def _of(count: Count) -> tuple[np.ndarray, np.ndarray]:
    sides = count.black, count.white
    counts = np.array([[[getattr(side, name) for name in COLUMNS] for side in sides]], dtype=np.int32)
    return counts, np.array([[side.prisoners for side in sides]], dtype=np.int32)
