"""The generated parts of the README: catalogue of codes, data dictionary, rulesets, limits, and its figures.

``python -m goanalyze.show.document README.md`` rewrites them; a test fails when they have drifted. The figures stand in
``data/figures`` beside the document.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from goanalyze.rules import AXES, RULESETS, value_text
from goanalyze.show.figures.five import five_rulesets
from goanalyze.show.figures.funnel import funnel
from goanalyze.show.figures.through import one_way_through
from goanalyze.tables.schema import RULESETS_TABLE, TABLES
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.limits import (
    MAX_ARCHIVE_RATIO,
    MAX_BOARD,
    MAX_FILE_BYTES,
    MAX_MOVES,
    MAX_NESTED_BYTES,
    MAX_TREE_DEPTH,
    MAX_VALUE,
)

__all__ = ["FIGURES", "SECTIONS", "codes", "dictionary", "limits", "refresh", "rulesets"]

_GROUPS = {
    "0": "container and encoding",
    "1": "moves and setup",
    "2": "repetition",
    "3": "syntax",
    "4": "metadata",
    "5": "results and outcomes",
    "6": "duplicates",
    "9": "internal",
}


_SOURCES = {f"{axis.name}_source" for axis in AXES}


def rulesets() -> str:
    """Return the presets as a Markdown table: the axes in which they differ most."""
    head = ("id", "ruleset", "repetition", "suicide", "scoring", "seki", "komi", "for handicap stones", "ties")
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for ruleset in RULESETS.values():
        axes = (ruleset.repetition, ruleset.suicide, ruleset.scoring, ruleset.seki, ruleset.komi, ruleset.compensation,
                ruleset.ties)  # fmt: skip
        cells = [f"`{ruleset.id}`", ruleset.title, *(value_text(axis.value) for axis in axes)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def codes() -> str:
    """Return the catalogue of codes as a Markdown table, by groups."""
    lines = ["| code | severity | what |", "|---|---|---|"]
    group = ""
    for finding in CATALOGUE.values():
        if finding.code[2] != group:
            group = finding.code[2]
            lines.append(f"| **GO{group}xx** | | **{_GROUPS[group]}** |")
        lines.append(f"| {finding.code} | {finding.severity.value} | {finding.title} |")
    return "\n".join(lines)


def dictionary() -> str:
    """Return every table and column as Markdown tables."""
    parts = []
    for table in TABLES.values():
        rows = [f"| `{column.name}` | {_kind(column.type)} | {column.meaning} |" for column in table.columns
                if column.name not in _SOURCES]  # fmt: skip
        if table is RULESETS_TABLE:
            rows.append("| `…_source` | string | beside each axis: the document and article, or the word assumed |")
        head = [f"**{table.name}** — one row: {table.row}", "", "| column | type | meaning |", "|---|---|---|"]
        parts.append("\n".join([*head, *rows]))
    return "\n\n".join(parts)


def _kind(kind: object) -> str:
    """Name an Arrow type as people do."""
    text = str(kind)
    if text.startswith("dictionary"):
        return "category"
    return text.replace("[day]", "").replace("list<item: ", "list<").replace("list<element: ", "list<")


def limits() -> str:
    """Return the named limits as a Markdown list."""
    return "\n".join([
        f"* board: {MAX_BOARD}×{MAX_BOARD} points (SGF has {MAX_BOARD} letters)",
        f"* moves of one game: {MAX_MOVES:,}; those beyond are not replayed",
        f"* one file or archive member: {MAX_FILE_BYTES // 2**20} MiB, and {MAX_ARCHIVE_RATIO} times its packed size",
        f"* an archive in an archive: {MAX_NESTED_BYTES // 2**30} GiB, and no archive in that",
        f"* nesting of variations when a full tree is asked for: {MAX_TREE_DEPTH:,}; the main line has no such limit",
        f"* values longer than {MAX_VALUE:,} characters are kept, but not read as komi, date, rank or result",
    ])  # fmt: skip


SECTIONS = {"codes": codes, "dictionary": dictionary, "limits": limits, "rulesets": rulesets}

FIGURES = {"one-way-through": one_way_through, "five-rulesets": five_rulesets, "funnel": funnel}
"""The README's figures by name of their files: each takes the project's folder and returns SVG."""


def refresh(text: str) -> str:
    """Return a Markdown text with its generated sections made anew.

    A section stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``.

    Example:
        >>> "GO201" in refresh("<!-- generated: codes --><!-- end -->")
        True
    """
    for name, make in SECTIONS.items():
        begin, end = f"<!-- generated: {name} -->", "<!-- end -->"
        text = re.sub(f"{begin}.*?{end}", f"{begin}\n{make()}\n{end}".replace("\\", r"\\"), text, flags=re.DOTALL)
    return text


def main() -> None:
    """Rewrite the generated sections of the files named, and the figures beside them."""
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(refresh(path.read_text(encoding="utf-8")), encoding="utf-8")
        folder = path.parent / "data" / "figures"
        for figure, draw in FIGURES.items() if folder.is_dir() else ():
            (folder / f"{figure}.svg").write_text(draw(path.parent), encoding="utf-8")


if __name__ == "__main__":
    main()
