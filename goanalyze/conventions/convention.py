"""What a convention is: which games it is of, and what was played in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import PurePath

from goanalyze.conventions.choices import HandicapKind, RestMode, ResultScale
from goanalyze.rules import Compensation

NAMELESS = ""
"""Stands for a ruleset, program or komi that the record does not name."""
WHOLE = "./"
"""Before a source: it is the whole path, and no other that ends so."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the record of a game must say for a convention to be about it; None where anything will do.

    Attributes:
        sources: archives, or folders of plain files: names, or the last parts of paths; ``*`` and ``?`` stand for
            anything and one character, ``.`` for the working folder and standard input, ``./`` before one for the
            whole path; none named: any.
        application: the program that wrote the record, without its version; empty for none.
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
        """It without what a group is divided by: the same for all parts of one."""
        return replace(self, sources=(), board=None, years=None)

    def takes_source(self, place: str) -> bool:
        """Return whether it is about games of an archive or folder.

        Example:
            >>> Header(sources=("fox-9k.zip",)).takes_source("/data/go/fox-9k.zip")
            True
            >>> Header(sources=(".",)).takes_source("."), Header(sources=(".",)).takes_source("go")
            (True, False)
            >>> [Header(sources=("./fox.zip",)).takes_source(place) for place in ("fox.zip", "old/fox.zip")]
            [True, False]
        """
        return not self.sources or any(_ends_as(place, wanted) for wanted in self.sources)


def _ends_as(place: str, wanted: str) -> bool:
    """Return whether the last parts of a path are as wanted."""
    parts, patterns = PurePath(place).parts, PurePath(wanted).parts
    is_whole = not patterns or wanted.startswith(WHOLE)  # the working folder has no parts
    if len(patterns) > len(parts) or (is_whole and len(patterns) < len(parts)):
        return False
    return all(map(fnmatchcase, parts[len(parts) - len(patterns) :], patterns))


@dataclass(frozen=True, slots=True)
class Played:
    """What was played; None where it is as the header says.

    Attributes:
        ruleset: id of a ruleset that counts as was counted.
        komi: in points, for White.
        compensation: what White got for handicap stones beside komi.
        scale: the unit of the recorded result.
        rest: the count of a record that no passes end; None for the usual one of its origin, see `origins`.
    """

    ruleset: str | None = None
    komi: float | None = None
    compensation: Compensation | None = None
    scale: ResultScale = ResultScale.AS_READ
    rest: RestMode | None = None

    @property
    def is_header(self) -> bool:
        """Whether all of it is as the header says."""
        return self == Played()


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a convention is believed; of the games of its group whose count and recorded margin are known.

    Attributes:
        games: so many there are, copies left out.
        explained: recorded margins that follow from it.
        header: those that follow from the header.
        chance: share that another komi would explain, on average of those up to ten points away in steps of one.
        deciding: games that it explains or its best rival does, and not both.
        for_it: those of them that it explains.
        low, high: 95% interval of the share explained (Wilson).
    """

    games: int
    explained: int
    header: int
    chance: float
    deciding: int
    for_it: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Convention:
    """What the games of a group were played by.

    Attributes:
        name: of the group, as tables and messages call it: a-z, 0-9, - and _.
        header: which games it is of.
        played: what was played in them.
        evidence: why it is believed; None where the user says so.
    """

    name: str
    header: Header
    played: Played
    evidence: Evidence | None = None
