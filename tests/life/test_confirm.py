"""Answers of `confirm`: sentences, claims, reasons, limits and invalid input.

The correctness of the search is tested against its readable twin elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from goanalyze import BLACK, ChainStatus, Confirmation, KoPass, Position, Walls
from goanalyze.life.article7.confirm import MAX_BUDGET, confirm
from goanalyze.life.article7.solving import SolverResult
from goanalyze.life.choices import Fate, How, Unproven
from goanalyze.life.estimate.estimate import estimate

# Three points without capture in the corner (commentary, example 1); Black around it and White below live.
THREE = Position.from_rows([".OOXXX.", "XOOXX.X", "OXXXXXX", "OOOOOOO", ".O.OO.O"])
# A ko for an eye (example 9): the side that moves first takes it.
KO = Position.from_rows(["XO.XOOO", ".XXXO.O", "XXOOOOO", "OOOOO.O"])
# A straight three that White surrounds; the first to play in the middle decides.
EYE = Position.from_rows(["...XOOO", "XXXXO.O", "OOOOOO.", "O.OOOOO"])

LONE = Position.from_rows(["X........", *["........."] * 8])


def told(position: Position, stone: str, **options: object) -> ChainStatus:
    """Return the verdict on one chain."""
    (status,) = confirm(position, chains=[stone], **options).chains  # type: ignore[arg-type]
    return status


# Verdicts and sentences.


SENTENCES = [
    (
        THREE,
        "B5",
        How.CAPTURABLE_1,
        "White's 4 stones at B5 are alive: if Black captures them, a new stone survives there",
    ),
    (
        THREE,
        "A4",
        How.CAPTURABLE_2,
        "Black's stone at A4 is alive: if White captures it, a new stone survives next to it",
    ),
    (
        THREE,
        "D5",
        How.UNCAPTURABLE,
        "Black's 12 stones at D5 are alive: White cannot capture them (proven without a search)",
    ),
    (KO, "D4", How.DEAD, "Black's 6 stones at D4 are dead: White captures them, and no new stone survives, but "),
    (KO, "D4", How.DEAD, ", but Black saves them by moving first (region of 10 points, walls proven safe, "),
    (KO, "B4", How.DEAD, ", but White saves it by moving first ("),
]


@pytest.mark.parametrize(("position", "stone", "how", "words"), SENTENCES)
def test_each_chain_is_told_in_a_sentence(position: Position, stone: str, how: How, words: str) -> None:
    """The sentence has the owner, the stones, the status, the reason and its basis."""
    status = told(position, stone)
    assert status.how is how
    assert words in str(status)
    assert str(status).endswith(").")
    assert "\n" not in str(status)


def test_a_dead_group_is_unsettled_if_its_owner_can_still_save_it() -> None:
    """Three in a row die if the opponent plays first and live if their owner does; a square of four is dead anyhow."""
    assert told(EYE, "D4").unsettled is True
    square = Position.from_rows(["..XOO.O", "..XOOOO", "XXXO.OO", "OOOOOOO"])
    assert (told(square, "C4").fate, told(square, "C4").unsettled) == (Fate.DEAD, False)


def test_stones_that_are_settled_are_not_searched() -> None:
    """They need no search and have no region; they are answered only if they are named."""
    status = told(THREE, "D5")
    assert (status.states, status.region, status.line) == (0, (), ())
    assert {chain.points for chain in confirm(THREE).chains} == {(1, 2, 8, 9), (7,)}


def test_a_settled_stone_that_can_be_taken_is_not_called_uncapturable() -> None:
    """A snapback: Black's stone lives since its capturer is captured (diagram 7 of the commentary)."""
    snapback = Position.from_rows(["XOX.XXX", "XOOOXXX", "XXXXXXX", "XXXX.X."])
    assert told(snapback, "C4").how is How.CAPTURABLE_1


def test_a_verdict_tells_region_and_walls() -> None:
    """The region of the corner is its seven points; the adjacent stones of Black and White are walls."""
    status = told(THREE, "A4", walls="benson")
    assert status.region == (0, 1, 2, 7, 8, 9)
    assert status.walls == (3, 10, 14, 15, 16)
    assert status.assumed is Walls.BENSON
    assert status.states > 0


def test_the_same_position_is_answered_the_same() -> None:
    """For any other queries: work shared by chains of a region changes no verdict, and is counted for each."""
    together = {chain.points: chain for chain in confirm(THREE).chains}
    for stone in ("B5", "A4"):
        alone = told(THREE, stone)
        assert together[alone.points] == alone


