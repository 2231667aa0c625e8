"""SVG boards: valid XML on every board, everything asked for drawn once, nothing foreign let in."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from goanalyze.points import BLACK, EMPTY, WHITE, gtp_column
from goanalyze.position import Position
from goanalyze.show.diagram import star_points
from goanalyze.show.svg import board_svg

SHAPES = [(side, side) for side in range(1, 53)] + [(side, 53 - side) for side in range(1, 53)]
SVG = "{http://www.w3.org/2000/svg}"
KINDS = ["cross", "square", "triangle", "circle", "dot"]


def scattered(width: int, height: int) -> Position:
    """Return a board with stones of both colours and empty points, the same each time."""
    return Position(width, height, np.random.default_rng(width * 53 + height).integers(0, 3, width * height))


def full_board() -> Position:
    """Return a 19×19 board with a stone on every point."""
    return Position(19, 19, np.arange(361) % 2 + 1)


def group(picture: str, name: str) -> list[ET.Element]:
    """Return what stands in all groups of the class ``go-<name>``."""
    groups = ET.fromstring(picture).iterfind(f".//{SVG}g[@class='go-{name}']")
    return [element for found in groups for element in found]


def centres(picture: str, name: str) -> list[int]:
    """Return the points of a 9-wide board at which a group's circles stand."""
    return sorted(int(c.attrib["cy"]) // 24 * 9 + int(c.attrib["cx"]) // 24 for c in group(picture, name))


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_every_board_is_xml(width: int, height: int) -> None:
    """Every board from 1×1 to 52×52 parses, and starts with its title."""
    root = ET.fromstring(board_svg(scattered(width, height), last=0, labels={0: "1"}, marks={0: "cross"}))
    assert root.tag == f"{SVG}svg"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == f"Go board, {width}×{height}"


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_every_stone_is_drawn_once(width: int, height: int) -> None:
    """There are as many black and white circles as there are stones of the colour."""
    position = scattered(width, height)
    picture = board_svg(position)
    assert len(group(picture, "black")) == np.count_nonzero(position.stones == BLACK)
    assert len(group(picture, "white")) == np.count_nonzero(position.stones == WHITE)


def test_stones_stand_on_their_points() -> None:
    """The circles' centres are the stones' points."""
    position = scattered(9, 9)
    picture = board_svg(position)
    assert centres(picture, "black") == np.flatnonzero(position.stones == BLACK).tolist()
    assert centres(picture, "white") == np.flatnonzero(position.stones == WHITE).tolist()


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 52), (52, 3), (19, 19)])
@pytest.mark.parametrize("coordinates", [True, False])
def test_all_of_it_lies_in_the_view(width: int, height: int, coordinates: bool) -> None:
    """No stone and no coordinate is outside the view box, so that nothing is cut off."""
    root = ET.fromstring(board_svg(Position(width, height, np.ones(width * height)), coordinates=coordinates))
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    for item in root.iter(f"{SVG}circle"):
        x, y, radius = (float(item.attrib[key]) for key in ("cx", "cy", "r"))
        assert left < x - radius < x + radius < left + wide
        assert top < y - radius < y + radius < top + high
    for item in root.iter(f"{SVG}text"):
        assert left + 6 < float(item.attrib["x"]) < left + wide - 6
        assert top + 6 < float(item.attrib["y"]) < top + high


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_coordinates_stand_on_all_sides(width: int, height: int) -> None:
    """Column letters are written above and below, row numbers left and right, as GTP names them."""
    texts = [item.text for item in group(board_svg(Position.empty(width, height)), "edge")]
    letters = [gtp_column(column) for column in range(width)]
    assert texts == letters * 2 + [str(number) for number in range(height, 0, -1)] * 2


def test_coordinates_can_be_left_out() -> None:
    """Without coordinates there is no text on the board."""
    assert "<text" not in board_svg(Position.empty(9), coordinates=False)


