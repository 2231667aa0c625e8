"""Bytes read a second time: a file or archive member that a table names, found again.

What may live here: places and bytes. Whether it is still the same game, the tables know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from goanalyze.archives import remote
from goanalyze.archives.blobs import Blob, as_on_disk
from goanalyze.archives.files import is_file
from goanalyze.archives.sources import contains_any, source_of
from goanalyze.errors import ResourceError, SourceError


def locate(source: str, beside: str | Path | None = None, root: str | Path | None = None) -> str:
    """Find a file by the path that tables hold.

    Args:
        source: the path as it was given to the check, or a URI.
        beside: the dataset's folder: a relative path is looked for in the working folder, then in the folder that
            holds the dataset, then in those around it.
        root: where to look first, a folder or a URI: for the whole path below it, then for its last parts.

    Returns:
        A path that is there, or a URI.

    Raises:
        SourceError: there is none, or the input was no file.
    """
    if source == "-":
        raise SourceError("the game came from standard input, which cannot be read again; check a file to have it kept")
    is_far = remote.is_remote(source)
    try:
        for path in _candidates(source, beside, str(root or "")):
            if is_file(path):
                return path
    except OSError as error:
        raise SourceError(f"{source!r} cannot be read any more: {error}") from None
    where = " any more" if is_far else " below the root given" if root is not None else ""
    if not is_far and not Path(source).is_absolute():
        where += (" nor" if where else "") + " in the working folder" + (" nor beside the dataset" if beside else "")
    raise SourceError(
        f"{source!r} is not there{where}; if it was moved, say where it is: --root FOLDER, or root=FOLDER in Python"
    )


def _candidates(source: str, beside: str | Path | None, root: str) -> Iterator[str]:
    """Yield the paths by which a file may be found, in the order to be tried."""
    name = as_on_disk(source)
    if remote.is_remote(name):
        parts = tuple(part for part in name.partition("://")[2].split("/") if part)
    else:
        parts = Path(name).relative_to(Path(name).anchor).parts
    for at in range(len(parts) if root else 0):
        inside = "/".join(parts[at:])
        yield remote.below(root, inside) if remote.is_remote(root) else str(Path(root, inside))
    yield name
    if beside is not None and not remote.is_remote(name) and not Path(name).is_absolute():
        yield from (str(folder / name) for folder in Path(beside).resolve().parents)


def blobs_again(source: str, members: Sequence[str], path: str) -> Iterator[Blob]:
    """Yield the members asked for from a file found again, each as often as it occurs; the file is opened once.

    What keeps it from being read now, its own fault or not, stands in a blob with a code.
    """
    wanted = frozenset(members)
    try:
        for blob in source_of(path).blobs(wanted):
            if blob.member in wanted or (blob.code and not blob.member):
                yield blob._replace(source=source)
            elif blob.code and contains_any(blob.member, wanted):
                yield blob._replace(source=source, member="", message=f"{blob.member}: {blob.message}")
    except ResourceError as error:
        yield Blob(source, "", b"", "GO001", str(error))
