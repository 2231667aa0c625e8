"""Statements of the rules article (S0) on the basic rules, each run on a position or record made from it."""

from __future__ import annotations

import goanalyze as ga


def test_the_board_is_empty_at_the_start() -> None:
    """S0, rule 5: every point is empty before the first move, where the record sets nothing up."""
    assert ga.loads("(;SZ[19];B[pd])").replay().position(0) == ga.Position.empty(19)
