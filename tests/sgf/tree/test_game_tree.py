"""`ga.GameTree` and `ga.Node`: reading, changing and writing.

A tree is typed, and FF[4] is written with unknown properties in their order and with no additions.
"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from sgfmill import sgf

import goanalyze as ga
from goanalyze import Play
from goanalyze.errors import TreeError

SOUND = (
    "(;\r\n FF[4]ZZ[1][2]CA[GBK]AP[x:1]  SZ[9]\n;B[ee]C[a \\] b:\\\\]\tW[]\n"
    "( ;W[gc];B[cg]\n)\r\n(;W[cg]LB[aa:1] [bb:2])\n)"
)


def tree(text: str = "(;SZ[9];B[ee](;W[gc];B[cg])(;W[cg]))") -> ga.GameTree:
    """Return a tree."""
    return ga.loads(text).tree()


def test_sound_text_comes_back_byte_for_byte() -> None:
    """Layout, order, unknown properties, old charset names: nothing is lost, and nothing is added."""
    assert ga.loads(SOUND).to_sgf() == SOUND
    assert tree(SOUND).changes == ()


def test_a_change_changes_nothing_else() -> None:
    """Untouched text is written unchanged, before and after changed text."""
    changed = tree(SOUND)
    changed.root.properties["AP"] = "y:2"
    changed.root.children[0].comment = "c]"
    assert changed.to_sgf() == SOUND.replace("AP[x:1]", "AP[y:2]").replace("a \\] b:\\\\", "c\\]")


def test_nothing_is_added_unless_asked() -> None:
    """No CA and no AP come by themselves; a charset that is asked for is named, and the text is in it."""
    game = ga.loads("(;SZ[9]PB[柯洁])")
    assert game.to_sgf() == "(;SZ[9]PB[柯洁])"
    assert game.to_sgf("gb18030") == "(;CA[GB18030]SZ[9]PB[柯洁])".encode("gb18030")
    assert game.to_sgf() == "(;SZ[9]PB[柯洁])"
    assert ga.loads(game.to_sgf("big5")).to_sgf() == "(;CA[BIG5]SZ[9]PB[柯洁])"


@pytest.mark.parametrize(
    ("charset", "said"),
    [
        ("klingon", "'klingon' is not a valid charset"),
        ("utf-16", "UTF-16 is not a valid charset of SGF"),
        ("ascii", "'柯' is not a character of ASCII"),
    ],
)
def test_a_charset_that_cannot_be_is_told(charset: str, said: str) -> None:
    """One sentence, and nothing is written."""
    with pytest.raises(TreeError, match=said):
        ga.loads("(;SZ[9]PB[柯洁])").to_sgf(charset)


def test_another_text_that_looks_like_a_charset_stands_behind_it() -> None:
    """The first CA[…] of a file's text counts, so that the requested one is placed before all others."""
    written = ga.loads("(;FF[4]GC[CA[x\\] é]CA[big5]SZ[9])").to_sgf("latin-1")
    assert written == "(;CA[ISO-8859-1]FF[4]GC[CA[x\\] é]SZ[9])".encode("latin-1")
    assert ga.loads(written).tree().root.text("GC") == "CA[x] é"


def test_broken_text_is_mended_and_said() -> None:
    """Reading raises for nothing that the tokenizer repairs; a change names the finding, the move and the byte."""
    read = tree("(;SZ[9];B[ee];W[gc]C[x [y] z];b[cg")
    assert read.to_sgf() == "(;SZ[9];B[ee];W[gc]C[x [y\\] z];B[cg])"
    assert [(change.code, change.move, change.offset) for change in read.changes] == [
        ("GO317", None, 20),
        ("GO306", 3, 30),
        ("GO303", 3, 31),
        ("GO302", None, 34),
    ]


@pytest.mark.parametrize("size", [0, 53, -1, (9,), (9, 0), "9", 9.0, True, None])
def test_a_board_that_cannot_be_is_told(size: Any) -> None:
    """A new tree has a board of 1 to 52 lines each way (FF[4], SZ)."""
    with pytest.raises(TreeError, match="is not a valid board size"):
        ga.GameTree.new(size)


