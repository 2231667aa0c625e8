"""Damaged records in other formats: text before the damage is read, and the damage reported."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from helpers.format_writers import EXAMPLE, HAN, WRITERS, gib, ngf, ugf, whole
from helpers.laws import law, over, part
from hypothesis import given
from hypothesis import strategies as st
from sgf.format_files import findings_of, first, moves_of, text_of

import goanalyze as ga
from goanalyze import limits
from goanalyze.pipeline import Chunk
from goanalyze.sgf.formats import recognize
from goanalyze.sgf.metadata import read_metadata
from goanalyze.sgf.records import read_records


@over("data", [b"\\[GIBOKIND=x", b"\xef\xbb\xbf\\HS\n\\HE", b"\xef\xbb\xbf\\HS\n\\[GAMENAME=", b"\\HS\n"])
def test_signs_of_a_gib_without_a_game(data: bytes) -> None:
    """A file that shows signs of GIB but begins no game holds none; it ended in an internal error (GO901)."""
    assert recognize(data) is not None
    assert text_of(data).data == b""


def body_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield, for each move of a record, where its line ends and how many moves there are up to it."""
    count = 0
    for found in re.finditer(r"^.*\n", text, re.MULTILINE):
        if re.match(r"STO|SKI|PM..[BW]|[A-Z]{2},[BW]1,", found[0]):
            count += 1
            yield found.end(), count


@over("name", sorted(WRITERS))
def test_cut_anywhere(name: str) -> None:
    """Cut off at any byte, a record gives the moves before the cut and no others."""
    text = WRITERS[name](EXAMPLE)
    data, every = text.encode(), moves_of(text.encode())
    setup = len(every) - len(EXAMPLE.moves) if name != "ugf" else 0
    ends = list(body_lines(text))
    for cut in range(len(data)):
        found = moves_of(data[:cut])
        kept = max((count for end, count in ends if end <= cut), default=0)
        assert found == every[: len(found)], cut
        assert len(found) >= (setup + kept if kept else 0), cut


@over("name", sorted(WRITERS))
def test_bytes_altered_anywhere(name: str) -> None:
    """Any altered byte of the moves raises no error, and leaves the earlier moves unchanged."""
    text = WRITERS[name](EXAMPLE)
    data, every, dice = text.encode(), moves_of(text.encode()), random.Random(17)
    setup = len(every) - len(EXAMPLE.moves) if name != "ugf" else 0
    ends = list(body_lines(text))
    for _ in range(part(2_000)):
        at = dice.randrange(len(data))
        found = moves_of(data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :])
        kept = max((count for end, count in ends if end <= at), default=0)
        if kept:
            assert found[: setup + kept] == every[: setup + kept], at


@law(60)
@given(st.sampled_from(sorted(WRITERS)), st.lists(st.integers(0, 30), max_size=40), HAN)
def test_lines_in_disorder(name: str, order: list[int], han: str) -> None:
    """Dropped, repeated and shuffled lines, and bytes of no charset: each finding's offset is in the file."""
    lines = [*WRITERS[name](EXAMPLE).encode().splitlines(keepends=True), han.encode("gbk"), b"\xff\0\n"]
    data = b"".join(lines[at % len(lines)] for at in order)
    for records in read_records([text_of(data)]):
        places = [found.offset for found in Chunk(records).findings if found.offset is not None]
        assert all(0 <= at <= len(data) for at in places)


