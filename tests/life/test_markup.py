"""Territory markup as a judgement of the final position."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.games import records_of
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import BLACK, WHITE, MarkupMode, to_sgf
from goanalyze.life.choices import Contradiction, MarkedTerritory
from goanalyze.life.markup import apply_markup
from goanalyze.life.statuses import MarkupError, Statuses
from goanalyze.replay.replay import replay_records
from goanalyze.sgf.metadata import read_metadata
from goanalyze.sgf.records import Records

BOARD = "(;SZ[5:3]AB[ba][bb][bc]AW[da][db][dc][ab]"
"""Black on B, White on D and, dead, at A2."""
MARKS = "TB[aa][ab][ac]TW[ea][eb][ec]"
BLACK_POINTS, WHITE_POINTS = [0, 5, 10], [4, 9, 14]


def statuses(text: str, mode: str = "full") -> Statuses:
    """Read one record's markup."""
    return statuses_of(records_of(text), mode)


def statuses_of(records: Records, mode: str = "full") -> Statuses:
    """Read the markup of records."""
    replays = replay_records(records)
    result = Statuses(len(replays), len(replays.boards))
    apply_markup(records, replays, read_metadata(records), result, mode)
    return result


def owned(found: Statuses, color: int) -> list[int]:
    """Return a colour's marked points."""
    return np.flatnonzero(found.marked_owner == color).tolist()


def dead(found: Statuses) -> list[int]:
    """Return the dead stones."""
    return np.flatnonzero(found.base.dead).tolist()


def assert_read(text: str) -> None:
    """Check that the usual marks were taken."""
    found = statuses(text)
    assert (owned(found, BLACK), owned(found, WHITE), dead(found)) == (BLACK_POINTS, WHITE_POINTS, [5])
    assert (found.base.source.tolist(), found.markup_errors) == ([1], {})


def assert_not_used(text: str) -> None:
    """Check that nothing was taken from a record."""
    found = statuses(text)
    assert not found.marked_owner.any()
    assert not found.base.dead.any()
    assert (found.base.source.tolist(), found.marked_territory.tolist()) == ([0], [0])


def test_full_markup_is_the_territory() -> None:
    """Marked points are territory, and stones of the enemy on them are dead."""
    assert_read(f"{BOARD};W[]{MARKS})")
    assert statuses(f"{BOARD};W[]{MARKS})").marked_territory.tolist() == [MarkedTerritory.WITHOUT_SEKI.index]
    chinese = BOARD.replace("(;", "(;RU[Chinese]", 1)
    assert statuses(f"{chinese};W[]{MARKS})").marked_territory.tolist() == [MarkedTerritory.COMPLETE.index]


def test_dead_mode_takes_the_dead_stones_only() -> None:
    """Territory is left to the board; the source is still the markup."""
    found = statuses(f"{BOARD};W[]{MARKS})", "dead")
    assert not found.marked_owner.any()
    assert dead(found) == [5]
    assert (found.base.source.tolist(), found.marked_territory.tolist()) == ([1], [0])


def test_ignore_mode_takes_nothing() -> None:
    """The board is counted as it is, and no contradiction is reported."""
    found = statuses(f"{BOARD};W[]{MARKS}TB[ba])", "ignore")
    assert not any(column.any() for column in (found.marked_owner, found.base.dead, found.base.source))
    assert not found.markup_errors


def test_the_modes_are_these_three() -> None:
    """The markup modes of the command line."""
    assert MarkupMode.names() == ("full", "dead", "ignore")


@pytest.mark.parametrize(
    ("marks", "contradiction"),
    [
        ("TB[aa][ca]TW[ca][ea]", "a point is marked for both sides (C3)"),
        ("TB[aa][fa]", "a marked point is not on the board"),
        ("TB[aa:ad]", "a marked point is not on the board"),
        ("TW[ba][ea]", "a chain is marked dead in part (B3, B2)"),
        ("TW[aa][bb]", "a chain is marked dead in part (B3, B2, B1)"),
        ("TB[aa][dc]", "a chain is marked dead in part (D2, D1)"),
        ("TB[ba]TW[bb][bc]", "a chain is marked dead in part (B3, B2)"),
        (
            "TB[da:dc][ab]TW[ba:bc]",
            "stones are marked dead, and the opponent has no living stone (B3, D3, A2, B2, D2, B1, D1)",
        ),
    ],
)
@pytest.mark.parametrize("mode", ["full", "dead"])
def test_a_contradiction_is_named_with_its_points_and_undoes_the_marks(
    marks: str, contradiction: str, mode: str
) -> None:
    """Markup that contradicts the board is not used at all, and the reason is kept."""
    found = statuses(f"{BOARD};W[]{marks})", mode)
    assert [error.message(5, 3) for error in found.markup_errors.values()] == [contradiction]
    assert not any(
        column.any() for column in (found.marked_owner, found.base.dead, found.base.source, found.marked_territory)
    )


