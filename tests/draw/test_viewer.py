"""Parts of a viewer: the steps are the replay's positions, and text of a record cannot become markup."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from helpers.laws import over
from helpers.svg_geometry import images, points
from helpers.viewer_games import FINDINGS, NASTY, hostile_game, position_at, records
from hypothesis import given

import goanalyze as ga
from goanalyze import BLACK, WHITE, Position, viewer_assets
from goanalyze.draw.svg import board_svg
from goanalyze.draw.viewer import ViewerGame, ViewerNote, as_image, empty_boards, viewer_html, viewer_markup
from goanalyze.game.pictures import viewer_game

SAMPLE = [game for game in ga.read(FINDINGS) if game.width and game.info["move_count"] < 1_000]


class Tags(HTMLParser):
    """Collects the elements, attributes, scripts and text of a page as a browser parses it."""

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


def drawn(game: ga.Game, *notes: ViewerNote) -> ViewerGame:
    """Return the content of a viewer of the main line with these notes."""
    return ViewerGame((game.replay().steps(),), notes)


def json_of(view: ViewerGame) -> dict[str, Any]:
    """Return the data of a viewer, there and back as JSON."""
    data: dict[str, Any] = json.loads(json.dumps(view.data()))
    return data


def data_of(page: str) -> dict[str, object]:
    """Return the JSON of the one viewer on a page."""
    (found,) = re.findall(r'<script type="application/json" class="go-data">(.*?)</script>', page, flags=re.DOTALL)
    data: dict[str, object] = json.loads(found)
    return data


@over("game", SAMPLE)
def test_steps_are_the_replay(game: ga.Game) -> None:
    """Applying the steps gives `replay.position(n)` for every n of every sample record, from JSON, too."""
    data, replay = json_of(drawn(game)), game.replay()
    assert len(data["lines"][0]["moves"]) == 2 * len(replay.moves)
    for number in range(len(replay.moves) + 1):
        assert position_at(data, number) == replay.position(number)


@given(records())
def test_steps_are_the_replay_of_anything(record: str) -> None:
    """The same with moves on stones, off the board and out of turn, suicides, and stones set up in between."""
    game = ga.loads(record)
    replay = game.replay()
    steps, data = replay.steps(), json_of(drawn(game))
    assert len(steps) == len(replay.moves)
    for number in range(len(replay.moves) + 1):
        assert position_at(data, number) == replay.position(number)
        assert steps.board(number).stones.tolist() == replay.position(number).stones.tolist()


@given(records())
def test_the_words_are_the_moves(record: str) -> None:
    """The caption of a move has its number, colour and point, as `Replay.describe`, and the captured stones."""
    game = ga.loads(record)
    replay = game.replay()
    steps = replay.steps()
    total = len(replay.moves)
    for move in replay.moves:
        number, what = replay.describe(move.number).split(". ", 1)
        lost = f", loses {move.self_captured}" if move.self_captured else ""
        assert steps.caption(move.number) == f"move {number} of {total}: {what}{lost}"


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
    assert ga.loads("(;SZ[5];B[aa])").replay().steps().caption(0) == "start, of 1 move"
    assert ga.loads("(;SZ[5]AB[aa])").replay().steps().caption(0) == "no moves"


def test_implied_handicap_stones_are_at_the_start() -> None:
    """Handicap stones that a record leaves out, and the replay puts on the board, are in the viewer, too."""
    game = next(ga.read(f"{FINDINGS}/go154-handicap-implied.sgf"))
    assert len(json_of(drawn(game))["lines"][0]["start"][0]) == 2 * 2


def test_a_usual_game_is_small() -> None:
    """A game of some 250 moves takes less than 1 KB as JSON."""
    games = [game for game in ga.read("data/sample/gnugo") if game.width == 19]
    game = max(games, key=lambda one: len(one.replay().moves))
    assert len(game.replay().moves) > 240
    assert len(json.dumps(drawn(game).data(), separators=(",", ":"))) < 1_000


def test_a_record_without_board_is_refused() -> None:
    """There is nothing to step through; the error says why."""
    with pytest.raises(ValueError, match="no position"):
        next(ga.read(f"{FINDINGS}/go311-backgammon.sgf")).replay().steps()


@pytest.mark.parametrize("move", [-1, 3])
def test_a_move_that_is_not_there_is_refused(move: int) -> None:
    """The error names the move and how many there are."""
    with pytest.raises(IndexError, match=f"Move {move} is not found. Expected 0 to 2"):
        ga.loads("(;SZ[5];B[aa];W[bb])").html(move)


def test_without_a_script_one_position_is_shown() -> None:
    """The static picture is the selected position with its caption, without controls."""
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
    """Each finding of a move is in its caption and marks its point; the repeated move is marked, too."""
    game = next(ga.read(f"{FINDINGS}/go206-sending-two-returning-one.sgf"))
    rows = [row for row in game.replay().findings if row.move_number]
    notes = game.replay().notes()
    assert [note[1].split(": ", 1)[1] for note in notes if note[1]] == [row.message for row in rows]
    assert {note[3] for note in notes} >= {"offence"}
    own = data_of(viewer_html(drawn(game, ViewerNote(1, "odd: it is", 0, "circle"))))
    assert own["notes"] == [[1, "odd: it is", 0, "circle", 0]]


def test_a_point_is_marked_once() -> None:
    """Of several findings of a move about one point, the most severe mark remains."""
    for game in SAMPLE:
        marked = [(number, point) for number, _, point, *_ in game.replay().notes() if point is not None]
        assert len(marked) == len(set(marked))
    triple = next(ga.read(f"{FINDINGS}/go202-triple-ko.sgf")).replay().notes()
    assert [kind for number, _, point, kind, _ in triple if number == 6 and point is not None] == ["offence"]


def test_nothing_of_a_record_becomes_markup() -> None:
    """Names that hold tags, quotes and comments add no element and no attribute to the page."""
    plain, nasty = Tags(hostile_game("Ada").html()), Tags(hostile_game(NASTY).html())
    assert nasty.tags == plain.tags
    assert [name for name, _ in nasty.attributes] == [name for name, _ in plain.attributes]


def test_every_move_of_a_finding_is_marked() -> None:
    """A repeated ko is reported once, and each forbidden move in it has its mark."""
    replay = next(ga.read(f"{FINDINGS}/go201-ko-back-and-forth.sgf")).replay()
    (numbers,) = [row.move_numbers for row in replay.findings if row.code == "GO201"]
    assert len(numbers) > 1
    assert set(numbers) == {
        number for number, _, point, mark, _ in replay.notes() if mark == "offence" and point is not None
    }


def test_notes_are_escaped() -> None:
    """A note's text may hold anything; it ends neither the list nor the script with the data."""
    game = ga.loads("(;SZ[5];B[aa])")
    hostile = "</script><!--<script>" + NASTY
    plain = Tags(viewer_html(drawn(game, ViewerNote(1, "a", 0, "circle"))))
    page = viewer_html(drawn(game, ViewerNote(1, hostile, 0, "circle")))
    assert Tags(page).tags == plain.tags
    data = data_of(page)["notes"]
    assert isinstance(data, list)
    assert data[0][1].startswith("</script><!--<script>")


