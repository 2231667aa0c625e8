"""The odds of a story about chains: wrong results seldom have one, forgotten dead stones keep theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers.games import records_of
from oracles.board import OracleBoard
from score.audited import ended, told, wall

import goanalyze.score.audited
from goanalyze.core.position import Position
from goanalyze.pipeline import Chunk, Options
from goanalyze.score.audit import Audit, audit
from goanalyze.score.audit import AuditCase
from goanalyze.score.audit_flips import recount
from goanalyze.score.terms import board_terms, margin_of

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
WRONG_BY = [points for points in range(-20, 21, 3) if points]
MOST = 0.1


@cache
def counted_cases() -> list[AuditCase]:
    """Return every eighth game of the sample as a case, its dead stones estimated and its count the recorded one."""
    cases: list[AuditCase] = []

    def note(case: AuditCase) -> Audit:
        cases.append(case)
        return audit(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(goanalyze.score.audited, "audit", note)
        patch.setattr(goanalyze.score.audited, "_exact", lambda *_: np.zeros(len(texts), dtype=np.bool_))
        texts = [path.read_text(encoding="utf-8") for path in sorted(SAMPLE.glob("*.sgf"))[::8]]
        assert Chunk(records_of(*texts), Options(markup="ignore")).audited
    return [case for case in cases if audit(case).agreement.value == "exact"]


def with_one_chain_forgotten(case: AuditCase) -> Iterator[float]:
    """Yield the margin of a game for each dead chain that its players forget to remove, if it is another one."""
    ruleset = case.ruleset
    assert ruleset is not None
    plain = case.counts.of(case.game, ruleset, float(case.facts.komi[0]))
    assert plain is not None
    assert plain.komi is not None
    for chain in OracleBoard(case.position).chains():
        if chain <= case.dead:
            flipped = np.zeros((1, case.position.stones.size), dtype=np.bool_)
            flipped[0, list(chain)] = True
            final = recount(case, flipped, {}).under(ruleset)
            margin = float(margin_of(board_terms(final, ruleset), 1)[0]) - plain.bonus - plain.komi
            if margin != plain.margin:
                yield margin


def test_at_most_one_wrong_result_in_ten_has_a_story() -> None:
    """Results that are falsified by up to 20 points follow from other statuses of chains in at most a tenth."""
    cases = counted_cases()
    found = Counter(
        audit(replace(case, recorded=case.recorded + points)).explanation.value for case in cases for points in WRONG_BY
    )
    assert len(cases) > 20
    assert 0 < found["stones"] <= MOST * found.total()
    assert found["does not follow"] > found.total() / 2


def test_a_dead_chain_that_was_forgotten_has_its_story() -> None:
    """Nine in ten results that lack one dead chain are explained by it, or by a board from which nothing is removed."""
    found = Counter(
        audit(replace(case, recorded=margin)).explanation.value
        for case in counted_cases()
        for margin in with_one_chain_forgotten(case)
    )
    assert found["stones"] + found["other ruleset"] >= (1 - MOST) * found.total()
    assert found["stones"] > found.total() / 2


def test_a_point_is_no_story() -> None:
    """One point is a dame or a pass stone, however many stones could be dead for it."""
    for case in counted_cases():
        for points in (-1, 1):
            assert audit(replace(case, recorded=case.recorded + points)).explanation.value != "stones"


def test_a_board_with_few_margins_allows_no_story() -> None:
    """Where any change gives one of a handful of margins, one that fits is chance."""
    found = audit(wall(0.0, "japanese", 0.0, rows=[".X."], dead=frozenset()))
    assert (found.explanation.value, found.is_in_doubt) == ("does not follow", True)
    assert found.evidence.endswith("results 1 would follow as easily")


def test_an_uncertain_chain_is_more_likely_than_a_certain_one() -> None:
    """Of chains that are alike the one whose status is uncertain is changed, and with long odds none is."""
    rows = ["O..XOX..O..XO", "...XOX.....XO", "XXXXOXXXXXXXO", "OOOOOOOOOOOOO", "............."]
    dead = frozenset({0, 8})
    recorded = told(ended(Position.from_rows(rows), frozenset({0}), komi=0.5), "japanese").margin
    shares = np.full(len(rows) * len(rows[0]), 0.99)
    shares[[0, 8]] = 0.01, 0.4
    assert audit(wall(recorded, "japanese", 0.5, rows=rows, dead=dead, shares=shares)).flips == ((8,),)
