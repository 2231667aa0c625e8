"""Representations of large values in a prompt and in a notebook."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from helpers.duplicates import search
from helpers.synthetic import table_of

import goanalyze as ga
from goanalyze import BLACK, WHITE, Comparison
from goanalyze.compare.comparison import compare

HOSTILE = "<b>\x1b[31m\u202e柯" + "x" * 300


@pytest.fixture(scope="module")
def tables() -> ga.Tables:
    """Games with all tables but duplicates."""
    return ga.check("data/sample/gnugo", moves=True, confirm="safe")


def words(html: str) -> str:
    """Return the text of HTML, which has no element that was not closed."""
    reader = HTMLParser()
    found: list[str] = []
    reader.handle_data = found.append  # type: ignore[method-assign]
    reader.feed(html)
    assert html.count("<td") == html.count("</td>")
    return " ".join(found)


def test_tables_say_what_they_are(tables: ga.Tables) -> None:
    """Each table with its number of rows and the meaning of a row, in 15 lines of 80 columns; also in a notebook."""
    lines = repr(tables).split("\n")
    assert len(lines) <= 15
    assert max(map(len, lines)) <= 80
    for name in ("files", "games", "findings", "counts", "outcomes", "audit", "rulesets", "moves", "chains"):
        rows = f"{len(getattr(tables, name)):,}"
        assert any(re.match(rf" +{name} +{rows}  one|  {name} +{rows}  the", line) for line in lines), name
        assert f"{name} {rows} " in words(tables._repr_html_())
    assert "in memory" in lines[0]


def test_a_comparison_says_what_it_is_about(tables: ga.Tables) -> None:
    """Rulesets, games, evidence and the main figures, which are those of its answer; in both forms."""
    comparison = tables.compare()
    answer = comparison.answer()
    text = " ".join(repr(comparison).split())
    assert f"<Comparison of {len(comparison.rulesets)} rulesets over {len(tables.games)} games>" in text
    assert f"{answer.compared} compared under {len(answer.rulesets)} rulesets" in text
    assert f"{answer.known} known" in text
    assert f"changes in {answer.winner_changes} games" in text
    assert len(repr(comparison).split("\n")) <= 15
    assert max(map(len, repr(comparison).split("\n"))) <= 80
    assert all(
        word in words(comparison._repr_html_()) for word in text.split(" Ask for:")[0].strip("<>").split(">")[0].split()
    )


def hostile_tables(folder: Path) -> Any:
    """Return tables in a folder with a name that acts on terminals and pages."""
    out = folder / HOSTILE[:40]
    ga.check("data/sample/gnugo/009x009-chinese-0022.sgf").to_parquet(out)
    return ga.open(out)


def hostile_comparison(_: Path) -> Any:
    """Return a comparison of rulesets with such names."""
    return compare(table_of({HOSTILE: [1.5], "chinese": [2.5]}).tables(), "all")


@pytest.mark.parametrize("made", [hostile_tables, hostile_comparison])
def test_names_do_not_act(tmp_path: Path, made: Callable[[Path], Any]) -> None:
    """Control and direction characters are replaced, markup is text, long names stay in their columns."""
    value = made(tmp_path)
    text, html = repr(value), value._repr_html_()
    assert text.replace("\n", "").isprintable()
    assert html.isprintable()
    assert "<b>�[31m�柯" in text
    assert "&lt;b&gt;�[31m�柯" in html
    assert all(len(line) + line.count("柯") <= 80 for line in text.split("\n"))


def test_nothing_to_compare_is_shown(tables: ga.Tables) -> None:
    """No game, no margin, one ruleset: a few lines, no error."""
    empty = compare(table_of({"japanese": [], "chinese": []}).tables(), "all")
    open_ended = compare(table_of({"japanese": [None], "chinese": [None]}).tables(), "all")
    for found, said in (
        (empty, "over 0 games"),
        (open_ended, "None of 1 game can be compared under Japanese, Chinese."),
        (tables.compare("aga"), "1 ruleset"),
    ):
        assert said in repr(found)
        assert said in words(found._repr_html_())


def test_values_are_one_line_in_a_prompt(tables: ga.Tables) -> None:
    """A value names its class and its figures."""
    game = tables.game(227)
    counted, outcome = game.territory(), game.outcome("japanese")
    assert counted is not None
    assert outcome.final_position is not None
    sides = [counted.territory(side) for side in (BLACK, WHITE)]
    assert repr(counted).startswith(f"<Territory 19×19: Black {sides[0]}, White {sides[1]}, dame ")
    confirmed = game.confirm()
    assert repr(confirmed).startswith(f"<Confirmation of {len(confirmed.chains)} chain")
    comparison: Comparison = tables.compare()
    values = [
        counted,
        game.count(),
        outcome,
        outcome.ledger,
        outcome.final_position,
        outcome.ruleset,
        confirmed,
        *confirmed.chains,
        game.replay().steps(),
        search(tables),
        comparison.plot(),
    ]
    for value in values:
        assert re.fullmatch(rf"<{type(value).__name__}\b[^\n]{{3,100}}>", repr(value))
