"""Laws of the whole pipeline: files through all stages into tables and lines."""

from __future__ import annotations

import io
import json
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import pyarrow as pa
from rich.console import Console

import goanalyze as ga
from goanalyze import Address
from goanalyze.archives.blobs import Blob
from goanalyze.batch.shard import check_texts
from goanalyze.batch.summary import Summary
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.pipeline import Options
from goanalyze.render.sections.check_summary import (
    detail_sections,
    next_commands,
    next_section,
    summary_data,
    summary_section,
)
from goanalyze.render.terminal.listing import GitHub, JsonLines
from goanalyze.render.terminal.printer import print_sections
from goanalyze.rules import RULESETS
from goanalyze.sgf.charset import Text, decode
from goanalyze.sgf.charset_detection import Decision
from goanalyze.tables.schema import TABLES

__all__ = ["check_files", "pipeline_law", "printable_law", "texts_of"]

_PER_GAME: Final = {"games": 1, "counts": 1, "outcomes": len(RULESETS)}
_ACTS: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")  # kinds of characters that act on a terminal or end a line


def texts_of(files: Sequence[bytes], names: Sequence[str] = ()) -> list[Text]:
    """Return files as texts; those that do not decide their charset are in GB 18030."""
    blobs = [Blob(names[number] if names else f"{number}.sgf", "", data) for number, data in enumerate(files)]
    return [decode(blob, lambda _: Decision("gb18030")) for blob in blobs]


def check_files(texts: Sequence[Text], options: Options) -> tuple[dict[str, Any], Summary]:
    """Take texts through all stages; return the whole tables and the sums."""
    parts: dict[str, list[Any]] = {}
    total = Summary(rulesets=tuple(ruleset.id for ruleset in options.rulesets))
    for tables, summary in check_texts(texts, options):
        total.add(summary)
        for name, table in tables.items():
            parts.setdefault(name, []).append(table)
    return {name: pa.concat_tables(tables).unify_dictionaries() for name, tables in parts.items()}, total


def pipeline_law(files: Sequence[bytes], options: Options | None = None, names: Sequence[str] = ()) -> None:
    """Files give tables that fit the schema and each other, the same in any chunks, and lines that parse back."""
    options = options or Options(moves=True)
    texts = texts_of(files, names)
    tables, summary = check_files(texts, options)
    _tables_law(tables, texts)
    _rows_law(tables, texts)
    half = len(texts) // 2
    if half:
        first, second = check_files(texts[:half], options)[0], check_files(texts[half:], options)[0]
        for name, table in tables.items():
            apart = [part[name].to_pylist() for part in (first, second) if name in part]
            assert sorted(map(repr, table.to_pylist())) == sorted(repr(row) for rows in apart for row in rows), name
    printable_law(tables, summary)


def _tables_law(tables: dict[str, Any], texts: Sequence[Text]) -> None:
    for name, table in tables.items():
        table.validate(full=True)
        assert table.schema.equals(TABLES[name].arrow, check_metadata=True), name
    failed = [row for row in tables["findings"].to_pylist() if row["code"] == "GO901"]
    assert failed == [], failed[0]["message"]
    assert len(tables["files"]) == len(texts)
    games = sum(tables["files"]["games"].to_pylist())
    for name, rows in _PER_GAME.items():
        assert len(tables.get(name, ())) == games * rows, name
    if games:
        moves = sum(count or 0 for count in tables["games"]["move_count"].to_pylist())
        assert len(tables["moves"]) == moves == sum(map(len, tables["games"]["moves"].to_pylist()))


def _rows_law(tables: dict[str, Any], texts: Sequence[Text]) -> None:
    sizes = {text.source: text.size for text in texts}
    found = {row["source"]: row["games"] for row in tables["files"].to_pylist()}
    for row in tables["files"].to_pylist():
        assert (row["games"] == 0) == (row["status"] in ("failed", "other")), row
        assert row["games"] or row["code"], row
    games = tables["games"].to_pylist() if "games" in tables else []
    ids = {(row["source"], row["game_index"]): row for row in games}
    assert len(ids) == len(games)
    told: Counter[tuple[str, int]] = Counter()
    for row in tables["findings"].to_pylist():
        assert row["message"] and len(row["message"]) < 1000, row
        assert row["message"].isprintable(), row
        assert row["code"] in CATALOGUE and row["count"] >= 1, row
        assert row["offset"] is None or 0 <= row["offset"] <= sizes[row["source"]], row
        if row["game_index"] is not None:
            assert row["game_index"] < found[row["source"]], row
            game = ids[row["source"], row["game_index"]]
            assert row["game_id"] == game["game_id"]
            assert row["move_number"] is None or 0 <= row["move_number"] <= game["move_count"], row
            told[row["source"], row["game_index"]] += 1
    for place, row in ids.items():
        assert row["finding_count"] == told[place], row
        assert 0 <= row["offset"] < sizes[row["source"]], row


def printable_law(tables: dict[str, Any], summary: Summary) -> None:
    """Lines for programs parse back to their rows, and no character of theirs or of the summary acts on a terminal."""
    rows = tables["findings"].to_pylist()
    lines = [line.removesuffix("\n") for line in JsonLines().text(rows)]
    assert [json.loads(line) for line in lines] == [{"place": str(Address.of(row)), **row} for row in rows]
    annotations = [line.removesuffix("\n") for line in GitHub().text(rows)]
    assert len(annotations) == len(rows)
    for line in (*lines, *annotations):
        quiet_law(line)
    assert all(line.startswith("::") and line.count("::") >= 2 for line in annotations)
    data = json.dumps(summary_data(summary, list(CATALOGUE)), ensure_ascii=False)
    assert json.loads(data)["games"] == summary.games
    shown = io.StringIO()
    to, codes = Console(file=shown, width=120), list(CATALOGUE)
    commands = next_section(next_commands(summary, codes, "out", ["archive"]))
    print_sections(to, [summary_section(summary, codes, "out"), *detail_sections(summary, codes, "out"), commands])
    for line in shown.getvalue().split("\n"):
        quiet_law(line)


def quiet_law(text: str) -> None:
    """No character of a line ends it, colours it, or turns its direction."""
    acting = [char for char in text if unicodedata.category(char) in _ACTS]
    assert not acting, (acting, text[:300])


def shown_law(data: bytes) -> None:
    """A game of any text shows itself, whole and at each end, in characters that do nothing to a terminal."""
    try:
        game = ga.loads(data)
    except ValueError:
        return
    for text in (repr(game), str(game), repr(game.replay()), str(game.outcome("chinese")) if game.width else ""):
        for line in text.split("\n"):
            quiet_law(line)
