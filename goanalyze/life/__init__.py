"""Judging: what is alive and dead at the end, and how that is known.

Here live the readers of what a record says of its own end (territory markup). What may not live here: counting, and
rulesets. Every answer carries its source and a confidence.
"""
