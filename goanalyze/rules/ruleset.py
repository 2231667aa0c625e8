"""A ruleset as a frozen value of independent axes, each with its source, and the contradictions between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from goanalyze.errors import RulesetError
from goanalyze.rules.choices import (
    Compensation,
    Counting,
    DeadStones,
    End,
    FirstPass,
    IllegalMove,
    LastPass,
    LifeAndDeath,
    NoResult,
    Placement,
    Repetition,
    Rulings,
    Scoring,
    SecondStop,
    Seki,
    Suicide,
    Ties,
)
from goanalyze.rules.komi import ALLOWED, Komi
from goanalyze.util.choice import Choice
from goanalyze.util.text import Json, clean
from goanalyze.util.toml import shown

AxisValue: TypeAlias = Choice | bool | int | Komi
_Value = TypeVar("_Value")
_MOST_TAX: Final = 10


@dataclass(frozen=True, slots=True)
class Axis(Generic[_Value]):
    """One choice of a ruleset and how it is known: a citation, or the word "assumed" and why."""

    value: _Value
    source: str


class AxisKind(NamedTuple):
    """An axis: its name, the type of its values, and the question it answers; of true and false also the meanings."""

    name: str
    value_type: type[AxisValue]
    question: str
    no: str = ""
    yes: str = ""
    yes_note: str = ""

    def allowed(self) -> str:
        """Return the values that the axis can take, in words."""
        if issubclass(self.value_type, Choice):
            return ", ".join(self.value_type.names())
        if self.value_type is bool:
            return "true, false"
        if self.value_type is int:
            return f"whole numbers from 0 to {_MOST_TAX}"
        return f"{ALLOWED}, and tables with even, handicap and board sizes"

    def allows(self, value: object) -> bool:
        """Return True if the axis can take a value."""
        if self.value_type is int:
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TAX
        return isinstance(value, self.value_type)

    def meaning(self, value: AxisValue) -> str:
        """Return the meaning of a value."""
        if isinstance(value, Choice):
            return value.meaning
        if isinstance(value, bool):
            return self.yes if value else self.no
        if isinstance(value, Komi):
            return value.meaning()
        return f"each living group costs {value} point{'' if value == 1 else 's'}" if value else "groups cost nothing"

    def note(self, value: AxisValue) -> str:
        """Return the meaning of an unusual value in a few words, "" for a usual one."""
        if isinstance(value, (Choice, Komi)):
            return value.note
        if isinstance(value, bool):
            return self.yes_note if value else ""
        return f"group tax {value}" if value else ""

    def check(self, axis: object, where: str) -> None:
        """Refuse values that are not axes of this kind, in a sentence that begins with `where`."""
        if not isinstance(axis, Axis):
            raise RulesetError(f"{where}: {shown(axis)} has no source. Expected an Axis with a value and a source")
        if not self.allows(axis.value):
            raise RulesetError(f"{where}: {shown(axis.value)} is not a valid value. Expected {self.allowed()}")
        if not isinstance(axis.source, str) or not axis.source.strip():
            expected = "text: a citation, or 'assumed'"
            raise RulesetError(f"{where}: {shown(axis.source)} is not a valid source. Expected {expected}")


def _question(value_type: type[AxisValue], question: str, **words: str) -> dict[str, object]:
    """Return the metadata of a field of `Ruleset`: the fields of its `AxisKind` but the name."""
    return {"value_type": value_type, "question": question, **words}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset, axis by axis; `AXES` lists the axes with the question each answers.

    Attributes:
        id: the name in tables and commands.
        title: the name people use.

    Raises:
        RulesetError: an axis has a value that it cannot take or no source, or two axes contradict each other.

    Example:
        >>> import goanalyze as ga
        >>> rules = ga.find_ruleset("jp")
        >>> rules.id, rules.scoring.value.value, rules.komi.value.points(19, 19, 0)
        ('japanese', 'territory', 6.5)
    """

    id: str
    title: str
    repetition: Axis[Repetition] = field(metadata=_question(Repetition, "which repetition is forbidden"))
    no_result: Axis[NoResult] = field(
        metadata=_question(NoResult, "the result of a long cycle that the ko rule allows")
    )
    suicide: Axis[Suicide] = field(metadata=_question(Suicide, "whether own stones may be left without liberties"))
    illegal_move: Axis[IllegalMove] = field(metadata=_question(IllegalMove, "the consequence of a forbidden move"))
    end: Axis[End] = field(metadata=_question(End, "how a game ends"))
    second_stop: Axis[SecondStop] = field(metadata=_question(SecondStop, "the rule for the second stop of a game"))
    last_pass: Axis[LastPass] = field(metadata=_question(LastPass, "who must make the last pass"))
    dead_stones: Axis[DeadStones] = field(metadata=_question(DeadStones, "which stones are taken off before counting"))
    rulings: Axis[Rulings] = field(
        metadata=_question(Rulings, "whether shapes have a status that playing on would not give")
    )
    life_and_death: Axis[LifeAndDeath] = field(
        metadata=_question(LifeAndDeath, "how it is found which stones are dead, once the game has stopped")
    )
    both_lose: Axis[bool] = field(
        metadata=_question(
            bool,
            "whether both players can lose",
            no="a game never ends with two losers",
            yes="both can lose",
            yes_note="both can lose",
        )
    )
    scoring: Axis[Scoring] = field(metadata=_question(Scoring, "the points that count on the board"))
    seki: Axis[Seki] = field(metadata=_question(Seki, "the worth of eyes of groups in seki"))
    group_tax: Axis[int] = field(metadata=_question(int, "points that each living group costs"))
    prisoners: Axis[bool] = field(
        metadata=_question(
            bool,
            "whether prisoners and dead stones count",
            no="prisoners and dead stones are worth nothing",
            yes="prisoners and dead stones are worth a point each",
        )
    )
    pass_stones: Axis[bool] = field(
        metadata=_question(
            bool,
            "whether a pass hands a stone to the opponent",
            no="a pass hands over nothing",
            yes="a pass hands the opponent a stone as prisoner",
            yes_note="pass stones",
        )
    )
    first_pass: Axis[FirstPass] = field(metadata=_question(FirstPass, "whether passing first costs or gains anything"))
    button: Axis[bool] = field(
        metadata=_question(
            bool,
            "whether the first to pass takes a button worth half a point",
            no="the button does not exist",
            yes="the first to pass takes a button worth half a point",
            yes_note="button: ½ for the first pass",
        )
    )
    komi: Axis[Komi] = field(metadata=_question(Komi, "points for White"))
    placement: Axis[Placement] = field(metadata=_question(Placement, "where handicap stones go"))
    compensation: Axis[Compensation] = field(
        metadata=_question(Compensation, "the points that White gets for handicap stones, in addition to komi")
    )
    ties: Axis[Ties] = field(metadata=_question(Ties, "the winner when both have the same"))
    counting: Axis[Counting] = field(metadata=_question(Counting, "how the players count; it changes no result"))

    def __post_init__(self) -> None:
        """Refuse values that an axis cannot take, and axes that contradict each other."""
        for name, text in (("id", self.id), ("title", self.title)):
            if not isinstance(text, str) or not text.strip():
                problem = f"{name}: {shown(text)} is not a valid {name}"
                raise RulesetError(f"ruleset {shown(self.id)}: {problem}. Expected text")
        for kind in AXES:
            kind.check(getattr(self, kind.name), f"ruleset {self.id!r}: {kind.name}")
        for name, wrong, sentence in _CONTRADICTIONS:
            if wrong(self):
                raise RulesetError(f"ruleset {self.id!r}: {name}: {sentence}")

    def __repr__(self) -> str:
        return clean(f"<Ruleset {self.id}: {self.title}>")

    def axes(self) -> dict[str, Axis[AxisValue]]:
        """Return every axis by name, in order."""
        return {axis.name: getattr(self, axis.name) for axis in AXES}


