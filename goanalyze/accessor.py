"""``import goanalyze.accessor`` gives every pandas data frame of games, findings or outcomes the accessor ``df.go``.

What may live here: from rows to boards, findings and margins, in one call each. What may not: computing, drawing.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from html import escape
from typing import Any, Final, Literal, SupportsIndex, SupportsInt

import numpy as np
import pandas as pd

from goanalyze.api import Tables
from goanalyze.compare.outcome_matrix import ruleset_indices
from goanalyze.game.game import Game
from goanalyze.game.pictures import finding_svg, game_svg
from goanalyze.render.terminal.game import game_text
from goanalyze.tables.frame import Frame, tables_of, to_frame
from goanalyze.vocabulary.catalogue import find_code
from goanalyze.vocabulary.choices import KomiChoice
from goanalyze.vocabulary.row import Row
from goanalyze.vocabulary.text import clean

__all__ = ["Drawing", "Drawings", "GoAccessor"]

_PLACE: Final = ["source", "member", "game_index"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A game at one of its moves, drawn wherever it is shown: stepped through in a notebook, text in a terminal.

    Attributes:
        game: the game, read again.
        move: number of the move shown first, 0 the start.
        finding: the row of the finding it is about, or None.
    """

    game: Game
    move: int
    finding: Row | None = None

    def __repr__(self) -> str:
        about = f", {self.finding['code']}" if self.finding is not None else ""
        return f"<Drawing of {clean(repr(self.game))}, move {self.move}{about}>"

    def __str__(self) -> str:
        board = game_text(self.game, self.move) if self.game.width else f"{clean(repr(self.game))}\n"
        return f"{self._said()}\n\n{board}" if self.finding is not None else board

    def _said(self) -> str:
        """Return what the finding says, safe to print."""
        return "" if self.finding is None else clean(f"{self.finding['code']}: {self.finding.get('message') or ''}")

    def _repr_svg_(self) -> str | None:
        if not self.game.width:
            return None
        if self.finding is not None and self.move == _move_of(self.finding):
            return finding_svg(self.game, self.finding)
        return game_svg(self.game, self.move)

    def _repr_html_(self) -> str:
        said = f"<p>{escape(self._said())}</p>" if self.finding is not None else ""
        return said + self.game.html(self.move)


