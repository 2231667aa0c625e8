"""``import goanalyze.accessor`` gives pandas data frames of games, findings and outcomes the accessor ``df.go``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, SupportsIndex, SupportsInt

import numpy as np
import pandas as pd

from goanalyze.api import Tables
from goanalyze.catalogue.catalogue import find_code
from goanalyze.compare.outcome_matrix import ruleset_indices
from goanalyze.draw.markup import escaped
from goanalyze.errors import NoSuchItemError, OptionError
from goanalyze.game.game import Game
from goanalyze.game.pictures import finding_svg, game_svg
from goanalyze.render.terminal.game import game_text
from goanalyze.rules.choices import KomiChoice
from goanalyze.tables.frame import Frame, tables_of, to_frame
from goanalyze.util.arguments import read_integer
from goanalyze.util.row import Row
from goanalyze.util.text import clean

__all__ = ["Drawing", "Drawings", "GoAccessor"]

_MAX_SEED: Final = 2**32 - 1  # of the random numbers of pandas
_ORIGIN: Final = {"source", "member", "game_index"}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A game at one of its moves: a viewer in notebooks, text in terminals.

    Attributes:
        game: the game, read again from its source.
        move: number of the move that is shown first, 0 for the start.
        finding: row of the finding that it is about, or None.
    """

    game: Game
    move: int
    finding: Row | None = None

    def __repr__(self) -> str:
        code = f", {self.finding['code']}" if self.finding is not None else ""
        return f"<Drawing of {clean(repr(self.game))}, move {self.move}{code}>"

    def __str__(self) -> str:
        board = game_text(self.game, self.move) if self.game.width else f"{clean(repr(self.game))}\n"
        return f"{self._message()}\n\n{board}" if self.finding is not None else board

    def _message(self) -> str:
        """Return code and message of the finding, safe to print."""
        return "" if self.finding is None else clean(f"{self.finding['code']}: {self.finding.get('message') or ''}")

    def _repr_svg_(self) -> str | None:
        if not self.game.width:
            return None
        if self.finding is not None and self.move == _move_of(self.finding):
            return finding_svg(self.game, self.finding)
        return game_svg(self.game, self.move)

    def _repr_html_(self) -> str:
        message = f"<p>{escaped(self._message())}</p>" if self.finding is not None else ""
        return message + self.game.html(self.move)


