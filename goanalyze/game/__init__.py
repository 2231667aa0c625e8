"""One game at a time, for notebooks and scripts: a view of a chunk with the records, replays and counts of a check.

Scope: views, their arguments and lists of moves. Rules and computation are elsewhere.
"""