class Drawings(list[Drawing]):
    """Several drawings, one below the other."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        return "".join(drawing._repr_html_() for drawing in self)


@pd.api.extensions.register_dataframe_accessor("go")
class GoAccessor:
    """``df.go``: from the rows of a data frame to games, boards, findings and margins.

    It is there for every frame with the column ``game_id``. A frame of findings, one with the columns ``code`` and
    ``rulesets``, answers from its own rows; any other for the games that it has. A file that
    the inputs name twice has its games twice under the same ids: either has the findings of both.

    Example:
        >>> import goanalyze as ga
        >>> import goanalyze.accessor
        >>> tables = ga.check("data/sample/findings")
        >>> games = tables.games[tables.games.board_width == 5]
        >>> found = games.go.violations("AGA")
        >>> found.code.tolist(), found.go.board(0).move
        (['GO202'], 6)
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        if "game_id" not in frame.columns:
            raise AttributeError("df.go is for tables of games, findings or outcomes: this frame has no column game_id")
        self._frame = frame

    @property
    def _tables(self) -> Tables:
        """Return the tables that the frame is from.

        Raises:
            LookupError: it does not know.
        """
        tables = tables_of(self._frame)
        if not isinstance(tables, Tables):
            raise LookupError("this frame does not know which Tables it is from; say so: "  # noqa: TRY004
                              "df = df.go.attach(tables)")  # fmt: skip
        return tables

    def attach(self, tables: Tables) -> Frame:
        """Return the frame as one of these tables, for frames that do not know theirs: read from a file, made anew.

        Raises:
            TypeError: `tables` is no `Tables`.

        Example:
            >>> import goanalyze as ga
            >>> tables = ga.check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> plain = pd.DataFrame({"game_id": tables.games.game_id})
            >>> plain.go.attach(tables).go.board(0)
            <Drawing of <Game 9×9, GNU Go 3.8 level 2 – GNU Go 3.8 level 2, komi 7, W+2, 77 moves, 0 findings>, move 77>
        """
        if not isinstance(tables, Tables):
            raise TypeError(f"the Tables that the frame is from are asked for, not {type(tables).__name__}; they are "
                            "what goanalyze.check and goanalyze.open return")  # fmt: skip
        if isinstance(self._frame, Frame):
            return self._frame.with_tables(tables)
        return Frame.of(self._frame, None, tables)

    def board(self, i: SupportsIndex, move: SupportsIndex | None = None) -> Drawing:
        """Return the game of a row, drawn.

        Args:
            i: which row of this frame, from 0, as ``df.iloc`` counts.
            move: the position after this move, 0 the start; default the move of a finding, else the last.

        Raises:
            IndexError: there is no such row or move.
            SourceError: the game's source is gone, or changed; a `LookupError`.
            LookupError: the row is about no game.
            TypeError: `i` or `move` is no whole number.
        """
        at, asked = _whole("i", i), None if move is None else _whole("move", move)
        if not -len(self._frame) <= at < len(self._frame):
            raise IndexError(f"there is no row {at}: the frame has {len(self._frame):,} rows, counted from 0")
        row = dict(self._frame.iloc[at])
        game = self._tables.game(row)
        total = len(game.replay().moves)
        told = _move_of(row) if asked is None else asked
        shown = total if told is None else told
        if not 0 <= shown <= total:
            raise IndexError(f"there is no move {shown}: the game has {total} moves")
        return Drawing(game, shown, row if self._kind() == "findings" else None)

    def violations(self, ruleset: str) -> Frame:
        """Return the findings of moves that a ruleset forbids.

        Args:
            ruleset: any name of a ruleset, or the id of one's own; the check must have had it.

        Raises:
            DatasetError: the games were not checked under it; the message names those that they were.
        """
        name = self._ruleset(ruleset)
        findings = self._findings()
        # a join may leave rows without findings, whose rulesets are null
        named = [np.iterable(ids) and name in ids for ids in findings["rulesets"]]
        return findings[pd.Series(named, index=findings.index, dtype=bool)]

    def sample(self, code: str, n: int = 1, seed: int | None = None) -> Drawing | Drawings:
        """Return findings of a code, drawn.

        Args:
            code: as ``GO202``.
            n: how many; fewer if there are not as many.
            seed: chooses at random, the same ones for the same seed; without it the first are taken.

        Returns:
            One drawing, or a list that draws all of them where `n` is more than 1.

        Raises:
            UnknownCodeError: there is no such code.
            ValueError: `n` is less than 1.
            LookupError: these games have no such finding.
        """
        if n < 1:
            raise ValueError(f"n: {n} is not allowed; ask for 1 or more")
        found = self._findings()
        found = found[(found["code"] == find_code(code).code) & found["game_id"].notna()]
        if not len(found):
            raise LookupError(f"there is no finding {find_code(code).code} in these {len(self._frame):,} rows")
        many = min(n, len(found))
        chosen = found.iloc[:many] if seed is None else found.sample(many, random_state=seed)
        drawn = Drawings(chosen.go.board(place) for place in range(many))
        return drawn if n > 1 else drawn[0]

    def compare(self, a: str, b: str, *, komi: str | KomiChoice = KomiChoice.RECORDED) -> pd.DataFrame:
        """Hold two rulesets against each other.

        Args:
            a: any name of a ruleset that the games were checked under.
            b: another one.
            komi: ``recorded``, the same under both; or the ``ruleset``'s own.

        Returns:
            A row for each row of this frame, with its index; of a frame of outcomes, a row for each of its games, with
            ``game_id`` as index. The margins are those of the tables that the frame is from, whatever rows it has
            left; only of outcomes that do not know their tables they are those of the frame's own rows.
            ``margin_a``, ``margin_b``: Black − White in points, NaN where there is none; ``difference``: a − b;
            ``winner_a``, ``winner_b``; ``basis``: what the margins rest on, or why there is none, both joined by a
            plus sign where they differ.

        Raises:
            DatasetError: the games were not checked under one of them; the message names those that they were.
        """
        suffix = "" if KomiChoice.read("komi", komi) is KomiChoice.RECORDED else "_ruleset_komi"
        columns = ["game_id", "ruleset", f"margin{suffix}", f"winner{suffix}", "basis"]
        games, outcomes = self._frame["game_id"], self._kind() == "outcomes"
        index = None if outcomes else self._frame.index
        if outcomes:
            games = games.drop_duplicates()
        if outcomes and tables_of(self._frame) is None:
            rows = self._frame[columns]
            ids = [str(name) for name in rows["ruleset"].dropna().unique()]
            names = [ids[ruleset_indices(ids, [name])[0]] for name in (a, b)]
        else:
            names = [self._ruleset(name) for name in (a, b)]
            rows = to_frame(self._tables.arrow("outcomes", columns, [("ruleset", "in", names)]))
        sides = [_side(rows, name, games) for name in names]
        margins, winners = ([side[f"{column}{suffix}"] for side in sides] for column in ("margin", "winner"))
        return pd.DataFrame({
            "margin_a": margins[0], "margin_b": margins[1], "difference": margins[0] - margins[1],
            "winner_a": winners[0], "winner_b": winners[1], "basis": _basis(*(side["basis"] for side in sides)),
        }).set_axis(sides[0].index if index is None else index)  # fmt: skip

    def _kind(self) -> Literal["findings", "outcomes", "games"]:
        """Return what the rows are about; columns that `compare` gave to games make them no outcomes."""
        columns = set(self._frame.columns)
        if {"code", "rulesets"} <= columns:
            return "findings"
        return "outcomes" if {"ruleset", "basis"} <= columns and not set(_PLACE) & columns else "games"

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
    """Return the move that a row is about, None for none."""
    move = row.get("move_number")
    return int(move) if isinstance(move, SupportsInt) and move == move else None  # noqa: PLR0124 - not NaN


def _whole(name: str, value: SupportsIndex) -> int:
    """Return a whole number as Python's own; refuse anything else."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: a whole number is asked for, not {value!r}") from None


def _side(rows: pd.DataFrame, ruleset: str, games: pd.Series[Any]) -> pd.DataFrame:
    """Return the outcomes under a ruleset, one for each game."""
    under = rows[rows["ruleset"] == ruleset].drop_duplicates("game_id")
    under = under.set_index(under["game_id"].astype(str))
    return under.reindex(games.astype(str))


def _basis(a: pd.Series[Any], b: pd.Series[Any]) -> pd.Series[Any]:
    """Return what the margins of both sides rest on, as a category."""
    one, other = a.astype(object), b.astype(object)
    both = one.where(a.astype(str) == b.astype(str), one.astype(str) + " + " + other.astype(str))
    return both.where(one.notna() & other.notna()).astype("category")
