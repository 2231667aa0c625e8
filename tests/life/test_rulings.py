"""Shapes that a ruling decides: found where they are and nowhere else, in every corner, decided as it says.

The source is the commentary on article 7 of the Japanese rules of 1989, by the number of its examples and diagrams; its
drawings are redrawn from its text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from helpers.boards import boards_of
from helpers.fights import solve
from helpers.games import SYMMETRIES, game, sgf, turned_position
from helpers.laws import part
from oracles.board import OracleBoard

import goanalyze as ga
from goanalyze import WHITE, Position, Walls
from goanalyze.life.article7.regions import Region, Regions
from goanalyze.life.choices import Fate, RulingStatus
from goanalyze.life.estimate.estimate import estimate
from goanalyze.life.proof.rulings import SHAPES, PlayedOut, Ruling, Shape, candidates, find_rulings
from goanalyze.life.proof.safety import prove_statuses

BENT = {(0, 0), (0, 1), (0, 2), (1, 0)}
"""The bent four in the corner: row and column from the corner."""

CORNERS = [
    (("XXX.O", ".OOOO", "OO"), ("++++x", "+xxxx", "xx")),
    (("XX.O", "X.OO", "OOO"), ("+++x", "++xx", "xxx")),
    (("XXXO", "..OO", "OOO"), ("+++x", "++xx", "xxx")),
    (("XXXO", ".O.O", "OOOO"), ("+++x", "+x+x", "xxxx")),
    (("XX.O", "XOOO", ".O", "OO"), ("+++x", "+xxx", "+x", "xx")),
    (("OX..O", ".OOOO", "OO"), ("+x+++", "+++++", "++")),
    (("OX.O", ".OOO", "OO"), ("xx+x", "+xxx", "xx")),
    ((".XXOOOOOO", "OXXOO.O.O", "XOOOOOOOO"), ("+++", "+++", "+++")),
    (("OXOX.OX", "OXOXOX", "OXOXOX", ".XOOOX", ".XOXXX", "OOOX"), ("+" * 7,) * 4 + ("+" * 6, "++++")),
    ((".O.O", "OOO"), ("+x+x", "xxx")),
    ((".XO.O", "XXXOO", ".XO.O", "XOOOO", "OO"), ("++x++", "+++++", "+++++", "x++++", "++")),
]
"""Each shape of `SHAPES` with all its chains, in a corner that safe black stones shut in, and what is dead (x)."""


def board(corner: Sequence[str], width: int = 9, height: int | None = None, *, wall: str = "X") -> Position:
    """Return a board with something in its upper left corner; elsewhere are safe stones of one colour with two eyes."""
    high = height or width
    rows = [row.ljust(width, wall) for row in corner] + [wall * width] * (high - len(corner))
    eyes = wall * (width - 3) + f".{wall}."
    return Position.from_rows([*rows[:-1], eyes])


def rulings(*positions: Position, likely: float = 0.0) -> list[Ruling]:
    """Find rulings where walls are proven safe, or every stone lives with some likelihood."""
    boards = boards_of(positions)
    proofs, *_ = prove_statuses(boards)
    shares = np.full(len(boards.stones), likely, dtype=np.float32)
    return find_rulings(boards, proofs, np.zeros(len(boards.stones), dtype=np.uint8), shares)


def captured(filling: Mapping[tuple[int, int], str], outside: int, *, owner_first: bool = False) -> bool | None:
    """Return True if a white chain around a corner's eye space, with liberties outside, can be taken.

    Outside there cannot be another play: beyond are walls of Black.
    """
    inside = set(filling)
    cells = {(r, c) for r in range(9) for c in range(9)}
    ring = {(r, c) for r, c in cells - inside if any(abs(r - y) < 2 and abs(c - x) < 2 for y, x in inside)}
    beside = sorted((r, c) for r, c in cells - inside - ring if {(r - 1, c), (r, c - 1)} & ring)
    marks = {**filling, **dict.fromkeys(ring, "O"), **dict.fromkeys(beside[:outside], ".")}
    position = board(["".join(marks.get((r, c), "X") for c in range(9)) for r in range(8)])
    chain = OracleBoard(position).connected(min(9 * r + c for r, c in ring))
    region = Regions(position, Walls.SAFE, len(filling) + outside).around(chain)
    assert isinstance(region, Region)
    return solve(region, chain, owner_first=owner_first).captured


def exchanged(position: Position) -> Position:
    """Return it with the colours exchanged."""
    return Position(position.width, position.height, np.array([0, 2, 1], dtype=np.uint8)[position.stones])


def outcome(tmp_path: Path, position: Position, ruleset: str) -> str:
    """Return the result of a game that ends with two passes in a position, without komi."""
    text = sgf(game(position.rows())).replace(";", ";KM[0]PL[B]", 1)
    (tmp_path / "game.sgf").write_text(text.rstrip().removesuffix(")") + ";B[];W[])")
    return str(next(ga.read(tmp_path / "game.sgf")).outcome(ruleset).result)


def test_the_bent_fours_are_those_that_confirmation_captures() -> None:
    """Article 7.2 played out to the end, no ko retaken without a pass, in every eye space of a bent four and a point.

    Three stones of the opponent and two empty points: the chain around is captured, with any number of liberties
    outside and with either side first, in five of them, and these are the shapes: commentary, example 7-1.
    """
    found = set()
    for more in [(0, 3), (1, 1), (1, 2), (2, 0)]:
        for stones in combinations(sorted(BENT), 3):
            filling = dict.fromkeys([*BENT, more], ".") | dict.fromkeys(stones, "X")
            if all(captured(filling, outside, owner_first=owner) for outside in range(4) for owner in (False, True)):
                found.add(frozenset(filling.items()))
    drawn = [shape for shape in SHAPES if shape.name == "bent four in the corner"]
    assert found == {frozenset(((r, c), mark) for r, c, mark in shape.cells if mark != "o") for shape in drawn}


@pytest.mark.parametrize(
    ("rows", "outside", "is_taken"), [(("OX..", "."), range(4), False), (("OX.", "."), (0, 1), True)]
)
def test_a_direct_ko_kills_and_an_approach_move_does_not(
    rows: Sequence[str], outside: Sequence[int], is_taken: bool
) -> None:
    """Examples 10 and 9: who has an approach move to make cannot capture before the ko is retaken; who has none can."""
    filling = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    assert {captured(filling, number) for number in outside} == {is_taken}


@pytest.mark.parametrize(("number", "drawing"), list(enumerate(CORNERS)), ids=[shape.name for shape in SHAPES])
def test_article_7_proves_what_the_ruling_says(number: int, drawing: tuple[Sequence[str], Sequence[str]]) -> None:
    """Stones that the ruling calls dead are dead by confirmation, and all others live; its walls enclose the shape.

    Of the hane seki, the two chains that few positions suffice for are asked about; the others take a minute.
    """
    corner, marks = drawing
    dead = [9 * r + c for r, row in enumerate(marks) for c, mark in enumerate(row) if mark == "x"]
    easy = ["B9", "D9"] if SHAPES[number].name == "hane seki" else None
    assert board(corner).confirm(easy, claim=dead).agrees is True


@pytest.mark.slow
def test_article_7_proves_the_hane_seki() -> None:
    """The other three chains of the shape of example 3 are alive, too, within two million positions."""
    confirmation = board(CORNERS[8][0]).confirm(["A9", "C9", "F9"], claim=[], budget=2_000_000)
    assert confirmation.agrees is True


@pytest.mark.slow
@pytest.mark.law
def test_article_7_contradicts_no_ruling_on_a_chain_that_goes_on() -> None:
    """Article 7.1: a bent four whose chain goes on beyond the diagram is proved dead, or that is left open.

    Whether its capture leaves room for new stones is judged by its shape alone where a ruling is looked for (condition
    4 of `find_rulings`).
    """
    random = np.random.default_rng(15)
    tally = Counter[tuple[bool, Fate]]()
    for number in range(part(24)):
        corner, _ = CORNERS[number % 5]
        inside = {(r, c) for r, row in enumerate(corner) for c, mark in enumerate(row) if mark != "O"}
        chain = [(r, c) for r, row in enumerate(corner) for c, mark in enumerate(row) if mark == "O"]
        for _ in range(int(random.integers(1, 10))):
            edge = sorted(
                {
                    (r + y, c + x)
                    for r, c in chain
                    for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))
                    if 0 <= r + y < 7 and 0 <= c + x < 8
                }
                - inside
                - set(chain)
            )
            chain.append(edge[int(random.integers(len(edge)))])
        stones = board(corner).stones.copy()
        stones[[9 * r + c for r, c in chain]] = WHITE
        position = Position(9, 9, stones)
        (verdict,) = position.confirm([9 * chain[0][0] + chain[0][1]], budget=20_000).chains
        tally[bool(rulings(position)), verdict.fate] += 1
    assert tally[True, Fate.ALIVE] == 0
    assert tally[True, Fate.DEAD] > 0


@pytest.mark.parametrize(("number", "drawing"), list(enumerate(CORNERS)), ids=[shape.name for shape in SHAPES])
def test_every_shape_is_found_in_all_corners_and_both_colours(
    number: int, drawing: tuple[Sequence[str], Sequence[str]]
) -> None:
    """One ruling, on the stones that the drawing marks, on boards that just hold it and on 19×19."""
    corner, marks = drawing
    dead = Position.from_rows([row.ljust(9, "+").translate(str.maketrans("+x", ".X")) for row in marks])
    for size in (9, 19):
        plain = board(corner, size)
        where = {p // 9 * size + p % 9 for p in np.flatnonzero(dead.stones).tolist()}
        of_dead = Position(size, size, np.isin(np.arange(size * size), list(where)).astype(np.uint8))
        for symmetry in SYMMETRIES:
            turned, killed = turned_position(plain, symmetry), turned_position(of_dead, symmetry)
            for position in (turned, exchanged(turned)):
                (ruling,) = rulings(position)
                assert ruling.shape is SHAPES[number]
                assert ruling.dead == frozenset(np.flatnonzero(killed.stones).tolist())


@pytest.mark.parametrize("size", range(5, 20))
def test_a_bent_four_is_dead_on_boards_of_every_size(size: int) -> None:
    """Example 7-1 with the liberty within: six dead stones, nothing is left to guess."""
    found = estimate(boards_of([board(("XX.O", "X.OO", "OOO"), size)]))
    assert found.decided_by_rulings.tolist() == [True]
    assert int(found.dead.sum()) == 6


@pytest.mark.parametrize(
    ("corner", "japanese", "chinese"),
    [(("XXX.O", ".OOOO", "OO"), "B+18", "B+81"), (("XX.O", "X.OO", "OOO"), "B+16", "B+81")],
)
def test_the_bent_four_is_dead_under_every_ruleset_without_threats(
    tmp_path: Path, corner: Sequence[str], japanese: str, chinese: str
) -> None:
    """Example 7-1, and the corner in which the last liberty is within: Black's, by territory and by area."""
    assert outcome(tmp_path, board(corner), "japanese") == japanese
    assert outcome(tmp_path, board(corner), "chinese") == chinese
    tables = ga.check(tmp_path / "game.sgf")
    assert tables.counts.status_source.tolist() == ["ruled"]
    assert tables.counts.status_confidence.tolist()[0] > 0.99


