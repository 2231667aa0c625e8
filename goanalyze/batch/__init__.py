"""Running: archives through the stages, on one core or on a cluster, into a dataset that can be gone on with.

From the inside out: `check` takes a chunk of files through all stages; `shard` does one shard and commits it;
`careful` does one that kills its process; `plan` cuts inputs into shards; `executors` and `cluster` map a function over
them, here or elsewhere (`child`, `there` and `sight` are what runs at the other end); `commit` and `lock` keep the
dataset; `run` puts it together. What may not live here: Go, and anything about how a result is shown.
"""
