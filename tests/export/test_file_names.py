"""Names of exported files."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from goanalyze.export.file_names import FileNames

NASTY = "..|.|/|\\|C:|CON|nul.sgf|com1|LPT¹.x|a|A|a.|a |é|e\u0301|~|ß|SS|\udcff|\ud800|\x00|\u202e".split("|")
NASTY += ["x" * 300, "棋" * 120, "export-log.csv", ".hidden", "-2", "a-2"]
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\..*)?")
PATHS = st.lists(
    st.lists(st.sampled_from(NASTY) | st.text(min_size=1, max_size=5), min_size=1, max_size=4), max_size=12
)


@given(PATHS)
def test_every_name_is_one_that_any_system_takes_and_no_two_are_alike(paths: list[list[str]]) -> None:
    """Microsoft, *Naming Files, Paths, and Namespaces*; Windows and macOS ignore case and normal form in names.

    Nothing leads out of the folder, nothing is hidden, and no path is longer than file systems allow.
    """
    names = FileNames(Path("nowhere"))
    placed = [names.add(parts) for parts in paths]
    for path in placed:
        assert len(path) <= 320
        for part in path.split("/"):
            assert part not in {"", ".", ".."}
            assert not re.search(r'[<>:"|?*\\]', part)
            assert not {"Cc", "Cf", "Cs"} & {unicodedata.category(letter) for letter in part}
            assert not part.startswith(".")
            assert not part.endswith((".", " "))
            assert not DEVICES.fullmatch(part)
            assert len(part.encode()) <= 255
    alike = [unicodedata.normalize("NFC", path).casefold() for path in placed]
    assert len(set(alike)) == len(paths)
    folders = {unicodedata.normalize("NFC", path.rpartition("/")[0]).casefold() for path in placed}
    assert not folders & set(alike)  # no file has the name of a folder
    assert not {"export-log.csv"} & set(alike)
