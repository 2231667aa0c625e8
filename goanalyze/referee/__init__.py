"""The board that plays, for programs, and what speaks for it: judging moves, explaining them, records, perft, GTP.

What may live here: a board's face (`board`), what is given to it and told of it (`moves`, `told`, `errors`), sessions
and counts over it. What may not: the rules of play (`goanalyze.core`), what rulesets forbid (`replay.verdicts`), the
words of findings (`findings`), counting (`score`). To play loads no kernel.
"""
