"""Closed vocabularies of what records say and how they were read."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class CharsetSource(Choice):
    """How the charset of a file is known."""

    CA = "CA", "the file names it"
    BOM = "bom", "byte-order mark"
    ASCII = "ascii", "only ASCII characters"
    UTF8 = "utf-8", "the bytes are UTF-8 (or nearly, with GO011)"
    UTF16 = "utf-16", "NULs stand where they do in UTF-16"
    UTF32 = "utf-32", "NULs stand where they do in UTF-32"
    OPTION = "option", "the user says so (--encoding)"
    POOLED = "pooled", "guessed, together with the files of the source that look alike"
    GUESSED = "guessed", "guessed from this file alone"
