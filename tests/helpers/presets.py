"""Presets by the values of their axes, so that no test lists all of them."""

from __future__ import annotations

from goanalyze.rules import RULESETS, value_text

__all__ = ["ids_with"]


def ids_with(axis: str, *values: str) -> list[str]:
    """Return the ids of the presets that have one of some values of an axis, in the order of the tables."""
    return [name for name, ruleset in RULESETS.items() if value_text(ruleset.axes()[axis].value) in values]