# Claims.


def test_a_claim_is_held_against_every_chain() -> None:
    """With a claim all chains are asked about; those it does not name are claimed to be alive."""
    right = confirm(KO, claim=["B4", "A4", "D4"])
    assert right.agrees is True
    assert {chain.agrees for chain in right.chains} == {True}
    wrong = confirm(KO, claim=["B4", "A4"])
    assert wrong.agrees is False
    assert [chain.points[0] for chain in wrong.chains if chain.agrees is False] == [3]
    assert "; the claim does not contain them (" in str(wrong)
    assert "; the claim says dead (" in str(confirm(THREE, claim=["A4"]))


def test_a_claim_about_what_is_undecided_is_neither_right_nor_wrong() -> None:
    """Without verdict there cannot be an answer; without a claim neither."""
    assert told(KO, "D4", claim=["D4"], budget=0).agrees is None
    assert confirm(KO, claim=["B4", "A4", "D4"], budget=0).agrees is None
    assert confirm(KO).agrees is None


# Limits: the reason names the option to change.


@pytest.mark.parametrize(
    ("position", "options", "reason", "words"),
    [
        (THREE, {"budget": 0}, Unproven.BUDGET, "the search needs more positions"),
        (THREE, {"budget": 3}, Unproven.BUDGET, "the search needs more positions"),
        (THREE, {"max_empty": 0}, Unproven.TOO_LARGE, "the region to be searched has too many points"),
        (LONE, {}, Unproven.OPEN_BORDER, "the region is not enclosed by chains that surely live"),
        (Position.from_rows([".OX", "OXX"]), {}, Unproven.NO_LIBERTY, "a chain on the board has no liberty"),
        (Position.from_rows(["." * 52, ".O" * 26] * 26), {}, Unproven.OPEN_BORDER, "the region is not enclosed"),
    ],
)
def test_what_is_not_decided_has_a_reason(
    position: Position, options: dict[str, int], reason: Unproven, words: str
) -> None:
    """Positions without liberties, open and too large regions, budgets of 0, 52 × 52 points."""
    found = confirm(position, **options)  # type: ignore[arg-type]
    assert found.chains
    for status in found.chains:
        assert (status.fate, status.how, status.reason) == (Fate.UNKNOWN, How.UNKNOWN, reason)
        assert "not decided: " + words in str(status)


def test_boards_without_stones_and_settled_ones_leave_nothing_to_ask() -> None:
    """No chain, no verdict."""
    for position in (Position.empty(1), Position.empty(19), Position.from_rows([".X."])):
        assert confirm(position) == Confirmation(position, ())
        assert str(confirm(position)) == "Nothing to confirm: all chains are proven."


def test_a_larger_budget_never_takes_a_verdict_back() -> None:
    """A larger budget proves everything that a smaller one proves."""
    fates: dict[tuple[int, ...], Fate] = {}
    for budget in (0, 10, 100, 1_000, 3_000):
        for status in confirm(KO, budget=budget).chains:
            assert fates.get(status.points, Fate.UNKNOWN) in {Fate.UNKNOWN, status.fate}
            fates[status.points] = status.fate
    assert Fate.UNKNOWN not in fates.values()


# Bad input is one sentence.


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"chains": ["A5"]}, "chains: A5 is not a valid stone, the point is empty. Expected stones."),
        ({"claim": ["A4", "G5"]}, "claim: G5 is not a valid stone"),
        ({"claim": ["H1"]}, "'H1' is not a valid point on a 7×5 board"),
        ({"chains": [35]}, "35 is not a valid point on a 7×5 board"),
        ({"walls": "any"}, "walls: 'any' is not a valid value. Expected benson, safe, eyes"),
        ({"ko_pass": "none"}, "ko_pass: 'none' is not a valid value. Expected any, own-ko"),
        ({"budget": -1}, "budget: -1 is not a valid number. Expected a whole number from 0 to 50,000,000."),
        ({"budget": MAX_BUDGET + 1}, "budget: 50000001 is not a valid number"),
        ({"budget": 2.5}, "budget: 2.5 is not a valid number"),
        ({"max_empty": 65}, "max_empty: 65 is not a valid number. Expected a whole number from 0 to 64."),
        (
            {"walls": "eyes", "estimates": estimate(Position.empty(3).to_arrays())},
            "estimates of 9 points are not valid.",
        ),
    ],
)
def test_bad_input_is_told_in_a_sentence(options: dict[str, object], words: str) -> None:
    """Claims on empty points and on points off the board, and invalid options, are errors."""
    with pytest.raises(ValueError, match=r".") as error:
        confirm(THREE, **options)  # type: ignore[arg-type]
    assert words in str(error.value)
    assert "\n" not in str(error.value)