@pytest.mark.parametrize("text", ["", "no game", b"", "()"])
def test_a_text_without_a_game_is_told(text: str | bytes) -> None:
    """There is nothing to return."""
    with pytest.raises(TreeError, match="No game was found in the text"):
        ga.GameTree.from_sgf(text)


def test_nodes_are_typed() -> None:
    """Moves, points, texts and raw values, each with its type."""
    root = tree("(;SZ[5]AB[aa:bb][ee]PB[ Ito \\\n Jun]C[two\r\nlines]XY[\\]]\n;B[tt];W[cc]KO[];B[zz];W[x])").root
    assert root.points("AB") == [0, 1, 5, 6, 24]
    assert (root.text("PB"), root.comment, root.text("XY")) == (" Ito  Jun", "two\nlines", "]")
    assert dict(root.properties)["XY"] == ("\\]",)
    assert [node.move for node in root.main_line()] == [
        None,
        Play(ga.BLACK, -1),
        Play(ga.WHITE, 12, forced=True),
        Play(ga.BLACK, -2),
        Play(ga.WHITE, -2),
    ]


def test_a_node_knows_its_place() -> None:
    """Parent, children, root, path and size agree, also if SZ is after the root or changes."""
    read = tree("(;GM[1];SZ[9];B[ee](;W[gc])(;W[cg]))")
    game = ga.loads(read.to_sgf())
    assert read.size == (game.width, game.height) == (9, 9)
    nodes = list(read)
    leaf = nodes[-1]
    assert leaf.path() == [*nodes[:3], leaf]
    assert all(child.parent is node and child.root is read.root for node in read for child in node.children)
    leaf.path()[1].properties["SZ"] = "13"
    assert (read.size, leaf.move) == ((13, 13), Play(ga.WHITE, 6 * 13 + 2))


def test_lines_are_those_of_the_game() -> None:
    """`GameTree.lines` has the moves of `Game.lines`, in its order."""
    game = ga.loads("(;SZ[9];B[ee](;W[ec];B[dc](;W[aa])(;W[bb]))(;W[ee];B[gc])(;W[ge]))")
    moves = [[(move.color, move.point) for node in line if (move := node.move)] for line in game.tree().lines()]
    assert moves == [[(move.color, move.point) for move in line.replay().moves] for line in game.lines()]


def test_properties_are_an_ordered_mapping() -> None:
    """Setting keeps the position and joins duplicates, a new property comes last, deleting leaves nothing."""
    node = tree("(;SZ[9]AB[aa]C[x]AB[bb]ZZ[])").root
    assert list(node.properties.items()) == [("SZ", ("9",)), ("AB", ("aa", "bb")), ("C", ("x",)), ("ZZ", ("",))]
    node.properties["AB"] = ["cc"]
    node.properties["N"] = "n"
    del node.properties["C"]
    node.set_points("TR", ["A9", (8, 0), 80])
    assert ga.GameTree(node).to_sgf() == "(;SZ[9]AB[cc]ZZ[]N[n]TR[aa][ia][ii])"
    with pytest.raises(KeyError):
        del node.properties["C"]


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("Ab", ["x"], "'Ab' is not a valid name"),
        ("", ["x"], "is not a valid name"),
        ("A" * 65, ["x"], "is not a valid name"),
        ("C", ["a]b"], "is not a valid raw value of C"),
        ("C", ["a\\"], "is not a valid raw value of C"),
        ("C", [], "A value of C is missing"),
        ("C", ["\udc80"], "Expected whole characters"),
        ("C", [1], "1 is not a valid text"),
        ("C", None, "None is not a valid text"),
        (None, ["x"], "None is not a valid name"),
    ],
)
def test_what_cannot_be_written_is_told(name: Any, values: Any, said: str) -> None:
    """A wrong name or value is one sentence, and the node is as it was."""
    node = tree().root
    with pytest.raises(TreeError, match=said):
        node.properties[name] = values
    assert dict(node.properties) == {"SZ": ("9",)}


