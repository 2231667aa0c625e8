"""Scores: final positions with their dead stones → counts, territory, and the outcome under each ruleset.

`counts` and `territory` look at the board, `end_policies` selects the positions that rulesets score; `terms` has the
terms of a ruleset, `outcomes` their sums over a chunk of games, and the ledger of one game; `audit` compares recorded
results with counts. Scope: life and death are determined in `goanalyze.life`.
"""
