"""Variations in the findings.

Every variation is replayed with a number for each leaf; findings name it, and shared moves are reported once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.games import records_of
from helpers.laws import law
from helpers.reading import read_chunk
from hypothesis import example, given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import Finding
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.plan import plan
from goanalyze.life.choices import StatusSource
from goanalyze.pipeline import Chunk, Options
from goanalyze.rules import RULESETS
from goanalyze.sgf import lines as module
from goanalyze.sgf.properties import SYNTAX_CODES

ROOT = Path(__file__).parents[2]
KO = ROOT / "data" / "sample" / "findings" / "good-ko-in-variation.sgf"
ALL = Options(variations=True, estimate="never")

# boards so small that moves are taken back, suicides and occupied points; setup and passes now and then
NODE = st.one_of(
    *[st.builds("{}[{}]".format, st.sampled_from("BW"), st.text("abc", min_size=2, max_size=2))] * 8,
    st.sampled_from(["B[]", "W[]", "AB[aa]AW[ba]", "AE[aa:cc]", "PL[W]", "B[aa]KO[]"]),
)
SEQUENCE = st.lists(NODE, min_size=1, max_size=6)
TREE = st.recursive(
    st.tuples(SEQUENCE, st.just(())), lambda tree: st.tuples(SEQUENCE, st.lists(tree, max_size=3)), max_leaves=6
)


def text_of(tree: Any) -> str:
    """Return a tree as SGF writes it, without the outer parentheses."""
    nodes, children = tree
    return "".join(f";{node}" for node in nodes) + "".join(f"({text_of(child)})" for child in children)


def paths(tree: Any, stem: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the nodes of every line, depth first."""
    nodes, children = tree
    whole = (*stem, *nodes)
    return [path for child in children for path in paths(child, whole)] if children else [whole]


