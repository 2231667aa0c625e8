"""The kernel of the confirmation against its readable twin, on fights drawn at random.

Source: issue 15, acceptance, and `../shared/design/confirmation.md`, sections 2, 3 and 6.3: three objectives, both
readings of the pass for a ko, whoever moves first; what must change nothing; no wrong answer at any budget.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from helpers.fights import beside, drawn_fight, moved, on_board, swapped
from helpers.laws import part
from oracles.confirmation import NONE, Game, Points, Stop

from goanalyze.life.choices import KoPass
from goanalyze.life.confirm_kernel import solve

FIGHTS = 1_000
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
TWO_KOS = [" WB  WB ", "WX.BWX.B", " WB  WB "]


def questions(target: Points, stop: Stop) -> tuple[Points, ...]:
    """Return what is asked to be clear: nothing, the chain's own points, the whole region."""
    return NONE, target, stop.points


def answer(
    stop: Stop, target: Points, clear: Points, budget: int, *, owner_first: bool = False, reading: str = "any",
    padding: int = 0,
) -> bool | None:  # fmt: skip
    """Ask the kernel."""
    region, numbers = on_board(stop, padding)
    return solve(
        region,
        numbers(target),
        numbers(clear),
        owner_first=owner_first,
        ko_pass=KoPass(reading),
        budget=budget,
    ).captured


def truths(stop: Stop, target: Points, games: dict[str, Game]) -> Iterator[tuple[str, Points, bool, bool]]:
    """Yield reading, points to be clear, whether the owner moves first, and what the twin says."""
    for reading, game in games.items():
        for clear in questions(target, stop):
            won = game.won(clear)
            for owner_first in (False, True):
                yield reading, clear, owner_first, (1 if owner_first else 0) in won


@pytest.mark.law
def test_the_kernel_says_what_the_twin_says() -> None:
    """Issue 15: 1,000 regions, 12,000 answers; with room for all positions each question is decided, with less, too."""
    for seed in range(part(FIGHTS)):
        stop, target, games = drawn_fight(seed, most_states=600)
        for reading, clear, owner_first, truth in truths(stop, target, games):
            states = len(games[reading].states)
            for budget in (2 * states, states // 5):
                told = answer(stop, target, clear, budget, owner_first=owner_first, reading=reading)
                assert told in ({truth, None} if budget < states else {truth}), (seed, reading, clear, owner_first)


@pytest.mark.law
def test_fights_are_nasty() -> None:
    """Fights with kos, several at once, chains that live in each way and die, and positions where the turn decides."""
    seen: Counter[str] = Counter()
    for seed in range(part(FIGHTS)):
        stop, target, games = drawn_fight(seed, most_states=600)
        marks = max(len(state.marked) for state in games["any"].states)
        walls = sum(map(bool, stop.walls))
        told = {(clear, first): truth for reading, clear, first, truth in truths(stop, target, games) if reading == "any"}
        ways = ["U" if not told[NONE, False] else "1" if not told[target, False] else "any"]
        first = ["turn"] if told[NONE, False] != told[NONE, True] else []
        seen.update([f"{marks} marks", f"{walls} walls", *ways, *first])
    assert all(seen[what] >= part(30) for what in ("1 marks", "2 marks", "1 walls", "2 walls", "U", "1", "any", "turn")), seen


@pytest.mark.law
def test_views_colours_padding_and_kos_elsewhere_change_nothing() -> None:
    """Issue 15: colour swap, eight symmetries, other padding, two kos beside; section 2, locality."""
    for seed in range(part(400)):
        stop, target, games = drawn_fight(seed, most_states=400)
        turn = TURNED[seed % 8]
        view, chain = moved(stop, turn), frozenset(map(turn, target))
        for clear, points in ((NONE, NONE), (stop.points, view.points)):
            truth = games["any"].forced(clear)
            assert answer(view, chain, points, 5_000, padding=seed + 1) is truth
            assert answer(swapped(view), chain, points, 5_000) is truth
            assert answer(beside(stop, TWO_KOS), target, clear, 100_000) is truth
