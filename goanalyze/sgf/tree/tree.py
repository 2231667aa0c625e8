"""`GameTree`: a game with all its variations; trees of a game's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final, overload

from sgfmill import sgf

from goanalyze.core.events import Play, Setup
from goanalyze.errors import OptionError, TreeError
from goanalyze.limits import MAX_BOARD, MAX_TREE_DEPTH
from goanalyze.points import BLACK, EMPTY, OFF_BOARD, WHITE, ColorLike, MoveLike, color_letter, to_sgf
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import encode_name
from goanalyze.sgf.tree.writer import Change, ChangeLog, charset_name, with_charset, write_nodes
from goanalyze.util.arguments import is_whole, read_integer, read_items
from goanalyze.util.numbers import decimal_text, plural
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from goanalyze.rules import Ruleset
    from goanalyze.sgf.records import Records


class GameTree:
    """A game with all its variations: every node with every property, also with those unknown to the program.

    `Game.tree` returns the tree of a game, `GameTree.from_sgf` that of a text, and `GameTree.new` an empty one. Reading
    does not judge: a tree may contain illegal moves and meaningless values. Iterating yields all nodes, each line to
    its end before the next one. A tree can be pickled and copied (`copy.deepcopy`); reading it from several threads is
    safe, changing it is not.

    Attributes:
        root: first node.
        changes: corrections of broken text, see `goanalyze.sgf.tree.writer.Change`; empty for sound text, which is
            written byte for byte.

    Raises:
        TreeError: the root is not a node.

    Example:
        >>> import goanalyze as ga
        >>> tree = ga.loads("(;FF[4]SZ[9]XY[1];B[ee]C[Centre](;W[gc];B[cg])(;W[cg]))").tree()
        >>> tree
        <GameTree 9×9, 5 nodes, 2 lines>
        >>> [move.point for node in tree.main_line() if (move := node.move)]
        [40, 24, 56]
        >>> [node.comment for node in tree.find("C")]
        ['Centre']
        >>> tree.root.properties["XY"] = "2"
        >>> tree.add_move(ga.WHITE, "G3").comment = "tenuki?"
        >>> print(tree.to_sgf())
        (;FF[4]SZ[9]XY[2];B[ee]C[Centre](;W[gc];B[cg];W[gg]C[tenuki?])(;W[cg]))
    """

    def __init__(self, root: Node, changes: Iterable[Change] = ()) -> None:
        if not isinstance(root, Node):
            raise TreeError(f"{shown(root)} is not a valid root of a tree. Expected a ga.Node.")
        self.root = root
        self.changes = tuple(read_items("changes", changes, "changes of a tree"))

    @classmethod
    def new(cls, size: int | tuple[int, int] = 19) -> GameTree:
        """Return the tree of a game of Go without moves.

        Args:
            size: lines of the board, or columns and rows; 1 to 52 each.

        Raises:
            TreeError: the size is not valid.

        Example:
            >>> GameTree.new((9, 13)).to_sgf()
            '(;FF[4]GM[1]SZ[9:13])'
        """
        sides = size if isinstance(size, tuple) else (size, size)
        if len(sides) != 2 or not all(is_whole(side) and 0 < int(side) <= MAX_BOARD for side in sides):
            raise TreeError(f"{size!r} is not a valid board size. Expected 1 to {MAX_BOARD} lines, or (columns, rows).")
        width, height = map(int, sides)
        root = Node()
        root.properties["FF"] = "4"
        root.properties["GM"] = "1"
        root.properties["SZ"] = f"{width}" if width == height else f"{width}:{height}"
        return cls(root)

    @classmethod
    def from_sgf(cls, text: str | bytes) -> GameTree:
        """Read the first game of an SGF text, or of a record in another known format.

        Broken syntax is read as everywhere in the program, and `changes` contains each correction.

        Args:
            text: characters, or bytes, whose charset is detected as for a file.

        Raises:
            TreeError: the text contains no game.

        Example:
            >>> tree = GameTree.from_sgf("(;SiZe[9];b[aa];W[bb")
            >>> tree.to_sgf()
            '(;SZ[9];B[aa];W[bb])'
            >>> [change.code for change in tree.changes]
            ['GO306', 'GO303', 'GO302']
        """
        from goanalyze.sgf.records import first_game  # records load pyarrow

        return cls.of(first_game(text), 0)

    @classmethod
    def of(cls, records: Records, game: int) -> GameTree:
        """Read the tree of one game of a chunk, `records`.

        Raises:
            OptionError: `records` is not a chunk, or has no such game.
        """
        from goanalyze.sgf.tree.span_reader import read_nodes  # records load pyarrow

        if not hasattr(records, "tape"):
            raise OptionError(f"{shown(records)} is not a valid chunk. Expected the records of games.")
        read_integer("game", game, 0, len(records) - 1)
        begin = int(records.file_start[records.tape.game_file[game]])
        log = ChangeLog()
        root = read_nodes(records, game, log)
        numbers = cache(partial(_move_numbers, root))
        changes = log.changes(
            int(records.game_index[game]),
            lambda offset: records.offset(game, offset + begin),
            lambda offset: numbers().get(offset),
        )
        return cls(root, changes)

    def __iter__(self) -> Iterator[Node]:
        return self.root.walk()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the board; (0, 0) if SZ names no board."""
        return self.root.size

    def main_line(self) -> Iterator[Node]:
        """Yield the nodes of the main line, from the root on."""
        return self.root.main_line()

    def lines(self) -> Iterator[list[Node]]:
        """Yield every line as its nodes from the root on: the main line, then variations by their ends.

        The order is that of `Game.lines`.

        Example:
            >>> tree = GameTree.from_sgf("(;SZ[9];B[ee](;W[gc];B[cg])(;W[cg]))")
            >>> [len(line) for line in tree.lines()]
            [4, 3]
        """
        return (node.path() for node in self if not node.children)

    def find(self, name: str) -> Iterator[Node]:
        """Yield all nodes with a property of this name, for example ``C`` for comments."""
        return (node for node in self if node.find_property(encode_name(name)))

    def add_move(self, color: ColorLike, move: MoveLike) -> Node:
        """Add a move at the end of the main line, and return its node.

        Arguments are described at `Node.add_variation`: `color` and `move`.
        """
        *_, last = self.main_line()
        return last.add_variation(color, move)

    @overload
    def to_sgf(self) -> str: ...

    @overload
    def to_sgf(self, charset: str) -> bytes: ...

    def to_sgf(self, charset: str | None = None) -> str | bytes:
        r"""Write the tree as SGF, FF[4], with unchanged parts and their layout as read.

        Nothing is added; properties that the program does not know keep their order.

        Args:
            charset: charset of the returned bytes, which CA names; None returns a str.

        Raises:
            TreeError: the charset is unknown, cannot express SGF, or lacks a character of the text.

        Example:
            >>> tree = GameTree.from_sgf("(;FF[4] PB[柯洁];B[pd])")
            >>> tree.to_sgf()
            '(;FF[4] PB[柯洁];B[pd])'
            >>> tree.to_sgf("gb18030").decode("gb18030")
            '(;FF[4]CA[GB18030] PB[柯洁];B[pd])'
        """
        if charset is None:
            return write_nodes(self.root).decode("utf-8", errors="replace")
        name = charset_name(charset)
        text = write_nodes(self.root, with_charset(self.root.raw_properties, name)).decode("utf-8", errors="replace")
        try:
            return text.encode(charset)
        except UnicodeEncodeError as error:
            character = text[error.start]
            raise TreeError(
                f"{character!r} is not a character of {name}. Expected a charset with all characters of "
                "the record, for example UTF-8."
            ) from None

    def sgfmill(self) -> sgf.Sgf_game:
        """Return a copy of the tree as `sgfmill.sgf.Sgf_game`.

        Raises:
            TreeError: sgfmill cannot read the tree, for example one with a board that is not a square of 1 to 26 lines,
                or the tree is nested deeper than `goanalyze.limits.MAX_TREE_DEPTH`.

        Example:
            >>> GameTree.from_sgf("(;SZ[9]PB[Ito];B[ee])").sgfmill().get_player_name("b")
            'Ito'
        """
        return read_tree(write_nodes(self.root), "UTF-8")

    def __repr__(self) -> str:
        width, height = self.size
        leaves = sum(1 for node in self if not node.children)
        counts = f"{plural(len(self), 'node')}, {plural(leaves, 'line')}"
        return f"<GameTree {f'{width}×{height}' if width else 'no board'}, {counts}>"

    def __reduce__(self) -> tuple[object, tuple[bytes, tuple[Change, ...]]]:
        return _reload, (write_nodes(self.root), self.changes)


