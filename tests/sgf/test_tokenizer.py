"""The byte tokenizer: tolerated text, and the findings about it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.laws import law
from helpers.reading import as_text, read, read_one
from helpers.texts import ANY_FILE, TREE, coarse, event_text, repeats_opening
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.trees import main_lines
from sgfmill import sgf_grammar

from goanalyze import GameTree
from goanalyze.sgf.properties import INFO, SYNTAX_CODES
from goanalyze.sgf.records import read_records

# id, text, events, codes: (first place, count)
PLAIN: list[tuple[str, str, str, dict[str, tuple[int, int]]]] = [
    ("two moves", "(;SZ[9];B[aa];W[bb])", "B[aa] W[bb]", {}),
    ("both letters of 52", "(;B[zZ];W[Aa])", "B[zZ] W[Aa]", {}),
    ("blanks in and between", "( ;\n B [ aa ] ;\tW[bb]\r\n)\n", "B[aa] W[bb]", {}),
    ("passes", "(;B[];W[ ];B[tt])", "B[] W[] B[tt]", {}),
    ("setup in mid-game", "(;B[aa];AW[bb]AE[aa]AB[cc];W[dd])", "B[aa] AW[bb] AE[aa] AB[cc] W[dd]", {}),
    ("setup in the second node", "(;SZ[9]HA[2];AB[cc][gg];W[ee])", "AB[cc] AB[gg] W[ee]", {}),
    ("setup after a play in a node", "(;B[aa]AB[bb][cc];W[dd]AE[ee])", "AB[bb] AB[cc] B[aa] AE[ee] W[dd]", {}),
    ("turn of the player", "(;B[aa]PL[B];PL[B]B[bb])", "B[aa] PL[B] B[bb] PL[B]", {}),
    ("turn after setup", "(;B[aa]PL[B]AW[cc];PL[B]B[bb]AE[aa])", "AW[cc] PL[B] B[aa] AE[aa] PL[B] B[bb]", {}),
    ("turn after the play", "(;B[aa]PL[W];PL[B]W[bb])", "B[aa] PL[W] W[bb] PL[B]", {}),
    ("points with blanks in them", "(;AB[d\nd][ e e ]B[\r\nf\tf])", "AB[dd] AB[ee] B[ff]", {}),
    ("rectangle", "(;AB[aa:cb][dd])", "AB[aa:cb] AB[dd]", {}),
    ("rectangle, corners swapped", "(;AW[cb:aa])", "AW[aa:cb]", {}),
    ("rectangle, other diagonal", "(;AE[ac:ca])", "AE[aa:cc]", {}),
    ("rectangle of one point", "(;AB[bb:bb])", "AB[bb]", {}),
    ("ko before the play", "(;KO[]B[aa];W[bb])", "B[aa]KO W[bb]", {}),
    ("ko after the play", "(;B[aa]KO[];W[bb])", "B[aa]KO W[bb]", {}),
    ("ko alone", "(;KO[];B[aa])", "B[aa]", {}),
    ("turn, letters", "(;PL[B];PL[w])", "PL[B] PL[W]", {}),
    ("turn, words", "(;PL[ black ];PL[White])", "PL[B] PL[W]", {}),
    ("turn, numbers", "(;PL[1];PL[2])", "PL[B] PL[W]", {}),
    ("escaped bracket", "(;C[a \\] (;B[cc\\]) b];B[aa])", "B[aa]", {}),
    ("escaped backslash", "(;C[a \\\\];B[aa])", "B[aa]", {}),
    ("unknown names", "(;MULTIGOGM[1]XX[yy]KGSDE[aa];B[aa]BL[30])", "B[aa]", {}),
    ("control bytes are blanks", "(;\0B[aa]\0\x1f;W[\0bb\0])", "B[aa] W[bb]", {}),
    ("empty nodes", "(;;;B[aa];;)", "B[aa]", {}),
    ("byte-order mark", "\ufeff(;B[aa])", "B[aa]", {}),
    ("blanks and signs after the game", "(;B[aa])\n)\x1a", "B[aa]", {}),
    ("tree without moves", "(;)", "", {}),
]

VARIATIONS: list[tuple[str, str, str, dict[str, tuple[int, int]]]] = [
    ("first child", "(;B[aa](;W[bb];B[cc])(;W[dd]))", "B[aa] W[bb] B[cc]", {}),
    (
        "first child of the first child",
        "(;B[aa](;W[bb](;B[cc](;W[dd])(;W[ee]))(;B[ff]))(;W[gg]))",
        "B[aa] W[bb] B[cc] W[dd]",
        {},
    ),
    ("brackets in a variation", "(;B[aa](;W[bb])(;C[\\] ) ( [ \\\\];W[cc]))", "B[aa] W[bb]", {}),
    ("restart", "(;B[aa];W[bb](;B[aa];W[bb];B[cc])(;B[dd]))", "B[aa] W[bb] B[dd]", {}),
    ("restart after one move", "(;B[aa](;B[aa];W[cc])(;W[bb]))", "B[aa] W[bb]", {}),
    ("restart alone", "(;B[aa];W[bb](;B[aa];W[bb];B[cc]))", "B[aa] W[bb] B[aa] W[bb] B[cc]", {}),
    ("metadata in a variation", "(;PB[x](;B[aa])(;PW[y]TB[bb]))", "B[aa]", {}),
    ("variation not closed", "(;B[aa](;W[bb])(;W[cc]", "B[aa] W[bb]", {"GO302": (22, 1)}),
    (
        "value in a variation not closed",
        "(;B[aa](;W[bb])(;C[cc)))",
        "B[aa] W[bb]",
        {"GO302": (24, 1), "GO303": (18, 1)},
    ),
    ("fault in a variation", "(;B[aa](;W[bb])(;W[q]))", "B[aa] W[bb]", {"GO307": (18, 1)}),
    ("no ';' after '('", "(;B[aa](W[bb])(W[cc]))", "B[aa] W[bb]", {"GO312": (8, 2)}),
]

FAULTS: list[tuple[str, str, str, dict[str, tuple[int, int]]]] = [
    ("no opening parenthesis", ";SZ[9];B[aa])", "B[aa]", {"GO301": (0, 1)}),
    ("no ';' in the root", "(SZ[9];B[aa])", "B[aa]", {"GO301": (0, 1)}),
    ("neither", ";B[aa]", "B[aa]", {"GO301": (0, 1), "GO302": (6, 1)}),
    ("blanks, then no opening", "\ufeff \n;B[aa];W[bb])", "B[aa] W[bb]", {"GO301": (5, 1)}),
    ("not closed", "(;B[aa];W[bb]", "B[aa] W[bb]", {"GO302": (13, 1)}),
    ("variations not closed", "(;B[aa](;W[bb](;B[cc]", "B[aa] W[bb] B[cc]", {"GO302": (21, 1)}),
    ("move not closed", "(;B[aa;W[bb])", "B[aa] W[bb]", {"GO303": (3, 1)}),
    ("moves not closed", "(;B[aa ;W[bb\n;B[cc])", "B[aa] W[bb] B[cc]", {"GO303": (3, 2)}),
    ("last move not closed", "(;B[aa];W[bb)", "B[aa] W[bb]", {"GO303": (9, 1)}),
    ("move not closed before variations", "(;B[aa(;W[bb])(;W[cc]))", "B[aa] W[bb]", {"GO303": (3, 1)}),
    ("text ends after a move's letters", "(;B[aa];W[bb", "B[aa] W[bb]", {"GO302": (12, 1), "GO303": (9, 1)}),
    ("text ends within a move's letters", "(;B[aa];W[b", "B[aa]", {"GO302": (11, 1), "GO303": (9, 1)}),
    ("text ends before a move's letters", "(;B[aa];W[", "B[aa]", {"GO302": (10, 1), "GO303": (9, 1)}),
    ("comment not closed", "(;B[aa]C[bb;W[cc);B[dd", "B[aa]", {"GO302": (22, 1), "GO303": (8, 1)}),
    ("escape at the end", "(;C[a\\", "", {"GO302": (6, 1), "GO303": (3, 1)}),
    ("unescaped ']' in a comment", "(;C[a [b] c];B[aa])", "B[aa]", {"GO317": (8, 1)}),
    ("stray ']'", "(;B[aa]];W[bb])", "B[aa] W[bb]", {"GO304": (7, 1)}),
    ("value without a name", "(;[aa];B[bb])", "B[bb]", {"GO304": (2, 1)}),
    ("characters between nodes", "(;B[aa] - ;W[bb]*)", "B[aa] W[bb]", {"GO304": (8, 2)}),
    ("several values of a plain move", "(;B[aa][bb] [cc];W[dd])", "B[aa] W[dd]", {"GO305": (7, 2)}),
    ("several values of a move", "(;C[]B[aa][bb])", "B[aa]", {"GO305": (10, 1)}),
    ("a move twice in a node", "(;B[aa]B[bb];W[cc])", "B[aa] W[cc]", {"GO305": (8, 1)}),
    ("several turns", "(;PL[B][W])", "PL[B]", {"GO305": (7, 1)}),
    ("komi twice", "(;KM[6.5]KM[0])", "", {"GO305": (11, 1)}),
    ("several komis", "(;KM[6.5][0][1])", "", {"GO305": (9, 2)}),
    ("FF[1] names", "(;GaMe[1]AddBlack[dd];White[pp];Black[qq])", "AB[dd] W[pp] B[qq]", {"GO306": (2, 4)}),
    ("lower-case names", "(;sz[9];b[aa];w[bb])", "B[aa] W[bb]", {"GO306": (2, 3)}),
    ("names with digits", "(;5A[x];B[aa])", "B[aa]", {"GO306": (2, 1)}),
    ("one letter", "(;B[a];W[aa])", "B[?] W[aa]", {"GO307": (3, 1)}),
    ("three letters", "(;B[aaa])", "B[?]", {"GO307": (3, 1)}),
    ("GTP coordinates", "(;B[Q16];W[d4])", "B[?] W[?]", {"GO307": (3, 2)}),
    ("setup that is no point", "(;AB[d4][aa][])", "AB[aa]", {"GO308": (4, 2)}),
    ("half a rectangle", "(;AB[aa:][:aa][aa:b]AW[cc])", "AW[cc]", {"GO308": (4, 3)}),
    ("markup that is no point", "(;TB[aa][x])", "", {"GO308": (8, 1)}),
    ("no turn", "(;PL[x]PL[])", "", {"GO308": (4, 2)}),
    ("name without value", "(;B;W[bb])", "W[bb]", {"GO309": (2, 1)}),
    ("name at the end", "(;B[aa];W", "B[aa]", {"GO302": (9, 1), "GO309": (8, 1)}),
    ("moves after variations", "(;B[aa](;W[bb]);W[cc];B[dd])", "B[aa] W[bb]", {"GO312": (15, 1)}),
    ("moves after each of two variations", "(;B[aa](;W[bb]);W[cc](;B[dd]);B[ee])", "B[aa] W[bb]", {"GO312": (15, 2)}),
    ("a variation before any node", "(;B[aa]((;W[bb])(;W[cc])))", "B[aa] W[bb]", {"GO312": (8, 1)}),
    ("nodes behind the game", "(;B[aa]);W[bb];B[cc])", "B[aa]", {"GO318": (8, 1)}),
    ("nodes behind the game, without ';'", "(;B[aa]))W[bb];B[cc]", "B[aa]", {"GO318": (9, 1)}),
    ("old names behind the game", "(;B[aa])\n;\n;b[bb];White[cc])", "B[aa]", {"GO306": (12, 2), "GO318": (9, 1)}),
    ("nodes behind brackets of nothing", "(;B[aa])]);W[bb])", "B[aa]", {"GO318": (10, 1)}),
    ("points with escapes", "(;AB[d\\\nd];B[\\c\\c];W[pa\\\nss])", "AB[dd] B[cc] W[]", {"GO320": (20, 1)}),
    ("passes in words", "(;B[pass];W[ Pass ];B[``])", "B[] W[] B[]", {"GO320": (3, 3)}),
    ("both colours in a node", "(;B[aa]W[bb])", "B[aa] W[bb]", {"GO321": (8, 1)}),
    ("a point set up twice", "(;AB[aa:cc]AW[dd][bb];AB[ee])", "AB[aa:cc] AW[dd] AW[bb] AB[ee]", {"GO322": (17, 1)}),
    ("text after the game", "(;B[aa])\nRegards, ]", "B[aa]", {"GO310": (9, 1)}),
    ("mail before the game", "Hi (all)!\n\n(;B[aa])", "B[aa]", {"GO310": (0, 1)}),
]


@pytest.mark.parametrize(
    ("text", "events", "codes"),
    [row[1:] for row in PLAIN + VARIATIONS + FAULTS],
    ids=[row[0] for row in PLAIN + VARIATIONS + FAULTS],
)
def test_row(text: str, events: str, codes: dict[str, tuple[int, int]]) -> None:
    """Each text gives these events, and these syntax codes with the first place and the count."""
    game = read_one(text)
    assert (" ".join(game.events), game.syntax) == (events, codes)


def test_every_syntax_code_has_a_row() -> None:
    """No syntax code goes without an example in the tables above."""
    assert {code for *_, codes in FAULTS for code in codes} == set(SYNTAX_CODES)


@pytest.mark.parametrize(
    "text", ["", " \n", "\ufeff", "hello", "(", ";", "()", ";B", "B[aa]", "hello ;B[aa])", "(hello [aa])", "\0" * 50]
)
def test_no_game(text: str) -> None:
    """A text without '(;' and without a node that has a property holds no game."""
    assert read(text) == [[]]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("(;B[aa];W[bb]TB[cc]TW[dd:ee])", "TB[cc] TW[dd:ee]"),
        ("(;B[aa];TB[cc]W[bb]TW[dd])", "TB[cc] TW[dd]"),
        ("(;B[aa];W[bb];TB[cc]TW[dd])", "TB[cc] TW[dd]"),
        ("(;B[aa]TB[cc];W[bb])", ""),
        ("(;B[aa]TB[cc];C[x]W[bb])", ""),
        ("(;B[aa]TB[cc];AW[bb])", ""),
        ("(;B[aa];TB[cc];TB[dd]TW[ee])", "TB[dd] TW[ee]"),
        ("(;B[aa];TB[cc];TB[])", ""),
        ("(;B[aa];TB[cc];C[done])", "TB[cc]"),
        ("(;B[aa](;TB[cc])(;TW[dd]))", "TB[cc]"),
        ("(;B[aa];TB[cc]TB[dd])", "TB[cc] TB[dd]"),
    ],
)
def test_markup_is_of_the_final_position(text: str, marks: str) -> None:
    """Territory markup counts only in the last node that has any, and only if no play or setup follows it."""
    assert " ".join(read_one(text).marks) == marks


def test_markup_of_one_game_does_not_reach_the_next() -> None:
    """Markup and ko of a game end with it."""
    first, second = read("(;B[aa]TB[cc]KO[])(;B[bb])")[0]
    assert (first.marks, second.marks, second.events) == (["TB[cc]"], [], ["B[bb]"])


@pytest.mark.parametrize(
    ("text", "info"),
    [
        ("(;PB[x]PW[ y ]KM[6.5];B[aa])", {"PB": b"x", "PW": b" y ", "KM": b"6.5"}),
        ("(;RE[B+R]RE[W+R])", {"RE": b"B+R"}),
        ("(;PB[x];RE[B+R];RE[W+R])", {"PB": b"x", "RE": b"B+R"}),
        ("(;PB[x](;B[aa])(;PW[y]))", {"PB": b"x"}),
        ("(;PB[a\\]b\\\\])", {"PB": b"a\\]b\\\\"}),
        ("(;PlayerBlack[x]pw[y])", {"PB": b"x", "PW": b"y"}),
        ("(;PB[]GN[(;PW[z\\]])", {"PB": b"", "GN": b"(;PW[z\\]"}),
    ],
)
def test_info_is_the_first_on_the_main_line(text: str, info: dict[str, bytes]) -> None:
    """Of each game-info property the first value of the first node that has it is kept, raw."""
    assert read_one(text).info == info


def test_repeated_info_in_later_nodes_is_no_fault() -> None:
    """A property in two nodes is not given twice: only its first node counts."""
    assert read_one("(;KM[1];KM[2])").syntax == {}


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("(;B[aa])(;B[bb])\n(;B[cc])", ["B[aa]", "B[bb]", "B[cc]"]),
        ("1 (;B[aa]) 2 (;B[bb])", ["B[aa]", "B[bb]"]),
        ("(;B[aa]))(;B[bb])", ["B[aa]", "B[bb]"]),
        ("(;B[aa]);B[bb])", ["B[aa]"]),
        ("(;B[aa](;W[bb])(;W[cc]))(;B[dd])", ["B[aa] W[bb]", "B[dd]"]),
        ("(SZ[9];B[aa])\n(SZ[9];B[bb])(;B[cc])", ["B[aa]", "B[bb]", "B[cc]"]),
        ("(;B[aa]) see (B[bb]) (;B[cc])", ["B[aa]", "B[cc]"]),
    ],
)
def test_several_games(text: str, games: list[str]) -> None:
    """Every '(;' outside a game opens one. At the file's begin and after a game, one of its bytes is enough."""
    found = read(text)[0]
    assert [" ".join(game.events) for game in found] == games
    assert [game.index for game in found] == list(range(len(games)))


