"""Arguments of boards and games: size, komi, handicap and prisoners, each with one error message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from goanalyze.core.handicap import fixed_handicap, no_fixed_points
from goanalyze.errors import BoardError, RulesetError
from goanalyze.limits import MAX_BOARD
from goanalyze.points import BLACK, WHITE, MoveLike, read_color, read_points, to_gtp
from goanalyze.rules.komi import ALLOWED, Komi
from goanalyze.util.arguments import is_whole
from goanalyze.util.toml import shown

_PLACEMENTS: Final = ("fixed", "free")


def read_size(width: object, height: object) -> tuple[int, int]:
    """Return columns and rows."""
    for side in (width, height):
        if not is_whole(side) or not 1 <= int(side) <= MAX_BOARD:
            raise BoardError(
                f"{shown(side)} is not a valid side of a board. Expected a whole number from 1 to {MAX_BOARD}."
            )
    return int(width), int(height)  # type: ignore[call-overload]  # both are whole numbers


def read_komi(komi: float | None) -> float | None:
    """Return a komi; None means the komi of the ruleset."""
    if komi is not None and not Komi.is_number(komi):
        raise RulesetError(f"komi: {shown(komi)} is not a valid value. Expected {ALLOWED}, or None, the ruleset's own")
    return None if komi is None else float(komi)


def read_handicap(
    handicap: int | Iterable[MoveLike], placement: str, width: int, height: int
) -> tuple[int, list[int], int]:
    """Return the handicap, the points of its stones, and the number of stones that Black places by plays.

    Handicap 1 is Black's first move in an even game; only the komi differs (Wikipedia, *Rules of Go*, Komi).

    Example:
        >>> read_handicap(2, "fixed", 9, 9), read_handicap(2, "free", 9, 9), read_handicap(["A1", "B1"], "fixed", 9, 9)
        ((2, [56, 24], 0), (2, [], 2), (2, [72, 73], 0))
    """
    if not isinstance(placement, str) or placement not in _PLACEMENTS:
        raise BoardError(
            f"placement: {shown(placement)} is not a valid placement. Expected {' or '.join(_PLACEMENTS)}."
        )
    if not is_whole(handicap):
        points = _handicap_points(handicap, width, height)
        return len(points), points, 0
    stones, size = int(handicap), width * height
    if stones in (0, 1):
        return stones, [], 0
    if not 0 <= stones < size:
        raise BoardError(f"handicap: {stones} is not a valid number of stones. Expected 0 to {size - 1}.")
    if placement == "free":
        return stones, [], stones
    if fixed := fixed_handicap(width, height, stones):
        return stones, fixed, 0
    raise BoardError(
        f"handicap: {no_fixed_points(width, height, stones)}. Expected 2 to 9 on square boards from 11×11 on, 2 to 5 "
        "on 9×9, 2 to 4 on 7×7 and on even sizes, a list of points such as ['D4', 'Q16'], or placement='free'."
    )


def _handicap_points(handicap: object, width: int, height: int) -> list[int]:
    if isinstance(handicap, (str, float, bool)) or not isinstance(handicap, Iterable):
        raise BoardError(
            f"handicap: {shown(handicap)} is not a valid handicap. Expected a number of stones, or a list "
            "of points such as ['D4', 'Q16']."
        )
    points = read_points(handicap, width, height)
    if len(set(points)) < len(points) or len(points) == 1 or len(points) >= width * height:
        names = ", ".join(to_gtp(point, width, height) for point in points)
        raise BoardError(
            f"handicap: {names or '[]'} is not a valid list of points. Expected two or more different "
            "points, and at least one point without a stone."
        )
    return points


def read_prisoners(prisoners: Mapping[int, int] | None) -> dict[int, int]:
    """Return the number of prisoners that each colour holds.

    Example:
        >>> read_prisoners({"black": 3})
        {1: 3, 2: 0}
    """
    result = {BLACK: 0, WHITE: 0}
    if not isinstance(prisoners, Mapping | None):
        raise BoardError(
            f"prisoners: {shown(prisoners)} is not a valid table of prisoners. Expected one such as "
            "{ga.BLACK: 3, ga.WHITE: 0}."
        )
    for color, stones in (prisoners or {}).items():
        if not is_whole(stones) or not 0 <= int(stones) < MAX_BOARD**4:
            raise BoardError(
                f"prisoners: {shown(stones)} is not a valid number of stones. Expected a whole number from 0 on."
            )
        result[read_color(color)] = int(stones)
    return result
