"""What a board is counted as: outcomes with their ledgers, estimates of dead stones, confirmation of life and death."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from goanalyze.game.settings import read_komi
from goanalyze.life.choices import KoPass, Walls
from goanalyze.referee.errors import EmptyPointError
from goanalyze.referee.judged import Judged
from goanalyze.referee.law import RulesLike
from goanalyze.referee.records import game_of, tree_of
from goanalyze.rules.komi import Komi
from goanalyze.vocabulary.given import MoveLike, read_points
from goanalyze.vocabulary.points import to_gtp

if TYPE_CHECKING:
    from goanalyze.game.game import Game
    from goanalyze.life.confirmed import Confirmation
    from goanalyze.score.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is estimated of a position: a guess with a known rate of error, see `goanalyze.life.estimate`.

    Attributes:
        dead: points of the stones that are held for dead, to be given to `Board.score`.
        ownership: for each point whose it is, from −1, White's for certain, to 1, Black's.
        confidence: how sure the set of dead stones is, 0–1.
        is_settled: whether everything is proven, so that nothing had to be estimated.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
        >>> found = board.estimate()
        >>> board.score(dead=found.dead, rules="aga").result, found.is_settled
        ('W+6.5', False)
        >>> found
        Estimate(dead=(24,), confidence=..., is_settled=False)
    """

    dead: tuple[int, ...]
    ownership: tuple[float, ...] = field(repr=False)
    confidence: float
    is_settled: bool


class Counted(Judged):
    """How a `Board` is counted."""

    __slots__ = ()

    def score(
        self,
        *,
        dead: Iterable[MoveLike] | None = None,
        rules: RulesLike | None = None,
        komi: float | None = None,
    ) -> Outcome:
        """Count the board as it stands, and give the outcome with its ledger.

        Args:
            dead: a point of each dead chain; ``[]`` says that none is dead. If not given, dead stones are settled or
                estimated where the position looks finished, and the outcome says so.
            rules: which ruleset counts; the board's own if not given.
            komi: points for White; if not given, those that the board was given, or else what the ruleset sets.

        Returns:
            The outcome: `result`, `margin`, `ledger`, and the `reasons` to know before it is taken for a fact.

        Raises:
            EmptyPointError: no stone stands on one of the points.
            NoSuchPointError: one of them is no point of the board.
            UnknownRulesetError: there is no such ruleset.
            RulesetError: `komi` is none.

        Example:
            >>> import goanalyze as ga
            >>> rows = [".XO..", ".XO..", "XXO.X", ".XO..", ".XO.."]
            >>> board = ga.Board.from_rows(rows, prisoners={ga.BLACK: 2}, komi=0)
            >>> print(board.score(dead=["E3"]).ledger)
            japanese, by territory                Black   White
              territory                               4      10
              less eyes in seki                       0       0
              prisoners                               2       0
              dead stones of the opponent             0       1
              komi                                            0
                                            ───────────────
                                                      6      11  W+5
        """
        ruleset = self._under(rules).ruleset
        given = None if dead is None else self._stones_at(dead)
        asked = self._komi if komi is None else read_komi(komi)
        game = game_of(self, given, with_prisoners=True)
        if asked is None:
            return game.outcome(ruleset, komi="ruleset")
        return game.outcome(ruleset, komi=asked if Komi.is_number(asked) else "recorded")  # 6.6, as no ruleset has it

    def _stones_at(self, points: Iterable[MoveLike]) -> list[int]:
        found, colors = read_points(points, self.width, self.height), self._history.stones.colors
        for point in found:
            if not colors[point]:
                raise EmptyPointError(f"no stone stands at {to_gtp(point, self.width, self.height)}; allowed are "
                                      "points with stones")  # fmt: skip
        return found

    def estimate(self) -> Estimate:
        """Estimate which stones are dead, and whose each point is.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
            >>> board.estimate().dead
            (24,)
        """
        from goanalyze.life.estimate import estimate  # noqa: PLC0415 - playing alone loads no kernel

        position = self.position
        found = estimate(position.chunk(), np.array([self._side()], dtype=np.uint8))
        dead = tuple(np.flatnonzero(found.dead).tolist())
        owners = tuple(found.owners(position.stones).tolist())
        return Estimate(dead, owners, float(found.confidence[0]), bool(found.decided[0]))

    def confirm(
        self,
        chains: Iterable[MoveLike] = "unsettled",
        *,
        claim: Iterable[MoveLike] | None = None,
        rules: RulesLike | None = None,
        walls: str | Walls = Walls.SAFE,
        ko_pass: str | KoPass = KoPass.ANY,
    ) -> Confirmation:
        """Confirm which chains are alive, and which dead, where the ruleset has a confirmation phase.

        Args:
            chains: a stone of each chain in question; ``unsettled``, all that need a search; ``all``.
            claim: stones said to be dead; the chains that it does not name are said to be alive.
            rules: which ruleset is followed; the board's own if not given.
            walls: what shuts a region in, see `goanalyze.life.choices.Walls`.
            ko_pass: what a pass for a ko lifts.

        Raises:
            RulesetError: the ruleset has no such phase: its axis `life_and_death` is not ``confirmed``.
            EmptyPointError: no stone stands on one of the points.
            NoSuchPointError: one of them is no point of the board.
            ValueError: a word is none of those.
            UnknownRulesetError: there is no such ruleset.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
            >>> print(board.confirm(["E1"]))
            Black's stone at E1 is dead: White takes it, and no new stone stands (region of 14 points, ...).
        """
        ruleset = self._under(rules).ruleset
        asked = chains if isinstance(chains, str) else self._stones_at(chains)
        claimed = None if claim is None else self._stones_at(claim)
        return self.game().confirm(ruleset, chains=asked, claim=claimed, walls=walls, ko_pass=ko_pass)

    def to_sgf(self) -> str:
        """Return the record of the board in SGF FF[4]: setup and moves, size, ruleset, komi and handicap.

        Prisoners that the board was begun with have no place in SGF. A komi with a quarter of a point is taken for zi
        when the record is read, as such komi are meant in records.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9, rules="aga", handicap=2)
            >>> _ = board.play("E5"), board.pass_()
            >>> board.to_sgf()
            '(;FF[4]GM[1]SZ[9]RU[AGA]KM[0.5]HA[2]AB[cg][gc];W[ee];B[])'
        """
        return tree_of(self).to_sgf()

    def game(self) -> Game:
        """Return the record of the board as a `Game`, with all that can be asked of one.

        Example:
            >>> import goanalyze as ga
            >>> board = ga.Board(9)
            >>> _ = board.play("E5")
            >>> board.game().replay().describe(1)
            '1. B E5'
        """
        return game_of(self)
