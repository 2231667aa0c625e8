"""Judging: what is alive and dead at the end, and how that is known.

Here live the rungs of the ladder: what a record says of its own end (territory markup), what is proven (settled), what
playouts and a network estimate, what an engine answers; `judge` climbs it. What may not live here: counting, and
rulesets. Every answer carries its source and a confidence.
"""