class Drawings(list[Drawing]):
    """Several drawings, one below the other."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        return "".join(drawing._repr_html_() for drawing in self)


@pd.api.extensions.register_dataframe_accessor("go")
class GoAccessor:
    """``df.go``: games, boards, findings and margins of the rows of a data frame.

    Every frame with the column ``game_id`` has it. A frame of findings, with the columns ``code`` and ``rulesets``,
    answers for its own rows; any other frame for the games in it. A file that the inputs name twice has its games twice
    under the same ids, and each has the findings of both.

    Example:
        >>> import goanalyze as ga
        >>> import goanalyze.accessor
        >>> tables = ga.check("data/sample/findings")
        >>> games = tables.games[tables.games.board_width == 5]
        >>> findings = games.go.violations("AGA")
        >>> findings.code.tolist(), findings.go.board(0).move
        (['GO202'], 6)
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        if "game_id" not in frame.columns:
            raise AttributeError("The frame has no column 'game_id'. Expected a table of games, findings or outcomes.")
        self._frame = frame

    @property
    def _tables(self) -> Tables:
        """The tables of the frame.

        Raises:
            NoSuchItemError: they are unknown.
        """
        tables = tables_of(self._frame)
        if not isinstance(tables, Tables):
            raise NoSuchItemError(
                "The Tables of this frame are unknown. Expected df = df.go.attach(tables) before this."
            )
        return tables

    def attach(self, tables: Tables) -> Frame:
        """Return the frame as one of these tables, for frames read from a file or made anew.

        Args:
            tables: the tables.

        Raises:
            OptionError: `tables` is not a `Tables`.

        Example:
            >>> import goanalyze as ga
            >>> tables = ga.check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> plain = pd.DataFrame({"game_id": tables.games.game_id})
            >>> plain.go.attach(tables).go.board(0)
            <Drawing of <Game 9×9, GNU Go 3.8 level 2 – GNU Go 3.8 level 2, komi 7, W+2, 77 moves, 0 findings>, move 77>
        """
        if not isinstance(tables, Tables):
            raise OptionError(
                f"A {type(tables).__name__} is not a valid argument of attach. Expected the Tables of "
                "goanalyze.check or goanalyze.open."
            )
        if isinstance(self._frame, Frame):
            return self._frame.with_tables(tables)
        return Frame.of(self._frame, None, tables)

    def board(self, i: SupportsIndex, move: SupportsIndex | None = None) -> Drawing:
        """Return the game of a row, drawn.

        Args:
            i: number of a row of this frame, from 0, as for ``df.iloc``.
            move: number of the move, 0 for the start; by default the move of a finding, else the last.

        Raises:
            NoSuchItemError: the row or move does not exist, or the row is not about a game.
            SourceError: the source of the game is missing or has changed.
            OptionError: `i` or `move` is not a whole number.
        """
        index, selected = read_integer("i", i), None if move is None else read_integer("move", move)
        count = len(self._frame)
        if not -count <= index < count:
            raise NoSuchItemError(
                f"Row {index} is not found. Expected 0 to {count - 1:,}: the frame has {count:,} rows."
            )
        row = dict(self._frame.iloc[index])
        game = self._tables.game(row)
        last = len(game.replay().moves)
        own = _move_of(row) if selected is None else selected
        number = last if own is None else own
        if not 0 <= number <= last:
            raise NoSuchItemError(f"Move {number} is not found. Expected 0 to {last}: the game has {last} moves.")
        return Drawing(game, number, row if self._kind() == "findings" else None)

    def violations(self, ruleset: str) -> Frame:
        """Return the findings about moves that a ruleset forbids.

        Args:
            ruleset: name of a ruleset of the check.

        Raises:
            DatasetError: the games were not checked under it.
        """
        name = self._ruleset(ruleset)
        findings = self._findings()
        # a join may leave rows without findings, whose rulesets are null
        named = [np.iterable(ids) and name in ids for ids in findings["rulesets"]]
        return findings[pd.Series(named, index=findings.index, dtype=bool)]

    def sample(self, code: str, n: int = 1, seed: int | None = None) -> Drawing | Drawings:
        """Return findings of a code, drawn.

        Args:
            code: a code, as ``GO202``.
            n: largest number of findings.
            seed: seed of a random choice; by default the first findings are taken.

        Returns:
            One drawing, or a list of them if `n` is more than 1.

        Raises:
            OptionError: the code is unknown, `n` is less than 1, or the seed is not a number.
            NoSuchItemError: these games have no such finding.
        """
        read_integer("n", n, 1)
        if seed is not None:
            read_integer("seed", seed, 0, _MAX_SEED)
        rows = self._findings()
        rows = rows[(rows["code"] == find_code(code).code) & rows["game_id"].notna()]
        if not len(rows):
            raise NoSuchItemError(f"A finding {find_code(code).code} is not found in these {len(self._frame):,} rows.")
        count = min(n, len(rows))
        selected = rows.iloc[:count] if seed is None else rows.sample(count, random_state=seed)
        drawings = Drawings(selected.go.board(index) for index in range(count))
        return drawings if n > 1 else drawings[0]

    def compare(self, a: str, b: str, *, komi: str | KomiChoice = KomiChoice.RECORDED) -> pd.DataFrame:
        """Compare two rulesets on the games of the frame.

        Args:
            a: name of a ruleset of the check.
            b: another one.
            komi: ``recorded``, one komi under both; or ``ruleset``, the komi of each.

        Returns:
            One row per row of this frame, with its index; for a frame of outcomes one row per game, with ``game_id`` as
            index. ``margin_a``, ``margin_b``: Black − White in points, NaN without a margin; ``difference``: a − b;
            ``winner_a``, ``winner_b``; ``basis``: basis of both margins, joined by a plus sign if they differ. Margins
            are those of the tables, regardless of the rows; for outcomes without tables those of the frame.

        Raises:
            DatasetError: the games were not checked under one of the rulesets.
        """
        suffix = "" if KomiChoice.read("komi", komi) is KomiChoice.RECORDED else "_ruleset_komi"
        columns = ["game_id", "ruleset", f"margin{suffix}", f"winner{suffix}", "basis"]
        games, has_outcomes = self._frame["game_id"], self._kind() == "outcomes"
        index = None if has_outcomes else self._frame.index
        if has_outcomes:
            games = games.drop_duplicates()
        if has_outcomes and tables_of(self._frame) is None:
            rows = self._frame[columns]
            ids = [str(name) for name in rows["ruleset"].dropna().unique()]
            names = [ids[ruleset_indices(ids, [name])[0]] for name in (a, b)]
        else:
            names = [self._ruleset(name) for name in (a, b)]
            rows = to_frame(self._tables.arrow("outcomes", columns, [("ruleset", "in", names)]))
        sides = [_outcomes_under(rows, name, games) for name in names]
        margins, winners = ([side[f"{column}{suffix}"] for side in sides] for column in ("margin", "winner"))
        return pd.DataFrame(
            {
                "margin_a": margins[0],
                "margin_b": margins[1],
                "difference": margins[0] - margins[1],
                "winner_a": winners[0],
                "winner_b": winners[1],
                "basis": _joined(*(side["basis"] for side in sides)),
            }
        ).set_axis(sides[0].index if index is None else index)

    def _kind(self) -> Literal["findings", "outcomes", "games"]:
        """Return the table of the rows; games remain games with the columns of `compare`."""
        columns = set(self._frame.columns)
        if {"code", "rulesets"} <= columns:
            return "findings"
        return "outcomes" if {"ruleset", "basis"} <= columns and not _ORIGIN & columns else "games"

    def _ruleset(self, name: str) -> str:
        ids = self._tables.arrow("rulesets", ["id"])["id"].to_pylist()
        return str(ids[ruleset_indices(ids, [name])[0]])

    def _findings(self) -> Frame:
        """Return the findings of the games of this frame."""
        if self._kind() == "findings":
            return self._frame if isinstance(self._frame, Frame) else self.attach(self._tables)
        findings: Frame = self._tables.findings
        return findings[findings["game_id"].isin(self._frame["game_id"].dropna())]


def _move_of(row: Row) -> int | None:
    """Return the number of the move of a row; None without one."""
    move = row.get("move_number")
    return int(move) if isinstance(move, SupportsInt) and move == move else None


def _outcomes_under(rows: pd.DataFrame, ruleset: str, games: pd.Series[Any]) -> pd.DataFrame:
    """Return the outcome of each game under a ruleset."""
    outcomes = rows[rows["ruleset"] == ruleset].drop_duplicates("game_id")
    outcomes = outcomes.set_index(outcomes["game_id"].astype(str))
    return outcomes.reindex(games.astype(str))


def _joined(a: pd.Series[Any], b: pd.Series[Any]) -> pd.Series[Any]:
    """Return the bases of two margins as a category."""
    first, second = a.astype(object), b.astype(object)
    both = first.where(a.astype(str) == b.astype(str), first.astype(str) + " + " + second.astype(str))
    return both.where(first.notna() & second.notna()).astype("category")
