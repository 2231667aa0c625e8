"""Comparing: a dataset's outcomes, ruleset against ruleset.

Here live the figures of every pair of rulesets, what another komi would do, the two claims of the rules article, and
the games behind each number. What may not live here: replaying, counting, drawing.
"""
