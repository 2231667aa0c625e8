"""The viewer in a real browser: every way to step shows the position that Python has, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.browser import Browser
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import goanalyze as ga
from goanalyze.draw.markup import page as game_page
from goanalyze.draw.viewer import (
    ViewerGame,
    ViewerNote,
    empty_boards,
    viewer_assets,
    viewer_html,
    viewer_markup,
)
from goanalyze.game.viewer_steps import viewer_game
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

DATA = Path(__file__).parents[2] / "data" / "sample"
TRIPLE_KO = DATA / "findings" / "go202-triple-ko.sgf"
SETUP = DATA / "findings" / "go151-setup-in-mid-game.sgf"
GAME = DATA / "gnugo" / "009x009-japanese-0001.sgf"
NASTY = "<img src=x onerror=\"document.title='broken'\"></script>"


def one(path: Path) -> ga.Game:
    """Return the game of a record."""
    return next(ga.read(path))


def page(*parts: str) -> str:
    """Return a page around fragments."""
    return f"<!doctype html><meta charset='utf-8'>{''.join(parts)}"


def viewer(game: ga.Game, move: int | None = None) -> str:
    """Return the viewer of a game, with the notes of its findings."""
    return viewer_html(ViewerGame((game.replay().steps(),), game.replay().notes()), move)


def shown(browser: Browser, viewer: int = 0) -> list[int]:
    """Return the colour of each point of a viewer's board, as drawn in the page."""
    width, height, paths = browser.run(
        """const viewer = document.querySelectorAll('.go-viewer')[arguments[0]];
        const game = JSON.parse(viewer.querySelector('.go-data').textContent);
        return [game.w, game.h, ['.go-black', '.go-white', '.go-outline'].map(
          (name) => viewer.querySelector('.go-board ' + name).getAttribute('d'))]""",
        viewer,
    )
    assert paths[1] == paths[2]
    colors = [EMPTY] * (width * height)
    for color, path in ((BLACK, paths[0]), (WHITE, paths[1])):
        for place in filter(None, path.split("h.01")):
            column, row = map(int, place.removeprefix("M").split())
            assert colors[row * width + column] == EMPTY
            colors[row * width + column] = color
    return colors


def expected(game: ga.Game, move: int) -> list[int]:
    """Return the same from the replay."""
    stones: list[int] = game.replay().position(move).stones.tolist()
    return stones


def line(browser: Browser, viewer: int = 0) -> str:
    """Return what the viewer says of the move."""
    text: str = browser.find_all(".go-said")[viewer].text
    return text


def press(browser: Browser, *keys: str) -> None:
    """Press keys where the focus is."""
    for key in keys:
        ActionChains(browser.driver).send_keys(key).perform()


STEPPED = [TRIPLE_KO, SETUP, GAME, *(DATA / "findings" / f"{name}.sgf" for name in (
    "go104-suicide-of-two", "good-1x1-board", "good-7x9-board", "good-52x52-board"))]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("record", STEPPED, ids=lambda path: path.stem)
def test_every_move_is_the_replays(browser: Browser, record: Path) -> None:
    """Forward from the start to the end, and back by the slider, board and words are those of Python."""
    game = one(record)
    browser.show(page(viewer(game, 0)))
    steps, total = game.replay().steps(), len(game.replay().moves)
    for move in range(total + 1):
        assert shown(browser) == expected(game, move)
        assert line(browser) == steps.caption(move)
        if move < total:
            browser.find("[aria-label='one move forward']").click()
    for move in reversed(range(total + 1)):
        browser.run("const s = document.querySelector('input'); s.value = arguments[0];"
                    "s.dispatchEvent(new Event('input', {bubbles: true}))", move)  # fmt: skip
        assert shown(browser) == expected(game, move)