def _reload(data: bytes, changes: tuple[Change, ...]) -> GameTree:
    return GameTree(GameTree.from_sgf(data.decode("utf-8", errors="replace")).root, changes)


def _move_numbers(root: Node) -> dict[int, int]:
    """Return the number of each move of the main line by the offsets of its node, its property and its values."""
    numbers, move = dict[int, int](), 0
    for node in root.main_line():
        for prop in node.raw_properties:
            if prop.name in (b"B", b"W"):
                move += 1
                offsets = (node.offset, prop.offset, *(value.offset for value in prop.values))
                numbers |= dict.fromkeys(offsets, move)
    return numbers


def read_tree(data: bytes, encoding: str | None = None) -> sgf.Sgf_game:
    """Read the first game of a text with sgfmill, by default in the charset of its CA."""
    # parentheses inside values count, too, which errs on the side of caution
    depth = max(accumulate((byte == ord("(")) - (byte == ord(")")) for byte in data), default=0)
    if depth > MAX_TREE_DEPTH:
        raise TreeError(f"Variations are nested {depth:,} deep. Expected at most {MAX_TREE_DEPTH:,}.")
    try:
        return sgf.Sgf_game.from_bytes(data, override_encoding=encoding)
    except ValueError as error:
        raise TreeError(f"sgfmill cannot read the record: {error}") from error


