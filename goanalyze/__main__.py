"""The command ``goanalyze``, also ``python -m goanalyze``."""

from __future__ import annotations

import signal
import sys
from typing import Final

_ASKING: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""What asks a process politely to end, as an interrupt does; Windows lacks the second."""


def main() -> None:
    """Run the command line; an interrupt ends it with 130 from the first moment on, and nothing does after the last."""
    try:
        try:
            for number in _ASKING:
                if signal.getsignal(number) is signal.SIG_DFL:  # under nohup it stays ignored
                    signal.signal(number, signal.default_int_handler)
            from goanalyze.cli import main as run  # noqa: PLC0415 - takes 0.1 s, in which it may be interrupted

            run()
        finally:
            for number in (signal.SIGINT, *_ASKING):
                signal.signal(number, signal.SIG_IGN)
    except KeyboardInterrupt:
        sys.stderr.write("goanalyze: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