def test_far_jumps_are_exact(browser: Browser) -> None:
    """In a game longer than what is kept between, any jump to and fro gives the position of that move."""
    game = max(ga.read(DATA / "gnugo"), key=lambda one_: len(one_.replay().moves))
    total = len(game.replay().moves)
    browser.show(page(viewer(game)))
    for move in (total, 3, 200, 64, 63, 65, 128, 0, total - 1, 127):
        browser.run("const s = document.querySelector('input'); s.value = arguments[0];"
                    "s.dispatchEvent(new Event('input', {bubbles: true}))", move)  # fmt: skip
        assert shown(browser) == expected(game, move)


def test_buttons_go_to_the_ends(browser: Browser) -> None:
    """First and last go to start and end, where the buttons that lead nowhere are off."""
    game = one(GAME)
    browser.show(page(viewer(game, 10)))
    assert shown(browser) == expected(game, 10)
    browser.find("[aria-label='first position']").click()
    assert shown(browser) == expected(game, 0)
    assert not browser.find("[aria-label='one move back']").is_enabled()
    browser.find("[aria-label='last position']").click()
    assert shown(browser) == expected(game, len(game.replay().moves))
    assert not browser.find("[aria-label='one move forward']").is_enabled()
    assert browser.find("[aria-label='one move back']").is_enabled()


def test_keys_step_while_the_viewer_has_the_focus(browser: Browser) -> None:
    """Arrows go one move, page keys ten, Home and End to the ends, from the board as from the slider."""
    game = one(GAME)
    total = len(game.replay().moves)
    browser.show(page(viewer(game, 0)))
    for focus in (".go-viewer", ".go-viewer input"):
        browser.run("document.querySelector(arguments[0]).focus()", focus)
        for key, move in ((Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.ARROW_RIGHT, 2), (Keys.PAGE_DOWN, 12),
                          (Keys.ARROW_LEFT, 11), (Keys.PAGE_UP, 1), (Keys.PAGE_UP, 0), (Keys.END, total)):  # fmt: skip
            press(browser, key)
            assert shown(browser) == expected(game, move)


def test_keys_of_the_page_stay_the_pages(browser: Browser) -> None:
    """Without the focus, and with a modifier, keys do nothing to the viewer, and the page gets them."""
    game = one(GAME)
    heard = "<script>heard = []; addEventListener('keydown', (e) => heard.push(e.key))</script><input id='own'>"
    browser.show(page(heard, viewer(game, 5)))
    browser.find("#own").click()
    press(browser, Keys.ARROW_RIGHT, Keys.HOME)
    assert shown(browser) == expected(game, 5)
    assert browser.run("return heard") == ["ArrowRight", "Home"]
    browser.run("document.querySelector('.go-viewer').focus()")
    ActionChains(browser.driver).key_down(Keys.CONTROL).send_keys(Keys.ARROW_RIGHT).key_up(Keys.CONTROL).perform()
    press(browser, "x")
    assert shown(browser) == expected(game, 5)
    assert browser.run("return heard.slice(2)") == ["Control", "ArrowRight", "x"]


def test_viewers_on_one_page_are_independent(browser: Browser) -> None:
    """Two viewers that share style and script step each by itself; setting up again changes neither."""
    first, second = one(GAME), one(TRIPLE_KO)
    css, js = viewer_assets()
    markups = [viewer_markup(viewer_game(game), 3) for game in (first, second)]
    browser.show(page(f"<style>{css}</style>", *markups, f"<script>{js}</script>"))
    browser.find_all("[aria-label='one move forward']")[1].click()
    assert shown(browser, 0) == expected(first, 3)
    assert shown(browser, 1) == expected(second, 4)
    browser.run("goanalyzeViewers()")
    browser.find_all("[aria-label='first position']")[0].click()
    assert shown(browser, 0) == expected(first, 0)
    assert shown(browser, 1) == expected(second, 4)
    assert len(browser.find_all(".go-controls")) == 2


