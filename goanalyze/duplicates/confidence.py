"""The relation of two games, compared move by move in eight views, and the confidence in it.

Differences are counted as edits: a changed, a missing and an additional move are one edit each. The moves of one game
beyond the end of the other are the rest.

Confidence by plays that agree, on boards of 13×13 points and more (passes do not count as plays):

* *certain*: the same text; or 50 plays and all of them the same (rotated, mirrored, colours swapped); or 100 plays when
  one is the beginning of the other.
* *likely*: 20 plays and all the same, or a problem with the same setup; 50 plays when one is the beginning of the
  other; 100 plays, or 50 with at most two that differ, in games with moves changed, missing or added.
* *possible*: anything less. Openings and joseki are replayed, and so are games won against a program.

A player's name and the day the same raise it by one step; days more than a week apart lower it by one: then it may have
been played again. On smaller boards, where games of a few moves meet by chance, games with other moves are *possible*
at most, and beginnings need 100 plays to be more. Games that are edited in mid-game are *likely* at most.

Each copy is compared with the best one of its group directly. A record that ends before two different games part is the
beginning of both and a copy of neither: both pairs are reported as *possible*.

Not reported at all: games shorter than `MIN_PLAYS` plays that are not the same from beginning to end, and shorter than
`FEWEST_PLAYS`, but with the same text or problems (a setup with white stones) that are the same; and games with moves
changed, missing or added of which less than 50 plays agree, unless they begin together, differ in two moves and end
about together, or a player's name and the day are the same.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.game_facts import CopyKind, ErrorMoves, GameFacts, Level
from goanalyze.duplicates.sequences import GameMoves, Sequences, Setups, SkippedTurns
from goanalyze.kernels.library import kernels

NO_VIEW: Final = 8
"""Value of `Alignment.view` if no view aligns the games."""
SETUP_DIFFERS, SETUP_SAME, SETUP_SWAPPED, SETUP_AS_MOVES, NO_SETUP = range(5)
"""Values of `Alignment.setup`: setups that differ, are equal, or are equal with colours swapped; only one game has a
setup, and its stones are the first moves of the other; neither has one."""


class Alignment(NamedTuple):
    """The alignment of pairs of games, one element per pair.

    Attributes:
        view: uint8[pairs], view of the first game that aligns it with the second; `NO_VIEW` if none does.
        edits: int32[pairs], moves changed, missing or added, without beginning and end.
        begin: int32[pairs], moves of the first game before the second begins; negative: the reverse.
        rest: int32[pairs], moves of the second game beyond the end of the first; negative: the reverse.
        first: int32[pairs], number in the first game of the first difference, its end included; 0 if none.
        agreeing: int32[pairs], plays (no passes) of the first game that have a partner.
        same: int32[pairs], known partners of equal colours.
        opposite: int32[pairs], known partners of opposite colours.
        setup: uint8[pairs], relation of the setups: `SETUP_DIFFERS`, `SETUP_SAME`, `SETUP_SWAPPED`, `SETUP_AS_MOVES`
            or `NO_SETUP`.
    """

    view: NDArray[np.uint8]
    edits: NDArray[np.int32]
    begin: NDArray[np.int32]
    rest: NDArray[np.int32]
    first: NDArray[np.int32]
    agreeing: NDArray[np.int32]
    same: NDArray[np.int32]
    opposite: NDArray[np.int32]
    setup: NDArray[np.uint8]


def align_pairs(moves: GameMoves, skips: SkippedTurns, setups: Setups, pairs: NDArray[np.int64]) -> Alignment:
    """Return the alignment of pairs of games, with the view and the beginning that have the least cost.

    Args:
        moves: Moves of all games; passes are compared, too.
        skips: Turns skipped in all games.
        setups: Stones of all starting positions.
        pairs: int64[pairs, 2], numbers of two games.
    """
    count = len(pairs)
    view, setup = np.empty((2, count), dtype=np.uint8)
    edits, begin, rest, first, agreeing, same, opposite = np.empty((7, count), dtype=np.int32)
    alignment = Alignment(view, edits, begin, rest, first, agreeing, same, opposite, setup)
    kernels.align_pairs(moves, skips, setups, np.ascontiguousarray(pairs), alignment)
    return alignment


def screen_pairs(
    moves: GameMoves, pairs: NDArray[np.int64], begins: NDArray[np.int32], length: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return the pairs of games that share most plays, from a run of plays that they share.

    Args:
        moves: Moves of all games; passes are left out.
        pairs: int64[pairs, 2], numbers of two games.
        begins: int32[pairs, 2], first play of the run in each game, from 0.
        length: int64[pairs], plays in the run.

    Returns:
        bool[pairs], True if the games agree in a view except for two edits and one more for each 25 plays (16 at most),
        30 plays at the beginning, and an end of any length.
    """
    is_near = np.empty(len(pairs), dtype=np.bool_)
    kernels.screen_pairs(moves, np.ascontiguousarray(pairs), np.ascontiguousarray(begins), length, is_near)
    return is_near


