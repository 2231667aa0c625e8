"""The values of closed vocabularies about counts and results: names, as tables write them, and meanings."""

from __future__ import annotations

from typing import Final

from goanalyze.vocabulary.choice import Choice


class Basis(Choice):
    """What an outcome rests on, or why there is none; up to `AS_IT_STANDS` there is a margin."""

    COUNTED = (
        "counted",
        "the final position was counted, and its dead stones are known, or the ruleset takes none off",
    )
    NO_RESULT_POSSIBLE = (
        "no_result_possible",
        "counted, but a long cycle let the players claim no result, or the referee rule",
    )
    ESTIMATED = (
        "estimated",
        "counted with dead stones that were estimated or an engine named: a guess, as sure as status_confidence says",
    )
    AS_IT_STANDS = (
        "as_it_stands",
        (
            "two passes end the record; counted as it stands, dead stones unknown: right for games played out to the "
            "end and where the game was played under rules that take none off"
        ),
    )
    NO_RESULT = (
        "no_result",
        "no margin: a long cycle lets the players agree on no result, or the referee rule so, and the record says Void",
    )
    NOT_COUNTED = (
        "not_counted",
        "no margin: the game did not end by two passes (resigned, on time, broken off …), and no territory is marked",
    )
    NOT_OVER = (
        "not_over",
        "no margin: two passes in succession end the game under this ruleset, and the record has none",
    )
    NO_PASSES = "no_passes", "no margin: it depends on who passed, and the record has no pass, or not two at its end"
    NO_KOMI = "no_komi", "no margin: no komi is recorded, or with --komi period none is known for the game's year"
    NO_RULESET_KOMI = (
        "no_ruleset_komi",
        "no margin: the ruleset names no komi for this board size or for handicap games",
    )
    NO_POSITION = "no_position", "no margin: there is no board, its size is unknown or it is not Go"
    PLAYED_ON = (
        "played_on",
        "no margin: two passes end the game under this ruleset, and stones were played after them",
    )
    NOT_COUNTABLE = (
        "not_countable",
        "no margin: the dead stones were estimated, and the board looks unfinished, open or bare",
    )


class Agreed(Choice):
    """What the record says that the players, or the referee, agreed on in place of a count."""

    NOTHING = "nothing", "the result is counted, or won in another way"
    BOTH_LOSE = "both_lose", "both players lose"
    NO_RESULT = "no_result", "there is no result"


class Quality(Choice):
    """What is known of a final position, from least to most; from `AS_IT_STANDS` on it can be scored."""

    NO_POSITION = "no_position", "there is no board"
    UNFINISHED = "unfinished", "nobody stopped the game, and nobody marked territory"
    TOO_OPEN = "too_open", "the dead stones were estimated, and the board looks unfinished: too open, or too few stones"
    AS_IT_STANDS = "as_it_stands", "two passes end the record, and nobody says which stones are dead"
    ESTIMATED = "estimated", "the dead stones were estimated, or an engine said which they are"
    DEAD_KNOWN = "dead_known", "the dead stones are known: from markup, proven, or given"


class PointKind(Choice):
    """What a point of a final position is when the dame are filled; its side is Black, White or nobody."""

    STONE = "stone", "a living stone of the side"
    TERRITORY = "territory", "territory of the side; a dead stone of the opponent may stand there"
    DAME = "dame", "nobody's point: filled by the side, or left open"
    CAPTURE = (
        "capture",
        "nobody's point, left open: the side could fill it and capture stones that both players let live",
    )
    SEKI = "seki", "nobody's point, left open: neither side can fill it without putting itself in atari"
    SEKI_EYE = "seki_eye", "a point that the side alone surrounds, with a group that lives in seki"
    FALSE_EYE = "false_eye", "a single point that the side must fill, since a chain beside it has no other liberty"
    TEIRE = "teire", "a point of a larger territory that the side must fill for the same reason"
    PUT_BACK = "put_back", "a dead stone of the side that stays: it does not lie in territory of the opponent"


DEDUCTED: Final = (PointKind.FALSE_EYE, PointKind.TEIRE)
SURROUNDED: Final = (PointKind.TERRITORY, PointKind.SEKI_EYE, *DEDUCTED)
"""What one side alone borders. By area all of it counts; by territory the first does."""


class HandicapSource(Choice):
    """How handicap stones came onto the board."""

    NONE = "none", "there are none"
    MISSING = "missing", "HA names them, and they are not on the board"
    SETUP = "setup", "set up before the first move"
    MOVES = "moves", "played as Black's first moves"
    IMPLIED = "implied", "placed in the fixed pattern: the record leaves them out, and White moves first"


class Agreement(Choice):
    """How a count and a recorded result agree."""

    EXACT = "exact", "the count gives the recorded margin"
    WINNER = "winner", "the recorded winner, or that both lose, is given; by another margin, or none is recorded"
    NO = "no", "the count gives another winner, or none"


class Explanation(Choice):
    """What can explain a difference between a count and a recorded result, in the order in which it is tried."""

    NONE_NEEDED = "none needed", "the count gives what is recorded"
    CONVENTION = (
        "convention",
        "the unit of the result by the convention of its group gives it",
    )
    OTHER_RULESET = (
        "other ruleset",
        "counted the other way, by area or territory, or with every stone alive, it gives the recorded margin",
    )
    OTHER_KOMI = (
        "other komi",
        "another komi gives it: one that a server leaves out, of handicap games, in zi, or of the other sign",
    )
    HANDICAP = "handicap", "another number of points for handicap stones gives it"
    ZI = "zi", "it is recorded in zi, two points each, or in points where zi are named"
    STONES = (
        "stones",
        "one or two chains taken for dead instead of alive, or alive instead of dead, give it, which is no chance",
    )
    OFF_BY_ONE = "off by one", "a point is missing, as a dame or a pass stone makes it"
    DOES_NOT_FOLLOW = "does not follow", "nothing tried gives it"