@pytest.mark.slow
def test_the_script_may_come_again(browser: Browser) -> None:
    """Two fragments, each with its own script, as a notebook has them: one set of controls each, keys step once."""
    first, second = one(GAME), one(TRIPLE_KO)
    browser.show(page(viewer(first, 3), viewer(second, 3)))
    assert len(browser.find_all(".go-controls")) == 2
    browser.run("document.querySelectorAll('.go-viewer')[1].focus()")
    press(browser, Keys.ARROW_RIGHT)
    assert shown(browser, 0) == expected(first, 3)
    assert shown(browser, 1) == expected(second, 4)


@pytest.mark.slow
def test_viewers_can_be_added_later(browser: Browser) -> None:
    """Markup that a script puts into a page is set up by `goanalyzeViewers`."""
    game = one(TRIPLE_KO)
    css, js = viewer_assets()
    browser.show(page(f"<style>{css}</style><main></main><script>{js}</script>"))
    markup = viewer_markup(viewer_game(game), 2)
    browser.run("document.querySelector('main').innerHTML = arguments[0]; goanalyzeViewers()", markup)
    browser.find("[aria-label='one move back']").click()
    assert shown(browser) == expected(game, 1)


def test_findings_are_buttons_and_marks(browser: Browser) -> None:
    """A finding's button goes to its move; there its text is shown and its point marked, elsewhere neither."""
    game = one(TRIPLE_KO)
    browser.show(page(viewer(game, 0)))
    assert browser.find(".go-told").text == ""
    buttons = browser.find_all(".go-notes button")
    assert [button.text for button in buttons][:2] == ["move 4: hot stone of a fighting ko removed", "move 6: superko"]
    buttons[1].click()
    assert shown(browser) == expected(game, 6)
    assert "superko: The position after move 0 is back." in browser.find(".go-told").text
    assert "#c8102e" in [mark.get_attribute("fill") for mark in browser.find_all(".go-live path")]
    browser.find("[aria-label='one move forward']").click()  # to one of the same finding: the cycle goes on
    assert "#c8102e" in [mark.get_attribute("fill") for mark in browser.find_all(".go-live path")]
    for _ in range(4):
        browser.find("[aria-label='one move back']").click()
    assert browser.find_all(".go-live path") == []
    assert len(browser.find_all(".go-live .go-last")) == 1


