"""`goanalyze show --confirm`, `--claim`, and `game.confirm`: queries, output, diagrams and errors."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.check_runs import command, heeding_interrupts
from helpers.games import game, sgf
from helpers.svg_geometry import as_letters, group

import goanalyze as ga
from goanalyze import Walls
from goanalyze.cli import app
from goanalyze.errors import RulesetError
from goanalyze.life.choices import Fate
from goanalyze.render.terminal.game import rich_confirmation_text
from goanalyze.rules import RULESETS, LifeAndDeath

BENT_FOUR = ["XXX.OXX", ".OOOOXX", "OOXXXXX", "XXXXXXX", ".X.XXXX"]
"""Example 7-1 of the commentary: White's seven stones are dead, Black's three live."""
COLLAPSE = [".OO.O.OX.XO", "OXXOOOOXXOO", "XX.XXOXXO.O", ".XXXOXXXXOO", "XXOOOOOXX.O", "OOO.O.OXXXO"]
"""Example 16: a search of many seconds."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of the bent four: set up, two passes, two moves after them; and a variation without the white stones."""
    text = sgf(game(BENT_FOUR, "B pass W pass")).strip()
    text = text.replace("SZ", "KM[0]RU[Japanese]RE[?]SZ", 1).removesuffix(")")
    path = tmp_path / "bent.sgf"
    path.write_text(f"{text}(;B[ab];W[da])(;B[ae]))")
    return path


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, ["show", *map(str, arguments)])


def told(result: Result) -> str:
    """Return the output after the position, on one line."""
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split("if the game stops here")[1].split())


def test_verdicts_are_printed_and_drawn(record: Path) -> None:
    """Both chains in a sentence, and on the board: o is dead, # alive."""
    found = told(call(record, "--move", 2, "--confirm"))
    assert "Black's 3 stones at A5 are alive: White cannot capture them" in found
    assert "White's 7 stones at E5 are dead: Black captures them, and no new stone survives" in found
    assert "5 # # # . o X X 5" in as_letters(found)


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        ("e5", "e5 is dead: yes, proven."),
        ("A5", "A5 is dead: no, proven."),
        ("A5,E5", "A5, E5 are dead: no, proven."),
        ("none", "nothing is dead: no, proven."),
    ],
)
def test_a_claim_is_answered(record: Path, claim: str, answer: str) -> None:
    """Yes where all is proven, no where one stone is not dead, or one is that the claim leaves out."""
    assert told(call(record, "--move", 2, "--claim", claim)).endswith(f"The claim that {answer}")


def test_an_answer_with_walls_that_are_estimated_says_so(record: Path) -> None:
    """The answer is proven if the region has proven walls. Otherwise it names its basis."""
    claim = ["E5"]
    assert told(call(record, "--move", 2, "--claim", "E5", "--walls", "eyes")).endswith("E5 is dead: yes, proven.")
    confirmation = next(ga.read(record)).up_to(2).confirm(chains=claim, claim=claim)
    chains = tuple(replace(chain, assumed=Walls.EYES) for chain in confirmation.chains)
    text = rich_confirmation_text(replace(confirmation, chains=chains), claim).plain
    assert text.rstrip().endswith("The claim that E5 is dead: yes, if the walls live that are estimated to.")


@pytest.mark.parametrize("option", [("--walls", "eyes"), ("--budget", "5")])
def test_what_only_a_confirmation_needs_asks_for_one(record: Path, option: tuple[str, str]) -> None:
    """It is refused in one sentence."""
    result = call(record, *option)
    assert (result.exit_code, "require --confirm or --claim" in result.stderr) == (2, True)


def test_a_claim_that_is_not_decided_is_told_so(record: Path) -> None:
    """A budget of no positions decides nothing, and the reason is there."""
    found = told(call(record, "--move", 2, "--claim", "E5", "--budget", 0))
    assert "not decided: the search needs more positions" in found
    assert found.endswith("The claim that E5 is dead: undecided.")