def test_junk_between_games_belongs_to_the_next() -> None:
    """Text before a game is noted on it, with its offset; blanks are not."""
    first, second, third = read("(;B[aa]) -- (;B[bb])\n(;B[cc])")[0]
    assert (first.syntax, second.syntax, third.syntax) == ({}, {"GO310": (8, 1)}, {})


def test_files_do_not_touch() -> None:
    """A value or tree left open ends with its file."""
    games = read("(;C[a", "];B[aa](;B[bb", "", "(;B[cc])")
    assert [[game.events for game in file] for file in games] == [[[]], [["B[bb]"]], [], [["B[cc]"]]]


def test_deep_nesting() -> None:
    """20,000 nested variations are read like any other text: the tokenizer does not recurse."""
    depth = 20_000
    game = read_one("(;B[aa]" * depth + ")" * depth)
    assert (len(game.events), game.syntax, game.span) == (depth, {}, (0, 8 * depth))


def test_deep_nesting_not_closed() -> None:
    """20,000 parentheses that nothing closes give one finding at the end."""
    game = read_one("(;B[aa]" + "(" * 20_000)
    assert (game.events, game.syntax) == (["B[aa]"], {"GO302": (20_007, 1)})


def test_text_full_of_forgotten_brackets_is_read_once() -> None:
    """300,000 moves without a ']' are read in one pass: searching the end for each would take minutes."""
    count = 300_000
    game = read_one("(" + ";B[aa" * count)
    assert (len(game.events), game.syntax["GO303"]) == (count, (3, count))


