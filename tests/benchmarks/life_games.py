"""Final positions of real games for `bench_life`: read with the library, judged with and without their markup.

Games of `TRAINING` archives gave the network its examples and every threshold its value; all others are test games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path, PurePath

import numpy as np
from numpy.typing import NDArray

from goanalyze import Position
from goanalyze.archives.inputs import find_sources
from goanalyze.core.labels import Boards
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import DeadSet
from goanalyze.pipeline import Chunk
from goanalyze.replay.replay import to_move
from goanalyze.score.audit import AuditRow, audit_games
from goanalyze.score.end_policies import read_ends, score_ends
from goanalyze.sgf.charset import texts
from goanalyze.sgf.metadata import recorded_komi
from goanalyze.sgf.records import in_chunks, read_records

__all__ = ["TRAINING", "Final", "agreements", "archive_of", "finals", "is_training", "size_class", "spread"]

TRAINING = ("kgs-2003.zip", "kgs-2006.zip", "tygem-2009-12.zip")


@dataclass(frozen=True, slots=True, eq=False)
class Final:
    """One game's final position.

    Attributes:
        game_id: as in the games table.
        archive, member: the address, the archive without its suffix.
        rules: id of the declared ruleset, or "(none)".
        passed: two passes end the record.
        board: uint8[points]; `width`, `height`; `first`, the side to move.
        source, confidence, dead: the status without markup; `StatusSource.NONE` if none was determined.
        marked: True if markup names the dead stones; `marked_dead` they are, `owner` the marked points.
        chunk, index: the chunk of the library, and the index in it.
    """

    game_id: str
    archive: str
    member: str
    rules: str
    passed: bool
    board: NDArray[np.uint8]
    width: int
    height: int
    first: int
    source: int
    confidence: float
    dead: NDArray[np.uint8]
    marked: bool
    marked_dead: NDArray[np.uint8]
    owner: NDArray[np.uint8]
    chunk: Chunk
    index: int

    @property
    def stratum(self) -> tuple[str, str, str]:
        """Archive, ruleset and size class."""
        return self.archive, self.rules, size_class(self.width, self.height)

    @property
    def judged_as_marked(self) -> bool:
        """True if the dead stones are those that the players marked."""
        return bool((self.dead == self.marked_dead).all())

    @property
    def position(self) -> Position:
        """The position."""
        return Position(self.width, self.height, self.board)

    def alone(self) -> tuple[Boards, NDArray[np.uint8]]:
        """Return the position as kernels take a chunk of one, and the side to move."""
        return (self.position().to_arrays(), np.array([self.first], dtype=np.uint8))


def archive_of(source: str) -> str:
    """Name the archive that a game comes from; for a plain file its folder."""
    path = PurePath(source)
    return path.parent.name if path.suffix.lower() == ".sgf" else path.stem


def is_training(archive: str) -> bool:
    """Return True if the estimate was trained on the games of an archive."""
    return PurePath(archive).stem in {PurePath(name).stem for name in TRAINING}


def size_class(width: int, height: int) -> str:
    """Name a size: the three usual ones, or other."""
    return str(width) if width == height and width in {9, 13, 19} else "other"


def finals(paths: Sequence[str | Path]) -> Iterator[Final]:
    """Yield the final positions that are marked, or that are judged without markup; equal records once."""
    seen: set[str] = set()
    for source in find_sources([str(path) for path in paths]):
        for files in in_chunks(texts(source)):
            for records in read_records(files):
                for final in _of_chunk(Chunk(records)):
                    if final.game_id not in seen:
                        seen.add(final.game_id)
                        yield final


def _of_chunk(chunk: Chunk) -> Iterator[Final]:
    found, marked = chunk.with_markup("ignore").statuses, chunk.statuses
    ids, rules, turn = chunk.ids, chunk.metadata.columns["ruleset"].to_pylist(), to_move(chunk.replays)
    for index in np.flatnonzero(
        (found.base.source > StatusSource.NONE.index) | (marked.base.source == StatusSource.MARKUP.index)
    ).tolist():
        span = slice(*chunk.replays.board_start[index : index + 2].tolist())
        text = chunk.records.text_of(index)
        yield Final(
            game_id=ids[index],
            archive=archive_of(text.source),
            member=text.member,
            rules=rules[index] or "(none)",
            passed=bool(chunk.replays.fact("end_run")[index] >= 2),
            board=chunk.replays.boards[span],
            width=int(chunk.replays.width[index]),
            height=int(chunk.replays.height[index]),
            first=int(turn[index]),
            source=int(found.base.source[index]),
            confidence=float(found.base.confidence[index]),
            dead=found.base.dead[span],
            marked=bool(marked.base.source[index] == StatusSource.MARKUP.index),
            marked_dead=marked.base.dead[span],
            owner=marked.marked_owner[span],
            chunk=chunk,
            index=index,
        )


def agreements(some: Sequence[Final], dead: Sequence[NDArray[np.uint8] | None]) -> list[AuditRow | None]:
    """Count positions with given dead stones as the program counts its own, and compare them with the record.

    Args:
        some: the positions.
        dead: the dead stones of each, or None without a judgement.

    Returns:
        For each the audit; None where no count is recorded, or no judgement was given.
    """
    by_chunk: dict[int, list[int]] = defaultdict(list)
    for number, final in enumerate(some):
        by_chunk[id(final.chunk)].append(number)
    answers: list[AuditRow | None] = [None] * len(some)
    for numbers in by_chunk.values():
        chunk = some[numbers[0]].chunk
        found = chunk.with_markup("ignore").statuses
        source, sets = np.zeros_like(found.base.source), np.zeros_like(found.base.dead)
        for number in numbers:
            mine, index = dead[number], some[number].index
            if mine is not None:
                source[index] = StatusSource.ENGINE.index
                sets[slice(*chunk.replays.board_start[index : index + 2].tolist())] = mine
        statuses = copy(found)
        statuses.base = DeadSet(sets, source, found.base.confidence)
        ends = read_ends(chunk.replays, statuses, chunk.played.rest, np.full(len(source), np.nan))
        endings = score_ends(
            chunk.records,
            chunk.replays,
            statuses,
            ends,
            recorded_komi(chunk.metadata),
            np.zeros(len(source), dtype=np.uint8),
            np.zeros(len(source), dtype=np.bool_),
        )
        told = {row.game: row for row in audit_games(ends, chunk.played, statuses, endings)}
        for number in numbers:
            answers[number] = told.get(some[number].index)
    return answers


def spread(some: Sequence[Final], most: int) -> list[Final]:
    """Choose positions evenly from the strata: one of each in turn, within a stratum at equal distances."""
    strata: dict[tuple[str, str, str], list[Final]] = defaultdict(list)
    for final in some:
        strata[final.stratum].append(final)
    shares = dict.fromkeys(strata, 0)
    left = min(most, len(some))
    while left:
        for name in sorted(strata):
            if left and shares[name] < len(strata[name]):
                shares[name] += 1
                left -= 1
    return [
        strata[name][number * len(strata[name]) // share]
        for name, share in sorted(shares.items())
        for number in range(share)
    ]
