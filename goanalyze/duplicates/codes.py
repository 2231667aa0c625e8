"""Entries of the findings about copies of games, which the table duplicates has."""

from __future__ import annotations

from typing import Final

from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry, Severity

_UNSAMPLED: Final = "it is about two games, which goanalyze dups compares"

CATALOGUE.register(
    CatalogueEntry("GO601", Severity.INFO, "exact copy",
        "The same text, character by character, occurs elsewhere in the dataset. A note, as all of GO6xx but the "
        "contradiction: an archive may hold a game twice on purpose.",
        "one file in two archives", unsampled=_UNSAMPLED),
    CatalogueEntry("GO602", Severity.INFO, "same moves",
        "The same setup and moves with other text: names, comments, result or layout differ; `differs` says in "
        "which columns.",
        "a game as two servers saved it", unsampled=_UNSAMPLED),
    CatalogueEntry("GO603", Severity.INFO, "same moves on a rotated or mirrored board",
        "The same game after rotating or mirroring the board; `view` says how.",
        "a record typed in from White's side of the board", unsampled=_UNSAMPLED),
    CatalogueEntry("GO604", Severity.INFO, "same moves with colours swapped",
        "The same points in the same order with colours swapped, on the board as it is, rotated or "
        "mirrored.",
        ";B[pd];W[dp] and ;W[pd];B[dp]", unsampled=_UNSAMPLED),
    CatalogueEntry("GO605", Severity.INFO, "beginning of another game",
        "All moves are the first moves of a longer record, `missing_moves` more: one was cut off, or the game was "
        "resumed under another name.",
        "an adjourned game, and the whole of it", unsampled=_UNSAMPLED),
    CatalogueEntry("GO606", Severity.INFO, "same game with other moves",
        "The same game but for a few moves that are changed, missing, added or of the other colour, or for how "
        "handicap stones are given. `differing_moves` counts them.",
        "two transcripts of a broadcast game", unsampled=_UNSAMPLED),
    CatalogueEntry("GO607", Severity.INFO, "same Dyer signature",
        "Moves 20, 40, 60, 31, 51 and 71 are on the same points in some view of the board, but the games are not "
        "the same otherwise. A hint only.",
        "a game played over again up to move 75", unsampled=_UNSAMPLED),
    CatalogueEntry("GO608", Severity.INFO, "same first 50 plays",
        "The first 50 plays are the same in some view of the board, and the games differ later. A hint only: "
        "openings are repeated, and games won against a program are.",
        "a mirror go opening, twice", unsampled=_UNSAMPLED),
    CatalogueEntry("GO609", Severity.WARNING, "copies contradict each other in the result",
        "Two records of one game name different winners, or different margins at the same komi. One is wrong, or "
        "one was cut off and its result is of that moment. The column `contradicts` of duplicates marks them.",
        "RE[B+R] in one archive and RE[W+R] in another", unsampled=_UNSAMPLED),
)  # fmt: skip
