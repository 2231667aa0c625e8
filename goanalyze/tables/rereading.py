"""Files and archive members read again from a source, as text decoded in the way of the check, and their games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from goanalyze.archives.blobs import Blob
from goanalyze.archives.source_lookup import reread_blobs
from goanalyze.sgf.charset import Text, decode_as
from goanalyze.sgf.game_ids import text_ids
from goanalyze.sgf.records import Records, read_records


class Decoding(NamedTuple):
    """The decoding of a file: `encoding` and `encoding_source` of the table files; empty for a file without text."""

    encoding: str
    encoding_source: str


class RereadFile(NamedTuple):
    """A file or archive member that was read again.

    Attributes:
        blob: its bytes, or the reason that it, or its whole archive, cannot be read.
        decoding: the decoding of its text; None without bytes.
        text: its text; empty if it cannot be read or its charset is unknown.
        fault: the reason for an empty text; else empty.
    """

    blob: Blob
    decoding: Decoding | None
    text: Text
    fault: str = ""

    @property
    def data(self) -> bytes:
        """The bytes."""
        return self.blob.data


class RereadGame(NamedTuple):
    """A game of some texts: the number of its text, its chunk, its number in that, and the hash of its text."""

    file: int
    records: Records
    row: int
    text_id: str


def reread_files(source: str, path: str, decodings: Mapping[str, Collection[Decoding]]) -> Iterator[RereadFile]:
    """Yield some members of a file, each as often as it occurs, in each of its decodings; the file is opened once.

    A failure to read an archive is a file without bytes and with the empty name, see `reread_blobs`.

    Args:
        source: path of the file in tables.
        path: its present path, see `locate`.
        decodings: the decodings of each member; files of one name may have several.
    """
    for blob in reread_blobs(source, list(decodings), path):
        empty = Text(source, blob.member, len(blob.data), b"", "", "none")
        if blob.code and not blob.data:
            yield RereadFile(blob, None, empty, blob.message)
            continue
        for decoding in decodings.get(blob.member, ()):
            try:
                text, fault = decode_as(blob, *decoding) if decoding.encoding else empty, ""
            except LookupError:
                text, fault = empty, f"the charset {decoding.encoding!r} is unknown to this Python"
            yield RereadFile(blob, decoding, text, fault)


def games_of(texts: Sequence[Text]) -> Iterator[RereadGame]:
    """Yield the games of some texts in order, with the hashes by which they are compared with tables."""
    for records in read_records(texts):
        files: Iterable[int] = records.tape.game_file.tolist()
        for row, (file, text_id) in enumerate(zip(files, text_ids(records), strict=True)):
            yield RereadGame(file, records, row, text_id)