@pytest.mark.parametrize("side", [1, 5, 9, 13, 19, 52])
def test_the_stars_are_those_of_the_text_diagram(side: int) -> None:
    """The drawing has the star points of `star_points`, no others."""
    drawn = group(board_svg(Position.empty(side)), "stars")
    places = [int(c.attrib["cy"]) // 24 * side + int(c.attrib["cx"]) // 24 for c in drawn]
    assert places == star_points(side, side)


@pytest.mark.parametrize("theme", ["wood", "plain"])
def test_a_full_board_is_small(theme: str) -> None:
    """A full 19×19 board with coordinates and a last move takes less than 20 KB."""
    assert len(board_svg(full_board(), last=200, theme=theme).encode()) < 20_000  # type: ignore[arg-type]


def test_markup_in_texts_is_escaped() -> None:
    """A script in a label or in the title comes out as text, not as an element."""
    script = "<script>alert('&\"')</script>"
    picture = board_svg(Position.empty(9), labels={0: script}, title=script)
    root = ET.fromstring(picture)
    assert "<script" not in picture
    assert root[0].text == script
    assert group(picture, "labels")[0].text == script


def test_control_characters_are_removed() -> None:
    """Characters XML forbids, and those that turn text around, are left out of labels and titles."""
    dirty = "a\x00\x08\x1b\x7f\x85\ud800\ufffe\u202eb\n\tc"
    picture = board_svg(Position.empty(9), labels={0: dirty}, title=dirty)
    picture.encode()
    assert ET.fromstring(picture)[0].text in {"ab c", "a b c"}
    assert group(picture, "labels")[0].text == ET.fromstring(picture)[0].text


def test_any_character_gives_valid_xml() -> None:
    """Every code point there is may stand in a title."""
    for start in range(0, 0x110000, 0x4000):
        title = "".join(map(chr, range(start, start + 0x4000)))
        assert ET.fromstring(board_svg(Position.empty(1), title=title).encode()).tag.endswith("svg")


def test_nothing_is_loaded_and_nothing_shared() -> None:
    """A picture has no ids, links, scripts or style sheets: it is whole, and many fit on one page."""
    everything = dict.fromkeys(range(361), "circle")
    picture = board_svg(full_board(), last=0, labels={0: "1"}, marks=everything, territory={0: BLACK}, title="all")
    for foreign in (" id=", "href", "url(", "<script", "<style", "<use", "<image", "@"):
        assert foreign not in picture


def test_labels_contrast_with_what_is_below() -> None:
    """Labels are white on Black's stones, black on White's and on the board, where lines are cleared away."""
    picture = board_svg(Position.from_rows(["XO."]), labels={0: "1", 1: "2", 2: "a"})
    inks = {
        item.text: found.attrib["fill"]
        for found in ET.fromstring(picture).iterfind(f".//{SVG}g[@class='go-labels']")
        for item in found
    }
    assert inks == {"1": "#fff", "2": "#000", "a": "#000"}
    assert [item.attrib["cx"] for item in group(picture, "patches")] == ["48"]


def test_longer_labels_are_smaller() -> None:
    """Three digits are set smaller than two, and markup characters count as one."""
    picture = board_svg(Position.empty(9), labels={0: "12", 1: "123", 2: "<&>"})
    sizes = {
        item.text: float(found.attrib["font-size"])
        for found in ET.fromstring(picture).iterfind(f".//{SVG}g[@class='go-labels']")
        for item in found
    }
    assert sizes["12"] > sizes["123"] == sizes["<&>"]


def test_an_empty_label_draws_nothing() -> None:
    """A label without a printable character is as no label."""
    assert board_svg(Position.empty(9), labels={0: " \x00"}) == board_svg(Position.empty(9))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_mark_is_drawn(kind: str) -> None:
    """A mark adds one shape at its point, light on Black's stones and dark on White's and on the board."""
    shapes = group(board_svg(Position.from_rows(["XO."]), marks={0: kind, 1: kind, 2: kind}), "marks")
    assert [shape.attrib["stroke"] for shape in shapes] == ["#fff", "#000", "#000"]
    assert [shape.attrib["d"].split("m")[0] for shape in shapes] == ["M0 0", "M24 0", "M48 0"]


def test_the_kinds_of_marks_differ() -> None:
    """No two kinds of marks have the same shape."""
    assert len({board_svg(Position.empty(3), marks={4: kind}) for kind in KINDS}) == len(KINDS)


def test_an_unknown_mark_is_refused() -> None:
    """The error names the kind that was asked for and the kinds there are."""
    with pytest.raises(
        ValueError, match="'star' is not a kind of mark; kinds are cross, square, triangle, circle, dot"
    ):
        board_svg(Position.empty(3), marks={0: "star"})


def test_territory_is_drawn_in_the_owners_colour() -> None:
    """Each owned point gets one square of its owner's colour, on stones too; nobody's points get none."""
    position = Position.from_rows(["X..."])
    squares = group(board_svg(position, territory={0: WHITE, 1: BLACK, 2: WHITE, 3: EMPTY}), "territory")
    assert [square.attrib["fill"] for square in squares] == ["#fff", "#1a1a1a", "#fff"]


def test_a_mark_on_territory_stands_out() -> None:
    """A mark that shares its point with a territory square has a colour of its own."""
    alone = group(board_svg(Position.from_rows(["X"]), marks={0: "cross"}), "marks")[0].attrib["stroke"]
    shared = group(board_svg(Position.from_rows(["X"]), marks={0: "cross"}, territory={0: WHITE}), "marks")[0]
    assert shared.attrib["stroke"] not in {alone, "#fff", "#000"}


def test_a_label_takes_the_place_of_territory() -> None:
    """A point with a label has no territory square under the text."""
    assert group(board_svg(Position.empty(3), labels={0: "1"}, territory={0: BLACK}), "territory") == []


def test_the_last_move_is_ringed() -> None:
    """The last move has one ring around its point."""
    assert centres(board_svg(scattered(9, 9), last=40), "last") == [40]


@pytest.mark.parametrize("last", [-1, -2])
def test_a_pass_is_not_ringed(last: int) -> None:
    """A pass or a move off the board draws nothing."""
    assert board_svg(Position.empty(9), last=last) == board_svg(Position.empty(9))


@pytest.mark.parametrize(
    "arguments", [{"last": 9}, {"labels": {9: "a"}}, {"marks": {-1: "dot"}}, {"territory": {81: BLACK}}]
)
def test_nothing_is_drawn_off_the_board(arguments: dict[str, object]) -> None:
    """A point off the board is an error that names the argument."""
    with pytest.raises(ValueError, match=rf"{next(iter(arguments))}: .*3×3 board; points run from 0 to 8"):
        board_svg(Position.empty(3), **arguments)  # type: ignore[arg-type]


def test_an_unknown_owner_is_refused() -> None:
    """The error names the owners there are."""
    with pytest.raises(ValueError, match=r"owners are 1 \(Black\), 2 \(White\) and 0"):
        board_svg(Position.empty(3), territory={0: 3})


def test_an_unknown_theme_is_refused() -> None:
    """The error names the themes there are."""
    with pytest.raises(ValueError, match="'dark' is not a theme; themes are wood, plain"):
        board_svg(Position.empty(3), theme="dark")  # type: ignore[arg-type]
