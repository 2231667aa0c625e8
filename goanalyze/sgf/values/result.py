"""The recorded result, property RE: who won, how, and by how much, as far as the text itself says.

Not here: whether the result is right (the count tells), and whether a margin of 3 or 3.5 is meant
in points or in zi, which needs the rules, the komi or a replay. The words of results written in
prose are in `result_words`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from goanalyze.sgf.values.numbers import (
    Quantity,
    Unit,
    find_quantities,
    fold,
    in_points,
    is_quarter,
    plain,
    quote,
    too_long,
)
from goanalyze.sgf.values.result_words import How, Winner, no_winner_of, reason_of, winner_of

__all__ = ["By", "Result", "Winner", "parse_result"]

By = How | Literal["score", "draw", "void", "unknown"]

_LARGEST: Final = 52 * 52 + 400  # the largest board and the largest komi read; 8194 has been recorded

_FF4: Final = re.compile(r"([BW])\+(R|Resign|T|Time|F|Forfeit|[0-9]+(?:\.[0-9]+)?)?")
_REMARK: Final = re.compile(r"\([^()]*\)|(?<![0-9])[0-9]+ ?(?:手|수|moves?(?![a-z]))")
_LOOSE: Final = re.compile(r"(b|w|d|black|white|黑|黒|흑|白|백)(?: ?\+ ?(.*))?")
_CLAIM: Final = re.compile(r"(?<![a-z])([bw])(?:lack|hite)? ?\+")
_MANNERS: Final = {"resign": " by resignation", "time": " on time", "forfeit": " by forfeit"}


@dataclass(frozen=True, slots=True)
class Result:
    """A result: winner, how it was won, and the margin, Black − White, in ``unit``."""

    winner: Winner
    by: By
    margin: float | None = None
    unit: Unit = "none"
    code: str | None = None
    message: str = ""

    @property
    def points(self) -> float | None:
        """The margin in points, Black − White: one zi is two; None when there is no margin."""
        if self.margin is None:
            return None
        return 2 * self.margin if self.unit == "zi" else self.margin


def parse_result(text: str) -> Result:
    """Read a recorded result.

    Does not guess: a winner is given only when the text names one and does not name the other too,
    and a number that no count gives (``0.02``, a server's code for the way a game ended) is no
    margin. ``W+3`` is given in points, as FF[4] says, although some files mean zi.

    Args:
        text: raw RE; ``""`` when the property is absent or empty.

    Returns:
        Result; code GO401 when the text is missing, not understood, or understood though not
        written or not meant as FF[4] wants it. The message then says how it was read.

    Rule: SGF FF[4], Game-info properties, RE. A fraction of ¼ or ¾ can only be zi (子).

    Example:
        >>> parse_result("W+3.5")
        Result(winner='white', by='score', margin=-3.5, unit='points', code=None, message='')
        >>> result = parse_result("黑胜2又3/4子")
        >>> result.winner, result.margin, result.unit, result.points
        ('black', 2.75, 'zi', 5.5)
    """
    raw = text.strip()
    if not raw:
        return Result("none", "unknown", code="GO401", message="Result is missing.")
    if said := too_long("Result", raw):
        return Result("none", "unknown", code="GO401", message=said)
    strict = _read_ff4(raw)
    if strict is not None and strict.unit != "zi" and not (strict.by == "unknown" and _has_number(raw)):
        return strict
    result = strict or _read_loosely(fold(raw))
    said = result.message or f"is read as {_words(result)}"
    if result.by == "unknown" and result.winner != "none" and _has_number(raw):
        said += "; its number is no margin that a count gives"
    return Result(result.winner, result.by, result.margin, result.unit, "GO401", f"Result {quote(raw)} {said}.")


def _read_ff4(raw: str) -> Result | None:
    """Read the forms FF[4] allows, letter by letter; None for any other text."""
    if raw in {"0", "Draw"}:
        return Result("draw", "draw", 0.0, "points")
    if raw in {"Void", "?"}:
        return Result("none", "void" if raw == "Void" else "unknown")
    match = _FF4.fullmatch(raw)
    if match is None:
        return None
    return _won("black" if match[1] == "B" else "white", (match[2] or "").lower())


def _read_loosely(folded: str) -> Result:
    """Read any other text, without its remarks in brackets and its counts of moves.

    Symbols come first (``b + 3``), because a reason behind them may hold any word; then texts
    that name no winner; then prose.
    """
    body = _REMARK.sub(" ", folded).strip()
    if len(set(_CLAIM.findall(body))) > 1:
        return Result("none", "unknown", message="names two winners")
    if match := _LOOSE.fullmatch(body):
        winner: Winner = "draw" if match[1] == "d" else "black" if match[1][0] in "b黑黒흑" else "white"
        return _won(winner, match[2] or "")
    if kind := no_winner_of(body):
        return Result("draw", "draw", 0.0, "points") if kind == "draw" else Result("none", kind)
    return _won(winner_of(body), body)


def _won(winner: Winner, rest: str) -> Result:
    """Add to a winner the manner and the margin that the rest of the text tells."""
    if winner == "none":
        return Result("none", "unknown", message="is not understood: it names no single winner")
    if winner == "draw":  # "D+J": declared by a judge, so nothing was counted
        return Result("draw", "draw") if rest else Result("draw", "draw", 0.0, "points")
    if how := reason_of(rest):
        return Result(winner, how)
    quantity = _margin(rest)
    if quantity is None:
        return Result(winner, "unknown")
    unit: Unit = "zi" if quantity.unit == "zi" or is_quarter(quantity.value) else "points"
    return Result(winner, "score", quantity.value if winner == "black" else -quantity.value, unit)


def _margin(rest: str) -> Quantity | None:
    """Find the one number that is a margin: positive, a multiple of a quarter, not larger than any board."""
    found = find_quantities(rest)
    chosen = [quantity for quantity in found if quantity.unit != "none"] or found
    if len(chosen) != 1 or rest[: chosen[0].start].endswith("-"):
        return None
    value = chosen[0].value
    return chosen[0] if 0 < value <= _LARGEST and (value * 4).is_integer() else None


def _has_number(raw: str) -> bool:
    return re.search(r"[0-9]", _REMARK.sub(" ", fold(raw))) is not None


def _words(result: Result) -> str:
    """Say in words how a text was read."""
    if result.winner == "draw":
        return "a draw"
    if result.winner == "none":
        return "no result" if result.by == "void" else "a result not known"
    won = f"a win for {result.winner.capitalize()}"
    if result.margin is None or result.points is None:
        return won + _MANNERS.get(result.by, ", margin not told")
    if result.unit == "zi":
        return f"{won} by {plain(abs(result.margin))} zi (子), {in_points(abs(result.points))}"
    return f"{won} by {in_points(abs(result.points))}"
