"""Records of the sample that show findings: inside the installed package, or in ``data/`` of a clone."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_SHORT: Final = 1_600  # bytes of a record that is printed completely


def sample_folder() -> Path:
    """Return the folder of the records."""
    package = Path(__file__).parents[2]
    installed = package / "sample"
    return installed if installed.is_dir() else package.parent / "data" / "sample" / "findings"


def records_of(code: str) -> list[Path]:
    """Return the records that show a finding, in order of their names.

    Example:
        >>> [path.name for path in records_of("GO202")]
        ['go202-positional-only.sgf', 'go202-triple-ko.sgf']
    """
    return sorted(sample_folder().glob(f"{code.lower()}-*"))


def short_record(path: Path) -> tuple[Path, list[str]] | None:
    """Return a record and its lines if it is a short SGF file in ASCII; None for others."""
    if path.suffix != ".sgf" or path.stat().st_size > _SHORT or not (data := path.read_bytes()).isascii():
        return None
    return path, data.decode().splitlines()
