"""Proofs against counts: checks count proven chains, and no count that a proof contradicts lacks a sentence.

Sources: Japanese rules of 1989, article 7 and commentary, examples 7 (bent four), 9 (direct ko, here with a dame) and
25 (chains that live in a seki); D. B. Benson, Life in the game of Go, 1976 (two eyes). The positions are constructed.
Each is examined in its eight symmetries with both distributions of colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import pytest
from helpers.laws import part

import goanalyze as ga
from goanalyze import Game, to_sgf
from goanalyze.pipeline import Chunk, Options

DIRECT_KO: Final = ("O.O.X.OX", "OOOOXXX.", ".OOOOOXX", "OOOOOOOO", ".O.O.O.O", "OOOOOOOO")
"""A ko for the second eye of the black group, which has a dame at D6. Black, and White's stone in the ko, are dead."""
SEKI: Final = ("O.X.XO", ".OXXXO", "XXOOOO", ".XO.O.", "XXOO.O")
"""White's stones A5 and B4 live with the black group around them."""
BENT_FOUR: Final = (".O.O.OOO.", "OOOOOOOOO", "OOOOOOOXX", "OOOOXXXX.", "OOOOX.OOO")
"""White can become a bent four in the corner. The black group is dead."""
TWO_EYES: Final = (".X.XO..", "XXXXO..", "OOOOO..", ".......")
"""Black has two eyes in the corner."""
HOPELESS: Final = (".X.XO.O", "XXXXOOO", "XOOOO.X", "OO.O.OO", "OOOOOOO")
"""Black's G3 is dead between proven white stones."""


