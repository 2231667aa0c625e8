"""Scores: final positions and what is dead in them → counts, territory, and the outcome under each ruleset.

`count` and `territory` look at the board; `terms` states what a ruleset adds up, `outcomes` sums it for a chunk of
games and tells one of them line by line; `audit` holds results against records. Nothing is said of life and death here
(`goanalyze.life`).
"""