_SETUP: Final = {BLACK: "AB", WHITE: "AW", EMPTY: "AE"}
_FF4_NAMES: Final = {"aga": "AGA", "ing": "GOE", "japanese": "Japanese", "new-zealand": "NZ"}
"""Names of rulesets in FF[4]; others are written by their id."""
_DERIVED: Final = frozenset(["FF", "GM", "CA", "SZ", "RU", "KM", "HA", "AB", "AW", "AE", "PL", "B", "W", "KO"])
"""Properties that follow from the other arguments of `make_tree`."""


def make_tree(
    size: tuple[int, int],
    events: Iterable[Play | Setup],
    *,
    rules: Ruleset | None = None,
    komi: float | None = None,
    handicap: int = 0,
    info: Mapping[str, str] | None = None,
) -> GameTree:
    r"""Build the tree of a game: setup before the first move in the root, each other event in a node of its own.

    Reading the record gives the same events, with edits `joined`.

    Args:
        size: columns and rows.
        events: moves and setup, in order.
        rules: ruleset, for RU.
        komi: points for White, for KM. A quarter of a point is read as zi, which is the usual meaning in records.
        handicap: number of stones, for HA; stones on the board are among the events.
        info: texts of further properties of the root by name, for example ``PB``, in their order.

    Raises:
        TreeError: a text cannot be written, or a name is not valid or follows from the other arguments.

    Example:
        >>> events = [Setup(((0, BLACK), (1, WHITE))), Play(BLACK, 40), Setup(((40, EMPTY),), WHITE), Play(WHITE, -1)]
        >>> make_tree((9, 9), events, komi=6.5, info={"PB": "[Ito]"}).to_sgf()
        '(;FF[4]GM[1]SZ[9]PB[[Ito\\]]KM[6.5]AB[aa]AW[ba];B[ee];AE[ee]PL[W];W[])'
    """
    tree = GameTree.new(size)
    if not isinstance(info, Mapping | None):
        raise TreeError(
            f"info: {shown(info)} is not a valid table of properties. Expected one such as {{'PB': 'Ito'}}."
        )
    for name, text in (info or {}).items():
        if name in _DERIVED:
            raise TreeError(
                f"{name!r} is not a valid key of info, since other arguments set it. Expected another "
                "property, for example PB, PW, RE or DT."
            )
        tree.root.set_text(name, text)
    if rules is not None:
        tree.root.set_text("RU", _FF4_NAMES.get(rules.id, rules.id))
    if komi is not None:
        tree.root.properties["KM"] = decimal_text(komi)
    if handicap:
        tree.root.properties["HA"] = str(handicap)
    node = tree.root
    for number, event in enumerate(joined(events)):
        if isinstance(event, Play):
            node = _add_play(node, event)
        else:
            node = _add_setup(node.add_variation() if number else node, event)
    return tree


def joined(events: Iterable[Play | Setup]) -> Iterator[Play | Setup]:
    """Yield events, with edits that no move separates joined and the last edit of each point kept.

    Before the first move no point is emptied, since the board is empty.

    Example:
        >>> list(joined([Setup(((0, BLACK),)), Setup(((0, WHITE),), BLACK), Play(BLACK, 1)]))
        [Setup(stones=((0, 2),), turn=1), Play(color=1, point=1, forced=False)]
    """
    edits, has_begun = list[Setup](), False
    for event in (*events, None):
        if isinstance(event, Setup):
            edits.append(event)
            continue
        if edits:
            stones = dict(stone for edit in edits for stone in edit.stones)
            if not has_begun:
                stones = {point: color for point, color in stones.items() if color != EMPTY}
            turn = next((edit.turn for edit in reversed(edits) if edit.turn), None)
            if has_begun or stones or turn:
                yield Setup(tuple(stones.items()), turn)
            edits = []
        if event is not None:
            has_begun = True
            yield event


def _add_play(parent: Node, play: Play) -> Node:
    width, height = parent.size
    node = parent.add_variation()
    letters = _off_board_value(width, height) if play.point == OFF_BOARD else to_sgf(play.point, width)
    node.properties[color_letter(play.color)] = letters
    if play.forced:
        node.properties["KO"] = ""
    return node


def _off_board_value(width: int, height: int) -> str:
    """Return the value of a point off the board; a value without a point if the board has all points of SGF."""
    if width < MAX_BOARD:
        return to_sgf(width, MAX_BOARD)
    return to_sgf(height * MAX_BOARD, MAX_BOARD) if height < MAX_BOARD else "?"


def _add_setup(node: Node, setup: Setup) -> Node:
    """Write an edit in a node."""
    for color, name in _SETUP.items():
        node.set_points(name, [point for point, stone in setup.stones if stone == color])
    if setup.turn is not None:
        node.properties["PL"] = color_letter(setup.turn)
    return node