def test_an_approach_move_ko_needs_no_move(tmp_path: Path) -> None:
    """Example 10: eight black stones live, the white one is dead, and Black need not play A; White has two eyes."""
    assert outcome(tmp_path, board(("XO..X", ".XXXX", "XX"), wall="O"), "japanese") == "B+3"


def test_three_points_without_capture_are_a_seki(tmp_path: Path) -> None:
    """Example 1: the four black stones and the white one live, without territory there; each side has two eyes."""
    rows = [".XXOOOOOO", "OXXOO.O.O", "XOOOOOOOO"]
    assert outcome(tmp_path, board(rows), "japanese") == "0"


def test_a_hane_seki_stays(tmp_path: Path) -> None:
    """Example 3: every chain lives, without territory; Black has two eyes elsewhere."""
    assert outcome(tmp_path, board(CORNERS[8][0]), "japanese") == "B+2"


def beside_a_thousand_year_ko() -> Position:
    """Return example 7-2: a bent four on the left, a ko of a thousand years on the right, two eyes on each side."""
    left, right = ("XXX.OXXX", ".OOOOXXX", "OOXXXXXX", "X" * 8, "X" * 8), ("XO.", "XXO", "XOO", "X..", "XXX")
    rows = [one + "O" * 8 + other for one, other in zip(left, right, strict=True)]
    return Position.from_rows([*rows, *["XXXXXXXXOOOOOOOOOOO"] * 3, ".X.XXXXXOOOOOOOO.O."])


