"""Inputs of a run: the user's paths, folders, patterns and addresses as sources; local or remote.

Scope: the meaning of a path, and the files in a folder. Their bytes are read by `sources`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

from goanalyze.archives import remote
from goanalyze.archives.address import Address, read_address
from goanalyze.archives.blobs import as_on_disk, printable
from goanalyze.archives.files import first_part, is_open_pipe
from goanalyze.archives.patterns import ALL_FILES, Patterns, Roots
from goanalyze.archives.sources import Source, kind_of
from goanalyze.errors import InputError
from goanalyze.util.faults import sentence

_SKIPPED_NAMES: Final = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})
_SKIPPED_MARKS: Final = {
    "pyvenv.cfg": b"home = ",
    "_SUCCESS.json": b'{\n "schema": ',
    "_manifest.jsonl": b'{"part": "part-',
    "export-log.csv": b"\xef\xbb\xbfaddress,file,done,",
}
"""Files of Python environments, datasets and exports, and their first bytes: the name alone may be that of a record."""


def find_sources(
    paths: list[str] | tuple[str, ...],
    leave_out: str | None = None,
    patterns: Patterns = ALL_FILES,
    skipped: list[str] | None = None,
) -> list[Source]:
    r"""Turn the user's paths into sources.

    Args:
        paths: files, folders, archives; ``-`` is standard input; ``s3://bucket/prefix/`` and the like are folders,
            ``s3://bucket/file.zip`` files; or addresses of members and games, see `address`. A name in tables with
            ``\xff`` for a byte of no known charset is understood, too.
        leave_out: folder that is not an input although it may be in one: the place of the dataset.
        patterns: patterns that select files of folders and archives; a file that is named itself is always read.
        skipped: list that receives the folders inside inputs that are not read: Python environments, packages of
            Node.js, caches of bytecode, and folders that this program has written. A folder that is named is read.

    Raises:
        InputError: a path does not exist, cannot be reached, or is an empty folder; or the patterns select nothing.
    """
    sources: list[Source] = []
    loose: list[str] = []
    archives: set[str] = set()  # in lower case, since the names of parts may differ in that
    listed: dict[str, tuple[int, int]] = {}
    named: set[str] = set()
    roots = Roots(map(remote.shown, paths))
    for text in paths:
        if text == "-" or is_open_pipe(text):
            sources.append(Source("stdin", (text,)))
            continue
        address = read_address(text)
        if address.member or address.game is not None:
            sources.append(_pick(address, text))
            continue
        files, is_named = _list_files(address.source, leave_out, skipped, listed)
        if is_named and not address.source.lower().endswith(".sgf"):
            named.add(remote.shown(files[0]))
        for path in files:
            kind, pattern_path = kind_of(remote.shown(path)), roots.pattern_path(printable(remote.shown(path)))
            if kind is None and (is_named or patterns.selects(pattern_path)):
                loose.append(path)
            elif kind is not None and (is_named or not patterns.excludes(pattern_path)):
                sources.append(Source(kind, (path,), patterns=patterns, pattern_path=pattern_path))
                archives.add(remote.shown(path).lower())
    if not sources and not loose:
        raise InputError("The patterns of include and exclude leave nothing to be read.")
    if archives:  # the later parts of a split one are read with it
        loose = [path for path in loose if (first_part(remote.shown(path)) or "").lower() not in archives]
    if loose:
        facts = tuple(listed.get(path, (-1, -1)) for path in loose) if listed else ()
        sources.insert(0, Source("files", tuple(loose), facts, named=frozenset(named)))
    return sources


def _pick(address: Address, text: str) -> Source:
    """Return the source of a member, or of one game of a member or file."""
    path = address.source
    if not remote.is_remote(path):
        files, is_named = _list_files(path)
        if not is_named:
            raise InputError(f"{text!r} was not found. {path!r} is a folder, and only archives have members.")
        path = files[0]
    is_archive = kind_of(remote.shown(path)) is not None
    if address.member and not is_archive:
        raise InputError(f"{text!r} was not found. {path!r} is not an archive, and only archives have members.")
    if is_archive and not address.member:
        raise InputError(f"{text!r} names a game of an archive. Expected the member that contains it, too.")
    return Source("picked", (path,), member=address.member, game=-1 if address.game is None else address.game)


def _list_files(
    text: str,
    leave_out: str | None = None,
    skipped: list[str] | None = None,
    listed: dict[str, tuple[int, int]] | None = None,
) -> tuple[list[str], bool]:
    """Return the file, or the files below the folder, for a path or URI; and True if it is a file.

    `leave_out` and `skipped` are those of `find_sources`. `listed` receives size and time (ns) of each remote file.
    """
    name = remote.shown(text)
    try:
        if remote.is_remote(text):
            entry = None if text.endswith("/") else remote.find_file(text)
            entries = [entry] if entry else remote.list_files(text)
            if leave_out and remote.is_remote(leave_out):
                out = remote.shown(leave_out).rstrip("/") + "/"
                entries = [entry for entry in entries if not remote.shown(entry.uri).startswith(out)]
            files, is_file = [entry.uri for entry in entries], entry is not None
            if listed is not None:
                listed.update((entry.uri, (entry.size, entry.mtime_ns)) for entry in entries)
        else:
            name = text if os.path.exists(text) else as_on_disk(text)
            is_file = not os.path.isdir(name)
            if is_file:
                os.stat(name)
                files = [name]
            else:
                out = os.path.realpath(leave_out) if leave_out else ""
                files = _walk(name, out, [] if skipped is None else skipped)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise InputError(f"{remote.shown(text)!r} was not found. Expected a file, a folder or an archive.") from None
    except OSError as error:
        reason = str(error) if remote.is_remote(text) else f"{text!r}: {sentence(error)}"
        raise InputError(f"cannot be read: {reason}") from None
    if not files:
        raise InputError(f"The folder {name!r} contains no files. Expected SGF records.")
    return files, is_file


def _is_foreign(folder: str) -> bool:
    """Return True if a folder contains packages or caches of other programs, or was written by this program."""
    is_foreign = os.path.basename(folder) in _SKIPPED_NAMES
    for name, beginning in _SKIPPED_MARKS.items():
        path = os.path.join(folder, name)
        if not is_foreign and os.path.isfile(path):  # a pipe would block
            with suppress(OSError), open(path, "rb") as file:
                is_foreign = file.read(len(beginning)) == beginning
    return is_foreign


def _walk(folder: str, leave_out: str, skipped: list[str]) -> list[str]:
    """Return every file below a folder, sorted, except hidden ones; those of linked folders come last.

    A linked folder is read once, even if several links lead to it, and not if it contains the link's own folder. A
    folder that cannot be listed is returned as if it were a file: reading it then gives the reason.
    """
    files: list[str] = []
    seen: set[str] = set()
    tops = [folder]
    for top in tops:  # grows
        real = os.path.realpath(top)
        if real in seen or any(inside.startswith(os.path.join(real, "")) for inside in seen):
            continue
        for current, folders, names in os.walk(top, onerror=lambda error: files.append(str(error.filename))):
            seen.add(os.path.realpath(current))
            paths = [os.path.join(current, name) for name in sorted(folders) if not name.startswith(".")]
            paths = [path for path in paths if os.path.realpath(path) != leave_out]
            skipped += (foreign := list(filter(_is_foreign, paths)))
            paths = [path for path in paths if path not in foreign]
            tops += [path for path in paths if os.path.islink(path)]
            folders[:] = [path.rpartition(os.sep)[2] for path in paths if not os.path.islink(path)]
            files.extend(os.path.join(current, name) for name in sorted(names) if not name.startswith("."))
    return files
