"""Statuses by markup, or by a user's list of dead stones, that a proof, article 7 or a ruling contradicts.

Scope: no search and no estimate. The statuses themselves do not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from goanalyze.draw.diagram import line_words
from goanalyze.life.choices import Fate, Proof, StatusSource
from goanalyze.life.proof.rulings import find_rulings
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.points import BLACK, WHITE, color_name, opponent, to_gtp
from goanalyze.util.choice import Choice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goanalyze.core.labels import LabeledBoards
    from goanalyze.life.statuses import Statuses, StatusPolicy
    from goanalyze.replay.arrays import Replays

_LONGEST_LINE: Final = 12  # moves of a main line in a message
_MOST_CHAINS: Final = 6  # names of chains in a message
_SOURCES: Final = {StatusSource.MARKUP.index: "Marked", StatusSource.USER_LIST.index: "Listed as"}


class ProofBasis(Choice):
    """The basis of the right status. It decides the rulesets under which the other status is wrong."""

    PROOF = "a proof", "a proof without a search, under every ruleset"
    ARTICLE_7 = "article 7", "article 7 of the Japanese rules, with proven walls"
    RULING = "a ruling", "a ruling on a shape"


class StatusConflict(NamedTuple):
    """Stones of one colour whose status by markup or by a list is wrong.

    Attributes:
        game: number of the game.
        basis: basis of the right status.
        points: points of the stones, ascending.
        is_dead: the right status, True for dead stones.
        message: the contradiction in sentences.
    """

    game: int
    basis: ProofBasis
    points: tuple[int, ...]
    is_dead: bool
    message: str

    def is_wrong(self, policy: StatusPolicy) -> bool:
        """Return True if the status is wrong under a policy."""
        return {ProofBasis.PROOF: True, ProofBasis.ARTICLE_7: policy.article_7, ProofBasis.RULING: policy.rulings}[
            self.basis
        ]


class _Claim(NamedTuple):
    """Stones of a game that are dead or alive, and the reason: a clause, or sentences."""

    game: int
    basis: ProofBasis
    points: NDArray[np.intp]
    is_dead: bool
    reason: str


def find_status_conflicts(replays: Replays, statuses: Statuses, *, has_proofs: bool) -> list[StatusConflict]:
    """Find the statuses by markup and by a list that are wrong.

    Each stone is reported once, with the first basis of `ProofBasis` that its status contradicts.

    Args:
        replays: the chunk, replayed.
        statuses: its statuses.
        has_proofs: False to report only verdicts that `statuses` contains.

    Example:
        >>> import goanalyze as ga
        >>> text = "(;SZ[7:4]AB[ba][da][ab:db]AW[ea:eb][ac:ec]KM[0];B[];W[];TW[aa:db][fa:gb][fc:gc][ad:gd])"
        >>> for conflict in ga.loads(text)._chunk.status_conflicts:
        ...     print(conflict.message)
        Marked dead, against a proof: Black's 6 stones at B4 are alive, even if White moves first.
    """
    is_of_people = np.logical_or.reduce([statuses.base.source == source for source in _SOURCES])
    games = np.flatnonzero(is_of_people & (replays.width > 0))
    claims = [_verdicts(statuses)]
    if has_proofs and len(games):
        boards, points = replays.finals.take(games)
        proofs = prove_statuses(boards).proof
        claims = [_proofs(games, boards, proofs, statuses.base.dead[points]), *claims, _rulings(games, boards, proofs)]
    conflicts = list[StatusConflict]()
    is_reported = np.zeros(len(statuses.base.dead), dtype=np.bool_)
    for game, basis, stones, is_dead, reason in chain.from_iterable(claims):
        of_game = replays.board_start[game] + stones
        wrong = stones[((statuses.base.dead[of_game] == 1) != is_dead) & ~is_reported[of_game]]
        if len(wrong):
            is_reported[of_game] = True
            source = f"{_SOURCES[int(statuses.base.source[game])]} {'alive' if is_dead else 'dead'}"
            text = "" if basis is ProofBasis.ARTICLE_7 else _stones_text(replays, game, wrong, is_dead=is_dead)
            message = f"{source}, against {basis.value}: {text}{reason}"
            conflicts.append(StatusConflict(game, basis, tuple(wrong.tolist()), is_dead, message))
    return sorted(conflicts, key=lambda conflict: conflict.game)


def _proofs(
    games: NDArray[np.int64], boards: LabeledBoards, proofs: NDArray[np.uint8], dead: NDArray[np.uint8]
) -> Iterator[_Claim]:
    """Yield the proven stones of games in which one has the other status."""
    is_wrong = np.where(dead == 1, proofs == Proof.ALIVE.index, proofs == Proof.DEAD.index)
    number = np.repeat(np.arange(len(boards.width)), np.diff(boards.start))
    for index in np.flatnonzero(np.bincount(number[is_wrong])).tolist():
        span = slice(*boards.start[index : index + 2].tolist())
        for proof, color in product((Proof.DEAD, Proof.ALIVE), (BLACK, WHITE)):
            stones = np.flatnonzero((proofs[span] == proof.index) & (boards.stones[span] == color))
            player = color_name(color if proof is Proof.DEAD else opponent(color)).capitalize()
            reason = f", even if {player} moves first."
            yield _Claim(int(games[index]), ProofBasis.PROOF, stones, proof is Proof.DEAD, reason)


def _verdicts(statuses: Statuses) -> Iterator[_Claim]:
    """Yield the chains that are proven by article 7."""
    for confirmed in statuses.chains:
        status = confirmed.status
        if confirmed.marked_dead is not None and status.is_proven:
            words = line_words(status.line[:_LONGEST_LINE], status.position.width, status.position.height)
            reason = f"{status}{f' Main line: {words}.' if words else ''}"
            yield _Claim(
                confirmed.game, ProofBasis.ARTICLE_7, np.array(status.points), status.fate is Fate.DEAD, reason
            )


def _rulings(games: NDArray[np.int64], boards: LabeledBoards, proofs: NDArray[np.uint8]) -> Iterator[_Claim]:
    """Yield the stones of shapes that a ruling decides, between proven stones."""
    unknown = np.zeros(len(boards.stones), dtype=np.float32)
    for ruling in find_rulings(boards, proofs, unknown.astype(np.uint8), unknown):
        reason = f". {ruling.message(int(boards.width[ruling.game]), int(boards.height[ruling.game]))}"
        colors = boards.stones[boards.start[ruling.game] :]
        for is_dead, color in product((True, False), (BLACK, WHITE)):
            stones = sorted(
                point for point in ruling.stones if (point in ruling.dead) == is_dead and colors[point] == color
            )
            yield _Claim(int(games[ruling.game]), ProofBasis.RULING, np.array(stones, dtype=np.intp), is_dead, reason)


def _stones_text(replays: Replays, game: int, points: NDArray[np.intp], *, is_dead: bool) -> str:
    """Return a clause on the status of stones of one colour, named by the first stone of each chain."""
    boards, start = replays.finals, int(replays.board_start[game])
    chains = sorted(set(boards.first[start + points].tolist()))
    names = [to_gtp(first, int(boards.width[game]), int(boards.height[game])) for first in chains]
    more = [f"{len(names) - _MOST_CHAINS} more chains"] if len(names) > _MOST_CHAINS + 1 else []
    names = [*names[: _MOST_CHAINS if more else None], *more]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    stones, verb = ("stone", "is") if len(points) == 1 else (f"{len(points)} stones", "are")
    color = color_name(int(boards.stones[start + points[0]])).capitalize()
    return f"{color}'s {stones} at {listed} {verb} {'dead' if is_dead else 'alive'}"
