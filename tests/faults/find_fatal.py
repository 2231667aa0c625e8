"""Find the fatal files of a task in a process of its own, whose workers are forked from a server of its own.

Standard input is the pickled task; standard output is the pickled task without those files, or the pickled error.
"""

from __future__ import annotations

import pickle
import sys

from goanalyze.batch.quarantine import find_fatal_files

if __name__ == "__main__":
    task = pickle.load(sys.stdin.buffer)
    try:
        answer: object = find_fatal_files(task)
    except Exception as error:  # the test raises it
        answer = error
    sys.stdout.buffer.write(pickle.dumps(answer))