def test_it_is_of_the_position_that_is_shown(record: Path) -> None:
    """`--move` and `--line` say which: after A4 Black has the bent four, in line 1 its wall has one eye and may die."""
    after = told(call(record, "--confirm", "--move", 3))
    assert "4 # o o o o X X 4" in as_letters(after)
    assert "1 X X . X X X X 1" in as_letters(told(call(record, "--confirm", "--line", 1, "--budget", 100)))


def test_a_board_on_which_all_is_settled_says_so(record: Path) -> None:
    """Before the first move no chain is there to be asked about."""
    record.write_text("(;SZ[3])")
    assert told(call(record, "--confirm")).endswith("Nothing to confirm: all chains are proven.")


def test_text_fits_80_columns(record: Path) -> None:
    """But for the lines of the record itself, which may name players of any length."""
    for arguments in (("--confirm",), ("--claim", "E5")):
        printed = call(record, "--move", 2, *arguments).stdout.split("Life and death")[1]
        assert max(map(len, printed.splitlines())) <= 80


def test_files_show_what_was_confirmed(record: Path, tmp_path: Path) -> None:
    """The SVG has a chain's region where one is asked about, else all verdicts; the page has the sentences."""
    board, page = tmp_path / "board.svg", tmp_path / "page.html"
    call(record, "--move", 2, "--confirm", "--svg", board, "--html", page)
    assert len(group(board.read_text(encoding="utf-8"), "marks")) == 10
    assert "Black&#x27;s 3 stones at A5 are alive" in page.read_text(encoding="utf-8")
    call(record, "--move", 2, "--claim", "E5", "--svg", board)
    assert group(board.read_text(encoding="utf-8"), "border")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--claim", "D5", "--move", "2"), "D5 is not a valid stone"),
        (("--claim", "Z9"), "'Z9' is not a valid point"),
        (("--confirm", "--ruleset", "korean"), "korean: life_and_death is 'local'"),
        (("--confirm", "--budget", "99999999999"), "budget: 99999999999 is not a valid number"),
        (("--confirm", "--walls", "paper"), "'paper' is not a valid value. Expected"),
    ],
)
def test_what_cannot_be_asked_is_a_sentence(record: Path, arguments: tuple[str, ...], message: str) -> None:
    """Points without a stone, rulesets that judge otherwise, numbers out of bounds: exit code 2, no traceback."""
    result = call(record, *arguments)
    assert result.exit_code == 2
    assert message in re.sub(r"[\s│]+", " ", result.stderr)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_rulesets_that_confirm_are_asked(ruleset: str) -> None:
    """The axis `life_and_death` decides who claims to judge by article 7."""
    stopped = ga.loads("(;SZ[5];B[];W[])")
    if RULESETS[ruleset].life_and_death.value is LifeAndDeath.CONFIRMED:
        assert stopped.confirm(ruleset).chains == ()
    else:
        with pytest.raises(RulesetError, match=f"{ruleset}: life_and_death is"):
            stopped.confirm(ruleset)


def test_all_chains_can_be_asked_about() -> None:
    """`all` has those that are settled, too; a list has the chains of its stones; without a board nothing is asked."""
    one = ga.loads(sgf(game(BENT_FOUR, "B pass W pass")))
    assert [chain.first for chain in one.confirm(chains="all").chains] == ["A5", "E5", "F5"]
    assert [chain.fate for chain in one.confirm(chains=["B3", "C4"]).chains] == [Fate.DEAD]
    assert one.confirm() == one.replay().position().confirm()
    with pytest.raises(ValueError, match="no board"):
        ga.loads("(;GM[2];B[aa])").confirm()


@pytest.mark.slow
def test_control_c_ends_a_search_at_once(tmp_path: Path) -> None:
    """Exit code 130 and a word, within seconds, in the middle of a search that would take minutes."""
    path = tmp_path / "collapse.sgf"
    path.write_text(sgf(game(COLLAPSE, "B pass W pass")))
    line = heeding_interrupts(command("show", path, "--claim", "E6", "--budget", 20_000_000))
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        while not process.stdout.readline().startswith(f"{len(COLLAPSE)} "):  # the board is printed before the search
            assert process.poll() is None
        time.sleep(5)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert (process.returncode, "interrupted" in said) == (130, True)
    assert time.monotonic() - asked < 30