def test_blanks_after_a_play_are_read_once() -> None:
    """Blanks after a play, then 100,000 values without a name: each is a fault, and the blanks are searched once."""
    count = 100_000
    game = read_one("(;B[aa]" + " " * count + "[bb]" + "![bb]" * count + ")")
    assert game.syntax == {"GO304": (count + 11, 1), "GO305": (count + 7, 1)}


def test_pieces_of_escaped_text_are_read_once() -> None:
    """A megabyte of backslashes in a comment hides neither its end nor the move after it."""
    assert read_one("(;C[" + "\\\\" * 500_000 + "];B[aa])").events == ["B[aa]"]


# --- any bytes ---------------------------------------------------------------------------------------------------


@given(files=st.lists(ANY_FILE, max_size=4))
@law(400)
def test_no_bytes_raise(files: list[bytes]) -> None:
    """For any bytes the tape is consistent: games in order, spans inside their file, codes counted or absent."""
    texts = [as_text(file) for file in files]
    for records in read_records(texts):
        tape = records.tape
        start, stop = records.file_start[tape.game_file], records.file_start[tape.game_file + 1]
        assert (tape.game_span[:, 0] >= start).all()
        assert (tape.game_span[:, 0] < tape.game_span[:, 1]).all()
        assert (tape.game_span[:, 1] <= stop).all()
        assert (tape.game_span[1:, 0] >= tape.game_span[:-1, 1]).all()
        _check_info(records)
        _check_syntax(records)
        _check_events(records)


