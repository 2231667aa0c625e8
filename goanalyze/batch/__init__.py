"""Running: archives through all stages, on one core or on a cluster, into a dataset that a later run can resume.

From the inside out: `check` takes a chunk of files through the pipeline; `shard` does one shard and commits it; `plan`
cuts inputs into shards; `worker` is the process that does them, and the only way in which processes talk;
`quarantine` does a shard that killed its worker; `executors` and `cluster` call a function with every shard, here or on
a Dask cluster (`dask_worker` and `shared_storage` are what runs at the other end); `commit` and `lock` keep the
dataset; `run` puts it together. What may not live here: Go, and how a result is shown.
"""
