"""Rulesets drawn at random: any axes that do not contradict each other."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from goanalyze import Ruleset
from goanalyze.rules import (
    AXES,
    Axis,
    AxisKind,
    Counting,
    DeadStones,
    FirstPass,
    Komi,
    LifeAndDeath,
    Placement,
    Scoring,
    Seki,
)
from goanalyze.util.choice import Choice

__all__ = ["komi_numbers", "komis", "own_ids", "rulesets", "words"]

words = st.text(min_size=1, max_size=20).filter(str.strip)
komi_numbers = st.integers(-1600, 1600).map(lambda quarters: quarters / 4)
own_ids = st.from_regex(r"own-[a-z0-9-]{0,10}", fullmatch=True)


@st.composite
def komis(draw: st.DrawFn, *, even_only: bool) -> Komi:
    """Draw a komi for rulesets with or without handicap games."""
    sizes = draw(st.lists(st.tuples(st.integers(1, 52), komi_numbers), max_size=3, unique_by=lambda pair: pair[0]))
    handicap = None if even_only else draw(st.one_of(st.just("even"), komi_numbers))
    return Komi(draw(st.none() | komi_numbers), handicap, tuple(sizes))


def _values(kind: AxisKind) -> st.SearchStrategy[Any]:
    """Draw any value of an axis but komi."""
    if issubclass(kind.value_type, Choice):
        return st.sampled_from(list(kind.value_type))
    return st.booleans() if kind.value_type is bool else st.integers(0, 10)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Draw any ruleset whose axes do not contradict each other."""
    values = {kind.name: draw(_values(kind)) for kind in AXES if kind.value_type is not Komi}
    scoring = values["scoring"]
    is_stones, is_territory = scoring is Scoring.STONES, scoring is Scoring.TERRITORY
    values["prisoners"] = is_territory
    values["komi"] = draw(komis(even_only=values["placement"] is Placement.EVEN_ONLY))
    if is_stones:
        values |= {"seki": Seki.COUNTED, "group_tax": 0, "pass_stones": False}
    if is_territory and values["dead_stones"] in (DeadStones.STAY, DeadStones.CAPTURED):
        values["dead_stones"] = DeadStones.CHAINS
    if values["dead_stones"] in (DeadStones.STAY, DeadStones.CAPTURED):
        values["life_and_death"] = LifeAndDeath.PLAYED
    if values["button"]:
        values["first_pass"] = FirstPass.NOTHING
    counted = {
        Counting.HALF: Scoring.AREA,
        Counting.FILL_IN: Scoring.AREA,
        Counting.FILL_PRISONERS: Scoring.TERRITORY,
        Counting.OWN_LOSSES: Scoring.TERRITORY,
    }
    counting = values["counting"]
    if counted.get(counting, scoring) is not scoring or (
        counting is Counting.AREA_OR_PASS_STONES and not values["pass_stones"]
    ):
        values["counting"] = Counting.POINTS
    return Ruleset(draw(own_ids), draw(words), **{name: Axis(value, draw(words)) for name, value in values.items()})
