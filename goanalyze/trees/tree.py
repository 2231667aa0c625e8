r"""Whole trees of games, with everything that a record says and the layout that it has; and how they are written.

sgfmill's trees lose the layout and the places, and the tape of the tokenizer what the program does not look at. A sound
record comes back byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Value:
    """One value as it is written between its brackets; `at` is where the bracket stood, −1 for a new one."""

    raw: bytes
    at: int = -1
    lead: bytes = b""


@dataclass(slots=True, eq=False)
class Property:
    """A property by its FF[4] name; `lead` is the layout before it, as everywhere here."""

    name: bytes
    values: list[Value]
    at: int = -1
    lead: bytes = b""


@dataclass(slots=True, eq=False)
class Node:
    """A node."""

    properties: list[Property] = field(default_factory=list)
    at: int = -1
    lead: bytes = b""

    def find(self, name: bytes) -> Property | None:
        """Return the first property of a name."""
        return next((each for each in self.properties if each.name == name), None)


@dataclass(slots=True, eq=False)
class Run:
    """Nodes between parentheses, and the runs that branch off behind the last of them; without nodes only these."""

    parent: Run | None
    depth: int
    lead: bytes = b""
    nodes: list[Node] = field(default_factory=list)
    children: list[Run] = field(default_factory=list)
    tail: bytes = b""


def runs_of(root: Run) -> Iterator[Run]:
    """Yield every run of a tree, each after its parent, in the order of the text."""
    waiting = [root]
    while waiting:
        run = waiting.pop()
        yield run
        waiting.extend(reversed(run.children))


def main_nodes(root: Run) -> Iterator[Node]:
    """Yield the nodes of the main line."""
    run: Run | None = root
    while run is not None:
        yield from run.nodes
        run = run.children[0] if run.children else None


def write_tree(root: Run) -> bytes:
    """Return a tree as text, without the layout before it.

    Example:
        >>> node = Node([Property(b"B", [Value(b"aa")])])
        >>> write_tree(Run(None, 1, nodes=[node], children=[Run(None, 2, b" ", [Node()])]))
        b'(;B[aa] (;))'
    """
    parts: list[bytes] = []
    waiting: list[Run | bytes] = [root]
    while waiting:
        run = waiting.pop()
        if isinstance(run, bytes):
            parts.append(run)
            continue
        if run.nodes:
            parts += (run.lead if run is not root else b"", b"(")
            waiting.append(run.tail + b")")
            for node in run.nodes:
                parts += (node.lead, b";")
                for each in node.properties:
                    parts += (each.lead, each.name)
                    for value in each.values:
                        parts += (value.lead, b"[", value.raw, b"]")
        waiting.extend(reversed(run.children))
    return b"".join(parts)
