"""Kind and side of every point of the final positions of a chunk: once the dame are filled, and by article 8.

Scope: the stones and the dead ones among them. Life and death, prisoners and kos play no role here.

Kinds and sides of the points of a final position when the dame are filled, as a value that draws itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.draw.counted_position import counted_svg, counted_text, rich_counted
from goanalyze.draw.diagram import rich_joined
from goanalyze.errors import BoardError
from goanalyze.kernels.library import kernels
from goanalyze.points import BLACK, EMPTY, WHITE, color_name
from goanalyze.rules import Seki
from goanalyze.score.choices import DEDUCTED, SURROUNDED, PointKind
from goanalyze.score.count import dead_mask
from goanalyze.util.arguments import read_integer
from goanalyze.util.numbers import plural

if TYPE_CHECKING:
    from rich.text import Text


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


_SIGNS: Final = {
    PointKind.DAME: ",",
    PointKind.CAPTURE: "s",
    PointKind.SEKI: "s",
    PointKind.SEKI_EYE: "s",
    **dict.fromkeys(DEDUCTED, "!"),
}


@dataclass(frozen=True, slots=True)
class Territory:
    """The kinds and sides of the points of a final position.

    Attributes:
        kind: kinds of the points, row by row from the upper left.
        side: colours of the points in the sense of their kinds; 0 for neither side.
        position: the final position with its dead stones, so that it can be drawn; None if unknown.
        certainty: sentence on the confidence of estimated dead stones, which its drawings contain; empty if known.

    Example:
        >>> import goanalyze as ga
        >>> game = ga.loads("(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[])")
        >>> territory = game.territory()
        >>> territory.territory(ga.BLACK), len(territory.points(ga.PointKind.DAME))
        (5, 5)
    """

    kind: tuple[PointKind, ...]
    side: tuple[int, ...]
    position: Position | None = field(default=None, compare=False, repr=False)
    certainty: str = field(default="", compare=False, repr=False)

    def points(self, kind: PointKind, side: int | None = None) -> frozenset[int]:
        """Return the points of a kind, of one side or of all.

        Raises:
            OptionError: the kind is unknown, or the side is not a number.
        """
        kind = PointKind.read("kind", kind)
        sides = (0, BLACK, WHITE) if side is None else (read_integer("side", side, 0, WHITE),)
        points = enumerate(zip(self.kind, self.side, strict=True))
        return frozenset(point for point, (this, color) in points if this is kind and color in sides)

    def territory(self, side: int) -> int:
        """Return a side's territory in points, as territory rules count it."""
        return len(self.points(PointKind.TERRITORY, side))

    def surrounded(self, side: int) -> int:
        """Return the points that a side alone surrounds, as area rules count them."""
        return sum(len(self.points(kind, side)) for kind in SURROUNDED)

    def signs(self) -> dict[int, str]:
        """Return the signs of all points but living stones, as `goanalyze.draw.counted_position` draws them.

        Raises:
            BoardError: the position is not known.
        """
        if self.position is None:
            raise BoardError("The territory has no position. Expected one of Game.territory or FinalBoard.territory.")
        signs = {}
        for point, (kind, side) in enumerate(zip(self.kind, self.side, strict=True)):
            if kind is PointKind.TERRITORY:
                signs[point] = " xo"[stone] if (stone := int(self.position.stones[point])) else " bw"[side]
            elif kind in _SIGNS:
                signs[point] = _SIGNS[kind]
        return signs

    def __repr__(self) -> str:
        board = f"{self.position.width}×{self.position.height}" if self.position else f"of {len(self.kind)} points"
        sides = ", ".join(f"{color_name(side).capitalize()} {self.territory(side)}" for side in (BLACK, WHITE))
        dame, seki = (sum(_SIGNS.get(kind) == sign for kind in self.kind) for sign in ",s")
        return f"<Territory {board}: {sides}, dame {dame}, seki {seki}>"

    def __str__(self) -> str:
        text = counted_text(self.position, self.signs()) if self.position else repr(self)
        return f"{text}\n{self.certainty}" if self.certainty else text

    def __rich__(self) -> Text:
        text = rich_counted(self.position, self.signs()) if self.position else rich_joined((repr(self), ""))
        return rich_joined(text, (self.certainty, "")) if self.certainty else text

    def _repr_svg_(self) -> str | None:
        return counted_svg(self.position, self.signs(), self.certainty) if self.position else None


