"""The findings that a repair mends, and when: the one table of them, for messages, documents and tests."""

from __future__ import annotations

from typing import Final

from goanalyze.vocabulary.choice import Choice


class Mended(Choice):
    """When a finding is mended."""

    ALWAYS = "always", "always"
    SURE = "sure", "where it is sure what is meant"
    ASKED = "asked", "with --drop-illegal"


MENDED: Final[dict[str, tuple[Mended, str]]] = {
    "GO011": (
        Mended.ALWAYS,
        "the text is in UTF-8; the changes name the bytes that U+FFFD stands for",
    ),
    "GO012": (Mended.ALWAYS, "the text is in UTF-8 and CA says so"),
    "GO013": (Mended.ALWAYS, "the text is in UTF-8 and CA says so; the guess is in the list of changes"),
    "GO014": (Mended.ALWAYS, "as GO013: give --encoding to the check first"),
    "GO015": (Mended.ALWAYS, "the characters are whole, in UTF-8"),
    "GO101": (Mended.ASKED, "the move is left out; its comment and variations stay"),
    "GO102": (Mended.ASKED, "the move is left out; its comment and variations stay"),
    "GO103": (Mended.ASKED, "the move is left out; its comment and variations stay"),
    "GO154": (Mended.SURE, "the stones are set where they are implied, on the standard points"),
    "GO301": (Mended.ALWAYS, "'(;' is set before the game"),
    "GO302": (Mended.ALWAYS, "parentheses are closed at the end of the game"),
    "GO303": (Mended.ALWAYS, "the bracket is closed where the tokenizer ends the value"),
    "GO304": (Mended.ALWAYS, "text goes back into the comment that a bracket cut off, or is left out"),
    "GO305": (Mended.ALWAYS, "the first value stays; comments are put together"),
    "GO306": (Mended.ALWAYS, "names are their capitals"),
    "GO307": (Mended.ASKED, "the move is left out; its comment and variations stay"),
    "GO308": (Mended.ALWAYS, "such values are left out; of a rectangle what lies on the board stays"),
    "GO309": (Mended.ALWAYS, "such names are left out"),
    "GO310": (Mended.ALWAYS, "such text is left out"),
    "GO312": (Mended.ALWAYS, "the nodes are variations of their own"),
    "GO313": (Mended.ALWAYS, "the record is SGF; what was not understood is not in it"),
    "GO314": (Mended.ALWAYS, "the record is SGF, with the moves in the order of the file"),
    "GO315": (Mended.ALWAYS, "the record is SGF, and has what was there"),
    "GO316": (Mended.ALWAYS, "the record is SGF, and has what was read"),
    "GO401": (Mended.SURE, "RE has a form of FF[4], as B+3.5, W+R, 0, Void or ?"),
    "GO404": (Mended.SURE, "KM is in points"),
    "GO405": (Mended.SURE, "HA is a plain number, where the stones agree with it"),
    "GO406": (Mended.SURE, "DT is a year, month or day, where it says nothing else but a time of day"),
    "GO409": (Mended.SURE, "SZ is one number, or two with a colon"),
}
"""By code: when, and how."""
