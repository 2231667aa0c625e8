"""Source files for tests, and the blobs read from them."""

from __future__ import annotations

import zipfile
from pathlib import Path

from helpers.archive_files import tar_bytes, zip_bytes

from goanalyze.archives.blobs import Blob
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import Source

GAME = b"(;SZ[9];B[aa])"
OTHER = b"(;SZ[9];B[bb])"


def source_of(path: Path | str) -> Source:
    """Return the only source of a path."""
    (source,) = find_sources([str(path)])
    return source


def blobs(*paths: Path | str) -> list[Blob]:
    """Read everything below the paths."""
    return [blob for source in find_sources([str(path) for path in paths]) for blob in source.blobs()]


def outcome(found: list[Blob]) -> list[tuple[str, str | None]]:
    """Return member (or last part of the path) and code of each blob."""
    return [(blob.member or blob.source.rpartition("/")[2], blob.code) for blob in found]


def make_zip(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write a zip archive."""
    path.write_bytes(zip_bytes(members.items(), method))
    return path


def make_tar(path: Path, members: dict[str, bytes], mode: str) -> Path:
    """Write a tar archive, packed as the mode says."""
    path.write_bytes(tar_bytes(members.items(), mode))
    return path
