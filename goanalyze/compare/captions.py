"""What a comparison rests on, in words: every place that shows its figures says it alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.compare.choices import Basis, Winners
from goanalyze.vocabulary.numbers import plural

if TYPE_CHECKING:
    from goanalyze.compare.common import Common
    from goanalyze.compare.comparison import Comparison

_KOMI: Final = {
    "ruleset": "each ruleset's own komi",
    "period": "the komi of Japanese professional games in the same year",
}


def komi_caption(comparison: Comparison) -> str:
    """Return which komi its margins have."""
    told = "ruleset" if comparison.komi == "ruleset" else str(comparison.checked_komi)
    return recorded_komi_caption(comparison) if told == "recorded" else _KOMI.get(told, f"a komi of {told} for all")


def recorded_komi_caption(comparison: Comparison) -> str:
    """Return what the recorded komi is: in some games that of their convention, where it was applied."""
    other = comparison.by_convention
    return "the recorded komi" + (f", in {plural(other, 'game')} that of their convention" if other else "")


def basis_caption(comparison: Comparison) -> str:
    """Return what its margins rest on, and who counts as the winner where that is not by the count."""
    basis = Basis.read("basis", comparison.basis)
    told = f"basis {basis.value}: {basis.meaning}"
    return told if comparison.winners == Winners.BOARD.value else f"{told}; winners by rule where one decides"


def common_caption(common: Common) -> str:
    """Return which games rulesets side by side stand on, and how many were left out and why."""
    names = common.rulesets
    who = "this ruleset gives" if len(names) == 1 else f"all {len(names)} rulesets give"
    if len(names) > 1 and len(common.left_out):
        who = f"all of these {len(names)} rulesets give"
    return f"the {plural(len(common), 'game')} that {who} a margin" + "".join(
        f"; {lost}" for lost in lost_captions(common)
    )


def lost_captions(common: Common) -> list[str]:
    """Return how many games only some of the rulesets side by side give a margin, and why; empty without any."""
    reasons = ", ".join(f"{_words(row['reason'])} {row['games']:,}" for row in common.lost.to_dict("records"))
    return [f"{common.lost['games'].sum():,} that only some do are left out ({reasons})"] if reasons else []


def excluded_caption(common: Common) -> list[str]:
    """Return which rulesets stand apart, and why; empty without any."""
    groups = [
        f"{', '.join(names)} ({plural(games, 'game')}, lacking {lacking:,} of these, mostly: {_words(reason)})"
        for (games, lacking, reason), names in left_out(common).items()
    ]
    verb = "stand" if len(common.left_out) > 1 else "stands"
    return [f"Apart {verb} {'; '.join(groups)}"] if groups else []


def left_out(common: Common) -> dict[tuple[int, int, str], list[str]]:
    """Return the rulesets that stand apart by their `games`, `lacking` and `reason`, see `Common.left_out`."""
    found: dict[tuple[int, int, str], list[str]] = {}
    for row in common.left_out.to_dict("records"):
        found.setdefault((row["games"], row["lacking"], row["reason"]), []).append(row["ruleset"])
    return found


def _words(reason: str) -> str:
    return reason.replace("_", " ")
