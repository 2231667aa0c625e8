"""The first game of a text in memory."""

from __future__ import annotations

from goanalyze.archives.blobs import Blob
from goanalyze.errors import TreeError
from goanalyze.sgf.charset import Text, as_sgf, decode
from goanalyze.sgf.records import Records, read_records
from goanalyze.vocabulary.toml import shown


def first_game(text: str | bytes) -> Records:
    """Read the first game of an SGF text, or of a record in another known format.

    Args:
        text: characters, whose CA is ignored; or bytes, whose charset is detected as for a file.

    Raises:
        TreeError: the text contains no game, or is neither str nor bytes.
    """
    if not isinstance(text, (str, bytes)):
        raise TreeError(f"{shown(text)} is not a valid record. Expected str or bytes.")
    if isinstance(text, str):
        data = text.encode("utf-8", errors="replace")
        decoded = as_sgf(Text("text", "", len(data), data, "utf-8", "utf-8"))
    else:
        decoded = decode(Blob("text", "", text))
    for records in read_records([decoded], most_games=1):
        return records
    raise TreeError("No game was found in the text. Expected '(;' or a node with a property.")