AXES: Final = tuple(AxisKind(each.name, **each.metadata) for each in fields(Ruleset) if each.metadata)
"""Every axis of a ruleset, in order: the one source for tables, files and documentation."""
AXIS_OF: Final = {kind.name: kind for kind in AXES}
"""Every axis by name."""

OBEYED_BY: Final = {
    "repetition": ("replay.verdicts.mask_of",),
    "no_result": ("replay.verdicts.no_result_rulesets", "score.rule_decisions.without_result", "score.outcomes._score"),
    "suicide": ("replay.verdicts.mask_of",),
    "illegal_move": ("score.rule_decisions.winners_by_rule",),
    "end": ("replay.verdicts.mask_of", "score.end_policies.EndPolicy.from_ruleset", "score.outcomes._basis"),
    "second_stop": ("replay.verdicts.mask_of", "score.end_policies.EndPolicy.from_ruleset"),
    "last_pass": ("score.terms._prisoner_terms",),
    "dead_stones": ("score.end_policies.EndPolicy.from_ruleset", "score.outcomes._basis"),
    "rulings": ("life.statuses.StatusPolicy.of",),
    "life_and_death": ("life.statuses.StatusPolicy.of",),
    "both_lose": ("score.rule_decisions.both_lose",),
    "scoring": ("score.terms.board_terms",),
    "seki": ("score.terms.board_terms", "score.outcomes._score"),
    "group_tax": ("score.terms.board_terms",),
    "prisoners": ("score.terms.board_terms",),
    "pass_stones": ("score.terms._prisoner_terms", "score.outcomes._basis"),
    "first_pass": ("score.terms._white_passed_first", "score.outcomes._basis"),
    "button": ("score.terms.board_terms", "score.outcomes._basis"),
    "komi": ("score.terms.ruleset_komi",),
    "placement": ("detectors.setup.placement_findings",),
    "compensation": ("score.outcomes._score",),
    "ties": ("score.outcomes._winner",),
    "counting": ("score.terms.players_method", "score.terms._prisoner_terms", "score.terms.white_terms"),
}
"""The functions that obey each axis: an axis without one would change no verdict and no score."""

