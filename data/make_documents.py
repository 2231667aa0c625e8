"""Write the generated documents and figures: ``python data/make_documents.py``.

``python data/make_documents.py formats columns`` writes only the pages and figures with these names.

In ``goanalyze/docs``: ``columns.md`` (tables, columns, limits), ``findings.md`` (the catalogue of codes),
``formats.md`` (formats other than SGF, from the docstrings of their readers), ``statements.md`` (the sources, from
``tests/statements``), ``confirmation.md`` (examples of life and death, from ``data/confirmation.toml``), the outputs
of the commands in ``tutorial.md`` and ``README.md``, and the tables of ``rulesets.md`` and ``command-line.md``. The
examples and the tutorial take half a minute each. An output that differs only in times stays as it is. Figures:
``data/figures/*.svg``. Tests compare all of them with the files.

``python data/make_documents.py funnel ARCHIVE DATE`` measures the numbers of the funnel in an archive that is not
part of the project. DATE is the day of the measurement, as ``2026-11-21``.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from command_tables import commands
from confirmation_page import document as confirmation
from figures.five import five_rulesets
from figures.funnel import NUMBERS, funnel, measure
from figures.through import one_way_through
from statements_table import document as statements
from tutorial_output import PAGE as TUTORIAL
from tutorial_output import with_check_output, with_outputs

import goanalyze
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
from goanalyze.sgf.formats import FORMATS, review, ugf
from goanalyze.tables.schema import RULESETS_TABLE, TABLES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "goanalyze" / "docs"
README = ROOT / "README.md"
FIGURES = {"one-way-through": one_way_through, "five-rulesets": five_rulesets, "funnel": funnel}
"""Functions that draw a figure, by the name of its file. Each takes the folder of the project and returns SVG."""

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


_FINDINGS = """\
A finding is an oddity of a record. This page lists all codes. A code is stable: it keeps its meaning and is never
used for another. `goanalyze explain CODE` also names the rulesets that object, and shows a record with the finding."""
_COLUMNS = """\
A dataset contains a folder of Parquet files for each table ([the files of a dataset](dataset.md)). Margins are Black
− White in points; in `counts` without komi. Next to a normalised value there is a column with the text of the record.
For a record in another format than SGF this is the text of its file, such as `65` for a komi of 6.5 in GIB.

Tables are joined by `game_id`. Every row of `games` has an id of its own, copies of a game included. The first 24
characters are a hash of the text and are equal for equal texts. The rest is a hash of source, member and number in
the file. Runs over the same paths give the same ids. A file that the inputs name twice has its rows twice, with equal
ids.