def _check_info(records: Any) -> None:
    tape, stop = records.tape, records.file_start[records.tape.game_file + 1]
    for slot in range(len(INFO)):
        at, end = tape.info[:, slot, 0], tape.info[:, slot, 1]
        assert ((at == -1) == (end == -1)).all()
        here = at >= 0
        assert (at[here] > tape.game_span[here, 0]).all()
        assert (at[here] <= end[here]).all()
        assert (end[here] <= stop[here]).all()
        assert (records.buffer[at[here] - 1] == ord("[")).all()


def _check_syntax(records: Any) -> None:
    tape = records.tape
    start, stop = records.file_start[tape.game_file], records.file_start[tape.game_file + 1]
    for column in range(len(SYNTAX_CODES)):
        place, count = tape.syntax[:, column, 0], tape.syntax[:, column, 1]
        assert (count >= 0).all()
        assert (place[count > 0] >= start[count > 0]).all()
        assert (place[count > 0] <= stop[count > 0]).all()


def _check_events(records: Any) -> None:
    tape = records.tape
    assert tape.event_start[0] == tape.mark_start[0] == 0
    assert len(tape.kind) == len(tape.xy) == len(tape.at) == tape.event_start[-1]
    assert len(tape.mark_kind) == len(tape.mark_xy) == tape.mark_start[-1]
    for game in range(len(records)):
        first, last = tape.event_start[game], tape.event_start[game + 1]
        at = tape.at[first:last]
        assert (records.buffer[at] == ord("[")).all()
        assert (at >= tape.game_span[game, 0]).all()
        assert (at < tape.game_span[game, 1]).all()
        assert len(set(at.tolist())) == len(at)
    assert set((tape.kind & 0x3F).tolist()) <= set(range(1, 8))
    assert set(tape.mark_kind.tolist()) <= {1, 2}
    assert ((tape.mark_xy >= 0) & (tape.mark_xy < 52)).all()


