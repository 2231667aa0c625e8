"""Text diagrams can be read back, and the columns line up on every board."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.laws import over

from goanalyze import BLACK, WHITE, Position
from goanalyze.draw.diagram import ASCII, UNICODE, Glyphs, check_points, diagram, rich_diagram, star_points
from goanalyze.points import PASS, gtp_column

SHAPES = [(side, side) for side in range(1, 53)] + [(side, 53 - side) for side in range(1, 53)]


def scattered(width: int, height: int) -> Position:
    """Return a board with stones of both colours and empty points, the same each time."""
    return Position(width, height, np.random.default_rng(width * 53 + height).integers(0, 3, width * height))


@over("width, height", SHAPES)
def test_rows_can_be_read_back(width: int, height: int) -> None:
    """The rows of a diagram, without numbers and stars, are the rows of the position."""
    position = scattered(width, height)
    rows = [line.strip(" 0123456789").replace("+", ".") for line in diagram(position).split("\n")[1:-1]]
    assert Position.from_rows(rows) == position


@over("width, height", SHAPES)
def test_columns_line_up(width: int, height: int) -> None:
    """Every column name starts exactly above (and below) the points of its column, on every row."""
    position = scattered(width, height)
    header, *lines, footer = diagram(position).split("\n")
    names = [gtp_column(column) for column in range(width)]
    assert header == footer
    assert header.split() == names
    starts = [place for place in range(len(header)) if header[place] != " " and header[place - 1] == " "]
    assert [[line[start] for start in starts] for line in lines] == [
        list(line.strip(" 0123456789").replace(" ", "")) for line in lines
    ]


@over("width, height", SHAPES)
def test_rows_are_numbered_from_the_bottom_on_both_sides(width: int, height: int) -> None:
    """Row numbers fall to 1, are the same left and right, and all rows have one width before the right one."""
    lines = diagram(Position.empty(width, height), last=PASS).split("\n")[1:-1]
    bodies = [line.rstrip("0123456789") for line in lines]
    assert [line.split()[0] for line in lines] == [str(number) for number in range(height, 0, -1)]
    assert [line.split()[-1] for line in lines] == [line.split()[0] for line in lines]
    assert len({len(body) for body in bodies}) == 1


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 2), (9, 9), (25, 4), (26, 4), (52, 3), (3, 52)])
def test_brackets_move_nothing(width: int, height: int) -> None:
    """Wherever the last move is, taking its brackets away gives the diagram without a last move."""
    position = scattered(width, height)
    plain = diagram(position)
    for last in range(width * height):
        shown = diagram(position, last=last)
        stone = plain.split("\n")[1 + last // width][len(str(height)) :].replace(" ", "")[last % width]
        assert shown.count("(") == shown.count(")") == 1
        assert f"({stone})" in shown
        assert shown.replace("(", " ").replace(")", " ") == plain


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 2), (9, 9), (25, 4), (26, 4), (52, 52)])
def test_a_region_is_read_back(width: int, height: int) -> None:
    """Exactly the points of a region are in square brackets; without them the diagram is the usual one."""
    position = scattered(width, height)
    wanted = sorted(np.random.default_rng(width).choice(width * height, (width * height + 1) // 2, replace=False))
    shown = diagram(position, region=wanted)
    starts, inside = [], []
    for row, line in enumerate(shown.split("\n")[1:-1]):
        is_in, at = False, 0
        for letter in line.strip("0123456789"):
            is_in = letter == "[" or (is_in and letter != "]")
            if letter in ".+XO":
                starts.append(row * width + at)
                inside += [row * width + at] if is_in else []
                at += 1
    assert starts == list(range(width * height))
    assert inside == wanted
    assert [line.split() for line in shown.translate(str.maketrans("[]", "  ")).split("\n")] == [
        line.split() for line in diagram(position).split("\n")
    ]


def test_no_line_ends_in_a_blank() -> None:
    """Diagrams can be pasted into code and messages: no trailing blanks."""
    for width, height in SHAPES:
        assert all(line == line.rstrip() for line in diagram(scattered(width, height)).split("\n"))


@pytest.mark.parametrize("last", [None, -1, -2])
def test_a_pass_shows_no_brackets(last: int | None) -> None:
    """A pass, a move off the board and no move at all leave the diagram as it is."""
    assert diagram(Position.empty(5), last=last) == diagram(Position.empty(5))


def test_marks_take_the_place_of_stones_and_stars() -> None:
    """A mark is drawn instead of a stone, a star or a dot, and nothing else changes."""
    position = Position.from_rows(["X........", *["........."] * 8])
    shown = diagram(position, marks={0: "#", 1: "a", 20: "△"})
    assert shown.split("\n")[1:4] == ["9 # a . . . . . . . 9", "8 . . . . . . . . . 8", "7 . . △ . . . + . . 7"]
    assert shown.split("\n")[4:] == diagram(position).split("\n")[4:]


@pytest.mark.parametrize("mark", ["", "ab", "\n", "\x1b", "目", "\u0301"])
def test_a_mark_is_one_character_wide(mark: str) -> None:
    """Marks that would push the columns out of line are refused."""
    with pytest.raises(ValueError, match="one character one column wide"):
        diagram(Position.empty(3), marks={0: mark})


@pytest.mark.parametrize("arguments", [{"last": 9}, {"marks": {9: "a"}}, {"marks": {-1: "a"}}, {"region": [9]}])
def test_points_off_the_board_are_refused(arguments: dict[str, object]) -> None:
    """A point off the board is an error that names the argument and the points there are."""
    with pytest.raises(ValueError, match=rf"{next(iter(arguments))}: .*3×3 board. Expected 0 to 8"):
        diagram(Position.empty(3), **arguments)  # type: ignore[arg-type]


def test_the_corner_points_are_on_the_board() -> None:
    """The first and the last point pass the check."""
    check_points(Position.empty(3, 5), [0, 14], "marks")


def test_stars_of_small_boards() -> None:
    """9×9 has five stars, four of them on the third lines (Wikipedia, *Rules of Go*, handicap)."""
    assert star_points(9, 9) == [row * 9 + column for row, column in [(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)]]


@pytest.mark.parametrize(("side", "lines"), [(13, (3, 6, 9)), (19, (3, 9, 15))])
def test_stars_of_large_boards(side: int, lines: tuple[int, ...]) -> None:
    """13×13 and 19×19 have nine, on the fourth lines and in the middle (Wikipedia, *Rules of Go*, handicap)."""
    assert star_points(side, side) == [row * side + column for row in lines for column in lines]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 2), (5, 5), (6, 6), (3, 52), (52, 6), (19, 5)])
def test_tiny_boards_have_no_stars(width: int, height: int) -> None:
    """A board with a side under seven has no star points."""
    assert star_points(width, height) == []


@over("width, height", SHAPES)
def test_stars_are_symmetric(width: int, height: int) -> None:
    """Star points are distinct, sorted, and stay where they are when the board is turned or mirrored."""
    stars = star_points(width, height)
    places = {divmod(point, width) for point in stars}
    assert stars == sorted(set(stars))
    assert places == {(row, width - 1 - column) for row, column in places}
    assert places == {(height - 1 - row, column) for row, column in places}
    assert places == {(row, column) for column, row in (divmod(point, height) for point in star_points(height, width))}


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE], ids=["ascii", "unicode"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (9, 9), (19, 19), (52, 3)])
def test_the_coloured_diagram_says_the_same(width: int, height: int, glyphs: Glyphs) -> None:
    """Without its colours the rich diagram is the plain one, with the same characters."""
    position = scattered(width, height)
    arguments = {"last": 0, "marks": {width * height - 1: "#"}, "glyphs": glyphs}
    assert rich_diagram(position, **arguments).plain == diagram(position, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "ascii", "latin-1", "cp1252", None])
def test_a_terminal_gets_the_characters_that_it_can_show(encoding: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discs on a UTF-8 terminal, letters on any other; both are the same board."""
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding=encoding))
    is_utf8 = encoding in ("utf-8", "UTF8")
    plain = rich_diagram(scattered(9, 9)).plain
    assert ("●" in plain, "X" in plain) == (is_utf8, not is_utf8)
    if not is_utf8:
        plain.encode("ascii")


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE], ids=["ascii", "unicode"])
def test_every_stone_is_coloured_in_its_place(glyphs: Glyphs) -> None:
    """Stones are black and white on the board's own ground, each on its point and nowhere else."""
    position = scattered(27, 11)
    text = rich_diagram(position, last=30, glyphs=glyphs)
    for color, ink in ((BLACK, "bold #000000 on"), (WHITE, "bold #ffffff on")):
        letter = glyphs.stones[color]
        board = range(text.plain.index("\n"), text.plain.rindex("\n"))
        expected = [index for index in board if text.plain[index] == letter]
        assert [span.start for span in text.spans if str(span.style).startswith(ink)] == expected
        assert len(expected) == int((position.stones == color).sum())


