"""The command ``goanalyze``, also ``python -m goanalyze``."""

from __future__ import annotations

import gc
import signal
import sys

from goanalyze.batch.interrupts import ASKING
from goanalyze.vocabulary import environment

_OFTEN_ENOUGH = 100_000  # objects made between two searches for garbage: modules make few else than what stays


def main() -> None:
    """Run the command line; an interrupt ends it with 130 from the first moment on, and nothing does after the last."""
    gc.set_threshold(_OFTEN_ENOUGH)
    environment.add()
    try:
        try:
            for number in ASKING:
                if signal.getsignal(number) is signal.SIG_DFL:  # under nohup it stays ignored
                    signal.signal(number, signal.default_int_handler)
            from goanalyze.cli import main as run  # noqa: PLC0415 - takes 0.1 s, in which it may be interrupted

            run()
        finally:
            for number in ASKING:
                signal.signal(number, signal.SIG_IGN)
    except KeyboardInterrupt:
        sys.stderr.write("goanalyze: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
