"""`ga.Board`, the board that plays under a ruleset, explains illegal moves, counts, and is written as a record.

Scope: one board, its values and its errors. The rules of play are in `goanalyze.core`, masks of rulesets in
`goanalyze.replay.verdicts`, messages of findings in `goanalyze.detectors`, counts in `goanalyze.score`. Playing loads
no kernel.
"""
