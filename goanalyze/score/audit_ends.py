"""Counts by other ends than those of a ruleset: every stone alive, KataGo's count, and ends that are not recorded.

Programs count so under any RU: CGOS and many referees of matches between engines remove no stones, KataGo removes those
in pass-alive territory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from goanalyze.life.choices import Proof
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.rules import RULESETS, Axis, DeadStones, Ruleset, Scoring
from goanalyze.score.audit_case import AuditCase, CountedAs, Counts
from goanalyze.score.audit_chains import recount
from goanalyze.score.chunk_counts import count_chunk, first_points
from goanalyze.score.readings import Finals

BARE: Final = RULESETS["tromp-taylor"]
"""The ruleset that counts every stone on the board as alive."""
_BUTTON: Final = 0.5
ALIVE: Final = ", with every stone on the board alive"
_AS_KATAGO: Final = ", with no stones removed but those in pass-alive territory, as KataGo counts"
_CAPTURED: Final = ", as if the dead stones were captured before the passes, which the record does not have"
_TAKEN: Final = ", with half a point for the button; the pass that took it is not in the record"
_ENDED: Final = ", as if two passes ended the game, which the record does not have"


class OtherEnd(NamedTuple):
    """A game counted by another end.

    Attributes:
        counted: the count, with the ruleset whose terms make it.
        remark: clause about the end, with a comma before it; empty without one.
    """

    counted: CountedAs
    remark: str


def missing_ends(case: AuditCase, ruleset: Ruleset) -> Iterator[OtherEnd]:
    """Yield the counts under a ruleset by ends that the record does not show, but the outcome needs.

    Where no dead stones are removed, the dead ones may have been captured before the two passes. A pass takes the
    button.
    """
    final, komi = case.final.under(ruleset), float(case.facts.komi[0])
    ends = [(ruleset, remark_on_passes(case, ruleset))]
    if ends[0][1]:
        ends.append((_with_dead_stones(ruleset, DeadStones.CAPTURED), _CAPTURED))
    for variant, remark in ends[1:]:
        if counted := case.counts.of(case.game, variant, komi):
            yield OtherEnd(counted._replace(ruleset=ruleset), remark)
    if ruleset.button.value and not final.first_pass[0]:
        for variant, remark in ends:
            if counted := case.counts.of(case.game, _without_button(variant), komi):
                for board in (counted.board - _BUTTON, counted.board + _BUTTON):
                    yield OtherEnd(counted._replace(ruleset=ruleset, board=board), remark + _TAKEN)


def other_ends(case: AuditCase) -> Iterator[OtherEnd]:
    """Yield the counts with every stone alive, then KataGo's: by Tromp–Taylor, and by the declared ruleset.

    Only where two passes end the record, or its ruleset leaves dead stones on the board. Left out are those that are
    the count without the dead stones: the end makes no difference there. By territory a single chain that is alive
    after all is a matter of its status, and not of the end.
    """
    declared, komi = case.ruleset, float(case.facts.komi[0])
    stays = declared is not None and declared.dead_stones.value is DeadStones.STAY
    if not (stays or case.is_silent_on_dead_stones or case.facts.final_pass[0]):
        return
    of_katago = _as_katago_counts(case)
    by_area = [(BARE, BARE, RULESETS["chinese"])]
    if declared and declared.scoring.value is Scoring.AREA and declared != BARE:
        by_area.append((_with_dead_stones(declared, DeadStones.STAY), declared, declared))
    ends = [
        (case.counts, case.game, variant, ruleset, removed, ALIVE + remark_on_passes(case, variant))
        for variant, ruleset, removed in by_area
        if variant != declared
    ]
    if declared and declared.scoring.value is Scoring.TERRITORY and _has_several_dead_chains(case):
        ends.append((_without_removal(case), 0, declared, declared, declared, ALIVE))
    ends += [(of_katago, 0, variant, ruleset, removed, _AS_KATAGO) for variant, ruleset, removed in by_area]
    for counts, game, variant, ruleset, removed, remark in ends:
        without_dead = case.counts.of(case.game, removed, komi)
        counted = counts.of(game, variant, komi)
        if counted and (without_dead is None or counted.board != without_dead.board):
            yield OtherEnd(counted._replace(ruleset=ruleset), remark)


def remark_on_passes(case: AuditCase, ruleset: Ruleset) -> str:
    """Return a clause that the record lacks the two passes by which a ruleset ends the game; empty if it has them."""
    is_over = ruleset.dead_stones.value is not DeadStones.STAY or case.final.under(ruleset).final_pass[0]
    return "" if is_over else _ENDED


def _has_several_dead_chains(case: AuditCase) -> bool:
    dead = first_points(case.position.to_arrays())[list(case.dead)]
    return len(np.unique(dead)) > 1


def _without_removal(case: AuditCase) -> Counts:
    """Return the game with every stone on the board alive, under rulesets that remove dead ones."""
    dead = np.zeros((1, case.position.stones.size), dtype=np.bool_)
    dead[0, list(case.dead)] = True
    return Counts(recount(replace(case, dead_as={}), dead, {}))


def _as_katago_counts(case: AuditCase) -> Counts:
    """Return the game without the stones in pass-alive territory of their opponent, under rulesets that remove none.

    Source: KataGo, *cpp/game/board.cpp*, `calculateArea`; D. B. Benson, Life in the game of Go, 1976.
    """
    boards, game = case.position.to_arrays(), np.zeros(1, dtype=np.uint8)
    dead = (prove_statuses(boards, has_replies=False).proof == Proof.DEAD.index).view(np.uint8)
    counts, dame = count_chunk(boards, dead, np.zeros_like(dead), game)
    return Counts(Finals.alike(replace(case.final.under(BARE), counts=counts, dame=dame)))


@cache  # of a few, so that the games of a chunk are counted once under each
def _with_dead_stones(ruleset: Ruleset, dead_stones: DeadStones) -> Ruleset:
    return replace(ruleset, dead_stones=Axis(dead_stones, ruleset.dead_stones.source))


@cache
def _without_button(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, button=Axis(False, ruleset.button.source))
