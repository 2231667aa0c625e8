"""A comparison in a few lines, for a prompt and a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.draw.short_repr import ShortRepr
from goanalyze.vocabulary.numbers import plural

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_HINTS: Final = ".pairs(), .pair(a, b), .games(), .evidence(), .claims(), .illegal_moves(), .by(grouping), .plot(kind)"


def overview(comparison: Comparison) -> ShortRepr:
    """Return the answer of a comparison, and the methods that say more."""
    rows = [(_head(sentence), _body(sentence)) for sentence in comparison.answer().sentences]
    number = plural(len(comparison.rulesets), "ruleset")
    return ShortRepr(f"Comparison of {number} over {plural(comparison.game_count, 'game')}", rows, _HINTS)


def _head(sentence: str) -> str:
    return sentence.partition(": ")[0].lower() if sentence.partition(":")[0].isalpha() else "games"


def _body(sentence: str) -> str:
    return sentence.partition(": ")[2] if sentence.partition(":")[0].isalpha() else sentence