def variants(rows: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """Yield the eight symmetries of a position with both distributions of colours, and True for exchanged ones."""
    exchanged = str.maketrans("XO", "OX")
    for is_exchanged in (False, True):
        board = [row.translate(exchanged) if is_exchanged else row for row in rows]
        for _ in range(2):
            for _ in range(2):
                yield list(board), is_exchanged
                yield [row[::-1] for row in board], is_exchanged
                board.reverse()
            board = ["".join(column) for column in zip(*board, strict=True)]


def some_variants(rows: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """Yield all variants of a position; in the usual run four, of both distributions of colours."""
    return islice(variants(rows), 0, None, 5 if part(16) < 16 else 1)


def record(rows: Sequence[str], info: str = "RU[Japanese]KM[0]", marks: str = "") -> str:
    """Return a record that two passes end, with marks in its last node."""
    width = len(rows[0])
    cells = [(y * width + x, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]
    black, white = ("".join(f"[{to_sgf(point, width)}]" for point, mark in cells if mark == side) for side in "XO")
    return f"(;FF[4]GM[1]SZ[{width}:{len(rows)}]{info}AB{black}AW{white};B[];W[]{marks})"


def checked(text: str, confirm: str) -> Game:
    """Return the game of a record, checked with `confirm`."""
    return Game(Chunk(ga.loads(text)._chunk.records, Options(confirm=confirm)), 0)


@pytest.mark.law
@pytest.mark.parametrize("confirm", ["safe", "eyes"])
@pytest.mark.parametrize(("rows", "margin"), [(DIRECT_KO, -6), (SEKI, -3)], ids=["direct ko", "seki"])
def test_a_check_counts_all_that_article_7_proves(rows: Sequence[str], margin: int, confirm: str) -> None:
    """Chains of a region are confirmed together, sure or not, so that the count is that of the proof."""
    for board, is_exchanged in some_variants(rows):
        outcome = checked(record(board), confirm).outcome("japanese")
        assert (outcome.margin, outcome.basis) == (-margin if is_exchanged else margin, "counted"), board


@pytest.mark.law
@pytest.mark.parametrize("rows", [DIRECT_KO, SEKI], ids=["direct ko", "seki"])
def test_a_confirmation_names_the_count_that_it_contradicts(rows: Sequence[str]) -> None:
    """The estimate of a check without confirmation may be wrong: then text and repr of the verdicts say so."""
    conflicts = 0
    for board, _ in some_variants(rows):
        game = ga.loads(record(board))
        confirmation, right = game.confirm(), checked(record(board), "safe").outcome("japanese").result
        counted = game.outcome("japanese").result
        assert (confirmation.conflict is None) == (counted == right)
        if conflict := confirmation.conflict:
            conflicts += 1
            assert (conflict.ruleset, conflict.result, conflict.corrected) == ("japanese", counted, right)
            assert repr(confirmation).endswith(f"; contradicts the count {counted}>")
            assert f"contradict the count {counted} (japanese)" in str(confirmation).splitlines()[-1]
            assert confirmation._repr_html_().count("contradict the count") == 1
    assert conflicts


def test_a_larger_board_changes_no_proof() -> None:
    """More territory of the surrounding side is counted, and the ko is decided as before."""
    rows = [*DIRECT_KO, ".O.O.O.O", "OOOOOOOO", ".O.O.O.O", "OOOOOOOO"]
    assert checked(record(rows), "safe").outcome("japanese").margin == -14


def surrounded(rows: Sequence[str]) -> str:
    """Return marks for the empty points whose neighbours are stones of one colour."""
    width, height, marks = len(rows[0]), len(rows), {"X": "", "O": ""}
    for y, x in ((y, x) for y in range(height) for x in range(width) if rows[y][x] == "."):
        near = {
            rows[b][a]
            for b, a in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))
            if 0 <= a < width and 0 <= b < height
        }
        if len(near) == 1 and near != {"."}:
            marks[near.pop()] += f"[{to_sgf(y * width + x, width)}]"
    return "".join(f"{name}{marks[mark]}" for mark, name in (("X", "TB"), ("O", "TW")) if marks[mark])


def contradictions(game: Game) -> list[tuple[str, str]]:
    """Return code and message of the findings about wrong statuses."""
    return [(finding.code, finding.message) for finding in game.replay().findings if finding.code in ("GO510", "GO511")]


@pytest.mark.law
def test_a_ruling_against_markup_is_a_finding() -> None:
    """The group around a bent four is marked alive: that is wrong under rulesets that follow the ruling."""
    for rows, _ in some_variants(BENT_FOUR):
        game = ga.loads(record(rows, marks=surrounded(rows)))
        ((code, message),) = contradictions(game)
        assert code == "GO510"
        assert message.startswith("Marked alive, against a ruling: ")
        assert "'s 7 stones at " in message
        assert message in game.outcome("japanese").reasons
        assert message in str(game.territory())
        assert message not in game.outcome("chinese").reasons
        assert not contradictions(ga.loads(record(rows, "RU[Chinese]KM[0]", surrounded(rows))))


def test_an_article_7_proof_takes_the_place_of_a_ruling() -> None:
    """With --confirm the same stones are reported once, with the main line of the search."""
    ((code, message),) = contradictions(checked(record(BENT_FOUR, marks=surrounded(BENT_FOUR)), "safe"))
    assert (code, message[:33]) == ("GO510", "Marked alive, against article 7: ")
    assert ") Main line: " in message.replace("). Main", ") Main")


@pytest.mark.law
@pytest.mark.parametrize("ruleset", ["", "RU[Japanese]", "RU[Chinese]"])
def test_a_proof_against_markup_is_a_finding_under_every_ruleset(ruleset: str) -> None:
    """Two eyes live, and a stone without room for two eyes is dead, however the players marked them."""
    for rows, is_exchanged in some_variants(HOPELESS):
        ((code, message),) = contradictions(ga.loads(record(rows, f"{ruleset}KM[0]", surrounded(rows))))
        sides = ("White", "White") if is_exchanged else ("Black", "Black")
        assert code == "GO510"
        assert message.startswith(f"Marked alive, against a proof: {sides[0]}'s stone at ")
        assert message.endswith(f" is dead, even if {sides[1]} moves first.")
    for rows, is_exchanged in some_variants(TWO_EYES):
        width, own = len(rows[0]), "X" if is_exchanged else "O"
        points = [
            to_sgf(y * width + x, width) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != own
        ]
        marks = f"T{'B' if is_exchanged else 'W'}[{']['.join(points)}]"
        ((code, message),) = contradictions(ga.loads(record(rows, f"{ruleset}KM[0]", marks)))
        assert code == "GO511"
        assert message.startswith("Marked dead, against a proof: ")
        assert "'s 6 stones at " in message


def test_right_markup_is_no_finding() -> None:
    """Markup that agrees with the proofs has no contradiction. A check without estimates proves nothing."""
    game = ga.loads(record(TWO_EYES, marks=surrounded(TWO_EYES)))
    assert contradictions(game) == []
    records = ga.loads(record(HOPELESS, marks=surrounded(HOPELESS)))._chunk.records
    assert not contradictions(Game(Chunk(records, Options(estimate="never")), 0))


def test_dead_stones_of_the_user_are_compared_with_proofs() -> None:
    """The outcome with dead stones that a proof contradicts says so, unless the ruleset removes none."""
    game = ga.loads(record(TWO_EYES))
    (reason,) = [line for line in game.outcome("chinese", dead=["B4"]).reasons if "against" in line]
    assert reason.startswith("Listed as dead, against a proof: Black's 6 stones at B4 ")
    assert not [line for line in game.outcome("chinese", dead=[]).reasons if "against" in line]
    assert not [line for line in game.outcome("tromp-taylor", dead=["B4"]).reasons if "against" in line]
