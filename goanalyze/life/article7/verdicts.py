"""What the confirmation of life and death found: a verdict for each chain that was asked about, told in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
from goanalyze.draw.numbered_diagram import numbered_moves
from goanalyze.life.choices import Fate, How, Unproven, Walls
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.points import color_name, opponent, points_of, to_gtp

if TYPE_CHECKING:
    from rich.text import Text

_WALLS = {
    Walls.BENSON: "walls that live without a move",
    Walls.SAFE: "walls proven safe",
    Walls.EYES: "walls estimated to live",
}


@dataclass(frozen=True, slots=True)
class ChainStatus:
    """The verdict on one chain of a stopped position.

    Attributes:
        position: the board.
        points: the chain, points of the board, ascending.
        color: its owner.
        fate: alive or dead, both proven, or unknown.
        how: why. An alive chain of which it is not known whether it can be taken has `How.UNKNOWN`.
        region: the points that were searched, ascending; none if the chain was settled without search or never tried.
        walls: stones of either colour that shut the region in, ascending.
        assumed: what is assumed of them.
        states: positions that were looked at.
        reason: why it is unknown; `Unproven.NONE` if it is not.
        line: one main line of the proof, colours with points of the board, `PASS` or `KO_PASS`.
        unsettled: whether a dead chain would be alive if its owner moved first; None if that is not known.
        reading: what a pass that lifts only one's own ban on one ko makes of it, if that is something else.
        agrees: whether a claim says the same; None without a claim or a verdict.

    Rule: Japanese rules of 1989, article 7.1; confirmation of life and death, section 1.3.

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
    def at(self) -> str:
        """The name of its first stone, as GTP has it; it stands for the chain wherever stones are named."""
        return to_gtp(self.points[0], self.position.width, self.position.height)

    def __str__(self) -> str:
        owner, other = (color_name(color).capitalize() for color in (self.color, opponent(self.color)))
        at, one = self.at, len(self.points) == 1
        it = "it" if one else "them"
        stones = f"{owner}'s stone at {at} is" if one else f"{owner}'s {len(self.points)} stones at {at} are"
        why = {
            How.UNCAPTURABLE: f"{other} cannot take {it}",
            How.CAPTURABLE_1: f"where {other} takes {it}, a new stone stands",
            How.CAPTURABLE_2: f"if {other} takes {it}, a new stone stands beside",
            How.DEAD: f"{other} takes {it}, and no new stone stands",
            How.UNKNOWN: f"{other} cannot take {it}, or a new stone stands there or beside",
        }[self.how]
        text = f"{stones} alive: {why}" if self.fate is Fate.ALIVE else f"{stones} dead: {why}"
        if self.fate is Fate.UNKNOWN:
            text = f"{stones} not decided: {self.reason.meaning}"
        if self.fate is Fate.DEAD and self.unsettled:
            text += f", but {owner} saves {it} by moving first"
        if self.reading is not None:
            text += f"; if passes lifted only one's own ban on one ko, {it if one else 'they'}"
            text += f" would be {self.reading.value}"
        if self.agrees is False:
            text += f"; {'that is not claimed' if self.fate is Fate.DEAD else 'the claim says dead'}"
        return f"{text} ({self._basis()})."

    def __repr__(self) -> str:
        return f"<ChainStatus {color_name(self.color)} {self.at}, {self.fate.value}>"

    def diagram(self) -> str:
        """Draw the verdict, the region in brackets, and the line with numbers (`goanalyze.draw.confirmation`)."""
        return chain_text(self.drawn())

    def drawn(self) -> ChainPicture:
        """Return what a drawing shows of it."""
        figures = tuple(_figures(self.position, self.line))
        return ChainPicture(self.points, self.color, self.fate.value, str(self), self.region, figures)

    def _repr_svg_(self) -> str:
        return chain_svg(self.drawn())

    def _basis(self) -> str:
        """Tell what the verdict rests on."""
        if not self.region:
            return "not searched" if self.fate is Fate.UNKNOWN else "settled without search"
        walls = _WALLS[self.assumed] if self.walls else "the whole board"
        number, states = len(self.region), self.states
        return f"region of {number} point{'s' * (number != 1)}, {walls}, {states:,} position{'s' * (states != 1)}"


def _figures(position: Position, line: Sequence[tuple[int, int]]) -> Iterator[Figure]:
    """Yield stretches of a line: at most ten moves, each on a point that is empty as the stretch begins."""
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
class Confirmation:
    """The verdicts on the chains of a stopped position that were asked about.

    Attributes:
        position: the board.
        chains: one verdict each, by the chains' first points.

    Example:
        >>> from goanalyze.core.position import Position
        >>> Position.from_rows([".OX.", "OXX.", "XX..", "...."]).confirm(["B4"], claim=["B4"])
        <Confirmation of 1 chain: 1 dead>
    """

    position: Position
    chains: tuple[ChainStatus, ...]

    @property
    def agrees(self) -> bool | None:
        """Whether a claim is right: no if one chain contradicts it, None if a chain is undecided or nothing claimed."""
        answers = [chain.agrees for chain in self.chains]
        return False if False in answers else None if None in answers or not answers else True

    def __repr__(self) -> str:
        fates = Counter(chain.fate for chain in self.chains)
        found = ", ".join(f"{fates[fate]} {fate.value}" for fate in Fate if fates[fate])
        return f"<Confirmation of {plural(len(self.chains), 'chain')}{': ' * bool(found)}{found}>"

    def __str__(self) -> str:
        return "\n".join(str(chain) for chain in self.chains) or "No chain is asked about: all are settled."

    def __getitem__(self, point: int | str) -> ChainStatus:
        """Return the verdict on the chain at a point, given by index or as GTP names it.

        Raises:
            KeyError: no chain was asked about there.
            ValueError: it is no point of the board.
        """
        (named,) = points_of([point], self.position.width, self.position.height)
        for chain in self.chains:
            if named in chain.points:
                return chain
        raise KeyError(f"no chain at {to_gtp(named, self.position.width, self.position.height)} was asked about")

    def diagram(self) -> str:
        """Draw the verdicts on one board; a chain's own `ChainStatus.diagram` shows region and line."""
        return verdicts_text(self.position, self._drawn())

    def rich_diagram(self) -> Text:
        """Draw the same in colours for a terminal."""
        return rich_verdicts(self.position, self._drawn())

    def _repr_svg_(self) -> str:
        return chain_svg(*self._drawn()) if len(self.chains) == 1 else verdicts_svg(self.position, self._drawn())

    def _repr_html_(self) -> str:
        return confirmation_html(self.position, self._drawn())

    def _drawn(self) -> list[ChainPicture]:
        return [chain.drawn() for chain in self.chains]
