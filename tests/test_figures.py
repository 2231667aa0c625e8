"""The README's figures: safe to show anywhere, readable on any page, and equal to the tables."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from figures.drawing import WIDTH, ledger, mono, text
from figures.five import RECORD, counted_signs, winner_words
from figures.funnel import NUMBERS, measure
from helpers.shared import shared
from make_documents import FIGURES

import goanalyze as ga
from goanalyze import Ledger
from goanalyze.score.terms import LedgerLine

ROOT = Path(__file__).parents[1]
FILES = [ROOT / "data" / "figures" / f"{name}.svg" for name in FIGURES]
SVG = "{http://www.w3.org/2000/svg}"


def words(path: Path) -> list[str]:
    """Return the lines of text of a figure."""
    tree = ET.parse(path)
    found = [node.text or "" for name in ("text", "tspan") for node in tree.iter(f"{SVG}{name}")]
    return [line.replace("\u00a0", " ") for line in found if line]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_figure_stands_alone(path: Path) -> None:
    """No script, style sheet, link, picture, font or id: GitHub shows it, and so does any program; and it is small."""
    data = path.read_text(encoding="utf-8")
    names = {node.tag.removeprefix(SVG) for node in ET.fromstring(data).iter()}
    assert names <= {"svg", "title", "desc", "rect", "text", "tspan", "path", "g", "circle"}
    assert set(re.findall(r"https?://[^\"]*", data)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(id|href|onload|class)=\"(?!go-)", data)
    assert len(data.encode()) <= 60_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_figure_has_its_own_background_and_words_for_readers(path: Path) -> None:
    """The first shape covers the sheet, so the page's colour does not matter; title and description are present."""
    root = ET.parse(path).getroot()
    title, description, paper = list(root)[:3]
    assert title.text
    assert description.text
    assert paper.tag == f"{SVG}rect"
    assert float(paper.attrib["width"]) == WIDTH - 1
    assert float(paper.attrib["height"]) == float(root.attrib["height"]) - 1
    assert paper.attrib["fill"].startswith("#f")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_words_begin_on_the_sheet_and_are_not_tiny(path: Path) -> None:
    """Text is at least 10 pixels high at the README's width, and starts inside the figure."""
    tree = ET.parse(path)
    for node in tree.iter(f"{SVG}text"):
        assert float(node.get("font-size", "12")) >= 10
        assert 0 < float(node.get("x", "1")) < WIDTH


def test_what_a_record_says_cannot_become_markup() -> None:
    """Brackets, ampersands and marks that turn the direction of text are made harmless."""
    for piece in (text(0, 0, "<script>&\u202e"), mono(0, 0, ["<script>&\u202e"])):
        assert "<script" not in piece
        assert "\u202e" not in piece
        ET.fromstring(piece.replace("&#160;", " "))


def test_the_game_of_the_figures_has_three_kinds_of_winners() -> None:
    """The position has three results, White, draw and Black, depending on the ruleset; the figure shows them."""
    game = next(ga.read(ROOT / RECORD))
    shown = words(ROOT / "data" / "figures" / "five-rulesets.svg")
    said = {name: winner_words(game.outcome(name)) for name in ("japanese", "chinese", "wmsg", "ing", "button")}
    assert {line.split()[0] for line in said.values()} == {"White", "Draw", "Black"}
    assert [line for line in shown if line in said.values()] == list(said.values())
    assert all(ga.find_ruleset(name).title in shown for name in said)


def test_a_ledger_is_drawn_with_every_number() -> None:
    """Each line's words and numbers, and both sums."""
    drawn = "".join(
        ledger(0, 0, 200, Ledger("area", (LedgerLine("area", 44, 36), LedgerLine("komi", None, 7.5))), "Black")
    )
    assert re.findall(r">([^<]+)</text>", drawn) == "Black White area 44 36 komi 7.5 Black 44 43.5".split()


@pytest.mark.parametrize("name", ["japanese", "chinese"])
def test_a_counted_board_marks_what_its_ledger_counts(name: str) -> None:
    """The number of points marked for the sides is the ledger's: empty, under dead stones, by area living stones."""
    game = next(ga.read(ROOT / RECORD))
    outcome, counted = game.outcome(name), game.territory()
    assert outcome.ledger
    assert counted
    territory, marks = counted_signs(game.replay().position(), counted, outcome.ruleset)
    lines = {line.name: int((line.black or 0) + (line.white or 0)) for line in outcome.ledger.lines}
    kinds = list(marks.values())
    assert len(territory) + kinds.count("cross") == lines.get("territory", lines.get("points they surround"))
    assert kinds.count("dot") == lines.get("living stones", 0)
    assert kinds.count("cross") == lines.get("dead stones of the opponent", game.count().white.dead)


def test_the_way_through_shows_the_bytes_of_the_record() -> None:
    """The first panel shows the beginning of the file."""
    shown = words(ROOT / "data" / "figures" / "one-way-through.svg")
    data = (ROOT / RECORD).read_text(encoding="utf-8")
    begin = shown.index(next(line for line in shown if line.startswith("(;GM")))
    assert data.replace("\n", "⏎").startswith("".join(shown[begin : begin + 9]))
    assert f"… {len(data):,} bytes" in shown


def kept() -> dict[str, object]:
    """Return the numbers of the funnel."""
    numbers: dict[str, object] = json.loads((ROOT / NUMBERS).read_text(encoding="utf-8"))
    return numbers


def test_the_funnel_adds_up() -> None:
    """Retained and lost numbers of a stage add up to the stage before; the known parts add up to the retained."""
    stages = kept()["stages"]
    assert isinstance(stages, list)
    for before, stage in pairwise(stages):
        if before["unit"] == stage["unit"]:
            assert stage["number"] + sum(number for number, _ in stage["lost"]) == before["number"]
        assert not stage["known"] or sum(number for number, _ in stage["known"]) == stage["number"]


def test_the_funnel_is_that_of_the_archive() -> None:
    """The stored numbers are those that a check of the archive gives."""
    numbers = kept()
    archive = shared(f"archives/dev/{numbers['archive']}")
    assert measure(archive, str(numbers["checked"]))["stages"] == numbers["stages"]
