"""Bytes read a second time: a file or archive member that a table names, found again and decoded as it was.

What may live here: places and bytes. Whether it is still the same game, the tables know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from goanalyze.archives import remote
from goanalyze.archives.containers import nested_name
from goanalyze.archives.members import Blob, as_on_disk, in_tables
from goanalyze.archives.sources import InputError, find_sources
from goanalyze.sgf.charset import Text, decode_as
from goanalyze.sgf.records import Records

__all__ = [
    "Decision",
    "SourceError",
    "blobs_again",
    "locate",
    "one_game",
    "place_name",
    "read_again",
    "texts_again",
]


class SourceError(LookupError):
    """A game that cannot be read again: its source is gone, or is no longer what it was."""


class Decision(NamedTuple):
    """How a file was decoded: `encoding` and `encoding_source` of the files table."""

    encoding: str
    how: str


def place_name(source: str, member: str = "") -> str:
    """Name a file for a message.

    Example:
        >>> place_name("a.zip", "b.sgf")
        "'a.zip:b.sgf'"
    """
    return repr(f"{source}:{member}" if member else source)


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
    if remote.is_remote(source) or (root is not None and remote.is_remote(str(root))):
        found = _locate_far(source, str(root) if root is not None else None)
        if found is not None:
            return found
    for told in dict.fromkeys((Path(source), Path(as_on_disk(source)))):
        parts = told.parts[1:] if told.is_absolute() else told.parts
        folders = [*([Path(root).joinpath(*parts[at:]) for at in range(len(parts))] if root is not None else []), told]
        if beside is not None and not told.is_absolute():
            folders += [folder / told for folder in Path(beside).resolve().parents]
        for path in folders:
            if path.is_file():
                return str(path)
    where = " below the root given" if root is not None else ""
    if not Path(source).is_absolute():
        where += (" nor" if where else "") + " in the working folder" + (" nor beside the dataset" if beside else "")
    raise SourceError(f"{source!r} is not there{where}; if it was moved, say where it is: root=FOLDER")


def _locate_far(source: str, root: str | None) -> str | None:
    """Find a file by or as a URI; None if it is not remote and not below the root."""
    parts = source.partition("://")[2].split("/") if remote.is_remote(source) else list(Path(source).parts)
    folders = [] if root is None else ["/".join(parts[at:]).lstrip("/") for at in range(len(parts))]
    try:
        for inside in folders:
            path = remote.below(str(root), inside) if remote.is_remote(str(root)) else str(Path(str(root), inside))
            if _is_there(path):
                return path
        if not remote.is_remote(source) or _is_there(source):
            return source if remote.is_remote(source) else None
    except OSError as error:
        raise SourceError(f"{source!r} cannot be read any more: {error}") from None
    raise SourceError(f"{source!r} is not there any more; if it was moved, say where it is: root=FOLDER")


def _is_there(path: str) -> bool:
    try:
        return remote.look(path) is not None if remote.is_remote(path) else Path(path).is_file()
    except FileNotFoundError:
        return False


def read_again(
    source: str, member: str = "", *, beside: str | Path | None = None, root: str | Path | None = None
) -> Blob:
    """Return the bytes of one file or archive member; the first of that name, where there are several.

    Args:
        source: the file's path, as tables hold it.
        member: name inside the archive; empty for a plain file.
        beside: the dataset's folder, see `locate`.
        root: where to look first, see `locate`.

    Raises:
        SourceError: the file is not found, has no such member, or cannot be read.

    Example:
        >>> read_again("data/sample/gnugo/009x009-chinese-0001.sgf").data[:2]
        b'(;'
    """
    for blob in blobs_again(source, [member], locate(source, beside, root)):
        if not blob.code:
            return blob
        raise SourceError(f"{place_name(source, member)} cannot be read any more: {blob.message}")
    raise SourceError(f"{source!r} has no member {member!r} any more; run the check again")


def blobs_again(source: str, members: Sequence[str], path: str) -> Iterator[Blob]:
    """Yield the members asked for from a file found again, each as often as it occurs; the file is opened once."""
    wanted = frozenset(members)
    try:
        found = find_sources([path])[0]
    except InputError as error:
        yield Blob(source, "", b"", "GO001", str(error))
        return
    for blob in found.blobs(wanted):
        member = in_tables(blob.member)
        if member in wanted or (blob.code and not member):
            yield blob._replace(source=source, member=member)
        elif blob.code and _holds(blob.member, wanted):
            yield blob._replace(source=source, member="", message=f"{member}: {blob.message}")


def _holds(member: str, wanted: frozenset[str]) -> bool:
    """Return whether a member is an archive in which something wanted is."""
    begin = in_tables(nested_name(member, ""))
    return any(name.startswith(begin) for name in wanted)


def texts_again(source: str, members: Mapping[str, Sequence[Decision]], path: str) -> Iterator[Text]:
    """Yield the members asked for as UTF-8, decoded as they were; one that cannot be read has a code and no text.

    Args:
        source: as tables hold it.
        members: by name, how the files of that name were decoded; each way gives a text.
        path: the file, see `locate`.
    """
    for blob in blobs_again(source, list(members), path):
        if blob.code:
            yield Text(source, blob.member, 0, b"", "", "none", blob.code, blob.message)
            continue
        for decision in members[blob.member]:
            try:
                yield decode_as(blob, *decision)
            except LookupError:
                message = f"the charset {decision.encoding!r} is not known to this Python"
                yield Text(source, blob.member, len(blob.data), b"", "", "none", "GO011", message)


def one_game(records: Records, game: int) -> Records:
    """Return one game of a chunk as a chunk of its own: what is worked out of it costs one game's work."""
    tape = records.tape
    events = slice(*tape.event_start[game : game + 2].tolist())
    marks = slice(*tape.mark_start[game : game + 2].tolist())
    row = slice(game, game + 1)
    alone = tape._replace(
        game_file=tape.game_file[row], game_span=tape.game_span[row], info=tape.info[row], syntax=tape.syntax[row],
        event_start=tape.event_start[game : game + 2] - events.start, kind=tape.kind[events], xy=tape.xy[events],
        at=tape.at[events], mark_start=tape.mark_start[game : game + 2] - marks.start,
        mark_kind=tape.mark_kind[marks], mark_xy=tape.mark_xy[marks],
    )  # fmt: skip
    return Records(records.texts, records.file_start, records.buffer, alone, records.game_index[row],
                   records.width[row], records.height[row], records.handicap[row], records.is_go[row])  # fmt: skip
