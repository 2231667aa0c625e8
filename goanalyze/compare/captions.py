"""The evidence, komi and games of a comparison in words, for every caption."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from goanalyze.compare.choices import Basis, Winners
from goanalyze.rules import RULESETS
from goanalyze.util.numbers import plural

if TYPE_CHECKING:
    from goanalyze.compare.common import Common
    from goanalyze.compare.comparison import Comparison

_KOMI: Final = {
    "ruleset": "each ruleset's own komi",
    "period": "the komi of Japanese professional games in the same year",
}

_NAMES: Final = {
    "ancient-chinese": "Ancient Chinese",
    "brainking": "BrainKing",
    "new-zealand": "New Zealand",
    "tromp-taylor": "Tromp–Taylor",
    **{name: name.upper() for name in ("aga", "bga", "ffg", "wagc", "wmsg")},
}
"""Names of rulesets that are more than their id with a capital."""


def ruleset_name(ruleset: str) -> str:
    """Return the short name of a ruleset in sentences; the id of one that the user defined.

    Example:
        >>> [ruleset_name(name) for name in ("japanese", "new-zealand", "basic-played-out", "our-club")]
        ['Japanese', 'New Zealand', 'Basic played out', 'our-club']
    """
    if ruleset not in RULESETS:
        return ruleset
    return _NAMES.get(ruleset, ruleset.replace("-", " ").capitalize())


def joined_names(rulesets: Iterable[str]) -> str:
    """Return the short names of rulesets, divided by commas."""
    return ", ".join(map(ruleset_name, rulesets))


def komi_caption(comparison: Comparison) -> str:
    """Return the komi of the margins in words."""
    komi = "ruleset" if comparison.komi == "ruleset" else str(comparison.checked_komi)
    if komi != "recorded":
        return _KOMI.get(komi, f"a komi of {komi} for all")
    other = comparison.by_convention
    return "the recorded komi" + (f", in {plural(other, 'game')} that of their convention" if other else "")


def basis_caption(comparison: Comparison) -> str:
    """Return the evidence of the margins in words, and the definition of the winner if it is not the count."""
    basis = Basis.read("basis", comparison.basis)
    text = f"basis {basis.value}: {basis.meaning}"
    return text if comparison.winners == Winners.BOARD.value else f"{text}; winners by rule where one decides"


def common_caption(common: Common) -> str:
    """Return the games of rulesets side by side in words, with the number of games left out and the reasons."""
    names = common.rulesets
    these = "of these " if len(common.left_out) else ""
    rulesets = "this ruleset gives" if len(names) == 1 else f"all {these}{len(names)} rulesets give"
    reasons = ", ".join(f"{_words(row['reason'])} {row['games']:,}" for row in common.lost.to_dict("records"))
    lost = f"; {common.lost['games'].sum():,} that only some do are left out ({reasons})" if reasons else ""
    return f"the {plural(len(common), 'game')} that {rulesets} a margin{lost}"


def excluded_caption(common: Common) -> list[str]:
    """Return a sentence on the rulesets that are left out, and the reasons; empty without any."""
    columns = ["games", "lacking", "reason"]
    groups = common.left_out.groupby(columns, sort=False)["ruleset"].agg(joined_names).reset_index()
    parts = [
        f"{row['ruleset']} ({plural(row['games'], 'game')}, lacking {row['lacking']:,} of these, mostly: "
        f"{_words(row['reason'])})"
        for row in groups.to_dict("records")
    ]
    return [f"Compared apart: {'; '.join(parts)}"] if parts else []


def _words(reason: str) -> str:
    return reason.replace("_", " ")
