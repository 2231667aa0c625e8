"""The laws of a repair, for any bytes: drawn, real or spoilt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from helpers.reading import read_all
from sgfmill import sgf_grammar

from goanalyze.archives.blobs import Blob
from goanalyze.catalogue.catalogue import CATALOGUE, RepairCondition
from goanalyze.detectors.records import file_findings
from goanalyze.errors import TreeError
from goanalyze.pipeline import Chunk, Options
from goanalyze.repair.repair import RepairResult, repair
from goanalyze.replay.replay import replay_records
from goanalyze.sgf.charset import Text, decode
from goanalyze.sgf.lines import read_lines
from goanalyze.sgf.records import Records, read_records
from goanalyze.sgf.tree.writer import ChangeKind

REPAIRS = {code: entry.repair for code, entry in CATALOGUE.items() if entry.repair}
ALWAYS = {code for code, repair in REPAIRS.items() if repair.condition is RepairCondition.ALWAYS}
OPTIONAL = {code for code, repair in REPAIRS.items() if repair.condition is RepairCondition.OPTION}
_DEEPEST = 300  # parentheses that sgfmill reads by recursion
_ROOT_ONLY = "Properties of the first node are left out"  # as SZ in a variation, which then has another board


class ReplayedGame(NamedTuple):
    """Board along a line of a game, and marks at its end."""

    game: int
    size: tuple[int, int]
    colors: list[int]
    points: list[int]
    flags: list[int]
    board: bytes
    marks: list[str]


def read(data: bytes) -> tuple[Text, list[Records]]:
    """Return a file as it is read by itself, and its games in chunks."""
    text = decode(Blob("a.sgf", "", data))
    return text, list(read_records([text]))


def _played(chunk: Records, marks: list[list[str]]) -> Iterator[ReplayedGame]:
    replays = replay_records(chunk)
    for number, marked in enumerate(marks):
        moves = slice(*replays.start[number : number + 2].tolist())
        points = slice(*replays.board_start[number : number + 2].tolist())
        yield ReplayedGame(
            int(chunk.game_index[number]),
            (int(chunk.width[number]), int(chunk.height[number])),
            replays.moves.color[moves].tolist(),
            replays.moves.point[moves].tolist(),
            replays.moves.flags[moves].tolist(),
            replays.boards[points].tobytes(),
            sorted(marked),
        )


def main_lines(chunks: list[Records]) -> list[ReplayedGame]:
    """Return the main lines of a file's games."""
    return [each for chunk in chunks for each in _played(chunk, [game.marks for game in read_all(chunk)])]


def other_lines(chunks: list[Records]) -> list[ReplayedGame]:
    """Return the other lines of a file's games."""
    return [
        each
        for chunk in chunks
        for lines, _ in read_lines(chunk)
        for each in _played(lines, [line.marks for line in read_all(lines)])
    ]


def findings(text: Text, chunks: list[Records]) -> Counter[tuple[int | None, str, int | None]]:
    """Return (game, code, move) of the findings of a check without estimates."""
    games = [finding for chunk in chunks for finding in Chunk(chunk, Options(estimate="never")).findings]
    of_file = file_findings(text, sum(map(len, chunks)))
    return Counter((finding.game_index, finding.code, finding.move_number) for finding in (*games, *of_file))


def repair_law(data: bytes) -> RepairResult | None:
    """Test a file against the laws; return it repaired, None if it has no game.

    * An unchanged file is returned byte for byte, and so does a repaired one.
    * The same moves are made in all lines, with the same captures, positions, legality and marks of territory.
    * A repaired finding is gone, and its game's changes name it; all others are unchanged.
    * sgfmill, another reader, accepts the text, and reads its UTF-8.
    """
    try:
        repaired = repair(data)
    except TreeError:
        assert not read(data)[1]
        return None
    assert bool(repaired.changes) == (repaired.data != data), repaired.changes
    assert repair(repaired.data) == (repaired.data, ()), repair(repaired.data).changes
    (text, before), (text_after, after) = read(data), read(repaired.data)
    assert main_lines(before) == main_lines(after)
    has_stones = any(change.code == "GO154" for change in repaired.changes)  # they are set in all lines
    if not has_stones and not any(change.message.startswith(_ROOT_ONLY) for change in repaired.changes):
        assert other_lines(before) == other_lines(after)
    _findings_law(repaired, findings(text, before), findings(text_after, after))
    assert text_after.encoding == "utf-8" or repaired.data.isascii()
    if repaired.data.count(b"(") < _DEEPEST:
        assert len(sgf_grammar.parse_sgf_collection(repaired.data)) == sum(map(len, after))
    return repaired


def _findings_law(repaired: RepairResult, before: Counter, after: Counter) -> None:  # type: ignore[type-arg]
    repaired_codes = {(change.game, change.code) for change in repaired.changes if change.code}
    left_out = ChangeKind.TRAILING_NODES.value  # nodes that are left out with any fault in them
    assert {change.code for change in repaired.changes if change.name != left_out} <= {None, *REPAIRS} - OPTIONAL
    assert not after - before, "a repair brings no finding"
    assert not ALWAYS & {code for _, code, _ in after}
    assert not repaired_codes & {(game, code) for game, code, _ in after}
    assert {(game or 0, code) for game, code, _ in before - after} <= repaired_codes
