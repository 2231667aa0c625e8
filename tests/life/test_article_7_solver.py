"""The solver of article 7 gives the answers of `oracles.article_7` on fights drawn at random.

Three questions, both readings of the pass for a ko, either side first, at any budget; symmetries change nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from helpers.fights import drawn_fight, far_apart, moved, on_board, random_fight, solve, swapped, with_other_stones
from helpers.laws import part
from oracles.article_7 import BLACK, BOTH_READINGS, NONE, WHITE, Game, Points, Stop, TooLarge

from goanalyze import KoPass
from goanalyze.life.article7.solving import ChainSolver, SolverResult
from goanalyze.life.choices import Unproven

FIGHTS = 1_000
FEW = 100
"""Every run begins with these fights: what is rare is asked of them, what is common of each part of all."""
TURNED = (
    lambda at: (at[0], at[1]),
    lambda at: (at[0], 9 - at[1]),
    lambda at: (9 - at[0], at[1]),
    lambda at: (9 - at[0], 9 - at[1]),
    lambda at: (at[1], at[0]),
    lambda at: (at[1], 9 - at[0]),
    lambda at: (9 - at[1], at[0]),
    lambda at: (9 - at[1], 9 - at[0]),
)
DOUBLE_KO = [".XO.OB", "XXXOOB", ".XO.OB", "XOOOOB", "OOBBBB"]
"""The seki of diagram 14: 22 points more for the region."""


def questions(target: Points, stop: Stop) -> tuple[Points, ...]:
    """Return the points to be cleared: none, the chain's own points, the whole region."""
    return NONE, target, stop.points


def answer(
    stop: Stop,
    target: Points,
    clear: Points,
    budget: int,
    *,
    owner_first: bool = False,
    reading: str = "any",
    padding: int = 0,
) -> bool | str | None:
    """Return the kernel's answer: True or False, None if the budget ends, or that the chain lives by losing."""
    region, numbers = on_board(stop, padding)
    found = solve(
        region, numbers(target), numbers(clear), owner_first=owner_first, ko_pass=KoPass(reading), budget=budget
    )
    assert (found.captured is None) == (found.reason is not Unproven.NONE)
    return "loses" if found.reason is Unproven.LOSING_CYCLE else found.captured


def truths(stop: Stop, target: Points, games: dict[str, Game]) -> Iterator[tuple[str, Points, bool, bool | str]]:
    """Yield interpretation, points to be clear, True if the owner moves first, and the twin's answer."""
    for reading, game in games.items():
        for clear in questions(target, stop):
            won = game.won(clear)
            for owner_first in (False, True):
                truth = (1 if owner_first else 0) in won
                loses = not (truth or clear) and game.loses_by_cycles(owner_first=owner_first)
                yield reading, clear, owner_first, "loses" if loses else truth


@pytest.mark.law
def test_the_kernel_says_what_the_twin_says() -> None:
    """1,000 regions, 12,000 answers; with room for all positions each question is decided.

    The regions have kos, several at a time, walls of one colour and both, chains that live in each way and die.
    """
    seen: Counter[str] = Counter()
    for seed in range(max(FEW, part(FIGHTS))):
        stop, target, games = drawn_fight(seed)
        told = set()
        for reading, clear, owner_first, truth in truths(stop, target, games):
            room = 2 * len(games[reading].states)
            found = answer(stop, target, clear, room, owner_first=owner_first, reading=reading)
            assert found is truth, (seed, reading, clear, owner_first)
            told |= {("U", "1", "2")[questions(target, stop).index(clear)]} if not truth else {"taken"}
        marks = max(len(state.marked) for state in games["any"].states)
        seen.update(told | {f"{marks} marks", f"{sum(map(bool, stop.walls))} walls"})
    percent = {"taken": 40, "1 marks": 15, "1 walls": 20, "2 walls": 30, "U": 20, "1": 20, "2": 20}
    few = {what for what, share in percent.items() if seen[what] * 100 < share * (seed + 1)}
    assert not few, seen
    assert seen["2 marks"] >= 3


@pytest.mark.law
def test_no_budget_makes_a_wrong_answer() -> None:
    """With any budget, none at all included, an answer is the true one or unknown."""
    for seed in range(part(40)):
        stop, target, games = drawn_fight(seed)
        for reading, clear, owner_first, truth in truths(stop, target, games):
            for share in range(6):
                budget = len(games[reading].states) * share // 5
                found = answer(stop, target, clear, budget, owner_first=owner_first, reading=reading)
                assert found in (truth, None), (seed, reading, clear, owner_first, budget)


