"""HTML of draw: text of a record is text, whichever piece contains it."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from helpers.viewer_games import NASTY

from goanalyze import Finding
from goanalyze.draw.game_html import finding_html, game_html
from goanalyze.draw.markup import asset, escaped, page
from goanalyze.draw.text_tables import ShortRepr, outcome_html, sides_html

INFO = dict.fromkeys(
    tuple(
        """
        black_player white_player black_rank_raw white_rank_raw event date_raw rules_raw source result_raw member
        place komi_raw application board_width board_height handicap komi ruleset
    """.split()
    )
)


def piece(kind: str, text: str) -> str:
    """Return one piece of HTML with a text wherever a record can put one."""
    finding = Finding("GO101", text, text, rulesets=(text,), move_number=1)
    names = {name: text for name in INFO if not name.startswith(("board", "handicap", "komi"))}
    return {
        "finding": lambda: finding_html(finding),
        "game": lambda: game_html({**INFO, **names}, [finding]),
        "ledger": lambda: sides_html(text, [(text, text, text)], (text, text, text)),
        "outcome": lambda: outcome_html(text, text, "", [text]),
        "repr": lambda: ShortRepr(text, [(text, text)], text).html(),
        "page": lambda: page(text, ""),
    }[kind]()


class Tags(HTMLParser):
    """Elements and names of attributes of a page, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, tuple[str, ...]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add an element."""
        self.seen.append((tag, tuple(name for name, _ in attrs)))


@pytest.mark.parametrize("kind", ["finding", "game", "ledger", "outcome", "repr", "page"])
def test_hostile_text_does_nothing(kind: str) -> None:
    """Tags, quotes, control characters and marks of direction add no element and no attribute."""
    assert Tags(piece(kind, NASTY)).seen == Tags(piece(kind, "plain")).seen
    assert not {"\x1b", "\u202e"} & set(piece(kind, NASTY))


def test_every_character_gives_valid_xml() -> None:
    """Any character of Unicode but halves of pairs can be in an SVG once it is escaped."""
    text = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x10FFFF, 7), 0xFFFE, 0xFFFF)))
    assert ET.fromstring(f'<a b="{escaped(text)}">{escaped(text)}</a>').text


def test_assets_load_nothing() -> None:
    """Style sheets and the script ask for nothing from anywhere."""
    for name in ("chart.css", "viewer.css", "viewer.js"):
        text = asset(name).replace("http://www.w3.org/2000/svg", "")
        assert [
            foreign for foreign in ("http:", "https:", "@import", "url(", "import(", "fetch(") if foreign in text
        ] == []
