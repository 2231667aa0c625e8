"""Pictures of findings, counted ends, ownership and numbered moves show the values."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pandas as pd
import pytest
from helpers.laws import over
from helpers.svg_geometry import dots, group, points
from helpers.viewer_games import FINDINGS, NASTY, hostile_game

import goanalyze as ga
from goanalyze import BLACK, WHITE, PointKind, Territory, from_sgf
from goanalyze.game.pictures import counted_svg, finding_svg, numbered_svg, ownership_svg
from goanalyze.points import EMPTY

SEKI = f"{FINDINGS}/good-9x9-wmsg-example.sgf"
GAMES = [game for game in ga.read(FINDINGS) if game.width and game.info["move_count"] < 1_000]


def one(name: str) -> ga.Game:
    """Return the game of a sample record."""
    return next(ga.read(f"{FINDINGS}/{name}.sgf"))


def places(picture: str, name: str, width: int) -> list[int]:
    """Return the points of the marks of a loud kind, or of quiet ones."""
    found = [shape.attrib["d"].removeprefix("M").split("m")[0].split() for shape in group(picture, name)]
    return sorted({int(y) // 24 * width + int(x) // 24 for x, y in found})


def words(picture: str) -> list[str]:
    """Return the words of the legend."""
    return [item.text or "" for item in group(picture, "legend") if item.tag.endswith("text")]


@over("game", GAMES)
def test_every_finding_can_be_drawn(game: ga.Game) -> None:
    """Each finding of each sample record gives valid XML of the position after its move, or of the last one."""
    for row in game.replay().findings:
        picture = finding_svg(game, row)
        assert ET.fromstring(picture).tag.endswith("svg")
        stones = game.replay().position(row.move_number).stones
        assert points(picture, "black", game.width) == (stones == BLACK).nonzero()[0].tolist()


def test_the_illegal_move_is_marked() -> None:
    """A finding that rulesets object to has its point marked as an offence, which the legend names."""
    game = one("go101-point-occupied")
    (row,) = [row for row in game.replay().findings if row.code == "GO101"]
    picture = finding_svg(game, row)
    assert places(picture, "offence", game.width) == [from_sgf(row.point or "", game.width, game.height)]
    assert words(picture) == ["point occupied"]
    assert group(picture, "last") == []


def test_a_mere_note_is_no_offence() -> None:
    """A move that no ruleset forbids is circled."""
    game = one("go208-ko-property-not-needed")
    (row,) = [row for row in game.replay().findings if row.code == "GO208"]
    assert row.point
    picture = finding_svg(game, row)
    assert group(picture, "offence") == []
    assert places(picture, "marks", game.width) == [from_sgf(row.point, game.width, game.height)]


def test_a_cycle_is_numbered_up_to_the_move() -> None:
    """The moves after the repeated position up to the one that repeats it are numbered, the last one on its mark."""
    game = one("go202-triple-ko")
    (row,) = [row for row in game.replay().findings if row.code == "GO202"]
    picture = finding_svg(game, row)
    assert [item.text for item in group(picture, "cycle") if item.text] == list("123456")
    assert len(places(picture, "offence", 9)) == 1
    assert words(picture) == ["superko: as at the start", "moves 1 to 6"]


def test_the_repeated_move_is_marked() -> None:
    """The move that made the repeated position has the other loud mark; the cycle begins after it."""
    text = one("go202-triple-ko").raw_sgf.replace(";B[", ";W[ha];B[", 1)
    game = ga.loads(text)
    (row,) = [row for row in game.replay().findings if row.code == "GO202"]
    assert (row.repeats_move, row.move_number) == (1, 7)
    picture = finding_svg(game, row)
    assert places(picture, "repeated", 9) == [7]
    assert places(picture, "offence", 9) == [game.replay().moves[6].point]
    assert [item.text for item in group(picture, "cycle") if item.text] == list("123456")
    assert words(picture) == ["superko", "move 1: the position that is back", "moves 2 to 7"]


def test_a_ko_taken_back_says_which_position_it_repeats() -> None:
    """If the repeated move was played at the same point, the legend names it; a ko needs no numbers."""
    game = one("go201-ko-retaken")
    (row,) = [row for row in game.replay().findings if row.code == "GO201"]
    picture = finding_svg(game, row)
    assert places(picture, "offence", game.width) == [game.replay().moves[(row.move_number or 0) - 1].point]
    assert words(picture) == [f"ko retaken at once: as after move {row.repeats_move}"]
    assert group(picture, "cycle") == []


def test_a_row_of_the_table_is_as_good() -> None:
    """A finding may come from the findings table: as a dictionary, or as a pandas row with its missing values."""
    for name in ("go101-point-occupied", "go202-triple-ko", "go403-komi-missing"):
        frame = ga.check(f"{FINDINGS}/{name}.sgf").findings
        game = one(name)
        rows = {row.message: row for row in game.replay().findings}
        told = [series for _, series in frame.iterrows() if series["message"] in rows]
        assert len(told) == len(rows)
        for series in told:
            row = rows[series["message"]]
            assert finding_svg(game, pd.Series(series)) == finding_svg(game, row)
            assert finding_svg(game, dict(series)) == finding_svg(game, row)


def test_a_counted_end_shows_every_kind() -> None:
    """Territory has squares, eyes in seki circles; the squares are those of the count."""
    game = next(ga.read(SEKI))
    counted = game.territory()
    assert counted is not None
    picture = counted_svg(game)
    for color, name in ((BLACK, "black"), (WHITE, "white")):
        assert points(picture, f"territory-{name}", 9) == sorted(counted.points(PointKind.TERRITORY, color))
    seki = counted.points(PointKind.SEKI) | counted.points(PointKind.SEKI_EYE) | counted.points(PointKind.CAPTURE)
    assert places(picture, "marks", 9) == sorted(seki)
    assert words(picture) == ["territory", "seki"]


def test_dead_stones_are_pale_and_owned() -> None:
    """Dead stones are drawn pale with their owner's square on them; dame have dots."""
    walls = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")
    picture = counted_svg(ga.loads(f"(;SZ[5]KM[0.5]{walls};B[ea];W[];B[]TB[aa:ae]TW[ea:ee])"))
    assert points(picture, "pale-black", 5) == [4]
    assert (4, 0) in dots(picture, "territory-white")
    assert places(picture, "marks", 5) == [2, 7, 12, 17, 22]
    assert words(picture) == ["territory", "dead stones", "dame"]


