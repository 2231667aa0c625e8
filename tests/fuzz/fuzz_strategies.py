"""Files for hypothesis: records drawn part by part, so that a failure shrinks to its cause.

The bytes that a file is spoilt with come from `fuzz_texts`.
"""

from __future__ import annotations

from fuzz_texts import CHARSETS, LETTERS, TOKENS
from hypothesis import strategies as st

__all__ = ["files", "names", "spoilt_records"]

_TEXT = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ("6.5", "B+R", "W+3.5", "375", "6目半", "黑中盘胜", "1996-12-27", "9段", "=1+1", "\x1b[31m", "\u202e")
    ),
    st.sampled_from("1.５½子百 \0+\u2028").map(lambda char: char * 1200),
)
_NAMES = st.sampled_from(
    ("GM", "FF", "CA", "AP", "SZ", "PB", "PW", "BR", "WR", "DT", "EV", "KM", "HA", "RU", "RE", "C", "N", "XX")
)


def _nodes(size: int) -> tuple[str, ...]:
    """Return nodes for a board: plays, setup, marks, turns; on it, off it, unreadable. One draw takes a whole node."""
    points = [column + row for column in LETTERS[:size] for row in LETTERS[:size]][:81]
    odd = ("", "tt", "zz", "a", "aa:bb", "1")
    plays = tuple(f"{color}[{point}]" for point in (*points, *odd) for color in "BW")
    setup = tuple(f"{name}[{point}]" for name in ("AB", "AW", "AE", "TB", "TW") for point in (*points[:12], *odd))
    rest = (
        "",
        "PL[B]",
        "PL[?]",
        "KO[]",
        "B[aa]KO[]",
        "B[aa]W[bb]",
        "B[aa][bb]",
        "AB[aa][bb]AW[ba]",
        "C[x]",
        "LB[aa:1]",
    )
    return (*plays, *setup, *rest)


_NODES = {size: st.sampled_from(_nodes(size)) for size in (1, 2, 5, 9, 19, 52)}


def _trees(size: int, depth: int = 2) -> st.SearchStrategy[str]:
    nodes = st.lists(_NODES[size], min_size=1, max_size=30).map(";".join)
    if not depth:
        return nodes.map("(;{})".format)
    branches = st.lists(_trees(size, depth - 1), max_size=2).map("".join)
    return st.one_of(nodes.map("(;{})".format), st.builds("(;{}{})".format, nodes, branches))


@st.composite
def _records(draw: st.DrawFn) -> bytes:
    size = draw(st.sampled_from((1, 2, 5, 9, 19, 52)))
    info = draw(st.lists(st.tuples(_NAMES, _TEXT), max_size=8))
    root = "".join(f"{name}[{text.replace(chr(92), chr(92) * 2).replace(']', chr(92) + ']')}]" for name, text in info)
    ending = draw(st.sampled_from(("", "", ";B[];W[]", ";B[];W[]TB[aa]TW[ba]")))
    charset = draw(st.sampled_from(CHARSETS))
    text = f"(;SZ[{size}]CA[{charset}]{root}{draw(_trees(size))[1:-1]}{ending})"
    return text.encode(charset, errors="replace")


@st.composite
def spoilt_records(draw: st.DrawFn) -> bytes:
    """Draw a file: a record in which a part is replaced by foreign text."""
    data = draw(_records())
    for token in draw(st.lists(st.one_of(st.sampled_from(TOKENS), st.binary(max_size=4)), max_size=3)):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + token + data[at + draw(st.sampled_from((0, 0, 1, 5))) :]
    return data


files = st.lists(st.one_of(spoilt_records(), spoilt_records(), st.binary(max_size=40)), min_size=1, max_size=6)
"""Some files."""

names = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("\x1b\x9b\u202e\n\r%:,=+-@/.\\")), min_size=1
)
"""Names of files, with all that acts on terminals, spreadsheets and folders."""
