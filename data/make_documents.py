"""Make the documents that come from the code, and the figures: ``python data/make_documents.py``.

``data/DICTIONARY.md`` (tables, columns, limits), ``data/FINDINGS.md`` (the catalogue of codes), ``data/FORMATS.md``
(what is known of GIB, NGF, UGF and UGI, from the docstrings of their readers), ``data/STATEMENTS.md``
(what the sources say, from ``tests/statements``), ``data/CONFIRMATION.md`` (the examples of life and death, from
``data/confirmation.toml``), ``data/EVENING.md`` (a tutorial, played anew; both take half a minute), the table of
rulesets in README.md, and ``data/figures/*.svg``.
Tests fail when one of them has drifted.

``python data/make_documents.py funnel ARCHIVE DATE`` measures the numbers of the funnel anew, of an archive that is not
part of the project; DATE is the day, as ``2026-11-21``.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from confirmation_page import document as confirmation
from evening import PAGE as EVENING
from evening import played
from figures.five import five_rulesets
from figures.funnel import NUMBERS, funnel, measure
from figures.through import one_way_through
from statements_table import document as statements

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.limits import (
    MAX_ARCHIVE_BYTES,
    MAX_ARCHIVE_RATIO,
    MAX_BOARD,
    MAX_CONVERTED_BYTES,
    MAX_FILE_BYTES,
    MAX_LINE_EVENTS,
    MAX_LINES,
    MAX_MOVES,
    MAX_NESTED_BYTES,
    MAX_TREE_DEPTH,
    MAX_VALUE,
)
from goanalyze.rules import AXES, RULESETS, value_text
from goanalyze.sgf.formats import gib, ngf, review, ugf
from goanalyze.tables.schema import RULESETS_TABLE, TABLES

ROOT = Path(__file__).parents[1]
FIGURES = {"one-way-through": one_way_through, "five-rulesets": five_rulesets, "funnel": funnel}
"""The README's figures by name of their files: each takes the project's folder and returns SVG."""

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


_FINDINGS = (
    "Every code that goanalyze gives. A finding is anything odd in a record; codes are stable and never reused. "
    "`goanalyze explain CODE` also tells which rulesets object, and gives an example."
)
_DICTIONARY = (
    "A dataset holds a folder of Parquet parts for each table. Margins are Black − White in points, komi not included "
    "in `counts`. Raw text stands beside each normalised value; of a record in another format than SGF, what its file "
    "has, as `65` for a komi of 6.5 in GIB.\n\n"
    "Tables join by `game_id`. Every row of `games` has an id of its own, also copies of a game: a hash of the text, "
    "then one of source, member and number in the file. The first 24 characters alone are equal for equal texts, and "
    "runs over the same paths give the same ids. A file that the inputs name twice has its rows twice, with equal "
    "ids.\n\n"
    "Every Parquet file holds digests of all its bytes and of what it is. goanalyze reads no file that differs from "
    "them, that is missing or is another dataset's; the check, given again, compares all of them and makes anew what "
    "is damaged. Other readers find no digest, but each page has a CRC-32, which pandas compares if asked: "
    "`pandas.read_parquet(path, page_checksum_verification=True)`. Without it, as in DuckDB and Polars, most flipped "
    "bits are read as other values."
)
_FORMATS = (
    "What `goanalyze` knows of the formats that it reads beside SGF, and from what. The files are eight real ones; the "
    "converters are public: Sabaki's, xyz2sgf, mirai's, qGo's, and those of Andries Brouwer. Each record is turned "
    "into SGF text, whose places lead back to the bytes of the file; `files.format` says which format it was in, and "
    "GO313 to GO316 what is odd in it."
)
_SOURCES = {f"{axis.name}_source" for axis in AXES}


def rulesets() -> str:
    """Return the presets as a Markdown table: the axes in which they differ most."""
    head = ("id", "ruleset", "repetition", "suicide", "scoring", "seki", "komi", "for handicap stones", "ties")
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for ruleset in RULESETS.values():
        axes = (
            ruleset.repetition,
            ruleset.suicide,
            ruleset.scoring,
            ruleset.seki,
            ruleset.komi,
            ruleset.compensation,
            ruleset.ties,
        )
        cells = [f"`{ruleset.id}`", ruleset.title, *(value_text(axis.value) for axis in axes)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def findings() -> str:
    """Return the catalogue of codes as a document, by groups."""
    parts = ["# Findings", _FINDINGS]
    for group, title in _GROUPS.items():
        rows = [
            f"| {entry.code} | {entry.severity.value} | {_cell(entry.title)} | {_cell(entry.meaning)} |"
            for entry in CATALOGUE.values()
            if entry.code[2] == group
        ]
        head = [f"## GO{group}xx: {title}", "", "| code | severity | title | meaning |", "|---|---|---|---|"]
        parts.append("\n".join([*head, *rows]))
    head = ["## What `goanalyze export --repair` mends", "", "| code | title | when | how |", "|---|---|---|---|"]
    rows = [
        f"| {code} | {_cell(entry.title)} | {entry.repair.when} | {_cell(entry.repair.method)} |"
        for code, entry in CATALOGUE.items()
        if entry.repair
    ]
    parts.append("\n".join([*head, *rows]))
    return "\n\n".join(parts) + "\n"


def formats() -> str:
    """Return what is known of other formats, as the docstrings of their readers have it."""
    parts = ["# Other formats", _FORMATS]
    for module in (gib, ngf, ugf, review):
        title, _, rest = (module.__doc__ or "").strip().partition("\n")
        rest = re.sub(r"^::\n\n((?: {4}.*\n|\n)+)", r"```text\n\1```\n\n", rest.strip(), flags=re.MULTILINE)
        rest = re.sub(r"^ {4}", "", rest.replace("``GIB``", "GIB").replace("\n\n```\n", "\n```\n"), flags=re.MULTILINE)
        parts += [f"## {title.rstrip('.')}", re.sub(r"``([^`\n]+)``", r"`\1`", rest)]
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def dictionary() -> str:
    """Return every table and column, and the limits, as a document."""
    parts = ["# Data dictionary", _DICTIONARY]
    for table in TABLES.values():
        rows = [
            f"| `{column.name}` | {_kind(column.type)} | {column.meaning} |"
            for column in table.columns
            if column.name not in _SOURCES
        ]
        if table is RULESETS_TABLE:
            rows.append("| `…_source` | string | beside each axis: the document and article, or the word assumed |")
        head = [f"## {table.name}", f"One row: {table.row}.", "| column | type | meaning |\n|---|---|---|"]
        parts.append("\n\n".join(head) + "\n" + "\n".join(rows))
    return "\n\n".join([*parts, "## Limits", limits(), "What is beyond a limit gives GO004 and is passed over."]) + "\n"


def _kind(kind: object) -> str:
    """Name an Arrow type as people do."""
    text = str(kind)
    if text.startswith("dictionary"):
        return "category"
    return re.sub(r"list<\w+: (.*)>", r"list of \1", text.replace("[day]", ""))


def limits() -> str:
    """Return the named limits as a Markdown list."""
    lines = [
        f"* board: {MAX_BOARD}×{MAX_BOARD} points (SGF has {MAX_BOARD} letters)",
        f"* moves of one game: {MAX_MOVES:,}; those beyond are not replayed",
        f"* one file or archive member: {MAX_FILE_BYTES // 2**20} MiB, and {MAX_ARCHIVE_RATIO} times its packed size",
        f"* a file in another format (GIB, NGF, UGF, UGI): {MAX_CONVERTED_BYTES // 2**20} MiB",
        f"* all that one archive unpacks to: {MAX_ARCHIVE_BYTES // 2**30} GiB, and {MAX_ARCHIVE_RATIO} times its size",
        f"* an archive in an archive: {MAX_NESTED_BYTES // 2**30} GiB, and no archive in that",
        f"* nesting of variations where a tree is given to sgfmill: {MAX_TREE_DEPTH:,}; else there is no such limit",
        f"* with `--variations`, lines of one game: {MAX_LINES:,}, and {MAX_LINE_EVENTS:,} moves along all of them",
        f"* values longer than {MAX_VALUE:,} characters are kept, but not read as komi, date, rank or result",
    ]
    return "\n".join(lines)


def readme(text: str) -> str:
    """Return the README with its table of rulesets made anew.

    Example:
        >>> "`japanese`" in readme("<!-- generated: rulesets --><!-- end -->")
        True
    """
    begin, end = "<!-- generated: rulesets -->", "<!-- end -->"
    made = f"{begin}\n{rulesets()}\n{end}".replace("\\", r"\\")
    return re.sub(f"{begin}.*?{end}", made, text, flags=re.DOTALL)


def documents() -> dict[Path, str]:
    """Return every document and figure that takes but a moment as it should be, by its path."""
    page, data = ROOT / "README.md", ROOT / "data"
    figures = {data / "figures" / f"{name}.svg": draw(ROOT) for name, draw in FIGURES.items()}
    return {
        page: readme(page.read_text(encoding="utf-8")),
        data / "DICTIONARY.md": dictionary(),
        data / "FINDINGS.md": findings(),
        data / "FORMATS.md": formats(),
        data / "STATEMENTS.md": statements(),
        **figures,
    }


def main() -> None:
    """Write the documents; with arguments, the funnel's numbers first."""
    match sys.argv[1:]:
        case []:
            pass
        case ["funnel", archive, date]:
            numbers = json.dumps(measure(Path(archive), date), ensure_ascii=False, indent=1)
            (ROOT / NUMBERS).write_text(numbers + "\n", encoding="utf-8")
        case _:
            sys.exit(__doc__)
    slow = {ROOT / "data" / "CONFIRMATION.md": confirmation(), EVENING: played(EVENING.read_text(encoding="utf-8"))}
    for path, text in {**documents(), **slow}.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