_CONTRADICTIONS: Final[tuple[tuple[str, Callable[[Ruleset], bool], str], ...]] = (
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
    ("dead_stones", lambda r: r.scoring.value is Scoring.TERRITORY and r.dead_stones.value
     in (DeadStones.STAY, DeadStones.CAPTURED),
     "dead stones are not captured in play by territory; dead_stones must be 'chains', 'in-territory' or 'regions'"),
    ("life_and_death", lambda r: r.life_and_death.value is not LifeAndDeath.PLAYED and r.dead_stones.value
     in (DeadStones.STAY, DeadStones.CAPTURED),
     "nothing is judged after the stop; life_and_death must be 'played', or dead_stones another, such as 'chains'"),
    ("button", lambda r: r.button.value and r.first_pass.value is not FirstPass.NOTHING,
     "button and first_pass pay for the same thing; button must be false, or first_pass be 'nothing'"),
    ("komi", lambda r: r.placement.value is Placement.EVEN_ONLY and r.komi.value.handicap is not None,
     "handicap games do not exist; komi must leave handicap out, or placement be other than 'even-only'"),
    ("komi", lambda r: r.placement.value is not Placement.EVEN_ONLY and r.komi.value.handicap is None,
     "there are handicap games; komi must have handicap, a number or 'even', or placement be 'even-only'"),
)  # fmt: skip


def plain_value(value: AxisValue) -> Json:
    """Return the value of an axis as TOML and JSON write it: text, a number, true or false, for komi a table.

    Example:
        >>> plain_value(Seki.EYES), plain_value(False), plain_value(Komi(6.5, handicap=0.5))
        ('eyes', False, {'even': 6.5, 'handicap': 0.5})
    """
    if isinstance(value, Choice):
        return str(value.value)
    return dict(value.mapping()) if isinstance(value, Komi) else value


def value_text(value: AxisValue) -> str:
    """Return the value of an axis as tables show it: in a word, as TOML files write it."""
    if isinstance(value, Choice):
        return str(value.value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def meaning(axis: str, value: AxisValue) -> str:
    """Return the meaning of a value of an axis."""
    return AXIS_OF[axis].meaning(value)
