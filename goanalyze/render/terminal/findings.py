"""What a code means, as text."""

from __future__ import annotations

from typing import Final

from goanalyze.render.terminal.samples import shown_records
from goanalyze.replay.verdicts import ForbiddingRulesets, no_result_rulesets
from goanalyze.rules import RULESETS
from goanalyze.vocabulary.catalogue import CATALOGUE, CatalogueEntry

_FEW: Final = 6


def explain(finding: CatalogueEntry) -> str:
    """Return what a code means, which rulesets object, and an example."""
    lines = [f"{finding.code}  {finding.title}  ({finding.severity.value})", "", finding.meaning, ""]
    for circumstance, flags in finding.forbidden:
        rulesets = _named(ForbiddingRulesets().forbidding(flags))
        lines.append(f"Forbidden{circumstance and ' '}{circumstance} by {rulesets}.")
    if not finding.forbidden:
        lines.append(finding.objections.format(claimants=", ".join(no_result_rulesets())))
    if repair := finding.repair:
        lines.append(f"Mended by export --repair {repair.when}: {repair.method}.")
    lines += ["", f"Example: {finding.example}"]
    lines.append(
        f"No single record shows it: {finding.unsampled}." if finding.unsampled else shown_records(finding.code)
    )
    return "\n".join(lines).rstrip() + "\n"


def _named(who: tuple[str, ...]) -> str:
    """Name rulesets the short way: all, all but some, or one by one."""
    others = [name for name in RULESETS if name not in who]
    if not others:
        return f"all {len(RULESETS)} rulesets"
    if len(others) <= _FEW:
        return f"all rulesets but {', '.join(others)}"
    return ", ".join(who) or "no ruleset"


def catalogue_text() -> str:
    """Return every code with severity and title, one per line."""
    return "".join(f"{item.code}  {item.severity.value:<8} {item.title}\n" for item in CATALOGUE.values())
