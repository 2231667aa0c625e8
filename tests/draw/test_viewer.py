"""What a viewer is made of: the steps are the replay's positions, and nothing of a record gets out of its place."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from helpers.drawn import images, points
from helpers.laws import over
from helpers.nasty import FINDINGS, NASTY, named, records, stepped
from hypothesis import given

import goanalyze as ga
from goanalyze.core.position import Position
from goanalyze.draw.svg import board_svg
from goanalyze.draw.viewer import Note, as_image, viewer_assets, viewer_html, viewer_markup
from goanalyze.vocabulary.points import BLACK, WHITE

SAMPLE = [game for game in ga.read(FINDINGS) if game.width and game.info["move_count"] < 1_000]


class Tags(HTMLParser):
    """Collects what elements and attributes a page really has, and what its scripts and its text are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append(tag)
        self.attributes += attrs
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element; those that have no end were left out of account."""
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note text with the element around it."""
        self.texts.setdefault(self._open[-1] if self._open else "", []).append(data)


def data_of(page: str) -> dict[str, object]:
    """Return the JSON of the one viewer on a page."""
    (found,) = re.findall(r'<script type="application/json" class="go-data">(.*?)</script>', page, flags=re.DOTALL)
    data: dict[str, object] = json.loads(found)
    return data


@over("game", SAMPLE)
def test_steps_are_the_replay(game: ga.Game) -> None:
    """Applying the steps gives `replay.position(n)` for every n of every sample record, from JSON, too."""
    steps = json.loads(json.dumps(game.replay().steps().data()))
    replay = game.replay()
    assert len(steps["steps"]) == len(replay.moves)
    for number in range(len(replay.moves) + 1):
        assert stepped(steps, number) == replay.position(number)


@given(records())
def test_steps_are_the_replay_of_anything(record: str) -> None:
    """The same with moves on stones, off the board and out of turn, suicides, and stones set up in between."""
    game = ga.loads(record)
    replay = game.replay()
    steps = replay.steps()
    assert len(steps) == len(replay.moves)
    for number in range(len(replay.moves) + 1):
        assert stepped(json.loads(json.dumps(steps.data())), number) == replay.position(number)
        assert steps.board(number).stones.tolist() == replay.position(number).stones.tolist()


@given(records())
def test_the_words_are_the_moves(record: str) -> None:
    """What is said of a move names its number, colour and point as `Replay.describe`, and how many stones it takes."""
    game = ga.loads(record)
    replay = game.replay()
    steps = replay.steps()
    total = len(replay.moves)
    for move in replay.moves:
        number, what = replay.describe(move.number).split(". ", 1)
        lost = f", loses {move.self_captured}" if move.self_captured else ""
        assert steps.said(move.number) == f"move {number} of {total}: {what}{lost}"


def test_a_title_is_short() -> None:
    """However long names and date are in the record, a title is one line."""
    game = ga.loads(f"(;SZ[9]PB[{'x' * 100_000}]PW[Kim]DT[{'y' * 1000}];B[ee])")
    assert game.title == f"{'x' * 79}… – Kim, {'y' * 79}…"


def test_a_very_long_game_ends_where_the_replay_does() -> None:
    """Moves beyond the limit that is replayed are not in the viewer, either; the rest ends at the same position."""
    game = next(ga.read(f"{FINDINGS}/go004-too-many-moves.zip"))
    replay = game.replay()
    steps = replay.steps()
    assert len(steps) == len(replay.moves)
    assert steps.board(len(steps)).stones.tolist() == replay.position().stones.tolist()


def test_the_words_of_the_start() -> None:
    """Before the first move, and without one, the line says so."""
    assert ga.loads("(;SZ[5];B[aa])").replay().steps().said(0) == "start, of 1 move"
    assert ga.loads("(;SZ[5]AB[aa])").replay().steps().said(0) == "no moves"


def test_implied_handicap_stones_are_at_the_start() -> None:
    """Handicap stones that a record leaves out, and the replay puts on the board, are in the viewer, too."""
    game = next(ga.read(f"{FINDINGS}/go154-handicap-implied.sgf"))
    assert game.replay().steps().data()["start"].count("1") == 2


def test_a_usual_game_is_small() -> None:
    """A game of some 250 moves takes less than 3 KB as JSON."""
    games = [game for game in ga.read("data/sample/gnugo") if game.width == 19]
    game = max(games, key=lambda one: len(one.replay().moves))
    assert len(game.replay().moves) > 240
    assert len(json.dumps(game.replay().steps().data(), separators=(",", ":"))) < 3_000


def test_a_record_without_board_is_refused() -> None:
    """There is nothing to step through; the error says why."""
    with pytest.raises(ValueError, match="no position"):
        next(ga.read(f"{FINDINGS}/go311-backgammon.sgf")).replay().steps()


@pytest.mark.parametrize("move", [-1, 3])
def test_a_move_that_is_not_there_is_refused(move: int) -> None:
    """The error names the move and how many there are."""
    with pytest.raises(IndexError, match=f"no move {move}: the game has 2 moves"):
        ga.loads("(;SZ[5];B[aa];W[bb])").html(move)


