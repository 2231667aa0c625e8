"""A ruleset as a frozen value of independent axes, each with its source, and what must not contradict what."""

from __future__ import annotations

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
from goanalyze.vocabulary.choice import Choice
from goanalyze.vocabulary.limits import MAX_BOARD

__all__ = [
    "AXES",
    "Axis",
    "AxisKind",
    "Komi",
    "KomiReading",
    "Ruleset",
    "RulesetError",
    "mapping_of",
    "meaning",
    "plain_value",
    "read_komi",
    "shown",
    "value_text",
]

_Value = TypeVar("_Value")
_MOST_KOMI: Final = 400
_MOST_TAX: Final = 10
_KOMI_ALLOWED: Final = f"multiples of 0.25 from -{_MOST_KOMI} to {_MOST_KOMI}"
_SHOWN: Final = 60  # characters of what was given that a message repeats


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
        RulesetError: a komi is not a multiple of a quarter between −400 and 400, or a board size is none.

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
        sizes = [size for size, _ in self.sizes]
        for place, size in enumerate(sizes):
            if type(size) is not int or not 1 <= size <= MAX_BOARD:
                raise RulesetError(f"komi: {shown(size)} is no board size; allowed are whole numbers from 1 to "
                                   f"{MAX_BOARD}")  # fmt: skip
            if size in sizes[:place]:
                raise RulesetError(f"komi: board size {size} is given twice; allowed is one komi for each size")
        for where, number in (("", self.even), *((f"{size}: ", number) for size, number in self.sizes)):
            if not self.is_number(number) and (where or number is not None):
                raise RulesetError(f"komi: {where}{shown(number)} is not allowed; allowed are {_KOMI_ALLOWED}")
        if not self.is_number(self.handicap) and self.handicap not in ("even", None):
            raise RulesetError(f"komi: handicap: {shown(self.handicap)} is not allowed; allowed are {_KOMI_ALLOWED}, "
                               "and 'even', as in even games")  # fmt: skip

    @staticmethod
    def is_number(given: object) -> bool:
        """Return whether something is a number that can be a komi."""
        return (isinstance(given, (int, float)) and not isinstance(given, bool)
                and abs(given) <= _MOST_KOMI and float(given * 4).is_integer())  # fmt: skip

    def points(self, width: int, height: int, handicap: int = 0) -> float | None:
        """Return the komi of a game, None where the ruleset has none for its board or handicap."""
        own = dict(self.sizes).get(width) if width == height else None
        even = self.even if own is None else own
        if handicap < 2 or self.handicap == "even" or even is None:
            return even
        return self.handicap

    def __str__(self) -> str:
        parts = [f"{size}×{size}: {komi:g}" for size, komi in self.sizes]
        if self.even is not None:
            parts.append(f"{'other sizes: ' if parts else ''}{self.even:g}")
        if self.handicap is None:
            parts.append("no handicap games")
        elif self.handicap != "even":
            parts.append(f"with handicap {self.handicap:g}")
        return ", ".join(parts) or "none named"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a ruleset says, axis by axis; `AXES` lists the axes with the question each answers.

    Attributes:
        id: the name in tables and commands.
        title: the name people use.

    Raises:
        RulesetError: an axis has a value that it cannot take or no source, or two axes contradict each other.
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
        """Refuse values that an axis cannot take, and axes that contradict each other."""
        for name, text in (("id", self.id), ("title", self.title)):
            if not isinstance(text, str) or not text.strip():
                raise RulesetError(f"ruleset {shown(self.id)}: {name}: {shown(text)} is not allowed; allowed is text")
        for kind in AXES:
            kind.check(getattr(self, kind.name), f"ruleset {self.id!r}: {kind.name}")
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
            return f"whole numbers from 0 to {_MOST_TAX}"
        return f"{_KOMI_ALLOWED}, and tables with even, handicap and board sizes"

    def allows(self, value: object) -> bool:
        """Return whether the axis can take a value."""
        if self.kind is int:
            return type(value) is int and 0 <= value <= _MOST_TAX
        return isinstance(value, self.kind)

    def check(self, axis: object, where: str) -> None:
        """Refuse what is no axis of this kind, in a sentence that begins with `where`."""
        if not isinstance(axis, Axis):
            raise RulesetError(f"{where}: {shown(axis)} has no source; an Axis has a value and a source")
        if not self.allows(axis.value):
            raise RulesetError(f"{where}: {shown(axis.value)} is not allowed; allowed are {self.allowed()}")
        if not isinstance(axis.source, str) or not axis.source.strip():
            raise RulesetError(f"{where}: {shown(axis.source)} is no source; allowed is text: a citation, or 'assumed'")


KomiReading = float | Literal["recorded", "ruleset"]
"""Which komi an outcome is reckoned with: the recorded one, the ruleset's own, or a number for all games."""


