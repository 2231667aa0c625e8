"""How tables are shown: in which order the values of a category stand, and what a preview has.

Beside the schema, which says what a column means. Names only; no pandas here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goanalyze.life.choices import StatusSource
from goanalyze.rules import RULESETS
from goanalyze.score.basis import BASES
from goanalyze.score.explanations import AGREEMENTS, EXPLANATIONS
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity

__all__ = ["ORDERS", "PREVIEWS", "RANKED", "Shown"]

_COLORS: Final = ("black", "white", "draw", "none")
_RESULTS: Final = ("score", "resign", "time", "forfeit", "draw", "void", "unknown", "none")

RANKED: Final[dict[str, tuple[str, ...]]] = {
    "severity": tuple(reversed(Severity.names())),
    "worst_severity": tuple(reversed(Severity.names())),
    "date_precision": ("none", "year", "month", "day"),
    "confidence": ("possible", "likely", "certain"),
    "position": ("no_position", "unfinished", "too_open", "as_it_stands", "estimated", "dead_known"),
}
"""Columns whose values are more or less, from least to most: pandas compares them."""

ORDERS: Final[dict[str, tuple[str, ...]]] = {
    **RANKED,
    "code": tuple(CATALOGUE),
    "status": ("ok", "partial", "failed"),
    "encoding_source": ("CA", "bom", "ascii", "utf-8", "utf-16", "utf-32", "option", "pooled"),
    "handicap_source": ("none", "missing", "setup", "moves", "implied"),
    "komi_unit": ("points", "zi", "zi×100", "points×100", "none"),
    "result_unit": ("points", "zi", "none"),
    "result_by": _RESULTS,
    "ended_by": ("passes", *_RESULTS),
    "ruleset": tuple(RULESETS),
    "fits_ruleset": tuple(RULESETS),
    "basis": tuple(name for name, _ in BASES.values()),
    "status_source": StatusSource.names(),
    "agreement": (*AGREEMENTS, "not_countable"),
    "agrees_with_record": (*AGREEMENTS, "unknown"),
    "explanation": tuple(EXPLANATIONS),
    "cycle_kind": (
        "null move", "basic ko", "sending two, returning one", "sending three, returning two", "unbalanced",
        "eternal life", "double ko", "triple ko", "quadruple ko", "round-robin or other",
        "double ko exchange or moonshine", "positional"),
    **dict.fromkeys(
        ("color", "first_pass", "final_pass", "result_winner", "winner", "winner_ruleset_komi"), _COLORS),
}  # fmt: skip
"""Columns whose values have a usual order. Values that are not listed follow, as they come in the archive."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A column of a preview.

    Attributes:
        title: its head.
        columns: of the table; their values are put together.
        between: what stands between the values.
        missing: what stands for a value that is missing where others are there; empty: it is left out.
        keeps_end: long text is cut at its beginning, as a path, whose end tells more.
    """

    title: str
    columns: tuple[str, ...]
    between: str = ""
    missing: str = ""
    keeps_end: bool = False


def _shown(*names: str | Shown) -> tuple[Shown, ...]:
    return tuple(Shown(name, (name,)) if isinstance(name, str) else name for name in names)


_PLACE: Final = Shown("place", ("source", "member"), ":", keeps_end=True)
_SOURCE: Final = Shown("source", ("source",), keeps_end=True)

PREVIEWS: Final[dict[str, tuple[Shown, ...]]] = {
    "files": _shown(_PLACE, "bytes", "games", "status", "code", "encoding", "message"),
    "games": _shown(
        Shown("players", ("black_player", "white_player"), " – ", "?"), "date",
        Shown("board", ("board_width", "board_height"), "×", "?"),
        "komi", "ruleset", "result_raw", "move_count", "ended_by", "finding_count", _SOURCE),
    "findings": _shown("code", "severity", _PLACE, "move_number", "point", "message"),
    "counts": _shown("game_id", "area_margin", "territory_margin", "stone_margin", "dame", "seki_points", "position",
                     "status_source", "status_confidence"),
    "outcomes": _shown("game_id", "ruleset", "legal", "basis", "komi", "margin", "winner", "agrees_with_record"),
    "audit": _shown("game_id", "ruleset", "recorded_margin", "margin", "agreement", "explanation", "evidence"),
    "rulesets": _shown("id", "title", "repetition", "suicide", "scoring", "seki", "komi", "compensation", "ties"),
    "moves": _shown("game_id", "move_number", "color", "point", "captured", "repeats_move"),
    "duplicates": _shown(
        "group", "code", "confidence", _PLACE,
        Shown("best copy", ("best_source", "best_member"), ":", keeps_end=True),
        "keep", "differing_moves", "missing_moves", "view", "swapped", "contradicts", "why"),
}  # fmt: skip
"""What the preview of each table shows, from left to right; what does not fit is left out from the right."""
