"""The laws of `helpers/repair_laws.py` on records drawn, spoilt and real, and that no record costs too much.

Repaired findings are gone, moves and positions are equal, comments, variations and
unknown properties survive, and to repair twice changes nothing.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.calls import count_calls
from helpers.laws import law, over
from helpers.repair_laws import OPTIONAL, findings, read, repair_law
from helpers.shared import shared
from helpers.texts import LIKE_SGF, TREE, coarse, damaged_texts
from hypothesis import example, given
from hypothesis import strategies as st
from sgfmill import sgf_grammar

from goanalyze.errors import TreeError
from goanalyze.repair.repair import repair

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "data/sample/findings").glob("*.sgf"))
CHARSETS = ("gb18030", "big5", "cp932", "utf-16", "utf-8-sig", "iso2022_jp")


@law(200)
@example(b"(;SZ[19];B[]d][pp];W[qd])")
@given(
    st.one_of(
        damaged_texts(), damaged_texts(), LIKE_SGF, st.tuples(damaged_texts(), damaged_texts()).map(b"\nSubject: ".join)
    )
)
def test_spoilt_records(data: bytes) -> None:
    """The laws hold for records with damage, one or two of them in a file."""
    repair_law(data)


@law(100)
@given(TREE)
def test_well_formed_trees(tree: Any) -> None:
    """The laws hold for trees that sgfmill writes, with any values."""
    repair_law(sgf_grammar.serialise_game_tree(coarse(tree)))


@law(50)
@given(TREE, st.sampled_from(CHARSETS))
def test_comments_variations_and_unknown_properties_survive(tree: Any, charset: str) -> None:
    """Texts and unknown properties are unchanged, in their order, in any charset."""
    written = sgf_grammar.serialise_game_tree(coarse(tree))
    repaired = repair(written.decode().encode(charset), encoding=charset)
    before, after = (sgf_grammar.parse_sgf_collection(text) for text in (written, repaired.data))
    assert _texts(before) == _texts(after)


def _texts(games: list[sgf_grammar.Coarse_game_tree]) -> list[tuple[str, list[bytes]]]:
    """Return comments, names and unknown properties, the games and their nodes one after the other."""
    found, waiting = [], games[::-1]
    while waiting:
        tree = waiting.pop()
        found += [(name, values) for node in tree.sequence for name in ("C", "N", "XYZ") if (values := node.get(name))]
        waiting += tree.children[::-1]
    return found


@pytest.mark.slow
@over("path", SAMPLES)
def test_the_record_of_each_finding(path: Path) -> None:
    """The laws hold for the records of the sample, each of which shows a finding."""
    repair_law(path.read_bytes())


@law(200)
@given(st.one_of(damaged_texts(), LIKE_SGF))
def test_moves_that_no_ruleset_allows_are_left_out_on_request(data: bytes) -> None:
    """Asked to, a repair leaves none of them in the main line, and to repair again changes nothing."""
    try:
        repaired = repair(data, drop_illegal=True)
    except TreeError:
        return
    assert repair(repaired.data, drop_illegal=True) == (repaired.data, ())
    text, games = read(repaired.data)
    sized = {int(index) for chunk in games for index, width in zip(chunk.game_index, chunk.width, strict=True) if width}
    assert not OPTIONAL & {code for game, code, _ in findings(text, games) if game in sized}


@law(50)
@given(damaged_texts())
def test_a_repair_that_tells_is_repaired_once(data: bytes) -> None:
    """Annotations in comments bring no further change."""
    try:
        repaired = repair(data, annotate=True)
    except TreeError:
        return
    assert repair(repaired.data, annotate=True) == (repaired.data, ())


def archive(name: str) -> list[bytes]:
    """Return the files of a real archive."""
    with zipfile.ZipFile(shared(f"archives/{name}")) as packed:
        return [packed.read(member) for member in packed.namelist() if member.endswith(".sgf")]


@pytest.mark.slow
def test_hostile_files() -> None:
    """Malformed and odd files raise no other error than a missing game; some are tested against all laws."""
    for number, data in enumerate(archive("hostile.zip")):
        if len(data) < 100_000 and number % 5:
            _twice(data)
        elif len(data) < 20_000:
            repair_law(data)


def _twice(data: bytes) -> None:
    try:
        repaired = repair(data)
    except TreeError:
        return
    assert repair(repaired.data) == (repaired.data, ())


@pytest.mark.slow
@over("name", ["fox-9k", "gnugo-regression", "personal-sartak", "kgs-2017a"])
def test_real_records(name: str) -> None:
    """The laws hold for records of servers, programs and people."""
    files = archive(f"dev/{name}.zip")
    for data in files[:: len(files) // 15]:
        repair_law(data)


WORK: dict[str, Callable[[int], bytes]] = {
    "openings": lambda number: b"(;" * number,
    "brackets never closed": lambda number: b"(;" + b"B[pd;W[dp];" * number,
    "text behind a comment": lambda number: b"(;C[a]" + b" x ] " * number,
    "junk and blanks": lambda number: b"(;B[aa]" + b"x \xff " * number,
    "backslashes": lambda number: b"(;C[" + b"\\" * number,
    "one property": lambda number: b"(;" + b"AB[aa]C[a]XX[b]" * number,
    "rectangles": lambda number: b"(;SZ[52]AB" + b"[aa:ZZ][bb:YY]" * number,
    "nodes to be split": lambda number: b"(;" + b"B[aa]W[bb]KO[]AB[cc]" * number,
    "variations": lambda number: b"(;B[aa]" + b"(;W[bb])" * number,
    "variations in variations": lambda number: b"(;B[aa]" * number,
    "nodes behind variations": lambda number: b"(;B[aa]" + b"(;W[bb]);B[cc]" * number,
    "games without end": lambda number: b"(;GM[1]SZ[9]" * number,
    "empty parentheses": lambda number: b"(;B[aa]" + b"((" * number + b"))" * number,
}


@over("name", WORK)
def test_a_record_four_times_as_long_is_four_times_the_work(name: str) -> None:
    """Work is counted in calls: no time is measured, so that the load of the machine does not matter."""
    small, large = (count_calls(partial(repair, WORK[name](number), drop_illegal=True)) for number in (100, 400))
    assert large < 4.6 * small
