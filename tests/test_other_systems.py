"""The default execution uses nothing that only Linux has, and any console can show the output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import goanalyze as ga

SAMPLE = Path(__file__).parents[1] / "data" / "sample" / "findings"

# Functions that Windows lacks; run by each process at its start, also by workers. Windows has no SIGKILL, but here
# `multiprocessing` uses it. Without CMSG_LEN, it starts processes anew, as there.
LACKING = """
import os, signal, socket, sys
del socket.CMSG_LEN
for name in ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGALRM", "SIGHUP", "SIGUSR1", "alarm", "setitimer", "getitimer", "pause", "sigwait", "pthread_sigmask"):
    delattr(signal, name)
for name in ("chown", "chroot", "fchmod", "fchown", "fork", "forkpty", "getgid", "getpgid",
             "killpg", "lchown", "mkfifo", "mknod", "nice", "posix_fadvise", "posix_spawn", "pread", "pwrite",
             "sched_getaffinity", "set_blocking", "setsid", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC"):
    delattr(os, name)
"""


def goanalyze(*args: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "goanalyze", *map(str, args)]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, check=False, timeout=300)


@pytest.mark.slow
def test_a_system_that_lacks_what_linux_has(tmp_path: Path) -> None:
    """With two worker processes, shards and a lock, the dataset is the same."""
    (tmp_path / "sitecustomize.py").write_text(LACKING)
    path = os.pathsep.join([str(tmp_path), str(Path(ga.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    out = tmp_path / "out"
    execution = ("--jobs", 2, "--executor", "processes", "--shard", 0.02)
    done = goanalyze("check", SAMPLE, "-o", out, *execution, "--fail-on", "never", PYTHONPATH=path)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr.decode()
    assert ga.open(out).arrow("outcomes").to_pylist() == ga.check(SAMPLE).arrow("outcomes").to_pylist()


@pytest.mark.parametrize(
    "charset", ["cp932", *(pytest.param(each, marks=pytest.mark.slow) for each in ("cp437", "latin-1"))]
)
def test_a_console_that_is_not_utf_8(charset: str) -> None:
    """A board and its findings are shown in the available letters; nothing stops, and a minus is not an escape."""
    done = goanalyze("show", SAMPLE / "go202-triple-ko.sgf", "--ruleset", "japanese", PYTHONIOENCODING=charset)
    shown = done.stdout.decode(charset)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    assert "9 . X O X . X O . . 9" in shown
    assert "\\u" not in shown


def test_no_pattern_has_a_possessive_group() -> None:
    """No regular expression has an atomic or possessive group: Python 3.11.0 to 3.11.4 match them wrongly."""
    possessive = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")
    package = Path(ga.__file__).parent
    assert not [
        f"{file}: {text}" for file in package.rglob("*.py") for text in possessive.findall(file.read_text("utf-8"))
    ]
