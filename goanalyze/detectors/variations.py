"""Findings of variations: the new part of a line, and GO004 where some lines were not looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from goanalyze.catalogue.finding import Finding
from goanalyze.detectors.registry import finding_at
from goanalyze.points import color_name, to_sgf

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.replay.arrays import Replays
    from goanalyze.sgf.records import Records


def new_in_variation(finding: Finding, records: Records, replays: Replays) -> Finding | None:
    """Return a finding of a line without the moves that an earlier line has, too; None if nothing is left of it."""
    line = finding.game
    new = tuple(number for number in finding.move_numbers if number > records.stem[line])
    if len(new) == len(finding.move_numbers):
        return finding
    if not new:
        return None
    row = int(replays.start[line]) + new[0] - 1
    point = int(replays.moves.point[row])
    return finding._replace(
        move_number=new[0],
        move_numbers=new,
        color=color_name(int(replays.moves.color[row])),
        point=to_sgf(point, int(replays.width[line])) if point >= -1 else None,
        offset=records.offset(line, int(replays.moves.at[row])),
    )


def branch_findings(records: Records, looked_at: NDArray[np.int64]) -> Iterator[Finding]:
    """Yield the games with more variations, or longer ones, than were looked at.

    Args:
        records: a chunk of games.
        looked_at: int64[games], how many of the variations of each were.
    """
    branches = records.tape.branches
    for game in (branches > looked_at).nonzero()[0].tolist():
        left = int(branches[game] - looked_at[game])
        message = f"{left:,} of {branches[game]:,} variations, the last ones, are not looked at."
        yield finding_at(records, game, "GO004", message, int(records.tape.game_span[game, 0]), count=left)