POSSIBLE, LIKELY, CERTAIN = (level.index for level in Level)
EXACT, SAME_MOVES, MIRRORED, SWAPPED, BEGINNING, NEAR, HINT_DYER, HINT_OPENING = (kind.index for kind in CopyKind)

MIN_PLAYS: Final = 20
"""Of shorter games only those are reported that are the same from beginning to end."""
FEWEST_PLAYS: Final = 10
"""Of still shorter ones only problems, and those with the same text."""
_SOME: Final = 50
_MANY: Final = 100
_FEW_DIFFER: Final = 2
_SMALL: Final = 13 * 13  # points
_WEEK: Final = 7


class Relation(NamedTuple):
    """The relation of the games of each pair.

    Attributes:
        alignment: the pairs move by move.
        kind: int8[pairs], `CopyKind.index`.
        level: int8[pairs], `Level.index`; −1 for pairs that are not reported.
        is_swapped: bool[pairs], True if colours are swapped.
        differing: int32[pairs], moves that differ: edits, those before the other game begins, those of another colour.
    """

    alignment: Alignment
    kind: NDArray[np.int8]
    level: NDArray[np.int8]
    is_swapped: NDArray[np.bool_]
    differing: NDArray[np.int32]


class PairEvidence(NamedTuple):
    """The games of a dataset, from which pairs are judged."""

    sequences: Sequences
    facts: GameFacts
    errors: ErrorMoves

    def compare(self, pairs: NDArray[np.int64]) -> Relation:
        """Compare pairs of games in full.

        Args:
            pairs: int64[pairs, 2], numbers of two games.
        """
        games, (first, second) = self.sequences, pairs.T
        alignment = align_pairs(games.moves, games.skips, games.setups, pairs)
        # by the moves; if none has a known colour, by the setup
        is_silent = alignment.opposite + alignment.same == 0
        is_swapped = np.where(is_silent, alignment.setup == SETUP_SWAPPED, alignment.opposite > alignment.same)
        before = np.where(alignment.setup == SETUP_AS_MOVES, 0, np.abs(alignment.begin))
        differing = alignment.edits + before + np.minimum(alignment.same, alignment.opposite)
        has_other_moves = games.canonical[first] != games.canonical[second]
        kind = _kinds(
            alignment, is_swapped, differing, has_other_moves & (games.is_edited[first] | games.is_edited[second])
        )
        kind[(games.text[first] == games.text[second]) & ~has_other_moves] = EXACT
        level = self._levels(pairs, Relation(alignment, kind, kind, is_swapped, differing))
        return Relation(alignment, kind, level, is_swapped, differing)

    def more_errors(self, pairs: NDArray[np.int64], alignment: Alignment) -> NDArray[np.int32]:
        """Return the errors that the second game of each pair has more than the first, among the moves of both."""
        counts = []
        for games, sign in ((pairs[:, 0], 1), (pairs[:, 1], -1)):
            start = self.sequences.moves.start
            moves = start[games + 1] - start[games]
            after = np.maximum(alignment.begin.astype(np.int64) * sign, 0)
            until = moves - np.maximum(-alignment.rest.astype(np.int64) * sign, 0)
            counts.append(self.errors.count_among(self.sequences.text[games], after, until))
        return np.where(alignment.view < NO_VIEW, counts[1] - counts[0], 0).astype(np.int32)

    def _levels(self, pairs: NDArray[np.int64], relation: Relation) -> NDArray[np.int8]:
        """Return `Level.index` of each pair, −1 if it is not reported, by the criteria of the module."""
        alignment, kind, _, is_swapped, differing = relation
        games, (first, second) = self.sequences, pairs.T
        has_some, has_many = alignment.agreeing >= _SOME, alignment.agreeing >= _MANY
        is_whole, is_beginning, is_near = kind <= SWAPPED, kind == BEGINNING, kind == NEAR
        level = np.where(is_whole, np.where(has_some, CERTAIN, LIKELY), POSSIBLE)
        level[is_beginning] = (has_some.astype(np.int8) + has_many)[is_beginning]
        level[is_near] = np.where(has_many | (has_some & (differing <= _FEW_DIFFER)), LIKELY, POSSIBLE)[is_near]
        agree, disagree = self._metadata(pairs, is_swapped)
        level = np.clip(level + agree - disagree, POSSIBLE, CERTAIN)
        is_small = games.moves.width[first].astype(np.int32) * games.moves.height[first] < _SMALL
        level[is_small & (is_near | (is_beginning & ~has_many))] = POSSIBLE
        is_edited = games.is_edited[first] | games.is_edited[second]
        level[is_edited & ~is_whole] = np.minimum(level, LIKELY)[is_edited & ~is_whole]
        plays = np.minimum(games.plays[first], games.plays[second])
        short = np.where(plays >= FEWEST_PLAYS, np.minimum(level, POSSIBLE + agree), -1)
        short = np.where(is_whole, np.where(games.is_problem[first], LIKELY, short), -1)
        level = np.where(plays < MIN_PLAYS, short, level)
        is_close = (alignment.begin == 0) & (differing <= _FEW_DIFFER) & (np.abs(alignment.rest) <= _FEW_DIFFER)
        is_close |= (alignment.setup == SETUP_AS_MOVES) | (agree > 0)
        is_other_problem = (alignment.setup == SETUP_DIFFERS) & (games.is_problem[first] | games.is_problem[second])
        level[is_near & ((~has_some & ~is_close) | (~has_many & is_other_problem))] = -1
        level[alignment.view == NO_VIEW] = -1
        level[kind == EXACT] = CERTAIN
        result: NDArray[np.int8] = level.astype(np.int8)
        return result

    def _metadata(
        self, pairs: NDArray[np.int64], is_swapped: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return 1 for pairs whose names and day are the same, and 1 for pairs whose days are far apart."""
        first, second = pairs.T
        black, white = self.facts.players
        its_black = np.where(is_swapped, white[second], black[second])
        its_white = np.where(is_swapped, black[second], white[second])
        same_black = (black[first] == its_black) & (its_black >= 0)
        same_white = (white[first] == its_white) & (its_white >= 0)
        days = np.abs(self.facts.day[first] - self.facts.day[second])  # NaN if one is not known
        return ((same_black | same_white) & (days == 0)).astype(np.int8), (days > _WEEK).astype(np.int8)


def _kinds(
    alignment: Alignment,
    is_swapped: NDArray[np.bool_],
    differing: NDArray[np.int32],
    is_otherwise_edited: NDArray[np.bool_],
) -> NDArray[np.int8]:
    own_setup = np.where(is_swapped, SETUP_SWAPPED, SETUP_SAME)
    has_setup = (alignment.setup == own_setup) | (alignment.setup == NO_SETUP)
    is_whole = (differing == 0) & has_setup & (alignment.begin == 0) & ~is_otherwise_edited & (alignment.view < NO_VIEW)
    complete = np.where(is_swapped, SWAPPED, np.where(alignment.view == 0, SAME_MOVES, MIRRORED))
    return np.where(is_whole, np.where(alignment.rest == 0, complete, BEGINNING), NEAR).astype(np.int8)
