"""Moves over Go Text Protocol: played, judged by a ruleset, undone; handicap."""

from __future__ import annotations

import pytest
from gtp_session import send

import goanalyze as ga
from goanalyze.gtp.session import GtpSession
from goanalyze.rules import RULESETS


def test_a_move_is_played_judged_and_taken_back() -> None:
    """Section 6.3.3: a stone on a stone is illegal, and undo gives the point free again."""
    lines = "play black E5", "1 play w e5", "undo", "2 play W E05", "undo", "undo"
    assert send(*lines) == ["=", "?1 illegal move", "=", "=2", "=", "? cannot undo"]


def test_one_colour_may_move_again_and_again() -> None:
    """Section 6.3.3, play: "Consecutive moves of the same color are not considered illegal"; passes, too."""
    lines = (
        "play b c3",
        "play b c4",
        "play w pass",
        "play w g7",
        "is_legal w c5",
        "undo",
        "undo",
        "undo",
        "is_legal w c3",
    )
    assert send(*lines) == ["=", "=", "=", "=", "= 1", "=", "=", "=", "= 0"]


def test_moves_of_one_colour_in_succession_are_no_fault_of_the_record() -> None:
    """If GTP lets a colour move twice, PL in the record names the side to move (FF[4])."""
    answers = send("play w e5", "play w e6", "play b pass", "play b c3", "printsgf")
    assert ga.loads(answers[-1][2:]).replay().verdicts("aga") == ["legal"] * 4


def test_after_two_passes_play_goes_on_where_the_ruleset_lets_it() -> None:
    """Japanese rules, article 9.3, and Tromp–Taylor, rule 8: a stopped game is resumed, an ended one is not."""
    lines = "play b pass", "play w pass", "play b c3"
    assert send(*lines) == ["=", "=", "="]
    assert send(*lines, rules="tromp-taylor") == ["=", "=", "? illegal move"]


KO = ("play b b2", "play w c2", "play b a1", "play w b1", "play w d1", "play b c1")
"""A ko on the edge: Black has just taken B1."""


def test_ko_is_judged_by_the_ruleset() -> None:
    """Japanese rules, article 6: a ko is not taken back at once; after a move elsewhere it is."""
    lines = "is_legal w b1", "play w b1", "why_illegal w b1", "play w h8", "play b h7", "play w b1"
    told = send(*KO, *lines)[len(KO) :]
    assert told[:2] == ["= 0", "? illegal move"]
    assert told[2].startswith("= GO201 ")
    assert told[3:] == ["=", "=", "="]


def test_legal_moves_are_listed_in_reading_order() -> None:
    """`all_legal` of GNU Go, and `legal`, the same; a pass is not among them."""
    told = send("play b b1", "legal w", "play b a2", "legal w", "all_legal b", size=2)
    assert told == ["=", "= A2 B2 A1", "=", "=", "= B2 A1"]


def test_why_a_legal_move_is_illegal_has_no_answer() -> None:
    """`why_illegal` is empty for a legal move."""
    assert send("why_illegal b d4", "why_illegal b pass") == ["=", "="]


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("fixed_handicap 2", "G7 C3"),
        ("fixed_handicap 3", "C7 G7 C3"),
        ("fixed_handicap 5", "C7 G7 E5 C3 G3"),
        ("fixed_handicap 8", "C7 E7 G7 C5 G5 C3 E3 G3"),
        ("place_free_handicap 20", "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
    ],
)
def test_handicap_stones_stand_where_the_protocol_puts_them(line: str, points: str) -> None:
    """Section 4.1.1, the points that GNU Go 3.8 names; 4.1.2: an engine may place fewer than it was asked for."""
    lines = line, "undo", "fixed_handicap 2", "is_legal w c3", "clear_board", "is_legal w c3"
    assert send(*lines) == [f"= {points}", "? cannot undo", "? board not empty", "= 0", "=", "= 1"]