def test_a_threat_for_ever_saves_a_bent_four_where_no_ruling_is_followed() -> None:
    """Example 7-2: dead by the ruling with a thousand-year ko on the board; the result of play is open."""
    position = beside_a_thousand_year_ko()
    (ruling,) = rulings(position)
    assert (len(ruling.dead), ruling.played_dead) == (7, None)
    found = estimate(position.to_arrays())
    assert set(np.flatnonzero(found.ruled == RulingStatus.DEAD.index).tolist()) == ruling.dead
    assert not found.decided_by_rulings.any()


def test_no_threat_saves_a_bent_four_under_japanese_rules(tmp_path: Path) -> None:
    """Example 7-2: the seven white stones are dead, on any board; by area they are estimated."""
    assert outcome(tmp_path, beside_a_thousand_year_ko(), "japanese") == "B+16"
    assert outcome(tmp_path, beside_a_thousand_year_ko(), "korean") == "B+16"
    assert outcome(tmp_path, beside_a_thousand_year_ko(), "chinese") == "W+25"


def test_in_a_direct_ko_both_are_dead_and_stay(tmp_path: Path) -> None:
    """Example 9: the white stone and seven black ones are dead and stay; neither side has territory."""
    position = board(("XO.X", ".XXX", "XX"), wall="O")
    assert outcome(tmp_path, position, "japanese") == "W+2"
    (told,) = [next(ga.read(tmp_path / "game.sgf")).outcome("japanese")]
    assert told.ledger is not None
    assert [line for line in told.ledger.lines if line.name.startswith("dead") and (line.black or line.white)] == []


