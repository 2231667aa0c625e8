"""The command ``goanalyze``, also ``python -m goanalyze``."""

from __future__ import annotations

import gc
import signal
import sys

from goanalyze.batch.interrupts import INTERRUPTS
from goanalyze.kernels.sources import LibraryError
from goanalyze.limits import GC_THRESHOLD
from goanalyze.util import environment
from goanalyze.util.faults import is_thread_failure, sentence


def main() -> None:
    """Run the command line; an interrupt ends it with 130 from the first moment on, and nothing does after the last."""
    gc.set_threshold(GC_THRESHOLD)
    try:
        try:
            environment.add()
            for number in INTERRUPTS:
                if signal.getsignal(number) is signal.SIG_DFL:  # under nohup it stays ignored
                    signal.signal(number, signal.default_int_handler)
            from goanalyze.cli import main as run  # takes 0.1 s, in which it may be interrupted

            run()
        finally:
            for number in INTERRUPTS:
                signal.signal(number, signal.SIG_IGN)
            gc.freeze()  # nothing is looked through once more as the process ends
    except KeyboardInterrupt as interrupt:  # which may name the state of the work
        sys.stderr.write(f"goanalyze: interrupted{interrupt}\n")
        sys.exit(130)
    except Exception as error:
        if not isinstance(error, LibraryError | MemoryError | OSError) and not is_thread_failure(error):
            raise
        sys.stderr.write(f"goanalyze: {error if isinstance(error, LibraryError) else sentence(error)}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
