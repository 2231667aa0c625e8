"""The learned evidence of a group equals the counts of `oracles/conventions.py`, game by game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from helpers.laws import part
from helpers.servers import HONEST, STORIES, Archive, Server, archive, groups_of
from oracles.conventions import CountedGame, Story, chance, deciding, explained, explains, wilson

from goanalyze.conventions.convention import RestMode, Standing
from goanalyze.conventions.hypotheses import Hypothesis
from goanalyze.conventions.learning import Group

SERVERS = {**STORIES, **HONEST}


def plain(made: Archive) -> list[CountedGame]:
    """Return the games of an archive that have a count and a recorded margin, copies left out."""
    columns = zip(made.games.to_pylist(), made.counts.to_pylist(), strict=True)
    found = {
        (game["canonical_id"], game["result_margin"]): CountedGame(
            ends(count, "area_margin"),
            ends(count, "territory_margin"),
            RestMode.OPEN if game["place"] in ("TYGEM", "Tom") else RestMode.PLAYED_OUT,
            game["handicap_stones"],
            game["result_margin"],
        )
        for game, count in columns
        if game["result_margin"] is not None
    }
    return list(found.values())


def ends(count: dict[str, Any], name: str) -> tuple[int, int]:
    """Return a margin with the rest open, and played out."""
    if count["rest"] is None:
        return count[name], count[name]
    both = count[name], count[f"other_{name}"]
    return both if count["rest"] == "open" else both[::-1]


def story(hypothesis: Hypothesis) -> Story:
    """Return a hypothesis in the words of the oracle."""
    return Story(hypothesis.ruleset, hypothesis.komi, hypothesis.compensation, hypothesis.scale, hypothesis.rest)


@cache
def drawn(seed: int) -> tuple[Archive, list[CountedGame], Group]:
    """Draw an archive that is one group, now and then of two servers under one header."""
    rng = np.random.default_rng(seed)
    server = list(SERVERS.values())[rng.integers(len(SERVERS))]
    server = replace(
        server, games=int(rng.integers(10, 120)), wrong=rng.uniform(0, 0.7), odd=0.1, copies=0.2, counted=0.9
    )
    servers: list[Server] = [server]
    if seed % 3 == 0:
        servers.append(replace(server, komi=server.komi + 1, games=int(rng.integers(5, 60))))
    made = archive(servers, seed)
    (group,) = groups_of(made)
    return made, plain(made), group


@pytest.mark.law
def test_counts_and_intervals_are_those_of_the_oracle() -> None:
    """Games, those explained, their interval, and the share that another komi explains by chance."""
    told = 0
    for seed in range(part(300)):
        _, games, group = drawn(seed)
        assert group.counted == len(games)
        for each in group.tests:
            assert each.explained == explained(games, story(each.hypothesis))
            assert (each.low, each.high) == pytest.approx(wilson(each.explained, len(games)), abs=1e-12)
            assert each.chance == pytest.approx(chance(games, story(each.hypothesis)), abs=1e-12)
            told += 1
    assert told > part(300)


@pytest.mark.law
def test_deciding_games_are_those_that_one_of_two_explains() -> None:
    """Of the first: against its best rival that differs; of the others: against the convention, where there is one."""
    for seed in range(part(300)):
        _, games, group = drawn(seed)
        if group.standing is Standing.OPEN or len(group.tests) < 2:
            continue
        first, *others = group.tests
        for each in others:
            expected = deciding(games, story(each.hypothesis), story(first.hypothesis))
            assert (each.deciding, each.deciding_for) == expected
        others = [each for each in others if each.deciding]  # those with equal results in all games are not rivals
        most = max((each.explained for each in others), default=0)
        rivals = [each for each in others if each.explained == most]
        assert not rivals or (first.deciding, first.deciding_for) in [
            deciding(games, story(first.hypothesis), story(each.hypothesis)) for each in rivals
        ]


@pytest.mark.law
def test_no_story_told_of_is_better_than_the_convention() -> None:
    """A convention explains more than half, and none that changes as little of the header explains as much."""
    chosen = 0
    for seed in range(part(300)):
        _, games, group = drawn(seed)
        if group.standing is not Standing.CHOSEN:
            continue
        chosen += 1
        best = group.tests[0]
        assert 2 * explained(games, story(best.hypothesis)) > len(games)
        for each in group.tests[1:]:
            if each.hypothesis.changes <= best.hypothesis.changes:
                assert explained(games, story(each.hypothesis)) < best.explained
    assert chosen


@pytest.mark.law
def test_what_a_convention_is_applied_as_explains_what_its_hypothesis_does() -> None:
    """`PlayedTerms` omits terms equal to the header; with those restored it is the hypothesis, game by game."""
    for seed in range(part(300)):
        made, games, group = drawn(seed)
        if group.standing is not Standing.CHOSEN:
            continue
        best, played = story(group.tests[0].hypothesis), group.played
        game = made.games.slice(0, 1).to_pylist()[0]
        again = replace(
            best, komi=game["komi"] if played.komi is None else played.komi, scale=played.scale, rest=played.rest
        )
        assert [explains(each, again) for each in games] == [explains(each, best) for each in games]
        assert played.ruleset in (None, best.ruleset)
        assert played.ruleset is not None or group.header.ruleset == best.ruleset
