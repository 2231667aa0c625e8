"""How a count and a recorded result can agree, and what can explain a difference: names and meanings. Nothing else."""

from __future__ import annotations

from typing import Final, Literal

Agreement = Literal["exact", "winner", "no"]
Explanation = Literal["none needed", "other ruleset", "other komi", "handicap", "zi", "stones", "off by one",
                      "does not follow"]  # fmt: skip

AGREEMENTS: Final[dict[Agreement, str]] = {
    "exact": "the count gives the recorded margin",
    "winner": "the count gives the recorded winner, by another margin",
    "no": "the count gives another winner, or none",
}
EXPLANATIONS: Final[dict[Explanation, str]] = {
    "none needed": "the count gives what is recorded",
    "other ruleset": "counted the other way, by area or by territory, it gives the recorded margin",
    "other komi": "another komi gives it: one that a server leaves out, of handicap games, in zi, or of the other sign",
    "handicap": "another number of points for handicap stones gives it",
    "zi": "it is recorded in zi, two points each, or in points where zi are named",
    "stones": "up to four chains taken for dead instead of alive, or alive instead of dead, give it",
    "off by one": "a point is missing, as a dame or a pass stone makes it",
    "does not follow": "nothing tried gives it",
}
"""What each explanation says, in the order in which they are tried."""
