"""Diagrams of a confirmation: every verdict has its sign, and every move of a line its number or its word.

Region, line with numbers and verdict are drawn.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from helpers.svg_geometry import SVG, group, view

from goanalyze import BLACK, WHITE, ChainStatus, Confirmation, Position, from_gtp
from goanalyze.life.choices import Fate, How, Unproven
from goanalyze.points import KO_PASS, PASS

CORNER = Position.from_rows(["XXX.OXX", ".OOOOXX", "OOXXXXX", "XXXXXXX", "XXX.X.X"])
PASSES = {"pass": PASS, "ko-pass": KO_PASS}
MOVES = ["A4", "D5", "B5", "A5", "A4", "ko-pass", "pass", "A5"]
LINE = tuple(
    (BLACK + number % 2, PASSES[move] if move in PASSES else from_gtp(move, 7, 5)) for number, move in enumerate(MOVES)
)
REGION = (0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15)
DEAD = ChainStatus(CORNER, (4, 8, 9, 10, 11, 14, 15), WHITE, Fate.DEAD, How.DEAD, REGION, line=LINE)
ALIVE = ChainStatus(CORNER, (0, 1, 2), BLACK, Fate.ALIVE, How.UNCAPTURABLE, REGION)
OPEN = ChainStatus(CORNER, (5, 6), BLACK, reason=Unproven.OPEN_BORDER)


def test_a_line_is_drawn_as_books_do() -> None:
    """A new diagram begins where a point is used again, without captured stones; the caption names all moves."""
    assert DEAD.diagram().splitlines() == [
        "  A B C D E F G       A B C D E F G       A B C D E F G",
        "5[X X X 2 o]X X 5   5[4 3 . O O]X X 5   5[8 X . O O]X X 5",
        "4[1 o o o o]X X 4   4[5 O O O O]X X 4   4[X O O O O]X X 4",
        "3[o o]X X X X X 3   3[O O]X X X X X 3   3[O O]X X X X X 3",
        "2 X X X X X X X 2   2 X X X X X X X 2   2 X X X X X X X 2",
        "1 X X X . X . X 1   1 X X X . X . X 1   1 X X X . X . X 1",
        "  A B C D E F G       A B C D E F G       A B C D E F G",
        "xo dead · [ ] region",
        "Black 1 A4, White 2 D5, Black 3 B5, White 4 A5, Black 5 A4, White 6 passes for",
        "the ko, Black 7 passes, White 8 A5",
    ]


def test_a_picture_numbers_every_move_or_tells_it() -> None:
    """Each play is a number on a board; each pass and each pass for a ko is a caption below it."""
    picture = DEAD._repr_svg_()
    assert sorted(item.text or "" for item in group(picture, "labels")) == list("123458")
    told = " ".join(item.text or "" for item in group(picture, "caption"))
    assert "White 6 passes for the ko, Black 7 passes." in told


def test_the_region_has_a_border_and_the_verdict_a_mark() -> None:
    """Dashes around the region, and crosses on a dead chain: shapes, so that colour is not needed to see them."""
    picture = ChainStatus(CORNER, DEAD.points, WHITE, Fate.DEAD, How.DEAD, REGION)._repr_svg_()
    assert any("stroke-dasharray" in path.attrib for path in group(picture, "border"))
    assert len(group(picture, "marks")) == len(DEAD.points)
    words = [item.text for item in group(picture, "legend") if item.tag == f"{SVG}text"]
    assert words == ["region", "dead"]


@pytest.mark.parametrize("chains", [(DEAD,), (DEAD, ALIVE), (DEAD, ALIVE, OPEN), ()], ids=len)
def test_verdicts_stand_on_one_board(chains: tuple[ChainStatus, ...]) -> None:
    """Text shows dead and alive stones, a picture also undecided ones, with a legend of the signs in use."""
    found = Confirmation(CORNER, chains)
    for chain, sign in ((DEAD, "o"), (ALIVE, "#")):
        shown = found.diagram().count(sign)
        assert (shown > 0) == (chain in chains)
    assert len(group(found._repr_svg_(), "marks")) == sum(len(chain.points) for chain in chains)


def test_a_page_has_every_sentence_and_every_picture() -> None:
    """HTML has the verdicts, each sentence, and the picture of the search region; undecided chains are last."""
    page = Confirmation(CORNER, (DEAD, ALIVE, OPEN))._repr_html_()
    assert all(str(chain).replace("'", "&#x27;") in page for chain in (DEAD, ALIVE, OPEN))
    assert page.count("<details") == 2 + 1
    assert page.index("1 chain not decided") < page.index(str(OPEN).replace("'", "&#x27;"))
    ET.fromstring(page)


@pytest.mark.parametrize("size", [(7, 5), (19, 19), (52, 52)], ids=str)
def test_a_long_line_stays_inside_of_its_picture(size: tuple[int, int]) -> None:
    """Thirty moves on fresh points are three boards of ten, none of which reaches beyond the picture."""
    width, height = size
    line = tuple((BLACK + number % 2, number if number % 7 else PASS) for number in range(1, 31))
    chain = ChainStatus(Position.empty(width, height), (0,), BLACK, Fate.DEAD, How.DEAD, (0, 1), line=line)
    picture = chain._repr_svg_()
    numbers = sorted(int(item.text or "") for item in group(picture, "labels") if item.text)
    assert numbers == [number for number, (_, point) in enumerate(line, 1) if point >= 0]
    right, bottom = view(picture)[2:]
    boards = ET.fromstring(picture).findall(f"{SVG}svg")
    places = [[int(board.attrib[name]) for name in ("x", "y", "width", "height")] for board in boards]
    assert len(set(map(tuple, places))) == len(places) == 3
    assert all(x + wide <= right and y + high <= bottom for x, y, wide, high in places)
    *_, before_last, last = chain.diagram().splitlines()
    assert len(last) <= 80 >= len(before_last) > 60


def test_a_verdict_is_found_by_any_of_its_stones() -> None:
    """`confirmation["A3"]` is the chain there; a point without one that was asked about is a `KeyError`."""
    found = Confirmation(CORNER, (ALIVE, DEAD))
    assert (found["A3"], found[1]) == (DEAD, ALIVE)
    with pytest.raises(KeyError, match="A chain at G1 is not found"):
        found["G1"]
    with pytest.raises(ValueError, match="Z9"):
        found["Z9"]
