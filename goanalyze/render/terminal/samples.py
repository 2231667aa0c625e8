"""The sample's records that show findings: they come with the package, and stand in ``data/`` of a clone.

Several files, rulesets of one's choice, a list, an engine or the machine show what has no record.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from goanalyze.vocabulary.text import clean

_SHORT: Final = 1_600  # bytes of a record that is shown whole


def sample_folder() -> Path:
    """Return where the records are: inside the installed package, else beside the package in a clone."""
    package = Path(__file__).parents[1]
    inside = package / "sample"
    return inside if inside.is_dir() else package.parent / "data" / "sample" / "findings"


def records_of(code: str) -> list[Path]:
    """Return the records that show a finding, in order of their names.

    Example:
        >>> [path.name for path in records_of("GO202")]
        ['go202-positional-only.sgf', 'go202-triple-ko.sgf']
    """
    return sorted(sample_folder().glob(f"{code.lower()}-*"))


def shown_records(code: str) -> str:
    """Return the names of the records that show a finding, and the text of the first that can be read on a terminal."""
    found = records_of(code)
    if not found:
        return ""
    names = "\n".join(f"  {path}" for path in found)
    told = f"Records that show it:\n{names}\n"
    for path in found:
        data = path.read_bytes()
        if path.suffix == ".sgf" and len(data) <= _SHORT and data.isascii():
            lines = data.decode().splitlines()
            return f"{told}\nThe text of {path.name}:\n\n" + "\n".join(f"  {clean(line)}" for line in lines) + "\n"
    return told
