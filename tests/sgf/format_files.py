"""Files in other formats, read: their text, games, moves and findings."""

from __future__ import annotations

import re

import goanalyze as ga
from goanalyze.archives.blobs import Blob
from goanalyze.sgf.charset import Text, decode
from goanalyze.sgf.charset_detection import Decision
from goanalyze.sgf.records import Records, read_records

TOLD = tuple(
    """
    black_player white_player black_rank white_rank date komi handicap result_winner result_by result_margin
""".split()
)


def text_of(data: bytes, charset: str = "cp1252") -> Text:
    """Return the text of a file that is in a charset, where it does not say so."""
    return decode(Blob("a", "", data), lambda _: Decision(charset, "option"))


def records_of(data: bytes, charset: str = "cp1252") -> Records:
    """Return the games of a file."""
    (records,) = read_records([text_of(data, charset)])
    return records


def moves_of(data: bytes) -> list[tuple[int, list[int]]]:
    """Return kinds and points of all plays, passes and stones set up, of all games of a file."""
    return [
        (kind, xy[:2])
        for records in read_records([text_of(data)])
        for kind, xy in zip(records.tape.kind.tolist(), records.tape.xy.tolist(), strict=True)
    ]


def findings_of(data: bytes) -> list[tuple[str, int | None]]:
    """Return codes and bytes of the findings of the first game of a file that only readers of formats report."""
    told = ga.loads(data).replay().findings
    return [(found.code, found.offset) for found in told if re.fullmatch("GO(102|307|31[3-6]|403|401)", found.code)]


def first(text: str, line: str) -> int:
    """Return the offset of a line."""
    return text.encode().index(line.encode())
