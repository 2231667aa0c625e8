"""The course of a game on either board: played, judged, taken back, copied; and all its legal points at once."""

from __future__ import annotations

import pickle
import random

import pytest
from helpers.games import SUPERKO, Game, game, on_chains, wild_at_random
from helpers.laws import part
from oracles.board import OracleBoard
from oracles.replay import handicap_moves

from goanalyze import BLACK, WHITE, Play, Position, Setup, from_gtp
from goanalyze.core import flags as f
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.history import History
from goanalyze.points import OFF_BOARD, PASS, opponent
from goanalyze.replay.verdicts import mask_of
from goanalyze.rules import RULESETS

SIZES = [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (3, 3), (5, 1), (4, 4), (5, 5), (1, 12)]
MASKS = sorted({mask_of(rules) for rules in RULESETS.values()})
ANY_SUICIDE = f.OCCUPIED | f.PSK


def both(one: Game) -> tuple[History, History]:
    """Return a game that has not begun, on the readable board and on the fast one."""
    opening = one.handicap, handicap_moves(one.events, one.handicap)
    position = Position.empty(one.width, one.height)
    return History(OracleBoard(position), *opening), History(ChainBoard.of(position), *opening)


def carry_out(history: History, event: Play | Setup) -> None:
    """Play a move or set stones up."""
    if isinstance(event, Play):
        history.play(event)
    else:
        history.setup(event)


def kept(history: History) -> tuple[object, ...]:
    """Return all that a history is, but for the innards of its board."""
    return (
        history.stones.key,
        tuple(history.moves),
        history.turn,
        history._state,
        tuple(history._steps),
        tuple(history._past),
        tuple(history._earlier),
        dict(history._past_by_key),
        dict(history._sizes),
    )


@pytest.mark.law
def test_a_game_goes_the_same_way_on_both_boards_and_back() -> None:
    """Each event leaves the same on both boards; undo restores the earlier state, down to the start.

    A copy made on the way, and pickled, is not changed by later moves, and is undone on its own.
    """
    for seed in range(part(400)):
        one = wild_at_random(seed, SIZES, 100)
        plain, fast = both(one)
        states, copies = [kept(fast)], [(0, fast.copy())]
        for step, event in enumerate(one.events, 1):
            carry_out(plain, event)
            carry_out(fast, event)
            assert kept(plain) == kept(fast), seed
            states.append(kept(fast))
            if (seed + step) % 40 == 0:
                copies += [(step, fast.copy()), (step, pickle.loads(pickle.dumps(fast)))]
        for last, history in [(len(states) - 1, plain), (len(states) - 1, fast), *copies]:
            assert kept(history) == states[last], seed
            for state in reversed(states[:last]):
                history.undo()
                assert kept(history) == state, seed


@pytest.mark.law
def test_a_move_is_what_it_was_judged_to_be_and_judging_changes_nothing() -> None:
    """`judge` and `play` say the same of every move, passes and moves off the board included."""
    for seed in range(part(300)):
        one = wild_at_random(seed, SIZES, 80)
        for history in both(one):
            for event in one.events:
                if isinstance(event, Play):
                    before = kept(history)
                    told = history.judge(event.color, event.point, event.forced)
                    assert kept(history) == before, seed
                    assert history.play(event) == told, seed
                else:
                    history.setup(event)


def judged_one_by_one(history: History, color: int, mask: int) -> list[int]:
    """Return the legal points by judging each."""
    return [point for point in range(len(history.stones.colors)) if not history.judge(color, point).flags & mask]


def assert_legal_points(history: History, rng: random.Random) -> None:
    """Compare legal points under some ruleset, and under masks that no ruleset has, with judging each point."""
    for mask in (rng.choice(MASKS), rng.getrandbits(18), ANY_SUICIDE):
        for color in (BLACK, WHITE):
            assert history.legal_points(color, mask) == judged_one_by_one(history, color, mask)


@pytest.mark.law
def test_legal_points_are_those_that_judging_each_point_leaves() -> None:
    """``.legal_moves`` is right on random games, at any move, by every preset and by masks at random."""
    for seed in range(part(500)):
        rng = random.Random(seed)
        one = wild_at_random(seed, SIZES, 100)
        _, history = both(one)
        assert_legal_points(history, rng)
        for event in one.events:
            carry_out(history, event)
            if rng.random() < 0.15:
                assert_legal_points(history, rng)


def test_legal_points_of_the_readable_board_are_the_same() -> None:
    """`History` asks either board alike."""
    for seed in range(25):
        one = wild_at_random(seed, SIZES, 60)
        plain, fast = both(one)
        for event in one.events:
            carry_out(plain, event)
            carry_out(fast, event)
        for mask in MASKS:
            assert plain.legal_points(BLACK, mask) == fast.legal_points(BLACK, mask)


def test_under_positional_superko_no_position_comes_twice_until_no_play_is_left() -> None:
    """Tromp–Taylor, rules 6 and 7: suicide is allowed, but where a stone removes itself alone, which repeats."""
    rng, longest = random.Random(3), 0
    for _ in range(6):
        history, color = History(ChainBoard(3, 2)), BLACK
        while points := history.legal_points(color, ANY_SUICIDE):
            assert points == judged_one_by_one(history, color, ANY_SUICIDE)
            history.play(Play(color, rng.choice(points)))
            color = opponent(color)
        positions = [past.key for past in history._past]
        assert len(positions) == len(set(positions))
        longest = max(longest, len(positions))
    assert longest > 20


def test_a_play_that_removes_nothing_may_repeat_a_position() -> None:
    """Stones were set back (SGF FF[4], setup), so the play recreates an earlier position: superko, without a ko."""
    one = game(["....", "...."])
    history = on_chains(one._replace(events=[Play(BLACK, 0), Play(WHITE, 3), Setup(((3, 0),), WHITE)]))
    assert history.judge(WHITE, 3).flags & SUPERKO == f.PSK | f.SSK | f.NEW_ZEALAND | f.NSSK
    assert history.legal_points(WHITE, ANY_SUICIDE) == [1, 2, 4, 5, 6, 7]


def test_moments_that_no_rule_tells_apart_are_kept_once() -> None:
    """A position that comes again and again costs the same each time: the latest moment of each kind says it all.

    The house's law that a hostile record four times as long is about four times the work.
    """
    history = History(ChainBoard(3, 3))
    for number in range(1, 400):
        move = history.play(Play(WHITE - number % 2, PASS))
        assert move.repeats_situation == number - 2
    assert max(map(len, history._past_by_key.values())) <= 4


def test_a_pass_and_a_move_off_the_board_are_judged() -> None:
    """Neither call changes the board; a pass repeats nothing in any position."""
    history = on_chains(game(["X.O", "..."], "B B1", turn=BLACK))
    assert history.judge(WHITE, PASS).flags == f.PASS_MOVE
    assert history.judge(WHITE, OFF_BOARD).flags == f.OFF_BOARD_MOVE
    assert history.judge(BLACK, from_gtp("C1", 3, 2), forced=True).flags == f.FORCED | f.OUT_OF_TURN
    assert len(history.moves) == 1


def test_nothing_is_to_be_undone_at_the_start() -> None:
    """An undo at the start is an error."""
    with pytest.raises(IndexError):
        History(ChainBoard(9, 9)).undo()