def node_offsets(tree: Any, begin: int, stem: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the offsets of the nodes of every line in a file that contains the tree from an offset on."""
    nodes, children = tree
    for node in nodes:
        stem = (*stem, begin)
        begin += len(node) + 1
    result = []
    for child in children:
        result += node_offsets(child, begin + 1, stem)
        begin += len(text_of(child)) + 2
    return result or [stem]


def offset_in_tree(offset: int, begin: int, path: tuple[str, ...], offsets: tuple[int, ...]) -> int:
    """Return the offset in a tree's file of an offset in the file of one of its lines, whose nodes begin at `begin`."""
    for node, in_tree in zip(path, offsets, strict=True):
        if begin <= offset < begin + len(node) + 1:
            return in_tree + offset - begin
        begin += len(node) + 1
    return offset


def chunk_of(text: str, options: Options = ALL) -> Chunk:
    """Return the games of a text."""
    records = read_chunk(text)
    return Chunk(records, options)


def about_moves(findings: list[Finding]) -> list[Finding]:
    """Return the findings about moves and setup, without their offsets in the text."""
    return [
        each._replace(offset=None, line=0)
        for each in findings
        if each.code[:3] in ("GO1", "GO2") and each.code != "GO155"
    ]


@given(tree=TREE)
@example(tree=(["W[ab]"], [(["AB[aa]AW[ba]"], ()), (["AB[aa]AW[ba]"], ())]))  # one fault at two places of the text
@law(150)
def test_a_line_has_the_findings_of_a_file_with_it_alone(tree: Any) -> None:
    """The findings of a line are those of a file with that line alone, without the moves and nodes of the stem.

    Findings about moves beyond the stem are complete; those about a node are reported of the first line that has it.
    """
    root = "(;SZ[3]KM[0]RU[Japanese]RE[?]DT[2020-01-01]"
    reported = chunk_of(f"{root}{text_of(tree)})").reported_findings
    lines = ga.loads(f"{root}{text_of(tree)})").lines()
    assert len(lines) == len(paths(tree))
    earlier = set[tuple[str, int]]()
    for number, (line, path, offsets) in enumerate(zip(lines, paths(tree), node_offsets(tree, len(root)), strict=True)):
        alone = chunk_of(f"{root}{''.join(f';{node}' for node in path)})").findings
        mine = about_moves([each for each in reported if each.line == number])
        expected = [
            each._replace(move_numbers=new)
            for each in about_moves(alone)
            if (new := tuple(move for move in each.move_numbers if move > line.shared_moves))
        ]
        beyond = [each for each in mine if each.move_number is not None and each.move_number > line.shared_moves]
        assert [_row(each) for each in beyond] == [_row(each) for each in expected]
        nodes = {
            (each.code, offset_in_tree(each.offset or 0, len(root), path, offsets)): each
            for each in alone
            if each.move_number is None
        }
        new_nodes = about_moves([each for key, each in nodes.items() if key not in earlier])
        assert [each for each in mine if each not in beyond] == new_nodes
        earlier |= nodes.keys()


def _row(found: Finding) -> Any:
    """Return the compared parts of a finding whose first moves may have been omitted."""
    return (
        found.code,
        found.move_numbers,
        found.rulesets,
        found.repeats_move,
        found.cycle_kind,
        found.count,
        found.message,
    )


@given(tree=TREE)
@law(100)
def test_findings_and_verdicts_agree_on_every_line(tree: Any) -> None:
    """The rulesets and moves that the findings of a line name are those that its verdicts forbid beyond the stem."""
    text = f"(;SZ[3]KM[0]{text_of(tree)})"
    told = chunk_of(text).reported_findings
    for line in ga.loads(text).lines():
        named = {
            (ruleset, move)
            for each in told
            if each.line == line.line
            for ruleset in each.rulesets
            for move in each.move_numbers
        }
        forbidden = {
            (name, move)
            for name in RULESETS
            for move, verdict in enumerate(line.replay().verdicts(name), 1)
            if verdict != "legal" and (move > line.shared_moves or not line.line)
        }
        assert named == forbidden


@given(tree=TREE)
@law(60)
def test_a_line_is_played_and_counted_as_a_file_of_it_alone(tree: Any) -> None:
    """Positions, moves and outcomes of a line are those of a file that holds only that line and no result."""
    root = "(;SZ[3]KM[0]RU[Japanese]"
    lines = ga.loads(f"{root}RE[B+1]{text_of(tree)})").lines()
    for line, path in list(zip(lines, paths(tree), strict=True))[1:]:
        alone = ga.loads(f"{root}{''.join(f';{node}' for node in path)})")
        assert line.replay().moves == alone.replay().moves
        assert line.replay().position() == alone.replay().position()
        assert str(line.outcome("chinese")) == str(alone.outcome("chinese"))


def test_a_stem_is_told_once() -> None:
    """An illegal move before the variations is reported on the main line, one in a variation on its first line."""
    text = "(;SZ[9];B[aa];W[aa](;B[bb])(;B[cc];W[cc](;B[dd])(;B[ee])))"
    told = [
        (each.line, each.code, each.move_number) for each in chunk_of(text).reported_findings if each.code[:3] == "GO1"
    ]
    assert told == [(0, "GO101", 2), (1, "GO101", 4)]


def test_faults_of_syntax_are_told_on_the_first_line_that_has_them() -> None:
    """The text of a node is examined once, for any number of lines through it."""
    text = "(;SZ[9];B[aa](;W[bb])(;B[q](;W[dd])(;W[ee]AB[x])))"
    told = [(each.line, each.code) for each in chunk_of(text).reported_findings if each.code[:3] == "GO3"]
    assert told == [(1, "GO307"), (2, "GO308")]


def test_variations_change_nothing_else() -> None:
    """With variations the findings have more rows of other lines; every other table and row is the same.

    Faults of syntax in variations are reported in every run.
    """
    paths = [str(ROOT / "data" / "sample" / "findings")]
    plain, full = ga.check(paths), ga.check(paths, variations=True)
    for name in ("files", "games", "counts", "outcomes", "audit"):
        assert plain.arrow(name).equals(full.arrow(name)), name
    one, other = (tables.arrow("findings").to_pylist() for tables in (plain, full))
    assert [row for row in other if not row["line"]] == [row for row in one if not row["line"]]
    of_lines = [row for row in one if row["line"]]
    assert {row["code"] for row in of_lines} <= set(SYNTAX_CODES)
    assert all(row in other for row in of_lines)
    assert sum(bool(row["line"]) for row in other) > len(of_lines)


def test_what_is_not_looked_at_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a limit ends the lines of a game, GO004 has the number of variations that are left."""
    monkeypatch.setattr(module, "MAX_LINES", 3)
    (found,) = [each for each in chunk_of("(;SZ[9]" + "(;B[aa])" * 5 + ")").reported_findings if each.code == "GO004"]
    assert (found.count, found.message) == (2, "2 of 4 variations, the last ones, are not looked at.")


def test_options_with_variations_are_another_run(tmp_path: Path) -> None:
    """A run with variations has other rows, so a dataset made without them is done anew; the same options keep it."""
    sources = find_sources([str(KO)])
    keys = {plan(sources, options, 2**20)[0].name.key for options in (Options(), Options(variations=True))}
    assert len(keys) == 2


def test_the_game_of_a_finding_is_its_line() -> None:
    """A row of the findings table leads to its line and its board."""
    tables = ga.check(KO, variations=True)
    (row,) = [row for _, row in tables.findings.iterrows() if row["line"]]
    game = tables.game(row)
    assert (row["code"], game.line, game.shared_moves) == ("GO201", 1, 8)
    assert game.replay().verdicts("japanese")[int(row["move_number"]) - 1] == "ko"
    assert tables.game(tables.findings[tables.findings["code"] == "GO201"].iloc[0]).line == 1
    assert tables.game(0).line == 0


def test_lines_of_a_line_are_those_of_its_game() -> None:
    """Any line of a game leads to all of them."""
    game = ga.loads("(;SZ[9]RE[B+R];B[aa](;W[bb])(;W[cc])(;W[dd]))")
    again = game.lines()[2].lines()
    assert [line.line for line in again] == [0, 1, 2]
    assert (again[0].info["result_raw"], again[1].info["result_raw"]) == ("B+R", "")


def test_dead_stones_given_for_a_game_are_not_those_of_its_lines(tmp_path: Path) -> None:
    """A list of dead stones is about the end of the main line, which a variation does not reach."""
    text = "(;SZ[5]KM[0];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de](;B[ee];W[];B[])(;B[];W[]))"
    (tmp_path / "a.sgf").write_text(text)
    (tmp_path / "dead.csv").write_text(f"source,member,game_index,dead\n{tmp_path / 'a.sgf'},,0,E1\n")
    (game,) = ga.read(tmp_path / "a.sgf", dead=tmp_path / "dead.csv")
    main, other = game.lines()
    sources = [StatusSource.at(line._chunk.statuses.base.source[line._index]) for line in (main, other)]
    assert (sources[0] is StatusSource.USER_LIST, sources[1] is StatusSource.USER_LIST) == (True, False)


@pytest.mark.parametrize("setup", ["AB[jj]", "AW[tt]AB[aa]", "AB[aa][jj]AW[kk]", "AE[jj]"])
def test_setup_off_the_board_before_the_first_branch_is_reported_once(setup: str) -> None:
    """A value of setup that all lines share is a finding of the main line alone."""
    records = records_of(f"(;SZ[9]{setup}(;B[cc];W[dd])(;B[ee])(;B[gg](;W[cc])(;W[dd])))")
    chunk = Chunk(records, Options(variations=True))
    assert [(found.code, found.line) for found in chunk.reported_findings if found.code == "GO308"] == [("GO308", 0)]