@pytest.mark.parametrize(
    ("rows", "margin"),
    [
        (board(("XO.X", ".XXX", "XX"), wall="O").rows(), -2),
        ([".O.OXXO.OX.", "OOOXXXOOXXX", "XXXXXXO.OX.", "X.X.XXOOOOX", "XXXXXXXXXOO"], (7 + 5) + 2),
    ],
)
def test_what_is_confirmed_is_counted_as_known(tmp_path: Path, rows: list[str], margin: int) -> None:
    """Examples 9 and 11: with --confirm the count rests on proof by article 7, by other rules on an estimate.

    In the first the only territory is White's outer eyes; in the second Black has the corner and two eyes more.
    """
    outcome(tmp_path, Position.from_rows(rows), "japanese")
    tables = ga.check(tmp_path / "game.sgf", confirm="safe", rulesets="japanese,korean")
    assert tables.counts.status_source.tolist() == ["confirmed"]
    told = tables.outcomes.set_index("ruleset")
    assert told.margin.tolist() == [margin, margin]
    assert told.basis.to_dict() == {"japanese": "counted", "korean": "estimated"}


def test_the_kos_of_a_double_ko_seki_are_dame(tmp_path: Path) -> None:
    """Example 25: both groups live in seki, the stones in ko are dead and stay; Black has two eyes elsewhere."""
    assert outcome(tmp_path, board(CORNERS[10][0]), "japanese") == "B+2"


