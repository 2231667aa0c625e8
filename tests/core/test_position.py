"""Positions as values: diagrams in, diagrams out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import BLACK, WHITE, Position
from goanalyze.draw.diagram import diagram
from goanalyze.points import gtp_column

DIAGRAMS = st.tuples(st.integers(1, 52), st.integers(1, 52)).flatmap(
    lambda size: st.integers(0, 2**32 - 1).map(
        lambda seed: ["".join(row) for row in np.random.default_rng(seed).choice(list(".XO"), size[::-1])]
    )
)


@given(DIAGRAMS)
def test_a_diagram_comes_back(rows: list[str]) -> None:
    """Rows read and written again are the same rows."""
    position = Position.from_rows(rows)
    assert (position.width, position.height) == (len(rows[0]), len(rows))
    assert position.rows() == rows


@given(DIAGRAMS)
def test_equal_diagrams_are_equal_positions(rows: list[str]) -> None:
    """Equal positions hash alike, and the representation makes the position again."""
    one, other = Position.from_rows(rows), Position.from_rows(" ".join(row) for row in rows)
    assert one == other
    assert hash(one) == hash(other)
    assert eval(repr(one)) == one


def test_stones_stand_row_by_row_from_the_top() -> None:
    """The first row is the upper one; X is Black, O is White."""
    position = Position.from_rows(["X..", "..O"])
    assert position.stones.tolist() == [BLACK, 0, 0, 0, 0, WHITE]


def test_boards_of_other_shape_are_not_equal() -> None:
    """Six empty points are not six empty points if the board is another."""
    assert Position.empty(2, 3) != Position.empty(3, 2)
    assert Position.empty(2, 2) != Position.from_rows(["X.", ".."])
    assert Position.empty(2) == Position.empty(2, 2)
    assert Position.empty(2) != "...."


def test_a_position_cannot_be_changed() -> None:
    """Neither through its stones, nor through the array it was made from."""
    stones = np.zeros(4, dtype=np.uint8)
    position = Position(2, 2, stones)
    stones[0] = BLACK
    assert position == Position.empty(2)
    with pytest.raises(ValueError, match="read-only"):
        position.stones[0] = BLACK
    with pytest.raises(AttributeError):
        position.width = 3  # type: ignore[misc]


def test_the_text_has_the_edges_of_the_board() -> None:
    """Columns and rows are named on all four sides."""
    lines = str(Position.from_rows(["X.", ".O", ".."])).splitlines()
    assert lines[0] == lines[-1] == "  A B"
    assert lines[1:-1] == ["3 X . 3", "2 . O 2", "1 . . 1"]


@pytest.mark.parametrize("side", [9, 25, 26, 52])
def test_the_text_is_the_diagram(side: int) -> None:
    """Columns have the names that the diagram gives them, with two letters beyond 25."""
    position = Position.empty(side)
    assert str(position) == diagram(position)
    assert str(position).splitlines()[0].split() == [gtp_column(n) for n in range(side)]


@pytest.mark.parametrize("rows", [[], [""], ["..", "."], ["   "]])
def test_rows_that_are_no_board_raise(rows: list[str]) -> None:
    """No row, empty rows and rows of different length are refused."""
    with pytest.raises(ValueError, match="row"):
        Position.from_rows(rows)


@pytest.mark.parametrize("mark", ["x", "B", "#", "o", "0"])
def test_other_marks_raise(mark: str) -> None:
    """Only the three marks of a diagram are read, and the message names the stranger."""
    with pytest.raises(ValueError, match=mark):
        Position.from_rows([f".{mark}."])


def test_a_wrong_number_of_points_raises() -> None:
    """Stones that do not fill the board are refused."""
    with pytest.raises(ValueError, match="3 is not a valid number of points on a 2×2 board"):
        Position(2, 2, np.zeros(3, dtype=np.uint8))


@pytest.mark.parametrize(("width", "height"), [(0, 9), (9, 0), (53, 9), (9, 60), (-3, -3)])
def test_a_board_has_1_to_52_lines(width: int, height: int) -> None:
    """Counting or estimating a larger one would write beyond the memory of the kernels."""
    with pytest.raises(ValueError, match="1 to 52 columns and rows"):
        Position(width, height, np.zeros(max(width * height, 0), dtype=np.uint8))


def test_a_point_holds_no_other_colour() -> None:
    """0, 1 and 2 are all there are."""
    with pytest.raises(ValueError, match="3 is not a valid color"):
        Position(1, 2, np.array([0, 3], dtype=np.uint8))
