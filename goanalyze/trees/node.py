"""A node of a game's tree: what it says, typed and as it is written; what follows it; and how all of it is written.

There is one kind of node, for those who read and change trees and for repair: under what it says by name stands what is
written (`Node.written`), with its places and its layout, so that a sound record comes back byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sgfmill import sgf_grammar, sgf_properties

from goanalyze.board.events import Play
from goanalyze.sgf.values.size_komi_handicap import parse_size
from goanalyze.trees.points import read_point, read_rectangle
from goanalyze.trees.written import Around, Properties, Property, TreeError, Value, checked, encoded
from goanalyze.vocabulary.given import ColorLike, MoveLike, read_color, read_move, read_points
from goanalyze.vocabulary.points import BLACK, OFF_BOARD, PASS, TT_PASS, WHITE, color_letter, to_sgf
from goanalyze.vocabulary.text import clean

_COLORS: Final = {b"B": BLACK, b"W": WHITE}
_PRESENTER: Final = sgf_properties.Presenter(19, "UTF-8")
"""sgfmill's way with texts: which properties hold one, its escapes and line ends."""
_SHOWN: Final = 60  # letters
_SIMPLE: Final = sgf_properties.interpret_simpletext


class Node:
    """A node of a game's tree: a move, or stones set up, or what else a record says in one place.

    Nodes are made by `add_variation` and `GameTree`, each belongs to one tree for good. Two nodes are equal if they are
    the same one.

    Attributes:
        written: the properties as they stand in the record, with places and layout; to read and to change them,
            `properties`, `text` and `points` are more convenient.
        at: where the node stood in the text that was read, in bytes of UTF-8; −1 for a new one.
        lead: the layout before it.
        around: the layout of parentheses that begin at it; None where none stood there, which says nothing of whether
            they are needed.

    Example:
        >>> import goanalyze as ga
        >>> root = ga.loads("(;SZ[9]C[Hello];B[ee](;W[gc]N[a])(;W[cg]))").tree().root
        >>> root.comment, [node.move for node in root.children]
        ('Hello', [Play(color=1, point=40, forced=False)])
        >>> [dict(node.properties) for node in root.children[0].children]
        [{'W': ('gc',), 'N': ('a',)}, {'W': ('cg',)}]
        >>> root.children[0].children
        (<Node W[gc]N[a]>, <Node W[cg]>)
    """

    __slots__ = ("_children", "_parent", "_root", "_size", "around", "at", "lead", "written")

    def __init__(
        self,
        written: list[Property] | None = None,
        at: int = -1,
        lead: bytes = b"",
        parent: Node | None = None,
        around: Around | None = None,
    ) -> None:
        self.written = [] if written is None else written
        self.at, self.lead, self.around = at, lead, around
        self._parent = parent
        self._root: Node = self if parent is None else parent._root
        self._size: tuple[int, int] | None = None
        self._children: list[Node] = []
        if parent is not None:
            parent._children.append(self)

    @property
    def parent(self) -> Node | None:
        """The node before this one; None for the root."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes that follow: the first goes on with this line, the others are variations."""
        return tuple(self._children)

    @property
    def root(self) -> Node:
        """The first node of the tree."""
        return self._root

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the tree's board, from the first SZ of its main line; 19 by 19 where there is none.

        (0, 0) where SZ names no board: then points are `OFF_BOARD`.
        """
        root = self._root
        if root._size is None:
            said = (node.text("SZ") for node in root.main_line() if node.named(b"SZ"))
            found = parse_size(next(said, "").strip(" "))
            root._size = found.width, found.height
        return root._size

    @property
    def properties(self) -> Properties:
        """What the node says, by name and raw; to set, add and remove."""
        return Properties(self)

    def named(self, name: bytes) -> Property | None:
        """Return the first property of a name as it is written."""
        return next((each for each in self.written if each.name == name), None)

    def write(self, name: bytes, raw: Sequence[bytes]) -> None:
        """Write values of a property in place of those that it has; none takes it out. Nothing is checked here.

        Args:
            name: of the property.
            raw: the values as they are to stand in the text, escapes included.
        """
        found = self.named(name)
        others = [each for each in self.written if each.name != name or each is found]
        if name == b"SZ":
            self._root._size = None
        if found is None:
            self.written += [Property(name, [Value(each) for each in raw])] if raw else []
        elif raw:
            leads = [value.lead for value in found.values] + [b""] * len(raw)
            found.values = [Value(each, lead=lead) for each, lead in zip(raw, leads, strict=False)]
            self.written = others
        else:
            self.written = [each for each in others if each is not found]

    def text(self, name: str) -> str:
        r"""Return what the first value of a property says: escapes resolved, line ends and blanks as SGF has them.

        A text of several lines for C, GC and properties that FF[4] does not know, one line for all others; empty where
        there is no such property.

        Args:
            name: of the property, as ``C``.

        Rule: SGF FF[4], Text and SimpleText.

        Example:
            >>> node = Node([Property(b"C", [Value(b"[1\\] a\\\\b\r\nc")])])
            >>> node.text("C"), node.text("GN")
            ('[1] a\\b\nc', '')
        """
        found = self.named(name.encode())
        if found is None:
            return ""
        kind = _PRESENTER.property_types_by_ident.get(name, _PRESENTER.default_property_type)
        is_text = kind is _PRESENTER.default_property_type
        read = sgf_properties.interpret_text if is_text else _SIMPLE
        said: str = read(found.values[0].raw.decode("utf-8", errors="replace").encode(), _PRESENTER)
        return said

    def set_text(self, name: str, text: str) -> None:
        r"""Write a text as the only value of a property, with escapes where it needs them; an empty one takes it out.

        Raises:
            TreeError: the name is none, or the text cannot be written.

        Example:
            >>> node = Node()
            >>> node.set_text("C", "[1] a\\b")
            >>> node.properties["C"], node.text("C")
            (('[1\\] a\\\\b',), '[1] a\\b')
        """
        raw: bytes = sgf_grammar.escape_text(encoded(name, text))
        self.write(name.encode(), [raw] if raw else [])

    @property
    def comment(self) -> str:
        """The comment, C; empty for none. It can be set."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    @property
    def move(self) -> Play | None:
        """The move: colour, point and whether the record forces it (KO); None where the node has none.

        The point is an index, `PASS`, or `OFF_BOARD` where the value names no point of the board. Of several moves in
        one node, which FF[4] does not allow, it is the first.
        """
        found = next((each for each in self.written if each.name in _COLORS), None)
        if found is None:
            return None
        raw, (width, height) = found.values[0].raw.strip(), self.size
        forced = self.named(b"KO") is not None
        point = read_point(raw)
        if not raw or (point == (TT_PASS, TT_PASS) and max(width, height) <= TT_PASS):
            return Play(_COLORS[found.name], PASS, forced)
        if point is None or point[0] >= width or point[1] >= height:
            return Play(_COLORS[found.name], OFF_BOARD, forced)
        return Play(_COLORS[found.name], point[1] * width + point[0], forced)

    def points(self, name: str) -> list[int]:
        """Return the points of a property, by index, in the order of the record; rectangles are all their points.

        What names no point of the board is left out.

        Args:
            name: of the property, as ``AB``.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[5]AB[aa:bb][ee][zz])").tree().root.points("AB")
            [0, 1, 5, 6, 24]
        """
        board = width, _ = self.size
        found = [each for each in self.written if each.name == name.encode()]
        areas = (read_rectangle(value.raw) for each in found for value in each.values)
        cut = (area.cut(board) for area in areas if area is not None)
        return [
            y * width + x
            for area in cut
            if area is not None
            for y in range(area.y, area.y2 + 1)
            for x in range(area.x, area.x2 + 1)
        ]

    def set_points(self, name: str, points: Iterable[MoveLike]) -> None:
        """Write points as the values of a property, in their order; none takes it out.

        Args:
            name: of the property, as ``AB``, ``TR`` or ``TB``.
            points: names as D4; columns and rows from the upper left, both from 0; or indices.

        Raises:
            TreeError: the name is none.
            NoSuchPointError: there is no such point on the board.
        """
        width, height = self.size
        letters = [to_sgf(point, width) for point in read_points(points, width, height)]
        self.write(name.encode(), [checked(name, each) for each in letters])

    def add_variation(self, color: ColorLike | None = None, move: MoveLike = PASS) -> Node:
        """Add a node behind this one, after those that are there, and return it.

        Args:
            color: who moves there: `BLACK`, ``"black"``, ``"b"`` …; None for a node without a move.
            move: a name as D4 or ``pass``; column and row from the upper left, both from 0; or an index.

        Raises:
            BoardError: the colour is none.
            NoSuchPointError: there is no such point on the board; a `BoardError`.

        Example:
            >>> import goanalyze as ga
            >>> tree = ga.loads("(;SZ[9];B[ee];W[gc])").tree()
            >>> reply = tree.root.children[0].add_variation(ga.WHITE, "C3")
            >>> reply.comment = "why not?"
            >>> tree.to_sgf()
            '(;SZ[9];B[ee](;W[gc])(;W[cg]C[why not?]))'
        """
        if color is None:
            return Node(parent=self)
        width, height = self.size
        raw = to_sgf(read_move(move, width, height), width).encode()
        return Node([Property(color_letter(read_color(color)).encode(), [Value(raw)])], parent=self)

    def promote(self) -> None:
        """Put this node before its siblings: of their parent's variations it is the main one now.

        A line from the root is the main line if each node of it is the first: promote each.
        """
        if self._parent is not None:
            siblings = self._parent._children
            siblings.remove(self)
            siblings.insert(0, self)
            self._root._size = None

    def remove(self) -> None:
        """Take this node out of the tree, with all that follows it.

        Raises:
            TreeError: it is the root.
        """
        if self._parent is None:
            raise TreeError("the root is the tree; what can be taken out is what follows it")
        siblings = self._parent._children
        siblings.remove(self)
        if len(siblings) == 1:
            siblings[0].around = None  # parentheses that stood there for the variation alone
        self._root._size = None
        self._parent = None
        for node in self.walk():
            node._root = self

    def __reduce__(self) -> str:
        raise TypeError("a node is not copied or pickled by itself: do so with its tree")

    def walk(self) -> Iterator[Node]:
        """Yield this node and all that follow it, in the order of the record: each line to its end (depth first)."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node._children[::-1]

    def main_line(self) -> Iterator[Node]:
        """Yield this node and those that follow it on the main line."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node._children[0] if node._children else None

    def path(self) -> list[Node]:
        """Return the nodes from the root to this one."""
        nodes = [self]
        while (parent := nodes[-1]._parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    def split(self, written: list[Property], at: int = -1) -> Node:
        """Put a node between this one and those that follow it, and return it.

        Args:
            written: its properties.
            at: where it stood in the text; −1 for a new one.
        """
        node = Node(written, at)
        node._parent, node._root = self, self._root
        node._children, self._children = self._children, [node]
        for child in node._children:
            child._parent = node
        return node

    def __repr__(self) -> str:
        said = "".join(f"{name}[{']['.join(values)}]" for name, values in self.properties.items())
        return clean(f"<Node {said if len(said) <= _SHOWN else said[:_SHOWN] + '…'}>")

    def run(self) -> list[Node]:
        """Return the nodes from this one on up to where the tree branches, or a parenthesis stands in the text."""
        nodes = [self]
        while len(children := nodes[-1]._children) == 1 and children[0].around is None:
            nodes += children
        return nodes

    def keep(self, kept: Sequence[Node]) -> None:
        """Leave some nodes of this one's `run` in it, at least one; this one takes what the first of them says.

        Args:
            kept: those that stay, in order.
        """
        last, first = self.run()[-1], kept[0]
        children = last._children
        self.written, self.at, self.lead = first.written, first.at, first.lead
        node = self
        for following in kept[1:]:
            node._children, following._parent = [following], node
            node = following
        node._children = children
        for child in children:
            child._parent = node
