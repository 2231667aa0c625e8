"""The closed vocabularies of conventions."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class ConventionMode(Choice):
    """What is done about headers that do not say what was played."""

    OFF = "off", "nothing is looked for"
    REPORT = "report", "conventions are found and told; every game is taken as its header has it"
    APPLY = "apply", "komi, ruleset, points for handicap stones and rest are those of the convention that was found"


class HandicapKind(Choice):
    """What servers tell apart when they set komi."""

    NONE = "none", "an even game"
    ONE = "one", "HA[1]: Black plays first, and komi is that of handicap games"
    MORE = "more", "two handicap stones or more"


class ResultScale(Choice):
    """What the number of a recorded margin is of; `factor` makes points of what was read as points."""

    AS_READ = "as read", "the unit that RE was read in"
    DOUBLED = "doubled", "zi, two points each, where it was read as points"
    HALVED = "halved", "points, where it was read as zi"

    @property
    def factor(self) -> float:
        """What the margin as read is multiplied with."""
        return (1.0, 2.0, 0.5)[self.index]


class RestMode(Choice):
    """The count of a record that ends without two passes, its dead stones estimated."""

    OPEN = "open", "the position of the last move: dame and teire stay open"
    PLAYED_OUT = "played out", "the position after the rest is played: dame and teire are filled"


class KomiMeaning(Choice):
    """What else a komi can mean than the points that the header names, the most ordinary first."""

    HEADER = "header", "the points that the header names"
    HANDICAP = "handicap", "as in handicap games"
    USUAL = "usual", "a usual one, where the header says 0 or nothing"
    ZI = "zi", "it is in zi"
    POINTS = "points", "it is in points"
    HUNDREDTHS = "hundredths", "it is in hundredths"
    SIGN = "sign", "it is for the other side"
    UNSTATED = "found", "no reading of the header; most games of the group follow it"


class Standing(Choice):
    """What became of a hypothesis about a group of games."""

    CHOSEN = "chosen", "it is the convention: most games follow it, and it is better than every other"
    HEADER = "header", "it is what the header says, and nothing is better"
    REFUTED = "refuted", "another explains significantly more games, or as many in a simpler way"
    OPEN = "open", "the games do not decide; what the header says stays"
