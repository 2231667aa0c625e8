"""What a record says, and how it is shown: the part of `goanalyze.game.game.Game` that counts nothing."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, overload

from goanalyze.archives.address import Address
from goanalyze.draw.diagram import rich_joined
from goanalyze.draw.game import game_html, game_title
from goanalyze.draw.viewer import viewer_html
from goanalyze.game.replay import Replay
from goanalyze.pipeline import Chunk
from goanalyze.sgf.tree.tree import GameTree
from goanalyze.tables.build import games_table
from goanalyze.tables.rows import GameRow
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    from rich.text import Text


class Recorded:
    """A game as written."""

    def __init__(self, chunk: Chunk, index: int) -> None:
        self._chunk = chunk
        self._index = index

    @cached_property
    def info(self) -> GameRow:
        """The game's row of the games table: every column by name, raw and normalised."""
        row: GameRow = self._chunk.once(games_table).slice(self._index, 1).to_pylist()[0]
        return row

    @property
    def width(self) -> int:
        """Columns of the board; 0 where the size is unknown."""
        return int(self._chunk.records.width[self._index])

    @property
    def height(self) -> int:
        """Rows of the board; 0 where the size is unknown."""
        return int(self._chunk.records.height[self._index])

    @property
    def handicap(self) -> int:
        """Handicap stones that the record names (HA), wherever they are; 0 where it names none."""
        return int(self._chunk.records.handicap[self._index])

    @property
    def sgf(self) -> str:
        """The record's text, with all its variations."""
        return self._chunk.records.raw(self._index).decode("utf-8")

    @property
    def line(self) -> int:
        """Number of the variation that this is; 0 for the main line, which a game is read as."""
        return int(self._chunk.records.line[self._index])

    @property
    def stem(self) -> int:
        """Moves that a variation has in common with an earlier line; 0 for the main line."""
        return int(self._chunk.records.stem[self._index])

    def tree(self) -> GameTree:
        """Return the record with all its variations and all that it says, to be read, changed and written anew.

        Each call reads it anew; changes do not come back to the game: ``ga.loads(tree.to_sgf())`` is the changed one.

        Example:
            >>> import goanalyze as ga
            >>> tree = ga.loads("(;SZ[9]GN[Test];B[ee](;W[gc])(;W[cg]))").tree()
            >>> tree.root.text("GN"), len(tree), [node.move.point for node in tree.root.children[0].children]
            ('Test', 4, [24, 56])
        """
        return GameTree.of(self._chunk.records, self._index)

    @overload
    def to_sgf(self) -> str: ...

    @overload
    def to_sgf(self, charset: str) -> bytes: ...

    def to_sgf(self, charset: str | None = None) -> str | bytes:
        r"""Write the whole record as SGF, FF[4], as `GameTree.to_sgf` does: sound text as it is, broken text mended.

        Args:
            charset: if given, bytes in it are returned, and CA names it.

        Raises:
            TreeError: it cannot be written in that charset.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[9];B[ee]C[1 [dan]];W[gc").to_sgf()
            '(;SZ[9];B[ee]C[1 [dan\\]];W[gc])'
        """
        tree = self.tree()
        return tree.to_sgf() if charset is None else tree.to_sgf(charset)

    def replay(self) -> Replay:
        """Play the record out."""
        return Replay(self)

    @property
    def title(self) -> str:
        """Players, and the date where one is known; safe to print."""
        return game_title(self.info)

    @property
    def address(self) -> str:
        """Where the game stands, as commands and `goanalyze.read` take it.

        Example:
            >>> import goanalyze as ga
            >>> next(ga.read("data/sample/gnugo")).address.rpartition("/")[2]
            '009x009-chinese-0001.sgf#0'
        """
        records, at = self._chunk.records, self._index
        text = records.text_of(at)
        return str(Address(text.source, text.member, int(records.game_index[at]), self.line))

    def html(self, move: int | None = None) -> str:
        """Show the game as HTML: who played, a viewer to step through it, what was found.

        Args:
            move: the position that is shown first; default the last. A record without a board is shown as a table.

        Raises:
            IndexError: there is no such move.
        """
        replay = self.replay()
        viewer = viewer_html(replay.steps(), replay.notes(), move) if self.width else ""
        return game_html(self.info, replay.findings, viewer)

    def __repr__(self) -> str:
        info = self.info
        names = f"{info['black_player'] or '?'} – {info['white_player'] or '?'}"
        komi = "" if info["komi"] is None else f", komi {info['komi']:g}"
        board = f"{self.width}×{self.height}" if self.width else "no board"
        result, moves = info["result_raw"] or "no result", plural(info["move_count"] or 0, "move")
        line = f"line {self.line}, " if self.line else ""
        findings = plural(info["finding_count"], "finding")
        return clean(f"<Game {line}{board}, {names}{komi}, {result}, {moves}, {findings}>")

    def __str__(self) -> str:
        return f"{self!r}\n{self.replay()}"

    def __rich__(self) -> Text:
        return rich_joined((repr(self), "bold"), self.replay().__rich__())

    def _repr_svg_(self) -> str | None:
        return self.replay()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.html()
