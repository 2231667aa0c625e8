"""Values that draw themselves: known facts are on the page, unknown ones are not, and no text becomes markup."""

from __future__ import annotations

import io
import pickle
import re
from dataclasses import replace
from html import unescape

import pytest
from helpers.svg_geometry import as_letters, images, points
from helpers.viewer_games import FINDINGS, NASTY, hostile_game
from rich.console import Console

import goanalyze as ga
from goanalyze.draw.svg import board_svg

COUNTED = "data/sample/gnugo/009x009-japanese-0001.sgf"
NO_BOARD = f"{FINDINGS}/go311-backgammon.sgf"


def words(html: str) -> str:
    """Return the text of a fragment, cells apart from each other; boards and scripts left out."""
    shown = re.sub(r"<(style|script)\b.*?</\1>", "", html, flags=re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", shown))).strip()


def printed(value: object, *, colors: bool) -> str:
    """Return the output of rich."""
    out = io.StringIO()
    Console(file=out, force_terminal=colors, color_system="truecolor" if colors else None, width=200).print(value)
    return out.getvalue()


def test_a_game_tells_who_played_and_what_was_found() -> None:
    """The head line has players, ranks, size, komi, result and ruleset; findings without a move are listed."""
    game = ga.loads("(;SZ[9]PB[Ito]BR[3d]PW[Kim]KM[6.5]RU[Japanese]RE[maybe]DT[2001-02-03];B[ee];W[gc])")
    text = words(game._repr_html_())
    assert text.startswith("Ito 3d – Kim · 9×9 · komi 6.5 · maybe · japanese · 2001-02-03")
    row = next(row for row in game.replay().findings if row.code == "GO401")
    assert f"GO401 info: {row.message}" in text
    assert game.replay()._repr_html_() == game._repr_html_()


@pytest.mark.parametrize("value", [next(ga.read(NO_BOARD)), next(ga.read(NO_BOARD)).replay()])
def test_a_record_without_a_board_is_a_table(value: ga.Game | ga.Replay) -> None:
    """Without a board the known facts are shown, in each of the ways, and no error is raised."""
    assert value._repr_svg_() is None
    text = words(value._repr_html_())
    assert "Ada – Ben · no board" in text
    assert "date 2026-11-21 result B+1" in text
    assert "GO311" in text
    assert "no board" in str(value)
    assert "no board" in printed(value, colors=True)


def test_names_do_no_harm() -> None:
    """Tags, control characters and turned text in a record do nothing, wherever the game is shown."""
    game = hostile_game(NASTY)
    page = game._repr_html_()
    assert "<script>alert" not in page
    assert "<script>alert" in words(page)
    for shown in (page, repr(game), str(game), printed(game, colors=True)):
        assert "\u202e" not in shown
        assert "\x1b[31mb" not in shown


def test_an_outcome_shows_its_ledger_and_board() -> None:
    """Every line of the ledger, its sum and the result are there, the basis, and the board as it was counted."""
    game = next(ga.read(COUNTED))
    outcome = game.outcome("japanese")
    html = outcome._repr_html_()
    text = words(html)
    assert outcome.ledger is not None
    assert outcome.result in text
    assert "counted" in text
    for line in outcome.ledger.lines:
        values = [f"{value:g}".replace("-", "−") for value in (line.black, line.white) if value is not None]
        assert " ".join([line.name, *values]) in text
    assert f"{outcome.ledger.black:g} {outcome.ledger.white:g} {outcome.result}" in text
    (picture,) = images(html)
    assert 'class="go-territory"' in picture


def test_an_outcome_counted_with_given_stones_shows_those() -> None:
    """Given dead stones are pale on the board next to the ledger."""
    walls = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")
    game = ga.loads(f"(;SZ[5]KM[0.5]{walls};B[ea];W[];B[])")
    (given,) = images(game.outcome("japanese", dead=["E5"])._repr_html_())
    (none,) = images(game.outcome("japanese", dead=[])._repr_html_())
    assert points(given, "pale-black", 5) == [4]
    assert points(none, "pale-black", 5) == []


def test_an_outcome_without_margin_has_no_board() -> None:
    """A resigned game is not counted: basis and reasons, but neither ledger nor board."""
    outcome = ga.loads("(;SZ[9]KM[6.5]RE[W+R];B[ee];W[gc])").outcome("japanese")
    html = outcome._repr_html_()
    assert "no margin · not counted" in words(html)
    assert "<img" not in html
    assert "<table" not in html


def test_half_counting_is_in_zi() -> None:
    """The second ledger of Chinese rules has quarters and its result in 子."""
    game = next(ga.read("data/sample/gnugo/009x009-chinese-0001.sgf"))
    outcome = game.outcome("chinese")
    assert outcome.players_ledger is not None
    text = words(outcome._repr_html_())
    assert str(outcome.players_ledger).rsplit(maxsplit=1)[-1] in text
    assert "−40½" in text


def test_what_is_needed_to_draw_changes_no_outcome() -> None:
    """Two outcomes are equal and print alike whether they know their position or not; they can be copied and saved."""
    game = next(ga.read(COUNTED))
    outcome = game.outcome("japanese")
    assert outcome.final_position is not None
    bare = replace(outcome, final_position=None)
    assert bare == outcome
    assert hash(bare) == hash(outcome)
    assert repr(bare) == repr(outcome)
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_a_counted_end_draws_itself() -> None:
    """`game.territory()` is a picture in a notebook, a diagram with legend as text, and the same in colours."""
    counted = next(ga.read(COUNTED)).territory()
    assert counted is not None
    assert 'class="go-territory"' in (counted._repr_svg_() or "")
    assert str(counted).endswith("bw territory")
    assert as_letters(printed(counted, colors=False).rstrip()) == str(counted)


def test_a_count_shows_both_sides() -> None:
    """Stones, territory, area and prisoners of both sides are next to each other; empty rows are left out."""
    count = next(ga.read(COUNTED)).count()
    text = words(count._repr_html_())
    assert text.startswith("Black White living stones")
    assert f"area {count.black.area} {count.white.area}" in text
    assert "dame 0; before komi" in text
    assert "in seki" not in text


def test_a_position_draws_itself() -> None:
    """A position is an SVG board in a notebook, and a coloured diagram for rich."""
    position = next(ga.read(COUNTED)).replay().position(5)
    assert position._repr_svg_() == board_svg(position)
    assert "\x1b[" in printed(position, colors=True)


@pytest.mark.parametrize("side", [9, 52])
def test_colours_add_nothing_but_colour(side: int) -> None:
    """Without colours rich prints the diagram of ``str``, with discs for letters, on the largest board, too."""
    game = ga.loads(f"(;SZ[{side}];B[ee];W[ce])")
    for value in (game, game.replay()):
        assert as_letters(printed(value, colors=False).rstrip("\n")) == as_letters(str(value))
        assert "\x1b[" in printed(value, colors=True)


def test_html_takes_the_colours_of_the_page() -> None:
    """Tables set no colours of their own, so that they read in dark notebooks; only boards have a ground."""
    game = next(ga.read(COUNTED))
    for value in (game.outcome("chinese"), game.count(), game):
        styles = " ".join(re.findall(r'style="([^"]*)"', value._repr_html_()))  # type: ignore[attr-defined]
        assert re.findall(r"(?:background|color):\s*(?!none|inherit|currentColor)[^;]+", styles) == []


def test_a_count_prints_as_a_table() -> None:
    """In a terminal a count is the two sides next to each other and the margins, not a dump of fields."""
    game = ga.loads("(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[])")
    lines = str(game.count()).splitlines()
    assert lines[0].split() == ["Black", "White"]
    assert ["area", "10", "10"] in [line.split() for line in lines]
    assert lines[-1] == "by area 0 · by territory 0 · dame 5; before komi"


def test_an_outcome_in_colours_has_the_words_of_the_plain_one_and_the_board() -> None:
    """`rich.print` of an outcome prints its ``str``, and the counted board below."""
    outcome = ga.loads("(;SZ[3]KM[0];B[bb];W[];B[])").outcome("new-zealand")
    told = outcome.__rich__().plain
    assert told.startswith(str(outcome))
    assert "territory\nThe dead stones are estimated, with a confidence of" in told


def test_a_record_without_a_board_says_so() -> None:
    """A game whose size is unknown is named without a size, and its replay by its game."""
    game = ga.loads("(;SZ[99]PB[Ito];B[aa])")
    assert repr(game).startswith("<Game no board, Ito")
    assert repr(game.replay()) == f"<Replay of {game!r}>"
