"""Findings in SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code hosts and editors read.

A result's location is the file on disk. Of an archive that is the archive: its member, game and move are in the
logical location, as an address, and the byte of the member in the properties, since a region would be one of the
archive.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import PurePath
from typing import Final
from urllib.parse import quote, quote_from_bytes

from goanalyze import __version__
from goanalyze.archives.address import Address
from goanalyze.archives.blobs import as_on_disk
from goanalyze.archives.remote import is_remote
from goanalyze.render.terminal.listing import ADDRESS, Listing, Row
from goanalyze.sgf.game_ids import text_id
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.text import json_text

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_PACKED: Final = (".gz", ".bz2", ".xz", ".lzma", ".zst", ".z")
_FINGERPRINT: Final = "goanalyze/v1"
"""Name of the fingerprint, and version of how it is made."""


class Sarif(Listing):
    """One run; its rules are the codes that were asked for.

    Args:
        codes: codes of the rules.
    """

    columns = (*ADDRESS, "game_id", "code", "severity", "color", "point", "offset", "message")

    def __init__(self, codes: Sequence[str]) -> None:
        self._rules = {code: number for number, code in enumerate(codes)}
        self._before = "\n"
        self._file, self._alike = ("", ""), Counter[str]()

    def begin(self) -> str:
        """Return the head: the tool and its rules."""
        tool = {"driver": {"name": "goanalyze", "version": __version__, "rules": [_rule(code) for code in self._rules]}}
        return f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{{"tool": {json_text(tool)}, "results": ['

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield a result for each, with the separator before it."""
        for row in rows:
            yield self._before + json_text(self._result(row))
            self._before = ",\n"

    def end(self) -> Iterator[str]:
        """Close the run."""
        yield "\n]}]}\n"

    def _result(self, row: Row) -> dict[str, object]:
        address, extra = str(Address.of(row)), dict[str, object]()
        physical: dict[str, object] = {"artifactLocation": {"uri": uri(row["source"])}}
        if row["offset"] is not None and not row["member"] and not row["source"].lower().endswith(_PACKED):
            physical["region"] = {"byteOffset": row["offset"]}
        elif row["offset"] is not None:
            extra = {"properties": {"byteOffset": row["offset"]}}
        where = {"physicalLocation": physical, "logicalLocations": [{"fullyQualifiedName": address}]}
        return {
            "ruleId": row["code"],
            "ruleIndex": self._rules[row["code"]],
            "level": _LEVELS[row["severity"]],
            "message": {"text": row["message"]},
            "locations": [where],
            "partialFingerprints": {_FINGERPRINT: self._fingerprint(row)},
            **extra,
        }

    def _fingerprint(self, row: Row) -> str:
        """Return a fingerprint that stays the same if the file is moved, or the record edited elsewhere.

        As in a baseline, see `goanalyze.batch.baseline`, findings are distinguished by file, here without its
        folders, code, colour and point, by the game where it is not the first, and if they are alike by their number.
        """
        file = row["source"], row["member"]
        if file != self._file:
            self._file, self._alike = file, Counter()
        name = row["member"] or row["source"].replace("\\", "/").rpartition("/")[2]
        game = text_id(row["game_id"]) if row["game_index"] else ""
        parts = name, row["code"], row["color"], row["point"], game, row["line"]
        text = "\0".join(str(each or "") for each in parts)
        self._alike[text] += 1
        return f"{blake2b(text.encode('utf-8', 'backslashreplace'), digest_size=8).hexdigest()}:{self._alike[text]}"


def _rule(code: str) -> dict[str, object]:
    known = CATALOGUE[code]
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "fullDescription": {"text": known.meaning},
        "help": {"text": f"{known.meaning} Example: {known.example}. See: goanalyze explain {code}"},
        "defaultConfiguration": {"level": _LEVELS[known.severity.value]},
    }


@cache
def uri(source: str) -> str:
    """Return a source as a URI: as relative as its path is, with the bytes of its name.

    Example:
        >>> uri("games/a b#1.zip"), uri("/data/柯洁.sgf"), uri("s3://games/a b.zip"), uri("-")
        ('games/a%20b%231.zip', 'file:///data/%E6%9F%AF%E6%B4%81.sgf', 's3://games/a%20b.zip', '-')
    """
    if is_remote(source):
        scheme, _, rest = source.partition("://")
        return f"{scheme}://{quote(rest)}"
    path = PurePath(as_on_disk(source))
    return path.as_uri() if path.is_absolute() else quote_from_bytes(os.fsencode(path.as_posix()))
