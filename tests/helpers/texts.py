"""SGF text, drawn: well-formed trees, records with damage, any bytes."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st
from sgfmill import sgf_grammar

from goanalyze.archives.blobs import Blob
from goanalyze.sgf.charset import decode
from goanalyze.sgf.charset_detection import Decision

SEEDS = [
    b"(;GM[1]FF[4]SZ[9]KM[6.5]PB[Honinbo]RE[B+R];B[ee];W[cc]C[a \\] b];B[tt](;W[dd]TB[aa:cc])(;W[]))",
    b"(;SZ[19]HA[2]AB[dd][pp];W[qd]KO[];B[];PL[W]AE[dd]AW[aa:bb];W[jj])\n(;GaMe[1];Black[qc];b[aa])",
    "(;CA[UTF-8]PB[古力]PW[이세돌]RU[日本];AB[pd][dp];W[dd]TW[aa][bb])".encode(),
    b";GM[1]SZ[19];B[pd;W[dp];B[pp];W[dd",
]


@st.composite
def damaged_texts(draw: st.DrawFn) -> bytes:
    """Return a real record with bytes inserted, deleted, overwritten or moved."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 8))):
        index = draw(st.integers(0, len(data)))
        change = draw(st.sampled_from(["insert", "delete", "flip", "cut", "double"]))
        if change == "insert":
            data[index:index] = draw(st.sampled_from([b"(", b")", b"[", b"]", b";", b"\\", b"B", b"\0", b"\xff", b":"]))
        elif change == "delete":
            del data[index : index + draw(st.integers(1, 5))]
        elif change == "flip" and index < len(data):
            data[index] ^= 1 << draw(st.integers(0, 7))
        elif change == "cut":
            del data[index:]
        else:
            data[index:index] = data[index : index + 20]
    return bytes(data)


LIKE_SGF = st.lists(st.sampled_from([*b"()[];;\\:BWAEPLTKOabt \n\0\xc3"]), max_size=60).map(bytes)


def _as_utf8(data: bytes) -> bytes:
    """Return the text after the charset decision: the tokenizer gets nothing else."""
    return decode(Blob("a.sgf", "", data), lambda _: Decision("cp1252")).data


ANY_FILE = st.one_of(st.binary(max_size=80), LIKE_SGF, damaged_texts()).map(_as_utf8)


POINT = st.text("abcdefghijklmnopqrstuvwxyzABC", min_size=2, max_size=2)
AREA = st.one_of(POINT, st.tuples(POINT, POINT).map(":".join))
FREE = st.text(st.sampled_from("ab]\\[();:\n 古"), max_size=8).map(
    lambda text: text.replace("\\", "\\\\").replace("]", "\\]")
)
# Two letters and a mark, as in `B[aa)]`, mean a forgotten bracket: no value of a move has that form.
NO_POINT = FREE.filter(lambda text: not re.match(r"[a-zA-Z]{2}\s*[;()]", text))
MOVE = st.one_of(POINT, st.just(""), st.just("tt"), NO_POINT)
PROPERTIES = {
    "B": st.tuples(MOVE),
    "W": st.tuples(MOVE),
    "PL": st.tuples(st.sampled_from(["B", "W", "black", "2"])),
    **{name: st.lists(AREA, min_size=1, max_size=4) for name in ("AB", "AW", "AE", "TB", "TW", "CR")},
    **{name: st.tuples(FREE) for name in ("C", "N", "PB", "PW", "RE", "KM", "GN", "SZ", "RU", "XYZ", "GM")},
}
NODE = st.lists(st.sampled_from(sorted(PROPERTIES)), max_size=5, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: PROPERTIES[name] for name in names})
)
SEQUENCE = st.lists(NODE, min_size=1, max_size=4)
TREE = st.recursive(
    st.tuples(SEQUENCE, st.just(())), lambda tree: st.tuples(SEQUENCE, st.lists(tree, max_size=3)), max_leaves=6
)


def coarse(tree: Any) -> sgf_grammar.Coarse_game_tree:
    """Return a drawn tree as sgfmill writes it."""
    nodes, children = tree
    coarse_tree = sgf_grammar.Coarse_game_tree()
    coarse_tree.sequence = [
        {name: [value.encode() for value in values] for name, values in node.items()} for node in nodes
    ]
    coarse_tree.children = [coarse(child) for child in children]
    return coarse_tree


def repeats_opening(events: list[str]) -> bool:
    """Return True if a main line plays its first move or moves again: the reader may take this for a restart.

    Args:
        events: as `Read.events`.
    """
    plays = [event for event in events if event.startswith(("B[", "W["))]
    later = [plays[index : index + 2] for index in range(2, len(plays))]
    return plays[:1] == plays[1:2] != [] or plays[:2] in later


def event_text(name: str, value: bytes) -> str:
    """Return an event of sgfmill's reading as `Read.events` writes it."""
    text = value.decode()
    if name == "PL":
        return "PL[B]" if text in ("B", "black") else "PL[W]"
    if name in ("B", "W"):
        text = "".join(text.split())
        is_point = len(text) == 2 and text.isascii() and text.isalpha()
        return f"{name}[{text if is_point or not text else '?'}]"
    first, _, last = text.partition(":")
    order = "abcdefghijklmnopqrstuvwxyzABC".index
    columns, rows = sorted((first[0], (last or first)[0]), key=order), sorted((first[1], (last or first)[1]), key=order)
    low, high = columns[0] + rows[0], columns[1] + rows[1]
    return f"{name}[{low}]" if low == high else f"{name}[{low}:{high}]"
