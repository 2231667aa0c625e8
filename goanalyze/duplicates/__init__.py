"""Copies of games in a dataset: exact, rotated, mirrored, with colours swapped, cut off or damaged.

Moves decide which games may be copies; names and dates decide how certain that is.
"""
