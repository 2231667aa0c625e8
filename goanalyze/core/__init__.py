"""Boards for people: a position as a value, stones that are placed and taken, and the course of a game.

What may live here: what happens on a board whatever the ruleset, stated as the rule books state it, and kept fast
enough to play on. What may not: kernels, rulesets (which flags are illegal), files, names of moves for users.
"""