@given(files=st.lists(ANY_FILE, max_size=3), other=ANY_FILE)
@law(200)
def test_files_are_read_alone(files: list[bytes], other: bytes) -> None:
    """The result for a file does not depend on its neighbours."""
    assert read(*files, other)[-1] == read(other)[0]


# --- well-formed trees -------------------------------------------------------------------------------------------


@given(trees=st.lists(TREE, min_size=1, max_size=3), wrap=st.sampled_from([79, None]))
@law(300)
def test_well_formed_trees_are_read_as_sgfmill_does(trees: list[Any], wrap: int | None) -> None:
    """Of any collection that sgfmill writes, the main lines are those that sgfmill reads, and nothing is noted."""
    data = b"\n".join(sgf_grammar.serialise_game_tree(coarse(tree), wrap=wrap) for tree in trees)
    games = read(data)[0]
    expected = main_lines(data)
    assume(not any(repeats_opening([event_text(*event) for event in line.events]) for line in expected))
    assert [game.info for game in games] == [line.info for line in expected]
    assert [game.events for game in games] == [[event_text(*event) for event in line.events] for line in expected]
    assert not {code for game in games for code in game.syntax} - {"GO307", "GO321", "GO322"}


@given(trees=st.lists(TREE, min_size=1, max_size=3))
@law(100)
def test_spans_hold_whole_games(trees: list[Any]) -> None:
    """The span of a game is its text: read alone, it is the same game."""
    data = b" junk ".join(sgf_grammar.serialise_game_tree(coarse(tree)).strip() for tree in trees)
    for game in read(data)[0]:
        first, last = game.span
        alone = read_one(data[first:last])
        assert (alone.events, alone.info, alone.marks) == (game.events, game.info, game.marks)


