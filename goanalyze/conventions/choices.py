"""The closed vocabularies of conventions."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class ConventionMode(Choice):
    """The treatment of headers that differ from the terms of play."""

    OFF = "off", "no conventions are learned"
    REPORT = "report", "conventions are learned and reported; every game is taken as its header has it"
    APPLY = "apply", "komi, ruleset, points for handicap stones and rest are those of the convention"


class HandicapKind(Choice):
    """The kinds of handicap for which servers set different komi."""

    NONE = "none", "an even game"
    ONE = "one", "HA[1]: Black plays first, and komi is that of handicap games"
    MORE = "more", "two handicap stones or more"


class ResultScale(Choice):
    """The unit of the number of a recorded margin; `factor` converts a number that was read as points."""

    AS_READ = "as read", "the unit that RE was read in"
    DOUBLED = "doubled", "zi, two points each, where it was read as points"
    HALVED = "halved", "points, where it was read as zi"

    @property
    def factor(self) -> float:
        """Factor that turns the margin as read into points."""
        return (1.0, 2.0, 0.5)[self.index]


class RestMode(Choice):
    """The count of a record that ends without two passes, its dead stones estimated."""

    OPEN = "open", "the position of the last move: dame and teire stay open"
    PLAYED_OUT = "played out", "the position after the rest is played: dame and teire are filled"


class KomiMeaning(Choice):
    """The meanings of the komi of a header, the most ordinary first."""

    HEADER = "header", "the points that the header names"
    HANDICAP = "handicap", "as in handicap games"
    USUAL = "usual", "a usual one, where the header says 0 or nothing"
    ZI = "zi", "it is in zi"
    POINTS = "points", "it is in points"
    HUNDREDTHS = "hundredths", "it is in hundredths"
    SIGN = "sign", "it is for the other side"
    UNSTATED = "found", "not a meaning of the header; most games of the group follow it"


class Standing(Choice):
    """The result of the test of a hypothesis about a group of games."""

    CHOSEN = "chosen", "it is the convention: most games follow it, and it is better than every other"
    HEADER = "header", "it is the header's, and no other is better"
    REFUTED = "refuted", "another explains significantly more games, or the same number in a simpler way"
    OPEN = "open", "the games do not decide; the header stays in force"
