"""sgfmill's reading of main lines, of all lines and of whole trees, the reference for ours; its writing of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sgfmill import sgf_grammar

from goanalyze import BLACK, to_sgf
from goanalyze.errors import TreeError
from goanalyze.sgf.properties import INFO


@dataclass(frozen=True, slots=True)
class MainLine:
    """The main line of a game, as sgfmill reads it.

    Attributes:
        info: first raw value of each property of `vocabulary.INFO`, from the first node that has it.
        events: (property name, raw value) of B, W, AB, AW, AE and PL, in order of nodes.
    """

    info: dict[str, bytes]
    events: list[tuple[str, bytes]]


class TreeNode(NamedTuple):
    """A node with all that it holds.

    Attributes:
        parent: index of the node before it among the nodes of its game; −1 for the root.
        properties: names as in FF[4], and raw values, both in order of the text; each name once.
    """

    parent: int
    properties: tuple[tuple[str, tuple[str, ...]], ...]


def main_lines(data: bytes) -> list[MainLine]:
    """Read the main line of every game of a text by sgfmill's grammar; raises TreeError where it refuses."""
    return [_main_line(tree) for tree in _coarse_trees(data)]


def all_lines(data: bytes) -> list[list[MainLine]]:
    """Read every line of every game of a text: the main line, then the others, depth first.

    Raises:
        TreeError: sgfmill refuses the text.
    """
    return [list(_lines(tree, [])) for tree in _coarse_trees(data)]


def whole_trees(data: bytes) -> list[list[TreeNode]]:
    """Read every node of every game of a text, depth first; raises TreeError where sgfmill refuses."""
    return [_nodes(tree) for tree in _coarse_trees(data)]


def _coarse_trees(data: bytes) -> list[sgf_grammar.Coarse_game_tree]:
    try:
        trees: list[sgf_grammar.Coarse_game_tree] = sgf_grammar.parse_sgf_collection(data)
    except ValueError as error:
        raise TreeError(str(error)) from error
    return trees


def _nodes(tree: sgf_grammar.Coarse_game_tree) -> list[TreeNode]:
    nodes: list[TreeNode] = []
    waiting = [(-1, tree)]
    while waiting:
        parent, part = waiting.pop()
        for properties in part.sequence:
            raw = (
                (name, tuple(value.decode("utf-8", "replace") for value in values))
                for name, values in properties.items()
            )
            nodes.append(TreeNode(parent, tuple(raw)))
            parent = len(nodes) - 1
        waiting += [(parent, child) for child in reversed(part.children)]
    return nodes


def _main_first(lines: list[MainLine], main: MainLine) -> list[MainLine]:
    index = lines.index(main)
    return [main, *lines[:index], *lines[index + 1 :]]


def _lines(tree: sgf_grammar.Coarse_game_tree, stem: list[dict[str, list[bytes]]]) -> Iterator[MainLine]:
    nodes = [*stem, *tree.sequence]
    if not tree.children:
        yield _line(nodes)
    for child in tree.children:
        yield from _lines(child, nodes)


def _main_line(tree: sgf_grammar.Coarse_game_tree) -> MainLine:
    nodes = list(tree.sequence)
    while tree.children:
        tree = _main_child(nodes, tree.children)
        nodes += tree.sequence
    return _line(nodes)


def _main_child(
    nodes: list[dict[str, list[bytes]]], children: list[sgf_grammar.Coarse_game_tree]
) -> sgf_grammar.Coarse_game_tree:
    """Return the first variation, or the first one with a move if that one begins the game anew."""
    opening = _moves(nodes)[:2]
    begins_anew = [bool(opening) and _moves(child.sequence)[: len(opening)] == opening for child in children]
    others = [child for child, is_anew in zip(children, begins_anew, strict=True) if not is_anew and _has_move(child)]
    return others[0] if begins_anew[0] and others else children[0]


def _has_move(tree: sgf_grammar.Coarse_game_tree) -> bool:
    return bool(_moves(tree.sequence)) or any(map(_has_move, tree.children))


def _moves(nodes: Iterable[dict[str, list[bytes]]]) -> list[tuple[str, bytes]]:
    return [(name, value) for node in nodes for name in node if name in ("B", "W") for value in node[name]]


def _line(nodes: Iterable[dict[str, list[bytes]]]) -> MainLine:
    info: dict[str, bytes] = {}
    events: list[tuple[str, bytes]] = []
    for properties in nodes:
        for name, values in properties.items():
            if name in INFO and (name != "KO" or values[0].strip()):  # FF[4]'s KO is not a header value
                info.setdefault(name, values[0])
        events += _node_events(properties)
    return MainLine(info, events)


def _node_events(properties: Mapping[str, list[bytes]]) -> list[tuple[str, bytes]]:
    """Return the events of a node in any order of its properties: setup, then plays.

    PL comes after the plays, but before them in a node with setup if it names the side of the first play.
    """
    setup = [(name, value) for name, values in properties.items() if name in ("AB", "AW", "AE") for value in values]
    plays = [(name, values[0]) for name, values in properties.items() if name in ("B", "W")]
    turn = [("PL", properties["PL"][0])] if "PL" in properties else []
    side = turn[0][1].strip()[:1].upper().translate(bytes.maketrans(b"12", b"BW")) if turn else b""
    if setup and plays and side == plays[0][0].encode():
        return setup + turn + plays
    return setup + plays + turn


def write_game(
    width: int,
    height: int,
    moves: Iterable[tuple[int, int]],
    setup: Mapping[int, int] | None = None,
    info: Mapping[str, str] | None = None,
) -> bytes:
    r"""Write one game without variations as FF[4] in UTF-8.

    Args:
        width: columns.
        height: rows.
        moves: (colour, point index) each; a negative point is a pass.
        setup: points → colour before the first move.
        info: further root properties, by SGF name; values are escaped here.

    Example:
        >>> write_game(9, 9, [(1, 40), (2, -1)], info={"PB": "Shusaku"})
        b'(;FF[4]CA[UTF-8]GM[1]PB[Shusaku]SZ[9];B[ee];W[])\n'
    """
    size = str(width) if width == height else f"{width}:{height}"
    root: dict[str, list[bytes]] = {"FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"], "SZ": [size.encode()]}
    for name, value in (info or {}).items():
        root[name] = [value.replace("\\", "\\\\").replace("]", "\\]").encode()]
    for point, color in sorted((setup or {}).items()):
        root.setdefault("AB" if color == BLACK else "AW", []).append(to_sgf(point, width).encode())
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = [root]
    for color, point in moves:
        tree.sequence.append({"B" if color == BLACK else "W": [to_sgf(point, width).encode()]})
    text: bytes = sgf_grammar.serialise_game_tree(tree)
    return text
