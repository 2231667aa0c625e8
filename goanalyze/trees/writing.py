"""How a tree is written, with the layout that it has; and in which charset."""

from __future__ import annotations

import re
from typing import Final

from sgfmill import sgf_properties

from goanalyze.trees.node import Node
from goanalyze.trees.written import Around, Property, TreeError, Value

_SAYS_CHARSET: Final = re.compile(rb"CA\s*(?:\[|$)")
_PLAIN: Final = Around()
_SIGNS: Final = "(;[\\])"


def write_nodes(root: Node, of_root: list[Property] | None = None) -> bytes:
    """Return a node and all that follow it as text in UTF-8, without the layout before it.

    Args:
        root: the node.
        of_root: properties that are to stand in it in place of its own.

    Example:
        >>> root = Node([Property(b"B", [Value(b"aa")])])
        >>> first, second = root.add_variation(), root.add_variation()
        >>> second.lead = b" "
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
            if is_open or node.around is not None:
                around = node.around or _PLAIN
                parts += (around.lead if node is not root else b"", b"(")
                waiting.append(around.tail + b")")
            parts += (node.lead, b";")
            _write_properties(node.written if of_root is None or node is not root else of_root, parts)
            children = node.children
            if len(children) != 1:
                waiting += children[::-1]
                break
            node, is_open = children[0], False
    return b"".join(parts)


def _write_properties(written: list[Property], parts: list[bytes]) -> None:
    for each in written:
        parts += (each.lead, each.name)
        for value in each.values:
            parts += (value.lead, b"[", value.raw, b"]")


def put_charset_first(written: list[Property]) -> bool:
    """Put CA before whatever a reader might take for it; return whether that was needed.

    The first ``CA[…]`` of a text is believed in.
    """
    place = next(number for number, each in enumerate(written) if each.name == b"CA")
    texts = [part for each in written[:place] for part in (each.name, *(value.raw for value in each.values))]
    if not any(map(_SAYS_CHARSET.search, texts)):
        return False
    written.insert(0, written.pop(place))
    return True


def with_charset(written: list[Property], name: str) -> list[Property]:
    """Return the properties of a first node with CA: where it stood, else behind FF, which is usually the first."""
    new, others = Property(b"CA", [Value(name.encode())]), [each for each in written if each.name != b"CA"]
    place = next((number for number, each in enumerate(written) if each.name == b"CA"), None)
    if place is None:
        place = int(bool(written) and written[0].name == b"FF")
    else:
        new.lead = written[place].lead
    others.insert(place, new)
    put_charset_first(others)
    return others


def charset_name(charset: str) -> str:
    """Return the name of a charset as CA has it.

    Raises:
        TreeError: there is no such charset, or SGF cannot be written in it.

    Example:
        >>> charset_name("utf8"), charset_name("latin-1")
        ('UTF-8', 'ISO-8859-1')
    """
    try:
        name: str = sgf_properties.normalise_charset_name(charset)
        if _SIGNS.encode(charset) == _SIGNS.encode():
            return name
    except (LookupError, UnicodeError):
        raise TreeError(f"{charset!r} is no charset; usual ones are UTF-8, GB18030, Big5, Shift_JIS, EUC-KR") from None
    raise TreeError(f"SGF cannot be written in {name}, where its brackets are other bytes than in ASCII")
