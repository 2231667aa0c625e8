"""One file or archive member, read again by the name that tables hold."""

from __future__ import annotations

from pathlib import Path

from goanalyze import Address
from goanalyze.archives.blobs import Blob
from goanalyze.archives.sources import locate, reread_blobs
from goanalyze.errors import SourceError


def reread(source: str, member: str = "", *, dataset: str | Path | None = None, root: str | Path | None = None) -> Blob:
    """Return the bytes of one file or archive member; the first of that name, where there are several.

    Args:
        source: the file's path, as tables hold it.
        member: name inside the archive; empty for a plain file.
        dataset: the dataset's folder, see `locate`.
        root: where to look first, see `locate`.

    Raises:
        SourceError: the file is not found, has no such member, or cannot be read.

    Example:
        >>> reread("data/sample/gnugo/009x009-chinese-0001.sgf").data[:2]
        b'(;'
    """
    for blob in reread_blobs(source, [member], locate(source, dataset, root)):
        if not blob.code:
            return blob
        raise SourceError(f"{str(Address(source, member))!r} cannot be read any more: {blob.message}")
    raise SourceError(f"{source!r} has no member {member!r} any more; run the check again")
