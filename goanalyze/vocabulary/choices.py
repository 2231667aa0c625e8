"""The closed vocabularies that several rooms share."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class KomiChoice(Choice):
    """The komi of a margin, where it is not one number for all games."""

    RECORDED = "recorded", "the recorded komi under every ruleset, which isolates the counting"
    RULESET = "ruleset", "each ruleset's own komi"


class Winner(Choice):
    """Who won; `index` stands for it in arrays, −1 for a game without margin."""

    BLACK = "black", "Black"
    WHITE = "white", "White"
    DRAW = "draw", "nobody: a draw (jigo)"