def test_a_contradiction_in_one_game_leaves_the_others() -> None:
    """Each game of a chunk is judged by itself."""
    good, bad, none = f"{BOARD};W[]{MARKS})", f"{BOARD};W[]TB[ba]TW[ba])", f"{BOARD};W[])"
    records = records_of(good, bad, none, good)
    found = statuses_of(records)
    assert found.base.source.tolist() == [1, 0, 0, 1]
    assert found.marked_territory.astype(bool).tolist() == [True, False, False, True]
    assert found.markup_errors == {1: MarkupError(Contradiction.TWICE, (1,))}
    assert dead(found) == [5, 50]


def test_marks_before_the_last_pass_in_its_node_count() -> None:
    """KGS writes TB and TW before W[] in the node of the last pass."""
    assert_read(f"{BOARD};B[];{MARKS}W[])")


def test_marks_after_the_last_pass_in_its_node_count() -> None:
    """Others write them behind it."""
    assert_read(f"{BOARD};B[];W[]{MARKS})")


def test_marks_in_a_node_of_their_own_count() -> None:
    """And some in a node without a move."""
    assert_read(f"{BOARD};B[];W[];{MARKS}C[well played])")


def test_marks_survive_a_comment_node() -> None:
    """A node after them that has no move changes nothing."""
    assert_read(f"{BOARD};B[];W[];{MARKS};C[thanks])")


def test_marks_of_the_root_count_when_nothing_follows() -> None:
    """A problem or a position may be all in one node."""
    assert_read(f"{BOARD}{MARKS})")


@pytest.mark.parametrize("later", [";B[ca]", ";B[]", ";W[];B[ca]", ";C[go on];B[ca]"])
def test_marks_that_moves_follow_do_not_count(later: str) -> None:
    """Play went on: the marks are not of the final position."""
    assert_not_used(f"{BOARD};B[];W[]{MARKS}{later})")


def test_the_last_marks_count() -> None:
    """Marked twice, the later marks are the judgement."""
    assert_read(f"{BOARD};B[];W[]TB[ca];{MARKS})")


def test_marks_of_a_variation_do_not_count() -> None:
    """Only the main line is read."""
    assert_not_used(f"{BOARD};B[](;W[])(;W[]{MARKS}))")


def test_rectangles_are_spread() -> None:
    """A compressed list of points is the same as the points."""
    assert_read(f"{BOARD};B[];W[]TB[aa:ac]TW[ea:ec])")


def test_overlapping_marks_of_one_colour_are_no_contradiction() -> None:
    """A point named twice for one side is that side's."""
    assert_read(f"{BOARD};B[];W[]{MARKS}TB[aa:ac])")


def test_marks_are_judged_on_the_final_board() -> None:
    """A stone captured by the last move is not marked, the captor's point is."""
    found = statuses("(;SZ[3];AB[ba];AW[aa];B[ab];W[];TB[aa][ca])")
    assert (owned(found, BLACK), dead(found)) == ([0, 2], [])


def test_a_record_without_a_board_is_passed_over() -> None:
    """Marks without a board say nothing."""
    assert_not_used("(;SZ[0];B[]TB[aa])")


COLUMNS, ROWS = 5, 4
POINTS = range(COLUMNS * ROWS)
PAIRS = [(p, p + 1) for p in POINTS if (p + 1) % COLUMNS] + [(p, p + COLUMNS) for p in POINTS[:-COLUMNS]]
OWN = {"X": "B", "O": "W"}


def record(stones: str, marks: str) -> str:
    """Return a record of 5×4 that ends with these stones and marks."""
    names = [to_sgf(point, COLUMNS) for point in POINTS]
    setup = "".join(
        f"AB[{n}]" if s == "X" else f"AW[{n}]" if s == "O" else "" for n, s in zip(names, stones, strict=True)
    )
    spread = "".join(f"T{m}[{n}]" for n, m in zip(names, marks, strict=True) if m != ".")
    return f"(;SZ[{COLUMNS}:{ROWS}]{setup};{spread})"


def expected_contradiction(stones: str, marks: str, dead: list[bool], *, is_area: bool) -> Contradiction:
    """Return the contradiction of marks, said once more."""
    is_open = [stone == "." or is_dead for stone, is_dead in zip(stones, dead, strict=True)]
    unmarked = sum(marks[point] == "." for point in POINTS if is_open[point])
    if unmarked >= 10 and unmarked > 0.3 * sum(is_open):
        return Contradiction.UNFINISHED
    if any(stones[a] == stones[b] and dead[a] != dead[b] for a, b in PAIRS):
        return Contradiction.IN_PART
    if any(dead[p] and not any(stones[q] not in {".", stones[p]} and not dead[q] for q in POINTS) for p in POINTS):
        return Contradiction.NO_CAPTOR
    if is_area and sum(is_open[a] and is_open[b] and marks[a] != marks[b] for a, b in PAIRS) > 3:
        return Contradiction.OPEN
    return Contradiction.NONE


