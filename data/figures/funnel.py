"""The figure of a real archive's funnel: from its files to the games whose count is the recorded one.

The archive is not part of the project, so the numbers are in ``data/figures/funnel.json``.
``python data/make_documents.py funnel ARCHIVE DATE`` measures them.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any, Final

from figures.drawing import DIM, RED, sheet, text

from goanalyze import __version__
from goanalyze.api import check
from goanalyze.compare.funnel import LossGroup
from goanalyze.compare.funnel import funnel as stages_of

NUMBERS: Final = "data/figures/funnel.json"
_TABLES: Final = ("files", "games", "findings", "counts", "outcomes", "rulesets", "audit")
_BAR: Final = 410  # width of the longest bar
_SIDE: Final = 478  # where the numbers of losses end
_LINE: Final = 15
_LETTERS: Final = 62  # of a line there
_FULL: Final = "#2f6f9f"
_LOST: Final = "#ecd9d3"


def measure(archive: Path, checked: str) -> dict[str, Any]:
    """Check an archive and return its funnel as JSON keeps it: numbers and names of reasons, nothing of any record.

    Args:
        archive: the archive; its name is kept, its folder is not.
        checked: the date on which this is done, as ``2026-11-21``.
    """
    tables = check(archive)
    stages = [
        {
            "title": stage.title,
            "unit": stage.unit,
            "number": len(stage.rows),
            "lost": _numbers(stage.losses),
            "known": _numbers(stage.parts),
        }
        for stage in stages_of({name: tables.arrow(name) for name in _TABLES})
    ]
    return {"archive": archive.name, "checked": checked, "version": __version__, "stages": stages}


def _numbers(groups: tuple[LossGroup, ...]) -> list[list[Any]]:
    return [[len(group.rows), group.meaning or group.reason] for group in groups]


def funnel(root: Path) -> str:
    """Draw the funnel from the numbers kept in the project."""
    kept = json.loads((root / NUMBERS).read_text(encoding="utf-8"))
    stages = kept["stages"]
    scale = _BAR / max(stage["number"] for stage in stages)
    about = f"{kept['archive']}, checked on {kept['checked']}; in red what is lost, and why"
    parts = [
        text(16, 28, "From files to games whose count is the recorded one", size=17, bold=True),
        text(16, 48, about, fill=DIM),
    ]
    y, before = 60.0, stages[0]
    for stage in stages:
        beside, end = _beside(y, stage)
        barred = bool(stage["lost"]) or stage is stages[0]
        parts += [*_named(y, stage), *(_bar(y, stage, before, scale) if barred else ()), *beside]
        y = max(y + (42 if barred else 22), end + 10)
        before = stage
    last = stages[-1]
    said = f"{stages[0]['number']:,} {stages[0]['unit']}; {last['number']:,} {last['title']}."
    return sheet(round(y) + 6, "From files to games whose count is the recorded one", said, parts)


def _named(y: float, stage: dict[str, Any]) -> list[str]:
    """Return a stage's number and title."""
    return [text(56, y + 14, f"{stage['number']:,}", bold=True, anchor="end"), text(66, y + 14, stage["title"])]


def _bar(y: float, stage: dict[str, Any], before: dict[str, Any], scale: float) -> list[str]:
    """Return a stage's bar, and behind it in pale what was lost since the stage before."""
    return [
        f'<path d="M16 {y + 20:g}h{number * scale:.1f}v11h-{number * scale:.1f}z" fill="{color}"/>'
        for number, color in ((before["number"], _LOST), (stage["number"], _FULL))
    ]


def _beside(y: float, stage: dict[str, Any]) -> tuple[list[str], float]:
    """Return what is said beside a stage, and where it ends.

    These are its losses, then how the rest is known where there is more than one way.
    """
    groups = [(f"−{number:,}", why, RED) for number, why in stage["lost"]]
    if len(stage["known"]) > 1:
        groups += [(f"{number:,}", how, DIM) for number, how in stage["known"]]
    parts: list[str] = []
    for number, why, color in groups:
        parts.append(text(_SIDE, y + 14, number, size=11, fill=color, anchor="end"))
        for line in textwrap.wrap(why, _LETTERS):
            parts.append(text(_SIDE + 8, y + 14, line, size=11, fill=color))
            y += _LINE
    return parts, y
