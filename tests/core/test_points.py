"""Points and their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import BLACK, WHITE, from_gtp, from_sgf, to_gtp, to_sgf
from goanalyze.points import EMPTY, OFF_BOARD, PASS, color_letter, color_name, gtp_column, opponent

SIDES = st.integers(1, 52)


@given(SIDES, SIDES, st.data())
def test_names_lead_back_to_the_point(width: int, height: int, data: st.DataObject) -> None:
    """SGF and GTP names of every board's points are read as the same points."""
    point = data.draw(st.integers(0, width * height - 1))
    assert from_gtp(to_gtp(point, width, height), width, height) == point
    name = to_sgf(point, width)
    assert from_sgf(name, width, height) == (PASS if name == "tt" and max(width, height) <= 19 else point)


@pytest.mark.parametrize(
    ("point", "sgf", "gtp"),
    [(0, "aa", "A19"), (18, "sa", "T19"), (342, "as", "A1"), (360, "ss", "T1"), (60, "dd", "D16")],
)
def test_corners_of_the_19_by_19_board(point: int, sgf: str, gtp: str) -> None:
    """The table at the head of the module."""
    assert (to_sgf(point, 19), to_gtp(point, 19, 19)) == (sgf, gtp)
    assert from_sgf(sgf, 19, 19) == from_gtp(gtp, 19, 19) == point


@pytest.mark.parametrize(
    ("point", "sgf", "gtp"), [(0, "aa", "A3"), (6, "ga", "G3"), (14, "ac", "A1"), (20, "gc", "G1")]
)
def test_corners_of_an_oblong_board(point: int, sgf: str, gtp: str) -> None:
    """Seven columns, three rows: the column comes first in both ways of naming."""
    assert (to_sgf(point, 7), to_gtp(point, 7, 3)) == (sgf, gtp)


def test_corners_of_the_largest_board() -> None:
    """52 × 52: SGF goes on in capitals, GTP doubles the letters."""
    assert to_sgf(52 * 52 - 1, 52) == "ZZ"
    assert to_gtp(51, 52, 52) == "BB52"
    assert to_gtp(25, 52, 52) == "AA52"
    assert from_gtp("bb1", 52, 52) == 52 * 52 - 1


def test_columns_have_names_of_their_own_without_i() -> None:
    """52 different column names, none with an I."""
    names = [gtp_column(column) for column in range(52)]
    assert len(set(names)) == 52
    assert not any("I" in name for name in names)
    assert names[:9] == list("ABCDEFGHJ")


def test_a_pass_has_names() -> None:
    """The empty value, ``tt`` on boards up to 19 × 19, and ``pass`` in any case."""
    assert to_sgf(PASS, 19) == ""
    assert from_sgf("", 52, 52) == from_sgf("tt", 19, 19) == from_sgf("tt", 9, 19) == PASS
    assert to_gtp(PASS, 9, 9) == "pass"
    assert from_gtp(" PASS ", 9, 9) == from_gtp("pass", 9, 9) == PASS


@pytest.mark.parametrize(("width", "height"), [(20, 20), (20, 19), (19, 20), (52, 1)])
def test_tt_on_a_larger_board_is_no_pass(width: int, height: int) -> None:
    """FF[3]'s pass ends where the point exists, or one side is longer than 19."""
    expected = 19 * width + 19 if width > 19 and height > 19 else OFF_BOARD
    assert from_sgf("tt", width, height) == expected


@pytest.mark.parametrize(
    ("text", "width", "height"), [("jk", 9, 9), ("kk", 9, 9), ("ja", 9, 9), ("aj", 9, 9), ("ZZ", 19, 19)]
)
def test_letters_outside_the_board(text: str, width: int, height: int) -> None:
    """Readable letters beyond the edge are off the board."""
    assert from_sgf(text, width, height) == OFF_BOARD
    assert to_gtp(OFF_BOARD, 9, 9) == "off board"


@pytest.mark.parametrize("text", ["a", "aaa", "a1", "1a", " aa", "é", "[]"])
def test_what_is_no_sgf_point_raises(text: str) -> None:
    """Anything but two letters is refused by its name."""
    with pytest.raises(ValueError, match="two letters"):
        from_sgf(text, 19, 19)


@pytest.mark.parametrize("text", ["", "I5", "J10", "A0", "A10", "K1", "5", "D", "D-1", "4D", "resign", "AA1", "D4.5"])
def test_what_is_no_gtp_point_raises(text: str) -> None:
    """Names that are not on the board are refused, and the message says which are."""
    with pytest.raises(ValueError, match="A1 to J9"):
        from_gtp(text, 9, 9)


def test_colours() -> None:
    """Two colours are each other's opponents, and each has a name and a letter."""
    assert (opponent(BLACK), opponent(WHITE)) == (WHITE, BLACK)
    assert [color_name(color) for color in (EMPTY, BLACK, WHITE)] == ["empty", "black", "white"]
    assert [color_letter(color) for color in (EMPTY, BLACK, WHITE)] == [".", "B", "W"]
