"""A final position drawn as it was counted."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

import goanalyze as ga
from goanalyze import PointKind
from goanalyze.game.pictures import counted_svg

SEKI = "data/sample/findings/good-9x9-wmsg-example.sgf"
WALLS = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")


def test_each_point_is_told() -> None:
    """Territory, dame and dead stones have signs, and the legend names those that occur."""
    text = str(ga.loads(f"(;SZ[5]KM[0.5]{WALLS};B[ea];W[];B[]TB[aa:ae]TW[ea:ee])").territory())
    assert text.splitlines()[1] == "5 b X . O x 5".replace(".", ",")
    assert text.splitlines()[-1] == "xo dead stones · bw territory · , dame"


def test_eyes_in_seki_are_told() -> None:
    """H4 and J1 of the WMSG example lie in seki: no territory by Japanese rules, points by area."""
    game = next(ga.read(SEKI))
    counted = game.territory()
    assert counted is not None
    assert len(counted.points(PointKind.SEKI_EYE)) == 2
    assert " s " in str(counted)


def test_nothing_is_drawn_of_what_nobody_knows() -> None:
    """A resigned game has no counted position."""
    game = ga.loads("(;SZ[5]RE[B+R];B[cc])")
    assert game.territory() is None
    with pytest.raises(ValueError, match="end of this game is unknown"):
        counted_svg(game)


def test_the_picture_is_valid_xml() -> None:
    """SVG of a counted position parses, and shows territory."""
    picture = counted_svg(next(ga.read(SEKI)))
    assert ET.fromstring(picture).tag.endswith("svg")
