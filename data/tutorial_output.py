"""Outputs of the tutorial's commands, and its archive: ``python data/tutorial_output.py FOLDER`` writes the archive.

The archive has loose files, a zip with a zip in it, records of Asian servers, a text and a picture. All games are from
the sample.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

DATA = Path(__file__).parent
PAGE = DATA.parent / "goanalyze" / "docs" / "tutorial.md"
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_VARIES = re.compile(r"[\d,.]+ (?:s|kB|games/s)\b|\d{4}-\d\d-\d\d(?:[T ][\d:]+)?")
"""Times, rates and dates, which differ from run to run, and sizes: the log of an export names the temporary folder."""

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
    """Return the page with the outputs of its commands, which run in one folder, one after the other."""
    with TemporaryDirectory() as folder:
        make_archive(Path(folder, "archive"))
        return _BLOCK.sub(lambda block: f"```console\n{_run(block[1], folder)}```", text)


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
