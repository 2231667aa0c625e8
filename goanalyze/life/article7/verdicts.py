"""Verdicts on the chains of a stopped position, and the count that they contradict. Nothing is searched here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.draw.confirmation import (
    ChainPicture,
    Figure,
    chain_svg,
    chain_text,
    confirmation_html,
    rich_verdicts,
    verdicts_svg,
    verdicts_text,
)
from goanalyze.draw.diagram import numbered_moves
from goanalyze.errors import NoSuchItemError
from goanalyze.life.choices import Fate, How, Unproven, Walls
from goanalyze.points import color_name, opponent, points_of, to_gtp
from goanalyze.util.numbers import plural

if TYPE_CHECKING:
    from rich.text import Text

_WALLS: Final = {
    Walls.BENSON: "walls that live without a move",
    Walls.SAFE: "walls proven safe",
    Walls.EYES: "walls estimated to live",
}


@dataclass(frozen=True, slots=True)
class ChainStatus:
    """The verdict on one chain of a stopped position.

    Attributes:
        position: the board.
        points: points of the chain, ascending.
        color: colour of its stones.
        fate: alive or dead, both proven, or unknown.
        how: classification of the chain; `How.UNKNOWN` for a living chain if it is unknown that it can be captured.
        region: points that were searched, ascending; empty if the chain is proven without a search or has no region.
        walls: stones of both colours that enclose the region, ascending.
        assumed: kind of the walls.
        states: number of positions searched.
        reason: the reason if the fate is unknown; otherwise `Unproven.NONE`.
        line: main line of the proof, (colour, point) of each move; the point may be `PASS` or `KO_PASS`.
        unsettled: True if a dead chain would be alive with its owner moving first; None if that is unknown.
        reading: the fate if a pass lifted only the player's own ban on one ko, if it is another one; otherwise None.
        agrees: True if a claim has the same fate; None without a claim or a decision.

    Rule: Japanese rules of 1989, article 7.1.

    Example:
        >>> from goanalyze.core.position import Position
        >>> status = Position.from_rows([".OX.", "OXX.", "XX..", "...."]).confirm(["B4"])["B4"]
        >>> status, status.fate.value
        (<ChainStatus white B4, dead>, 'dead')
    """

    position: Position
    points: tuple[int, ...]
    color: int
    fate: Fate = Fate.UNKNOWN
    how: How = How.UNKNOWN
    region: tuple[int, ...] = ()
    walls: tuple[int, ...] = ()
    assumed: Walls = Walls.SAFE
    states: int = 0
    reason: Unproven = Unproven.NONE
    line: tuple[tuple[int, int], ...] = ()
    unsettled: bool | None = False
    reading: Fate | None = None
    agrees: bool | None = None

    @property
    def first(self) -> str:
        """The GTP name of the first stone, by which the chain is named."""
        return to_gtp(self.points[0], self.position.width, self.position.height)

    @property
    def is_proven(self) -> bool:
        """True if the chain is decided, and no wall of its region is estimated."""
        return self.fate is not Fate.UNKNOWN and (not self.region or self.assumed is not Walls.EYES)

    def __str__(self) -> str:
        owner, other = (color_name(color).capitalize() for color in (self.color, opponent(self.color)))
        is_one = len(self.points) == 1
        it, they, verb = ("it", "it", "is") if is_one else ("them", "they", "are")
        proof = {
            How.UNCAPTURABLE: f"{other} cannot capture {it}",
            How.CAPTURABLE_1: f"if {other} captures {it}, a new stone survives there",
            How.CAPTURABLE_2: f"if {other} captures {it}, a new stone survives next to {it}",
            How.DEAD: f"{other} captures {it}, and no new stone survives",
            How.UNKNOWN: f"{other} cannot capture {it}, or a new stone survives there or next to {it}",
        }[self.how]
        is_unknown = self.fate is Fate.UNKNOWN
        text = f"not decided: {self.reason.meaning}" if is_unknown else f"{self.fate.value}: {proof}"
        if self.fate is Fate.DEAD and self.unsettled:
            text += f", but {owner} saves {it} by moving first"
        if self.reading is not None:
            text += f"; if a pass lifted only the player's own ban on one ko, {they} would be {self.reading.value}"
        if self.agrees is False:
            text += "; the claim does not contain " + it if self.fate is Fate.DEAD else "; the claim says dead"
        return f"{stones_text(self)} {verb} {text} ({self._basis()})."

    def __repr__(self) -> str:
        return f"<ChainStatus {color_name(self.color)} {self.first}, {self.fate.value}>"

    def diagram(self) -> str:
        """Draw the verdict, the region in brackets, and the line with numbers (`goanalyze.draw.confirmation`)."""
        return chain_text(self.to_picture())

    def to_picture(self) -> ChainPicture:
        """Return the values that a drawing contains."""
        figures = tuple(_figures(self.position, self.line))
        return ChainPicture(self.points, self.color, self.fate.value, str(self), self.region, figures)

    def _repr_svg_(self) -> str:
        return chain_svg(self.to_picture())

    def _basis(self) -> str:
        """Return the basis of the verdict."""
        if not self.region:
            return "not searched" if self.fate is Fate.UNKNOWN else "proven without a search"
        walls = _WALLS[self.assumed] if self.walls else "the whole board"
        return f"region of {plural(len(self.region), 'point')}, {walls}, {plural(self.states, 'position')}"


def stones_text(*chains: ChainStatus) -> str:
    """Return the name of chains in a sentence.

    Example:
        >>> from goanalyze.core.position import Position
        >>> stones_text(*Position.from_rows([".OX.", "OXX.", "XX..", "...."]).confirm(["B4", "A3"]).chains)
        "White's stone at B4 and White's stone at A3"
    """
    names = [
        f"{color_name(chain.color).capitalize()}'s "
        f"{'stone' if len(chain.points) == 1 else f'{len(chain.points)} stones'} at {chain.first}"
        for chain in chains
    ]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _figures(position: Position, line: Sequence[tuple[int, int]]) -> Iterator[Figure]:
    """Yield parts of a line: at most ten moves, each on a point that is empty at the beginning of its part."""
    board, start, since = ChainBoard.of(position), position, 0
    for number, (color, point) in enumerate(line):
        is_used = point >= 0 and numbered_moves(start, line[since : number + 1], since).numbers.get(point) != number
        if number - since and (is_used or not number % 10):
            yield Figure(start.width, start.height, start.stones, since + 1, line[since:number])
            start, since = board.position(), number
        if point >= 0:
            board.place(color, point)
    yield Figure(start.width, start.height, start.stones, since + 1, line[since:])


@dataclass(frozen=True, slots=True)
class CountConflict:
    """A count of the position that verdicts contradict.

    Attributes:
        ruleset: id of the ruleset of the count.
        result: result of the count.
        chains: the verdicts on chains that the count has in the other status.
        corrected: result of the count with the verdicts.

    Example:
        >>> import goanalyze as ga
        >>> game = ga.loads("(;SZ[7:4]AB[ba][da][ab:db]AW[ea:eb][ac:ec]KM[0];B[];W[])").with_dead_stones(["B4"])
        >>> conflict = game.confirm(chains=["B4"]).conflict
        >>> conflict.result, conflict.corrected
        ('W+27', 'W+11')
    """

    ruleset: str
    result: str
    chains: tuple[ChainStatus, ...]
    corrected: str

    def __str__(self) -> str:
        clauses = []
        for fate, counted in ((Fate.DEAD, "alive"), (Fate.ALIVE, "dead")):
            if chains := [chain for chain in self.chains if chain.fate is fate]:
                is_one = len(chains) == 1 and len(chains[0].points) == 1
                clauses.append(f"{stones_text(*chains)} {'is' if is_one else 'are'} {counted}")
        count = f"These verdicts contradict the count {self.result} ({self.ruleset}), in which {', '.join(clauses)}."
        return f"{count} With the verdicts it is {self.corrected}."


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The verdicts on chains of a stopped position.

    Attributes:
        position: the board.
        chains: the verdicts, in the order of the first points of their chains.
        conflict: the count of a game or board that they contradict; None for a position, and without a contradiction.

    Example:
        >>> from goanalyze.core.position import Position
        >>> Position.from_rows([".OX.", "OXX.", "XX..", "...."]).confirm(["B4"], claim=["B4"])
        <Confirmation of 1 chain: 1 dead>
    """

    position: Position
    chains: tuple[ChainStatus, ...]
    conflict: CountConflict | None = None

    @property
    def agrees(self) -> bool | None:
        """True if a claim is right, False if a chain contradicts it; None without a claim, or if a chain is undecided.

        One contradiction decides, even if other chains are undecided.
        """
        answers = [chain.agrees for chain in self.chains]
        return False if False in answers else None if None in answers or not answers else True

    def __repr__(self) -> str:
        fates = Counter(chain.fate for chain in self.chains)
        counts = ", ".join(f"{fates[fate]} {fate.value}" for fate in Fate if fates[fate])
        conflict = f"; contradicts the count {self.conflict.result}" if self.conflict else ""
        return f"<Confirmation of {plural(len(self.chains), 'chain')}{': ' * bool(counts)}{counts}{conflict}>"

    def __str__(self) -> str:
        sentences = [str(chain) for chain in self.chains] or ["Nothing to confirm: all chains are proven."]
        return "\n".join([*sentences, *([str(self.conflict)] if self.conflict else [])])

    def __getitem__(self, point: int | str) -> ChainStatus:
        """Return the verdict on the chain at a point, an index or a GTP name.

        Raises:
            NoSuchItemError: no chain was confirmed there; a `KeyError`.
            NoSuchPointError: the point is not on the board.
        """
        (index,) = points_of([point], self.position.width, self.position.height)
        for chain in self.chains:
            if index in chain.points:
                return chain
        name = to_gtp(index, self.position.width, self.position.height)
        raise NoSuchItemError(f"A chain at {name} is not found. Expected a point of a confirmed chain.")

    def diagram(self) -> str:
        """Draw the verdicts on one board; a chain's own `ChainStatus.diagram` shows region and line."""
        return verdicts_text(self.position, self._pictures())

    def rich_diagram(self) -> Text:
        """Draw the verdicts on one board in colours for a terminal."""
        return rich_verdicts(self.position, self._pictures())

    def _repr_svg_(self) -> str:
        pictures = self._pictures()
        return chain_svg(pictures[0]) if len(pictures) == 1 else verdicts_svg(self.position, pictures)

    def _repr_html_(self) -> str:
        return confirmation_html(self.position, self._pictures(), str(self.conflict or ""))

    def _pictures(self) -> list[ChainPicture]:
        return [chain.to_picture() for chain in self.chains]
