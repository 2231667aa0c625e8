"""The effect of a repair on a record, fact by fact."""

from __future__ import annotations

import pytest
from helpers.laws import over

from goanalyze.errors import OptionError, TreeError
from goanalyze.repair.repair import repair

ROOT = "FF[4]CA[UTF-8]GM[1]SZ[19]"
CONVERTING = "SGF FF[4], Converting old SGF files"

FACTS: list[tuple[str, str, str, list[str]]] = [
    # brackets and parentheses
    (f"(;{ROOT};B[pd;W[dp]", f"(;{ROOT};B[pd];W[dp])", "brackets closed", ["GO303", "GO302"]),
    (f";{ROOT};W[dp])", f"(;{ROOT};W[dp])", "opening set", ["GO301"]),
    (f"Hi!\n(;{ROOT};B[aa])Bye", f"(;{ROOT};B[aa])\n", "text around games", ["GO310", "GO310"]),
    (f"(;{ROOT}C[see [a] here];B[aa])", f"(;{ROOT}C[see [a\\] here];B[aa])", "a bracket in a comment", ["GO317"]),
    (f"(;{ROOT};B[aa](;W[bb]);W[cc])", f"(;{ROOT};B[aa](;W[bb])(;W[cc]))", "GO312", ["GO312"]),
    (f"(;{ROOT}C[a\\", f"(;{ROOT}C[a])", "escaping right at the end, too", ["GO303", "GO302"]),
    (
        f"\0(;{ROOT}\0;B[aa])\n\x1f",
        f"(;{ROOT};B[aa])\n",
        "no control characters outside values",
        ["control-characters"] * 2,
    ),
    # names
    (f"(;{ROOT}AddBlack[aa];b[bb])", f"(;{ROOT}AB[aa];B[bb])", CONVERTING, ["GO306"]),
    (f"(;{ROOT};B[])", f"(;{ROOT};B[])", "a sound record", []),
    (
        "(;GM[1]SZ[9:9];W[aa])",
        "(;FF[4]CA[UTF-8]GM[1]SZ[9];W[aa])",
        "SGF FF[4], SZ",
        ["root-properties", "root-properties"],
    ),
    (
        "(;FF[3]B[aa])",
        "(;CA[UTF-8]GM[1]SZ[19]FF[4]B[aa])",
        "FF[4], GM[1], SZ in order",
        ["root-properties", "root-properties"],
    ),
    # values of the header
    (
        f"(;{ROOT}KM[375]RE[黑中盘胜]DT[2001/6/3])",
        f"(;{ROOT}KM[7.5]RE[B+R]DT[2001-06-03])",
        "komi, result, date",
        ["GO404", "GO401", "GO406"],
    ),
    (
        f"(;{ROOT}RE[Black wins by 370 points])",
        f"(;{ROOT}RE[Black wins by 370 points])",
        "no margin is larger than the board",
        [],
    ),
    (f"(;{ROOT}PB[Ada]HA[Ada 先])", f"(;{ROOT}PB[Ada]HA[Ada 先])", "HA is at least 2", []),
    (
        f"(;{ROOT}RE[both lost]DT[03/04/2001]KM[six])",
        f"(;{ROOT}RE[both lost]DT[03/04/2001]KM[six])",
        "nothing is guessed",
        [],
    ),
    # moves and setup
    (
        f"(;{ROOT};B[tt];W[ a b ])",
        f"(;{ROOT};B[];W[ab])",
        "SGF FF[4], Move: tt is a pass up to 19×19",
        ["passes", "points"],
    ),
    (
        f"(;{ROOT};B[pass];W[``];B[ PASS\n];W[d\r\nd])",
        f"(;{ROOT};B[];W[];B[];W[dd])",
        "passes and points as meant",
        ["GO320", "points"],
    ),
    ("(;FF[4]CA[UTF-8]GM[1]SZ[21];B[tt])", "(;FF[4]CA[UTF-8]GM[1]SZ[21];B[tt])", "a point of a larger board", []),
    (
        f"(;{ROOT};AB[aa]N[x]B[bb]C[hi]BM[1]TR[aa])",
        f"(;{ROOT};AB[aa]N[x];B[bb]C[hi]BM[1]TR[aa])",
        CONVERTING,
        ["split-nodes"],
    ),
    (
        f"(;{ROOT};B[bb]C[hi]AB[aa]PL[B])",
        f"(;{ROOT};AB[aa]PL[B];B[bb]C[hi])",
        "setup comes before the move",
        ["split-nodes"],
    ),
    (f"(;{ROOT};PL[W]B[bb])", f"(;{ROOT};B[bb];PL[W])", "PL names the side that moves next", ["split-nodes"]),
    (f"(;{ROOT};B[aa]C[hi]W[bb]KO[])", f"(;{ROOT};B[aa]KO[];C[hi]W[bb]KO[])", "one move in a node", ["GO321"]),
    (f"(;{ROOT};B[aa][bb]W[cc]W[dd])", f"(;{ROOT};B[aa];W[cc])", "GO305: the first is played", ["GO305", "GO321"]),
    (
        f"(;{ROOT}AB[aa][zz][bc:ba][tt:rr]AW[bb])",
        f"(;{ROOT}AB[aa][ba][bc][rr:ss]AW[bb])",
        "SGF FF[4]: points on the board, and once",
        ["GO308", "points", "GO322"],
    ),
    (
        f"(;{ROOT};PL[black]C[a]C[b])",
        f"(;{ROOT};PL[B]C[a\n\nb])",
        "comments are put together",
        ["side-to-move", "joined-values"],
    ),
    (f"(;{ROOT}PB[a]PB[b])", f"(;{ROOT}PB[a])", "GO305: the first stays", ["GO305"]),
    # FF[3]
    (
        f"(;{ROOT};M[aa][dd]L[bb][cc]TE[1]BM[1]BM[2]B[dd])",
        f"(;{ROOT};MA[aa]TR[dd]LB[bb:A][cc:B]IT[]B[dd])",
        CONVERTING,
        ["ff4-properties", "ff4-properties", "ff4-properties"],
    ),
    # the header of Cyberoro and the Nihon Ki-in
    (
        f"(;{ROOT}TE[第13届春兰杯];B[aa]TE[x])",
        f"(;{ROOT}TE[第13届春兰杯]EV[第13届春兰杯];B[aa]TE[1])",
        "TE in the first node is the event, TE of a move an annotation",
        ["annotations", "header-dialect"],
    ),
    (
        f"(;{ROOT}RD[2021-01-20]LT[60]LC[5]KO[7.5]HD[3]AB[dd][pd][dp];W[pp])",
        f"(;{ROOT}RD[2021-01-20]DT[2021-01-20]LT[60]LC[5]KO[7.5]KM[7.5]HD[3]HA[3]AB[dd][pd][dp];W[pp])",
        "no information of the header is deleted",
        ["header-dialect"] * 3,
    ),
    (
        "(;FF[4]CA[UTF-8]GM[5.5]SZ[19]HD[0])",
        f"(;{ROOT.replace('SZ', 'KM[5.5]SZ')}HD[0])",
        "GM[5.5] is a komi",
        ["GO404", "header-dialect"],
    ),
    (
        f"(;{ROOT}KM[6.5]KO[7.5]EV[a]TE[b]HD[0])",
        f"(;{ROOT}KM[6.5]KO[7.5]EV[a]TE[b]HD[0])",
        "properties of FF[4] count",
        [],
    ),
    (
        f"(;{ROOT}B[aa]KO[7.5]RD[2021-01-20])",
        f"(;{ROOT}B[aa]KO[7.5]RD[2021-01-20])",
        "a first node with a move is not such a header",
        [],
    ),
    (
        f"(;{ROOT};B[aa];KO[]C[x])",
        f"(;{ROOT};B[aa];C[x])",
        "SGF FF[4], KO: illegal without a move",
        ["ko-without-move"],
    ),
    (
        f"(;{ROOT}KO[];B[aa]KO[][6.5];W[bb]KO[ ])",
        f"(;{ROOT};B[aa]KO[]KO[6.5];W[bb]KO[])",
        "a KO with a value is a komi, one without forces the move",
        ["ko-without-move", "annotations"],
    ),
    (f"(;{ROOT}LB[aa:a:b]XY[\\]:])", f"(;{ROOT}LB[aa:a\\:b]XY[\\]:])", "SGF FF[4], Compose", ["points"]),
]


