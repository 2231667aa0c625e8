"""Closed vocabularies of what records say and how they were read."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class FileFormat(Choice):
    """The format of a record."""

    SGF = "sgf", "Smart Game Format"
    GIB = "gib", "GIB, of Tygem"
    NGF = "ngf", "NGF, of WBaduk and Cyberoro"
    UGF = "ugf", "UGF or UGI, of Panda-Net"


class CharsetSource(Choice):
    """How the charset of a file is known."""

    CA = "CA", "the file names it (CA; Lang in UGF and UGI)"
    BOM = "bom", "byte-order mark"
    ASCII = "ascii", "only ASCII characters"
    UTF8 = "utf-8", "the bytes are UTF-8 (or nearly, with GO011)"
    UTF16 = "utf-16", "NULs stand where they do in UTF-16"
    UTF32 = "utf-32", "NULs stand where they do in UTF-32"
    OPTION = "option", "the user says so (--encoding)"
    POOLED = "pooled", "guessed, together with the files of the source that look alike"
    GUESSED = "guessed", "guessed from this file alone"


class DatePrecision(Choice):
    """What of a date is known, from nothing to the day."""

    NONE = "none", "nothing"
    YEAR = "year", "the year"
    MONTH = "month", "year and month"
    DAY = "day", "the day"


class Unit(Choice):
    """The unit beside a number, as written."""

    POINTS = "points", "points (目)"
    ZI = "zi", "zi (子), two points each"
    NONE = "none", "no unit, or no number"


class KomiUnit(Choice):
    """The unit that KM is in."""

    POINTS = "points", "points, as FF[4] has it"
    ZI = "zi", "zi (子), two points each"
    ZI_100 = "zi×100", "hundredths of zi"
    POINTS_100 = "points×100", "hundredths of points"
    NONE = "none", "no komi is read"


class ResultBy(Choice):
    """How a game ended, as RE says."""

    SCORE = "score", "counted"
    RESIGN = "resign", "by resignation"
    TIME = "time", "on time"
    FORFEIT = "forfeit", "by forfeit"
    DRAW = "draw", "nobody won"
    BOTH_LOSE = "both_lose", "both players lose"
    VOID = "void", "without result"
    UNKNOWN = "unknown", "not told"


class Overtime(Choice):
    """What follows the main time, as OT says."""

    BYO_YOMI = "byo-yomi", "periods, of which one is lost whenever a move takes longer"
    CANADIAN = "canadian", "so many stones in every period"
    FISCHER = "fischer", "each move adds to the time left"
    OTHER = "other", "another system, or not understood"
    NONE = "none", "none is told"


class KomiSource(Choice):
    """Where the komi of a game comes from."""

    RECORDED = "recorded", "KM names it, or KO or GM in its place; without these, KataGo's rules string in RU"
    AUCTION = "auction", "the players bid for it: the number in KM, or the highest bid there, else in GC, RU, EV or GN"
    CONVENTION = "convention", "KM says another or none; most games of its group were played with it"
    NONE = "none", "no komi is read"


class RulesetSource(Choice):
    """Where the ruleset of a game comes from."""

    RECORDED = "recorded", "RU names it"
    CONVENTION = "convention", "RU names another or none; most games of its group were counted by it"
    NONE = "none", "none is read"
