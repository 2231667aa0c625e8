"""SVG boards: valid XML on every board, everything asked for drawn once, nothing foreign let in."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from helpers.laws import over
from helpers.svg_geometry import SVG, dots, extents, group, points, view
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import BLACK, WHITE, Position
from goanalyze.draw.diagram import star_points
from goanalyze.draw.svg import board_svg
from goanalyze.points import EMPTY, PASS, gtp_column

SHAPES = [(side, side) for side in range(1, 53)] + [(side, 53 - side) for side in range(1, 53)]
KINDS = ["cross", "square", "triangle", "circle", "dot"]
LOUD = ["offence", "repeated"]


def scattered(width: int, height: int) -> Position:
    """Return a board with stones of both colours and empty points, the same each time."""
    return Position(width, height, np.random.default_rng(width * 53 + height).integers(0, 3, width * height))


def full_board() -> Position:
    """Return a 19×19 board with a stone on every point."""
    return Position(19, 19, np.arange(361) % 2 + 1)


def anything(width: int, height: int, seed: int) -> dict[str, Any]:
    """Return a position and overlays of every kind at random, as arguments of `board_svg`."""
    chance = np.random.default_rng(seed)
    size = width * height
    some = lambda: chance.choice(size, min(size, int(chance.integers(1, 30))), replace=False).tolist()  # noqa: E731
    return {
        "position": scattered(width, height),
        "last": int(chance.integers(size)),
        "labels": {point: str(number) for number, point in enumerate(some(), 95)},
        "marks": {point: (KINDS + LOUD)[number % 7] for number, point in enumerate(some())},
        "territory": {point: 1 + number % 2 for number, point in enumerate(some())},
        "shades": {point: float(chance.uniform(-1, 1)) for point in some()},
        "faded": some(),
        "cycle": [PASS, *some(), *some()],
        "region": some(),
        "caption": "White 6 passes for the ko, Black 7 at 3. " * int(chance.integers(3)),
        "coordinates": bool(chance.integers(2)),
    }


@over("width, height", SHAPES)
def test_every_board_is_xml(width: int, height: int) -> None:
    """Every board from 1×1 to 52×52 parses, and starts with its title."""
    root = ET.fromstring(board_svg(scattered(width, height), last=0, labels={0: "1"}, marks={0: "cross"}))
    assert root.tag == f"{SVG}svg"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == f"Go board, {width}×{height}"


@over("width, height", SHAPES)
def test_every_stone_is_drawn_once_on_its_point(width: int, height: int) -> None:
    """The dots of a colour are the stones of that colour, and every white one has its outline."""
    position = scattered(width, height)
    picture = board_svg(position)
    assert points(picture, "black", width) == np.flatnonzero(position.stones == BLACK).tolist()
    assert points(picture, "white", width) == np.flatnonzero(position.stones == WHITE).tolist()
    assert points(picture, "outline", width) == points(picture, "white", width)


def test_dots_are_discs_that_do_not_touch() -> None:
    """A dot is drawn with round ends and a pen a little thinner than a cell; White's outline shows around its face."""
    root = ET.fromstring(board_svg(full_board()))
    stones = root.find(f"{SVG}g[@class='go-stones']")
    assert stones is not None
    assert (stones.attrib["stroke-linecap"], stones.attrib["transform"]) == ("round", "scale(24)")
    pens = {path.attrib["class"]: float(path.attrib["stroke-width"]) for path in stones}
    assert 0.8 < pens["go-white"] < pens["go-outline"] == pens["go-black"] < 0.97


@given(width=st.integers(1, 52), height=st.integers(1, 52), seed=st.integers(0, 2**32), legend=st.booleans())
def test_all_of_it_lies_in_the_view(width: int, height: int, seed: int, legend: bool) -> None:
    """Any drawing over boards of any size is valid XML, and no part of it exceeds the view box."""
    picture = board_svg(**anything(width, height, seed), legend=legend)
    left, top, right, bottom = view(picture)
    shapes = list(extents(picture))
    assert {kind for kind, _ in shapes} == {"path", "circle", "text"}
    for _, box in shapes:
        assert left < box[0] <= box[2] < right
        assert top < box[1] <= box[3] < bottom


@over("width, height", SHAPES)
def test_coordinates_stand_on_all_sides(width: int, height: int) -> None:
    """Column letters are written above and below, row numbers left and right, as GTP names them."""
    texts = [item.text for item in group(board_svg(Position.empty(width, height)), "edge")]
    letters = [gtp_column(column) for column in range(width)]
    assert texts == letters * 2 + [str(number) for number in range(height, 0, -1)] * 2


def test_coordinates_can_be_left_out() -> None:
    """A board without coordinates has no text."""
    assert "<text" not in board_svg(Position.empty(9), coordinates=False)


