"""The explanation of a code, and the search of codes by words; plain text, so that neither loads heavy packages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry
from goanalyze.render.model import SEVERITY_TONES, Block, Cell, Column, Commands, Kind, Paragraph, Section, Table
from goanalyze.replay.verdicts import ForbiddingRulesets, no_result_rulesets
from goanalyze.rules import RULESETS

_EXCEPTIONS_NAMED: Final = 6
_SIMILAR: Final = 0.75  # least similarity of a misspelt word


def explanation(entry: CatalogueEntry) -> Section:
    """Return the meaning of a code, the rulesets that object, its repair, an example and the records that show it."""
    blocks: list[Block] = [*map(Paragraph, explanation_paragraphs(entry)), Paragraph(f"Example: {entry.example}")]
    records = records_of(entry.code)
    if entry.unsampled:
        blocks.append(Paragraph(f"No single record shows it: {entry.unsampled}."))
    elif records:
        blocks += [Paragraph("Records that show it:"), _verbatim(map(str, records))]
        if short := next(filter(None, map(short_record, records)), None):
            path, lines = short
            blocks += [Paragraph(f"The text of {Path(path).name}:"), _verbatim(lines)]
    return Section(entry.code, f"{entry.code} {entry.title}", tuple(blocks), entry.severity.value)


def explanation_paragraphs(entry: CatalogueEntry) -> list[str]:
    """Return the meaning of a code, then sentences on the rulesets that object and on the repair."""
    sentences = []
    for circumstance, flags in entry.forbidden:
        rulesets = rulesets_text(ForbiddingRulesets().forbidding(flags))
        sentences.append(f"Forbidden{circumstance and ' '}{circumstance} by {rulesets}.")
    if not entry.forbidden:
        sentences.append(entry.objections.format(claimants=", ".join(no_result_rulesets())))
    if repair := entry.repair:
        sentences.append(f"Repaired by export --repair {repair.when}: {repair.method}.")
    return [entry.meaning, *sentences]


def rulesets_text(ids: tuple[str, ...]) -> str:
    """Return names of presets in short form: all, all except some, or a list.

    Example:
        >>> rulesets_text(tuple(RULESETS)) == f"all {len(RULESETS)} rulesets", rulesets_text(("aga", "bga"))
        (True, 'aga, bga')
    """
    others = [name for name in RULESETS if name not in ids]
    if not others:
        return f"all {len(RULESETS)} rulesets"
    if len(others) <= _EXCEPTIONS_NAMED and len(ids) > len(others):
        return f"all rulesets except {', '.join(others)}"
    return ", ".join(ids) or "no ruleset"


def catalogue_section(entries: list[CatalogueEntry]) -> Section:
    """Return codes with severities and titles."""
    rows = tuple(
        (entry.code, Cell(entry.severity.value, SEVERITY_TONES[entry.severity.value]), entry.title) for entry in entries
    )
    table = Table((Column("code", Kind.NAME), Column("severity", Kind.NAME), Column("title")), rows)
    return Section("codes", "", (table,))


def search_codes(query: str) -> list[CatalogueEntry]:
    """Return the entries that contain all words of a query, those with a word in the title first."""
    words = query.casefold().split()
    matches = []
    for entry in CATALOGUE.values():
        title = entry.title.casefold()
        text = f"{title} {entry.code} {entry.meaning} {entry.example}".casefold()
        if words and all(word in text for word in words):
            matches.append((not any(word in title for word in words), entry.code, entry))
    return [entry for *_, entry in sorted(matches)]


def similar_words(query: str) -> list[str]:
    """Return words of the titles that are similar to those of a query.

    Example:
        >>> similar_words("superkoo")
        ['superko']
    """
    known = {word.strip(",").casefold() for entry in CATALOGUE.values() for word in entry.title.split()}
    return [match for word in query.split() for match in get_close_matches(word.casefold(), known, 1, _SIMILAR)]


def _verbatim(lines: Iterable[str]) -> Commands:
    return Commands(tuple((line, "") for line in lines))


_SHORT: Final = 1_600  # bytes of a record that is printed completely


def sample_folder() -> Path:
    """Return the folder of the records."""
    package = Path(__file__).parents[2]
    installed = package / "sample"
    return installed if installed.is_dir() else package.parent / "data" / "sample" / "findings"


def records_of(code: str) -> list[Path]:
    """Return the records that show a finding, in order of their names."""
    return sorted(sample_folder().glob(f"{code.lower()}-*"))


def short_record(path: Path) -> tuple[Path, list[str]] | None:
    """Return a record and its lines if it is a short SGF file in ASCII; None for others."""
    if path.suffix != ".sgf" or path.stat().st_size > _SHORT or not (data := path.read_bytes()).isascii():
        return None
    return path, data.decode().splitlines()