def read_komi(given: object) -> KomiReading:
    """Return a komi reading as it was given.

    Raises:
        RulesetError: it is neither of the two words nor a komi.

    Example:
        >>> read_komi("recorded"), read_komi(6.5)
        ('recorded', 6.5)
    """
    if given == "recorded":
        return "recorded"
    if given == "ruleset":
        return "ruleset"
    if Komi.is_number(given) and isinstance(given, (int, float)):
        return float(given)
    raise RulesetError(f"komi: {shown(given)} is not allowed; allowed are 'recorded', 'ruleset' and {_KOMI_ALLOWED}")


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
    ("seki", lambda r: r.scoring.value is Scoring.STONES and r.seki.value is not Seki.COUNTED,
     "stone scoring counts no eyes; seki must be 'none'"),
    ("counting", lambda r: r.counting.value in (Counting.HALF, Counting.FILL_IN) and r.scoring.value
     is not Scoring.AREA,
     "half counting and fill-in count area; counting must be another, such as 'points', or scoring be 'area'"),
    ("counting", lambda r: r.counting.value in (Counting.FILL_PRISONERS, Counting.OWN_LOSSES) and r.scoring.value
     is not Scoring.TERRITORY,
     "prisoners and losses count with territory; counting must be another, such as 'points', or scoring 'territory'"),
    ("pass_stones", lambda r: r.pass_stones.value and r.scoring.value is Scoring.STONES,
     "stone scoring knows no prisoners; pass_stones must be false"),
    ("counting", lambda r: r.counting.value is Counting.AREA_OR_PASS_STONES and not r.pass_stones.value,
     "territory equals area only with pass stones; counting must be another, such as 'points', or pass_stones be true"),
    ("dead_stones", lambda r: r.scoring.value is Scoring.TERRITORY and r.dead_stones.value is DeadStones.STAY,
     "under territory scoring nobody captures dead stones in play; dead_stones must be 'chains' or 'regions'"),
    ("button", lambda r: r.button.value and r.first_pass.value is not FirstPass.NOTHING,
     "button and first_pass pay for the same thing; button must be false, or first_pass be 'nothing'"),
    ("komi", lambda r: r.placement.value is Placement.EVEN_ONLY and r.komi.value.handicap is not None,
     "there are no handicap games; komi must leave handicap out, or placement be other than 'even-only'"),
    ("komi", lambda r: r.placement.value is not Placement.EVEN_ONLY and r.komi.value.handicap is None,
     "there are handicap games; komi must have handicap, a number or 'even', or placement be 'even-only'"),
)  # fmt: skip

_YES_OR_NO: Final = {
    "both_lose": ("a game never ends with two losers", "both can lose"),
    "prisoners": ("prisoners and dead stones are worth nothing", "prisoners and dead stones are worth a point each"),
    "pass_stones": ("a pass hands over nothing", "a pass hands the opponent a stone as prisoner"),
    "button": ("there is no button", "who passes first takes a button worth half a point"),
}
"""What false and true mean."""


def shown(given: object) -> str:
    """Return what was given as a message repeats it: short, on one line.

    Example:
        >>> shown("stirct"), shown(True), shown({"a": 1}), shown(Seki.EYES)
        ("'stirct'", 'true', 'a table', 'Seki.EYES')
    """
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, (dict, list, tuple, set)):
        return "a table" if isinstance(given, dict) else "a list"
    if isinstance(given, int) and given.bit_length() > _SHOWN:
        return "a huge number"
    text = str(given) if isinstance(given, Choice) else " ".join(repr(given).split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def plain_value(value: Any) -> Any:
    """Return the value of an axis as TOML and JSON write it: text, a number, true or false, for komi a table.

    Example:
        >>> plain_value(Seki.EYES), plain_value(False), plain_value(Komi(6.5, handicap=0.5))
        ('eyes', False, {'even': 6.5, 'handicap': 0.5})
    """
    if isinstance(value, Choice):
        return value.value
    return dict(mapping_of(value)) if isinstance(value, Komi) else value


def value_text(value: Any) -> str:
    """Return the value of an axis as tables show it: in a word, as TOML files write it.

    Example:
        >>> value_text(Seki.EYES), value_text(False), value_text(2), value_text(Komi(6.5, handicap=0.5))
        ('eyes', 'false', '2', '6.5, with handicap 0.5')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(plain_value(value) if isinstance(value, Choice) else value)


def meaning(axis: str, value: Any) -> str:
    """Return what a value of an axis says, in words.

    Args:
        axis: the name of the axis.
        value: what it can take.

    Example:
        >>> meaning("suicide", Suicide.SEVERAL), meaning("pass_stones", False)
        ('allowed for chains of two or more', 'a pass hands over nothing')
        >>> meaning("komi", Komi(None, handicap=0.5, sizes=((19, 7.5),)))
        'points for White: 7.5 on 19×19, none named for other boards; with handicap 0.5'
    """
    if isinstance(value, Choice):
        return value.meaning
    if isinstance(value, bool):
        return _YES_OR_NO[axis][value]
    if isinstance(value, Komi):
        return _komi_meaning(value)
    return f"each living group costs {value} point{'' if value == 1 else 's'}" if value else "groups cost nothing"


def _komi_meaning(komi: Komi) -> str:
    even = "none named" if komi.even is None else f"{komi.even:g}"
    if komi.sizes:
        even = f"{', '.join(f'{number:g} on {size}×{size}' for size, number in komi.sizes)}, {even} for other boards"
    with_handicap = {None: "no handicap games", "even": "the same with handicap"}
    handicap = with_handicap[komi.handicap] if komi.handicap in (None, "even") else f"with handicap {komi.handicap:g}"
    return f"points for White: {even}; {handicap}"


def mapping_of(komi: Komi) -> Mapping[str, float | str]:
    """Return a komi as a TOML table would have it; what is None is left out.

    Example:
        >>> mapping_of(Komi(5.5, sizes=((9, 3.5),)))
        {'even': 5.5, 'handicap': 'even', '9': 3.5}
    """
    table = {"even": komi.even, "handicap": komi.handicap, **{str(size): number for size, number in komi.sizes}}
    return {name: value for name, value in table.items() if value is not None}
