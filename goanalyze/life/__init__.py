"""Statuses: which stones of a final position are alive and dead, and how that is known.

A record's own territory markup, what is proven (settled), what playouts and a network estimate, what an engine answers;
`determine` takes the first that applies, and every answer carries its source and a confidence. Nothing is counted here.
"""
