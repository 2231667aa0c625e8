"""Running: archives through the stages in chunks, on one core or several, into a dataset.

Here live the chunk function, the local pool, what is added up over a run, and the sinks that tables go to. What may not
live here: Go, and anything about how a result is shown.
"""