@st.composite
def marked_boards(draw: st.DrawFn) -> tuple[str, str]:
    """Stones in two halves of the board or anywhere, and marks of either half or of any points."""
    border = draw(st.integers(1, COLUMNS - 2))
    stones = ["X" if p % COLUMNS == border else "O" if p % COLUMNS == border + 1 else "." for p in POINTS]
    marks = ["B" if p % COLUMNS <= border else "W" for p in POINTS]
    for point in draw(st.lists(st.sampled_from(POINTS), max_size=6)):
        stones[point] = draw(st.sampled_from(".XO"))
    if draw(st.booleans()):
        marks = ["." if mark == OWN.get(stone) else mark for stone, mark in zip(stones, marks, strict=True)]
    for point in draw(st.lists(st.sampled_from(POINTS), max_size=3)):
        marks[point] = draw(st.sampled_from(".BW"))
    return "".join(stones), "".join(marks)


@law(300)
@given(marked_boards())
def test_marks_are_taken_if_and_only_if_they_fit(board: tuple[str, str]) -> None:
    """A stone on a point of the opponent is dead, every other lives; marks of areas give the dead stones alone."""
    stones, marks = board
    own = [OWN.get(stone) == mark for stone, mark in zip(stones, marks, strict=True)]
    dead_stones = [s != "." != m and not o for s, m, o in zip(stones, marks, own, strict=True)]
    is_area = sum(own) > sum(s != "." == m for s, m in zip(stones, marks, strict=True))
    reason = expected_contradiction(stones, marks, dead_stones, is_area=is_area)
    found = statuses(record(stones, marks))
    assert [error.contradiction for error in found.markup_errors.values()] == [reason] * (reason is not reason.NONE)
    assert bool(found.base.source[0]) == (set(marks) != {"."} and reason is reason.NONE)
    if found.base.source[0]:
        assert found.base.dead.tolist() == dead_stones
        territory = [0 if o or is_area else ".BW".index(mark) for o, mark in zip(own, marks, strict=True)]
        assert found.marked_owner.tolist() == territory
        assert bool(found.marked_territory[0]) is not is_area


AREAS = "TB[aa:bc]TW[da:ec]"
"""The areas of `BOARD`: living stones, the dead one, and empty points."""


@pytest.mark.parametrize("mode", ["full", "dead"])
def test_marks_of_areas_name_the_dead_stones(mode: str) -> None:
    """A stone marked for its own side lives, one marked for the opponent is dead; points are left to the board."""
    found = statuses(f"{BOARD};W[]{AREAS})", mode)
    assert (dead(found), found.base.source.tolist(), found.marked_territory.tolist()) == ([5], [1], [0])
    assert (found.marked_owner.any(), found.markup_errors) == (False, {})


def test_territory_with_a_marked_stone_of_its_own_is_still_territory() -> None:
    """A single mark under a living stone has no meaning, on any part of its chain."""
    for more in ("TB[ba]", "TB[bb:bc]", "TW[da]", "TB[ba]TW[da]"):
        assert_read(f"{BOARD};W[]{MARKS}{more})")


@pytest.mark.parametrize("neutral", ["", "TB[ca]", "TW[ca:cc]", "TB[ca]TW[cc]", "DD[aa:ee]VW[aa:ee]"])
def test_areas_of_neutral_points_change_no_dead_stone(neutral: str) -> None:
    """The program estimates whether dame are marked, and for which side."""
    found = statuses(f"{BOARD};W[]{AREAS}{neutral})")
    assert (dead(found), found.base.source.tolist(), found.marked_territory.tolist()) == ([5], [1], [0])


def test_both_ways_of_marking_give_one_count() -> None:
    """A finished game has one margin, whether its territory or its areas are marked, under every way of counting."""
    game = "(;SZ[5:3]KM[0]AB[ba][bb][bc][ca]AW[da][db][dc][ab][cb][cc];W[]"
    by_territory, by_area = (ga.loads(f"{game};B[];W[]{marks})") for marks in (MARKS, f"{AREAS}TB[ca]TW[cb:cc]"))
    for ruleset in ("japanese", "chinese", "aga"):
        assert by_territory.outcome(ruleset).margin == by_area.outcome(ruleset).margin


def test_a_board_of_one_colour_may_be_marked_as_its_area() -> None:
    """All points are Black's, the white stones among them dead."""
    found = statuses(f"{BOARD};W[]TB[aa:ec])")
    assert (dead(found), found.base.source.tolist()) == ([3, 5, 8, 13], [1])