@pytest.mark.parametrize(("size", "most"), [(6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (13, 9), (19, 9), (25, 9)])
def test_small_and_even_boards_have_few_fixed_points(size: int, most: int) -> None:
    """Section 4.1.1, and GNU Go 3.8 for sizes up to 19: none below 7, four on 7 and on even sides, else nine."""
    allowed = [number for number in range(2, 12) if send(f"fixed_handicap {number}", size=size)[0].startswith("=")]
    assert allowed == list(range(2, most + 1))


@pytest.mark.parametrize("command", ["fixed_handicap", "place_free_handicap"])
def test_points_that_no_rule_of_go_fixes_are_remarked(command: str) -> None:
    """9×9 has five star points (Wikipedia, *Rules of Go*, section Handicap); the protocol has nine points there."""
    for stones in range(2, 10):
        remarks: list[str] = []
        GtpSession("japanese", 9, remark=remarks.append).answer(f"{command} {stones}")
        fact = f"No rule fixes the points of {stones} handicap stones on 9×9, which has five star points"
        sentence = f"{fact}; these are of Go Text Protocol, section 4.1.1."
        assert remarks == [sentence] * (stones > 5)


def test_free_handicap_is_placed_as_it_is_given() -> None:
    """Section 6.3.2, set_free_handicap: not in the move history, and White moves next."""
    lines = "set_free_handicap A1 b2", "undo", "is_legal w a1", "is_legal w a2", "goanalyze-rules"
    assert send(*lines) == ["=", "? cannot undo", "= 0", "= 1", "= japanese"]


def test_another_ruleset_judges_what_follows() -> None:
    """Suicide of several stones is legal in New Zealand, not in Japan."""
    stones = [f"play w {name}" for name in ["a3", "b2", "c1"]] + ["play b a2"]
    lines = (
        "is_legal b a1",
        "is_legal b b1",
        "play b b1",
        "is_legal b a1",
        "goanalyze-rules new-zealand",
        "is_legal b a1",
    )
    told = send(*stones, *lines)[len(stones) :]
    assert told == ["= 1", "= 1", "=", "= 0", "=", "= 1"]


def test_the_four_rulesets_of_kgs_have_its_names() -> None:
    """KgsGtp's kgs-rules: japanese, chinese, aga, new_zealand; the Chinese rules of servers have superko."""
    lines = [
        line
        for name in ["japanese", "chinese", "aga", "new_zealand"]
        for line in (f"kgs-rules {name}", "goanalyze-rules")
    ]
    assert send(*lines)[1::2] == ["= japanese", "= chinese-superko", "= aga", "= new-zealand"]


def test_an_unknown_ruleset_changes_nothing() -> None:
    """The error message of an unknown ruleset lists the known ones."""
    told = send("goanalyze-rules nobody", "goanalyze-rules")
    assert told[0].startswith("? 'nobody' is not a known ruleset")
    assert told[1] == "= japanese"


@pytest.mark.parametrize("passes", ["bw", "wb", "bwb", "bbw", "bwbw"])
@pytest.mark.parametrize("rules", RULESETS)
def test_after_a_stop_the_ruleset_decides_on_the_side_that_plays(rules: str, passes: str) -> None:
    """Every command that judges a move agrees with the board; elsewhere either colour may move.

    Rules: AGA rules 1991, rule 10: the opponent of the last to pass goes on; WMSG rules 2008: in the original order;
    Japanese rules 1989, article 9.3: the opponent of the player who asks, so that it may be either.
    """
    board = ga.Board(5, rules=rules)
    board.play("C3", "black")
    board.play("B2", "white")
    said = ["play b c3", "play w b2"]
    for letter in passes:
        if board.turn not in (None, {"b": ga.BLACK, "w": ga.WHITE}[letter]):
            board.setup(turn=letter)
        board.play("pass", letter)
        said.append(f"play {letter} pass")
    for letter in "bw":
        after = board.copy()
        if not board.is_stopped:
            after.setup(turn=letter)
        is_legal = after.is_legal("D4", letter)
        lines = f"is_legal {letter} d4", f"why_illegal {letter} d4", f"all_legal {letter}", f"play {letter} d4"
        legal, reason, points, played = send(f"goanalyze-rules {rules}", *said, *lines, size=5)[-4:]
        assert legal == f"= {int(is_legal)}"
        assert (reason == "=") == is_legal
        assert ("D4" in points) == is_legal
        assert played == ("=" if is_legal else "? illegal move")


def test_the_order_is_enforced_at_a_stop_alone() -> None:
    """Under AGA rules White, the last to pass, may not resume; after Black has, or the pass is taken back, it may."""
    stop = "play b c3", "play w pass", "play b d4", "play b pass", "play w pass", "play w b2"
    assert send("goanalyze-rules aga", *stop, size=5)[-1] == "? illegal move"
    assert send("goanalyze-rules aga", *stop, "play b b2", "play b b3", "play w b4", size=5)[-3:] == ["="] * 3
    assert send("goanalyze-rules aga", *stop, "undo", "play w b2", size=5)[-2:] == ["="] * 2
    assert send("goanalyze-rules aga", *stop, "why_illegal w b2", size=5)[-1].startswith("= GO107 W B2 as move 6")
