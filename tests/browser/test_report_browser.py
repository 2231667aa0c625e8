"""The report in a real browser: lists, boards, histograms, small screens, and readers who do not see the page."""

from __future__ import annotations

import csv
import io
import time
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.browser import Browser

import goanalyze as ga
from goanalyze.util.text import spreadsheet_text

SAMPLE = Path(__file__).parents[2] / "data" / "sample"


@pytest.fixture(scope="module")
def tables(sample: ga.Tables) -> ga.Tables:
    """The sample's tables."""
    return sample


@pytest.fixture(scope="module")
def page(tables: ga.Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's report."""
    return tables.report(tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a few records under a few rulesets, with every section and kind of example in it."""
    records = sorted((SAMPLE / "findings").glob("go[0125]*.sgf")) + sorted((SAMPLE / "gnugo").glob("*0001.sgf"))
    tables = ga.check(records, rulesets="japanese,chinese,ing")
    return tables.report(tmp_path_factory.mktemp("small") / "report.html")


@pytest.fixture
def report(browser: Browser, page: Path) -> Browser:
    """The report, opened from disk, with its lists unpacked."""
    browser.open(page)
    wait(browser, "return document.documentElement.dataset.ready === ''")
    return browser


def wait(browser: Browser, condition: str, *arguments: Any) -> None:
    """Wait until a script returns true; at most ten seconds."""
    until = time.monotonic() + 10
    while not browser.run(condition, *arguments):
        assert time.monotonic() < until, condition
        time.sleep(0.02)


def open_list(browser: Browser, title: str) -> int:
    """Click the first number whose list is called so, and return the number."""
    buttons = [button for button in browser.find_all("button.n") if button.get_attribute("data-title") == title]
    browser.run("arguments[0].click()", buttons[0])
    return int(buttons[0].get_attribute("textContent").replace(",", ""))


def open_all(browser: Browser) -> int:
    """Open the list of all games, and return their number."""
    button = browser.find_all("#archive > .scroll button.n")[0]
    browser.run("arguments[0].click()", button)
    return int(button.get_attribute("textContent").replace(",", ""))


def rows(browser: Browser) -> list[list[str]]:
    """Return the cells of the list that is shown."""
    found: list[list[str]] = browser.run(
        "return [...document.querySelectorAll('#list-rows tr')].map(row => [...row.cells].map(c => c.textContent))"
    )
    return found


def type_filter(browser: Browser, text: str) -> None:
    """Type into the list's filter."""
    box = browser.find("#list-filter")
    box.clear()
    box.send_keys(text)


def column(browser: Browser, name: str) -> int:
    """Return the place of a column of the list, and sort by it."""
    heads = browser.find_all("#list-heads th")
    place = [head.text.split("\n")[0].rstrip(" ▲▼") for head in heads].index(name)
    heads[place].find_element("css selector", "button").click()
    return place


def test_the_console_is_silent(report: Browser) -> None:
    """Opening the page from disk gives neither errors nor warnings."""
    assert report.driver.get_log("browser") == []
    assert report.find("#trouble").is_displayed() is False


@pytest.mark.slow
def test_a_number_opens_exactly_its_games(report: Browser, tables: ga.Tables) -> None:
    """A click on a code's games lists them all, page by page, in the number of the link, equal to the table's."""
    number = open_list(report, "GO504 winner depends on the ruleset")
    expected = tables.findings[tables.findings.code == "GO504"]
    assert report.find("#list-count").text == f"{number} games"
    shown = rows(report)
    assert len(shown) == number == len(expected)
    places = {row[1] for row in shown}
    assert all(any(source.endswith(name) for name in places) for source in expected.source.astype(str))


@pytest.mark.slow
def test_long_lists_come_in_pages(report: Browser, tables: ga.Tables) -> None:
    """Fifty at a time, forward and back, until every game was shown once."""
    number = open_all(report)
    seen = [tuple(row) for row in rows(report)]
    assert number == len(tables.games) > 2 * len(seen)
    assert len(seen) == 50
    while report.find("#list-after").is_enabled():
        report.run("document.getElementById('list-after').click()")
        seen += [tuple(row) for row in rows(report)]
    assert len(seen) == number
    report.find("#list-before").click()
    last_whole_page = (number - 1) // 50 * 50
    assert report.find("#list-page").text == f"{last_whole_page - 49:,} to {last_whole_page:,}"


@pytest.mark.slow
def test_a_list_is_sorted_and_filtered(report: Browser, tables: ga.Tables) -> None:
    """Games are sorted by moves in both directions, those without a number last; text filters them, with a count."""
    open_all(report)
    place = column(report, "moves")
    moves = tables.games.move_count.dropna().astype(int)
    assert [int(row[place]) for row in rows(report)] == sorted(moves)[:50]
    assert report.find_all("#list-heads th")[place].get_attribute("aria-sort") == "ascending"
    column(report, "moves")
    assert [int(row[place]) for row in rows(report)] == sorted(moves, reverse=True)[:50]
    type_filter(report, "go504")
    wait(report, "return document.getElementById('list-count').textContent.includes(' of ')")
    inside = tables.games.source.astype(str).str.contains("go504")
    assert report.find("#list-count").text == f"{int(inside.sum())} of {len(tables.games)} games"
    type_filter(report, "nobody of this name")
    assert report.find("#list-page").text == "none"


def test_escape_closes_a_list_and_gives_the_focus_back(report: Browser) -> None:
    """A reader at the keyboard keeps the place."""
    button = report.find("#archive > .scroll button.n")
    button.send_keys("\n")
    wait(report, "return document.getElementById('list').open")
    report.driver.switch_to.active_element.send_keys("\ue00c")
    wait(report, "return !document.getElementById('list').open")
    assert report.driver.switch_to.active_element == button


def test_a_game_of_a_list_opens_in_the_viewer(browser: Browser, tmp_path: Path) -> None:
    """A game opens at the move of the list, next to the finding; the address of the page leads to it again."""
    (tmp_path / "a!b #2.sgf").write_text("(;SZ[5])(;SZ[5]PB[Ito];B[aa];W[bb];B[bb];W[cc])")
    browser.open(ga.check(tmp_path).report(tmp_path / "report.html"))
    wait(browser, "return document.documentElement.dataset.ready === ''")
    assert open_list(browser, "GO101 point occupied") == 1
    assert "a%21b #2.sgf#1@3" in rows(browser)[0][1]
    browser.run("document.querySelector('#list-rows button.g').click()")
    wait(browser, "return document.querySelector('#game-viewer[data-ready]') !== null")
    assert "move 3 of 4" in browser.find("#game-viewer").text
    assert "point occupied" in browser.find("#game-viewer").text
    assert browser.find("#game-title").text == "Ito – ?"
    assert "a%21b #2.sgf#1" in browser.find("#game-facts").text
    assert browser.run("return location.hash") == "#game-1-3"
    browser.driver.switch_to.active_element.send_keys("\ue014")  # arrow to the right
    wait(browser, "return document.querySelector('#game-viewer').textContent.includes('move 4 of 4')")
    browser.driver.refresh()
    wait(browser, "return document.querySelector('#game-viewer[data-ready]') !== null")
    assert "move 3 of 4" in browser.find("#game-viewer").text


def test_a_list_is_saved_as_csv(browser: Browser, tmp_path: Path) -> None:
    """With the columns of the tables, every game of the list, and nothing that a spreadsheet would calculate."""
    names = ("=1+1", "@SUM(A1)", '"a", b', "\tx", "柯洁", "-3", "-3+x", "＋1+2", "+")
    for number, name in enumerate(names):
        (tmp_path / f"{number}.sgf").write_text(f"(;SZ[5]CA[UTF-8]KM[-{number}.5]PB[{name}];B[bb];W[cc])", "utf-8")
    tables = ga.check(tmp_path)
    browser.open(tables.report(tmp_path / "report.html"))
    wait(browser, "return document.documentElement.dataset.ready === ''")
    open_all(browser)
    browser.run(
        "URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved = text); return '#'; };"
        "document.getElementById('list-csv').click()"
    )
    wait(browser, "return window.saved !== undefined")
    text = browser.run("return window.saved")
    read = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    games = tables.games
    assert [row["black_player"] for row in read] == [spreadsheet_text(name) for name in games.black_player]
    assert [float(row["komi"]) for row in read] == games.komi.tolist()
    assert [row["address"] for row in read] == [Path(source).name for source in games.source.astype(str)]


@pytest.mark.parametrize(("width", "height", "screens"), [(1280, 800, 6), (390, 844, 15)])
def test_the_page_is_short_until_it_is_unfolded(report: Browser, width: int, height: int, screens: int) -> None:
    """A few screens at first, with every number that can be clicked on the screen."""
    report.resize(width, height)
    wait(report, "return document.documentElement.clientWidth === arguments[0]", width)
    assert report.run("return document.documentElement.scrollHeight") <= screens * height
    right = report.run(
        "return Math.max(...[...document.querySelectorAll('button.n')].filter((button) => button.checkVisibility())"
        ".map((button) => button.getBoundingClientRect().right))"
    )
    assert 0 < right <= width


def test_a_link_opens_what_is_folded(report: Browser) -> None:
    """A code in the table of faults leads to its meaning and boards, which are folded at first."""
    assert not report.find("#GO201 svg").is_displayed()
    report.run("document.querySelector('#findings a[href=\"#GO201\"]').click()")
    wait(report, "return document.querySelector('#GO201 svg').checkVisibility()")


def test_a_board_steps_to_the_right_stones(report: Browser, tables: ga.Tables) -> None:
    """The viewer of an example is at the move of the finding, and one step back has the stones of one move before."""
    (row,) = tables.findings[tables.findings.code == "GO212"].to_dict("records")
    replay, move = tables.game(row).replay(), int(row["move_number"])
    report.run("document.querySelector('#GO212 button.g').click()")
    wait(report, "return document.querySelector('#game-viewer[data-ready]') !== null")

    def stones(name: str) -> int:
        path: str = report.find(f"#game-viewer .go-{name}").get_attribute("d") or ""
        return path.count("M")

    for number in (move, move - 1):
        position = replay.position(number).stones
        wait(
            report,
            "return document.querySelector('#game-viewer').textContent.includes(arguments[0])",
            f"move {number} of",
        )
        counts = [stones("black"), stones("white")]
        assert counts == [int(np.count_nonzero(position == color)) for color in (ga.BLACK, ga.WHITE)]
        report.run("arguments[0].click()", report.find('#game-viewer button[aria-label="one move back"]'))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_are_drawn_by_their_own_rules(report: Browser, scheme: str) -> None:
    """In each section and theme, digits have no outline, bars no dashes, and both differ from the page."""
    report.prefer(scheme)
    report.run("document.querySelectorAll('main details').forEach((fold) => fold.open = true)")
    styles = report.run(
        "return [...document.querySelectorAll('.chart text, .chart .chart-bar')].map((node) => {"
        "const style = getComputedStyle(node);"
        "return [node.tagName, style.stroke, style.strokeDasharray, style.fill]; })"
    )
    page = report.run("return getComputedStyle(document.documentElement).backgroundColor")
    assert len(styles) > 20
    for name, stroke, dashes, fill in styles:
        assert stroke == "none" or name != "text"
        assert dashes == "none"
        assert fill != page


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 320, 1200])
def test_the_page_is_as_wide_as_the_screen(report: Browser, width: int) -> None:
    """On a phone nothing but tables and charts in their own boxes is scrolled sideways; neither is a list."""
    report.resize(width)
    wait(report, "return document.documentElement.clientWidth === arguments[0]", width)
    assert report.run("return document.documentElement.scrollWidth") <= width
    open_all(report)
    assert report.run("return document.getElementById('list').scrollWidth") <= width


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_drawn_in_the_colours_that_readers_like(report: Browser, scheme: str, tmp_path: Path) -> None:
    """The page is light or dark as asked, and not empty."""
    report.prefer(scheme)
    red, green, blue = report.run(
        "return getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number)"
    )
    assert (min(red, green, blue) > 200) == (scheme == "light")
    report.screenshot(tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 20_000


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 390)])
def test_nothing_keeps_readers_out(browser: Browser, small: Path, scheme: str, width: int) -> None:
    """Axe finds no serious or critical fault, in the page and in a list: contrast, names, roles, focus."""
    pytest.importorskip("axe_core_python", reason="axe-core-python is needed to look for barriers")
    browser.prefer(scheme)
    browser.resize(width)
    browser.open(small)
    wait(browser, "return document.documentElement.dataset.ready === ''")
    browser.driver.set_script_timeout(120)
    browser.run(resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    for is_list in (False, True):
        if is_list:
            open_all(browser)
        violations = browser.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {resultTypes: ['violations']}).then(found => done(found.violations"
            ".map(v => [v.impact, v.id, v.nodes.slice(0, 3).map(n => n.html)])))"
        )
        assert [found for found in violations if found[0] in ("serious", "critical")] == []


@pytest.mark.slow
def test_without_scripts_every_figure_is_there(browser: Browser, tables: ga.Tables, page: Path) -> None:
    """Without JavaScript the numbers are text, folds open, and a sentence names the missing parts."""
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(page)
        browser.find("#funnel summary").click()
        text = browser.find("main").text
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "JavaScript, which is switched off" in text
    for title, number in tables.funnel()[["title", "number"]].drop_duplicates().itertuples(index=False):
        assert f"{title} {number:,}" in text.replace("\n", " ")


@pytest.mark.slow
def test_a_browser_that_cannot_unpack_says_so(browser: Browser, page: Path) -> None:
    """Without DecompressionStream a sentence says that lists are missing, and no number is a link to one."""
    script = browser.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": "delete window.DecompressionStream"}
    )
    try:
        browser.open(page)
        wait(browser, "return !document.getElementById('trouble').hidden")
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert "too old to unpack" in browser.find("#trouble").text
    assert browser.find_all("button.n") == []


def test_hostile_records_run_nothing(browser: Browser, tmp_path: Path) -> None:
    """Names that are scripts are shown as they are written, in the page, in lists and on boards."""
    name = "<img src=x onerror='window.broken=1'><script>window.broken=1</script>"
    (tmp_path / "a.sgf").write_text(f"(;SZ[5]PB[{name}]PW[\u202eevil]RE[{name}]RU[{name}];B[bb];W[bb])")
    browser.open(ga.check(tmp_path / "a.sgf").report(tmp_path / "report.html"))
    wait(browser, "return document.documentElement.dataset.ready === ''")
    open_all(browser)
    assert rows(browser)[0][0] == f"{name} – \ufffdevil"
    assert browser.run("return window.broken") is None
    assert browser.find_all("img") == []
