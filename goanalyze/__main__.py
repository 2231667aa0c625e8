"""The command ``goanalyze``, also ``python -m goanalyze``."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command line; an interrupt ends it with 130 from the first moment on, and nothing does after the last."""
    try:
        from goanalyze.cli import main as run  # noqa: PLC0415 - takes 0.1 s, in which it may be interrupted

        run()
    except KeyboardInterrupt:
        sys.stderr.write("goanalyze: interrupted\n")
        sys.exit(130)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
