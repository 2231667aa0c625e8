"""Conventions: the games that each covers and the terms that they were played by, with vocabularies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import PurePath

from goanalyze.rules import Compensation
from goanalyze.util.choice import Choice


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


NAMELESS = ""
"""The value of a ruleset, program or komi that the record does not name."""
WHOLE = "./"
"""Prefix of a source that is a whole path."""


@dataclass(frozen=True, slots=True)
class Header:
    """The values in the records of the games that a convention covers; None for any value.

    Attributes:
        sources: archives, or folders of plain files: names, or the last parts of paths; ``*`` and ``?`` are any
            characters and one character, ``.`` is the working folder and standard input, ``./`` at the beginning makes
            it the whole path; empty for any.
        application: program that wrote the record, without its version; empty for none.
        ruleset: id of the ruleset that RU names; empty for none.
        komi: KM as written; empty for none.
        handicap: none, one, more.
        board: columns and rows, as ``19×19``.
        years: first and last year of the game, both included; None for no end.
    """

    sources: tuple[str, ...] = ()
    application: str | None = None
    ruleset: str | None = None
    komi: str | None = None
    handicap: HandicapKind | None = None
    board: str | None = None
    years: tuple[int | None, int | None] | None = None

    @property
    def undivided(self) -> Header:
        """Header without the values that divide a group; the same for all parts of one."""
        return replace(self, sources=(), board=None, years=None)

    def has_source(self, path: str) -> bool:
        """Return True if the header covers games of an archive or folder.

        Example:
            >>> Header(sources=("fox-9k.zip",)).has_source("/data/go/fox-9k.zip")
            True
            >>> Header(sources=(".",)).has_source("."), Header(sources=(".",)).has_source("go")
            (True, False)
            >>> [Header(sources=("./fox.zip",)).has_source(path) for path in ("fox.zip", "old/fox.zip")]
            [True, False]
        """
        return not self.sources or any(_matches_end(path, pattern) for pattern in self.sources)


def _matches_end(path: str, pattern: str) -> bool:
    parts, patterns = PurePath(path).parts, PurePath(pattern).parts
    is_whole = not patterns or pattern.startswith(WHOLE)  # the working folder has no parts
    if len(patterns) > len(parts) or (is_whole and len(patterns) < len(parts)):
        return False
    return all(map(fnmatchcase, parts[len(parts) - len(patterns) :], patterns))


@dataclass(frozen=True, slots=True)
class PlayedTerms:
    """The terms that games were played by; None for those of the header.

    Attributes:
        ruleset: id of a ruleset that counts in the same way.
        komi: komi in points, for White.
        compensation: points of White for handicap stones in addition to komi.
        scale: unit of the recorded result.
        rest: count of a record that no passes end; None for the usual one of its origin, see `origins`.
    """

    ruleset: str | None = None
    komi: float | None = None
    compensation: Compensation | None = None
    scale: ResultScale = ResultScale.AS_READ
    rest: RestMode | None = None

    @property
    def is_header(self) -> bool:
        """True if all terms are those of the header."""
        return self == PlayedTerms()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a convention: the games of its group whose count and recorded margin are known.

    Attributes:
        games: number of these games, copies left out.
        explained: number of recorded margins that follow from the convention.
        header: number of recorded margins that follow from the header.
        chance: share that another komi would explain, on average of those up to ten points away in steps of one.
        deciding: number of games that only one of the convention and its best rival explains.
        deciding_for: number of them that the convention explains.
        low, high: 95% interval of the share explained (Wilson).
    """

    games: int
    explained: int
    header: int
    chance: float
    deciding: int
    deciding_for: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Convention:
    """The terms that the games of a group were played by.

    Attributes:
        name: name of the group in tables and messages: a-z, 0-9, - and _.
        header: games that it covers.
        played: terms that they were played by.
        evidence: evidence for it; None for a convention of the user.
    """

    name: str
    header: Header
    played: PlayedTerms
    evidence: Evidence | None = None


def codes(header: Header, played: PlayedTerms) -> tuple[str, ...]:
    """Return the codes of terms that differ from the header; a ruleset that the header does not name is not one."""
    terms = () if played.komi is None and played.rest is None else ("GO412",)
    counting = replace(played, komi=None, rest=None, ruleset=played.ruleset if header.ruleset else None)
    return terms if counting.is_header else (*terms, "GO413")
