"""What a board is begun with: its size, komi, handicap and prisoners; one sentence for what will not do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from goanalyze.board.handicap import fixed_handicap, no_fixed_points
from goanalyze.rules import RulesetError
from goanalyze.rules.komi import ALLOWED, Komi
from goanalyze.vocabulary.given import BoardError, MoveLike, is_whole, read_color, read_points
from goanalyze.vocabulary.limits import MAX_BOARD
from goanalyze.vocabulary.points import BLACK, WHITE, to_gtp
from goanalyze.vocabulary.toml import shown

_PLACEMENTS: Final = ("fixed", "free")


def read_size(width: object, height: object) -> tuple[int, int]:
    """Return columns and rows.

    Raises:
        BoardError: one of them is none.
    """
    return _side(width), _side(height)


def _side(given: object) -> int:
    if is_whole(given) and 1 <= int(given) <= MAX_BOARD:
        return int(given)
    raise BoardError(f"{shown(given)} is no side of a board; allowed are whole numbers from 1 to {MAX_BOARD}")


def read_komi(komi: float | None) -> float | None:
    """Return a komi; None stands for the ruleset's own.

    Raises:
        RulesetError: it is none.
    """
    if komi is not None and not Komi.is_number(komi):
        raise RulesetError(f"komi: {shown(komi)} is not a valid value. Expected {ALLOWED}, or None, the ruleset's own")
    return None if komi is None else float(komi)


def read_handicap(
    handicap: int | Iterable[MoveLike], placement: str, width: int, height: int
) -> tuple[int, list[int], int]:  # fmt: skip
    """Return the handicap, the points where its stones stand, and how many of them Black is to place by plays.

    Handicap 1 is an even game but for its komi (rules article, Komi): its stone is Black's first move.

    Raises:
        BoardError: they cannot stand so.

    Example:
        >>> read_handicap(2, "fixed", 9, 9), read_handicap(2, "free", 9, 9), read_handicap(["A1", "B1"], "fixed", 9, 9)
        ((2, [56, 24], 0), (2, [], 2), (2, [72, 73], 0))
    """
    if placement not in _PLACEMENTS:
        raise BoardError(f"placement: {shown(placement)} is not allowed; allowed are {', '.join(_PLACEMENTS)}")
    if not is_whole(handicap):
        named = _named(handicap, width, height)
        return len(named), named, 0
    stones, points = int(handicap), width * height
    if stones in (0, 1):
        return stones, [], 0
    if not 0 <= stones < points:
        raise BoardError(f"handicap: {stones} stones are not allowed; allowed are 0 to {points - 1}")
    if placement == "free":
        return stones, [], stones
    fixed = fixed_handicap(width, height, stones)
    if not fixed:
        raise BoardError(
            f"handicap: {no_fixed_points(width, height, stones)}; allowed are 2 to 9 on "
            "square boards from 11×11 on, 2 to 5 on 9×9, 2 to 4 on 7×7 and where the side is even; placement='free' "
            "lets Black place them, and a list such as ['D4', 'Q16'] names their points"
        )
    return stones, fixed, 0


def _named(handicap: object, width: int, height: int) -> list[int]:
    if isinstance(handicap, (str, float, bool)) or not isinstance(handicap, Iterable):
        raise BoardError(f"handicap: {shown(handicap)} is not allowed; allowed are the number of stones, and a list of "
                         "their points such as ['D4', 'Q16']")  # fmt: skip
    points = read_points(handicap, width, height)
    if len(set(points)) < len(points) or len(points) == 1 or len(points) >= width * height:
        names = ", ".join(to_gtp(point, width, height) for point in points)
        raise BoardError(f"handicap: stones on {names} are not allowed; allowed are two or more different points, and "
                         "not all of the board")  # fmt: skip
    return points


def read_prisoners(prisoners: Mapping[int, int] | None) -> dict[int, int]:
    """Return the enemy stones that each colour holds.

    Raises:
        BoardError: they are no numbers of stones.

    Example:
        >>> read_prisoners({"black": 3})
        {1: 3, 2: 0}
    """
    found = {BLACK: 0, WHITE: 0}
    if prisoners is None:
        return found
    if not isinstance(prisoners, Mapping):
        raise BoardError(f"prisoners: {shown(prisoners)} is not allowed; allowed is a table such as "
                         "{ga.BLACK: 3, ga.WHITE: 0}")  # fmt: skip
    for color, stones in prisoners.items():
        if not is_whole(stones) or not 0 <= int(stones) < MAX_BOARD**4:
            raise BoardError(f"prisoners: {shown(stones)} is no number of stones; allowed are whole numbers from 0")
        found[read_color(color)] = int(stones)
    return found