# The selection of queries, with searches whose answers are prescribed.


def test_walls_that_likely_live_need_an_estimate() -> None:
    """`eyes` decides where White's wall has one large eye; with an estimate that doubts the wall nothing is decided."""
    position = Position.from_rows(["..XO...", "XXXO...", "OOOO...", "......."])
    chunk = position.to_arrays()
    sure = estimate(chunk)
    sure.shares[:], sure.dead[:] = 1.0, 0
    assert told(position, "C4", walls="eyes", estimates=sure).fate is Fate.DEAD
    sure.shares[position.stones != BLACK] = 0.9
    doubted = told(position, "C4", walls="eyes", estimates=sure)
    assert doubted.fate is Fate.UNKNOWN


def search_with(run: Callable[[frozenset[int], KoPass, int], SolverResult]) -> type:
    """Return a search with the results of a function of the points to clear, the pass for a ko and the budget."""

    class Search:
        def __init__(
            self, _region: object, _target: object, clear: frozenset[int], ko_pass: KoPass, budget: int
        ) -> None:
            self.budget, self._clear, self._ko_pass = budget, clear, ko_pass

        def run(self, budget: int, **_: object) -> SolverResult:
            return run(self._clear, self._ko_pass, budget)

    return Search


def test_the_narrow_reading_of_the_ko_pass_is_told_where_it_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked only if a ko was taken in the search (section 1.2)."""
    asked: list[KoPass] = []

    def answered(kos: bool) -> None:
        def run(_clear: frozenset[int], ko_pass: KoPass, _budget: int) -> SolverResult:
            asked.append(ko_pass)
            return SolverResult(ko_pass is KoPass.ANY, 1, (), Unproven.NONE, kos)

        monkeypatch.setattr("goanalyze.life.article7.solving.Search", search_with(run))

    answered(kos=True)
    status = told(KO, "D4")
    assert (status.fate, status.reading) == (Fate.DEAD, Fate.ALIVE)
    assert "; if a pass lifted only the player's own ban on one ko, they would be alive (" in str(status)
    asked.clear()
    answered(kos=False)
    assert told(KO, "D4").reading is None
    assert set(asked) == {KoPass.ANY}


def test_a_losing_cycle_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain that lives only by a cycle with a loss is not called alive, and no larger region is tried."""
    sizes = []

    def run(clear: frozenset[int], _ko_pass: KoPass, budget: int) -> SolverResult:
        sizes.append(budget)
        return (
            SolverResult(False, 1, (), Unproven.NONE, False)
            if clear
            else SolverResult(None, 1, (), Unproven.LOSING_CYCLE, False)
        )

    monkeypatch.setattr("goanalyze.life.article7.solving.Search", search_with(run))
    status = told(KO, "D4")
    assert (status.fate, status.reason) == (Fate.UNKNOWN, Unproven.LOSING_CYCLE)
    assert set(sizes) == {2_000}


def test_a_losing_cycle_found_late_takes_back_that_the_chain_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small search's new stones are not a way to live if a larger search refutes them."""

    def run(clear: frozenset[int], _ko_pass: KoPass, budget: int) -> SolverResult:
        late = Unproven.BUDGET if budget == 2_000 else Unproven.LOSING_CYCLE
        return SolverResult(False, 1, (), Unproven.NONE, False) if clear else SolverResult(None, 1, (), late, False)

    monkeypatch.setattr("goanalyze.life.article7.solving.Search", search_with(run))
    assert told(KO, "D4", budget=2_000).fate is Fate.ALIVE
    status = told(KO, "D4")
    assert (status.fate, status.reason) == (Fate.UNKNOWN, Unproven.LOSING_CYCLE)


def test_stones_may_be_named_by_index_and_once_each() -> None:
    """Two stones of a chain ask about it once."""
    assert confirm(THREE, chains=[1, "C5", np.int64(7)]).chains == confirm(THREE).chains
