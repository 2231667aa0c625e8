"""Helpers of the archive tests: archives written, and spoiled."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st


def zip_bytes(members: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive, the same bytes for the same members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return out.getvalue()


def tar_bytes(members: Iterable[tuple[str, bytes]], mode: str = "w", **options: Any) -> bytes:
    """Return a tar archive; `mode` and `how` are those of `tarfile.open`."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, **options) as archive:  # type: ignore[call-overload]
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def write_archive(
    path: Path, members: list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED, **options: object
) -> Path:
    """Write an archive of the kind that its name says, or a folder of files; `method` is of zip, `how` of tar."""
    if path.suffix == ".zip":
        path.write_bytes(zip_bytes(members, method))
    elif ".tar" in path.name:
        path.write_bytes(tar_bytes(members, "w" + {"gz": ":gz", "xz": ":xz"}.get(path.suffix[1:], ""), **options))
    else:
        path.mkdir()
        for name, data in members:
            (path / name).write_bytes(data)
    return path


def damage(whole: bytes, data: st.DataObject) -> bytes:
    """Return bytes of which a few were changed or lost."""
    broken = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(broken) - 1))
        if data.draw(st.booleans()):
            broken[index] = data.draw(st.integers(0, 255))
        else:
            del broken[index : index + data.draw(st.integers(1, max(1, len(broken) - index - 1)))]
    return bytes(broken)