# --- brackets in texts -------------------------------------------------------------------------------------------

TEXTS = [
    "[2d]", "Amy [2d]: hello\nBob [3d]: hi", "Black at [cf] and White [gc]", "Karl [2d]: thanks (nice game); see you",
    "smile :] (bye) ;) [2d]: hi", "lol :] ;)", "[x]", "a [b] [c] d", "hello [x] [y", "see [a] or here [b",
    "[afk]", "thx :(]", "var x = a[i][j]; if (b[0]) { y[1]++; }", "x [y]C[z [w] v", "http://x.y/[a](b) ok",
    " (;B[aa];W[bb]) is SGF", "see (;FF[4];B[aa];W[bb]) ok", "see [;B[dd];W[cc]] is wrong", "GG [7d] W[cc]",
    "sad :[ [2d] hi", "code [;B[dd] x ;W[cc];B[ee];W[aa] y] done", "[B] or [W]?", "a]: b", "[?]: 8-) :] [b]",
    "AB[dd] and [ee] are handicap", "], sorry", "- [ ] todo\n- [x] done",
]  # fmt: skip

FRAMES = [
    "(;SZ[9]C[%s];B[ee];W[cc];B[gg])",
    "(;SZ[9];B[ee]C[%s];W[cc];B[gg])",
    "(;SZ[9];B[ee]BL[30]C[%s]OB[3];W[cc];B[gg])",
    "(;SZ[9];B[ee](;W[cc]C[%s]\n;B[gg])(;W[gg]))",
    "(;SZ[9];B[ee](;W[cc](;B[gg]C[before]N[%s])(;B[gc]))(;W[gg]))",
    "(;SZ[9];B[ee];W[cc];B[gg]C[%s])",
    "(;SZ[9]PB[%s]PW[b];B[ee];W[cc];B[gg])\n(;SZ[9];B[aa])",
]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("text", TEXTS)
def test_brackets_in_texts(text: str, frame: str) -> None:
    """A text with brackets that are not escaped stays whole, nothing of it becomes a move, and one finding names it."""
    game = read(frame % text)[0][0]
    assert [event[:5] for event in game.events] == ["B[ee]", "W[cc]", "B[gg]"]
    (code,) = game.syntax
    assert code == "GO317"
    tree = GameTree.from_sgf(frame % text)
    name = "PB" if "PB" in frame else "N" if "N[" in frame else "C"
    texts = [node.text(name) for node in tree.find(name) if node.comment != "before" or name == "N"]
    assert texts == [text.replace("\n", " ") if name in ("PB", "N") else text]