goanalyze compares the files of a table with the digests in the records of the dataset before it reads them, and
refuses a file that is damaged, missing or part of another dataset. The same check, run again, repairs the dataset.
Other programs do not know these digests, but each page of a file has a CRC-32, which pandas compares on request:
`pandas.read_parquet(path, page_checksum_verification=True)`. DuckDB and Polars read most flipped bits as other
values."""
_FORMATS = """\
In addition to SGF, goanalyze reads {}. This page states the facts that are known about them, with
their sources: real files, and the public converters of Sabaki, xyz2sgf, mirai, qGo and Andries Brouwer. Each record is
converted to SGF, and its addresses lead back to the bytes of the file. The column `files.format` names the format, and
GO313 to GO316 report oddities of the file."""
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
    """Return the page on the catalogue of codes, by groups."""
    parts = ["# Findings", _FINDINGS]
    for group, title in _GROUPS.items():
        rows = [
            f"| {entry.code} | {entry.severity.value} | {_cell(entry.title)} | {_cell(entry.meaning)} |"
            for entry in CATALOGUE.values()
            if entry.code[2] == group
        ]
        head = [f"## GO{group}xx: {title}", "", "| code | severity | title | meaning |", "|---|---|---|---|"]
        parts.append("\n".join([*head, *rows]))
    head = ["## Repairs by `export --repair`", "", "| code | title | condition | repair |", "|---|---|---|---|"]
    rows = [
        f"| {code} | {_cell(entry.title)} | {entry.repair.when} | {_cell(entry.repair.method)} |"
        for code, entry in CATALOGUE.items()
        if entry.repair
    ]
    parts.append("\n".join([*head, *rows]))
    return "\n\n".join(parts) + "\n"


def formats() -> str:
    """Return the page on other formats, from the docstrings of their readers."""
    rows = sorted(FORMATS, key=lambda row: row.name.value)
    *names, last = (ending.upper() for row in rows for ending in row.endings)
    parts = ["# Other formats", _FORMATS.format(f"{', '.join(names)} and {last}")]
    readers = [sys.modules[row.read.__module__] for row in rows]
    readers.insert(readers.index(ugf) + 1, review)
    for module in readers:
        title, _, rest = (module.__doc__ or "").strip().partition("\n")
        rest = re.sub(r"^::\n\n((?: {4}.*\n|\n)+)", r"```text\n\1```\n\n", rest.strip(), flags=re.MULTILINE)
        rest = re.sub(r"^ {4}", "", rest.replace("``GIB``", "GIB").replace("\n\n```\n", "\n```\n"), flags=re.MULTILINE)
        parts += [f"## {title.rstrip('.')}", re.sub(r"``([^`\n]+)``", r"`\1`", rest)]
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def columns() -> str:
    """Return the page on tables, columns and limits."""
    parts = ["# Tables and columns", _COLUMNS]
    for table in TABLES.values():
        rows = [
            f"| `{column.name}` | {_kind(column.type)} | {column.meaning} |"
            for column in table.columns
            if column.name not in _SOURCES
        ]
        if table is RULESETS_TABLE:
            rows.append("| `…_source` | string | source of the axis: document and article, or the word assumed |")
        head = [f"## {table.name}", f"One row: {table.row}.", "| column | type | meaning |\n|---|---|---|"]
        parts.append("\n\n".join(head) + "\n" + "\n".join(rows))
    return "\n\n".join([*parts, "## Limits", limits(), "GO004 reports data beyond a limit, which are not read."]) + "\n"


def _kind(kind: object) -> str:
    """Return the readable name of an Arrow type."""
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
        f"* a file in another format than SGF: {MAX_CONVERTED_BYTES // 2**20} MiB",
        f"* all files of one archive, unpacked: {MAX_ARCHIVE_BYTES // 2**30} GiB, {MAX_ARCHIVE_RATIO} times its size",
        f"* an archive in an archive: {MAX_NESTED_BYTES // 2**30} GiB; it may not contain another archive",
        f"* nesting of variations in a tree for sgfmill: {MAX_TREE_DEPTH:,}; otherwise without a limit",
        f"* with `--variations`, lines of one game: {MAX_LINES:,}, and {MAX_LINE_EVENTS:,} moves along all of them",
        f"* values longer than {MAX_VALUE:,} characters are kept, but not read as komi, date, rank or result",
    ]
    return "\n".join(lines)


def public_names() -> str:
    """Return the public names by group, as directives of Sphinx that describe each on a page of its own."""
    parts = []
    for group, names in re.findall(r"^(\w.*)\n((?: {4}\w+ .*\n?)+)", goanalyze.__doc__ or "", re.MULTILINE):
        rows = "\n".join(f"   {name}" for name in re.findall(r"^ {4}(\w+)", names, re.MULTILINE))
        block = f".. currentmodule:: goanalyze\n\n.. autosummary::\n   :toctree: api\n   :nosignatures:\n\n{rows}"
        parts.append(f"## {group.partition(', all')[0]}\n\n```{{eval-rst}}\n{block}\n```")
    return "\n\n".join(parts)


PARTS = {"rulesets": rulesets, "commands": commands, "names": public_names}
"""Functions that return the text between ``<!-- generated: NAME -->`` and ``<!-- end -->``, by NAME."""


def with_parts(text: str) -> str:
    """Return a page with its generated parts as they should be.

    Example:
        >>> "`japanese`" in with_parts("<!-- generated: rulesets --><!-- end -->")
        True
    """
    for name, write in PARTS.items():
        begin, end = f"<!-- generated: {name} -->", "<!-- end -->"
        text = re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{write()}\n{end}", text, flags=re.DOTALL)  # noqa: B023
    return text


def documents() -> dict[Path, str]:
    """Return the documents and figures that take less than a second, by path."""
    pages = {path: path.read_text(encoding="utf-8") for path in (README, *sorted(DOCS.glob("*.md")))}
    parts = {path: with_parts(text) for path, text in pages.items() if "<!-- generated: " in text}
    figures = {ROOT / "data" / "figures" / f"{name}.svg": draw(ROOT) for name, draw in FIGURES.items()}
    return {
        DOCS / "columns.md": columns(),
        DOCS / "findings.md": findings(),
        DOCS / "formats.md": formats(),
        DOCS / "statements.md": statements(),
        **parts,
        **figures,
    }


def _tutorial() -> str:
    return with_outputs(TUTORIAL.read_text(encoding="utf-8"))


def _readme() -> str:
    return with_check_output(with_parts(README.read_text(encoding="utf-8")))


SLOW = {DOCS / "confirmation.md": confirmation, TUTORIAL: _tutorial, README: _readme}
"""Functions that return the documents that run commands or searches, by path."""


def main() -> None:
    """Write the documents and figures named by arguments, by default all; measure the numbers of the funnel first."""
    match sys.argv[1:]:
        case ["funnel", archive, date]:
            numbers = json.dumps(measure(Path(archive), date), ensure_ascii=False, indent=1)
            (ROOT / NUMBERS).write_text(numbers + "\n", encoding="utf-8")
            names = []
        case names:
            pass
    texts = documents()
    paths = {path.stem: path for path in (*texts, *SLOW)}
    for name in names:
        if name not in paths:
            sys.exit(f"'{name}' is not the name of a generated document. Expected {', '.join(sorted(paths))}.")
    for path in [paths[name] for name in names or paths]:
        text = SLOW[path]() if path in SLOW else texts[path]
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
