"""Games that two passes end, cut some moves before their end: records that stop early, with a known result.

Scope: even games without setup stones whose recorded margin is that of their count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from goanalyze import BLACK
from goanalyze.archives.inputs import find_sources
from goanalyze.pipeline import Chunk, Options
from goanalyze.score.choices import Agreement
from goanalyze.sgf.charset import texts
from goanalyze.sgf.records import in_chunks, read_records

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_IGNORED: Final = Options(markup="ignore")


class FinishedGame(NamedTuple):
    """A game that two passes end.

    Attributes:
        id: its `game_id`.
        ruleset: id of the declared ruleset.
        header: root properties in SGF.
        moves: moves in SGF, the passes at the end left out.
    """

    id: str
    ruleset: str
    header: str
    moves: tuple[str, ...]

    def cut(self, moves: int, ending: str = "") -> str:
        """Return the record in SGF without its last moves.

        Args:
            moves: number of moves that are left out.
            ending: nodes after the last move.
        """
        return f"(;{self.header}{''.join(self.moves[: len(self.moves) - moves])}{ending})"


def finished_games(paths: Sequence[Path]) -> Iterator[FinishedGame]:
    """Yield the games of files, folders and archives."""
    for source in find_sources([str(path) for path in paths]):
        for chunk_files in in_chunks(texts(source)):
            for records in read_records(chunk_files):
                yield from _games_of(Chunk(records, _IGNORED))


def _games_of(chunk: Chunk) -> Iterator[FinishedGame]:
    """Yield the games of a chunk."""
    replays, columns = chunk.replays, chunk.metadata.columns
    is_whole = (replays.fact("end_run") >= 2) & (replays.fact("first_fault") == 0)
    is_whole &= (replays.fact("black_setup") == 0) & (replays.fact("white_setup") == 0) & (chunk.records.handicap == 0)
    is_whole &= (replays.fact("handicap_moves") == 0) & (replays.fact("setup_breaks") == 0)
    is_exact = np.zeros(len(replays), dtype=np.bool_)
    is_exact[[row.game for row in chunk.audited if row.agreement == Agreement.EXACT.value]] = True
    komi, ruleset, result = (columns[name].to_pylist() for name in ("komi", "ruleset", "result_raw"))
    for game in np.flatnonzero(is_whole & is_exact).tolist():
        if komi[game] is None or ruleset[game] is None or replays.width[game] != replays.height[game]:
            continue
        side, stop = int(replays.width[game]), int(replays.start[game] + replays.fact("moves")[game])
        points, colors = (
            replays.moves.point[replays.start[game] : stop],
            replays.moves.color[replays.start[game] : stop],
        )
        while len(points) and points[-1] < 0:
            points = points[:-1]
        header = f"GM[1]FF[4]SZ[{side}]KM[{float(komi[game]):g}]RU[{ruleset[game]}]RE[{result[game]}]"
        moves = zip(colors.tolist(), points.tolist(), strict=False)
        nodes = tuple(f";{'B' if color == BLACK else 'W'}[{_point(point, side)}]" for color, point in moves)
        yield FinishedGame(chunk.ids[game], ruleset[game], header, nodes)


def _point(point: int, side: int) -> str:
    """Return a point as SGF has it, empty for a pass."""
    return "" if point < 0 else _LETTERS[point % side] + _LETTERS[point // side]
