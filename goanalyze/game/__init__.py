"""One game at a time: a view on a chunk, for notebooks and scripts.

The same records, replays and counts as in the batch lane stand behind it; there is no second engine. What may not live
here: rules, computing.
"""
