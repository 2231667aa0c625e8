"""The viewer in a real browser: every way to step shows the position that Python has, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.browser import Browser
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import goanalyze as ga
from goanalyze import BLACK, WHITE, viewer_assets
from goanalyze.draw.markup import page as game_page
from goanalyze.draw.viewer import ViewerGame, ViewerNote, empty_boards, viewer_html, viewer_markup
from goanalyze.game.pictures import viewer_game
from goanalyze.points import EMPTY

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
    """Return the viewer's caption of the move."""
    text: str = browser.find_all(".go-current")[viewer].text
    return text


def press(browser: Browser, *keys: str) -> None:
    """Press keys where the focus is."""
    for key in keys:
        ActionChains(browser.driver).send_keys(key).perform()


STEPPED = [
    TRIPLE_KO,
    SETUP,
    GAME,
    *(
        DATA / "findings" / f"{name}.sgf"
        for name in ("go104-suicide-of-two", "good-1x1-board", "good-7x9-board", "good-52x52-board")
    ),
]


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
        browser.run(
            "const s = document.querySelector('input'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input', {bubbles: true}))",
            move,
        )
        assert shown(browser) == expected(game, move)


def test_far_jumps_are_exact(browser: Browser) -> None:
    """In a game longer than the stored interval, any jump gives the position of that move."""
    game = max(ga.read(DATA / "gnugo"), key=lambda one_: len(one_.replay().moves))
    total = len(game.replay().moves)
    browser.show(page(viewer(game)))
    for move in (total, 3, 200, 64, 63, 65, 128, 0, total - 1, 127):
        browser.run(
            "const s = document.querySelector('input'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input', {bubbles: true}))",
            move,
        )
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
        for key, move in (
            (Keys.HOME, 0),
            (Keys.ARROW_RIGHT, 1),
            (Keys.ARROW_RIGHT, 2),
            (Keys.PAGE_DOWN, 12),
            (Keys.ARROW_LEFT, 11),
            (Keys.PAGE_UP, 1),
            (Keys.PAGE_UP, 0),
            (Keys.END, total),
        ):
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
    assert browser.find(".go-messages").text == ""
    buttons = browser.find_all(".go-notes button")
    assert [button.text for button in buttons][:2] == ["move 4: hot stone of a fighting ko removed", "move 6: superko"]
    buttons[1].click()
    assert shown(browser) == expected(game, 6)
    assert "superko: The position after move 0 is back." in browser.find(".go-messages").text
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
    numbers = {
        int(text.text): (int(text.get_attribute("x")) // 24, int(text.get_attribute("y")) // 24)
        for text in browser.find_all(".go-live text")
    }
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
    assert browser.find(".go-messages").text == f"{NASTY}: {NASTY}"


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1000])
@pytest.mark.parametrize(
    "record",
    [GAME, DATA / "findings" / "good-52x52-board.sgf", DATA / "findings" / "good-1x1-board.sgf"],
    ids=lambda path: path.stem,
)
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
        return Array.from(document.querySelectorAll('.go-current, .go-messages, .go-notes button, .go-controls button'))
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
    """On paper the viewer has no controls and no captions of them."""
    browser.show(page(viewer(one(TRIPLE_KO), 6)))
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert browser.find(".go-board").is_displayed()
        for name in (".go-controls", ".go-current", ".go-messages", ".go-notes"):
            assert not browser.find(name).is_displayed()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def choose(browser: Browser, label: str, value: object) -> None:
    """Choose an option of a list."""
    browser.run(
        "const s = document.querySelector(`select[aria-label='${arguments[0]}']`); s.value = arguments[1];"
        "s.dispatchEvent(new Event('change', {bubbles: true}))",
        label,
        str(value),
    )


def test_keys_work_anywhere_on_a_page_of_one_game(browser: Browser) -> None:
    """On a page of its own, a viewer takes the keys without the focus, but not those of a list."""
    game = one(GAME)
    browser.show(game_page("a game", game.html(5)))
    for key, move in ((Keys.ARROW_RIGHT, 6), (Keys.PAGE_DOWN, 16), (Keys.HOME, 0), (Keys.ARROW_RIGHT, 1)):
        press(browser, key)
        assert shown(browser) == expected(game, move)
    browser.run("document.querySelector('select').focus()")
    press(browser, Keys.HOME)
    assert shown(browser) == expected(game, 1)


def test_a_click_on_a_half_of_the_board_steps(browser: Browser) -> None:
    """The left half goes back and the right half forward, and both stop at the ends."""
    game = one(GAME)
    browser.show(page(viewer(game, 1)))
    board = browser.find(".go-board")
    for offset, move in ((40, 2), (40, 3), (-40, 2), (-40, 1), (-40, 0), (-40, 0)):
        ActionChains(browser.driver).move_to_element_with_offset(board, offset, 0).click().perform()
        assert shown(browser) == expected(game, move)


@pytest.mark.slow
def test_the_address_is_the_move(browser: Browser) -> None:
    """A page of one game opens at the move of its address, follows it, and writes the move and the line into it."""
    game = one(DATA / "findings" / "good-variations.sgf")
    path = browser.show(game_page("a game", game.html()))
    browser.open(f"{path.as_uri()}#2")
    browser.driver.refresh()
    assert shown(browser) == expected(game, 2)
    press(browser, Keys.ARROW_RIGHT)
    assert browser.run("return location.hash") == "#3"
    browser.run("location.hash = '#4.1'")
    assert shown(browser) == expected(game.lines()[1], 4)
    press(browser, Keys.ARROW_LEFT)
    assert browser.run("return location.hash") == "#3.1"
    browser.run("location.hash = '#x<y'")
    assert shown(browser) == expected(game.lines()[1], 3)


