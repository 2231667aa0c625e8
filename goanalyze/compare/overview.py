"""A comparison in a few lines, for a prompt and a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.compare.choices import Dispute
from goanalyze.compare.claims import family_pairs
from goanalyze.compare.pairs import by_pair
from goanalyze.compare.told import basis_told, common_told, komi_told, left_out_told
from goanalyze.draw.short_repr import ShortRepr
from goanalyze.vocabulary.numbers import percent, plural, signed

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_ASK: Final = ".pairs, .pair(a, b), .results(), .by(column), .claims(), .plot(kind)"


def overview(comparison: Comparison) -> ShortRepr:
    """Return what was compared, and how much rulesets differ."""
    some, every = comparison.counted
    common = comparison.common
    rows = [
        ("games", f"{plural(some, 'game')} with a margin under one of them, {every:,} under all"),
        ("side by side", common_told(common)),
        ("margins", f"{basis_told(comparison)}; with {komi_told(comparison)}"),
        ("rulesets", "; ".join(" = ".join(members) for members in comparison.classes())),
        *(("apart", told.split(maxsplit=2)[2]) for told in left_out_told(common)),
    ]
    if len(common):
        differ = comparison.disputed_count(Dispute.WINNER)
        rows.append(("winner", f"depends on the ruleset in {plural(differ, 'game')}"))
        rows += [(f"{a} − {b}", _pair(comparison, a, b)) for a, b in family_pairs(common.rulesets)[:2]]
    number = plural(len(comparison.rulesets), "ruleset")
    return ShortRepr(f"Comparison of {number} over {plural(comparison.game_count, 'game')}", rows, _ASK)


def _pair(comparison: Comparison, a: str, b: str) -> str:
    names = ("winner_changes", "games", "winner_change_share", "share_over_1", "mean")
    found = {name: by_pair(comparison.matrix(name))[a, b] for name in names}
    share = percent(found["winner_change_share"])
    return (
        f"winner changes in {int(found['winner_changes']):,} of {plural(int(found['games']), 'game')} ({share}); "
        f"{percent(found['share_over_1'])} more than a point apart, mean {signed(found['mean'], 2)}"
    )