@over("before, after, source, changes", FACTS)
def test_fact(before: str, after: str, source: str, changes: list[str]) -> None:
    """The text of each repaired record, and each change by the finding that it removes, else by its name."""
    repaired = repair(before.encode())
    assert repaired.data.decode() == after, source
    assert [change.code or change.name for change in repaired.changes] == changes


def test_text_in_utf8_with_a_true_ca() -> None:
    """Of a charset whose second bytes are brackets, with the one that the check has decided on."""
    data = "(;FF[4]CA[GBK]GM[1]SZ[19]PB[柯洁]C[\u8868])"  # 0x5C in Shift-JIS
    assert repair(data.encode("gbk")).data.decode() == data.replace("GBK", "UTF-8")
    japanese = data.replace("柯洁", "趙治勲").replace("GBK", "")
    assert repair(japanese.encode("cp932"), encoding="cp932").data.decode() == japanese.replace("CA[]", "CA[UTF-8]")


def test_undecodable_bytes_are_told() -> None:
    """Text lost to U+FFFD is in the change, with its offset."""
    repaired = repair(f"(;{ROOT}PB[柯洁]PW[柯洁".encode() + b"\xff\x80])")
    assert repaired.data.decode() == f"(;{ROOT}PB[柯洁]PW[柯洁��])"
    first, second = repaired.changes
    assert (first.code, second.code) == ("GO011", "GO011")
    assert "FF at byte 46, 80 at byte 47" in second.message


