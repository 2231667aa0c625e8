"""What two games are to each other, and how sure it is that they are one game.

Confidence by plays that agree, on boards of 13×13 points and more (passes do not count as plays):

* *certain*: the same text; or 50 plays and all of them the same (rotated, mirrored, colours swapped); or 100 plays when
  one is the beginning of the other.
* *likely*: 20 plays and all the same, or a problem with the same setup; 50 plays when one is the beginning of the
  other; 100 plays, or 50 with at most two that differ, in games with moves changed, missing or added.
* *possible*: what is less. Openings and joseki are replayed, and so are games won against a program.

A player's name and the day the same raise it by one step; days more than a week apart lower it by one: then it may have
been played again. On smaller boards, where games of a few moves meet by chance, games with other moves are *possible*
at most, and beginnings need 100 plays to be more. Games that are edited in mid-game are *likely* at most.

Each copy is compared with the best one of its group directly. A record that ends before two games part which are no
copies of each other is the beginning of both and a copy of neither: both pairs are reported as *possible*.

Not reported at all: games shorter than `MIN_PLAYS` plays that are not the same from beginning to end, and shorter than
`FEWEST_PLAYS`, but with the same text or problems (a setup with white stones) that are the same; and games with moves
changed, missing or added of which less than 50 plays agree, unless they begin together, differ in two moves and end
about together, or a player's name and the day are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.alignment import (
    NO_SETUP,
    NO_VIEW,
    SETUP_AS_MOVES,
    SETUP_DIFFERS,
    SETUP_SAME,
    SETUP_SWAPPED,
    Alignment,
    align_pairs,
)
from goanalyze.duplicates.choices import Kind, Level
from goanalyze.duplicates.facts import Errors, Facts
from goanalyze.duplicates.sequences import Sequences

POSSIBLE, LIKELY, CERTAIN = (level.index for level in Level)
EXACT, SAME_MOVES, MIRRORED, SWAPPED, BEGINNING, NEAR, HINT_DYER, HINT_OPENING = (kind.index for kind in Kind)

MIN_PLAYS: Final = 20
"""Of shorter games only those are reported that are the same from beginning to end."""
FEWEST_PLAYS: Final = 10
"""Of still shorter ones only problems, and those with the same text."""
_SOME: Final = 50
_MANY: Final = 100
_FEW_DIFFER: Final = 2
_SMALL: Final = 13 * 13  # points
_WEEK: Final = 7


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of the games of a dataset, and what pairs of them are to each other.

    Attributes:
        sequences: their moves.
        facts: names, dates, results and the like.
        errors: which moves are errors.
    """

    sequences: Sequences
    facts: Facts
    errors: Errors

    def compare(self, pairs: NDArray[np.int64]) -> tuple[Alignment, NDArray[np.int8], NDArray[np.int8]]:
        """Compare pairs in full: how they align, `Kind.index`, and `Level.index` or −1."""
        games = self.sequences
        found = align_pairs(games.moves(), games.skips(), games.setups(), pairs)
        one, other = pairs[:, 0], pairs[:, 1]
        unlike = games.canonical[one] != games.canonical[other]
        same_text = (games.text[one] == games.text[other]) & ~unlike
        kind = kind_of(found, same_text, unlike & (games.edited[one] | games.edited[other]))
        return found, kind, confidence_of(found, kind, pairs, games, self.facts)

    def more_errors(self, pairs: NDArray[np.int64], found: Alignment) -> NDArray[np.int32]:
        """Return how many more errors the second game of each pair has among the moves that both have."""
        counts = []
        for games, sign in ((pairs[:, 0], 1), (pairs[:, 1], -1)):
            moves = self.sequences.start[games + 1] - self.sequences.start[games]
            after = np.maximum(found.begin.astype(np.int64) * sign, 0)
            until = moves - np.maximum(-found.rest.astype(np.int64) * sign, 0)
            counts.append(self.errors.among(self.sequences.text[games], after, until))
        return np.where(found.view < NO_VIEW, counts[1] - counts[0], 0).astype(np.int32)


def is_swapped(found: Alignment) -> NDArray[np.bool_]:
    """Return where colours are swapped: by the moves, or where there are none to tell by the setup."""
    moves = found.opposite > found.same
    none = found.opposite + found.same == 0
    swapped: NDArray[np.bool_] = np.where(none, found.setup == SETUP_SWAPPED, moves)
    return swapped


