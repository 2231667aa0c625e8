"""The closed vocabularies of the search for duplicates."""

from __future__ import annotations

from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.choice import Choice


class Level(Choice):
    """The confidence that two records are of one game."""

    POSSIBLE = "possible", "less than the others: openings are replayed, and so are games won against a program"
    LIKELY = "likely", "enough plays agree that chance is out of the question"
    CERTAIN = "certain", "the same text, or many plays and all of them the same"


class CopyKind(Choice):
    """The relation of a record to another one, by the code of the catalogue."""

    EXACT = "GO601", CATALOGUE["GO601"].title
    SAME_MOVES = "GO602", CATALOGUE["GO602"].title
    MIRRORED = "GO603", CATALOGUE["GO603"].title
    SWAPPED = "GO604", CATALOGUE["GO604"].title
    BEGINNING = "GO605", CATALOGUE["GO605"].title
    NEAR = "GO606", CATALOGUE["GO606"].title
    HINT_DYER = "GO607", CATALOGUE["GO607"].title
    HINT_OPENING = "GO608", CATALOGUE["GO608"].title


class View(Choice):
    """The eight ways to lay a board on another.

    By `index`: bit 1 mirrors left to right, then bit 2 top to bottom, then bit 4 exchanges columns and rows.
    """

    AS_IT_IS = "as it is", "unchanged"
    LEFT_RIGHT = "mirrored left to right", "x → width − 1 − x"
    TOP_BOTTOM = "mirrored top to bottom", "y → height − 1 − y"
    HALF = "rotated by 180°", "both"
    UPPER_LEFT = "mirrored at the diagonal from the upper left", "x and y exchanged"
    LEFT = "rotated left by 90°", "mirrored left to right, then x and y exchanged"
    RIGHT = "rotated right by 90°", "mirrored top to bottom, then x and y exchanged"
    UPPER_RIGHT = "mirrored at the diagonal from the upper right", "rotated by 180°, then x and y exchanged"


class Criterion(Choice):
    """The reasons for a copy to be the better one; the first that differs decides."""

    ERRORS = (
        "fewer of the moves that both have are errors",
        "an error in a move that the other copy lacks does not count: the other copy was cut off before",
    )
    PLAYS = "it has more plays", "passes not counted"
    RESULT = "it has a result", "a winner, or a draw, is recorded"
    NAMES = "it has both names and a date", "of both players"
    MARKED = "dead stones are marked in it", "by the players"
    FINDINGS = "it has fewer findings", "of any severity"
    NAME = "its name comes first", "by source, member and number"
