"""The scorer scores records at random, with dead stones at random, and the program scores them alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.games import Game, for_referee, sgf
from helpers.laws import part
from helpers.random_records import random_record
from oracles import referee
from oracles.referee import handicap_read
from oracles.scorer import SHEETS, Score, play, regions_of, scores

import goanalyze as ga
from goanalyze import Play, to_gtp
from goanalyze.points import PASS, opponent
from goanalyze.rules import RULESETS


def finished(seed: int) -> Game:
    """Draw a record that most often ends with passes: two, three, four, or more with play between them."""
    rng, one = random.Random(seed), random_record(seed)
    events = list(one.events)
    color = next((event.color for event in reversed(events) if isinstance(event, Play)), 1)
    for _ in range(rng.choice([0, 2, 2, 2, 2, 3, 4])):
        color = opponent(color)
        events.append(Play(color, PASS))
    return one._replace(events=events)


def dead_chains(rng: random.Random, board: referee.Board, width: int, height: int) -> frozenset[int]:
    """Draw chains to be called dead."""
    near, dead = referee.beside(width, height), frozenset[int]()
    share = rng.choice([0, 0.2, 0.4])
    for point, stone in enumerate(board):
        if stone and rng.random() < share:
            dead |= referee.chain_and_liberties(board, point, near)[0]
    return dead


def assert_scored_alike(seeds: range, folder: Path) -> None:
    """Check the records of some seeds with a list of dead stones, and compare every outcome with the scorer's.

    Args:
        seeds: of the records.
        folder: to write them to.
    """
    games, komi, named, regions = [finished(seed) for seed in seeds], [], [], []
    for seed, game in zip(seeds, games, strict=True):
        rng = random.Random(-seed)
        komi.append(rng.choice([0, 0.5, 6.5, 7]))
        board = play(game.width, game.height, for_referee(game), game.handicap).moments[-1].board
        named.append(dead_chains(rng, board, game.width, game.height))
        regions.append(regions_of(board, game.width, game.height, named[-1]))
    path, dead_list = folder / "games.sgf", folder / "dead.csv"
    texts = [sgf(game).replace("FF[4]", f"FF[4]KM[{value}]") for game, value in zip(games, komi, strict=True)]
    path.write_text("\n".join(texts))
    names = [
        " ".join(to_gtp(point, game.width, game.height) for point in points)
        for game, points in zip(games, named, strict=True)
    ]
    rows = [f"{path},{number},{stones}" for number, stones in enumerate(names)]
    dead_list.write_text("\n".join(["source,game_index,dead", *rows]) + "\n")
    outcomes = ga.check(path, dead=str(dead_list), rulesets=list(SHEETS)).outcomes
    outcomes = outcomes.astype(object).where(outcomes.notna(), None)
    assert outcomes.ruleset.tolist() == list(SHEETS) * len(games)
    recorded, own = (
        [Score(*pair) for pair in zip(outcomes[f"margin{komi_of}"], outcomes[f"winner{komi_of}"], strict=True)]
        for komi_of in ("", "_ruleset_komi")
    )
    for number, (seed, game) in enumerate(zip(seeds, games, strict=True)):
        record = for_referee(game)
        for column, name in enumerate(SHEETS, number * len(SHEETS)):
            said = recorded[column], own[column]
            dead = (regions if name == "brainking" else named)[number]  # its marks represent regions
            handicap = handicap_read(record, game.handicap, game.width * game.height)
            told = scores((game.width, game.height), record, handicap, dead, SHEETS[name], komi[number])
            assert told == said, f"seed {seed}, {name}: {texts[number]}, dead {names[number]}"


@pytest.mark.law
def test_the_scorer_scores_random_records_as_the_program_does(tmp_path: Path) -> None:
    """Margins and winners under every preset, on boards from 1 × 1 to 6 × 5, with resumptions, handicap and setup."""
    records = part(part(10_000), usual=100)
    for first in range(0, records, 200):
        assert_scored_alike(range(first, min(first + 200, records)), tmp_path)


@pytest.mark.parametrize("ruleset", ["wmsg", "ing-simplified"])
def test_four_passes_are_two_stops(ruleset: str) -> None:
    """WMSG rules (Wikipedia, *Rules of Go*): after a resumption two passes stop the game, and every stone is alive.

    Nothing asks that a stone be played between. White's stone called dead stays.
    """
    text = "(;SZ[3:1]KM[0]AB[ba]AW[aa];B[];W[];B[];W[])"
    assert ga.loads(text).outcome(ruleset, dead=["A1"]).margin == 1
    assert ga.loads(text.replace(";B[];W[])", ")")).outcome(ruleset, dead=["A1"]).margin == 3


def test_every_sheet_is_of_a_preset() -> None:
    """The sheets of the scorer are of presets, in their order."""
    assert [name for name in RULESETS if name in SHEETS] == list(SHEETS)
