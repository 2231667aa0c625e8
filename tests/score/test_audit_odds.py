"""The odds of a story about chains: wrong results seldom have one, forgotten dead stones keep theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers.games import records_of
from oracles.board import OracleBoard
from score.audit_cases import audit_of, ended, told, wall

import goanalyze.score.audit
from goanalyze import Position
from goanalyze.pipeline import Chunk, Options
from goanalyze.score.audit import Audit, AuditInputs, audit
from goanalyze.score.audit_flips import recount
from goanalyze.score.terms import board_terms, margin_of

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
WRONG_BY = [points for points in range(-20, 21, 3) if points]
MOST = 0.1


@cache
def counted_games() -> tuple[AuditInputs, list[int]]:
    """Return every eighth game of the sample, dead stones estimated, and the numbers of those with an exact count."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(SAMPLE.glob("*.sgf"))[::8]]
    passed: list[AuditInputs] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(goanalyze.score.audit, "audit", lambda *given: (passed.append(given[0]), audit(*given))[1])
        patch.setattr(goanalyze.score.audit, "_exact_audits", lambda *_: {})
        assert Chunk(records_of(*texts), Options(markup="ignore")).audited
    (inputs,) = passed
    games = [game for game in range(len(texts)) if not np.isnan(inputs.recorded[game])]
    return inputs, [game for game, row in audit(inputs, games).items() if row.agreement.value == "exact"]


def audits_with(change: Callable[[int], float]) -> list[Audit]:
    """Return the audits of the games with the recorded margin changed by some points, which depend on the game."""
    inputs, games = counted_games()
    points = np.zeros(len(inputs.recorded))
    points[games] = [change(game) for game in games]
    return list(audit(replace(inputs, recorded=inputs.recorded + points), games).values())


def with_one_chain_forgotten(inputs: AuditInputs, game: int) -> Iterator[float]:
    """Yield the margin of a game for each dead chain that its players forget to remove, if it is another one."""
    ruleset, komi = inputs.ruleset[game], float(inputs.finals.plain.komi[game])
    assert ruleset is not None
    plain = inputs.counts.count(game, ruleset, komi)
    assert plain is not None
    numbers, span = np.array([game]), inputs.span(game)
    boards, _ = inputs.boards.take(numbers)
    for chain in OracleBoard(
        Position(int(inputs.boards.width[game]), int(inputs.boards.height[game]), inputs.boards.stones[span])
    ).chains():
        dead = inputs.dead[span].copy()
        if dead[list(chain)].all():
            dead[list(chain)] = 0
            final = recount(inputs, numbers, boards, lambda _, dead=dead: dead).for_ruleset(ruleset)
            margin = float(margin_of(board_terms(final, ruleset), 1)[0]) - plain.bonus - komi
            if margin != plain.margin:
                yield margin


def test_at_most_one_wrong_result_in_ten_has_a_story() -> None:
    """Results that are falsified by up to 20 points follow from other statuses of chains in at most a tenth."""
    found = Counter(row.explanation.value for points in WRONG_BY for row in audits_with(lambda _, by=points: by))
    assert len(counted_games()[1]) > 20
    assert 0 < found["stones"] <= MOST * found.total()
    assert found["does not follow"] > found.total() / 2


def test_a_dead_chain_that_was_forgotten_has_its_story() -> None:
    """Nine in ten results that lack one dead chain are explained by it, or by a board from which nothing is removed."""
    inputs, games = counted_games()
    found = Counter(
        audit(replace(inputs, recorded=np.full(len(inputs.recorded), margin)), [game])[game].explanation.value
        for game in games
        for margin in with_one_chain_forgotten(inputs, game)
    )
    assert found["stones"] + found["other ruleset"] >= (1 - MOST) * found.total()
    assert found["stones"] > found.total() / 2


def test_a_point_is_no_story() -> None:
    """One point is a dame or a pass stone, however many stones could be dead for it."""
    for points in (-1, 1):
        assert all(row.explanation.value != "stones" for row in audits_with(lambda _, by=points: by))


def test_a_board_with_few_margins_allows_no_story() -> None:
    """If any change gives one of a handful of margins, one that fits is chance."""
    found = audit_of(wall(0.0, "japanese", 0.0, rows=[".X."], dead=frozenset()))
    assert (found.explanation.value, found.is_in_doubt) == ("does not follow", True)
    assert found.evidence.endswith("results 1 would follow as easily")


def test_an_uncertain_chain_is_more_likely_than_a_certain_one() -> None:
    """Of chains that are alike the one whose status is uncertain is changed, and with long odds none is."""
    rows = ["O..XOX..O..XO", "...XOX.....XO", "XXXXOXXXXXXXO", "OOOOOOOOOOOOO", "............."]
    dead = frozenset({0, 8})
    recorded = told(ended(Position.from_rows(rows), frozenset({0}), komi=0.5), "japanese").margin
    shares = np.full(len(rows) * len(rows[0]), 0.99)
    shares[[0, 8]] = 0.01, 0.4
    assert audit_of(wall(recorded, "japanese", 0.5, rows=rows, dead=dead, shares=shares)).flips == ((8,),)