LOOK_ALIKES = {
    "not in the corner": ["XXXXXXXXX", "XXXX.OXXX", "X.OOOOXXX", "XOOXXXXXX"],
    "another eye": ["XXX.OO.OX", ".OOOOOOOX", "OOXXXXXXX"],
    "room outside": ["XXX.O..XX", ".OOOO..XX", "OOXXXXXXX"],
    "two chains": ["XXX.OXXXX", ".OO.OXXXX", "OOXXXXXXX"],
    "a stone less": ["X.X.OXXXX", ".OOOOXXXX", "OOXXXXXXX"],
    "straight four": ["XXX..OXXX", "OOOOOOXXX", "XXXXXXXXX"],
    "square": ["XX.OXXXXX", "XXOOXXXXX", ".OXXXXXXX", "OOXXXXXXX"],
    "the wall is cut off": ["XXX.OXO.O", ".OOOOXOOO", "OOXXXXO.O", "XXOOOOOOO", "OOOOOOOOO"],
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_what_looks_like_a_shape_is_none(name: str) -> None:
    """A liberty elsewhere, walls that do not live, chains that are two: no ruling, not even a likely one."""
    position = board(LOOK_ALIKES[name])
    assert [each.shape.name for each in rulings(position, likely=1.0)] == []


def test_liberties_at_which_nothing_can_happen_change_nothing() -> None:
    """A bent four with two dame outside, each adjacent to a safe black stone, is dead; its dame are part of it."""
    position = board(["XXX.O.XXX", ".OOOOXXXX", "OO.XXXXXX"])
    (ruling,) = rulings(position)
    assert {5, 20} <= ruling.region
    assert ruling.played_dead == ruling.dead


def test_walls_may_be_likely_if_they_have_two_eyes() -> None:
    """The wall has an eye that is too large to be proven one; it counts if all say that it lives."""
    top = ["XXX.OX.....", ".OOOOX.....", "OOXXXXXXXXX", "XXX........", "..X........"]
    position = Position.from_rows([*top, "..XOOOOOOOO", "XXXO.......", "OOOO.......", "..........."])
    assert [len(each.dead) for each in rulings(position, likely=1.0)] == [7]
    assert rulings(position, likely=0.9) == []


def _looks_like(position: Position, shape: Shape) -> bool:
    """Return True if the upper left corner of a position equals a diagram."""
    rows = position.rows()
    fits = all(r < position.height and c < position.width for r, c, _ in shape.cells)
    return fits and all(rows[r][c] == mark.upper() for r, c, mark in shape.cells)


def test_candidates_are_the_corners_that_look_like_a_shape() -> None:
    """The search over a chunk equals the match of every diagram on every view of every board."""
    random = np.random.default_rng(13)
    positions = []
    for corner, _ in CORNERS:
        for _ in range(12):
            size = int(random.integers(5, 12))
            stones = random.integers(0, 3, (size, size), dtype=np.uint8)
            for r, row in enumerate(corner[:size]):
                for c, mark in enumerate(row[:size]):
                    stones[r, c] = ".XO".index(mark) if random.random() > 0.03 else random.integers(0, 3)
            turned = turned_position(Position(size, size, stones.reshape(-1)), int(random.integers(8)))
            positions.append(exchanged(turned) if random.random() < 0.5 else turned)
    found = sorted((corner.game, SHAPES.index(corner.shape)) for corner in candidates(boards_of(positions)))
    expected = sorted(
        (number, which)
        for number, position in enumerate(positions)
        for symmetry in SYMMETRIES
        for view in (turned_position(position, symmetry), exchanged(turned_position(position, symmetry)))
        for which, shape in enumerate(SHAPES)
        if _looks_like(view, shape)
    )
    assert found == expected
    assert len({which for _, which in found}) > 6


def test_every_shape_says_where_it_is_ruled() -> None:
    """A diagram, an example of the commentary, and dead stones where a ruling without them would say nothing."""
    assert all("1989" in shape.source and "example" in shape.source for shape in SHAPES)
    assert all(shape.dead or shape.if_played is PlayedOut.SAME for shape in SHAPES)


def test_an_outcome_names_the_shape_that_a_ruling_decides(tmp_path: Path) -> None:
    """Example 7-1: an outcome under Japanese rules rests on the ruling, and says on which; one by area does not."""
    outcome(tmp_path, board(("XXX.O", ".OOOO", "OO")), "japanese")
    game = next(ga.read(tmp_path / "game.sgf"))
    (told,) = [finding.message for finding in game.replay().findings if finding.code == "GO507"]
    assert "bent four in the corner at A9" in told
    assert told in game.outcome("japanese").reasons
    for other in (game.outcome("chinese"), game.outcome("japanese", dead=[])):
        assert told not in other.reasons


@pytest.mark.parametrize("turn", range(4))
def test_a_finding_names_the_corner_and_the_source(tmp_path: Path, turn: int) -> None:
    """GO507: which shape, in which corner, how many stones are dead, and where that is ruled (example 7-1)."""
    position = turned_position(board(("XXX.O", ".OOOO", "OO")), turn)
    outcome(tmp_path, position, "japanese")
    findings = ga.check(tmp_path / "game.sgf").findings
    (message,) = findings[findings.code == "GO507"].message
    assert message.startswith(f"The bent four in the corner at {['A9', 'J9', 'A1', 'J1'][turn]} is decided")
    assert "7 stones are dead" in message
    assert "example" in message
