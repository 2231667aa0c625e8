"""Helpers of the archive tests: archives written, and spoiled."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

from hypothesis import strategies as st


def written(path: Path, members: list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED, **how: object) -> Path:
    """Write an archive of the kind that its name says, or a folder of files; `method` is of zip, `how` of tar."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", method) as archive:
            for name, data in members:
                archive.writestr(name, data)
    elif ".tar" in path.name:
        with tarfile.open(path, "w" + {"gz": ":gz", "xz": ":xz"}.get(path.suffix[1:], ""), **how) as archive:
            for name, data in members:
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    else:
        path.mkdir()
        for name, data in members:
            (path / name).write_bytes(data)
    return path


def damaged(whole: bytes, data: st.DataObject) -> bytes:
    """Return bytes of which a few were changed or lost."""
    broken = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(broken) - 1))
        if data.draw(st.booleans()):
            broken[place] = data.draw(st.integers(0, 255))
        else:
            del broken[place : place + data.draw(st.integers(1, max(1, len(broken) - place - 1)))]
    return bytes(broken)
