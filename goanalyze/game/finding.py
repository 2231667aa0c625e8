"""`GameFinding`: a finding with its board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.catalogue.finding import Finding
from goanalyze.core.position import Position
from goanalyze.draw.game_html import finding_html
from goanalyze.draw.svg import board_svg
from goanalyze.draw.viewer import as_image, mark_kind
from goanalyze.errors import BoardError, OptionError
from goanalyze.game.pictures import finding_svg
from goanalyze.points import from_sgf, to_gtp
from goanalyze.util.text import clean
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from goanalyze.game.game import Game


class GameFinding(Finding):
    """A finding with its board, which names the point in GTP and is drawn in notebooks.

    It equals the `Finding` with the same fields.

    Example:
        >>> import goanalyze as ga
        >>> finding = ga.loads("(;SZ[5];B[bb];W[bb])").replay().findings[-1]
        >>> finding
        <GameFinding GO101 error: ..., W B4, move 2>
        >>> finding.name, finding.to_dict()["point"]
        ('B4', 'B4')
    """

    _board: Game | Position | None = None

    @classmethod
    def of(cls, finding: Finding, board: Game | Position) -> Self:
        """Return a finding with its board.

        Args:
            finding: the finding.
            board: the game; or the position before a move that is not made.

        Raises:
            OptionError: one of them is of another type.
        """
        if not isinstance(finding, Finding) or not hasattr(board, "width"):
            raise OptionError(f"{shown(finding)} of {shown(board)} is not valid. Expected a ga.Finding of a game.")
        result = cls(*finding)
        result._board = board
        return result

    @property
    def name(self) -> str | None:
        """The GTP name of the point, ``pass`` for a pass; None without a point."""
        if self.point is None or self._board is None or not self._board.width:
            return None
        width, height = self._board.width, self._board.height
        return to_gtp(from_sgf(self.point, width, height), width, height)

    def to_dict(self) -> dict[str, str | int | list[str] | list[int] | None]:
        """Return the finding as a dictionary for JSON: `Finding.to_dict` with the point in GTP."""
        return super().to_dict() | {"point": self.name}

    def svg(self) -> str:
        """Return the board as SVG with the point and, if the move repeats a position, its cycle marked.

        Raises:
            BoardError: the record has no board.
        """
        if not isinstance(self._board, Position):
            if self._board is None or not self._board.width:
                raise BoardError("The finding has no board. Expected a finding about a game with a known board size.")
            return finding_svg(self._board, self)
        position, title = self._board, CATALOGUE[self.code].title
        point = -1 if self.point is None else from_sgf(self.point, position.width, position.height)
        kind = mark_kind(self.code, is_forbidden=bool(self.rulesets))
        return board_svg(position, marks={point: kind} if point >= 0 else {}, legend={kind: title}, title=title)

    def __repr__(self) -> str:
        move = "" if self.move_number is None else f", move {self.move_number}"
        point = f", {(self.color or '?')[0].upper()} {self.name}" if self.name else ""
        return clean(f"<GameFinding {self.code} {self.severity.value}: {CATALOGUE[self.code].title}{point}{move}>")

    def _repr_html_(self) -> str:
        has_board = self._board is not None and self._board.width
        return finding_html(self, as_image(self.svg()) if has_board else "")


def with_board(findings: Iterable[Finding], board: Game | Position) -> list[GameFinding]:
    """Return findings with their board."""
    return [GameFinding.of(finding, board) for finding in findings]
