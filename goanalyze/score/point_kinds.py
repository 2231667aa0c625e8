"""Kind and side of every point of the final positions of a chunk: once the dame are filled, and by article 8.

Scope: the stones and the dead ones among them. Life and death, prisoners and kos play no role here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.kernels.library import kernels


class PointKinds(NamedTuple):
    """The points of the positions of a chunk.

    Attributes:
        kinds: uint8[points], index of a `PointKind`.
        sides: uint8[points], color in the sense of the kind, 0 for neither side.
    """

    kinds: NDArray[np.uint8]
    sides: NDArray[np.uint8]


def find_point_kinds(
    boards: LabeledBoards, dead: NDArray[np.uint8], to_move: NDArray[np.uint8], *, in_territory: bool = True
) -> PointKinds:
    """Find the kind and the side of each point of every final position of a chunk once the dame are filled.

    Prisoners are not counted, and no ko is played. Stones that both sides let live are never captured.

    1. A side owns the points that its living stones alone surround, those under dead stones of the opponent included.
       Other dead stones stay: if stones of both sides border their region, if both sides have dead stones in it, or if
       a stone that stays borders it. Points adjacent to a dead stone that stays are dame. (A dead stone in territory
       of its own side counts as alive, since the opponent cannot capture it.)
    2. The sides fill dame in turn in reading order, each at its own stones, without capture and without self-atari. A
       side that cannot fill a dame passes. Dead stones occupy their points meanwhile, so these are not liberties.
    3. Chains of a side are connected here as they would be if the side had filled all dame. If their only liberty is
       one point of its territory, the side must fill it: it is not territory. The player of each dame makes no
       difference. This is repeated. Points under dead stones are liberties here, since players remove these without
       teire.
    4. A group (chains joined by their territory) with less than two eyes is in seki if it touches a dame that neither
       side can fill, or a group of the opponent that does not have two eyes either. Its territory does not count.
       Dead stones in it stay, and all steps are repeated. Three empty points make two eyes. Dead stones make none: the
       capture of stones that fill an eye leaves one eye, except for more stones than such a shape has (seven or more).

    To the letter of article 8, no dame is filled:

    1. A connected region of empty points and dead stones of the opponent is an eye of a side if living stones of the
       side alone border it. A living stone of the opponent or a dead stone of the side at its border prevents that.
    2. Empty points outside eyes are dame.
    3. Living chains that touch a dame are in seki, and so are chains that share eyes with one.
    4. Eyes of chains that are not in seki are territory. Dead stones anywhere else stay.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side that fills the first dame; 0 for article 8 to the letter.
        in_territory: True if dead stones stay as described; False if all of them are removed.

    Raises:
        BoardError: boards beyond the limits, or arrays of other lengths.

    Rule: Japanese rules 1989, art. 8 (eyes, dame, seki) and art. 10.1 (dead stones in the opponent's territory), with
        the commentary on article 8 (diagrams 13 to 15), on 10.1 (diagram 17: dead stones in the eye of a group in seki)
        and its examples of life and death 9 (both sides dead: nothing is removed and nothing is territory) and 25
        (points that living and dead stones of one side surround are dame); commentary on teire. The deducted points
        are those of KGS's count, which players of territory rules agreed to: in 422 games of 2003 and 2006 with one
        such point, or one that dame of its side would save, all 390 of the former are deducted and none of the 32
        latter.
    """
    points = PointKinds(*np.zeros((2, len(boards.stones)), dtype=np.uint8))
    kernels.find_point_kinds(boards.checked(dead, of_games=[to_move]), dead, to_move, in_territory, *points)
    return points
