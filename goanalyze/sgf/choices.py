"""Closed vocabularies of the values of records, and of how they were read."""

from __future__ import annotations

from goanalyze.util.choice import Choice


class FileFormat(Choice):
    """The format of a record."""

    SGF = "sgf", "Smart Game Format"
    GIB = "gib", "GIB, of Tygem"
    NGF = "ngf", "NGF, of WBaduk and Cyberoro"
    UGF = "ugf", "UGF or UGI, of Panda-Net"


class CharsetSource(Choice):
    """The source of a file's charset."""

    CA = "CA", "the file names it (CA; Lang in UGF and UGI)"
    BOM = "bom", "byte-order mark"
    ASCII = "ascii", "only ASCII characters"
    UTF8 = "utf-8", "the bytes are UTF-8 (or nearly, with GO011)"
    UTF16 = "utf-16", "NULs are at the places that they have in UTF-16"
    UTF32 = "utf-32", "NULs are at the places that they have in UTF-32"
    OPTION = "option", "the user says so (--encoding)"
    POOLED = "pooled", "guessed, together with the files of the source that look alike"
    GUESSED = "guessed", "guessed from this file alone"


class DatePrecision(Choice):
    """The precision of a date, from nothing to the day."""

    NONE = "none", "nothing"
    YEAR = "year", "the year"
    MONTH = "month", "year and month"
    DAY = "day", "the day"


class Unit(Choice):
    """The unit of a number, as written."""

    POINTS = "points", "points (目)"
    ZI = "zi", "zi (子), two points each"
    NONE = "none", "no unit, or no number"


class KomiUnit(Choice):
    """The unit of KM."""

    POINTS = "points", "points, as FF[4] has it"
    ZI = "zi", "zi (子), two points each"
    ZI_100 = "zi×100", "hundredths of zi"
    POINTS_100 = "points×100", "hundredths of points"
    NONE = "none", "no komi is read"


class ResultBy(Choice):
    """The way in which a game ended, by RE."""

    SCORE = "score", "counted"
    RESIGN = "resign", "by resignation"
    TIME = "time", "on time"
    FORFEIT = "forfeit", "by forfeit"
    DRAW = "draw", "neither side won"
    BOTH_LOSE = "both_lose", "both players lose"
    VOID = "void", "without result"
    UNKNOWN = "unknown", "not stated"


class Overtime(Choice):
    """The overtime after the main time, by OT."""

    BYO_YOMI = "byo-yomi", "periods, of which one is lost whenever a move takes longer"
    CANADIAN = "canadian", "a number of stones in every period"
    FISCHER = "fischer", "each move adds to the time left"
    OTHER = "other", "another system, or not understood"
    NONE = "none", "none is stated"


class KomiSource(Choice):
    """The source of a game's komi."""

    RECORDED = "recorded", "KM names it, or KO or GM in its place; without these, KataGo's rules string in RU"
    AUCTION = "auction", "the players bid for it: the number in KM, or the highest bid there, else in GC, RU, EV or GN"
    CONVENTION = "convention", "KM says another or none; most games of its group were played with it"
    PERIOD = "period", "KM is missing, and games by these rules, or at that time and place, had no komi"
    NONE = "none", "no komi is read"


class RulesetSource(Choice):
    """The source of a game's ruleset."""

    RECORDED = "recorded", "RU names it"
    PERIOD = "period", "a guess: RU is missing; setup, words, or place and date are those of old games by these rules"
    CONVENTION = "convention", "RU names another or none; most games of its group were counted by it"
    NONE = "none", "none is read"
