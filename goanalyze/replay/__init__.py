"""Playing: a record in, what happened on the board out.

Here live the readable reference board and replay, the numba kernel (its fast twin), the flags that both set on each
move, and the verdicts and findings drawn from them. What may not live here: files, SGF syntax, life and death,
counting, tables.
"""
