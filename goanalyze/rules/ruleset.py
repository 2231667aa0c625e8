"""A ruleset as a frozen value of independent axes, each with its source, and what must not contradict what."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from goanalyze.rules.choices import (
    Choice,
    Compensation,
    Counting,
    DeadStones,
    End,
    FirstPass,
    LastPass,
    NoResult,
    Placement,
    Repetition,
    Scoring,
    Seki,
    Suicide,
    Ties,
)

__all__ = ["AXES", "Axis", "AxisKind", "Komi", "Ruleset", "RulesetError", "points_text"]

_Value = TypeVar("_Value")
_MOST_KOMI: Final = 400.0


class RulesetError(ValueError):
    """A ruleset that cannot be: an axis unknown, a value not allowed, or two axes that contradict each other."""


@dataclass(frozen=True, slots=True)
class Axis(Generic[_Value]):
    """One choice of a ruleset and how it is known: a citation, or the word "assumed" and why."""

    value: _Value
    source: str


@dataclass(frozen=True, slots=True)
class Komi:
    """The komi that a ruleset sets, in points for White.

    Attributes:
        even: in even games; None where the ruleset names none beside `sizes`.
        handicap: in handicap games; ``"even"``, as in even games; None where there are none.
        sizes: (board size, komi) of square boards that have their own.

    Raises:
        RulesetError: a komi is not a multiple of a quarter between −400 and 400.

    Example:
        >>> komi = Komi(6.5, handicap=0.5, sizes=((9, 5.5),))
        >>> komi.points(19, 19), komi.points(9, 9), komi.points(19, 19, handicap=2)
        (6.5, 5.5, 0.5)
    """

    even: float | None
    handicap: float | Literal["even"] | None = "even"
    sizes: tuple[tuple[int, float], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is no komi."""
        for number in (self.even, self.handicap, *(komi for _, komi in self.sizes)):
            if number in (None, "even"):
                continue
            if isinstance(number, bool) or not isinstance(number, (int, float)) or not math.isfinite(number) \
                    or abs(number) > _MOST_KOMI or not float(number * 4).is_integer():  # fmt: skip
                raise RulesetError(f"komi: {number!r} is no komi; allowed are multiples of 0.25 from -400 to 400")

    def points(self, width: int, height: int, handicap: int = 0) -> float | None:
        """Return the komi of a game, None where the ruleset has none for its board or handicap."""
        if handicap >= 2 and self.handicap != "even":
            return self.handicap
        own = dict(self.sizes).get(width) if width == height else None
        return self.even if own is None else own

    def __str__(self) -> str:
        parts = [f"{size}×{size}: {komi:g}" for size, komi in self.sizes]
        if self.even is not None:
            parts.append(f"{'other sizes: ' if parts else ''}{self.even:g}")
        if self.handicap is None:
            parts.append("no handicap games")
        elif self.handicap != "even":
            parts.append(f"with handicap {self.handicap:g}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a ruleset says, axis by axis; `AXES` lists the axes with the question each answers.

    Attributes:
        id: the name in tables and commands.
        title: the name people use.

    Raises:
        RulesetError: two axes contradict each other.
    """

    id: str
    title: str
    repetition: Annotated[Axis[Repetition], "which repetition is forbidden"]
    no_result: Annotated[Axis[NoResult], "what a long cycle that the ko rule lets happen may lead to"]
    suicide: Annotated[Axis[Suicide], "whether own stones may be left without liberties"]
    end: Annotated[Axis[End], "how a game ends"]
    last_pass: Annotated[Axis[LastPass], "who must make the last pass"]
    dead_stones: Annotated[Axis[DeadStones], "which stones are taken off before counting"]
    both_lose: Annotated[Axis[bool], "whether both players can lose"]
    scoring: Annotated[Axis[Scoring], "what counts on the board"]
    seki: Annotated[Axis[Seki], "what eyes of groups in seki are worth"]
    group_tax: Annotated[Axis[int], "points that each living group costs"]
    prisoners: Annotated[Axis[bool], "whether prisoners and dead stones count"]
    pass_stones: Annotated[Axis[bool], "whether a pass hands a stone to the opponent"]
    first_pass: Annotated[Axis[FirstPass], "whether passing first costs or gains anything"]
    button: Annotated[Axis[bool], "whether who passes first takes a button worth half a point"]
    komi: Annotated[Axis[Komi], "points for White"]
    placement: Annotated[Axis[Placement], "where handicap stones go"]
    compensation: Annotated[Axis[Compensation], "what White gets for handicap stones, beside komi"]
    ties: Annotated[Axis[Ties], "who wins when both have the same"]
    counting: Annotated[Axis[Counting], "how the players count; it changes no result"]

    def __post_init__(self) -> None:
        """Refuse axes that contradict each other."""
        for field_, wrong, sentence in _CONTRADICTIONS:
            if wrong(self):
                raise RulesetError(f"ruleset {self.id!r}: {field_}: {sentence}")

    def axes(self) -> dict[str, Axis[Any]]:
        """Return every axis by name, in order."""
        return {axis.name: getattr(self, axis.name) for axis in AXES}


class AxisKind(NamedTuple):
    """An axis: its name, the type of its values, and the question it answers."""

    name: str
    kind: type[Any]
    asks: str

    def allowed(self) -> str:
        """Return the values that the axis can take, in words."""
        if issubclass(self.kind, Choice):
            return ", ".join(choice.value for choice in self.kind)
        if self.kind is bool:
            return "true, false"
        if self.kind is int:
            return "a whole number of points from 0 to 10"
        return 'a number, or a table with "even", "handicap" and board sizes'


def _kinds() -> tuple[AxisKind, ...]:
    hints = get_type_hints(Ruleset, include_extras=True)
    asked = [(f.name, get_args(hints[f.name])) for f in fields(Ruleset) if get_origin(hints[f.name]) is Annotated]
    return tuple(AxisKind(name, get_args(axis)[0], asks) for name, (axis, asks) in asked)


AXES: Final[tuple[AxisKind, ...]] = _kinds()
"""Every axis of a ruleset, in order: the one source for tables, files and documentation."""

_CONTRADICTIONS: Final[tuple[tuple[str, Any, str], ...]] = (
    ("prisoners", lambda r: r.scoring.value is Scoring.TERRITORY and not r.prisoners.value,
     "territory scoring without prisoners would make every exchange of stones free; prisoners must be true"),
    ("prisoners", lambda r: r.scoring.value is not Scoring.TERRITORY and r.prisoners.value,
     "area and stone scoring count living stones, prisoners would count them twice; prisoners must be false"),
    ("group_tax", lambda r: r.scoring.value is Scoring.STONES and r.group_tax.value != 0,
     "stone scoring leaves out two points of each group by itself, a tax would take them twice; group_tax must be 0"),
    ("group_tax", lambda r: not 0 <= r.group_tax.value <= 10, "allowed is a whole number of points from 0 to 10"),
    ("seki", lambda r: r.scoring.value is Scoring.STONES and r.seki.value is not Seki.COUNTED,
     "stone scoring counts no eyes; seki must be 'none'"),
    ("counting", lambda r: r.counting.value in (Counting.HALF, Counting.FILL_IN) and r.scoring.value
     is not Scoring.AREA, "half counting and fill-in count area; scoring must be 'area'"),
    ("counting", lambda r: r.counting.value is Counting.FILL_PRISONERS and r.scoring.value is not Scoring.TERRITORY,
     "filling prisoners in counts territory; scoring must be 'territory'"),
    ("counting", lambda r: r.counting.value is Counting.AREA_OR_PASS_STONES and not r.pass_stones.value,
     "territory equals area only with pass stones; pass_stones must be true"),
    ("pass_stones", lambda r: r.pass_stones.value and r.scoring.value is Scoring.STONES,
     "stone scoring knows no prisoners; pass_stones must be false"),
    ("dead_stones", lambda r: r.scoring.value is Scoring.TERRITORY and r.dead_stones.value is DeadStones.STAY,
     "under territory scoring nobody captures dead stones in play; dead_stones must be 'chains' or 'regions'"),
    ("button", lambda r: r.button.value and r.first_pass.value is not FirstPass.NOTHING,
     "the button and a point for the first pass pay for the same thing; one of them must go"),
    ("placement", lambda r: (r.placement.value is Placement.EVEN_ONLY) != (r.komi.value.handicap is None),
     "'even-only' and a komi without handicap go together"),
)  # fmt: skip


def points_text(margin: float) -> str:
    """Write a margin as results are written; 0 is a tie.

    Example:
        >>> points_text(0.5), points_text(-12.0), points_text(0)
        ('B+0.5', 'W+12', '0')
    """
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def mapping_of(komi: Komi) -> Mapping[str, float]:
    """Return a komi as a TOML table would have it; what is None is left out."""
    table: dict[str, Any] = {"even": komi.even, "handicap": komi.handicap}
    return {name: value for name, value in {**table, **{str(size): k for size, k in komi.sizes}}.items()
            if value is not None}  # fmt: skip
