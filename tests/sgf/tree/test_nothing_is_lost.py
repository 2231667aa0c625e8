"""All text of a file is kept or named as lost: by spans, by trees, and around games by findings."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from helpers.laws import law
from helpers.texts import LIKE_SGF, damaged_texts
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.sgf.charset import Text
from goanalyze.sgf.properties import SYNTAX_CODES
from goanalyze.sgf.records import Records, read_records
from goanalyze.sgf.tape import BEHIND_GAME, NO_NAME

NO_TEXT = frozenset(b"()[];\xef\xbb\xbf") | frozenset(range(33))
"""Blanks, control characters, signs, brackets, and bytes of byte-order marks."""

PIECES = st.sampled_from(
    (
        "(|)|;|(;|[|]|\\|:|B[aa]|;W[bb|C[|C[Sofia [2d]: hi]|LB[aa:[x]]|] y|XY|"
        "xy[z]|AddBlack[cc]|KM[6.5]|5A[1]|hi there |対局|\n|\0|N[a\\]b]|)B[cc])|[d]|KO[]"
    ).split("|")
)
MIXTURES = st.lists(PIECES, max_size=30).map(lambda pieces: "".join(pieces).encode())


def read(data: bytes) -> tuple[bytes, list[Records]]:
    """Return a text, as the reader has it, with its games."""
    data = data.decode(errors="replace").encode()
    return data, list(read_records([Text("a.sgf", "", len(data), data, "utf-8", "utf-8")]))


def outside(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Return the bytes of a text outside some spans."""
    parts, last = [], 0
    for begin, end in spans:
        parts.append(data[last:begin])
        last = max(last, end)
    return b"".join([*parts, data[last:]])


def values_law(data: bytes, records: Records, game: int) -> None:
    """Each byte of a game is in the span of a value, or is a blank, a sign, a bracket or part of a property's name."""
    begin, end = records.tape.game_span[game].tolist()
    spans = list[tuple[int, int]]()
    for _, name, opening, closing, _ in records.spans_of(game).values.tolist():
        if name != NO_NAME:
            match = re.compile(rb"[A-Za-z0-9]+").match(data, name)
            assert match
            assert match.end() <= opening
            spans.append(match.span())
            assert data[opening] == ord("[")
        spans.append((opening, closing))
    spans = [(first - begin, last - begin) for first, last in sorted(spans)]
    assert not set(outside(data[begin:end], spans)) - NO_TEXT, outside(data[begin:end], spans)


def tree_law(data: bytes, records: Records, game: int) -> None:
    """Each value of a game is in its tree, and each that is not is counted by the changes."""
    tree = ga.GameTree.of(records, game)
    raw = {value.offset: value.raw for node in tree for prop in node.raw_properties for value in prop.values}
    spans = records.spans_of(game)
    behind = (spans.parent == BEHIND_GAME).argmax() if BEHIND_GAME in spans.parent else len(spans.parent)
    lost = Counter[str]()
    for row, (_, name, opening, closing, _) in enumerate(spans.values.tolist()):
        if row >= spans.value_start[behind]:
            lost["trailing-nodes"] = 1
        elif name == NO_NAME:
            lost["stray"] += 1
        elif opening in raw:
            kept, written = raw.pop(opening), data[opening + 1 : closing]
            assert kept.replace(b"\\", b"") == written.replace(b"\\", b"")
        else:
            lost["cut-off-play"] += 1
            assert closing == len(data)
            assert not data[opening + 2 : closing].strip(bytes(range(33)))
    assert not raw
    named = Counter[str]()
    for change in tree.changes:
        times = re.search(r" \(([\d,]+) times\)\.$", change.message)
        kind = "stray" if change.name in ("stray-text", "stray-names") else change.name
        named[kind] += int(times[1].replace(",", "")) if times else 1
    named["trailing-nodes"] = min(named["trailing-nodes"], 1)  # one for each kind of fault in them
    assert {kind: named[kind] for kind in lost} == lost, tree.changes


def text_law(data: bytes) -> None:
    """Text of games is kept by spans and trees, text around them has a finding in one of the games."""
    data, chunks = read(data)
    games = [(records, game) for records in chunks for game in range(len(records))]
    for records, game in games:
        values_law(data, records, game)
        tree_law(data, records, game)
    around = outside(data, [tuple(records.tape.game_span[game].tolist()) for records, game in games])
    if games and set(around) - NO_TEXT:
        assert any(records.tape.syntax[game, SYNTAX_CODES.index("GO310"), 1] for records, game in games), around


@law(400)
@given(st.one_of(MIXTURES, MIXTURES, damaged_texts(), LIKE_SGF))
def test_all_text_is_kept_or_named(data: bytes) -> None:
    """For any damage, no text of a file is lost without a name."""
    text_law(data)


@pytest.mark.parametrize("text", ["対局", "end", "1", "!", "-- \n"])
@pytest.mark.parametrize("record", ["{} (;B[aa])", "(;B[aa]) {}", "(;B[aa]) {} (;W[bb])", "(;B[aa]) ) {}"])
def test_text_around_games_is_named(record: str, text: str) -> None:
    """Text before, between and after games has a finding, in any script."""
    text_law(record.format(text).encode())
