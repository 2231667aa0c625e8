"""The closed vocabulary of the files table."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class FileStatus(Choice):
    """What became of an input file or archive member."""

    OK = "ok", "every game was read"
    PARTIAL = "partial", "something may be lost (see code)"
    FAILED = "failed", "no game could be read"
