"""Comparisons of a dataset's outcomes, ruleset against ruleset, over the same games.

Scope: evidence, pairs of rulesets, claims about rules, komi, results, and the games behind each number.
"""
