"""Nodes to SGF text, with the layout of the record, and the charset in CA."""

from __future__ import annotations

import re
from typing import Final

from sgfmill import sgf_properties

from goanalyze.errors import TreeError
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import Parentheses, Property, Value
from goanalyze.vocabulary.arguments import read_string

_CHARSET_PROPERTY: Final = re.compile(rb"CA\s*(?:\[|$)")
_NO_LAYOUT: Final = Parentheses()
_SIGNS: Final = "(;[\\])"


def write_nodes(root: Node, root_properties: list[Property] | None = None) -> bytes:
    """Write a node and all its descendants as text in UTF-8, without the layout before the node.

    Args:
        root: first node.
        root_properties: properties to write for it instead of its own.

    Example:
        >>> root = Node([Property(b"B", [Value(b"aa")])])
        >>> first, second = root.add_variation(), root.add_variation()
        >>> second._leading_space = b" "
        >>> write_nodes(root)
        b'(;B[aa](;)( ;))'
    """
    parts: list[bytes] = []
    waiting: list[Node | bytes] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, bytes):
            parts.append(node)
            continue
        is_open = True
        while True:
            if is_open or node._parentheses is not None:
                parentheses = node._parentheses or _NO_LAYOUT
                parts += (parentheses.before_open if node is not root else b"", b"(")
                waiting.append(parentheses.before_close + b")")
            parts += (node._leading_space, b";")
            has_own = root_properties is None or node is not root
            _write_properties(node.raw_properties if has_own else root_properties or [], parts)
            children = node.children
            if len(children) != 1:
                waiting += children[::-1]
                break
            node, is_open = children[0], False
    return b"".join(parts)


def _write_properties(properties: list[Property], parts: list[bytes]) -> None:
    for prop in properties:
        parts += (prop.leading_space, prop.name)
        for value in prop.values:
            parts += (value.leading_space, b"[", value.raw, b"]")


def put_charset_first(properties: list[Property]) -> bool:
    """Put CA before any text that resembles it, since the first ``CA[…]`` of a text counts.

    Returns:
        True if CA was moved.
    """
    index = next(index for index, prop in enumerate(properties) if prop.name == b"CA")
    texts = [text for prop in properties[:index] for text in (prop.name, *(value.raw for value in prop.values))]
    if not any(map(_CHARSET_PROPERTY.search, texts)):
        return False
    properties.insert(0, properties.pop(index))
    return True


def with_charset(properties: list[Property], name: str) -> list[Property]:
    """Return the properties of a first node with CA: at its old position, else behind FF, which is usually first."""
    charset = Property(b"CA", [Value(name.encode())])
    index = next((index for index, prop in enumerate(properties) if prop.name == b"CA"), None)
    if index is None:
        index = int(bool(properties) and properties[0].name == b"FF")
    else:
        charset.leading_space = properties[index].leading_space
    others = [prop for prop in properties if prop.name != b"CA"]
    others.insert(index, charset)
    put_charset_first(others)
    return others


def charset_name(charset: str) -> str:
    """Return the name of a charset for CA.

    Raises:
        TreeError: the charset is unknown, or SGF cannot be written in it.

    Example:
        >>> charset_name("utf8"), charset_name("latin-1")
        ('UTF-8', 'ISO-8859-1')
    """
    try:
        name: str = sgf_properties.normalise_charset_name(read_string("charset", charset))
        if _SIGNS.encode(charset) == _SIGNS.encode():
            return name
    except (LookupError, ValueError):
        raise TreeError(f"{charset!r} is not a valid charset. Expected for example UTF-8, GB18030, Big5, Shift_JIS or "
                        "EUC-KR.") from None  # fmt: skip
    raise TreeError(f"{name} is not a valid charset of SGF. Expected one that has brackets where ASCII has them.")