def test_missing_handicap_stones_are_set_where_they_are_implied() -> None:
    """GO154: the record is clean with them, also if it is clean without them; else it is taken as written."""
    dying = ";W[do];B[co];W[aa];B[eo];W[ca];B[dn];W[ea];B[do])"  # the fourth stone around the first is a handicap stone
    for moves in (dying, ";W[qd];B[dc])"):
        implied = repair(f"(;{ROOT}HA[2]{moves}".encode())
        assert implied.data.decode() == f"(;{ROOT}HA[2]AB[dp][pd]{moves}"
        assert [change.code for change in implied.changes] == ["GO154"]
    as_written = f"(;{ROOT}HA[2];W[qd];B[pd])".encode()
    assert repair(as_written) == (as_written, ())


def test_moves_left_out_keep_their_comments_and_variations() -> None:
    """On request illegal moves are removed, and later moves are replayed without them, in every variation."""
    data = f"(;{ROOT};B[aa];W[aa]C[hi]TE[1](;B[aa];W[bb])(;W[zz];W[b];B[cc]))".encode()
    assert repair(data) == (data, ())
    repaired = repair(data, drop_illegal=True)
    assert repaired.data.decode() == f"(;{ROOT};B[aa];C[hi](;W[bb])(;B[cc]))"
    assert {(change.code, change.move) for change in repaired.changes} == {
        ("GO101", 2),
        ("GO102", None),
        ("GO307", None),
    }


def test_what_was_changed_can_be_told_in_the_comment() -> None:
    """On request, behind the comment that is there."""
    repaired = repair(f"(;{ROOT}C[a game]KM[375])".encode(), annotate=True)
    assert repaired.data.decode() == (
        f"(;{ROOT}C[a game\n\nRepaired:\nKomi is written as KM[7.5\\]; it was '375'.]KM[7.5])"
    )


