"""Runs: archives through all stages, in one process or on many machines, into a dataset that a later run continues.

Scope: `plan` cuts inputs into shards; `shard` checks one and commits it; `workers` and `dask_cluster` call a function
with every shard; `quarantine` repeats a shard that failed; `run` names the stages; `summary` adds up. Rules of Go and
the display of results are elsewhere.
"""