def test_brackets_in_several_texts_of_a_node() -> None:
    """Each text of a node ends where its brackets are balanced if the other properties can follow there."""
    record = "(;SZ[9]PB[Amy [2d]]EV[Cup [final]]PW[[x]Bob]KM[6.5];B[ee]C[Bob [3d]: see [cf]]TR[cf]N[a [b] c];W[cc])"
    game = read(record)[0][0]
    assert [event[:5] for event in game.events] == ["B[ee]", "W[cc]"]
    assert game.syntax == {"GO317": (record.index("]]EV"), 5)}
    tree = GameTree.from_sgf(record)
    assert [tree.root.text(name) for name in ("PB", "EV", "PW", "KM")] == ["Amy [2d]", "Cup [final]", "[x]Bob", "6.5"]
    node = tree.root.children[0]
    assert (node.comment, node.points("TR"), node.text("N")) == ("Bob [3d]: see [cf]", [5 * 9 + 2], "a [b] c")


def test_code_in_a_text() -> None:
    """Small letters before a bracket are not a property if prose follows the bracket."""
    tree = GameTree.from_sgf("(;SZ[9];B[ee]C[a[i] = b[j]; c[k] = 0;];W[cc])")
    assert [node.comment for node in tree.main_line()] == ["", "a[i] = b[j]; c[k] = 0;", ""]