@dataclass(frozen=True, slots=True)
class FinalBoard:
    """A final position with all facts on which the kinds of its points depend.

    Attributes:
        position: the stones, dead ones included.
        dead: points of dead stones.
        first: side that fills the first dame.
        owner: owners of points by their marks; empty if territory follows from the board.
        seki_unmarked: True if players marked no eyes in seki.
        in_territory: True if dead stones stay that do not lie in territory of the opponent.
        seki: value of eyes in seki. If they count, all points that one side alone surrounds are its territory, those
            that it must fill included; to the letter, no dame is filled.
        is_open: True if points that must be filled stay open, and are territory.
        certainty: sentence on the confidence of estimated dead stones; empty if they are known.
    """

    position: Position
    dead: tuple[int, ...]
    first: int = BLACK
    owner: tuple[int, ...] = ()
    seki_unmarked: bool = False
    in_territory: bool = True
    seki: Seki = Seki.EYES
    is_open: bool = False
    certainty: str = field(default="", compare=False, repr=False)

    def __repr__(self) -> str:
        return f"<FinalBoard {self.position.width}×{self.position.height}, {plural(len(self.dead), 'dead stone')}>"

    def territory(self) -> Territory:
        """Return the kinds and sides of the points, by marks or by the board.

        If players marked territory, an unmarked point that one side alone borders is an eye in seki. If they marked
        eyes in seki as well, such an eye stays one.
        """
        by_board = territory(self.position, self.dead, first=self.first, in_territory=self.in_territory)
        if self.seki is Seki.STRICT and self.in_territory and not self.owner:
            dead = (point for point in self.dead if by_board.kind[point] is not PointKind.STONE)
            return replace(article_8(self.position, dead), certainty=self.certainty)
        kind, side = list(by_board.kind), list(by_board.side)
        for point, marked in enumerate(self.owner or (0,) * len(kind)):
            if marked and (self.seki_unmarked or kind[point] is not PointKind.SEKI_EYE):
                kind[point], side[point] = PointKind.TERRITORY, marked
            elif self.owner and not marked and kind[point] in SURROUNDED:
                kind[point] = PointKind.SEKI_EYE
            elif self.owner and not self.seki_unmarked:
                continue
            if (self.seki is Seki.COUNTED and kind[point] in SURROUNDED) or (self.is_open and kind[point] in DEDUCTED):
                kind[point] = PointKind.TERRITORY
        return Territory(tuple(kind), tuple(side), self.position, self.certainty)


def territory(
    position: Position, dead: Iterable[int] = (), *, first: int = BLACK, in_territory: bool = True
) -> Territory:
    """Find the kinds and sides of the points of a final position when the dame are filled.

    Args:
        position: final position; not modified.
        dead: points of dead stones; a stone makes its whole chain dead.
        first: side that fills the first dame: the opponent of the last player.
        in_territory: True if dead stones stay that do not lie in territory of the opponent; False if all are removed.
    """
    return _find_territory(position, dead, first, in_territory=in_territory)


def article_8(position: Position, dead: Iterable[int] = ()) -> Territory:
    """Find the kinds and sides of the points of a final position by article 8 to the letter: no dame is filled."""
    return _find_territory(position, dead, EMPTY, in_territory=True)


def _find_territory(position: Position, dead: Iterable[int], to_move: int, *, in_territory: bool) -> Territory:
    turn = np.array([to_move], dtype=np.uint8)
    kinds, sides = find_point_kinds(position.to_arrays(), dead_mask(position, dead), turn, in_territory=in_territory)
    return Territory(tuple(map(PointKind.at, kinds.tolist())), tuple(sides.tolist()), position)