def test_variations_are_added_promoted_and_removed() -> None:
    """Parentheses are added if needed, and removed with their cause."""
    read = tree("(;SZ[9];B[ee];W[gc])")
    other = read.root.children[0].add_variation(ga.WHITE, (2, 6))
    other.add_variation(ga.BLACK, "pass").comment = "thanks"
    assert read.to_sgf() == "(;SZ[9];B[ee](;W[gc])(;W[cg];B[]C[thanks]))"
    other.promote()
    assert read.to_sgf() == "(;SZ[9];B[ee](;W[cg];B[]C[thanks])(;W[gc]))"
    read.root.children[0].children[1].remove()
    assert read.to_sgf() == "(;SZ[9];B[ee];W[cg];B[]C[thanks])"
    read = tree()
    read.root.children[0].children[0].remove()
    assert read.to_sgf() == "(;SZ[9];B[ee];W[cg])"


def test_a_node_that_was_taken_out_is_a_tree_of_its_own() -> None:
    """Its root is itself; the tree that it was in does not have it."""
    read = tree()
    taken = read.root.children[0].children[1]
    taken.remove()
    assert taken.parent is None
    assert taken.root is taken
    assert ga.GameTree(taken).to_sgf() == "(;W[cg])"
    with pytest.raises(TreeError, match="The root is not a valid node to remove"):
        read.root.remove()


@pytest.mark.parametrize("move", ["Z9", "J10", (9, 0), (-1, 0), 81, -2, "", "4D"])
def test_a_move_off_the_board_is_told(move: int | str | tuple[int, int]) -> None:
    """An invalid point is one sentence with the accepted points, and no node is added."""
    read = tree()
    with pytest.raises(ga.NoSuchPointError, match="is not a valid point on a"):
        read.add_move(ga.BLACK, move)
    assert len(read) == 5
    with pytest.raises(ga.BoardError, match="3 is not a valid colour"):
        read.root.add_variation(3, "A1")


def test_a_tree_is_pickled_and_copied() -> None:
    """A copy has the same text, and its changes leave the original alone; a single node cannot be copied."""
    read = tree(SOUND)
    for other in (pickle.loads(pickle.dumps(read)), copy.deepcopy(read)):
        assert other.to_sgf() == SOUND
        other.root.comment = "x"
        assert read.to_sgf() == SOUND
    with pytest.raises(TreeError, match="Expected a copy of its tree"):
        copy.copy(read.root)


def test_sgfmill_has_the_same_tree() -> None:
    """`GameTree.sgfmill` hands sgfmill's own object out, with the changes made so far."""
    read = tree()
    read.root.set_text("PB", "柯洁")
    given = read.sgfmill()
    assert isinstance(given, sgf.Sgf_game)
    assert given.get_player_name("b") == "柯洁"
    assert [node.get_move() for node in given.get_root()[0]] == [("w", (6, 6)), ("w", (2, 2))]


def test_sgfmill_refuses_what_it_cannot_hold() -> None:
    """Sgfmill knows squares up to 26 lines alone; the tree itself has no such limit."""
    read = tree("(;SZ[9:13];B[ee])")
    with pytest.raises(TreeError, match="sgfmill cannot read the record"):
        read.sgfmill()
    assert read.add_move(ga.WHITE, "A13").properties["W"] == ("aa",)


@pytest.mark.parametrize("text", ["(;SZ[9]" + ";B[]" * 10_000 + ")", "(;SZ[9]" + "(;B[]" * 10_000 + ")" * 10_001])
def test_deep_trees_are_read_changed_and_written(text: str) -> None:
    """No limit of depth, neither of nodes nor of parentheses: nothing recurses."""
    read = tree(text)
    assert len(read) == 10_001
    assert read.to_sgf() == text
    read.add_move(ga.WHITE, "E5")
    assert len(next(read.lines())) == 10_002
    assert len(copy.deepcopy(read)) == 10_002
    read.root.children[0].remove()
    assert read.to_sgf() == "(;SZ[9])"
