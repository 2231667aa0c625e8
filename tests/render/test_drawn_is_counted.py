"""The drawing of a counted end equals the count: for the selected ruleset, with or without komi, at every stop."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.games import Game, sgf
from helpers.laws import part
from helpers.svg_geometry import as_letters, images

import goanalyze as ga
from goanalyze import Outcome, Play
from goanalyze.cli import app
from goanalyze.game.pictures import game_svg, outcome_at
from goanalyze.render.terminal.game import game_text
from goanalyze.rules import RULESETS, Scoring

TWO_STOPS = (
    "(;SZ[6:5]PL[B]AB[ba][bb][bc][cc][bd][be][fe]AW[da][db][dc][dd][ed][de];B[ca];W[cb];B[cd];W[ce];B[];W[];B[];W[])"
)
SURROUNDED = ("territory", "points they surround")
LESS = ("less eyes", "less teire", "less points")
UNCOUNTED = {"not_counted", "not_over", "no_position", "played_on", "not_countable", "no_result"}


def drawn(outcome: Outcome) -> str:
    """Return the diagram of a counted end."""
    assert outcome.final_position is not None
    return str(outcome.final_position.territory())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_komi_changes_nothing_that_is_drawn(ruleset: str) -> None:
    """A margin without komi is unknown; the board is counted all the same, and by the same ruleset."""
    bare, with_komi = ga.loads(TWO_STOPS), ga.loads(TWO_STOPS.replace("(;", "(;KM[0]", 1))
    outcome, counted = bare.outcome(ruleset), with_komi.outcome(ruleset)
    assert (outcome.basis, outcome.margin) == ("no_komi", None)
    assert outcome.final_position == counted.final_position
    assert drawn(outcome) == drawn(counted)
    assert images(outcome._repr_html_()) == images(counted._repr_html_())
    assert as_letters(drawn(outcome)) in as_letters(outcome.__rich__().plain)
    assert game_svg(bare, 8, RULESETS[ruleset]) == game_svg(with_komi, 8, RULESETS[ruleset]).replace("komi 0, ", "")
    dead = outcome.final_position.dead if outcome.final_position else ()
    assert ("are estimated" in " ".join(outcome.reasons)) == bool(dead)


@pytest.mark.parametrize("ruleset", ["japanese", "wmsg", "aga", "basic", "brainking"])
def test_show_draws_the_count_of_the_ruleset(tmp_path: Path, ruleset: str) -> None:
    """`show --ruleset` and its SVG draw the end as the ruleset reads it, and an earlier stop as if it were the end."""
    (tmp_path / "a.sgf").write_text(TWO_STOPS)
    one = ga.loads(TWO_STOPS)
    for move in (6, 8):
        expected = one.up_to(move).outcome(ruleset)
        svg = tmp_path / "a.svg"
        done = CliRunner().invoke(
            app, ["show", str(tmp_path / "a.sgf"), "--ruleset", ruleset, "--move", str(move), "--svg", str(svg)]
        )
        assert done.exit_code == 0
        assert as_letters(drawn(expected)) in as_letters(done.output)
        assert "as counted" in svg.read_text()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_third_pass_is_no_stop(ruleset: str) -> None:
    """Only a pass that answers the opponent's stops play; after others nothing is counted but the end."""
    one = ga.loads("(;SZ[5]KM[0];B[bb];W[dd];B[];W[];B[];W[cc];B[];W[])")
    assert one.replay().stops == [4, 8]
    counted = [move for move in range(9) if outcome_at(one, move, RULESETS[ruleset])]
    assert counted == [4, 8]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_drawn_where_nothing_is_counted(ruleset: str) -> None:
    """A position that the ruleset does not count is not drawn as another ruleset counts it."""
    played_on = ga.loads("(;SZ[5]KM[0];B[bb];W[dd];B[];W[];B[cc];W[db];B[bd];W[])")
    marked = ga.loads("(;SZ[5]KM[0];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de]TB[aa:ae]TW[ea:ee])")
    for one in (played_on, marked):
        outcome = one.outcome(ruleset)
        assert (outcome.final_position is None) == (outcome.basis in UNCOUNTED)
        is_drawn = "bw territory" in as_letters(game_text(one, len(one.replay().moves), [RULESETS[ruleset]]))
        assert is_drawn <= (outcome.final_position is not None)


@pytest.mark.law
def test_drawn_points_add_up_to_the_ledger() -> None:
    """On random games, under each ruleset, the points drawn as a side's own are those that its ledger counts."""
    rng = random.Random(3)
    compared = 0
    for seed in range(part(60, usual=20)):
        width, height = rng.choice([(4, 4), (5, 4), (5, 5), (6, 5)])
        board = ga.Board(width, height, rules="japanese", komi=0)
        events = []
        for _ in range(rng.randrange(10, 60)):
            side = board.turn or rng.choice([ga.BLACK, ga.WHITE])
            point = rng.choice([-1] if rng.random() < 0.1 else list(board.legal_moves_for(side)) or [-1])
            board.play(point, side)
            events.append(Play(side, point))
        last = events[-1].color
        events += [Play(ga.BLACK + ga.WHITE - last, -1), Play(last, -1)]
        one = ga.loads(sgf(Game(width, height, events)))
        for name, ruleset in RULESETS.items():
            outcome = one.outcome(name, komi=0)
            assert outcome.final_position == one.outcome(name).final_position, (seed, name)
            if outcome.ledger is None or ruleset.scoring.value is Scoring.STONES or outcome.margin is None:
                continue
            assert outcome.final_position is not None
            counted = outcome.final_position.territory()
            lines = [line for line in outcome.ledger.lines if line.name in SURROUNDED]
            less = [line for line in outcome.ledger.lines if line.name.startswith(LESS)]
            for side, value in ((ga.BLACK, "black"), (ga.WHITE, "white")):
                total = sum(getattr(line, value) or 0 for line in [*lines, *less])
                assert counted.territory(side) == total, (seed, name, str(counted), str(outcome))
                compared += 1
    assert compared > 500
