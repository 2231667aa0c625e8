"""A report taken apart: its tree, its numbers, the lists behind them."""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import html5lib

VOID_OF_SCRIPT = ("", "text/javascript")


@dataclass(frozen=True)
class Number:
    """A number of the page that has a list: its text, the list's title, and the list."""

    text: str
    title: str
    key: int


class Report:
    """A page, parsed as browsers do; a mistake in its HTML is an error."""

    def __init__(self, text: str) -> None:
        self.text = text
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        self.tree = parser.parse(text)

    @classmethod
    def read(cls, path: Path) -> Report:
        """Read a page from disk."""
        return cls(path.read_text(encoding="utf-8"))

    def all(self, name: str) -> list[Any]:
        """Return every element of a name, those of SVG included."""
        return [node for node in self.tree.iter() if isinstance(node.tag, str) and node.tag.split("}")[-1] == name]

    def by_id(self, key: str) -> Any:
        """Return the element of an id."""
        (found,) = self._by_id.get(key, [])
        return found

    @cached_property
    def _by_id(self) -> dict[str, list[Any]]:
        """The elements of each id."""
        found: dict[str, list[Any]] = {}
        for node in self.tree.iter():
            found.setdefault(node.get("id"), []).append(node)
        return found

    @cached_property
    def data(self) -> dict[str, Any]:
        """The data of the lists, unpacked."""
        return self._unpacked("data")

    @cached_property
    def boards(self) -> dict[str, Any]:
        """The games of the viewer by their rows, unpacked."""
        return self._unpacked("boards")

    def _unpacked(self, key: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(self.by_id(key).text)))
        return data

    @cached_property
    def numbers(self) -> list[Number]:
        """Every number that opens a list."""
        return [
            Number("".join(node.itertext()), node.get("data-title"), int(node.get("data-list")))
            for node in self.tree.iter("span")
            if node.get("class") == "n"
        ]

    @cached_property
    def openers(self) -> list[tuple[int, int | None]]:
        """Game and move of every address that opens the viewer."""
        found = [node for node in self.tree.iter("span") if node.get("class") == "g"]
        return [
            (int(node.get("data-game")), int(node.get("data-move")) if node.get("data-move") else None)
            for node in found
        ]

    def list_of(self, number: Number) -> tuple[int, list[int]]:
        """Return the length of a list, and the indices of its games among the embedded ones."""
        total, *steps = self.data["lists"][number.key]
        places, at = [], -1
        for step in steps:
            at += step
            places.append(at)
        return total, places

    def titled(self, title: str) -> list[Number]:
        """Return the numbers whose lists are called so."""
        return [number for number in self.numbers if number.title == title]

    def places(self, number: Number) -> set[tuple[str, str, int]]:
        """Return source, member and number in the file of the games of a list."""
        games = self.data["games"]
        return {
            (games["sources"][games["source"][at]], games["member"][at] or "", games["index"][at])
            for at in self.list_of(number)[1]
        }

    def said(self, node: Any) -> str:
        """Return the text of an element."""
        return "".join(node.itertext())
