"""Territory markup as a judgement of the final position."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.games import records_of
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.life.choices import Contradiction, MarkedTerritory, MarkupMode
from goanalyze.life.markup import read_markup
from goanalyze.life.statuses import Statuses
from goanalyze.replay.replays import replay_records
from goanalyze.sgf.metadata import read_metadata
from goanalyze.vocabulary.points import BLACK, WHITE, to_sgf

BOARD = "(;SZ[5:3]AB[ba][bb][bc]AW[da][db][dc][ab]"
"""Black on B, White on D and, dead, at A2."""
MARKS = "TB[aa][ab][ac]TW[ea][eb][ec]"
BLACK_POINTS, WHITE_POINTS = [0, 5, 10], [4, 9, 14]


def statuses(text: str, mode: str = "full") -> Statuses:
    """Read one record's markup."""
    records = records_of(text)
    return read_markup(records, replay_records(records), read_metadata(records), mode)


def owned(found: Statuses, color: int) -> list[int]:
    """Return a colour's marked points."""
    return np.flatnonzero(found.owner == color).tolist()


def dead(found: Statuses) -> list[int]:
    """Return the dead stones."""
    return np.flatnonzero(found.dead).tolist()


def assert_read(text: str) -> None:
    """Check that the usual marks were taken."""
    found = statuses(text)
    assert (owned(found, BLACK), owned(found, WHITE), dead(found)) == (BLACK_POINTS, WHITE_POINTS, [5])
    assert (found.source.tolist(), found.contradiction.tolist()) == ([1], [0])


def assert_not_used(text: str) -> None:
    """Check that nothing was taken from a record."""
    found = statuses(text)
    assert not found.owner.any()
    assert not found.dead.any()
    assert (found.source.tolist(), found.as_marked.tolist()) == ([0], [0])


def test_full_markup_is_the_territory() -> None:
    """Marked points are territory, and stones of the enemy on them are dead."""
    assert_read(f"{BOARD};W[]{MARKS})")
    assert statuses(f"{BOARD};W[]{MARKS})").as_marked.tolist() == [MarkedTerritory.WITHOUT_SEKI.index]
    chinese = BOARD.replace("(;", "(;RU[Chinese]", 1)
    assert statuses(f"{chinese};W[]{MARKS})").as_marked.tolist() == [MarkedTerritory.COMPLETE.index]


def test_dead_mode_takes_the_dead_stones_only() -> None:
    """Territory is left to the board; the source is still the markup."""
    found = statuses(f"{BOARD};W[]{MARKS})", "dead")
    assert not found.owner.any()
    assert dead(found) == [5]
    assert (found.source.tolist(), found.as_marked.tolist()) == ([1], [0])


def test_ignore_mode_takes_nothing() -> None:
    """The board stands as it is, and nothing is called a contradiction."""
    found = statuses(f"{BOARD};W[]{MARKS}TB[ba])", "ignore")
    assert not any(column.any() for column in (found.owner, found.dead, found.source, found.contradiction))


def test_the_modes_are_these_three() -> None:
    """What the command line offers."""
    assert MarkupMode.names() == ("full", "dead", "ignore")


@pytest.mark.parametrize(
    ("marks", "contradiction"),
    [
        ("TB[aa][ca]TW[ca][ea]", "a point is marked for both sides"),
        ("TB[aa][ba]", "a stone is marked as territory of its own colour"),
        ("TB[aa]TW[ea][da]", "a stone is marked as territory of its own colour"),
        ("TB[aa][fa]", "a marked point is not on the board"),
        ("TB[aa:ad]", "a marked point is not on the board"),
        ("TW[ba][ea]", "a chain is marked in part"),
        ("TW[aa][bb]", "a chain is marked in part"),
        ("TB[aa][dc]", "a chain is marked in part"),
    ],
)
@pytest.mark.parametrize("mode", ["full", "dead"])
def test_a_contradiction_has_its_number_and_undoes_the_marks(marks: str, contradiction: str, mode: str) -> None:
    """Markup that contradicts the board is not used at all, and the reason is kept."""
    found = statuses(f"{BOARD};W[]{marks})", mode)
    assert [Contradiction.at(number).meaning for number in found.contradiction.tolist()] == [contradiction]
    assert not any(column.any() for column in (found.owner, found.dead, found.source, found.as_marked))


def test_a_contradiction_in_one_game_leaves_the_others() -> None:
    """Each game of a chunk is judged by itself."""
    good, bad, none = f"{BOARD};W[]{MARKS})", f"{BOARD};W[]TB[ba])", f"{BOARD};W[])"
    records = records_of(good, bad, none, good)
    found = read_markup(records, replay_records(records), read_metadata(records))
    assert found.source.tolist() == [1, 0, 0, 1]
    assert found.as_marked.astype(bool).tolist() == [True, False, False, True]
    assert found.contradiction.tolist() == [0, Contradiction.OWN_STONE.index,
                                            0, 0]  # fmt: skip
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


@law(100)
@given(
    st.lists(st.sampled_from(".XO"), min_size=20, max_size=20),
    st.lists(st.sampled_from(".BW"), min_size=20, max_size=20),
)
def test_marks_are_taken_if_and_only_if_they_fit(stones: list[str], marks: list[str]) -> None:
    """On any position, marks are used exactly when no stone is its own side's territory and no chain is split."""
    names = [to_sgf(point, 5) for point in range(20)]
    setup = "".join(
        f"AB[{n}]" if s == "X" else f"AW[{n}]" if s == "O" else "" for n, s in zip(names, stones, strict=True)
    )
    spread = "".join(f"T{m}[{n}]" for n, m in zip(names, marks, strict=True) if m != ".")
    found = statuses(f"(;SZ[5:4]{setup};{spread})")
    own = any(stone + mark in {"XB", "OW"} for stone, mark in zip(stones, marks, strict=True))
    pairs = [(p, p + 1) for p in range(20) if p % 5 < 4] + [(p, p + 5) for p in range(15)]
    split = any(stones[a] == stones[b] != "." and (marks[a] == ".") != (marks[b] == ".") for a, b in pairs)
    assert bool(found.source[0]) == (bool(spread) and not own and not split)
    if found.source[0]:
        assert found.owner.tolist() == [".BW".index(mark) for mark in marks]
        assert found.dead.tolist() == [stone != "." and mark != "." for stone, mark in zip(stones, marks, strict=True)]
