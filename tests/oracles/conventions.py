"""Conventions stated once more, game by game in plain Python: the games that a hypothesis explains, and their weight.

No package code but the names of choices, and of rulesets only the kind of counting. Source:
E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from goanalyze.conventions.convention import RestMode, ResultScale
from goanalyze.rules import RULESETS, Compensation, Scoring

_AWAY = [*range(-10, 0), *range(1, 11)]
_Z = 1.959963984540054


@dataclass(frozen=True)
class CountedGame:
    """A game whose count is known: margins are Black − White in points, the recorded one as RE was read.

    Area and territory are those with the rest open and played out, the same where passes end the record; `usual` is
    which of them counts where a story does not say.
    """

    area: tuple[int, int]
    territory: tuple[int, int]
    usual: RestMode
    stones: int
    recorded: float


@dataclass(frozen=True)
class Story:
    """Terms of play that may have been used."""

    ruleset: str
    komi: float
    compensation: Compensation = Compensation.NOTHING
    scale: ResultScale = ResultScale.AS_READ
    rest: RestMode | None = None


def margin(game: CountedGame, story: Story) -> float:
    """Return Black's margin by these terms."""
    ends = game.territory if RULESETS[story.ruleset].scoring.value is Scoring.TERRITORY else game.area
    points = float(ends[0] if (story.rest or game.usual) is RestMode.OPEN else ends[1])
    if game.stones >= 2:
        points -= {"nothing": 0, "per-stone": game.stones, "per-stone-but-one": game.stones - 1}[
            story.compensation.value
        ]
    return points - story.komi


def recorded(game: CountedGame, story: Story) -> float:
    """Return the recorded margin in points, were its number of the unit of the story."""
    return game.recorded * {"as read": 1.0, "doubled": 2.0, "halved": 0.5}[story.scale.value]


def explains(game: CountedGame, story: Story) -> bool:
    """Return True if the recorded margin follows."""
    return margin(game, story) == recorded(game, story)


def explained(games: Sequence[CountedGame], story: Story) -> int:
    """Return the number of recorded margins that follow."""
    return sum(explains(game, story) for game in games)


def deciding(games: Sequence[CountedGame], story: Story, rival: Story) -> tuple[int, int]:
    """Return the number of games that one of two stories explains and the other does not, and the first one's share."""
    one = [explains(game, story) for game in games if explains(game, story) != explains(game, rival)]
    return len(one), sum(one)


def chance(games: Sequence[CountedGame], story: Story) -> float:
    """Return the share that another komi would explain, on average of those up to ten points away."""
    apart = [margin(game, story) - recorded(game, story) for game in games]
    return sum(each == away for each in apart for away in _AWAY) / len(_AWAY) / len(games)


def wilson(some: int, of: int) -> tuple[float, float]:
    """Return the 95% interval of a share.

    Wilson: the shares p for which the distance of some/of from p is at most z times sqrt(p (1 − p) / of).
    """
    share = some / of
    middle = (share + _Z * _Z / (2 * of)) / (1 + _Z * _Z / of)
    reach = _Z / (1 + _Z * _Z / of) * sqrt(share * (1 - share) / of + _Z * _Z / (4 * of * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)