def test_numbers_are_those_of_the_moves(browser: Browser) -> None:
    """With numbers, every stone that was played shows its move; stones that were set up show none."""
    game = one(GAME)
    browser.show(page(viewer(game, 7)))
    browser.find("[aria-label='move numbers']").click()
    numbers = {int(text.text): (int(text.get_attribute("x")) // 24, int(text.get_attribute("y")) // 24)
               for text in browser.find_all(".go-live text")}  # fmt: skip
    assert numbers == {move.number: (move.point % 9, move.point // 9) for move in game.replay().moves[:7]}
    browser.show(page(viewer(one(TRIPLE_KO), 0)))
    browser.find("[aria-label='move numbers']").click()
    assert browser.find_all(".go-live text") == []


def test_nothing_of_a_record_runs(browser: Browser) -> None:
    """Names, and notes that a caller makes of them, are text on the page."""
    text = NASTY.replace("]", "\\]")
    game = ga.loads(f"(;SZ[5]PB[{text}]PW[{text}]EV[{text}];B[aa];W[aa])")
    notes = (ViewerNote(2, f"{NASTY}: {NASTY}", 0, "offence"),)
    browser.show(
        page("<title>whole</title>", viewer_html(ViewerGame((game.replay().steps(),), notes)), game._repr_html_())
    )
    assert browser.find_all("img") == []  # the board's own was replaced by the script
    assert browser.run("return document.title") == "whole"
    assert browser.find(".go-told").text == f"{NASTY}: {NASTY}"


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1000])
@pytest.mark.parametrize("record", [GAME, DATA / "findings" / "good-52x52-board.sgf",
                                    DATA / "findings" / "good-1x1-board.sgf"], ids=lambda path: path.stem)  # fmt: skip
def test_it_fits_and_can_be_touched(browser: Browser, record: Path, width: int) -> None:
    """The page does not scroll sideways on a telephone, and every control is at least 44 pixels high and wide."""
    browser.resize(width)
    browser.show(game_page("a game", one(record).html()))
    assert browser.run("return document.documentElement.scrollWidth") <= width
    for control in browser.find_all(".go-viewer button, .go-viewer input"):
        assert control.size["height"] >= 44
        assert control.size["width"] >= 44


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(browser: Browser, scheme: str) -> None:
    """Words and controls have a contrast of 4.5 or more with the page, light or dark."""
    browser.prefer(scheme)
    browser.show(game_page("a game", one(TRIPLE_KO).html(6)))
    pairs = browser.run(
        """const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
        const paint = (color) => { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
          return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3); };
        document.body.style.background = 'Canvas';
        const ground = paint(getComputedStyle(document.body).backgroundColor);
        return Array.from(document.querySelectorAll('.go-said, .go-told, .go-notes button, .go-controls button'))
          .map((item) => [ground, paint(getComputedStyle(item).color)])"""
    )
    assert len(pairs) > 6
    for ground, ink in pairs:
        assert contrast(ground, ink) >= 4.5


def contrast(one_color: list[int], other: list[int]) -> float:
    """Return the contrast of two colours (WCAG 2.1, 1.4.3)."""
    bright, dark = sorted((_luminance(one_color), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(color: list[int]) -> float:
    parts = [value / 255 for value in color]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.slow
def test_print_has_the_board_alone(browser: Browser) -> None:
    """On paper there are no controls and no words of the viewer."""
    browser.show(page(viewer(one(TRIPLE_KO), 6)))
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert browser.find(".go-board").is_displayed()
        for name in (".go-controls", ".go-said", ".go-told", ".go-notes"):
            assert not browser.find(name).is_displayed()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_made_from_a_notebook_works(browser: Browser, theme: str, tmp_path: Path) -> None:
    """A notebook with two games, run and exported, has two viewers that step; what is loaded from afar is not ours."""
    nbformat, nbconvert = pytest.importorskip("nbformat"), pytest.importorskip("nbconvert")
    book = nbformat.v4.new_notebook()
    for game in (one(GAME), one(TRIPLE_KO)):
        data = {"text/html": game._repr_html_(), "image/svg+xml": game._repr_svg_(), "text/plain": repr(game)}
        output = nbformat.v4.new_output("execute_result", data=data, execution_count=1)
        book.cells.append(nbformat.v4.new_code_cell("game", outputs=[output], execution_count=1))
    exporter = nbconvert.HTMLExporter(theme=theme, require_js_url="", mathjax_url="", jquery_url="")
    html, _ = exporter.from_notebook_node(book)
    # Its own scripts are on another computer, which tests do not ask.
    browser.show(html.replace('<script src="', '<script data-src="'))
    assert len(browser.find_all(".go-viewer[data-ready]")) == 2
    browser.find_all("[aria-label='first position']")[1].click()
    assert shown(browser, 0) == expected(one(GAME), len(one(GAME).replay().moves))
    assert shown(browser, 1) == expected(one(TRIPLE_KO), 0)


@pytest.mark.slow
def test_what_was_stripped_is_left_alone(browser: Browser) -> None:
    """Where a notebook is not trusted the data is gone: the board stays an image, and other viewers work."""
    stripped = viewer(one(GAME), 3)
    for tag in ("style", "script"):
        while f"<{tag}" in stripped:
            before, rest = stripped.split(f"<{tag}", 1)
            stripped = before + rest.split(f"</{tag}>", 1)[1]
    browser.show(page(stripped, viewer(one(TRIPLE_KO), 3)))
    assert len(browser.find_all("img")) == 1
    assert browser.run("return document.querySelector('img').naturalWidth") == 260
    assert len(browser.find_all(".go-controls")) == 1
    browser.find("[aria-label='one move forward']").click()
    assert browser.find_all(".go-said")[1].text == "move 4 of 12: W E5, takes 1"
