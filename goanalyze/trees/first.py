"""The first game of a text in memory, for all who read just that."""

from __future__ import annotations

from goanalyze.archives.members import Blob
from goanalyze.sgf.charset import Text, as_sgf, decode
from goanalyze.sgf.records import Records, read_records
from goanalyze.trees.written import TreeError
from goanalyze.vocabulary.toml import shown


def first_game(text: str | bytes) -> Records:
    """Read the first game of an SGF text, or of a record in another format that is known.

    Args:
        text: as text, whatever its CA says; or as bytes, whose charset is found as for a file.

    Raises:
        TreeError: there is no game in it, or it is neither text nor bytes.
    """
    if not isinstance(text, (str, bytes)):
        raise TreeError(f"{shown(text)} is no record; allowed are text and bytes")
    if isinstance(text, str):
        data = text.encode("utf-8", errors="replace")
        decoded = as_sgf(Text("text", "", len(data), data, "utf-8", "utf-8"))
    else:
        decoded = decode(Blob("text", "", text))
    for records in read_records([decoded], most_games=1):
        return records
    raise TreeError("no SGF game tree in the text: it needs '(;' or a node with a property")
