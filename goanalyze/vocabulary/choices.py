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
    BOTH_LOSE = "both_lose", "nobody: both players lose"


class RuleWinner(Choice):
    """Who wins where a rule decides and not the count; `index` stands for it in arrays, −1 where the count decides."""

    BLACK = "black", "Black: the first move that the ruleset forbids is White's, and it loses the game"
    WHITE = "white", "White: the first move that the ruleset forbids is Black's, and it loses the game"
    BOTH_LOSE = "both_lose", "nobody: the record says that both players lose"
    NO_RESULT = "no_result", "nobody: after a long cycle the record says that the game has no result"
