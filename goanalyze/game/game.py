"""`Game`: one game of a chunk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike

from goanalyze.core.events import Setup
from goanalyze.core.position import Position
from goanalyze.game.counted import Counted
from goanalyze.game.moves import MoveGiven, read_moves
from goanalyze.game.settings import read_handicap, read_komi, read_size
from goanalyze.pipeline import Chunk
from goanalyze.rules import Ruleset, resolve
from goanalyze.sgf.records import one_game
from goanalyze.sgf.tree.builder import make_tree
from goanalyze.sgf.tree.first_game import first_game
from goanalyze.vocabulary.given import BoardError, ColorLike, MoveLike, read_color
from goanalyze.vocabulary.points import BLACK, WHITE
from goanalyze.vocabulary.toml import shown


class Game(Counted):
    """A game as written.

    Example:
        >>> import goanalyze as ga
        >>> game = ga.loads("(;SZ[9]PB[Ito]PW[Kim]KM[6.5]RE[W+R];B[ee];W[gc])")
        >>> game
        <Game 9×9, Ito – Kim, komi 6.5, W+R, 2 moves, 1 finding>
        >>> game.info["result_winner"]
        'white'
    """

    def lines(self) -> list[Game]:
        """Return every line of the record as a game: the main line, then the variations as they end in the text.

        A variation has the properties of its nodes from the root on; the recorded result is the main line's alone. Its
        findings are those of text, setup and moves. Lines beyond `goanalyze.vocabulary.limits.MAX_LINES` are left out.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[9]RE[B+R];B[ee](;W[ec];B[dc])(;W[ee];B[gc])(;W[ge]))")
            >>> [(line.line, line.stem, len(line.replay().moves)) for line in game.lines()]
            [(0, 0, 3), (1, 1, 3), (2, 1, 2)]
            >>> [finding.code for finding in game.lines()[1].replay().findings]
            ['GO101']
        """
        from goanalyze.sgf.lines import main_line, read_lines  # noqa: PLC0415 - only variations need it

        game = one_game(self._chunk.records, self._index)
        if self.line:
            game = main_line(game)  # a line has no spans of the others
        chunks = [Chunk(records, self._chunk.options) for records, _ in read_lines(game)]
        main = Game(Chunk(game, self._chunk.options), 0) if self.line else self
        return [main, *(Game(chunk, index) for chunk in chunks for index in range(len(chunk)))]

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[MoveGiven],
        *,
        size: int | tuple[int, int] | None = None,
        rules: str | PathLike[str] | Ruleset | None = None,
        komi: float | None = None,
        handicap: int | Iterable[MoveLike] = 0,
        setup: Position | None = None,
        turn: ColorLike | None = None,
        info: Mapping[str, str] | None = None,
    ) -> Game:
        """Make a game of a list of moves. They are recorded as given, legal or not.

        Args:
            moves: one after the other: names as ``"D4"`` and ``"pass"``, pairs ``(x, y)``, the column from the left and
                the row from the top, both from 0, or indices, made in turn by Black and White; ``"B D4"`` and
                ``("black", "D4")`` say whose they are, for one and for all.
            size: lines of the board, or columns and rows; that of `setup`, or 19 if not given.
            rules: the ruleset, as `goanalyze.find_ruleset` and TOML files have them; none is recorded if not given.
            komi: points for White; none is recorded if not given. One with a quarter of a point is taken for zi, as
                such komi are meant in records.
            handicap: how many black stones stand on the fixed points, or the points where they stand; with 1 Black
                just moves first, at the komi of handicap games.
            setup: the position before the first move.
            turn: who moves first; if not given Black, and White where handicap stones stand.
            info: texts of further properties of the record by name, as ``{"PB": "Ito", "RE": "B+R"}``.

        Raises:
            BoardError: a move, colour, size or handicap is none; the message says what is allowed.
            UnknownRulesetError: there is no such ruleset.
            RulesetError: `komi` is none, or a file of rulesets cannot be read.
            TreeError: what is in `info` cannot be written.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.Game.from_moves(["E5", (2, 6), "pass", "W E4"], size=9, komi=7, info={"PB": "Ito"})
            >>> print(game.to_sgf())
            (;FF[4]GM[1]SZ[9]PB[Ito]KM[7];B[ee];W[cg];B[];W[ef])
            >>> game
            <Game 9×9, Ito – ?, komi 7, no result, 4 moves, 2 findings>
        """
        if not isinstance(setup, Position | None):
            raise BoardError(
                f"setup: {shown(setup)} is no Position; allowed is one such as ga.Position.from_rows gives"
            )
        if size is None:
            size = 19 if setup is None else (setup.width, setup.height)
        board = width, height = read_size(*(size if isinstance(size, tuple) and len(size) == 2 else (size, size)))
        if setup is not None and (setup.width, setup.height) != board:
            raise BoardError(f"setup: a position of {setup.width}×{setup.height} does not fit {width}×{height}")
        named, points, _ = read_handicap(handicap, "fixed", width, height)
        stones = [] if setup is None else [(at, there) for at, there in enumerate(setup.stones.tolist()) if there]
        side = None if turn is None else read_color(turn)
        begin = Setup((*stones, *((point, BLACK) for point in points)), side)
        plays = read_moves(moves, width, height, side or (WHITE if points else BLACK))
        ruleset = None if rules is None else resolve(rules)
        tree = make_tree(board, [begin, *plays], rules=ruleset, komi=read_komi(komi), handicap=named, info=info)
        return cls(Chunk(first_game(tree.to_sgf())), 0)