def test_no_text_turns_or_controls() -> None:
    """Control characters and marks that turn text around are replaced in the title and everywhere else."""
    page = viewer_html(viewer_game(hostile_game(NASTY), ["chinese"]))
    assert "\u202e" not in page + hostile_game(NASTY).title
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
    found = Tags(viewer_markup(drawn(ga.loads("(;SZ[5];B[aa])"))))
    assert found.tags.count("script") == 1
    assert ("type", "application/json") in found.attributes
    assert "style" not in found.tags


def test_an_image_holds_the_picture() -> None:
    """The image has the same bytes, with size and title as attributes, for any title."""
    title = "<b>\"'&\u202e"
    picture = board_svg(Position.empty(9), title=title)
    image = as_image(picture)
    (src,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', image)
    assert b64decode(src).decode() == picture
    parsed = ET.fromstring(image.replace('">', '"/>'))
    assert (parsed.attrib["alt"], parsed.attrib["width"], parsed.attrib["height"]) == ("<b>\"'&", "260", "260")


def test_only_a_board_is_made_an_image() -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match="not one of board_svg"):
        as_image("<svg></svg>")


def test_lines_are_the_games_lines() -> None:
    """Every line of a record gives the positions of `Game.lines`, and writes only the moves that it does not share."""
    for game in SAMPLE:
        if not game.info["branches"]:
            continue
        data = json_of(viewer_game(game))
        for index, line in enumerate(game.lines()):
            replay = line.replay()
            assert data["lines"][index].get("shared", 0) >= (line.shared_moves if index == 1 else 0)
            for number in range(len(replay.moves) + 1):
                assert position_at(data, number, index) == replay.position(number)


