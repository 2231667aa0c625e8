"""GO505 names the rulesets whose margins lie as far apart as it says."""

from __future__ import annotations

import re

import goanalyze as ga

_TOLD = re.compile(r"ruleset by ([0-9.]+) points: ([BW])\+([0-9.]+) under \S+ rules, ([BW])\+([0-9.]+) under \S+ rules")


def test_the_margins_named_lie_as_far_apart_as_is_said() -> None:
    """Noticed while issue 16 was worked on: with handicap or stone scoring it named margins that it was not about."""
    told = ga.check(["data/sample"], jobs=1).findings.query("code == 'GO505'").message.tolist()
    assert len(told) > 2
    for message in told:
        apart, *sides = _TOLD.search(message).groups()  # type: ignore[union-attr]  # a message that differs fails
        low, high = (
            float(points) * (1 if side == "B" else -1) for side, points in zip(sides[::2], sides[1::2], strict=True)
        )
        assert abs(high - low) == float(apart), message