def test_territory_is_tinted_in_its_owners_colour() -> None:
    """Every owned point has the tint of its owner two columns wide; no other point has one."""
    position, owners = Position.empty(3), {0: BLACK, 4: WHITE, 8: WHITE}
    spans = rich_diagram(position, owners=owners, glyphs=UNICODE).spans
    tints = [str(span.style) for span in spans if span.end - span.start == 2]
    assert [tints.count(tint) for tint in sorted(set(tints))] == [1, 2]
    with pytest.raises(ValueError, match="owners: 9 is not a valid point"):
        rich_diagram(position, owners={9: BLACK})


def test_inks_can_be_read_on_their_grounds() -> None:
    """Stones on the board, and signs and dead stones on tints, have a contrast of 3:1 or more."""
    for owners, color in (({}, BLACK), ({}, WHITE), ({0: WHITE}, BLACK), ({0: BLACK}, WHITE)):
        position = Position(1, 1, np.array([color], dtype=np.uint8))
        style = str(rich_diagram(position, owners=owners, glyphs=UNICODE).spans[-1].style)
        ink, ground = (int(style.split("#")[index][:6], 16) for index in (1, 2))
        bright, dark = sorted(map(luminance, (ink, ground)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 3


def luminance(rgb: int) -> float:
    """Return the relative luminance of a colour (WCAG 2.1)."""
    parts = [(rgb >> shift & 255) / 255 for shift in (16, 8, 0)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_drawing_without_colour_does_not_import_rich() -> None:
    """Importing the room and drawing a plain diagram loads no part of rich."""
    code = (
        "import sys; from goanalyze.core.position import Position; from goanalyze.draw.diagram import diagram;"
        "import goanalyze.draw.svg; diagram(Position.empty(9)); sys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
