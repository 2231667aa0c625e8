"""Inputs: the user's paths to sources. Folders, patterns, addresses; here or in a remote place.

What may live here: what a path means, and which files a folder has. Their bytes are read by `sources`.
"""

from __future__ import annotations

import os
from typing import Final

from goanalyze.archives import remote
from goanalyze.archives.address import Address, read_address
from goanalyze.archives.blobs import as_on_disk, printable
from goanalyze.archives.files import first_part, is_open_pipe
from goanalyze.archives.patterns import ALL_FILES, Patterns, Roots
from goanalyze.archives.sources import Source, kind_of
from goanalyze.errors import InputError
from goanalyze.vocabulary.faults import sentence

_SKIPPED_NAMES: Final = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})
_SKIPPED_MARKS: Final = {
    "pyvenv.cfg": b"home = ",
    "_SUCCESS.json": b'{\n "schema": ',
    "_manifest.jsonl": b'{"part": "part-',
    "export-log.csv": b"\xef\xbb\xbfaddress,file,done,",
}
"""Files of Python environments, datasets and exports, and how each begins: the name alone may be that of a record."""


def find_sources(
    paths: list[str] | tuple[str, ...],
    leave_out: str | None = None,
    patterns: Patterns = ALL_FILES,
    skipped: list[str] | None = None,
) -> list[Source]:
    r"""Turn the user's paths into sources.

    Args:
        paths: files, folders, archives; ``-`` is standard input; ``s3://bucket/prefix/`` and the like are folders,
            ``s3://bucket/file.zip`` files; or addresses of members and games, see `address`. A name
            that tables hold with ``\xff`` for a byte of no known charset is found, too.
        leave_out: a folder that is no input although it stands in one: where the dataset goes.
        patterns: which files of folders and archives are read; what is named by itself is.
        skipped: list that receives the folders inside inputs that are not read: Python environments, packages of
            Node.js, caches of bytecode, and folders that this program has written. A folder that is named is read.

    Raises:
        InputError: a path does not exist, cannot be reached, or is a folder that holds nothing; or the patterns leave
            nothing.
    """
    sources: list[Source] = []
    loose: list[str] = []
    archives: set[str] = set()  # in lower case: a part's name may be written otherwise
    told: dict[str, tuple[int, int]] = {}
    named: set[str] = set()
    roots = Roots(map(remote.shown, paths))
    for given in paths:
        if given == "-" or is_open_pipe(given):
            sources.append(Source("stdin", (given,)))
            continue
        at = read_address(given)
        if at.member or at.game is not None:
            sources.append(_picked(at, given))
            continue
        given = at.source  # noqa: PLW2901 - without the number of a move
        if remote.is_remote(given):
            found = _found_remote(given, leave_out)
            told.update((item.uri, (item.size, item.mtime_ns)) for item in found)
            inside = [item.uri for item in found]
        else:
            inside = _found(given, leave_out, skipped)
        is_named = inside in ([given], [as_on_disk(given)])
        if is_named and not given.lower().endswith(".sgf"):
            named.add(remote.shown(inside[0]))
        for path in inside:
            kind, place = kind_of(remote.shown(path)), roots.pattern_path(printable(remote.shown(path)))
            if kind is None and (is_named or patterns.selects(place)):
                loose.append(path)
            elif kind is not None and (is_named or not patterns.excludes(place)):
                sources.append(Source(kind, (path,), patterns=patterns, pattern_path=place))
                archives.add(remote.shown(path).lower())
    if not sources and not loose:
        raise InputError("--include and --exclude leave nothing to be read")
    if archives:  # the later parts of a split one are read with it
        loose = [path for path in loose if (first_part(remote.shown(path)) or "").lower() not in archives]
    if loose:
        listed = tuple(told.get(path, (-1, -1)) for path in loose) if told else ()
        sources.insert(0, Source("files", tuple(loose), listed, named=frozenset(named)))
    return sources