@pytest.mark.parametrize("rulesets", [("japanese",), ("japanese", "korean", "chinese")], ids=len)
def test_counts_are_the_outcomes(rulesets: tuple[str, ...]) -> None:
    """Each ruleset is in one count, with the result, ledger and counted position of its outcome."""
    game = next(ga.read("data/sample/gnugo/019x019-japanese-0012.sgf"))
    data = json_of(viewer_game(game, rulesets))
    names = [name for count in data["counts"] for name in count["rulesets"].split(", ")]
    assert sorted(names) == sorted(rulesets)
    for count in data["counts"]:
        for name in count["rulesets"].split(", "):
            outcome = game.outcome(name)
            assert count["result"] == outcome.result
            assert outcome.final_position is not None
            assert outcome.ledger is not None
            assert count["ledger"][1] == [list(row) for row in outcome.ledger.rows()]
            stones, signs = data["boards"][count["board"]]
            assert stones == "".join(".XO"[stone] for stone in outcome.final_position.position.stones.tolist())
            expected = outcome.final_position.territory().signs()
            assert {point: sign for point, sign in enumerate(signs) if sign != "."} == expected


def test_an_estimate_says_its_confidence() -> None:
    """A count that is estimated names its confidence next to the result; a known one is called counted."""
    for markup, text in (("ignore", "with a confidence of"), ("full", "counted")):
        game = next(ga.read("data/sample/gnugo/019x019-japanese-0012.sgf", markup=markup))
        counts = json_of(viewer_game(game, ["chinese"]))["counts"]
        assert [text in count["certainty"] for count in counts] == [True]


def test_every_picture_of_an_estimated_count_says_its_confidence() -> None:
    """The territory in a notebook, as text and in colours, and the outcome's board contain the sentence."""
    for markup, is_estimated in (("ignore", True), ("full", False)):
        game = next(ga.read("data/sample/gnugo/019x019-japanese-0012.sgf", markup=markup))
        territory = game.territory()
        assert territory is not None
        boards = images(game.outcome("chinese")._repr_html_())
        for text in (territory._repr_svg_() or "", str(territory), territory.__rich__().plain, *boards):
            assert ("with a confidence" in text) is is_estimated


def test_a_finding_about_a_point_without_a_move_is_marked() -> None:
    """A finding that names a point but no move marks it at the end or at the start, and has a button."""
    rows = [(game, row) for game in SAMPLE for row in game.replay().findings if row.point and row.move_number is None]
    assert rows
    for game, row in rows:
        notes = [note for note in game.replay().notes() if row.message in note.text]
        assert [note.move in (0, len(game.replay().moves)) for note in notes] == [True]


def test_empty_boards_are_templates() -> None:
    """One hidden board per size, without stones."""
    page = empty_boards([(9, 9), (19, 19), (9, 9)])
    assert re.findall(r'data-size="(\w+)"', page) == ["9x9", "19x19"]
    assert points(page[page.index("<svg") : page.index("</template>")], "black", 9) == []
