"""Games that a dataset has more than once: exact copies, rotated, mirrored, with colours swapped, cut off, damaged.

Moves decide what may be a copy, names and dates how sure that is. What may not live here: reading records, printing.
"""
