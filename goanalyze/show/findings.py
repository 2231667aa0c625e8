"""What a code means, as text."""

from __future__ import annotations

from typing import Final

from goanalyze.core import flags as f
from goanalyze.repair.choices import REPAIRS
from goanalyze.replay.verdicts import ForbiddingRulesets, no_result_rulesets
from goanalyze.rules import RULESETS
from goanalyze.show.samples import shown_records
from goanalyze.vocabulary.catalogue import CATALOGUE, CatalogueEntry

_FEW: Final = 6

_FLAGS: Final = {
    "GO101": (("", f.OCCUPIED),),
    "GO102": (("", f.OFF_BOARD_MOVE),),
    "GO103": (("", f.SUICIDE_ONE | f.PSK),),
    "GO104": (("", f.SUICIDE_SEVERAL),),
    "GO109": (("", f.SUICIDE_SEVERAL),),
    "GO105": (("", f.OUT_OF_TURN),),
    "GO106": (
        ("after the first stop", f.AFTER_END),
        ("after the second stop", f.AFTER_END | f.AFTER_SECOND_STOP),
    ),
    "GO107": (
        ("in the original order", f.AFTER_END),
        ("against the original order", f.AFTER_END | f.RESUMED_OUT_OF_ORDER),
    ),
    "GO108": (("against the original order", f.AFTER_END | f.RESUMED_OUT_OF_ORDER),),
    "GO201": (
        ("", f.BASIC_KO | f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK),
        ("when the player had passed to that position, not played to it,", f.BASIC_KO | f.PSK | f.SSK | f.NEW_ZEALAND),
    ),
    "GO202": (
        ("when every superko rule sees it", f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK),
        ("when the player had passed to that position, not played to it,", f.PSK | f.SSK | f.NEW_ZEALAND),
        ("when the other side was to move then (positional superko alone)", f.PSK),
    ),
    "GO211": (("", f.ING_KO),),
    "GO212": (("", f.ING_KO),),
}

_BESIDE: Final = "GO201 and GO202 say which rulesets forbid a move in it."
_NOTES: Final = {
    "GO205": f"No result may be claimed under {', '.join(no_result_rulesets())}. {_BESIDE}",
    "GO206": _BESIDE,
    "GO207": f"{_BESIDE} None forbids a cycle that a pass completes: passes are never tested.",
    "GO208": "No ruleset forbids the move.",
    "GO209": "The findings beside it say which rulesets forbid the move, and why.",
}


def explain(finding: CatalogueEntry) -> str:
    """Return what a code means, which rulesets object, and an example."""
    lines = [f"{finding.code}  {finding.title}  ({finding.severity.value})", "", finding.meaning, ""]
    for when, flags in _FLAGS.get(finding.code, ()):
        lines.append(f"Forbidden{when and ' '}{when} by {_named(ForbiddingRulesets().forbidding(flags))}.")
    if finding.code not in _FLAGS:
        lines.append(_NOTES.get(finding.code, "No ruleset forbids a move because of it."))
    if finding.code in REPAIRS:
        repair = REPAIRS[finding.code]
        lines.append(f"Mended by export --repair {repair.when}: {repair.method}.")
    lines += ["", f"Example: {finding.example}", _shown_by(finding.code)]
    return "\n".join(lines).rstrip() + "\n"


def _shown_by(code: str) -> str:
    if code.startswith("GO6"):
        return "Found by: goanalyze dups OUT"
    return shown_records(code)


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