def test_prisoners_are_the_replays(browser: Browser) -> None:
    """Next to the players are the prisoners after each move: those of the replay up to there."""
    game = one(TRIPLE_KO)
    browser.show(page(viewer_html(viewer_game(game), 0)))
    for move in range(len(game.replay().moves) + 1):
        prisoners = game.up_to(move).replay().prisoners
        texts = [small.text for small in browser.find_all(".go-players small")]
        assert [int(text.split()[0]) for text in texts] == [prisoners[BLACK], prisoners[WHITE]]
        if move < len(game.replay().moves):
            browser.find("[aria-label='one move forward']").click()


@pytest.mark.slow
def test_variations_are_the_lines_of_the_record(browser: Browser) -> None:
    """Every line can be chosen and stepped through, from its end back to the start."""
    game = one(DATA / "findings" / "good-variations.sgf")
    browser.show(page(viewer_html(viewer_game(game))))
    lines = game.lines()
    assert len(browser.find_all("select option")) == len(lines) > 2
    for index in (*range(len(lines)), 0):
        choose(browser, "line of the record", index)
        browser.find("[aria-label='last position']").click() if len(lines[index].replay().moves) else None
        for move in reversed(range(len(lines[index].replay().moves) + 1)):
            assert shown(browser) == expected(lines[index], move)
            if move:
                browser.find("[aria-label='one move back']").click()


def squares(browser: Browser, name: str, width: int) -> list[int]:
    """Return the points with squares or pale stones of a class."""
    corners = browser.run(
        """return [...document.querySelectorAll('.go-live .' + arguments[0])].map((item) => {
          const box = item.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; })""",
        name,
    )
    return sorted(round(y / 24) * width + round(x / 24) for x, y in corners)


@pytest.mark.parametrize("markup", ["full", "ignore"])
def test_a_count_is_the_outcome(browser: Browser, markup: str) -> None:
    """With a ruleset chosen, territory, dead stones and ledger are those of its outcome, with the confidence."""
    game = next(ga.read(DATA / "gnugo" / "019x019-japanese-0012.sgf", markup=markup))
    rulesets = ["japanese", "chinese"]
    view = viewer_game(game, rulesets)
    browser.show(page(viewer_html(view, 10)))
    for index, count in enumerate(view.counts):
        choose(browser, "count", index)
        final = game.outcome(count.rulesets.split(", ")[0]).final_position
        assert final is not None
        signs, stones = final.territory().signs(), final.position.stones.tolist()
        for name, marks in (("go-dead", "xo"), ("go-territory-black", "bo"), ("go-territory-white", "wx")):
            assert squares(browser, name, 19) == sorted(point for point, sign in signs.items() if sign in marks)
        assert shown(browser) == [
            EMPTY if signs.get(point, "") in ("x", "o") else stone for point, stone in enumerate(stones)
        ]
        text = browser.find(".go-count").text
        assert f"{count.rulesets}: {count.result}" in text
        assert ("with a confidence of" if markup == "ignore" else "counted") in browser.find(".go-certainty").text
        cells = [cell.text for cell in browser.find_all(".go-count td")]
        assert count.ledger is not None
        assert cells[: 3 * len(count.ledger[1])] == [cell for row in count.ledger[1] for cell in row]
    browser.find("[aria-label='one move back']").click()
    assert shown(browser) == expected(game, len(game.replay().moves) - 1)
    assert browser.find(".go-count").text == ""


@pytest.mark.slow
@pytest.mark.parametrize("record", STEPPED, ids=lambda path: path.stem)
def test_a_viewer_is_built_from_data_alone(browser: Browser, record: Path) -> None:
    """`goanalyzeView` draws every position of the replay on an empty board of the page, without markup of the game."""
    game = one(record)
    css, js = viewer_assets()
    total = len(game.replay().moves)
    browser.show(
        page(f"<style>{css}</style>{empty_boards([(game.width, game.height)])}<main></main><script>{js}</script>")
    )
    browser.run(
        """window.heard = [];
        addEventListener('go-move', (event) => heard.push(event.detail.move));
        window.control = goanalyzeView(document.querySelector('main'), arguments[0], {move: 0, page: true})""",
        viewer_game(game).data(),
    )
    paths = (
        "['.go-black', '.go-white'].map((name) => document.querySelector('main .go-board ' + name).getAttribute('d'))"
    )
    for move in range(total + 1):
        browser.run("control.go(arguments[0])", move)
        drawn = browser.run(f"return {paths}")
        for color, path in zip((BLACK, WHITE), drawn, strict=True):
            points = [tuple(map(int, dot.removeprefix("M").split())) for dot in path.split("h.01") if dot]
            stones = [point for point, stone in enumerate(expected(game, move)) if stone == color]
            assert sorted(row * game.width + column for column, row in points) == stones
    assert browser.run("return heard.at(-1)") == total
    press(browser, Keys.HOME)
    assert browser.run("return heard.at(-1)") == 0


def test_controls_are_one_line_on_a_telephone(browser: Browser) -> None:
    """At 390 pixels all controls are on one line, and players on one line above the board."""
    browser.resize(390)
    browser.show(game_page("a game", one(GAME).html()))
    for selector in (".go-controls > *", ".go-players > *"):
        tops = {round(item.location["y"]) for item in browser.find_all(selector)}
        assert len(tops) == 1


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_made_from_a_notebook_works(browser: Browser, theme: str, tmp_path: Path) -> None:
    """A notebook with two games, run and exported, has two viewers that step, and loads no file from the network."""
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
    """In an untrusted notebook without the data the board remains an image, and other viewers work."""
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
    assert browser.find_all(".go-current")[1].text == "move 4 of 12: W E5, takes 1"
