"""Running: archives through all stages, on one core or on a cluster, into a dataset that a later run can resume.

From the inside out: `check` takes a chunk of files through the pipeline; `shard` does one shard and commits it; `plan`
cuts inputs into shards; `workers` and `dask_cluster` call a function with every shard, here or on many machines;
`quarantine` does a shard that killed its worker; `run` puts it together. What may not live here: Go, and how a result
is shown.
"""
