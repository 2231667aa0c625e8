"""A second reading of files and archive members: the lookup of a file by its path in tables, and its bytes.

Scope: paths and bytes. The tables decide if a game is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from goanalyze.archives import remote
from goanalyze.archives.blobs import Blob, as_on_disk
from goanalyze.archives.files import is_file
from goanalyze.archives.sources import contains_any, source_of
from goanalyze.errors import ResourceError, SourceError


def locate(source: str, dataset: str | Path | None = None, root: str | Path | None = None) -> str:
    """Find a file by its path in tables.

    Args:
        source: the path as it was an input of the check, or a URI.
        dataset: folder of the dataset: a relative path is looked up in the working folder, then in all folders that
            contain the dataset, from the innermost one.
        root: a folder or a URI that is searched first: for the whole path below it, then for its last parts.

    Returns:
        A path that exists, or a URI.

    Raises:
        SourceError: the file is not found, or the input was not a file.
    """
    if source == "-":
        raise SourceError("The game is from standard input, which cannot be read again. Expected a game from a file.")
    try:
        for path in _candidates(source, dataset, str(root or "")):
            if is_file(path):
                return path
    except OSError as error:
        raise SourceError(f"{source!r} cannot be read again: {error}") from None
    searched = ["below the root"] if root is not None else []
    if not remote.is_remote(source) and not Path(source).is_absolute():
        searched += ["in the working folder"] + ["around the dataset"] * bool(dataset)
    where = f" {' or '.join(searched)}" if searched else ""
    raise SourceError(f"{source!r} is not found{where}. If it was moved, name its folder with --root FOLDER, "
                      "or root=FOLDER in Python.")  # fmt: skip


def _candidates(source: str, dataset: str | Path | None, root: str) -> Iterator[str]:
    """Yield the paths where a file may be, in the order of the lookup."""
    name = as_on_disk(source)
    is_remote = remote.is_remote(name)
    if root:
        path = Path(name)
        in_bucket = list(filter(None, name.partition("://")[2].split("/")))
        parts = in_bucket if is_remote else path.relative_to(path.anchor).parts
        for index in range(len(parts)):
            inside = "/".join(parts[index:])
            yield remote.join(root, inside) if remote.is_remote(root) else str(Path(root, inside))
    yield name
    if dataset is not None and not is_remote and not Path(name).is_absolute():
        yield from (str(folder / name) for folder in Path(dataset).resolve().parents)


def reread_blobs(source: str, members: Sequence[str], path: str) -> Iterator[Blob]:
    """Yield some members of a file, each as often as it occurs; the file is opened once.

    A failure to read it, of the file or not, is a blob with a code.

    Args:
        source: path of the file in tables.
        members: names of its members in tables; one empty name for a file that is not an archive.
        path: its present path, see `locate`.
    """
    selected = frozenset(members)
    try:
        for blob in source_of(path).blobs(selected):
            if blob.member in selected or (blob.code and not blob.member):
                yield blob._replace(source=source)
            elif blob.code and contains_any(blob.member, selected):
                yield blob._replace(source=source, member="", message=f"{blob.member}: {blob.message}")
    except ResourceError as error:
        yield Blob(source, "", b"", "GO001", str(error))