def test_interruptions_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that returns to Python after each step, to notice Control-C, finds the same as one that seldom does."""
    fights = [(*drawn_fight(seed)[:2], 40 * seed) for seed in range(30)]

    def results() -> list[SolverResult]:
        return [
            solve(region, numbers(target), numbers(clear), budget=budget)
            for stop, target, budget in fights
            for region, numbers in [on_board(stop)]
            for clear in (NONE, target, stop.points)
        ]

    seldom = results()
    monkeypatch.setattr("goanalyze.life.article7.solving._WORK", 1)
    assert results() == seldom
    assert {result.captured for result in seldom} == {True, False, None}


@pytest.mark.law
def test_the_questions_in_order_come_to_the_twins_verdict() -> None:
    """Each chain is dead, uncapturable, capturable-1 or capturable-2, as far as the twin can follow.

    Some are asked about as if their owner moved first. Of the chains that are dead, most, only some are asked about.
    The first two positions are example 1 and diagram 7.
    """
    seen: Counter[str] = Counter()
    stops = [Stop.drawn([".XXW", "OXXW", "BWWW"]), Stop.drawn(["XOX.B", "XOOOB", "BBBBB"])]
    positions = max(20, part(200))
    for seed in range(positions):
        draw = random.Random(seed)
        stop = stops[seed] if seed < len(stops) else far_apart(random_fight(draw, draw.randint(4, 10)), draw)
        region, numbers = on_board(stop)
        for reading in BOTH_READINGS:
            asked = ChainSolver(region, KoPass(reading))
            for chain in sorted(stop.chains(BLACK) | stop.chains(WHITE), key=sorted):
                owner_first = draw.random() < 0.3
                how = asked.verdict(numbers(chain), 5_000, owner_first=owner_first).how.value
                if how == "dead" and draw.random() < 0.8:
                    continue
                try:
                    expected = stop.status(chain, reading, most=600, owner_first=owner_first).how
                    assert how == expected, (seed, chain, reading, owner_first)
                    seen[how] += 1
                except TooLarge:
                    continue
    percent = {"dead": 15, "uncapturable": 40}
    few = {how for how, share in percent.items() if seen[how] * 100 < share * positions}
    assert not few, seen
    assert seen["capturable-1"] >= 1  # rare; of these few draws a share would say nothing
    assert seen["capturable-2"] >= 3


@pytest.mark.parametrize(
    ("rows", "at", "loses"),
    [
        ([" OO", " .O.", "   O", "  OO"], (0, 1), True),
        ([".OO.", "OOOX", ".O.X", ".XX.", "OO.W"], (0, 1), True),
        (DOUBLE_KO, (0, 1), False),
        (DOUBLE_KO, (0, 4), False),
    ],
)
def test_who_lives_only_at_a_loss_is_not_called_alive(rows: list[str], at: tuple[int, int], loses: bool) -> None:
    """Found at random, the first confirmed by the twin. In a double-ko seki captures are equal."""
    stop = Stop.drawn(rows)
    color = BLACK if at in stop.stones[BLACK] else WHITE
    assert answer(stop, stop.chain(at, stop.stones[color]), NONE, 200_000) == ("loses" if loses else False)


def test_a_pass_for_all_kos_and_one_for_ones_own_ko_differ() -> None:
    """Two kos that hang together, and the twin says so, too."""
    stop = Stop.drawn([".OX..", "WB.XO", "WWWX."])
    target = frozenset({(1, 3), (2, 3)})
    assert [answer(stop, target, NONE, 5_000, reading=reading) for reading in BOTH_READINGS] == [True, False]


def test_who_is_busy_for_ever_takes_nothing_elsewhere() -> None:
    """Eternal life (example 6) leaves Black no time for White's stone in the pocket, dead as it is.

    The first to move in the corner has it; Black keeps it clear of new stones by going round for ever.
    """
    corner = Stop.drawn(["WWWWWWWW", "XXXXXWWW", "XOOOXXWW", ".OX..OX."])
    stop = with_other_stones(corner, ["BBBB", "BO.B", "BBBB"])
    target, point = frozenset({(1, 21)}), frozenset({(3, 3)})
    assert answer(stop, target, NONE, 20_000) is True
    assert answer(stop, target, point, 20_000, owner_first=True) is False
    assert answer(stop, target, point, 20_000) is not True


@pytest.mark.law
def test_views_colours_and_padding_change_nothing() -> None:
    """Colour swap, eight symmetries, other padding."""
    for seed in range(part(200)):
        stop, target, games = drawn_fight(seed)
        turn = TURNED[seed % 8]
        view, chain = moved(stop, turn), frozenset(map(turn, target))
        for clear, points in ((NONE, NONE), (stop.points, view.points)):
            truth = games["any"].forced(clear)
            assert answer(view, chain, points, 5_000, padding=seed + 1) is truth
            assert answer(swapped(view), chain, points, 5_000) is truth


@pytest.mark.law
def test_a_double_ko_seki_in_the_same_region_changes_nothing() -> None:
    """Passes for its kos are worth no more than the pass for kos that is always there.

    Clearing the region of new stones with 22 more points may exceed the search.
    """
    for seed in range(part(80)):
        stop, target, games = drawn_fight(seed)
        larger = with_other_stones(stop, DOUBLE_KO)
        for reading, game in games.items():
            assert answer(larger, target, NONE, 100_000, reading=reading) is game.forced()
        assert answer(larger, target, stop.points, 5_000) in (games["any"].forced(stop.points), None)