def test_without_a_script_one_position_is_shown() -> None:
    """The picture in the page is the position that was asked for, and says which it is; there are no controls."""
    game = next(ga.read(f"{FINDINGS}/go202-triple-ko.sgf"))
    page = game.html(4)
    (picture,) = images(page)
    stones = game.replay().position(4).stones
    assert points(picture, "black", 9) == (stones == BLACK).nonzero()[0].tolist()
    assert points(picture, "white", 9) == (stones == WHITE).nonzero()[0].tolist()
    found = Tags(page)
    assert "move 4 of 12: W E5, takes 1" in found.texts["p"]
    assert {"button", "input"} & set(found.tags) == set()


def test_findings_are_the_notes() -> None:
    """Each finding of a move is told with it and marks its point; the move that is repeated is marked, too."""
    game = next(ga.read(f"{FINDINGS}/go206-sending-two-returning-one.sgf"))
    rows = [row for row in game.replay().findings if row.move_number]
    notes = game.replay().notes()
    assert [note[1].split(": ", 1)[1] for note in notes if note[1]] == [row.message for row in rows]
    assert {note[3] for note in notes} >= {"offence"}
    given_own = data_of(viewer_html(game.replay().steps(), [Note(1, "odd: it is", 0, "circle")]))
    assert given_own["notes"] == [[1, "odd: it is", 0, "circle"]]


def test_a_point_is_marked_once() -> None:
    """Where several findings of a move are about one point, the loudest mark is left."""
    for game in SAMPLE:
        marked = [(number, point) for number, _, point, _ in game.replay().notes() if point is not None]
        assert len(marked) == len(set(marked))
    triple = next(ga.read(f"{FINDINGS}/go202-triple-ko.sgf")).replay().notes()
    assert [kind for number, _, point, kind in triple if number == 6 and point is not None] == ["offence"]


def test_nothing_of_a_record_becomes_markup() -> None:
    """Names that hold tags, quotes and comments add no element and no attribute to the page."""
    plain, nasty = Tags(named("Ada").html()), Tags(named(NASTY).html())
    assert nasty.tags == plain.tags
    assert [name for name, _ in nasty.attributes] == [name for name, _ in plain.attributes]


def test_every_move_of_a_finding_is_marked() -> None:
    """A ko taken back and forth is told once, and each move in it that is forbidden has its mark."""
    replay = next(ga.read(f"{FINDINGS}/go201-ko-back-and-forth.sgf")).replay()
    (numbers,) = [row.move_numbers for row in replay.findings if row.code == "GO201"]
    assert len(numbers) > 1
    assert set(numbers) == {
        number for number, _, point, mark in replay.notes() if mark == "offence" and point is not None
    }


def test_notes_are_escaped() -> None:
    """A note's text may hold anything; it ends neither the list nor the script with the data."""
    steps = ga.loads("(;SZ[5];B[aa])").replay().steps()
    hostile = "</script><!--<script>" + NASTY
    plain = Tags(viewer_html(steps, [Note(1, "a", 0, "circle")]))
    page = viewer_html(steps, [Note(1, hostile, 0, "circle")])
    assert Tags(page).tags == plain.tags
    data = data_of(page)["notes"]
    assert isinstance(data, list)
    assert data[0][1].startswith("</script><!--<script>")


def test_no_text_turns_or_controls() -> None:
    """Control characters and marks that turn text around are replaced in the title and everywhere else."""
    replay = named(NASTY).replay()
    page = viewer_html(replay.steps(), replay.notes())
    assert "\u202e" not in page + named(NASTY).title
    assert "\x1b" not in page
    assert "\\u202e" not in page


def test_assets_are_whole_and_load_nothing() -> None:
    """Style and script are there without a place that was not filled in, and ask for nothing from anywhere."""
    css, js = viewer_assets()
    assert "__" not in js
    assert "innerHTML" not in js
    for foreign in ("http://", "https://", "@import", "url(", "import(", "fetch("):
        assert foreign not in (css + js).replace("http://www.w3.org/2000/svg", "")


def test_markup_leaves_style_and_script_to_the_page() -> None:
    """A page with many viewers has the assets once: the markup of a viewer holds its data and no other script."""
    found = Tags(viewer_markup(ga.loads("(;SZ[5];B[aa])").replay().steps(), "<svg></svg>", 1))
    assert found.tags.count("script") == 1
    assert ("type", "application/json") in found.attributes
    assert "style" not in found.tags


def test_an_image_holds_the_picture() -> None:
    """As an image the same bytes are there, with size and title as attributes, whatever the title is."""
    title = "<b>\"'&\u202e"
    picture = board_svg(Position.empty(9), title=title)
    image = as_image(picture)
    (src,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', image)
    assert b64decode(src).decode() == picture
    parsed = ET.fromstring(image.replace('">', '"/>'))
    assert (parsed.attrib["alt"], parsed.attrib["width"], parsed.attrib["height"]) == ("<b>\"'&", "260", "260")


def test_only_a_board_is_made_an_image() -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match="no picture of board_svg"):
        as_image("<svg></svg>")
