"""What charts show of a comparison: Black's share by komi, one curve for rulesets alike; differences in columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.vocabulary.numbers import signed

if TYPE_CHECKING:
    from goanalyze.compare.komi import OtherKomi

ALIKE: Final = 0.01
"""Rulesets whose shares are never further apart share a line of a chart."""
_COLUMNS: Final = 25  # of a histogram; what lies further out is put together

Shares = NDArray[np.float64]
Rows = NDArray[np.int64]


class Curve(NamedTuple):
    """Black's share of wins at each komi under some rulesets."""

    rulesets: list[str]
    share: Shares


def komi_shares(other: OtherKomi, shown: tuple[float, float] = (0.25, 0.75)) -> tuple[Shares, dict[str, Shares]]:
    """Return komi, and Black's share of wins at each of them by ruleset, around the komi that are nearly fair.

    Args:
        other: rulesets side by side.
        shown: shares between which some ruleset's is at each komi but the outermost.
    """
    low, high = shown
    frame, names = other.curve(), other.common.rulesets
    komi = frame["komi"].to_numpy()[: len(frame) // len(names)]
    shares = dict(zip(names, frame["black_share"].to_numpy().reshape(len(names), -1), strict=True))
    inside = np.flatnonzero(np.any([(s > low) & (s < high) for s in shares.values()], axis=0))
    span = slice(max(int(inside[0]) - 1, 0), int(inside[-1]) + 2) if len(inside) else slice(None)
    return komi[span], {name: share[span] for name, share in shares.items()}


def together(shares: Mapping[str, Shares], apart: float = ALIKE) -> list[Curve]:
    """Put rulesets together whose shares are nowhere further apart than that from the first of them.

    Example:
        >>> shares = {"a": np.array([0.5]), "b": np.array([0.4]), "c": np.array([0.505])}
        >>> [curve.rulesets for curve in together(shares)]
        [['a', 'c'], ['b']]
    """
    curves: list[Curve] = []
    for name, share in shares.items():
        home = next((curve for curve in curves if np.abs(curve.share - share).max() <= apart), None)
        if home is None:
            curves.append(Curve([name], share))
        else:
            home.rulesets.append(name)
    return curves


def binned(difference: NDArray[np.float64], rows: Rows) -> list[tuple[str, Rows]]:
    """Put games into columns: one for each difference that occurs, the outermost together where there are too many.

    Differences that are no whole points stand beside them while there are few; else they are put to the nearest one.

    Example:
        >>> [(label, inside.tolist()) for label, inside in binned(np.array([1.0, 0, 1]), np.array([4, 5, 8]))]
        [('0', [5]), ('+1', [4, 8])]
    """
    values = difference
    if len(np.unique(values)) > _COLUMNS:
        values = np.sign(values) * np.floor(np.abs(values) + 0.5)
    seen = set(values.tolist())
    middle = float(np.sort(values)[len(values) // 2])
    near = [value for value in seen if abs(value - middle) <= _COLUMNS // 2]
    near = sorted(near, key=lambda value: abs(value - middle))[:_COLUMNS]
    low, high = min(near), max(near)
    whole = np.arange(np.ceil(low), np.floor(high) + 1)  # gaps are to be seen
    steps = sorted({value for value in seen if low <= value <= high} | set(whole.tolist()))
    parts = [(f"below {signed(low)}", rows[values < low])] if (values < low).any() else []
    parts += [(signed(value), rows[values == value]) for value in steps]
    return parts + ([(f"above {signed(high)}", rows[values > high])] if (values > high).any() else [])