def differing(found: Alignment) -> NDArray[np.int32]:
    """Return how many moves differ: edits, those that only one game begins with, those of the wrong colour."""
    begin = np.where(found.setup == SETUP_AS_MOVES, 0, np.abs(found.begin))
    number: NDArray[np.int32] = found.edits + begin + np.minimum(found.same, found.opposite)
    return number


def kind_of(found: Alignment, same_text: NDArray[np.bool_], unlike_edits: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return what each pair is, as `Kind.index`.

    Args:
        found: the pairs, compared.
        same_text: they have the same text.
        unlike_edits: stones are set up between moves, and not in the same way.
    """
    swapped = is_swapped(found)
    setup = np.where(swapped, found.setup == SETUP_SWAPPED, found.setup == SETUP_SAME) | (found.setup == NO_SETUP)
    whole = (differing(found) == 0) & setup & (found.begin == 0) & ~unlike_edits
    kind = np.full(len(swapped), NEAR, dtype=np.int8)
    kind[whole] = BEGINNING
    same = whole & (found.rest == 0)
    kind[same] = np.where(swapped[same], SWAPPED, np.where(found.view[same] == 0, SAME_MOVES, MIRRORED))
    kind[found.view == NO_VIEW] = NEAR
    kind[same_text] = EXACT
    return kind


def confidence_of(
    found: Alignment, kind: NDArray[np.int8], pairs: NDArray[np.int64], sequences: Sequences, facts: Facts
) -> NDArray[np.int8]:
    """Return how sure it is that each pair is one game, as `Level.index`, −1 where nothing is to be reported.

    The criteria stand at the head of the module.
    """
    one, other = pairs[:, 0], pairs[:, 1]
    plays, differs = found.agreeing, differing(found)
    some, many = plays >= _SOME, plays >= _MANY
    whole = kind <= SWAPPED
    level = np.where(whole, np.where(some, CERTAIN, LIKELY), POSSIBLE)
    beginning = kind == BEGINNING
    level[beginning] = (some.astype(np.int8) + many)[beginning]
    near = kind == NEAR
    level[near] = np.where(many | (some & (differs <= _FEW_DIFFER)), LIKELY, POSSIBLE)[near]
    agree, against = _metadata(pairs, is_swapped(found), facts)
    level = np.clip(level + agree - against, POSSIBLE, CERTAIN)
    small = sequences.width[one].astype(np.int32) * sequences.height[one] < _SMALL
    level[small & (near | (beginning & ~many))] = POSSIBLE
    edited = sequences.edited[one] | sequences.edited[other]
    level[edited & ~whole] = np.minimum(level, LIKELY)[edited & ~whole]
    shorter = np.minimum(sequences.plays[one], sequences.plays[other])
    short = shorter < MIN_PLAYS
    reported = np.where(shorter >= FEWEST_PLAYS, np.minimum(level, POSSIBLE + agree), -1)
    level[short] = np.where(whole, np.where(sequences.problem[one], LIKELY, reported), -1)[short]
    together = (found.begin == 0) & (differs <= _FEW_DIFFER) & (np.abs(found.rest) <= _FEW_DIFFER)
    together |= (found.setup == SETUP_AS_MOVES) | (agree > 0)
    unlike = (found.setup == SETUP_DIFFERS) & (sequences.problem[one] | sequences.problem[other])
    level[near & ((~some & ~together) | (~many & unlike))] = -1
    level[found.view == NO_VIEW] = -1
    level[found.view == NO_VIEW] = -1
    level[kind == EXACT] = CERTAIN
    result: NDArray[np.int8] = level.astype(np.int8)
    return result


def _metadata(
    pairs: NDArray[np.int64], swapped: NDArray[np.bool_], facts: Facts
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return 1 where names and day speak for one game, and 1 where the days speak against it."""
    one, other = pairs[:, 0], pairs[:, 1]
    black, white = (facts.named[f"{color}_player"].number for color in ("black", "white"))
    its_black = np.where(swapped, white[other], black[other])
    its_white = np.where(swapped, black[other], white[other])
    same_black = (black[one] == its_black) & (its_black >= 0)
    same_white = (white[one] == its_white) & (its_white >= 0)
    apart = np.abs(facts.day[one] - facts.day[other])  # NaN where one is not known
    agree = (same_black | same_white) & (apart == 0)
    return agree.astype(np.int8), (apart > _WEEK).astype(np.int8)
