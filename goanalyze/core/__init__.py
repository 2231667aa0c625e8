"""Values and bookkeeping of one game: positions, the board, moves and their flags, history and handicap points.

Scope: facts that hold under all rulesets. The illegal moves of a ruleset are in `goanalyze.replay.verdicts`.
"""
