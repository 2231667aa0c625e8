"""A comparison in a few lines, for a prompt and a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.draw.short_repr import ShortRepr
from goanalyze.vocabulary.numbers import plural

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_HINTS: Final = ".pairs(), .pair(a, b), .games(), .evidence(), .claims(), .illegal_moves(), .by(grouping), .plot(kind)"

_LONGEST: Final = 20  # characters of the subject of a sentence


def overview(comparison: Comparison) -> ShortRepr:
    """Return the answer of a comparison, and the methods that say more."""
    rows = [_divided(sentence) for sentence in comparison.answer().sentences]
    number = plural(len(comparison.rulesets), "ruleset")
    return ShortRepr(f"Comparison of {number} over {plural(comparison.game_count, 'game')}", rows, _HINTS)


def _divided(sentence: str) -> tuple[str, str]:
    """Return the subject before a colon and the rest of a sentence; games if it has no short subject."""
    head, colon, body = sentence.partition(": ")
    return (head.lower(), body) if colon and len(head) <= _LONGEST else ("games", sentence)
