"""The values of closed vocabularies about counts and results: names, as tables have them, and meanings."""

from __future__ import annotations

from typing import Final

from goanalyze.util.choice import Choice


class Basis(Choice):
    """The basis of an outcome, or the reason for a missing margin; up to `DEAD_UNKNOWN` there is a margin."""

    COUNTED = ("counted", "the final position was counted, and its dead stones are known, or the ruleset removes none")
    NO_RESULT_POSSIBLE = (
        "no_result_possible",
        "counted, but a long cycle let the players claim no result, or the referee rule",
    )
    ESTIMATED = (
        "estimated",
        "counted with dead stones that were estimated or named by an engine: a guess with status_confidence",
    )
    DEAD_UNKNOWN = (
        "as_it_stands",
        (
            "two passes end the record; counted with every stone alive, since the dead stones are unknown: right for "
            "games played out to the end and for games under rules that remove no dead stones"
        ),
    )
    NO_RESULT = (
        "no_result",
        "no margin: a long cycle lets the players agree on no result, or the referee rule so, and the record has Void",
    )
    NOT_COUNTED = (
        "not_counted",
        "no margin: the game did not end by two passes (resigned, on time, broken off …), and no territory is marked",
    )
    NOT_OVER = (
        "not_over",
        "no margin: two passes in succession end the game under this ruleset, and the record has none",
    )
    NO_PASSES = ("no_passes", "no margin: it depends on the passes, and the record has no pass, or not two at its end")
    NO_KOMI = "no_komi", "no margin: no komi is recorded, or with --komi period none is known for the game's year"
    NO_RULESET_KOMI = (
        "no_ruleset_komi",
        "no margin: the ruleset names no komi for this board size or for handicap games",
    )
    NO_POSITION = "no_position", "no margin: the record has no board, its size is unknown or the game is not Go"
    PLAYED_ON = (
        "played_on",
        "no margin: two passes end the game under this ruleset, and stones were played after them",
    )
    NOT_COUNTABLE = (
        "not_countable",
        "no margin: the dead stones were estimated, and the board looks unfinished, open or bare",
    )


class AgreedResult(Choice):
    """Results that the players, or the referee, agreed on in place of a count, by the record."""

    NOTHING = "nothing", "the result is counted, or won in another way"
    BOTH_LOSE = "both_lose", "both players lose"
    NO_RESULT = "no_result", "the game has no result"


class Quality(Choice):
    """Knowledge of a final position, from least to most; from `DEAD_UNKNOWN` on it can be scored."""

    NO_POSITION = "no_position", "the record has no board"
    UNFINISHED = "unfinished", "no passes end the game, and no territory is marked"
    TOO_OPEN = "too_open", "the dead stones were estimated, and the board looks unfinished: too open, or too few stones"
    DEAD_UNKNOWN = "as_it_stands", "two passes end the record, and the dead stones are unknown"
    ESTIMATED = "estimated", "the dead stones were estimated, or named by an engine"
    DEAD_KNOWN = "dead_known", "the dead stones are known: from markup, proven, or from the user"


class PointKind(Choice):
    """Kinds of the points of a final position when the dame are filled, each with a side: Black, White or neither."""

    STONE = "stone", "a living stone of the side"
    TERRITORY = "territory", "territory of the side, empty or with a dead stone of the opponent"
    DAME = "dame", "a neutral point: filled by the side, or left open"
    CAPTURE = (
        "capture",
        "a neutral point, left open: the side could fill it and capture stones that both players let live",
    )
    SEKI = "seki", "a neutral point, left open: neither side can fill it without putting itself in atari"
    SEKI_EYE = "seki_eye", "a point that the side alone surrounds, with a group that lives in seki"
    FALSE_EYE = "false_eye", "a single point that the side must fill, since an adjacent chain has no other liberty"
    TEIRE = "teire", "a point of a larger territory that the side must fill for the same reason"
    PUT_BACK = "put_back", "a dead stone of the side that stays: it does not lie in territory of the opponent"


DEDUCTED: Final = (PointKind.FALSE_EYE, PointKind.TEIRE)
SURROUNDED: Final = (PointKind.TERRITORY, PointKind.SEKI_EYE, *DEDUCTED)
"""The points that one side alone borders. By area all of them count; by territory the first kind does."""


class HandicapSource(Choice):
    """Sources of the handicap stones on the board."""

    NONE = "none", "no handicap stones"
    MISSING = "missing", "HA names them, and they are not on the board"
    SETUP = "setup", "set up before the first move"
    MOVES = "moves", "played as Black's first moves"
    IMPLIED = "implied", "placed in the fixed pattern: the record leaves them out, and White moves first"


class Agreement(Choice):
    """Degrees of agreement of a count and a recorded result."""

    EXACT = "exact", "the count gives the recorded margin"
    WINNER = "winner", "the count gives the recorded winner, or that both lose; the margin is another or not recorded"
    NO = "no", "the count gives another winner, or none"


class Explanation(Choice):
    """Explanations of a difference between a count and a recorded result, in the order in which they are tried."""

    NONE_NEEDED = "none needed", "the count gives the recorded result"
    CONVENTION = "convention", "the unit of the result by the convention of its group gives it"
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
        "one or two chains taken for dead instead of alive, or alive instead of dead, give it, which is not by chance",
    )
    OFF_BY_ONE = "off by one", "a point is missing, as a dame or a pass stone makes it"
    DOES_NOT_FOLLOW = "does not follow", "no tested cause gives it"
