"""A board as text, in a terminal's colours, as a picture, and as a viewer to step through its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goanalyze.detectors.moves import board_findings
from goanalyze.draw.diagram import diagram, rich_diagram, rich_joined
from goanalyze.draw.svg import board_svg
from goanalyze.draw.viewer import Steps, finding_notes, viewer_html
from goanalyze.game.steps import steps_of
from goanalyze.referee import told
from goanalyze.referee.judged import Judged
from goanalyze.vocabulary.points import PASS, color_letter, color_name, to_gtp
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    from rich.text import Text


class Drawn(Judged):
    """How a `Board` is drawn."""

    __slots__ = ()

    def _last_point(self) -> int | None:
        moves = self._history.moves
        return moves[-1].point if moves and moves[-1].point > PASS else None

    def __repr__(self) -> str:
        moves = self._history.moves
        said = "no moves"
        if moves:
            last = moves[-1]
            name = to_gtp(last.point, self.width, self.height)
            said = f"after move {last.number}: {color_letter(last.color)} {name}"
        side = color_name(self.turn).capitalize() if self.turn else "either side"
        state = "over" if self.is_over else f"{side} to move"
        return clean(f"<{type(self).__name__} {self.width}×{self.height}, {self.rules.id}, {said}, {state}>")

    def __str__(self) -> str:
        return diagram(self.position, last=self._last_point())

    def __rich__(self) -> Text:
        return rich_joined((repr(self), "bold"), rich_diagram(self.position, last=self._last_point()))

    def _repr_svg_(self) -> str:
        return board_svg(self.position, last=self._last_point())

    def _repr_html_(self) -> str:
        return self.html()

    def html(self, move: int | None = None) -> str:
        """Return a viewer to step through the moves, with what a check finds of them.

        Args:
            move: number of the move that is shown first, 0 for the start; default the last.

        Raises:
            IndexError: there is no such move.
        """
        steps = self._steps()
        findings = board_findings(told.replays_of(self._history, self._events), told.asked(self.rules))
        return viewer_html(steps, finding_notes(findings, steps), move)

    def _steps(self) -> Steps:
        """Return what each move changed."""
        title = f"{self.width}×{self.height}, {self.rules.title}"
        return steps_of(self._events, (self.width, self.height), len(self._history.moves), title)
