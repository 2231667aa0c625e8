"""Outputs of the tutorial's and the README's commands, and the tutorial's archive.

``python data/tutorial_output.py FOLDER`` writes the archive: loose files, a zip with a zip in it, records of Asian
servers, a text and a picture. All games are from the sample.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

DATA = Path(__file__).parent
PAGE = DATA.parent / "goanalyze" / "docs" / "tutorial.md"
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_VARIES = re.compile(r"[\d,.]+ (?:s|kB|games/s)\b|\d{4}-\d\d-\d\d(?:[T ][\d:]+)?")
"""Times, rates and dates, which differ from run to run, and sizes: the log of an export names the temporary folder."""

CHECK = re.compile(r"(<!-- output: check -->\n```text\n)(.*?)(?=```)", re.DOTALL)
"""The block of the README with the output of its first command."""
_NUMBER = re.compile(r" *\d[\d,.]*")

LOOSE = {
    "go101-point-occupied": "club/2019-03-02 table 1",
    "go104-suicide-of-two": "club/2019-03-02 table 2",
    "go154-handicap-implied": "club/2019-04-06 table 1",
    "go202-triple-ko": "club/2019-04-06 table 2",
    "go306-long-names": "club/1994-05-14",
    "go012-gbk-called-utf8": "from Beijing/final",
    "go307-half-a-point": "from Beijing/semifinal",
    "go501-winner-differs": "from Beijing/third place",
    "good-19x19-handicap": "club/champion",
}
"""Loose files by the record of the sample that each is a copy of."""


def make_archive(folder: Path) -> None:
    """Write the archive into a new folder."""
    findings, games = DATA / "sample" / "findings", sorted((DATA / "sample" / "gnugo").glob("*.sgf"))
    for record, name in LOOSE.items():
        for source in sorted(findings.glob(f"{record}.*"))[:1]:
            path = folder / f"{name}{source.suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)
    shutil.copyfile(games[-1], folder / "club" / "friendly.sgf")
    with zipfile.ZipFile(folder / "qualifier.zip", "w") as inner:
        for path in games[:60]:
            inner.write(path, path.name)
    with zipfile.ZipFile(folder / "tournament.zip", "w") as outer:
        for path in games[-30:]:
            outer.write(path, f"main/{path.name}")
        outer.write(folder / "qualifier.zip", "qualifier.zip")
    (folder / "qualifier.zip").unlink()
    for path in sorted(findings.glob("*.[gnu][igf][bfi]"))[:3]:
        (folder / "servers").mkdir(exist_ok=True)
        shutil.copyfile(path, folder / "servers" / path.name)
    (folder / "README.txt").write_text("Games of our club, and games from friends.\n")
    (folder / "club" / "group photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))


def with_outputs(text: str) -> str:
    """Return the page with the outputs of its commands, which run in one folder, one after the other.

    A block of which only times, rates or dates differ stays as it is.
    """

    def current(block: re.Match[str]) -> str:
        text = f"```console\n{_run(block[1], folder)}```"
        return block[0] if masked(text) == masked(block[0]) else text

    with TemporaryDirectory() as folder:
        make_archive(Path(folder, "archive"))
        return _BLOCK.sub(current, text)


@cache
def check_output() -> str:
    """Return the output of the README's first command, with ``out`` as the name of the dataset."""
    with TemporaryDirectory() as folder:
        out = str(Path(folder, "out"))
        command = [sys.executable, "-m", "goanalyze", "check", "data/sample", "-o", out]
        environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(DATA.parent)}
        run = subprocess.run(command, cwd=DATA.parent, env=environment, text=True, check=False, capture_output=True)
    return "".join(f"{line.rstrip()}\n" for line in run.stdout.replace(shlex.quote(out), "out").splitlines())


def with_check_output(text: str) -> str:
    """Return the README with the output of its first command: the printed lines in place of the shown ones.

    Lines are compared without numbers. A line of which only the time differs stays as it is, and so does a shown line
    that is not printed.
    """
    printed = {_NUMBER.sub("0", line): line for line in check_output().splitlines()}

    def current(line: str) -> str:
        new = printed.get(_NUMBER.sub("0", line), line)
        return line if masked(new) == masked(line) else new

    return CHECK.sub(lambda block: block[1] + "".join(f"{current(line)}\n" for line in block[2].splitlines()), text)


def masked(text: str) -> str:
    """Return a page without times, rates, sizes and dates."""
    return _VARIES.sub("…", text)


def _run(block: str, folder: str) -> str:
    """Run the commands of a block: lines that begin with a dollar sign, continued after a backslash."""
    printed = []
    for command in re.findall(r"^\$ (.*(?:\\\n.*)*)\n", block, re.MULTILINE):
        shell = f'goanalyze() {{ "{sys.executable}" -m goanalyze "$@"; }}\n{command}'
        environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(DATA.parent)}
        run = subprocess.run(  # the commands of the page
            ["bash", "-c", shell],
            cwd=folder,
            env=environment,
            text=True,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        lines = "".join(f"{line.rstrip()}\n" for line in run.stdout.splitlines())
        printed.append(f"$ {command}\n{lines}")
    return "".join(printed)


if __name__ == "__main__":
    make_archive(Path(sys.argv[1]))
