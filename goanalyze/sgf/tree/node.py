"""One node of a game tree: its properties, typed and raw, its children, and the layout of the record.

Readers, editors and repairs share this class. Raw properties keep the offset and the layout of each value, so that a
sound record is written byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sgfmill import sgf_grammar, sgf_properties

from goanalyze.core.events import Play
from goanalyze.errors import TreeError
from goanalyze.points import (
    BLACK,
    OFF_BOARD,
    PASS,
    WHITE,
    ColorLike,
    MoveLike,
    color_letter,
    is_pass_point,
    read_color,
    read_move,
    read_points,
    to_sgf,
)
from goanalyze.sgf.tree.properties import (
    BLANKS,
    PASS_WORDS,
    Parentheses,
    Properties,
    Property,
    Value,
    encode_name,
    encode_text,
    encode_value,
    read_point,
    read_rectangle,
)
from goanalyze.sgf.values.size_komi_handicap import parse_size
from goanalyze.util.text import clean

_COLORS: Final = {b"B": BLACK, b"W": WHITE}
_PRESENTER: Final = sgf_properties.Presenter(19, "UTF-8")
"""The rules of sgfmill for texts: the properties with a text, its escapes and its line ends."""
_MAX_REPR: Final = 60  # characters
_SIMPLE: Final = sgf_properties.interpret_simpletext


class Node:
    """A node of a game tree: a move, setup, or any other properties.

    `add_variation` and `GameTree` make nodes; a node belongs to one tree. Nodes are equal if they are the same object.

    Attributes:
        raw_properties: properties as written, with offsets and layout; `properties`, `text` and `points` are more
            convenient for reading and changing them.
        offset: byte of the node in the text, in UTF-8; −1 for a new node.
        main_child: child that continues the main line if that is not the first; None for the first.

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

    __slots__ = (
        "_children",
        "_leading_space",
        "_parent",
        "_parentheses",
        "_root",
        "_size",
        "main_child",
        "offset",
        "raw_properties",
    )

    def __init__(
        self,
        raw_properties: list[Property] | None = None,
        offset: int = -1,
        leading_space: bytes = b"",
        parent: Node | None = None,
        parentheses: Parentheses | None = None,
    ) -> None:
        self.raw_properties = [] if raw_properties is None else raw_properties
        self.offset = offset
        self._leading_space = leading_space
        self._parentheses = parentheses  # None if the text has none here; they may be needed all the same
        self._parent = parent
        self._root: Node = self if parent is None else parent._root
        self._size: tuple[int, int] | None = None
        self._children: list[Node] = []
        self.main_child: Node | None = None
        if parent is not None:
            parent._children.append(self)

    @property
    def parent(self) -> Node | None:
        """The node before this one; None for the root."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes that follow: the first continues this line, the others begin variations."""
        return tuple(self._children)

    @property
    def root(self) -> Node:
        """The first node of the tree."""
        return self._root

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the tree's board, from the first SZ of its main line; 19 by 19 without SZ.

        (0, 0) if SZ names no board: then points are `OFF_BOARD`.
        """
        root = self._root
        if root._size is None:
            texts = (node.text("SZ") for node in root.main_line() if node.find_property(b"SZ"))
            parsed = parse_size(next(texts, "").strip(" "))
            root._size = parsed.width, parsed.height
        return root._size

    @property
    def properties(self) -> Properties:
        """The raw values by name; they can be set, added and removed."""
        return Properties(self)

    def find_property(self, name: bytes) -> Property | None:
        """Return the first property of a name as written; None if the node lacks it."""
        return next((prop for prop in self.raw_properties if prop.name == name), None)

    def set_raw(self, name: bytes, raw: Sequence[bytes]) -> None:
        """Replace the values of a property, without a check; none removes the property.

        Args:
            name: name of the property.
            raw: values as written, escapes included.

        Raises:
            TreeError: the name or a value is not bytes.
        """
        texts = list(raw) if isinstance(raw, Iterable) and not isinstance(raw, (bytes, str, type)) else [None]
        if not all(isinstance(text, bytes) for text in (name, *texts)):
            raise TreeError(f"{name!r} and {raw!r} are not valid raw text. Expected a name and a list of bytes.")
        first = self.find_property(name)
        others = [prop for prop in self.raw_properties if prop.name != name or prop is first]
        if name == b"SZ":
            self._root._size = None
        if first is None:
            self.raw_properties += [Property(name, [Value(text) for text in raw])] if raw else []
        elif raw:
            spaces = [value.leading_space for value in first.values] + [b""] * len(raw)
            first.values = [Value(text, leading_space=space) for text, space in zip(raw, spaces, strict=False)]
            self.raw_properties = others
        else:
            self.raw_properties = [prop for prop in others if prop is not first]

    def text(self, name: str) -> str:
        r"""Return the first value of a property as text, with escapes, line ends and blanks resolved as in SGF.

        C, GC and properties that FF[4] does not list may have several lines, all others have one. The text is empty if
        the node lacks the property.

        Args:
            name: name of the property, for example ``C``.

        Rule: SGF FF[4], Text and SimpleText.

        Example:
            >>> node = Node([Property(b"C", [Value(b"[1\\] a\\\\b\r\nc")])])
            >>> node.text("C"), node.text("GN")
            ('[1] a\\b\nc', '')
        """
        first = self.find_property(encode_name(name))
        if first is None:
            return ""
        kind = _PRESENTER.property_types_by_ident.get(name, _PRESENTER.default_property_type)
        is_text = kind is _PRESENTER.default_property_type
        interpret = sgf_properties.interpret_text if is_text else _SIMPLE
        raw = first.values[0].raw.decode("utf-8", errors="replace").encode()
        text: str = interpret(raw, _PRESENTER)
        return text

    def set_text(self, name: str, text: str) -> None:
        r"""Write a text as the only value of a property, escaped as necessary; an empty text removes the property.

        Raises:
            TreeError: the name is not valid, or the text cannot be written.

        Example:
            >>> node = Node()
            >>> node.set_text("C", "[1] a\\b")
            >>> node.properties["C"], node.text("C")
            (('[1\\] a\\\\b',), '[1] a\\b')
        """
        raw: bytes = sgf_grammar.escape_text(encode_text(name, text))
        self.set_raw(name.encode(), [raw] if raw else [])

    @property
    def comment(self) -> str:
        """The comment, C; empty for none. It can be set."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    @property
    def move(self) -> Play | None:
        """The move: colour, point, and True if the record forces it (KO); None for a node without a move.

        The point is an index, `PASS`, or `OFF_BOARD` if the value names no point of the board. FF[4] forbids several
        moves in a node; this is the first.
        """
        prop = next((prop for prop in self.raw_properties if prop.name in _COLORS), None)
        if prop is None:
            return None
        raw, (width, height) = prop.values[0].raw.translate(None, BLANKS), self.size
        forced = self.find_property(b"KO") is not None
        point = read_point(raw)
        if not raw or (point is None and raw.lower() in PASS_WORDS) or (point and is_pass_point(*point, width, height)):
            return Play(_COLORS[prop.name], PASS, forced)
        if point is None or point[0] >= width or point[1] >= height:
            return Play(_COLORS[prop.name], OFF_BOARD, forced)
        return Play(_COLORS[prop.name], point[1] * width + point[0], forced)

    def points(self, name: str) -> list[int]:
        """Return the points of a property, by index, in the order of the record, with rectangles expanded.

        Values that name no point of the board are skipped.

        Args:
            name: name of the property, for example ``AB``.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[5]AB[aa:bb][ee][zz])").tree().root.points("AB")
            [0, 1, 5, 6, 24]
        """
        board = width, _ = self.size
        properties = [prop for prop in self.raw_properties if prop.name == encode_name(name)]
        areas = (read_rectangle(value.raw) for prop in properties for value in prop.values)
        cut = (area.cut(board) for area in areas if area is not None)
        return [
            y * width + x
            for area in cut
            if area is not None
            for y in range(area.y, area.y2 + 1)
            for x in range(area.x, area.x2 + 1)
        ]

    def set_points(self, name: str, points: Iterable[MoveLike]) -> None:
        """Write points as the values of a property, in their order; none removes the property.

        Args:
            name: name of the property, for example ``AB``, ``TR`` or ``TB``.
            points: names such as D4; columns and rows from the upper left, both from 0; or indices.

        Raises:
            TreeError: the name is not valid.
            NoSuchPointError: a point is not on the board.
        """
        width, height = self.size
        letters = [to_sgf(point, width) for point in read_points(points, width, height)]
        encode_value(name, "")
        self.set_raw(name.encode(), [encode_value(name, text) for text in letters])

    def add_variation(self, color: ColorLike | None = None, move: MoveLike = PASS) -> Node:
        """Add a child after the existing ones, and return it.

        Args:
            color: colour of the move: `BLACK`, ``"black"``, ``"b"`` …; None for a node without a move.
            move: a name such as D4 or ``pass``; column and row from the upper left, both from 0; or an index.

        Raises:
            BoardError: the colour is not valid.
            NoSuchPointError: the point is not on the board; a `BoardError`.

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
        """Put this node before its siblings, as the main one of its parent's variations.

        A line from the root is the main line if each of its nodes is a first child; promote each of them.
        """
        if self._parent is not None:
            siblings = self._parent._children
            siblings.remove(self)
            siblings.insert(0, self)
            self._parent.main_child = None
            self._root._size = None

    def remove(self) -> None:
        """Remove this node and all its descendants from the tree.

        Raises:
            TreeError: the node is the root.
        """
        if self._parent is None:
            raise TreeError("The root is not a valid node to remove. Expected one of its descendants.")
        siblings = self._parent._children
        siblings.remove(self)
        if self._parent.main_child is self:
            self._parent.main_child = None
        if len(siblings) == 1:
            siblings[0]._parentheses = None  # they were there for the variation alone
        self._root._size = None
        self._parent = None
        for node in self.walk():
            node._root = self

    def __reduce__(self) -> str:
        raise TreeError("A node cannot be copied or pickled alone. Expected a copy of its tree.")

    def walk(self) -> Iterator[Node]:
        """Yield this node and its descendants in the order of the record: each line to its end (depth first)."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node._children[::-1]

    def main_line(self) -> Iterator[Node]:
        """Yield this node and its descendants on the main line."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.main_child or (node._children[0] if node._children else None)

    def path(self) -> list[Node]:
        """Return the nodes from the root to this one."""
        nodes = [self]
        while (parent := nodes[-1]._parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    def split(self, raw_properties: list[Property], offset: int = -1) -> Node:
        """Insert a node between this one and its children, and return it.

        Args:
            raw_properties: properties of the new node.
            offset: byte of the new node in the text; −1 for none.
        """
        node = Node(raw_properties, offset)
        node._parent, node._root = self, self._root
        node._children, self._children = self._children, [node]
        for child in node._children:
            child._parent = node
        return node

    def __repr__(self) -> str:
        text = "".join(f"{name}[{']['.join(values)}]" for name, values in self.properties.items())
        return clean(f"<Node {text if len(text) <= _MAX_REPR else text[:_MAX_REPR] + '…'}>")

    def _unbranched_run(self) -> list[Node]:
        """Return the nodes from this one to the next branch or parenthesis of the text."""
        nodes = [self]
        while len(children := nodes[-1]._children) == 1 and children[0]._parentheses is None:
            nodes += children
        return nodes

    def _retain(self, nodes: Sequence[Node]) -> None:
        """Keep only some nodes of this one's unbranched run; this node takes the content of the first of them."""
        last, first = self._unbranched_run()[-1], nodes[0]
        children = last._children
        self.raw_properties, self.offset = first.raw_properties, first.offset
        self._leading_space = first._leading_space
        node = self
        for following in nodes[1:]:
            node._children, following._parent = [following], node
            node = following
        node._children = children
        for child in children:
            child._parent = node
