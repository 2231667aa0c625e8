"""Entries of the findings about files and archives."""

from __future__ import annotations

from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry, Severity

CATALOGUE.register(
    CatalogueEntry("GO001", Severity.ERROR, "unreadable file",
        "The file or archive could not be opened or read at all; nothing of it is in the tables but this row.",
        "a path without read permission, a .zip that is not a zip archive"),
    CatalogueEntry("GO002", Severity.ERROR, "damaged archive member",
        "A member of an archive is damaged (wrong checksum, encrypted, cut off, sharing bytes with another), or all of "
        "the archive from some place on; the others are read. For games it says that these may be altered: a "
        "compressed tar has its checksums behind its members, and if one is wrong, no member is certain. The members "
        "of a plain tar have no checksums.",
        "a zip member whose CRC-32 does not match"),
    CatalogueEntry("GO003", Severity.WARNING, "no game found",
        "The bytes hold no SGF game tree, no '(;' and no node with a property, and no record in another known format; "
        "or they are those of a picture, sound or other binary file; or the archive holds no file.",
        "an empty file, a picture named .sgf"),
    CatalogueEntry("GO004", Severity.ERROR, "limit exceeded",
        "A named limit was passed (bytes of a file or of all of an archive, compression ratio, moves, variations, "
        "board size). The part beyond it is not read or not replayed; the rest is.",
        "a zip bomb, a record of 100,000 moves"),
    CatalogueEntry("GO005", Severity.INFO, "no record of a game",
        "Files of a folder or archive that are not named as records, and that are not records by content. They are not "
        "read. One finding for each folder or archive names their number (`count`) and kinds; the table files has a "
        "row for each. A text that begins with a game is a record under any name. So is a letter with a whole game "
        "between its lines. Other texts, such as tables, web pages, programs and READMEs, at most quote games. A file "
        "that is named as an input, or as a record, has GO003 instead.",
        "README.txt, a picture or Thumbs.db among records",
        unsampled="it is about files among records"),
)  # fmt: skip