def _picked(at: Address, given: str) -> Source:
    """Return what an address leads to: a member, or one game of it, or of a file."""
    path = at.source
    if not remote.is_remote(path):
        found = _found(path, None)
        if found != [path if os.path.exists(path) else as_on_disk(path)]:
            raise InputError(f"{path!r} is a folder, which has no members; there is no file {given!r}")
        path = found[0]
    is_archive = kind_of(remote.shown(path)) is not None
    if at.member and not is_archive:
        raise InputError(f"{path!r} is no archive, which has no members; there is no file {given!r}")
    if is_archive and not at.member:
        raise InputError(f"{given!r} names a game of an archive, and not the member that it is in")
    return Source("picked", (path,), member=at.member, game=-1 if at.game is None else at.game)


def _found(given: str, leave_out: str | None, skipped: list[str] | None = None) -> list[str]:
    """Return the file, or the files below the folder, that the user means."""
    path = given if os.path.exists(given) else as_on_disk(given)
    if os.path.isdir(path):
        inside = _walk(path, os.path.realpath(leave_out) if leave_out else None, [] if skipped is None else skipped)
        if not inside:
            raise InputError(f"the folder {path!r} holds no files; give one with SGF records")
        return inside
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise InputError(f"there is no file or folder {given!r}") from None
    except OSError as error:
        raise InputError(f"{given!r} cannot be read: {sentence(error)}") from None
    return [path]


def _found_remote(given: str, leave_out: str | None) -> list[remote.RemoteFile]:
    """Return the file, or the files below the prefix, that the user means."""
    try:
        found = None if given.endswith("/") else remote.find_file(given)
        inside = [found] if found else remote.list_files(given)
    except FileNotFoundError:
        raise InputError(f"there is no file or folder {remote.shown(given)!r}") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error}") from None
    if leave_out and remote.is_remote(leave_out):
        out = remote.shown(leave_out).rstrip("/") + "/"
        inside = [item for item in inside if not remote.shown(item.uri).startswith(out)]
    if not inside:
        raise InputError(f"the folder {remote.shown(given)!r} holds no files; give one with SGF records")
    return inside


def _is_foreign(folder: str) -> bool:
    """Return True if a folder contains packages or caches of other programs, or was written by this program."""
    return os.path.basename(folder) in _SKIPPED_NAMES or any(
        _begins_with(os.path.join(folder, name), beginning) for name, beginning in _SKIPPED_MARKS.items()
    )


def _begins_with(path: str, beginning: bytes) -> bool:
    """Return True if there is a regular file that begins with these bytes."""
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(beginning)) == beginning
    except OSError:
        return False


def _walk(folder: str, leave_out: str | None, skipped: list[str]) -> list[str]:
    """Return every file below a folder, sorted, hidden ones passed over; those of linked folders come last.

    A linked folder is read once, whatever leads to it, and not if it holds the folder that the link stands in. A folder
    that cannot be listed is returned as if it were a file: reading it then says why not.
    """
    found: list[str] = []
    seen: set[str] = set()
    tops = [folder]
    for top in tops:  # grows
        real = os.path.realpath(top)
        if real in seen or any(inside.startswith(os.path.join(real, "")) for inside in seen):
            continue
        for place, folders, names in os.walk(top, onerror=lambda error: found.append(str(error.filename))):
            seen.add(os.path.realpath(place))
            paths = [os.path.join(place, name) for name in sorted(folders) if not name.startswith(".")]
            paths = [path for path in paths if os.path.realpath(path) != leave_out]
            skipped += (foreign := list(filter(_is_foreign, paths)))
            paths = [path for path in paths if path not in foreign]
            tops += [path for path in paths if os.path.islink(path)]
            folders[:] = [path.rpartition(os.sep)[2] for path in paths if not os.path.islink(path)]
            found.extend(os.path.join(place, name) for name in sorted(names) if not name.startswith("."))
    return found