@pytest.mark.parametrize("side", [1, 5, 9, 13, 19, 52])
def test_the_stars_are_those_of_the_text_diagram(side: int) -> None:
    """The drawing has the star points of `star_points`, no others."""
    drawn = group(board_svg(Position.empty(side)), "stars")
    places = [int(c.attrib["cy"]) // 24 * side + int(c.attrib["cx"]) // 24 for c in drawn]
    assert places == star_points(side, side)


@pytest.mark.parametrize("theme", ["wood", "plain"])
def test_a_full_board_is_small(theme: str) -> None:
    """A full 19×19 board with coordinates, a last move and a number on every stone takes less than 20 KB."""
    numbers = {point: str(point + 1) for point in range(361)}
    assert len(board_svg(full_board(), last=200, labels=numbers, theme=theme).encode()) < 20_000
    assert len(board_svg(full_board(), last=200, theme=theme).encode()) < 9_000


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
    """Any code point may occur in a title."""
    for start in range(0, 0x110000, 0x4000):
        title = "".join(map(chr, range(start, start + 0x4000)))
        assert ET.fromstring(board_svg(Position.empty(1), title=title).encode()).tag.endswith("svg")


def test_nothing_is_loaded_and_nothing_shared() -> None:
    """A picture has no ids, links, scripts or style sheets: it is whole, and many fit on one page."""
    picture = board_svg(**anything(19, 19, 1), legend=True, title="all")
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
    outlines = {
        kind: [
            shape.attrib["d"]
            for name in ("marks", *LOUD)
            for shape in group(board_svg(Position.empty(3), marks={4: kind}), name)
        ]
        for kind in KINDS + LOUD
    }
    assert len({tuple(shapes) for shapes in outlines.values()}) == len(KINDS + LOUD)


@pytest.mark.parametrize("kind", LOUD)
def test_loud_marks_are_filled_and_edged(kind: str) -> None:
    """A move that is illegal, or repeated, gets a filled sign with a white edge, the same on every ground."""
    picture = board_svg(Position.from_rows(["XO."]), marks={0: kind, 1: kind, 2: kind})
    found = ET.fromstring(picture).find(f"{SVG}g[@class='go-{kind}']")
    assert found is not None
    assert found.attrib["stroke"] == "#fff"
    assert found.attrib["fill"] not in {"none", "#fff", "#000"}
    assert len(found) == 6


def test_loud_marks_differ_in_colour_and_shape() -> None:
    """The two marks differ in shape, not only in colour."""
    marked = {kind: ET.fromstring(board_svg(Position.empty(3), marks={4: kind})) for kind in LOUD}
    groups = {kind: root.find(f"{SVG}g[@class='go-{kind}']") for kind, root in marked.items()}
    looks = [(found.attrib["fill"], found[0].attrib["d"]) for found in groups.values() if found is not None]
    assert len(looks) == 2
    assert looks[0][0] != looks[1][0]
    assert looks[0][1] != looks[1][1]


def test_a_cycle_is_numbered_from_one() -> None:
    """Each move of a cycle has its number; those on one point are together, and a pass shares a number's point."""
    texts = [item.text for item in group(board_svg(Position.empty(3), cycle=[0, 4, PASS, 0, 8]), "cycle") if item.text]
    assert texts == ["1·4", "2", "5"]


def test_numbers_of_a_cycle_shrink() -> None:
    """The more numbers on a point, the smaller they are."""
    texts = [item for item in group(board_svg(Position.empty(3), cycle=[0, 1, 0, 1, 0, 2]), "cycle") if item.text]
    sizes = {item.text: float(item.attrib["font-size"]) for item in texts}
    assert sizes["1·3·5"] < sizes["2·4"] < sizes["6"]


def test_a_number_takes_the_place_of_the_sign() -> None:
    """On the illegal move and on the repeated one the number of the cycle replaces their sign."""
    picture = board_svg(Position.empty(3), marks={0: "repeated", 1: "offence", 2: "offence"}, cycle=[0, 1])
    assert [len(group(picture, kind)) for kind in ("repeated", "offence")] == [1, 3]
    assert [item.attrib["fill"] for item in group(picture, "cycle")] == ["#fff", "#fff"]


def test_shades_grow_with_ownership() -> None:
    """Squares have their owner's colour, their area is the ownership, and points without owner have none."""
    picture = board_svg(Position.empty(3), shades={0: 1.0, 1: -0.5, 2: 0.25, 3: 0.0, 4: -0.04})
    pens = {}
    for path in group(picture, "shades"):
        color = path.attrib["class"].removeprefix("go-shade-")
        if color != "edge":
            pens[path.attrib["d"]] = (color, float(path.attrib["stroke-width"]))
    assert {place: color for place, (color, _) in pens.items()} == {
        "M0 0h.01": "black",
        "M1 0h.01": "white",
        "M2 0h.01": "black",
    }
    areas = [pens[f"M{column} 0h.01"][1] ** 2 for column in range(3)]
    assert areas[1] / areas[0] == pytest.approx(0.5, rel=0.02)
    assert areas[2] / areas[0] == pytest.approx(0.2, rel=0.02)  # drawn in steps of a tenth


@pytest.mark.parametrize("value", [1.01, -2, float("nan")])
def test_ownership_has_bounds(value: float) -> None:
    """More than all of a point cannot be owned."""
    with pytest.raises(ValueError, match=r"is not a valid ownership"):
        board_svg(Position.empty(3), shades={0: value})


def test_faded_stones_stand_apart() -> None:
    """A faded stone is drawn once, pale; a point without a stone stays empty."""
    picture = board_svg(Position.from_rows(["XXO", "O.."]), faded=[1, 2, 4])
    assert points(picture, "black", 3) == [0]
    assert points(picture, "white", 3) == [3]
    assert (points(picture, "pale-black", 3), points(picture, "pale-white", 3)) == ([1], [2])
    pale = ET.fromstring(picture).find(f"{SVG}g[@class='go-faded']")
    assert pale is not None
    assert float(pale.attrib["opacity"]) < 0.6


OVERLAYS: dict[str, Any] = {
    "last": {"last": 4},
    "territory": {"territory": {0: BLACK}},
    "faded": {"faded": [0]},
    "shades": {"shades": {0: 0.5}},
    "cycle": {"cycle": [0]},
    "region": {"region": [0]},
    **{kind: {"marks": {0: kind}} for kind in KINDS + LOUD},
}


@pytest.mark.parametrize("kind", OVERLAYS)
def test_the_legend_names_what_occurs(kind: str) -> None:
    """The legend has one entry for each drawn kind, in the caller's words if given, and no other."""
    position = Position.from_rows(["X..", "...", "..."])
    own = board_svg(position, **OVERLAYS[kind], legend={kind: "<mine>", "dot": "dame" if kind != "dot" else "<mine>"})
    assert [item.text for item in group(own, "legend") if item.tag == f"{SVG}text"] == ["<mine>"]
    usual = [
        item.text
        for item in group(board_svg(position, **OVERLAYS[kind], legend=True), "legend")
        if item.tag == f"{SVG}text"
    ]
    assert len(usual) == 1
    assert group(board_svg(position, **OVERLAYS[kind]), "legend") == []


def test_a_legend_without_overlays_takes_no_room() -> None:
    """Without drawings over the stones the legend option has no effect."""
    assert board_svg(Position.empty(3), legend=True) == board_svg(Position.empty(3))


def test_an_unknown_legend_is_refused() -> None:
    """The error lists the valid entries of a legend."""
    with pytest.raises(ValueError, match=r"legend: 'star' is not a valid value\. Expected last, territory"):
        board_svg(Position.empty(3), legend={"star": "a star"})


def test_an_unknown_mark_is_refused() -> None:
    """The error names the kind that was asked for and the kinds there are."""
    kinds = "cross, square, triangle, circle, dot, offence, repeated"
    with pytest.raises(ValueError, match=f"marks: 'star' is not a valid value. Expected {kinds}"):
        board_svg(Position.empty(3), marks={0: "star"})


def test_territory_is_drawn_in_the_owners_colour() -> None:
    """Each owned point gets one square of its owner's colour, on stones too; other points get none."""
    position = Position.from_rows(["X..."])
    picture = board_svg(position, territory={0: WHITE, 1: BLACK, 2: WHITE, 3: EMPTY})
    assert dots(picture, "territory-white") == [(0, 0), (2, 0)]
    assert dots(picture, "territory-black") == [(1, 0)]
    assert dots(picture, "territory-edge") == [(0, 0), (1, 0), (2, 0)]
    inks = {path.attrib["class"]: path.attrib["stroke"] for path in group(picture, "territory")}
    assert (inks["go-territory-black"], inks["go-territory-white"]) == ("#1a1a1a", "#fff")


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
    (ring,) = group(board_svg(scattered(9, 9), last=40), "last")
    assert (ring.attrib["cx"], ring.attrib["cy"]) == ("96", "96")


@pytest.mark.parametrize("last", [-1, -2])
def test_a_pass_is_not_ringed(last: int) -> None:
    """A pass or a move off the board draws nothing."""
    assert board_svg(Position.empty(9), last=last) == board_svg(Position.empty(9))


@pytest.mark.parametrize(
    "arguments",
    [
        {"last": 9},
        {"labels": {9: "a"}},
        {"marks": {-1: "dot"}},
        {"territory": {81: BLACK}},
        {"shades": {9: 0.5}},
        {"faded": [-1]},
        {"cycle": [0, 9]},
        {"region": [9]},
    ],
)
def test_nothing_is_drawn_off_the_board(arguments: dict[str, object]) -> None:
    """A point off the board is an error that names the argument."""
    with pytest.raises(ValueError, match=rf"{next(iter(arguments))}: .*3×3 board. Expected 0 to 8"):
        board_svg(Position.empty(3), **arguments)  # type: ignore[arg-type]


def test_an_unknown_owner_is_refused() -> None:
    """The error names the owners there are."""
    with pytest.raises(ValueError, match=r"is not a valid owner"):
        board_svg(Position.empty(3), territory={0: 3})


def test_an_unknown_theme_is_refused() -> None:
    """The error names the themes there are."""
    with pytest.raises(ValueError, match=r"theme: 'dark' is not a valid value\. Expected wood, plain"):
        board_svg(Position.empty(3), theme="dark")