def test_a_territory_without_position_cannot_be_drawn() -> None:
    """The error says which ones can."""
    with pytest.raises(ValueError, match="has no position"):
        Territory((PointKind.DAME,), (EMPTY,)).signs()


def test_ownership_is_drawn_where_it_was_estimated() -> None:
    """Each point has a square of who owns it; a game whose end was not estimated is refused with one sentence."""
    game = next(game for game in ga.read(FINDINGS) if game.width and game.ownership() is not None)
    owned = game.ownership()
    assert owned is not None
    assert set(owned) == set(range(game.width * game.height))
    picture = ownership_svg(game)
    shown = [shape.attrib["class"] for shape in group(picture, "shades")]
    assert {"go-shade-black", "go-shade-white"} <= set(shown)
    with pytest.raises(ValueError, match="was not estimated"):
        ownership_svg(next(ga.read(SEKI)))


def test_ownership_follows_living_stones() -> None:
    """A stone that certainly stays is owned by its own side."""
    game = next(game for game in ga.read(FINDINGS) if game.width and game.ownership() is not None)
    owned, stones = game.ownership() or {}, game.replay().position().stones.tolist()
    counted = game.territory()
    assert counted is not None
    for point, stone in enumerate(stones):
        if stone != EMPTY and counted.kind[point] is PointKind.STONE:
            assert (owned[point] > 0) == (stone == BLACK)


def test_moves_are_numbered_as_books_do() -> None:
    """Every move in the stretch has its number where it was played, captured stones stay, older stones have none."""
    game = ga.loads("(;SZ[5]AW[aa];B[cc];W[dd];B[ab];W[ee];B[ba];W[];B[aa])")
    picture, caption = numbered_svg(game, 3, 6)
    numbers = {
        item.text: (int(item.attrib["x"]) // 24, (int(item.attrib["y"]) - 4) // 24) for item in group(picture, "labels")
    }
    assert numbers == {"3": (0, 1), "4": (4, 4), "5": (1, 0)}
    assert (0, 0) in dots(picture, "white")
    assert caption == "6 pass"


def test_what_has_no_place_is_in_the_caption() -> None:
    """A move on a numbered stone is named by that number, one on an older stone by its point."""
    game = ga.loads("(;SZ[5]AW[aa];B[ab];W[cc];B[ba];W[aa];B[ee];W[ee];B[zz])")
    assert numbered_svg(game)[1] == "4 at A5, 6 at 5, 7 off board"


@pytest.mark.parametrize(("first", "last"), [(0, 2), (2, 1), (1, 3), (3, None)])
def test_moves_that_are_not_there_are_refused(first: int, last: int | None) -> None:
    """The error says how many moves there are."""
    with pytest.raises(ga.NoSuchItemError, match="Expected moves from 1 to 2"):
        numbered_svg(ga.loads("(;SZ[5];B[aa];W[bb])"), first, last)


def test_names_do_no_harm() -> None:
    """Names of any sort are text of the title."""
    game = hostile_game(NASTY)
    pictures = [finding_svg(game, game.replay().findings[-1]), numbered_svg(game)[0]]
    for picture in pictures:
        assert "<script" not in picture
        assert "\u202e" not in picture
        assert "<script>" in (ET.fromstring(picture)[0].text or "")