def test_no_comment_is_taken_for_the_charset() -> None:
    """The first CA of a text is used, also one in a quoted comment or in the text of an annotation."""
    data = b"(;C[CA[GBK\\] is meant]FF[4]CA[UTF-8]GM[1]SZ[19])"
    assert repair(data).data == b"(;CA[UTF-8]C[CA[GBK\\] is meant]FF[4]GM[1]SZ[19])"
    told = repair(b"(;C[a]FF[4]CA[UTF-8]GM[1]SZ[19]CA[GBK])", annotate=True)
    assert told.data.startswith(b"(;CA[UTF-8]C[a")
    assert repair(told.data, annotate=True) == (told.data, ())


def test_a_change_has_its_place_in_the_file() -> None:
    """The byte of the file as it was, in its charset, and the game's number in it."""
    data = f"(;{ROOT})(;FF[4]CA[GBK]GM[1]SZ[19]PB[柯洁]KM[375])".encode("gbk")
    found = [change for change in repair(data).changes if change.code == "GO404"]
    assert [(change.game, change.offset) for change in found] == [(1, data.index(b"KM") + 2)]


@pytest.mark.parametrize("data", [b"", b"no game", b"\x89PNG\r\n\x1a\n", b"(;"[:1]])
def test_of_what_is_no_game_nothing_is_made(data: bytes) -> None:
    """One sentence."""
    with pytest.raises(TreeError, match="No game was found in the file"):
        repair(data)


def test_a_charset_that_there_is_not_is_refused() -> None:
    """One sentence, and no traceback."""
    with pytest.raises(OptionError, match="'klingon' is not a valid charset"):
        repair(b"(;)", encoding="klingon")


TRAILING = [
    (f"(;{ROOT};B[aa]);W[bb]C[x;y];B[cc])", f"(;{ROOT};B[aa];W[bb]C[x;y];B[cc])"),
    (f"(;{ROOT};B[aa])W[bb]C[:)];B[cc])))", f"(;{ROOT};B[aa];W[bb]C[:)];B[cc])\n"),
    (f"(;{ROOT}(;B[aa])(;B[bb]))\n\n;W[bb]", f"(;{ROOT}(;B[aa];W[bb])(;B[bb]))"),
    (f"(;{ROOT};B[aa]);W[bb])\n(;{ROOT};B[cc])", f"(;{ROOT};B[aa];W[bb])\n(;{ROOT};B[cc])"),
]


@over("before, after", TRAILING)
def test_nodes_behind_the_tree_are_appended_on_request_and_never_lost_in_silence(before: str, after: str) -> None:
    """With `append_trailing` they continue the main line; without it a change names them as left out."""
    repaired = repair(before.encode(), append_trailing=True)
    assert repaired.data.decode() == after
    assert repair(repaired.data, append_trailing=True) == (repaired.data, ())
    first = repaired.changes[0]
    assert (first.name, first.code) == ("appended-nodes", "GO318")
    first = repair(before.encode()).changes[0]
    assert (first.name, first.code, "W[bb]" in first.message) == ("trailing-nodes", "GO318", True)
    assert first.offset is not None
    assert before[first.offset] in ";W"


@pytest.mark.parametrize("text", ["Bye", " ) ", "see [1]", ";", "a;b[c]", ")\nThe end; B[]: nothing."])
def test_other_text_behind_the_tree_is_never_taken_for_nodes(text: str) -> None:
    """Prose behind a game is left out, and the change has another name and quotes it."""
    repaired = repair(f"(;{ROOT};B[aa]){text}".encode(), append_trailing=True)
    assert repaired.data.decode() == f"(;{ROOT};B[aa])\n"
    assert [change.name for change in repaired.changes] == ["text-around-game"]
    assert repr(text.strip()) in repaired.changes[0].message
