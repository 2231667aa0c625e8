"""What a comparison rests on, in words: every place that shows its figures says it alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.compare.choices import Basis, Winners

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_KOMI: Final = {
    "recorded": "the recorded komi",
    "ruleset": "each ruleset's own komi",
    "period": "the komi of Japanese professional games in the same year",
}


def komi_told(comparison: Comparison) -> str:
    """Return which komi its margins have."""
    told = "ruleset" if comparison.komi == "ruleset" else str(comparison.checked_komi)
    return _KOMI.get(told, f"a komi of {told} for all")


def basis_told(comparison: Comparison) -> str:
    """Return what its margins rest on, and who counts as the winner where that is not by the count."""
    basis = Basis.read("basis", comparison.basis)
    told = f"basis {basis.value}: {basis.meaning}"
    return told if comparison.winners == Winners.BOARD.value else f"{told}; winners by rule where one decides"