def test_damage_is_told_with_its_place() -> None:
    """Each kind of damage is a finding at the byte of its line; the rest of the record is read."""
    text = gib(EXAMPLE)
    play = "STO 0 2 2 16 16 "
    for other, code in (
        (("STO 0 2 3 16 16 "), "GO313"),
        ("STO 0 2 2 25 16 ", "GO102"),
        ("STO 0 2 2 99 16 ", "GO307"),
        ("STO 0 7 2 16 16 ", "GO314"),
        ("XYZ 0 2 2 16 16 ", "GO313"),
    ):
        changed = text.replace(play, other)
        assert (code, first(changed, other)) in findings_of(changed.encode()), other
    assert ("GO315", len(text[: text.index("\\GE")])) in findings_of(text[: text.index("\\GE")].encode())
    assert [code for code, _ in findings_of(text[text.index("\\GS") :].encode())] == ["GO315", "GO403", "GO401"]
    assert findings_of((text + "What a game!\n").encode()) == [("GO313", len(text))]
    two = "Black wins by resignation"
    changed = text.replace("\\HE", f"\\[GAMERESULT={two}\\]\n\\HE")
    assert findings_of(changed.encode()) == [("GO316", first(changed, two))]
    lines = ngf(whole(EXAMPLE)).splitlines(keepends=True)
    assert ("GO315", 0) in findings_of("".join(lines[:4] + lines[5:]).encode())  # no place
    assert ("GO315", first("".join(lines), "7\nPM")) in findings_of("".join(lines[:-1]).encode())
    damaged = ga.loads("".join(lines).replace("\n19\n", "\n1q9\n")).info
    assert (damaged["board_width"], damaged["white_player"], damaged["result_margin"]) == (None, "Kim", -12.5)
    changed = "".join([*lines[:13], lines[12], *lines[13:]])
    assert ("GO314", len("".join(lines[:13]))) in findings_of(changed.encode())


def test_komi_that_nobody_understands_is_no_number() -> None:
    """DUM gives points without their side: komi is null, its text is kept, its byte is reported."""
    text = gib(EXAMPLE).replace("DUM:0", "DUM:5")
    info = ga.loads(text).info
    assert (info["komi"], info["komi_raw"]) == (None, "DUM:5")
    assert findings_of(text.encode()) == [("GO403", first(text, "DUM:5"))]


def test_moves_without_their_marks() -> None:
    """Missing headers and marks are reported, and the moves are read."""
    text = ugf(EXAMPLE)
    changed = text.replace("[Data]\n", "")
    assert findings_of(changed.encode()) == [("GO315", first(changed, "PP,"))]
    assert moves_of(changed.encode()) == moves_of(text.encode())
    assert findings_of(text[text.index("[Data]") :].encode())[0] == ("GO315", 0)


def test_a_review_of_another_game_is_left_out() -> None:
    """Nodes that are not moves of the game are reported (GO316), and their variations passed over."""
    text = ugf(EXAMPLE) + "[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,5,5\nVARIATION,\nNODE,3,1,6,6\nVARIATIONEND,\n"
    assert findings_of(text.encode()) == [("GO316", first(text, "NODE,2"))]
    assert b"(;B" not in text_of(text.encode()).data


def test_hostile_records() -> None:
    """Huge numbers are not valid, and a file with endless repetition is read for its games."""
    huge = gib(EXAMPLE).replace("INI 0 1 2", "INI 0 1 " + "9" * 5000).replace("16 16", "9" * 5000 + " 1")
    assert ga.loads(huge).info["handicap"] is None
    review = b"[Data]\nQD,B1,1,0\n[ReviewNode]\nNODE,1,0,0,0\n" + b"VARIATION,\nNODE,2,1,3,3\n" * 10**4
    for data, games in (
        (b"[Header]\nTitle=" + b"," * 10**5, 1),
        (b"\\HS\n" + b"\\[GAME=" * 10**5, 0),
        (ngf(EXAMPLE).encode() * 50, 50),
        (review, 1),
    ):
        found = list(read_records([text_of(data)]))
        assert [len(read_metadata(records).columns["komi"]) for records in found] == [games] * bool(games)


def test_a_file_that_grows_beyond_its_limit_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SGF text of a converted file has a limit, too: GO004."""
    monkeypatch.setattr(limits, "MAX_CONVERTED_BYTES", 100)
    text = text_of(gib(EXAMPLE).encode())
    assert (text.code, text.data) == ("GO004", b"")
