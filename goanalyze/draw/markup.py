"""HTML for drawings and pages: the escape function, the assets, and a page that loads nothing."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from goanalyze.util.text import clean

_NOT_XML: Final = dict.fromkeys((0xFFFE, 0xFFFF), "�")  # the rest that XML forbids are control characters
_PAGE: Final = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">"
    "<title>{title}</title><style>:root{{color-scheme:light dark}}"
    "body{{margin:1rem auto;padding:0 .6rem;max-width:56rem;font:16px/1.4 system-ui,sans-serif}}</style></head>"
    "<body data-go-page>{body}</body></html>\n"
)


def escaped(text: object) -> str:
    """Return a text for HTML and SVG: markup is escaped, and control characters are replaced."""
    return escape(clean(str(text)).translate(_NOT_XML))


def page(title: str, body: str) -> str:
    """Return a self-contained page."""
    return _PAGE.format(title=escaped(title), body=body)


@cache
def asset(name: str) -> str:
    """Return the text of a file of `goanalyze/draw/assets`."""
    return (files("goanalyze.draw") / "assets" / name).read_text(encoding="utf-8")
