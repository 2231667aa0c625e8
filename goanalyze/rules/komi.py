"""The komi that a ruleset sets, and the komi that an outcome is counted with.

The komi of Japanese professional games by year, for games without a recorded komi.

It is not part of a ruleset: komi is agreed on before the game, and changed while the rules stayed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, TypeGuard

from goanalyze.errors import RulesetError
from goanalyze.limits import MAX_BOARD
from goanalyze.rules.choices import KomiChoice
from goanalyze.util.toml import shown

MarginKomi: TypeAlias = float | Literal["recorded", "ruleset"]
"""The komi that a margin is worked out with: a number for all games, or the name of a `KomiChoice`."""
KomiReading: TypeAlias = MarginKomi | Literal["period"]
"""The komi that a user asks for: one of those, or that of professional games in the year of the game, which takes the
recorded one's place, see `goanalyze.rules.komi`."""
PERIOD: Final = "period"

_MOST: Final = 400
ALLOWED: Final = f"multiples of 0.25 from -{_MOST} to {_MOST}"


@dataclass(frozen=True, slots=True)
class Komi:
    """The komi that a ruleset sets, in points for White.

    Attributes:
        even: in even games; None if the ruleset has it for `sizes` alone.
        handicap: in handicap games; ``"even"``, as in even games; None if it has none.
        sizes: (board size, komi) of square boards that have their own.

    Raises:
        RulesetError: a komi is not a multiple of a quarter between −400 and 400, or a board size is not valid.

    Example:
        >>> komi = Komi(6.5, handicap=0.5, sizes=((9, 5.5),))
        >>> komi.points(19, 19), komi.points(9, 9), komi.points(19, 19, handicap=2)
        (6.5, 5.5, 0.5)
    """

    even: float | None
    handicap: float | Literal["even"] | None = "even"
    sizes: tuple[tuple[int, float], ...] = ()

    def __post_init__(self) -> None:
        """Refuse values that cannot be a komi."""
        if not isinstance(self.sizes, tuple) or not all(
            isinstance(pair, tuple) and len(pair) == 2 for pair in self.sizes
        ):
            raise RulesetError(f"komi: {shown(self.sizes)} is not a valid table of sizes. Expected ((9, 5.5), …)")
        sizes = [size for size, _ in self.sizes]
        for index, size in enumerate(sizes):
            if type(size) is not int or not 1 <= size <= MAX_BOARD:
                expected = f"a whole number from 1 to {MAX_BOARD}"
                raise RulesetError(f"komi: {shown(size)} is not a valid board size. Expected {expected}")
            if size in sizes[:index]:
                raise RulesetError(f"komi: board size {size} occurs twice. Expected one komi for each size")
        for where, number in (("", self.even), *((f"{size}: ", number) for size, number in self.sizes)):
            if not self.is_number(number) and (where or number is not None):
                raise RulesetError(f"komi: {where}{shown(number)} is not a valid value. Expected {ALLOWED}")
        if not self.is_number(self.handicap) and self.handicap not in ("even", None):
            expected = f"{ALLOWED}, or 'even', as in even games"
            raise RulesetError(f"komi: handicap: {shown(self.handicap)} is not a valid value. Expected {expected}")

    @staticmethod
    def is_number(value: object) -> TypeGuard[float]:
        """Return True if a value is a number that can be a komi."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return abs(value) <= _MOST and float(value * 4).is_integer()

    def points(self, width: int, height: int, handicap: int = 0) -> float | None:
        """Return the komi of a game, None where the ruleset has none for its board or handicap.

        Args:
            width: columns of the board.
            height: rows.
            handicap: 0 or 1 for an even game.

        Handicap 1 begins as an even game, with the komi of handicap games (Wikipedia, Rules of Go, Komi).
        """
        own = dict(self.sizes).get(width) if width == height else None
        even = self.even if own is None else own
        if handicap < 1 or self.handicap == "even" or even is None:
            return even
        return self.handicap

    def mapping(self) -> Mapping[str, float | str]:
        """Return the table that TOML files have for it, without values that are missing.

        Example:
            >>> Komi(5.5, sizes=((9, 3.5),)).mapping()
            {'even': 5.5, 'handicap': 'even', '9': 3.5}
        """
        table = {"even": self.even, "handicap": self.handicap, **{str(size): number for size, number in self.sizes}}
        return {name: value for name, value in table.items() if value is not None}

    def meaning(self) -> str:
        """Return the komi in words.

        Example:
            >>> Komi(None, handicap=0.5, sizes=((19, 7.5),)).meaning()
            'points for White: 7.5 on 19×19, none named for other boards; with handicap 0.5'
        """
        even = "none named" if self.even is None else f"{self.even:g}"
        if self.sizes:
            even = f"{self.note.removeprefix('komi ')}, {even} for other boards"
        fixed = {None: "no handicap games", "even": "the same with handicap"}
        handicap = fixed[self.handicap] if self.handicap in (None, "even") else f"with handicap {self.handicap:g}"
        return f"points for White: {even}; {handicap}"

    @property
    def note(self) -> str:
        """The komi of square boards that have their own, in a few words; "" without any."""
        own = ", ".join(f"{number:g} on {size}×{size}" for size, number in self.sizes)
        return f"komi {own}" if own else ""

    def __str__(self) -> str:
        parts = [f"{size}×{size}: {komi:g}" for size, komi in self.sizes]
        if self.even is not None:
            parts.append(f"{'other sizes: ' if parts else ''}{self.even:g}")
        if self.handicap is None:
            parts.append("no handicap games")
        elif self.handicap != "even":
            parts.append(f"with handicap {self.handicap:g}")
        return ", ".join(parts) or "none named"


def read_komi(value: object) -> KomiReading:
    """Return the komi to count with: a number, the name of a `KomiChoice`, or ``period``.

    Example:
        >>> read_komi("recorded"), read_komi(6.5)
        ('recorded', 6.5)
    """
    if Komi.is_number(value) and isinstance(value, (int, float)):
        return float(value)
    name = value.value if isinstance(value, KomiChoice) else value if isinstance(value, str) else ""
    if name == KomiChoice.RECORDED.value:
        return "recorded"
    if name == KomiChoice.RULESET.value:
        return "ruleset"
    if name == PERIOD:
        return "period"
    words = ", ".join(map(repr, (*KomiChoice.names(), PERIOD)))
    raise RulesetError(f"komi: {shown(value)} is not a valid value. Expected {words} or {ALLOWED}")


_ARTICLE: Final = "Wikipedia, Rules of Go, Komi"


class Period(NamedTuple):
    """Years with one komi: the first of them, the komi in points, None where games had different ones; the source."""

    first: int
    komi: float | None
    source: str


PERIODS: Final = (
    Period(0, 0.0, f"{_ARTICLE}: komi did not exist before the 20th century"),
    Period(1900, None, "Sensei's Library, History of Komi: from none to 5 points, by tournament"),
    Period(1939, 4.5, f"{_ARTICLE}: 4.5 when professional games got it; so the 1st Honinbo tournament, 1939"),
    Period(1974, 5.5, f"{_ARTICLE}: 5.5 from 1974"),
    Period(2002, 6.5, f"{_ARTICLE}: 6.5 from 2002; announced in October 2002 (Nihon Kiin, History of Topics 2002)"),
)
"""In order of years."""

HANDICAP: Final = 0.5
"""The komi of handicap games, one stone included, since there is a komi (Wikipedia, Rules of Go, Komi)."""
_SIZE: Final = 19


def period_of(year: int) -> Period:
    """Return the period that a year belongs to.

    Example:
        >>> [period_of(year).komi for year in (1846, 1933, 1939, 1973, 1974, 2001, 2002)]
        [0.0, None, 4.5, 4.5, 5.5, 5.5, 6.5]
    """
    return PERIODS[max(bisect_right([period.first for period in PERIODS], year) - 1, 0)]


def period_komi(year: int | None, width: int, height: int, handicap: int = 0) -> float | None:
    """Return the komi that professional games of a year had, in points.

    None where the year is not known, or games of it had different ones; and off 19×19, where professionals hardly play.

    Example:
        >>> period_komi(1985, 19, 19), period_komi(1985, 19, 19, handicap=1), period_komi(1985, 9, 9)
        (5.5, 0.5, None)
    """
    if year is None or not width == height == _SIZE:
        return None
    komi = period_of(year).komi
    return HANDICAP if komi and handicap else komi
