"""The axes of a ruleset that decide which moves are legal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

__all__ = ["Axis", "Repetition", "Ruleset", "Suicide"]

_Value = TypeVar("_Value")


class Repetition(Enum):
    """Which repetition a play must not make. Definitions: `goanalyze.replay.reference`."""

    BASIC_KO = "basic ko"
    POSITIONAL = "positional superko"
    SITUATIONAL = "situational superko"
    NEW_ZEALAND = "situational superko by the player's own moves, passes included"
    NATURAL_AND_BASIC_KO = "natural situational superko and basic ko"
    SITUATIONAL_UNTIL_PASS = "situational superko, forgotten at the first pass"  # noqa: S105 - a move in Go


class Suicide(Enum):
    """Whether a play may remove its own chain."""

    FORBIDDEN = "forbidden"
    SEVERAL = "allowed for chains of two or more"
    ANY = "allowed; repetition rules still apply"


@dataclass(frozen=True, slots=True)
class Axis(Generic[_Value]):
    """One choice of a ruleset and how it is known: a citation, or the word "assumed" and why."""

    value: _Value
    source: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a ruleset says of legality.

    Attributes:
        id: the name in tables and commands.
        title: the name people use.
        repetition: the ko rule.
        suicide: whether own chains may be removed.
        resumption: whether play may go on after two passes in succession.
    """

    id: str
    title: str
    repetition: Axis[Repetition]
    suicide: Axis[Suicide]
    resumption: Axis[bool]
